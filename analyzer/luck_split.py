"""How much of what two players win and lose is skill, how much the cards, how much the way they play them.

Two players play a deal twice and change seats.  With m1 and m2 what the first makes of it, in points or in wins less
losses, let d = (m1 + m2) / 2 and e = (m1 - m2) / 2: what he makes in that deal whichever cards he gets, and what the
seat makes whoever sits there.  In a seat drawn by lot he makes d + e or d - e, whose mean square is E d^2 + E e^2, and

    skill   (E d)^2      what he makes in the long run
    cards   E e^2        what the seat makes
    play    Var d        what the same deals bring the one more, or less, than on the average, for these two play apart

are the three parts of it.  Nothing else is there: they add up to the whole.  Between players who throw dice (view.dice)
the seat makes more or less by their dice too, and so does the one of the two: cards and play hold their dice as well.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from analyzer.intervals import Interval, outside, t_quantile

LEVEL = 0.95


class Split(NamedTuple):
    """The parts as shares, 0 to 1, each with its interval; without a mean where nobody ever made anything."""

    skill: Interval
    cards: Interval
    play: Interval


def split(one: np.ndarray, two: np.ndarray) -> Split:
    """The Split, from what the first player made of every deal in the one seat and in the other: int64 [deals].

    The square of the mean of d overshoots by Var d / n, which is taken off and given to play, so that the sum stays.
    Intervals are Student's over deals.  Cards and play are linear in the means of d, d^2 and e^2 (the delta method);
    skill is not where the mean of d is near 0, and has the squares of the ends of another interval: see `_skill`.
    A part has none where no deal moves it.
    """
    n = len(one)
    d, e = (one + two) / 2, (one - two) / 2
    whole = d * d + e * e
    total = float(whole.mean()) if n else 0.0
    if n < 2 or total == 0:
        nothing = Interval(None, None, None, LEVEL)
        return Split(nothing, nothing, nothing)
    mean, spread = float(d.mean()), float(d.var(ddof=1))
    skill = max(0.0, mean * mean - spread / n) / total
    cards = float((e * e).mean()) / total
    play = 1 - skill - cards
    from_skill = 2 * mean * (d - mean)
    parts = ((cards, e * e), (play, d * d - from_skill))
    return Split(_skill(skill, d, e), *(_share(share, part - share * whole, total) for share, part in parts))


def _skill(share: float, d: np.ndarray, e: np.ndarray) -> Interval:
    """The share of skill with its interval.

    With r = Var d + E e^2, all that is not skill, and s = E d / sqrt(r), the share is s^2 / (1 + s^2).  s is smooth at
    0, so it has an interval by the delta method even between equals; the share has what becomes of all numbers in it,
    those from 0 up if it holds 0.
    """
    mean = float(d.mean())
    rests = (d - mean) ** 2 + e * e
    rest = float(rests.mean())
    if rest == 0:
        return Interval(share, None, None, LEVEL)
    size, half = mean / sqrt(rest), _half((d - mean) / sqrt(rest) - mean * (rests - rest) / (2 * rest * sqrt(rest)))
    if half == 0:
        return Interval(share, None, None, LEVEL)
    near, far = (max(0.0, abs(size) + by) ** 2 for by in (-half, half))
    return Interval(share, min(share, near / (1 + near)), max(share, far / (1 + far)), LEVEL)


def _share(share: float, pulls: np.ndarray, total: float) -> Interval:
    """The share with its interval; `pulls` is by how much every deal moves it, times the total."""
    half = _half(pulls) / total
    if half == 0:
        return Interval(share, None, None, LEVEL)
    return Interval(share, max(0.0, share - half), min(1.0, share + half), LEVEL)


def _half(pulls: np.ndarray) -> float:
    """Half of Student's interval of their mean; 0 where they are all alike, but for the rounding."""
    n, error = len(pulls), float(pulls.std(ddof=1))
    if error <= 1e-9 * float(np.abs(pulls).max()):
        return 0.0
    return -t_quantile(outside(LEVEL), n - 1) * error / sqrt(n)

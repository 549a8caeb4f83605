"""Estimates from whole numbers kept deal by deal, for what no ready-made count tells.

An experiment hands over an integer for every deal, in the order of deals: what somebody got of all its games, how many
of them came out otherwise.  The deal is the unit of independence; sums are exact, and formulas those of `clusters`.
"""

from math import sqrt
from typing import Any

import numpy as np
from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer import clusters
from analyzer.intervals import Interval, kl_interval, outside, t_quantile, wilson
from analyzer.scores import RESULT, WHOLE
from analyzer.standings import Contrast
from analyzer.stats import student_holds

LEVEL = 0.95


class Kept:
    """Numbers by deal under names, put together from the chunks of a match; `kept["x"]` is int64 of shape (deals,)."""

    def __init__(self) -> None:
        self._parts: dict[str, list[np.ndarray]] = {}

    def add(self, name: str, values: np.ndarray) -> None:
        """Keep the numbers of the next deals."""
        self._parts.setdefault(name, []).append(np.array(values, np.int64))

    def __getitem__(self, name: str) -> np.ndarray:
        found = np.concatenate([*self._parts.get(name, []), np.zeros(0, np.int64)])
        if name in self._parts:
            self._parts[name] = [found]
        return found


class Results:
    """Every single result of a crosstable at a table of two sides, so that games of one deal can be held together."""

    def __init__(self) -> None:
        self._parts: list[np.ndarray] = []

    def keep(self, number: int, rows: np.ndarray) -> None:
        """Keep the next deals: the first of a pair has the one side in its first game, the other in its second."""
        games = np.arange(rows.shape[1])
        self._parts.append((rows[:, games, RESULT, games % 2] * 2 // WHOLE).astype(np.int8))

    def of(self, several: Any, one: str, two: str) -> np.ndarray | None:
        """What `one` made of its two games against `two`, in half wins, int64 [deals, 2]; None if they are alike."""
        if (one, two) not in several.pairs:
            return None
        first = 2 * several.pairs.index((one, two))
        found = [part[:, first : first + 2].astype(np.int64) for part in self._parts]
        return np.concatenate([*found, np.zeros((0, 2), np.int64)])


def mean(amounts: np.ndarray, unit: int = 1, things: int = 1) -> clusters.Gain:
    """The mean of `amounts` in so many units per thing, each deal holding as many things; p is that of "0"."""
    return clusters.gain(_seen(amounts, np.full(len(amounts), things)), unit, LEVEL)


def part(amounts: np.ndarray, wholes: np.ndarray) -> clusters.Gain:
    """The sum of `amounts` by the sum of `wholes`, none of which is negative, as of decisions in `clusters`."""
    return clusters.gain(_seen(amounts, wholes), 1, LEVEL)


def share(amounts: np.ndarray, wholes: np.ndarray) -> Interval:
    """What part of the sum of `wholes` the sum of `amounts` is, no amount being more than its whole; within [0, 1].

    Student's interval as in `part`, where `stats.student_holds` of the deals by their shares to the nearest quarter;
    else Chernoff's for as many deals of one size as tell as much, (sum of wholes)^2 / sum of their squares (Kish 1965).
    """
    found = _seen(amounts, wholes)
    if not found.decisions:
        return Interval(None, None, None, LEVEL)
    some = np.asarray(wholes) > 0
    quarters = np.rint(4 * np.asarray(amounts)[some] / np.asarray(wholes)[some]).astype(np.int64)
    told = clusters.value(found, 1, LEVEL, bounded=True)
    if student_holds(np.bincount(quarters, minlength=5).tolist()):
        return Interval(told.mean, told.low, told.high, LEVEL)
    return kl_interval(found.total / found.decisions, found.decisions**2 // found.sizes, LEVEL)


def score(amounts: np.ndarray, unit: int, par: float = 0.5) -> Contrast:
    """The mean of results of 0 to `unit` a deal, as a score of 0 to 1; p is that of "just par"."""
    seen = _seen(amounts, np.ones(len(amounts), np.int64))
    found = clusters.value(seen, unit, LEVEL, bounded=True)
    p = 1.0
    if found.mean is not None and found.error:
        p = 2 * float(stdtr(seen.deals - 1, -abs(found.mean - par) / found.error))
    return Contrast(found.mean, found.low, found.high, LEVEL, p)


def rate(happened: np.ndarray) -> Interval:
    """How often something happened, once a deal at most; Wilson's interval, which also holds for what is rare."""
    return wilson(int(np.count_nonzero(happened)), len(happened), LEVEL)


def times(one: np.ndarray, two: np.ndarray) -> Contrast | None:
    """How many times the mean of `two` the mean of `one` is, both from the same deals; p is that of "as much".

    The interval is Fieller's (1954): all r for which the mean of one - r two is not told from 0.  None where the mean
    of `two` is itself not told from 0, for then r may be anything.
    """
    n = min(len(one), len(two))
    if n < 2:
        return None
    x, y = one[:n], two[:n]
    sum_x, sum_y, square_x, square_y, product = map(_sum, (x, y, x * x, y * y, x * y))
    # n^2 (n - 1) times the (co)variances of the two means
    v_x, v_y, v_xy = n * square_x - sum_x**2, n * square_y - sum_y**2, n * product - sum_x * sum_y
    reach = t_quantile(outside(LEVEL), n - 1) ** 2 / (n - 1)
    a, b, c = (s - reach * v for s, v in ((sum_y**2, v_y), (sum_x * sum_y, v_xy), (sum_x**2, v_x)))
    if a <= 0:
        return None
    half = sqrt(max(0.0, b * b - a * c))
    return Contrast(sum_x / sum_y, (b - half) / a, (b + half) / a, LEVEL, mean(x - y).p or 0.0)


def _seen(amounts: np.ndarray, things: np.ndarray) -> clusters.Seen:
    """The sums that the formulas want."""
    s, n = np.asarray(amounts, np.int64), np.asarray(things, np.int64)
    return clusters.Seen(_sum(n), _sum(s), _sum(s * s), _sum(s * n), _sum(n * n), _sum(n > 0), True)


def _sum(numbers: np.ndarray) -> int:
    """Their sum, however large."""
    whole = np.asarray(numbers, np.int64)
    return (int((whole >> 32).sum()) << 32) + int((whole & 0xFFFF_FFFF).sum())

"""How do the hands of each strategy go?  Means per hand, from whole blocks, of whatever a game tells of its hands.

A block is one deal played several times, and the only unit of independence, as in `stats`.  A strategy has X of
something in a block (burrachi, say) and D hands; both differ from block to block, D where whole matches are played.
What is told is the **ratio estimator** R = sum X / sum D, and its variance is that of the residuals X - R D, which
sum to zero (Cochran, Sampling Techniques, 1977, chapter 6):

    var R = n / (n - 1) * sum (X - R D)^2 / (sum D)^2

The n blocks are the clusters, so hands of one deal may depend on each other as they like.  Two strategies meet on the
same blocks: the residual of the difference R - S is X / sum D - R D / sum D less the same of the other, which holds the
covariance.  Intervals are Student's with n - 1 degrees of freedom.

Everything is counted in exact integers, so merging is addition and no order matters.  This only describes: nothing here
decides who plays better.

Kinds of rows: SHARE, what happens to a strategy in a hand once or not at all; SHARED, the same, but it happens to the
hand, and so to all alike; COUNT, a small number a hand, never negative; AMOUNT, a large one or one of either sign.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from analyzer.intervals import SHUT_OUT, Interval, kl_interval, outside, t_quantile

SHARE, SHARED, COUNT, AMOUNT = KINDS = "share", "shared", "count", "amount"


class Counts(NamedTuple):
    """Sums over blocks for S strategies and R rows, the first of them the hands: all int64."""

    blocks: np.ndarray  # [1]
    sums: np.ndarray  # [R, S], of what a strategy has in a whole block
    products: np.ndarray  # [R, S, S], of the products of what two of them have of the same, and
    by_hands: np.ndarray  # [R, S, S], of what the first has and the hands of the second


def new_counts(strategies: int, rows: int) -> Counts:
    """Counts of no blocks."""
    by_pair = (rows, strategies, strategies)
    shapes = [(1,), by_pair[:2], by_pair, by_pair]
    return Counts(*(np.zeros(shape, np.int64) for shape in shapes))


def tally(counts: Counts, games_rows: np.ndarray, rows: Sequence[int], owners: np.ndarray) -> None:
    """Count blocks: `games_rows[block, game, row, column]` are their games, `rows` the rows to read, hands first.

    `owners[game, column]` is the strategy to which a column belongs, -1: to nobody.
    """
    columns = owners.shape[1]
    told = games_rows[:, :, list(rows), :columns]
    whose = owners == np.arange(len(counts.sums[0]))[:, None, None]
    had = np.einsum("bgrc,sgc->brs", told, whose.astype(np.int64))
    counts.blocks[0] += len(had)
    counts.sums[...] += had.sum(axis=0)
    counts.products[...] += np.einsum("brs,brt->rst", had, had)
    counts.by_hands[...] += np.einsum("brs,bt->rst", had, had[:, 0])


def merge(into: Counts, other: Counts) -> None:
    """Add the blocks of `other` to `into`.  Does not notice a block that is in both."""
    for sums, more in zip(into, other, strict=True):
        sums += more


def hands(counts: Counts, strategy: int) -> int:
    """How many hands a strategy played."""
    return int(counts.sums[0, strategy])


def per_hand(counts: Counts, row: int, strategy: int, kind: str = COUNT, level: float = 0.95) -> Interval:
    """How much of `row` (0 is the hands) a strategy has in a hand: sum X / sum D with its interval.

    No hands: no mean.  The interval is left away where it would promise too much: with a single block, and if a share
    or a count rests on fewer than `SHUT_OUT` blocks that have any at all.  Of these only sums are known, but
    (sum X)^2 / sum X^2 is never more than their number.  A share needs as many blocks that do not have it in all hands.
    Where hands are as many in every block, Chernoff's interval stands in for a share: see `intervals.kl_interval`.
    """
    tail, n = outside(level), int(counts.blocks[0])
    seen = _moments(counts, row, strategy, strategy)
    total, dealt = seen.total, seen.dealt
    if not dealt:
        return Interval(None, None, None, level)
    mean = total / dealt
    if n < 2 or _rare(seen, kind):
        even = n * seen.hands_hands == dealt * dealt
        return kl_interval(mean, n, level) if kind in (SHARE, SHARED) and even else Interval(mean, None, None, level)
    # The residuals times the hands, so that all is whole and "is zero" means zero.
    square = dealt**2 * seen.square - 2 * dealt * total * seen.with_hands + total**2 * seen.hands_hands
    half = _half_width(n, square, dealt**2, tail)
    return Interval(mean, mean - half, mean + half, level)


def difference(counts: Counts, row: int, strategy: int, other: int, kind: str = COUNT, level: float = 0.95) -> Interval:
    """How much more of `row` one strategy has in a hand than another, on the same blocks.

    No interval with a single block, nor if of a share or a count too few blocks have any, whoever has it: see
    `per_hand`.  If the two have equally much in every block, both ends are 0.
    """
    tail, n = outside(level), int(counts.blocks[0])
    one, two = _moments(counts, row, strategy, strategy), _moments(counts, row, other, other)
    cross, turned = _moments(counts, row, strategy, other), _moments(counts, row, other, strategy)
    if not (one.dealt and two.dealt):
        return Interval(None, None, None, level)
    d, e = one.dealt, two.dealt
    whole = one.total * e - two.total * d
    mean = whole / (d * e)
    both = _Moments(
        one.total + two.total,
        d + e,
        one.square + 2 * cross.square + two.square,
        one.with_hands + cross.with_hands + turned.with_hands + two.with_hands,
        one.hands_hands + 2 * cross.hands_hands + two.hands_hands,
    )
    if n < 2 or _rare(both, kind):
        return Interval(mean, None, None, level)
    # The residual of a block, times d^2 e^2, is a X - b D - f Y + g E: X and D of the one, Y and E of the other.
    a, b, f, g = d * e * e, one.total * e * e, e * d * d, two.total * d * d
    square = (
        a * a * one.square
        + b * b * one.hands_hands
        + f * f * two.square
        + g * g * two.hands_hands
        + 2 * (a * g * cross.with_hands + b * f * turned.with_hands)
        - 2 * (a * b * one.with_hands + f * g * two.with_hands)
        - 2 * (a * f * cross.square + b * g * cross.hands_hands)
    )
    half = _half_width(n, square, (d * e) ** 2, tail)
    return Interval(mean, mean - half, mean + half, level)


class _Moments(NamedTuple):
    """Sums over blocks of X and D and their products: Python integers, so these do not overflow."""

    total: int  # X, of one strategy
    dealt: int  # D
    square: int  # X times the X of the other, itself perhaps
    with_hands: int  # X times the D of the other
    hands_hands: int  # D times the D of the other


def _moments(counts: Counts, row: int, one: int, other: int) -> _Moments:
    return _Moments(
        int(counts.sums[row, one]),
        int(counts.sums[0, one]),
        int(counts.products[row, one, other]),
        int(counts.by_hands[row, one, other]),
        int(counts.products[0, one, other]),
    )


def _rare(seen: _Moments, kind: str) -> bool:
    """Do too few blocks have any, or of a share too few not all?  There is always enough of an amount."""
    rest = seen.dealt - seen.total
    rest_square = seen.hands_hands - 2 * seen.with_hands + seen.square
    if kind == AMOUNT:
        return False
    return _few(seen.total, seen.square) or (kind != COUNT and _few(rest, rest_square))


def _few(total: int, square: int) -> bool:
    return total == 0 or total * total < SHUT_OUT * square


def _half_width(n: int, square: int, scale: int, tail: float) -> float:
    """Of Student's interval, from the sum of squared residuals times `scale` squared."""
    return -t_quantile(tail, n - 1) * sqrt(n * square / (n - 1)) / scale

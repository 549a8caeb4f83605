"""How sure may one be? Means, intervals and p-values from blocks of duplicate deals.

A **block** is one deal played twice, the seats swapped the second time. It is the only unit of independence: the two
games of a block share their cards and must never be counted as two observations. Everything is told from the side of
the *first* strategy, which sits at side 0 (and leads) in game 1, and at side 1 in game 2. Each game gives a result
(`LOSS`, `DRAW`, `WIN`) and a whole-numbered margin (its points minus the opponent's).

Blocks are not kept but counted, in a `TALLY` of exact integers. So merging is addition, and no number below depends
on the order of the deals, on threads or on chunks; floating point enters only in the last line of each formula.

Two statistics come out of a block: the pair score p = (x1 + x2) / 2, with x = 0, 1/2, 1 for a loss, draw, win, hence
p in {0, 1/4, 1/2, 3/4, 1} (chess testers call the five counts "pentanomial"; fishtest #348), and the pair margin
d = (m1 + m2) / 2, in points a game. `level` is always the wanted coverage, strictly between 0 and 1. A number that
does not exist is `None`: nothing here returns nan or an infinity. This file knows no cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal, NamedTuple

import numpy as np
from numba.extending import register_jitable
from scipy.special import ndtr  # type: ignore[import-untyped]

from analyzer.intervals import SHUT_OUT, Interval, kl_interval, outside, student_half, z_quantile

LOSS, DRAW, WIN = 0, 1, 2

# Points: the histogram holds m1 + m2 from -SPAN to SPAN; its two end bins also hold whatever lies beyond. Two matches
# of Burraco to 2000 lie within.
SPAN = 12_000

TALLY = np.dtype(
    [
        ("results", np.int64, (3, 3)),  # blocks by (result of game 1, result of game 2)
        ("margin_sums", np.int64, (2,)),  # sum of m1, sum of m2
        ("margin_squares", np.int64, (2,)),  # sum of m1 * m1, sum of m2 * m2
        ("margin_product", np.int64),  # sum of m1 * m2
        ("mirrored", np.int64),  # blocks with m1 == -m2: the swap changed nothing
        ("histogram", np.int64, (2 * SPAN + 1,)),  # blocks by m1 + m2 + SPAN
    ]
)

FLIPS = 20  # non-zero differences: up to here `sign_flip` counts all sign patterns


@dataclass(frozen=True, slots=True)
class Margin(Interval):
    """An `Interval` in points a game, with `sd`, the standard deviation of the pair margin d from block to block."""

    sd: float | None


@dataclass(frozen=True, slots=True)
class Factor:
    """A variance ratio and its interval."""

    factor: float | None
    low: float | None
    high: float | None


class Games(NamedTuple):
    """Single games of the first strategy, two a block."""

    wins: int
    draws: int
    losses: int


# Counting blocks


def new_tally() -> np.record:
    """An empty tally, to be written on from Python or from a kernel (which receives it as a record, by address)."""
    record: np.record = np.zeros(1, TALLY).view(np.recarray)[0]
    return record


@register_jitable
def tally(record: np.void, result_1: int, margin_1: int, result_2: int, margin_2: int) -> None:
    """Count one block. Does not check that the results are 0, 1 or 2: compiled, a 3 writes where it should not.

    Fields are read by key, not as attributes: that is three times faster in plain Python and the same when compiled.
    """
    record["results"][result_1, result_2] += 1
    record["margin_sums"][0] += margin_1
    record["margin_sums"][1] += margin_2
    record["margin_squares"][0] += margin_1 * margin_1
    record["margin_squares"][1] += margin_2 * margin_2
    record["margin_product"] += margin_1 * margin_2
    if margin_1 == -margin_2:
        record["mirrored"] += 1
    record["histogram"][min(max(margin_1 + margin_2 + SPAN, 0), 2 * SPAN)] += 1


def merge(into: np.void, other: np.void) -> None:
    """Add the blocks of `other` to `into`. Does not notice a block that is in both."""
    for name in TALLY.names or ():
        into[name] += other[name]


def blocks(record: np.void) -> int:
    """Number of blocks counted: deals, not games."""
    return int(record["results"].sum())


def pair_counts(record: np.void) -> list[int]:
    """Blocks by pair score 0, 1/4, 1/2, 3/4, 1: [LL, LD, WL+DD, WD, WW]."""
    counts = [0] * 5
    for (first, second), number in np.ndenumerate(record["results"]):
        counts[first + second] += int(number)
    return counts


def games(record: np.void) -> Games:
    """Wins, draws and losses of the first strategy over both games of every block; they add up to 2 * blocks."""
    losses, draws, wins = (record["results"].sum(axis=0) + record["results"].sum(axis=1)).tolist()
    return Games(wins, draws, losses)


# The two headlines: score and margin


def score(record: np.void, level: float = 0.95) -> Interval:
    """Mean pair score of the first strategy, 0 to 1 (0.5: equally strong), as `score_from_counts` puts it."""
    return score_from_counts(pair_counts(record), level)


def score_from_counts(counts: Sequence[int], level: float = 0.95) -> Interval:
    """Mean pair score and its interval, clipped to [0, 1], from the five counts [LL, LD, WL+DD, WD, WW] alone.

    Student's interval over blocks: s -+ t * sqrt(S2 / n), S2 = sum (p - s)^2 / (n - 1), t with n - 1 degrees of
    freedom (fishtest #348; t rather than z: OpenBench #246). Where it does not hold, `kl_interval` stands in:

    - all blocks in one cell, hence also n = 1: S2 = 0 would claim certainty;
    - near a shut-out: LL (or WW) holds three quarters of the blocks and fewer than `SHUT_OUT` lie outside. Those few
      pull to one side, and an interval of t for 95 % covers as little as 84 % (simulated; the stand-in 95 and more).

    A weakness left standing: if nearly all blocks are level (WL+DD) and a handful of others all favour the same side,
    t covers 84 to 93 %; Chernoff would there be many times too wide. No blocks: no mean, [0, 1].
    """
    if len(counts) != 5 or min(counts) < 0:
        raise ValueError(f"five counts LL, LD, WL+DD, WD, WW are wanted, none negative, not {counts}")
    counts = [int(count) for count in counts]
    n = sum(counts)
    total = sum(quarters * count for quarters, count in enumerate(counts))
    mean = total / (4 * n) if n else 0.0
    if not student_holds(counts):
        return kl_interval(mean, n, level)
    squares = sum(quarters * quarters * count for quarters, count in enumerate(counts))
    spread = n * squares - total * total  # 16 n (n - 1) S2, an integer
    half = student_half(sqrt(spread / (n - 1)) / (4 * n), n, level)
    return Interval(mean, max(0.0, mean - half), min(1.0, mean + half), level)


def student_holds(counts: Sequence[int]) -> bool:
    """Is the interval of these five counts Student's, not Chernoff's? Why: `score_from_counts`."""
    n, most = sum(counts), max(counts[0], counts[4])
    alike = max(counts) == n
    return not (alike or (4 * most >= 3 * n and n - most < SHUT_OUT))


def margin(record: np.void, level: float = 0.95) -> Margin:
    """Mean pair margin d = (m1 + m2) / 2 of the first strategy in points a game, any sign, with Student's interval.

    D -+ t * sd / sqrt(n), t with n - 1 degrees of freedom, sd = sqrt(sum (d - D)^2 / (n - 1)). No blocks: all None;
    one block: a mean but neither interval nor sd. If all d are equal, sd = 0 and the interval has no width: right for
    two strategies that always mirror each other, and no proof of anything after a handful of blocks.
    """
    n, sum_1, sum_2, square_1, square_2, product = _margin_moments(record)
    return _student(n, sum_1 + sum_2, square_1 + square_2 + 2 * product, level)


def lead_margin(record: np.void, level: float = 0.95) -> Margin:
    """Mean margin of whoever sits at side 0 and begins, in points a game: as `margin`, but of (m1 - m2) / 2.

    0 means that to begin is worth nothing between these two.
    """
    n, sum_1, sum_2, square_1, square_2, product = _margin_moments(record)
    return _student(n, sum_1 - sum_2, square_1 + square_2 - 2 * product, level)


def _student(n: int, total: int, square: int, level: float) -> Margin:
    """Mean and Student's interval of half of n whole numbers, from their sum and the sum of their squares."""
    outside(level)  # which refuses what is no level
    if n == 0:
        return Margin(None, None, None, level, None)
    mean = total / (2 * n)
    if n == 1:
        return Margin(mean, None, None, level, None)
    spread = n * square - total * total
    sd = sqrt(spread / (4 * n * (n - 1)))
    half = student_half(sd / sqrt(n), n, level)
    return Margin(mean, mean - half, mean + half, level, sd)


def sign_flip(record: np.void) -> float:
    """Two-sided p-value of "no difference": how often random signs on the d make a sum as far from 0 as the one seen.

    Fisher's randomization test (1935); it assumes no more than that, between equals, d and -d are equally likely.
    Exact for up to `FLIPS` differences other than 0 (a 0 stays, and changes nothing: both its signs agree); it works
    on the integers m1 + m2, so ties with the sum seen are true ties, and they count. Otherwise, or if any block lies
    in an end bin of the histogram, from z = sum d / sqrt(sum d^2). In [0, 1]; 1 if all differences are 0 or there are
    no blocks; a z beyond some 38 gives 0.
    """
    _, sum_1, sum_2, square_1, square_2, product = _margin_moments(record)
    total = abs(sum_1 + sum_2)
    differences = record["histogram"].copy()
    differences[SPAN] = 0
    if differences[0] + differences[2 * SPAN] > 0 or differences.sum() > FLIPS:
        return 2 * float(ndtr(-total / sqrt(square_1 + square_2 + 2 * product)))
    sizes = np.repeat(np.abs(np.arange(-SPAN, SPAN + 1)), differences).tolist()
    ways = np.zeros(sum(sizes) + 1, np.int64)  # ways[w]: sign patterns whose positive terms add up to w
    ways[0] = 1
    for size in sizes:
        ways[size:] += ways[:-size].copy()
    sums = 2 * np.arange(len(ways)) - sum(sizes)
    return int(ways[np.abs(sums) >= total].sum()) / (1 << len(sizes))


# What duplicate deals are worth


def _margin_moments(record: np.void) -> tuple[int, ...]:
    """Blocks, sums, sums of squares and sum of products of m1 and m2: Python integers, so products do not overflow."""
    sums, squares = record["margin_sums"].tolist(), record["margin_squares"].tolist()
    return blocks(record), *sums, *squares, int(record["margin_product"])


def _score_moments(record: np.void) -> tuple[int, ...]:
    """The same of the results 0, 1, 2, which are twice the scores; a ratio of variances does not notice."""
    table, result = record["results"], np.arange(3)
    first, second, square = table.sum(axis=1), table.sum(axis=0), result * result
    sums = (table.sum(), result @ first, result @ second, square @ first, square @ second, result @ table @ result)
    return tuple(map(int, sums))


def variance_reduction(record: np.void, of: Literal["margin", "score"] = "margin", level: float = 0.95) -> Factor:
    """How many times more independent games, in the same seats, would be needed for the precision of these blocks.

    F = (v1 + v2) / (v1 + v2 + 2c): v1, v2 the sample variances of game 1 and of game 2, c their covariance; above 1
    when luck cancels, below 1 when it adds up. The interval is Fisher's for an intraclass correlation (1925): F - 1/2,
    which is never less than 0, divided and times exp(2 z / sqrt(n - 3)); for equal variances F = 1 / (1 + r), and that
    is atanh(r) -+ z / sqrt(n - 3) sent through it. It takes pairs as roughly normal; where the variances differ it
    covers more than `level`. No factor if n < 2 or if all m1 + m2 are equal, as when every block is mirrored: luck
    cancels completely, the ratio is infinite (or 0/0). No interval if n < 4, v1 = 0, v2 = 0 or r is exactly +-1.
    """
    z = -z_quantile(outside(level))
    if of not in ("margin", "score"):
        raise ValueError(f"variance_reduction is of 'margin' or of 'score', not of {of!r}")
    n, sum_1, sum_2, square_1, square_2, product = _margin_moments(record) if of == "margin" else _score_moments(record)
    # n (n - 1) times the variances and the covariance: exact, so "is zero" means zero
    variance_1, variance_2 = n * square_1 - sum_1 * sum_1, n * square_2 - sum_2 * sum_2
    covariance = n * product - sum_1 * sum_2
    both = variance_1 + variance_2
    if n < 2 or both + 2 * covariance == 0:
        return Factor(None, None, None)
    factor = both / (both + 2 * covariance)
    squared = variance_1 * variance_2
    rest = squared - covariance * covariance
    if n < 4 or rest == 0:
        return Factor(factor, None, None)
    above, times = factor - 0.5, exp(2 * z / sqrt(n - 3))
    return Factor(factor, min(factor, 0.5 + above / times), max(factor, 0.5 + above * times))


def mirrored(record: np.void) -> float | None:
    """Share of blocks, 0 to 1, in which m1 == -m2: swapping the seats only swapped the outcome. None if no blocks."""
    n = blocks(record)
    return int(record["mirrored"]) / n if n else None


def lead_score(record: np.void, level: float = 0.95) -> Interval:
    """Mean score, 0 to 1, of whoever sits at side 0 and leads: the first strategy in game 1, the other in game 2.

    Each block has the value (r1 + 2 - r2) / 4, again one of 0, 1/4, ... 1, and these go the way of
    `score_from_counts`; 0.5 means that the lead is worth nothing between these two. No blocks: no mean, [0, 1].
    """
    counts = [0] * 5
    for (first, second), number in np.ndenumerate(record["results"]):
        counts[first + WIN - second] += int(number)
    return score_from_counts(counts, level)

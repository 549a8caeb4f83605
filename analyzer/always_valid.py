"""How big is it, if one looks all the time?  Intervals that hold at every look at once.

An ordinary interval for 95 % is right in 95 of 100 experiments at one look that was fixed beforehand; looked at while
the blocks come in, and stopped when it pleases, it is wrong in most.  Those here miss the truth at *any* look, ever, in
no more than 1 - level of all experiments.  The price is about twice the width.

A record is the list of its batches, in the order of the deals: of counts of cells for scores, of [blocks, sum, sum of
squares] for margins; whole numbers all, so it goes to JSON and back unharmed, and merging is putting one list behind
the other.  A batch is what came in between two looks, and looks are at fixed numbers of blocks (`next_look`), whatever
the threads do: the intervals depend, a little, on how blocks were batched.  A number that does not exist is `None`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, log1p, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import zeta  # type: ignore[import-untyped]

from analyzer.intervals import Interval, outside
from analyzer.stats import blocks

FIRST = 256  # blocks: the first look
GROWTH = 20  # a look comes after one in so many more blocks, so that a million take some 170 looks
MOST = 0.5  # of one's wealth: the largest bet
HALVINGS = 60  # of the bracket of an end
START, OTHERS = 256, 50  # blocks, and blocks away from the commonest margin: before, nothing is known of the variance
EARLY = 10  # the interval for margins is tuned to be tightest at one in so many of the planned blocks


@dataclass(frozen=True, slots=True)
class Anytime(Interval):
    """An `Interval` that holds at all looks together, and `p`, the p-value of "equals", which does so too."""

    p: float


def next_look(blocks: int) -> int:
    """The number of blocks at the first look after so many: 256, 268, 281, ..., each a twentieth more."""
    look = FIRST
    while look <= blocks:
        look += look // GROWTH
    return look


# Scores


def score(batches: Sequence[Sequence[int]], level: float = 0.95) -> Anytime:
    """Mean of a block, 0 to 1, from the counts of its cells, [LL, LD, WL+DD, WD, WW] for pairs, in every batch.

    Hedged betting (Waudby-Smith and Ramdas 2023): somebody bets on every block that the mean is above m, somebody else
    that it is below, each of them a fixed share of his wealth for a batch at a time; if the mean is m, neither gets
    rich.  The interval is all m against which neither has made 2 / (1 - level) of his 1, ends by bisection; see
    `stakes` and `wealth`.  It holds for any law of blocks, rare cells and ties included.  Cells are evenly spaced.

    The p-value is that of a mean of 1/2: 2 over the most that either ever had at a look.  So it never grows again,
    whereas the interval is that of the last look.  No blocks: no mean, [0, 1], p = 1.
    """
    limit = -log(outside(level))
    if len({len(batch) for batch in batches}) > 1 or any(len(batch) < 2 or min(batch) < 0 for batch in batches):
        raise ValueError("every batch needs counts of the same cells, two or more, none negative")
    cells = np.asarray([batch for batch in batches if any(batch)], np.int64)
    if not len(cells):
        return Anytime(None, 0.0, 1.0, level, 1.0)
    shares = stakes(cells, level)
    mean = float(cells.sum(axis=0) @ _worth(cells) / cells.sum())
    low = _lowest(lambda m: float(wealth(cells, shares, m)[-1]) < limit, mean)
    high = 1 - _lowest(lambda m: float(wealth(cells, -shares, 1 - m)[-1]) < limit, 1 - mean)
    most = max(float(wealth(cells, bets, 0.5).max()) for bets in (shares, -shares))
    return Anytime(mean, low, max(mean, high), level, min(1.0, 2 * exp(-max(most, 0.0))))


def stakes(batches: ArrayLike, level: float = 0.95) -> np.ndarray:
    """The share of wealth that is bet on every block of each batch, known before the batch; arrays of batches too.

    min(sqrt(2 ln(2 / a) / (s2 n' ln(1 + n'))), 1/2), a = 1 - level, n' the blocks with those of this batch, s2 =
    (1/4 + sum (x - mu)^2) / (n + 1), mu = (1/2 + sum x) / (n + 1), n the blocks before.
    """
    cells = np.asarray(batches)
    worth = _worth(cells)
    sizes = cells.sum(axis=-1)
    after = sizes.cumsum(axis=-1)
    n = after - sizes
    total, square = (_before(cells @ power) for power in (worth, worth**2))
    mean = (0.5 + total) / (n + 1)
    spread = (0.25 + square - 2 * mean * total + n * mean**2) / (n + 1)
    return np.minimum(np.sqrt(-2 * log(outside(level)) / (spread * after * np.log1p(after))), MOST)


def wealth(batches: ArrayLike, bets: np.ndarray, mean: float) -> np.ndarray:
    """ln of what 1 has become after each batch: sum over blocks of ln(1 + bet (value - mean)); a bet < 0 is on less."""
    cells = np.asarray(batches)
    return (cells * np.log1p(bets[..., None] * (_worth(cells) - mean))).sum(axis=-1).cumsum(axis=-1)


def _worth(cells: np.ndarray) -> np.ndarray:
    return np.linspace(0, 1, cells.shape[-1])


def _before(sums: np.ndarray) -> np.ndarray:
    return sums.cumsum(axis=-1) - sums


def _lowest(holds, mean: float) -> float:
    """The least m, 0 to `mean`, for which it holds, rounded down; it holds from there on."""
    low, high = 0.0, mean
    if holds(low):
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return low


# Margins


class Batch(NamedTuple):
    """Blocks, sum of m1 + m2, and sum of (m1 + m2)^2."""

    blocks: int
    total: int
    square: int


def margin_batch(record: np.void) -> Batch:
    """The batch that a `stats.TALLY` of its blocks is."""
    (sum_1, sum_2), (square_1, square_2) = record["margin_sums"].tolist(), record["margin_squares"].tolist()
    return Batch(blocks(record), sum_1 + sum_2, square_1 + square_2 + 2 * int(record["margin_product"]))


def others(record: np.void) -> int:
    """Blocks away from the commonest margin, in a `stats.TALLY` of all blocks."""
    return blocks(record) - int(record["histogram"].max())


def varied(n: int, others: int) -> bool:
    """May the variance of n blocks be trusted, `others` of which are away from the commonest margin?"""
    return n >= START and others >= OTHERS


def margin(
    batches: Sequence[Sequence[int]],
    others: int,
    planned: int,
    most: float | None = None,
    level: float = 0.95,
    games: int = 2,
) -> Anytime:
    """Mean margin in points a game, from [blocks, sum, sum of squares] of what all games of a block brought together.

    An asymptotic confidence sequence (Robbins 1970; Waudby-Smith et al. 2024): D -+ sd u / n, u as in `mixture_bound`
    with v = n, tuned to be tightest at a tenth of the blocks `planned`.  It asks for a variance that can be trusted, as
    `varied` says.

    Before, and for ever in a match of which nearly all blocks are alike, `most` stands in, the largest margin a game
    can have: an empirical Bernstein bound (Howard et al. 2021, theorem 4) of u as in `stitched_bound`, wide, but true
    for any law.  It sums (d - what the batches before lead one to expect)^2.  Without `most`: a mean and no interval.
    """
    tail = outside(level)
    rows = [Batch(*map(int, batch)) for batch in batches]
    n, total, square = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0)
    if planned <= 0 or (most is not None and abs(total) > most * n * games):
        raise ValueError(f"{planned} blocks planned, a margin of {most} at most, and {total} in {n} blocks?")
    if n == 0:
        return Anytime(None, None, None, level, 1.0)
    mean = total / (n * games)
    spread = n * square - total * total  # n (n - 1) times the variance of the sum of a block
    if varied(n, others) and spread > 0:
        r = best_r(planned / EARLY, level)
        sd = sqrt(spread / (n * (n - 1)))
        half = sd * mixture_bound(n, r, level) / (n * games)
        p = exp(-max(0.0, log_mixture(total / sd, n, r)))
    elif most is not None:
        reach = 2 * most * games  # what the sum of a block can vary by, and the unit of what follows
        v, off = _surprise(rows) / reach**2, abs(total) / reach
        half = reach * stitched_bound(v, tail) / (n * games)
        p = _stitched_p(v, off)
    else:
        return Anytime(mean, None, None, level, 1.0)
    low, high = mean - half, mean + half
    if most is not None:
        low, high = max(-most, low), min(most, high)
    return Anytime(mean, low, high, level, p)


def _surprise(rows: Sequence[Batch]) -> float:
    """Sum of squares of every block less the mean of the batches before, which is taken as 0 for the first."""
    found, n, total = 0.0, 0, 0
    for row in rows:
        guess = total / n if n else 0.0
        found += row.square - 2 * guess * row.total + row.blocks * guess * guess
        n, total = n + row.blocks, total + row.total
    return max(found, 0.0)


# Bounds for a sum of independent values, crossed at any time with probability 1 - level at most


def best_r(v: float, level: float = 0.95) -> float:
    """The r with which `mixture_bound` is about the tightest at v: v / (2 ln(1/a) + ln(1 + 2 ln(1/a))), a = 1 - level.

    Howard, Ramdas, McAuliffe and Sekhon 2021, section 3.5; confseq, `TwoSidedNormalMixture::best_rho`.
    """
    twice = -2 * log(2 * outside(level))
    return v / (twice + log1p(twice))


def mixture_bound(v: float, r: float, level: float = 0.95) -> float:
    """sqrt((v + r) (ln(1 + v / r) + 2 ln(1/a))): both sides; v the sum of the variances so far."""
    return sqrt((v + r) * (log1p(v / r) - 2 * log(2 * outside(level))))


def log_mixture(s: float, v: float, r: float) -> float:
    """ln(r / (v + r)) / 2 + s^2 / (2 (v + r)): ln of what betting on a sum other than 0 has made of 1, if it is s."""
    return -log1p(v / r) / 2 + s * s / (2 * (v + r))


S, ETA = 1.4, 2.0  # of the stitched bound: how crossings are shared out over epochs, and how fast these grow
K1, K2 = (ETA**0.25 + ETA**-0.25) / sqrt(2), (sqrt(ETA) + 1) / 2


def stitched_bound(v: float, tail: float, least: float = 1.0, c: float = 1.0) -> float:
    """sqrt(k1^2 v l + (k2 c l)^2) + k2 c l, l = s ln ln(eta v / least) + ln(zeta(s) / ln(eta)^s) + ln(1 / tail).

    One side only.  c = 1 for values in a range of 1, v the sum of their squares less what was expected, not below
    `least`.  Howard et al. 2021, equation 10; confseq, `poly_stitching_bound`.
    """
    v = max(v, least)
    ell = _epochs(v / least) - log(tail)
    slope = K2 * c * ell
    return sqrt(K1 * K1 * v * ell + slope * slope) + slope


def _epochs(growth: float) -> float:
    return S * log(log(ETA * growth)) + log(zeta(S) / log(ETA) ** S)


def _stitched_p(v: float, off: float) -> float:
    """Twice the tail at which `stitched_bound(v, tail)` is `off`."""
    v = max(v, 1.0)
    return min(1.0, 2 * exp(_epochs(v) - off * off / (K1 * K1 * v + 2 * K2 * off)))

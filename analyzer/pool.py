"""A pool of strategies too large for one table: what is each worth, from blocks of several kinds?

Every deal draws a mixture of the pool (see `standings` for blocks, kinds, places and entries).  A strategy's rating is
what a place is worth in its hands: by how much more it is paid than another one is the difference of their ratings.
"""

from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer.intervals import Interval, outside, t_quantile
from analyzer.standings import Contrast, Counts, check_sums, holm

ROUNDING = 1e-12  # a variance smaller than this share of what it is a difference of is none


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a place is worth in a strategy's hands: an interval for each entry, and all differences `[e, f]`, e < f.

    The intervals hold one at a time; the p-values of the differences are Holm's, so they hold all together.
    """

    entries: list[Interval]
    contrasts: dict[tuple[int, int], Contrast]


def ratings(counts: Counts, places: np.ndarray, level: float = 0.95) -> Ratings | None:
    """What every entry of a pool is worth, from blocks of several kinds: an additive model, by least squares.

    A place of entry s is expected to be paid r_s less the mean of r over the table, sum r = 0: so r_s - r_t is by how
    much s is paid more than t at the same table.  (With two at the table this is HodgeRank: Jiang, Lim, Yao and Ye
    2011.)  `places[kind, entry]` counts the places of an entry in a block of a kind; `places[kind, game, entry]` is
    wanted if the games of a block are not all of the same line-up.

    With n the places at a table of c, a block of a kind is expected to pay H r, H the sum over its games of
    diag(n) - n n' / c.  Since payoffs sum to zero, least squares over places is (sum of H over blocks) r = sum of all
    payoffs.  The covariance of r is the sandwich of residuals by block (Liang and Zeger 1986), times N / (N - q), N
    the sum of the ranks of H over blocks, q = entries - 1; it needs no additive truth.  t has the degrees of freedom
    of the deals in which the rarer entry sat, less one.  With one kind of block and one line-up this is `contrast`.

    None if not all entries have met, directly or by way of others.  No intervals, and p = 1, if N = q or an entry sat
    in only one deal.
    """
    check_sums(counts)
    tail = outside(level)
    kinds, entries = counts.payoffs.shape
    # [kind, game or line-up, entry]
    seats = np.asarray(places, np.float64).reshape(kinds, -1, entries)
    if counts.payoffs.sum(axis=1).any():
        raise ValueError("ratings need an entry for every place: the payoffs of the entries do not sum to zero")
    shares = seats / np.maximum(seats.sum(axis=2, keepdims=True), 1)
    pull = seats.sum(axis=1)[:, :, None] * np.eye(entries) - np.einsum("kge,kgf->kef", seats, shares)
    whole = np.tensordot(counts.blocks, pull, 1)
    if not _connected(whole != 0):
        return None
    # `whole` takes equal ratings to 0; a constant added to it mends that, and drops out since payoffs sum to zero
    bread = np.linalg.inv(whole + whole.trace())
    worth = bread @ counts.payoffs.sum(axis=0)
    expected = pull @ worth
    mixed = counts.payoffs.T @ expected
    meat = counts.payoff_products.sum(axis=0) - mixed - mixed.T + (expected.T * counts.blocks) @ expected
    facts = int(counts.blocks @ np.linalg.matrix_rank(pull, rtol=1e-9, hermitian=True))
    spare = facts - (entries - 1)
    covariance = bread @ meat @ bread * (facts / max(spare, 1))
    scale = abs(bread) @ abs(counts.payoff_products.sum(axis=0)) @ abs(bread)
    deals = counts.blocks @ (seats.sum(axis=1) > 0)

    def estimate(direction: np.ndarray) -> tuple[Interval, float]:
        mean, variance = float(direction @ worth), float(direction @ covariance @ direction)
        if variance < ROUNDING * float(abs(direction) @ scale @ abs(direction)):
            variance = 0.0
        n = int(deals[direction != 0].min())
        if n < 2 or spare < 1:
            return Interval(mean, None, None, level), 1.0
        error = sqrt(variance)
        half = -t_quantile(tail, n - 1) * error
        p = 2 * float(stdtr(n - 1, -abs(mean) / error)) if error else min(1.0, 2.0 ** (1 - n)) if mean else 1.0
        return Interval(mean, mean - half, mean + half, level), p

    units = np.eye(entries)
    pairs = list(combinations(range(entries), 2))
    gaps = [estimate(units[e] - units[f]) for e, f in pairs]
    fair = holm([p for _, p in gaps])
    contrasts = {
        pair: Contrast(gap.mean, gap.low, gap.high, level, p)
        for pair, (gap, _), p in zip(pairs, gaps, fair, strict=True)
    }
    return Ratings([estimate(unit)[0] for unit in units], contrasts)


def _connected(met: np.ndarray) -> bool:
    """Does every entry reach every other one, from one it has met to the next?"""
    reach = met
    for _ in range(len(met)):
        reach = reach @ met
    return bool(reach.all())

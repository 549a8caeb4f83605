"""What do strategies make of one another?  The means of all pairings of a round robin, and how surely they are known.

A *pairing* (i, j) is a duel of two strategies over blocks of deals, the only units of independence, as in `stats`.  Its
mean is told as an *excess*, what i makes of j beyond what it would make of its equal: pair score less 1/2, or points.

All pairings should play the same deals.  Then the blocks of two pairings share their cards, their means vary together,
and a difference of two ratings is known better, or worse, than the pairings apart would tell.  So what is counted are
joint sums over deals, exact integers: `total[s]`, of the value of the block of pairing s, and `product[s, t]`, of the
product of the values of the blocks of pairings s and t.  Adding them up merges deals, and no order matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtr  # type: ignore[import-untyped]

from analyzer.intervals import outside, z_quantile
from analyzer.standings import Contrast, holm

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Payoffs:
    """Means of S pairings of `size` strategies, and the covariance of these means; built by a function below.

    A shut-out looks surer than it is: a pairing whose every block was won has no spread.  So the variance of a mean is
    taken as if one block more had been played, and had gone the other way by as much: no variance of a block is less
    than (2 excess)^2 / (n + 1), or than the mean variance over all pairings / (n + 1).
    """

    size: int
    pairs: tuple[Pair, ...]
    blocks: int  # of each pairing
    excess: np.ndarray  # [S], mean of the first strategy beyond that of its equal
    covariance: np.ndarray  # [S, S], of these means; n times its diagonal is the variance of a block

    @property
    def variances(self) -> np.ndarray:
        """Of a block, by pairing."""
        spreads: np.ndarray = self.blocks * self.covariance.diagonal()
        return spreads

    def design(self) -> np.ndarray:
        """[S, size]: 1 for the first strategy of a pairing, -1 for the second."""
        rows = np.zeros((len(self.pairs), self.size))
        for row, (i, j) in zip(rows, self.pairs, strict=True):
            row[i], row[j] = 1, -1
        return rows

    def matrix(self, excess: np.ndarray | None = None) -> np.ndarray | None:
        """[size, size], antisymmetric: the excess of row over column.  None if some have not met."""
        if len(self.pairs) < self.size * (self.size - 1) // 2:
            return None
        whole = np.zeros((self.size, self.size))
        for (i, j), mean in zip(self.pairs, self.excess if excess is None else excess, strict=True):
            whole[i, j], whole[j, i] = mean, -mean
        return whole

    def only(self, kept: Sequence[int]) -> "Payoffs":
        """The pairings among some strategies, which are numbered anew in the order given."""
        new = {old: k for k, old in enumerate(kept)}
        rows = [s for s, (i, j) in enumerate(self.pairs) if i in new and j in new]
        pairs = tuple((new[i], new[j]) for i, j in (self.pairs[s] for s in rows))
        covariance = self.covariance[np.ix_(rows, rows)]
        return Payoffs(len(kept), pairs, self.blocks, self.excess[rows], covariance)

    def connected(self) -> bool:
        """Have all met, directly or by way of others?"""
        return bool(reachable(abs(self.design()).T @ abs(self.design()) > 0).all())


def from_sums(
    size: int,
    pairs: Sequence[Pair],
    deals: int,
    totals: np.ndarray,
    products: np.ndarray,
    unit: int,
    even: int,
) -> Payoffs:
    """From the joint sums of whole-numbered block values over `deals` deals that all pairings have played.

    `unit` is what the value is divided by, `even` what equals make: 4 and 2 for pair scores in quarters, 2 and 0 for
    the points of two games (m1 + m2).  Covariance of the means: (n P_st - T_s T_t) / (n^2 (n - 1)), in units.
    """
    pairs = _checked(size, pairs)
    n = int(deals)
    if n < 2:
        raise ValueError(f"the spread of the deals is known from two on, not from {n}")
    total, product = np.array(totals).astype(object), np.array(products).astype(object)  # Python's: no overflow
    if total.shape != (len(pairs),) or product.shape != (len(pairs), len(pairs)):
        raise ValueError(f"{len(pairs)} pairings want as many totals and their square of products")
    if (product != product.T).any():
        raise ValueError("the products of s and t are not those of t and s")
    spread = n * product - np.multiply.outer(total, total)
    excess = np.array([(t - n * even) / (n * unit) for t in total], float)
    covariance = np.array([[s / (n * n * (n - 1) * unit * unit) for s in row] for row in spread], float)
    return guarded(size, pairs, n, excess, covariance)


def _checked(size: int, pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    whole = tuple((int(i), int(j)) for i, j in pairs)
    if any(not (0 <= i < size and 0 <= j < size and i != j) for i, j in whole):
        raise ValueError(f"a pairing is of two different strategies of 0..{size - 1}")
    if len({frozenset(pair) for pair in whole}) < len(whole) or not whole:
        raise ValueError("pairings are wanted, each of them once")
    return whole


def guarded(size: int, pairs: tuple[Pair, ...], blocks: int, excess: np.ndarray, covariance: np.ndarray) -> Payoffs:
    """`Payoffs`, with no variance less than one block more would make it."""
    spreads = blocks * covariance.diagonal()
    least = np.maximum((2 * excess) ** 2, spreads.mean()) / (blocks + 1)
    covariance = covariance.copy()
    covariance[np.diag_indices_from(covariance)] = np.maximum(spreads, least) / blocks
    return Payoffs(size, pairs, blocks, excess, covariance)


def reachable(steps: np.ndarray) -> np.ndarray:
    """[i, j]: does a way lead from i to j, if `steps[i, j]` says where one step leads?"""
    reach = (steps != 0) | np.eye(len(steps), dtype=bool)
    for _ in range(len(steps).bit_length()):
        reach = (reach.astype(int) @ reach) > 0
    return reach


def estimate(mean: float, variance: float, level: float, blocks: int) -> Contrast:
    """A mean that is normally distributed: -+ z * sqrt(variance), and the two-sided p-value of "0".

    Without variance there is no z, and p is that of random signs (Fisher 1935): 2 / 2^blocks, or 1 if the mean is 0.
    """
    error = sqrt(variance)
    half = -z_quantile(outside(level)) * error
    p = 2 * float(ndtr(-abs(mean) / error)) if error else min(1.0, 2.0 ** (1 - blocks)) if mean else 1.0
    return Contrast(mean, mean - half, mean + half, level, p)


def adjusted(contrasts: dict[Pair, Contrast]) -> dict[Pair, Contrast]:
    """The same with Holm's p-values, which hold all together; the intervals hold one at a time."""
    fair = holm([one.p for one in contrasts.values()])
    return {
        pair: Contrast(one.mean, one.low, one.high, one.level, p)
        for (pair, one), p in zip(contrasts.items(), fair, strict=True)
    }


def duels(payoffs: Payoffs, level: float = 0.95) -> dict[Pair, Contrast]:
    """The excess of every pairing that was played, with its interval and Holm's p-value of "these two are equal"."""
    found = zip(payoffs.excess.tolist(), payoffs.covariance.diagonal().tolist(), strict=True)
    means = [estimate(mean, variance, level, payoffs.blocks) for mean, variance in found]
    return adjusted(dict(zip(payoffs.pairs, means, strict=True)))

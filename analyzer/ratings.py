"""Who is how strong?  One number for each strategy of a round robin, and what is sure about their order.

Two models.  *Additive*, the default, in score points or points: what i makes of j beyond its equal is r_i - r_j.
*Bradley-Terry*, in logits or Elo: the score of i against j is 1 / (1 + exp(r_j - r_i)).  Both sum to zero, both are
estimates of a truth that need not follow the model (see `cycles` for that), and the errors of both are those of the
blocks as measured, with the covariance of pairings that played the same deals.  `pool` rates mixtures at one table.
"""

from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from typing import Literal

import numpy as np
from scipy.special import expit, log_expit  # type: ignore[import-untyped]

from analyzer.intervals import Interval
from analyzer.payoffs import Pair, Payoffs, adjusted, estimate, reachable
from analyzer.standings import Contrast

ELO = 400 / log(10)  # Elo points in a logit
HEAVIEST = 4  # no block weighs more than so many of those that weigh least: see `additive`
ROUNDING = 1e-12  # a variance smaller than this share of what it is a difference of is none


@dataclass(frozen=True, slots=True)
class Ranking:
    """Ratings that sum to zero, their differences and the ranks that are left open.

    `differences[i, j]`, i < j, is of i less j.  Intervals hold one at a time, the p-values (Holm's) all together, and
    so do the ranks: each strategy's is between the two numbers given (1 is best), all at once in `level` of all
    tournaments.  Where no two ways lead from one strategy to another, as in a gauntlet, nothing tells whether one may
    add up differences: then `differences` holds only those who met.
    """

    ratings: list[Interval]
    errors: list[float]  # standard errors of the ratings
    differences: dict[Pair, Contrast]
    ranks: list[tuple[int, int]]
    mended: bool = False  # were draws added because of a shut-out?


def additive(
    payoffs: Payoffs, level: float = 0.95, weights: Literal["variance", "equal"] = "variance"
) -> Ranking | None:
    """Ratings by least squares: minimise sum over pairings of w (excess - (r_i - r_j))^2, sum r = 0.

    HodgeRank (Jiang, Lim, Yao and Ye 2011).  w = n / V, V the variance of a block, or equal weights.  With D the
    pairings' differences, W the weights and C the covariance of the means, Cov r = L D'WCWD L, L = (D'WD)^+, which is
    L if pairings are independent and w = n / V.  None if not all have met, directly or by way of others.  As all
    pairings are of n blocks, n drops out of the ratings.

    Near a shut-out V is next to nothing, and all who beat a beginner every time would be rated alike, whatever they
    make of each other; so no V counts for less than a quarter of the largest.
    """
    if weights not in ("variance", "equal"):
        raise ValueError(f"weights are by 'variance' or 'equal', not {weights!r}")
    if not payoffs.connected():
        return None
    rows, spreads = payoffs.design(), payoffs.variances
    most = float(spreads.max())
    weight = 1 / np.maximum(spreads, most / HEAVIEST) if weights == "variance" and most else np.ones(len(spreads))
    hat = np.linalg.pinv((rows.T * weight) @ rows, hermitian=True) @ (rows.T * weight)
    return _ranking(payoffs, hat @ payoffs.excess, hat, level)


def bradley_terry(payoffs: Payoffs, level: float = 0.95, scale: float = 1.0) -> Ranking | None:
    """Ratings by Bradley and Terry's model (1952), a draw half a win; `scale` ELO tells them in Elo points.

    Solves sum_j (X_ij - 1 / (1 + exp(r_j - r_i))) = 0 by Newton's method; X must be scores.  With H the sum of
    p (1 - p) uu', u = e_i - e_j, and C the covariance of the means, that of the ratings is H^+ D'CD H^+: for
    independent pairings the middle is the sum of V / n uu' (Huber 1967).  It counts a block as one observation, not as
    two games with variances p (1 - p).

    If some have won all there is to win from all others, they would be infinitely strong: then every pairing is given
    one block more, a drawn one, and `mended` says so.  None if not all have met, directly or by way of others.
    """
    if (abs(payoffs.excess) > 0.5).any():
        raise ValueError("Bradley and Terry's model is of scores from 0 to 1, not of points")
    if not payoffs.connected():
        return None
    rows, n, scores = payoffs.design(), payoffs.blocks, payoffs.excess + 0.5
    takes = np.zeros((payoffs.size, payoffs.size), bool)
    for (i, j), x in zip(payoffs.pairs, scores, strict=True):
        takes[i, j], takes[j, i] = x > 0, x < 1
    mended = not reachable(takes).all()
    if mended:
        scores = (n * scores + 0.5) / (n + 1)
    worth = _newton(rows, scores)
    p = expit(rows @ worth)
    hat = np.linalg.pinv((rows.T * (p * (1 - p))) @ rows, hermitian=True) @ rows.T
    return _ranking(payoffs, scale * worth, scale * hat, level, mended)


def _newton(rows: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """The ratings of greatest likelihood, which is concave: whole steps, halved while they lead down."""

    def likelihood(at: np.ndarray) -> float:
        return float((scores * log_expit(rows @ at) + (1 - scores) * log_expit(-(rows @ at))).sum())

    worth = np.zeros(rows.shape[1])
    for _ in range(100):
        p = expit(rows @ worth)
        slope = rows.T @ (scores - p)
        if abs(slope).max() < 1e-13 * len(scores):
            break
        step = np.linalg.pinv((rows.T * (p * (1 - p))) @ rows, hermitian=True) @ slope
        while likelihood(worth + step) < likelihood(worth) and abs(step).max() > 1e-15:
            step = step / 2
        worth = worth + step
    return worth


def _ranking(payoffs: Payoffs, worth: np.ndarray, hat: np.ndarray, level: float, mended: bool = False) -> Ranking:
    """Everything from the ratings and `hat`, how they follow the means of the pairings."""
    covariance = hat @ payoffs.covariance @ hat.T
    scale = abs(hat) @ abs(payoffs.covariance) @ abs(hat.T)
    blocks, size = payoffs.blocks, payoffs.size

    def known(direction: np.ndarray) -> Contrast:
        variance = float(direction @ covariance @ direction)
        floor = ROUNDING * float(abs(direction) @ scale @ abs(direction))
        return estimate(float(direction @ worth), variance if variance > floor else 0.0, level, blocks)

    units = np.eye(size)
    tree = len(payoffs.pairs) == size - 1
    met = {(min(pair), max(pair)) for pair in payoffs.pairs}
    pairs = [pair for pair in combinations(range(size), 2) if pair in met or not tree]
    differences = adjusted({(i, j): known(units[i] - units[j]) for i, j in pairs})
    ratings = [known(unit) for unit in units]
    errors = [sqrt(max(0.0, variance)) for variance in covariance.diagonal().tolist()]
    intervals = [Interval(one.mean, one.low, one.high, level) for one in ratings]
    return Ranking(intervals, errors, differences, _ranks(size, differences, 1 - level), mended)


def _ranks(size: int, differences: dict[Pair, Contrast], alpha: float) -> list[tuple[int, int]]:
    """[1 + how many are surely better, all - how many are surely worse]."""
    best, worst = [1] * size, [size] * size
    for (i, j), gap in differences.items():
        if gap.p <= alpha and gap.mean:
            above, below = (i, j) if gap.mean > 0 else (j, i)
            best[below] += 1
            worst[above] -= 1
    return list(zip(best, worst, strict=True))

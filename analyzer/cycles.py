"""Does one number do justice to a strategy, or does A beat B, B beat C and C beat A?

The excess of pairings (see `payoffs`) is split in two: differences of ratings, and a rest that runs in circles and that
no ratings explain (HodgeRank: Jiang, Lim, Yao and Ye 2011).
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.special import chdtrc  # type: ignore[import-untyped]

from analyzer.payoffs import Payoffs, duels


@dataclass(frozen=True, slots=True)
class Circles:
    """How much of what strategies make of one another runs in circles, and which circles are certain."""

    q: float | None  # chi-square distributed with `df` degrees of freedom if ratings explain everything
    df: int  # how many circles there are that do not follow from others
    p: float | None
    share: float | None  # of the sum of squares, 0 to 1, as seen
    corrected: float | None  # the same less what chance alone would give
    cycles: list[tuple[int, int, int]]  # i surely beats j, j surely beats k and k surely beats i


def circles(payoffs: Payoffs, level: float = 0.95) -> Circles:
    """Test and measure what ratings leave unexplained.

    Q = z' (K'CK)^-1 z, z = K'excess, K an orthonormal basis of the circles, all that is orthogonal to differences of
    ratings, and C the covariance of the means.  Whatever the weights of the ratings, this is the squared residual in
    its own covariance; for independent pairings it is sum n / V * residual^2 of the weighted fit, with (k - 1)(k - 2)/2
    degrees of freedom for all pairings of k.  None if there are no circles, as in a gauntlet.

    The share is |KK'excess|^2 / |excess|^2, unweighted; chance adds the trace of KK'C above and that of C below the
    line, (k - 2) / k * sum V / n and sum V / n if all have met.  Corrected it is kept within 0 and 1, and None if
    chance alone explains all of the excess.  The cycles are those of three whose every duel is sure by Holm's p-values.
    """
    if payoffs.size < 3:
        return Circles(None, 0, None, None, None, [])
    rows, excess, covariance = payoffs.design(), payoffs.excess, payoffs.covariance
    sides, sizes, _ = np.linalg.svd(rows)
    basis = sides[:, int((sizes > 1e-9 * sizes.max()).sum()) :]
    df = basis.shape[1]
    around = basis.T @ excess
    square, seen = float(excess @ excess), float(around @ around)
    by_chance, in_all = float(np.trace(basis.T @ covariance @ basis)), float(np.trace(covariance))
    q = _squared(basis.T @ covariance @ basis, around) if df else None
    return Circles(
        q=q,
        df=df,
        p=None if q is None else float(chdtrc(df, q)),
        share=min(1.0, seen / square) if df and square else None,
        corrected=min(1.0, max(0.0, (seen - by_chance) / (square - in_all))) if df and square > in_all else None,
        cycles=_cycles(payoffs, level),
    )


def _squared(covariance: np.ndarray, around: np.ndarray) -> float | None:
    """around' covariance^-1 around, leaving out directions in which nothing varies; None if nothing ever does."""
    spreads, axes = np.linalg.eigh(covariance)
    if spreads.max() <= 0:
        return None
    kept = spreads > 1e-12 * spreads.max()
    return float(((axes.T @ around)[kept] ** 2 / spreads[kept]).sum())


def _cycles(payoffs: Payoffs, level: float) -> list[tuple[int, int, int]]:
    beats = np.zeros((payoffs.size, payoffs.size), bool)
    for (i, j), duel in duels(payoffs, level).items():
        if duel.p <= 1 - level and duel.mean:
            beats[(i, j) if duel.mean > 0 else (j, i)] = True
    found = []
    for i, j, k in combinations(range(payoffs.size), 3):
        found += [(a, b, c) for a, b, c in ((i, j, k), (i, k, j)) if beats[a, b] and beats[b, c] and beats[c, a]]
    return found

"""Whom would a player choose who knows that the others choose well, too?  Nash averaging (Balduzzi and others 2018).

Two players each name a strategy of a round robin, and the one is paid the excess of his over the other's.  The best
mixtures to name are the Nash equilibria; of these the one of greatest entropy is unique, and copies of a strategy
share what it would get alone, so nobody is rated higher for company.  What a strategy makes of that mixture is its
skill: 0 for those in it, and 0 or less for the others.

Who is in the mixture may turn on a hair, so look at `support`, which tells how often over resampled means.
"""

from dataclasses import dataclass

import numpy as np

from analyzer.payoffs import Payoffs

TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The mixture of greatest entropy among the Nash equilibria, and what each strategy makes of it."""

    weights: list[float]  # sum to 1
    skill: list[float]  # never above 0


def nash(payoffs: Payoffs) -> Equilibrium | None:
    """The Nash average of a round robin; None if some have not met."""
    matrix = payoffs.matrix()
    return None if matrix is None else nash_of(matrix)


def nash_of(matrix: np.ndarray) -> Equilibrium:
    """The same of an antisymmetric matrix M: x of greatest entropy with M x <= 0, x >= 0, sum x = 1.

    First, who is in any equilibrium at all: a linear program (see `in_support`).  Among these M x = 0 in every
    equilibrium; if that has one solution it is the answer.  Otherwise x is proportional to exp(-A'l), the rows of A
    being M's of those within (l of any sign) and without (l >= 0), where the dual, log sum exp(-A'l), is least.
    """
    matrix = np.asarray(matrix, float)
    if matrix.ndim != 2 or not np.array_equal(matrix, -matrix.T):
        raise ValueError("the excess of j over i must be that of i over j with the other sign")
    scale = abs(matrix).max() or 1.0
    within = in_support(matrix)
    inner = matrix[np.ix_(within, within)] / scale
    _, sizes, axes = np.linalg.svd(inner)
    weights = np.zeros(len(matrix))
    if (sizes > TINY).sum() == len(sizes) - 1:
        weights[within] = abs(axes[-1]) / abs(axes[-1]).sum()
    else:
        weights[within] = _even(inner, matrix[np.ix_(~within, within)] / scale)
    skill = np.where(within, 0.0, np.minimum(0.0, matrix @ weights))
    return Equilibrium(weights.tolist(), skill.tolist())


def in_support(matrix: np.ndarray) -> np.ndarray:
    """Which strategies are played in some equilibrium (bool)?

    x may be scaled at will, so ask for the most sum z with z <= x, z <= 1, M x <= 0, x >= 0: equilibria can be added
    up, hence z is 1 for all who are in one and 0 for all others (strict complementarity: Goldman and Tucker 1956).
    """
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    size = len(matrix)
    scale = abs(matrix).max() or 1.0
    one, none = np.eye(size), np.zeros((size, size))
    found = linprog(
        np.r_[np.zeros(size), -np.ones(size)],
        A_ub=np.block([[matrix / scale, none], [-one, one]]),
        b_ub=np.zeros(2 * size),
        bounds=[(0, None)] * size + [(0, 1)] * size,
        method="highs",
    )
    if not found.success:
        raise ArithmeticError(f"the linear program of the Nash equilibrium failed: {found.message}")
    inside: np.ndarray = found.x[size:] > 0.5
    return inside


def _even(inner: np.ndarray, outer: np.ndarray) -> np.ndarray:
    """The x of greatest entropy with inner x = 0 and outer x <= 0, by the dual; last digits by Newton's method."""
    from scipy.optimize import minimize

    rows = np.vstack([inner, outer])
    free = len(inner)

    def mixture(pull: np.ndarray) -> tuple[float, np.ndarray]:
        powers = -rows.T @ pull
        top = powers.max()
        shares = np.exp(powers - top)
        return float(top + np.log(shares.sum())), shares / shares.sum()

    def dual(pull: np.ndarray) -> tuple[float, np.ndarray]:
        value, x = mixture(pull)
        return value, -rows @ x

    bounds = [(None, None)] * free + [(0, None)] * len(outer)
    options = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-12}
    pull = minimize(dual, np.zeros(len(rows)), jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
    active = np.r_[np.ones(free, bool), pull[free:] > 1e-7]
    for _ in range(30):
        x = mixture(pull)[1]
        bend = (rows[active] * x) @ rows[active].T - np.outer(rows[active] @ x, rows[active] @ x)
        step = np.zeros(len(rows))
        step[active] = np.linalg.lstsq(bend, rows[active] @ x, rcond=1e-12)[0]
        if abs(rows[active] @ mixture(pull + step)[1]).max() >= abs(rows[active] @ x).max():
            break
        pull = pull + step
    return mixture(pull)[1]


def support(payoffs: Payoffs, draws: np.ndarray) -> list[float] | None:
    """How often each strategy is in the equilibrium, over `draws[r, s]`: resampled excesses of the pairings."""
    if payoffs.matrix() is None:
        return None
    inside = [in_support(payoffs.matrix(draw)) for draw in draws]  # type: ignore[arg-type]
    return np.mean(inside, axis=0).tolist()

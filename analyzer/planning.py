"""How many blocks will it take?  For a match of fixed length, and for a walk that stops at a bound.

Both are told from the variance of a block, which a few hundred blocks show well enough, and both are approximations:
sums of blocks are taken as normal, and a walk as one that stops exactly on a bound.
"""

from math import ceil, expm1, inf
from typing import NamedTuple

from analyzer.intervals import outside, z_quantile

FLAT = 1e-6  # a walk that drifts less than this, as told by its ends, does not drift


class Plan(NamedTuple):
    """Probability that a walk ends at its upper bound, and the mean number of blocks until it ends at either."""

    upper: float
    blocks: float


def fixed_blocks(difference: float, variance: float, alpha: float, beta: float) -> float:
    """Blocks for a test of fixed length: (z(1 - alpha) + z(1 - beta))^2 variance / difference^2, one-sided.

    alpha: how often "no difference" is taken for the difference; beta: how often the reverse.
    """
    if not (variance >= 0 and 0 < abs(difference) < inf):
        raise ValueError(f"a difference other than 0 and a variance are wanted, not {difference} and {variance}")
    return (z_quantile(alpha) + z_quantile(beta)) ** 2 * variance / difference**2


def blocks_to_see(difference: float, variance: float, power: float = 0.8, level: float = 0.95) -> int:
    """Blocks after which the interval of `level` leaves "no difference" outside with probability `power`.

    Two-sided: `fixed_blocks` with alpha = (1 - level) / 2, rounded up; never less than 2.
    """
    return max(2, ceil(fixed_blocks(difference, variance, outside(level), 1 - power)))


def walk(drift: float, variance: float, lower: float, upper: float) -> Plan:
    """A walk from 0 with so much drift and variance a block, until it leaves (lower, upper): Wald's formulas (1945).

    With h = -2 drift / variance, P(upper) = (1 - e^(h lower)) / (e^(h upper) - e^(h lower)), and the mean length is
    (P upper + (1 - P) lower) / drift; without drift, P = -lower / (upper - lower), and -lower upper / variance.  A walk
    that starts outside has ended.
    """
    if not lower < 0 < upper:
        return Plan(1.0 if upper <= 0 else 0.0, 0.0)
    h = -2 * drift / variance
    if abs(h) * (upper - lower) < FLAT:
        return Plan(-lower / (upper - lower), -lower * upper / variance)
    inner = -h * lower if h < 0 else -h * upper  # towards the bound it drifts away from; never positive
    share = expm1(inner) / expm1(-abs(h) * (upper - lower))
    p = share if h < 0 else 1 - share
    return Plan(p, (p * upper + (1 - p) * lower) / drift)

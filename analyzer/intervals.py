"""How sure may one be of a mean, or of a rate?  Quantiles and intervals, whatever was counted.

`level` is always the wanted coverage, strictly between 0 and 1.  A number that does not exist is `None`: nothing here
returns nan or an infinity.
"""

from dataclasses import dataclass
from math import log, sqrt

from scipy.special import betaincinv, ndtri, rel_entr, stdtrit  # type: ignore[import-untyped]

FEW = 20  # trials: up to here a rate is told by the exact interval, as `stats.sign_flip` counts all signs
SHUT_OUT = 10  # blocks: with fewer than this many away from a dominating end, Student's interval is not to be trusted


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the interval that covers the truth in `level` of all experiments; low <= mean <= high."""

    mean: float | None
    low: float | None
    high: float | None
    level: float


# Quantiles


def t_quantile(p: float, df: float) -> float:
    """The value Student's t with `df` degrees of freedom stays below with probability p; 0 < p < 1, df > 0."""
    if not (0 < p < 1 and df > 0):
        raise ValueError(f"t_quantile needs 0 < p < 1 and df > 0, not p = {p}, df = {df}")
    return float(stdtrit(df, p))


def z_quantile(p: float) -> float:
    """The value a standard normal variable stays below with probability p; 0 < p < 1."""
    if not 0 < p < 1:
        raise ValueError(f"z_quantile needs 0 < p < 1, not {p}")
    return float(ndtri(p))


def outside(level: float) -> float:
    """What an interval of this level leaves out on each side. Quantiles are taken there: 1 - tail may round to 1."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies strictly between 0 and 1 (say 0.95), not {level}")
    return (1 - level) / 2


# Intervals


def student_half(error: float, n: int, level: float = 0.95) -> float:
    """Half the width of Student's interval for the mean of n independent values, n > 1, from its standard error."""
    return -t_quantile(outside(level), n - 1) * error


def kl_interval(mean: float, n: int, level: float = 0.95) -> Interval:
    """Chernoff's interval for the mean of n independent values in [0, 1], good for every n and every such law.

    All q with n * kl(mean, q) <= ln(2 / (1 - level)), where kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)); the ends by
    bisection (Chernoff 1952, Hoeffding 1963). Covers at least `level`, mostly more, so it is wide. A mean of 1 gives
    [((1 - level) / 2) ** (1/n), 1]; n = 0 gives no mean and [0, 1].
    """
    limit = -log(outside(level))
    if n < 0 or not 0 <= mean <= 1:
        raise ValueError(f"kl_interval needs n >= 0 and a mean in [0, 1], not n = {n}, mean = {mean}")
    if n == 0:
        return Interval(None, 0.0, 1.0, level)
    low = _kl_low(mean, limit / n)
    high = max(mean, 1 - _kl_low(1 - mean, limit / n))
    return Interval(mean, low, high, level)


def _kl_low(mean: float, limit: float) -> float:
    """The q below `mean` where kl(mean, q) reaches `limit`, rounded outwards."""
    low, high = 0.0, mean
    for _ in range(200):  # some 60 halvings exhaust the digits, unless q is next to nothing
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if rel_entr(mean, middle) + rel_entr(1 - mean, 1 - middle) <= limit:
            high = middle
        else:
            low = middle
    return low


def told_exactly(successes: int, n: int) -> bool:
    """Should a rate have the interval of Clopper and Pearson, not Wilson's: few trials, or all of one kind?"""
    return n <= FEW or not 0 < successes < n


def wilson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval (1927) for a plain rate, such as how often a rule fires; mean = successes / n.

    (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n). Right on average over rates, not for each one. The
    trials must be independent, which the two games of a block are not. n = 0 gives no mean and [0, 1].
    """
    z = -z_quantile(outside(level))
    if _no_trials(successes, n):
        return Interval(None, 0.0, 1.0, level)
    rate = successes / n
    shrink = 1 + z * z / n
    centre = (rate + z * z / (2 * n)) / shrink
    half = z / shrink * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    low = min(rate, max(0.0, centre - half)) if successes > 0 else 0.0  # exact at both ends, where rounding would show
    high = max(rate, min(1.0, centre + half)) if successes < n else 1.0
    return Interval(rate, low, high, level)


def clopper_pearson(successes: int, n: int, level: float = 0.95) -> Interval:
    """The "exact" interval for a rate (Clopper and Pearson 1934): never covers less than `level`; mean = successes / n.

    Its low end is the rate at which as many successes or more have probability (1 - level) / 2 (a beta quantile), its
    high end the same for failures. No success: low = 0; no failure: high = 1; n = 0 gives no mean and [0, 1].
    """
    tail = outside(level)
    if _no_trials(successes, n):
        return Interval(None, 0.0, 1.0, level)
    rate, failures = successes / n, n - successes
    low = min(rate, float(betaincinv(successes, failures + 1, tail))) if successes else 0.0
    high = max(rate, 1 - float(betaincinv(failures, successes + 1, tail))) if failures else 1.0
    return Interval(rate, low, high, level)


def _no_trials(successes: int, n: int) -> bool:
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} trials?")
    return n == 0

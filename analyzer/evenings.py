"""From one deal to an evening: who wins the best of so many, and how many of them it takes to know who plays better.

A *deal* is won with probability p and lost with 1 - p; a drawn one counts for nobody and is dealt again.  Players who
do not look at how the evening stands win deal after deal with the same p.
"""

from math import floor, log10

from scipy.special import betainc  # type: ignore[import-untyped]

from analyzer.intervals import Interval
from analyzer.planning import blocks_to_see


def best_of(deals: int, p: float) -> float:
    """The chance to win the best of an odd number of deals, of which k = (deals + 1) / 2 win it.

    The k-th win ends it, after j < k losses in any order: sum over j of C(k - 1 + j, j) p^k (1 - p)^j, which is the
    regularized incomplete beta function I_p(k, k).
    """
    if deals < 1 or deals % 2 == 0:
        raise ValueError(f"an evening is the best of an odd number of games, such as 5, not of {deals}")
    if not 0 <= p <= 1:
        raise ValueError(f"a game is won with a chance between 0 and 1, not with {p}")
    k = (deals + 1) // 2
    return float(betainc(k, k, p))


def evening(deals: int, p: Interval) -> Interval:
    """The same of an estimated p: `best_of` only ever grows with p, so the ends of the one are those of the other."""
    ends = (p.mean, p.low, p.high)
    mean, low, high = (None if x is None else best_of(deals, min(1.0, max(0.0, x))) for x in ends)
    return Interval(mean, low, high, p.level)


def to_tell(score: Interval, variance: float | None = None) -> Interval:
    """How many deals, or evenings, show with probability 0.8 who is better (see `planning`), two figures of it.

    `variance` of one of them; None: of one that is won or lost.  Its ends are those of the score, the better one being
    easier to see; no number where the score is not told from one half.
    """
    if score.mean is None or score.low is None or score.high is None or score.low <= 0.5 <= score.high:
        return Interval(None, None, None, score.level)
    spread = score.mean * (1 - score.mean) if variance is None else variance
    near, far = sorted((abs(score.low - 0.5), abs(score.high - 0.5)))
    mean, low, high = (float(_two_figures(blocks_to_see(d, spread))) for d in (abs(score.mean - 0.5), far, near))
    return Interval(mean, low, high, score.level)


def _two_figures(number: int) -> int:
    step = 10 ** max(0, floor(log10(number)) - 1)
    return round(number / step) * step

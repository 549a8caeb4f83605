"""Which of two hypotheses?  A sequential test: play on until the blocks have decided, and no longer.

H0 says that the mean is `lo`, H1 that it is `hi`.  The log-likelihood ratio of the two (`likelihood`) walks up or down
from block to block, and the first bound it reaches decides (Wald 1945; for laws not known beforehand Li, Liu and Ying
2014).  If the truth is `lo`, H1 is accepted with probability `alpha` at most; if it is `hi`, H0 with `beta`; in
between, either may be, and it takes longest.

What makes these promises true is left to the caller: blocks are counted strictly in the order of their deals, however
fast each of them was played, and the bounds are looked at only at multiples of `batch`, fixed before the start, so that
where a test stops depends on neither threads nor patience.  A match that ends before is inconclusive, and never H0.
The mean at a stop leans to the side that won: tell it with an interval of `always_valid`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal, NamedTuple

from analyzer.likelihood import (
    FAR,
    Moments,
    effect,
    effect_llr,
    exact_effect_llr,
    exact_llr,
    gaussian_llr,
    moments,
)
from analyzer.planning import Plan, fixed_blocks, walk

Kind = Literal["score", "margin"]
Verdict = Literal["H1", "H0"]

EVEN = {"score": 0.5, "margin": 0.0}  # the mean between equals
START = 32  # blocks: before, no ratio is built on a variance that the blocks have yet to show
BATCH = 0.02  # of the mean length of a test: looking so rarely costs few blocks, and errors only get rarer


class Bounds(NamedTuple):
    """The ratio at which H0 and H1 are accepted."""

    lower: float
    upper: float


class Overshoot(NamedTuple):
    """By how much a ratio overshoots, learnt on the way: sums over its record lows, and over its record highs.

    A walk that is looked at now and then does not stop on a bound but beyond it, so errors are rarer, and tests longer,
    than asked for.  Records overshoot the records before them in the same way: by D, then by sum D^2 / (2 sum D) on
    average, and bounds may be drawn in by that much (Siegmund, Sequential Analysis, 1985, corollary 8.33; fishtest,
    `update_SPRT`).  Four numbers, all 0 at the start.
    """

    low: float = 0.0  # the lowest ratio so far, and as a sum of steps down to it
    low_squares: float = 0.0  # the sum of their squares
    high: float = 0.0
    high_squares: float = 0.0

    def after(self, llr: float | None) -> "Overshoot":
        """With the ratio of one more look; all looks count, in order, those included that decided nothing."""
        if llr is None:
            return self
        down, up = max(0.0, self.low - llr), max(0.0, llr - self.high)
        return Overshoot(self.low - down, self.low_squares + down**2, self.high + up, self.high_squares + up**2)


class Forecast(NamedTuple):
    """What to expect if the truth is `lo`, half-way, or `hi`."""

    lo: Plan
    middle: Plan
    hi: Plan


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "the mean is `lo`" against "the mean is `hi`": a pair score in 0 to 1, or a margin in points a game.

    `normalized`: lo and hi are effects instead, in standard deviations of a block from what equals have, so that the
    length of the test is known without a variance (`elo.effect` makes them of nElo).  What equals have is `equal`,
    unless given 1/2 or 0; it matters to effects only.
    """

    kind: Kind
    lo: float
    hi: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False
    equal: float | None = None

    def __post_init__(self) -> None:
        if self.kind not in EVEN:
            raise ValueError(f"a test is of 'score' or of 'margin', not of {self.kind!r}")
        if not (isfinite(self.lo) and isfinite(self.hi) and self.lo < self.hi):
            raise ValueError(f"a test needs two numbers, the lower one first, not {self.lo} and {self.hi}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError(f"alpha and beta lie above 0 and their sum below 1, not {self.alpha} and {self.beta}")
        if self.normalized and not -FAR < self.lo < self.hi < FAR:
            raise ValueError(f"effects are tested between {-FAR} and {FAR}, not {self.lo} and {self.hi}")
        if self.kind == "score" and not self.normalized and not 0 < self.lo < self.hi < 1:
            raise ValueError(f"scores are tested between 0 and 1, not {self.lo} and {self.hi}")

    # Deciding

    def llr(self, seen: Sequence[int] | Moments) -> float | None:
        """The log-likelihood ratio of H1 to H0 after all blocks so far.

        Of the counts of cells, for scores: `exact_llr`.  Of n, mean and variance, for margins, and for scores of blocks
        with other cells: `gaussian_llr`, which is `None` before `START` blocks and while all are equal.  For effects
        `effect_llr`, or, if there are counts and the effect seen is `FAR` or more, `exact_effect_llr`.

        A weakness left standing: if nearly all margins are equal and a few rare ones are large, the variance is that of
        the few seen so far, and errors may be more frequent than promised.
        """
        if isinstance(seen, Moments):
            if seen.n < START or not seen.variance > 0:
                return None
            if self.normalized:
                return float(effect_llr(seen.n, effect(seen, self._equal), self.lo, self.hi))
            return float(gaussian_llr(seen.n, seen.mean, seen.variance, self.lo, self.hi))
        if self.kind != "score":
            raise ValueError("a test of margins needs n, mean and variance, not counts of cells")
        if len(seen) < 2 or min(seen) < 0:
            raise ValueError(f"counts of two cells or more are wanted, none negative, not {seen}")
        if sum(seen) == 0:
            return 0.0
        if not self.normalized:
            return float(exact_llr(seen, self.lo, self.hi))
        size = effect(moments(seen), self._equal)
        if size is None or abs(size) >= FAR:
            return float(exact_effect_llr(seen, self.lo, self.hi, self._equal))
        return float(effect_llr(sum(seen), size, self.lo, self.hi))

    def bounds(self, overshoot: Overshoot | None = None) -> Bounds:
        """ln(beta / (1 - alpha)) and ln((1 - beta) / alpha), drawn in by the overshoot if one is given."""
        lower, upper = log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)
        if overshoot is not None:
            lower += -overshoot.low_squares / overshoot.low / 2 if overshoot.low else 0.0
            upper -= overshoot.high_squares / overshoot.high / 2 if overshoot.high else 0.0
        return Bounds(lower, upper)

    def verdict(self, llr: float | None, overshoot: Overshoot | None = None) -> Verdict | None:
        """The hypothesis that is accepted, or `None`: play on.  `overshoot` has this look in it already."""
        if llr is None:
            return None
        lower, upper = self.bounds(overshoot)
        return "H0" if llr <= lower else "H1" if llr >= upper else None

    def progress(self, llr: float | None) -> float:
        """How far to a bound, as a share of the way: 1 is at H1, -1 at H0; for "LLR -1.2 (41 % of the way to H0)"."""
        lower, upper = self.bounds()
        return 0.0 if llr is None else llr / upper if llr > 0 else -llr / lower

    # Planning

    def plan(self, truth: float, variance: float | None = None, llr: float | None = 0.0) -> Plan:
        """Probability of H1 and mean number of blocks still to come, if the mean (or effect) is `truth`.

        Wald's formulas for a walk from `llr` on, with a drift of (hi - lo) (truth - (lo + hi) / 2) / variance a block
        and a variance of (hi - lo)^2 / variance.  `variance` is that of a block; for effects it is 1 and not wanted.
        """
        gap, variance = self.hi - self.lo, self._variance(variance)
        lower, upper = (bound - (llr or 0.0) for bound in self.bounds())
        return walk(gap * (truth - (self.lo + self.hi) / 2) / variance, gap**2 / variance, lower, upper)

    def forecast(self, variance: float | None = None, llr: float | None = 0.0) -> Forecast:
        """The plans for `lo`, for the middle, which takes about the longest, and for `hi`."""
        lo, middle, hi = (self.plan(truth, variance, llr) for truth in (self.lo, (self.lo + self.hi) / 2, self.hi))
        return Forecast(lo, middle, hi)

    def fixed(self, variance: float | None = None) -> float:
        """Blocks for a test of fixed length with the same errors."""
        return fixed_blocks(self.hi - self.lo, self._variance(variance), self.alpha, self.beta)

    def batch(self, variance: float | None = None) -> int:
        """Blocks from one look to the next: `BATCH` of the mean length if `lo` or `hi` is true; at least 1.

        Known before the first block is played: from a variance that is assumed, or that of other deals.
        """
        lo, _, hi = self.forecast(variance)
        return max(1, int(BATCH * min(lo.blocks, hi.blocks)))

    @property
    def _equal(self) -> float:
        return EVEN[self.kind] if self.equal is None else self.equal

    def _variance(self, variance: float | None) -> float:
        if self.normalized:
            return 1.0
        if variance is None or not (isfinite(variance) and variance > 0):
            raise ValueError(f"the length of this test depends on the variance of a block, which is not {variance}")
        return variance

"""Which of two hypotheses?  A sequential test: play on until the blocks have decided, and no longer.

H0 says that the mean is `lo`, H1 that it is `hi`.  The log-likelihood ratio of the two (`likelihood`) walks up or down
from block to block, and the first bound it reaches decides (Wald 1945; for laws not known beforehand Li, Liu and Ying
2014).  If the truth is `lo`, H1 is accepted with probability `alpha` at most; if it is `hi`, H0 with `beta`; in
between, either may be, and it takes longest.

What makes these promises true is left to the caller: blocks are counted strictly in the order of their deals, however
fast each of them was played, and the bounds are looked at only at numbers of blocks fixed before the start, so that
where a test stops depends on neither threads nor patience (`stopping`).  A match that ends before is inconclusive, and
never H0.  The mean at a stop leans to the side that won: tell it with an interval of `always_valid`.

As a walk does not stop on a bound but beyond it, errors are a little rarer than asked for, and tests a little longer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal, NamedTuple

from analyzer.likelihood import FAR, Moments, bets, exact_effect_llr, exact_llr, gaussian_llr
from analyzer.planning import Plan, fixed_blocks, walk

Kind = Literal["score", "margin"]
Verdict = Literal["H1", "H0"]

EVEN = {"score": 0.5, "margin": 0.0}  # the mean between equals
START = 32  # blocks: before, no ratio is built on a variance that the blocks have yet to show


class Bounds(NamedTuple):
    """The ratio at which H0 and H1 are accepted."""

    lower: float
    upper: float


class Forecast(NamedTuple):
    """What to expect if the truth is `lo`, half-way, or `hi`."""

    lo: Plan
    middle: Plan
    hi: Plan


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "the mean is `lo`" against "the mean is `hi`": a pair score in 0 to 1, or a margin in points a game.

    `normalized`: lo and hi are effects instead, in standard deviations of a block from the 1/2 of equals, so that the
    length of the test is known without a variance (`elo.effect` makes them of nElo).  Of scores only.
    """

    kind: Kind
    lo: float
    hi: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False

    def __post_init__(self) -> None:
        if self.kind not in EVEN:
            raise ValueError(f"a test is of 'score' or of 'margin', not of {self.kind!r}")
        if not (isfinite(self.lo) and isfinite(self.hi) and self.lo < self.hi):
            raise ValueError(f"a test needs two numbers, the lower one first, not {self.lo} and {self.hi}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError(f"alpha and beta lie above 0 and their sum below 1, not {self.alpha} and {self.beta}")
        if self.normalized and not (self.kind == "score" and -FAR < self.lo < self.hi < FAR):
            raise ValueError(f"effects of scores are tested between {-FAR} and {FAR}, not {self.lo} and {self.hi}")
        if self.kind == "score" and not self.normalized and not 0 < self.lo < self.hi < 1:
            raise ValueError(f"scores are tested between 0 and 1, not {self.lo} and {self.hi}")

    # Deciding

    def llr(self, seen: Sequence[int] | Moments, most: float | None = None) -> float | None:
        """The log-likelihood ratio of H1 to H0 after all blocks so far.

        Of the counts of cells, for scores: `exact_llr`, or for effects `exact_effect_llr`.  Of n, mean and variance,
        for margins, and for scores of blocks with other cells: `gaussian_llr`, which is `None` before `START` blocks
        and while all are equal.

        That takes the variance of the blocks for that of the law, which is far from true while nearly all came out
        alike: a few large ones may still be to come.  Then a bound is needed on what a block can be: `most`, by how
        much it can be off the mean of equals.  The ratio is that of the two `bets` instead, whoever has lost counting
        as one who never bet: so it leaves the bounds with probability alpha / (1 - beta) or beta / (1 - alpha) at most,
        as in Wald's test, and for blocks that are all alike does so after a number that can be told beforehand: at a
        margin of 0, H0 of 0 against `hi` is accepted after some 2 (most / hi + 1) ln((1 - alpha) / beta) blocks.

        A weakness left standing: where many blocks differ by little, and a very few by very much, variance is trusted
        before it has seen these, and errors may be more frequent than promised.
        """
        if isinstance(seen, Moments):
            if self.normalized:
                raise ValueError("a test of effects needs counts of cells, not n, mean and variance")
            if most is not None:
                above_lo, below_hi = (max(0.0, bet) for bet in self._bets(seen, most))
                return above_lo - below_hi
            if seen.n < START or not seen.variance > 0:
                return None
            return float(gaussian_llr(seen.n, seen.mean, seen.variance, self.lo, self.hi))
        if self.kind != "score":
            raise ValueError("a test of margins needs n, mean and variance, not counts of cells")
        if len(seen) < 2 or min(seen) < 0:
            raise ValueError(f"counts of two cells or more are wanted, none negative, not {seen}")
        if sum(seen) == 0:
            return 0.0
        return float((exact_effect_llr if self.normalized else exact_llr)(seen, self.lo, self.hi))

    def neither(self, seen: Moments, most: float) -> bool:
        """Are both hypotheses ruled out by `bets`, each with no more errors than it is promised?

        That is how blocks end that are all alike and lie half-way between lo and hi, where the ratio never decides.
        """
        above_lo, below_hi = self._bets(seen, most)
        lower, upper = self.bounds()
        return above_lo >= upper and below_hi >= -lower

    def _bets(self, seen: Moments, most: float) -> tuple[float, float]:
        even = EVEN[self.kind]
        return bets(seen.n, seen.mean - even, seen.variance, self.lo - even, self.hi - even, most)

    def bounds(self) -> Bounds:
        """ln(beta / (1 - alpha)) and ln((1 - beta) / alpha)."""
        return Bounds(log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha))

    def verdict(self, llr: float | None) -> Verdict | None:
        """The hypothesis that is accepted, or `None`: play on."""
        if llr is None:
            return None
        lower, upper = self.bounds()
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

    def _variance(self, variance: float | None) -> float:
        if self.normalized:
            return 1.0
        if variance is None or not (isfinite(variance) and variance > 0):
            raise ValueError(f"the length of this test depends on the variance of a block, which is not {variance}")
        return variance

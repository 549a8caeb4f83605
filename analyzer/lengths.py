"""How many deals does it take to see a difference, and how long is that?  Of win scores, and of margins.

All follows from the variance of a block (`planning`, `sprt`): of its score, 0 to 1, or of its margin in points a game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt
from typing import Literal, NamedTuple

from analyzer.intervals import outside
from analyzer.planning import Plan, blocks_to_see, fixed_blocks
from analyzer.reading import MOST_DEALS
from analyzer.sprt import EVEN, Sprt
from analyzer.stopping import ByTest
from analyzer.wording import plain

Kind = Literal["score", "margin"]

STEPS = (1, 2, 5)
LARGEST = 0.5  # the furthest a score can be from that of equals, and the most its sd can be
USUAL: dict[Kind, float] = {"score": 0.01, "margin": 0.05}  # a difference to begin with; of margins in sd
SPAN = 5.0  # how many times more and less than what was asked for is told as well
SURE = 1.96


@dataclass(frozen=True)
class Spread:
    """How much blocks vary, and what is known of that.

    `blocks` it was seen in, None if it was simply given; `peak` is the kurtosis of a block, 3 for normal ones.
    """

    kind: Kind
    variance: float
    unit: str = "points a game"
    blocks: int | None = None
    peak: float = 3.0
    deals_per_second: float | None = None

    @property
    def sd(self) -> float:
        """The standard deviation of a block."""
        return sqrt(self.variance)

    @property
    def unsure(self) -> float | None:
        """By what share the variance, and with it every number of deals, may be off (in 19 of 20 pilots)."""
        return None if self.blocks is None else SURE * sqrt(max(self.peak - 1, 0.0) / self.blocks)

    def shown(self, difference: float) -> str:
        """A difference in words."""
        return f"{plain(100 * difference)} %" if self.kind == "score" else f"{plain(difference)} {self.unit}"

    def seconds(self, deals: float) -> float | None:
        """How long so many deals take."""
        return None if self.deals_per_second is None else deals / self.deals_per_second


class Length(NamedTuple):
    """What it takes to see one difference; None instead of more deals than can be played."""

    difference: float
    deals: int | None  # of a match of fixed length
    test: float | None  # mean deals of a test of "equal" against "as different as that", if one of them is true
    between: float | None  # and if the truth is half-way
    seconds: float | None  # of the match


def length(spread: Spread, difference: float, power: float, alpha: float = 0.05, beta: float = 0.05) -> Length:
    """The length of a match that shows the difference with this power, and of a test for it."""
    even = EVEN[spread.kind]
    lo, middle, hi = forecast(Sprt(spread.kind, even, even + difference, alpha, beta), spread.variance)
    test, between = (x if x <= MOST_DEALS else None for x in (max(lo.blocks, hi.blocks), middle.blocks))
    deals = blocks_to_see(difference, spread.variance, power)
    if deals > MOST_DEALS:
        return Length(difference, None, test, between, None)
    return Length(difference, deals, test, between, spread.seconds(deals))


def forecast(test: Sprt, variance: float) -> list[Plan]:
    """What to expect of a test if `lo`, half-way, or `hi` is true; it never ends before its first look."""
    first = ByTest(test).next_look(0)
    return [Plan(upper, max(float(first), blocks)) for upper, blocks in test.forecast(variance)]


def least_seen(spread: Spread, power: float) -> float:
    """The least difference that can be shown with this power, by as many deals as can be played; two figures."""
    exact = sqrt(fixed_blocks(1.0, spread.variance, outside(0.95), 1 - power) / MOST_DEALS)
    step = 10.0 ** (floor(log10(exact)) - 1)
    return float(f"{ceil(exact / step) * step:.2g}")


def ladder(spread: Spread, asked: Sequence[float]) -> list[float]:
    """The differences to tell: those asked for, and round ones around them, from the largest on."""
    first = asked or [USUAL[spread.kind] * (1 if spread.kind == "score" else spread.sd)]
    low, high = min(first) / SPAN * 0.999, max(first) * SPAN * 1.001
    tens = range(floor(log10(low)), floor(log10(high)) + 1)
    round_ones = {float(f"{step}e{ten}") for ten in tens for step in STEPS}
    told = {x for x in round_ones if low <= x <= high} | set(asked)
    return sorted((x for x in told if spread.kind == "margin" or x < LARGEST), reverse=True)


def told_time(seconds: float) -> str:
    """How long that is, in the unit that suits, two figures."""
    if seconds < 0.1:
        return "< 0.1 s"
    for name, size, up_to in (("s", 1, 120), ("min", 60, 120), ("h", 3600, 48), ("days", 86400, 730)):
        if seconds < up_to * size:
            return f"{_two_figures(seconds / size)} {name}"
    return f"{_two_figures(seconds / 31_557_600)} years"


def _two_figures(number: float) -> str:
    step = 10.0 ** min(1, floor(log10(number)) - 1)
    return f"{round(number / step) * step:,.{1 if step < 1 else 0}f}".removesuffix(".0")

"""How many deals does it take to see a difference, and how long is that?  Of win scores, and of margins.

All follows from the variance of a block (`planning`, `sprt`): of its score, 0 to 1, or of its margin in points a game.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10, sqrt
from typing import Any, Literal, NamedTuple

from analyzer.planning import blocks_to_see
from analyzer.sprt import EVEN, Sprt

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
    mean: float | None = None
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
        return f"{100 * difference:.12g} %" if self.kind == "score" else f"{difference:.12g} {self.unit}"

    def seconds(self, deals: float) -> float | None:
        """How long so many deals take."""
        return None if self.deals_per_second is None else deals / self.deals_per_second


class Length(NamedTuple):
    """What it takes to see one difference."""

    difference: float
    deals: int  # of a match of fixed length
    test: float | None  # mean deals of a test of "equal" against "as different as that", if one of them is true
    between: float | None  # and if the truth is half-way
    seconds: float | None  # of the match


def length(spread: Spread, difference: float, power: float, alpha: float = 0.05, beta: float = 0.05) -> Length:
    """The length of a match that shows the difference with this power, and of a test for it."""
    deals = blocks_to_see(difference, spread.variance, power)
    even = EVEN[spread.kind]
    test = between = None
    if spread.kind == "margin" or difference < LARGEST:
        forecast = Sprt(spread.kind, even, even + difference, alpha, beta).forecast(spread.variance)
        test, between = max(forecast.lo.blocks, forecast.hi.blocks), forecast.middle.blocks
    return Length(difference, deals, test, between, spread.seconds(deals))


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


def differences(given: Any, option: str, kind: Kind) -> list[float]:
    """Differences as people write them: `0.2%`, `0.2%,1%`, `0.5`; ValueError with one sentence for anything else."""
    example = "0.2% or 0.002" if kind == "score" else "0.5"
    several = isinstance(given, Iterable) and not isinstance(given, str)
    parts = [str(part) for part in given] if several else str(given).split(",")
    found = []
    for part in parts:
        match = re.fullmatch(r"\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? *(%?)", part.strip(), re.IGNORECASE)
        if not match or (match[3] and kind == "margin"):
            of = "shares of the score" if kind == "score" else "points"
            raise ValueError(f"{option} needs differences in {of}, such as {example}, not {part.strip()!r}")
        size = float(f"{match[1]}{match[2] or ''}") / (100 if match[3] else 1)
        if kind == "score" and not 1e-7 <= size < LARGEST:
            hint = f"; did you mean {part.strip()}%?" if 0 < size / 100 < LARGEST and not match[3] else ""
            raise ValueError(f"a score is less than 50 % off that of equals, and more than nothing, not {part}{hint}")
        if not 1e-9 <= size <= 1e9:
            raise ValueError(f"{option} needs a difference in points above 0, such as {example}, not {part.strip()}")
        found.append(size)
    return sorted(set(found), reverse=True)

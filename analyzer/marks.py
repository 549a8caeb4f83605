"""What drawings of estimates have in common: how a number with its interval is read, marked, written and explained.

Spoken in the visual language of `charts`: blue is surely above a level, orange surely below, hollow what cannot be
said.  Series are told apart by colour (Okabe and Ito's colour-blind-safe palette), by the shape of their marks and by
name.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.charts import (
    FAINT,
    FIRST,
    GREEN,
    INK,
    LEADING,
    MARGIN,
    PAPER,
    PURPLE,
    QUIET,
    SECOND,
    SMALL,
    WIDTH,
    Sheet,
    digits_for,
    number,
    wrap,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINE = LEADING * SMALL
NOTE_LINES = 3
SERIES = ((FIRST, "o"), (SECOND, "s"), (GREEN, "^"), (PURPLE, "D"), (INK, "v"))  # colours and shapes, in this order
CAP = 4.5  # points: half the width of the ends of an interval


class Seen(NamedTuple):
    """An estimate in the unit of its chart; `sure` is 1, 0 or -1 where more than its interval decides, else None."""

    mean: float | None
    low: float | None = None
    high: float | None = None
    sure: int | None = None

    @property
    def ends(self) -> list[float]:
        """All that must be seen of it."""
        return [x for x in (self.mean, self.low, self.high) if x is not None]

    @property
    def value(self) -> float:
        """The mean; 0 where there is none."""
        return self.mean or 0.0

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval, if it has one."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def side(self, level: float = 0.0) -> int:
        """1 where it is surely above `level`, -1 where surely below, 0 where that cannot be said."""
        if self.sure is not None:
            return self.sure
        if self.mean is None or not self.bounds or self.bounds[0] <= level <= self.bounds[1]:
            return 0
        return 1 if self.mean > level else -1

    def digits(self, most: int = 4) -> int:
        """How many digits after the point it deserves."""
        return digits_for(self.low, self.high, 1, most)

    def words(self, sign: bool = False, digits: int | None = None) -> list[str]:
        """The mean, and what its interval is: `±0.25`, or from where to where if it is lopsided."""
        if self.mean is None:
            return ["no result", "yet"]
        digits = self.digits() if digits is None else digits
        told = number(self.mean, digits, sign)
        if self.low is None or self.high is None:
            return [told, "too few deals"]
        below, above = self.mean - self.low, self.high - self.mean
        if min(below, above) >= 0 and abs(below - above) < 1.01 * 10**-digits:
            return [told, f"±{number(max(below, above), digits)}"]
        return [told, f"{number(self.low, digits, sign)} to {number(self.high, digits, sign)}"]


def seen(estimate: Any, scale: float = 1.0, sure: int | None = None) -> Seen:
    """What has mean, low and high, such as the intervals of a lab, times `scale`: 100 makes per cent of a share."""
    mean, low, high = (None if x is None else scale * x for x in (estimate.mean, estimate.low, estimate.high))
    return Seen(mean, low, high, sure)


def color(side: int) -> str:
    """Of what is surely above, surely below, or neither."""
    return {1: FIRST, -1: SECOND, 0: PAPER}[side]


def round_numbers(low: float, high: float, most: int, sign: bool = False) -> tuple[list[float], list[str]]:
    """About `most` round numbers from `low` to `high`, and how they are written."""
    from matplotlib.ticker import MaxNLocator

    tried = MaxNLocator(most, steps=[1, 2, 5, 10]).tick_values(low, high)
    places = [float(y) for y in tried if low <= y <= high]
    step = min((b - a for a, b in pairwise(places)), default=1.0)
    return places, [number(y, max(0, ceil(-log10(step) - 1e-9)), sign) for y in places]


def upright(axes: "Axes", low: float, high: float, sign: bool = False, most: int = 7) -> None:
    """The upright axis from `low` to `high`, its numbers and faint lines to read them by."""
    axes.set_ylim(low, high)
    places, words = round_numbers(low, high, most, sign)
    axes.set_yticks(places, words)
    for y in places:
        axes.plot([0, 1], [y, y], color=FAINT, linewidth=0.6, zorder=0, transform=axes.get_yaxis_transform())


def standing(axes: "Axes", x: float, seen: Seen, point: float, cap: float = CAP) -> None:
    """An interval that stands at `x`, its ends twice `cap` points wide; a `point` is so much of the axis across."""
    if not seen.bounds:
        return
    axes.plot([x, x], seen.bounds, color=INK, linewidth=1.4, zorder=4, solid_capstyle="butt")
    for end in seen.bounds:
        across = [x - cap * point, x + cap * point]
        axes.plot(across, [end, end], color=INK, linewidth=1.4, zorder=4, solid_capstyle="butt", clip_on=False)


def foot(parts: Sequence[str]) -> list[str]:
    """The lines that explain the marks."""
    return wrap("; ".join(filter(None, parts)), WIDTH - 2 * MARGIN, SMALL, NOTE_LINES)


def put_foot(sheet: Sheet, lines: Sequence[str]) -> None:
    """Write them at the bottom of the paper."""
    sheet.lines(MARGIN, sheet.height - MARGIN - LINE * len(lines) + 2, lines, SMALL, color=QUIET)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places near those wanted, in their order, `gap` apart, between `low` and `high` as long as there is room."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed: list[float] = []
    for k in order:
        placed.append(max(wanted[k], placed[-1] + gap if placed else low))
    ceiling = high
    for k in reversed(range(len(placed))):
        placed[k] = min(placed[k], ceiling)
        ceiling = placed[k] - gap
    found = [0.0] * len(wanted)
    for k, y in zip(order, placed, strict=True):
        found[k] = y
    return found

"""Any number of results under each other, each with its interval, beside the line of what a player among equals gets.

Spoken in the visual language of `charts`: blue and to the right is surely above par, orange and to the left surely
below, hollow is what cannot be said.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from analyzer.charts import (
    FAINT,
    LEADING,
    MARGIN,
    QUIET,
    SMALL,
    TEXT,
    WIDTH,
    Sheet,
    digits_for,
    dot,
    level_line,
    number,
    say,
    sides,
    style,
    text_width,
    ticks,
    wrap,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELS = 152.0  # the widest the column of labels becomes
LABEL_LINES = 6
GAP = 16.0  # between labels and plot
LINE = LEADING * SMALL
AIR = 14.0  # above and below the lines of a row, together
ABOVE, FOOT = 18.0, 4.0  # the name of the line above the rows, and a little room under them
BELOW = 60.0  # tick labels, and two lines about what the axis and the bars mean


def standings_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    rows: Sequence[tuple[str, float | None, float | None, float | None]],
    unit: str,
    par: float,
    level: float = 0.95,
) -> None:
    """Draw `rows` of (label, mean, low, high) from top to bottom, measured in `unit`, beside a line at `par`.

    `level` is the coverage of the intervals. What is None is left out and said so; with a par of 0, numbers have signs.
    """
    rows = rows or [("", None, None, None)]
    with style():
        names = [wrap(label, LABELS, SMALL, LABEL_LINES) for label, *_ in rows]
        spreads = [_spread(mean, low, high, sign=not par) for _, mean, low, high in rows]
        taken = [LINE * len(name + spread) for name, spread in zip(names, spreads, strict=True)]
        edges = [*accumulate((lines + AIR for lines in taken), initial=ABOVE)]
        height = edges[-1] + FOOT
        left = MARGIN + max(text_width(line, SMALL) for lines in names + spreads for line in lines) + GAP
        width = WIDTH - MARGIN - left
        sheet = Sheet(figure, title, subtitle, height + BELOW)
        axes = sheet.axes(left, sheet.top, width, height)
        axes.set_xlim(*reach([x for _, *values in rows for x in values if x is not None], par))
        axes.set_ylim(0, height)
        meaning = wrap(unit, width, SMALL, 1)
        if any(low is not None and high is not None for _, _, low, high in rows):
            meaning.append(f"bars: {100 * level:g}% intervals")
        axes.set_xlabel("\n".join(meaning), size=SMALL, color=QUIET, linespacing=LEADING)
        ticks(axes, 6, width, sign=not par)
        sides(axes, par)
        level_line(axes, par, f"par {number(par, 1).removesuffix('.0')}" if par else "level", width, height)
        for at, (top, bottom) in enumerate(pairwise(edges)):
            first = sheet.top + (top + bottom - taken[at]) / 2
            sheet.lines(MARGIN, first, names[at], SMALL)
            sheet.lines(MARGIN, first + LINE * len(names[at]), spreads[at], SMALL, color=QUIET)
            _, mean, low, high = rows[at]
            _draw_result(axes, mean, low, high, par, height - (top + bottom) / 2, width)
            if at:
                _draw_rule(axes, height - top, left - MARGIN, width)


def reach(values: Sequence[float], par: float) -> tuple[float, float]:
    """The part of the axis to show: all values, par and some of either side, and enough that a hair looks like one."""
    left, right = par - min(values, default=par), max(values, default=par) - par
    least = max(0.25 * left, 0.25 * right, abs(par) / 100, 0.02)
    return par - 1.2 * max(left, least), par + 1.2 * max(right, least)


def _spread(mean: float | None, low: float | None, high: float | None, sign: bool) -> list[str]:
    """What to write under a label: from where to where the interval goes, or why there is none."""
    if mean is None:
        return ["no result yet"]
    if low is None or high is None:
        return ["too few deals", "for an interval"]
    digits = digits_for(low, high, 1)
    return [f"{number(low, digits, sign)} to {number(high, digits, sign)}"]


def _draw_result(
    axes: "Axes", mean: float | None, low: float | None, high: float | None, par: float, y: float, width: float
) -> None:
    """A dot with its interval, and the figure above it."""
    if mean is not None:
        dot(axes, mean, y - 8, low, high, par)
        say(axes, mean, y + 4, number(mean, digits_for(low, high, 1), sign=not par), TEXT, width, weight="bold")


def _draw_rule(axes: "Axes", y: float, before: float, width: float) -> None:
    """A faint line between two rows, from `before` points left of the plot to its right end."""
    left, right = axes.get_xlim()
    start = left - before / width * (right - left)
    axes.plot([start, right], [y, y], color=FAINT, linewidth=0.8, zorder=0, clip_on=False)

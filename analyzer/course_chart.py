"""How the hands of two strategies went: share by share and count by count, the one under the other.

Spoken in the visual language of `charts`: the first strategy is blue and above, the second orange and below; hollow is
where it cannot be said that they differ.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from analyzer.charts import (
    FAINT,
    FIRST,
    INK,
    LEADING,
    LEVEL,
    MARGIN,
    PAPER,
    QUIET,
    SECOND,
    SMALL,
    WIDTH,
    Sheet,
    digits_for,
    number,
    style,
    text_width,
    ticks,
    wrap,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELS = 130.0  # the widest the column of labels becomes
GAP = 16.0  # between labels and plot
LANE = 17.0  # of one strategy in a row
AIR = 9.0  # above and below the lanes of a row, together
BELOW = 42.0  # tick labels and what the axis means
NOTE = 24.0  # the line under it all
LINE = LEADING * SMALL
CAP, DOT = 5.0, 7.0  # half the height of the ends of an interval; the width of a dot

Seen = tuple[float | None, float | None, float | None]


class Pair(NamedTuple):
    """One row: mean, low and high of each of the two, of the second None where the row belongs to both."""

    words: str
    one: Seen
    two: Seen | None
    apart: bool  # do they surely differ?


def course_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    first: str,
    second: str,
    panels: Sequence[tuple[str, Sequence[Pair]]],
    level: float = 0.95,
) -> None:
    """Draw panels of (unit, rows) under each other, each with an axis from 0 on.

    `level` is the coverage of the intervals.  What is None is left out.
    """
    with style():
        labels = [[wrap(row.words, LABELS, SMALL, 2) for row in rows] for _, rows in panels]
        left = MARGIN + max(text_width(line, SMALL) for panel in labels for label in panel for line in label) + GAP
        width = WIDTH - MARGIN - left
        names = [wrap(name, width - 16, SMALL, 3) for name in (first, second)]
        legend = LINE * sum(map(len, names)) + 10
        heights = [
            [
                max(LANE * (1 + (row.two is not None)), LINE * len(label)) + AIR
                for row, label in zip(rows, words, strict=True)
            ]
            for (_, rows), words in zip(panels, labels, strict=True)
        ]
        sheet = Sheet(figure, title, subtitle, legend + sum(sum(panel) + BELOW for panel in heights) + NOTE)
        _draw_names(sheet, left, width, names)
        top = sheet.top + legend
        for (unit, rows), words, tall in zip(panels, labels, heights, strict=True):
            height = sum(tall)
            axes = sheet.axes(left, top, width, height)
            axes.set_xlim(0, _reach(rows))
            axes.set_ylim(0, height)
            axes.set_xlabel(unit, size=SMALL, color=QUIET)
            ticks(axes, 6, width)
            for row, label, (upper, lower) in zip(rows, words, pairwise(accumulate(tall, initial=0.0)), strict=True):
                middle = (upper + lower) / 2
                sheet.lines(MARGIN, top + middle - LINE * len(label) / 2, label, SMALL)
                _draw_row(axes, row, height - middle, width, percent="cent" in unit)
                if upper:
                    axes.plot(
                        [0, 1], [height - upper] * 2, color=FAINT, linewidth=0.8, zorder=0, transform=_across(axes)
                    )
            top += height + BELOW
        note = f"bars: {100 * level:g}% intervals; hollow: not surely apart; grey: of both"
        sheet.lines(MARGIN, sheet.height - MARGIN - SMALL, wrap(note, WIDTH - 2 * MARGIN, SMALL, 1), SMALL, color=QUIET)


def _across(axes: "Axes"):
    """Sideways in shares of the plot, upwards in points."""
    return axes.get_yaxis_transform()


def _reach(rows: Sequence[Pair]) -> float:
    """How far the axis goes: past all there is, with room for a figure."""
    far = [x for row in rows for seen in (row.one, row.two) if seen for x in seen if x is not None]
    return 1.12 * max(far, default=0.0) or 1.0


def _draw_names(sheet: Sheet, left: float, width: float, names: Sequence[list[str]]) -> None:
    """Whose dots are which, where the dots will be: the first above."""
    height = LINE * sum(map(len, names))
    axes = sheet.axes(left, sheet.top, width, height)
    axes.set_axis_off()
    axes.set_xticks([])
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    y = 0.0
    for lines, color in zip(names, (FIRST, SECOND), strict=True):
        _draw_dot(axes, DOT / 2, height - y - LINE / 2, color)
        sheet.lines(left + 14, sheet.top + y, lines, SMALL)
        y += LINE * len(lines)


def _draw_row(axes: "Axes", row: Pair, middle: float, width: float, percent: bool) -> None:
    """The dots of a row with their intervals, and their figures beside them."""
    if row.two is None:
        _draw_seen(axes, row.one, middle, LEVEL, width, percent)
        return
    for seen, y, color in ((row.one, middle + LANE / 2, FIRST), (row.two, middle - LANE / 2, SECOND)):
        _draw_seen(axes, seen, y, color if row.apart else PAPER, width, percent)


def _draw_seen(axes: "Axes", seen: Seen, y: float, color: str, width: float, percent: bool) -> None:
    mean, low, high = seen
    if mean is None:
        return
    ends = (mean, mean)
    if low is not None and high is not None:
        ends = (low, high)
        axes.plot(ends, [y, y], color=INK, linewidth=1.4, zorder=4, solid_capstyle="butt", clip_on=False)
        for end in ends:
            axes.plot([end, end], [y - CAP, y + CAP], color=INK, linewidth=1.4, zorder=4, clip_on=False)
    _draw_dot(axes, mean, y, color)
    text = f"{number(mean, 1)}%" if percent else number(mean, digits_for(low, high, 1, most=2))
    point = axes.get_xlim()[1] / width
    room = width - ends[1] / point - 8
    fits = text_width(text, SMALL) <= room
    x = max(ends[1], mean + DOT / 2 * point) + 6 * point if fits else min(ends[0], mean - DOT / 2 * point) - 6 * point
    axes.text(x, y - 0.35 * SMALL, text, size=SMALL, ha="left" if fits else "right", va="baseline", zorder=6)


def _draw_dot(axes: "Axes", x: float, y: float, color: str) -> None:
    axes.plot(
        [x],
        [y],
        marker="o",
        markersize=DOT,
        color=color,
        markeredgecolor=INK,
        markeredgewidth=1.2,
        zorder=5,
        clip_on=False,
    )

"""Deals needed against the difference to be seen: two lines on logarithmic axes, with what was asked for on them.

Spoken in the visual language of `charts`, save that no strategy is ahead here: the match of fixed length is blue, the
sequential test orange, both named where they end.
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.charts import (
    FAINT,
    FIRST,
    INK,
    LEADING,
    MARGIN,
    PAPER,
    QUIET,
    SECOND,
    SMALL,
    WIDTH,
    Sheet,
    style,
    text_width,
)
from analyzer.wording import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOT = 236.0
BELOW = 46.0
CLOCK = ((1, "1 s"), (60, "1 min"), (3600, "1 h"), (86_400, "1 day"), (31_557_600, "1 year"))
STEPS = (1, 2, 5)
ROOM = 0.14  # beside the lines, in lengths of theirs
DASHES = (0, (5, 2))
PLACES = (0.03, 0.15, 0.3, 0.45, 0.6, 0.8)  # for a name, in lengths of its line from the end
AWAY = (7, 5)  # points from a dot or a line to words beside it


def lengths_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    unit: str,
    fixed: Sequence[tuple[float, float]],
    test: Sequence[tuple[float, float]],
    asked: Sequence[tuple[float, float, str, bool]],
    power: float,
    deals_per_second: float | None = None,
) -> None:
    """Draw (difference, deals) of matches of fixed length and of tests, and dots at what was asked for.

    A dot is (difference, deals, how many these are in words, on the line of tests?).
    Differences are in `unit`, per cent or points; with a speed, lines say how long a second, a minute, an hour reach.
    """
    points = [*fixed, *test, *((x, y) for x, y, *_ in asked)]
    left_x, right_x = (log10(end(x for x, _ in points)) for end in (min, max))
    bottom, top = (log10(end(y for _, y in points)) for end in (min, max))
    room_x, room_y = ROOM * max(right_x - left_x, 0.3), ROOM * max(top - bottom, 1.0)
    with style():
        tens = range(ceil(bottom - room_y), floor(top + room_y) + 1)
        marks = [_deals(10.0**ten) for ten in tens]
        left = MARGIN + max(text_width(mark, SMALL) for mark in marks) + 8
        width = WIDTH - MARGIN - left - (44 if deals_per_second else 0)
        sheet = Sheet(figure, title, subtitle, LEADING * SMALL + 6 + PLOT + BELOW)
        sheet.lines(MARGIN, sheet.top, ["deals needed"], SMALL, color=QUIET)
        axes = sheet.axes(left, sheet.top + LEADING * SMALL + 6, width, PLOT)
        axes.set_xlim(left_x - room_x, right_x + room_x)
        axes.set_ylim(bottom - room_y, top + room_y)
        _ticks(axes, left_x, right_x, width)
        axes.set_yticks(tens, marks)
        axes.set_xlabel(f"difference to be seen, {unit}", size=SMALL, color=QUIET)
        for ten in tens:
            axes.axhline(ten, color=FAINT, linewidth=0.6, zorder=0)
        if deals_per_second:
            _clock(axes, deals_per_second)
        labels = Labels(axes, width)
        for x, y, words, on_test in asked:
            axes.plot([log10(x)], [log10(y)], marker="o", markersize=8, color=INK, zorder=6, clip_on=False)
            labels.put(labels.beside(log10(x), log10(y), words, not on_test, bold=True))
        for line, above in ((fixed, True), (test, False)):
            if len(line) > 1:
                name = f"fixed number of deals, seen in {100 * power:.3g} %" if above else "sequential test, on average"
                _line(axes, line, above, name, labels)


class Label(NamedTuple):
    """Words beside a point of a line that falls: above it to the right, or below it to the left."""

    x: float
    y: float
    words: str
    above: bool
    bold: bool
    box: tuple[float, float, float, float]  # left, bottom, right, top, in points of the plot


class Labels:
    """What stands in a plot, so that nothing is written over it."""

    def __init__(self, axes: "Axes", width: float):
        self.axes, self.width = axes, width
        self.taken: list[Label] = []

    def beside(self, x: float, y: float, words: str, above: bool, bold: bool = False) -> Label:
        """A label, not put yet."""
        (left, right), (bottom, top) = self.axes.get_xlim(), self.axes.get_ylim()
        across, up = (x - left) / (right - left) * self.width, (y - bottom) / (top - bottom) * PLOT
        lines = words.split("\n")
        wide, tall = max(text_width(line, SMALL, bold) for line in lines), LEADING * SMALL * len(lines)
        across, up = (across + AWAY[0], up + AWAY[1]) if above else (across - AWAY[0] - wide, up - AWAY[1] - tall)
        return Label(x, y, words, above, bold, (across, up, across + wide, up + tall))

    def fits(self, label: Label) -> bool:
        """Is it in the plot, and on nothing else?"""
        left, bottom, right, top = label.box
        if left < 0 or bottom < 0 or right > self.width or top > PLOT:
            return False
        for other in self.taken:
            first, low, last, high = other.box
            if left <= last and first <= right and bottom <= high and low <= top:
                return False
        return True

    def put(self, label: Label) -> None:
        """Write it."""
        self.taken.append(label)
        away = AWAY if label.above else (-AWAY[0], -AWAY[1])
        self.axes.annotate(
            label.words,
            (label.x, label.y),
            away,
            textcoords="offset points",
            size=SMALL,
            weight="bold" if label.bold else "normal",
            ha="left" if label.above else "right",
            va="bottom" if label.above else "top",
            linespacing=LEADING,
            zorder=5,
            color=INK,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
            annotation_clip=False,
        )


def _line(axes: "Axes", line: Sequence[tuple[float, float]], above: bool, name: str, labels: Labels) -> None:
    """One line with its name along it: the upper one's near its left end, the lower one's near its right, if it fits.

    If not, farther away; where there is no room at all for it, in two lines.
    """
    xs, ys = ([log10(place) for place in places] for places in zip(*sorted(line), strict=True))
    axes.plot(xs, ys, color=FIRST if above else SECOND, linestyle="-" if above else DASHES, linewidth=2.2, zorder=3)
    tried = []
    for words in (name, name.replace(", ", ",\n")):
        for away in PLACES:
            x = xs[0] + (away if above else 1 - away) * (xs[-1] - xs[0])
            tried.append(labels.beside(x, float(np.interp(x, xs, ys)), words, above))
    labels.put(next(filter(labels.fits, tried), tried[0]))


def _ticks(axes: "Axes", low: float, high: float, width: float) -> None:
    """Round differences, as many as there is room for."""
    places = [step * 10.0**ten for ten in range(floor(low), ceil(high) + 1) for step in STEPS]
    places = [x for x in places if low - 1e-6 <= log10(x) <= high + 1e-6]
    left, right = axes.get_xlim()
    shown: list[float] = []
    for x in places:
        if not shown or (log10(x / shown[-1]) / (right - left) * width > text_width(plain(x), SMALL) + 10):
            shown.append(x)
    axes.set_xticks([log10(x) for x in shown], [plain(x) for x in shown])


def _clock(axes: "Axes", deals_per_second: float) -> None:
    """How far up a second, a minute, an hour reach."""
    low, high = axes.get_ylim()
    for seconds, name in CLOCK:
        y = log10(seconds * deals_per_second)
        if low < y < high:
            axes.axhline(y, color=QUIET, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
            axes.annotate(
                name,
                (1, y),
                (6, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                size=SMALL,
                va="center",
                color=QUIET,
                annotation_clip=False,
            )


def _deals(number: float) -> str:
    """A power of ten: 1, 100, 10k, 1M."""
    for size, letter in ((1e9, "B"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:,.0f}{letter}"
    return f"{number:g}"

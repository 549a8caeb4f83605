"""Deals needed against the difference to be seen: two lines on logarithmic axes, with what was asked for on them.

Spoken in the visual language of `charts`, save that no strategy is ahead here: the match of fixed length is blue, the
sequential test orange, both named where they end.
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOT = 236.0
BELOW = 46.0
CLOCK = ((1, "1 s"), (60, "1 min"), (3600, "1 h"), (86_400, "1 day"), (31_557_600, "1 year"))
STEPS = (1, 2, 5)
ROOM = 0.14  # beside the lines, in lengths of theirs
DASHES = (0, (5, 2))


def lengths_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    unit: str,
    fixed: Sequence[tuple[float, float]],
    test: Sequence[tuple[float, float]],
    asked: Sequence[tuple[float, float, bool]],
    power: float,
    deals_per_second: float | None = None,
) -> None:
    """Draw (difference, deals) of matches of fixed length and of tests, and dots at (difference, deals, on the test?).

    Differences are in `unit`, per cent or points; with a speed, lines say how long a second, a minute, an hour reach.
    """
    points = [*fixed, *test, *((x, y) for x, y, *_ in asked)]
    left_x, right_x = (log10(end(x for x, _ in points)) for end in (min, max))
    bottom, top = (log10(end(y for _, y in points)) for end in (min, max))
    room_x, room_y = ROOM * max(right_x - left_x, 0.3), ROOM * max(top - bottom, 1.0)
    with style():
        tens = range(ceil(bottom - room_y), floor(top + room_y) + 1)
        words = [_deals(10.0**ten) for ten in tens]
        left = MARGIN + max(text_width(word, SMALL) for word in words) + 8
        width = WIDTH - MARGIN - left - (44 if deals_per_second else 0)
        sheet = Sheet(figure, title, subtitle, LEADING * SMALL + 6 + PLOT + BELOW)
        sheet.lines(MARGIN, sheet.top, ["deals needed"], SMALL, color=QUIET)
        axes = sheet.axes(left, sheet.top + LEADING * SMALL + 6, width, PLOT)
        axes.set_xlim(left_x - room_x, right_x + room_x)
        axes.set_ylim(bottom - room_y, top + room_y)
        _ticks(axes, left_x, right_x, width)
        axes.set_yticks(tens, words)
        axes.set_xlabel(f"difference to be seen, {unit}", size=SMALL, color=QUIET)
        for ten in tens:
            axes.axhline(ten, color=FAINT, linewidth=0.6, zorder=0)
        if deals_per_second:
            _clock(axes, deals_per_second)
        for line, above in ((fixed, True), (test, False)):
            dots = [(log10(x) - left_x) / (right_x - left_x or 1) for x, _, on_test in asked if on_test != above]
            if len(line) > 1:
                _line(axes, line, above, dots, f"fixed number of deals, seen in {100 * power:.3g} %")
        for x, y, on_test in asked:
            _dot(axes, log10(x), log10(y), f"{round(y):,}", not on_test)


def _line(axes: "Axes", line: Sequence[tuple[float, float]], above: bool, dots: Sequence[float], name: str) -> None:
    """One line with its name along it, the upper one's near its left end, the lower one's near its right end.

    `dots` lie on it, in shares of its length from the left; the name makes way for one.
    """
    xs, ys = ([log10(place) for place in places] for places in zip(*sorted(line), strict=True))
    axes.plot(xs, ys, color=FIRST if above else SECOND, linestyle="-" if above else DASHES, linewidth=2.2, zorder=3)
    near, farther = (0.03, 0.3) if above else (0.97, 0.7)
    at = farther if any(abs(dot - near) < 0.2 for dot in dots) else near
    words = name if above else "sequential test, on average"
    _beside(axes, xs[0] + at * (xs[-1] - xs[0]), ys[0] + at * (ys[-1] - ys[0]), words, above)


def _beside(axes: "Axes", x: float, y: float, words: str, above: bool, **how: Any) -> None:
    """Words beside a point of a line that falls: above it to the right, or below it to the left."""
    axes.annotate(
        words,
        (x, y),
        (7, 5) if above else (-7, -5),
        textcoords="offset points",
        size=SMALL,
        ha="left" if above else "right",
        va="bottom" if above else "top",
        zorder=5,
        color=INK,
        bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
        annotation_clip=False,
        **how,
    )


def _dot(axes: "Axes", x: float, y: float, words: str, above: bool) -> None:
    """What was asked for: a dot and its number of deals."""
    axes.plot([x], [y], marker="o", markersize=8, color=INK, zorder=6, clip_on=False)
    _beside(axes, x, y, words, above, weight="bold")


def _ticks(axes: "Axes", low: float, high: float, width: float) -> None:
    """Round differences, as many as there is room for."""
    places = [step * 10.0**ten for ten in range(floor(low), ceil(high) + 1) for step in STEPS]
    places = [x for x in places if low - 1e-6 <= log10(x) <= high + 1e-6]
    left, right = axes.get_xlim()
    shown: list[float] = []
    for x in places:
        if not shown or (log10(x / shown[-1]) / (right - left) * width > text_width(f"{x:g}", SMALL) + 10):
            shown.append(x)
    axes.set_xticks([log10(x) for x in shown], [f"{x:g}" for x in shown])


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

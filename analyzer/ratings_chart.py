"""Ratings one under the other, each with its interval, beside the line of the mean.

Spoken in the visual language of `charts`: blue and to the right is surely above the mean, orange and to the left
surely below, hollow is what cannot be said.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.answer import half_even
from analyzer.charts import (
    LEADING,
    MARGIN,
    QUIET,
    SMALL,
    WIDTH,
    Sheet,
    dot,
    level_line,
    number,
    sides,
    style,
    text_width,
    ticks,
    wrap,
)
from analyzer.standings_chart import reach
from analyzer.wording import decimals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Rating = tuple[str, str, float | None, float | None, float | None]

BAR = 23.0  # from one rating to the next
NAMES = 140.0  # the widest the column of names becomes
GAP = 8.0
ABOVE, BELOW = 20.0, 60.0  # the word over the line, and what stands under the axis


def ratings_chart(
    figure: "Figure", *, title: str, subtitle: str, rows: Sequence[Rating], unit: str, level: float = 0.95
) -> None:
    """Draw `rows` of (what stands before the name, name, mean, low, high), one under the other, beside a line at 0.

    `level` is the coverage of the intervals; what is None is left out.
    """
    with style():
        before = [text_width(head, SMALL) for head, *_ in rows]
        indent = max(before, default=0.0) + 7
        shown = [wrap(name, NAMES, SMALL, 2) for _, name, *_ in rows]
        left = MARGIN + indent + max((text_width(line, SMALL) for lines in shown for line in lines), default=0.0) + GAP
        figures = [_figure(mean, low, high) for _, _, mean, low, high in rows]
        right = max((text_width(text, SMALL) for text in figures), default=0.0) + GAP
        width = WIDTH - MARGIN - right - left
        step = max(BAR, LEADING * SMALL * max(map(len, shown), default=1) + 6)
        height = step * len(rows) + ABOVE + 4
        sheet = Sheet(figure, title, subtitle, height + BELOW)
        axes = sheet.axes(left, sheet.top, width, height)
        axes.set_xlim(*reach([x for _, _, *values in rows for x in values if x is not None], 0.0))
        axes.set_ylim(0, height)
        under = wrap(unit, width, SMALL, 2)
        under += [f"bars: {100 * level:g}% intervals"] * any(low is not None for *_, low, _ in rows)
        axes.set_xlabel("\n".join(under[:2]), size=SMALL, color=QUIET, linespacing=LEADING)
        ticks(axes, 5, width, sign=True)
        sides(axes, 0.0)
        level_line(axes, 0.0, "mean", width, height)
        for place, (head, _, mean, low, high) in enumerate(rows):
            middle = ABOVE + step * (place + 0.5)
            first = sheet.top + middle - LEADING * SMALL * len(shown[place]) / 2
            sheet.lines(MARGIN + indent - 7, first, [head], SMALL, ha="right", color=QUIET)
            sheet.lines(MARGIN + indent, first, shown[place], SMALL)
            one_line = sheet.top + middle - LEADING * SMALL / 2
            sheet.lines(WIDTH - MARGIN, one_line, [figures[place]], SMALL, ha="right")
            if mean is not None:
                dot(axes, mean, height - middle, low, high, 0.0)


def _figure(mean: float | None, low: float | None, high: float | None) -> str:
    """`+2.31 ± 0.12`."""
    if mean is None:
        return "no result yet"
    half = None if low is None or high is None else (high - low) / 2
    digits = decimals(half, 3) if half else 1
    error = "" if half is None else f" ± {number(half, digits)}"
    return f"{number(half_even(mean, digits), digits, sign=True)}{error}"

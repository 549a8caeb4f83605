"""Each against each, drawn in colours.

Blue is where the row surely beats the column, orange where it surely loses, pale what cannot be said; the deeper the
colour, the more one makes of the other.  Spoken in the visual language of `charts`.
"""

from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

from analyzer.answer import half_even
from analyzer.charts import (
    FIRST,
    LEADING,
    MARGIN,
    PAPER,
    QUIET,
    SECOND,
    SMALL,
    WIDTH,
    Sheet,
    number,
    style,
    text_width,
    wrap,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELS = 140.0  # the widest the column of names becomes
GAP = 8.0
TALLEST, LOWEST = 26.0, 18.0  # rows
EASY, LEAST = 9.5, 6.5  # points: with smaller figures there are fewer of them, and then none at all
PALEST, DEEPEST = 0.30, 1.0  # how much of its colour a sure cell has
UNSURE, BLACK = "#f3f3f3", "#000000"
KEY = 12.0  # the side of a square that explains a colour


def league_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    names: Sequence[str],
    values: Sequence[Sequence[float | None]],
    sure: Sequence[Sequence[int]],
    level: float,
    what: str,
    most: int = 6,
) -> None:
    """Draw `values[row][column]`, what a row makes of a column, about `level`; None is not drawn.

    `sure` is 1 where the row surely beats the column, -1 where it surely loses, 0 where that cannot be said; `most`
    digits after the point are allowed, and fewer shown where there is no room.
    """
    size = len(names)
    with style():
        numbers = [str(place) for place in range(1, size + 1)]
        indent = max(text_width(text, SMALL) for text in numbers) + 5
        shown = [wrap(name, LABELS - indent, SMALL, 2) for name in names]
        left = MARGIN + indent + max(text_width(line, SMALL) for lines in shown for line in lines) + GAP
        width = WIDTH - MARGIN - left
        side = min(width / max(size, 1), 64.0)
        lines = max(map(len, shown))
        row = max(min(side, TALLEST), LOWEST, LEADING * SMALL * lines + 4)
        head = LEADING * SMALL + 2
        small = min(SMALL, max(6.0, (side - 2) / max(text_width(text, 1.0) for text in [*numbers, "1"])))
        below = wrap(what, WIDTH - 2 * MARGIN, SMALL, 2)
        foot = 10 + LEADING * SMALL * (len(below) + 1) + 8 + MARGIN
        sheet = Sheet(figure, title, subtitle, head + row * size + foot)
        top = sheet.top + head
        for place in range(size):
            above = top - 3 - small * 0.95  # where its upper edge must be to stand on the cells
            sheet.lines(left + side * (place + 0.5), above, [numbers[place]], small, ha="center", color=QUIET)
            first = top + row * (place + 0.5) - LEADING * SMALL * len(shown[place]) / 2
            sheet.lines(MARGIN + indent - 5, first, [numbers[place]], SMALL, ha="right", color=QUIET)
            sheet.lines(MARGIN + indent, first, shown[place], SMALL)
        axes = sheet.axes(left, top, side * size, row * size)
        axes.set_xlim(0, size)
        axes.set_ylim(size, 0)
        axes.set_xticks([])
        for spine in axes.spines.values():
            spine.set_visible(False)
        _draw_cells(axes, values, sure, level, side, most)
        _draw_key(sheet, top + row * size + 10, below)


def _draw_cells(
    axes: "Axes",
    values: Sequence[Sequence[float | None]],
    sure: Sequence[Sequence[int]],
    level: float,
    side: float,
    most: int,
) -> None:
    """The cells, and figures in them where there is room."""
    from matplotlib.patches import Rectangle

    whole = [value for row in values for value in row if value is not None]
    furthest = max((abs(value - level) for value in whole), default=0.0) or 1.0
    digits, points = figures_for(whole, side - 3, most)
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            if value is None:
                continue
            depth = PALEST + (DEEPEST - PALEST) * abs(value - level) / furthest
            ground = blend(FIRST if sure[y][x] > 0 else SECOND, depth) if sure[y][x] else UNSURE
            axes.add_patch(Rectangle((x, y), 1, 1, facecolor=ground, edgecolor=PAPER, linewidth=1.2))
            if points:
                axes.text(
                    x + 0.5,
                    y + 0.5,
                    number(half_even(value, digits), digits),
                    size=points,
                    ha="center",
                    va="center_baseline",
                    color=ink_on(ground) if sure[y][x] else QUIET,
                )


def figures_for(values: Sequence[float], width: float, most: int = 6) -> tuple[int, float]:
    """How many digits after the point the figures in cells `width` points wide have, and their size; 0: no room."""
    furthest = max(map(abs, values), default=0.0) or 1.0
    for digits in range(min(most, max(1, 2 - floor(log10(furthest)))), -1, -1):
        least = EASY if digits else LEAST
        widest = max((text_width(number(value, digits), 10) for value in values), default=1.0) / 10
        points = min(SMALL, width / widest)
        if points >= least:
            return digits, points
    return 0, 0.0


def blend(color: str, share: float) -> str:
    """So much of a colour on white."""
    parts = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - share * (255 - part)):02x}" for part in parts)


def ink_on(color: str) -> str:
    """White or black, whichever is easier to read on it; our ink would be too pale for the middling blues.

    By relative luminance (Web Content Accessibility Guidelines 2.1), by which one of the two always has 4.5 : 1.
    """
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return PAPER if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else BLACK


def _draw_key(sheet: Sheet, top: float, below: Sequence[str]) -> None:
    """What the figures are, and what the colours mean."""
    from matplotlib.patches import Rectangle

    sheet.lines(MARGIN, top, below, SMALL, color=QUIET)
    y = top + LEADING * SMALL * len(below) + 8
    x = MARGIN
    for color, text in (
        (FIRST, "surely more"),
        (SECOND, "surely less"),
        (UNSURE, "too close to call, all at once at 95%"),
    ):
        box = sheet.axes(x, y + 1, KEY, KEY)
        box.set_axis_off()
        box.add_patch(Rectangle((0, 0), 1, 1, facecolor=color, edgecolor=QUIET, linewidth=0.5))
        sheet.lines(x + KEY + 5, y, [text], SMALL, color=QUIET)
        x += KEY + 5 + text_width(text, SMALL) + 18

"""Settings of three parameters or more, drawn under each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.charts import (
    INK,
    MARGIN,
    QUIET,
    SMALL,
    WIDTH,
    Sheet,
    digits_for,
    number,
    say,
    style,
    text_width,
    ticks,
    wrap,
)
from analyzer.settings_chart import (
    HEADING,
    LINE,
    Point,
    Seen,
    colours,
    heading,
    mark,
    note_height,
    value_word,
    warning,
    write_note,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 14
LABELS = 190.0  # the widest the column of names becomes
AIR = 8.0  # between rows
TICKS = 28.0


def list_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameters: Sequence[str],
    points: Sequence[Point],
    gain_unit: str,
    flattered: bool,
    level: float = 0.95,
) -> None:
    """Draw the foremost settings and the default under each other, by how much more they make than the default.

    `flattered`: the best setting is not the default, and was chosen by these deals.
    """
    shown = [*points[:MOST_ROWS], *(point for point in points[MOST_ROWS:] if point.default)]
    gains: list[Seen] = [point.gain or (0.0, None, None) for point in shown]
    with style():
        names = [wrap(_named(parameters, point), LABELS, SMALL, 3) for point in shown]
        left = MARGIN + max(text_width(line, SMALL) for name in names for line in name) + 16
        width = WIDTH - MARGIN - left
        heights = [LINE * max(2, len(name)) + AIR for name in names]
        height = sum(heights) + 4
        note = [f"bars: {100 * level:g}% intervals, each for itself", *colours(), *warning(flattered)]
        sheet = Sheet(figure, title, subtitle, HEADING + height + TICKS + note_height(note))
        heading(sheet, sheet.top, gain_unit)
        axes = sheet.axes(left, sheet.top + HEADING, width, height)
        ends = [x for seen in gains for x in seen if x is not None] + [0.0]
        room = 0.12 * (max(ends) - min(ends)) or 0.5
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.set_ylim(0, height)
        ticks(axes, 6, width, sign=True)
        axes.plot([0, 0], [0, height], color=QUIET, linewidth=1, zorder=1)
        top = 0.0
        for name, tall, point, seen in zip(names, heights, shown, gains, strict=True):
            middle = top + tall / 2
            sheet.lines(MARGIN, sheet.top + HEADING + middle - LINE * len(name) / 2, name, SMALL)
            _draw_row(axes, height - middle, point, seen, width)
            top += tall
        write_note(sheet, note)


def _named(parameters: Sequence[str], point: Point) -> str:
    return ", ".join(f"{name}={value_word(value)}" for name, value in zip(parameters, point.values, strict=True))


def _draw_row(axes: "Axes", y: float, point: Point, seen: Seen, width: float) -> None:
    mean, low, high = seen
    if mean is None:
        return
    if low is not None and high is not None:
        axes.plot([low, high], [y - 5, y - 5], color=INK, linewidth=1.5, zorder=4, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([end, end], [y - 10, y], color=INK, linewidth=1.5, zorder=4)
    mark(axes, mean, y - 5, point.fill, point.default, point.best)
    text = "default" if point.default else number(mean, digits_for(low, high, 1, most=3), sign=True)
    say(axes, mean, y + 4, text, SMALL, width)

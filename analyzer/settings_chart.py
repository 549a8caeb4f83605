"""Settings of a strategy, drawn: one parameter as a curve, two as a map, more as a list of the foremost.

Spoken in the visual language of `charts`: blue is surely better than the default setting, orange surely worse, hollow
what cannot be said; the default is a dark square.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

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
    TEXT,
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Seen = tuple[float | None, float | None, float | None]  # mean, low, high


class Point(NamedTuple):
    """A setting: its values, its mean, how much more that is than the default's, and what is sure of that."""

    values: tuple[Any, ...]
    mean: Seen
    gain: Seen | None  # None of the default setting
    sure: int  # 1 better than the default, -1 worse, 0 unknown
    default: bool
    best: bool


SIDE = 52.0  # room for the numbers of the upright axis
CURVE, BETWEEN = 150.0, 40.0  # heights: of a plot, and of what is between two
BELOW = 62.0
LINE = LEADING * SMALL


def curve_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameter: str,
    points: Sequence[Point],
    unit: str,
    gain_unit: str,
    level: float = 0.95,
) -> None:
    """Draw the means over the values of one parameter, and below how much more they are than the default's."""
    with style():
        points = sorted(points, key=lambda point: point.values)
        heading = LEADING * TEXT + 8
        sheet = Sheet(figure, title, subtitle, 2 * (heading + CURVE) + BETWEEN + BELOW + 22)
        left, width = MARGIN + SIDE, WIDTH - 2 * MARGIN - SIDE
        places = _places(points)
        top = sheet.top
        for row, (words, seen) in enumerate(
            ((unit, [p.mean for p in points]), (gain_unit, [p.gain or (0.0, None, None) for p in points]))
        ):
            sheet.lines(MARGIN, top, wrap(_capital(words), WIDTH - 2 * MARGIN, TEXT, 1, bold=True), TEXT, weight="bold")
            axes = sheet.axes(left, top + heading, width, CURVE)
            _across(axes, points, places, parameter if row else "", width)
            _upright(axes, seen, sign=bool(row))
            if row:
                axes.plot(axes.get_xlim(), [0, 0], color=QUIET, linewidth=1, zorder=1)
            _draw_curve(axes, points, places, seen)
            top += heading + CURVE + BETWEEN
        _note(sheet, level)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _places(points: Sequence[Point]) -> list[float]:
    """Where the values lie: by their size, or one beside the other where they are no numbers."""
    values = [point.values[0] for point in points]
    return [float(k) for k in range(len(values))] if isinstance(values[0], bool) else [float(x) for x in values]


def _across(axes: "Axes", points: Sequence[Point], places: Sequence[float], parameter: str, width: float) -> None:
    """The axis of the parameter."""
    span = (places[-1] - places[0]) or 1.0
    axes.set_xlim(places[0] - 0.05 * span, places[-1] + 0.05 * span)
    axes.set_xlabel(parameter, size=SMALL, color=QUIET)
    if isinstance(points[0].values[0], bool):
        axes.set_xticks(places, [str(point.values[0]).lower() for point in points])
        return
    labels = [f"{point.values[0]:g}" for point in points]
    room = (width / 1.1) / span
    gaps = [(b - a) * room for a, b in zip(places, places[1:], strict=False)]
    if all(
        gap >= (text_width(a, SMALL) + text_width(b, SMALL)) / 2 + 5
        for gap, a, b in zip(gaps, labels, labels[1:], strict=False)
    ):
        axes.set_xticks(places, labels)
    else:
        ticks(axes, 10, width)


def _upright(axes: "Axes", seen: Sequence[Seen], sign: bool) -> None:
    """The axis of the means: all of every interval, and some faint lines to read them by."""
    from math import ceil, log10

    from matplotlib.ticker import MaxNLocator

    ends = [x for each in seen for x in each if x is not None] + ([0.0] if sign else [])
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = 0.08 * (high - low) or 0.5
    axes.set_ylim(low - room, high + room)
    tried = MaxNLocator(7, steps=[1, 2, 5, 10]).tick_values(low - room, high + room)
    places = [float(y) for y in tried if low - room <= y <= high + room]
    step = min((b - a for a, b in zip(places, places[1:], strict=False)), default=1.0)
    digits = max(0, ceil(-log10(step) - 1e-9))
    axes.set_yticks(places, [number(y, digits, sign) for y in places])
    for y in places:
        axes.plot([0, 1], [y, y], color=FAINT, linewidth=0.6, zorder=0, transform=axes.get_yaxis_transform())


def _draw_curve(axes: "Axes", points: Sequence[Point], places: Sequence[float], seen: Sequence[Seen]) -> None:
    """A line through the means, and each with its interval."""
    known = [(x, mean) for x, (mean, _, _) in zip(places, seen, strict=True) if mean is not None]
    axes.plot([x for x, _ in known], [y for _, y in known], color=FAINT, linewidth=1.4, zorder=2)
    small = len(points) > 30
    for point, x, (mean, low, high) in zip(points, places, seen, strict=True):
        if mean is None:
            continue
        if low is not None and high is not None:
            axes.plot([x, x], [low, high], color=INK, linewidth=1.4, zorder=3, solid_capstyle="butt")
            axes.plot([x, x], [low, high], marker="_", markersize=11, color=INK, linestyle="none", zorder=3)
        _mark(axes, x, mean, point, small)
    for point, x, (mean, _, high) in zip(points, places, seen, strict=True):
        if mean is not None and (point.default or point.best):
            _name(axes, x, mean if high is None else high, "default" if point.default else "best")


def _name(axes: "Axes", x: float, y: float, text: str) -> None:
    """A word above an interval."""
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.5, "alpha": 0.8}
    axes.annotate(
        text,
        (x, y),
        (0, 6),
        textcoords="offset points",
        size=SMALL,
        ha="center",
        va="bottom",
        zorder=6,
        bbox=ground,
        annotation_clip=False,
    )


def _mark(axes: "Axes", x: float, y: float, point: Point, small: bool = False) -> None:
    """A setting in the colour of what is sure of it."""
    color = LEVEL if point.default else {1: FIRST, -1: SECOND, 0: PAPER}[point.sure]
    axes.plot(
        [x],
        [y],
        marker="s" if point.default else "o",
        markersize=(5 if small else 7) + (1 if point.best else 0),
        color=color,
        markeredgecolor=INK,
        markeredgewidth=1.1,
        zorder=5,
        clip_on=False,
    )


def _note(sheet: Sheet, level: float) -> None:
    """What the marks mean."""
    text = (
        f"bars: {100 * level:g}% intervals; square: the default; blue: surely better than it, orange: surely worse, "
        "hollow: not surely either"
    )
    lines = wrap(text, WIDTH - 2 * MARGIN, SMALL, 2)
    sheet.lines(MARGIN, sheet.height - MARGIN - LINE * len(lines) + 2, lines, SMALL, color=QUIET)


# Two parameters

TALLEST, LOWEST = 34.0, 18.0  # of the cells of a map


def map_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameters: Sequence[str],
    points: Sequence[Point],
    unit: str,
    gain_unit: str,
    level: float = 0.95,
) -> None:
    """Draw two parameters as a map, coloured by how much more each setting makes than the default."""
    with style():
        across, upright = (sorted({point.values[k] for point in points}) for k in (1, 0))
        names = [_word(value) for value in upright]
        left = MARGIN + max(text_width(name, SMALL) for name in names) + 24
        width = WIDTH - MARGIN - left
        cell = width / len(across)
        digits = _digits(points)
        texts = {point.values: _cell_text(point, digits) for point in points}
        lines = 2 if any(len(text) > 1 for text in texts.values()) else 1
        fits = max(text_width(line, SMALL) for text in texts.values() for line in text[:1]) <= cell - 4
        spread = fits and max(text_width(line, SMALL) for text in texts.values() for line in text) <= cell - 4
        tall = TALLEST + (4 if spread and lines > 1 else 0) if fits else max(LOWEST, min(TALLEST, cell))
        height = tall * len(upright)
        heading = LEADING * TEXT + 8
        sheet = Sheet(figure, title, subtitle, heading + height + BELOW + LINE + 16)
        words = wrap(_capital(gain_unit), WIDTH - 2 * MARGIN, TEXT, 1, bold=True)
        sheet.lines(MARGIN, sheet.top, words, TEXT, weight="bold")
        axes = sheet.axes(left, sheet.top + heading, width, height)
        axes.set_xlim(0, len(across))
        axes.set_ylim(0, len(upright))
        axes.spines["bottom"].set_visible(False)
        most = max((abs(point.gain[0]) for point in points if point.gain and point.gain[0] is not None), default=0.0)
        for point in points:
            x, y = across.index(point.values[1]), upright.index(point.values[0])
            _draw_cell(axes, x, y, point, most, texts[point.values][: 2 if spread else 1] if fits else [])
        _ticks_of(axes, across, upright, width, height)
        axes.set_xlabel(parameters[1], size=SMALL, color=QUIET)
        axes.set_ylabel(parameters[0], size=SMALL, color=QUIET)
        _map_note(sheet, fits, spread, level)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:g}"


def _digits(points: Sequence[Point]) -> int:
    """How many digits after the point suit most of the differences."""
    wanted = sorted(
        digits_for(low, high, 1, most=4)
        for _, low, high in (point.gain for point in points if point.gain)
        if low is not None and high is not None and low < high
    )
    return wanted[len(wanted) // 2] if wanted else 1


def _cell_text(point: Point, digits: int) -> list[str]:
    """How much more, and to within what."""
    if point.gain is None:
        return ["default"]
    mean, low, high = point.gain
    if mean is None:
        return ["–"]
    told = [number(mean, digits, sign=True)]
    if low is not None and high is not None:
        told.append(f"±{number((high - low) / 2, digits)}")
    return told


def shade(gain: float | None, most: float) -> tuple[float, float, float]:
    """Blue the more it is above 0, orange the more below, white at 0."""
    from matplotlib.colors import to_rgb

    share = min(1.0, abs(gain or 0.0) / most) if most else 0.0
    target = to_rgb(FIRST if (gain or 0) > 0 else SECOND)
    red, green, blue = (1 - 0.85 * share * (1 - part) for part in target)
    return red, green, blue


def _draw_cell(axes: "Axes", x: int, y: int, point: Point, most: float, lines: Sequence[str]) -> None:
    """A cell in its colour, with its figures; a frame round the default and the best."""
    from matplotlib.patches import Rectangle

    gain = 0.0 if point.gain is None else point.gain[0]
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=shade(gain, most), edgecolor=PAPER, linewidth=1.5, zorder=1))
    if point.default or point.best:
        dashes: Any = (0, (3, 2)) if point.default else "-"
        inset = (x + 0.02, y + 0.04)
        frame = Rectangle(
            inset, 0.96, 0.92, facecolor="none", edgecolor=INK, linewidth=2, linestyle=dashes, zorder=4, clip_on=False
        )
        axes.add_patch(frame)
    dark = bool(most) and gain is not None and gain > 0.6 * most
    ink = PAPER if dark else INK
    for row, line in enumerate(lines):
        middle = y + 0.5 + (0.2 - 0.42 * row if len(lines) > 1 else 0)
        weight = "bold" if not row and (point.sure or point.default) else "normal"
        axes.text(x + 0.5, middle, line, size=SMALL, ha="center", va="center", color=ink, weight=weight, zorder=5)
    if not lines and point.sure:
        axes.plot([x + 0.5], [y + 0.5], marker=".", markersize=4, color=ink, zorder=5)


def _ticks_of(axes: "Axes", across: Sequence[Any], upright: Sequence[Any], width: float, height: float) -> None:
    """The values of both parameters, fewer where they would run into each other."""
    for values, size, by_width, put in (
        (across, width, True, axes.set_xticks),
        (upright, height, False, axes.set_yticks),
    ):
        words = [_word(value) for value in values]
        cell = size / len(values)
        need = max(text_width(word, SMALL) + 5 if by_width else LINE for word in words)
        every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000, 10_000) if step * cell >= need or step > 5000)
        put([k + 0.5 for k in range(0, len(words), every)], words[::every])


def _map_note(sheet: Sheet, fits: bool, spread: bool, level: float) -> None:
    """What colours, frames and figures mean."""
    parts = ["blue: better than the default, orange: worse"]
    parts.append("dashed frame: the default; frame: the best")
    parts.append("bold: surely better or worse" if fits else "dot: surely better or worse")
    if spread:
        parts.append(f"±: {100 * level:g}% intervals")
    lines = wrap("; ".join(parts), WIDTH - 2 * MARGIN, SMALL, 3)
    sheet.lines(MARGIN, sheet.height - MARGIN - LINE * len(lines) + 2, lines, SMALL, color=QUIET)


# More parameters, and what fresh deals say

MOST_ROWS = 14
LABELS = 190.0
AIR = 12.0


def list_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameters: Sequence[str],
    points: Sequence[Point],
    unit: str,
    gain_unit: str,
    level: float = 0.95,
) -> None:
    """Draw the foremost settings and the default under each other, by how much more they make than the default."""
    shown = list(points[:MOST_ROWS])
    shown += [point for point in points[MOST_ROWS:] if point.default]
    rows = []
    for point in shown:
        words = ", ".join(f"{name}={_word(value)}" for name, value in zip(parameters, point.values, strict=True))
        rows.append((words, point, point.gain or (0.0, None, None)))
    _rows_chart(figure, title, subtitle, rows, gain_unit, level)


def _rows_chart(
    figure: "Figure", title: str, subtitle: str, rows: Sequence[tuple[str, Point, Seen]], unit: str, level: float
) -> None:
    """Settings under each other."""
    with style():
        names = [wrap(words, LABELS, SMALL, 3) for words, *_ in rows]
        left = MARGIN + max(text_width(line, SMALL) for name in names for line in name) + 16
        width = WIDTH - MARGIN - left
        heights = [max(2 * LINE, LINE * len(name)) + AIR - 4 for name in names]
        height = sum(heights) + 4
        heading = LEADING * TEXT + 8
        sheet = Sheet(figure, title, subtitle, heading + height + 34 + 2 * LINE)
        words = wrap(_capital(unit), WIDTH - 2 * MARGIN, TEXT, 1, bold=True)
        sheet.lines(MARGIN, sheet.top, words, TEXT, weight="bold")
        axes = sheet.axes(left, sheet.top + heading, width, height)
        ends = [x for *_, seen in rows for x in seen if x is not None] + [0.0]
        room = 0.12 * (max(ends) - min(ends)) or 0.5
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.set_ylim(0, height)
        ticks(axes, 6, width, sign=True)
        axes.plot([0, 0], [0, height], color=QUIET, linewidth=1, zorder=1)
        top = 0.0
        for name, tall, (_, point, seen) in zip(names, heights, rows, strict=True):
            middle = top + tall / 2
            sheet.lines(MARGIN, sheet.top + heading + middle - LINE * len(name) / 2, name, SMALL)
            _draw_row(axes, height - middle, point, seen, width)
            top += tall
        _note(sheet, level)


def _draw_row(axes: "Axes", y: float, point: Point, seen: Seen, width: float) -> None:
    mean, low, high = seen
    if mean is None:
        return
    if low is not None and high is not None:
        axes.plot([low, high], [y - 5, y - 5], color=INK, linewidth=1.5, zorder=4, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([end, end], [y - 10, y], color=INK, linewidth=1.5, zorder=4)
    _mark(axes, mean, y - 5, point)
    text = "default" if point.default else number(mean, digits_for(low, high, 1, most=3), sign=True)
    say(axes, mean, y + 4, text, SMALL, width)


class Tried(NamedTuple):
    """A setting on the tuning deals: its value, its mean there, and whether it was still in at the end."""

    value: Any
    mean: float
    left: bool
    default: bool
    best: bool


GAIN_HEIGHT = 84.0


def tune_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameter: str,
    points: Sequence[Tried],
    unit: str,
    gain: Seen | None,
    promised: float | None,
    gain_unit: str,
    checked: str,
    level: float = 0.95,
) -> None:
    """Draw the gain on the check deals beside the promise; above it, as `points`, what the tuning deals said."""
    with style():
        heading = LEADING * TEXT + 8
        curve = heading + CURVE + BETWEEN + 6 if points else 0
        below = heading + GAIN_HEIGHT if gain else 0
        sheet = Sheet(figure, title, subtitle, curve + below + BELOW)
        top, room = sheet.top, WIDTH - 2 * MARGIN
        if points:
            words = wrap(f"{_capital(unit)}, on the tuning deals", room, TEXT, 1, bold=True)
            sheet.lines(MARGIN, top, words, TEXT, weight="bold")
            axes = sheet.axes(MARGIN + SIDE, top + heading, room - SIDE, CURVE)
            shown = [Point((each.value,), (each.mean, None, None), None, 0, each.default, each.best) for each in points]
            places = _places(shown)
            _across(axes, shown, places, parameter, room - SIDE)
            _upright(axes, [point.mean for point in shown], sign=False)
            axes.plot(places, [each.mean for each in points], color=FAINT, linewidth=1.4, zorder=2)
            for each, point, x in zip(points, shown, places, strict=True):
                _mark(axes, x, each.mean, point._replace(sure=1 if each.left else 0), len(points) > 30)
                if each.default or each.best:
                    _name(axes, x, each.mean, "default" if each.default else "chosen")
            top += curve
        if gain:
            words = wrap(f"Gain in {gain_unit}, on {checked}", room, TEXT, 1, bold=True)
            sheet.lines(MARGIN, top, words, TEXT, weight="bold")
            axes = sheet.axes(MARGIN, top + heading, room, GAIN_HEIGHT)
            _draw_gain(axes, gain, promised, room)
        parts = ["blue: still in at the end, hollow: dropped"] * bool(points)
        parts += [f"bar: {100 * level:g}% interval"] * bool(gain)
        parts += ["diamond: what the tuning deals had promised"] * (gain is not None and promised is not None)
        lines = wrap("; ".join(parts), room, SMALL, 2)
        sheet.lines(MARGIN, sheet.height - MARGIN - LINE * len(lines) + 2, lines, SMALL, color=QUIET)


def _draw_gain(axes: "Axes", gain: Seen, promised: float | None, width: float) -> None:
    """The gain with its interval, the promise above it, and the line on which the default is."""
    mean, low, high = gain
    ends = [x for x in (*gain, promised, 0.0) if x is not None]
    room = 0.12 * (max(ends) - min(ends)) or 0.5
    axes.set_xlim(min(ends) - room, max(ends) + room)
    axes.set_ylim(0, GAIN_HEIGHT)
    ticks(axes, 6, width, sign=True)
    axes.plot([0, 0], [0, GAIN_HEIGHT - 14], color=QUIET, linewidth=1, zorder=1)
    say(axes, 0, GAIN_HEIGHT - 10, "the default", SMALL, width, color=QUIET)
    if promised is not None:
        axes.plot([promised], [22], marker="D", markersize=6, color=PAPER, markeredgecolor=INK, zorder=5)
    if mean is None:
        return
    sure = 0 if low is None or high is None or low <= 0 <= high else 1 if mean > 0 else -1
    if low is not None and high is not None:
        axes.plot([low, high], [42, 42], color=INK, linewidth=1.6, zorder=4, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([end, end], [36, 48], color=INK, linewidth=1.6, zorder=4)
    _mark(axes, mean, 42, Point((), gain, gain, sure, False, False))
    say(axes, mean, 53, number(mean, digits_for(low, high, 1, most=3), sign=True), TEXT, width, weight="bold")

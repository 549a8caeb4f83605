"""What tuning came to, drawn: above, what the tuning deals said; below, what fresh deals say of what was chosen.

What the tuning deals said proves nothing, so it is drawn in greys; blue and orange are for the check.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.charts import (
    FAINT,
    FIRST,
    INK,
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
from analyzer.league_chart import blend
from analyzer.settings_chart import (
    AXIS,
    CURVE,
    HEADING,
    LINE,
    MANY,
    Seen,
    curve_axes,
    heading,
    label,
    mark,
    note_height,
    places_of,
    value_word,
    write_note,
)
from analyzer.settings_map import FRAMES, Cell, Lattice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BETWEEN = 18.0  # two panels
GAIN = 98.0  # heights: of the check, and
ROW = 46.0  # of a parameter
TICKS = 28.0
LABELS = 130.0  # the widest the column of names becomes
IN = "grey: still in at the end, hollow: dropped"
FEWER = "a setting that was dropped has the mean of the deals it played"


class Tried(NamedTuple):
    """A setting on the tuning deals: its values, its mean there, and whether it was still in at the end."""

    values: tuple[Any, ...]
    mean: float
    left: bool
    default: bool
    chosen: bool


class Range(NamedTuple):
    """A parameter: its name, the ends of its range, the default value and the chosen one."""

    name: str
    low: Any
    high: Any
    default: Any
    chosen: Any


class Panel(NamedTuple):
    """A part of the sheet: how high it is below its heading, what draws it below `top`, and what its marks mean."""

    words: str
    height: float
    draw: Callable[[Sheet, float], object]
    note: Sequence[str]


def tune_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    ranges: Sequence[Range],
    tried: Sequence[Tried],
    unit: str,
    gain: Seen | None,
    sure: int,
    promised: float | None,
    gain_unit: str,
    checked: str,
    level: float = 0.95,
) -> None:
    """Draw the gain on the check deals beside what was promised; above it what the tuning deals said.

    That is the mean of every setting that was `tried`, of one parameter or two; of a walk, and of more parameters,
    where in their `ranges` the choice lies.
    """
    with style():
        if tried and len(ranges) <= 2:
            draw = _curve if len(ranges) == 1 else _map
            panels = [draw(f"{unit}, on the tuning deals", [each.name for each in ranges], tried)]
        else:
            panels = [_ranges(ranges)]
        if gain:
            panels.append(_gain(f"gain in {gain_unit}, on {checked}", gain, sure, promised, level))
        note = [part for panel in panels for part in panel.note]
        height = sum(HEADING + panel.height + BETWEEN for panel in panels) - BETWEEN
        sheet = Sheet(figure, title, subtitle, height + note_height(note) + 8)
        top = sheet.top
        for panel in panels:
            heading(sheet, top, panel.words)
            panel.draw(sheet, top)
            top += HEADING + panel.height + BETWEEN
        write_note(sheet, note)


def _curve(words: str, parameters: Sequence[str], tried: Sequence[Tried]) -> Panel:
    """The means over the values of one parameter."""
    tried = sorted(tried, key=lambda each: each.values)
    values = [each.values[0] for each in tried]

    def draw(sheet: Sheet, top: float) -> None:
        axes = curve_axes(sheet, top, values, [(each.mean, None, None) for each in tried], parameters[0])
        places = places_of(values)
        axes.plot(places, [each.mean for each in tried], color=FAINT, linewidth=1.4, zorder=2)
        for each, x in zip(tried, places, strict=True):
            fill = LEVEL if each.default else QUIET if each.left else PAPER
            mark(axes, x, each.mean, fill, each.default, each.chosen, len(tried) > MANY)
            if each.default or each.chosen:
                label(axes, x, each.mean, "default" if each.default else "chosen")

    return Panel(words, CURVE + AXIS, draw, [IN, FEWER])


def _map(words: str, parameters: Sequence[str], tried: Sequence[Tried]) -> Panel:
    """The means over the values of two."""
    means = [each.mean for each in tried]
    low, span = min(means), (max(means) - min(means)) or 1.0
    digits = digits_for(0.0, span / 10, 1, most=3)
    lattice = Lattice(
        parameters,
        {
            each.values: Cell(
                [number(each.mean, digits)],
                blend(LEVEL, 0.04 + 0.36 * (each.mean - low) / span),
                "solid" if each.chosen else "dashed" if each.default else "",
                each.left,
            )
            for each in tried
        },
    )
    ends = "" if lattice.lines else f", from {number(low, digits)} to {number(max(means), digits)}"
    note = [f"the darker, the more{ends}", f"{'bold' if lattice.lines else 'dot'}: still in at the end", FEWER]
    note.append(f"{FRAMES} chosen one")
    return Panel(words, lattice.height + AXIS, lambda sheet, top: lattice.draw(sheet, top + HEADING), note)


def _ranges(ranges: Sequence[Range]) -> Panel:
    """Where the choice lies between the ends of every parameter."""
    height = ROW * len(ranges)

    def draw(sheet: Sheet, top: float) -> None:
        names = [wrap(each.name, LABELS, SMALL, 2) for each in ranges]
        lows, highs = ([value_word(each[k]) for each in ranges] for k in (1, 2))
        room = max(text_width(word, SMALL) for word in lows) + 12
        left = MARGIN + max(text_width(line, SMALL) for name in names for line in name) + 14 + room
        width = WIDTH - MARGIN - left - max(text_width(word, SMALL) for word in highs) - 12
        axes = sheet.axes(left, top + HEADING, width, height)
        axes.set_xlim(0, 1)
        axes.set_ylim(height, 0)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        for row, (each, name, low, high) in enumerate(zip(ranges, names, lows, highs, strict=True)):
            y = ROW * (row + 0.5)
            sheet.lines(MARGIN, top + HEADING + y - LINE * len(name) / 2, name, SMALL)
            for x, word, shift, ha in ((0, low, -9, "right"), (1, high, 9, "left")):
                axes.text(x + shift / width, y, word, size=SMALL, ha=ha, va="center", color=QUIET)
            axes.plot([0, 1], [y, y], color=FAINT, linewidth=1.6, zorder=1, clip_on=False)
            where = [_share(each, each.default), _share(each, each.chosen)]
            if each.chosen == each.default:
                mark(axes, where[0], y, LEVEL, True, True)
                say(axes, where[0], y - 8, value_word(each.chosen), SMALL, width, weight="bold")
                continue
            axes.plot(where, [y, y], color=INK, linewidth=1.6, zorder=2, clip_on=False)
            mark(axes, where[0], y, LEVEL, True, False)
            mark(axes, where[1], y, QUIET, False, True)
            say(axes, where[1], y - 8, value_word(each.chosen), SMALL, width, weight="bold")
            say(axes, where[0], y + 17, value_word(each.default), SMALL, width, color=QUIET)

    note = ["dot: the chosen value", "square: the default"]
    return Panel("what was chosen, within what could be", height, draw, note)


def _share(each: Range, value: Any) -> float:
    """How far a value lies between the ends of a range; a default beside it lies at its end."""
    low, high = float(each.low), float(each.high)
    return min(max((float(value) - low) / ((high - low) or 1.0), 0.0), 1.0)


def _gain(words: str, gain: Seen, sure: int, promised: float | None, level: float) -> Panel:
    """The gain with its interval, the promise below it, and the line on which the default is."""
    width = WIDTH - 2 * MARGIN

    def draw(sheet: Sheet, top: float) -> None:
        mean, low, high = gain
        axes = sheet.axes(MARGIN, top + HEADING, width, GAIN)
        ends = [x for x in (*gain, promised, 0.0) if x is not None]
        room = 0.12 * (max(ends) - min(ends)) or 0.5
        axes.set_xlim(min(ends) - room, max(ends) + room)
        axes.set_ylim(0, GAIN)
        ticks(axes, 6, width, sign=True)
        axes.plot([0, 0], [0, GAIN - 14], color=QUIET, linewidth=1, zorder=1)
        say(axes, 0, GAIN - 10, "the default", SMALL, width, color=QUIET)
        digits = digits_for(low, high, 1, most=3)
        if promised is not None:
            axes.plot([promised], [27], marker="D", markersize=6, color=PAPER, markeredgecolor=INK, zorder=5)
            say(axes, promised, 8, f"promised {number(promised, digits, sign=True)}", SMALL, width, color=QUIET)
        if mean is not None:
            _draw_gain(axes, mean, low, high, sure)
            say(axes, mean, 67, number(mean, digits, sign=True), TEXT, width, weight="bold")

    note = [f"bar: {100 * level:g}% interval"] if gain[1] is not None and gain[1] != gain[2] else []
    note += ["diamond: what the tuning deals promised"] * (promised is not None)
    return Panel(words, GAIN + TICKS, draw, note)


def _draw_gain(axes: "Axes", mean: float, low: float | None, high: float | None, sure: int) -> None:
    if low is not None and high is not None and low < high:
        axes.plot([low, high], [55, 55], color=INK, linewidth=1.6, zorder=4, solid_capstyle="butt")
        for end in (low, high):
            axes.plot([end, end], [49, 61], color=INK, linewidth=1.6, zorder=4)
    mark(axes, mean, 55, {1: FIRST, -1: SECOND, 0: PAPER}[sure], False, True)

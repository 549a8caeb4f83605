"""Settings of a strategy, drawn: one parameter as a curve, and what all charts of settings have in common.

Spoken in the visual language of `charts`: blue is surely better than the default setting, orange surely worse, hollow
what cannot be said; the default is a dark square.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log10
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
    number,
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

    @property
    def fill(self) -> str:
        """The colour of what is sure of it."""
        return LEVEL if self.default else {1: FIRST, -1: SECOND, 0: PAPER}[self.sure]


SIDE = 52.0  # room for the numbers of the upright axis
CURVE, BETWEEN = 150.0, 40.0  # heights: of a plot, and of what is between two
LINE = LEADING * SMALL
HEADING = LEADING * TEXT + 8
AXIS = 40.0  # below a plot: tick labels and what they mean
MANY = 30  # settings: of more, marks are small


def curve_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    parameter: str,
    points: Sequence[Point],
    unit: str,
    gain_unit: str,
    flattered: bool,
    level: float = 0.95,
) -> None:
    """Draw the means over the values of one parameter, and below how much more they are than the default's.

    Without a `unit` only the latter.  `flattered`: the best setting is not the default, and was chosen by these deals.
    """
    with style():
        points = sorted(points, key=lambda point: point.values)
        panels = [(unit, [p.mean for p in points])] if unit else []
        panels.append((gain_unit, [p.gain or (0.0, None, None) for p in points]))
        note = [f"bars: {100 * level:g}% intervals, each for itself", *colours(), *warning(flattered)]
        height = len(panels) * (HEADING + CURVE) + BETWEEN * (len(panels) - 1) + AXIS
        sheet = Sheet(figure, title, subtitle, height + note_height(note))
        top = sheet.top
        for row, (words, seen) in enumerate(panels, 1):
            heading(sheet, top, words)
            last, gains = row == len(panels), words is gain_unit
            axes = curve_axes(sheet, top, [point.values[0] for point in points], seen, parameter if last else "", gains)
            if gains:
                axes.plot(axes.get_xlim(), [0, 0], color=QUIET, linewidth=1, zorder=1)
            _draw_curve(axes, points, seen)
            top += HEADING + CURVE + BETWEEN
        write_note(sheet, note)


def _draw_curve(axes: "Axes", points: Sequence[Point], seen: Sequence[Seen]) -> None:
    """A line through the means, and each with its interval."""
    places = places_of([point.values[0] for point in points])
    known = [(x, mean) for x, (mean, _, _) in zip(places, seen, strict=True) if mean is not None]
    axes.plot([x for x, _ in known], [y for _, y in known], color=FAINT, linewidth=1.4, zorder=2)
    for point, x, (mean, low, high) in zip(points, places, seen, strict=True):
        if mean is None:
            continue
        if low is not None and high is not None and low < high:
            axes.plot([x, x], [low, high], color=INK, linewidth=1.4, zorder=3, solid_capstyle="butt")
            axes.plot([x, x], [low, high], marker="_", markersize=11, color=INK, linestyle="none", zorder=3)
        mark(axes, x, mean, point.fill, point.default, point.best, len(points) > MANY)
    for point, x, (mean, _, high) in zip(points, places, seen, strict=True):
        if mean is not None and (point.default or point.best):
            label(axes, x, mean if high is None else high, "default" if point.default else "best")


# Axes


def curve_axes(
    sheet: Sheet, top: float, values: Sequence[Any], seen: Sequence[Seen], parameter: str, sign: bool = False
) -> "Axes":
    """The axes below a heading at `top`, over the values of a parameter, which are in order."""
    width = WIDTH - 2 * MARGIN - SIDE
    axes = sheet.axes(MARGIN + SIDE, top + HEADING, width, CURVE)
    _across(axes, values, parameter, width)
    _upright(axes, seen, sign)
    return axes


def places_of(values: Sequence[Any]) -> list[float]:
    """Where the values lie: by their size, or one beside the other where they are no numbers."""
    return [float(k) for k in range(len(values))] if isinstance(values[0], bool) else [float(x) for x in values]


def _across(axes: "Axes", values: Sequence[Any], parameter: str, width: float) -> None:
    """The axis of the parameter."""
    places = places_of(values)
    span = (places[-1] - places[0]) or 1.0
    axes.set_xlim(places[0] - 0.05 * span, places[-1] + 0.05 * span)
    axes.set_xlabel(parameter, size=SMALL, color=QUIET)
    labels = [value_word(value) for value in values]
    room = (width / 1.1) / span
    gaps = [(b - a) * room for a, b in pairwise(places)]
    needs = [(text_width(a, SMALL) + text_width(b, SMALL)) / 2 + 5 for a, b in pairwise(labels)]
    if all(gap >= need for gap, need in zip(gaps, needs, strict=True)):
        axes.set_xticks(places, labels)
    else:
        ticks(axes, 10, width)


def _upright(axes: "Axes", seen: Sequence[Seen], sign: bool) -> None:
    """The axis of the means: all of every interval, and some faint lines to read them by."""
    from matplotlib.ticker import MaxNLocator

    ends = [x for each in seen for x in each if x is not None] + ([0.0] if sign else [])
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = 0.08 * (high - low) or 0.5
    axes.set_ylim(low - room, high + room)
    tried = MaxNLocator(7, steps=[1, 2, 5, 10]).tick_values(low - room, high + room)
    places = [float(y) for y in tried if low - room <= y <= high + room]
    step = min((b - a for a, b in pairwise(places)), default=1.0)
    digits = max(0, ceil(-log10(step) - 1e-9))
    axes.set_yticks(places, [number(y, digits, sign) for y in places])
    for y in places:
        axes.plot([0, 1], [y, y], color=FAINT, linewidth=0.6, zorder=0, transform=axes.get_yaxis_transform())


# Marks and words


def value_word(value: Any) -> str:
    """The value of a parameter."""
    return str(value) if isinstance(value, bool) else f"{value:g}"


def mark(axes: "Axes", x: float, y: float, fill: str, default: bool, best: bool, small: bool = False) -> None:
    """A setting: a square if it is the default, a little larger if it is the best."""
    axes.plot(
        [x],
        [y],
        marker="s" if default else "o",
        markersize=(5 if small else 7) + best,
        color=fill,
        markeredgecolor=INK,
        markeredgewidth=1.1,
        zorder=5,
        clip_on=False,
    )


def label(axes: "Axes", x: float, y: float, text: str) -> None:
    """A word above a mark or an interval."""
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


def heading(sheet: Sheet, top: float, words: str) -> None:
    """What a plot shows, above it."""
    lines = wrap(words[:1].upper() + words[1:], WIDTH - 2 * MARGIN, TEXT, 1, bold=True)
    sheet.lines(MARGIN, top, lines, TEXT, weight="bold")


def colours() -> list[str]:
    """What the marks of settings mean."""
    return ["square: the default", "blue: surely better than it (Holm), orange: surely worse, hollow: neither is sure"]


def warning(flattered: bool) -> list[str]:
    """What is to be said of the best of many."""
    return ["the best is flattered by having been chosen from many"] * flattered


def note_height(parts: Sequence[str]) -> float:
    """How much room the note takes, with the margin below it."""
    return LINE * len(_note_lines(parts)) + 6 + MARGIN if parts else MARGIN


def write_note(sheet: Sheet, parts: Sequence[str]) -> None:
    """What the marks mean, at the foot of the sheet."""
    lines = _note_lines(parts)
    sheet.lines(MARGIN, sheet.height - MARGIN - LINE * len(lines) + 2, lines, SMALL, color=QUIET)


def _note_lines(parts: Sequence[str]) -> list[str]:
    return wrap("; ".join(parts), WIDTH - 2 * MARGIN, SMALL, 5) if parts else []

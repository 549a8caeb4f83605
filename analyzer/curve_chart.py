"""Estimates over an axis of something, each with its interval: how a number goes with another, series by series."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.charts import (
    INK,
    LEADING,
    MARGIN,
    PAPER,
    QUIET,
    SMALL,
    TEXT,
    WIDTH,
    Sheet,
    style,
    text_width,
    ticks,
    wrap,
)
from analyzer.marks import LINE, SERIES, Seen, apart, foot, put_foot, round_numbers, standing, upright

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOT = 216.0
NAMES = 124.0  # the widest the column of names becomes
AXIS = 42.0  # tick labels, and what the axis means
MANY = 26  # with more points than that intervals are a band
NARROWEST = 30.0  # points for a word on the axis across
DODGE = 5.0  # points sideways between two series, so that their intervals do not hide each other
GROUND = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.5, "alpha": 0.8}


class Series(NamedTuple):
    """A line with a name: `points` are (x, mean, low, high) or (x, mean, low, high, sure).

    An x is a number, or a word where the axis has no scale; `sure` is 1, 0 or -1 where more than the interval decides.
    """

    name: str
    points: Sequence[tuple]


def curve(
    series: Iterable[Series | tuple],
    *,
    title: str,
    subtitle: str,
    across: str,
    unit: str,
    line: float | None = None,
    line_word: str = "",
    mark: Any = None,
    mark_word: str = "",
    sign: bool = False,
    level: float = 0.95,
) -> Callable[["Figure"], None]:
    """Draw up to five series on an upright axis in `unit` over one that means `across`.

    `line` is a level to compare with and `line_word` its name; `mark` is an x to point at, such as the value in use,
    and `mark_word` what it is; `sign` puts a plus before what is above zero.  ValueError for more than five series.
    """
    lines = [each if isinstance(each, Series) else Series(*each) for each in series]
    if len(lines) > len(SERIES):
        raise ValueError(f"a curve chart has room for {len(SERIES)} series, not for {len(lines)}")
    return _Curve(lines, title, subtitle, across, unit, line, line_word, mark, mark_word, sign, level)


@dataclass(frozen=True)
class _Curve:
    """The chart; called with a figure, it draws itself there."""

    lines: Sequence[Series]
    title: str
    subtitle: str
    across: str
    unit: str
    line: float | None
    line_word: str
    mark: Any
    mark_word: str
    sign: bool
    level: float

    def __call__(self, figure: "Figure") -> None:
        """Draw it."""
        with style():
            self._draw(figure)

    @cached_property
    def dots(self) -> list[list[tuple[float, Seen]]]:
        """What is known of each series, from left to right: where, and what."""
        place = self.places
        return [
            sorted(((place[x], Seen(*rest)) for x, *rest in each.points if rest and rest[0] is not None), key=_first)
            for each in self.lines
        ]

    @cached_property
    def places(self) -> dict[Any, float]:
        """Where each x lies: by its size, or one word beside the other."""
        found = list(dict.fromkeys(point[0] for each in self.lines for point in each.points))
        words = any(isinstance(x, str) for x in found)
        return {x: float(k if words else x) for k, x in enumerate(found if words else sorted(found))}

    @property
    def crowded(self) -> bool:
        """Are there too many points for bars?"""
        return max(map(len, self.dots), default=0) > MANY

    @cached_property
    def span(self) -> tuple[float, float]:
        """From where to where the upright axis goes: all there is, the level, and some room."""
        ends = [x for dots in self.dots for _, seen in dots for x in seen.ends]
        ends += [x for x in (self.line, 0.0 if self.sign else None) if x is not None]
        low, high = min(ends, default=0.0), max(ends, default=1.0)
        room = 0.08 * (high - low) or 0.5
        return low - room, high + room

    def _draw(self, figure: "Figure") -> None:
        named = [wrap(each.name, NAMES, SMALL, 3) if len(self.lines) > 1 else [] for each in self.lines]
        room = max((text_width(words, SMALL) for name in named for words in name), default=0.0)
        right = room + 18 if room else 0.0
        side = max(text_width(words, SMALL) for words in round_numbers(*self.span, 7, self.sign)[1]) + 10
        left, width = MARGIN + side, WIDTH - 2 * MARGIN - side - right
        meaning = wrap(self.across, WIDTH - MARGIN - left, SMALL, 2)
        bounded = any(seen.bounds for dots in self.dots for _, seen in dots)
        note = foot([f"{'bands' if self.crowded else 'bars'}: {100 * self.level:g}% intervals"] * bounded)
        above = LEADING * TEXT + 8 + (LINE if self.mark is not None and self.mark_word else 0.0)
        words = self._words(width)
        lower = LINE * max((word.count("\n") for word in words.values()), default=0)
        below = AXIS + lower + LINE * (len(meaning) + len(note) - 1) + MARGIN
        sheet = Sheet(figure, self.title, self.subtitle, above + PLOT + below)
        heading = wrap(self.unit[:1].upper() + self.unit[1:], WIDTH - 2 * MARGIN, TEXT, 1, bold=True)
        sheet.lines(MARGIN, sheet.top, heading, TEXT, weight="bold")
        top = sheet.top + above
        axes = sheet.axes(left, top, width, PLOT)
        self._draw_across(axes, width, words)
        upright(axes, *self.span, self.sign)
        sheet.lines(left, top + PLOT + 22 + lower, meaning, SMALL, color=QUIET)
        self._draw_line(axes)
        self._draw_mark(axes, width)
        for k in range(len(self.lines)):
            self._draw_series(axes, k, width)
        self._draw_names(sheet, named, left + width, top)
        put_foot(sheet, note)

    @cached_property
    def wordy(self) -> bool:
        """Are there words on the axis across?"""
        return any(isinstance(x, str) for x in self.places)

    def _words(self, width: float) -> dict[float, str]:
        """The words on the axis across by their places, broken into lines; fewer where there is no room for all."""
        words = [str(x) for x in self.places] if self.wordy else []
        room = width / max(len(words), 1)
        every = max(1, math.ceil(NARROWEST / room))
        return {float(k): "\n".join(wrap(words[k], room * every - 5, SMALL, 3)) for k in range(0, len(words), every)}

    def _draw_across(self, axes: "Axes", width: float, words: dict[float, str]) -> None:
        """The axis across: every x, or as many as there is room for."""
        places = list(self.places.values()) or [0.0]
        reach = (places[-1] - places[0]) or 1.0
        air = 0.5 if self.wordy else reach * (0.045 + 0.02 * len(self.lines))
        axes.set_xlim(places[0] - air, places[-1] + air)
        if self.wordy:
            axes.set_xticks(list(words), list(words.values()), linespacing=LEADING)
            return
        texts = [f"{x:g}".replace("-", "−") for x in self.places]
        gaps = [(b - a) * width / (reach + 2 * air) for a, b in pairwise(places)]
        halves = [text_width(text, SMALL) / 2 for text in texts]
        if all(gap >= a + b + 5 for gap, (a, b) in zip(gaps, pairwise(halves), strict=True)):
            axes.set_xticks(places[: len(texts)], texts)
        else:
            ticks(axes, 9, width)

    def _draw_line(self, axes: "Axes") -> None:
        """The level to compare with, named at the end where the dots leave most room."""
        if self.line is None:
            return
        across = axes.get_yaxis_transform()
        axes.plot([0, 1], [self.line, self.line], color=QUIET, linewidth=1, zorder=1, transform=across)
        low, high = axes.get_xlim()
        rooms = {}
        for end, side in ((high, -1), (low, 1)):
            near = [
                y - self.line
                for dots in self.dots
                for x, seen in dots
                for y in seen.ends
                if abs(x - end) < 0.35 * (high - low)
            ]
            for up in (1, -1):
                rooms[end, side, up] = min((abs(y) for y in near if y * up >= 0), default=math.inf)
        end, side, up = max(rooms, key=rooms.__getitem__)
        ha, va = "left" if side > 0 else "right", "bottom" if up > 0 else "top"
        _say(axes, self.line_word, (end, self.line), (3 * side, 3 * up), ha, va)

    def _draw_mark(self, axes: "Axes", width: float) -> None:
        """A value to point at, named above the plot."""
        if self.mark is None:
            return
        x = self.places.get(self.mark, self.mark)
        dashes: Any = (0, (3, 3))
        upwards = axes.get_xaxis_transform()
        axes.plot([x, x], [0, 1], color=QUIET, linewidth=0.9, linestyle=dashes, zorder=1, transform=upwards)
        low, high = axes.get_xlim()
        half = text_width(self.mark_word, SMALL) / 2 / width * (high - low)
        _say(axes, self.mark_word, (min(max(x, low + half), high - half), self.span[1]), (0, 2), "center", "bottom")

    def _draw_series(self, axes: "Axes", k: int, width: float) -> None:
        """A line through the means, each with its interval."""
        ink, shape = SERIES[k]
        low, high = axes.get_xlim()
        point = (high - low) / width
        aside = 0.0 if self.crowded else DODGE * (k - (len(self.lines) - 1) / 2) * point
        dots = [(x + aside, seen) for x, seen in self.dots[k]]
        axes.plot([x for x, _ in dots], [seen.value for _, seen in dots], color=ink, linewidth=1.6, zorder=3)
        if self.crowded:
            bounds = [(x, *seen.bounds) for x, seen in dots if seen.bounds]
            places, lows, highs = zip(*bounds, strict=True) if bounds else ((), (), ())
            axes.fill_between(places, lows, highs, color=ink, alpha=0.22, linewidth=0, zorder=2)
            return
        for x, seen in dots:
            standing(axes, x, seen, point)
            _put_mark(axes, x, seen.value, PAPER if seen.sure == 0 else ink, shape, 7.0)

    def _draw_names(self, sheet: Sheet, named: Sequence[list[str]], left: float, top: float) -> None:
        """The names of the series where their lines end, moved so far that they do not lie over each other."""
        low, high = self.span
        which = [k for k, words in enumerate(named) if words and self.dots[k]]
        wanted = [(high - self.dots[k][-1][1].value) / (high - low) * PLOT for k in which]
        gap = LINE * max((len(named[k]) for k in which), default=1) + 1
        for k, y in zip(which, apart(wanted, gap, 6.0, PLOT - 6.0), strict=True):
            box = sheet.axes(left + 2, top + y - 5, 12, 10)
            box.set_axis_off()
            box.set_xticks([])
            box.set_xlim(0, 12)
            box.set_ylim(0, 10)
            _put_mark(box, 6, 5, *SERIES[k], 6.5)
            sheet.lines(left + 18, top + y - LINE * len(named[k]) / 2, named[k], SMALL)


def _first(pair: tuple[float, Seen]) -> float:
    return pair[0]


def _put_mark(axes: "Axes", x: float, y: float, ink: str, shape: str, size: float) -> None:
    edge: Any = {"markeredgecolor": INK, "markeredgewidth": 1.0}
    axes.plot([x], [y], marker=shape, markersize=size, color=ink, zorder=5, clip_on=False, **edge)


def _say(axes: "Axes", text: str, at: tuple[float, float], by: tuple[float, float], ha: Any, va: Any) -> None:
    how: Any = {"size": SMALL, "color": QUIET, "zorder": 3, "bbox": GROUND, "annotation_clip": False}
    axes.annotate(text, at, by, textcoords="offset points", ha=ha, va=va, **how)

"""Bars that stand on a level, each with its interval, group by group."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

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
    wrap,
)
from analyzer.marks import CAP, LINE, SERIES, Seen, color, foot, put_foot, round_numbers, standing, upright

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOT = 200.0
SHARE = 0.74  # of the room of a group that is filled
WIDEST = 58.0  # points: of a bar
LEAST = 9.0  # points: smaller figures are left out
AXIS = 10.0
GROUND = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.5, "alpha": 0.8}


def columns(
    groups: Iterable[tuple[str, Sequence[tuple]]],
    *,
    title: str,
    subtitle: str,
    unit: str,
    across: str = "",
    names: Sequence[str] = (),
    base: float = 0.0,
    base_word: str = "",
    sign: bool = False,
    level: float = 0.95,
) -> Callable[["Figure"], None]:
    """Draw bars in `unit` for groups of (name, bars), a bar being (mean, low, high) or (mean, low, high, sure).

    Every group has a bar for each of `names`, up to five; with one bar a group there need be no names.  Bars stand on
    `base`, such as 50 per cent, and `base_word` says what that is.  A lone bar a group is blue where it is surely above
    such a base or, with `sign`, above nothing, orange where it is surely below, hollow otherwise.  `across` says what
    the groups are.  ValueError for a group with another number of bars than there are names.
    """
    shown = [(name, [Seen(*bar) for bar in bars]) for name, bars in groups]
    many = len(names) or 1
    if many > len(SERIES):
        raise ValueError(f"a group has room for {len(SERIES)} bars, not for {many}")
    for name, bars in shown:
        if len(bars) != many:
            raise ValueError(f"group {name!r} has {len(bars)} bars, and {many} were expected")
    return _Columns(shown, title, subtitle, unit, across, names, base, base_word, sign, level)


@dataclass(frozen=True)
class _Columns:
    """The chart; called with a figure, it draws itself there."""

    groups: Sequence[tuple[str, list[Seen]]]
    title: str
    subtitle: str
    unit: str
    across: str
    names: Sequence[str]
    base: float
    base_word: str
    sign: bool
    level: float

    def __call__(self, figure: "Figure") -> None:
        """Draw it."""
        with style():
            self._draw(figure)

    @cached_property
    def seen(self) -> list[Seen]:
        """All bars."""
        return [seen for _, bars in self.groups for seen in bars]

    @cached_property
    def span(self) -> tuple[float, float]:
        """From where to where the axis goes, with room for the figures beyond the bars."""
        ends = [self.base, *(x for seen in self.seen for x in seen.ends)]
        low, high = min(ends), max(ends)
        if low == high:
            return low, low + 1.0
        room = 0.14 * (high - low)
        return low - (room if low < self.base else 0.0), high + (room if high > self.base else 0.0)

    @property
    def judged(self) -> bool:
        """Do colours say on which side of the base a bar surely is?  Else they say whose it is."""
        return len(self.names) < 2 and bool(self.base or self.sign)

    def _draw(self, figure: "Figure") -> None:
        many = len(self.names) or 1
        side = max(text_width(word, SMALL) for word in round_numbers(*self.span, 6, self.sign)[1]) + 10
        left, width = MARGIN + side, WIDTH - 2 * MARGIN - side
        room = width / max(len(self.groups), 1)
        labels = [wrap(name, room - 4, SMALL, 3) for name, _ in self.groups]
        under = AXIS + LINE * max(map(len, labels), default=1)
        meaning = wrap(self.across, width, SMALL, 2) if self.across else []
        bounded = any(seen.bounds for seen in self.seen)
        note = foot([f"bars: {100 * self.level:g}% intervals" * bounded, "hollow: not surely either" * self.judged])
        above = LEADING * TEXT + 6 + (LINE + 6 if many > 1 else 0)
        height = above + PLOT + under + LINE * (len(meaning) + len(note)) + 6 + MARGIN
        sheet = Sheet(figure, self.title, self.subtitle, height)
        heading = wrap(self.unit[:1].upper() + self.unit[1:], WIDTH - 2 * MARGIN, TEXT, 1, bold=True)
        sheet.lines(MARGIN, sheet.top, heading, TEXT, weight="bold")
        if many > 1:
            _put_names(sheet, self.names, sheet.top + LEADING * TEXT + 6)
        top = sheet.top + above
        axes = sheet.axes(left, top, width, PLOT)
        axes.set_xlim(0, max(len(self.groups), 1))
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        upright(axes, *self.span, self.sign, most=6)
        self._draw_base(axes)
        bar = min(SHARE / many, WIDEST / room)
        size, digits = self._size(room * (SHARE / many if many > 1 else 1.0) - 2)
        for k, (_, bars) in enumerate(self.groups):
            sheet.lines(left + room * (k + 0.5), top + PLOT + AXIS - 4, labels[k], SMALL, ha="center")
            for j, seen in enumerate(bars):
                x = k + 0.5 + bar * (j - (many - 1) / 2)
                fill = color(seen.side(self.base)) if self.judged else SERIES[j][0]
                self._draw_bar(axes, (x, bar, 1 / room), seen, fill, size, digits)
        sheet.lines(left, top + PLOT + under, meaning, SMALL, color=QUIET)
        put_foot(sheet, note)

    def _draw_base(self, axes: "Axes") -> None:
        """The level on which bars stand, named where no bar is: over one that hangs, under one that rises."""
        right = axes.get_xlim()[1]
        axes.plot([0, right], [self.base, self.base], color=QUIET, linewidth=1, zorder=3)
        if not self.base_word or not self.groups:
            return
        first, last = (self.groups[k][1][0].mean or self.base for k in (0, -1))
        to_left, up = (True, True) if first < self.base else (False, last < self.base)
        at, by = (0 if to_left else right, self.base), (2 if to_left else -2, 3 if up else -3)
        ha, va = "left" if to_left else "right", "bottom" if up else "top"
        how: Any = {"ha": ha, "va": va, "size": SMALL, "color": QUIET, "zorder": 6, "bbox": GROUND}
        axes.annotate(self.base_word, at, by, textcoords="offset points", annotation_clip=False, **how)

    def _size(self, room: float) -> tuple[float, int | None]:
        """The size of the figures beyond the bars, 0 where there is no room, and how many digits they have."""
        for most in (4, 1, 0):
            digits = min(most, max((seen.digits() for seen in self.seen if seen.bounds), default=1))
            texts = [seen.words(self.sign, digits)[0] for seen in self.seen if seen.mean is not None]
            widest = max((text_width(text, 10.0) / 10 for text in texts), default=1.0)
            if room / widest >= LEAST:
                return min(SMALL, room / widest), digits
        return 0.0, None

    def _draw_bar(
        self, axes: "Axes", at: tuple[float, float, float], seen: Seen, fill: str, size: float, digits: int | None
    ) -> None:
        """A bar `at` (its middle, its width, a point), its interval, and its figure beyond both."""
        if seen.mean is None:
            return
        x, width, point = at
        edge = INK if fill == PAPER else PAPER
        height = seen.mean - self.base
        axes.bar(x, height, width, bottom=self.base, color=fill, edgecolor=edge, linewidth=0.8, zorder=2)
        standing(axes, x, seen, point, min(CAP, 0.4 * width / point))
        if not size:
            return
        up = seen.mean >= self.base
        end, by = (max(seen.ends), 4) if up else (min(seen.ends), -4)
        how: Any = {"size": size, "ha": "center", "va": "bottom" if up else "top", "zorder": 6}
        text = seen.words(self.sign, digits)[0]
        axes.annotate(text, (x, end), (0, by), textcoords="offset points", annotation_clip=False, **how)


def _put_names(sheet: Sheet, names: Sequence[str], top: float) -> None:
    """Which colour is whose, in the order of the bars."""
    x = MARGIN
    for k, name in enumerate(names):
        (text,) = wrap(name, max((WIDTH - 2 * MARGIN) / len(names) - 31, 20.0), SMALL, 1)
        box = sheet.axes(x, top + 1.5, 12, 12)
        box.set_axis_off()
        box.set_xticks([])
        box.set_xlim(0, 1)
        box.set_ylim(0, 1)
        box.fill_between([0, 1], [0, 0], [1, 1], color=SERIES[k][0], linewidth=0)
        sheet.lines(x + 17, top, [text], SMALL)
        x += 17 + text_width(text, SMALL) + 14

"""Effects under each other, each with its interval, beside the line of no difference."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from analyzer.charts import (
    FAINT,
    INK,
    MARGIN,
    PAPER,
    QUIET,
    SMALL,
    WIDTH,
    Sheet,
    level_line,
    sides,
    style,
    text_width,
    ticks,
    wrap,
)
from analyzer.marks import LINE, Seen, color, foot, put_foot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELS = 178.0  # the widest the column of labels becomes
GROUPS = 300.0  # and the name of a group, which may reach into the plot
GAP = 12.0
AIR, GROUP_AIR = 9.0, 6.0
ABOVE = 18.0  # the name of the line above the rows
AXIS = 40.0  # tick labels, and what the axis means
GROUND = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}


class Effect(NamedTuple):
    """A row: `mean`, `low` and `high` in the unit of the chart; `note` stands quietly under the label.

    Rows of one `group` stand together under its name.  `sure` (1 above the line, -1 below, 0 neither) is for effects
    judged by more than their own interval, such as many at once.
    """

    label: str
    mean: float | None
    low: float | None = None
    high: float | None = None
    note: str = ""
    group: str = ""
    sure: int | None = None

    @property
    def seen(self) -> Seen:
        """The estimate alone."""
        return Seen(self.mean, self.low, self.high, self.sure)


def forest(
    rows: Iterable[Effect | tuple],
    *,
    title: str,
    subtitle: str,
    unit: str,
    line: float = 0.0,
    line_word: str = "no difference",
    worse: str = "worse",
    better: str = "better",
    sign: bool = True,
    level: float = 0.95,
) -> Callable[["Figure"], None]:
    """Draw effects, or tuples like them, in their order, on an axis in `unit`.

    `line` is where nothing differs and `line_word` what that is called; `worse` and `better` say what left and right of
    it mean (empty: nothing is said); `level` is the coverage of the intervals.
    """
    effects = [row if isinstance(row, Effect) else Effect(*row) for row in rows]
    return _Forest(effects, title, subtitle, unit, line, line_word, worse, better, sign, level)


class _Row(NamedTuple):
    """A row as it will be written; one without an effect is the name of a group."""

    label: list[str]
    note: list[str]
    figures: list[str]
    effect: Effect | None

    @property
    def height(self) -> float:
        return LINE * max(len(self.label) + len(self.note), len(self.figures)) + (AIR if self.effect else GROUP_AIR)


@dataclass(frozen=True)
class _Forest:
    """The chart; called with a figure, it draws itself there."""

    effects: Sequence[Effect]
    title: str
    subtitle: str
    unit: str
    line: float
    line_word: str
    worse: str
    better: str
    sign: bool
    level: float

    def __call__(self, figure: "Figure") -> None:
        """Draw it."""
        with style():
            self._draw(figure)

    def _rows(self) -> list[_Row]:
        rows, group = [], ""
        for effect in self.effects:
            if effect.group and effect.group != group:
                group = effect.group
                rows.append(_Row(wrap(group, GROUPS, SMALL, 2, bold=True), [], [], None))
            told = effect.seen.words(self.sign)
            figures = [" ".join(told)] if told[-1].startswith("±") else told
            note = wrap(effect.note, LABELS, SMALL, 2) if effect.note else []
            rows.append(_Row(wrap(effect.label, LABELS, SMALL, 3), note, figures, effect))
        return rows

    def _draw(self, figure: "Figure") -> None:
        rows = self._rows()
        names = [words for row in rows if row.effect for words in row.label + row.note]
        figures = [words for row in rows for words in row.figures]
        left = MARGIN + max((text_width(words, SMALL) for words in names), default=0.0) + GAP
        right = max((text_width(words, SMALL, bold=True) for words in figures), default=0.0) + GAP
        width = WIDTH - MARGIN - left - right
        edges = [*accumulate((row.height for row in rows), initial=ABOVE)]
        height = edges[-1] + 4
        bounded = any(effect.seen.bounds for effect in self.effects)
        note = foot([f"bars: {100 * self.level:g}% intervals" * bounded, "hollow: not surely either"])
        heading = LINE + 4 if self.worse or self.better else 0.0
        meaning = wrap(self.unit, width + right, SMALL, 2)
        below = AXIS + LINE * (len(meaning) + len(note) - 1) + MARGIN
        sheet = Sheet(figure, self.title, self.subtitle, heading + height + below)
        top = sheet.top + heading
        self._say_sides(sheet, left, width)
        axes = sheet.axes(left, top, width, height)
        axes.set_xlim(*_reach([x for effect in self.effects for x in effect.seen.ends], self.line))
        axes.set_ylim(0, height)
        sheet.lines(left, top + height + 22, meaning, SMALL, color=QUIET)
        ticks(axes, 5, width, sign=self.sign and not self.line)
        sides(axes, self.line)
        level_line(axes, self.line, self.line_word, width, height)
        for at, (row, (upper, lower)) in enumerate(zip(rows, pairwise(edges), strict=True)):
            if row.effect is None:
                first = top + lower - LINE * len(row.label) - 2
                sheet.lines(MARGIN, first, row.label, SMALL, weight="bold", bbox=GROUND)
                continue
            self._write(sheet, row, row.effect.seen, top + (upper + lower) / 2)
            _draw_seen(axes, row.effect.seen, height - (upper + lower) / 2, self.line)
            if at and rows[at - 1].effect:
                low, high = axes.get_xlim()
                start = low - (left - MARGIN) / width * (high - low)
                y = height - upper
                axes.plot([start, high], [y, y], color=FAINT, linewidth=0.6, zorder=0, clip_on=False)
        put_foot(sheet, note)

    def _say_sides(self, sheet: Sheet, left: float, width: float) -> None:
        """What left and right mean, above the plot."""
        half = width / 2 + GAP
        for words, x, ha in (
            (f"← {self.worse}" if self.worse else "", left, "left"),
            (f"{self.better} →" if self.better else "", left + width, "right"),
        ):
            sheet.lines(x, sheet.top, wrap(words, half, SMALL, 1), SMALL, ha=ha, color=QUIET)

    def _write(self, sheet: Sheet, row: _Row, seen: Seen, middle: float) -> None:
        """The words of a row, on either side of the plot."""
        start = middle - LINE * (len(row.label) + len(row.note)) / 2
        sheet.lines(MARGIN, start, row.label, SMALL)
        sheet.lines(MARGIN, start + LINE * len(row.label), row.note, SMALL, color=QUIET)
        first = middle - LINE * len(row.figures) / 2
        weight = "bold" if seen.side(self.line) else "normal"
        sheet.lines(WIDTH - MARGIN, first, row.figures[:1], SMALL, ha="right", weight=weight)
        sheet.lines(WIDTH - MARGIN, first + LINE, row.figures[1:], SMALL, ha="right", color=QUIET)


def _reach(values: list[float], line: float) -> tuple[float, float]:
    """The part of the axis to show: all values, the line and some of either side."""
    below, above = line - min([*values, line]), max([*values, line]) - line
    least = max(0.15 * below, 0.15 * above) or max(abs(line) / 100, 0.05)
    return line - 1.06 * max(below, least), line + 1.06 * max(above, least)


def _draw_seen(axes: "Axes", seen: Seen, y: float, line: float) -> None:
    """A dot with its interval."""
    if seen.mean is None:
        return
    if seen.bounds:
        axes.plot(seen.bounds, [y, y], color=INK, linewidth=1.6, zorder=4, solid_capstyle="butt", clip_on=False)
        for end in seen.bounds:  # taller than the dot: an interval narrower than the dot is seen all the same
            axes.plot([end, end], [y - 6, y + 6], color=INK, linewidth=1.6, zorder=4, clip_on=False)
    axes.plot(
        [seen.mean],
        [y],
        marker="o",
        markersize=7.5,
        color=color(seen.side(line)),
        markeredgecolor=INK,
        markeredgewidth=1.2,
        zorder=5,
        clip_on=False,
    )

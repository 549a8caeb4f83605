"""A map of gains: each cell with its number and interval, coloured where it is sure and pale where it is not."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from analyzer.charts import (
    FAINT,
    INK,
    LEADING,
    MARGIN,
    QUIET,
    SMALL,
    TEXT,
    WIDTH,
    Sheet,
    style,
    text_width,
    wrap,
)
from analyzer.marks import LINE, Seen, color, put_foot

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LABELS = 128.0  # the widest the column of row names becomes
GAP = 8.0
TALL, LOW = 37.0, 23.0  # of a cell with its interval, and without
PALEST, DEEPEST = 0.16, 0.58  # how much of its colour a sure cell has: dark text can be read on all of them
LEAST = 9.0  # points: smaller figures are left out
KEY = 12.0  # the side of a square that explains a colour
BETWEEN = 18.0  # panels


class Panel(NamedTuple):
    """A map under a heading: `cells[row][column]` is (mean, low, high) or (mean, low, high, sure), or None."""

    heading: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[tuple | None]]


def heat(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[tuple | None]], **how
) -> Callable[["Figure"], None]:
    """Draw one map of `cells[row][column]`; the rest is as in `heats`."""
    return heats([Panel("", rows, columns, cells)], **how)


def heats(
    panels: Iterable[Panel | tuple],
    *,
    title: str,
    subtitle: str,
    down: str,
    across: str,
    unit: str,
    better: str = "surely more",
    worse: str = "surely less",
    line: float = 0.0,
    sign: bool = True,
    level: float = 0.95,
) -> Callable[["Figure"], None]:
    """Draw maps under each other, in the colours of one scale.

    `down` and `across` say what rows and columns are, `unit` what the figures are in; the key says `better` of cells
    surely above `line` and `worse` of cells surely below.  With many cells, give each its `sure` after correcting for
    all of them.
    """
    shown = [each if isinstance(each, Panel) else Panel(*each) for each in panels]
    return _Heat(shown, title, subtitle, down, across, unit, better, worse, line, sign, level)


@dataclass(frozen=True)
class _Heat:
    """The chart; called with a figure, it draws itself there."""

    panels: Sequence[Panel]
    title: str
    subtitle: str
    down: str
    across: str
    unit: str
    better: str
    worse: str
    line: float
    sign: bool
    level: float

    def __call__(self, figure: "Figure") -> None:
        """Draw it."""
        with style():
            self._draw(figure)

    @cached_property
    def seen(self) -> list[Seen]:
        """All cells that hold something."""
        return [
            Seen(*cell) for each in self.panels for row in each.cells for cell in row if cell and cell[0] is not None
        ]

    @cached_property
    def digits(self) -> int:
        """How many digits after the point suit most cells."""
        wanted = sorted(each.digits() for each in self.seen)
        return wanted[len(wanted) // 2] if wanted else 1

    @cached_property
    def furthest(self) -> float:
        """How far the surest and farthest is from the line: that has the deepest colour."""
        return max((abs(each.value - self.line) for each in self.seen if each.side(self.line)), default=0.0) or 1.0

    def _draw(self, figure: "Figure") -> None:
        down = wrap(f"{self.down} ↓", LABELS, SMALL, 2)
        names = [*down, *(line for each in self.panels for name in each.rows for line in wrap(name, LABELS, SMALL, 2))]
        left = MARGIN + max(text_width(text, SMALL) for text in names) + GAP
        cell = (WIDTH - MARGIN - left) / max([1, *(len(panel.columns) for panel in self.panels)])
        size, two = self._size(cell - 5)
        over = LINE * len(down) + (12 if any(panel.heading for panel in self.panels) else 4)
        bounded = two and any(each.bounds for each in self.seen)
        meaning = self.unit + f"; below each its {100 * self.level:g}% interval" * bounded
        lines = wrap(meaning, WIDTH - 2 * MARGIN, SMALL, 3)
        laid = [_lay(panel, cell, TALL if two else LOW) for panel in self.panels]
        height = sum(each.height for each in laid) + BETWEEN * (len(laid) - 1)
        below = 12 + LINE + 8 + LINE * len(lines) + MARGIN - 4
        sheet = Sheet(figure, self.title, self.subtitle, over + height + below)
        sheet.lines(MARGIN, sheet.top, down, SMALL, color=QUIET)
        across = wrap(f"{self.across} →", WIDTH - MARGIN - left, SMALL, 1)
        sheet.lines(left, sheet.top + LINE * (len(down) - 1), across, SMALL, color=QUIET)
        top = sheet.top + over
        for each in laid:
            self._draw_panel(sheet, each, (left, top), cell, size, two)
            top += each.height + BETWEEN
        self._draw_key(sheet, top - BETWEEN + 12)
        put_foot(sheet, lines)

    def _size(self, room: float) -> tuple[float, bool]:
        """The size of the figures, 0 where there is no room for any, and whether their intervals fit too."""
        texts = [each.words(self.sign, self.digits) for each in self.seen]
        for shown, two in ([text for pair in texts for text in pair], True), ([pair[0] for pair in texts], False):
            widest = max((text_width(text, 10.0, bold=True) / 10 for text in shown), default=1.0)
            size = min(SMALL, room / widest)
            if size >= LEAST:
                return size, two
        return 0.0, False

    def _draw_panel(
        self, sheet: Sheet, laid: "_Laid", at: tuple[float, float], cell: float, size: float, two: bool
    ) -> None:
        """A map, its upper left corner `at` (left, top)."""
        left, top = at
        panel, height = laid.panel, sum(laid.tall) or 1.0
        sheet.lines(MARGIN, top, laid.heading, TEXT, weight="bold")
        for k, lines in enumerate(laid.columns):
            above = top + laid.head - 3 - LINE * len(lines)
            sheet.lines(left + cell * (k + 0.5), above, lines, SMALL, ha="center")
        axes = sheet.axes(left, top + laid.head, cell * max(len(panel.columns), 1), height)
        axes.set_xlim(0, max(len(panel.columns), 1))
        axes.set_ylim(height, 0)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        tops = [*accumulate(laid.tall, initial=0.0)]
        for y, (lines, row) in enumerate(zip(laid.rows, panel.cells, strict=True)):
            sheet.lines(MARGIN, top + laid.head + (tops[y] + tops[y + 1] - LINE * len(lines)) / 2, lines, SMALL)
            for x, given in enumerate(row):
                self._draw_cell(axes, x, (tops[y], tops[y + 1]), given, size, two)

    def _draw_cell(
        self, axes: "Axes", x: int, edges: tuple[float, float], given: tuple | None, size: float, two: bool
    ) -> None:
        """A cell in its colour, with its figures; bold where it is sure, a dot where there is nothing."""
        from matplotlib.patches import Rectangle

        upper, lower = edges
        corner, wide, high = (x + 0.015, upper + 0.8), 0.97, lower - upper - 1.6
        middle = (upper + lower) / 2
        if given is None or given[0] is None:
            axes.plot([x + 0.5], [middle], marker=".", markersize=3, color=FAINT)
            return
        seen = Seen(*given)
        side = seen.side(self.line)
        if side:
            share = min(1.0, abs(seen.value - self.line) / self.furthest)
            depth = PALEST + (DEEPEST - PALEST) * share
            axes.add_patch(Rectangle(corner, wide, high, facecolor=color(side), edgecolor="none", alpha=depth))
        else:
            axes.add_patch(Rectangle(corner, wide, high, facecolor="none", edgecolor=FAINT, linewidth=0.8))
        lines = seen.words(self.sign, self.digits)[: 1 + two] if size else []
        for row, text in enumerate(lines):
            y = middle + size * (0.36 + LEADING * (row - (len(lines) - 1) / 2))
            weight = "bold" if side and not row else "normal"
            ink = INK if side else QUIET
            axes.text(x + 0.5, y, text, size=size, ha="center", va="baseline", color=ink, weight=weight, zorder=5)

    def _draw_key(self, sheet: Sheet, top: float) -> None:
        """What the colours mean, each beside its square."""
        from matplotlib.patches import Rectangle

        x = MARGIN
        for side, text in ((1, self.better), (-1, self.worse), (0, "too close to call")):
            (words,) = wrap(text, (WIDTH - 2 * MARGIN) / 3 - KEY - 10, SMALL, 1)
            box = sheet.axes(x, top + 1, KEY, KEY)
            box.set_axis_off()
            box.set_xticks([])
            fill, edge = (color(side), "none") if side else ("none", FAINT)
            alpha = DEEPEST if side else None
            box.add_patch(Rectangle((0, 0), 1, 1, facecolor=fill, edgecolor=edge, alpha=alpha, clip_on=False))
            sheet.lines(x + KEY + 5, top, [words], SMALL, color=QUIET)
            x += KEY + 5 + text_width(words, SMALL) + 16


class _Laid(NamedTuple):
    """A panel, its names broken into lines, its heights."""

    panel: Panel
    heading: list[str]
    rows: list[list[str]]
    columns: list[list[str]]
    head: float
    tall: list[float]

    @property
    def height(self) -> float:
        return self.head + sum(self.tall)


def _lay(panel: Panel, cell: float, least: float) -> _Laid:
    heading = wrap(panel.heading, WIDTH - 2 * MARGIN, TEXT, 2, bold=True) if panel.heading else []
    rows = [wrap(name, LABELS, SMALL, 2) for name in panel.rows]
    columns = [wrap(name, cell - 3, SMALL, 2) for name in panel.columns]
    head = LEADING * TEXT * len(heading) + (4 if heading else 0) + LINE * max(map(len, columns), default=0) + 3
    return _Laid(panel, heading, rows, columns, head, [max(least, LINE * len(lines) + 4) for lines in rows])

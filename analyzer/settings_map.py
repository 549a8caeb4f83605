"""Two parameters of a strategy, drawn as a map of settings."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.charts import (
    FIRST,
    INK,
    MARGIN,
    PAPER,
    QUIET,
    SECOND,
    SMALL,
    WIDTH,
    Sheet,
    digits_for,
    number,
    style,
    text_width,
)
from analyzer.league_chart import DEEPEST, PALEST, UNSURE, blend, ink_on
from analyzer.settings_chart import AXIS, HEADING, LINE, Point, heading, note_height, value_word, warning, write_note

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TALLEST, LOWEST = 34.0, 18.0  # of cells
HIGHEST = 16  # cells on each other
FRAMES = "dashed frame: the default; frame: the"


class Cell(NamedTuple):
    """A setting on the map."""

    lines: Sequence[str]  # the first is the figure, what follows is left out where there is no room
    ground: str  # colour
    frame: str = ""  # solid or dashed
    bold: bool = False  # without room for figures: with a dot


class Lattice:
    """Where cells lie, and how much of their text they hold.

    The first parameter goes up and the second across, or the other way round where that would become a tower.
    """

    def __init__(self, parameters: Sequence[str], cells: Mapping[tuple[Any, ...], Cell]) -> None:
        one, other = ({values[k] for values in cells} for k in (0, 1))
        self.parameters, self.cells = list(parameters), dict(cells)
        if len(one) > max(HIGHEST, len(other)):
            one, other = other, one
            self.parameters.reverse()
            self.cells = {values[::-1]: cell for values, cell in cells.items()}
        self.upright, self.across = sorted(one), sorted(other)
        self.left = MARGIN + max(text_width(value_word(value), SMALL) for value in self.upright) + 24
        self.width = WIDTH - MARGIN - self.left
        side = self.width / len(self.across)
        texts = [cell.lines for cell in cells.values()]
        self.lines = next((n for n in (2, 1) if _widest(texts, n) <= side - 4), 0)
        tall = TALLEST + 4 if max(map(len, texts)) > 1 and self.lines > 1 else TALLEST
        self.height = len(self.upright) * (tall if self.lines else max(LOWEST, min(TALLEST, side)))

    def draw(self, sheet: Sheet, top: float) -> None:
        """All cells, below `top`."""
        axes = sheet.axes(self.left, top, self.width, self.height)
        axes.set_xlim(0, len(self.across))
        axes.set_ylim(0, len(self.upright))
        axes.spines["bottom"].set_visible(False)
        for y, one in enumerate(self.upright):
            for x, other in enumerate(self.across):
                if (one, other) in self.cells:
                    self._draw_cell(axes, x, y, self.cells[one, other])
                elif self.lines:  # the default setting lies beside what was asked for
                    axes.text(x + 0.5, y + 0.5, "–", **MIDDLE, color=QUIET)
        _ticks(axes.set_xticks, self.across, self.width, lambda word: text_width(word, SMALL) + 5)
        _ticks(axes.set_yticks, self.upright, self.height, lambda word: LINE)
        axes.set_xlabel(self.parameters[1], size=SMALL, color=QUIET)
        axes.set_ylabel(self.parameters[0], size=SMALL, color=QUIET)

    def _draw_cell(self, axes: "Axes", x: int, y: int, cell: Cell) -> None:
        """A cell in its colour, with its figures and its frame."""
        from matplotlib.patches import Rectangle

        axes.add_patch(Rectangle((x, y), 1, 1, facecolor=cell.ground, edgecolor=PAPER, linewidth=1.5, zorder=1))
        if cell.frame:
            dashes: Any = (0, (3, 2)) if cell.frame == "dashed" else "-"
            how: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "linewidth": 2, "linestyle": dashes}
            axes.add_patch(Rectangle((x + 0.02, y + 0.04), 0.96, 0.92, zorder=4, clip_on=False, **how))
        lines, ink = cell.lines[: self.lines], ink_on(cell.ground)
        for row, line in enumerate(lines):
            middle = y + 0.5 + (0.2 - 0.42 * row if len(lines) > 1 else 0)
            weight = "bold" if cell.bold and not row else "normal"
            axes.text(x + 0.5, middle, line, **MIDDLE, color=ink, weight=weight, zorder=5)
        if cell.bold and not lines:
            axes.plot([x + 0.5], [y + 0.5], marker=".", markersize=4, color=ink, zorder=5)


MIDDLE: dict[str, Any] = {"size": SMALL, "ha": "center", "va": "center"}


def _widest(texts: Sequence[Sequence[str]], n: int) -> float:
    """The width of the widest of the first `n` lines of all."""
    return max(text_width(line, SMALL) for lines in texts for line in lines[:n])


def _ticks(put: Callable[..., Any], values: Sequence[Any], size: float, need: Callable[[str], float]) -> None:
    """The values of a parameter along `size` points, fewer where they would run into each other."""
    words = [value_word(value) for value in values]
    cell, most = size / len(words), max(map(need, words))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000, 10_000) if step * cell >= most or step > 5000)
    put([k + 0.5 for k in range(0, len(words), every)], words[::every])


def map_chart(
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
    """Draw two parameters as a map, coloured by how much more each setting surely makes than the default.

    `flattered`: the best setting is not the default, and was chosen by these deals.
    """
    with style():
        gains = [abs(point.gain[0]) for point in points if point.gain and point.gain[0] is not None]
        digits, most = _digits(points), max(gains, default=0.0) or 1.0
        lattice = Lattice(parameters, {point.values: _cell(point, digits, most) for point in points})
        note = ["blue: surely better than the default (Holm), orange: surely worse, pale: neither is sure"]
        note += [f"{FRAMES} best", *[f"the deepest colour: {number(most, digits)}"] * (not lattice.lines)]
        note += [f"±: {100 * level:g}% intervals, each for itself"] * (lattice.lines > 1)
        note += warning(flattered)
        sheet = Sheet(figure, title, subtitle, HEADING + lattice.height + AXIS + note_height(note))
        heading(sheet, sheet.top, gain_unit)
        lattice.draw(sheet, sheet.top + HEADING)
        write_note(sheet, note)


def _cell(point: Point, digits: int, most: float) -> Cell:
    """A setting on the map: how much more it makes, and to within what."""
    frame = "dashed" if point.default else "solid" if point.best else ""
    if point.gain is None:
        return Cell(["default"], PAPER, frame)
    mean, low, high = point.gain
    if mean is None:
        return Cell(["–"], UNSURE, frame)
    depth = PALEST + (DEEPEST - PALEST) * abs(mean) / most
    ground = blend(FIRST if point.sure > 0 else SECOND, depth) if point.sure else UNSURE
    within = [] if low is None or high is None else [f"±{number((high - low) / 2, digits)}"]
    return Cell([number(mean, digits, sign=True), *within], ground, frame)


def _digits(points: Sequence[Point]) -> int:
    """How many digits after the point suit most of the differences."""
    wanted = sorted(
        digits_for(low, high, 1, most=4)
        for _, low, high in (point.gain for point in points if point.gain)
        if low is not None and high is not None and low < high
    )
    return wanted[len(wanted) // 2] if wanted else 1

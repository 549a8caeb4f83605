"""A rule out of cells: what is sure in a cell is what to do there, and of all others it says nothing.

A trump is *spent* in every cell in which it surely gains, and *kept* in every cell in which it surely costs, after
Benjamini and Hochberg for all cells together.  Elsewhere the rule leaves the player alone: a cell is *open* if it shows
no clear difference, and there are *too few* decisions if it has fewer than `trump_cells.FEWEST` of them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from analyzer.trump_cells import Axes, Cell, Place

SPEND, KEEP, OPEN, FEW = "spend", "keep", "open", "too few"
SIDES = {1: SPEND, -1: KEEP, 0: OPEN}

Line = tuple[str, ...]  # SPEND, KEEP, OPEN or FEW for every step of points on the table, the least first


class Rule(NamedTuple):
    """The lines by (place, stage, column)."""

    axes: Axes
    lines: dict[tuple[int, int, int], Line]

    def says(self, at: Place) -> str:
        """SPEND, KEEP, OPEN or FEW."""
        return self.lines[at[:3]][at.worth]

    def points(self, at: tuple[int, int, int], what: str) -> list[str]:
        """The steps of points of which a line says so, as labels."""
        return [self.axes.points(worth) for worth, said in enumerate(self.lines[at]) if said == what]

    def buckets(self, what: str) -> list[int]:
        """The numbers of all cells of which it says so."""
        return [bucket for at in self.axes.cells if self.says(at) == what for bucket in self.axes.merged(at)]

    @property
    def silent(self) -> bool:
        """Does it say nothing at all?"""
        return not any(said in (SPEND, KEEP) for line in self.lines.values() for said in line)

    @property
    def blank(self) -> bool:
        """Were there too few decisions everywhere?"""
        return all(said == FEW for line in self.lines.values() for said in line)


def said(cell: Cell) -> str:
    """What the rule says of a cell."""
    return FEW if cell.few else SIDES[cell.sure]


def rule(axes: Axes, cells: Iterable[Cell]) -> Rule:
    """The rule of all cells; where so many points can never lie it goes on with what it says of fewer."""
    lines: dict[tuple[int, int, int], Line] = dict.fromkeys(axes.lines, ())
    for cell in sorted(cells, key=lambda cell: cell.at):
        line = lines[cell.at[:3]]
        lines[cell.at[:3]] = (*line, said(cell) if axes.possible(cell.at) else line[-1])
    return Rule(axes, lines)

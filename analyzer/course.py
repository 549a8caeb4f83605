"""How did the hands go?  What the score of a game tells of them, as lines, tables, facts and a drawing.

It describes a finished match and decides nothing.  The numbers are those of `described`.
"""

from functools import partial
from typing import Any, NamedTuple

from analyzer import described
from analyzer.answer import Column, Drawing, Table
from analyzer.course_chart import Pair, course_chart
from analyzer.described import COUNT, SHARE, SHARED
from analyzer.wording import exact, interval, rounded

TITLE = "how the hands went"


class Row(NamedTuple):
    """One thing that is told of hands: how much of it each of the two has in a hand, and how much more the first."""

    key: str
    words: str
    kind: str
    one: Any
    two: Any
    more: Any

    @property
    def seen(self):
        """Did it ever happen?"""
        return bool(self.one.mean or self.two.mean)

    @property
    def percent(self):
        """Is it a share of hands?"""
        return self.kind in (SHARE, SHARED)


class Course(NamedTuple):
    """How the hands of two strategies went."""

    names: list[str]
    hands: int
    told: list[Row]

    @property
    def each(self):
        """The rows in which the two may differ, but for what never happened."""
        return [row for row in self.told if row.kind != SHARED and row.seen]

    @property
    def shared(self):
        """The same of the rows that are alike for both."""
        return [row for row in self.told if row.kind == SHARED and row.seen]

    def lines(self):
        """For the block: a line for each row, one for all that is shared; nothing of what never happened."""
        cells = [
            [row.words, *(_mean(row, x) for x in (row.one, row.two)), _said(row, row.more, True)] for row in self.each
        ]
        cells.insert(0, ["", *self.names, "difference"])
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [f"{TITLE}, {exact(self.hands)} of them (means per hand; this describes, no more):"]
        for line in cells:
            lines.append(
                "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
            )
        shared = [f"{row.words} {_said(row, row.one)}" for row in self.shared]
        return lines + ([f"  of all hands: {', '.join(shared)}"] if shared else [])

    def values(self):
        """Measure, strategy, value, low and high of everything, unrounded."""
        for row in self.told:
            told = [("of all", row.one)]
            if row.kind != SHARED:
                told = [(self.names[0], row.one), (self.names[1], row.two), ("difference", row.more)]
            for name, seen in told:
                yield row.words, name, seen.mean, seen.low, seen.high

    def rows(self):
        """The same for a table of measures."""
        return [(f"{words}, {name}", *numbers) for words, name, *numbers in self.values()]

    def table(self):
        """The same as a table of its own."""
        columns = [Column("measure", "measure"), Column("strategy", "strategy")]
        columns += [Column(key, key, "right", 4) for key in ("value", "low", "high")]
        return Table("hands", columns, list(self.values()), f"{TITLE}, per hand")

    def facts(self):
        """The stable part of the JSON."""
        told = {}
        for row in self.told:
            told[row.key] = {"words": row.words, "kind": row.kind, "strategies": [_fact(row.one), _fact(row.two)]}
            told[row.key]["difference"] = None if row.kind == SHARED else _fact(row.more)
        return {"hands": self.hands, "per_hand": told}

    def drawings(self, subtitle):
        """Shares and small counts, those of the one under those of the other."""
        one, two = self.names
        panels = [
            ("per cent of hands", [_pair(row, 100) for row in (*self.each, *self.shared) if row.percent]),
            ("a hand", [_pair(row, 1) for row in self.each if row.kind == COUNT]),
        ]
        draw = partial(
            course_chart,
            title=f"How the hands went: {one} and {two}",
            subtitle=subtitle,
            first=one,
            second=two,
            panels=[(unit, rows) for unit, rows in panels if rows],
        )
        drawn = any(rows for _, rows in panels)
        return [Drawing("hands", draw, "How the hands went, with 95 % intervals.")] if drawn else []


def course(contest, outcome):
    """How the hands of a match went; None where the game does not tell, or nothing was played."""
    counts = outcome.counts.course
    if counts is None or not outcome.deals:
        return None
    told = []
    for place, (key, _, words, kind) in enumerate(contest.table.module.DESCRIBED, 1):
        seen = [described.per_hand(counts, place, strategy, kind) for strategy in (0, 1)]
        told.append(Row(key, words, kind, *seen, described.difference(counts, place, 0, 1, kind)))
    return Course(contest.labels(), described.hands(counts, 0), told)


def _said(row, seen, more=False):
    """An estimate in words, with its interval if that has any width; a difference has a sign and no unit."""
    scale, unit = (100, "" if more else " %") if row.percent else (1, "")
    if seen.low is None or seen.low == seen.high:
        return f"{scale * seen.mean:{'+' * (more and seen.mean != 0)}.3g}{unit}"
    return interval(seen, scale, unit, sign=more)


def _mean(row, seen):
    """An estimate in words without its interval, to the digits that leaves it."""
    scale, unit = (100, " %") if row.percent else (1, "")
    if seen.low is None or seen.low == seen.high:
        return f"{scale * seen.mean:.3g}{unit}"
    return f"{rounded(scale * seen.mean, scale * (seen.high - seen.low) / 2)}{unit}"


def _fact(seen):
    return {"mean": seen.mean, "low": seen.low, "high": seen.high}


def _pair(row, scale):
    """A row to draw."""

    def scaled(seen):
        return tuple(None if x is None else scale * x for x in (seen.mean, seen.low, seen.high))

    apart = row.more.low is not None and not row.more.low <= 0 <= row.more.high
    return Pair(row.words, scaled(row.one), None if row.kind == SHARED else scaled(row.two), apart)

"""What it brings to do one thing rather than another, case by case: what a fork found, in words, tables and a map.

Cases are told apart along three axes: panels, rows and columns.  They are the buckets of the fork, counted in this
order, the columns fastest.  Where several are compared at once, p-values are those of Benjamini and Hochberg.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.clusters import Gain
from analyzer.forked import Forked
from analyzer.plots import Panel
from analyzer.shown import ALPHA
from analyzer.wording import all_of, count_of, exact, interval, ranges, share

SAYS = {1: "more", -1: "less", 0: "unsure"}
MANY = "more, less: p below 0.05 after Benjamini and Hochberg, so one in 20 of them may be chance"
FEWEST = 20  # decisions: of fewer no figure is put into a map
BARE = "on these deals; how much on others is not known"  # of a mean without an interval
CAUTION = (
    "Such a gain is that of one decision, after which everybody plays on as he does; those of several do not add up."
)


class Axis(NamedTuple):
    """What cases differ in, its steps as labels, and the same as they stand at the end of a sentence.

    With a `phrase`, such as `with {} cards of the suit`, they are put into it: `up to 2`, `3 to 5`, `6 or more`.
    """

    word: str
    steps: tuple[str, ...]
    told: tuple[str, ...] = ()
    phrase: str = ""

    def words(self, place: int, again: bool = False) -> str:
        """A step in a sentence; `again` where the sentence has said before what is counted."""
        words = (self.told or self.steps)[place]
        if not self.phrase:
            return words
        return f"{self.phrase.partition(' ')[0]} {words}" if again else self.phrase.format(words)

    def together(self, places: Sequence[int]) -> str:
        """Several steps in a sentence, those that follow each other as one range if they are such."""
        words = self.told or self.steps
        if not self.phrase:
            return all_of([words[k] for k in places])
        return self.phrase.format(all_of(ranges(words, places)))


ALONE = Axis("", ("",))  # where there is nothing to tell apart


class Cell(NamedTuple):
    """A case, or several together: what the one thing gains over the other, and how often it was done."""

    steps: tuple[str, ...]
    gain: Gain  # in points or units
    score: Gain  # 0 to 1
    chosen: float | None

    @property
    def side(self) -> int:
        """1 if it surely makes more, -1 less, 0 if that cannot be said: by p, which may be known alone."""
        p = self.gain.p if self.gain.fair is None else self.gain.fair
        return 0 if p is None or p >= ALPHA else 1 if (self.gain.mean or 0) > 0 else -1

    @property
    def bare(self) -> bool:
        """Is there a mean, but no interval?"""
        return self.gain.mean is not None and self.gain.low is None


@dataclass(frozen=True)
class Choice:
    """Option `one` of a fork against option `other`; `doing` and `instead` say what they are: `taking the pile`."""

    forked: Forked
    one: str
    other: str
    doing: str
    instead: str
    decision: str  # what is decided, in one word: `draw`
    axes: tuple[Axis, Axis, Axis]  # panels, rows, columns
    unit: str
    name: str = "cases"

    # What was found

    def bucket(self, at: Sequence[int]) -> int:
        """The number of a case."""
        number = 0
        for place, axis in zip(at, self.axes, strict=True):
            number = number * len(axis.steps) + place
        return number

    @cached_property
    def places(self) -> list[tuple[int, ...]]:
        """All cases, as places along the axes."""
        return list(product(*(range(len(axis.steps)) for axis in self.axes)))

    @cached_property
    def whole(self) -> Cell:
        """All cases together."""
        return self._cells([[self.bucket(at) for at in self.places]], [("all",)])[0]

    def along(self, which: int) -> list[Cell]:
        """All cases with the same step of an axis together: 0 panels, 1 rows, 2 columns."""
        steps = self.axes[which].steps
        groups = [[self.bucket(at) for at in self.places if at[which] == k] for k in range(len(steps))]
        return self._cells(groups, [(step,) for step in steps])

    def _seen_along(self, which: int) -> list[Cell]:
        return [cell for cell in self.along(which) if cell.gain.mean is not None]

    @cached_property
    def cells(self) -> list[Cell]:
        """Every case."""
        steps = [tuple(axis.steps[k] for k, axis in zip(at, self.axes, strict=True)) for at in self.places]
        return self._cells([[self.bucket(at)] for at in self.places], steps)

    def _cells(self, groups: list[list[int]], steps: Sequence[tuple[str, ...]]) -> list[Cell]:
        gains = self.forked.gains(self.one, self.other, groups)
        scores = self.forked.gains(self.one, self.other, groups, "score")
        chosen = [self.forked.chosen(self.one, group) for group in groups]
        return [Cell(*each) for each in zip(steps, gains, scores, chosen, strict=True)]

    @cached_property
    def told_axes(self) -> list[int]:
        """The axes that tell something apart."""
        return [k for k, axis in enumerate(self.axes) if len(axis.steps) > 1]

    # In words

    def by(self, which: int) -> str:
        """One sentence: with which steps of an axis it makes more, with which less, with which neither can be told."""
        parted: dict[int, list[tuple[Cell, int]]] = {1: [], -1: [], 0: []}
        axis = self.axes[which]
        for place, cell in enumerate(self.along(which)):
            if cell.gain.mean is not None:
                parted[cell.side].append((cell, place))
        if not any(parted.values()):
            deals = self.forked.deals
            return f"No such decision came up in {count_of(deals)}." if deals else shown.NOTHING
        both = f"{self.doing} or {self.instead}"
        unsure = axis.together([place for _, place in parted[0]]) if parted[0] else ""
        if not parted[1] and not parted[-1]:
            return f"Whether {both} is better cannot be told{f' {unsure}' if len(parted[0]) < 4 else ''}."
        parts: list[str] = []
        for side, word in ((1, "more"), (-1, "less")):
            told = [
                (told_or_bare(cell.gain, "" if parts or k else f" {self.unit}", size=True), axis.words(place, k > 0))
                for k, (cell, place) in enumerate(parted[side])
            ]
            if told:
                much, words = told[0]
                than = "" if parts else f" than {self.instead}"
                parts.append(all_of([f"{much} {word}{than} {words}", *(f"{much} {words}" for much, words in told[1:])]))
        doing = f"{self.doing[:1].upper()}{self.doing[1:]}"
        rest = f"; {unsure} it may be either" if unsure else ""
        return f"{doing} makes {', and '.join(parts)}{rest}."

    def title(self, which: int) -> str:
        """The same in short, for a chart."""
        axis = self.axes[which]
        seen = [(cell, place) for place, cell in enumerate(self.along(which))]
        doing = f"{self.doing[:1].upper()}{self.doing[1:]}"
        sides = {cell.side for cell, _ in seen if cell.gain.mean is not None}
        if len(seen) > 1 and len(sides) == 1 and sides != {0}:
            return f"{doing} {'pays' if 1 in sides else 'costs'} throughout, rather than {self.instead}"
        parts = []
        for side, word in ((1, "pays"), (-1, "costs")):
            steps = [place for cell, place in seen if cell.side == side]
            if steps:
                parts.append(f"{word} {axis.together(steps)}")
        return f"{doing} {', '.join(parts)}" if parts else f"{doing}: no gain or cost that can be told"

    def all_in_all(self, who: str) -> str:
        """One sentence: all decisions together, and how often `who` does it itself; "" if there were none."""
        whole = self.whole
        if whole.gain.mean is None:
            return ""
        word = {1: "more", -1: "less"}.get(whole.side)
        much = told_or_bare(whole.gain, f" {self.unit}", size=bool(word), sign=not word)
        told = f"{much} {word}" if word else f"no difference that can be told, {much},"
        seen = f"Of {count_of(whole.gain.decisions, self.decision)} together, {self.doing} makes {told}"
        than = f" than {self.instead}" if word else f" beside {self.instead}"
        return f"{seen}{than}; {who} does it itself in {share(whole.chosen)} of them."

    def how_many(self) -> str:
        """One sentence: of the rows that `lines` has for single steps, how many say more, how many less."""
        counts = self.counts()
        n, what = sum(counts.values()), f"{self.doing} rather than {self.instead}"
        if not n:
            return ""
        told = [f"{counts[k]} {'says' if counts[k] == 1 else 'say'} {SAYS[k]}" for k in (1, -1, 0)]
        return f"Of the {count_of(n, 'row')} below on {what}, {all_of(told)}."

    def counts(self) -> Counter[int]:
        """How many of these rows say more, 1, less, -1, unsure, 0."""
        return Counter(cell.side for which in self.told_axes for cell in self._seen_along(which))

    # In rows

    def lines(self) -> list[str]:
        """What each axis says by itself, for the block."""
        told = [f"{self.doing} rather than {self.instead}, {self.unit}:"]
        rows = []
        for which in self.told_axes:
            axis = self.axes[which]
            for cell in self._seen_along(which):
                label = f"{axis.word}: {cell.steps[0]}" if axis.word else cell.steps[0]
                rows.append((label, *_texts(cell)))
        return [*told, *shown.lines(("", "decisions", "gain", "done", "so"), [*rows, ("all", *_texts(self.whole))])]

    def tables(self) -> list[Table]:
        """Every axis by itself, every case, and how many rows of the first say what."""
        about = f"{self.doing} rather than {self.instead}, {self.unit}"
        summed = [
            (self.axes[which].word or "case", cell.steps[0], *_row(cell))
            for which in self.told_axes
            for cell in self._seen_along(which)
        ]
        summed.append(("all", "all", *_row(self.whole)))
        head = [Column("by", "By"), Column("step", "Case")]
        made = [Table(self.name, [*head, *_columns(summed, 2)], summed, about)]
        if len(self.told_axes) > 1:
            names = [Column(f"axis_{k + 1}", self.axes[k].word.capitalize() or "Case") for k in self.told_axes]
            every = [
                (*(cell.steps[k] for k in self.told_axes), *_row(cell))
                for cell in self.cells
                if cell.gain.mean is not None
            ]
            title = f"Every case: {about}"
            made.append(Table(f"{self.name}_every", [*names, *_columns(every, len(names))], every, title))
            counts = self.counts()
            rows = [("all", sum(counts.values())), *((SAYS[k], counts[k]) for k in (1, -1, 0))]
            columns = [Column("says", "Says"), Column("rows", "Rows", "right", 0)]
            made.append(Table(f"{self.name}_in_all", columns, rows, f"How many rows on single steps say what: {about}"))
        return made

    def drawing(self, which: int, subtitle: str) -> Drawing:
        """A map of all cases; its title tells of the steps of an axis."""
        panels, rows, columns = self.axes
        cells = {at: _drawn(cell) for at, cell in zip(self.places, self.cells, strict=True)}
        told = [
            Panel(
                f"{panels.word}: {panel}" if panels.word else panel,
                rows.steps,
                columns.steps,
                [[cells[p, r, c] for c in range(len(columns.steps))] for r in range(len(rows.steps))],
            )
            for p, panel in enumerate(panels.steps)
        ]
        draw: Callable[..., Any] = plots.heats(
            told,
            title=self.title(which),
            subtitle=subtitle,
            down=rows.word,
            across=columns.word,
            unit=f"what {self.doing} makes more than {self.instead}, {self.unit}",
        )
        return Drawing(
            self.name,
            draw,
            f"What {self.doing} makes more than {self.instead}, with 95 % intervals; a dot: too few seen.",
        )

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        axes = {
            self.axes[which].word or "case": [_fact(cell) for cell in self.along(which)] for which in self.told_axes
        }
        cells = [_fact(cell) for cell in self.cells if cell.gain.mean is not None]
        return {"all": _fact(self.whole), "by": axes, "cases": cells}


def told_or_bare(gain: Any, unit: str = "", **how: bool) -> str:
    """A mean in a sentence with its interval, or that it has none."""
    return f"{interval(gain, 1, unit, **how)}{f' ({BARE})' if gain.mean is not None and gain.low is None else ''}"


def legend(choices: Sequence[Choice]) -> list[str]:
    """What must be known to read the lines of these choices."""
    cells = [cell for choice in choices for which in choice.told_axes for cell in (*choice.along(which), choice.whole)]
    return [MANY, *([f"without ±: {BARE}"] if any(cell.bare for cell in cells) else [])]


def _texts(cell: Cell) -> tuple[str, str, str, str]:
    gain = cell.gain
    return exact(gain.decisions), shown.brief(gain, sign=True), share(cell.chosen), SAYS[cell.side]


def _row(cell: Cell) -> tuple[Any, ...]:
    gain = cell.gain
    chosen = None if cell.chosen is None else 100 * cell.chosen
    p = gain.p if gain.fair is None else gain.fair
    return gain.decisions, *shown.cells(gain), *shown.cells(cell.score, 100), p, chosen, SAYS[cell.side]


def _columns(rows: Sequence[tuple[Any, ...]], at: int) -> list[Column]:
    return [
        Column("decisions", "Decisions", "right", 0),
        *shown.three("Gain", "gain", rows=rows, at=at + 1),
        *shown.three("in score, %", "score", rows=rows, at=at + 4),
        Column("p", "p", "right", 3),
        Column("done", "Done, %", "right", 1),
        Column("says", "Makes"),
    ]


def _drawn(cell: Cell) -> tuple[Any, ...] | None:
    return None if cell.gain.decisions < FEWEST else (*shown.cells(cell.gain), cell.side)


def _fact(cell: Cell) -> dict[str, Any]:
    return {
        "case": list(cell.steps),
        "decisions": cell.gain.decisions,
        "gain": shown.fact(cell.gain),
        "score": shown.fact(cell.score),
        "p": cell.gain.p if cell.gain.fair is None else cell.gain.fair,
        "done": cell.chosen,
        "makes": SAYS[cell.side],
    }

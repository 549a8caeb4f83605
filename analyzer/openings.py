"""Opening hands: told apart by their trumps, their points, their highest trump and who leads, and what comes of them.

All hands are seen at the first decision of whoever holds them (see `fork`); no other card is tried.  Hands of one deal
share its luck, so intervals are for deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer import match as matches
from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.briscola import points, strength, suit
from analyzer.cards import JACK, THREE
from analyzer.fork import Fork
from analyzer.standings import Contrast
from analyzer.wording import all_of, interval

TRUMPS = ("no trump", "one trump", "two trumps", "three trumps")
POINTS = ("no points", "2 to 4", "5 to 9", "10 to 13", "14 to 19", "20 and more")
SHORT = ("0", "2–4", "5–9", "10–13", "14–19", "20+")  # the same over the columns of a map
HIGHEST = ("no trump", "a low trump", "a jack, queen or king", "the three or the ace")
PLACES = ("leads", "follows")
AXES = {"trumps": TRUMPS, "points": POINTS, "highest trump": HIGHEST, "place": PLACES}
SIZES = tuple(map(len, AXES.values()))
BUCKETS = len(TRUMPS) * len(POINTS) * len(HIGHEST) * len(PLACES)
NONE, LOW, _, LOAD = HIGHEST


def opening(view):
    """The bucket of an opening hand, at the first decision of who holds it; -1 for every other decision.

    Its number counts the class of each of the AXES, the last one fastest.
    """
    if view.tricks > 0 or view.swapper == view.seat:
        return -1
    trumps = worth = highest = 0
    for k in range(view.n_moves):
        card = view.moves[k]
        if view.hand >> card & 1 == 0:  # no card, a swap
            continue
        worth += points(card)
        if suit(card) == view.trump:
            trumps += 1
            highest = max(highest, 1 if strength(card) < JACK else 2 if strength(card) < THREE else 3)
    rich = (worth >= 2) + (worth >= 5) + (worth >= 10) + (worth >= 14) + (worth >= 20)
    return ((trumps * 6 + rich) * 4 + highest) * 2 + (view.led >= 0)


def nothing_else(view, k):
    """No other move: what is of interest is the hand."""
    return -1


@dataclass(frozen=True)
class Hands:
    """What came of the opening hands of those named, against themselves or the other."""

    table: Any
    names: Sequence[str]
    forked: Any

    @property
    def who(self) -> str:
        """Who plays, in words."""
        one, *other = self.names
        return f"{one} against {other[0] if other else 'itself'}"

    @property
    def par(self) -> float:
        """What all hands score that play against each other."""
        return 1 / len(set(self.table.columns))

    def of(self, **classes: int) -> Sequence[int]:
        """The buckets of hands that are in these classes, by the words of AXES with underscores."""
        wanted = [classes.get(axis.replace(" ", "_")) for axis in AXES]
        every = product(*map(range, SIZES))
        return [n for n, each in enumerate(every) if all(w in (None, k) for w, k in zip(wanted, each, strict=True))]

    def score(self, buckets: Sequence[int]) -> Contrast:
        """What they score; p is that of "par"."""
        found = self.forked.value(None, buckets, of="score")
        p = 1.0
        if found.mean is not None and found.error:
            deals = found.deals or max(2, found.decisions // self.table.players)
            p = 2 * float(stdtr(deals - 1, -abs(found.mean - self.par) / found.error))
        return Contrast(found.mean, found.low, found.high, found.level, p)

    def margin(self, buckets: Sequence[int]) -> Any:
        """The points they make more than the other side."""
        return self.forked.value(None, buckets)

    def share(self, buckets: Sequence[int]) -> float | None:
        """How many of all hands they are."""
        dealt = self.forked.decisions
        return sum(dealt[n] for n in buckets) / sum(dealt) if sum(dealt) else None

    @cached_property
    def by_class(self) -> dict[tuple[str, str], Sequence[int]]:
        """The buckets of every class of every axis."""
        return {
            (axis, words): self.of(**{axis.replace(" ", "_"): k})
            for axis, classes in AXES.items()
            for k, words in enumerate(classes)
        }

    @cached_property
    def cells(self) -> dict[tuple[str, str, str], Sequence[int]]:
        """The buckets of every class of trumps, and of highest trumps, with every class of points."""
        return {
            (axis, words, worth): self.of(**{axis.replace(" ", "_"): k, "points": p})
            for axis in ("trumps", "highest trump")
            for k, words in enumerate(AXES[axis])
            for p, worth in enumerate(POINTS)
            if not (axis == "highest trump" and words == NONE)  # which is among the others already
        }

    @cached_property
    def scores(self) -> dict[tuple[str, ...], Any]:
        """What all of these score."""
        return {key: self.score(buckets) for key, buckets in (self.by_class | self.cells).items()}

    @cached_property
    def sides(self) -> dict[tuple[str, ...], int]:
        """Which score surely more than par, which less, by Holm for all of them."""
        gains = [shown.less(score, self.par) for score in self.scores.values()]
        return dict(zip(self.scores, shown.sure(gains), strict=True))

    # In words

    def sentences(self) -> list[str]:
        """The highest trump, how many there are, the points, the place."""
        if not self.forked.deals:
            return [shown.NOTHING]
        score = {words: self.scores["highest trump", words] for words in HIGHEST}
        none, low, load = (score[words] for words in (NONE, LOW, LOAD))
        if None in (none.mean, low.mean, load.mean):
            return ["Too few hands were dealt to tell them apart."]
        first = f"With {LOAD} of trumps an opening hand scores {_percent(load)}"
        if load.low > max(none.high, low.high):
            first = f"What makes an opening hand is {LOAD} of trumps: with one of them it scores {_percent(load)}"
        told = [f"{first}; with {LOW} for its highest it scores {_percent(low)}, {_held_against(low, none)}."]
        told.append(f"By the number of trumps: {self._all('trumps')}.")
        told.append(f"By the points dealt: {self._all('points')}.")
        if self.sides["place", PLACES[0]] or self.sides["place", PLACES[1]]:
            told.append(f"Who leads with it scores {_percent(self.scores['place', PLACES[0]])}.")
        return told

    def _all(self, axis: str) -> str:
        return all_of([f"{words} {_percent(self.scores[axis, words])}" for words in AXES[axis]])

    # In rows

    def lines(self) -> list[str]:
        """Every class, and the map of trumps and points."""
        rows = [
            (
                axis if words == AXES[axis][0] else "",
                words,
                _brief(self.scores[axis, words]),
                _share(self.share(buckets)),
            )
            for (axis, words), buckets in self.by_class.items()
        ]
        told = shown.lines(("", "", "scores, %", "of all hands"), rows)
        told.append("by trumps and points dealt, %:")
        told += shown.lines(
            ("", *TRUMPS), [(worth, *(_brief(self.scores["trumps", row, worth]) for row in TRUMPS)) for worth in POINTS]
        )
        return told

    def tables(self) -> list[Table]:
        """Every class, and the maps."""
        classes = [self._row(key, self.by_class[key]) for key in self.by_class]
        cells = [self._row(key, self.cells[key]) for key in self.cells]
        return [
            Table("hands", self._columns(("axis", "class"), classes), classes, "Opening hands, one thing at a time"),
            Table("map", self._columns(("axis", "class", "points"), cells), cells, "Opening hands by two things"),
        ]

    def _row(self, key: tuple[str, ...], buckets: Sequence[int]) -> tuple[Any, ...]:
        share = self.share(buckets)
        numbers = (*shown.cells(self.scores[key], 100), *shown.cells(self.margin(buckets)))
        return (*key, None if share is None else 100 * share, *numbers, SURE[self.sides[key]])

    def _columns(self, keys: Sequence[str], rows: Sequence[Any]) -> list[Column]:
        return [
            *(Column(key, HEADINGS[key]) for key in keys),
            Column("share", "Of all hands, %", "right", 2),
            *shown.three("Scores, %", "score", rows=rows, at=len(keys) + 1),
            *shown.three("Points", "margin", rows=rows, at=len(keys) + 4),
            Column("sure", "Surely than par"),
        ]

    def drawings(self, subtitle: str) -> list[Drawing]:
        """The map of trumps and points, and of the highest trump and points."""
        panels = []
        for axis, heading in (("trumps", "By the number of trumps"), ("highest trump", "By the highest trump")):
            names = [words for words in AXES[axis] if (axis, words, POINTS[0]) in self.cells]
            rows = [[self._cell(axis, words, worth) for worth in POINTS] for words in names]
            panels.append(plots.Panel(heading, names, SHORT, rows))
        load, none = (self.scores["highest trump", words] for words in (LOAD, NONE))
        title = "What an opening hand scores"
        if load.mean is not None and none.mean is not None:
            title = f"With {LOAD} of trumps an opening hand scores {_whole(load)}, with no trump {_whole(none)}"
        draw = plots.heats(
            panels,
            title=title,
            subtitle=subtitle,
            down="hand",
            across="points dealt",
            unit="score in per cent",
            better="surely above par",
            worse="surely below",
            line=100 * self.par,
            sign=False,
        )
        return [Drawing("map", draw, "What opening hands score by trumps and points, with 95 % intervals.")]

    def _cell(self, *key: str) -> tuple | None:
        score = self.scores[key]
        return None if score.mean is None else (*shown.cells(score, 100), self.sides[key])

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "players": self.table.players,
            "who": list(self.names),
            "par": self.par,
            "hands": [
                {"by": list(key[:1]) + ["points"] * (len(key) == 3), "class": list(key[1:])}
                | {"share": self.share(buckets), "score": shown.fact(self.scores[key])}
                | {"margin": shown.fact(self.margin(buckets)), "surely": self.sides[key]}
                for key, buckets in (self.by_class | self.cells).items()
            ],
        }


HEADINGS = {"axis": "By", "class": "Hand", "points": "Points dealt"}
SURE = {1: "more", -1: "less", 0: "-"}


def _percent(score: Any) -> str:
    return "nothing known" if score.mean is None else interval(score, 100, " %")


def _brief(score: Any) -> str:
    return shown.brief(score, 100)


def _whole(score: Any) -> str:
    return f"{100 * score.mean:.0f} %"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _held_against(one: Any, other: Any) -> str:
    """How a score compares with another, as far as their intervals say."""
    told = f"one without a trump: {_percent(other)}"
    if one.low <= other.high and other.low <= one.high:
        return f"not surely other than {told}"
    return f"{'more' if one.mean > other.mean else 'less'} than {told}"


def deal(lab: Any, names: Sequence[str], players: int) -> Hands:
    """Look at the opening hands of the first of `names`, against itself or against the second; the Hands."""
    contest = matches.contest(names[0], names[-1], seed=lab.seed, players=players)
    fork = Fork(opening, nothing_else, "no other card", BUCKETS)
    return Hands(contest.table, names, lab.fork(fork, contest, whose=0 if len(names) > 1 else None))

"""What the places at a table are worth to players who play against themselves: who leads first, and who comes after."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer import by_deal, plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.by_deal import Kept
from analyzer.scores import PAYOFF, RESULT, WHOLE
from analyzer.tables import table as table_of
from analyzer.wording import all_of, interval

PLAIN = "spend_trump"  # how strong somebody is, is told by what he scores against this one
FEWER = 4  # a quarter of the deals is enough for that
EFFECT = {1: "a gain", -1: "a burden", 0: "neither surely a gain nor a burden"}
SHORT = {1: "a gain", -1: "a burden", 0: "unsure"}


@dataclass(frozen=True)
class Climber:
    """A player against itself: what each place scores and makes, and how strong it is."""

    name: str
    strength: Any  # his score against PLAIN
    scores: Sequence[Any]  # by place, with the p-value of "par"
    margins: Sequence[Any]  # by place

    @property
    def lead(self) -> Any:
        """What who leads scores."""
        return self.scores[0]


@dataclass(frozen=True)
class Ladder:
    """The players from the weakest to the strongest."""

    table: Any
    climbers: Sequence[Climber]
    fall: Any  # how much less who leads scores with the strongest than with the weakest, on the same deals

    @property
    def places(self) -> Sequence[str]:
        """What the places are called."""
        return self.table.module.roles(self.table.players)

    @property
    def par(self) -> float:
        """The score of a place if all were alike."""
        return 1 / len(self.places)

    @cached_property
    def gains(self) -> Sequence[Any]:
        """How much more than par who leads scores, player by player; last, how much that falls."""
        return [*(shown.less(each.lead, self.par) for each in self.climbers), self.fall]

    @cached_property
    def sides(self) -> Sequence[int]:
        """Which of these is surely above 0, which surely below."""
        return shown.sure(self.gains)

    # In words

    def sentences(self) -> list[str]:
        """Is it good to lead, for the strongest, for the weakest, for how many of all?"""
        first, last = self.climbers[0], self.climbers[-1]
        if last.lead.mean is None:
            return [shown.NOTHING]
        if len(self.climbers) == 1:
            return [f"For {last.name}, leading the first trick is {EFFECT[self.sides[0]]}: {self._score(last)}."]
        also = "also " if self.sides[0] == self.sides[-2] else ""
        return [
            f"For {last.name}, the strongest of {len(self.climbers)} players, leading the first trick is "
            f"{EFFECT[self.sides[-2]]}: {self._score(last)}; for {first.name}, the weakest, it is {also}"
            f"{EFFECT[self.sides[0]]}: {self._score(first)}.",
            *self._more(),
        ]

    def _score(self, climber: Climber) -> str:
        leader = "the side that leads" if self.table.players > 3 else "whoever leads"
        par = "" if len(self.places) == 2 else f" where par is {100 * self.par:.1f} %"
        return f"{leader} scores {interval(climber.lead, 100, ' %')}{par}"

    def _more(self) -> list[str]:
        """How many of all gain and lose, and how it goes with strength."""
        words = {
            1: ("surely gains", "surely gain"),
            -1: ("surely loses", "surely lose"),
            0: ("may do either", "may do either"),
        }
        counts = self.counts()
        parts = [f"{counts[k]} {several if counts[k] > 1 else one}" for k, (one, several) in words.items() if counts[k]]
        told = [f"Of {len(self.climbers)} players {all_of(parts)}."]
        if self.sides[-1]:
            much = interval(self.fall, 100, " percentage points", size=True)
            less = "less" if self.sides[-1] > 0 else "more"
            told.append(f"With the strongest player it scores {much} {less} than with the weakest.")
        return told

    def counts(self) -> Counter[int]:
        """How many surely gain, 1, lose, -1, may do either, 0."""
        return Counter(self.sides[:-1])

    # In rows

    def lines(self) -> list[str]:
        """A line for every player."""
        head = ("player", f"v {PLAIN}, %", "who leads, %", "and makes, points", "leading is")
        rows = [
            (
                each.name,
                shown.brief(each.strength, 100),
                shown.brief(each.lead, 100),
                shown.brief(each.margins[0], sign=True),
                SHORT[side],
            )
            for each, side in zip(self.climbers, self.sides, strict=False)
        ]
        told = shown.lines(head, rows)
        if len(self.places) > 2:
            told.append(f"every place, % of games, where par is {100 * self.par:.1f} %:")
            scores = [(each.name, *(shown.brief(score, 100) for score in each.scores)) for each in self.climbers]
            told += shown.lines(("player", *self.places), scores)
        return [*told, "a gain, a burden: p below 0.05 after Holm, so that all of them may be believed together"]

    def tables(self) -> list[Table]:
        """Leading, what there is of it in all, and every place."""
        rows = [
            (
                each.name,
                *shown.cells(each.strength, 100),
                *shown.cells(each.lead, 100),
                *shown.cells(each.margins[0]),
                p,
                SHORT[side],
            )
            for each, p, side in zip(self.climbers, shown.fair(self.gains), self.sides, strict=False)
        ]
        columns = [
            Column("player", "Player"),
            *shown.three(f"Against {PLAIN}, %", "strength", rows=rows, at=1),
            *shown.three("Who leads scores, %", "lead", rows=rows, at=4),
            *shown.three("and makes, points", "points", rows=rows, at=7),
            Column("p", "p (Holm)", "right", 3),
            Column("leading", "Leading is"),
        ]
        made = [Table("leading", columns, rows, "What leading the first trick is worth, from the weakest player up")]
        if len(self.climbers) > 1:
            counts = self.counts()
            fall = (
                "score of the lead: less with the strongest than with the weakest, percentage points",
                self.fall,
                100,
            )
            summed = [
                ("players", shown.known(len(self.climbers)), 1),
                *((f"leading is {SHORT[k]}", shown.known(counts[k]), 1) for k in (1, -1, 0)),
                fall,
            ]
            made.append(shown.measures("in_all", "All players", summed))
        if len(self.places) > 2:
            made.append(self._of_places())
        return made

    def _of_places(self) -> Table:
        rows = [
            (each.name, place, *shown.cells(score, 100), *shown.cells(margin))
            for each in self.climbers
            for place, score, margin in zip(self.places, each.scores, each.margins, strict=True)
        ]
        columns = [
            Column("player", "Player"),
            Column("place", "Place"),
            *shown.three("Score, %", "score", rows=rows, at=2),
            *shown.three("Points", "points", rows=rows, at=5),
        ]
        return Table("places", columns, rows, f"Every place; par is {100 * self.par:.1f} %")

    def drawings(self, subtitle: str) -> list[Drawing]:
        """What who leads scores above par, player by player."""
        effects = [
            plots.Effect(
                each.name,
                *shown.cells(gain, 100),
                note="" if each.strength.mean is None else f"{100 * each.strength.mean:.0f} % v {PLAIN}",
                sure=side,
            )
            for each, gain, side in zip(self.climbers, self.gains, self.sides, strict=False)
        ]
        draw = plots.forest(
            effects,
            title=self._headline(),
            subtitle=f"{subtitle}; each against itself",
            unit="what who leads scores above par, percentage points",
            worse="a burden",
            better="a gain",
        )
        return [Drawing("leading", draw, "What leading the first trick is worth to each player, with 95 % intervals.")]

    def _headline(self) -> str:
        first, last = self.climbers[0], self.climbers[-1]
        told = f"Leading the first trick is {EFFECT[self.sides[-2]]} for {last.name}"
        return told if first is last else f"{told}, {EFFECT[self.sides[0]]} for {first.name}"

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "players": self.table.players,
            "par": self.par,
            "ladder": [
                {
                    "player": each.name,
                    "strength": each.strength.mean,
                    "lead": shown.fact(each.lead),
                    "margin": shown.fact(each.margins[0]),
                    "p_holm": p,
                    "leading": SHORT[side],
                    "places": [
                        {"place": place, "score": shown.fact(score), "margin": shown.fact(margin)}
                        for place, score, margin in zip(self.places, each.scores, each.margins, strict=True)
                    ],
                }
                for each, p, side in zip(self.climbers, shown.fair(self.gains), self.sides, strict=False)
            ],
            "fall": shown.fact(self.fall),
        }


def climb(lab: Any, names: Sequence[str], players: int) -> Ladder:
    """Play everybody against itself, and for his strength against the plain player; the Ladder of them."""
    table, kept = table_of("briscola", players), Kept()
    places = range(len(table.module.roles(players)))

    def keeper(name: str) -> Any:
        def each(number: int, rows: Any) -> None:
            """All games of a deal are the same here."""
            for place in places:
                kept.add(f"{name} {place} score", rows[:, 0, RESULT, place])
                kept.add(f"{name} {place} margin", rows[:, 0, PAYOFF, place])

        return each

    others = [name for name in names if name != PLAIN]
    against = lab.among(others, [PLAIN], players=players, deals=-(-lab.deals // FEWER)) if others else None
    found = []
    for name in names:
        lab.duel(name, name, players=players, each=keeper(name))
        found.append(
            Climber(
                name,
                against.mean(name, of="score") if against and name != PLAIN else shown.known(1 / len(places)),
                [by_deal.score(kept[f"{name} {k} score"], WHOLE, 1 / len(places)) for k in places],
                [by_deal.mean(kept[f"{name} {k} margin"]) for k in places],
            )
        )
    found = [each for each in found if each.lead.mean is not None] or found  # after Ctrl-C some have no deals
    found.sort(key=lambda each: each.strength.mean or 0.0)
    weakest, strongest = (kept[f"{found[k].name} 0 score"] for k in (0, -1))
    n = min(len(weakest), len(strongest))
    return Ladder(table, found, by_deal.mean(weakest[:n] - strongest[:n], WHOLE))

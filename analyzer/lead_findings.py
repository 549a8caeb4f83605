"""Leads or answers: what a player gains who takes over another's leads alone, his answers alone, or both."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from analyzer import by_deal, plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.by_deal import Kept
from analyzer.counting import Crosstable
from analyzer.halves import put_together
from analyzer.match import Match
from analyzer.scores import WHOLE
from analyzer.seating import Party
from analyzer.tables import table as table_of
from analyzer.trials import Several
from analyzer.wording import interval, rounded

LEADS, ANSWERS, BOTH = "leads", "answers", "both"
SWAPPED = {LEADS: "its leads alone", ANSWERS: "its answers alone", BOTH: "both"}
ALL = ""  # against all opponents, each counting alike


@dataclass(frozen=True)
class Halves:
    """The other player with something of the better one's, against both of them."""

    table: Any
    better: str
    other: str
    several: Several
    times: Any  # how many times the gain by leads is that by answers; None where that may be anything

    @property
    def opponents(self) -> Sequence[str]:
        """Against whom."""
        return self.several.opponents

    def gain(self, what: str, against: str = ALL, of: str = "score") -> Any:
        """What the other player gains by taking over the leads, the answers or both."""
        one = self.better if what == BOTH else what
        return self.several.gain(one, over=self.other, of=of, against=against or None)

    @cached_property
    def gains(self) -> dict[tuple[str, str], Any]:
        """By what is taken over, and against whom."""
        return {(what, name): self.gain(what, name) for what in SWAPPED for name in (ALL, *self.opponents)}

    @cached_property
    def more(self) -> Any:
        """How much more the leads gain than the answers."""
        return self.several.gain(LEADS, over=ANSWERS, of="score")

    @cached_property
    def sides(self) -> dict[Any, int]:
        """Which of these are surely above 0, which below, by Holm for all of them."""
        every: dict[Any, Any] = {**self.gains, "more": self.more}
        return dict(zip(every, shown.sure(list(every.values())), strict=True))

    # In words

    def sentences(self) -> list[str]:
        """Which is worth more, and both together."""
        leads, answers, both = (self.gains[what, ALL] for what in SWAPPED)
        if leads.mean is None:
            return [shown.NOTHING]
        each = (
            f"with the leads of {self.better} alone {self.other} {_gains(leads, self.sides[LEADS, ALL])}, "
            f"with its answers alone it {_gains(answers, self.sides[ANSWERS, ALL])}"
        )
        return [f"{self._verdict()}: {each}.", f"With both it {_gains(both, self.sides[BOTH, ALL])}."]

    def _verdict(self) -> str:
        more = self.sides["more"]
        if not more:
            return "Whether leads or answers matter more is too close to call"
        if self._by_times:
            return f"Leads are worth {interval(self.times)} times as much as answers"
        return f"{'Leads are' if more > 0 else 'Answers are'} worth more than {'answers' if more > 0 else 'leads'}"

    @property
    def _by_times(self) -> bool:
        """Are leads so many times as good as answers, both of them being good?"""
        both_gain = self.sides[LEADS, ALL] > 0 and self.sides[ANSWERS, ALL] > 0
        return self.times is not None and both_gain and self.sides["more"] > 0

    def headline(self) -> str:
        """The same over a chart."""
        if not self._by_times:
            return self._verdict()
        times = rounded(self.times.mean, self.times.high - self.times.mean)
        return f"Leads like {self.better}'s are worth {times} times as much as its answers"

    # In rows

    def lines(self) -> list[str]:
        """What each is worth, opponent by opponent."""
        rows = [
            (
                f"{self.other} with {words}",
                *(shown.brief(self.gains[what, name], 100, True) for name in (ALL, *self.opponents)),
            )
            for what, words in SWAPPED.items()
        ]
        told = [f"what {self.other} gains by taking over from {self.better}, percentage points of score:"]
        return [*told, *shown.lines(("", "against both", *self.opponents), rows)]

    def tables(self) -> list[Table]:
        """The same in score and in points, and how the two compare."""
        rows = [
            (
                words,
                name or "both",
                *shown.cells(self.gains[what, name], 100),
                SURE[self.sides[what, name]],
                *shown.cells(self.gain(what, name, "margin")),
            )
            for what, words in SWAPPED.items()
            for name in (ALL, *self.opponents)
        ]
        columns = [
            Column("taken", "Taken over"),
            Column("against", "Against"),
            *shown.three("Gain, percentage points", "gain", rows=rows, at=2),
            Column("sure", "Surely"),
            *shown.three("Points", "points", rows=rows, at=6),
        ]
        compared = [("leads less answers, percentage points", self.more, 100.0)]
        compared += [("leads, so many times answers", self.times, 1.0)] if self.times else []
        return [
            Table("halves", columns, rows, f"What {self.other} gains by taking over from {self.better}"),
            shown.measures("leads_or_answers", "Leads or answers", compared),
        ]

    def drawing(self, subtitle: str) -> Drawing:
        """What each is worth."""
        effects = [
            plots.Effect(
                words,
                *shown.cells(self.gains[what, name], 100),
                group=f"against {name}" if name else "against both",
                sure=self.sides[what, name],
            )
            for name in (ALL, *self.opponents)
            for what, words in SWAPPED.items()
        ]
        draw = plots.forest(
            effects,
            title=self.headline(),
            subtitle=f"{subtitle}; {self.other} taking over from {self.better}",
            unit=f"what {self.other} gains, percentage points of score",
            worse="costs",
            better="gains",
        )
        return Drawing("halves", draw, "What the leads alone and the answers alone are worth, with 95 % intervals.")

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "better": self.better,
            "other": self.other,
            "taken_over": [
                {"what": what, "against": name or "both", **shown.fact(gain), "surely": self.sides[what, name]}
                for (what, name), gain in self.gains.items()
            ],
            "times": shown.fact(self.times) if self.times else None,
        }


SURE = {1: "more", -1: "less", 0: "-"}


def _gains(gain: Any, side: int) -> str:
    if not side:
        return f"does not surely gain, {interval(gain, 100, ' percentage points', sign=True)}"
    return f"{'gains' if side > 0 else 'loses'} {interval(gain, 100, ' percentage points', size=True)}"


def swap(lab: Any, named: Sequence[Party], players: int) -> Halves:
    """Let the two players, and what is put together from their leads and answers, meet both of them."""
    better, other = named
    mixed = next((party.word for party in named if party.mixed), None)
    if mixed:
        raise ValueError(f"leads and answers are swapped between players of one kind, not with {mixed}")
    (one, *_), (two, *_) = better.members, other.members
    table, kept = table_of("briscola", players), Kept()
    names = [LEADS, ANSWERS, better.word, other.word]
    parties = (Party((put_together(one, two),)), Party((put_together(two, one),)), better, other)
    alone = players == 3  # where a party may sit among others of its kind
    pairs = tuple((k, m) for k in range(4) for m in (2, 3) if k != m or alone)
    contest = Match(table, parties, lab.seed, pairs=pairs)
    counter = Crosstable(contest)

    def each(number: int, rows: np.ndarray) -> None:
        """What the first of every pair got of a deal."""
        for (k, m), got in zip(pairs, counter.values(rows)[0].T, strict=True):
            kept.add(f"{k} {m}", got)

    several = Several(contest, lab.play(contest, each=each), names, names[2:])
    par = WHOLE * int((contest.plan.entries == 0).sum()) // 2  # of a party that would meet itself
    deals = np.zeros(several.deals, np.int64)
    got = [sum((kept[f"{k} {m}"] if (k, m) in pairs else deals + par for m in (2, 3)), deals) for k in range(4)]
    times = by_deal.times(got[0] - got[3], got[1] - got[3])
    return Halves(table, better.word, other.word, several, times)

"""What a deal, and an evening, of two players says about luck: in words, tables and charts."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from analyzer import match as matches
from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.charts import percent
from analyzer.meetings import EVENING, LENGTHS, Met, meet
from analyzer.tables import table as table_of
from analyzer.wording import all_of, interval

GAME = "briscola"
PARTS = {
    "skill": "what the better one makes in the long run",
    "cards": "what the better seat makes, whoever sits there",
    "play": "what the same cards bring the one more than the other, beyond that",
}


@cache
def throws(word: str) -> bool:
    """Does the text of a player read `view.dice`, so that he may throw dice?"""
    trees = (ast.parse(member.source) for member in matches.party(word, GAME).members)
    return any(isinstance(node, ast.Attribute) and node.attr == "dice" for tree in trees for node in ast.walk(tree))


def dice(pairs: Sequence[Met]) -> list[str]:
    """Those of the pairs who may throw dice, each once."""
    return [word for word in dict.fromkeys(word for met in pairs for word in (met.one, met.two)) if throws(word)]


def parts(met: Met) -> dict[str, str]:
    """What each part is, where players throw dice too: then no more can be told apart than this."""
    thrown = all_of(names) if (names := dice([met])) else ""
    if not thrown:
        return PARTS
    return PARTS | {
        "cards": f"what the better seat makes, by its cards or any dice of {thrown}",
        "play": f"the rest: how the cards suit the play, and any dice of {thrown}",
    }


@dataclass(frozen=True)
class Luck:
    """One player and those he met, the closest first."""

    table: Any
    pairs: Sequence[Met]

    # In words

    def sentences(self) -> list[str]:
        """Of the two who are closest; last of the two who are furthest apart."""
        first, last = self.pairs[0], self.pairs[-1]
        if first.score.mean is None:
            return [shown.NOTHING]
        told = [_of_a_deal(first), _of_the_points(first), *_how_long(first)]
        if last.sure and last.seat.high < first.seat.low:
            told.append(
                f"Where one plays much better it matters less: between {last.name} the same seat wins "
                f"{interval(last.seat, 100, ' %')} of deals both times, and {last.one} loses "
                f"{interval(last.lost(EVENING), 100, ' %')} of evenings."
            )
        return told

    # In rows

    def lines(self) -> list[str]:
        """Every pair, question by question."""
        heads = ("", *PARTS)
        first = self.pairs[0]
        return [
            f"of deals played from both sides, who wins both times, %{self._against()}:",
            *self._lines(
                ("", "same seat", "better one", "other one", "neither"), lambda met: map(_percent, met.twice.values())
            ),
            "whence the points of a deal come, %:",
            *self._lines(heads, lambda met: map(_percent, met.points)),
            "whence it comes who wins a deal, %:",
            *self._lines(heads, lambda met: map(_percent, met.wins)),
            f"what the better player loses, % (evenings are best of {EVENING}, by formula and as played):",
            *self._lines(
                ("", "of deals not drawn", "of evenings", "as played"),
                lambda met: map(_percent, (met.lost(1), met.lost(EVENING), shown.turned(met.played))),
            ),
            "how many it takes to tell who is better, 8 times in 10:",
            *self._lines(("", *first.needed), lambda met: map(_count, met.needed.values())),
            *(f"{part:6}  {words}" for part, words in PARTS.items()),
            *([f"{'dice':6}  cards and play also hold any dice of {all_of(names)}"] if (names := self._dice) else []),
        ]

    def _lines(self, head: Sequence[str], row: Any) -> list[str]:
        return shown.lines(head, [(self._label(met), *row(met)) for met in self.pairs])

    @property
    def _alike(self) -> bool:
        """Is it always the same player who is the better one?"""
        return len({met.one for met in self.pairs}) == 1

    @property
    def _dice(self) -> list[str]:
        return dice(self.pairs)

    def _label(self, met: Met) -> str:
        return met.two if self._alike else met.name

    def _against(self) -> str:
        return f", {self.pairs[0].one} against" if self._alike else ""

    def tables(self) -> list[Table]:
        """The same with its intervals."""
        twice = [(met.name, kind, *shown.cells(share, 100)) for met in self.pairs for kind, share in met.twice.items()]
        whence = [
            (met.name, of, f"{part}: {words}", *shown.cells(share, 100))
            for met in self.pairs
            for of, shares in (("points", met.points), ("who wins", met.wins))
            for share, (part, words) in zip(shares, parts(met).items(), strict=True)
        ]
        lost = [
            (met.name, what, *shown.cells(won, 100), *shown.cells(shown.turned(won), 100))
            for met in self.pairs
            for what, won in met.bouts()
        ]
        needed = [(met.name, what, *shown.cells(number)) for met in self.pairs for what, number in met.needed.items()]
        players = Column("players", "Players")
        return [
            Table(
                "twice",
                [players, Column("winner", "Wins both times"), *shown.three("Deals, %", "share", rows=twice, at=2)],
                twice,
                "Who wins a deal that is played from both sides",
            ),
            Table(
                "parts",
                [
                    players,
                    Column("of", "Of"),
                    Column("part", "Comes of"),
                    *shown.three("Share, %", "share", rows=whence, at=3),
                ],
                whence,
                "Whence what is won comes: three parts of a whole",
            ),
            Table(
                "evenings",
                [
                    players,
                    Column("what", "Of"),
                    *shown.three("The better wins, %", "wins", rows=lost, at=2),
                    *shown.three("and loses, %", "loses", rows=lost, at=5),
                ],
                lost,
                "Deals and evenings; those of more than one deal by formula, but for those played",
            ),
            Table(
                "needed",
                [
                    players,
                    Column("what", "Of"),
                    *(Column(key, key.capitalize(), "right", 0) for key in ("needed", "low", "high")),
                ],
                needed,
                "How many it takes to tell who is better, 8 times in 10",
            ),
        ]

    def drawings(self, subtitle: str) -> list[Drawing]:
        """Whence the points come, and how long an evening must be."""
        first, last = self.pairs[0], self.pairs[-1]
        alike = self._alike
        cards, others = first.points.cards, last.points.cards
        shares = [
            (f"against {met.two}" if alike else met.name, [shown.cells(share, 100) for share in met.points])
            for met in self.pairs
        ]
        luck = "Luck of cards and dice" if dice([first]) else "Luck of the cards"
        title = f"{luck} makes {_whole(cards)} of what the points differ between {first.name}"
        if last is not first:
            more = "with any dice " if dice([last]) and not dice([first]) else ""
            title += f", {more}{_whole(others)} between {last.name}"
        about = "Whence the points of a deal come: skill, the cards, and how they suit the play, with 95 % intervals."
        if names := self._dice:
            about += f" The cards and the play also hold any dice of {all_of(names)}."
        longer = [
            plots.Series(
                f"against {met.two}" if alike else met.name, [(n, *shown.cells(met.best_of(n), 100)) for n in LENGTHS]
            )
            for met in self.pairs[:5]
        ]
        evenings = f"Of evenings, best of five, {first.one} loses {_whole(first.lost(EVENING))} to {first.two}"
        return [
            Drawing(
                "parts",
                plots.columns(
                    shares,
                    title=title,
                    subtitle=subtitle,
                    unit="per cent of what the points of a deal differ",
                    names=list(PARTS),
                ),
                about,
            ),
            Drawing(
                "evenings",
                plots.curve(
                    longer,
                    title=evenings,
                    subtitle=f"{subtitle}; by formula from single deals",
                    across="best of so many deals",
                    unit=f"what {first.one if alike else 'the better one'} wins, per cent",
                    line=50.0,
                    line_word="equals",
                ),
                "What the better player wins, the longer the evening, with 95 % intervals.",
            ),
        ]

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "players": self.table.players,
            "pairs": [
                {
                    "better": met.one,
                    "other": met.two,
                    "dice": dice([met]),
                    "score": shown.fact(met.score),
                    "twice": {kind: shown.fact(share) for kind, share in met.twice.items()},
                    "points": dict(zip(PARTS, map(shown.fact, met.points), strict=True)),
                    "who_wins": dict(zip(PARTS, map(shown.fact, met.wins), strict=True)),
                    "wins": {what: shown.fact(won) for what, won in met.bouts()},
                    "needed": {what: shown.fact(number) for what, number in met.needed.items()},
                }
                for met in self.pairs
            ],
        }


def _of_a_deal(met: Met) -> str:
    seat = f"{interval(met.seat, 100, ' %')} of deals go to the same seat, whoever sits there"
    if not met.sure:
        return f"Between {met.name}, who are too close to call, {seat}."
    return (
        f"Between {met.name}, {seat}; {met.one}, the better one, loses {interval(met.lost(1), 100, ' %')} of deals "
        f"and {interval(met.lost(EVENING), 100, ' %')} of evenings, best of five."
    )


def _of_the_points(met: Met) -> str:
    if met.points.cards.mean is None:
        return (
            "One deal does not tell luck from skill."
            if met.margins.any()
            else "Nobody ever made a point more than the other."
        )
    skill, cards, play = (interval(each, 100, " %") for each in met.points)
    if names := dice([met]):
        return (
            f"Of what the points of their deals differ, {cards} is luck of the cards, and of any dice of "
            f"{all_of(names)}; {play} is the rest: how the cards suit the play, and again any such dice; and {skill} "
            "is skill."
        )
    return (
        f"Of what the points of their deals differ, {cards} is luck of the cards, {play} comes of how the same cards "
        f"suit the one's play or the other's, and {skill} is skill."
    )


def _how_long(met: Met) -> list[str]:
    once, both, evenings = met.needed.values()
    if once.mean is None or evenings.mean is None:
        return []
    return [
        f"To tell which of them is better takes about {once.mean:,.0f} deals or {evenings.mean:,.0f} evenings, or "
        f"{both.mean:,.0f} deals if each is played from both sides."
    ]


def _percent(estimate: Any) -> str:
    return shown.brief(estimate, 100)


def _count(number: Any) -> str:
    return "unknown" if number.mean is None else f"{number.mean:,.0f} ({number.low:,.0f} to {number.high:,.0f})"


def _whole(share: Any) -> str:
    return "nothing" if share.mean is None else percent(share.mean).replace("%", " %")


def find(lab: Any, one: str, others: Sequence[str], players: int) -> Luck:
    """Let `one` meet each of the others: the Luck of it."""
    return Luck(table_of(GAME, players), meet(lab, one, others, players))

"""What a match says, before it becomes an answer: the same parts whatever kind of match it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analyzer.answer import Drawing, Table
from analyzer.wording import count_of, interval


@dataclass(frozen=True)
class Findings:
    """The parts of an answer that depend on how the blocks of a match were counted."""

    question: str
    title: str
    verdict: str
    lines: Sequence[str]
    tables: Sequence[Table]
    drawings: Sequence[Drawing]
    facts: Mapping[str, Any]


def played(table):
    """The table in words: `briscola, 2 players, tie=replay`."""
    words = [table.game, f"{table.players} players", *(f"{name}={value}" for name, value in table.rules)]
    return ", ".join(words if table.match == "single" else [*words, table.match])


def nothing_finished(names):
    """The verdict on no deals at all."""
    return f"{' v '.join(names)}: no deal was finished, so there is nothing to say."


class Sides(NamedTuple):
    """Two sides and what decides between them, told from the first: score (0 to 1) and margin in points a game."""

    one: str
    two: str
    score: Any
    margin: Any
    points_decide: bool  # is the margin surely not 0?
    even: bool  # did every deal come out even, to the point?

    def headline(self):
        """The verdict on the score alone, short enough to stand over a chart."""
        one, two, score = self.one, self.two, self.score
        if score.low <= 0.5 <= score.high:
            return f"{one} and {two} are level" if self.even else f"{one} and {two}: too close to call"
        winner, loser = (one, two) if score.mean > 0.5 else (two, one)
        return f"{winner} beats {loser}, scoring {interval(score, 100, ' %', other_side=score.mean < 0.5)}"

    def verdict(self, deals):
        """Who is ahead, by how much and how sure: one sentence that claims no more than the intervals do."""
        one, two, score, margin = self.one, self.two, self.score, self.margin
        ahead = one if margin.mean is not None and margin.mean > 0 else two
        if score.low <= 0.5 <= score.high:
            if self.even:
                return f"{one} and {two} are level: {'every one of ' * (deals > 1)}{count_of(deals)} came out even."
            sentence = f"{one} and {two} are too close to call: {one} scores {interval(score, 100, ' %')}"
            more = f"; in points {ahead} is ahead" if self.points_decide else ""
            return f"{sentence} over {count_of(deals)}{more}."
        if not self.points_decide:
            return f"{self.headline()}; in points they are too close to call."
        gain = f"{interval(margin, 1, ' points', size=True)} more a game."
        if (margin.mean > 0) == (score.mean > 0.5):
            return f"{self.headline()} and {gain}"
        return f"{self.headline()}, though {ahead} takes {gain}"

"""What a match says, before it becomes an answer: the same parts whatever kind of match it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analyzer.answer import Drawing, Table
from analyzer.wording import all_of, count_of, interval


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
    if table.match != "single":
        words.append("whole matches" if table.match == "full" else table.match)
    return ", ".join(words)


def plural(bout):
    """Games, hands, matches."""
    return f"{bout}es" if bout.endswith("ch") else f"{bout}s"


def nothing_finished(names):
    """The verdict on no deals at all."""
    return f"{' v '.join(names)}: no deal was finished, so there is nothing to say."


def same(contest):
    """Is it one strategy that meets itself: the same code with the same values, whatever it is called?

    Then every game of a deal is played again with the names exchanged, move for move, since chance (`view.dice`)
    follows from the deal and the seat.  So all margins and payoffs come out even, on every deal.
    """
    first, *others = ([(member.source, member.values) for member in party.shown] for party in contest.parties)
    return all(each == first for each in others)


def level_by_symmetry(contest):
    """The verdict on a strategy that meets itself."""
    labels = [party.label for party in contest.parties]
    who = f"{labels[0]} against itself is" if len(set(labels)) == 1 else f"{all_of(labels)} are one strategy,"
    return f"{who} level by symmetry: every deal comes out even, however many are played."


def score_of_itself(contest):
    """The score of a strategy that meets itself: an equal share of the wins.

    `None` where symmetry does not tell it since the wins of a game are not always one: three may tie and nobody win, at
    Briscola Chiamata two or three win.
    """
    sides = len(set(contest.table.columns))
    one = sides == 2 or (contest.table.counts_score and contest.table.in_force().get("tie3") != "void")
    return 1 / sides if one else None


class Sides(NamedTuple):
    """Two sides and what decides between them, told from the first: score (0 to 1) and margin in points a `bout`."""

    one: str
    two: str
    score: Any
    margin: Any
    points_decide: bool  # is the margin surely not 0?
    even: bool  # did every deal come out even, to the point?
    by_score: bool = True  # is the score what counts, the margin told beside it?
    bout: str = "game"
    score_differs: bool = True  # does a test of few deals bear out that the score is not that of equals?

    def headline(self):
        """The verdict on what counts alone, short enough to stand over a chart."""
        one, two, score = self.one, self.two, self.score
        if not (self._score_decides if self.by_score else self.points_decide):
            known = self.by_score or self.margin.low is not None
            unsure = f"too {self._unsure} to call" if known else "by how much is not known"
            return f"{one} and {two} are level" if self.even else f"{one} and {two}: {unsure}"
        winner, loser = self._ahead if self.by_score else self._ahead_in_points
        if self.by_score:
            return f"{winner} beats {loser}, scoring {interval(score, 100, ' %', other_side=score.mean < 0.5)}"
        return f"{winner} beats {loser} by {interval(self.margin, 1, f' points a {self.bout}', size=True)}"

    def verdict(self, deals):
        """Who is ahead, by how much and how sure: one sentence that claims no more than the intervals do."""
        if self.even and not self._score_decides:
            return f"{self.headline()}: {'every one of ' * (deals > 1)}{count_of(deals)} came out even."
        return self._verdict_by_score(deals) if self.by_score else self._verdict_by_points(deals)

    @property
    def _score_decides(self):
        return self.score_differs and self._apart(self.score, 0.5)

    @staticmethod
    def _apart(estimate, even):
        """Does the interval leave equals outside?"""
        return estimate.low is not None and not estimate.low <= even <= estimate.high

    @property
    def _unsure(self):
        """Why nobody is said to be ahead: an interval of few deals may leave equals outside though a test does not."""
        apart = self._apart(self.score, 0.5) if self.by_score else self._apart(self.margin, 0)
        return "few deals" if apart else "close"

    @property
    def _so_far(self):
        return f"{'are' if self._unsure == 'close' else 'played'} too {self._unsure}"

    @property
    def _ahead(self):
        """The two, whoever scores more first."""
        return (self.one, self.two) if self.score.mean > 0.5 else (self.two, self.one)

    @property
    def _ahead_in_points(self):
        """The two, whoever takes more points first."""
        more = self.margin.mean is not None and self.margin.mean > 0
        return (self.one, self.two) if more else (self.two, self.one)

    def _verdict_by_score(self, deals):
        one, two, score, margin = self.one, self.two, self.score, self.margin
        ahead = self._ahead_in_points[0]
        if not self._score_decides:
            sentence = f"{one} and {two} {self._so_far} to call: {one} scores {interval(score, 100, ' %')}"
            more = f"; in points {ahead} is ahead" if self.points_decide else ""
            return f"{sentence} over {count_of(deals)}{more}."
        if margin.low is None:
            return f"{self.headline()}."
        if not self.points_decide:
            return f"{self.headline()}; in points they are too close to call."
        gain = f"{interval(margin, 1, ' points', size=True)} more a {self.bout}."
        if (margin.mean > 0) == (score.mean > 0.5):
            return f"{self.headline()} and {gain}"
        return f"{self.headline()}, though {ahead} takes {gain}"

    def _verdict_by_points(self, deals):
        one, two, score, margin, bouts = self.one, self.two, self.score, self.margin, plural(self.bout)
        if margin.low is None:
            gain = interval(margin, 1, f" points a {self.bout}", sign=True)
            return f"{one} makes {gain} over {count_of(deals)}: too few to say how sure that is."
        if not self.points_decide:
            gain = interval(margin, 1, f" points a {self.bout}", sign=True)
            more = f"; {self._ahead[0]} wins more {bouts}" if self._score_decides else ""
            return f"{one} and {two} {self._so_far} to call: {one} makes {gain} over {count_of(deals)}{more}."
        if not self._score_decides:
            return f"{self.headline()}; who wins more {bouts} is too close to call."
        ahead, won = self._ahead[0], interval(score, 100, f" % of {bouts}", other_side=score.mean < 0.5)
        if ahead == self._ahead_in_points[0]:
            return f"{self.headline()}, scoring {won}."
        return f"{self.headline()}, though {ahead} scores {won}."

"""How the side that takes its pozzetto first fares at Burraco, beside what it would have been worth to hurry."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer import by_deal, shown
from analyzer.answer import Table
from analyzer.burraco_table import FIRST_POZZETTI
from analyzer.by_deal import Kept
from analyzer.intervals import Interval
from analyzer.scores import PAYOFF, RESULT, WHOLE
from analyzer.wording import interval


@dataclass(frozen=True)
class First:
    """Of the hands in which a pozzetto was taken, those of the side that was first."""

    taken: Interval  # the share of hands in which any is taken
    score: Interval
    margin: Any

    def sentences(self) -> list[str]:
        """How it fares, and that this is not what hurrying is worth."""
        if self.score.mean is None:
            return []
        return [
            f"The side that takes its pozzetto first scores {interval(self.score, 100, ' %')} of hands and makes "
            f"{interval(self.margin, 1, ' points')} more than the other; the good cards "
            "that made it first do all else for it too, so that is not what hurrying is worth."
        ]

    def tables(self) -> list[Table]:
        """The same in rows."""
        rows = [
            ("hands in which a pozzetto is taken, %", self.taken, 100),
            ("of these the side that is first scores, %", self.score, 100),
            ("and makes more than the other, points", self.margin, 1),
        ]
        return [shown.measures("first_pozzetto", "Who takes the pozzetto first", rows)]


def first_pozzetto(lab: Any, who: Any) -> First:
    """Play hands of these players, and see how the side fares that is first."""
    kept = Kept()

    def each(number: int, rows: np.ndarray) -> None:
        """All games of a deal together; those who are the same in both seats play the same game twice."""
        first = rows[:, :, FIRST_POZZETTI, :] > 0
        for name, of in (
            ("taken", first),
            ("score", rows[:, :, RESULT] * first),
            ("margin", rows[:, :, PAYOFF] * first),
        ):
            kept.add(name, of.sum(axis=(1, 2)))
        kept.add("games", np.full(len(rows), rows.shape[1]))

    lab.duel(who.one, who.two or who.one, game="burraco", each=each)
    taken = kept["taken"]
    score = by_deal.share(kept["score"], WHOLE * taken)
    return First(by_deal.share(taken, kept["games"]), score, by_deal.part(kept["margin"], taken))

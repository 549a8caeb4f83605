"""Two players who meet, deal by deal and evening by evening: who won, and how much of it luck."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from analyzer import by_deal, shown
from analyzer.by_deal import Kept
from analyzer.evenings import evening, to_tell
from analyzer.luck_split import split
from analyzer.scores import PAYOFF, RESULT, WHOLE

EVENING = 5  # deals at most
LENGTHS = (1, 3, 5, 7, 9, 11, 15, 21)
FEWER = 4  # a quarter of the deals is played as evenings


@dataclass(frozen=True)
class Met:
    """Two players, who is ahead first: what each deal brought him in the one seat and in the other."""

    one: str
    two: str
    results: np.ndarray  # [2, deals], of WHOLE
    margins: np.ndarray  # [2, deals], in points
    played: Any  # the score of evenings that were played

    @property
    def name(self) -> str:
        """`maestro and endgame`."""
        return f"{self.one} and {self.two}"

    @cached_property
    def score(self) -> Any:
        """What who is ahead scores, draws being halves."""
        return by_deal.score(self.results.sum(axis=0), 2 * WHOLE)

    @cached_property
    def won(self) -> Any:
        """The chance that he wins a deal that is not drawn."""
        return by_deal.part((self.results == WHOLE).sum(axis=0), (self.results != WHOLE // 2).sum(axis=0))

    def best_of(self, deals: int) -> Any:
        """The chance that he wins the best of so many."""
        return evening(deals, self.won)

    def lost(self, deals: int) -> Any:
        """The chance that he does not."""
        return shown.turned(self.best_of(deals))

    def bouts(self) -> list[tuple[str, Any]]:
        """What he wins of everything that can be won."""
        return [
            ("a deal, draws being halves", self.score),
            *(("a deal that is not drawn" if n == 1 else f"best of {n}", self.best_of(n)) for n in LENGTHS),
            (f"best of {EVENING}, as played", self.played),
        ]

    @cached_property
    def points(self) -> Any:
        """Whence the points of a deal come: a Split."""
        return split(*self.margins)

    @cached_property
    def wins(self) -> Any:
        """Whence it comes who wins a deal: a Split."""
        return split(*(2 * self.results - WHOLE))

    @cached_property
    def twice(self) -> dict[str, Any]:
        """Who wins a deal both times: whoever has the one seat, the one or the other player; or somebody drew."""
        first, second = self.results
        seat = ((first == WHOLE) & (second == 0)) | ((first == 0) & (second == WHOLE))
        kinds = {
            "the same seat": seat,
            "the better one": (first == WHOLE) & (second == WHOLE),
            "the other one": (first == 0) & (second == 0),
            "neither, for a draw": (first == WHOLE // 2) | (second == WHOLE // 2),
        }
        return {kind: by_deal.rate(happened) for kind, happened in kinds.items()}

    @property
    def seat(self) -> Any:
        """How often it is the same seat that wins both times."""
        return self.twice["the same seat"]

    @cached_property
    def needed(self) -> dict[str, Any]:
        """How many it takes to tell who is better."""
        singly, both = self.results.ravel() / WHOLE, self.results.sum(axis=0) / (2 * WHOLE)
        return {
            "deals played once": to_tell(self.score, float(singly.var()) if singly.size else 0.0),
            "deals from both sides": to_tell(self.score, float(both.var()) if both.size else 0.0),
            f"evenings, best of {EVENING}": to_tell(self.best_of(EVENING)),
        }

    @property
    def sure(self) -> bool:
        """Is it known who is better?"""
        return self.score.low is not None and not self.score.low <= 0.5 <= self.score.high


def meet(lab: Any, one: str, others: Sequence[str], players: int) -> list[Met]:
    """Let `one` meet each of the others, deal by deal and in evenings; the closest two first."""
    kept = Kept()

    def keeper(two: str) -> Any:
        def each(number: int, rows: np.ndarray) -> None:
            """The first player has the first side in the first game of a deal, the other in the second."""
            for row, of in ((RESULT, "results"), (PAYOFF, "margins")):
                for game in range(2):
                    kept.add(f"{two} {of} {game}", rows[:, game, row, game])

        return each

    met = []
    for two in others:
        lab.duel(one, two, players=players, each=keeper(two))
        evenings = lab.duel(one, two, players=players, match=f"best_of={EVENING}", deals=-(-lab.deals // FEWER))
        results, margins = (
            np.array([kept[f"{two} {of} {game}"] for game in range(2)]) for of in ("results", "margins")
        )
        if 2 * results.sum() >= WHOLE * results.size:
            met.append(Met(one, two, results, margins, evenings.score))
        else:
            met.append(Met(two, one, WHOLE - results, -margins, shown.turned(evenings.score)))
    met = [each for each in met if each.score.mean is not None] or met  # after Ctrl-C some have no deals
    return sorted(met, key=lambda each: each.score.mean or 0.0)

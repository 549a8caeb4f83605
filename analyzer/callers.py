"""What became of those who won the auction at Briscola Chiamata: by how strong they were and by what they bid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.deviations import FEWEST, told_or_bare
from analyzer.forked import Forked
from analyzer.wording import count_of, interval

CHOSEN = "whoever wins an auction has chosen to, with the cards for it, so that is not what bidding is worth"


@dataclass(frozen=True)
class Callers:
    """The callers of a fork whose buckets count strengths and bids, the bids fastest."""

    forked: Forked
    strengths: Sequence[str]
    bids: Sequence[str]

    def _seen(self, buckets: Sequence[int] | None) -> tuple[Any, Any]:
        """How often such callers win, and what they make, in units."""
        return self.forked.value(None, buckets, "score"), self.forked.value(None, buckets)

    def rows(self) -> list[tuple[str, str, Any, Any]]:
        """(what is told apart, its step, how often they win, what they make): all, by strength, by bid."""
        wide = len(self.bids)
        numbers = range(len(self.strengths) * wide)
        found = [("all", "all", *self._seen(None))]
        for k, step in enumerate(self.strengths):
            found.append(("suit counts", step, *self._seen([n for n in numbers if n // wide == k])))
        for k, step in enumerate(self.bids):
            found.append(("won the auction with", step, *self._seen([n for n in numbers if n % wide == k])))
        return found

    def sentences(self) -> list[str]:
        """How callers fare, all together, and that this is not what bidding is worth."""
        score, units = self._seen(None)
        if score.mean is None:
            return []
        return [
            f"Of {count_of(score.decisions, 'caller')} {interval(score, 100, ' %')} won, and they made "
            f"{told_or_bare(units, ' units a game', sign=True)}; {CHOSEN}."
        ]

    def tables(self) -> list[Table]:
        """By strength and by bid."""
        rows = [
            (by, step, score.decisions, *shown.cells(score, 100), *shown.cells(units))
            for by, step, score, units in self.rows()
        ]
        columns = [
            Column("by", "By"),
            Column("step", "Case"),
            Column("callers", "Callers", "right", 0),
            *shown.three("They win, %", "score", rows=rows, at=3),
            *shown.three("and make, units", "units", rows=rows, at=6),
        ]
        return [Table("callers", columns, rows, f"What became of those who won the auction; {CHOSEN}")]

    def drawings(self, subtitle: str) -> list[Drawing]:
        """How often callers win, by strength and bid."""
        wide = len(self.bids)
        scores = [
            [self.forked.value(None, row * wide + k, "score") for k in range(wide)]
            for row in range(len(self.strengths))
        ]
        score, _ = self._seen(None)
        won = "no" if score.mean is None else f"{100 * score.mean:.0f} % of"
        draw = plots.heat(
            self.strengths,
            self.bids,
            [[None if each.decisions < FEWEST else shown.cells(each, 100) for each in row] for row in scores],
            title=f"Whoever wins the auction: {won} callers win",
            subtitle=f"{subtitle}; {CHOSEN}",
            down="suit counts",
            across="won the auction with",
            unit="how many of such callers win, per cent",
            better="more than half",
            worse="less",
            line=50.0,
            sign=False,
        )
        return [Drawing("callers", draw, "How often callers win, with 95 % intervals.")]

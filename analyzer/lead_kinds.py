"""What every kind of lead brings: a player is stopped at each of his leads, and all he might have led is played on."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer import match as matches
from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.fork import Fork
from analyzer.leads import KINDS, LOW, STAGES, lead_of_kind, lead_stage
from analyzer.standings import benjamini_hochberg
from analyzer.wording import all_of, count_of, exact, interval, rounded

OTHERS = [kind for kind in KINDS if kind != KINDS[LOW]]
FEWER = 2  # half of the deals are enough, for every one holds many leads
LEFT = ("over 2/3", "over 1/3", "less", "none")
WHEN = (
    "While more than two thirds of the stock are left",
    "While more than one third is left",
    "With a third or less of the stock left",
    "Once the stock is gone",
)
ABOUT = "of a suit with a load about"  # the card that the others are held against
CAUTION = "that is one lead changed, after which everybody plays on as he does: such gains do not add up"


@dataclass(frozen=True)
class Kinds:
    """What came of leading each kind of card in every stage of the stock."""

    who: str
    forked: Any

    @cached_property
    def gains(self) -> dict[tuple[str, int], Any]:
        """Points over leading an unsafe low card, where the player holds both, by kind and stage."""
        return {(kind, stage): self._gain(kind, stage) for stage in range(len(STAGES)) for kind in OTHERS}

    def _gain(self, kind: str, stage: int, of: str = "margin") -> Any:
        return self.forked.gain(kind, KINDS[LOW], stage, of=of)

    @cached_property
    def adjusted(self) -> dict[tuple[str, int], float]:
        """P-values after Benjamini and Hochberg for all of them."""
        ps = [1.0 if gain.p is None else gain.p for gain in self.gains.values()]
        return dict(zip(self.gains, benjamini_hochberg(ps), strict=True))

    @cached_property
    def sides(self) -> dict[tuple[str, int], int]:
        """Which are more, which less."""
        return dict(zip(self.gains, shown.sure(list(self.gains.values()), list(self.adjusted.values())), strict=True))

    # In words

    def sentences(self) -> list[str]:
        """The best and the worst lead of every stage, as far as they are sure."""
        return [sentence for stage in range(len(STAGES)) if (sentence := self._of(stage))]

    def _picked(self, stage: int) -> list[str]:
        """The best and the worst of those that are surely more or less in a stage."""
        known = [kind for kind in OTHERS if self.sides[kind, stage]]
        best = max(known, key=lambda kind: self.gains[kind, stage].mean, default="")
        worst = min(known, key=lambda kind: self.gains[kind, stage].mean, default="")
        return list(dict.fromkeys(filter(None, (best, worst))))

    def _of(self, stage: int) -> str:
        """`While ..., leading a low trump gains 1.2 points (1.0 to 1.4) over a low card.`"""
        told = []
        for kind in self._picked(stage):
            gain, side = self.gains[kind, stage], self.sides[kind, stage]
            told.append(f"{kind} {'gains' if side > 0 else 'loses'} {interval(gain, 1, ' points', size=True)}")
        return f"{WHEN[stage]}, leading {all_of(told)} over {KINDS[LOW]} {ABOUT}." if told else ""

    # In rows

    def lines(self) -> list[str]:
        """Every kind in every stage."""
        told = [f"what leading it brings over {KINDS[LOW]} {ABOUT}, points, by stock left:"]
        rows = [
            (
                kind,
                *(
                    shown.brief(self.gains[kind, stage], 1, True) + self._mark(kind, stage)
                    for stage in range(len(STAGES))
                ),
            )
            for kind in OTHERS
        ]
        told += shown.lines(("", *LEFT), rows)
        decisions = exact(sum(self.forked.decisions))
        return [
            *told,
            f"half of the deals are tried, the first {exact(self.forked.deals)}: {decisions} leads of {self.who}",
            "? is not sure: p above 0.05 after Benjamini and Hochberg",
            CAUTION,
        ]

    @property
    def _deals(self) -> str:
        return count_of(self.forked.deals)

    def _mark(self, kind: str, stage: int) -> str:
        unsure = self.gains[kind, stage].mean is not None and not self.sides[kind, stage]
        return " ?" if unsure else ""

    def tables(self) -> list[Table]:
        """The same with how often each was led, where it might have been."""
        rows = [
            (
                STAGES[stage],
                kind,
                self.gains[kind, stage].decisions,
                _percent(self.forked.chosen(kind, stage)),
                *shown.cells(self.gains[kind, stage]),
                self.adjusted[kind, stage],
                SURE[self.sides[kind, stage]],
                *shown.cells(self._gain(kind, stage, "score"), 100),
            )
            for stage in range(len(STAGES))
            for kind in OTHERS
        ]
        columns = [
            Column("stock", "Stock left"),
            Column("kind", "Led"),
            Column("leads", "Leads", "right", 0),
            Column("chosen", "Led by itself, %", "right", 1),
            *shown.three("Gain, points", "gain", rows=rows, at=4),
            Column("p", "p (BH)", "right", 3),
            Column("sure", "Surely"),
            *shown.three("Gain, percentage points", "score", rows=rows, at=9),
        ]
        title = f"What leading it brings over {KINDS[LOW]} {ABOUT}, in the first {self._deals}"
        return [Table("kinds", columns, rows, title)]

    def drawing(self, subtitle: str) -> Drawing:
        """The map of kinds and stages."""
        cells = [
            [
                None if gain.mean is None else (*shown.cells(gain), self.sides[kind, stage])
                for stage in range(len(STAGES))
                for gain in [self.gains[kind, stage]]
            ]
            for kind in OTHERS
        ]
        draw = plots.heat(
            OTHERS,
            STAGES,
            cells,
            title=self._headline(),
            subtitle=f"{subtitle}; one lead of {self.who} against itself changed in the first {self._deals}, "
            "gain over a low card",
            down="led",
            across="stock left",
            unit="points a game",
        )
        return Drawing("kinds", draw, "What each kind of lead brings over a low card, with 95 % intervals.")

    def _headline(self) -> str:
        """The lead that surely brings most in any stage."""
        good = [key for key, side in self.sides.items() if side > 0]
        if not good:
            return f"No kind of lead surely brings more than {KINDS[LOW]}"
        kind, stage = max(good, key=lambda key: self.gains[key].mean)
        gain = self.gains[kind, stage]
        when = WHEN[stage][:1].lower() + WHEN[stage][1:]
        return f"Leading {kind} brings {rounded(gain.mean, gain.high - gain.mean)} points {when}"

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "kinds_of": self.who,
            "kinds_deals": self.forked.deals,
            "kinds": [
                {"kind": kind, "stock": STAGES[stage], "leads": gain.decisions, **shown.fact(gain)}
                | {"p": self.adjusted[kind, stage], "surely": self.sides[kind, stage]}
                for (kind, stage), gain in self.gains.items()
            ],
        }


SURE = {1: "more", -1: "less", 0: "-"}


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def try_all(lab: Any, player: Any, players: int) -> Kinds:
    """Try every kind of lead at every lead of the player against itself."""
    contest = matches.contest(player.word, player.word, seed=lab.seed, players=players)
    fork = Fork(lead_stage, lead_of_kind, KINDS, len(STAGES))
    return Kinds(player.word, lab.fork(fork, contest, -(-lab.deals // FEWER)))

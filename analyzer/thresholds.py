"""How many points are worth a trump: thresholds tried for the whole deal and by stock left, the best of them tested."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from analyzer import shown
from analyzer.tables import table as table_of
from analyzer.wording import all_of

STAGES = {  # until when they last
    "early": "until two thirds of the stock are left",
    "middle": "until one third of the stock is left",
    "late": "until the stock is gone",
    "gone": "after that",
}
WHOLE = "throughout"
USUAL = 10
NEVER = {2: 12}  # no table is worth more than 11 when two play
VALUES = {2: (0, 2, 3, 4, 10, 11, 12)}
MANY, MANY_NEVER = (0, 2, 4, 6, 8, 10, 12, 14, 20, 99), 99  # at larger tables
USUAL_PLAYER = f"spend_trump:spend_at={USUAL}"


@dataclass(frozen=True)
class Tried:
    """All thresholds against the same opponents, on the same deals."""

    table: Any
    opponents: Sequence[str]
    several: Any

    @property
    def values(self) -> Sequence[int]:
        """The thresholds there are to try."""
        return VALUES.get(self.table.players, MANY)

    @property
    def never(self) -> int:
        """The threshold that no table reaches."""
        return NEVER.get(self.table.players, MANY_NEVER)

    @cached_property
    def gains(self) -> dict[tuple[str, int], Any]:
        """What a threshold of a stage, or throughout, gains over the usual one, all opponents counting alike."""
        return {(stage, value): self.gain(stage, value) for stage in (WHOLE, *STAGES) for value in self.values}

    def gain(self, stage: str, value: int, against: str | None = None, over: int = USUAL) -> Any:
        """The same over another threshold of the stage, or against one opponent."""
        return self.several.gain(player(stage, value), player(stage, over), of="score", against=against)

    @cached_property
    def sides(self) -> dict[tuple[str, int], int]:
        """Which of them is surely above 0, which below, by Holm for all of them."""
        return dict(zip(self.gains, shown.sure(list(self.gains.values())), strict=True))

    @cached_property
    def best(self) -> dict[str, int]:
        """Of every stage the threshold that gained most."""
        return {stage: max(self.values, key=lambda v: self.gains[stage, v].mean or 0.0) for stage in (WHOLE, *STAGES)}

    @cached_property
    def as_good(self) -> dict[str, list[int]]:
        """And the others that are not surely worse, by Holm for all of the stage."""
        found = {}
        for stage, best in self.best.items():
            others = [value for value in self.values if value != best]
            sides = shown.sure([self.gain(stage, best, over=value) for value in others])
            found[stage] = [value for value, side in zip(others, sides, strict=True) if side <= 0]
        return found

    @cached_property
    def known(self) -> dict[str, int]:
        """The best of those that are surely better than the usual one, by stage; the usual one if it surely is best."""
        found = {}
        for stage in STAGES:
            better = [value for value in self.values if self.sides[stage, value] > 0]
            if better:
                found[stage] = max(better, key=lambda value: self.gains[stage, value].mean)
            elif self.best[stage] == USUAL and not self.as_good[stage]:
                found[stage] = USUAL
        return found

    @cached_property
    def promise(self) -> Any:
        """What the best of every stage made more than ten, one at a time, added up; flattered, for they were chosen."""
        gains = [self.gains[stage, self.best[stage]] for stage in STAGES]
        return shown.known(sum(gain.mean or 0.0 for gain in gains))

    @property
    def by_stock(self) -> str:
        """The player who does in every stage what was best there."""
        return "ration_trump:" + ",".join(f"{stage}={self.best[stage]}" for stage in STAGES)

    @property
    def single(self) -> str:
        """The player with the best threshold throughout."""
        return player(WHOLE, self.best[WHOLE])

    def words(self, value: int) -> str:
        """A threshold in words."""
        if value == 0:
            return "any trick"
        return "no trick" if value == self.never else f"one worth {value} or more"

    def rule(self) -> str:
        """The best of every stage in words; stages that follow each other with one threshold are told as one."""
        runs = [list(run) for _, run in groupby(STAGES, key=self.best.__getitem__)]
        parts = [(self.words(self.best[run[0]]), STAGES[run[-1]]) for run in runs]
        if len(parts) == 1:
            return f"{parts[0][0]} throughout".replace("one worth", "a trick worth")
        told = all_of([f"{words} {until}" for words, until in parts])
        return told.replace("one worth", "a trick worth", 1)


@dataclass(frozen=True)
class Tested:
    """What the best make on fresh deals."""

    gains: dict[tuple[str, str], Any]  # by what is compared, and against whom ("" all of them)
    sides: dict[tuple[str, str], int]
    fair: dict[tuple[str, str], float]  # p-values of Holm, all of them together


BY_STOCK, SINGLE, MORE = "by stock, over ten", "one threshold, over ten", "by stock, over one threshold"


def player(stage: str, value: int) -> str:
    """The player with a threshold in a stage, ten in the others, as typed."""
    if stage == WHOLE or value == USUAL:
        return f"spend_trump:spend_at={value}"
    return f"ration_trump:{stage}={value}"


def try_all(lab: Any, opponents: Sequence[str], players: int) -> Tried:
    """Play every threshold, throughout and in each stage alone, against every opponent."""
    table = table_of("briscola", players)
    values = VALUES.get(players, MANY)
    settings = [player(stage, value) for stage in (WHOLE, *STAGES) for value in values]
    return Tried(table, opponents, lab.among(settings, opponents, players=players))


def test(lab: Any, tried: Tried) -> Tested:
    """Play the best against the usual one."""
    duels = {
        BY_STOCK: (tried.by_stock, USUAL_PLAYER),
        SINGLE: (tried.single, USUAL_PLAYER),
        MORE: (tried.by_stock, tried.single),
    }
    several = lab.among([tried.by_stock, tried.single, USUAL_PLAYER], tried.opponents, players=tried.table.players)
    gains = {
        (what, against): several.gain(one, over, of="score", against=against or None)
        for what, (one, over) in duels.items()
        for against in ("", *tried.opponents)
    }
    fair = shown.fair(list(gains.values()))
    sides = shown.sure(list(gains.values()), fair)
    return Tested(gains, dict(zip(gains, sides, strict=True)), dict(zip(gains, fair, strict=True)))

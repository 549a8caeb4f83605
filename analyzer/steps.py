"""What a parameter is worth, step by step: the same player with less of something and with more, on the same deals.

All settings of all players meet the same opponents.  Told are what a setting gains over the least one, and what every
step gains over the one before; all of these are judged together by Holm's p-values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.wording import all_of, interval, rounded

ALL = ""  # against all opponents, each counting alike


class Scale(NamedTuple):
    """A player as typed, one parameter of his, and its values from least to most, each in words."""

    player: str
    parameter: str
    settings: dict[int, str]

    def word(self, value: int) -> str:
        """The player with that value, as typed."""
        return f"{self.player}{',' if ':' in self.player else ':'}{self.parameter}={value}"

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """(value, value it is held against): every step, and last the most against the least, if that is another."""
        values = list(self.settings)
        steps = list(zip(values[1:], values, strict=False))
        return [*steps, (values[-1], values[0])] if len(steps) > 1 else steps


@dataclass(frozen=True)
class Steps:
    """Several scales, turned against the same opponents on the same deals."""

    table: Any
    scales: Sequence[Scale]
    opponents: Sequence[str]
    several: Any
    unit: str = "percentage points of score"

    @cached_property
    def gains(self) -> dict[tuple[str, int, int, str], Any]:
        """By player, value, the value it is held against, and opponent."""
        return {
            (scale.player, value, other, name): self.several.gain(
                scale.word(value), scale.word(other), of="score", against=name or None
            )
            for scale in self.scales
            for value, other in scale.pairs
            for name in (ALL, *self.opponents)
        }

    @cached_property
    def fair(self) -> dict[tuple[str, int, int, str], float]:
        """Holm's p-values, all of them together."""
        return dict(zip(self.gains, shown.fair(list(self.gains.values())), strict=True))

    @cached_property
    def sides(self) -> dict[tuple[str, int, int, str], int]:
        """Which are surely above 0, which below."""
        return dict(zip(self.gains, shown.sure(list(self.gains.values()), list(self.fair.values())), strict=True))

    def key(self, scale: Scale, value: int | None = None) -> tuple[str, int, int, str]:
        """What the step to a value gains against all; without a value what the most gains over the least."""
        pair = scale.pairs[-1] if value is None else next(pair for pair in scale.pairs if pair[0] == value)
        return (scale.player, *pair, ALL)

    # In words

    def worth(self, scale: Scale, value: int | None = None, more: str = "") -> str:
        """`is worth 1.2 percentage points (1.0 to 1.4)`, or that this cannot be said; of what, see `key`.

        `more` follows as in `is not surely worth anything more (+2.2 percentage points, -0.3 to +4.7)`.
        """
        key = self.key(scale, value)
        gain, side = self.gains[key], self.sides[key]
        if side:
            verb = "is worth" if side > 0 else "costs"
            return f"{verb} {interval(gain, 100, ' percentage points', size=True)}{more}"
        told = f"{interval(gain, 100, ' percentage points', sign=True)}{shown.although(gain, self.fair[key])}"
        told = told.replace(") (", "; ").replace(" (", ", ").rstrip(")")
        return f"is not surely worth anything{more} ({told})"

    def headline(self, what: str, scale: Scale, value: int | None = None) -> str:
        """`Remembering every card is worth 1.2 percentage points to count_cards`, over a chart; or one step of it."""
        key = self.key(scale, value)
        gain, side = self.gains[key], self.sides[key]
        if not side or gain.low is None:
            return f"{what} is not surely worth anything to {scale.player}"
        size = rounded(100 * abs(gain.mean), 50 * (gain.high - gain.low))
        return f"{what} {'is worth' if side > 0 else 'costs'} {size} percentage points to {scale.player}"

    def told_steps(self, scale: Scale) -> str:
        """`the trumps bring +0.5 (+0.4 to +0.6), ...`, every step of one scale."""
        parts: list[str] = []
        for value, _ in scale.pairs[: len(scale.settings) - 1]:
            key = self.key(scale, value)
            gain = self.gains[key]
            unsure = "" if self.sides[key] else f", too close to call{shown.although(gain, self.fair[key])}"
            parts.append(f"{scale.settings[value]} {shown.told(gain, 100, '', sign=True)}{unsure}")
        return "; ".join(parts)

    # In rows

    def lines(self) -> list[str]:
        """Every step, opponent by opponent."""
        told = []
        for scale in self.scales:
            told.append(f"{scale.player}, each setting over the one before, {self.unit}, against:")
            rows = [
                (
                    self._of(scale, value, other),
                    *(
                        shown.brief(self.gains[scale.player, value, other, name], 100, True)
                        + self._mark(scale, value, other, name)
                        for name in (ALL, *self.opponents)
                    ),
                )
                for value, other in scale.pairs
            ]
            told += shown.lines(("", "all of them", *self.opponents), rows)
        return [*told, "? is not surely more or less: p above 0.05 after Holm for all of these together"]

    def _mark(self, scale: Scale, *key: Any) -> str:
        return "" if self.sides[scale.player, *key] else " ?"

    def _of(self, scale: Scale, value: int, other: int) -> str:
        """`aces and threes too`; the whole way is held against the least."""
        step = (value, other) in scale.pairs[: len(scale.settings) - 1]
        return scale.settings[value] if step else f"over {scale.settings[other]}"

    def table_of_gains(self, title: str) -> Table:
        """A row for everything that is compared."""
        rows = [
            (
                scale.player,
                scale.settings[value],
                scale.settings[other],
                name or "all of them",
                *shown.cells(self.gains[scale.player, value, other, name], 100),
                self.fair[scale.player, value, other, name],
                SURE[self.sides[scale.player, value, other, name]],
            )
            for scale in self.scales
            for value, other in scale.pairs
            for name in (ALL, *self.opponents)
        ]
        columns = [
            Column("player", "Player"),
            Column("setting", "Setting"),
            Column("over", "Over"),
            Column("against", "Against"),
            *shown.three("Gain", "gain", rows=rows, at=4),
            Column("p", "p (Holm)", "right", 3),
            Column("sure", "Surely"),
        ]
        return Table("steps", columns, rows, title)

    def table_of_scores(self) -> Table:
        """What every setting scores."""
        rows = [
            (scale.player, words, name or "all of them", *shown.cells(self._score(scale, value, name), 100))
            for scale in self.scales
            for value, words in scale.settings.items()
            for name in (ALL, *self.opponents)
        ]
        columns = [Column("player", "Player"), Column("setting", "Setting"), Column("against", "Against")]
        return Table(
            "scores", [*columns, *shown.three("Score, %", "score", rows=rows, at=3)], rows, "What every setting scores"
        )

    def _score(self, scale: Scale, value: int, name: str) -> Any:
        return self.several.mean(scale.word(value), of="score", against=name or None)

    def forest(self, title: str, subtitle: str) -> Drawing:
        """Every step against all opponents, scale by scale."""
        effects = [
            plots.Effect(
                scale.settings[value],
                *shown.cells(self.gains[scale.player, value, other, ALL], 100),
                note=f"over {scale.settings[other]}",
                group=scale.player,
                sure=self.sides[scale.player, value, other, ALL],
            )
            for scale in self.scales
            for value, other in scale.pairs
        ]
        against = f"against {all_of(list(self.opponents))}"
        draw = plots.forest(
            effects,
            title=title,
            subtitle=f"{subtitle}; {against}",
            unit=f"gain, {self.unit}",
            worse="costs",
            better="gains",
        )
        return Drawing("steps", draw, "What every step gains over the one before, with 95 % intervals.")

    def facts(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "players": self.table.players,
            "against": list(self.opponents),
            "steps": [
                {
                    "player": player,
                    "parameter": next(scale.parameter for scale in self.scales if scale.player == player),
                    "value": value,
                    "over": other,
                    "against": name or "all",
                    **shown.fact(gain),
                    "surely": self.sides[player, value, other, name],
                }
                for (player, value, other, name), gain in self.gains.items()
            ],
        }


SURE = {1: "more", -1: "less", 0: "-"}


def turn(lab: Any, table: Any, scales: Sequence[Scale], opponents: Sequence[str], each: Any = None) -> Steps:
    """Play all settings of all scales against all opponents; `each` as in `lab.among`, games in the order of pairs."""
    settings = [scale.word(value) for scale in scales for value in scale.settings]
    several = lab.among(settings, opponents, table.game, table.players, each=each)
    return Steps(table, scales, opponents, several)

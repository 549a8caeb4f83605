"""One setting of a player turned from end to end, each against the same opponents on the same deals: whole games.

What the decision fork says of one decision stands beside this: what comes of it when somebody does so every time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.wording import all_of, interval

SAYS = {1: "more", -1: "less", 0: "unsure"}
NEVER = 99  # a value so far off that the axis across has words
MANY = "of settings: more, less: p below 0.05 after Holm; the best of several is flattered"


@dataclass(frozen=True)
class Knob:
    """`vary` of `player` takes `values`; gains are over the value `usual`.  `across` says what the values mean."""

    player: str
    vary: str
    values: Sequence[Any]
    usual: Any
    across: str
    opponents: Sequence[str]
    several: Any
    of: str | None = None  # "score", "margin", or what counts in the game

    def word(self, value: Any) -> str:
        """The setting as typed."""
        return setting(self.player, self.vary, value)

    @property
    def others(self) -> list[Any]:
        """All values but the usual one."""
        return [value for value in self.values if value != self.usual]

    @property
    def scale(self) -> int:
        """Scores are told in percentage points."""
        return 100 if self._of == "score" else 1

    @property
    def unit(self) -> str:
        """What the gains are told in."""
        table = self.several.contest.table
        return "percentage points" if self._of == "score" else f"{table.module.UNIT} a {table.bout}"

    @property
    def _of(self) -> str:
        return self.of or ("score" if self.several.contest.table.counts_score else "margin")

    @cached_property
    def gains(self) -> dict[tuple[str, Any], Any]:
        """What a value gains over the usual one, by (opponent, value)."""
        return {
            (opponent, value): self.several.gain(self.word(value), self.word(self.usual), self._of, opponent)
            for opponent in self.opponents
            for value in self.others
        }

    @cached_property
    def sides(self) -> dict[tuple[str, Any], int]:
        """Which of them surely gain, which surely cost, by Holm for all of them."""
        return dict(zip(self.gains, shown.sure(list(self.gains.values())), strict=True))

    # In words

    def sentence(self) -> str:
        """What turning the setting makes more or less, against each opponent: most and least of what is sure.

        Nothing, "", if nothing was played.
        """
        if all(gain.mean is None for gain in self.gains.values()):
            return ""
        told = [self._against(opponent) for opponent in self.opponents]
        return f"Whole games of {self.player} with other values of {self.vary} than {self.usual}: {'; '.join(told)}."

    def _against(self, opponent: str) -> str:
        parts: list[str] = []
        for side, word, pick in ((1, "most", max), (-1, "least", min)):
            sure = [value for value in self.others if self.sides[opponent, value] == side]
            if sure:
                value = pick(sure, key=lambda each: self.gains[opponent, each].mean)
                unit = f" {self.unit}" if not parts else ""
                parts.append(
                    f"{self.vary}={value} makes {word}, "
                    f"{interval(self.gains[opponent, value], self.scale, unit, sign=True)}"
                )
        return f"against {opponent} {all_of(parts) if parts else 'no value is surely better or worse'}"

    # In rows

    def lines(self) -> list[str]:
        """A line for every value."""
        head = (self.vary, *(f"against {opponent}" for opponent in self.opponents))
        rows = [(str(value), *(self._cell(opponent, value) for opponent in self.opponents)) for value in self.values]
        first = f"{self.player}, {self.vary}: {self.across}; {self.unit} over {self.vary}={self.usual}:"
        return [first, *shown.lines(head, rows)]

    def _cell(self, opponent: str, value: Any) -> str:
        if value == self.usual:
            return "the usual"
        return f"{shown.brief(self.gains[opponent, value], self.scale, sign=True)} {SAYS[self.sides[opponent, value]]}"

    def table(self) -> Table:
        """A row for every value and opponent."""
        fair = dict(zip(self.gains, shown.fair(list(self.gains.values())), strict=True))
        rows = [
            (
                opponent,
                value,
                *shown.cells(gain, self.scale),
                fair[opponent, value],
                SAYS[self.sides[opponent, value]],
                self.several.command(self.word(value), self.word(self.usual), opponent),
            )
            for (opponent, value), gain in self.gains.items()
        ]
        columns = [
            Column("against", "Against"),
            Column("value", self.vary, "right"),
            *shown.three("Gain", "gain", rows=rows, at=2),
            Column("p", "p (Holm)", "right", 3),
            Column("says", "Makes"),
            Column("command", "Played by"),
        ]
        title = f"Whole games: {self.player}, {self.vary}: {self.across}; {self.unit} over {self.vary}={self.usual}"
        return Table(f"{self._name}_{self.vary}", columns, rows, title)

    @property
    def _name(self) -> str:
        return self.player.partition(":")[0]

    def drawing(self, subtitle: str) -> Drawing:
        """A curve for each opponent."""
        series = [
            plots.Series(f"against {opponent}", [self._dot(opponent, value) for value in self.values])
            for opponent in self.opponents
        ]
        draw = plots.curve(
            series,
            title=self._title(),
            subtitle=f"{self.player}, {subtitle}; gain over {self.vary}={self.usual}",
            across=f"{self.vary}: {self.across}",
            unit=f"gain, {self.unit}",
            line=0.0,
            line_word="no difference",
            sign=True,
        )
        return Drawing(f"{self._name}_{self.vary}", draw, f"What each value of {self.vary} gains, with 95 % intervals.")

    def _dot(self, opponent: str, value: Any) -> tuple[Any, ...]:
        x = str(value) if max(self.values) >= NEVER else value
        if value == self.usual:
            return x, 0.0, None, None, 0
        return x, *shown.cells(self.gains[opponent, value], self.scale), self.sides[opponent, value]

    def _title(self) -> str:
        more, less = (
            [value for value in self.others if all(self.sides[opponent, value] == side for opponent in self.opponents)]
            for side in (1, -1)
        )
        parts = [
            f"{self.vary} {all_of([str(value) for value in values])} {'is' if len(values) < 2 else 'are'} surely {word}"
            for values, word in ((more, "better"), (less, "worse"))
            if values
        ]
        told = all_of(parts) if parts else f"no value of {self.vary} surely better or worse everywhere"
        return f"In whole games {told} than {self.usual}"

    def facts(self) -> list[dict[str, Any]]:
        """The same for programs."""
        return [
            {
                "player": self.word(value),
                "over": self.word(self.usual),
                "against": opponent,
                "gain": shown.fact(gain),
                "unit": self.unit,
                "makes": SAYS[self.sides[opponent, value]],
            }
            for (opponent, value), gain in self.gains.items()
        ]


def setting(player: str, vary: str, value: Any) -> str:
    """A player with one more value, as typed."""
    return f"{player}{',' if ':' in player else ':'}{vary}={value}"


def turn(
    lab: Any,
    player: str,
    vary: str,
    values: Sequence[Any],
    usual: Any,
    across: str,
    opponents: Sequence[str],
    deals: int | None = None,
    of: str | None = None,
    **seats: Any,
) -> Knob:
    """Play all values against all opponents."""
    words = [setting(player, vary, value) for value in values]
    several = lab.among(words, list(opponents), deals=deals, **seats)
    return Knob(player, vary, values, usual, across, opponents, several, of)

"""Rule options: what may be chosen in a game, and at which of its tables."""

from typing import NamedTuple

from analyzer.wording import nearest, one_of


class Rule(NamedTuple):
    """A rule option: the values it may take, the first of them the default, and where it comes from."""

    name: str
    values: tuple[str, ...]
    meaning: str
    source: str
    players: tuple[int, ...] = ()  # the tables it is for; none named: all
    only: dict[str, tuple[int, ...]] = {}  # the tables a value is for, where these are fewer
    literal: bool = False  # the values are numbers, and stand for themselves

    def check(self, value, players):
        """ValueError if there is no such value, or if it means nothing at a table of so many players."""
        self.code(value)
        for what, tables in ((self.name, self.players), (f"{self.name}={value}", self.only.get(value, ()))):
            if tables and players not in tables:
                raise ValueError(f"rule {what} is for {one_of(tuple(map(str, tables)))} players, not for {players}")

    def takes(self, value):
        """The values as a list to choose from, with the one nearest to a mistyped one; many numbers by their range."""
        if self.literal and len(self.values) > 20:
            numbers = sorted(map(int, self.values))
            return f"a whole number from {numbers[0]} to {numbers[-1]}"
        return f"{one_of(self.values)}{nearest(value, self.values)}"

    def code(self, value):
        """The number that stands for `value` in the state: its place, 1 for true, or the number it is."""
        if value not in self.values:
            raise ValueError(f"rule {self.name} cannot be {value!r}; it takes {self.takes(value)}")
        if self.literal:
            return int(value)
        return int(value == "true") if "true" in self.values else self.values.index(value)

"""The games, each a module of the same few functions, and the rule options they are played by.

A game module has STATE and VIEW (records), RULES, PLAYERS (table sizes), NAME, RESULT POINTS TRICKS HANDS (rows of a
score) and ROW (its shape), and the functions new, deal, over, choices, look, play, score and say.
"""

from typing import NamedTuple

from analyzer import briscola
from analyzer.wording import nearest, one_of

GAMES = {game.NAME: game for game in (briscola,)}
FORMATS = "single, best_of=3, best_of=5 or first_to=N"


class Table(NamedTuple):
    """What is played: the game, how many sit down, the rule options that differ from the default, and the format."""

    game: str = "briscola"
    players: int = 2
    rules: tuple[tuple[str, str], ...] = ()
    match: str = "single"

    @property
    def module(self):
        """The game's module."""
        return GAMES[self.game]

    def state(self):
        """An empty table, as an array of one STATE record."""
        return self.module.new(self.players, dict(self.rules), wins_needed(self.match))

    def options(self):
        """The command line options that ask for this table, defaults left out."""
        words = [] if self.game == "briscola" else [f"--game {self.game}"]
        words += [] if self.players == self.module.PLAYERS[0] else [f"--players {self.players}"]
        words += [f"--rules {name}={value}" for name, value in self.rules]
        return words if self.match == "single" else [*words, f"--match {self.match}"]

    def in_force(self):
        """Every rule option with the value it has at this table, defaults included, and the match format."""
        chosen = dict(self.rules)
        return {rule.name: chosen.get(rule.name, rule.values[0]) for rule in self.module.RULES} | {"match": self.match}


def table(game="briscola", players=2, rules=(), match="single"):
    """A Table from what a person typed; ValueError with one sentence for anything the game does not have.

    `rules` is an iterable of texts like `tie=replay`, each holding one or several, or a mapping.
    """
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; there is {one_of(tuple(GAMES))}{nearest(game, tuple(GAMES))}")
    module = GAMES[game]
    if players not in module.PLAYERS:
        seats = one_of(tuple(map(str, module.PLAYERS)))
        raise ValueError(f"{game} is played here by {seats} players, not by {players}")
    options = {rule.name: rule for rule in module.RULES}
    if isinstance(rules, dict):
        rules = [f"{name}={value}" for name, value in rules.items()]
    chosen = {}
    for text in rules:
        for word in text.replace(",", " ").split():
            name, equals, value = word.partition("=")
            if name not in options:
                known = one_of(tuple(options))
                raise ValueError(f"{game} has no rule {name!r}; it has {known}{nearest(name, tuple(options))}")
            if not equals:
                raise ValueError(f"rule {name} needs a value: {name}={'|'.join(options[name].values)}")
            options[name].code(value)
            chosen[name] = value
    wins_needed(match)
    off_default = tuple((name, value) for name, value in sorted(chosen.items()) if value != options[name].values[0])
    return Table(game, players, off_default, match)


def wins_needed(match):
    """Hands to win for a match format: 0 for `single`, k // 2 + 1 for `best_of=k`, N for `first_to=N` (1 to 99)."""
    kind, _, number = match.partition("=")
    if match == "single":
        return 0
    if match in ("best_of=3", "best_of=5"):
        return int(number) // 2 + 1
    if kind == "first_to" and number.isdecimal() and 1 <= int(number) <= 99:
        return int(number)
    raise ValueError(f"there is no match format {match!r}; there is {FORMATS} (N from 1 to 99)")

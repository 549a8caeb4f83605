"""The games, each a module of the same few functions, and the rule options they are played by.

A game module has

    NAME, ABOUT, UNIT, AT_RANDOM    its name, its tables in words, what payoffs are counted in, who plays blindly
    PLAYERS, MATCHES                table sizes (the usual one first), match formats
    RULES, PRESETS                  rule options, and names for several of them at once, as {name: {option: value}}
    STATE, VIEW, FILLED             the records; lists of the view filled in part, and the fields that say how far
    ROW, SAVED, SAVED_ONCE          the shape of a score; its rows worth saving, by side and once a game, in words
    ROLES_ARE, BY_SCORE             the heading over results by role; whether wins decide in a single hand, not payoffs
    BOUTS, BEGINS                   what is won or lost, singly and in a match, in words; what the first seat does
    DESCRIBED                       rows of the score that tell how hands went, told per hand (row DEALT holds these),
                                    each as (key, row, words, kind); `described` knows the kinds

and the functions new, deal, over, choices, look, play, score, say, columns and roles.
"""

from typing import NamedTuple

from analyzer import briscola, burraco, chiamata
from analyzer.wording import nearest, one_of

GAMES = {game.NAME: game for game in (briscola, chiamata, burraco)}


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

    @property
    def columns(self):
        """`columns[seat]`: the column of the score that is the seat's side."""
        return self.module.columns(self.players)

    @property
    def counts_score(self):
        """Is a strategy judged by how often it wins, rather than by what it is paid?"""
        return self.module.BY_SCORE or self.match != "single"

    @property
    def bout(self):
        """What a strategy wins or loses there, in a word: a game, a hand, a match."""
        return self.module.BOUTS[self.match != "single"]

    def state(self):
        """An empty table, as an array of one STATE record."""
        return self.module.new(self.players, dict(self.rules), wins_needed(self.match, self.game))

    def options(self):
        """The command line options that ask for this table, defaults left out."""
        words = [] if self.game == "briscola" else [f"--game {self.game}"]
        words += [] if self.players == self.module.PLAYERS[0] else [f"--players {self.players}"]
        words += [f"--rules {name}={value}" for name, value in self.rules]
        return words if self.match == "single" else [*words, f"--match {self.match}"]

    def in_force(self):
        """Every rule option that means something at this table, with its value there, and the match format."""
        chosen = dict(self.rules)
        rules = [rule for rule in self.module.RULES if not rule.players or self.players in rule.players]
        return {rule.name: chosen.get(rule.name, rule.values[0]) for rule in rules} | {"match": self.match}


def table(game="briscola", players=None, rules=(), match="single"):
    """A Table from what a person typed; ValueError with one sentence for anything the game does not have.

    `players` is the game's usual number if None; `rules` is anything that `told` takes.
    """
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; there is {one_of(tuple(GAMES))}{nearest(game, tuple(GAMES))}")
    module = GAMES[game]
    players = module.PLAYERS[0] if players is None else players
    if players not in module.PLAYERS:
        seats = one_of(tuple(map(str, module.PLAYERS)))
        others = [name for name, other in GAMES.items() if players in other.PLAYERS]
        hint = f"; {players} play {one_of(others)}: --game {others[0]}" if others else ""
        raise ValueError(f"{game} is played by {seats} players, not by {players}{hint}")
    chosen = {}
    for text in told(rules):
        for word in text.replace(",", " ").split():
            if word in module.PRESETS:
                chosen = dict(module.PRESETS[word])
            else:
                name, value = _option(game, players, word)
                chosen[name] = value
    wins_needed(match, game)
    usual = {rule.name: rule.values[0] for rule in module.RULES}
    made = Table(
        game, players, tuple((name, value) for name, value in sorted(chosen.items()) if value != usual[name]), match
    )
    made.state()  # which says what cannot be played together
    return made


def told(rules):
    """Rule options as texts like `tie=replay`, each holding one or several, from such texts, from one, or a mapping."""
    if isinstance(rules, dict):
        return [f"{name}={value}" for name, value in rules.items()]
    return [rules] if isinstance(rules, str) else list(rules or ())


def _words_of(module):
    """The names of a game's rule options and presets."""
    return (*(rule.name for rule in module.RULES), *module.PRESETS)


def _option(game, players, word):
    """The name and the value of a rule option written NAME=VALUE, if there is such a thing at this table."""
    options = {rule.name: rule for rule in GAMES[game].RULES}
    name, equals, value = word.partition("=")
    if name in GAMES[game].PRESETS:
        raise ValueError(f"{name} is a name for several rules and takes no value: --rules {name}")
    if name not in options:
        known = _words_of(GAMES[game])
        others = [each for each in GAMES if name in _words_of(GAMES[each])]
        if others:
            raise ValueError(f"{game} has no rule {name!r}; that is for {others[0]}: --game {others[0]}")
        raise ValueError(f"{game} has no rule {name!r}; it has {one_of(known)}{nearest(name, known)}")
    rule = options[name]
    if not equals:
        raise ValueError(f"rule {name} needs a value: {name}={'|'.join(rule.values)}")
    rule.check(value, players)
    return name, value


def wins_needed(match, game="briscola"):
    """What wins the game, for a match format: 0 for `single`, k // 2 + 1 hands for `best_of=k`, N for `first_to=N`.

    N is a number of hands, or of units in a game that counts those, from 1 to 99.  1 for `full`, where rules say more.
    """
    formats = GAMES[game].MATCHES
    kind, _, number = match.partition("=")
    if match == "full" and match in formats:
        return 1
    if match in formats and kind != "first_to":
        return int(number) // 2 + 1 if number else 0
    counted = "first_to=N" in formats
    if counted and kind == "first_to" and number.isdecimal() and 1 <= int(number) <= 99:
        return int(number)
    others = [name for name, other in GAMES.items() if match in other.MATCHES]
    hint = f"; {match} is for {others[0]}: --game {others[0]}" if others else ""
    numbers = " (N from 1 to 99)" if counted else ""
    raise ValueError(f"{game} has no match format {match!r}; it has {one_of(formats)}{numbers}{hint}")

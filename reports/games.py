"""Which games are played here, by which rules?

The tables of every game, names for several rules at once, and every rule option with the values it takes, the default
first, what they mean and where the rule comes from.  With a game, a table and options: what is in force there.
"""

from contextlib import suppress
from typing import Annotated

import typer

from analyzer.options import MatchFormat, Players, Rules, game_names

EXAMPLE = "mazziere games briscola --players 3 --rules tie3=void"

RULE_BOOKS = "rule books of timendum and the-card-club"
# By game: what --match makes one game, and where that comes from.
FORMATS = {
    "briscola": (
        "one game is a single hand, the best of three or five, or goes to the first with N hands won; a drawn hand "
        "counts for nobody",
        RULE_BOOKS,
    ),
    "chiamata": ("one game is a single hand, or goes to the first with N units (5, 7 and 11 are usual)", RULE_BOOKS),
    "burraco": (
        "one game is a single hand, won by its points, or (full, which --match alone means) as many as it takes until "
        "a side has the points of the rule target",
        "full: FIBUR, FITAB, German Wikipedia",
    ),
}


def _block(games):
    """The same to be read: game by game, table by table, rule by rule."""
    lines = []
    for game in games:
        lines += [*([""] if lines else []), f"{game['game']}: --game {game['game']}"]
        lines += [f"  --players {seat['players']}  {seat['about']}" for seat in game["tables"]]
        chosen = [f"{rule['name']}={rule['in_force']}" for rule in game["rules"] if rule["in_force"] != rule["default"]]
        lines += [f"  in force: {' '.join(chosen)}, the other rules as by default"] if chosen else []
        for preset in game["presets"]:
            sets = " ".join(f"{name}={value}" for name, value in preset["sets"].items())
            sets = sets or "nothing: every rule is as by default"
            lines += ["", f"  --rules {preset['name']}", f"    {preset['about']}", f"    sets {sets}"]
        for rule in game["rules"]:
            values = "|".join(_in_short(rule["values"]))
            players = ", ".join(map(str, rule["players"]))
            lines += ["", f"  --rules {rule['name']}={values}", f"    {rule['meaning']}"]
            lines += [f"    players: {players}; in force: {rule['in_force']}; source: {rule['source']}"]
        meaning, source = FORMATS[game["game"]]
        players = ", ".join(str(seat["players"]) for seat in game["tables"])
        lines += ["", f"  --match {' | '.join(game['matches'])}", f"    {meaning}"]
        lines += [f"    players: {players}; in force: {game['match']}; source: {source}"]
    return lines


def _in_short(values):
    """The values of a rule; where they are all whole numbers from one to another, the default and these two."""
    numbers = sorted(int(value) for value in values if value.isdecimal())
    if len(values) < 10 or numbers != list(range(numbers[0], numbers[0] + len(values))):
        return list(values)
    rest = [number for number in numbers if number != int(values[0])]
    return [values[0], f"{rest[0]}..{rest[-1]}"]


def _game(tables, players, rules, match):
    """The game that is meant if nobody names one: the first in which all this can be asked for."""
    for name in tables.GAMES:
        with suppress(ValueError):
            return _table(tables, name, players, rules, match) and name
    return next(iter(tables.GAMES))


def _table(tables, game, players, rules, match):
    """The table asked for; if nobody says how many play, the first at which these rules can be played."""
    for size in tables.GAMES[game].PLAYERS if game in tables.GAMES and players is None else ():
        with suppress(ValueError):
            return tables.table(game, size, rules, match)
    return tables.table(game, players, rules, match)


def options_of(table):
    """The options that ask for a table, without its game, which is an argument here."""
    words = table.options() if table else []
    return [word for word in words if not word.startswith("--game")]


def _facts(module, table, players, match):
    """What may be chosen in a game, and what is in force at the table asked for."""
    from analyzer.burraco_rules import PRESETS_ARE

    here = [table.players] if players else module.PLAYERS
    chosen = dict(table.rules) if table else {}
    rules = [rule for rule in module.RULES if not players or not rule.players or players in rule.players]
    return {
        "game": module.NAME,
        "tables": [{"players": each, "about": module.ABOUT[each]} for each in here],
        "matches": list(module.MATCHES),
        "match": match,
        "presets": [{"name": name, "about": PRESETS_ARE[name], "sets": sets} for name, sets in module.PRESETS.items()],
        "rules": [
            {
                "name": rule.name,
                "players": list(rule.players or module.PLAYERS),
                "values": list(rule.values),
                "default": rule.values[0],
                "in_force": chosen.get(rule.name, rule.values[0]),
                "meaning": rule.meaning,
                "source": rule.source,
            }
            for rule in rules
        ],
    }


def _rows(game):
    """The rule options of a game and its match formats as rows of a table."""
    rows = []
    for rule in game["rules"]:
        players, values = ", ".join(map(str, rule["players"])), " | ".join(_in_short(rule["values"]))
        rows.append((game["game"], rule["name"], players, values, rule["in_force"], rule["meaning"], rule["source"]))
    players = ", ".join(str(seat["players"]) for seat in game["tables"])
    matches = " | ".join(game["matches"])
    return [*rows, (game["game"], "--match", players, matches, game["match"], *FORMATS[game["game"]])]


def ask(
    game: Annotated[
        str | None, typer.Argument(help="One game only.", autocompletion=game_names, show_default=False)
    ] = None,
    *,
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
):
    """List the games, their tables and the rule options, with the values in force."""
    from analyzer import tables
    from analyzer.answer import Answer, Column, Table

    if game is None and (players or rules or match != "single"):
        game = _game(tables, players, rules or (), match)
    table = _table(tables, game, players, rules or (), match) if game else None
    shown = [game] if game else list(tables.GAMES)
    facts = [_facts(tables.GAMES[name], table, players, match) for name in shown]
    seats = [(each["game"], seat["players"], seat["about"]) for each in facts for seat in each["tables"]]
    presets = [
        (each["game"], preset["name"], preset["about"], " ".join(f"{k}={v}" for k, v in preset["sets"].items()))
        for each in facts
        for preset in each["presets"]
    ]
    options = [row for each in facts for row in _rows(each)]
    return Answer(
        question="Which games are played here, by which rules?",
        sentences=[
            "choose a table with --game and --players, its rules with --rules NAME=VALUE, with --match what a game is."
        ],
        block=_block(facts),
        tables=[
            Table("tables", [Column(key, key) for key in ("game", "players", "about")], seats),
            *(
                [Table("presets", [Column(key, key) for key in ("game", "name", "about", "sets")], presets)]
                if presets
                else []
            ),
            Table(
                "rules",
                [
                    Column(key, "in force" if key == "force" else key)
                    for key in ("game", "rule", "players", "values", "force", "meaning", "source")
                ],
                options,
            ),
        ],
        facts={"games": facts},
        command=" ".join(["mazziere games", *shown[: bool(game)], *options_of(table)]),
    )

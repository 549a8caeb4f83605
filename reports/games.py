"""Which games are played here, by which rules?

The tables of every game, and every rule option with the values it takes, the default first, what they mean and where
the rule comes from.  With a game, a table and options: what is in force there.
"""

from contextlib import suppress
from typing import Annotated

import typer

from analyzer.options import MatchFormat, Players, Rules, game_names

EXAMPLE = "mazziere games briscola --players 3 --rules tie3=void"

FORMATS = {
    "points": "one game is a single hand, the best of three or five, or goes to the first with N hands won; a drawn "
    "hand counts for nobody",
    "units": "one game is a single hand, or goes to the first with N units (5, 7 and 11 are usual)",
}


def _block(seats, options):
    """The same to be read: table by table, rule by rule."""
    lines = []
    for name in dict.fromkeys(seat[0] for seat in seats):
        lines += [*([""] if lines else []), f"{name}: --game {name}"]
        lines += [f"  --players {players}  {about}" for game, players, about in seats if game == name]
        for game, rule, players, values, force, meaning, source in options:
            if game == name:
                what = f"  {rule}" if rule.startswith("--") else f"  --rules {rule}="
                lines += ["", f"{what} {values}" if rule.startswith("--") else f"{what}{values.replace(' ', '')}"]
                lines += [f"    {meaning}", f"    players: {players}; in force: {force}; source: {source}"]
    return lines


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
        game = "chiamata" if players == 5 else "briscola"
    table = _table(tables, game, players, rules or (), match) if game else None
    shown = [game] if game else list(tables.GAMES)
    seats, options, facts = [], [], []
    for name in shown:
        module = tables.GAMES[name]
        here = [table.players] if players else module.PLAYERS
        seats += [(name, each, module.ABOUT[each]) for each in here]
        chosen = dict(table.rules) if table else {}
        told = [rule for rule in module.RULES if not players or not rule.players or players in rule.players]
        for rule in told:
            force = chosen.get(rule.name, rule.values[0])
            at = ", ".join(map(str, rule.players or module.PLAYERS))
            options.append((name, rule.name, at, " | ".join(rule.values), force, rule.meaning, rule.source))
        at = ", ".join(map(str, here))
        source = "rule books of timendum and the-card-club"
        options.append((name, "--match", at, " | ".join(module.MATCHES), match, FORMATS[module.UNIT], source))
        facts.append(
            {
                "game": name,
                "tables": [{"players": each, "about": module.ABOUT[each]} for each in here],
                "matches": list(module.MATCHES),
                "match": match,
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
                    for rule in told
                ],
            }
        )
    return Answer(
        question="Which games are played here, by which rules?",
        sentences=[
            "choose a table with --game and --players, its rules with --rules NAME=VALUE, with --match what a game is."
        ],
        block=_block(seats, options),
        tables=[
            Table("tables", [Column(key, key) for key in ("game", "players", "about")], seats),
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

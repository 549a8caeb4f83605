"""Which games are played here, by which rules?

Every rule option with the values it takes, the default first, what they mean and where the rule comes from.
"""

from analyzer.options import MatchFormat, Rules

EXAMPLE = "mazziere games --rules tie=replay"


def ask(*, rules: Rules = None, match: MatchFormat = "single"):
    """List the games, their tables and the rule options, with the values in force."""
    from analyzer import tables
    from analyzer.answer import Answer, Column, Table

    rows, facts = [], []
    for name, module in tables.GAMES.items():
        table = tables.table(name, module.PLAYERS[0], rules or (), match)
        force = table.in_force()
        for rule in module.RULES:
            rows.append((name, rule.name, " | ".join(rule.values), force[rule.name], rule.meaning, rule.source))
        formats = (
            "one game is a single hand, the best of three or five, or the first to win N hands; "
            "drawn hands count for nobody"
        )
        rows.append(
            (name, "--match", "single | best_of=3 | best_of=5 | first_to=N", match, formats, "Italian rule books")
        )
        facts.append(
            {
                "game": name,
                "players": list(module.PLAYERS),
                "rules": [
                    {
                        "name": rule.name,
                        "values": list(rule.values),
                        "default": rule.values[0],
                        "in_force": force[rule.name],
                        "meaning": rule.meaning,
                        "source": rule.source,
                    }
                    for rule in module.RULES
                ],
                "match": match,
            }
        )
    seats = "; ".join(f"{name} for {', '.join(map(str, module.PLAYERS))}" for name, module in tables.GAMES.items())
    heads = {key: key for key in ("game", "rule", "values", "force", "meaning", "source")} | {"force": "in force"}
    return Answer(
        question="Which games are played here, by which rules?",
        sentences=[f"{seats} players; options are set with --rules NAME=VALUE, the match format with --match."],
        block=[],
        tables=[Table("rules", [Column(key, heading) for key, heading in heads.items()], rows)],
        facts={"games": facts},
        command="mazziere games",
    )

"""Who can play, and what may they be told?

Every strategy with the first line of its file and its parameters; any of them goes where a command asks for a strategy.
"""

from analyzer.options import Game

EXAMPLE = "mazziere strategies"


def ask(*, game: Game = "briscola"):
    """List the strategies of a game."""
    from analyzer import roster, tables
    from analyzer.answer import Answer, Column, Table

    table = tables.table(game)
    players = [roster.find(name, game) for name in roster.names(game)]
    rows = [
        (player.name, player.summary, ", ".join(f"{key}={value}" for key, value in player.defaults.items()))
        for player in players
    ]
    key, value = next((f"{p.name}:{key}", value) for p in players for key, value in p.defaults.items())
    columns = [Column(key, key) for key in ("name", "summary", "parameters")]
    return Answer(
        question=f"Who can play {game}?",
        sentences=[f"{len(players)} strategies play {game}; parameters are set like {key}={value}."],
        block=[],
        tables=[Table("strategies", columns, rows)],
        facts={
            "game": game,
            "strategies": [
                {"name": player.name, "summary": player.summary, "parameters": player.defaults} for player in players
            ],
        },
        command=" ".join(["mazziere strategies", *table.options()]),
    )

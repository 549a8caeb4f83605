"""Is this strategy fit to play?

Plays it in plain Python on a view it cannot write to, then compiled, and demands the same moves both times.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import DealTimeout, Game, Players, Rules, Seed

EXAMPLE = "mazziere check mine.py"
DEALS, LONG = 100, {"burraco": 25}  # as many as a few seconds allow


def ask(
    strategy: options.Strategy,
    *,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"),
            help="How many deals, each from every seat; by default 100, at burraco 25.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = options.DEFAULT_SEED,
    against: Annotated[
        str | None,
        typer.Option(
            help="Who else sits at the table; by default who plays at random.", autocompletion=options.strategy_names
        ),
    ] = None,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Check a strategy; the answer says what was played, an error says what is wrong."""
    from analyzer import match as matches
    from analyzer import progress, tables
    from analyzer.answer import Answer

    deals = options.count(LONG.get(game, DEALS) if deals is None else deals)
    deal_timeout = options.duration(deal_timeout)
    table = tables.table(game, players, rules or ())
    contest = matches.contest(
        strategy, against or table.module.AT_RANDOM, seed=seed, game=game, players=players, rules=rules
    )
    party, player = contest.parties[0], contest.players[0]
    if len(party.members) > 1:
        raise ValueError(f"check looks at one strategy at a time, not at the partners {party.label}")
    with progress.bar(f"checking {player.label}", deals) as tell:
        asked = matches.check(contest, deals, deal_timeout, tell)
    verdict = (
        f"{player.label} is fit to play: {contest.plan.games * deals:,} games in plain Python and compiled, "
        f"{asked:,} decisions, the same moves both times."
    )
    told = ", ".join(f"{key}={value}" for key, value in player.values.items()) or "none"
    return Answer(
        question=f"Is {player.label} fit to play?",
        sentences=[verdict],
        block=[verdict, f"it says of itself: {player.summary}", f"parameters: {told}"],
        facts={
            "strategy": {"name": player.name, "parameters": player.values, "summary": player.summary},
            "game": game,
            "deals": deals,
            "players": table.players,
            "seed": contest.seed,
            "against": contest.parties[1].label,
            "decisions": asked,
            "fit": True,
            "verdict": verdict,
        },
        command=" ".join(
            [
                f"mazziere check {party.word} --deals {deals} --seed {contest.seed}",
                *([f"--against {contest.parties[1].word}"] if against else []),
                *table.options(),
            ]
        ),
    )

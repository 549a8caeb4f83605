"""Is this strategy fit to play?

Plays it in plain Python on a view it cannot write to, then compiled, and demands the same moves both times.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import DealTimeout, Game, Players, Rules, Seed

EXAMPLE = "mazziere check mine.py"


def ask(
    strategy: options.Strategy,
    *,
    deals: Annotated[
        int, typer.Option(parser=options.typed(options.count, "NUMBER"), help="How many deals, each from both sides.")
    ] = 100,
    seed: Seed = options.DEFAULT_SEED,
    against: Annotated[
        str, typer.Option(help="Who sits on the other side.", autocompletion=options.strategy_names)
    ] = "random_card",
    game: Game = "briscola",
    players: Players = 2,
    rules: Rules = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Check a strategy; the answer says what was played, an error says what is wrong."""
    from analyzer import match as matches
    from analyzer import progress
    from analyzer.answer import Answer

    deals, deal_timeout = options.count(deals), options.duration(deal_timeout)
    contest = matches.contest(strategy, against, seed, game, players, rules)
    player = contest.players[0]
    with progress.bar(f"checking {player.label}", deals) as tell:
        asked = matches.check(contest, deals, deal_timeout, tell)
    verdict = (
        f"{player.label} is fit to play: {2 * deals} games in plain Python and compiled, "
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
            "seed": seed,
            "against": contest.players[1].label,
            "decisions": asked,
            "fit": True,
            "verdict": verdict,
        },
        command=f"mazziere check {player.word} --deals {deals} --seed {seed}",
    )

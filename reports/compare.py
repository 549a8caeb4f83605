"""Which strategy plays better, by how much, and how sure is that?

All play the same deals from every seat, so that luck in the cards cancels.  With two sides (2, 4, 6 players) two
strategies change over, and partners of different kinds are written a+b: the score counts a win as 1 and a draw as one
half, the margin is the difference in points.  Where everybody may be for himself (3 players, chiamata) each of two
strategies is tried alone among players of the other; three at three players take all six orders; more of them, or any
number with --pool, are mixed.
"""

from contextlib import nullcontext
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import (
    Chunk,
    Deals,
    DealTimeout,
    First,
    Game,
    Jobs,
    MatchFormat,
    Players,
    Rules,
    Seed,
    SharedStock,
)
from analyzer.wording import count_of, exact

EXAMPLE = "mazziere compare spend_trump lowest --deals 1M"


def ask(
    *strategies: options.Strategies,
    deals: Deals = 100_000,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    pool: Annotated[
        bool, typer.Option("--pool", help="Mix the strategies at the table in every way (3 players, chiamata).")
    ] = False,
    save: options.Save = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Play `deals` deals from every seat and weigh the result."""
    from analyzer import match as matches
    from analyzer import progress, saving, seating

    deals, first_deal = options.count(deals), options.deal_number(first_deal)
    options.deal_number(first_deal + deals - 1)
    jobs = None if jobs is None else options.small_count(jobs, "threads")
    chunk = None if chunk is None else options.small_count(chunk, "deals at a time")
    deal_timeout = options.duration(deal_timeout)
    contest = matches.contest(
        *strategies,
        seed=seed,
        game=game,
        players=players,
        rules=rules,
        match=match,
        shared_stock=shared_stock,
        pool=pool,
    )
    matches.prepare(contest, deal_timeout)
    with (
        nullcontext() if save is None else saving.Saver(save, contest) as saver,
        progress.bar(f"playing {count_of(deals)}", deals) as tell,
    ):
        outcome = matches.play(contest, deals, first_deal, jobs, chunk, tell, saver, deal_timeout)
    if contest.plan.design == seating.BOTH_SIDES:
        from analyzer.duel import findings
    else:
        from analyzer.round_table import findings
    return _answer(contest, outcome, deals, first_deal, findings(contest, outcome))


def _answer(contest, outcome, asked, first_deal, found):
    """The Answer to a finished match."""
    from analyzer.answer import Answer

    n, games = outcome.deals, contest.plan.games
    per_second = n / outcome.seconds if outcome.seconds else 0.0
    run = contest.provenance(
        seconds=round(outcome.seconds, 3), deals_per_second=round(per_second, 1), jobs=outcome.jobs
    )
    command = contest.command("compare", f"--deals {n}", *([f"--first {first_deal}"] if first_deal else []))
    block = [found.title, found.verdict]
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
    block += found.lines
    block.append(
        f"seed {contest.seed}, deals {first_deal} to {first_deal + max(n, 1) - 1}; mazziere {run['version']}, "
        f"engine {run['engine']}; {outcome.seconds:.1f} s, {exact(round(games * run['deals_per_second']))} games/s, "
        f"{outcome.jobs} thread{'s' * (outcome.jobs != 1)}"
    )
    block.append(f"again: {command}")
    table = contest.table
    facts = {
        "game": table.game,
        "players": table.players,
        "rules": table.in_force(),
        "strategies": [
            {"name": member.name, "parameters": member.values} for party in contest.parties for member in party.shown
        ],
        "deals": n,
        "games": games * n,
        "seed": contest.seed,
        "first": first_deal,
    }
    return Answer(
        question=found.question,
        sentences=[found.verdict],
        block=block,
        tables=found.tables,
        drawings=found.drawings,
        facts=facts | found.facts | {"verdict": found.verdict},
        run=run,
        command=command,
        interrupted=outcome.interrupted,
    )

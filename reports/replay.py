"""What happened in this deal, card by card?

Every move with the hand it was made from, every trick with its taker, and how the points then stood.  At chiamata first
the auction and the call, then the cards as everybody sees them fall; who was with whom is told at the end.  With --open
hands and roles are told on the way.  At burraco every turn, what was drawn, melded and discarded, and at the end the
score sheet; --open lays the hands open, --table the whole table after each turn.
"""

from functools import partial
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Deal, DealTimeout, Game, MatchFormat, Players, Rules, Seed, SharedStock
from analyzer.wording import all_of

EXAMPLE = "mazziere replay spend_trump lowest --deal 4711"


def in_a_cell(value):
    """Cards in a row of their own words; None, and anything else, as it is."""
    return " ".join(value) if isinstance(value, list) else value


def ask(
    *strategies: options.Strategies,
    deal: Deal = 0,
    seed: Seed = options.DEFAULT_SEED,
    seating: Annotated[
        int,
        typer.Option(
            parser=options.typed(partial(options.small_count, what="seating"), "NUMBER"),
            help="Which game of the deal's block: 1 is the first seating, 2 the next.",
        ),
    ] = 1,
    swapped: Annotated[bool, typer.Option("--swapped", help="The second game of the deal: --seating 2.")] = False,
    open: Annotated[
        bool, typer.Option("--open", help="Lay open what is hidden at the table (chiamata, burraco).")
    ] = False,
    table: Annotated[
        bool, typer.Option("--table", help="Show melds, pile, stock and hand sizes after each turn (burraco).")
    ] = False,
    french: Annotated[
        bool, typer.Option("--french", help="Cards in French suits: A♥ 3♦ K♠ 7♣ (at burraco they always are).")
    ] = False,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    pool: Annotated[bool, typer.Option("--pool", help="The deal as compare --pool plays it.")] = False,
    deal_timeout: DealTimeout = 60.0,
):
    """Play one deal in plain Python and tell it."""
    from analyzer import match as matches
    from analyzer import referee
    from analyzer.answer import Answer, Column, Table
    from analyzer.transcript import teller

    deal, deal_timeout = options.deal_number(deal), options.duration(deal_timeout)
    seating = options.small_count(seating, "seating")
    if swapped and seating not in (1, 2):
        raise ValueError(f"--swapped is --seating 2, which cannot go with --seating {seating}")
    seating = 2 if swapped else seating
    contest = matches.contest(
        *(strategies * 2 if len(strategies) == 1 else strategies),
        seed=seed,
        game=game,
        players=players,
        rules=rules,
        match=match,
        shared_stock=shared_stock,
        pool=pool,
    )
    if seating > contest.plan.games:
        raise ValueError(f"a deal is played {contest.plan.games} times here, so there is no seating {seating}")
    if table and game != "burraco":
        raise ValueError(f"--table shows the melds and the pile of burraco; {game} has none")
    telling = teller(contest, french, open, table)
    try:
        state = referee.within(deal_timeout, lambda: telling.play(deal, seating - 1))
    except TimeoutError:
        raise referee.stuck(telling.referee, deal_timeout) from None
    except referee.Fault as fault:
        raise referee.Fault("\n".join([*telling.lines, str(fault)])) from None
    rows, module = telling.row, contest.table.module
    sides = len(set(contest.table.columns))
    verdict = f"deal {deal} of seed {contest.seed}: {telling.ending(state)}."
    more = [*([f"--seating {seating}"] if seating > 1 else []), *(["--open"] if open else [])]
    more += ["--table"] if table else []
    command = contest.command("replay", f"--deal {deal}", *more, *(["--french"] if french else []))
    told = {
        name: [int(each) for each in rows[row, :sides]]
        for name, row, _ in (*module.SAVED, ("payoffs", module.PAYOFF, None))
    }
    return Answer(
        question=f"What happened in deal {deal} of seed {contest.seed} between {all_of(telling.seats)}?",
        sentences=[verdict],
        block=[
            f"{telling.company()}; {verdict}" if telling.ends_first else f"{telling.company()}.",
            *telling.lines,
            verdict,
            f"again: {command}",
        ],
        tables=[
            Table(
                "moves",
                [Column(key, key) for key in telling.columns],
                [tuple(in_a_cell(made[key]) for key in telling.columns) for made in telling.moves],
            ),
            *telling.tables(),
        ],
        facts={
            "game": game,
            "players": contest.table.players,
            "rules": contest.table.in_force(),
            "strategies": [{"name": player.name, "parameters": player.values} for player in contest.players],
            "seed": contest.seed,
            "deal": deal,
            "seating": seating,
            "seats": telling.seats,
            **told,
            "results": [int(each) / module.WHOLE for each in rows[module.RESULT, :sides]],
            **telling.facts(state),
            "moves": telling.moves,
            "verdict": verdict,
        },
        run=contest.provenance(),
        command=command,
    )

"""What happened in this deal, card by card?

Every move with the hand it was made from, every trick with its taker, and how the points then stood.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Deal, DealTimeout, Game, MatchFormat, Players, Rules, Seed, SharedStock

EXAMPLE = "mazziere replay spend_trump lowest --deal 4711"


def ask(
    first: options.Strategy,
    second: options.Strategy,
    *,
    deal: Deal = 0,
    seed: Seed = options.DEFAULT_SEED,
    swapped: Annotated[bool, typer.Option("--swapped", help="The second game of the deal: the seats swapped.")] = False,
    french: Annotated[bool, typer.Option("--french", help="Cards in French suits: A♥ 3♦ K♠ 7♣.")] = False,
    game: Game = "briscola",
    players: Players = 2,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    deal_timeout: DealTimeout = 60.0,
):
    """Play one deal in plain Python and tell it."""
    from analyzer import match as matches
    from analyzer import referee
    from analyzer.answer import Answer, Column, Table
    from analyzer.transcript import Teller, versus

    deal, deal_timeout = options.deal_number(deal), options.duration(deal_timeout)
    contest = matches.contest(first, second, seed, game, players, rules, match, shared_stock)
    teller = Teller(contest, french)
    try:
        state = referee.within(deal_timeout, lambda: teller.play(deal, int(swapped)))
    except TimeoutError:
        raise referee.stuck(teller.referee, seed, deal_timeout) from None
    except referee.Fault as fault:
        raise referee.Fault("\n".join([*teller.lines, str(fault)])) from None
    rows = matches.one_row(contest, state)
    module, sides = contest.table.module, int(state.sides)
    results = [int(each) for each in rows[module.RESULT, :sides]]
    taken = [int(each) for each in rows[module.POINTS, :sides]]
    if max(results) == 2:
        winner = results.index(2)
        order = [winner, 1 - winner]
        points, hands = (versus(rows[what, order]) for what in (module.POINTS, module.HANDS))
        ending = f"{teller.seats[winner]} wins {points}"
        if match != "single":
            ending = f"{teller.seats[winner]} wins by {hands} hands, {points} in points"
    else:
        ending = f"drawn, {versus(taken)}"
    verdict = f"deal {deal} of seed {seed}: {ending}."
    command = contest.command("replay", f"--deal {deal}", *(["--swapped"] if swapped else []))
    columns = ("hand", "trick", "seat", "strategy", "holds", "move", "forced")
    return Answer(
        question=f"What happened in deal {deal} of seed {seed} between {' and '.join(teller.seats)}?",
        sentences=[verdict],
        block=[
            f"{teller.seats[0]} leads against {teller.seats[1]}; {verdict}",
            *teller.lines,
            verdict,
            f"again: {command}",
        ],
        tables=[
            Table(
                "moves",
                [Column(key, key) for key in columns],
                [(*(" ".join(m[k]) if k == "holds" else m[k] for k in columns),) for m in teller.moves],
            )
        ],
        facts={
            "game": game,
            "players": players,
            "rules": contest.table.in_force(),
            "strategies": [{"name": player.name, "parameters": player.values} for player in contest.players],
            "seed": seed,
            "deal": deal,
            "swapped": swapped,
            "seats": teller.seats,
            "points": taken,
            "tricks": [int(each) for each in rows[module.TRICKS, :sides]],
            "hands": [int(each) for each in rows[module.HANDS, :sides]],
            "results": [each / 2 for each in results],
            "moves": teller.moves,
            "verdict": verdict,
        },
        run=contest.run(0.0, 0.0, 1),
        command=command,
    )

"""How good are the three cards I was dealt?

Every opening hand of many deals is looked at and the deal played to its end, by the same players as themselves: how
often does whoever holds it win?  Hands are told apart by their trumps, by the points they hold, by their highest trump,
and by who leads.  The other cards lie as they lie, so this is what the hand is worth before a card is played.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Cards and luck"
USUAL_DEALS = 300_000
LEAST_DEALS = 10_000
EXAMPLE = "mazziere opening-hand --players-are spend_trump"


def ask(
    *,
    players_are: options.players_are(
        "Who plays: A against itself, by default maestro, or A,B for the hands of A against B.", "A[,B]"
    ) = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Look at every opening hand, and at what came of it."""
    from analyzer import openings, shown
    from analyzer.lab import Lab

    seats = shown.seats(players, (2, 3, 4, 6), "opening-hand")
    named = [party.word for party in shown.parties(players_are or "maestro", "briscola", 1, 2)]
    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    hands = shown.worked(lab, lambda lab: openings.deal(lab, named, seats))
    where = f"{shown.where(hands.table, lab)}, {hands.who}"
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=f"opening hands: {where}",
        sentences=hands.sentences(),
        lines=hands.lines(),
        tables=hands.tables(),
        drawings=hands.drawings(where),
        facts=hands.facts(),
        command=shown.again("opening-hand", lab, hands.table, "--players-are", players_are),
    )

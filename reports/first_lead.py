"""Is it good to lead the first trick?

Players of all kinds, from one who plays any card to the strongest there is, play the same deals against themselves.
Who leads then has the same cards as who follows would have had, so all that he scores above par comes of leading
first.  How strong a player is, is told by what he scores against `spend_trump`; at three it is told of every place.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Leads"
USUAL_DEALS = 100_000
LEAST_DEALS = 5_000
EXAMPLE = "mazziere first-lead --players-are spend_trump,maestro"
LADDER = {
    2: "random_card,lowest,always_win,spend_trump,count_cards,endgame,maestro",
    3: "random_card,lowest,always_win,spend_trump,maestro",
    4: "random_card,lowest,spend_trump,load_partner,maestro",
    6: "random_card,lowest,spend_trump,load_partner,maestro",
}


def ask(
    *,
    players_are: options.players_are(
        "Who plays, each against itself; by default seven of all kinds.", "A[,B...]"
    ) = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Play them against themselves, and see what leading is worth to each."""
    from analyzer import first_seats, shown
    from analyzer.lab import Lab

    seats = shown.seats(players, (2, 3, 4, 6), "first-lead")
    named = shown.parties(players_are or LADDER[seats], "briscola", 1, 12)
    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    ladder = shown.worked(lab, lambda lab: first_seats.climb(lab, [party.word for party in named], seats))
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=f"who leads first: {shown.where(ladder.table, lab)}, {len(named)} players against themselves",
        sentences=ladder.sentences(),
        lines=ladder.lines(),
        tables=ladder.tables(),
        drawings=ladder.drawings(shown.where(ladder.table, lab)),
        facts=ladder.facts(),
        command=shown.again("first-lead", lab, ladder.table, "--players-are", players_are),
    )

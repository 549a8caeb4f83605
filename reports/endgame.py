"""What is it worth to play the last three tricks perfectly?

Once the stock is gone, whoever has counted knows what the other holds, and nothing is left to guess.  The same player
plays these tricks by habit, works out the last three, or also the one before the last draw, on the same deals against
the same opponents; so does the strongest player of all.  Up to there the games are the same to the card.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Cards and luck"
USUAL_DEALS = 40_000
LEAST_DEALS = 2_000
EXAMPLE = "mazziere endgame --against maestro"
OPPONENTS = "spend_trump,count_cards,maestro"
LAST, BEFORE = 3, 4
PLAYED = {0: "habit", LAST: "the last three", BEFORE: "the last four"}


def ask(
    *,
    against: options.against("The opponents, parted by commas; by default the plain player and stronger ones.") = None,
    deals: options.deals_option(USUAL_DEALS, "each played by everybody from both sides") = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Play the end by habit and perfectly, and see what that gains and whose games it turns."""
    from analyzer import shown, steps, turned
    from analyzer.by_deal import Results
    from analyzer.lab import Lab
    from analyzer.steps import Scale
    from analyzer.tables import table as table_of

    pool = [party.word for party in shown.parties(against or OPPONENTS, "briscola", 1, 5, "--against")]
    table, lab = table_of(), Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    scales = [Scale("endgame", "solve", PLAYED), Scale("maestro", "counted", PLAYED)]
    results = Results()
    found = shown.worked(lab, lambda lab: steps.turn(lab, table, scales, pool, each=results.keep))
    games = turned.find(found, results)
    where = shown.where(table, lab)
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=f"the last tricks: {where}, against {', '.join(pool)}",
        sentences=_sentences(found, games),
        lines=[*found.lines(), *turned.lines(games)],
        tables=[
            found.table_of_gains("What working out the end gains, percentage points of score"),
            turned.table(games),
            found.table_of_scores(),
        ],
        drawings=[found.forest(found.headline("Working out the last three tricks", scales[0], LAST), where)],
        facts=found.facts() | {"turned": turned.facts(games)},
        command=shown.again("endgame", lab, table, "--against", against),
    )


def _sentences(found, games):
    """What the last three are worth to each, whose games that turns, and what the trick before them adds."""
    from analyzer import shown, turned

    first, other = found.scales
    if found.gains[found.key(first, LAST)].mean is None:
        return [shown.NOTHING]
    worth = found.worth(first, LAST)
    told = [f"Working out the last three tricks {worth} to {first.player}, who otherwise plays them by habit."]
    told += [turned.sentence(each, "It") for each in games if (each.scale, each.value) == (first, LAST)][:1]
    told.append(f"Working out the one before the last draw as well {found.worth(first, BEFORE, ' more')}.")
    told.append(
        f"To {other.player}, working out the last three {found.worth(other, LAST)}, and the one before "
        f"{found.worth(other, BEFORE, ' more')}."
    )
    return told

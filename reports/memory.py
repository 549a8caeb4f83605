"""What is it worth to remember the cards that have been played?

The same player, who weighs every card by what may still be out, remembers nothing, the trumps, the aces and threes too,
or every card, on the same deals against the same opponents.  So does one who also works out the last three tricks; and
the strongest player of all plays with his memory and without it.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Cards and luck"
USUAL_DEALS = 40_000
LEAST_DEALS = 2_000
EXAMPLE = "mazziere memory --against maestro"
OPPONENTS = {
    2: "spend_trump,count_cards,maestro",
    3: "spend_trump",
    4: "spend_trump,load_partner",
    6: "spend_trump,load_partner",
}
LEVELS = {0: "nothing", 1: "trumps", 2: "aces and threes too", 3: "every card"}


def ask(
    *,
    against: options.against("The opponents, parted by commas; by default the plain player and stronger ones.") = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS, "each played by everybody from every seat") = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Play with more and more memory, and see what every step gains."""
    from analyzer import shown, steps
    from analyzer.lab import Lab
    from analyzer.steps import Scale
    from analyzer.tables import table as table_of

    seats = shown.seats(players, tuple(OPPONENTS), "memory")
    pool = [party.word for party in shown.parties(against or OPPONENTS[seats], "briscola", 1, 5, "--against")]
    table, lab = table_of("briscola", seats), Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    scales = [Scale("maestro", "memory", {0: "nothing", 1: "every card"})]
    if seats == 2:
        scales = [Scale("count_cards", "memory", LEVELS), Scale("endgame", "memory", LEVELS), *scales]
    found = shown.worked(lab, lambda lab: steps.turn(lab, table, scales, pool))
    title = f"remembering: {shown.where(table, lab)}, against {', '.join(pool)}"
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=title,
        sentences=_sentences(found),
        lines=found.lines(),
        tables=[found.table_of_gains("What remembering gains, percentage points of score"), found.table_of_scores()],
        drawings=[found.forest(found.headline("Remembering every card", scales[0]), shown.where(table, lab))],
        facts=found.facts(),
        command=shown.again("memory", lab, table, "--against", against),
    )


def _sentences(found):
    """What all of it is worth to the first player, step by step, and to the others."""
    from analyzer import shown

    first, *others = found.scales
    if found.gains[found.key(first)].mean is None:
        return [shown.NOTHING]
    told = [f"Remembering every card {found.worth(first)} to {first.player}, who otherwise remembers nothing."]
    if len(first.settings) > 2:
        told.append(f"Step by step, percentage points: {found.told_steps(first)}.")
    for scale in others:
        told.append(f"To {scale.player} it {found.worth(scale)}.")
    return told

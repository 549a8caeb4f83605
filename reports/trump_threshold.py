"""From how many points on is a trick worth a trump?

The plain player spends a trump on a table worth so many points and waits otherwise.  All thresholds play the same deals
against several opponents: the same one for the whole deal, and another one while the stock is high, half gone, low or
gone.  The best of each stage are put together and held against the usual ten on fresh deals, for what is the best of
many looks better than it is.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Trumps"
USUAL_DEALS = 20_000
LEAST_DEALS = 1_000
EXAMPLE = "mazziere trump-threshold --against maestro"
OPPONENTS = {
    2: "spend_trump,count_cards,maestro",
    3: "spend_trump,maestro",
    4: "spend_trump,load_partner,maestro",
    6: "spend_trump,load_partner,maestro",
}


def ask(
    *,
    against: options.against("The opponents, parted by commas; by default the plain player and stronger ones.") = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS, "and as many fresh ones") = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Play all thresholds, put the best together, and hold them against the usual one on fresh deals."""
    from analyzer import shown, threshold_findings, thresholds
    from analyzer.lab import Lab

    seats = shown.seats(players, tuple(OPPONENTS), "trump-threshold")
    pool = [party.word for party in shown.parties(against or OPPONENTS[seats], "briscola", 1, 5, "--against")]
    deals = USUAL_DEALS if deals is None else deals
    lab, fresh = Lab(deals, seed, jobs), Lab(deals, seed, jobs, domain="fresh")
    tried = shown.worked(lab, lambda lab: thresholds.try_all(lab, pool, seats))
    tested = shown.worked(fresh, lambda fresh: thresholds.test(fresh, tried), after=lab)
    return shown.with_fresh(
        fresh,
        lab.answer(
            question=__doc__.splitlines()[0],
            title=f"how much is worth a trump: {shown.where(tried.table, lab)}",
            sentences=threshold_findings.sentences(tried, tested),
            lines=threshold_findings.lines(tried, tested),
            tables=threshold_findings.tables(tried, tested),
            drawings=threshold_findings.drawings(tried, tested, shown.where(tried.table, lab)),
            facts=threshold_findings.facts(tried, tested),
            command=shown.again("trump-threshold", lab, tried.table, "--against", against),
        ),
    )

"""What should I lead, and do leads matter more than answers?

Two players are taken apart: one leads like the better of them and answers like the other, one the other way round, and
both meet both on the same deals.  Then the better player is stopped at every lead he makes, and every kind of card he
holds is led instead and the deal played on: what does each kind bring, with much of the stock left and with none?

A load is an ace or a three.  A low card is safe if no load of its suit can be in another hand any more; all kinds are
held against a low card that is not.
"""

from analyzer import options
from analyzer.options import Jobs, Seed

CHAPTER = "Leads"
USUAL_DEALS = 40_000
LEAST_DEALS = 2_000
EXAMPLE = "mazziere what-to-lead --players-are count_cards,spend_trump"


def ask(
    *,
    players_are: options.players_are("The better player and the other; by default maestro,spend_trump.") = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS) = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Swap in the leads alone and the answers alone, and try every kind of lead."""
    from analyzer import lead_findings, lead_kinds, shown
    from analyzer.lab import Lab

    seats = shown.seats(players, (2, 3, 4, 6), "what-to-lead")
    named = shown.parties(players_are or "maestro,spend_trump", "briscola", 2, 2)
    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    halves, kinds = shown.worked(
        lab, lambda lab: (lead_findings.swap(lab, named, seats), lead_kinds.try_all(lab, named[0], seats))
    )
    where = shown.where(halves.table, lab)
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=f"leads: {where}, {named[0].word} and {named[1].word}",
        sentences=[*halves.sentences(), *kinds.sentences()],
        lines=[*halves.lines(), *kinds.lines()],
        tables=[*halves.tables(), *kinds.tables()],
        drawings=[halves.drawing(where), kinds.drawing(where)],
        facts={"players": seats, **halves.facts(), **kinds.facts()},
        command=shown.again("what-to-lead", lab, halves.table, "--players-are", players_are),
    )

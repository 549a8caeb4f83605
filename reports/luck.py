"""How much of a deal, and of a whole evening, is luck?

Two players play every deal twice and change seats.  What the seat brings whoever sits there is luck of the cards; what
one of them makes in both seats on the average is skill; the rest is that the same cards suit the one's way of playing
more than the other's.  Where one of them throws dice, what they bring is in the first and in the last of these, and is
said to be there.  An evening is a best of five: told by formula from single deals, and played as a check.
"""

from analyzer import options
from analyzer.options import Jobs, Seed
from analyzer.wording import count_of

CHAPTER = "Cards and luck"
USUAL_DEALS = 60_000
LEAST_DEALS = 3_000
EXAMPLE = "mazziere luck --players-are maestro,spend_trump"
PAIRS = {  # the first meets each of the others
    2: "maestro,endgame,count_cards,spend_trump,lowest,random_card",
    4: "maestro,lead_partner,load_partner,spend_trump,lowest,random_card",
    6: "maestro,lead_partner,load_partner,spend_trump,lowest,random_card",
}


def ask(
    *,
    players_are: options.players_are("Who plays: A meets B and all others named; by default maestro five.") = None,
    players: options.Players = None,
    deals: options.deals_option(USUAL_DEALS, "each played from both sides") = None,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Play deals from both sides, and split what is won into skill, cards and play."""
    from analyzer import luck_findings, shown
    from analyzer.lab import Lab

    seats = shown.seats(players, tuple(PAIRS), "luck")
    one, *others = shown.parties(players_are or PAIRS[seats], "briscola", 2, 6)
    lab = Lab(USUAL_DEALS if deals is None else deals, seed, jobs)
    luck = shown.worked(lab, lambda lab: luck_findings.find(lab, one.word, [each.word for each in others], seats))
    return lab.answer(
        question=__doc__.splitlines()[0],
        title=f"luck: {one.word} against {count_of(len(others), 'player')}; {shown.where(luck.table, lab)}",
        sentences=luck.sentences(),
        lines=luck.lines(),
        tables=luck.tables(),
        drawings=luck.drawings(shown.where(luck.table, lab)),
        facts=luck.facts(),
        command=shown.again("luck", lab, luck.table, "--players-are", players_are),
    )

"""How large can the payoff of a game be?  A bound that no deal and no way to play can break, from the rules alone.

Where nearly all deals come out alike, it is all that keeps those in bounds which are still to come: see `unseen`,
`likelihood.bets` and `always_valid.margin`.
"""

from analyzer.tricks import MOST_HANDS

PACK = 120  # points of briscola, all for one side
# All 1080 points of the pack, in one side's melds or in the hands of the other; for every card the share of a bonus
# that pays best, 250 for a set of eight; 100 for closing, and 100 that the other side loses with its pozzetto.
HAND_OF_BURRACO = 1080 + 108 * 250 // 8 + 100 + 100


def largest(table):
    """The most points (or units) that a game at this table can be worth to a side, won or lost; a match: all of it."""
    _, _, wins = table.match.partition("=")
    return _hand(table) * (1 if table.match == "single" else _hands(table, int(wins or 0)))


def unseen(table, deals, by_score, level=0.95):
    """How far off 0 a difference of scores, or of payoffs, may be of which not one of so many deals shows anything.

    Deals that part the two may still be to come: by Clopper and Pearson (1934, one-sided) fewer than a share
    1 - (1 - level)^(1 / deals) of all do, and none by more than 1, or than the rules allow.  0 for no deals.
    """
    share = 1 - (1 - level) ** (1 / deals) if deals else 0.0
    return share * (1 if by_score else 2 * largest(table))


def _hand(table):
    """Of one hand."""
    rules = table.in_force()
    if table.game == "briscola":
        return PACK
    if table.game == "burraco":
        return HAND_OF_BURRACO
    times = 4  # the caller alone, paid by four
    times *= 1 if rules["cappotto"] == "off" else 2
    times *= 6 if rules["bid_mult"] == "brisk" else 1
    doubled = rules["all_pass"] == "redeal_double" or rules["tie60"] == "draw_double"
    return times * (table.module.MOST_DOUBLED if doubled else 1)


def _hands(table, wins):
    """How many hands of a match may go to one side, more than to the other."""
    if table.game == "burraco":
        return int(table.in_force()["max_hands"])
    # Of two sides at briscola each wins at most `wins` hands, and a drawn one is worth nothing to either.
    return wins if table.game == "briscola" and len(set(table.columns)) == 2 else MOST_HANDS

"""Always gives away its cheapest card, and so takes tricks only by accident.

The miser: he risks nothing, spends nothing, and leaves his aces to the end.  A card costs three times its points plus
its strength, and 15 more if it is a trump; of equals the first suit's goes.
"""

from analyzer.briscola import SWAP, points, strength, suit


def choose(view):
    """The index in view.moves to play."""
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        hurt = price(view.moves[k], view.trump)
        if hurt < least:
            least = hurt
            choice = k
    return choice


def price(card, trump):
    """What it hurts to part with the card; to swap the upcard, where the rules offer it, hurts least."""
    return 3 * points(card) + strength(card) + (15 if suit(card) == trump else 0) - (card == SWAP)

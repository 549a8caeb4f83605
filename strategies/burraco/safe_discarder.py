"""Does not discard what the opponents' melds would take, nor what goes with the cards in the pile.

"Never discard a card that fits the opponents' melds or matches the pile."  Small prices decide between
cards that are linked alike; larger ones outweigh the links, at 20 each.  With `theirs=0` and `pile=0` it is meld_all.
"""

from analyzer.burraco import DISCARDING, rank
from analyzer.rummy import THEIRS, plain, taken_by, worth_of_discard


def choose(view, theirs=12, pile=5, near=99, enough=1):
    """The index in view.moves to play.

    theirs   what it is worth not to give the opponents a card that fits their melds, in points of a card
    pile     the same for each card of its rank in the pile
    near     both only when the next player holds no more cards than this
    enough   takes the pile for so many cards that it can use
    """
    if view.phase != DISCARDING:
        return plain(view, enough)
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        card = view.moves[k].card
        worth = worth_of_discard(view, card)
        if view.hands[1] <= near:
            worth -= theirs if taken_by(view, THEIRS, card) else 0
            if pile:
                for j in range(view.n_pile):
                    worth -= pile if rank(view.pile[j]) == rank(card) else 0
        if worth > most:
            most = worth
            choice = k
    return choice

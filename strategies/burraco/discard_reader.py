"""Discards what the player before it, or after it, has just discarded, and not what its partner has.

"Never discard what your partner has just discarded; best is what the opponent before you has."  A card is like
another if it has the same rank.  With all three at 0 it is meld_all.
"""

from analyzer.burraco import DISCARDING, NO_CARD, is_wild, rank
from analyzer.rummy import plain, worth_of_discard


def alike(card, other):
    """Have two cards the same rank?  `other` may be none."""
    return other != NO_CARD and rank(card) == rank(other)


def choose(view, before=5, after=5, partner=0, enough=1):
    """The index in view.moves to play.

    before    what it is worth to discard what the player before me has, in points of a card,
    after     what the next player has, and
    partner   not to discard what my partner has
    enough    takes the pile for so many cards that it can use
    """
    if view.phase != DISCARDING:
        return plain(view, enough)
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        card = view.moves[k].card
        worth = worth_of_discard(view, card)
        if not is_wild(card):
            worth += before if alike(card, view.last_discard[3]) else 0
            worth += after if alike(card, view.last_discard[1]) else 0
            worth -= partner if alike(card, view.last_discard[2]) else 0
        if worth > most:
            most = worth
            choice = k
    return choice

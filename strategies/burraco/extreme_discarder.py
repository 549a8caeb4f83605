"""Discards aces, threes and kings before the middle ranks, which go with more of the cards to come.

"Discard the extreme cards early, never the central ones"; and "early keep the dear cards, later be rid of them".  With
`middle=0` and `cheap_until=0` it is meld_all.
"""

from analyzer.burraco import DISCARDING, is_wild, points, rank
from analyzer.rummy import plain, worth_of_discard


def from_edge(card):
    """How many ranks lie between the card and the nearer end of its suit, where there is an ace at either."""
    return min(rank(card) - 1, 14 - rank(card))


def choose(view, middle=4, cheap_until=0, enough=1):
    """The index in view.moves to play.

    middle        what each step away from the nearer ace is worth in the hand, in points of a card
    cheap_until   before this turn of all four together the cheapest of equals goes, not the dearest
    enough        takes the pile for so many cards that it can use
    """
    if view.phase != DISCARDING:
        return plain(view, enough)
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        card = view.moves[k].card
        worth = worth_of_discard(view, card)
        if not is_wild(card):
            worth -= middle * from_edge(card)
            if view.turns < cheap_until:
                worth -= 2 * points(card)
        if worth > most:
            most = worth
            choice = k
    return choice

"""Leads a jack, queen or king that the partner behind the opponent can take or load, from a suit he can hold.

"Lead so that your partner, who sits behind the opponent, has the use of it": a figure of a side suit, best of one whose
ace and three are gone, and a side card of the suit of which the partner is known to hold the ace or the three, where
the rules of the table tell.  The rest is spend_trump, to whom `figure=0, gone=0, known=0` lead back; so do tables
without partners.
"""

from analyzer.bits import count
from analyzer.briscola import SWAP, THREE, points, strength, suit
from analyzer.habits import ALL, answer, cheapest, loads_of, others, price


def choose(view, figure=25, gone=4, known=50, spend_at=10):
    """The index in view.moves to play.

    figure     by how much rather than its price says it leads a jack, queen or king of a side suit
    gone       the same for a side card below the three, for each load of its suit that no opponent can hold
    known      the same for one of a suit of which the partner is known to hold a load
    spend_at   the least points on the table for which it trumps
    """
    if view.led >= 0:
        return answer(view, spend_at)
    last = view.n_moves - 1
    if view.friends_to_follow == 0 or view.moves[last] == SWAP:
        return cheapest(view)
    theirs = others(view, ALL)
    friends = view.partner_cards[0] | view.partner_cards[1]
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if suit(card) != view.trump and strength(card) < THREE:
            hurt -= gone * (2 - count(loads_of(card) & theirs))
            if points(card) > 0:
                hurt -= figure
            if loads_of(card) & friends:
                hurt -= known
        if hurt < least:
            least = hurt
            choice = k
    return choice

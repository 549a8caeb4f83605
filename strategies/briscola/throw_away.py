"""Chooses what to give away by a price of its own making: so much a point, so much for a trump.

"Strength and points are different things: mind both."  With the usual prices it is spend_trump, in what it leads and
gives away as in what it takes.  `point_price=0, trump_price=0` look at strength alone, `trump_price=0` goes by points
and forgets what a small trump can do, `trump_price=60` throws even an ace before a trump; `under_ace=60` throws
anything rather than a three under the ace of its suit.
"""

from analyzer.briscola import ACE, SWAP, THREE, points, strength, suit
from analyzer.habits import weakest_trump, winner_in_suit


def choose(view, point_price=3, trump_price=15, under_ace=0, spend_at=10):
    """The index in view.moves to play.

    point_price   what a card costs for each of its points, where a step of strength costs 1
    trump_price   what a trump costs more than a side card of its strength
    under_ace     what a three costs more when an opponent's ace of its suit is winning the trick
    spend_at      the least points on the table for which it trumps
    """
    taker = -1
    if view.led >= 0:
        taker = winner_in_suit(view)
        if taker < 0 and view.table_points >= spend_at:
            taker = weakest_trump(view)
    if taker >= 0:
        return taker
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = point_price * points(card) + strength(card) + (trump_price if suit(card) == view.trump else 0)
        hurt -= card == SWAP
        if strength(card) == THREE and strength(view.winning) == ACE and suit(card) == suit(view.winning):
            hurt += 0 if view.winning_mine else under_ace
        if hurt < least:
            least = hurt
            choice = k
    return choice

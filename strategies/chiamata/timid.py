"""Bids only with a long, strong suit and never calls a low card; plays plainly and feeds whom it knows as a friend.

The caution of the beginner: the called card must be one of the best, for a partner who holds a mere seven may hold
nothing else.  It asks for the strongest card its longest suit lacks.  In play it leads its cheapest card, takes in suit
with the dearest, trumps only a table worth it, and gives points away only to a friend who has already won the trick.
"""

from analyzer.bidding import length, longest_suit, lowest_bid, strongest_call, taker, worth
from analyzer.chiamata import BID, CALL, PASS
from analyzer.habits import cheapest, richest_gift


def choose(view, cards=5, least=15, limit=4, points_limit=65, spend_at=10):
    """The index in view.moves to play.

    cards          the least number of cards of one suit with which it bids
    least          the least those cards are worth: their points, and one for each low card
    limit          the highest bid it makes: 1 an ace, 2 a three, 3 a king, 4 a queen ... 10 a two, 11 a two for 62
    points_limit   the most points it bids where only points are bid
    spend_at       the least points on the table for which it trumps
    """
    if view.phase == CALL:
        return strongest_call(view, longest_suit(view))
    if view.phase == BID:
        colour = longest_suit(view)
        if length(view, colour) < cards or worth(view, colour) < least:
            return PASS
        return lowest_bid(view, colour, False, limit, points_limit)
    if view.led < 0:
        return cheapest(view)
    if view.winning_mine > 0:
        return richest_gift(view) if view.to_follow == 0 else cheapest(view)
    choice = taker(view, spend_at)
    return choice if choice >= 0 else cheapest(view)

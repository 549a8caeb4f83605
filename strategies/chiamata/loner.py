"""Calls a card of its own when its suit is overwhelming, and plays alone against four for the whole stake.

Alone the caller wins or loses four units instead of two, and no partner spoils or helps him: he has to take the points
with his own eight cards.  With a lesser suit it bids, calls and plays as suit_counter does, and rates hands as he does.
"""

from analyzer.bidding import best_suit, follow_by_role, lead_by_role, lowest_bid, own_call, rate, steps, strongest_call
from analyzer.chiamata import CALL, PLAY


def choose(
    view,
    overwhelming=33.0,
    alone_limit=20,
    alone_points=71,
    per_card=1.0,
    opening=11.5,
    step=0.5,
    shows_at=0,
    draws_trumps=4,
    spend_at=6,
    caller_at=10,
):
    """The index in view.moves to play.

    overwhelming   the rating with which it calls a card of its own; 33 are ace, three, king, jack and a low card
    alone_limit    the highest bid it makes to play alone: 1 an ace ... 10 a two, 11 a two for 62 points
    alone_points   the most points it bids to play alone where only points are bid

    The rest is suit_counter's.
    """
    if view.phase == PLAY:
        if view.led < 0:
            return lead_by_role(view, draws_trumps)
        return follow_by_role(view, shows_at, spend_at, caller_at)
    colour = best_suit(view, per_card)
    rating = rate(view, colour, per_card)
    alone = rating >= overwhelming
    if view.phase == CALL:
        own = own_call(view, colour)
        return own if alone and own >= 0 else strongest_call(view, colour)
    if alone:
        return lowest_bid(view, colour, True, alone_limit, alone_points)
    further = steps(rating, opening, step)
    return lowest_bid(view, colour, False, 1 + further, 61 + further)

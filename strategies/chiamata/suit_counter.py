"""Bids by the length and strength of its best suit, and plays caller, hidden partner and defender each their own way.

The *rating* of a hand is that of its best suit: the points of its cards, one for each low card, and `per_card` for each
of them.  An ace, a three and two low cards are 27.  A card brings the caller's side about twice what it adds to the
rating, so that each rank further down, or each point above 61, takes half a point of rating more.

The caller leads low trumps while he has many, to make the others spend theirs.  The hidden partner may play like a
defender until there is something to be had.  A defender gives the caller nothing, and loads the tricks of those he
knows to be with him.
"""

from analyzer.bidding import best_suit, follow_by_role, lead_by_role, length, lowest_bid, rate, steps, strongest_call
from analyzer.chiamata import BID, CALL, PASS


def choose(
    view,
    per_card=1.0,
    cards=1,
    opening=11.5,
    step=0.5,
    shows_at=0,
    draws_trumps=4,
    spend_at=6,
    caller_at=10,
):
    """The index in view.moves to play.

    per_card       what each card of the suit counts in the rating, besides its points
    cards          passes with fewer cards of the suit than this; 4 passes with a flat hand, 1 asks for none
    opening        the rating with which it bids an ace, or 61 points where only points are bid
    step           how much more it takes for each rank further down, and for each point above 61
    shows_at       with how many points on the table a hidden partner stops hiding; 0 helps the caller from the start
    draws_trumps   with how many trumps in the hand the caller leads the lowest of them; 9 never
    spend_at       the least points on the table for which it trumps
    caller_at      the same for the caller
    """
    if view.phase == CALL:
        return strongest_call(view, best_suit(view, per_card))
    if view.phase == BID:
        colour = best_suit(view, per_card)
        if length(view, colour) < cards:
            return PASS
        further = steps(rate(view, colour, per_card), opening, step)
        return lowest_bid(view, colour, False, 1 + further, 61 + further)
    if view.led < 0:
        return lead_by_role(view, draws_trumps)
    return follow_by_role(view, shows_at, spend_at, caller_at)

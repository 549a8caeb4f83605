"""Bids by the length and strength of its best suit, and plays caller, hidden partner and defender each their own way.

The *rating* of a hand is that of its best suit: the points of its cards, one for each low card, and `per_card` for each
of them.  An ace, a three and two low cards are 27.  A card brings the caller's side about twice what it adds to the
rating, so that each rank further down, or each point above 61, takes half a point of rating more.

The caller leads low trumps while he has many, to make the others spend theirs.  The hidden partner may play like a
defender until there is something to be had.  A defender gives the caller nothing, and loads the tricks of those he
knows to be with him.

The last four parameters are for trying what players say; with `call=0, hides_for=0, loads_at=5, feeds=False` they do
nothing.
"""

from analyzer.bidding import best_suit, follow_by_role, lead_by_role, length, lowest_bid, rate, steps, strongest_call
from analyzer.bits import die
from analyzer.chiamata import BID, CALL, DEFENDER, PARTNER, PASS, THREE, points, strength, suit
from analyzer.habits import richest_gift

NEVER = 99


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
    call=0,
    hides_for=0,
    loads_at=5,
    feeds=False,
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
    call           where any card may be called, the strongest of the suit that it lacks (0), the next (1) ..., or any
                   it lacks (-1)
    hides_for      through so many tricks a hidden partner hides for any points
    loads_at       a defender leads his dearest side ace or three if the caller plays so many places after him or more:
                   1 always, 4 if the caller is the last to play, 5 never by choice
    feeds          a defender loads the tricks of those he knows to be with him even if the caller or partner is to come
    """
    if view.phase == CALL:
        return missing_call(view, best_suit(view, per_card), call)
    if view.phase == BID:
        colour = best_suit(view, per_card)
        if length(view, colour) < cards:
            return PASS
        further = steps(rate(view, colour, per_card), opening, step)
        return lowest_bid(view, colour, False, 1 + further, 61 + further)
    if view.led < 0:
        if view.role == DEFENDER and (view.caller - view.seat) % view.players >= loads_at:
            load = dearest_load(view)
            if load >= 0:
                return load
        return lead_by_role(view, draws_trumps)
    if feeds and view.role == DEFENDER and view.winning_mine > 0:
        return richest_gift(view)
    hiding = view.role == PARTNER and view.tricks < hides_for
    return follow_by_role(view, NEVER if hiding else shows_at, spend_at, caller_at)


def missing_call(view, colour, call):
    """The position of the card of the suit to call, of those not held: see `choose`."""
    choice = strongest_call(view, colour)
    missing = 0
    for k in range(view.n_moves):
        missing += suit(view.moves[k]) == colour and view.hand >> view.moves[k] & 1 == 0
    if call == 0 or missing == 0:
        return choice
    down = min(call, missing - 1) if call > 0 else die(view.dice, missing)
    for k in range(view.n_moves - 1, -1, -1):
        if suit(view.moves[k]) == colour and view.hand >> view.moves[k] & 1 == 0:
            if down == 0:
                return k
            down -= 1
    return choice


def dearest_load(view):
    """The position of the dearest ace or three of a side suit; -1 if there is none."""
    choice = -1
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) != view.trump and strength(card) >= THREE:
            if choice < 0 or points(card) > points(view.moves[choice]):
                choice = k
    return choice

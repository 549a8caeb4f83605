"""What players of Briscola Chiamata share: how far to bid, which card to call, and how to play when sides are secret.

Each decision is a function, so that a strategy changes one and takes the others from here.  `lead_by_role` and
`follow_by_role` together are a whole plain player, the one suit_counter and loner are.  How a trick is taken and what
is given away are habits of every game of the family.

A *load* is an ace or a three.  A *side* suit is one that is not trumps.  Positions are indices into `view.moves`.
"""

from math import floor

from numba.extending import register_jitable

from analyzer.bits import count
from analyzer.chiamata import (
    ALONE,
    CALLER,
    PARTNER,
    PASS,
    PLAIN_TWO,
    POINTS_ONLY,
    bid_rank,
    points,
    suit,
    suit_mask,
)
from analyzer.habits import cheapest, richest_gift, weakest_trump, winner_in_suit


@register_jitable
def length(view, colour):
    """How many cards of a suit I hold."""
    return count(view.hand & suit_mask(colour))


@register_jitable
def worth(view, colour):
    """What my cards of a suit are worth as trumps: points, and one for each of the low cards."""
    total = 0
    for card in range(colour << 4, (colour << 4) + 10):
        if view.hand >> card & 1:
            total += max(1, points(card))
    return total


@register_jitable
def longest_suit(view):
    """The suit I hold most cards of; of equals the one worth most as trumps."""
    best = 0
    most = -1
    for colour in range(4):
        rating = 100 * length(view, colour) + worth(view, colour)
        if rating > most:
            most = rating
            best = colour
    return best


@register_jitable
def rate(view, colour, per_card):
    """The rating of my hand if a suit becomes trumps: its worth, and `per_card` for each card of it."""
    return worth(view, colour) + per_card * length(view, colour)


@register_jitable
def best_suit(view, per_card):
    """The suit with the highest rating, the first of equals."""
    best = 0
    for colour in range(1, 4):
        if rate(view, colour, per_card) > rate(view, best, per_card):
            best = colour
    return best


@register_jitable
def steps(rating, opening, step):
    """How many whole steps a rating is above the opening one; below 0 if it is not as much."""
    return floor((rating - opening) / step)


@register_jitable
def lowest_bid(view, colour, own, limit, points_limit):
    """The position of the lowest bid that calls a card of the suit, held (`own`) or not; PASS if it is over the limit.

    Where only points are bid any card may be called, and the limit is `points_limit`, in points.
    """
    free = view.bid_form == POINTS_ONLY
    most = points_limit - 61 + PLAIN_TWO if free else limit
    for k in range(1, view.n_moves):
        if view.moves[k] > most:
            return PASS
        if free or (view.hand >> (colour << 4 | bid_rank(view.moves[k])) & 1 == 1) == own:
            return k
    return PASS


@register_jitable
def strongest_call(view, colour):
    """The position of the strongest card of the suit that may be called and that I do not hold.

    If I hold all that may be called, the strongest of those.
    """
    missing = -1
    held = 0
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) == colour:
            if view.hand >> card & 1:
                held = k
            else:
                missing = k
    return missing if missing >= 0 else held


@register_jitable
def own_call(view, colour):
    """The position of the weakest card of the suit that may be called and that I hold; -1 if there is none."""
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) == colour and view.hand >> card & 1:
            return k
    return -1


@register_jitable
def calls(view):
    """Am I the caller, with a partner or alone?"""
    return view.role == CALLER or view.role == ALONE


@register_jitable
def taker(view, spend_at):
    """The position of the card to take with: in suit the dearest, else for `spend_at` points the lowest trump.

    -1 if there is none.
    """
    choice = winner_in_suit(view)
    return weakest_trump(view) if choice < 0 and view.table_points >= spend_at else choice


@register_jitable
def foes_to_follow(view):
    """How many of the players after me are surely against me."""
    foes = 0
    for k in range(1, view.to_follow + 1):
        foes += view.friend[(view.seat + k) % view.players] < 0
    return foes


@register_jitable
def lead_by_role(view, draws_trumps):
    """The position of the card to lead: a caller's lowest trump if he has `draws_trumps` of them, else the cheapest."""
    if calls(view) and length(view, view.trump) >= draws_trumps:
        for k in range(view.n_moves):
            if suit(view.moves[k]) == view.trump:
                return k
    return cheapest(view)


@register_jitable
def follow_by_role(view, shows_at, spend_at, caller_at):
    """The position of the card to answer with.

    A friend's trick is fed if no known foe comes after; but a hidden partner knows no friend for fewer than `shows_at`
    points.  Any other is taken in suit, or trumped for `spend_at` points, `caller_at` if I am the caller.
    """
    hiding = view.role == PARTNER and view.partner < 0 and view.table_points < shows_at
    if view.winning_mine > 0 and not hiding:
        return richest_gift(view) if foes_to_follow(view) == 0 else cheapest(view)
    choice = taker(view, caller_at if calls(view) else spend_at)
    return choice if choice >= 0 else cheapest(view)

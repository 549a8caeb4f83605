"""What a seat at the Burraco table may know, and what it may do."""

from numba.extending import register_jitable

from analyzer.bits import lowest
from analyzer.burraco_table import SEATS, SIDES, side_of
from analyzer.double_pack import ALL, JOKER, JOKERS
from analyzer.meld_steps import wipe
from analyzer.melds import new_meld
from analyzer.shuffle import word


@register_jitable
def look(state, view):
    """Fill `view` with all that the seat to act may know, its legal steps among it.  Changes nothing in the state."""
    # This comes first: LLVM copies it byte by byte when something of it has been read before.
    view.public = state.public
    seat = state.turn
    side = side_of(seat)
    view.seat = seat
    view.hand = state.hands[seat]
    look_at_hand(state, view, seat)
    look_round(state, view, seat)
    for who in range(SIDES):
        each = side if who == 0 else 1 - side
        for each_suit in range(4):
            view.runs_take[who, each_suit] = state.runs_take[each, each_suit]
        view.sets_take[who] = state.sets_take[each]
        view.wilds_take[who] = state.wilds_take[each]
        view.set_ranks[who] = state.set_ranks[each]
        view.laid[who] = state.laid[each]
        view.burrachi[who] = state.burrachi[each]
        view.cleans[who] = state.cleans[each]
        view.pozzetto[who] = state.pozzetto[each]
        view.totals[who] = state.totals[each]
    view.n_mine = look_at_melds(state, side, view.mine, view.n_mine)
    view.n_theirs = look_at_melds(state, 1 - side, view.theirs, view.n_theirs)
    view.dice = word(state.dice_key, 4 * state.decided[seat] + seat)


@register_jitable
def look_at_hand(state, view, seat):
    """List the cards of the seat and what it may do, and wipe what stood there before: it may have been another's."""
    n = 0
    for _ in range(state.hands[seat].jokers):
        view.cards[n] = JOKER
        n += 1
    left = state.hands[seat].has
    while left:
        card = lowest(left)
        left &= left - 1
        view.cards[n] = card
        n += 1
        if state.hands[seat].twice >> card & 1:
            view.cards[n] = card
            n += 1
    for k in range(n, view.n_cards):
        view.cards[k] = 0
    view.n_cards = n
    for k in range(state.n_moves):
        view.moves[k] = state.moves[k]
    for k in range(state.n_moves, view.n_moves):
        wipe(view.moves[k])
    view.n_moves = state.n_moves


@register_jitable
def look_round(state, view, seat):
    """What is to be known of the cards: in the other hands, and nowhere in sight."""
    for k in range(SEATS):
        other = seat + k & 3
        view.hands[k] = state.hands[other].n
        view.known[k] = state.known[other]
        view.last_discard[k] = state.last_discard[other]
    hand, lies = state.hands[seat], state.open_cards[0]
    once = hand.has | lies.has
    twice = hand.twice | lies.twice | (hand.has & lies.has)
    view.unseen.has = ALL & ~twice
    view.unseen.twice = ALL & ~once
    view.unseen.jokers = JOKERS - hand.jokers - lies.jokers
    view.unseen.n = 108 - hand.n - lies.n


@register_jitable
def look_at_melds(state, side, melds, before):
    """Copy a side's melds, wipe those that stood there before, and return how many there are."""
    n = state.n_melds[side]
    for index in range(n):
        melds[index] = state.melds[side, index]
    for index in range(n, before):
        new_meld(melds[index], 0, 0, 0)
    return n

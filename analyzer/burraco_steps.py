"""What may be done in a turn of Burraco: the legal steps of the seat to act, in a fixed order.

A meld step that would leave the player stuck, unable to end his turn, is not legal; nothing else ever needs to look
ahead.
"""

from numba.extending import register_jitable

from analyzer.burraco_rules import ANY_CLOSES, FORBIDDEN
from analyzer.burraco_table import DRAW, MELDING, TAKEN, UNTAKEN, is_clean, side_of
from analyzer.double_pack import JOKER, NO_CARD, drop, held, is_wild, lowest_card, put
from analyzer.meld_steps import (
    DISCARD,
    EXTEND,
    STOP,
    TAKE_PILE,
    TAKE_STOCK,
    extensions,
    open_meld,
    openings,
    write_turn,
)
from analyzer.melds import BURRACO, fits, lay_on, settle_meld


@register_jitable
def find_steps(state):
    """Write down what the seat to act may do, in a fixed order.

    Drawing: TAKE_STOCK, TAKE_PILE.  Melding: STOP, EXTEND meld by meld as `meld_steps.extensions` tells, then as
    `meld_steps.openings` does.  Discarding: every card in ascending order, jokers first.
    """
    if state.phase == DRAW:
        takes = state.n_pile > 0 and (not state.pile_needs_meld or could_meld(state))
        k = write_turn(state.moves, 0, TAKE_STOCK, NO_CARD)
        if takes:
            k = write_turn(state.moves, k, TAKE_PILE, NO_CARD)
        state.n_moves = k
    elif state.phase == MELDING:
        k = 0
        if may_stop(state):
            k = write_turn(state.moves, 0, STOP, NO_CARD)
        state.n_moves = find_melds(state, k)
    else:
        find_discards(state)


@register_jitable
def find_melds(state, k):
    """Write down, from step k on, every meld that may be opened or extended; returns the number of steps so far."""
    first = k
    side = side_of(state.turn)
    hand = state.hands[state.turn]
    for index in range(state.n_melds[side]):
        if state.melds[side, index].takes:
            k = extensions(state.melds[side, index], index, hand, state.moves, k)
    if hand.n >= 3:
        taken = state.set_ranks[side] if state.one_set_per_rank else 0
        k = openings(hand, state.settable & ~taken, state.moves, k)
    return drop_stuck(state, first, k) if hand.n <= 4 else k


@register_jitable
def drop_stuck(state, first, end):
    """Of the steps first..end-1, leave out those after which the turn could not end; returns the number of steps."""
    k = first
    for j in range(first, end):
        if not stuck_after(state, state.moves[j]):
            if k != j:
                state.moves[k] = state.moves[j]
            k += 1
    return k


@register_jitable
def stuck_after(state, step):
    """Could the player not end his turn after this step of melding?

    To run out is right only when the pozzetto is there to be taken; to be left with one card only if that may be
    discarded, or can be melded in turn.
    """
    side = side_of(state.turn)
    hand = state.hands[state.turn]
    left = hand.n - (1 if step.kind == EXTEND else 3)
    if left > 1:
        return False
    untaken = state.pozzetto[side] == UNTAKEN
    if left == 0:
        return not untaken
    card = last_card(hand, step)
    if not untaken:
        return is_wild(card) or card == state.barred or not closable_after(state, step)
    return card == state.barred and not layable_after(state, step, card)


@register_jitable
def last_card(hand, step):
    """The card that is left in a hand of which the step lays all others."""
    for card in range(64):
        laid = int(step.card == card) + int(step.second == card) + int(step.third == card)
        if held(hand, card) > laid:
            return card
    return NO_CARD


@register_jitable
def counts_to_close(state, kind, n, wilds):
    """Is a meld of so many cards and wilds a burraco to close with?"""
    if n < BURRACO:
        return False
    return state.close_requires == ANY_CLOSES or is_clean(state, kind, wilds)


@register_jitable
def has_closer(state, side, but):
    """Has a side a burraco to close with, one meld left out?"""
    for index in range(state.n_melds[side]):
        meld = state.melds[side, index]
        if index != but and counts_to_close(state, meld.kind, meld.n, meld.wilds):
            return True
    return False


@register_jitable
def closable_after(state, step):
    """After this step, would the side have what it needs to close but for the last card?"""
    side = side_of(state.turn)
    if state.pozzetto[side] != TAKEN:
        return False
    if step.kind == EXTEND and counts_to_close(state, state.melds[side, step.meld].kind, step.n, step.wilds):
        return True
    return has_closer(state, side, step.meld)


@register_jitable
def layable_after(state, step, card):
    """After this step, would one of the side's melds take the card?"""
    side = side_of(state.turn)
    trial = state.trial[0]
    if step.kind == EXTEND:
        state.trial[0] = state.melds[side, step.meld]
        lay_on(trial, step.card)
    else:
        open_meld(trial, step)
    settle_meld(trial, state.run_max)
    if fits(trial, card):
        return True
    for index in range(state.n_melds[side]):
        if index != step.meld and fits(state.melds[side, index], card):
            return True
    return False


@register_jitable
def may_stop(state):
    """May the player end melding: has he a card to discard, and has he melded if he had to?

    A last card that could not be discarded for another reason than being barred is never left to him.
    """
    hand = state.hands[state.turn]
    return not state.owes_meld and (hand.n > 1 or lowest_card(hand) != state.barred)


@register_jitable
def could_meld(state):
    """Could the seat to act meld something if it took the pile?  Overwrites the list of steps."""
    hand = state.hands[state.turn]
    single = state.pile[0]
    for k in range(state.n_pile):
        put(hand, state.pile[k])
    if bars(state, single, held(hand, single) - 1):
        state.barred = single
    able = find_melds(state, 0) > 0
    state.barred = NO_CARD
    for k in range(state.n_pile):
        drop(hand, state.pile[k])
    return able


@register_jitable
def bars(state, single, twins):
    """Is a card barred from being discarded because it was the whole pile and no twin is in the hand?"""
    return state.n_pile == 1 and state.redicard_single == FORBIDDEN and twins == 0


@register_jitable
def find_discards(state):
    """Write down every card that may be discarded."""
    hand = state.hands[state.turn]
    k = 0
    if hand.jokers > 0 and state.barred != JOKER:
        k = write_turn(state.moves, k, DISCARD, JOKER)
    for card in range(1, 64):
        if hand.has >> card & 1 and card != state.barred:
            k = write_turn(state.moves, k, DISCARD, card)
    state.n_moves = k

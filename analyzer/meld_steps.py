"""The steps of a turn as records, and every way to meld from a hand.

Cards are laid in steps: three cards open a meld, then it grows a card at a time.
"""

import numpy as np
from numba.extending import register_jitable

from analyzer.bits import lowest
from analyzer.double_pack import ACE, JOKER, KING, NO_CARD, TWO, TWOS, is_wild, suited, wilds
from analyzer.melds import RUN, SET, WILDS, card_at, lay_on, new_meld

# What a player does in one step.
TAKE_STOCK, TAKE_PILE, STOP, EXTEND, OPEN_RUN, OPEN_SET, DISCARD = range(7)

MOST_STEPS = 2048  # no position has 1802
STEP = np.dtype(
    [
        ("kind", "i8"),  # TAKE_STOCK, TAKE_PILE, STOP, EXTEND, OPEN_RUN, OPEN_SET or DISCARD
        ("meld", "i8"),  # which meld it extends, or -1
        ("card", "i8"),  # the card laid or discarded, or -1
        ("second", "i8"),  # of an opening: the other two cards, or -1; its wild card comes last
        ("third", "i8"),
        ("n", "i8"),  # how many cards the meld has after the step
        ("wilds", "i8"),  # and how many of them are wild
    ]
)


@register_jitable
def write(steps, k, kind, meld, card, second, third, n, wilds):
    """Write down step k and return k + 1."""
    step = steps[k]
    step.kind = kind
    step.meld = meld
    step.card = card
    step.second = second
    step.third = third
    step.n = n
    step.wilds = wilds
    return k + 1


@register_jitable
def write_turn(steps, k, kind, card):
    """Write down a step that melds nothing as step k and return k + 1; NO_CARD if it discards none."""
    return write(steps, k, kind, -1, card, NO_CARD, NO_CARD, 0, 0)


@register_jitable
def write_extension(steps, k, index, meld, card, wilds):
    """Write down that a card goes on meld `index`, which then has so many wilds, and return k + 1."""
    return write(steps, k, EXTEND, index, card, NO_CARD, NO_CARD, meld.n + 1, wilds)


@register_jitable
def write_opening(steps, k, kind, first, second, third, wilds):
    """Write down three cards that open a meld with so many wilds and return k + 1."""
    return write(steps, k, kind, -1, first, second, third, 3, wilds)


@register_jitable
def wipe(step):
    """Leave nothing in a step."""
    step.kind = 0
    step.meld = 0
    step.card = 0
    step.second = 0
    step.third = 0
    step.n = 0
    step.wilds = 0


@register_jitable
def extensions(meld, index, hand, steps, k):
    """Write down, from step k on, every card of the hand that the meld takes: naturals by suit and rank, then wilds.

    Returns the number of steps written so far.
    """
    takes = meld.takes
    if takes & ~1:
        if meld.kind == RUN:
            fitting = suited(hand.has, meld.suit) & takes
            while fitting:
                rank = lowest(fitting)
                fitting &= fitting - 1
                wilds = 0 if meld.takes_clean >> rank & 1 else 1
                k = write_extension(steps, k, index, meld, meld.suit << 4 | rank, wilds)
        else:
            for suit in range(4):
                card = suit << 4 | meld.rank
                if hand.has >> card & 1:
                    k = write_extension(steps, k, index, meld, card, meld.wilds)
    if takes & 1:
        wilds = meld.n + 1 if meld.kind == WILDS else 1
        if hand.jokers > 0:
            k = write_extension(steps, k, index, meld, JOKER, wilds)
        twos = hand.has & TWOS
        while twos:
            two = lowest(twos)
            twos &= twos - 1
            if meld.kind != RUN or two >> 4 != meld.suit:
                k = write_extension(steps, k, index, meld, two, wilds)
    return k


@register_jitable
def openings(hand, settable, steps, k):
    """Write down, from step k on, every run, set and set of wilds that three cards of the hand open.

    Runs come first, suit by suit: three naturals from the lowest up, then pairs with a wild, neighbours before those
    with a gap.  Then sets by rank, from the ace up: three naturals, then pairs with a wild; last three wilds.  Wilds go
    joker, 2♥, 2♦, 2♣, 2♠.  `settable`: mask of the ranks of which a set may be opened, bit 0: one of wilds.
    Returns the number of steps written so far.
    """
    wild = wilds(hand) > 0
    for suit in range(4):
        mine = suited(hand.has, suit)
        mine |= (mine & 1 << ACE) << KING
        three = mine & mine >> 1 & mine >> 2
        while three:
            low = lowest(three)
            three &= three - 1
            cards = card_at(suit, low), card_at(suit, low + 1), card_at(suit, low + 2)
            k = write_opening(steps, k, OPEN_RUN, cards[0], cards[1], cards[2], 0)
        if wild:
            for gap in range(1, 3):
                pairs = mine & mine >> gap
                while pairs:
                    low = lowest(pairs)
                    pairs &= pairs - 1
                    k = pair_runs(hand, suit, low, low + gap, steps, k)
    return set_openings(hand, wild, settable, steps, k)


@register_jitable
def pair_runs(hand, suit, low, high, steps, k):
    """Write down the runs of two naturals at these places and a wild."""
    one, other = card_at(suit, low), card_at(suit, high)
    if hand.jokers > 0:
        k = write_opening(steps, k, OPEN_RUN, one, other, JOKER, 1)
    has_two = low == TWO or high == TWO
    # With these the own two would lie at its place, which is told among three naturals.
    beside_two = (low == TWO + 1 and high == TWO + 2) or (low == ACE and high == TWO + 1)
    twos = hand.has & TWOS
    while twos:
        two = lowest(twos)
        twos &= twos - 1
        if two >> 4 != suit or (hand.twice >> two & 1 == 1 if has_two else not beside_two):
            k = write_opening(steps, k, OPEN_RUN, one, other, two, 1)
    return k


@register_jitable
def set_openings(hand, wild, settable, steps, k):
    """Write down the sets that three cards open; `wild`: is there a wild card in the hand?"""
    one, two, three = 0, 0, 0
    for mask in (hand.has, hand.twice):
        for suit in range(4):
            more = suited(mask, suit)
            three |= two & more
            two |= one & more
            one |= more
    ranks = (two if wild else three) & settable
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        if three >> rank & 1:
            for a in range(4):
                for b in range(a, 4):
                    for c in range(b, 4):
                        if holds_three(hand, a << 4 | rank, b << 4 | rank, c << 4 | rank):
                            k = write_opening(steps, k, OPEN_SET, a << 4 | rank, b << 4 | rank, c << 4 | rank, 0)
        if wild:
            for a in range(4):
                for b in range(a, 4):
                    first, second = a << 4 | rank, b << 4 | rank
                    if holds_three(hand, first, second, NO_CARD):
                        if hand.jokers > 0:
                            k = write_opening(steps, k, OPEN_SET, first, second, JOKER, 1)
                        twos = hand.has & TWOS
                        while twos:
                            card = lowest(twos)
                            twos &= twos - 1
                            k = write_opening(steps, k, OPEN_SET, first, second, card, 1)
    if settable & 1 and wilds(hand) >= 3:
        k = wild_openings(hand, steps, k)
    return k


@register_jitable
def holds_three(hand, a, b, c):
    """Are these cards, in ascending order, in the hand together?  The third may be NO_CARD.  No jokers."""
    if hand.has >> a & 1 == 0 or hand.has >> b & 1 == 0:
        return False
    if a == b and hand.twice >> a & 1 == 0:
        return False
    if c == NO_CARD:
        return True
    return hand.has >> c & 1 == 1 and c != a and (c != b or hand.twice >> c & 1 == 1)


@register_jitable
def wild_card(k):
    """The wild cards in order: joker, 2♥, 2♦, 2♣, 2♠."""
    return JOKER if k == 0 else k - 1 << 4 | TWO


@register_jitable
def wild_openings(hand, steps, k):
    """Write down every three wilds of the hand."""
    for a in range(5):
        for b in range(a, 5):
            for c in range(b, 5):
                first, second, third = wild_card(a), wild_card(b), wild_card(c)
                if first == JOKER:
                    jokers = 1 + int(second == JOKER) + int(third == JOKER)
                    twos = third == JOKER or (
                        hand.has >> third & 1 == 1 if second == JOKER else holds_three(hand, second, third, NO_CARD)
                    )
                    able = hand.jokers >= jokers and twos
                else:
                    able = holds_three(hand, first, second, third)
                if able:
                    k = write_opening(steps, k, OPEN_SET, first, second, third, 3)
    return k


@register_jitable
def open_meld(meld, step):
    """Make `meld` the one that a step opens."""
    if step.kind == OPEN_RUN:
        new_meld(meld, RUN, step.card >> 4, -1)
    elif is_wild(step.card):
        new_meld(meld, WILDS, -1, 0)
    else:
        new_meld(meld, SET, -1, step.card & 15)
    lay_on(meld, step.card)
    lay_on(meld, step.second)
    lay_on(meld, step.third)

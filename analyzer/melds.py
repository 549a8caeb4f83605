"""Melds: sets, runs and sets of wild cards; what is legal, how it lies, and what it would take.

A **set** is three to nine cards of one rank, at most one of them wild.  A **run** is three or more cards of a suit in
sequence, at most one of them wild; the ace is low (place 1) or high (place 14).  A two of the run's own suit at place 2
is no wild card, and then another may be.  Where it is allowed, three to nine **wild** cards are a set of their own.
(After gamerules.com and the code of the Italian federation FIBUR, articles 10 to 13.)

A meld is a kind and a heap of cards; how they lie follows from that: in the arrangement with the fewest wilds, of those
one where the wild is free, of those the one with the ace low.  A wild is *free* if the other cards follow each other
without a gap: then it may lie at either end.  So nothing ever needs to be moved.
"""

import numpy as np
from numba.extending import register_jitable

from analyzer.bits import highest, lowest
from analyzer.double_pack import ACE, CARDS, JOKER, KING, TWO, is_wild, name, points, put

RUN, SET, WILDS = range(3)
MOST_MELDS = 36  # 108 cards in threes
BURRACO = 7  # cards
LARGEST_SET = 9
ANY_WILD = 0  # the place in `takes` of wild cards
SETTABLE = 0x3FFA | 1 << ANY_WILD  # the ranks a set may have; the wilds count as one

MELD = np.dtype(
    [
        *CARDS.descr,
        ("kind", "i8"),  # RUN, SET or WILDS
        ("suit", "i8"),  # of a run, else -1
        ("rank", "i8"),  # of a set; 0 of a set of wilds, -1 of a run
        ("ranks", "i8"),  # of a run: mask of the ranks in it, its own two left out
        ("twos", "i8"),  # of a run: how many twos of its suit it holds
        ("others", "i8"),  # how many wild cards besides those it holds
        ("wilds", "i8"),  # how many cards of it are wild; the two of a run that lies at place 2 is not
        ("free", "i8"),  # of a run: 1 if it has a wild that may lie at either end
        ("low", "i8"),  # of a run: the place of its lowest card, a free wild left out
        ("high", "i8"),  # and of its highest: 14 for an ace at the top
        ("points", "i8"),  # the value of its cards
        ("takes", "i8"),  # mask of the ranks it would take; bit 0: a wild (of a run: one that is not its own two)
        ("takes_clean", "i8"),  # of those, the ones that would leave it without a wild
    ]
)

# How the cards of a run lie


@register_jitable
def arrange(ranks, twos, others):
    """How a run of these cards lies, packed as wilds | free << 1 | low << 4 | high << 8; -1 if it is none.

    `ranks`: mask of its ranks without the two; `twos`: twos of its suit; `others`: other wilds.  Looks at places only,
    not at how many cards there are.
    """
    if ranks == 0:
        return -1
    for natural in range(min(twos, 1), -1, -1):
        wilds = twos - natural + others
        if wilds > 1:
            return -1
        gapped = -1
        for high_ace in range(1 + (ranks >> ACE & 1)):
            places = ranks | natural << TWO
            if high_ace:
                places ^= 1 << ACE | 1 << KING + 1
            low = lowest(places)
            block = places >> low
            if block & block + 1 == 0:
                return wilds | wilds << 1 | low << 4 | highest(places) << 8
            filled = block | block + 1
            if wilds == 1 and gapped < 0 and filled & filled + 1 == 0:
                gapped = wilds | low << 4 | highest(places) << 8
        if gapped >= 0:
            return gapped
    return -1


@register_jitable
def run_takes(ranks, twos, others):
    """What a run would take, and what of that would leave it clean, as two masks of ranks.

    Bit 0 is any wild but the run's own two, which is bit 2.
    """
    takes, takes_clean = 0, 0
    for rank in range(1, KING + 1):
        if rank == TWO:
            lies = arrange(ranks, twos + 1, others) if twos < 2 else -1
        elif ranks >> rank & 1:
            lies = -1
        else:
            lies = arrange(ranks | 1 << rank, twos, others)
        if lies >= 0:
            takes |= 1 << rank
            if lies & 1 == 0:
                takes_clean |= 1 << rank
    if others == 0 and arrange(ranks, twos, 1) >= 0:
        takes |= 1 << ANY_WILD
    return takes, takes_clean


# One meld


@register_jitable
def new_meld(meld, kind, suit, rank):
    """Make `meld` one without cards."""
    meld.has = 0
    meld.twice = 0
    meld.jokers = 0
    meld.n = 0
    meld.kind = kind
    meld.suit = suit
    meld.rank = rank
    meld.ranks = 0
    meld.twos = 0
    meld.others = 0
    meld.wilds = 0
    meld.free = 0
    meld.low = 0
    meld.high = 0
    meld.points = 0
    meld.takes = 0
    meld.takes_clean = 0


@register_jitable
def lay_on(meld, card):
    """Put a card to a meld that takes it; `settle_meld` must follow."""
    put(meld, card)
    meld.points += points(card)
    if meld.kind == RUN and card != JOKER and card >> 4 == meld.suit:
        if card & 15 == TWO:
            meld.twos += 1
        else:
            meld.ranks |= 1 << (card & 15)
    elif is_wild(card):
        meld.others += 1


@register_jitable
def settle_meld(meld, longest):
    """Work out how the cards of a meld lie and what it would take; a run grows to `longest` cards."""
    if meld.kind == RUN:
        lies = arrange(meld.ranks, meld.twos, meld.others)
        meld.wilds = lies & 1
        meld.free = lies >> 1 & 1
        meld.low = lies >> 4 & 15
        meld.high = lies >> 8 & 15
        takes, takes_clean = run_takes(meld.ranks, meld.twos, meld.others) if meld.n < longest else (0, 0)
        meld.takes = takes
        meld.takes_clean = takes_clean
    elif meld.kind == SET:
        meld.wilds = meld.others
        naturals = meld.n - meld.others
        meld.takes = (1 << meld.rank if naturals < LARGEST_SET - 1 else 0) + (1 - meld.others)
        meld.takes_clean = meld.takes & ~1 if meld.others == 0 else 0
    else:
        meld.wilds = meld.n
        meld.takes = 1 if meld.n < LARGEST_SET else 0


@register_jitable
def place_of(meld, card):
    """The bit in the meld's `takes` that answers for a card, -1 if it is of another suit or rank."""
    if card == JOKER:
        return ANY_WILD
    rank = card & 15
    if meld.kind == RUN:
        return rank if card >> 4 == meld.suit else ANY_WILD if rank == TWO else -1
    return ANY_WILD if rank == TWO else rank if rank == meld.rank else -1


@register_jitable
def fits(meld, card):
    """Would the meld take the card?"""
    place = place_of(meld, card)
    return place >= 0 and meld.takes >> place & 1 == 1


@register_jitable
def clean_streak(meld):
    """Has the run, as it lies, seven cards in sequence none of which is wild?"""
    natural_two = meld.twos + meld.others - meld.wilds
    places = meld.ranks | natural_two << TWO
    if meld.high > KING:
        places ^= 1 << ACE | 1 << KING + 1
    pairs = places & places >> 1
    fours = pairs & pairs >> 2
    return fours & fours >> 3 != 0


@register_jitable
def card_at(suit, place):
    """The card of a suit that lies at a place, 1 to 14."""
    return suit << 4 | (place if place <= KING else ACE)


# In words


def in_order(meld):
    """The cards of a meld as they lie, each with whether it is wild; a free wild at the upper end if there is room."""
    cards = [card for card in range(1, 64) for _ in range((meld.has >> card & 1) + (meld.twice >> card & 1))]
    cards += [JOKER] * int(meld.jokers)
    if meld.kind != RUN:
        wild = [card for card in cards if is_wild(card)]
        return [(card, False) for card in cards if not is_wild(card)] + [(card, True) for card in wild]
    natural_two = int(meld.twos + meld.others - meld.wilds)
    own_two = int(meld.suit) << 4 | TWO
    wild = [card for card in cards if is_wild(card)]
    if natural_two:
        wild.remove(own_two)
    lies = {}
    for place in range(int(meld.low), int(meld.high) + 1):
        rank = place if place <= KING else ACE
        natural = natural_two if rank == TWO else int(meld.ranks) >> rank & 1
        lies[place] = (card_at(int(meld.suit), place), False) if natural else (wild[0], True)
    if meld.free:
        lies[int(meld.high) + 1 if meld.high <= KING else int(meld.low) - 1] = (wild[0], True)
    return [lies[place] for place in sorted(lies)]


def meld_name(meld):
    """`7♥ (JK) 9♥`: the cards as they lie, wild ones in brackets."""
    return " ".join(f"({name(card)})" if wild else name(card) for card, wild in in_order(meld))

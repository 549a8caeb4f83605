"""Sets a price on every card, remembers what has gone, plays the best bargain and counts out the last four tricks.

Prices are in card points.  What follows is the play of two; at the tables of three, four and six, where there are
partners to load and opponents behind, it goes by the prices and reasons of `analyzer.company`.

An answer is worth the points it takes or gives away, less the price of the card spent, less the burden of leading next
if it wins.  A lead is worth what it saves, less its price and its risk.  Both depend a little on the two cards that
stay in the hand.  A *load* is an ace or a three of a side suit.

What the prices say.  Spare low cards and figures of a suit whose loads are gone, for they are the safe leads of the
end, and throw away those of a suit with both loads out.  Lead figures early, safe cards late, and loads late or not at
all; a load is safest to lead while the other one of its suit is in the hand.  Leading, keep one trump, but not two.
Having to lead costs two points, four with a load in the hand; a trump ace or three costs eleven at first, sixteen
later.

The prices come from millions of decisions in which every card was tried and the deal played on, against spend_trump,
random_card and earlier versions of this rule; each was moved towards the cards that won more hands.
"""

from analyzer.bits import count
from analyzer.briscola import ACE, SWAP, THREE, beats, points, strength, suit
from analyzer.cards import JACK, LOADS
from analyzer.company import best_in_company
from analyzer.endings import best_ending, best_last_draw
from analyzer.habits import ALL, NOTHING, place

PACK = 0x03FF_03FF_03FF_03FF
SUIT = 0x3FF

# The price of a card spent, and of a card led, while 20 or more, 8 to 18, 4 or 6, and 2 or no cards are left to draw.
# Only differences within a column matter; the low card of a dangerous suit is its zero.  The last column serves only if
# the trick before the last draw is not counted out.
SPEND = (
    (2.4, 5.4, 5.9, 16.4),  # low card, no load of its suit unseen
    (1.3, 2.3, 1.9, 0.9),  # one unseen
    (0.0, 0.0, 0.0, 0.0),  # both unseen
    (3.3, 6.1, 6.1, 16.9),  # J, Q, K, no load of its suit unseen
    (0.9, 2.2, 0.9, 3.7),  # one unseen
    (-0.6, -0.6, -1.6, 2.4),  # both unseen
    (2.3, 4.8, 4.8, 16.3),  # load, the other one not unseen
    (2.1, 4.5, 4.4, 10.7),  # the other one unseen
    (2.9, 7.2, 7.9, 32.3),  # low trump
    (5.3, 8.9, 9.4, 33.8),  # trump J, Q, K
    (11.1, 15.9, 16.4, 40.2),  # trump ace or three
)
LEAD = (
    (-2.7, -4.8, -6.7, 9.1),  # low card, no load of its suit unseen
    (-2.3, -2.8, -1.7, 8.1),  # one unseen
    (0.0, 0.0, 0.0, 0.0),  # both unseen
    (-3.8, -6.2, -9.9, 6.8),  # J, Q, K, no load of its suit unseen
    (-3.2, -2.7, -1.8, 7.0),  # one unseen
    (-1.5, -0.3, 0.7, -2.3),  # both unseen
    (2.7, -1.0, -5.1, -1.3),  # load, the other one not unseen
    (3.3, -0.7, -2.0, 6.9),  # the other one unseen
    (0.9, 1.1, -1.1, 21.4),  # low trump
    (1.8, 1.6, -1.7, 20.8),  # trump J, Q, K
    (4.1, 4.9, 5.4, 24.4),  # trump ace or three
)

# What an ace costs more than a three: of a side suit, of trumps.
SPEND_ACE = (0.2, 3.9)
LEAD_ACE = (1.2, -0.8)

# What a load costs less when the other one of its suit stays in my hand.
SPEND_MATE = 2.1
LEAD_MATE = 7.6

# What the two cards kept are worth as a pair: a row for no, one, two trumps, in it no, one, two loads.
KEPT_LEADING = ((0.0, 1.2, 0.6), (3.5, 1.3, 0.0), (-3.5, 0.0, 0.0))
KEPT_ANSWERING = ((0.0, 0.6, -0.1), (1.0, 0.2, 0.0), (-0.8, 0.0, 0.0))
# The same if the answer wins, so that the next lead comes from the pair; comes on top.
KEPT_ON_LEAD = ((0.0, -2.1, 0.4), (-1.7, -2.7, 0.0), (-0.8, 0.0, 0.0))

# What a lead costs if the opponent holds a higher card of the suit; a load higher than mine; a trump.
# A row each for low cards, for J, Q, K and for loads, whose first number says all of the two.
RISK = (
    (0.9, 4.3, 3.6),
    (2.6, 5.6, 1.4),
    (11.4, 0.0, 6.8),
)


def choose(view, burden=1.9, memory=1, counted=4, heard=1):
    """The index in view.moves to play.

    burden   what winning a trick costs, because the winner has to lead, in points; for two players
    memory   1 remembers the cards played when pricing, 0 does not
    counted  4 counts out the last four tricks, 3 only those after the last draw, 0 goes by prices to the end; for two
    heard    1 uses what its partners tell it, where the rules let them, 0 does not; for four and six
    """
    last = view.n_moves - 1
    if view.moves[last] == SWAP:
        return last
    if view.players > 2:
        return best_in_company(view, ALL if memory else NOTHING, heard)
    free = view.n_moves == count(view.hand)
    if free and view.stock == 0 and view.n_moves <= 3 and counted >= 3:
        return place(view, best_ending(view.hand, view.unseen | view.shown, view.led, view.trump))
    if free and view.stock == 2 and view.n_moves == 3 and counted >= 4:
        ahead = view.points[0] - view.points[1]
        return place(view, best_last_draw(view.hand, view.unseen, view.shown, view.led, view.trump, view.upcard, ahead))
    out = view.unseen | view.shown
    if not memory:
        out = PACK & ~(view.hand | 1 << view.upcard)
        if view.led >= 0:
            out &= ~(1 << view.led)
    choice = 0
    most = -1000.0
    for k in range(view.n_moves):
        card = view.moves[k]
        worth = lead(view, card, out) if view.led < 0 else answer(view, card, out, burden)
        if worth > most:
            most = worth
            choice = k
    return choice


def answer(view, card, out, burden):
    """What it is worth to answer with `card`; `out` are the cards the opponent may hold."""
    kept = view.hand & ~(1 << card)
    trump = suit(card) == view.trump
    worth = mix(KEPT_ANSWERING, kept, view.trump) - SPEND[kind(card, trump, out)][stage(view.stock)]
    if strength(card) == ACE:
        worth -= SPEND_ACE[1 if trump else 0]
    if has_mate(card, trump, kept):
        worth += SPEND_MATE
    stake = view.table_points + points(card)
    if beats(card, view.winning, view.trump):
        return worth + stake - burden + mix(KEPT_ON_LEAD, kept, view.trump)
    return worth - stake


def lead(view, card, out):
    """What it is worth to lead `card`; `out` are the cards the opponent may hold."""
    kept = view.hand & ~(1 << card)
    trump = suit(card) == view.trump
    worth = mix(KEPT_LEADING, kept, view.trump) - LEAD[kind(card, trump, out)][stage(view.stock)]
    if strength(card) == ACE:
        worth -= LEAD_ACE[1 if trump else 0]
    if has_mate(card, trump, kept):
        worth += LEAD_MATE
    if trump:
        return worth
    risk = RISK[0 if strength(card) < JACK else 1 if strength(card) < THREE else 2]
    higher = out & SUIT << 16 * suit(card) & -(1 << card)
    unseen = count(out)
    worth -= risk[0] * chance(count(higher), unseen, count(view.hand))
    worth -= risk[1] * chance(count(higher & loads(card)), unseen, count(view.hand))
    worth -= risk[2] * chance(count(out & SUIT << 16 * view.trump), unseen, count(view.hand))
    return worth


def kind(card, trump, out):
    """The row of the card in SPEND and LEAD; `trump` says whether it is one."""
    rank = strength(card)
    if trump:
        return 8 if rank < JACK else 9 if rank < THREE else 10
    return count(out & loads(card)) + (0 if rank < JACK else 3 if rank < THREE else 6)


def stage(stock):
    """The column of SPEND and LEAD."""
    return 0 if stock >= 20 else 1 if stock >= 8 else 2 if stock > 2 else 3


def loads(card):
    """The ace and the three of the card's suit, as a mask."""
    return LOADS & SUIT << 16 * suit(card)


def has_mate(card, trump, kept):
    """Is the card a load, and the other load of its suit kept?"""
    return not trump and strength(card) >= THREE and kept & loads(card) != 0


def mix(table, kept, trump):
    """What the table says of the cards kept."""
    trumps = count(kept & SUIT << 16 * trump)
    honours = count(kept & LOADS & ~(SUIT << 16 * trump))
    return table[min(trumps, 2)][min(honours, 2)]


def chance(wanted, unseen, hand):
    """The chance that a hand of `hand` cards out of `unseen` holds one or more of the `wanted`."""
    none = 1.0
    for k in range(hand):
        none *= max(0, unseen - wanted - k) / max(1, unseen - k)
    return 1.0 - none

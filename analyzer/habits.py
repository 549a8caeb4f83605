"""The habits most Briscola players share, for strategies to build on: what a card costs, how to answer, what may come.

`cheapest` when leading and `answer` when following: together they are the plain player `spend_trump`.  A strategy that
tries out one piece of advice changes one decision of his and takes the others from here, so that what the advice is
worth can be read off a single parameter.  The second half of the file is the player who counts cards.

A *load* is an ace or a three.  A *side* suit is one that is not trumps.  Positions are indices into `view.moves`.
"""

from numba.extending import register_jitable

from analyzer.bits import count
from analyzer.briscola import SWAP, THREE, beats, from_me, points, strength, suit, suit_mask, table_card
from analyzer.cards import LOADS

NOTHING, TRUMPS, TRUMPS_AND_LOADS, ALL = range(4)


@register_jitable
def price(card, trump):
    """What it hurts to part with a card: three times its points, its strength, 15 more for a trump; a swap least."""
    return 3 * points(card) + strength(card) + (15 if suit(card) == trump else 0) - (card == SWAP)


@register_jitable
def cheapest(view):
    """The position of the card that hurts least, the smaller of equals."""
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        hurt = price(view.moves[k], view.trump)
        if hurt < least:
            least = hurt
            choice = k
    return choice


@register_jitable
def winner_sparing_loads(view, least):
    """The position of the side card worth most that takes the trick, the smaller of equals; -1 if there is none.

    An ace or a three takes only a table worth `least` points.
    """
    choice = -1
    most = -1
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) == view.trump or not beats(card, view.winning, view.trump):
            continue
        if is_load(card) and view.table_points < least:
            continue
        if points(card) > most:
            most = points(card)
            choice = k
    return choice


@register_jitable
def winner_in_suit(view):
    """The position of the side card worth most that takes the trick, the smaller of equals; -1 if there is none."""
    return winner_sparing_loads(view, 0)


@register_jitable
def weakest_trump(view):
    """The position of the weakest trump that takes the trick; -1 if there is none."""
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) == view.trump and beats(card, view.winning, view.trump):
            return k
    return -1


@register_jitable
def answer(view, spend_at):
    """Take in suit with the dearest card; else trump a table worth `spend_at`, low; else give away the cheapest."""
    taker = winner_in_suit(view)
    if taker < 0 and view.table_points >= spend_at:
        taker = weakest_trump(view)
    return taker if taker >= 0 else cheapest(view)


@register_jitable
def richest_gift(view):
    """The position of the side card worth most, for a trick that is ours; the cheapest card if none has points."""
    choice = -1
    most = 0
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) != view.trump and points(card) > most:
            most = points(card)
            choice = k
    return choice if choice >= 0 else cheapest(view)


@register_jitable
def place(view, card):
    """The position of `card`, which must be among the moves."""
    for k in range(view.n_moves):
        if view.moves[k] == card:
            return k
    return 0


@register_jitable
def is_load(card):
    """Is the card an ace or a three?"""
    return strength(card) >= THREE


@register_jitable
def loads_of(card):
    """The ace and the three of the card's suit."""
    return LOADS & suit_mask(suit(card))


@register_jitable
def trumps(view):
    """All cards of the trump suit, whether in the pack or not."""
    return suit_mask(view.trump)


@register_jitable
def above(card):
    """The stronger cards of the card's suit."""
    return suit_mask(suit(card)) & -(2 << card)


@register_jitable
def others(view, memory):
    """The cards an opponent may hold, to one who remembers of those played NOTHING, TRUMPS, TRUMPS_AND_LOADS or ALL.

    The upcard is left out while it lies under the stock, for it is there to be seen.
    """
    kept = view.pack if memory >= ALL else 0
    if memory >= TRUMPS:
        kept |= trumps(view)
    if memory >= TRUMPS_AND_LOADS:
        kept |= LOADS
    out = view.pack & ~view.hand & ~(kept & ~view.unplayed)
    for k in range(view.on_table):
        out &= ~(1 << table_card(view, k))
    out &= ~(view.partner_cards[0] | view.partner_cards[1])
    return out & ~(1 << view.upcard) if view.stock else out


@register_jitable
def side_of(view, seat):
    """The index in view.points of a seat's side: 0 mine."""
    return from_me(view, seat) % view.sides


@register_jitable
def foes_to_follow(view):
    """How many opponents play to this trick after me."""
    return view.to_follow - view.friends_to_follow


@register_jitable
def cards_of_foes(view):
    """How many cards the opponents hold who play to this trick after me; never fewer than they do."""
    return foes_to_follow(view) * count(view.hand)


@register_jitable
def chance(wanted, out, cards):
    """The chance that `cards` cards drawn from the mask `out` hold one or more of the mask `wanted`."""
    unseen = count(out)
    good = count(wanted & out)
    none = 1.0
    for k in range(cards):
        none *= max(0, unseen - good - k) / max(1, unseen - k)
    return 1.0 - none


# What the player who counts cards reckons by, in card points.  The numbers were moved one at a time while that won more
# hands against random_card, spend_trump, score_minded, maestro and an earlier version of the rule.
FIGURE_PRICE = -1.5
LOAD_PRICE = -1.0
HIGH_TRUMP = 12.0
STEP = 0.1
LEADING_TRUMP = 4.0
LAST_TRUMP = 14.0
TRUMPED = 6.0
UPCARD_LOW, UPCARD_FIGURE, UPCARD_LOAD = 9.0, 14.0, 32.0
SETTLED = 1000.0


@register_jitable
def danger(view, memory):
    """The chance that an opponent still to play holds a card that beats the one now winning the trick."""
    better = above(view.winning) | trumps(view) if suit(view.winning) != view.trump else above(view.winning)
    return chance(better, others(view, memory), cards_of_foes(view))


@register_jitable
def worth_of_keeping(view, card, trump_price):
    """What a card is worth in the hand: a trump its price, a load of trumps much more, a figure less than nothing."""
    worth = STEP * strength(card)
    if suit(card) == view.trump:
        return worth + trump_price + (HIGH_TRUMP if is_load(card) else 0.0)
    if is_load(card):
        return worth + LOAD_PRICE
    return worth + (FIGURE_PRICE if points(card) > 0 else 0.0)


@register_jitable
def worth_of_lead(view, card, out, trump_price, fear):
    """What it is worth to lead `card`; `out` are the cards the others may hold.

    A side load costs `fear` times its chance of being beaten; another side card the same times the chance that a higher
    load of its suit takes it, and something for trumps.  A trump is led rather than spent, but not the last one.
    """
    worth = -worth_of_keeping(view, card, trump_price)
    if suit(card) == view.trump:
        return worth + LEADING_TRUMP - (LAST_TRUMP if count(view.hand & trumps(view)) == 1 else 0.0)
    if is_load(card):
        return worth - fear * chance(above(card) | trumps(view), out, cards_of_foes(view))
    trumped = TRUMPED * chance(trumps(view), out, cards_of_foes(view))
    return worth - fear * chance(above(card) & LOADS, out, cards_of_foes(view)) - trumped


@register_jitable
def worth_of_answer(view, card, out, trump_price, burden, safe):
    """What it is worth to answer with `card`: the trick won or lost, less the card, less `burden` for having to lead.

    A small side card is kept as a safe lead: it is worth `safe` more for each load of its suit that is not in `out`.
    """
    worth = -worth_of_keeping(view, card, trump_price)
    if suit(card) != view.trump and not is_load(card):
        worth -= safe * (2 - count(loads_of(card) & out))
    stake = view.table_points + points(card)
    if beats(card, view.winning, view.trump):
        return worth + stake - burden
    return worth + stake if view.winning_mine else worth - stake


@register_jitable
def worth_of_upcard(view):
    """What the loser of this trick gains by drawing the upcard: something only when two cards are left to draw."""
    if view.players != 2 or view.stock != 2:
        return 0.0
    return UPCARD_LOAD if is_load(view.upcard) else UPCARD_FIGURE if points(view.upcard) > 0 else UPCARD_LOW


@register_jitable
def settles(view, card):
    """A bonus if answering with `card` brings me to 61, a fine if it lets the opponent get there, else 0."""
    stake = view.table_points + points(card)
    if view.winning_mine or beats(card, view.winning, view.trump):
        return SETTLED if view.points[0] + stake > 60 else 0.0
    return -SETTLED if view.points[side_of(view, view.winner)] + stake > 60 else 0.0


@register_jitable
def best_bargain(view, memory, trump_price, burden, safe, fear, upcard, score):
    """The position of the card worth most to the player who counts cards; `count_cards` tells what the prices mean."""
    out = others(view, memory)
    choice = 0
    most = -1e6
    for k in range(view.n_moves):
        card = view.moves[k]
        if view.led < 0:
            worth = worth_of_lead(view, card, out, trump_price, fear)
        else:
            worth = worth_of_answer(view, card, out, trump_price, burden, safe)
            if beats(card, view.winning, view.trump):
                worth -= upcard * worth_of_upcard(view)
            if score:
                worth += settles(view, card)
        if worth > most:
            most = worth
            choice = k
    return choice

"""What kind of card is led, and when: the decision to lead, and the kinds there are, as functions over the view.

A *load* is an ace or a three, a *side* suit one that is not trumps.  A low side card is *safe* when no load of its suit
may be in another hand any more.
"""

from numba.extending import register_jitable

from analyzer.bits import count
from analyzer.briscola import SWAP, points, strength, suit
from analyzer.cards import JACK, THREE
from analyzer.habits import ALL, loads_of, others, price

KINDS = (
    "a safe low card",
    "a low card",
    "a jack, queen or king",
    "an ace or three",
    "a low trump",
    "a trump figure",
    "the trump ace or three",
)
SAFE, LOW, FIGURE, LOAD, LOW_TRUMP, TRUMP_FIGURE, TRUMP_LOAD = range(len(KINDS))
STAGES = ("more than two thirds", "more than one third", "less", "no stock")


def lead_stage(view):
    """The place in STAGES of a decision to lead: how much of the stock is left; -1 for every other decision."""
    if view.led >= 0:
        return -1
    full = count(view.pack) - view.players * count(view.hand)
    if 3 * view.stock > 2 * full:
        return 0
    if 3 * view.stock > full:
        return 1
    return 2 if view.stock > 0 else 3


def lead_of_kind(view, k):
    """The position of the card of that kind which hurts least to part with, by `habits.price`; -1 if there is none."""
    out = others(view, ALL)
    choice = -1
    least = 1000
    for m in range(view.n_moves):
        card = view.moves[m]
        if card == SWAP or kind_of(card, view.trump, out) != k:
            continue
        hurt = price(card, view.trump)
        if hurt < least:
            least = hurt
            choice = m
    return choice


@register_jitable
def kind_of(card, trump, out):
    """The place in KINDS of a card; `out` are the cards others may hold."""
    rank = strength(card)
    if suit(card) == trump:
        return LOW_TRUMP if rank < JACK else TRUMP_FIGURE if rank < THREE else TRUMP_LOAD
    if rank >= THREE:
        return LOAD
    if points(card) > 0:
        return FIGURE
    return LOW if loads_of(card) & out else SAFE

"""Shall he spend a trump on this trick?  The decision, and what it may depend on, as functions over the view.

It is a decision of whoever follows a lead that is no trump and can take the trick with a trump, but need not: he holds
a card in suit that takes it too, or one that does not take it.  What it may depend on, each counted from 0:

    trump_place    at a table of four, who is winning the trick and who plays after me
    trump_stage    how much of the stock is left
    trump_column   what the cheapest trump is: low, a figure, an ace or three; that there is no other card to give away
                   than an ace or three; that a card in suit takes the trick too
    trumps_about   at a table of two, how many trumps others may hold
    trump_worth    the points on the table

`trump_cell` is all of them as one number, the last counting fastest.  For two and for four players.
"""

from numba.extending import register_jitable

from analyzer.bits import count
from analyzer.briscola import SWAP, beats, points, suit
from analyzer.habits import is_load, price, trumps, weakest_trump, winner_in_suit

# The least of every step but the first: cards to draw (most first), trumps about, points on the table.
STOCK_OF_TWO, STOCK_OF_FOUR = (18, 4, 2), (8, 4)
ABOUT = (3, 5)
WORTH_OF_TWO, WORTH_OF_FOUR = (2, 3, 4, 10, 11), (2, 5, 10, 14)
LOW, FIGURE, LOAD, ONLY_LOADS, IN_SUIT = range(5)
COLUMNS = 5


@register_jitable
def trump_cell(view):
    """The number of the cell, -1 where there is no such decision."""
    if not may_trump(view):
        return -1
    row = trump_stage(view) * COLUMNS + trump_column(view)
    if view.players == 2:
        return (row * (len(ABOUT) + 1) + trumps_about(view)) * (len(WORTH_OF_TWO) + 1) + trump_worth(view)
    row += trump_place(view) * (len(STOCK_OF_FOUR) + 1) * COLUMNS
    return row * (len(WORTH_OF_FOUR) + 1) + trump_worth(view)


@register_jitable
def may_trump(view):
    """Is it such a decision?  Whoever may take the upcard for a low trump does that first."""
    if view.led < 0 or suit(view.led) == view.trump or weakest_trump(view) < 0:
        return False
    if view.moves[view.n_moves - 1] == SWAP:
        return False
    return winner_in_suit(view) >= 0 or cheapest_loser(view) >= 0


@register_jitable
def cheapest_loser(view):
    """The position of the cheapest card that does not take the trick, by `habits.price`; -1 if every card does."""
    choice = -1
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if hurt < least and not beats(card, view.winning, view.trump):
            least = hurt
            choice = k
    return choice


@register_jitable
def takes_with_trump(view, own):
    """Is the card at position `own` a trump that takes the trick?"""
    card = view.moves[own]
    return suit(card) == view.trump and beats(card, view.winning, view.trump)


@register_jitable
def with_trump(view, own):
    """What somebody who wants to play `own` plays if he must spend a trump: the same, or the weakest that takes."""
    return own if takes_with_trump(view, own) else weakest_trump(view)


@register_jitable
def without_trump(view, own):
    """What somebody who wants to play `own` plays if he may not spend a trump: the same, or the plainest card."""
    return plainest(view) if takes_with_trump(view, own) else own


@register_jitable
def plainest(view):
    """The position of the dearest card in suit that takes the trick, or else of the cheapest card that does not."""
    taker = winner_in_suit(view)
    return taker if taker >= 0 else cheapest_loser(view)


@register_jitable
def trump_place(view):
    """0 at a table of two.  Of four: 0 second; third, 1 if an opponent is winning, 2 my partner; last, 3 or 4."""
    if view.players == 2 or view.to_follow == 2:
        return 0
    return (1 if view.to_follow == 1 else 3) + view.winning_mine


@register_jitable
def trump_stage(view):
    """How much of the stock is left.

    Two players: 0 before it is half gone, 1 after that, 2 before the last draw, 3 once it is gone.  Four: 0 to begin
    with, 1 before the last draw, 2 once it is gone.
    """
    stage = 0
    if view.players == 2:
        for least in STOCK_OF_TWO:
            stage += view.stock < least
    else:
        for least in STOCK_OF_FOUR:
            stage += view.stock < least
    return stage


@register_jitable
def trump_column(view):
    """LOW, FIGURE or LOAD, what the weakest trump is that takes the trick.

    But IN_SUIT if a card in suit takes it too, else ONLY_LOADS if there is only an ace or a three to give away.
    """
    if winner_in_suit(view) >= 0:
        return IN_SUIT
    if points(view.moves[cheapest_loser(view)]) >= 10:
        return ONLY_LOADS
    card = view.moves[weakest_trump(view)]
    return LOAD if is_load(card) else FIGURE if points(card) > 0 else LOW


@register_jitable
def trumps_about(view):
    """How many trumps others may hold, in steps: all but those gone, mine, and the upcard while it lies there."""
    about = count(trumps(view) & (view.unseen | view.shown))
    steps = 0
    for least in ABOUT:
        steps += about >= least
    return steps


@register_jitable
def trump_worth(view):
    """The points on the table, in steps; of two players every number there is has its own."""
    steps = 0
    if view.players == 2:
        for least in WORTH_OF_TWO:
            steps += view.table_points >= least
    else:
        for least in WORTH_OF_FOUR:
            steps += view.table_points >= least
    return steps

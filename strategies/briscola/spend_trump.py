"""Spends a trump only on a table worth at least `spend_at` points, and otherwise gives away as little as it can.

"Do not spend a trump without need": what every primer of the game says first.  This is the plain, sound player the
others are measured against, and most of them differ from it in one decision only.

Leading, it plays its cheapest card: three times the points plus the strength, and 15 more for a trump.  Following, it
takes the trick in suit with its dearest card; if it cannot, and the table is worth a trump, it takes it with the
weakest that serves; else it gives away its cheapest card.
"""

from analyzer.briscola import beats, points, suit
from analyzer.habits import price

# Added to what a card hurts when it takes the trick: every card that does comes before all that do not.
IN_SUIT, BY_TRUMP = -200, -100


def choose(view, spend_at=10):
    """The index in view.moves to play.

    spend_at   the least points on the table for which it trumps; 0 trumps everything, 12 (with two players) nothing
    """
    following = view.led >= 0
    worth_a_trump = view.table_points >= spend_at
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if following and beats(card, view.winning, view.trump):
            if suit(card) != view.trump:
                hurt = IN_SUIT - points(card)
            elif worth_a_trump:
                hurt += BY_TRUMP
        if hurt < least:
            least = hurt
            choice = k
    return choice

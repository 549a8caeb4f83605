"""Loses the trick before the last draw, to draw the upcard, unless the trick is worth too much to lose.

"Lose the trick before the stock ends: the last card drawn is the upcard, a trump."  How much is too much may depend on
the upcard: what lies on the table and the card that would take it together count.  The rest is spend_trump, to whom
three zeros lead back, as do all tables but that of two, where it is the loser who gets the upcard.
"""

from analyzer.briscola import THREE, beats, points, strength
from analyzer.habits import answer, cheapest, price


def choose(view, low=6, figure=6, load=21, spend_at=10):
    """The index in view.moves to play.

    low        a trick worth that much is taken when the upcard is a 2, 4, 5, 6 or 7; 0 takes any
    figure     the same for J, Q and K
    load       the same for the ace and the three; 23 takes none
    spend_at   the least points on the table for which it trumps
    """
    if view.led < 0:
        return cheapest(view)
    choice = answer(view, spend_at)
    card = view.moves[choice]
    if view.players != 2 or view.stock != 2 or not beats(card, view.winning, view.trump):
        return choice
    enough = load if strength(view.upcard) >= THREE else figure if points(view.upcard) > 0 else low
    return choice if view.table_points + points(card) >= enough else cheapest_loser(view, choice)


def cheapest_loser(view, choice):
    """The position of the cheapest card that does not take the trick; `choice` if every card does."""
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if not beats(card, view.winning, view.trump) and hurt < least:
            least = hurt
            choice = k
    return choice

"""Plays to the score: takes the trick that brings it to 61, and does not let through the one that ends the hand.

"With 58 against you, you must take even three points."  It asks both only of the answers, where the trick is there to
be seen; the rest is spend_trump, to whom `reach=False, block=False` lead back.
"""

from analyzer.briscola import beats, points, suit
from analyzer.habits import answer, cheapest, price, side_of


def choose(view, reach=True, block=True, target=61, spend_at=10):
    """The index in view.moves to play.

    reach      takes whatever brings its points to the target
    block      takes, if it can, what would bring the opponent there
    target     the points that settle the hand
    spend_at   the least points on the table for which it trumps
    """
    if view.led < 0:
        return cheapest(view)
    if reach:
        taker = cheapest_taker(view, target - view.points[0] - view.table_points)
        if taker >= 0:
            return taker
    choice = answer(view, spend_at)
    card = view.moves[choice]
    given = view.points[side_of(view, view.winner)] + view.table_points + points(card)
    if block and given >= target and not view.winning_mine and not beats(card, view.winning, view.trump):
        taker = cheapest_taker(view, 0)
        if taker >= 0:
            return taker
    return choice


def cheapest_taker(view, needed):
    """The position of the card to take the trick with, itself worth `needed` points or more; -1 if there is none."""
    choice = -1
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        if points(card) < needed or not beats(card, view.winning, view.trump):
            continue
        hurt = price(card, view.trump) if suit(card) == view.trump else -points(card)
        if hurt < least:
            least = hurt
            choice = k
    return choice

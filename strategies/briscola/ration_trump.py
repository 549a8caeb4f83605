"""Rations its trumps: how much a table must be worth to be trumped may change as the stock runs down.

"Early a trump is for a rich trick, late for any trick", some say, and others the reverse.  With four equal numbers it
is spend_trump, from whom it differs in nothing else.
"""

from analyzer.bits import count
from analyzer.habits import answer, cheapest


def choose(view, early=10, middle=10, late=10, gone=10):
    """The index in view.moves to play.

    early    the least points on the table for which it trumps while more than two thirds of the stock are left
    middle   the same while more than one third is left
    late     the same while anything is left
    gone     the same once the stock is gone
    """
    if view.led < 0:
        return cheapest(view)
    full = count(view.pack) - view.players * count(view.hand)
    spend_at = gone
    if 3 * view.stock > 2 * full:
        spend_at = early
    elif 3 * view.stock > full:
        spend_at = middle
    elif view.stock > 0:
        spend_at = late
    return answer(view, spend_at)

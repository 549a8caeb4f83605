"""Spends a trump only on a table worth at least `spend_at` points, and otherwise gives away as little as it can.

"Do not spend a trump without need": what every primer of the game says first.  This is the plain, sound player the
others are measured against, and most of them differ from it in one decision only.

Leading, it plays its cheapest card: three times the points plus the strength, and 15 more for a trump.  Following, it
takes the trick in suit with its dearest card; if it cannot, and the table is worth a trump, it takes it with the
weakest that serves; else it gives away its cheapest card.
"""

from analyzer.briscola import SWAP, beats, points, strength, suit


def choose(view, spend_at=10):
    """The index in view.moves to play.

    spend_at   the least points on the table for which it trumps; 0 trumps everything, 12 (with two players) nothing
    """
    if view.led < 0:
        return cheapest(view)
    taker = -1
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        if beats(card, view.winning, view.trump):
            trumping = suit(card) == view.trump
            if trumping and view.table_points < spend_at:
                continue
            hurt = price(card, view.trump) if trumping else -points(card)
            if hurt < least:
                least = hurt
                taker = k
    return taker if taker >= 0 else cheapest(view)


def cheapest(view):
    """The position of the card that hurts least."""
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        hurt = price(view.moves[k], view.trump)
        if hurt < least:
            least = hurt
            choice = k
    return choice


def price(card, trump):
    """What it hurts to part with the card; to swap the upcard, where the rules offer it, hurts least."""
    return 3 * points(card) + strength(card) + (15 if suit(card) == trump else 0) - (card == SWAP)

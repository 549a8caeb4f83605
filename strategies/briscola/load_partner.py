"""Gives aces, threes and figures to a trick the partner is winning, once it is safe, and never trumps him.

"Load your partner's trick": when his card is winning and hardly anything that an opponent still to play may hold beats
it, the points belong there rather than in the hand.  A trump on his trick is a trump wasted.  The rest is spend_trump,
to whom `risk=-1.0, spare=False` lead back, as do tables without partners.
"""

from analyzer.habits import ALL, answer, cheapest, danger, richest_gift, winner_in_suit


def choose(view, risk=0.5, spare=True, spend_at=10):
    """The index in view.moves to play.

    risk       loads the partner's trick if the chance of losing it is no more than this; -1.0 never, 1.0 always
    spare      never takes the partner's trick with a trump
    spend_at   the least points on the table for which it trumps
    """
    if view.led < 0:
        return cheapest(view)
    if not view.winning_mine:
        return answer(view, spend_at)
    if danger(view, ALL) <= risk:
        return richest_gift(view)
    if not spare:
        return answer(view, spend_at)
    taker = winner_in_suit(view)
    return taker if taker >= 0 else cheapest(view)

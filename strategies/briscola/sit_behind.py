"""Leaves the trick to a partner who plays after an opponent, and makes the most of playing after all opponents.

"In second place play low and leave the trick to your partner; the last to play has the upper hand."  While an opponent
and a partner are both to come it trumps only a rich table; with no opponent to come it gives a trick that is its side's
the card worth most, for nothing can happen to it.  Everything else is as in spend_trump, to whom `early_at=10,
load=False` lead back, as do tables without partners.
"""

from analyzer.habits import cheapest, foes_to_follow, richest_gift, weakest_trump, winner_sparing_loads


def choose(view, early_at=14, hold=0, last_at=10, last_hold=0, load=True, spend_at=10):
    """The index in view.moves to play.

    early_at   the least points on the table for which it trumps with an opponent and a partner to come
    hold       the least for which it then takes the trick in suit with an ace or a three; 0 any
    last_at    the least points on the table for which it trumps when no opponent plays after it
    last_hold  the least for which it then takes the trick with a side card; 0 any
    load       then gives its dearest side card to a trick that its side is winning
    spend_at   the least points for which it trumps with opponents alone to come
    """
    if view.led < 0:
        return cheapest(view)
    foes = foes_to_follow(view)
    if load and foes == 0 and view.winning_mine:
        return richest_gift(view)
    early = foes > 0 and view.friends_to_follow > 0
    taker = winner_sparing_loads(view, hold if early else 0)
    if foes == 0 and view.table_points < last_hold:
        taker = -1
    if taker < 0 and view.table_points >= (early_at if early else spend_at if foes else last_at):
        taker = weakest_trump(view)
    return taker if taker >= 0 else cheapest(view)

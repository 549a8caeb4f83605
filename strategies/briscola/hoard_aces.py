"""Sits on its side aces and threes until trick `until`: neither leads them nor takes a small trick with them.

"Sometimes keep the high cards until the opponent has no strong answer left", and against it "wait too long with an ace
and you lose it".  From trick `until` on it is spend_trump, who takes home in suit what he can; with `until=1` it is he
throughout.
"""

from analyzer.briscola import THREE, strength, suit
from analyzer.habits import price, weakest_trump, winner_sparing_loads


def choose(view, until=11, take_at=2, spend_at=10):
    """The index in view.moves to play.

    until      the trick from which on the loads are free; 21 never
    take_at    before it, a load may take in suit a table worth that much; 0 any, 12 none
    spend_at   the least points on the table for which it trumps
    """
    holding = view.tricks + 1 < until
    if view.led >= 0:
        taker = winner_sparing_loads(view, take_at if holding else 0)
        if taker < 0 and view.table_points >= spend_at:
            taker = weakest_trump(view)
        if taker >= 0:
            return taker
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if holding and strength(card) >= THREE and suit(card) != view.trump:
            hurt += 100
        if hurt < least:
            least = hurt
            choice = k
    return choice

"""Leads in a style of its choice through trick `until`, and otherwise plays like spend_trump.

For what is said of the lead: play worthless cards first and loads never; or force the high cards out with a middling
figure; or draw trumps; and of two worthless cards lead the one whose suit has lost its ace and three.  With `style=0,
by_loads=0` it leads like spend_trump too.
"""

from analyzer.bits import count
from analyzer.briscola import SWAP, points, strength, suit
from analyzer.habits import ALL, answer, loads_of, others, price

CHEAPEST, ANY, DEAREST, FIGURE, TRUMP = range(5)


def choose(view, style=3, until=20, by_loads=1, spend_at=10):
    """The index in view.moves to play.

    style      0 the cheapest card, 1 any card, 2 the dearest, 3 a jack, queen or king of a side suit, 4 a small trump
    until      the last trick led in that style; later ones are led as with 0
    by_loads   of worthless side cards leads the one with the fewest loads of its suit out (1), the most (-1), or
               merely the weakest (0)
    spend_at   the least points on the table for which it trumps
    """
    if view.led >= 0:
        return answer(view, spend_at)
    last = view.n_moves - 1
    if view.moves[last] == SWAP:
        return last
    now = style if view.tricks < until else CHEAPEST
    if now == ANY:
        return ((view.dice & 0xFFFFFFFF) * view.n_moves) >> 32
    out = others(view, ALL)
    choice = 0
    least = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        hurt = price(card, view.trump)
        if now == DEAREST:
            hurt = -points(card)
        elif suit(card) == view.trump:
            if now == TRUMP:
                hurt -= 100
        elif now == FIGURE and 0 < points(card) < 10:
            hurt -= 100
        elif by_loads and points(card) == 0:
            hurt = strength(card) + 5 * by_loads * count(loads_of(card) & out) - 20
        if hurt < least:
            least = hurt
            choice = k
    return choice

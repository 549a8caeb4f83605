"""Leads a side ace or three as soon as the chance of losing it is small, and from trick `deadline` on at any risk.

"Bring your aces home while they are good", against "lead worthless cards, not loads".  The chance is that of an
opponent's holding a trump or a higher card of the suit, every card not yet seen being as likely to lie anywhere.  The
rest is spend_trump, to whom `risk=-1.0, deadline=21` lead back.
"""

from analyzer.briscola import THREE, strength, suit
from analyzer.habits import ALL, above, answer, cards_of_foes, chance, cheapest, others, trumps


def choose(view, risk=0.3, deadline=16, ace_first=True, spend_at=10):
    """The index in view.moves to play.

    risk        leads a load if its chance of being beaten is no more than this
    deadline    from this trick on leads a load whatever the chance; 21 never
    ace_first   never leads a three while the ace of its suit may be against it
    spend_at    the least points on the table for which it trumps
    """
    if view.led >= 0:
        return answer(view, spend_at)
    out = others(view, ALL)
    choice = -1
    least = 1.0 if view.tricks + 1 >= deadline else risk
    for k in range(view.n_moves):
        card = view.moves[k]
        if strength(card) < THREE or suit(card) == view.trump or (ace_first and above(card) & out):
            continue
        beaten = chance(above(card) | trumps(view), out, cards_of_foes(view))
        if beaten <= least:
            least = beaten
            choice = k
    return choice if choice >= 0 else cheapest(view)

"""Guards its trumps: small ones for a table worth `spend_at`, figures and loads of trumps for a richer one.

Several pieces of advice in one: a trump is for saving a rich trick or for capturing an ace or a three, so give up a
worthless trick to keep one; trump as low as will do, and spare the figures; yet for a load use even a high trump if
there is no low one; do not sit on the ace and the three of trumps until the last hands; keep the ace of trumps for a
trick with a three in it.  Everything else is as in spend_trump, to which `figures_at=0, loads_at=0` lead back.
"""

from analyzer.briscola import THREE, beats, points, strength, suit
from analyzer.habits import cheapest, winner_in_suit


def choose(view, spend_at=3, figures_at=3, loads_at=10, release=3, plenty=4, dearest=False):
    """The index in view.moves to play.

    spend_at     the least points on the table for which it trumps (11 captures aces only, 12 nothing)
    figures_at   the same for J, Q and K of trumps; counts only if it is more
    loads_at     the same for the ace and the three of trumps
    release      in the last `release` tricks loads_at no longer holds
    plenty       holding that many trumps, it trumps any table, even a worthless one, with a low trump (4 never)
    dearest      trumps with the strongest trump allowed, not with the weakest
    """
    if view.led < 0:
        return cheapest(view)
    taker = winner_in_suit(view)
    if taker < 0:
        late = view.stock == 0 and view.n_moves <= release
        taker = ruff(view, spend_at, figures_at, 0 if late else loads_at, plenty, dearest)
    return taker if taker >= 0 else cheapest(view)


def ruff(view, spend_at, figures_at, loads_at, plenty, dearest):
    """The position of the trump to take the table with; -1 if none may be used."""
    held = 0
    for k in range(view.n_moves):
        held += suit(view.moves[k]) == view.trump
    choice = -1
    for k in range(view.n_moves):
        card = view.moves[k]
        if suit(card) != view.trump or not beats(card, view.winning, view.trump):
            continue
        enough = spend_at
        if strength(card) >= THREE:
            enough = max(spend_at, loads_at)
        elif points(card) > 0:
            enough = max(spend_at, figures_at)
        elif held >= plenty:
            enough = 0
        if view.table_points >= enough and (choice < 0 or dearest):
            choice = k
    return choice

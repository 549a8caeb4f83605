"""Melds whatever it can, naturals first, and discards the dearest card that goes with nothing in its hand.

The plain player: the others are measured against it, and most of them differ from it in one decision only.  It takes
the pile for the sake of one card it can use, opens melds with its wilds, lays them on melds of six cards or more, and
closes as soon as it can.
"""

from analyzer.rummy import plain


def choose(view, enough=1):
    """The index in view.moves to play.

    enough   takes the pile for so many cards that it can use
    """
    return plain(view, enough)

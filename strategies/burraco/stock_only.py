"""Never takes the pile before turn `until`: it draws, and shows nobody what it holds.

With `until=0` it is meld_all.
"""

from analyzer.burraco import DRAW
from analyzer.rummy import plain


def choose(view, until=999, enough=1):
    """The index in view.moves to play.

    until    the number of the turn, of all four players together, from which on it may take the pile
    enough   takes the pile then for so many cards that it can use
    """
    return 0 if view.phase == DRAW and view.turns < until else plain(view, enough)

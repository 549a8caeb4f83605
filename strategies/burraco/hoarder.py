"""Melds nothing until it can go out in one turn, or time presses.

"Hold your melds back until the hand can reach the pozzetto at once", as it is done with two players.  With `stock=42`
it is meld_all.
"""

from analyzer.burraco import MELDING, STOP, UNTAKEN
from analyzer.rummy import MINE, fewest, left_over, plain


def choose(view, stock=30, alarm=6, over=1, most=16, enough=1):
    """The index in view.moves to play.

    stock    holds back while more cards than this are in the stock,
    alarm    both opponents hold more cards than this,
    over     more cards than this would be left if it laid all it can,
    most     and it holds no more cards than this; all that until its side has taken the pozzetto
    enough   takes the pile for so many cards that it can use
    """
    if view.phase == MELDING and view.pozzetto[MINE] == UNTAKEN and view.melded_now == 0 and view.moves[0].kind == STOP:
        if view.stock > stock and fewest(view) > alarm and view.hand.n <= most and left_over(view) > over:
            return 0
    return plain(view, enough)

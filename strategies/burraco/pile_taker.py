"""Takes the pile freely, but not for one card alone when the next player is about to run out.

"Early take the pile freely, late only if it is of use"; "leave it when the next opponent holds two cards"; "the second
of a pair always takes a pile of two"; "the partner of him who is about to close always takes the pile".  Each is a
parameter.  With `next_holds=0`, `late=1` and the rest as it is, it is meld_all.
"""

from analyzer.burraco import DRAW
from analyzer.rummy import THEIRS, has_pozzetto, left_with_pile, pile_brings, plain


def choose(view, enough=1, late=1, next_holds=4, then=2, second=1, helper=0, plan=False):
    """The index in view.moves to play.

    enough       takes the pile for so many cards that it can use,
    late         for so many when the opponents have their pozzetto, and
    next_holds   when the next player holds no more cards than this,
    then         for so many
    second       in its first turn, second of its pair, it takes a pile of two for so many; 0 always, 3 never
    helper       takes any pile when its partner holds a card or more, but no more than this
    plan         takes any pile with which it would run out or close
    """
    if view.phase != DRAW:
        return plain(view, enough)
    needed = enough
    if has_pozzetto(view, THEIRS):
        needed = max(needed, late)
    if 0 < view.hands[1] <= next_holds:
        needed = max(needed, then)
    if view.n_pile == 2 and 2 <= view.turns < 4 and second != 1:
        needed = second
    if 0 < view.hands[2] <= helper:
        needed = 0
    if plan and left_with_pile(view) <= 1:
        needed = 0
    return 1 if pile_brings(view) >= needed else 0

"""Works to close: once its side has the pozzetto it holds no wild back, and it closes as soon as it can.

"Close at once when the opponents have just taken their pozzetto or hold two or three cards; wait while your partner has
not played his": with `partner` it does not close then.  With `least=6`, `plan=False` and `partner=99` it is meld_all.
"""

from analyzer.burraco import MELDING
from analyzer.rummy import MINE, THEIRS, best_meld_with, fewest, has_pozzetto, left_over, plain


def choose(view, least=5, plan=True, partner=99, near=3, full=99, enough=1):
    """The index in view.moves to play.

    least     a wild is laid on a meld of so many cards once its side has the pozzetto
    plan      lays every card if that takes the pozzetto or closes
    partner   does not close while its partner holds so many cards,
    near      unless an opponent holds no more than this,
    full      or, its side having the pozzetto, so many or more
    enough    takes the pile for so many cards that it can use
    """
    if view.phase != MELDING:
        return plain(view, enough)
    done = has_pozzetto(view, MINE)
    late = has_pozzetto(view, THEIRS) and max(view.hands[1], view.hands[3]) >= full
    if done and view.hands[2] >= partner and fewest(view) > near and not late:
        return best_meld_with(view, least, 2)
    if plan and left_over(view) <= 1:
        return best_meld_with(view, 3, 0)
    return best_meld_with(view, least if done else 6, 0)

"""Opens runs before sets, and sets of aces, threes and kings before others.

"Prefer runs to sets"; "and if sets, of extreme ranks, for the middle ones are needed for runs".  A set that costs
100 is opened after the runs of three naturals, one that costs 600 after those with a wild too, one that costs 1200 when
no wild can be laid on anything either, and one that costs 3000 never.  With both at 0 it is meld_all.
"""

from analyzer.burraco import KING, MELDING, OPEN_SET, rank
from analyzer.rummy import NEVER, plain, worth_of_meld


def choose(view, sets=600, extremes=0, enough=1):
    """The index in view.moves to play.

    sets       what it costs to open a set of fours to queens
    extremes   what it costs to open one of aces, threes or kings
    enough     takes the pile for so many cards that it can use
    """
    if view.phase != MELDING:
        return plain(view, enough)
    choice = 0
    most = NEVER
    for k in range(view.n_moves):
        step = view.moves[k]
        worth = worth_of_meld(view, step)
        if step.kind == OPEN_SET:
            extreme = rank(step.card) <= 3 or rank(step.card) == KING
            worth -= extremes if extreme else sets
        if worth > most:
            most = worth
            choice = k
    return choice

"""Keeps a clean burraco clean but to close, and may wait with the wild on a clean six.

"Never dirty a clean burraco unless you are about to close", and against it "a clean burraco is not to be chased at any
cost".  With `spare=0` and `wait=42` it is meld_all.
"""

from analyzer.burraco import BURRACO, MELDING
from analyzer.rummy import MINE, NEVER, dirties, has_pozzetto, left_over, plain, worth_of_meld

LAST_RESORT = 1  # better than to stop


def choose(view, spare=1, wait=42, enough=1):
    """The index in view.moves to play.

    spare    a wild goes on a clean burraco: 0 as soon as there is one, 1 only to close in this turn, 2 never
    wait     none makes a burraco of a clean six while more cards than this are in the stock, but to run out or close
    enough   takes the pile for so many cards that it can use
    """
    if view.phase != MELDING:
        return plain(view, enough)
    choice = 0
    most = NEVER
    for k in range(view.n_moves):
        step = view.moves[k]
        worth = worth_of_meld(view, step)
        if worth > most and dirties(view, step):
            worth = worth_of_dirtying(view, step, worth, spare, wait)
        if worth > most:
            most = worth
            choice = k
    return choice


def worth_of_dirtying(view, step, worth, spare, wait):
    """The worth of a step that puts a wild to a clean meld, if others would give it `worth`."""
    if step.n == BURRACO and view.stock > wait:
        return worth if left_over(view) <= 1 else NEVER
    if step.n > BURRACO and spare > 0:
        return LAST_RESORT if spare == 1 and has_pozzetto(view, MINE) and left_over(view) <= 1 else NEVER
    return worth

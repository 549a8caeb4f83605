"""Bids now and then, calls any card, plays any card: the zero of every scale.

The lower half of view.dice says whether it bids, or which card it calls or plays; every choice is as likely as another.
A bid is the lowest that may be made, so that an auction of five such players climbs a rank at a time and dies out.
"""

from analyzer.chiamata import BID

WORD = 1 << 32


def choose(view, daring=0.25):
    """The index in view.moves to play.

    daring   the chance that it bids when asked; 0.0 always passes
    """
    dice = view.dice & (WORD - 1)
    if view.phase == BID:
        return 1 if dice < daring * WORD else 0
    return dice * view.n_moves >> 32

"""Takes any step it may, each as likely as the others.

The zero of every scale.  It melds nearly all it can, since to stop is only one of its choices at every step.
"""


def choose(view):
    """The index in view.moves to play: the lower half of view.dice, scaled to the number of moves."""
    return ((view.dice & 0xFFFFFFFF) * view.n_moves) >> 32

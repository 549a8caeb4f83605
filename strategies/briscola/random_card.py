"""Plays any card, each as likely as the others.

The zero of every scale: what is left of a strategy when all thought is taken out of it.
"""


def choose(view):
    """The index in view.moves to play: the lower half of view.dice, scaled to the number of moves."""
    return ((view.dice & 0xFFFFFFFF) * view.n_moves) >> 32

"""Always gives away its cheapest card, and so takes tricks only by accident.

The miser: he risks nothing, spends nothing, and leaves his aces to the end.  A card costs three times its points plus
its strength, and 15 more if it is a trump; of equals the first suit's goes.
"""

from analyzer.habits import cheapest


def choose(view):
    """The index in view.moves to play."""
    return cheapest(view)

"""Takes every trick it can: in suit with its dearest card, else with the weakest trump that serves.

"Points come from winning every round."  Against spend_trump it shows what that costs: it leads and gives away as he
does and differs only in trumping tables that are worth little or nothing.
"""

from analyzer.habits import answer, cheapest


def choose(view):
    """The index in view.moves to play."""
    if view.led < 0:
        return cheapest(view)
    return answer(view, 0)

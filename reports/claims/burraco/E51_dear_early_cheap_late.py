"""Early collect the dear cards, late be rid of them.

Between cards that have as much to do with the rest of the hand, one player discards the cheapest in the first five
turns of each player and the dearest later, another the dearest all along, a third the cheapest.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "extreme_discarder:middle=0,cheap_until=20",
            "extreme_discarder:middle=0,cheap_until=0",
            "keeping dear cards early",
            "discarding the dearest all along",
        ),
        Case(
            "extreme_discarder:middle=0,cheap_until=20",
            "extreme_discarder:middle=0,cheap_until=999",
            "discarding dear cards late",
            "discarding the cheapest all along",
        ),
    ],
    curve=Curve(
        "extreme_discarder:middle=0",
        "cheap_until",
        (0, 8, 16, 20, 32, 48, 999),
        "before this turn of all four together the cheapest of equals goes",
    ),
)

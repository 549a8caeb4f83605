"""Discard the extreme cards early, never the central ones.

Between cards that have as much to do with the rest of the hand, one player discards the dearest, another the one
nearer to an ace in its suit, a third the one farther from it.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "extreme_discarder:middle=4",
            "extreme_discarder:middle=0",
            "discarding extreme cards first",
            "discarding dear cards first",
        ),
        Case(
            "extreme_discarder:middle=4",
            "extreme_discarder:middle=-4",
            "discarding extreme cards first",
            "discarding central cards first",
        ),
    ],
    curve=Curve(
        "extreme_discarder",
        "middle",
        (-4, -2, 0, 1, 2, 4, 8, 20),
        "what each step from the nearer ace is worth in the hand, in points of a card",
    ),
)

"""A trump is for saving a rich trick, or for capturing the opponent's ace or three.

One player trumps only when the trick is worth ten points, the other whenever there are points in it.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case(
            "spend_trump",
            "spend_trump:spend_at=2",
            "trumping aces and threes alone",
            "trumping jacks, queens and kings too",
        )
    ],
    curve=Curve("spend_trump", "spend_at", (2, 3, 4, 10, 11, 12), "trumps a trick worth so many points or more"),
)

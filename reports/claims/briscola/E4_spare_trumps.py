"""Do not spend a trump without need.

One player trumps only a trick worth ten points or more, the other any trick at all.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [Case("spend_trump", "spend_trump:spend_at=0", "sparing trumps for tricks of ten points", "trumping any trick")],
    curve=Curve("spend_trump", "spend_at", (0, 2, 3, 4, 10, 11, 12), "trumps a trick worth so many points or more"),
)

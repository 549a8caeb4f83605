"""Points come from winning every round.

One player takes every trick he can; the other leads and gives away the same cards, but trumps only a trick worth ten
points or more.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "another beginner's primer"

EXPERIMENT = Experiment(
    [Case("always_win", "spend_trump", "taking every trick", "letting the poor ones go")],
    curve=Curve("spend_trump", "spend_at", (0, 2, 3, 4, 10, 11, 12), "trumps a trick worth so many points or more"),
)

"""If sets, then of aces, threes and kings: keep the middle ranks for runs.

One player opens sets of aces, threes and kings at once, and sets of the middle ranks only after runs, with a wild
too, or never; the others open sets of all ranks alike, or put off those of the extreme ranks instead.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "run_builder:sets=600,extremes=0",
            "run_builder:sets=0,extremes=0",
            "putting off sets of middle ranks",
            "opening sets of any rank at once",
        ),
        Case(
            "run_builder:sets=600,extremes=0",
            "run_builder:sets=0,extremes=600",
            "putting off sets of middle ranks",
            "putting off those of aces, threes and kings",
        ),
        Case(
            "run_builder:sets=3000,extremes=0",
            "run_builder:sets=0,extremes=0",
            "opening no sets of middle ranks",
            "opening sets of any rank at once",
        ),
    ],
    curve=Curve(
        "run_builder:extremes=0",
        "sets",
        (-100, 0, 600, 3000),
        "what opening a set of middle rank costs: 600 puts it after runs with a wild, 3000 forbids it",
    ),
)

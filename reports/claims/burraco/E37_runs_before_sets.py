"""Prefer runs to sets.

Of melds of three naturals one player opens runs first, another sets. A third opens sets only when no run can be
opened, not even with a wild; the plain player before that.
"""

from analyzer.claims import Case, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "run_builder:sets=100,extremes=100",
            "run_builder:sets=-100,extremes=-100",
            "opening natural runs before natural sets",
            "opening sets first",
        ),
        Case(
            "run_builder:sets=600,extremes=600",
            "run_builder:sets=0,extremes=0",
            "opening sets after runs with a wild",
            "opening natural sets first",
        ),
    ],
)

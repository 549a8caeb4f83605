"""Waiting too long with an ace loses it.

Answering: one player takes home in suit whatever his aces and threes can win, the other sits on them to the end unless
the trick is worth two points.  Leading: one leads them from the sixteenth trick on, the other never.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case(
            "hoard_aces:until=1",
            "hoard_aces:until=21",
            "taking aces and threes home at once",
            "sitting on them to the end",
        ),
        Case(
            "cash_aces:risk=-1.0,deadline=16",
            "cash_aces:risk=-1.0,deadline=21",
            "leading them from the sixteenth trick on",
            "never leading them by choice",
        ),
    ],
    curve=Curve("hoard_aces", "until", (1, 4, 7, 10, 13, 16, 18, 21), "sits on aces and threes until this trick"),
)

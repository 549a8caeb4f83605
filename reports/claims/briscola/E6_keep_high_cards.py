"""Sometimes keep the high cards until the opponent has no strong answer left.

One player leads a side ace or three only when it is beaten one time in ten at most, another if it is more likely safe
than not, the third at the first chance.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case(
            "cash_aces:risk=0.1,deadline=21",
            "cash_aces:risk=1.0,deadline=21",
            "leading aces and threes only when they are safe",
            "leading them at the first chance",
        ),
        Case(
            "cash_aces:risk=0.5,deadline=21",
            "cash_aces:risk=1.0,deadline=21",
            "leading them when they are likelier safe than not",
            "leading them at the first chance",
        ),
    ],
    curve=Curve(
        "cash_aces:deadline=21",
        "risk",
        (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0),
        "leads an ace or a three if the chance of losing it is no more than this",
    ),
)

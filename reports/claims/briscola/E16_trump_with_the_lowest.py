"""Use the lowest trump that wins, and keep the figures of trumps unless an ace or a three lies there.

One player trumps with the weakest trump that wins, the other with the strongest; one keeps jack, queen and king of
trumps for tricks of ten points, the other spends them on any trick with points in it.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a player's guide, and builders of playing programs"

EXPERIMENT = Experiment(
    [
        Case(
            "keep_trump:spend_at=10,figures_at=0,loads_at=0",
            "keep_trump:spend_at=10,figures_at=0,loads_at=0,dearest=True",
            "trumping with the lowest trump that wins",
            "trumping with the highest",
        ),
        Case(
            "keep_trump:spend_at=2,figures_at=10,loads_at=10",
            "keep_trump:spend_at=2,figures_at=0,loads_at=10",
            "keeping the figures of trumps for aces and threes",
            "spending them on any points",
        ),
    ],
    curve=Curve(
        "keep_trump:spend_at=2,loads_at=10",
        "figures_at",
        (2, 3, 4, 10, 11, 12),
        "uses a jack, queen or king of trumps for a trick worth so many points or more",
    ),
)

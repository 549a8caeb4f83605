"""Do not hoard the ace and the three of trumps for the last hands.

Both trump tricks worth ten points; one uses the ace and the three of trumps for them too, the other only in the last
three tricks.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "table lore; builders of playing programs saw both faults"

EXPERIMENT = Experiment(
    [
        Case(
            "keep_trump:spend_at=10,figures_at=0,loads_at=0",
            "keep_trump:spend_at=10,figures_at=0,loads_at=23",
            "using the ace and three of trumps for any rich trick",
            "hoarding them for the last three tricks",
        )
    ],
    curve=Curve(
        "keep_trump:spend_at=10,figures_at=0",
        "loads_at",
        (10, 11, 12, 14, 20, 23),
        "uses the ace and the three of trumps for a trick worth so many points or more",
    ),
)

"""Late, better discard a wild than be caught with it.

When an opponent who has his pozzetto holds three cards or fewer, or six, one player discards its wilds first; the
plain player last.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "wild_keeper:own=0,late=3",
            "wild_keeper:own=0,late=0",
            "discarding wilds when an opponent holds three cards",
            "keeping them",
        ),
        Case(
            "wild_keeper:own=0,late=6",
            "wild_keeper:own=0,late=0",
            "discarding wilds when an opponent holds six cards",
            "keeping them",
        ),
    ],
    curve=Curve(
        "wild_keeper:own=0",
        "late",
        (0, 1, 2, 3, 4, 6, 8, 11),
        "discards wilds first when an opponent with his pozzetto holds no more cards than this",
    ),
)

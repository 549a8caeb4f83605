"""A clean burraco is not to be chased at any cost.

One player puts a wild on a clean meld of six when it has one to spare; the other waits for the natural card to the
end of the hand. And one opens melds with wilds as it can, the other never but to run out.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "clean_builder:spare=0,wait=42",
            "clean_builder:spare=0,wait=0",
            "making a burraco of a clean six with a wild",
            "waiting for the natural card for good",
        ),
        Case(
            "wild_keeper:own=0,opens_at=0",
            "wild_keeper:own=0,opens_at=999",
            "opening melds with wilds",
            "opening clean melds only",
        ),
    ],
    curve=Curve(
        "clean_builder:spare=0",
        "wait",
        (0, 10, 15, 20, 25, 30, 35, 42),
        "waits on a clean six while more cards than this are in the stock",
    ),
)

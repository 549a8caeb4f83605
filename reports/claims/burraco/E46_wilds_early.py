"""Do not spend wilds early on a run of five, and leave a wild free at an end.

One player puts wilds on melds of six cards or more, the other on four already. One opens no meld with a wild in the
first three turns of each player. One prefers to open with two neighbours, beside which the wild lies free, rather
than with two cards between which it is shut in.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "wild_keeper:own=0,least=6",
            "wild_keeper:own=0,least=4",
            "keeping wilds for melds of six",
            "spending them on melds of four",
        ),
        Case(
            "wild_keeper:own=0,opens_at=12",
            "wild_keeper:own=0",
            "opening with no wild in the first three turns",
            "opening with wilds from the start",
        ),
        Case(
            "wild_keeper:own=0,free=20",
            "wild_keeper:own=0",
            "opening runs with the wild free",
            "not minding where it lies",
        ),
    ],
    curve=Curve("wild_keeper:own=0", "least", (3, 4, 5, 6, 7, 8), "a wild is laid on a meld of so many cards"),
)

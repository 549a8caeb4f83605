"""Against the caller lead no aces and threes: give them only once he and his partner have played.

Among the defenders one player leads no ace or three of a side suit by choice, the other as soon as he can, or only
where the caller is the last to play; one gives points to a friend's trick only after the caller and the partner, the
other before them too.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "table lore"

EXPERIMENT = Experiment(
    [
        Case("suit_counter", "suit_counter:loads_at=1", "leading no aces and threes", "leading them at once"),
        Case(
            "suit_counter",
            "suit_counter:loads_at=4",
            "leading none even if the caller plays last",
            "leading them then",
        ),
        Case(
            "suit_counter",
            "suit_counter:feeds=True",
            "feeding friends only after caller and partner",
            "feeding them before, too",
        ),
    ],
    curve=Curve(
        "suit_counter",
        "loads_at",
        (1, 2, 3, 4, 5),
        "leads aces and threes if the caller plays so many places later at least, 5 never",
    ),
)

"""Four players: the last to play takes what he can in suit, the second plays low.

As the last to play one side takes any trick in suit, the other only those of ten points.  In second place, with
an opponent and the partner to come, one neither trumps nor takes with an ace or a three; the other plays as elsewhere.
A third trumps when last for four points already, not for ten.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "table lore"
PLAYERS = 4
ALIKE = "sit_behind:early_at=10,load=False"

EXPERIMENT = Experiment(
    [
        Case(ALIKE, f"{ALIKE},last_hold=10", "taking in suit whenever last", "taking only ten points and more"),
        Case(
            "sit_behind:early_at=34,hold=34,load=False",
            ALIKE,
            "playing low in second place",
            "taking and trumping there as elsewhere",
        ),
        Case(f"{ALIKE},last_at=4", ALIKE, "trumping for four points when last", "trumping for ten"),
    ],
    curve=Curve(
        "sit_behind:load=False",
        "early_at",
        (4, 10, 11, 14, 21, 34),
        "in second place trumps a trick worth so many points or more",
    ),
)

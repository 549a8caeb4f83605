"""Remember the aces, threes and trumps that have been played.

The same player, who weighs every card by what may still be out, remembers trumps and loads (aces and threes), or
nothing; and the strongest player of all, with his memory and without it.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer, and table lore everywhere"

EXPERIMENT = Experiment(
    [
        Case(
            "count_cards:memory=2",
            "count_cards:memory=0",
            "remembering trumps, aces and threes",
            "remembering nothing",
        ),
        Case(
            "maestro",
            "maestro:memory=0",
            "remembering everything as maestro does",
            "maestro without memory",
            pools=["spend_trump"],
        ),
    ],
    curve=Curve(
        "count_cards", "memory", (0, 1, 2, 3), "remembers 0 nothing, 1 trumps, 2 aces and threes too, 3 every card"
    ),
)

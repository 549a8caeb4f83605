"""Going to the pozzetto directly beats going by the discard.

With one card left over, one player discards it and takes the pozzetto, to play on it from the next turn; the other
waits a turn, in every second turn of its own: it keeps back a card that fits its melds, so as to lay its last cards
next time, and if it cannot, goes by the discard then. It does so whatever the others hold, or while both opponents hold
seven cards or more.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "rusher:plan=True,thin=0,hold=1",
            "rusher:plan=True,thin=0,hold=0",
            "waiting a turn to go directly",
            "going by the discard at once",
        ),
        Case(
            "rusher:plan=True,thin=0,hold=7",
            "rusher:plan=True,thin=0,hold=0",
            "waiting a turn while both opponents hold seven cards",
            "going by the discard at once",
        ),
    ],
    curve=Curve(
        "rusher:plan=True,thin=0",
        "hold",
        (1, 3, 5, 7, 9, 11, 0),
        "waits a turn if both opponents hold so many; 0 never",
    ),
)

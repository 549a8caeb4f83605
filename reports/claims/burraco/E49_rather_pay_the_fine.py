"""If the opponents are about to close, rather pay 100 than take eleven cards by a discard.

When an opponent who has his pozzetto holds three cards or fewer, or five, and its own side has none, one player keeps
a card so as not to take the pozzetto by its discard; the plain player takes it.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "rusher:plan=False,thin=0,dodge=3",
            "rusher:plan=False,thin=0,dodge=0",
            "leaving the pozzetto when an opponent holds three cards",
            "taking it",
        ),
        Case(
            "rusher:plan=False,thin=0,dodge=5",
            "rusher:plan=False,thin=0,dodge=0",
            "leaving the pozzetto when an opponent holds five cards",
            "taking it",
        ),
    ],
    curve=Curve(
        "rusher:plan=False,thin=0",
        "dodge",
        (0, 1, 2, 3, 5, 7, 9),
        "does not take it by a discard when an opponent with his pozzetto holds no more cards than this",
    ),
)

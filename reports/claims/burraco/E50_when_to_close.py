"""Close at once if an opponent holds few cards or a new pozzetto; wait for a partner who has his to play.

While its partner holds seven cards or more, one player does not close; one closes then only if an opponent holds
three or fewer, one also if an opponent holds nine or more; and the plain player closes as soon as it can.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "closer:least=6,plan=False,partner=7,near=0",
            "closer:least=6,plan=False,partner=99",
            "waiting for a partner with many cards",
            "closing as soon as it can",
        ),
        Case(
            "closer:least=6,plan=False,partner=7,near=3",
            "closer:least=6,plan=False,partner=7,near=0",
            "closing when an opponent holds three cards",
            "waiting for the partner even then",
        ),
        Case(
            "closer:least=6,plan=False,partner=7,near=0,full=9",
            "closer:least=6,plan=False,partner=7,near=0",
            "closing when an opponent has a new pozzetto",
            "waiting for the partner even then",
        ),
    ],
    curve=Curve(
        "closer:least=6,plan=False,near=0",
        "partner",
        (1, 2, 3, 5, 7, 9, 11, 99),
        "does not close while its partner holds so many cards; 99 always closes",
    ),
)

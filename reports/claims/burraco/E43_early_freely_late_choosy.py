"""Early take the pile freely, late only if it is truly useful.

Until the opponents have their pozzetto, one player takes the pile for one useful card, another for two, a third
without any. After it, one takes it for one useful card, another for two.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "pile_taker:next_holds=0,enough=1,late=2",
            "pile_taker:next_holds=0,enough=2,late=2",
            "early taking it for one useful card",
            "taking it for two only",
        ),
        Case(
            "pile_taker:next_holds=0,enough=0,late=1",
            "pile_taker:next_holds=0,enough=1,late=1",
            "early taking any pile",
            "taking it for one useful card",
        ),
        Case(
            "pile_taker:next_holds=0,enough=1,late=2",
            "pile_taker:next_holds=0,enough=1,late=1",
            "late taking it for two useful cards only",
            "taking it for one",
        ),
    ],
    curve=Curve(
        "pile_taker:next_holds=0,enough=1",
        "late",
        (1, 2, 3, 4, 6, 9),
        "takes the pile for so many useful cards once the opponents have their pozzetto",
    ),
)

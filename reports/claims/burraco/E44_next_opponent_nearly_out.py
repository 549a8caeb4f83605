"""Do not take the pile when the next opponent holds two cards (some say five).

When the next player holds no more than two cards, or five, one player leaves every pile, one takes it if it can use
two cards of it, and the plain player takes it for one as always.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "pile_taker:next_holds=2,then=99",
            "pile_taker:next_holds=0",
            "leaving every pile when he holds two",
            "taking it for one useful card",
        ),
        Case(
            "pile_taker:next_holds=5,then=99",
            "pile_taker:next_holds=0",
            "leaving every pile when he holds five",
            "taking it for one useful card",
        ),
        Case(
            "pile_taker:next_holds=5,then=2",
            "pile_taker:next_holds=0",
            "taking it for two useful cards when he holds five",
            "taking it for one",
        ),
    ],
    curve=Curve(
        "pile_taker:then=99",
        "next_holds",
        (0, 1, 2, 3, 4, 5, 7),
        "leaves every pile when the next player holds no more cards than this",
    ),
)

"""The helper always takes the pile and feeds the partner who is to close.

When its partner holds four cards or fewer, one player takes any pile, the plain player only for a card it can use.
And of a pair one takes every pile all along, the other plays plainly.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "pile_taker:next_holds=0,helper=4",
            "pile_taker:next_holds=0,helper=0",
            "taking every pile for a partner with few cards",
            "taking it if it is of use",
        ),
        Case(
            "pile_taker:next_holds=0,enough=0+meld_all",
            "meld_all",
            "one partner taking every pile",
            "both taking it if it is of use",
        ),
    ],
    curve=Curve(
        "pile_taker:next_holds=0",
        "helper",
        (0, 1, 2, 4, 6, 8, 11),
        "takes any pile when its partner holds no more cards than this",
    ),
)

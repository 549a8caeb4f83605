"""The second player of a pair always takes a pile of two cards.

In its first turn, when its partner has played already, one player takes a pile of two cards whatever they are, one if
it can use a card of it, one never.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site, on tournaments"

EXPERIMENT = Experiment(
    [
        Case(
            "pile_taker:next_holds=0,second=0",
            "pile_taker:next_holds=0,second=1",
            "always taking it",
            "taking it if a card is of use",
        ),
        Case(
            "pile_taker:next_holds=0,second=0",
            "pile_taker:next_holds=0,second=3",
            "always taking it",
            "never taking it",
        ),
    ],
    curve=Curve("pile_taker:next_holds=0", "second", (0, 1, 2, 3), "takes that pile for so many useful cards; 3 never"),
)

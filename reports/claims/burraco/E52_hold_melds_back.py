"""Hold your melds back until the hand can reach the pozzetto.

A habit of the game for two, tried here by the four of two sides: one player melds nothing until it can run out in one
turn, the stock is down to thirty cards or an opponent holds no more than six; another does not mind the stock; the
plain player melds at once.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site, on the game for two"

EXPERIMENT = Experiment(
    [
        Case(
            "hoarder:stock=30",
            "hoarder:stock=42",
            "with four at the table holding melds back for a while",
            "melding at once",
        ),
        Case(
            "hoarder:stock=0",
            "hoarder:stock=42",
            "with four at the table holding them back as long as nobody is near",
            "melding at once",
        ),
    ],
    curve=Curve(
        "hoarder", "stock", (0, 10, 20, 30, 34, 38, 42), "holds back while more cards than this are in the stock"
    ),
)

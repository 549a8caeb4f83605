"""Pass with a flat hand, bid with a long suit.

One player passes with fewer than four cards of a suit, however strong they are, the other goes by strength alone; and
one who bids little bids with any five cards of a suit, the other with five strong ones only.  The second is tried among
players of his own kind alone: others always outbid both.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a club's advice to beginners"

EXPERIMENT = Experiment(
    [
        Case("suit_counter:cards=4", "suit_counter", "passing with a flat hand", "bidding by strength alone"),
        Case(
            "timid:cards=5,least=0",
            "timid:cards=5,least=15",
            "bidding with any five cards of a suit",
            "bidding with strong ones only",
            pools=[],  # who bids little is never the caller among those who bid much
        ),
    ],
    curve=Curve("suit_counter", "cards", (1, 3, 4, 5, 6), "passes with fewer cards of its best suit than this"),
)

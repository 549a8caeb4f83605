"""Call the highest card you miss in your long suit.

Where only points are bid and any card may be called: one player calls the strongest card of his suit that he lacks,
the others the next one, the one after that, or any.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "players' guides, and rule books"
RULES = ["bid_form=points_only"]

EXPERIMENT = Experiment(
    [
        Case("suit_counter", f"suit_counter:call={call}", "calling the highest card he lacks", f"calling {words}")
        for call, words in ((1, "the next one"), (2, "the third"), (-1, "any he lacks"))
    ],
    curve=Curve(
        "suit_counter", "call", (0, 1, 2, 3, 4, 5), "calls the card that many places below the highest missing"
    ),
)

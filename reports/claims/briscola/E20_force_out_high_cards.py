"""Force out the opponent's high cards early.

One player leads jacks, queens and kings of side suits, five or ten tricks long; the other his cheapest card.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a player's guide"
CHEAPEST = "lead_style:style=0,by_loads=0"

EXPERIMENT = Experiment(
    [
        Case(
            f"lead_style:style=3,by_loads=0,until={until}",
            CHEAPEST,
            f"leading middling figures for {words} tricks",
            "leading the cheapest card",
        )
        for until, words in ((5, "five"), (10, "ten"))
    ],
    curve=Curve("lead_style:style=3,by_loads=0", "until", (0, 2, 5, 10, 15, 17, 20), "leads a figure up to this trick"),
)

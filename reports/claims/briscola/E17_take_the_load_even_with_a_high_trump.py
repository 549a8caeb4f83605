"""An ace or a three on the table is to be taken, even with a high trump if there is no low one.

Both trump tricks worth ten points; one with any trump, the other with a low one or not at all; a third spares only the
ace and the three of trumps, and that to the end.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a player's guide"
ANY = "keep_trump:spend_at=10,figures_at=0,loads_at=0,release=0"

EXPERIMENT = Experiment(
    [
        Case(
            ANY,
            "keep_trump:spend_at=10,figures_at=12,loads_at=12,release=0",
            "taking aces and threes even with a high trump",
            "taking them with a low trump or not at all",
        ),
        Case(
            ANY,
            "keep_trump:spend_at=10,figures_at=0,loads_at=12,release=0",
            "taking them even with the ace or the three of trumps",
            "sparing those to the end",
        ),
    ],
    curve=Curve(
        "keep_trump:spend_at=10,loads_at=0,release=0",
        "figures_at",
        (10, 11, 12),
        "uses a jack, queen or king of trumps for a three (10), for an ace only (11), or for nothing (12)",
    ),
)

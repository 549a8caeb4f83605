"""Never discard what your partner has just discarded; best is what the opponent before you has.

Between cards that have as much to do with the rest of the hand, one player avoids the rank of its partner's last
discard, another prefers that of the opponent before it, the plain player discards the dearest.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "discard_reader:before=0,after=0,partner=5",
            "discard_reader:before=0,after=0,partner=0",
            "not repeating the partner's discard",
            "not minding it",
        ),
        Case(
            "discard_reader:before=5,after=0,partner=0",
            "discard_reader:before=0,after=0,partner=0",
            "repeating the discard of the opponent before",
            "not minding it",
        ),
    ],
    curve=Curve(
        "discard_reader:after=0,partner=0",
        "before",
        (-5, 0, 5, 10, 20, 40),
        "what it is worth to repeat that discard, in points of a card",
    ),
)

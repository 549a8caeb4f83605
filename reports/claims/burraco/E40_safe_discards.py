"""Never discard a card that fits the opponents' melds or matches the pile.

One player prefers other cards if they have as little to do with its hand, another keeps such cards at any price, the
plain player does not look. And maestro weighs what a discard gives the opponents, or does not.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a Burraco teaching site"

EXPERIMENT = Experiment(
    [
        Case(
            "safe_discarder:theirs=12,pile=0",
            "safe_discarder:theirs=0,pile=0",
            "rather not discarding what fits their melds",
            "not looking at them",
        ),
        Case(
            "safe_discarder:theirs=500,pile=0",
            "safe_discarder:theirs=0,pile=0",
            "never discarding what fits their melds",
            "not looking at them",
        ),
        Case(
            "safe_discarder:theirs=0,pile=5",
            "safe_discarder:theirs=0,pile=0",
            "rather not discarding what matches the pile",
            "not looking at it",
        ),
        Case(
            "maestro",
            "maestro:fear=0.0",
            "maestro weighing what a discard gives away",
            "maestro not weighing it",
            pools=["meld_all"],
        ),
    ],
    curve=Curve(
        "safe_discarder:pile=0",
        "theirs",
        (0, 5, 12, 20, 40, 500),
        "what it is worth not to give the opponents a card that fits, in points of a card",
    ),
)

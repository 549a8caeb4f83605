"""Do not treat all tricks alike: give a worthless one away to keep a trump.

One player never trumps a trick without points; the other does, either always, or with a low trump when he holds two.
Both trump what is worth two points or more.
"""

from analyzer.claims import Case, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case("spend_trump:spend_at=2", "spend_trump:spend_at=0", "giving away worthless tricks", "trumping them too"),
        Case(
            "keep_trump:spend_at=2,figures_at=0,loads_at=0,plenty=4",
            "keep_trump:spend_at=2,figures_at=0,loads_at=0,plenty=2",
            "giving them away even with trumps to spare",
            "taking them with the lower of two trumps",
        ),
    ]
)

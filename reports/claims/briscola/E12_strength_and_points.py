"""The strength of a card and its points are different things: mind both.

When they give a card away, one player weighs its points and its strength, a trump being dearer than a worthless card
and cheaper than a king; another goes by points alone, so that small trumps are as cheap as other small cards; a third
by strength alone, so that every trump is dearer than an ace of another suit.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case("throw_away", "throw_away:trump_price=0", "minding both when giving cards away", "minding points alone"),
        Case(
            "throw_away", "throw_away:trump_price=60", "minding both when giving cards away", "minding strength alone"
        ),
    ],
    curve=Curve(
        "throw_away",
        "trump_price",
        (0, 5, 10, 15, 20, 30, 60),
        "what a trump costs more than a side card, a point costing three",
    ),
)

"""Lead worthless cards early, not aces and threes.

One player leads his cheapest card; the others, up to the tenth trick, their dearest, or any.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "table lore"

EXPERIMENT = Experiment(
    [
        Case(
            "lead_style:style=0,by_loads=0",
            "lead_style:style=2,by_loads=0,until=10",
            "leading the cheapest card",
            "leading the dearest, ten tricks long",
        ),
        Case(
            "lead_style:style=0,by_loads=0",
            "lead_style:style=1,by_loads=0,until=10",
            "leading the cheapest card",
            "leading any card, ten tricks long",
        ),
    ],
    curve=Curve(
        "lead_style:style=2,by_loads=0", "until", (0, 2, 5, 10, 15, 17, 20), "leads the dearest card up to this trick"
    ),
)

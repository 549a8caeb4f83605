"""Of two worthless leads choose the suit whose ace and three are gone.

Of his worthless side cards one player leads the one with the fewest loads (ace and three) of its suit still out, the
other merely the weakest; a third the one with the most.
"""

from analyzer.claims import Case, Experiment

SOURCE = "a player's guide"

EXPERIMENT = Experiment(
    [
        Case(
            "lead_style:style=0,by_loads=1",
            "lead_style:style=0,by_loads=0",
            "leading where the ace and three are gone",
            "leading the weakest card",
        ),
        Case(
            "lead_style:style=0,by_loads=1",
            "lead_style:style=0,by_loads=-1",
            "leading where the ace and three are gone",
            "leading where they are out",
        ),
    ]
)

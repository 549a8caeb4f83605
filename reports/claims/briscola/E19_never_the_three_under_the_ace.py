"""Never throw the three under the ace of its suit, and keep the ace of trumps for a trick with a three in it.

One player throws anything rather than the three when the ace has been led, the other throws it like any card of its
price; one leads no three while the ace of its suit is out, the other whenever it is likely to be safe; one keeps the
ace and the three of trumps for tricks of ten points, the other spends them on any points.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a player's guide"

EXPERIMENT = Experiment(
    [
        Case(
            "throw_away:under_ace=60",
            "throw_away:under_ace=0",
            "never throwing the three under its ace",
            "throwing it like any card of its price",
        ),
        Case(
            "cash_aces:ace_first=True",
            "cash_aces:ace_first=False",
            "leading a three only when its ace is gone",
            "leading it whenever it is likely to be safe",
        ),
        Case(
            "keep_trump:spend_at=2,figures_at=0,loads_at=10",
            "keep_trump:spend_at=2,figures_at=0,loads_at=0",
            "keeping the ace and three of trumps for aces and threes",
            "spending them on any points",
        ),
    ],
    curve=Curve(
        "throw_away",
        "under_ace",
        (-60, -30, -20, -10, 0, 60),
        "what the three costs more under its ace, a point costing three and a trump fifteen more",
    ),
)

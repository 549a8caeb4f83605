"""Four players: load the trick your partner is winning, above all when you are the last to play.

One side gives aces, threes and figures to a trick the partner holds, if it is likelier safe than not: in any place, as
the last to play alone, or only with an opponent still to come; the other side never does.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "table lore"
PLAYERS = 4
NEVER = "load_partner:risk=-1.0,spare=False"

EXPERIMENT = Experiment(
    [
        Case("load_partner:spare=False", NEVER, "loading the partner's trick", "never loading it"),
        Case("load_partner:spare=False,place=1", NEVER, "loading it as the last to play", "never loading it"),
        Case("load_partner:spare=False,place=2", NEVER, "loading it with an opponent to come", "never loading it"),
    ],
    curve=Curve(
        "load_partner:spare=False",
        "risk",
        (-1.0, 0.0, 0.1, 0.3, 0.5, 0.7, 1.0),
        "loads the partner's trick if the chance of losing it is no more than this",
    ),
)

"""Lose the trick before the stock ends: the last card to be drawn is the upcard, a trump.

One player gives that trick away unless it is worth enough, the other takes it like any other; apart for an upcard that
is a low card, a figure, or an ace or a three.  What a trick must be worth: the points on the table and those of the
card that would take it.
"""

from analyzer import plots
from analyzer.answer import Column, Drawing, Table
from analyzer.claims import Case, Experiment, Found, effect
from analyzer.tables import table

SOURCE = "players' guides"
AWAY = "last_draw:low=0,figure=0,load=0"
UPCARDS = {"low": "a low card", "figure": "a jack, queen or king", "load": "an ace or a three"}
ENOUGH = (0, 3, 6, 10, 14, 18, 23)  # 23: more than can lie there


def kept(upcard, enough):
    """The player who minds one kind of upcard."""
    return "last_draw:" + ",".join(f"{each}={enough if each == upcard else 0}" for each in UPCARDS)


EXPERIMENT = Experiment(
    [
        Case(kept(upcard, 21 if upcard == "load" else 6), AWAY, f"losing that trick for {words}", "taking it")
        for upcard, words in UPCARDS.items()
    ]
)


def look(lab):
    """What a trick must be worth to be taken, by upcard."""
    several = lab.among([AWAY, *(kept(upcard, enough) for upcard in UPCARDS for enough in ENOUGH[1:])], ["maestro"])
    rows = []
    for upcard, words in UPCARDS.items():
        gains = [effect(several.gain(kept(upcard, enough), AWAY), table()) for enough in ENOUGH]
        rows += [(words, enough, *gain[:3]) for enough, gain in zip(ENOUGH, gains, strict=True)]
    draw = plots.curve(
        [plots.Series(words, [row[1:] for row in rows if row[0] == words]) for words in UPCARDS.values()],
        title="How much must the trick before the last draw be worth?",
        subtitle=f"{several.deals:,} deals against maestro, seed {lab.seed}, by the upcard",
        across="takes a trick worth so many points or more",
        unit="gain in percentage points",
        line=0.0,
        line_word="takes any",
        sign=True,
    )
    columns = [Column("upcard", "upcard"), Column("enough", "takes from", "right")]
    columns += [Column(key, key, "right", 3) for key in ("effect", "low", "high")]
    return Found(
        tables=[Table("enough", columns, rows, "what the trick before the last draw must be worth, against maestro")],
        drawings=[Drawing("E15_enough", draw, "What it gains to take that trick only from so many points on.")],
    )

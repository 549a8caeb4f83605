"""Watch the end: once the stock is out, the last tricks decide.

The same player plays the last three tricks perfectly, or by the rules he has followed so far; and so does the strongest
player of all.
"""

from analyzer.answer import Column, Table
from analyzer.claims import Case, Experiment, Found
from analyzer.scores import RESULT
from analyzer.trials import Ratio
from analyzer.wording import interval

SOURCE = "a beginner's primer"

EXPERIMENT = Experiment(
    [
        Case("endgame", "endgame:solve=0", "working out the last three tricks", "playing them by habit"),
        Case(
            "maestro:counted=3",
            "maestro:counted=0",
            "working them out as maestro does",
            "maestro playing them by price",
            pools=["spend_trump"],
        ),
    ]
)


def look(lab):
    """How often do the last three tricks, well played or by habit, change who wins?"""
    changed = Ratio()

    def count(number, rows):
        """The first two games of a deal are his who works them out, the other two his who does not, sides alike."""
        won = rows[:, :, RESULT]
        moved = (won[:, 0, 0] != won[:, 2, 0]).astype(int) + (won[:, 1, 1] != won[:, 3, 1])
        changed.add(moved, [2] * len(rows))

    lab.among(["endgame", "endgame:solve=0"], ["maestro"], each=count)
    seen = changed.seen(100)
    told = f"Against maestro that changes the result of {interval(seen, 1, ' %')} of games."
    columns = [Column("measure", "measure"), *(Column(key, key, "right", 2) for key in ("value", "low", "high"))]
    rows = [("games whose result the last three tricks change, %", seen.mean, seen.low, seen.high)]
    return Found(sentences=[told], tables=[Table("changed", columns, rows, "what the end changes")])

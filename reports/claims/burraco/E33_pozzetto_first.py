"""Take the pozzetto first, above all.

Until the side has its pozzetto, one player lays every card in a turn in which that makes it run out, and one also
puts wilds on any small meld to have fewer cards sooner; the plain player does neither. And maestro goes for the
pozzetto and for the end whenever a turn allows, or overlooks both.
"""

from analyzer.answer import Column, Table
from analyzer.burraco_table import FIRST_POZZETTI
from analyzer.claims import Case, Curve, Experiment, Found
from analyzer.scores import RESULT, WHOLE
from analyzer.trials import Ratio
from analyzer.wording import interval

SOURCE = "a Burraco teaching site, on tournaments"

EXPERIMENT = Experiment(
    [
        Case(
            "rusher:plan=True,thin=0",
            "rusher:plan=False,thin=0",
            "laying everything in a turn that takes the pozzetto",
            "laying as usual",
        ),
        Case(
            "rusher:plan=False,thin=0,least=3",
            "rusher:plan=False,thin=0",
            "spending wilds on small melds to be there sooner",
            "keeping them for melds of six",
        ),
        Case(
            "maestro",
            "maestro:hurry=0.0",
            "maestro going for the pozzetto and the end when he can",
            "maestro overlooking both",
            pools=["meld_all"],
        ),
    ],
    curve=Curve(
        "rusher:plan=True",
        "thin",
        (0, 1, 2, 3, 4, 5, 6, 8),
        "with no more cards in hand than this, leaves a pile it cannot use all of, until it has the pozzetto",
    ),
)


def look(lab):
    """How often does the side that takes the first pozzetto win the hand?"""
    won = Ratio()

    def count(number, rows):
        """A hand in which nobody takes a pozzetto has no first."""
        first = rows[:, :, FIRST_POZZETTI] > 0
        won.add((first & (rows[:, :, RESULT] == WHOLE)).sum(axis=(1, 2)), first.sum(axis=(1, 2)))

    lab.duel("rusher:plan=True,thin=0", "rusher:plan=False,thin=0", game="burraco", each=count)
    seen = won.seen(100)
    told = f"The side that takes the first pozzetto wins {interval(seen, 1, ' %')} of hands, for whatever reason."
    columns = [Column("measure", "measure"), *(Column(key, key, "right", 2) for key in ("value", "low", "high"))]
    rows = [("hands won by the side with the first pozzetto, %", seen.mean, seen.low, seen.high)]
    return Found(sentences=[told], tables=[Table("first", columns, rows, "who takes the first pozzetto")])

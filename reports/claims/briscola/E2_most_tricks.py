"""Not who takes most tricks wins, but who collects most points.

One player takes every trick he can, the other lets poor ones go: the first must take more tricks, the second win more.
"""

from analyzer.answer import Column, Table
from analyzer.claims import Found, Unit, Weighed, counted, effect
from analyzer.scores import RESULT, TRICKS
from analyzer.tables import table
from analyzer.trials import Ratio
from analyzer.wording import interval

SOURCE = "a beginner's primer"
GREEDY, PLAIN = "always_win", "spend_trump"


def test(lab):
    """Who takes more tricks, who wins more, and how often do fewer tricks win?"""
    more, fewer = Ratio(), Ratio()

    def count(number, rows):
        """The greedy player has side 0 in the first game of a deal, side 1 in the second."""
        ahead = rows[:, :, TRICKS, 0] - rows[:, :, TRICKS, 1]
        won = rows[:, :, RESULT, 0] - rows[:, :, RESULT, 1]
        more.add(ahead[:, 0] - ahead[:, 1], [2] * len(rows))
        fewer.add((ahead * won < 0).sum(axis=1), (ahead * won != 0).sum(axis=1))

    duel = lab.duel(GREEDY, PLAIN, each=count)
    several = lab.among([PLAIN, GREEDY], [GREEDY, "maestro"])
    gains = [
        effect(
            several.gain(PLAIN, GREEDY, against=opponent),
            table(),
            "" if opponent == GREEDY else opponent,
            several.command(PLAIN, GREEDY, opponent),
        )
        for opponent in (GREEDY, "maestro")
    ]
    tricks, upset = more.seen(), fewer.seen(100)
    ahead = counted(tricks, Unit("tricks a game", 0.01), "", duel.command)
    rows = [
        ("tricks a game more of who takes every trick", tricks.mean, tricks.low, tricks.high),
        ("games won with fewer tricks, % of those won with more or fewer", upset.mean, upset.low, upset.high),
    ]
    numbers = [Column(key, key, "right", 2) for key in ("value", "low", "high")]
    return Found(
        [
            Weighed("letting poor tricks go", "taking every trick", gains),
            Weighed("taking every trick", "letting the poor ones go", [ahead]),
        ],
        [f"Of the games won with more or with fewer tricks, {interval(upset, 1, ' %')} are won with fewer."],
        [Table("tricks", [Column("measure", "measure"), *numbers], rows, "tricks and games won")],
    )

"""Playing second is an advantage, the lead a burden.

Each of six players meets himself: he who answers the first lead should win more often than he who makes it.
"""

from analyzer.answer import Column, Table
from analyzer.claims import Found, Weighed, counted
from analyzer.scores import RESULT, WHOLE
from analyzer.trials import Ratio
from analyzer.verdicts import POINTS_OF_SCORE

SOURCE = "folklore"
PLAYERS_ASKED = ("spend_trump", "always_win", "count_cards", "maestro", "lowest", "random_card")


def test(lab):
    """The score of who answers less that of who leads, for every player against himself."""
    effects, rows = [], []
    for name in PLAYERS_ASKED:
        ahead, led = Ratio(), Ratio()

        def count(number, games, ahead=ahead, led=led):
            """Both games of a deal are the same, since both sides are; side 0 leads."""
            won = games[:, 0, RESULT]
            ahead.add(won[:, 1] - won[:, 0], [WHOLE] * len(won))
            led.add(won[:, 0], [WHOLE] * len(won))

        duel = lab.duel(name, name, each=count)
        effects.append(counted(ahead.seen(100), POINTS_OF_SCORE, name, duel.command))
        seen = led.seen(100)
        rows.append((name, seen.mean, seen.low, seen.high))
    columns = [Column("player", "player"), *(Column(key, key, "right", 2) for key in ("share", "low", "high"))]
    return Found(
        [Weighed("playing second", "leading first", effects)],
        tables=[Table("leader", columns, rows, "games won by who leads the first trick, each against himself, %")],
    )

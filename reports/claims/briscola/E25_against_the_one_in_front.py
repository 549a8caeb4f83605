"""Three players: play against the one in front, and let the last have his tricks.

One player trumps the tricks of whoever is ahead for four points already and those of the third for eleven only; another
for two and never; the plain one trumps anybody's for ten.
"""

from analyzer.answer import Column, Table
from analyzer.claims import Case, Curve, Experiment, Found
from analyzer.scores import RESULT, WHOLE
from analyzer.trials import Ratio
from analyzer.wording import all_of, interval

SOURCE = "table lore"
PLAYERS = 3
SEATS = ("who leads", "the second", "the dealer")
SELFISH = "block_leader:front_at=10,third_at=10"

EXPERIMENT = Experiment(
    [
        Case("block_leader", SELFISH, "trumping the leader sooner and the third later", "treating both alike"),
        Case(
            "block_leader:front_at=2,third_at=40",
            SELFISH,
            "trumping the leader for any points and the third never",
            "treating both alike",
        ),
    ],
    curve=Curve(
        "block_leader:third_at=10",
        "front_at",
        (0, 2, 4, 10, 11, 14),
        "trumps a trick of the player in front that is worth so many points or more",
    ),
)


def look(lab):
    """Who wins at a table of equals, by seat?"""
    shares = [Ratio() for _ in range(PLAYERS)]

    def count(number, rows):
        """All games of a deal are the same, since all players are; seats count from who leads."""
        for seat, share in enumerate(shares):
            share.add(rows[:, 0, RESULT, seat], [WHOLE] * len(rows))

    lab.duel(SELFISH, SELFISH, players=PLAYERS, each=count)
    seen = [share.seen(100) for share in shares]
    rows = [(seat, each.mean, each.low, each.high) for seat, each in zip(SEATS, seen, strict=True)]
    columns = [Column("seat", "won by"), *(Column(key, key, "right", 2) for key in ("share", "low", "high"))]
    told = all_of([f"{seat} {interval(each, unit=' %')}" for seat, each in zip(SEATS, seen, strict=True)])
    return Found(
        sentences=[f"Where all three play plainly, games are won by {told}."],
        tables=[Table("seats", columns, rows, "games won by seat, all three playing plainly, %")],
    )

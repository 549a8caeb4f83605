"""Never dirty a clean burraco unless you are about to close.

One player puts a wild on a clean burraco only to close in the same turn, the other whenever it has one to spare:
where any burraco with a wild counts 100, half of a clean one, and where a semi-clean one, whose wild lies free beside
seven cards, counts 150.
"""

from analyzer.claims import Found, Weighed, effect
from analyzer.tables import table

SOURCE = "a Burraco teaching site"
SPARE, CLOSING = "clean_builder:spare=0", "clean_builder:spare=1"
WHERE = {"off": "burrachi with a wild count 100", "end": "semi-clean ones count 150"}


def test(lab):
    """The player against himself without the advice and against maestro, under both rules."""
    weighed = []
    for semi, counts in WHERE.items():
        seats = {"game": "burraco", "players": 4, "rules": [f"semi_clean={semi}"]}
        where = table(**seats)
        several = lab.among([CLOSING, SPARE], [SPARE, "maestro"], **seats)
        effects = [
            effect(
                several.gain(CLOSING, SPARE, against=opponent),
                where,
                "" if opponent == SPARE else opponent,
                several.command(CLOSING, SPARE, opponent),
            )
            for opponent in (SPARE, "maestro")
        ]
        weighed.append(Weighed(f"dirtying it only to close where {counts}", "dirtying it as wilds allow", effects))
    return Found(weighed)

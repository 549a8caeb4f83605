"""Memory, sparing trumps and watching the end, together, carry you to 61.

All eight players who do or do not remember every card, put a price on their trumps, and work out the last three tricks,
on the same deals; who works out the end knows what is out, whatever he remembered before.  The effect of one is the
mean over the four ways to have the others; two help each other by what one adds more where the other is there.
"""

from itertools import combinations, groupby, product
from math import prod

from analyzer.answer import Column, Table
from analyzer.claims import Found, Weighed, effect, told_by
from analyzer.standings import holm
from analyzer.stats import Interval
from analyzer.tables import table
from analyzer.verdicts import ALPHA
from analyzer.wording import all_of, interval

SOURCE = "a beginner's primer"
ON, OFF = {"memory": 3, "trump_price": 5.0, "solve": 3}, {"memory": 0, "trump_price": 0.0, "solve": 0}
WORDS = {
    "memory": ("remembering every card", "remembering none"),
    "trump_price": ("sparing trumps", "spending them like other cards"),
    "solve": ("working out the end", "playing it by habit"),
}
NAMES = {"memory": "memory", "trump_price": "sparing trumps", "solve": "the end"}
SIGNS = tuple(product((1, -1), repeat=len(ON)))


def player(signs):
    """Who has what is marked 1."""
    had = {key: (ON if sign > 0 else OFF)[key] for key, sign in zip(ON, signs, strict=True)}
    return "endgame:" + ",".join(f"{key}={value}" for key, value in had.items())


def test(lab):
    """All against none, every one by itself, and what two and three add together."""
    none, every = player(SIGNS[-1]), player(SIGNS[0])
    opponents = {none: "one who has none", "maestro": "maestro"}
    several = lab.among([player(signs) for signs in SIGNS], opponents)

    def gains(one, over):
        """By opponent; of several players the means."""
        here = told_by(lab, "E53")
        return [
            effect(several.gain(one, over, against=opponent), table(), word, here)
            for opponent, word in opponents.items()
        ]

    def halves(keys):
        """The players who miss an even number of these, and the others."""
        at = [list(ON).index(key) for key in keys]
        return ([player(signs) for signs in SIGNS if prod(signs[k] for k in at) == side] for side in (1, -1))

    together = [
        each._replace(opponent=word, command=several.command(every, none, opponent))
        for each, opponent, word in zip(gains(every, none), opponents, ("", "maestro"), strict=True)
    ]
    weighed = [Weighed("having all three", "none of them", together)]
    weighed += [Weighed(*WORDS[key], gains(*halves([key]))) for key in ON]
    rows = []
    for keys in (*combinations(ON, 2), tuple(ON)):
        scale = 2 ** (len(keys) - 1)  # half of what one adds to the other, a quarter of what a third changes in that
        for each in gains(*halves(keys)):
            told = (None if x is None else scale * x for x in each[:3])
            rows.append([all_of([NAMES[key] for key in keys]), each.opponent, *told, each.p])
    for row, p in zip(rows, holm([row[5] for row in rows]), strict=True):
        row[5] = p
    columns = [Column("together", "together"), Column("against", "against")]
    columns += [
        *(Column(key, key, "right", 3) for key in ("effect", "low", "high")),
        Column("p", "Holm's p", "right", 4),
    ]
    title = "what one adds more if the other is there (of three: what the third changes in that), percentage points"
    return Found(weighed, [sentence(rows)], [Table("together", columns, rows, title)])


def sentence(rows):
    """Which of them go together, and which partly replace each other."""
    verbs = ("help each other", "stand in for each other")
    pairs = rows[: 2 * len(ON)]
    sure = [(row, verbs[row[2] < 0]) for row in pairs if row[5] < ALPHA]
    if not sure:
        return "Whether one of them adds more where another is there is too close to call."
    told = []
    for (name, verb), group in groupby(sure, key=lambda each: (each[0][0], each[1])):
        sizes = [(Interval(*row[2:5], 0.95), row[1]) for row, _ in group]
        parts = [f"by {interval(seen, size=True)} against {opponent}" for seen, opponent in sizes]
        told.append(f"{name} {verb} {all_of(parts)}")
    return f"In percentage points, {'; '.join(told)}."

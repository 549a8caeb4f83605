"""That no suit has to be followed is what makes Briscola a game of skill.

The same players against one who plays any card at all, on the same deals, where any card may be played and where suit
must be followed: they should win more often in the free game.  Told besides are plays forced and games drawn.
"""

import numpy as np

from analyzer import match
from analyzer.answer import Column, Table
from analyzer.bits import count
from analyzer.claims import Found, Weighed, counted
from analyzer.fork import Fork
from analyzer.scores import RESULT, WHOLE
from analyzer.stats import Interval
from analyzer.trials import Ratio
from analyzer.verdicts import POINTS_OF_SCORE
from analyzer.wording import all_of, interval

SOURCE = "two beginner's primers"
TABLES = {"any card may be played": [], "suit must be followed": ["must_follow=on"]}
PLAYERS_ASKED = ("spend_trump", "maestro")
CHOICES = 38  # cards of a game that are played out of two or three


def test(lab):
    """By how much skill beats chance, free less bound, deal by deal; and the draws."""
    weighed, sentences, rows = [], [], []
    for name in PLAYERS_ASKED:
        won: dict = {words: [np.zeros(0, np.int64)] for words in TABLES}
        commands, draws = [], []
        for words, rules in TABLES.items():
            drawn = Ratio()

            def keep(number, games, mine=won[words], drawn=drawn):
                """The player has side 0 in the first game of a deal, side 1 in the second."""
                mine.append(games[:, 0, RESULT, 0] + games[:, 1, RESULT, 1])
                drawn.add((games[:, :, RESULT, 0] == WHOLE // 2).sum(axis=1), [2] * len(games))

            duel = lab.duel(name, "random_card", rules=rules, each=keep)
            commands.append(duel.command)
            rows.append((f"{name} wins against random_card, where {words}", *numbers(duel.score, 100)))
            rows.append((f"draws between them, where {words}", *numbers(drawn.seen(100))))
            draws.append(f"{interval(drawn.seen(100), unit=' %')} where {words}")
        free, bound = map(np.concatenate, won.values())
        deals, more = min(len(free), len(bound)), Ratio()
        more.add(free[:deals] - bound[:deals], [2 * WHOLE] * deals)
        effects = [counted(more.seen(100), POINTS_OF_SCORE, "random_card", "; ".join(commands))]
        weighed.append(Weighed(*(f"{name} where {words}" for words in TABLES), effects))
        sentences.append(f"Of the games of {name} against random_card {all_of(draws)} are drawn.")
    return Found(weighed, sentences, [shares("skill", rows, "skill and draws, %")])


def situation(view):
    """Every decision: 0 if any card may be played, 1 if only some."""
    return 0 if view.n_moves == count(view.hand) else 1


def option(view, k):
    """Nothing is tried, decisions are only counted."""
    return -1


def look(lab):
    """How many plays are forced, while more than one card is left?"""
    rows, forced = [], {}
    for words, rules in TABLES.items():
        contest = match.contest("spend_trump", "spend_trump", seed=lab.seed, rules=rules)
        forked = lab.fork(Fork(situation, option, ("nothing",), 2), contest, deals=min(lab.deals, 5_000))
        free, some = forked.often(), forked.often(1)
        forced[words] = flipped = Interval(
            *(None if x is None else 1 - x / CHOICES for x in (free.mean, free.high, free.low)), free.level
        )
        rows.append((f"plays forced, where {words}", *numbers(flipped, 100)))
        rows.append((f"plays with some cards barred, where {words}", *numbers(some, 100 / CHOICES)))
    told = interval(forced["suit must be followed"], 100, " %")
    return Found(
        sentences=[f"Where suit must be followed, {told} of plays are forced while more than one card is left."],
        tables=[shares("forced", rows, "plays of spend_trump against himself, more than one card in the hand, %")],
    )


def numbers(seen, scale=1):
    """Mean, low and high."""
    return [None if x is None else scale * x for x in (seen.mean, seen.low, seen.high)]


def shares(name, rows, title):
    """A Table of measures with their intervals."""
    columns = [Column("measure", "measure"), *(Column(key, key, "right", 2) for key in ("value", "low", "high"))]
    return Table(name, columns, rows, title)

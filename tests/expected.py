"""What chance must come to: bounds for what was counted, and many games of players who play any card."""

from math import sqrt

import numpy as np
from numba import njit

from analyzer import briscola, match
from analyzer.bits import die
from analyzer.briscola import POINTS, RESULT, choices, deal, over, play, score
from analyzer.cards import CARDS
from analyzer.scores import WHOLE
from analyzer.shuffle import word

DEALS = 400_000
BOUND = 5
LOST, SHARED, WON = range(3)

# How often the leader wins the first trick, and what leader and followers take in it on average, if all play any card.
FIRST_TRICK = {
    2: (0.702429, 0.297571, 4.214575, 1.785425),
    3: (0.504760, 0.247620, 4.660794, 2.284987),
    5: (0.272492, 0.181877, 4.087373, 2.728157),
}


def near(found, expected, error, what=""):
    """Is `found` within five standard errors of what is expected?"""
    assert abs(found - expected) < BOUND * error, f"{what}: {found} is {(found - expected) / error:.1f} errors off"


def near_share(hits, n, expected, own_error=0.0, what=""):
    """The same for `hits` out of `n`; `own_error` is the standard error of what is expected, if that was simulated."""
    near(hits / n, expected, sqrt(expected * (1 - expected) / n + own_error**2), what)


def near_results(results, shares, others=200_000):
    """Wins, draws, losses among these results as shares of all; those expected were simulated in `others` games."""
    found = (results == WHOLE).sum(), ((results > 0) & (results < WHOLE)).sum(), (results == 0).sum()
    for hits, share, what in zip(found, shares, ("won", "shared", "lost"), strict=True):
        near_share(hits, len(results), share, sqrt(share * (1 - share) / others), what)


def near_first_trick(winners, points, n, players):
    """The first tricks of n random games: who won how many of them, the points and their squares, by place."""
    leads, follows, takes, leaves = FIRST_TRICK[players]
    assert abs(leads + (players - 1) * follows - 1) < 2e-6
    for place in range(players):
        near_share(winners[place], n, follows if place else leads, what=f"place {place}")
        total, squares = (int(each) for each in points[place])
        mean = total / n
        near(mean, leaves if place else takes, sqrt((squares / n - mean**2) / n), f"points of {place}")


def plain(states, form=briscola.STATE):
    """An array of records as numba takes it."""
    return np.asarray(states).view(form)


def pack(players, **rules):
    """The cards that are dealt at a table of Briscola."""
    whole = int(briscola.new(players, rules)[0].pack)
    return [card for card in CARDS if whole >> card & 1]


def saved(*names, deals, **options):
    """Rows of a match, as one array."""
    contest = match.contest(*names, seed=301, **options)
    match.prepare(contest)
    kept = []
    match.play(contest, deals, jobs=1, save=lambda number, rows: kept.append(rows.copy()))
    return np.concatenate(kept)


# Random play


@njit
def random_games(states, row, seed, first, n, followers, trick_points, results, totals):
    """Games in which everybody plays any card.

    `followers[t, k]`: how often the k-th to play won trick t.  `trick_points[k, 0 or 1]`: the points, and their
    squares, that the k-th to play took in the first trick.  `results[side, LOST | SHARED | WON]`; `results[3, 0]`:
    nobody had 61 points.  `totals`: sums of the points of side 0, of their squares.
    """
    state = states[0]
    for number in range(first, first + n):
        deal(state, seed, number)
        luck = word(-1 - seed, number)
        move = 0
        while not over(state):
            leader, trick = state.leader, state.tricks
            card_count = state.on_table
            play(state, die(word(luck, move), choices(state)))
            move += 1
            if card_count == state.players - 1 and not over(state):
                place = (state.leader - leader) % state.players
                followers[trick, place] += 1
                if trick == 0:
                    taken = state.points[0] + state.points[1] + state.points[2]
                    trick_points[place, 0] += taken
                    trick_points[place, 1] += taken * taken
        score(state, row)
        best = 0
        for side in range(state.sides):
            result = row[RESULT, side]
            results[side, WON if result == WHOLE else SHARED if result else LOST] += 1
            best = max(best, row[POINTS, side])
        results[3, 0] += best < 61
        totals[0] += row[POINTS, 0]
        totals[1] += row[POINTS, 0] ** 2


class Played:
    """The counts of many random games."""

    def __init__(self, players, seed, n, **rules):
        self.n = n
        self.followers = np.zeros((20, 6), np.int64)
        self.trick_points = np.zeros((6, 2), np.int64)
        self.results = np.zeros((4, 3), np.int64)
        self.totals = np.zeros(2, np.int64)
        row = np.zeros(briscola.ROW, np.int64)
        states = plain(briscola.new(players, rules))
        random_games(states, row, seed, 0, n, self.followers, self.trick_points, self.results, self.totals)

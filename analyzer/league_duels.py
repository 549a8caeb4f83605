"""A league between two sides, weighed: every pairing on the same deals, and how pairings go together for that is used.

Ratings weigh all pairings alike unless told otherwise.  Then they are each strategy's mean over all it meets, times
(k - 1) / k, and mean the same whatever the spread of the points; weights by variance are a little more exact if
ratings tell the whole truth, and tell of some pairings more than of others if they do not.

*Copies* are strategies that made the same of every deal, against each other and against all others.  They are one
strategy as far as these deals tell: what is said of the first is said of all.  What follows from many pairings at once,
the Nash average and the circles, is found without copies; they share the first one's place in that average.
"""

from dataclasses import replace
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from scipy.special import fdtrc  # type: ignore[import-untyped]

from analyzer import cycles, equilibrium, payoffs, ratings, resampling
from analyzer.intervals import Interval
from analyzer.league_table import LEVEL, League, Meeting, Standing, labels_of, unsure
from analyzer.scores import WHOLE

RESULTS, PAYOFFS = range(2)  # of `counting.Crossed`


class Sums(NamedTuple):
    """Of all pairings, exact: what the first of each got in a block, and the products of two pairings' blocks.

    Pairings of a+b are played more often than others and are scaled down to as many games.
    """

    totals: Any  # objects [S]
    products: Any  # objects [S, S]
    unit: int  # what makes them scores, or points a game
    even: int  # what equals get


def weigh(contest, outcome, weights="equal", elo=False):
    """The League of a crosstable that was played."""
    labels, counts = labels_of(contest), outcome.counts
    if counts.blocks[0] < 2:
        return League(contest, outcome, labels, [], {}, {}, None, [], weights)
    wins, points = (found_payoffs(contest, counts, which) for which in (RESULTS, PAYOFFS))
    main = wins if contest.table.counts_score else points
    alike = copies(contest, counts)
    ranking = ratings.additive(main, LEVEL, weights)
    scored = ratings.bradley_terry(wins, LEVEL, ratings.ELO) if elo else None
    first = [next((group[0] for group in alike if k in group), k) for k in range(len(labels))]
    apart = sorted(set(first))  # without copies
    circles, mixture = circles_of(main.only(apart)), _mixture(main.only(apart), contest.seed)
    circles = replace(circles, cycles=[tuple(apart[k] for k in cycle) for cycle in circles.cycles])
    standings = []
    for label, k in zip(labels, first, strict=True):
        weight, skill, support = mixture[apart.index(k)]
        standings.append(
            Standing(
                label,
                ranking.ratings[k],
                ranking.errors[k],
                ranking.ranks[k],
                _mean(wins, k, 0.5),
                _mean(points, k, 0.0),
                weight / first.count(k),
                skill,
                support,
                scored and scored.ratings[k],
                scored and scored.errors[k],
            )
        )
    score, made = (payoffs.duels(each, LEVEL) for each in (wins, points))
    decides = score if main is wins else made
    meetings = {
        pair: Meeting(_shifted(score[pair], 0.5), _shifted(made[pair], 0.0), decides[pair].p) for pair in main.pairs
    }
    mended = bool(scored and scored.mended)
    found = League(contest, outcome, labels, standings, meetings, ranking.differences, circles, alike, weights, mended)
    return unsure(found) if found.few else found


def summed(contest, counts, which):
    """The Sums of RESULTS or PAYOFFS."""
    entries = contest.plan.entries
    games = np.bincount(entries[entries >= 0], minlength=contest.plan.n_entries).tolist()
    whole = lcm(*games)
    times = np.array([whole // n for n in games], object)
    totals = counts.totals[which].astype(object) * times
    products = counts.products[which].astype(object) * np.multiply.outer(times, times)
    return Sums(totals, products, *((whole * WHOLE, whole * WHOLE // 2) if which == RESULTS else (whole, 0)))


def found_payoffs(contest, counts, which):
    """The `payoffs.Payoffs` of RESULTS (win scores) or PAYOFFS (points a game) of all pairings."""
    found = summed(contest, counts, which)
    size, blocks = len(contest.parties), int(counts.blocks[0])
    return payoffs.from_sums(size, contest.pairs, blocks, found.totals, found.products, found.unit, found.even)


def copies(contest, counts):
    """The groups of two or more strategies that made the same of every deal, to the point, against whomever.

    Told from the sums: of x and y, what two made beyond what equals get, the sum of (x - y)^2 over all deals is 0.
    """
    numbers = {pair: s for s, pair in enumerate(contest.pairs)}
    size, n = len(contest.parties), int(counts.blocks[0])
    beyond = []  # [S, S]: the sums of products of what was made beyond that
    for which in (RESULTS, PAYOFFS):
        found = summed(contest, counts, which)
        rows = np.add.outer(found.totals, found.totals)
        beyond.append(found.products - found.even * rows + n * found.even**2)

    def same(a, b):
        met = numbers[a, b]
        if any(sums[met, met] for sums in beyond):
            return False
        for c in set(range(size)) - {a, b}:
            s, t = numbers[min(a, c), max(a, c)], numbers[min(b, c), max(b, c)]
            turn = 2 if (a < c) == (b < c) else -2
            if any(sums[s, s] + sums[t, t] - turn * sums[s, t] for sums in beyond):
                return False
        return True

    groups: list[list[int]] = []
    for k in range(size):
        group = next((group for group in groups if same(group[0], k)), None)
        if group is None:
            groups.append([k])
        else:
            group.append(k)
    return [group for group in groups if len(group) > 1]


def circles_of(found):
    """The `cycles.Circles`; p is that of Hotelling's test, for the covariance was measured on the same deals.

    q (n - df) / (df (n - 1)) has Fisher's distribution with df and n - df degrees of freedom; it takes more deals than
    there are circles.
    """
    seen = cycles.circles(found, LEVEL)
    n = found.blocks
    if seen.q is None or n <= seen.df:
        return replace(seen, q=None, p=None)
    return replace(seen, p=float(fdtrc(seen.df, n - seen.df, seen.q * (n - seen.df) / (seen.df * (n - 1)))))


def _mixture(found, seed):
    """(share, skill, support) of every strategy in the Nash average."""
    nash = equilibrium.nash(found)
    draws = resampling.draws(found.excess, found.covariance, seed)
    return list(zip(nash.weights, nash.skill, equilibrium.support(found, draws), strict=True))


def _mean(found, k, even):
    """The mean of strategy k over all it met, equals making `even`."""
    toward = np.array([(k == i) - (k == j) for i, j in found.pairs]) / (found.size - 1)
    variance = max(0.0, float(toward @ found.covariance @ toward))
    return _shifted(payoffs.estimate(float(toward @ found.excess), variance, LEVEL, found.blocks), even)


def _shifted(found, even):
    """From an excess: a score, kept within 0 and 1, or points."""
    mean, low, high = (even + x for x in (found.mean, found.low, found.high))
    return Interval(mean, max(0.0, low), min(1.0, high), LEVEL) if even else Interval(mean, low, high, LEVEL)

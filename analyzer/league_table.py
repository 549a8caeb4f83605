"""A league in numbers: what strategies make of each other when each meets each, and who stands where by that.

Between two sides each pairing is a duel on the same deals (a crosstable, see `seating`).  What decides there, wins or
points, is rated; how pairings go together because they share their deals is counted and used.  Where everybody is for
himself the strategies are mixed at one table, and rated by what they are paid (`pool`): nobody makes anything of one
other alone there.

Ratings weigh all pairings alike unless told otherwise.  Then they are each strategy's mean over all it meets, times
(k - 1) / k, and mean the same whatever the spread of the points; weights by variance are a little more exact if
ratings tell the whole truth, and tell of some pairings more than of others if they do not.
"""

from dataclasses import replace
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from scipy.special import fdtrc  # type: ignore[import-untyped]

from analyzer import cycles, equilibrium, payoffs, pool, ratings, resampling, seating, standings
from analyzer.scores import WHOLE
from analyzer.stats import Interval, outside, t_quantile

LEVEL = 0.95
ALPHA = 0.05
FEW = 100  # deals: below that means are not normally distributed, and nothing is called sure
TIED = 9  # ratings that agree in so many digits are one: then the order of the names decides
RESULTS, PAYOFFS = range(2)  # of `counting.Crossed`


class Standing(NamedTuple):
    """Where one strategy stands.  What does not exist is None."""

    label: str
    rating: Interval  # above the mean of all
    error: float | None  # its standard error
    ranks: tuple[int, int]  # the best and the worst that are not ruled out
    score: Interval  # mean over all it met; in a pool its share of first places, without an interval
    points: Interval | None  # the same of points
    nash: float | None  # its share of the Nash average
    skill: float | None  # what it makes of that
    support: float | None  # how often it is in it, over resampled deals
    elo: Interval | None = None
    elo_error: float | None = None


class Meeting(NamedTuple):
    """What the first of a pair makes of the second."""

    score: Interval
    points: Interval
    p: float  # of "these two are equal" in what decides, after Holm

    def turned(self):
        """What the second makes of the first."""
        return Meeting(_turned(self.score, 1.0), _turned(self.points, 0.0), self.p)


class Weighed(NamedTuple):
    """A finished league and all the estimates it gives; strategies are numbered as they were named."""

    contest: Any
    outcome: Any
    labels: list[str]
    standings: list[Standing]  # empty if they cannot be rated
    meetings: dict[tuple[int, int], Meeting]  # of all pairs i < j; empty in a pool
    differences: dict[tuple[int, int], Any]  # of ratings, p-values after Holm
    circles: Any  # None in a pool
    alike: list[list[int]]  # strategies between whom every deal came out even, to the point
    weights: str
    mended: bool = False  # were draws added to get Elo ratings?

    @property
    def pooled(self):
        """Were all of them mixed at one table?"""
        return self.contest.plan.design == seating.POOL

    @property
    def by_score(self):
        """Do wins decide, rather than points?"""
        return self.contest.table.counts_score and not self.pooled

    @property
    def even(self):
        """Did every deal come out even for everybody, to the point?"""
        return self.alike == [list(range(len(self.labels)))]

    @property
    def few(self):
        """Are there too few deals to be sure of anything?"""
        return self.outcome.deals < FEW and not self.pooled

    @property
    def order(self):
        """The strategies by their ratings, the best first."""
        return sorted(range(len(self.standings)), key=lambda k: -round(self.standings[k].rating.mean, TIED))

    def difference(self, i, j):
        """By how much i is rated above j."""
        gap = self.differences[min(i, j), max(i, j)]
        return gap if i < j else gap.turned()

    def surely(self, i, j):
        """1 if i is surely rated above j, -1 if below, 0 if that cannot be said."""
        return _sign(self.difference(i, j))

    def meeting(self, i, j):
        """What i makes of j."""
        return self.meetings[i, j] if i < j else self.meetings[j, i].turned()

    def beats(self, i, j):
        """1 if i surely beats j, -1 if j surely beats i, 0 if that cannot be said."""
        found = self.meeting(i, j)
        main, level = (found.score, 0.5) if self.by_score else (found.points, 0.0)
        if found.p > ALPHA or main.low is None or main.mean == level:
            return 0
        return 1 if main.mean > level else -1

    def mean(self, i, j):
        """What i makes of j in what decides; in a pool, by how much it is rated above."""
        if self.pooled:
            return self.difference(i, j).mean
        found = self.meeting(i, j)
        return found.score.mean if self.by_score else found.points.mean


def _turned(found, whole):
    """What the other side makes, if both together make `whole`."""
    mean, low, high = (None if x is None else whole - x for x in (found.mean, found.high, found.low))
    return Interval(mean, low, high, found.level)


def _sign(gap):
    """The sign of a difference that is certain."""
    if gap.p > ALPHA or gap.low is None or not gap.mean:
        return 0
    return 1 if gap.mean > 0 else -1


def pairings(contest):
    """The pairs of strategies that meet, in the order in which a crosstable counts them."""
    return tuple(combinations(range(len(contest.parties)), 2))


def labels_of(contest):
    """What the strategies are called, alike ones numbered."""
    labels = contest.labels()
    if len(set(labels)) == len(labels):
        return labels
    return [
        f"{name} #{labels[: k + 1].count(name)}" if labels.count(name) > 1 and " #" not in name else name
        for k, name in enumerate(labels)
    ]


def weigh(contest, outcome, weights="equal", elo=False):
    """Every estimate a league gives."""
    if contest.plan.design == seating.POOL:
        return _weigh_pool(contest, outcome)
    return _weigh_crosstable(contest, outcome, weights, elo)


# Each against each


def found_payoffs(contest, counts, which):
    """The `payoffs.Payoffs` of RESULTS (win scores) or PAYOFFS (points a game) of all pairings."""
    games = _games(contest).tolist()
    whole = lcm(*games)  # pairings of a+b are played more often than others
    times = np.array([whole // n for n in games], object)
    totals = counts.totals[which].astype(object) * times
    products = counts.products[which].astype(object) * np.multiply.outer(times, times)
    unit, even = (whole * WHOLE, whole * WHOLE // 2) if which == RESULTS else (whole, 0)
    pairs = pairings(contest)
    return payoffs.from_sums(len(contest.parties), pairs, int(counts.blocks[0]), totals, products, unit, even)


def _weigh_crosstable(contest, outcome, weights, elo):
    labels, counts = labels_of(contest), outcome.counts
    if counts.blocks[0] < 2:
        return Weighed(contest, outcome, labels, [], {}, {}, None, [], weights)
    wins, points = (found_payoffs(contest, counts, which) for which in (RESULTS, PAYOFFS))
    main = wins if contest.table.counts_score else points
    ranking = ratings.additive(main, LEVEL, weights)
    circles = circles_of(main)
    nash = equilibrium.nash(main)
    support = equilibrium.support(main, resampling.draws(main, seed=contest.seed))
    scored = ratings.bradley_terry(wins, LEVEL, ratings.ELO) if elo else None
    few, size = counts.blocks[0] < FEW, len(labels)
    means = [[_mean(found, k, even, few) for k in range(size)] for found, even in ((wins, 0.5), (points, 0.0))]
    found = []
    for k, label in enumerate(labels):
        found.append(
            Standing(
                label,
                _bare(ranking.ratings[k]) if few else ranking.ratings[k],
                None if few else ranking.errors[k],
                (1, size) if few else ranking.ranks[k],
                *(column[k] for column in means),
                nash.weights[k],
                nash.skill[k],
                support[k],
                scored and (_bare(scored.ratings[k]) if few else scored.ratings[k]),
                None if scored is None or few else scored.errors[k],
            )
        )
    duels = [payoffs.duels(each, LEVEL) for each in (wins, points)]
    decides = duels[RESULTS if main is wins else PAYOFFS]
    meetings = {
        pair: Meeting(
            _shifted(duels[RESULTS][pair], 0.5, few),
            _shifted(duels[PAYOFFS][pair], 0.0, few),
            1.0 if few else decides[pair].p,
        )
        for pair in main.pairs
    }
    differences = {pair: _unsure(gap) if few else gap for pair, gap in ranking.differences.items()}
    if few:
        circles = replace(circles, q=None, p=None, corrected=None, cycles=[])
    mended = bool(scored and scored.mended)
    return Weighed(
        contest, outcome, labels, found, meetings, differences, circles, _alike(contest, counts), weights, mended
    )


def circles_of(found):
    """The `cycles.Circles`; p is that of Hotelling's test, for the covariance was measured on the same deals.

    q (n - df) / (df (n - 1)) has Fisher's distribution with df and n - df degrees of freedom; it takes more deals than
    there are circles.
    """
    seen, n = cycles.circles(found, LEVEL), int(found.blocks[0])
    if seen.q is None or n <= seen.df:
        return replace(seen, q=None, p=None)
    return replace(seen, p=float(fdtrc(seen.df, n - seen.df, seen.q * (n - seen.df) / (seen.df * (n - 1)))))


def _games(contest):
    """How many games of a block count for each pairing; of a+b more than of others."""
    entries = contest.plan.entries
    return np.bincount(entries[entries >= 0], minlength=contest.plan.n_entries)


def _alike(contest, counts):
    """The groups of strategies that came out even on every deal with the first of them."""
    n, games = int(counts.blocks[0]), _games(contest).tolist()
    squares = [product.diagonal().tolist() for product in counts.products]
    totals = counts.totals.tolist()
    level = set()
    for s, pair in enumerate(pairings(contest)):
        half = games[s] * WHOLE // 2
        results = totals[RESULTS][s] == n * half and squares[RESULTS][s] == n * half * half
        if results and totals[PAYOFFS][s] == squares[PAYOFFS][s] == 0:
            level.add(pair)
    groups = []
    for k in range(len(contest.parties)):
        group = next((group for group in groups if (group[0], k) in level), None)
        if group is None:
            groups.append([k])
        else:
            group.append(k)
    return [group for group in groups if len(group) > 1]


def _mean(found, k, even, few):
    """The mean of strategy k over all it met."""
    toward = np.array([(k == i) - (k == j) for i, j in found.pairs]) / (found.size - 1)
    variance = max(0.0, float(toward @ found.covariance @ toward))
    mean = payoffs.estimate(float(toward @ found.excess), variance, LEVEL, int(found.blocks[0]))
    return _shifted(mean, even, few)


def _shifted(found, even, few):
    """From an excess: a score, kept within 0 and 1, or points."""
    mean, low, high = (even + x for x in (found.mean, found.low, found.high))
    if even:
        low, high = max(0.0, low), min(1.0, high)
    return Interval(mean, None if few else low, None if few else high, LEVEL)


def _bare(found):
    """The same without an interval."""
    return Interval(found.mean, None, None, found.level)


def _unsure(gap):
    """A difference of which nothing is sure."""
    return standings.Contrast(gap.mean, None, None, gap.level, 1.0)


# All at one table


def _weigh_pool(contest, outcome):
    labels, counts, plan = labels_of(contest), outcome.counts.result, contest.plan
    places = np.array([[(kind == e).sum() for e in range(plan.n_entries)] for kind in plan.entries])
    found = pool.ratings(counts, places, LEVEL) if outcome.deals else None
    if found is None:
        return Weighed(contest, outcome, labels, [], {}, {}, None, [], "equal")
    deals = (counts.blocks @ (places > 0)).tolist()
    games, wins = counts.role_games.sum(axis=1).tolist(), counts.role_wins.sum(axis=1).tolist()
    rows = []
    for k, (label, rating) in enumerate(zip(labels, found.entries, strict=True)):
        above = sum(_sign(gap) == (1 if k == j else -1) for (i, j), gap in _with(found.contrasts, k))
        below = sum(_sign(gap) == (1 if k == i else -1) for (i, j), gap in _with(found.contrasts, k))
        share = wins[k] / (WHOLE * games[k]) if games[k] else None
        score = Interval(share, None, None, LEVEL)
        ranks = (1 + above, len(labels) - below)
        rows.append(Standing(label, rating, _error(rating, deals[k]), ranks, score, *[None] * 4))
    even = [] if counts.payoff_products.any() else [list(range(len(labels)))]
    return Weighed(contest, outcome, labels, rows, {}, found.contrasts, None, even, "equal")


def _error(rating, deals):
    """The standard error that an interval over so many deals was made of."""
    if rating.low is None:
        return None
    return (rating.high - rating.low) / 2 / -t_quantile(outside(rating.level), deals - 1)


def _with(contrasts, k):
    """The differences that k takes part in."""
    return [(pair, gap) for pair, gap in contrasts.items() if k in pair]

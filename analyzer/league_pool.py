"""A league where everybody is for himself, weighed: the strategies are mixed at one table and rated by what they get.

For alpha-Rank (`evolution`) only two share a table, in every number and arrangement; then it is known what a population
of imitators would come to.
"""

import numpy as np

from analyzer import evolution, pool, resampling
from analyzer.intervals import Interval, outside, student_half
from analyzer.league_table import LEVEL, League, Standing, labels_of, sign, unsure
from analyzer.scores import WHOLE


def weigh(contest, outcome):
    """The League of a pool that was played."""
    labels, counts, plan = labels_of(contest), outcome.counts.result, contest.plan
    places = np.array([[(kind == e).sum() for e in range(plan.n_entries)] for kind in plan.entries])
    found = pool.ratings(counts, places, LEVEL) if outcome.deals else None
    if found is None:
        return League(contest, outcome, labels, [], {}, {}, None, [])
    deals = (counts.blocks @ (places > 0)).tolist()
    games, wins = counts.role_games.sum(axis=1).tolist(), counts.role_wins.sum(axis=1).tolist()
    times = _times(contest, counts) if contest.pairs else None
    standings = []
    for k, (label, rating) in enumerate(zip(labels, found.entries, strict=True)):
        above = sum(sign(gap) == (1 if k == j else -1) for (i, j), gap in found.contrasts.items() if k in (i, j))
        below = sum(sign(gap) == (1 if k == i else -1) for (i, j), gap in found.contrasts.items() if k in (i, j))
        first = Interval(wins[k] / (WHOLE * games[k]) if games[k] else None, None, None, LEVEL)
        ranks, time = (1 + above, len(labels) - below), times and times[k]
        standings.append(Standing(label, rating, error_of(rating, deals[k]), ranks, first, None, time=time))
    alike = [] if counts.payoff_products.any() else [list(range(len(labels)))]
    league = League(contest, outcome, labels, standings, {}, found.contrasts, None, alike)
    return unsure(league) if league.few else league


def error_of(rating, deals):
    """The standard error that an interval over so many deals was made of."""
    if rating.low is None:
        return None
    return (rating.high - rating.low) / 2 / student_half(1.0, deals, rating.level)


def _times(contest, counts):
    """How long imitators play each, with intervals from resampled payoffs; None if a mixture was not played twice."""
    plan, players = contest.plan, contest.table.players
    mixtures = []  # of every kind of block: the two strategies, and how many play the first
    for line_up in plan.entries[:, 0].tolist():
        one, two = sorted(set(line_up))
        mixtures.append((one, two, line_up.count(one)))
    blocks = counts.blocks.astype(float)
    if blocks.min() < 2:
        return None
    one = [one for one, _, _ in mixtures]
    kinds = np.arange(len(mixtures))
    totals, squares = counts.payoffs[kinds, one], counts.payoff_products[kinds, one, one]
    means = totals / blocks / plan.games  # of a game, for all who play the first
    variances = (squares - totals * (totals / blocks)) / (blocks - 1) / blocks / plan.games**2

    def shares(paid_first):
        paid = np.zeros((players, plan.n_entries, plan.n_entries))
        for (a, b, n), sum_of_a in zip(mixtures, paid_first, strict=True):
            each = sum_of_a / mixtures.count((a, b, n))  # arrangements of one mixture are equally likely
            paid[n - 1, a, b] += each / n
            paid[players - n - 1, b, a] -= each / (players - n)
        return evolution.alpha_rank(paid)

    drawn = [shares(each) for each in resampling.draws(means, np.diag(variances), contest.seed)]
    lows, highs = np.quantile(drawn, [outside(LEVEL), 1 - outside(LEVEL)], axis=0).tolist()
    return [
        Interval(mean, min(mean, low), max(mean, high), LEVEL)
        for mean, low, high in zip(shares(means), lows, highs, strict=True)
    ]

"""Are ratings of a pool the least squares they say they are, and do they cover what they promise?"""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from blocks import ORDERS, PAYOFF, RESULT, ROLE, drawn, games, nowhere, places_of, raw_case, summed, tallied, tally_all

from analyzer import intervals, pool, standings
from analyzer.standings import new_counts, tally


def test_ratings_by_hand():
    """a beats b by 6 and by 2, and c by 3; b beats c by 1; each is paid half of what two ratings are apart.

    So 3 a - 2 b - c = 2 (6 + 2 + 3), 3 b - 2 a - c = 2 (1 - 6 - 2) and a + b + c = 0.
    """
    plan = [np.array([[0, 1]]), np.array([[0, 2]]), np.array([[1, 2]])]
    counts = new_counts(3, 1, 3)
    for kind, paid in ((0, 6), (0, 2), (1, 3), (2, 1)):
        tally(counts, games([(paid, -paid)]), kind, plan[kind], nowhere(plan[kind]), PAYOFF, RESULT, ROLE)
    seen = pool.ratings(counts, np.stack([places_of(entries, 3).sum(axis=0) for entries in plan]))
    assert [one.mean for one in seen.entries] == pytest.approx([74 / 15, -34 / 15, -40 / 15])
    assert seen.contrasts[1, 2].mean == pytest.approx(6 / 15)


def long_ratings(blocks, n_entries):
    """Least squares place by place, and the sandwich block by block: the ratings and their covariance."""
    designs, paid = [], []
    for entries, payoffs in blocks:
        shares = places_of(entries, n_entries) / entries.shape[1]
        designs.append(
            np.concatenate([np.eye(n_entries)[row] - mean for row, mean in zip(entries, shares, strict=True)])
        )
        paid.append(payoffs.ravel())
    worth = np.linalg.lstsq(np.concatenate(designs), np.concatenate(paid))[0]
    bread = np.linalg.pinv(sum(d.T @ d for d in designs))
    pulls = [d.T @ (x - d @ worth) for d, x in zip(designs, paid, strict=True)]
    facts = sum(np.linalg.matrix_rank(d) for d in designs)
    return worth, bread @ sum(np.outer(u, u) for u in pulls) @ bread * facts / (facts - n_entries + 1)


POOLS = {
    "three of five, turned round": [
        [(a, b, c), (b, c, a), (c, a, b)] for a, b, c in itertools.combinations(range(5), 3)
    ],
    "two of four, changing sides": [[(e, f), (f, e)] for e, f in itertools.combinations(range(4), 2)],
    "line-ups that change": [[(0, 0, 1), (1, 0, 2)], [(2, 2, 2), (1, 2, 1)], [(0, 1, 1), (0, 2, 2)]],
}


@pytest.mark.parametrize("which", POOLS)
def test_ratings_against_long_least_squares(which):
    plan = np.array(POOLS[which])
    n_entries = int(plan.max()) + 1
    rng = np.random.default_rng(31)
    kinds = rng.integers(0, len(plan), 60)
    payoffs = drawn(rng, 60, *plan.shape[1:])
    counts = new_counts(len(plan), plan.shape[1], n_entries)
    tally_all(counts, games(payoffs), kinds, plan, nowhere(plan), -1)
    places = places_of(plan, n_entries)
    seen = pool.ratings(counts, places, 0.9)
    worth, covariance = long_ratings([(plan[k], x) for k, x in zip(kinds, payoffs, strict=True)], n_entries)
    deals = [sum(e in plan[k] for k in kinds) for e in range(n_entries)]
    assert [one.mean for one in seen.entries] == pytest.approx(worth, abs=1e-9)
    assert sum(one.mean for one in seen.entries) == pytest.approx(0, abs=1e-9)
    for e, one in enumerate(seen.entries):
        half = intervals.t_quantile(0.95, deals[e] - 1) * math.sqrt(covariance[e, e])
        assert (one.low, one.high) == pytest.approx((worth[e] - half, worth[e] + half))
    pairs, p = list(itertools.combinations(range(n_entries), 2)), []
    for e, f in pairs:
        one, gap, df = seen.contrasts[e, f], worth[e] - worth[f], min(deals[e], deals[f]) - 1
        error = math.sqrt(covariance[e, e] + covariance[f, f] - 2 * covariance[e, f])
        half = intervals.t_quantile(0.95, df) * error
        assert (one.mean, one.low, one.high) == pytest.approx((gap, gap - half, gap + half))
        p.append(2 * scipy.stats.t.sf(abs(gap) / error, df))
    assert list(seen.contrasts) == pairs
    assert [seen.contrasts[pair].p for pair in pairs] == pytest.approx(standings.holm(p))
    if which != "line-ups that change":
        alike = pool.ratings(counts, places.sum(axis=1), 0.9)
        assert [one.low for one in alike.entries] == pytest.approx([one.low for one in seen.entries])


def test_one_table_of_three_is_rated_by_its_contrasts():
    counts, _, _, places = raw_case(32, 40, ORDERS, 3)
    seen = pool.ratings(counts, places[None])
    for e in range(3):
        alone, rated = standings.payoff(counts, e, places[e]), seen.entries[e]
        assert (rated.mean, rated.low, rated.high) == pytest.approx((alone.mean, alone.low, alone.high))
    pairs = list(itertools.combinations(range(3), 2))
    alone = [standings.contrast(counts, e, f, places[e], places[f]) for e, f in pairs]
    for pair, one, p in zip(pairs, alone, standings.holm([one.p for one in alone]), strict=True):
        rated = seen.contrasts[pair]
        assert (rated.mean, rated.low, rated.high, rated.p) == pytest.approx((one.mean, one.low, one.high, p))


def test_no_ratings_where_strategies_never_met():
    plan = np.array([[[0, 1], [1, 0]], [[2, 3], [3, 2]], [[1, 2], [2, 1]]])
    counts = new_counts(3, 2, 4)
    places = places_of(plan, 4)
    assert pool.ratings(counts, places) is None
    payoffs = drawn(np.random.default_rng(33), 20, 2, 2)
    tally_all(counts, games(payoffs), np.arange(20) % 2, plan, nowhere(plan), -1)
    assert pool.ratings(counts, places) is None
    tally_all(counts, games(payoffs[:1]), np.array([2]), plan, nowhere(plan), -1)
    seen = pool.ratings(counts, places)
    assert seen.contrasts[0, 3].low < seen.contrasts[0, 3].mean < seen.contrasts[0, 3].high


@pytest.mark.parametrize("n", [2, 3, 7, 40])
def test_ratings_of_equal_blocks_are_no_surer_than_random_signs(n):
    plan = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    counts = tallied(games([[(7, -3, -4), (-2, -5, 7), (-4, 6, -2)]] * n), plan)
    seen = pool.ratings(counts, places_of(plan, 3).sum(axis=0)[None])
    for (e, f), gap in seen.contrasts.items():
        alone = standings.contrast(counts, e, f, 3, 3)
        assert gap.mean == pytest.approx(alone.mean) and gap.p == pytest.approx(min(1, 3 * alone.p))
        assert gap.low == pytest.approx(gap.high) and alone.p == 2.0 ** (1 - n)


def test_ratings_of_too_few_deals_have_no_intervals():
    counts, _, _, places = raw_case(34, 1, ORDERS, 3)
    seen = pool.ratings(counts, places[None])
    assert [(one.low, one.high) for one in seen.entries] == [(None, None)] * 3
    assert {(one.low, one.high, one.p) for one in seen.contrasts.values()} == {(None, None, 1)}
    plan = np.array([[[0, 1]], [[1, 2]]])
    counts = new_counts(2, 1, 3)
    tally_all(
        counts, games(drawn(np.random.default_rng(35), 9, 1, 2)), np.array([0] * 8 + [1]), plan, nowhere(plan), -1
    )
    seen = pool.ratings(counts, places_of(plan, 3))
    assert [one.low is None for one in seen.entries] == [False, False, True]
    assert [one.low is None for one in seen.contrasts.values()] == [False, True, True]
    chain = np.array([[[0, 1]], [[1, 2]], [[2, 3]]])
    counts = new_counts(3, 1, 4)
    tally_all(counts, games(drawn(np.random.default_rng(36), 3, 1, 2)), np.arange(3), chain, nowhere(chain), -1)
    seen = pool.ratings(counts, places_of(chain, 4))
    assert {(one.low, one.high, one.p) for one in seen.contrasts.values()} == {(None, None, 1)}


def test_a_game_that_is_not_played_changes_no_rating():
    plan = np.array([[[0, 1], [1, 0], [-1, -1]], [[1, 2], [2, 1], [2, 1]]])
    payoffs = drawn(np.random.default_rng(37), 12, 3, 2)
    payoffs[::2, 2] = 0
    counts = new_counts(2, 3, 3)
    tally_all(counts, games(payoffs), np.arange(12) % 2, plan, nowhere(plan), -1)
    by_game, by_kind = (pool.ratings(counts, places) for places in (places_of(plan, 3), [[2, 2, 0], [0, 3, 3]]))
    assert [one.low for one in by_game.entries] == pytest.approx([one.low for one in by_kind.entries])


def test_ratings_want_an_entry_for_every_place():
    counts = tallied(games([[(3, -1, -2)]]), np.array([[0, 1, -1]]))
    with pytest.raises(ValueError, match="every place"):
        pool.ratings(counts, np.array([[1, 1]]))


@pytest.mark.slow
@pytest.mark.parametrize(("entries", "size", "n"), [(4, 2, 40), (6, 5, 20), (7, 5, 60), (5, 3, 300)])
def test_ratings_cover_what_they_promise(entries, size, n):
    """1500 pools of two classes of equals, each deal drawing who sits down; luck is skewed, as in big calls."""
    seated = np.array(list(itertools.combinations(range(entries), size)))
    places = size * places_of(seated, entries)
    truth = 300 * (np.arange(entries) % 2 - (entries // 2) / entries)
    rng = np.random.default_rng(64)
    hits, gap_hits, false = 0, 0, 0
    for _ in range(1500):
        counts = new_counts(len(seated), 1, entries)
        kinds = rng.integers(0, len(seated), n)
        luck = np.rint(truth[seated[kinds]] + rng.exponential(1000, (n, size))).astype(np.int64)
        payoffs = np.zeros((n, entries), np.int64)
        np.put_along_axis(payoffs, seated[kinds], size * luck - luck.sum(axis=1, keepdims=True), axis=1)
        for kind in range(len(seated)):
            summed(counts, kind, payoffs[kinds == kind, None])
        seen = pool.ratings(counts, places)
        hits += sum(one.low <= r <= one.high for one, r in zip(seen.entries, truth, strict=True)) / entries
        gaps = [(one, truth[e] - truth[f]) for (e, f), one in seen.contrasts.items()]
        gap_hits += sum(one.low <= gap <= one.high for one, gap in gaps) / len(gaps)
        false += any(one.p <= 0.05 and gap == 0 for one, gap in gaps)
    assert 0.93 < hits / 1500 < 0.97
    assert 0.935 < gap_hits / 1500 < 0.975
    assert 0 < false / 1500 < 0.07

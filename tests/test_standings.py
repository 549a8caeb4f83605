"""Do the estimates agree with plain sums over raw blocks, with `stats`, with scipy, and with what they promise?

The vectors for two sides are those of test_stats.py; that of Holm's p-values was computed with statsmodels.
"""

import itertools
import math

import numba
import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import pool, standings, stats
from analyzer.standings import WHOLE, Contrast, Role, new_counts, tally
from analyzer.stats import Factor, Interval, Margin

RESULT, ROLE, PAYOFF = 0, 1, 2  # rows of a game here
FIRST_MARGINS = [14, -6, 22, 0, -30, 8, 40, -2]
SECOND_MARGINS = [-2, 10, -18, 4, 36, -8, -20, 6]

ALTERNATE = np.array([[0, 1], [1, 0]])  # two sides, twice
ORDERS = np.array(list(itertools.permutations(range(3))))  # three at three seats, all orders
AMONG = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])  # one among two of another


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def nowhere(entries):
    return np.full_like(entries, -1)


def games(payoffs, roles=None):
    """The rows of games in which the highest payoffs came first: int64 of (..., 3, columns)."""
    payoffs = np.asarray(payoffs, np.int64)
    first = payoffs == payoffs.max(axis=-1, keepdims=True)
    results = first * (WHOLE // first.sum(axis=-1, keepdims=True))
    roles = -np.ones_like(payoffs) if roles is None else np.broadcast_to(roles, payoffs.shape)
    return np.stack([results, roles, payoffs], axis=-2)


def tallied(rows, entries, owners=None, kinds=1, kind=0, n_entries=None, strategies=0, roles=0):
    """Counts of blocks rows[deal, game, row, column] that are all of one kind."""
    owners = nowhere(entries) if owners is None else owners
    n_entries = int(entries.max()) + 1 if n_entries is None else n_entries
    counts = new_counts(kinds, len(entries), n_entries, strategies, roles)
    for block in rows:
        tally(counts, block, kind, entries, owners, PAYOFF, RESULT, ROLE)
    return counts


def by_entry(values, entries, n_entries):
    """values[deal, game, column] as sums for [deal, game, entry]."""
    return np.stack([np.where(entries == e, values, 0).sum(axis=-1) for e in range(n_entries)], axis=-1)


def places_of(entries, n_entries):
    return (entries[..., None] == np.arange(n_entries)).sum(axis=-2)


def drawn(rng, n, games_, columns, size=12.0):
    """Payoffs of n blocks that sum to zero at each table, with luck that is in part that of the deal."""
    payoffs = np.rint(rng.normal(0, size, (n, games_, columns)) + rng.normal(0, size, (n, 1, columns))).astype(np.int64)
    payoffs[..., -1] -= payoffs.sum(axis=-1)
    return payoffs


def summed(counts, kind, payoffs):
    """Add blocks payoffs[deal, game, entry] to counts without tally, for long simulations."""
    whole = payoffs.sum(axis=1)
    counts.blocks[kind] += len(whole)
    counts.payoffs[kind] += whole.sum(axis=0)
    counts.payoff_products[kind] += whole.T @ whole
    counts.game_payoffs[kind] += payoffs.sum(axis=0)
    counts.game_squares[kind] += (payoffs**2).sum(axis=0)


def scored(values, times):
    """Counts in which entry 0, with six places in a block, gets so many sixths of a place so many times."""
    counts = new_counts(1, 6, 1)
    values = np.asarray(values) * WHOLE
    counts.blocks[0] = sum(times)
    counts.results[0, 0] = values @ times
    counts.result_products[0, 0, 0] = values**2 @ times
    return counts


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one[:-1], other[:-1], strict=True))


@numba.njit
def tally_all(counts, rows, kinds, entries, owners, role_row):
    for d in range(len(rows)):
        tally(counts, rows[d], kinds[d], entries[kinds[d]], owners[kinds[d]], PAYOFF, RESULT, role_row)


VECTOR = tallied(
    games([[(m1, -m1), (-m2, m2)] for m1, m2 in zip(FIRST_MARGINS, SECOND_MARGINS, strict=True)]), ALTERNATE
)
SHUT_OUT = tallied(games([[(20, -20), (-30, 30)]] * 100), ALTERNATE)


# Counting


def test_a_block_is_counted_in_every_sum():
    entries = np.array([[0, 1, 1], [1, 0, -1]])
    owners = np.array([[0, 1, 1], [1, 0, 1]])
    rows = games([[(7, -3, -4), (5, 5, -10)], [(-2, 1, 1), (0, 0, 0)]], roles=[[0, 1, 1], [1, 0, -1]])
    counts = tallied(rows, entries, owners, strategies=2, roles=2)
    half, third = WHOLE // 2, WHOLE // 3
    assert counts.blocks.tolist() == [2]
    assert counts.payoffs.tolist() == [[12 - 2, -2 + 2]]
    assert counts.payoff_products.tolist() == [[[144 + 4, -24 - 4], [-24 - 4, 4 + 4]]]
    results = np.array([[WHOLE + half, half], [third, WHOLE + third]])
    assert counts.results.tolist() == [results.sum(axis=0).tolist()]
    assert counts.result_products.tolist() == [(results.T @ results).tolist()]
    assert counts.game_payoffs.tolist() == [[[7 - 2, -7 + 2], [5, 5]]]
    assert counts.game_squares.tolist() == [[[49 + 4, 49 + 4], [25, 25]]]
    assert counts.role_games.tolist() == [[4, 0], [0, 6]]
    assert counts.role_wins.tolist() == [[WHOLE + half + third, 0], [0, half + WHOLE + third]]
    assert counts.role_payoffs.tolist() == [[7 + 5 - 2, 0], [0, -3 - 4 + 5 + 1 + 1]]
    assert counts.role_squares.tolist() == [[49 + 25 + 4, 0], [0, 9 + 16 + 25 + 1 + 1]]
    assert counts.faults.tolist() == [0, 0]


@pytest.mark.parametrize("role_row", [ROLE, -1])
def test_compiled_tally_is_the_same(role_row):
    rng = np.random.default_rng(11)
    kinds = rng.integers(0, 4, 60)
    entries, owners = rng.integers(-1, 6, (2, 4, 5, 5))
    rows = games(drawn(rng, 60, 5, 5), rng.integers(-1, 3, (60, 5, 5)))
    compiled, plain = new_counts(4, 5, 6, 6, 3), new_counts(4, 5, 6, 6, 3)
    tally_all(compiled, rows, kinds, entries, owners, role_row)
    for block, kind in zip(rows, kinds, strict=True):
        tally(plain, block, kind, entries[kind], owners[kind], PAYOFF, RESULT, role_row)
    assert same(compiled, plain)
    assert compiled.blocks.sum() == 60
    assert (compiled.role_games.sum() == 0) == (role_row == -1)


def test_merging_is_counting_the_whole():
    rows = games(drawn(np.random.default_rng(12), 30, 3, 3), [0, 1, -1])
    for cut in (0, 13, 30):
        left, right = (tallied(part, AMONG, AMONG, strategies=2, roles=2) for part in (rows[:cut], rows[cut:]))
        kept = [sums.copy() for sums in right]
        standings.merge(left, right)
        assert same(left, tallied(rows[::-1], AMONG, AMONG, strategies=2, roles=2))
        assert same(right, kept)


def test_counts_of_different_plans_do_not_merge():
    with pytest.raises(ValueError, match="different plans"):
        standings.merge(new_counts(3, 2, 2), new_counts(1, 2, 2))


def test_payoffs_that_do_not_sum_to_zero_are_refused():
    rows = games([[(1, -1), (2, -2)], [(1, -1), (2, -1)], [(1, -1), (4, -1)]])
    counts = tallied(rows, ALTERNATE)
    for ask in (
        lambda: standings.merge(new_counts(1, 2, 2), counts),
        lambda: standings.payoff(counts, 0, 2),
        lambda: standings.score(counts, 0, 2),
        lambda: standings.contrast(counts, 0, 1, 2, 2),
        lambda: standings.p_value(counts, 0),
        lambda: standings.variance_reduction(counts, 0),
        lambda: pool.ratings(counts, np.array([[2, 2]])),
    ):
        with pytest.raises(ValueError, match="in game 1 of 2 of 3 blocks"):
            ask()


# Vectors


def test_vectors_of_two_sides():
    seen = standings.payoff(VECTOR, 0, 2)
    assert seen == Margin(3.375, seen.low, seen.high, 0.95, seen.sd)
    assert (seen.low, seen.high, seen.sd) == (digits(0.733631244, 9), digits(6.016368756, 9), digits(3.159452936, 9))
    assert standings.p_value(VECTOR, 0) == digits(0.0193482847, 10)
    assert standings.variance_reduction(VECTOR, 0).factor == digits(18.78890877, 8)
    seen = standings.score(VECTOR, 0, 2)
    assert (seen.mean, seen.low, seen.high) == (0.53125, digits(0.457355492, 9), digits(0.605144508, 9))
    seen = standings.contrast(VECTOR, 0, 1, 2, 2)
    assert (seen.mean, seen.p) == (6.75, digits(0.0193482847, 10))


def test_variance_reduction_interval_vector():
    """Equal variances and a correlation of -0.7, as in test_stats.py."""
    blocks = [(8, -8), (-8, 8)] * 425 + [(8, 8), (-8, -8)] * 75
    counts = tallied(games([[(m1, -m1), (-m2, m2)] for m1, m2 in blocks]), ALTERNATE)
    for entry in (0, 1):
        seen = standings.variance_reduction(counts, entry)
        assert (seen.factor, seen.low, seen.high) == (digits(10 / 3, 12), digits(3.002546, 6), digits(3.707845, 6))


def test_holm_vectors():
    p = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]
    assert standings.holm(p) == pytest.approx([0.01, 0.072, *[0.312] * 5, *[0.615] * 3])
    assert standings.holm(p[::-1]) == standings.holm(p)[::-1]
    assert standings.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert standings.holm([0.5, 1, 0.9]) == [1, 1, 1]
    assert standings.holm([]) == []


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


# Slow and plain sums


def raw_case(seed, n, entries, n_entries):
    rng = np.random.default_rng(seed)
    rows = games(drawn(rng, n, *entries.shape))
    counts = tallied(rows, entries)
    paid = by_entry(rows[:, :, PAYOFF], entries, n_entries)
    won = by_entry(rows[:, :, RESULT], entries, n_entries) / WHOLE
    return counts, paid, won, places_of(entries, n_entries).sum(axis=0)


PLANS = {"sides": ALTERNATE, "among": AMONG, "orders": ORDERS, "turns": (np.add.outer(range(5), range(5)) % 5 > 0) + 0}


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("n", [2, 9, 70])
def test_against_scipy_on_raw_blocks(plan, n):
    entries = PLANS[plan]
    n_entries = int(entries.max()) + 1
    counts, paid, won, places = raw_case(21, n, entries, n_entries)
    block, share = paid.sum(axis=1) / places, won.sum(axis=1) / places
    for e in range(n_entries):
        seen, slow = standings.payoff(counts, e, places[e], 0.9), scipy.stats.ttest_1samp(block[:, e], 0)
        ends = slow.confidence_interval(0.9)
        assert (seen.mean, seen.low, seen.high) == pytest.approx((block[:, e].mean(), ends.low, ends.high), abs=1e-9)
        assert seen.sd == pytest.approx(block[:, e].std(ddof=1))
        assert standings.p_value(counts, e) == pytest.approx(slow.pvalue, rel=1e-6)
        assert standings.score(counts, e, places[e]).mean == pytest.approx(share[:, e].mean())
        if n == 70:
            slow = scipy.stats.ttest_1samp(share[:, e], 0).confidence_interval(0.95)
            seen = standings.score(counts, e, places[e])
            assert (seen.low, seen.high) == pytest.approx((max(0, slow.low), min(1, slow.high)))
        apart, together = paid[:, :, e].var(axis=0, ddof=1).sum(), paid[:, :, e].sum(axis=1).var(ddof=1)
        assert standings.variance_reduction(counts, e).factor == pytest.approx(apart / together)
    for e, f in itertools.permutations(range(n_entries), 2):
        seen = standings.contrast(counts, e, f, places[e], places[f], 0.9)
        slow = scipy.stats.ttest_rel(block[:, e], block[:, f])
        ends = slow.confidence_interval(0.9)
        assert (seen.low, seen.high) == pytest.approx((ends.low, ends.high), abs=1e-9)
        assert seen.mean == pytest.approx(block[:, e].mean() - block[:, f].mean(), abs=1e-9)
        assert seen.p == pytest.approx(slow.pvalue, rel=1e-6)
        if n == 70:
            seen = standings.contrast(counts, e, f, places[e], places[f], of="score")
            slow = scipy.stats.ttest_rel(share[:, e], share[:, f])
            ends = slow.confidence_interval(0.95)
            assert (seen.low, seen.high, seen.p) == pytest.approx((ends.low, ends.high, slow.pvalue))


small_blocks = st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), max_size=60)


@given(small_blocks, st.sampled_from([0.5, 0.95, 0.99]))
@settings(max_examples=100, deadline=None)
def test_two_sides_are_as_stats_sees_them(margins, level):
    counts = tallied(games(np.reshape([[(m1, -m1), (-m2, m2)] for m1, m2 in margins], (-1, 2, 2))), ALTERNATE)
    record = stats.new_tally()
    for m1, m2 in margins:
        stats.tally(record, 1 + (m1 > 0) - (m1 < 0), m1, 1 + (m2 > 0) - (m2 < 0), m2)
    seen, wanted = standings.payoff(counts, 0, 2, level), stats.margin(record, level)
    assert (seen.mean, seen.level) == (wanted.mean, level)
    if wanted.low is not None:
        assert (seen.low, seen.high, seen.sd) == pytest.approx((wanted.low, wanted.high, wanted.sd), abs=1e-12)
    seen, wanted = standings.score(counts, 0, 2, level), stats.score(record, level)
    assert seen.mean == pytest.approx(wanted.mean) if margins else seen == wanted
    chernoff = stats.kl_interval(wanted.mean or 0, len(margins), level)
    ends = [pytest.approx((one.low, one.high), abs=1e-12) for one in (wanted, chernoff)]
    assert (seen.low, seen.high) in ends
    if wanted == chernoff:
        assert (seen.low, seen.high) == ends[1]
    factor = stats.variance_reduction(record).factor
    assert standings.variance_reduction(counts, 0, level).factor == (factor and pytest.approx(factor))


# Ratings


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
        half = stats.t_quantile(0.95, deals[e] - 1) * math.sqrt(covariance[e, e])
        assert (one.low, one.high) == pytest.approx((worth[e] - half, worth[e] + half))
    pairs, p = list(itertools.combinations(range(n_entries), 2)), []
    for e, f in pairs:
        one, gap, df = seen.contrasts[e, f], worth[e] - worth[f], min(deals[e], deals[f]) - 1
        error = math.sqrt(covariance[e, e] + covariance[f, f] - 2 * covariance[e, f])
        half = stats.t_quantile(0.95, df) * error
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


# Roles


def test_roles_by_hand():
    rows = games([[(4, -2, -2), (2, -1, -1)], [(-6, 3, 3), (0, 0, 0)]], roles=[[1, 0, 0], [1, 1, -1]])
    owners = np.array([[0, 1, 1], [1, 0, 1]])
    counts = tallied(rows, AMONG[:2], owners, strategies=3, roles=2)
    sds = [pytest.approx(np.std(paid, ddof=1)) for paid in ([4, -1, -6, 0], [-2, -2, 3, 3], [2, 0])]
    assert standings.roles(counts) == [
        Role(0, 0, 0, 0.0, None, None, None),
        Role(0, 1, 4, 1.0, pytest.approx((1 + 1 / 3) / 4), -3 / 4, sds[0]),
        Role(1, 0, 4, 4 / 6, pytest.approx((1 / 2 + 1 / 2) / 4), 2 / 4, sds[1]),
        Role(1, 1, 2, 2 / 6, pytest.approx((1 + 1 / 3) / 2), 2 / 2, sds[2]),
        Role(2, 0, 0, None, None, None, None),
        Role(2, 1, 0, None, None, None, None),
    ]


# Laws


@given(
    st.lists(st.tuples(*[st.integers(-3, 3)] * 4), max_size=30),
    st.sampled_from([1e-99, 0.5, 0.95, math.nextafter(1, 0)]),
)
@settings(max_examples=150, deadline=None)
def test_every_number_is_a_number(payoffs, level):
    """Two games, three at the table; the first sits down in both, the others count as one."""
    blocks = np.reshape([[(a, b, -a - b), (c, d, -c - d)] for a, b, c, d in payoffs], (-1, 2, 3))
    counts = tallied(games(blocks), np.array([[0, 1, 1], [1, 1, 0]]))
    shares = standings.score(counts, 0, 2, level), standings.score(counts, 1, 4, level)
    gaps = [standings.contrast(counts, 0, 1, 2, 4, level, of) for of in ("payoff", "score")]
    for seen, least in zip((*shares, gaps[1], gaps[0]), (0, 0, -1, -math.inf), strict=True):
        if seen.mean is not None and seen.low is not None:
            assert least <= seen.low <= seen.mean <= seen.high
            assert seen.high <= 1 or least == -math.inf
    assert all(0 <= gap.p <= 1 for gap in gaps)
    seen = standings.variance_reduction(counts, 0, level)
    assert seen.factor is None or 0.5 <= seen.factor * (1 + 1e-12) < math.inf
    if seen.low is not None:
        assert 0 < seen.low <= seen.factor <= seen.high < math.inf


def test_equals_are_paid_nothing_on_every_deal():
    """A deal pays by seat alone if all play alike; over all seats that is nothing, whoever is called what."""
    by_seat = drawn(np.random.default_rng(41), 50, 1, 3)
    for entries in (AMONG, ORDERS):
        counts = tallied(games(np.repeat(by_seat, len(entries), axis=1)), entries)
        places = places_of(entries, int(entries.max()) + 1).sum(axis=0)
        assert np.count_nonzero(counts.payoff_products) == 0
        for e in range(len(places)):
            assert standings.payoff(counts, e, places[e]) == Margin(0, 0, 0, 0.95, 0)
            assert standings.p_value(counts, e) == 1
            assert standings.variance_reduction(counts, e) == Factor(None, None, None)
        assert standings.contrast(counts, 0, 1, places[0], places[1]) == Contrast(0, 0, 0, 0.95, 1)
    assert standings.contrast(counts, 0, 1, 6, 6, of="score") == Contrast(0, 0, 0, 0.95, 1)
    seen = pool.ratings(counts, places[None])
    assert seen.entries == [Interval(0, 0, 0, 0.95)] * 3
    assert set(seen.contrasts.values()) == {Contrast(0, 0, 0, 0.95, 1)}


def test_a_mean_among_others_is_already_the_difference_from_their_table():
    """What the first gets in every seat among the second, less what the second gets there at a table of its own."""
    rng = np.random.default_rng(42)
    mixed, pure = drawn(rng, 50, 3, 3), drawn(rng, 50, 1, 3)
    gained = [sum(mixed[d, g, g] - pure[d, 0, g] for g in range(3)) / 3 for d in range(50)]
    seen = standings.payoff(tallied(games(mixed), AMONG), 0, 3)
    assert (seen.mean, seen.sd) == pytest.approx((np.mean(gained), np.std(gained, ddof=1)))


@pytest.mark.parametrize("plan", PLANS)
def test_payoffs_and_scores_are_shared_out(plan):
    entries = PLANS[plan]
    n_entries = int(entries.max()) + 1
    counts, _, _, places = raw_case(43, 25, entries, n_entries)
    paid = [places[e] * standings.payoff(counts, e, places[e]).mean for e in range(n_entries)]
    won = [places[e] * standings.score(counts, e, places[e]).mean for e in range(n_entries)]
    assert (sum(paid), sum(won)) == pytest.approx((0, len(entries)), abs=1e-9)
    for of in ("payoff", "score"):
        one = standings.contrast(counts, 0, 1, places[0], places[1], of=of)
        other = standings.contrast(counts, 1, 0, places[1], places[0], of=of)
        assert (one.mean, one.low, one.high, one.p) == pytest.approx((-other.mean, -other.high, -other.low, other.p))


def test_numbers_beyond_64_bits():
    counts, _, _, _ = raw_case(44, 200, ORDERS, 3)
    large = standings.Counts(*(sums * 10**11 for sums in counts))
    few, many = standings.payoff(counts, 0, 6), standings.payoff(large, 0, 6)
    assert (many.mean, many.sd) == pytest.approx((few.mean, few.sd * math.sqrt(199 / 200)))
    few, many = standings.score(counts, 0, 6), standings.score(large, 0, 6)
    assert many.high - many.low == pytest.approx(
        2 * 1.96 / 1.97196 * (few.high - few.mean) / math.sqrt(10**11), rel=0.01
    )
    few, many = pool.ratings(counts, [[6, 6, 6]]), pool.ratings(large, [[6, 6, 6]])
    assert [one.mean for one in many.entries] == pytest.approx([one.mean for one in few.entries])
    few, many = standings.variance_reduction(counts, 0), standings.variance_reduction(large, 0)
    assert many.low == pytest.approx(few.factor, rel=1e-4)
    for entry, level in itertools.product(range(3), (1e-99, 1e-9, 0.5, math.nextafter(1, 0))):
        for some in (counts, large):
            seen = standings.variance_reduction(some, entry, level)
            assert seen.low <= seen.factor <= seen.high


# Degenerate ends


def test_no_blocks():
    counts = new_counts(1, 2, 2, 1, 1)
    assert standings.payoff(counts, 0, 2) == Margin(None, None, None, 0.95, None)
    assert standings.score(counts, 0, 2) == Interval(None, 0, 1, 0.95)
    assert standings.contrast(counts, 0, 1, 2, 2) == Contrast(None, None, None, 0.95, 1)
    assert standings.contrast(counts, 0, 1, 2, 2, of="score") == Contrast(None, None, None, 0.95, 1)
    assert standings.p_value(counts, 0) == 1
    assert standings.variance_reduction(counts, 0) == Factor(None, None, None)
    assert pool.ratings(counts, [[2, 2]]) is None
    assert standings.roles(counts) == [Role(0, 0, 0, None, None, None, None)]


def test_one_block():
    counts = tallied(games([[(30, -30), (12, -12)]]), ALTERNATE)
    assert standings.payoff(counts, 0, 2) == Margin(9, None, None, 0.95, None)
    assert standings.score(counts, 0, 2) == stats.kl_interval(0.5, 1)
    assert standings.contrast(counts, 0, 1, 2, 2) == Contrast(18, None, None, 0.95, 1)
    assert standings.p_value(counts, 0) == 1
    assert standings.variance_reduction(counts, 0) == Factor(None, None, None)


def test_shut_out():
    assert standings.score(SHUT_OUT, 0, 2) == stats.score(stats_shut_out())
    assert standings.score(SHUT_OUT, 0, 2).low == digits(0.9637833074, 10)
    assert standings.score(SHUT_OUT, 1, 2).high == pytest.approx(1 - 0.025**0.01)
    assert standings.payoff(SHUT_OUT, 0, 2) == Margin(25, 25, 25, 0.95, 0)
    assert standings.p_value(SHUT_OUT, 0) == 2 / 2**100
    assert standings.contrast(SHUT_OUT, 1, 0, 2, 2) == Contrast(-50, -50, -50, 0.95, 2 / 2**100)
    seen = standings.contrast(SHUT_OUT, 0, 1, 2, 2, of="score")
    assert (seen.mean, seen.low, seen.high) == (1, pytest.approx(2 * 0.025**0.01 - 1), 1)


def stats_shut_out():
    record = stats.new_tally()
    for _ in range(100):
        stats.tally(record, 2, 20, 2, 30)
    return record


def test_chernoff_gives_way_to_student_where_it_should():
    for values, times in (([6, 0], [1, 0]), ([6, 3], [36, 9]), ([0, 2], [180, 9]), ([6, 5, 0], [200, 9, 5])):
        counts = scored(values, times)
        mean = np.average(values, weights=times) / 6
        seen, wanted = standings.score(counts, 0, 6), stats.kl_interval(mean, sum(times))
        assert (seen.low, seen.high) == pytest.approx((wanted.low, wanted.high))
    for values, times in (([6, 3], [26, 9]), ([0, 2], [180, 10]), ([6, 5, 0], [200, 9, 15]), ([3, 2], [180, 1])):
        worth = np.repeat(values, times) / 6
        half = stats.t_quantile(0.975, len(worth) - 1) * scipy.stats.sem(worth)
        seen = standings.score(scored(values, times), 0, 6)
        assert (seen.low, seen.high) == pytest.approx((max(0, worth.mean() - half), min(1, worth.mean() + half)))


def test_variance_reduction_without_an_interval():
    one_game = tallied(games(drawn(np.random.default_rng(51), 20, 1, 3)), np.array([[0, 1, 2]]))
    assert standings.variance_reduction(one_game, 0) == Factor(1, None, None)
    copied = tallied(
        games(np.repeat(drawn(np.random.default_rng(52), 20, 1, 2), 2, axis=1)), np.array([[0, 1], [0, 1]])
    )
    assert standings.variance_reduction(copied, 0) == Factor(0.5, None, None)
    counts, *_ = raw_case(53, 3, ORDERS, 3)
    seen = standings.variance_reduction(counts, 0)
    assert (seen.low, seen.high) == (None, None) and seen.factor > 1 / 6


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, math.nan])
def test_a_level_is_a_share(level):
    for counts in (VECTOR, new_counts(1, 2, 2)):
        for ask in (
            lambda counts=counts: standings.payoff(counts, 0, 2, level),
            lambda counts=counts: standings.score(counts, 0, 2, level),
            lambda counts=counts: standings.contrast(counts, 0, 1, 2, 2, level),
            lambda counts=counts: standings.variance_reduction(counts, 0, level),
            lambda counts=counts: pool.ratings(counts, [[2, 2]], level),
        ):
            with pytest.raises(ValueError, match="level"):
                ask()


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="elo"):
        standings.contrast(VECTOR, 0, 1, 2, 2, of="elo")
    with pytest.raises(ValueError, match="several kinds"):
        standings.payoff(new_counts(2, 2, 2), 0, 2)


# Coverage


@pytest.mark.parametrize("n", [20, 60, 250])
@pytest.mark.parametrize(("common", "rare"), [(6, 0), (6, 3), (6, 5), (0, 1), (0, 6)])
def test_score_covers_near_a_shut_out(common, rare, n):
    """Exact: blocks are rare with probability share, so the number of rare ones is binomial."""
    for share in np.array([0.01, 0.5, 1, 2, 3, 4, 5, 7]) / n:
        truth, covered = (common * (1 - share) + rare * share) / 6, 0.0
        for k in range(n + 1):
            seen = standings.score(scored([common, rare], [n - k, k]), 0, 6)
            chance = math.comb(n, k) * share**k * (1 - share) ** (n - k)
            covered += chance * (seen.low - 1e-12 <= truth <= seen.high + 1e-12)
        assert covered >= 0.95


@pytest.mark.parametrize("law", [[0.85, 0.1, 0.05], [0.96, 0.02, 0.02], [0.6, 0.3, 0.1]])
def test_score_covers_with_rare_blocks_of_several_kinds(law):
    """2000 experiments of 80 blocks worth 1, 5/6 or 0; four standard errors are 2 points of coverage."""
    truth, hits = law[0] + law[1] * 5 / 6, 0
    for times in np.random.default_rng(61).multinomial(80, law, 2000):
        seen = standings.score(scored([6, 5, 0], times), 0, 6)
        hits += seen.low <= truth <= seen.high
    assert hits / 2000 > 0.93


def test_payoff_and_contrast_cover_what_they_promise():
    """1000 matches of 30 deals, one among two others, not quite equals; five standard errors are 3.5 points."""
    rng = np.random.default_rng(62)
    covered = 0
    for _ in range(1000):
        counts = new_counts(1, 3, 2)
        payoffs = drawn(rng, 30, 3, 3)
        payoffs += np.where(AMONG == 0, 4, -2)
        summed(counts, 0, by_entry(payoffs, AMONG, 2))
        seen, gap = standings.payoff(counts, 0, 3), standings.contrast(counts, 0, 1, 3, 6)
        covered += seen.low <= 4 <= seen.high
        # what the others get is known from what the first gets, and so is the gap
        assert (gap.low, gap.high) == pytest.approx((seen.low * 1.5, seen.high * 1.5))
    assert 915 <= covered <= 985


LUCK = {  # how the games of a block vary together, and how often the interval is to hold at least and at most
    "all alike": (1.2 * np.eye(5) - 0.2, 0.93, 0.97),
    "luck that adds up": (0.7 * np.eye(5) + 0.3, 0.93, 0.97),
    "neighbours": (np.eye(5) - 0.4 * (np.roll(np.eye(5), 1, 0) + np.roll(np.eye(5), -1, 0)), 0.93, 0.97),
    "games that share a seat": (np.kron(np.eye(3), [[1.27, 0.77], [0.77, 1.27]]) - 0.27, 0.915, 0.96),
    "uneven seats": (np.outer([1, 2, 1], [1, 2, 1]) * (1.3 * np.eye(3) - 0.3), 0.95, 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("luck", LUCK)
def test_variance_reduction_covers_what_it_promises(luck):
    """4000 experiments of 60 deals: four standard errors are 1.4 points of coverage."""
    covariance, least, most = LUCK[luck]
    rng = np.random.default_rng(63)
    root = np.linalg.cholesky(1e6 * covariance).T
    truth, hits = np.trace(covariance) / covariance.sum(), 0
    for _ in range(4000):
        counts = new_counts(1, len(root), 1)
        summed(counts, 0, np.rint(rng.normal(size=(60, len(root))) @ root).astype(np.int64)[..., None])
        seen = standings.variance_reduction(counts, 0)
        hits += seen.low <= truth <= seen.high
    assert least < hits / 4000 < most


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

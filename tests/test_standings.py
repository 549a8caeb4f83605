"""Do the estimates agree with plain sums over raw blocks, with `stats`, with scipy, and with what they promise?

The vectors for two sides are those of test_stats.py; that of Holm's p-values was computed with statsmodels.
"""

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from blocks import (
    ALTERNATE,
    AMONG,
    ORDERS,
    PAYOFF,
    RESULT,
    ROLE,
    SHUT_OUT,
    VECTOR,
    by_entry,
    digits,
    drawn,
    games,
    places_of,
    raw_case,
    same,
    scored,
    summed,
    tallied,
    tally_all,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import intervals, pool, standings, stats
from analyzer.intervals import Interval
from analyzer.standings import WHOLE, Contrast, Role, new_counts, tally
from analyzer.stats import Factor, Margin

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


def test_benjamini_hochberg_vectors():
    p = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]
    wanted = [0.01, 0.04, *[0.084] * 3, 0.1, 0.1057142857, *[0.216] * 3]
    assert standings.benjamini_hochberg(p) == pytest.approx(wanted, rel=1e-9)
    assert standings.benjamini_hochberg(p[::-1]) == standings.benjamini_hochberg(p)[::-1]
    shuffled = np.random.default_rng(6).random(40).round(1)  # with ties
    slow = scipy.stats.false_discovery_control(shuffled)
    assert standings.benjamini_hochberg(shuffled.tolist()) == pytest.approx(slow)
    assert standings.benjamini_hochberg([]) == []


# Slow and plain sums


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
    chernoff = intervals.kl_interval(wanted.mean or 0, len(margins), level)
    ends = [pytest.approx((one.low, one.high), abs=1e-12) for one in (wanted, chernoff)]
    assert (seen.low, seen.high) in ends
    if wanted == chernoff:
        assert (seen.low, seen.high) == ends[1]
    factor = stats.variance_reduction(record).factor
    assert standings.variance_reduction(counts, 0, level).factor == (factor and pytest.approx(factor))


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
    assert standings.score(counts, 0, 2) == intervals.kl_interval(0.5, 1)
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
        seen, wanted = standings.score(counts, 0, 6), intervals.kl_interval(mean, sum(times))
        assert (seen.low, seen.high) == pytest.approx((wanted.low, wanted.high))
    for values, times in (([6, 3], [26, 9]), ([0, 2], [180, 10]), ([6, 5, 0], [200, 9, 15]), ([3, 2], [180, 1])):
        worth = np.repeat(values, times) / 6
        half = intervals.t_quantile(0.975, len(worth) - 1) * scipy.stats.sem(worth)
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

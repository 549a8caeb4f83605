"""Do the statistics agree with published numbers, with slow and plain sums, and with the coverage they promise?

The vectors were computed independently with scipy, statsmodels and mpmath, or taken from fastchess,
`app/tests/elo_test.cpp`.
"""

import itertools
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import stdtr

from analyzer import intervals, stats
from analyzer.stats import SPAN, TALLY, WIN, score_from_counts

FIRST_MARGINS = [14, -6, 22, 0, -30, 8, 40, -2]
SECOND_MARGINS = [-2, 10, -18, 4, 36, -8, -20, 6]
MANY = [120, 310, 1420, 390, 160]


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def result(margin):
    return 1 + (margin > 0) - (margin < 0)


def block(margin_1, margin_2):
    return result(margin_1), margin_1, result(margin_2), margin_2


def tallied(blocks):
    record = stats.new_tally()
    for one in blocks:
        stats.tally(record, *one)
    return record


def same(one, other):
    return all(np.array_equal(one[name], other[name]) for name in TALLY.names)


def swapped(blocks):
    """The same games told by the other strategy: the game it led comes first."""
    return [(WIN - result_2, -margin_2, WIN - result_1, -margin_1) for result_1, margin_1, result_2, margin_2 in blocks]


@numba.njit
def tally_all(record, blocks):
    for i in range(len(blocks)):
        stats.tally(record, blocks[i, 0], blocks[i, 1], blocks[i, 2], blocks[i, 3])


VECTOR = tallied(map(block, FIRST_MARGINS, SECOND_MARGINS))
SHUT_OUT = tallied([block(20, 30)] * 100)

any_blocks = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-9000, 9000), st.integers(0, 2), st.integers(-9000, 9000)), max_size=40
)
small_blocks = st.lists(st.builds(block, st.integers(-6, 6), st.integers(-6, 6)), max_size=9)
levels = st.sampled_from([1e-9, 0.5, 0.9, 0.95, 0.99, 1 - 1e-9, math.nextafter(1, 0)])


# Counting


def test_field_names_are_free():
    assert not [name for name in TALLY.names if hasattr(np.record, name)]


def test_a_block_is_counted_in_every_field():
    record = tallied([(2, 31, 0, -31), (1, 0, 2, 9), (0, -50_000, 0, -9), (2, 50_000, 2, 9)])
    assert record.results.tolist() == [[1, 0, 0], [0, 0, 1], [1, 0, 1]]
    assert record.margin_sums.tolist() == [31, -22]
    assert record.margin_squares.tolist() == [5_000_000_961, 1204]
    assert record.margin_product == -961 + 0 + 450_000 + 450_000
    assert record.mirrored == 1
    filled = np.flatnonzero(record.histogram).tolist()
    assert filled == [0, SPAN, SPAN + 9, 2 * SPAN]
    assert stats.blocks(record) == 4
    assert stats.pair_counts(record) == [1, 0, 1, 1, 1]
    assert stats.games(record) == (4, 1, 3)


@given(any_blocks)
@settings(max_examples=50, deadline=None)
def test_compiled_tally_is_the_same(blocks):
    compiled = stats.new_tally()
    tally_all(compiled, np.array(blocks, np.int64).reshape(-1, 4))
    assert same(compiled, tallied(blocks))


def test_a_kernel_may_write_on_one_row_of_many():
    rows = np.zeros(3, TALLY)
    tally_all(rows[1], np.array([block(3, 4), block(5, -5)]))
    assert [stats.blocks(row) for row in rows] == [0, 2, 0]
    assert stats.margin(rows[1]).mean == 1.75


@given(any_blocks, st.integers(0, 40))
@settings(max_examples=50, deadline=None)
def test_merging_is_counting_the_whole(blocks, cut):
    left, right = tallied(blocks[:cut]), tallied(blocks[cut:])
    kept = right.copy()
    stats.merge(left, right)
    assert same(left, tallied(blocks[::-1]))
    assert same(right, kept)


# Vectors


def test_margin_vector():
    seen = stats.margin(VECTOR)
    assert seen.mean == 3.375
    assert seen.sd == digits(3.159452936, 9)
    error = seen.sd / math.sqrt(8)
    assert error == digits(1.117035298, 9)
    assert seen.mean / error == digits(3.021390645, 9)
    assert 2 * stdtr(7, -seen.mean / error) == digits(0.0193482847, 10)
    assert (seen.low, seen.high) == (digits(0.733631244, 9), digits(6.016368756, 9))
    assert seen.level == 0.95
    assert stats.sign_flip(VECTOR) == 4 / 256
    assert np.corrcoef(FIRST_MARGINS, SECOND_MARGINS)[0, 1] == digits(-0.957605236, 9)
    assert stats.variance_reduction(VECTOR).factor == digits(18.78890877, 8)


def test_score_vector():
    assert stats.pair_counts(VECTOR) == [0, 0, 7, 1, 0]
    seen = stats.score(VECTOR)
    assert seen.mean == 0.53125
    assert (seen.low, seen.high) == (digits(0.457355492, 9), digits(0.605144508, 9))
    assert stats.variance_reduction(VECTOR, "score").factor == pytest.approx(17, rel=1e-15)


def test_many_counts_vector():
    seen = score_from_counts(MANY)
    assert seen.mean == digits(0.5166666667, 10)
    assert (seen.low, seen.high) == (digits(0.5079761456, 10), digits(0.5253571877, 10))
    error = (seen.high - seen.low) / 2 / intervals.t_quantile(0.975, 2399)
    assert error == digits(0.0044317837, 10)
    assert 2400 * error**2 == digits(0.0471376963, 10)
    assert (seen.mean - 0.5) / error == digits(3.760713020, 9)
    effect = (seen.mean - 0.5) / error / math.sqrt(2399)  # the published effect divides by n, not n - 1, in its sd
    assert effect == digits(0.0767812308, 10)


def test_fastchess_counts():
    assert score_from_counts([34, 54, 63, 64, 75]).mean == digits(0.5793103448, 10)


def test_variance_reduction_interval_vector():
    """Any 1000 blocks with equal variances and a correlation of -0.7 will do: 850 opposite pairs, 150 equal ones."""
    blocks = [block(8, -8), block(-8, 8)] * 425 + [block(8, 8), block(-8, -8)] * 75
    seen = stats.variance_reduction(tallied(blocks))
    assert (seen.factor, seen.low, seen.high) == (digits(10 / 3, 12), digits(3.002546, 6), digits(3.707845, 6))
    assert stats.variance_reduction(tallied(blocks), "score") == seen


# Slow and plain sums


@given(small_blocks)
@settings(max_examples=100, deadline=None)
def test_against_plain_sums(blocks):
    record = tallied(blocks)
    margins = [(m1 + m2) / 2 for _, m1, _, m2 in blocks]
    scores = [(r1 + r2) / 4 for r1, _, r2, _ in blocks]
    if len(blocks) > 1:
        seen = stats.margin(record, 0.9)
        assert seen.mean == pytest.approx(statistics.fmean(margins), abs=1e-12)
        assert seen.sd == pytest.approx(statistics.stdev(margins), abs=1e-7)
        assert stats.score(record).mean == pytest.approx(statistics.fmean(scores))
        assert stats.mirrored(record) == margins.count(0) / len(blocks)
        firsts, seconds = [m1 for _, m1, _, _ in blocks], [m2 for _, _, _, m2 in blocks]
        apart = statistics.variance(firsts) + statistics.variance(seconds)
        together = 4 * statistics.variance(margins)
        factor = stats.variance_reduction(record).factor
        assert factor is None if together == 0 else factor == pytest.approx(apart / together)
    wholes = [m1 + m2 for _, m1, _, m2 in blocks]
    patterns = list(itertools.product((1, -1), repeat=len(wholes)))
    far = sum(abs(sum(map(int.__mul__, signs, wholes))) >= abs(sum(wholes)) for signs in patterns)
    assert stats.sign_flip(record) == far / len(patterns)


def test_lead_score_follows_the_leader():
    assert stats.lead_score(tallied([(2, 5, 0, -5)] * 40)).mean == 1
    assert stats.lead_score(tallied([(2, 5, 2, 5), (0, -5, 0, -5)] * 40)).mean == 0.5
    values = [1, 0.75, 0.25, 0.5] * 10
    seen = stats.lead_score(tallied([(2, 5, 0, -5), (1, 0, 0, -9), (0, -1, 1, 0), (1, 0, 1, 0)] * 10))
    half = intervals.t_quantile(0.975, 39) * statistics.stdev(values) / math.sqrt(40)
    assert (seen.mean, seen.low, seen.high) == pytest.approx((0.625, 0.625 - half, 0.625 + half))


def test_lead_margin_is_the_margin_with_the_second_game_turned_round():
    turned = tallied([block(m1, -m2) for m1, m2 in zip(FIRST_MARGINS, SECOND_MARGINS, strict=True)])
    assert stats.lead_margin(turned) == stats.margin(VECTOR)
    assert stats.lead_margin(VECTOR) == stats.margin(turned)
    assert stats.lead_margin(tallied([block(30, -30)] * 5)) == stats.Margin(30, 30, 30, 0.95, 0)
    assert stats.lead_margin(tallied([block(30, -12)])) == stats.Margin(21, None, None, 0.95, None)
    assert stats.lead_margin(stats.new_tally()) == stats.margin(stats.new_tally())


# Sign flips


def test_sign_flip_takes_zeros_for_nothing():
    few = [block(3, 2), block(1, 0), block(-1, -2)]
    assert stats.sign_flip(tallied(few)) == stats.sign_flip(tallied(few + [block(4, -4)] * 1000)) == 6 / 8


def test_sign_flip_counts_ties_and_keeps_its_promise():
    """Over all signs of the same sizes, a p-value as small as p comes up in exactly a share p of them."""
    sizes = [1, 1, 2, 3, 3, 5, 8, 0, 13]
    seen = [
        stats.sign_flip(tallied(block(sign * size, 0) for sign, size in zip(signs, sizes, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(sizes))
    ]
    for p in set(seen):
        assert sum(other <= p for other in seen) / len(seen) == p


def test_sign_flip_by_z():
    twenty, more = [block(7, 2)] * 14 + [block(-4, 1)] * 6, [block(7, 2)] * 15 + [block(-4, 1)] * 6
    assert stats.sign_flip(tallied(twenty)) * 2**20 == round(stats.sign_flip(tallied(twenty)) * 2**20)
    z = (15 * 9 - 6 * 3) / math.sqrt(15 * 81 + 6 * 9)
    assert stats.sign_flip(tallied(more)) == pytest.approx(math.erfc(z / math.sqrt(2)))
    beyond = [block(20_000, 1000), block(-5, 9)]  # 21000 is not in the histogram, so there is no exact count
    z = 21_004 / math.sqrt(21_000**2 + 4**2)
    assert stats.sign_flip(tallied(beyond)) == pytest.approx(math.erfc(z / math.sqrt(2)))
    assert stats.sign_flip(tallied([block(9, 9)] * 5000)) == 0


# Laws


@given(any_blocks, levels)
@settings(max_examples=200, deadline=None)
def test_every_number_is_a_number(blocks, level):
    record = tallied(blocks)
    for seen in (stats.score(record, level), stats.lead_score(record, level)):
        assert 0 <= seen.low <= seen.high <= 1
        assert seen.mean is None if not blocks else seen.low <= seen.mean <= seen.high
    seen = stats.margin(record, level)
    if len(blocks) > 1:
        assert seen.sd >= 0 and seen.low <= seen.mean <= seen.high
        assert all(map(math.isfinite, (seen.sd, seen.low, seen.high)))
    assert 0 <= stats.sign_flip(record) <= 1
    for of in ("margin", "score"):
        seen = stats.variance_reduction(record, of, level)
        assert seen.factor is None or 0.5 <= seen.factor < math.inf
        if seen.low is not None:
            assert 0 < seen.low <= seen.factor <= seen.high < math.inf


@given(any_blocks)
@settings(max_examples=100, deadline=None)
def test_the_other_strategy_sees_the_mirror_image(blocks):
    one, other = tallied(blocks), tallied(swapped(blocks))
    assert stats.pair_counts(other) == stats.pair_counts(one)[::-1]  # so the scores add up to 1, exactly
    assert stats.games(other) == stats.games(one)[::-1]
    mine, theirs = stats.score(one), stats.score(other)
    assert (theirs.low, theirs.high) == pytest.approx((1 - mine.high, 1 - mine.low), abs=1e-12)
    mine, theirs = stats.margin(one), stats.margin(other)
    assert theirs.sd == mine.sd
    if blocks:
        assert stats.score(one).mean + stats.score(other).mean == pytest.approx(1, rel=0, abs=3e-16)
        assert theirs.mean == -mine.mean
    if len(blocks) > 1:
        assert (theirs.low, theirs.high) == (-mine.high, -mine.low)
    assert stats.sign_flip(other) == stats.sign_flip(one)
    assert stats.mirrored(other) == stats.mirrored(one)
    assert stats.lead_score(other) == stats.lead_score(one)
    assert stats.lead_margin(other) == stats.lead_margin(one)
    assert stats.variance_reduction(other).factor == stats.variance_reduction(one).factor


def test_numbers_beyond_64_bits():
    record = tallied([block(700, -500), block(-300, 200), block(10, 90), block(-80, -20), block(55, 60)])
    large = stats.new_tally()
    for name in TALLY.names:
        large[name] = record[name] * 10**12
    assert stats.margin(large).mean == stats.margin(record).mean
    assert stats.margin(large).sd == pytest.approx(stats.margin(record).sd * math.sqrt(4 / 5))
    seen = stats.variance_reduction(large)
    assert seen.factor == pytest.approx(stats.variance_reduction(record).factor)
    assert (seen.low, seen.high) == pytest.approx((seen.factor, seen.factor), rel=1e-4)
    assert stats.sign_flip(large) == 0


# Degenerate ends


def test_no_blocks():
    record = stats.new_tally()
    assert stats.blocks(record) == 0
    assert stats.games(record) == (0, 0, 0)
    assert stats.score(record) == stats.lead_score(record) == intervals.Interval(None, 0, 1, 0.95)
    assert stats.margin(record) == stats.Margin(None, None, None, 0.95, None)
    assert stats.sign_flip(record) == 1
    assert stats.mirrored(record) is None
    assert stats.variance_reduction(record) == stats.Factor(None, None, None)


def test_one_block():
    record = tallied([block(30, -12)])
    assert stats.score(record) == intervals.kl_interval(0.5, 1)
    assert stats.margin(record) == stats.Margin(9, None, None, 0.95, None)
    assert stats.sign_flip(record) == 1
    assert stats.mirrored(record) == 0
    assert stats.variance_reduction(record) == stats.Factor(None, None, None)


def test_all_mirrored():
    record = tallied([block(30, -30), block(-8, 8), block(0, 0)] * 50)
    assert stats.mirrored(record) == 1
    assert stats.margin(record) == stats.Margin(0, 0, 0, 0.95, 0)
    assert stats.sign_flip(record) == 1
    assert stats.score(record) == intervals.kl_interval(0.5, 150)
    assert stats.variance_reduction(record) == stats.Factor(None, None, None)
    assert stats.variance_reduction(record, "score") == stats.Factor(None, None, None)


def test_shut_out():
    assert stats.score(SHUT_OUT).low == digits(0.9637833074, 10)
    assert (stats.score(SHUT_OUT).mean, stats.score(SHUT_OUT).high) == (1, 1)
    assert stats.margin(SHUT_OUT) == stats.Margin(25, 25, 25, 0.95, 0)
    assert stats.lead_score(SHUT_OUT).mean == 0.5
    assert stats.variance_reduction(SHUT_OUT) == stats.Factor(None, None, None)


def test_chernoff_gives_way_to_student_where_it_should():
    for counts in ([0, 0, 0, 0, 1], [0, 9, 0, 0, 0], [0, 1, 0, 3, 500], [500, 0, 9, 0, 0], [0, 0, 0, 1, 3]):
        n, mean = sum(counts), sum(k * count for k, count in enumerate(counts)) / sum(counts) / 4
        assert score_from_counts(counts) == intervals.kl_interval(mean, n)
    for counts in ([0, 0, 0, 10, 500], [0, 0, 499, 1, 0], [1, 0, 0, 0, 1], [0, 0, 0, 1, 2], [2, 2, 2, 2, 9]):
        n, mean = sum(counts), sum(k * count for k, count in enumerate(counts)) / sum(counts) / 4
        assert score_from_counts(counts) != intervals.kl_interval(mean, n)


def test_variance_reduction_without_an_interval():
    constant_seat = tallied([block(5, m) for m in (1, 2, 5, -7)])
    assert stats.variance_reduction(constant_seat) == stats.Factor(1, None, None)
    exact_opposites = tallied([block(m, -2 * m) for m in (1, 2, 5, -7, 3)])
    assert stats.variance_reduction(exact_opposites) == stats.Factor(5, None, None)
    three = tallied([block(1, -3), block(4, 4), block(-2, 6)])
    assert stats.variance_reduction(three).factor > 0
    assert stats.variance_reduction(three).low is None


def test_nearly_perfect_opposites_keep_their_digits():
    blocks = [block(m, -m) for m in range(-60, 60)] * 40
    seen = stats.variance_reduction(tallied([*blocks, block(1, 0)]))
    assert seen.factor == pytest.approx(2 * 1199.9 * 4801, rel=1e-3)
    assert seen.low == pytest.approx(seen.factor * math.exp(-2 * 1.96 / math.sqrt(4798)), rel=1e-3)
    assert seen.high == pytest.approx(seen.factor * math.exp(2 * 1.96 / math.sqrt(4798)), rel=1e-3)


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, math.nan])
def test_a_level_is_a_share(level):
    for ask in (stats.score, stats.margin, stats.lead_score):
        with pytest.raises(ValueError, match="level"):
            ask(VECTOR, level)
    with pytest.raises(ValueError, match="level"):
        stats.variance_reduction(VECTOR, "margin", level)


def test_nonsense_is_refused():
    for ask in (
        lambda: score_from_counts([1, 2, 3]),
        lambda: score_from_counts([1, 2, 3, 4, -1]),
        lambda: stats.variance_reduction(VECTOR, "elo"),
    ):
        with pytest.raises(ValueError):
            ask()


# Coverage


def two_cell_coverage(common, rare, n, share, interval):
    """Exact probability that `interval(counts)` holds the true mean, blocks being `rare` with probability `share`."""
    truth = (common * (1 - share) + rare * share) / 4
    covered = 0.0
    for k in range(n + 1):
        counts = [0] * 5
        counts[common] += n - k
        counts[rare] += k
        chance = math.comb(n, k) * share**k * (1 - share) ** (n - k)
        if chance > 1e-9:
            seen = interval(counts)
            covered += chance * (seen.low - 1e-12 <= truth <= seen.high + 1e-12)
    return covered


@pytest.mark.parametrize("n", [1, 2, 7, 40, 200])
@pytest.mark.parametrize(("common", "rare"), [(4, 0), (4, 2), (4, 3), (0, 1), (2, 3)])
def test_chernoff_covers_always(common, rare, n):
    def chernoff(counts):
        return intervals.kl_interval(sum(k * count for k, count in enumerate(counts)) / (4 * n), n)

    for share in (1e-4, 0.005, 0.03, 0.1, 0.3, 0.5):
        assert two_cell_coverage(common, rare, n, share, chernoff) >= 0.95


@pytest.mark.parametrize("n", [20, 60, 250])
@pytest.mark.parametrize(("common", "rare"), [(4, 0), (4, 1), (4, 2), (4, 3), (0, 1), (0, 4)])
def test_score_covers_near_a_shut_out(common, rare, n):
    for expected in (0.001, 0.5, 1, 2, 3, 4, 5, 7):
        assert two_cell_coverage(common, rare, n, expected / n, score_from_counts) >= 0.95


def test_the_weakness_of_student_is_no_worse_than_its_docstring_says():
    worst = min(two_cell_coverage(2, 3, 100, expected / 100, score_from_counts) for expected in np.arange(0.5, 20, 0.5))
    assert 0.83 < worst < 0.95


def test_student_covers_what_it_promises():
    """5000 experiments: five standard errors are 1.6 points of coverage."""
    law = np.array([0.05, 0.15, 0.6, 0.15, 0.05])
    rng = np.random.default_rng(2024)
    for n in (12, 60, 400):
        seen = [score_from_counts(counts) for counts in rng.multinomial(n, law, 5000).tolist()]
        assert 0.934 < np.mean([one.low <= 0.5 <= one.high for one in seen]) < 0.975


def test_margin_covers_what_it_promises_and_sign_flips_reject_no_more():
    """1000 matches of 30 deals between equals whose luck cancels in part; five standard errors are 3.5 points."""
    rng = np.random.default_rng(2025)
    covered = rejected = 0
    for _ in range(1000):
        cards, play_1, play_2 = np.rint(rng.normal(0, [[20], [8], [8]], (3, 30))).astype(np.int64)
        first, second = cards + play_1, -cards + play_2
        record = stats.new_tally()
        tally_all(record, np.stack([np.sign(first) + 1, first, np.sign(second) + 1, second], axis=1))
        seen = stats.margin(record)
        covered += seen.low <= 0 <= seen.high
        rejected += stats.sign_flip(record) <= 0.05
    assert 915 <= covered <= 985
    assert 15 <= rejected <= 85


# Start-up


def test_nothing_slow_is_imported():
    code = "import sys, analyzer.stats; sys.exit(bool({'scipy.stats', 'scipy.optimize', 'pandas'} & set(sys.modules)))"
    root = Path(stats.__file__).parents[1]
    assert subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": str(root)}).returncode == 0


@pytest.mark.parametrize("rho", [-0.7, 0.0, 0.4])
def test_variance_reduction_covers_no_less_where_the_two_games_vary_unevenly(rho):
    rng, hits = np.random.default_rng(5), 0
    true = 5 / (5 + 4 * rho)  # standard deviations 1 and 2
    for _ in range(200):
        one = rng.normal(size=60)
        two = 2 * (rho * one + np.sqrt(1 - rho**2) * rng.normal(size=60))
        record = stats.new_tally()
        for margins in zip(np.rint(30 * one).astype(int), np.rint(30 * two).astype(int), strict=True):
            stats.tally(record, 1, margins[0], 1, margins[1])
        seen = stats.variance_reduction(record)
        hits += seen.low <= true <= seen.high
    assert hits >= 188

"""Are means per hand those of slow and plain sums over the blocks, and do their intervals cover what they promise?"""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from analyzer import described, intervals
from analyzer.described import AMOUNT, COUNT, KINDS, SHARE, SHARED
from analyzer.tables import GAMES

# Two sides that change over: `owners[game][column]`.
OWNERS = np.array([[0, 1], [1, 0]])
# Partners of two kinds on both sides: turned round the table, and again with the sides exchanged.
EIGHT = np.array([[0, 1], [1, 0], [0, 1], [1, 0], [1, 0], [0, 1], [1, 0], [0, 1]])
# 1 to 9 hands a game; what is told of them by row: closings at most once a hand, burrachi, points of either sign.
HANDS, CLOSED, BURRACOS, POINTS = range(4)
MARGINS = ([14, -6, 22, 0, -30, 8, 40, -2], [-2, 10, -18, 4, 36, -8, -20, 6])  # those of tests/test_stats.py


def played(blocks, owners=OWNERS, most_hands=9, seed=1):
    """The rows of blocks that nobody played: strategy 0 is better, the games of a block have some luck in common."""
    luck = np.random.default_rng(seed)
    shape = (blocks, len(owners), 2)
    rows = np.zeros((blocks, len(owners), 4, 2), np.int64)
    hands = np.broadcast_to(luck.integers(1, most_hands + 1, shape[:2])[..., None], shape)
    fair = np.clip(luck.normal(0.4, 0.15, (blocks, 1, 1)) + 0.05 * (owners == 0), 0, 1)
    rows[:, :, HANDS] = hands
    rows[:, :, CLOSED] = luck.binomial(hands, fair)
    rows[:, :, BURRACOS] = luck.poisson(hands * 3 * fair)
    rows[:, :, POINTS] = np.rint(luck.normal(0, 300, shape) + 1000 * hands * (fair - 0.42))
    return rows


def tallied(rows, owners=OWNERS):
    counts = described.new_counts(2, rows.shape[2])
    described.tally(counts, rows, range(rows.shape[2]), owners)
    return counts


def same(one, other):
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def had(rows, row, strategy, owners=OWNERS):
    """What a strategy had of a row in every block, added up place by place."""
    places = list(zip(*np.nonzero(owners == strategy), strict=True))
    return [sum(int(block[game, row, column]) for game, column in places) for block in rows]


def by_hand(rows, row, weights, owners=OWNERS):
    """Mean, and half the interval for 95 %, of a weighted sum over strategies of what they have per hand."""
    n = len(rows)
    mean, residuals = Fraction(0), [Fraction(0)] * n
    for strategy, weight in weights.items():
        x, d = had(rows, row, strategy, owners), had(rows, HANDS, strategy, owners)
        ratio = Fraction(sum(x), sum(d))
        mean += weight * ratio
        residuals = [e + weight * (a - ratio * b) / sum(d) for e, a, b in zip(residuals, x, d, strict=True)]
    assert sum(residuals) == 0
    variance = Fraction(n, n - 1) * sum(e * e for e in residuals)
    return float(mean), intervals.t_quantile(0.975, n - 1) * math.sqrt(variance)


# Counting


@pytest.mark.parametrize("owners", [OWNERS, EIGHT], ids=["two games", "eight"])
def test_blocks_are_counted_place_by_place(owners):
    rows = played(40, owners)
    counts = tallied(rows, owners)
    assert counts.blocks.tolist() == [40]
    assert described.hands(counts, 0) == described.hands(counts, 1) == rows[:, :, HANDS, 0].sum()
    for row, one, two in itertools.product(range(4), (0, 1), (0, 1)):
        x, y, d = had(rows, row, one, owners), had(rows, row, two, owners), had(rows, HANDS, two, owners)
        assert counts.sums[row, one] == sum(x)
        assert counts.products[row, one, two] == sum(a * b for a, b in zip(x, y, strict=True))
        assert counts.by_hands[row, one, two] == sum(a * b for a, b in zip(x, d, strict=True))


def test_rows_and_columns_that_are_not_told_do_not_count():
    rows = played(25)
    wide = np.full((25, 2, 9, 3), 10**6)
    wide[:, :, [7, 2, 5, 0], :2] = rows
    counts = described.new_counts(2, 4)
    described.tally(counts, wide, [7, 2, 5, 0], OWNERS)
    assert same(counts, tallied(rows))


def test_a_column_of_nobody_does_not_count():
    owners = np.array([[0, -1], [-1, 0]])
    rows = played(25)
    counts = tallied(rows, owners)
    assert described.per_hand(counts, BURRACOS, 0) == described.per_hand(tallied(rows), BURRACOS, 0)
    assert described.per_hand(counts, BURRACOS, 1).mean is None
    assert described.difference(counts, BURRACOS, 0, 1).mean is None


@pytest.mark.parametrize("cut", [0, 1, 33, 70])
def test_merging_is_counting_the_whole(cut):
    rows = played(70)
    left, right = tallied(rows[:cut]), tallied(rows[cut:])
    kept = [sums.copy() for sums in right]
    described.merge(left, right)
    assert same(left, tallied(rows[::-1]))
    assert same(right, kept)


# Estimates


@pytest.mark.parametrize("owners", [OWNERS, EIGHT], ids=["two games", "eight"])
@pytest.mark.parametrize("row", [CLOSED, BURRACOS, POINTS])
@pytest.mark.parametrize("blocks", [30, 400])
def test_intervals_are_those_of_exact_fractions(row, blocks, owners, monkeypatch):
    monkeypatch.setattr(described, "SHUT_OUT", 0)
    rows = played(blocks, owners)
    counts = tallied(rows, owners)
    for weights, seen in (
        ({0: 1}, described.per_hand(counts, row, 0)),
        ({1: 1}, described.per_hand(counts, row, 1)),
        ({0: 1, 1: -1}, described.difference(counts, row, 0, 1)),
        ({0: -1, 1: 1}, described.difference(counts, row, 1, 0)),
    ):
        mean, half = by_hand(rows, row, weights, owners)
        assert (seen.mean, seen.low, seen.high) == pytest.approx((mean, mean - half, mean + half), rel=1e-12)


def test_where_the_strategies_play_different_numbers_of_hands_the_difference_still_holds(monkeypatch):
    monkeypatch.setattr(described, "SHUT_OUT", 0)
    rows = played(200)
    rows[:, :, HANDS] += np.random.default_rng(3).integers(0, 5, rows[:, :, HANDS].shape)
    seen = described.difference(tallied(rows), BURRACOS, 0, 1)
    mean, half = by_hand(rows, BURRACOS, {0: 1, 1: -1})
    assert (seen.mean, seen.low, seen.high) == pytest.approx((mean, mean - half, mean + half), rel=1e-12)


def test_with_two_hands_in_every_block_it_is_student_s_interval():
    """The vector of tests/test_stats.py, computed with scipy: the margins of two games of eight deals."""
    rows = np.ones((8, 2, 2, 2), np.int64)
    rows[:, :, 1, 0] = np.array([MARGINS[0], np.negative(MARGINS[1])]).T  # column 0 is the other's in the second game
    rows[:, :, 1, 1] = -rows[:, :, 1, 0]
    seen = described.per_hand(tallied(rows), 1, 0, AMOUNT)
    assert (seen.mean, seen.low, seen.high) == pytest.approx((3.375, 0.733631244, 6.016368756), abs=1e-9)
    seen = described.difference(tallied(rows), 1, 0, 1, AMOUNT)
    assert (seen.mean, seen.low, seen.high) == pytest.approx((6.75, 2 * 0.733631244, 2 * 6.016368756), abs=2e-9)


def test_intervals_are_as_wide_as_a_bootstrap_of_blocks_says():
    """4000 samples with replacement: five standard errors of a standard deviation are 5.6 per cent of it."""
    rows, luck = played(500), np.random.default_rng(7)
    counts, t = tallied(rows), intervals.t_quantile(0.975, 499)
    x, d = (np.array([had(rows, row, strategy) for strategy in (0, 1)]) for row in (BURRACOS, HANDS))
    drawn = luck.integers(0, 500, (4000, 500))
    ratios = x[:, drawn].sum(axis=2) / d[:, drawn].sum(axis=2)
    for seen, sample in (
        (described.per_hand(counts, BURRACOS, 0), ratios[0]),
        (described.difference(counts, BURRACOS, 0, 1), ratios[0] - ratios[1]),
    ):
        assert seen.high - seen.mean == pytest.approx(t * sample.std(ddof=1), rel=0.056)


def test_hands_that_share_a_deal_are_not_taken_for_independent_ones():
    """If all games of a block go alike, an interval is as wide as for a game a block."""
    rows = played(300, most_hands=1)
    rows[:] = rows[:, :1, :, :1]
    one = described.per_hand(tallied(rows), BURRACOS, 0)
    alone = described.per_hand(tallied(rows[:, :1], OWNERS[:1]), BURRACOS, 0)
    assert (one.mean, one.low, one.high) == pytest.approx((alone.mean, alone.low, alone.high))
    assert described.difference(tallied(rows), BURRACOS, 0, 1) == intervals.Interval(0, 0, 0, 0.95)


def test_the_other_way_round_a_difference_has_the_other_sign():
    counts = tallied(played(100))
    for row in (CLOSED, BURRACOS, POINTS):
        one, two = described.difference(counts, row, 0, 1, AMOUNT), described.difference(counts, row, 1, 0, AMOUNT)
        assert (one.mean, one.low, one.high) == pytest.approx((-two.mean, -two.high, -two.low))
        assert described.difference(counts, row, 0, 0, AMOUNT) == intervals.Interval(0, 0, 0, 0.95)
        told = [described.per_hand(counts, row, strategy).mean for strategy in (0, 1)]
        assert one.mean == pytest.approx(told[0] - told[1])


def test_hands_are_one_a_hand():
    seen = described.per_hand(tallied(played(100)), HANDS, 0)
    assert (seen.mean, seen.low, seen.high) == (1, 1, 1)


def test_numbers_beyond_64_bits():
    counts = tallied(played(300))
    large = described.Counts(*(10**8 * sums for sums in counts))
    for row in (CLOSED, BURRACOS, POINTS):
        for seen, wide in (
            (described.per_hand(large, row, 0, AMOUNT), described.per_hand(counts, row, 0, AMOUNT)),
            (described.difference(large, row, 0, 1, AMOUNT), described.difference(counts, row, 0, 1, AMOUNT)),
        ):
            assert seen.mean == wide.mean
            assert seen.low <= seen.mean <= seen.high
            narrower = (seen.high - seen.mean) / (wide.high - wide.mean)
            assert narrower == pytest.approx(
                1.96 / intervals.t_quantile(0.975, 299) / math.sqrt(10**8 * 300 / 299), rel=1e-3
            )


# Too little to say


def test_of_nothing_there_is_no_mean_and_of_one_block_no_interval():
    counts = tallied(played(0))
    assert described.per_hand(counts, CLOSED, 0) == intervals.Interval(None, None, None, 0.95)
    assert described.difference(counts, CLOSED, 0, 1) == intervals.Interval(None, None, None, 0.95)
    counts = tallied(played(1))
    for kind in KINDS:
        assert described.per_hand(counts, CLOSED, 0, kind).mean is not None
        assert described.difference(counts, CLOSED, 0, 1, kind).low is None
    for kind in (COUNT, AMOUNT):
        assert described.per_hand(counts, BURRACOS, 0, kind).low is None


@pytest.mark.parametrize(("times", "told"), [(0, False), (9, False), (10, True), (500, True)])
def test_what_is_rare_has_no_interval(times, told):
    rows = played(1000)
    rows[:, :, BURRACOS] = 0
    rows[:times, 0, BURRACOS, 0] = 1
    counts = tallied(rows)
    for kind in (COUNT, SHARE):
        seen = described.per_hand(counts, BURRACOS, 0, kind)
        assert seen.mean == pytest.approx(times / rows[:, :, HANDS, 0].sum())
        assert (seen.low is not None) == told
        assert (described.difference(counts, BURRACOS, 0, 1, kind).low is not None) == told
        assert described.per_hand(counts, BURRACOS, 1, kind).low is None


def test_an_amount_of_either_sign_is_never_rare():
    rows = played(1000)
    rows[::2, :, POINTS] *= -1
    seen = described.per_hand(tallied(rows), POINTS, 0, AMOUNT)
    assert seen.low < 0 < seen.high


@pytest.mark.parametrize(("times", "told"), [(0, False), (9, False), (10, True)])
def test_a_share_that_is_nearly_all_has_no_interval_either(times, told):
    rows = played(1000)
    rows[:, :, CLOSED] = rows[:, :, HANDS]
    rows[:times, 0, CLOSED, 0] -= 1
    rows[:times, 1, CLOSED, 0] -= 1
    counts = tallied(rows)
    for kind in (SHARE, SHARED):
        assert (described.per_hand(counts, CLOSED, 0, kind).low is not None) == told
        assert (described.difference(counts, CLOSED, 0, 1, kind).low is not None) == told
    assert described.per_hand(counts, CLOSED, 0, COUNT).low is not None


def test_with_as_many_hands_in_every_block_a_rare_share_is_chernoff_s():
    rows = played(300, most_hands=1)
    rows[:, :, CLOSED] = 0
    rows[:3, :, CLOSED] = 1
    counts = tallied(rows)
    assert described.per_hand(counts, CLOSED, 0, SHARE) == intervals.kl_interval(0.01, 300)
    rows[:, :, CLOSED] = 1
    assert described.per_hand(tallied(rows), CLOSED, 1, SHARED) == intervals.kl_interval(1, 300)


# Promises


@pytest.mark.parametrize("blocks", [25, 100])
def test_intervals_cover_what_they_promise(blocks):
    """2000 experiments: five standard errors are 2.4 points; few blocks of uneven size cover a little less."""
    whole = tallied(played(200_000, seed=99))
    for row, kind in ((CLOSED, SHARE), (BURRACOS, COUNT), (POINTS, AMOUNT)):
        truth = described.per_hand(whole, row, 0).mean, described.difference(whole, row, 0, 1).mean
        hits = np.zeros(2)
        for experiment in range(2000):
            counts = tallied(played(blocks, seed=experiment))
            seen = described.per_hand(counts, row, 0, kind), described.difference(counts, row, 0, 1, kind)
            hits += [one.low is not None and one.low <= true <= one.high for one, true in zip(seen, truth, strict=True)]
        assert all(0.92 < share < 0.975 for share in hits / 2000), (row, hits / 2000)


# What games name


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_game_tells_of_its_hands_are_rows_of_its_score(game):
    keys = [key for key, *_ in game.DESCRIBED]
    assert len(set(keys)) == len(keys)
    assert not game.DESCRIBED or 0 <= game.DEALT < game.ROW[0]
    for key, row, words, kind in game.DESCRIBED:
        assert key.isidentifier() and words and kind in KINDS
        assert 0 <= row < game.ROW[0]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_says_what_is_won_and_what_the_first_seat_does(game):
    single, match = game.BOUTS
    assert single and match and game.BEGINS

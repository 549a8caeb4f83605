"""Means over decisions that come in clusters: the sums, and what is made of them."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from analyzer import clusters
from analyzer.clusters import MARGIN, SCORE

OPTIONS, BUCKETS = 2, 5


def counted(deals, buckets=BUCKETS, options=OPTIONS):
    """Sums of decisions (bucket, moves, outcomes), deal by deal; outcomes are (score, margin) of every action."""
    sums, room = clusters.new_sums(buckets, options), clusters.new_room(buckets, options, (1, 1))
    for deal in deals:
        for bucket, moves, outcomes in deal:
            room.moves[:] = moves
            room.outcome[:] = np.transpose(outcomes)
            clusters.note(sums, room, bucket)
        assert clusters.settle(sums, room)
        assert not room.decisions.any() and not room.totals.any() and not room.touched[0]
    return sums


def by_chance(deals, seed, buckets=BUCKETS):
    """Decisions of deals whose luck is shared by all decisions of a deal; a third lacks one option."""
    chance = np.random.default_rng(seed)
    for _ in range(deals):
        luck = chance.normal(0, 10)
        deal = []
        for _ in range(chance.poisson(3)):
            moves = [0, 1 if chance.random() < 0.67 else -1, int(chance.integers(0, 3))]
            margins = chance.normal(luck, 8, 3).round().astype(int)
            margins[0] += 3 + round(luck)
            deal.append((int(chance.integers(0, buckets)), moves, [(int(chance.integers(0, 61)), m) for m in margins]))
        yield deal


def clustered(deals, wanted, one, two=None, measure=MARGIN):
    """Mean, standard error and the numbers of decisions and deals, straight from the formula."""
    s, n = [], []
    for deal in deals:
        seen = [
            outcomes[one][measure] - (outcomes[two][measure] if two is not None else 0)
            for bucket, moves, outcomes in deal
            if bucket in wanted and moves[one] >= 0 and (two is None or moves[two] >= 0)
        ]
        if seen:
            s.append(sum(seen))
            n.append(len(seen))
    s, n, g = np.array(s, float), np.array(n, float), len(s)
    mean = s.sum() / n.sum()
    return mean, sqrt(g / (g - 1) * ((s - mean * n) ** 2).sum() / n.sum() ** 2), int(n.sum()), g


def seen(sums, buckets, one, two=None, measure=MARGIN):
    return clusters.seen(sums, buckets, clusters.column(OPTIONS, one, two), measure)


def test_every_action_and_every_two_have_a_column_of_their_own():
    for options in range(1, 7):
        numbers = [clusters.column(options, one) for one in range(options + 1)]
        numbers += [clusters.column(options, one, two) for one, two in combinations(range(options + 1), 2)]
        assert numbers == list(range(clusters.columns(options)))


def test_by_hand():
    # Three deals, an option and the player's own choice; differences 4, 2 | 0 | -1, 3, 1: S = 6, 0, 3 and N = 2, 1, 3.
    differences = [[4, 2], [0], [-1, 3, 1]]
    deals = [[(0, [0, 1], [(60, d + 5), (0, 5)]) for d in deal] for deal in differences]
    sums = counted(deals, 1, 1)
    found = clusters.seen(sums, [0], clusters.column(1, 0, 1), MARGIN)
    assert found == (6, 9, 36 + 0 + 9, 12 + 0 + 9, 4 + 1 + 9, 3, True)
    gain = clusters.gain(found)
    # m = 3/2; residuals 3, -3/2, -3/2; their squares 27/2; times 3/2, over 36: 9/16.
    assert (gain.mean, gain.error, gain.decisions, gain.deals) == (1.5, 0.75, 6, 3)
    assert gain.high - gain.mean == pytest.approx(0.75 * 4.30265273)  # t with 2 degrees of freedom
    # P(|T_2| > 2) = 1 - 2 / sqrt(2 + 4)
    assert gain.p == pytest.approx(1 - 2 / sqrt(6))
    score = clusters.gain(clusters.seen(sums, [0], clusters.column(1, 0, 1), SCORE), 60)
    assert (score.mean, score.low, score.high) == (1, None, None) and score.p == 2**-2


@pytest.mark.parametrize("measure", [SCORE, MARGIN])
def test_sums_give_what_the_formula_gives(measure):
    deals = list(by_chance(300, 1))
    sums = counted(deals)
    for wanted in ([0], [3], [0, 1], [1, 2, 4], list(range(BUCKETS))):
        for one, two in [(0, None), (2, None), (0, 1), (0, 2), (1, 2)]:
            mean, error, n, g = clustered(deals, wanted, one, two, measure)
            found = seen(sums, wanted, one, two, measure)
            gain = clusters.gain(found)
            assert (gain.mean, gain.decisions) == (pytest.approx(mean), n)
            assert found.deals <= g and (found.deals == g if found.exactly else gain.deals is None)
            assert found.exactly == (len(wanted) in (1, BUCKETS))
            # Where it is not known how many deals there were, the error is a little larger than it need be.
            more = sqrt(found.deals / (found.deals - 1) * (g - 1) / g)
            assert gain.error == pytest.approx(error * more) and more < 1.003
            t = scipy_stats.t(found.deals - 1)
            assert gain.low == pytest.approx(mean - t.ppf(0.975) * gain.error)
            assert gain.p == pytest.approx(2 * t.sf(abs(mean) / gain.error))


def test_buckets_that_share_no_deal_are_merged_with_all_their_deals():
    deals = [[(k % 3, [0, 1, 2], [(60, k), (0, 1), (0, 0)])] for k in range(30)]
    sums = counted(deals)
    assert seen(sums, [0, 1], 0).deals == 20 and seen(sums, [0, 1], 0).exactly
    assert clusters.gain(seen(sums, [0, 1], 0)).deals == 20


def test_the_interval_is_as_wide_as_a_bootstrap_over_deals():
    deals = list(by_chance(400, 2))
    chance = np.random.default_rng(3)
    for wanted, two in [([0], 2), ([1, 3], 1), (list(range(BUCKETS)), 2)]:
        gain = clusters.gain(seen(counted(deals), wanted, 0, two))
        parts = np.array(
            [
                [
                    sum(o[0][1] - o[two][1] for b, m, o in deal if b in wanted and m[0] >= 0 and m[two] >= 0),
                    sum(b in wanted and m[0] >= 0 and m[two] >= 0 for b, m, o in deal),
                ]
                for deal in deals
            ]
        )
        drawn = parts[chance.integers(0, len(parts), (2000, len(parts)))].sum(axis=1)
        means = drawn[:, 0] / drawn[:, 1]
        # The error of an error from 2000 draws is 1.6 %.
        assert gain.error == pytest.approx(means.std(), rel=0.08)
        assert gain.low == pytest.approx(np.quantile(means, 0.025), abs=0.25 * gain.error)
        assert gain.high == pytest.approx(np.quantile(means, 0.975), abs=0.25 * gain.error)
        single = np.concatenate(
            [[o[0][1] - o[two][1] for b, m, o in d if b in wanted and m[0] >= 0 and m[two] >= 0] for d in deals]
        )
        if len(wanted) == BUCKETS:  # taking decisions for independent would say too much
            assert single.std() / sqrt(len(single)) < 0.8 * gain.error


def test_an_interval_covers_as_often_as_it_says():
    truth, hits, runs = 0.0, 0, 400
    for seed in range(runs):
        # Options 1 and 2 differ by nothing but chance.
        gain = clusters.gain(seen(counted(by_chance(40, 100 + seed)), [0, 1, 2, 3, 4], 1, 2))
        hits += gain.low <= truth <= gain.high
    assert 0.95 * runs - 4 * sqrt(runs * 0.95 * 0.05) < hits < runs


def test_merging_adds_up_and_no_order_matters():
    deals = list(by_chance(60, 4))
    whole, parts = counted(deals), clusters.new_sums(BUCKETS, OPTIONS)
    for start in (40, 0, 20):
        clusters.merge(parts, counted(deals[start : start + 20]))
    turned = counted([deal[::-1] for deal in deals[::-1]])
    for one, two, three in zip(whole, parts, turned, strict=True):
        assert np.array_equal(one, two) and np.array_equal(one, three)


def test_what_is_not_known_is_none():
    nothing = clusters.gain(seen(clusters.new_sums(BUCKETS, OPTIONS), [1, 2], 0, 1))
    assert (nothing.mean, nothing.low, nothing.p, nothing.error) == (None,) * 4 and nothing.decisions == 0
    once = clusters.gain(seen(counted([[(0, [0, 1, 1], [(60, 3), (0, 1), (0, 1)])]]), [0], 0, 1))
    assert (once.mean, once.low, once.high, once.p) == (2, None, None, None) and once.deals == 1
    alike = counted([[(0, [0, 1, 1], [(60, 3), (0, 1), (0, 1)])]] * 3)
    gain = clusters.gain(seen(alike, [0], 0, 1))
    # Three deals alike: by random signs 2 / 2^3, and no interval, for they do not say how much deals vary.
    assert (gain.mean, gain.low, gain.high, gain.p, gain.error) == (2, None, None, 2**-2, 0)
    assert (gain.turned().mean, gain.turned().low, gain.turned().p) == (-2, None, 2**-2)
    assert clusters.gain(seen(alike, [0], 1, 2)).p == 1


def test_a_score_lies_between_0_and_1():
    alike = counted([[(0, [0, 1, 1], [(60, 3), (0, 1), (0, 1)])]] * 3)
    sure = clusters.value(seen(alike, [0], 0, measure=SCORE), 60, bounded=True)
    assert (sure.mean, sure.high) == (1, 1) and sure.low == pytest.approx((0.025) ** (1 / 3))
    lost = clusters.value(seen(alike, [0], 1, measure=SCORE), 60, bounded=True)
    assert (lost.mean, lost.low) == (0, 0) and lost.high == pytest.approx(1 - 0.025 ** (1 / 3))
    some = [[(0, [0, 1, 1], [(60 * (k > 0), 3), (0, 1), (0, 1)])] for k in range(8)]
    most = clusters.value(seen(counted(some), [0], 0, measure=SCORE), 60, bounded=True)
    # An error of 1/8, t with 7 degrees of freedom: 2.36462425.
    assert most.mean == 0.875 and most.low == pytest.approx(0.875 - 2.36462425 / 8) and most.high == 1


def test_turned_round_a_gain_is_a_loss():
    gain = clusters.gain(seen(counted(by_chance(50, 5)), [0, 1], 0, 1))
    turned = gain.turned()
    assert (turned.mean, turned.low, turned.high) == (-gain.mean, -gain.high, -gain.low)
    assert (turned.p, turned.decisions, turned.error) == (gain.p, gain.decisions, gain.error)


def test_no_sum_overflows_unseen():
    def of(margin):
        sums, room = clusters.new_sums(1, 1), clusters.new_room(1, 1, (1, 1))
        room.moves[:], room.outcome[1, 0] = 0, margin
        clusters.note(sums, room, 0)
        return sums, clusters.settle(sums, room)

    assert of(clusters.LARGEST)[1] and not of(clusters.LARGEST + 1)[1] and not of(-clusters.LARGEST - 1)[1]
    sums, most = clusters.new_sums(1, 1), clusters.new_sums(1, 1)
    most.products[0, 0, 1] = 2 * clusters.LARGEST**2 * clusters.MOST_DEALS
    assert most.products[0, 0, 1] == 2**60
    for _ in range(4):
        clusters.merge(sums, most)
    with pytest.raises(OverflowError, match="play fewer at a time"):
        clusters.merge(sums, most)
    assert sums.products[0, 0, 1] == 5 * 2**60


def test_large_sums_are_told_exactly():
    sums = clusters.new_sums(2, 1)
    sums.products[:, 0, 1] = (2**62 - 1, 2**62 - 1, -5)
    assert clusters.seen(sums, [0, 1], 0, MARGIN).squares == 2**63 - 7


def test_no_more_buckets_than_there_is_room_for():
    for options in (1, 2, 3, 8):
        most = clusters.most_buckets(options)
        held = most * (most + 1) // 2 * clusters.columns(options) * 5
        more = (most + 1) * (most + 2) // 2 * clusters.columns(options) * 5
        assert held <= clusters.MOST_PRODUCTS < more

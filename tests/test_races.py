"""How sides fare that take their pozzetto first: are shares shares, with an interval, whatever the deals?"""

import numpy as np
import pytest

from analyzer import by_deal, race_to_the_pozzetto
from analyzer.intervals import kl_interval
from analyzer.stats import score_from_counts


def array(*numbers):
    return np.array(numbers, np.int64)


def test_a_share_of_wholes_of_one_size_is_a_score():
    """Of blocks of two games, both of which count: the same as the five counts of a match, told by Student's t."""
    quarters = np.repeat([0, 1, 2, 3, 4], [20, 30, 25, 15, 10])
    told, known = by_deal.share(30 * quarters, np.full(100, 120)), score_from_counts([20, 30, 25, 15, 10])
    assert (told.mean, told.low, told.high) == pytest.approx((known.mean, known.low, known.high))


def test_a_share_never_leaves_0_to_1_and_is_never_certain():
    always = by_deal.share(np.full(60, 2), np.full(60, 2))
    assert (always.mean, always.high) == (1, 1) and always.low == pytest.approx(0.025 ** (1 / 60))
    nearly = by_deal.share(np.repeat([2, 0], [58, 2]), np.full(60, 2))
    known = kl_interval(58 / 60, 60)
    assert (nearly.mean, nearly.low, nearly.high) == pytest.approx((known.mean, known.low, known.high))
    few = by_deal.share(array(3, 1, 2, 0), array(3, 1, 2, 1))
    assert 0 <= few.low < few.mean == 6 / 7 < few.high <= 1
    assert by_deal.share(array(), array()).mean is by_deal.share(array(0, 0), array(0, 0)).low is None
    one = by_deal.share(array(1), array(1))
    assert (one.mean, one.low, one.high) == pytest.approx((1, 0.025, 1))


def test_deals_of_uneven_size_tell_as_much_as_fewer_of_one_size():
    told = by_deal.share(array(4, 1, 1), array(4, 1, 1))  # 36 / 18 = 2 deals
    assert told.low == pytest.approx(0.025 ** (1 / 2))


def test_shares_of_hands_are_told_within_0_to_100():
    answer = race_to_the_pozzetto(deals=60)
    (table,) = [table for table in answer.tables if table.name == "first_pozzetto"]
    for _, mean, low, high in table.rows[:2]:
        assert 0 <= low <= mean <= high <= 100 and high - low > 1

"""Who wins the best of so many deals, and how many tell who is better: vectors, laws, and evenings that were played."""

import pytest

from analyzer import by_deal
from analyzer.evenings import best_of, evening, to_tell
from analyzer.lab import Lab
from analyzer.scores import RESULT, WHOLE
from analyzer.stats import Interval


@pytest.mark.parametrize(
    ("deals", "p", "wins"),
    [(1, 0.55, 0.55), (3, 0.55, 0.57475), (5, 0.55, 0.593126875), (9, 5 / 9, 0.6344930947), (5, 0, 0), (5, 1, 1)],
)
def test_best_of(deals, p, wins):
    assert best_of(deals, p) == pytest.approx(wins, abs=1e-10)


@pytest.mark.parametrize("deals", [1, 3, 5, 7, 21])
def test_one_of_two_wins_and_length_helps_the_better(deals):
    assert best_of(deals, 0.3) + best_of(deals, 0.7) == pytest.approx(1)
    assert best_of(deals + 2, 0.6) > best_of(deals, 0.6) > 0.5


@pytest.mark.parametrize(("deals", "p"), [(2, 0.5), (0, 0.5), (-1, 0.5), (3, 1.1)])
def test_what_is_no_evening_is_refused(deals, p):
    with pytest.raises(ValueError, match="best of an odd number|with a chance between 0 and 1"):
        best_of(deals, p)


def test_the_ends_go_with_the_chance():
    found = evening(3, Interval(0.55, 0.5, 0.6, 0.95))
    assert [found.mean, found.low, found.high] == pytest.approx([0.57475, 0.5, 0.648])
    assert evening(3, Interval(None, None, None, 0.95)).mean is None


def test_how_many_tell_who_is_better():
    # (1.959964 + 0.841621)^2 x 0.24 / 0.1^2 = 188.4; at the ends, with 0.15 and 0.05, 83.7 and 753.5.
    found = to_tell(Interval(0.6, 0.55, 0.65, 0.95))
    assert [found.mean, found.low, found.high] == [190, 84, 750]
    turned = to_tell(Interval(0.4, 0.35, 0.45, 0.95))
    assert [turned.mean, turned.low, turned.high] == [190, 84, 750]
    assert to_tell(Interval(0.6, 0.55, 0.65, 0.95), variance=0.12).mean == 95
    assert to_tell(Interval(0.51, 0.49, 0.53, 0.95)).mean is None


def test_evenings_that_are_played_are_won_as_the_formula_says():
    won, decided = [], []

    def each(number, rows):
        results = rows[:, 0, RESULT, 0], rows[:, 1, RESULT, 1]
        won.extend(sum((each == WHOLE).astype(int) for each in results))
        decided.extend(sum((each != WHOLE // 2).astype(int) for each in results))

    lab = Lab(4000, seed=11)
    lab.duel("spend_trump", "always_win", each=each)
    told = evening(5, by_deal.part(won, decided))
    played = lab.duel("spend_trump", "always_win", match="best_of=5", deals=4000).score
    assert 0.55 < told.mean < 0.75
    assert abs(told.mean - played.mean) < (told.high - told.low + played.high - played.low)

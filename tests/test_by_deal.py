"""Are means, shares, scores and ratios of numbers kept deal by deal what textbooks say?"""

import numpy as np
import pytest
from scipy.stats import t as student

from analyzer import by_deal
from analyzer.by_deal import Kept, Results
from analyzer.intervals import wilson
from analyzer.lab import Lab
from analyzer.scores import PAYOFF, RESULT

CHANCE = np.random.default_rng(5)
X = CHANCE.integers(-30, 41, 60)
Y = CHANCE.integers(-10, 71, 60)


def student_of(values):
    """Mean and 95 % interval of independent numbers."""
    half = student.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return [values.mean(), values.mean() - half, values.mean() + half]


def numbers(seen):
    return [seen.mean, seen.low, seen.high]


def test_a_mean_has_students_interval_and_p():
    found = by_deal.mean(X, unit=4)
    assert numbers(found) == pytest.approx(student_of(X / 4))
    assert found.p == pytest.approx(2 * student.sf(abs(X.mean()) / X.std(ddof=1) * np.sqrt(60), 59))
    assert numbers(by_deal.mean(X, things=2)) == pytest.approx(student_of(X / 2))


def test_a_share_of_wholes_that_differ_is_a_ratio_of_sums():
    part, whole = np.array([1, 0, 2, 0, 1]), np.array([2, 0, 2, 1, 2])
    found = by_deal.part(part, whole)
    assert found.mean == 4 / 7 and found.deals == 4
    pulls = (part - 4 / 7 * whole)[whole > 0]
    error = np.sqrt(4 / 3 * (pulls**2).sum()) / 7
    assert found.high - found.mean == pytest.approx(student.ppf(0.975, 3) * error)


def test_a_score_stays_between_0_and_1_and_p_is_that_of_par():
    got = np.array([60, 60, 0, 30, 60, 60, 0, 60])
    found = by_deal.score(got, 60, 1 / 3)
    mean, low, high = student_of(got / 60)
    assert numbers(found) == pytest.approx([mean, low, min(1.0, high)])
    spread = (got / 60).std(ddof=1) / np.sqrt(8)
    assert found.p == pytest.approx(2 * student.sf((mean - 1 / 3) / spread, 7))
    never = by_deal.score(np.zeros(100, int), 60)
    assert never.mean == never.low == 0 and 0.01 < never.high < 0.05


def test_what_is_rare_has_wilsons_interval():
    happened = np.zeros(50, bool)
    assert numbers(by_deal.rate(happened)) == pytest.approx([0, 0, 0.0713475991])
    happened[:3] = True
    assert by_deal.rate(happened) == wilson(3, 50)


def test_how_many_times_has_fiellers_interval():
    # At its ends the mean of one - r two is just told from 0: that is how it is defined.
    one, two = X + 50, Y + 20
    found = by_deal.times(one, two)
    assert found.low < found.mean < found.high
    assert found.mean == pytest.approx(one.mean() / two.mean())
    for r in (found.low, found.high):
        rest = one - r * two
        t = abs(rest.mean()) / rest.std(ddof=1) * np.sqrt(60)
        assert t == pytest.approx(student.ppf(0.975, 59))
    assert found.p == by_deal.mean(one - two).p
    twice = by_deal.times(2 * two, two)
    assert numbers(twice) == pytest.approx([2, 2, 2])


def test_times_what_may_be_nothing_is_unknown():
    assert by_deal.times(X + 50, np.array([1, -1] * 30)) is None
    assert by_deal.times(X[:1], Y[:1]) is None


def test_nothing_kept_gives_no_number():
    nothing = Kept()["x"]
    assert nothing.shape == (0,)
    for found in (
        by_deal.mean(nothing),
        by_deal.part(nothing, nothing),
        by_deal.score(nothing, 60),
        by_deal.rate(nothing),
    ):
        assert found.mean is None


def test_sums_are_exact_however_large():
    huge = np.full(1 << 10, 1 << 31)
    assert by_deal.mean(huge).mean == 1 << 31 and by_deal.mean(huge).error == 0


def test_results_are_those_of_single_games():
    results, rows = Results(), []

    def each(number, seen):
        results.keep(number, seen)
        rows.append(seen.copy())

    several = Lab(90).among(["lowest", "always_win"], ["lowest", "random_card"], each=each)
    seen = np.concatenate(rows)
    first = 2 * several.pairs.index(("always_win", "random_card"))
    wanted = np.stack([seen[:, first, RESULT, 0], seen[:, first + 1, RESULT, 1]], axis=1)
    assert (results.of(several, "always_win", "random_card") * 30 == wanted).all()
    assert results.of(several, "lowest", "lowest") is None
    assert seen[:, first, PAYOFF].sum() == 0

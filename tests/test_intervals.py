"""Do quantiles and intervals agree with published numbers, and do they cover what they promise?

The vectors were computed with scipy and statsmodels.
"""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import intervals

levels = st.sampled_from([1e-9, 0.5, 0.9, 0.95, 0.99, 1 - 1e-9, math.nextafter(1, 0)])


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


# Vectors


def test_quantiles():
    assert intervals.z_quantile(0.975) == digits(1.959963985, 9)
    assert intervals.t_quantile(0.975, 7) == digits(2.36462425, 8)
    assert intervals.t_quantile(0.975, 30) == digits(2.04227246, 8)
    assert intervals.t_quantile(0.975, 2399) == digits(1.96095333, 8)
    assert intervals.t_quantile(0.975, 10**12) == pytest.approx(intervals.z_quantile(0.975), abs=1e-9)


def test_kl_vectors():
    assert intervals.kl_interval(1, 100).low == digits(0.9637833074, 10)
    assert intervals.kl_interval(1, 100).low == pytest.approx(0.025**0.01, rel=1e-14)
    seen = intervals.kl_interval(0.5166667, 2400)
    assert (seen.low, seen.high) == (digits(0.4889470851, 7), digits(0.5443179986, 7))  # the mean has 7 digits
    seen = intervals.kl_interval(1240 / 2400, 2400)
    assert (seen.low, seen.high) == (digits(0.4889470851, 10), digits(0.5443179986, 10))


def test_wilson_vectors():
    seen = intervals.wilson(700, 1000)
    assert (seen.mean, seen.low, seen.high) == (0.7, digits(0.6708761391, 10), digits(0.7275931575, 10))
    seen = intervals.wilson(0, 50)
    assert (seen.mean, seen.low, seen.high) == (0, 0, digits(0.0713475991, 10))


def test_clopper_pearson_vector():
    seen = intervals.clopper_pearson(50, 50)
    assert (seen.mean, seen.low, seen.high) == (1, digits(0.9288782635, 10), 1)


# Ends and laws


def test_kl_ends_are_where_the_divergence_says():
    for mean, n in ((0.5, 1), (0.03, 17), (0.999, 250), (0.25, 10**9), (0.0, 3)):
        seen = intervals.kl_interval(mean, n, 0.9)
        for end in {seen.low, seen.high} - {mean}:
            mine = mean * math.log(mean / end) if mean else 0
            other = (1 - mean) * math.log((1 - mean) / (1 - end))
            assert n * (mine + other) == pytest.approx(math.log(20), rel=1e-6)


def test_clopper_pearson_ends_leave_their_tails():
    for successes, n in ((1, 3), (7, 40), (39, 40), (150, 300)):
        seen = intervals.clopper_pearson(successes, n, 0.8)
        for rate, numbers in ((seen.low, range(successes, n + 1)), (seen.high, range(successes + 1))):
            assert sum(math.comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in numbers) == pytest.approx(0.1)


@given(st.integers(0, 10**6), st.integers(0, 10**6), levels)
@settings(max_examples=200, deadline=None)
def test_rates_stay_rates(successes, failures, level):
    n = successes + failures
    both = [intervals.wilson(successes, n, level), intervals.clopper_pearson(successes, n, level)]
    for seen in [*both, intervals.kl_interval(successes / max(n, 1), n, level)]:
        assert 0 <= seen.low <= seen.high <= 1
        assert seen.mean is None if n == 0 else seen.low <= seen.mean <= seen.high


def test_no_trials():
    nothing = intervals.Interval(None, 0, 1, 0.95)
    assert intervals.wilson(0, 0) == intervals.clopper_pearson(0, 0) == intervals.kl_interval(0, 0) == nothing


def test_nonsense_is_refused():
    for ask in (
        lambda: intervals.wilson(3, 2),
        lambda: intervals.clopper_pearson(-1, 2),
        lambda: intervals.kl_interval(1.1, 5),
        lambda: intervals.kl_interval(math.nan, 5),
        lambda: intervals.kl_interval(0.5, -1),
        lambda: intervals.t_quantile(1, 5),
        lambda: intervals.t_quantile(0.5, 0),
        lambda: intervals.z_quantile(0),
    ):
        with pytest.raises(ValueError):
            ask()


# Coverage


def covered(interval, n, rate):
    """Exact probability that the interval of n trials holds the rate."""
    found = 0.0
    for k in range(n + 1):
        seen = interval(k, n)
        if seen.low - 1e-12 <= rate <= seen.high + 1e-12:
            found += math.comb(n, k) * rate**k * (1 - rate) ** (n - k)
    return found


@pytest.mark.parametrize("n", [1, 6, 20, 75])
def test_the_exact_interval_covers_always_and_the_other_on_average(n):
    rates = [k / 40 for k in range(1, 40)]
    assert min(covered(intervals.clopper_pearson, n, rate) for rate in rates) >= 0.95
    assert sum(covered(intervals.wilson, n, rate) for rate in rates) / len(rates) == pytest.approx(0.95, abs=0.025)


@pytest.mark.parametrize("n", [1, 5, 20, 21, 60, 400])
def test_one_half_lies_outside_just_where_a_test_says_so(n):
    """The exact interval and the two-sided binomial test, Wilson's and its z: so an interval never contradicts p."""
    for wins in range(n + 1):
        tail = sum(math.comb(n, k) for k in range(max(wins, n - wins), n + 1)) / 2**n
        exact, score = intervals.clopper_pearson(wins, n), intervals.wilson(wins, n)
        assert (not exact.low <= 0.5 <= exact.high) == (2 * tail < 0.05)
        z = abs(2 * wins - n) / math.sqrt(n)
        assert (not score.low <= 0.5 <= score.high) == (math.erfc(z / math.sqrt(2)) < 0.05)

"""Do Elo, nElo and LOS agree with fastchess, `app/tests/elo_test.cpp`, and with numbers computed by scipy?"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import elo, intervals
from analyzer.intervals import Interval
from analyzer.likelihood import moments


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def by_z(mean, error):
    half = intervals.z_quantile(0.975) * error
    return Interval(mean, mean - half, mean + half, 0.95)


def test_fastchess_vector():
    seen = moments([34, 54, 63, 64, 75])
    error = math.sqrt(seen.variance / seen.n)
    assert seen.mean == digits(0.5793103448, 10)
    points = elo.elo_interval(by_z(seen.mean, error))
    assert (points.mean, (points.high - points.low) / 2) == (digits(55.57978042, 8), digits(27.65342951, 8))
    points = elo.nelo_interval(by_z(seen.mean, error), seen.variance)
    assert (points.mean, (points.high - points.low) / 2) == (digits(57.93559994, 8), digits(28.27537624, 8))
    assert elo.los(seen.mean, error) == digits(0.9999703930, 10)  # fastchess prints 100.00 %


def test_elo_vector():
    """The error is that of a sample, 0.0044317837."""
    seen = moments([120, 310, 1420, 390, 160])
    error = math.sqrt(seen.variance / (seen.n - 1))
    assert error == digits(0.0044317837, 10)
    assert (seen.mean - 0.5) / error == digits(3.760713020, 9)
    points = elo.elo_interval(by_z(seen.mean, error))
    assert (points.mean, points.low, points.high) == (
        digits(11.58547837, 8),
        digits(5.54591137, 8),
        digits(17.63205337, 8),
    )


@given(st.floats(-600, 600))
def test_there_and_back(points):
    assert elo.elo(elo.score(points)) == pytest.approx(points, abs=1e-9)
    assert elo.score(points) + elo.score(-points) == pytest.approx(1)
    assert elo.nelo(0.5 + elo.effect(points) * 0.2, 0.04) == pytest.approx(points, abs=1e-9)


def test_numbers_that_do_not_exist():
    assert elo.elo(0) is elo.elo(1) is elo.elo(None) is None
    shut_out = elo.elo_interval(intervals.kl_interval(1, 100))
    assert (shut_out.mean, shut_out.high) == (None, None)
    assert shut_out.low == pytest.approx(-400 * math.log10(1 / 0.025**0.01 - 1))
    assert elo.nelo(0.7, 0) is elo.nelo(None, 0.1) is elo.los(0.7, 0) is elo.los(None, 1) is None
    assert (elo.score(1e9), elo.score(-1e9)) == (1, 0)
    assert elo.los(0.5, 0.1) == 0.5

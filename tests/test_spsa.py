"""Does the walk follow fishtest's schedule, does it climb, and is it the same after a stop?

The vectors are those of fishtest, `server/tests/test_spsa_workflow.py`, or were computed independently.
"""

import json
import math

import numpy as np
import pytest

from analyzer import spsa
from analyzer.spsa import Knob

KNOBS = [Knob(10, 0, 40, nudge=4, rate=0.02), Knob(5, 0, 20, nudge=1.5, rate=0.02, whole=True)]
SUMMIT = [25, 12]


def hill(strength=0.1, seed=1):
    """A game between two settings: the nearer one to the summit wins more often."""

    def play(plus, minus, first, n):
        gap = sum(
            ((b - s) ** 2 - (a - s) ** 2) / k.high**2 for a, b, s, k in zip(plus, minus, SUMMIT, KNOBS, strict=True)
        )
        win = 0.5 + min(max(strength * 40 * gap, -0.5), 0.5)
        return 2 * int(np.random.default_rng((seed, first)).binomial(2 * n, win)) - 2 * n

    return play


# Vectors


def test_schedule_vectors():
    c, rate = spsa.gains(1.6, 0.2, 25, k=3)
    assert c == pytest.approx(1.431959503, abs=6e-10)
    assert rate == pytest.approx(0.0131213763, abs=6e-11)
    assert c == 1.6 / 3**0.101
    assert rate == 0.2 / 28**0.602 / c**2


def test_setup_vector():
    c, a = spsa.setup(Knob(50, 0, 100, nudge=2, rate=0.002), 10_000)
    assert c == pytest.approx(5.070257261, abs=6e-10)
    assert a == pytest.approx(2.167745950, abs=6e-10)


def test_update_vector():
    knob = Knob(10, 0, 20, nudge=1)
    assert spsa.moved(knob, 10.0, rate=0.5, nudge=2.0, flip=1, won=3) == 13.0
    assert spsa.moved(knob, 10.0, rate=0.5, nudge=2.0, flip=-1, won=3) == 7.0
    assert spsa.moved(knob, 10.0, rate=0.5, nudge=2.0, flip=1, won=30) == 20.0


def test_the_last_block_has_the_nudge_and_rate_that_were_asked_for():
    knob = Knob(50, 0, 100, nudge=2, rate=0.003)
    c, a = spsa.setup(knob, 777)
    assert spsa.gains(c, a, 77.7, 777) == pytest.approx((2, 0.003))


# Chance


def test_coins_and_rounding_are_fair_and_go_their_own_ways():
    drawn = np.array([[spsa.chances(3, number, knob) for knob in (0, 1)] for number in range(4000)])
    coins, luck = drawn[:, :, 0], drawn[:, :, 1]
    assert set(coins.ravel()) == {-1, 1}
    assert abs(coins.mean(axis=0)).max() < 5 / math.sqrt(4000)
    assert luck.min() >= 0 and luck.max() < 1
    assert luck.mean(axis=0) == pytest.approx([0.5, 0.5], abs=5 / math.sqrt(12 * 4000))
    apart = np.corrcoef(drawn.reshape(4000, 4).T) - np.eye(4)
    assert abs(apart).max() < 5 / math.sqrt(4000)
    assert spsa.chances(3, 7, 1) == spsa.chances(3, 7, 1) != spsa.chances(4, 7, 1)


def test_whole_knobs_are_rounded_right_on_average():
    knob = Knob(5, 0, 9, nudge=1, whole=True)
    luck = [spsa.chances(0, number, 0)[1] for number in range(4000)]
    seen = [knob.played(3.3, one) for one in luck]
    assert set(seen) == {3, 4} and all(isinstance(one, int) for one in seen)
    assert np.mean(seen) == pytest.approx(3.3, abs=5 * math.sqrt(0.21 / 4000))
    assert {knob.played(9.0, one) for one in luck} == {9}
    assert {knob.played(0.0, one) for one in luck} == {0}
    assert knob.played(3.5) == 4 and knob.played(3.4999) == 3
    assert Knob(5, 0, 9, nudge=1).played(3.3, 0.9) == 3.3


# The walk


def recorded(play, asked):
    def listening(plus, minus, first, n):
        asked.append((plus, minus, first, n))
        return play(plus, minus, first, n)

    return listening


def test_what_is_played_lies_round_the_middle_and_in_range():
    asked, thetas = [], [[10.0, 5.0]]
    spsa.walk(recorded(hill(), asked), KNOBS, 500, hook=lambda run: thetas.append(run.theta))
    for k, (plus, minus, first, n) in enumerate(asked):
        assert (first, n) == (k, 1)
        middle = thetas[k]
        c, _ = spsa.gains(*spsa.setup(KNOBS[0], 500), 50, k + 1)
        for side, value in ((1, plus[0]), (-1, minus[0])):
            flip = spsa.chances(0, k, 0)[0]
            assert value == min(max(middle[0] + side * flip * c, 0), 40)
        assert isinstance(plus[1], int) and 0 <= plus[1] <= 20
        assert abs(plus[1] - middle[1]) < 1 + spsa.gains(*spsa.setup(KNOBS[1], 500), 50, k + 1)[0]


def test_a_step_is_the_rule_of_the_vector():
    steps = []
    run = spsa.walk(lambda plus, minus, first, n: 1, KNOBS, 10, hook=lambda run: steps.append(list(run.theta)))
    theta = [10.0, 5.0]
    for k, after in enumerate(steps):
        for which, knob in enumerate(KNOBS):
            c, rate = spsa.gains(*spsa.setup(knob, 10), 1.0, k + 1)
            theta[which] += rate * c * spsa.chances(0, k, which)[0]
        assert after == pytest.approx(theta)
    assert run.theta == steps[-1]


@pytest.mark.parametrize("batch", [1, 8])
def test_the_walk_climbs(batch):
    run = spsa.walk(hill(), KNOBS, 4000, batch=batch, seed=5)
    assert run.done == 4000
    assert run.theta[0] == pytest.approx(25, abs=5)
    assert run.theta[1] == pytest.approx(12, abs=3)
    seen = spsa.result(KNOBS, run)
    assert seen == [run.theta[0], round(run.theta[1])] and isinstance(seen[1], int)


def test_the_walk_stays_in_range():
    up = spsa.walk(lambda plus, minus, first, n: 2 * n if plus[0] > minus[0] else -2 * n, KNOBS, 4000, batch=10)
    assert up.theta[0] == 40
    down = spsa.walk(lambda plus, minus, first, n: 2 * n if plus[0] < minus[0] else -2 * n, KNOBS, 4000, batch=10)
    assert down.theta[0] == 0


@pytest.mark.parametrize("stop", [1, 40, 99])
def test_a_walk_goes_on_as_if_it_had_never_stopped(stop):
    whole = spsa.walk(hill(), KNOBS, 1000, batch=10, seed=7)
    kept = []

    def interrupt(run):
        kept.append(json.dumps(run.record()))
        if len(kept) == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spsa.walk(hill(), KNOBS, 1000, batch=10, seed=7, hook=interrupt)
    record = json.loads(kept[-1])
    asked = []
    assert spsa.walk(recorded(hill(), asked), KNOBS, 1000, batch=10, seed=7, record=record) == whole
    assert asked[0][2] == 10 * stop
    assert record == json.loads(kept[-1])


def test_seeds_lead_different_ways():
    walks = [spsa.walk(hill(), KNOBS, 100, seed=seed).theta for seed in (0, 0, 1)]
    assert walks[0] == walks[1] != walks[2]


def test_the_last_batch_is_what_is_left():
    asked = []
    spsa.walk(recorded(hill(), asked), KNOBS, 25, batch=10)
    assert [(first, n) for _, _, first, n in asked] == [(0, 10), (10, 10), (20, 5)]


def test_walks_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="low <= start"):
        Knob(50, 0, 40, nudge=1)
    with pytest.raises(ValueError, match="nudge > 0"):
        Knob(5, 0, 40, nudge=0)
    with pytest.raises(ValueError, match="whole numbers"):
        Knob(5, 0.5, 40, nudge=1, whole=True)
    with pytest.raises(ValueError, match="wants knobs"):
        spsa.walk(hill(), [], 10)
    with pytest.raises(ValueError, match="wants knobs"):
        spsa.walk(hill(), KNOBS, 10, batch=0)
    with pytest.raises(ValueError, match="more games won"):
        spsa.walk(lambda plus, minus, first, n: 3, KNOBS, 10)
    with pytest.raises(ValueError, match="another walk"):
        spsa.walk(hill(), KNOBS, 10, seed=1, record=spsa.walk(hill(), KNOBS, 10).record())


@pytest.mark.slow
def test_walks_end_near_the_summit():
    """Forty walks through noise: the middle of their ends lies at the summit, and no end far from it."""
    ends = np.array([spsa.walk(hill(seed=s), KNOBS, 6000, batch=4, seed=s).theta for s in range(40)])
    assert np.median(ends, axis=0) == pytest.approx(SUMMIT, rel=0.1)
    assert abs(ends - SUMMIT).max(axis=0) == pytest.approx([0, 0], abs=10)

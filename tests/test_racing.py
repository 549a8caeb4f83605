"""Do races drop only what is not best, and do they and sequential halving go on from where they were stopped?"""

import copy
import json
import math

import numpy as np
import pytest

from analyzer import racing
from analyzer.racing import STAKES

LAW = np.array([0.05, 0.15, 0.6, 0.15, 0.05])  # of pair scores in quarters


def scores(seed, worth, deals, common=0.7):
    """[arm, deal]: pair scores in quarters, of arms that share the luck of a deal and have `worth` beyond it."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, math.sqrt(common), deals) + rng.normal(0, math.sqrt(1 - common), (len(worth), deals))
    return np.digitize(luck + np.array(worth)[:, None], [-1.645, -0.842, 0.842, 1.645])


class Table:
    """Plays arms from a table of values, and notes what was asked for."""

    def __init__(self, values):
        self.values, self.asked = values, []

    def __call__(self, arm, first, n):
        self.asked.append((arm, first, n))
        return self.values[arm, first : first + n]


VALUES = scores(21, [0, 0.05, 0.3, -0.2, 0.25, 0.0, -0.5, 0.1], 20_000)


# Races


def test_a_race_is_won_by_the_best_and_drops_the_worst_first():
    table = Table(VALUES)
    run = racing.race(table, 8, span=4, most=20_000, batch=500)
    assert 2 in run.alive and run.leader() == 2
    assert 6 in [one["arm"] for one in run.dropped if one["deals"] == run.dropped[0]["deals"]]
    assert len(run.alive) <= 2
    assert run.deals == 20_000 or len(run.alive) == 1
    for one in run.dropped:
        assert run.played[one["arm"]] == one["deals"]
        assert run.mean(one["arm"]) == VALUES[one["arm"], : one["deals"]].mean()
        assert VALUES[one["by"], : one["deals"]].sum() > VALUES[one["arm"], : one["deals"]].sum()


def test_all_arms_alive_play_the_same_deals_one_batch_after_the_other():
    table = Table(VALUES)
    run = racing.race(table, 8, span=4, most=1250, batch=500)
    assert [(first, n) for arm, first, n in table.asked if arm == run.leader()] == [(0, 500), (500, 500), (1000, 250)]
    assert table.asked[:8] == [(arm, 0, 500) for arm in range(8)]


def test_capital_is_what_bets_have_made_of_one():
    run = racing.new_race(3, span=4)
    racing.advance(run, {arm: VALUES[arm, :40] for arm in range(3)})
    racing.advance(run, {arm: VALUES[arm, 40:55] for arm in range(3)})
    for i in range(3):
        for j in set(range(3)) - {i}:
            gaps = (VALUES[i, :55] - VALUES[j, :55]) / 4
            assert np.exp(run.capital[i][j]) == pytest.approx([np.prod(1 + f * gaps) for f in STAKES])
    assert run.alive == [0, 1, 2]


def test_an_arm_is_dropped_when_its_rival_has_made_enough():
    """One arm wins every deal by a whole span: betting half each time makes 1.5^n, and the others little."""
    run = racing.new_race(2, span=1, alpha=0.05)
    n = next(n for n in range(1, 100) if np.mean((1 + STAKES) ** n) >= 20)
    assert n == 13
    for _ in range(n):
        assert run.alive == [0, 1]
        racing.advance(run, {0: np.array([0]), 1: np.array([1])})
    assert run.alive == [1]
    assert run.dropped == [{"arm": 0, "by": 1, "deals": 13}]


def test_more_arms_want_more_evidence():
    for arms, n in ((2, 13), (5, 17), (101, 25)):
        assert next(n for n in range(1, 100) if np.mean((1 + STAKES) ** n) >= (arms - 1) / 0.05) == n
        run = racing.race(lambda arm, first, n: np.full(n, int(arm == 0)), arms, span=1, most=100, batch=1)
        assert (run.alive, run.deals) == ([0], n)


def test_copies_run_to_the_end():
    run = racing.race(lambda arm, first, n: VALUES[0, first : first + n], 3, span=4, most=2000)
    assert (run.alive, run.dropped, run.deals, run.leader()) == ([0, 1, 2], [], 2000, 0)


def test_the_names_of_arms_do_not_matter():
    order = [3, 1, 7, 0, 2, 6, 5, 4]
    one = racing.race(Table(VALUES), 8, span=4, most=20_000)
    other = racing.race(Table(VALUES[order]), 8, span=4, most=20_000)
    named = [{"arm": order[d["arm"]], "by": order[d["by"]], "deals": d["deals"]} for d in other.dropped]
    key = lambda d: (d["deals"], d["arm"])  # noqa: E731
    assert sorted(named, key=key) == sorted(one.dropped, key=key)
    assert sorted(order[arm] for arm in other.alive) == one.alive


@pytest.mark.parametrize("stop", [1, 3, 7])
def test_a_race_goes_on_as_if_it_had_never_stopped(stop):
    whole = racing.race(Table(VALUES), 8, span=4, most=20_000, batch=700)
    kept = []

    def interrupt(run):
        kept.append(json.dumps(run.record()))
        if len(kept) == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        racing.race(Table(VALUES), 8, span=4, most=20_000, batch=700, hook=interrupt)
    record = json.loads(kept[-1])
    before = copy.deepcopy(record)
    table = Table(VALUES)
    assert racing.race(table, 8, span=4, most=20_000, batch=700, record=record) == whole
    assert table.asked[0][1] == stop * 700
    assert record == before


def test_a_longer_race_goes_on_from_a_shorter_one():
    short = racing.race(Table(VALUES), 8, span=4, most=2000)
    longer = racing.race(Table(VALUES), 8, span=4, most=9000, record=short.record())
    assert longer == racing.race(Table(VALUES), 8, span=4, most=9000)


def test_hooks_hear_of_every_batch():
    heard = []
    racing.race(Table(VALUES), 8, span=4, most=2500, hook=lambda run: heard.append((run.deals, len(run.alive))))
    assert [deals for deals, _ in heard] == [1000, 2000, 2500]
    assert [alive for _, alive in heard] == sorted((alive for _, alive in heard), reverse=True)


def test_one_arm_has_won_before_the_start():
    run = racing.race(Table(VALUES), 1, span=4, most=100)
    assert (run.alive, run.deals, run.mean(0)) == ([0], 0, None)


@pytest.mark.parametrize(
    ("change", "what"),
    [({"arms": 0}, "wants arms"), ({"span": 0}, "wants arms"), ({"alpha": 1.0}, "wants arms"), ({"batch": 0}, "batch")],
)
def test_races_that_make_no_sense_are_refused(change, what):
    with pytest.raises(ValueError, match=what):
        racing.race(**({"play": Table(VALUES), "arms": 2, "span": 4, "most": 100} | change))


def test_values_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="more than the span 3"):
        racing.race(Table(np.array([[0], [4]])), 2, span=3, most=1)
    with pytest.raises(ValueError, match="whole numbers"):
        racing.race(Table(np.array([[0.5], [0.5]])), 2, span=3, most=1)
    with pytest.raises(ValueError, match="same deals"):
        racing.race(lambda arm, first, n: np.zeros(n + arm, int), 2, span=3, most=1)
    with pytest.raises(ValueError, match="another race"):
        racing.race(Table(VALUES), 3, span=4, most=9, record=racing.new_race(2, span=4).record())


@pytest.mark.slow
@pytest.mark.parametrize(("batch", "rivals"), [(1, 1), (50, 1), (50, 9)])
def test_the_best_is_hardly_ever_dropped(batch, rivals):
    """All arms are equal, so any that is watched is best; 400 races know a share of 5 % to 1.1 points.

    Looked at after every tenth deal up to 1000, an ordinary test at the same level drops it far more often.
    """
    rng, dropped, ordinary, done = np.random.default_rng(31), 0, 0, 400
    for _ in range(done):
        values = rng.choice(5, (rivals + 1, 1000), p=LAW)
        run = racing.race(Table(values), rivals + 1, span=4, most=1000, batch=batch)
        dropped += 0 not in run.alive
        gaps = (values[1:] - values[0]).cumsum(axis=1)[:, 9::10] / np.sqrt(np.arange(10, 1001, 10))
        ordinary += gaps.max() > 1.645 * math.sqrt(2 * 0.7)
    assert dropped <= done * (0.05 + 3 * math.sqrt(0.05 * 0.95 / done))
    assert ordinary > 0.2 * done


@pytest.mark.slow
def test_races_come_to_an_end_in_time():
    """A gap of 0.03 with a standard deviation of about 0.29: no test of this level could do with 2 ln(20) (sd/gap)^2.

    That many deals are 560; betting at ten stakes at once takes twice as many at most.
    """
    taken = []
    for seed in range(200):
        values = scores(seed, [0.2, 0.0], 8000, common=0.3)
        gap = (values[0] - values[1]) / 4
        run = racing.race(Table(values), 2, span=4, most=8000, batch=50)
        assert run.alive == [0] or run.deals == 8000
        taken.append((run.deals, 2 * math.log(20) * gap.var() / gap.mean() ** 2))
    assert np.median([deals for deals, _ in taken]) < 2 * np.median([ideal for _, ideal in taken])


# Sequential halving


def test_rounds_vector():
    assert racing.rounds(16, 64_000) == [(16, 1000), (8, 2000), (4, 4000), (2, 8000)]


@pytest.mark.parametrize("arms", [1, 2, 3, 5, 8, 9, 31, 100])
def test_rounds_keep_to_the_budget_and_end_with_one(arms):
    plan = racing.rounds(arms, 10_000)
    assert sum(left * new for left, new in plan) <= 10_000
    assert len(plan) == math.ceil(math.log2(arms))
    run = racing.halve(Table(scores(5, [0.0] * arms, 10_000)), arms, 10_000)
    assert len(run.alive) == 1
    assert sorted(run.alive + [one["arm"] for one in run.dropped]) == list(range(arms))
    assert sum(run.played) == sum(left * new for left, new in plan)


def test_halving_keeps_the_better_half():
    run = racing.halve(Table(VALUES), 8, 24_000)
    assert run.alive == [2]
    assert [sum(one["round"] == r for one in run.dropped) for r in range(3)] == [4, 2, 1]
    first = VALUES[:, :1000].sum(axis=1)
    gone = [one["arm"] for one in run.dropped if one["round"] == 0]
    assert sorted(gone) == sorted(np.argsort(first)[:4])
    assert run.totals[2] == VALUES[2, :7000].sum()


def test_of_equals_the_first_are_kept():
    run = racing.halve(lambda arm, first, n: np.zeros(n, int), 5, 300)
    assert run.alive == [0]
    assert [one["arm"] for one in run.dropped] == [3, 4, 2, 1]


@pytest.mark.parametrize("batch", [1, 37, 1000, None])
def test_batches_do_not_change_the_outcome_and_halving_goes_on(batch):
    whole = racing.halve(Table(VALUES), 8, 960)
    kept = []
    assert racing.halve(Table(VALUES), 8, 960, batch, hook=lambda run: kept.append(json.dumps(run.record()))) == whole
    for record in kept[:: max(1, len(kept) // 5)]:
        assert racing.halve(Table(VALUES), 8, 960, batch, json.loads(record)) == whole


def test_a_budget_too_small_is_refused():
    assert racing.rounds(16, 64)[0] == (16, 1)
    with pytest.raises(ValueError, match="budget of 64"):
        racing.rounds(16, 63)
    with pytest.raises(ValueError, match="another budget"):
        racing.halve(Table(VALUES), 8, 960, record=racing.halve(Table(VALUES), 8, 900).record())


@pytest.mark.slow
def test_halving_finds_the_best_more_often_than_an_even_split():
    """16 arms, one better than the rest by 0.2 of a standard deviation: 200 draws know a share to 3.5 points."""
    halved = even = 0
    for seed in range(200):
        values = scores(seed, [0.2] + [0.0] * 15, 1500, common=0.3)
        halved += racing.halve(Table(values), 16, 3200).alive == [0]
        even += np.argmax(values[:, :200].sum(axis=1)) == 0
    assert halved > even + 10

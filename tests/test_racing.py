"""Do races drop only what is not best, and do they and sequential halving go on from where they were stopped?"""

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

    def __call__(self, arms, first, n):
        self.asked.append((arms, first, n))
        return {arm: self.values[arm, first : first + n] for arm in arms}

    def sum(self, number, arm, first, n):
        self.asked.append((arm, first, n))
        return int(self.values[arm, first : first + n].sum())


def race(values, most, batch=1000, span=4, run=None, hook=None, alpha=0.05):
    """A race over a table of values, in batches of one size, up to so many deals."""
    play = values if callable(values) else Table(np.array(values))
    run = run or racing.new_race(len(play.values), span, alpha)
    return racing.race(play, run, lambda run: min(batch, most - run.deals), hook)


def halve(values, budget, favourite=None, plan=None):
    """Halving over a table of values."""
    values = np.array(values)
    run = racing.new_halving(len(values), plan or racing.rounds(len(values), budget))
    return racing.halve(Table(values).sum, run, favourite)


VALUES = scores(21, [0, 0.05, 0.3, -0.2, 0.25, 0.0, -0.5, 0.1], 20_000)


# Races


def test_a_race_is_won_by_the_best_and_drops_the_worst_first():
    run = race(VALUES, 20_000, batch=500)
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
    run = race(table, 1250, batch=500)
    assert [(first, n) for _, first, n in table.asked] == [(0, 500), (500, 500), (1000, 250)]
    assert table.asked[0][0] == list(range(8)) and set(table.asked[2][0]) >= set(run.alive)


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
        values = np.zeros((arms, 100), int)
        values[0] = 1
        run = race(values, 100, batch=1, span=1)
        assert (run.alive, run.deals) == ([0], n)


def test_copies_run_to_the_end_and_the_favourite_leads():
    run = race(VALUES[[0, 0, 0]], 2000)
    assert (run.alive, run.dropped, run.deals) == ([0, 1, 2], [], 2000)
    assert (run.leader(), run.leader(favourite=1)) == (0, 1)


def test_the_names_of_arms_do_not_matter():
    order = [3, 1, 7, 0, 2, 6, 5, 4]
    one, other = race(VALUES, 20_000), race(VALUES[order], 20_000)
    named = [{"arm": order[d["arm"]], "by": order[d["by"]], "deals": d["deals"]} for d in other.dropped]
    key = lambda d: (d["deals"], d["arm"])  # noqa: E731
    assert sorted(named, key=key) == sorted(one.dropped, key=key)
    assert sorted(order[arm] for arm in other.alive) == one.alive


@pytest.mark.parametrize("stop", [1, 3, 7])
def test_a_race_goes_on_as_if_it_had_never_stopped(stop):
    whole = race(VALUES, 20_000, batch=700)
    kept, table = [], Table(VALUES)

    def interrupt(run):
        kept.append(json.dumps(run.record()))
        if len(kept) == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        race(VALUES, 20_000, batch=700, hook=interrupt)
    assert race(table, 20_000, batch=700, run=racing.Race(**json.loads(kept[-1]))) == whole
    assert table.asked[0][1] == stop * 700


def test_a_play_that_is_stopped_leaves_the_race_as_it_was():
    run, table = racing.new_race(8, span=4), Table(VALUES)

    def play(arms, first, n):
        if first == 1400:
            raise KeyboardInterrupt
        return table(arms, first, n)

    play.values = VALUES
    with pytest.raises(KeyboardInterrupt):
        race(play, 20_000, batch=700, run=run)
    assert run == race(VALUES, 1400, batch=700)


def test_a_longer_race_goes_on_from_a_shorter_one():
    assert race(VALUES, 9000, run=race(VALUES, 2000)) == race(VALUES, 9000)


def test_hooks_hear_of_every_batch():
    heard = []
    race(VALUES, 2500, hook=lambda run: heard.append((run.deals, len(run.alive))))
    assert [deals for deals, _ in heard] == [1000, 2000, 2500]
    assert [alive for _, alive in heard] == sorted((alive for _, alive in heard), reverse=True)


def test_one_arm_has_won_before_the_start():
    run = race(VALUES[:1], 100)
    assert (run.alive, run.deals, run.mean(0)) == ([0], 0, None)


@pytest.mark.parametrize("wrong", [(0, 4, 0.05), (2, 0, 0.05), (2, 4, 1.0), (2, 4, 0.0)])
def test_races_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match="wants arms"):
        racing.new_race(*wrong)


def test_values_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="more than the span 3"):
        race([[0], [4]], 1, span=3)
    with pytest.raises(ValueError, match="whole numbers"):
        race([[0.5], [0.5]], 1, span=3)
    with pytest.raises(ValueError, match="same deals"):
        racing.advance(racing.new_race(2, 3), {0: np.zeros(3, int), 1: np.zeros(4, int)})


@pytest.mark.slow
@pytest.mark.parametrize(("batch", "rivals"), [(1, 1), (50, 1), (50, 9)])
def test_the_best_is_hardly_ever_dropped(batch, rivals):
    """All arms are equal, so any that is watched is best; 400 races know a share of 5 % to 1.1 points.

    Looked at after every tenth deal up to 1000, an ordinary test at the same level drops it far more often.
    """
    rng, dropped, ordinary, done = np.random.default_rng(31), 0, 0, 400
    for _ in range(done):
        values = rng.choice(5, (rivals + 1, 1000), p=LAW)
        dropped += 0 not in race(values, 1000, batch).alive
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
        run = race(values, 8000, batch=50)
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
    run = halve(scores(5, [0.0] * arms, 10_000), 10_000)
    assert len(run.alive) == 1
    assert sorted([*run.alive, *run.out]) == list(range(arms))
    assert sum(run.played(len(sums)) for sums in run.sums) == sum(left * new for left, new in plan)


def test_halving_keeps_the_better_half():
    run = halve(VALUES, 24_000)
    assert (run.alive, run.deals) == ([2], 7000)
    assert sorted(run.out.values()) == [1000] * 4 + [3000] * 2 + [7000]
    first = VALUES[:, :1000].sum(axis=1)
    assert sorted(arm for arm, deals in run.out.items() if deals == 1000) == sorted(np.argsort(first)[:4])
    assert run.total(2) == VALUES[2, :7000].sum()
    assert (run.total(2, 2), run.played(2)) == (VALUES[2, :3000].sum(), 3000)


def test_halving_may_end_with_more_than_one():
    run = halve(VALUES, 24_000, plan=racing.rounds(8, 24_000)[:1])
    assert (len(run.alive), run.deals) == (4, 1000)


def test_of_equals_the_favourite_is_kept_or_else_the_first():
    run = halve(np.zeros((5, 300), int), 300)
    assert (run.alive, list(run.out)) == ([0], [3, 4, 2, 1])
    assert halve(np.zeros((5, 300), int), 300, favourite=3).alive == [3]


def test_halving_that_is_stopped_has_what_was_finished():
    run = racing.new_halving(8, racing.rounds(8, 24_000))

    def play(number, arm, first, n):
        if (number, arm) == (1, run.alive[2]):
            raise KeyboardInterrupt
        return Table(VALUES).sum(number, arm, first, n)

    with pytest.raises(KeyboardInterrupt):
        racing.halve(play, run)
    assert len(run.alive) == 4 and sorted(map(len, run.sums)) == [1] * 6 + [2] * 2
    assert [len(run.sums[arm]) for arm in run.alive] == [2, 2, 1, 1]


def test_a_budget_too_small_is_refused():
    assert racing.rounds(16, 64)[0] == (16, 1)
    with pytest.raises(ValueError, match="budget of 64"):
        racing.rounds(16, 63)


@pytest.mark.slow
def test_halving_finds_the_best_more_often_than_an_even_split():
    """16 arms, one better than the rest by 0.2 of a standard deviation: 200 draws know a share to 3.5 points."""
    halved = even = 0
    for seed in range(200):
        values = scores(seed, [0.2] + [0.0] * 15, 1500, common=0.3)
        halved += halve(values, 3200).alive == [0]
        even += np.argmax(values[:, :200].sum(axis=1)) == 0
    assert halved > even + 10

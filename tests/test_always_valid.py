"""Do the intervals agree with numbers computed by mpmath and with confseq, and do they hold at every look at once?

"confseq" is its test/uniform_boundaries_unittest.cpp.
"""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import always_valid, stats
from analyzer.always_valid import Anytime, Batch, next_look

RECORD = [[50, 150, 600, 150, 50], [40, 160, 570, 180, 50], [45, 150, 600, 145, 60], [35, 150, 590, 165, 60]]

records = st.lists(st.lists(st.integers(0, 300), min_size=5, max_size=5), max_size=8)


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


# Looks


def test_looks():
    looks = [next_look(0)]
    while looks[-1] < 10**9:
        looks.append(next_look(looks[-1]))
    assert looks[:5] == [256, 268, 281, 295, 309]
    assert sum(look < 10**6 for look in looks) == 171
    assert all(1.04 < after / before <= 1.05 for before, after in zip(looks, looks[1:], strict=False))
    assert [next_look(blocks) for blocks in (0, 255, 256, 267, 268)] == [256, 256, 268, 268, 281]


# Scores


def test_bets_of_the_vector():
    stakes = always_valid.stakes(RECORD)
    assert stakes.tolist() == [
        digits(0.06535703418, 11),
        digits(0.1050729855, 10),
        digits(0.08371408769, 11),
        digits(0.07100914015, 11),
    ]
    assert always_valid.wealth(RECORD, stakes, 0.5)[-1] == digits(2.12776722704, 11)
    assert always_valid.wealth(RECORD, -stakes, 0.5)[-1] == digits(-3.33063171881, 11)


def test_interval_of_the_vector():
    seen = always_valid.score(RECORD)
    assert seen.mean == pytest.approx(0.508125)
    assert (seen.low, seen.high) == (digits(0.495195926578, 12), digits(0.521585283751, 12))
    assert seen.p == pytest.approx(2 * math.exp(-2.12776722704))


def by_hand(record, level, m):
    """Wealth of the two who bet against m, after all batches, one block at a time."""
    above, below, values = 0.0, 0.0, np.linspace(0, 1, len(record[0])).tolist()
    for i, batch in enumerate(record):
        seen = np.repeat(values * i, [k for earlier in record[:i] for k in earlier])
        n, after = len(seen), len(seen) + sum(batch)
        mean = (0.5 + seen.sum()) / (n + 1)
        spread = 0.25 + ((seen - mean) ** 2).sum()
        bet = min(0.5, math.sqrt(2 * math.log(2 / (1 - level)) / (spread / (n + 1) * after * math.log(1 + after))))
        for x, k in zip(values, batch, strict=True):
            above += k * math.log(1 + bet * (x - m))
            below += k * math.log(1 - bet * (x - m))
    return above, below


@pytest.mark.parametrize("cells", [5, 3])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_ends_are_where_somebody_got_rich(cells, level):
    record = [batch[:cells] for batch in RECORD]
    seen = always_valid.score(record, level)
    limit = math.log(2 / (1 - level))
    assert by_hand(record, level, seen.low)[0] == pytest.approx(limit, rel=1e-6)
    assert by_hand(record, level, seen.high)[1] == pytest.approx(limit, rel=1e-6)
    assert seen.mean == pytest.approx(np.average(np.linspace(0, 1, cells), weights=np.sum(record, axis=0)))


@given(records, st.sampled_from([1e-9, 0.5, 0.95, math.nextafter(1, 0)]))
@settings(max_examples=60, deadline=None)
def test_an_interval_is_an_interval(record, level):
    seen = always_valid.score(record, level)
    assert 0 <= seen.low <= seen.high <= 1 and 0 <= seen.p <= 1
    assert (seen.mean is None) == (sum(map(sum, record)) == 0)
    assert seen.mean is None or seen.low <= seen.mean <= seen.high
    turned = always_valid.score([batch[::-1] for batch in record], level)
    assert (turned.low, turned.high, turned.p) == pytest.approx((1 - seen.high, 1 - seen.low, seen.p), abs=1e-9)


def test_no_blocks_and_few():
    assert always_valid.score([]) == always_valid.score([[0] * 5]) == Anytime(None, 0, 1, 0.95, 1)
    seen = always_valid.score([[0, 0, 0, 0, 1]])
    assert (seen.mean, seen.low, seen.high) == (1, 0, 1)
    shut_out = always_valid.score([[0, 0, 0, 0, 100]] * 10)
    assert 0.97 < shut_out.low < shut_out.high == 1 and shut_out.p < 1e-9


def test_a_record_survives_json_and_merging():
    kept = json.loads(json.dumps(RECORD[:2])) + json.loads(json.dumps(RECORD[2:]))
    assert kept == RECORD and always_valid.score(kept) == always_valid.score(RECORD)
    assert always_valid.score([*RECORD[:2], [0] * 5, *RECORD[2:]]) == always_valid.score(RECORD)


def test_a_p_value_never_grows_again():
    record = [[0, 0, 10, 0, 90], *[[90, 0, 10, 0, 0]] * 3]
    early, late = always_valid.score(record[:1]), always_valid.score(record)
    assert 0.5 < early.low and early.p < 0.05
    assert late.high < 0.5 and late.p <= early.p


@pytest.mark.parametrize("record", [[[1, 2], [1, -1]], [[3]], [[1, 2, 3], [1, 2]]])
def test_nonsense_is_refused(record):
    with pytest.raises(ValueError, match="same cells"):
        always_valid.score(record)


def test_levels_are_shares():
    with pytest.raises(ValueError, match="level"):
        always_valid.score(RECORD, 95)
    with pytest.raises(ValueError, match="level"):
        always_valid.margin([], 0, 1000, level=1)


# Margins


def test_confseq_vectors():
    r = always_valid.best_r(100)
    assert r == digits(12.60056, 5)
    assert always_valid.log_mixture(10, 100, r) == digits(-0.6510052, 7)
    assert always_valid.mixture_bound(100, r) == digits(30.35209, 5)
    assert always_valid.stitched_bound(100, 0.05, 10, 3) == digits(64.48755, 5)
    assert always_valid.stitched_bound(100, 0.05, 10, -1) == digits(28.99389, 5)


def test_margins_of_a_tally():
    record = stats.new_tally()
    for margins in [(14, -2), (-6, 10), (22, -18), (0, 4), (-30, 36), (8, -8), (40, -20), (-2, 6)]:
        stats.tally(record, 1, margins[0], 1, margins[1])
    batch = always_valid.margin_batch(record)
    assert batch == Batch(8, 54, 12**2 + 4**2 + 4**2 + 4**2 + 6**2 + 0 + 20**2 + 4**2)
    assert always_valid.others(record) == 4  # 4 comes four times
    assert json.loads(json.dumps(batch)) == list(batch)
    seen = always_valid.margin([batch], 4, 1000)
    assert (seen.mean, seen.low, seen.high, seen.p) == (3.375, None, None, 1)


def test_asymptotic_margins():
    n, total, square = 1000, 700, 90_000
    seen = always_valid.margin([[400, 100, 40_000], [600, 600, 50_000]], 300, 5000)
    sd = math.sqrt((square - total**2 / n) / (n - 1))
    r = 500 / (2 * math.log(20) + math.log(1 + 2 * math.log(20)))
    half = sd * math.sqrt((n + r) * (math.log(1 + n / r) + 2 * math.log(20))) / n
    assert (seen.mean, seen.low, seen.high) == pytest.approx((0.35, 0.35 - half / 2, 0.35 + half / 2))
    assert seen.p == pytest.approx(math.exp(-((total / sd) ** 2) / (2 * (n + r)) + math.log(1 + n / r) / 2))
    # the interval just touches 0 at the level that is the p-value, with the same r
    u = always_valid.mixture_bound(n, r, 1 - seen.p)
    assert u == pytest.approx(total / sd)


def test_the_bounded_stand_in():
    record = [[100, 150, 4000], [200, 500, 9000]]
    seen = always_valid.margin(record, 49, 5000, most=120)
    v = (4000 + 9000 - 2 * 1.5 * 500 + 200 * 1.5**2) / 480**2
    half = 480 * always_valid.stitched_bound(v, 0.025) / 600
    assert (seen.mean, seen.low, seen.high) == pytest.approx((650 / 600, 650 / 600 - half, 650 / 600 + half))
    many = [[100 * 50, 150 * 50, 4000 * 50], [200 * 50, 500 * 50, 9000 * 50]]
    alike = always_valid.margin(many, 49, 5000, most=120)
    spread_out = always_valid.margin(many, 50, 5000, most=120)
    assert alike.low < spread_out.low < spread_out.mean < spread_out.high < alike.high
    # and its p-value is where the interval touches 0
    off = 650 * 50 / 480
    for tail in (alike.p / 2 * 1.001, alike.p / 2 * 0.999):
        v = (4000 + 9000) * 50 - 2 * 1.5 * 500 * 50 + 200 * 50 * 1.5**2
        assert (always_valid.stitched_bound(v / 480**2, tail) < off) == (tail > alike.p / 2)


def test_margins_without_an_interval():
    nothing = always_valid.margin([], 0, 1000)
    assert (nothing.mean, nothing.low, nothing.high, nothing.p) == (None, None, None, 1)
    level = always_valid.margin([[10**6, 0, 0]], 0, 1000, most=120)
    assert level.p == 1 and -0.1 < level.low < level.mean == 0 < level.high < 0.1
    one = always_valid.margin([[1, 240, 240**2]], 0, 1000, most=120)
    assert (one.mean, one.low, one.high) == (120, -120, 120)
    for planned, most in ((0, None), (1000, 119)):
        with pytest.raises(ValueError, match="planned"):
            always_valid.margin([[1, 240, 240**2]], 0, planned, most)


# At every look at once


def sizes(until, fixed=None):
    """The batches between looks."""
    looks = [fixed] if fixed else [next_look(0)]
    while looks[-1] < until:
        looks.append(looks[-1] + fixed if fixed else next_look(looks[-1]))
    return np.diff([0, *looks])


def batches(rng, law, sizes, runs):
    """Counts of cells in every batch of every run."""
    return np.stack([rng.multinomial(size, law, runs) for size in sizes], axis=1)


LAWS = {
    "even": [0.05, 0.15, 0.6, 0.15, 0.05],
    "better": [0.06, 0.12, 0.3, 0.32, 0.2],  # a mean of 0.62
    "nearly all level": [0.0002, 0.0005, 0.9986, 0.0005, 0.0002],
    "nearly all won": [0.0005, 0.0, 0.0005, 0.0, 0.999],
}
MISSES = 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("until", "fixed"), [(1_000_000, None), (100_000, 256)])
def test_scores_hold_at_every_look(law, until, fixed):
    """2000 matches: three standard errors are 1.46 points."""
    counts = batches(np.random.default_rng(82), LAWS[law], sizes(until, fixed), 2000)
    stakes, truth = always_valid.stakes(counts), float(np.dot(LAWS[law], np.linspace(0, 1, 5)))
    most = [always_valid.wealth(counts, bets, truth).max(axis=1) for bets in (stakes, -stakes)]
    missed = (np.maximum(*most) >= math.log(40)).mean()
    print(f"{law}: {missed:.4f}")
    assert missed <= MISSES
    assert missed > 0.004


@pytest.mark.slow
def test_what_always_costs():
    """The ordinary interval, looked at all the time, is wrong in every other match; this one is twice as wide."""
    rng, cut = np.random.default_rng(83), sizes(1_000_000)
    counts = batches(rng, LAWS["even"], cut, 2000).cumsum(axis=1)
    n, values = cut.cumsum(), np.linspace(0, 1, 5)
    mean = counts @ values / n
    error = np.sqrt((counts @ values**2 / n - mean**2) / n)
    wrong = (np.abs(mean - 0.5) > 1.96 * error).any(axis=1).mean()
    print(f"ordinary: wrong in {wrong:.3f}")
    assert wrong > 0.4
    for until, factor in ((1000, 1.9), (1_000_000, 2.2)):
        ratios = []
        for run in range(20):
            looks = int((n <= 1.05 * until).sum())
            record = np.diff(counts[run, :looks], axis=0, prepend=0)
            seen = always_valid.score(record.tolist())
            ordinary = stats.score_from_counts(counts[run, looks - 1].tolist())
            ratios.append((seen.high - seen.low) / (ordinary.high - ordinary.low))
        print(f"{until}: {np.mean(ratios):.2f} times as wide")
        assert np.mean(ratios) == pytest.approx(factor, rel=0.15)


POINTS = np.arange(-240, 241)  # m1 + m2
SHOULDERS = np.exp(-(np.abs(POINTS / 29.8) ** 1.5))
MARGIN_LAWS = {
    "as in Briscola": 0.19 * (POINTS == 0) + 0.81 * SHOULDERS / SHOULDERS.sum(),
    "skewed": np.where(POINTS == -4, 0.9, 0.1 / 161 * ((POINTS >= 0) & (POINTS <= 160))),
    "nearly all level": 0.98 * (POINTS == 0) + 0.02 * SHOULDERS / SHOULDERS.sum(),
    "nearly all alike": np.where(POINTS == 2, 0.999, 0.001 * (POINTS == -240)),
}


@pytest.mark.slow
@pytest.mark.parametrize("law", MARGIN_LAWS)
def test_margins_hold_at_every_look(law):
    """500 matches by way of `margin` itself: four standard errors are 3.9 points."""
    weights = MARGIN_LAWS[law]
    cut, truth = sizes(100_000), float(weights @ POINTS) / 2
    counts = batches(np.random.default_rng(84), weights, cut, 500)
    away = cut.cumsum() - counts.cumsum(axis=1).max(axis=2)
    sums = np.stack([np.broadcast_to(cut, counts.shape[:2]), counts @ POINTS, counts @ POINTS**2], axis=2)
    missed = started = 0
    for run in range(500):
        record, wrong = sums[run].tolist(), False
        for look in range(1, len(cut) + 1):
            seen = always_valid.margin(record[:look], int(away[run, look - 1]), 100_000, most=120)
            wrong = wrong or not seen.low <= truth <= seen.high
        missed += wrong
        started += int(away[run, -1]) >= always_valid.OTHERS
    print(f"{law}: {missed / 500:.4f}, of which {started / 500:.2f} asymptotic in the end")
    assert missed / 500 <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / 500)


@pytest.mark.slow
@pytest.mark.parametrize("law", ["as in Briscola", "skewed"])
def test_asymptotic_margins_hold_at_every_look(law):
    """2000 matches to a million blocks, from the start on: three standard errors are 1.46 points."""
    rng, cut, weights = np.random.default_rng(85), sizes(1_000_000), MARGIN_LAWS[law]
    n, r, truth, missed = cut.cumsum(), always_valid.best_r(100_000), weights @ POINTS, 0
    bounds = np.array([always_valid.mixture_bound(v, r) for v in n])
    for _ in range(10):
        counts = batches(rng, weights, cut, 200).cumsum(axis=1)
        total = counts @ POINTS
        sd = np.sqrt((counts @ POINTS**2 - total**2 / n) / (n - 1))
        started = n - counts.max(axis=2) >= always_valid.OTHERS
        missed += (started & (np.abs(total - n * truth) > sd * bounds)).any(axis=1).sum()
    print(f"{law}: {missed / 2000:.4f}")
    assert missed / 2000 <= MISSES

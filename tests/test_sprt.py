"""Do sequential tests agree with published ratios, with Wald's formulas, and with the errors they promise?

"fastchess" is its app/tests/sprt_test.cpp, digits beyond the published ones from running that code; "fishtest" is its
raw statistics page of one test (stats/69d3c8dc7c5b3724e29d2712), likewise.  The others were computed with mpmath.
"""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq

from analyzer import elo, planning
from analyzer.likelihood import (
    Moments,
    bets,
    effect,
    effect_llr,
    exact_effect_llr,
    exact_llr,
    gaussian_llr,
    log_llr,
    loss,
    moments,
    shares,
)
from analyzer.planning import Plan, walk
from analyzer.sprt import START, Sprt

OWN = [120, 310, 1420, 390, 160]
FISHTEST = [13, 37, 50, 25, 3]
HALF = Sprt("score", 0.5, 0.51)

counted = st.lists(st.integers(0, 10**6), min_size=5, max_size=5).filter(any)
scores = st.floats(0.01, 0.99)


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def normalized(counts, low, high):
    """The exact ratio, for bounds in nElo."""
    return exact_effect_llr(counts, elo.effect(low), elo.effect(high))


# Ratios


def test_own_vectors():
    seen = moments(OWN)
    assert (seen.n, seen.mean, effect(seen)) == (2400, pytest.approx(31 / 60), digits(0.0767812308, 10))
    assert exact_llr(OWN, 0.5, 0.51) == digits(5.91473507472, 11)
    assert log_llr(*seen, 0.5, 0.51) == digits(5.922282224, 9)
    assert gaussian_llr(*seen, 0.5, 0.51) == digits(5.942520265, 9)
    assert exact_llr(OWN, 0.5, 0.505) == digits(3.58567326209, 11)
    assert log_llr(*seen, 0.5, 0.505) == digits(3.592184405, 9)
    assert gaussian_llr(*seen, 0.5, 0.505) == digits(3.607958732, 9)
    assert exact_effect_llr(OWN, 0, 0.05) == digits(6.188241302, 9)
    assert effect_llr(2400, effect(seen), 0, 0.05) == digits(6.193284660, 9)


def test_fishtest_vectors():
    seen = moments(FISHTEST)
    assert elo.nelo(seen.mean, seen.variance) == digits(-63.96807628, 8)
    assert normalized(FISHTEST, 0, 4) == digits(-0.5491245874, 10)
    # fishtest counts games: twice as many, and effects by so much smaller
    games, size = math.sqrt(2), effect(seen)
    assert effect_llr(2 * seen.n, size / games, 0, elo.effect(4) / games) == digits(-0.5401205977, 10)
    high = 0.5 + elo.effect(4) * math.sqrt(seen.variance)
    assert high == digits(0.5039081994, 10)
    assert exact_llr(FISHTEST, 0.5, high) == digits(-0.5377160091, 10)
    assert log_llr(*seen, 0.5, high) == digits(-0.5219447321, 10)
    assert gaussian_llr(*seen, 0.5, high) == digits(-0.5596096303, 10)


def test_fastchess_vectors():
    assert normalized([365, 16618, 36229, 16974, 390], 0, 2) == digits(2.250367704, 9)
    assert normalized([127, 4883, 10712, 5150, 104], -1.75, 0.25) == digits(3.010154197, 9)
    assert exact_llr([871, 26175, 55983, 26678, 821], 0.5, elo.score(2)) == digits(-4.978672863449, 11)
    assert normalized([0, 0, 0, 0, 5550], 0, 5) == digits(111.797555, 6)


def test_the_closed_form_of_effects_is_not_for_large_ones():
    n, f = shares([0, 0, 0, 0, 5550])
    values = np.linspace(0, 1, 5)
    mean, high = f @ values, elo.effect(5)
    size = (mean - 0.5) / math.sqrt(f @ (values - mean) ** 2)
    unbounded = 2 * n / 2 * math.log((1 + size**2 / 2) / (1 + (size - high) ** 2 / 2))  # by games, as fishtest has it
    assert unbounded == digits(0.2626, 4)
    assert 0 < effect_llr(n, size, 0, high) < normalized([0, 0, 0, 0, 5550], 0, 5)
    ratios = effect_llr(100, np.linspace(-3, 3, 601), 0, 0.05)
    assert (np.diff(ratios) >= 0).all()


def test_score_interval_by_empirical_likelihood():
    """All s that the likeliest law is not exp(3.841459 / 2) times likelier than."""
    n, f = shares(OWN)
    values = np.linspace(0, 1, 5)
    low, high = (
        brentq(lambda s: 2 * n * loss(f, values - s) - 3.841459, *bracket)
        for bracket in ((0.49, 31 / 60), (31 / 60, 0.54))
    )
    assert (low, high) == (digits(0.5079789548, 9), digits(0.5253597803, 9))


@given(st.integers(1, 10**6), st.integers(1, 10**6), scores, scores)
def test_two_cells_are_bernoulli(losses, wins, lo, hi):
    seen = wins * math.log(hi / lo) + losses * math.log((1 - hi) / (1 - lo))
    assert exact_llr([losses, wins], lo, hi) == pytest.approx(seen, rel=1e-9, abs=1e-6)


@given(counted, scores, scores)
@settings(deadline=None)
def test_the_likeliest_law_has_the_mean_it_should_have(counts, lo, hi):
    n, f = shares(counts)
    values, losses = np.linspace(0, 1, 5), []
    for s in (lo, hi):
        pull = brentq(
            lambda x, s=s: float((f * (values - s) / (1 + x * (values - s))).sum()),
            -1 / (1 - s) * (1 - 1e-13),
            1 / s * (1 - 1e-13),
            xtol=1e-15,
        )
        losses.append(float(n * (f * np.log1p(pull * (values - s))).sum()))
    assert exact_llr(counts, lo, hi) == pytest.approx(losses[0] - losses[1], rel=1e-6, abs=1e-6)


@given(counted, st.floats(-0.4, 0.4), st.floats(-0.4, 0.4))
@settings(max_examples=40, deadline=None)
def test_seen_from_the_other_side(counts, lo, hi):
    turned = counts[::-1]
    assert exact_llr(turned, 0.5 - hi, 0.5 - lo) == pytest.approx(-exact_llr(counts, 0.5 + lo, 0.5 + hi), abs=1e-5)
    assert exact_effect_llr(turned, -hi, -lo) == pytest.approx(-exact_effect_llr(counts, lo, hi), rel=1e-4, abs=1e-3)


def test_many_experiments_at_once():
    several = np.array([[OWN, FISHTEST], [[0, 0, 0, 0, 9], [1, 0, 0, 0, 0]]])
    for ratio, bounds in ((exact_llr, (0.5, 0.51)), (exact_effect_llr, (-0.1, 0.2))):
        at_once = ratio(several, *bounds)
        one_by_one = [[ratio(counts, *bounds) for counts in row] for row in several]
        assert at_once == pytest.approx(np.array(one_by_one), rel=1e-7)


# Deciding


def test_bounds_and_verdicts():
    lower, upper = HALF.bounds()
    assert (lower, upper) == (digits(-2.944438979, 9), digits(2.944438979, 9))
    assert HALF.verdict(HALF.llr(OWN)) == "H1"
    assert HALF.verdict(HALF.llr(OWN[::-1])) == "H0"
    assert HALF.verdict(HALF.llr([0, 1, 5, 1, 0])) is None
    assert [HALF.verdict(llr) for llr in (lower, upper, 0, None)] == ["H0", "H1", None, None]
    assert Sprt("score", 0.5, 0.51, 0.05, 0.1).bounds() == (digits(-2.251291799, 9), digits(2.890371758, 9))


def test_progress_is_a_share_of_the_way():
    test = Sprt("score", 0.5, 0.51, 0.05, 0.1)
    assert test.progress(0.06) == pytest.approx(0.0207586, abs=1e-7)  # fastchess: LLR 0.06 (2.0%) (-2.25, 2.89)
    assert [test.progress(bound) for bound in test.bounds()] == [-1, 1]
    assert test.progress(None) == test.progress(0) == 0


def test_a_test_chooses_its_ratio():
    seen = moments(OWN)
    assert HALF.llr(OWN) == exact_llr(OWN, 0.5, 0.51)
    assert HALF.llr(seen) == gaussian_llr(*seen, 0.5, 0.51)
    assert HALF.llr([0] * 5) == 0
    effects = Sprt("score", 0, 0.05, normalized=True)
    assert effects.llr(OWN) == exact_effect_llr(OWN, 0, 0.05)
    margins = Sprt("margin", 0, 0.5)
    assert margins.llr(Moments(1000, 0.3, 123)) == pytest.approx(1000 * 0.5 * 0.1 / 246)
    assert margins.llr(Moments(1000, 0.3, 0.0)) is None
    assert margins.llr(Moments(START - 1, 0.3, 123.0)) is None


@given(counted)
@settings(max_examples=30, deadline=None)
def test_every_ratio_is_a_number(counts):
    for test in (HALF, Sprt("score", -0.1, 0.05, normalized=True), Sprt("score", 0.01, 0.99)):
        assert math.isfinite(test.llr(counts))
        assert -math.inf < test.progress(test.llr(counts)) < math.inf
        if not test.normalized:
            llr = test.llr(moments(counts))
            assert llr is None or math.isfinite(llr)
            assert math.isfinite(test.llr(moments(counts), 0.5))


@pytest.mark.parametrize(
    ("given_test", "message"),
    [
        (("elo", 0, 5), "elo"),
        (("score", 0.51, 0.5), "lower one first"),
        (("score", 0.5, 0.5), "lower one first"),
        (("margin", 0, math.nan), "lower one first"),
        (("margin", 0, math.inf), "lower one first"),
        (("score", 0, 0.5), "between 0 and 1"),
        (("score", 0.5, 1), "between 0 and 1"),
        (("score", 0.5, 0.51, 0.5, 0.5), "below 1"),
        (("score", 0.5, 0.51, 0, 0.05), "below 1"),
        (("score", 0.5, 0.51, 0.05, math.nan), "below 1"),
        (("score", 0, 0.5, 0.05, 0.05, True), "effects"),
        (("margin", 0, 0.1, 0.05, 0.05, True), "effects"),
    ],
)
def test_nonsense_is_refused(given_test, message):
    with pytest.raises(ValueError, match=message):
        Sprt(*given_test)


# While nearly all blocks are alike


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=30), st.floats(-20, 20), st.floats(0.01, 20))
def test_bets_promise_no_more_than_betting_makes(blocks, lo, gap):
    """What somebody makes who bets a fixed share of his wealth on every block, one after the other."""
    hi, most = lo + gap, 10.0
    told = bets(*Moments(len(blocks), float(np.mean(blocks)), float(np.var(blocks))), lo, hi, most)
    above = below = 1.0
    for block in blocks:
        above *= 1 + (block - lo) / (2 * (most + abs(lo)))
        below *= 1 + (hi - block) / (2 * (most + abs(hi)))
    assert told[0] <= math.log(above) + 1e-9 and told[1] <= math.log(below) + 1e-9


def test_blocks_that_are_all_alike_decide_in_the_end():
    test = Sprt("margin", 0, 1)
    verdicts = {n: test.verdict(test.llr(Moments(n, 0.0, 0.0), 120)) for n in (600, 700, 715, 800)}
    # n (1 / 242 - (4 ln 2 - 2) / 242^2) reaches ln 19 = 2.944 at 715 blocks, a thousandth less than 2 * 121 * ln 19.
    assert verdicts == {600: None, 700: None, 715: "H0", 800: "H0"}
    assert Sprt("margin", -1, 0).llr(Moments(800, 0.0, 0.0), 120) == -test.llr(Moments(800, 0.0, 0.0), 120)
    assert test.verdict(test.llr(Moments(500, 2.0, 0.0), 120)) == "H1"
    assert not test.neither(Moments(10**9, 0.0, 0.0), 120)


def test_what_lies_between_rules_out_both():
    test = Sprt("margin", -1, 1)
    assert test.llr(Moments(10**6, 0.0, 0.0), 120) == 0
    assert not test.neither(Moments(700, 0.0, 0.0), 120)
    assert test.neither(Moments(715, 0.0, 0.0), 120)
    assert not test.neither(Moments(10**6, 0.0, 500.0), 120)
    scores = Sprt("score", 0.49, 0.51, 0.01, 0.1)
    # Of scores r is 0.51, and H0 needs ln 90 where H1 needs ln 9.9.
    assert not scores.neither(Moments(460, 0.5, 0.0), 0.5)
    assert scores.neither(Moments(463, 0.5, 0.0), 0.5)


def test_few_blocks_that_differ_do_not_change_much():
    """One block in 700 by 2 points: by its variance the ratio would be in the hundreds."""
    test, one = Sprt("margin", 0, 1), Moments(700, -2 / 700, 4 / 700 - (2 / 700) ** 2)
    assert test.llr(one) < -30_000
    assert test.llr(one, 120) == pytest.approx(test.llr(Moments(700, 0.0, 0.0), 120), abs=0.02)


def test_blocks_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="margins"):
        Sprt("margin", 0, 1).llr(OWN)
    with pytest.raises(ValueError, match="negative"):
        HALF.llr([1, -1, 0, 0, 0])
    with pytest.raises(ValueError, match="counts"):
        Sprt("score", 0, 0.05, normalized=True).llr(moments(OWN))
    with pytest.raises(ValueError, match="variance"):
        HALF.fixed()


# Planning


def test_wald():
    lo, middle, hi = HALF.forecast(0.04375)
    assert (lo.blocks, middle.blocks, hi.blocks) == (
        digits(2318.745696, 6),
        digits(3793.002895, 6),
        digits(2318.745696, 6),
    )
    assert (lo.upper, middle.upper, hi.upper) == pytest.approx((0.05, 0.5, 0.95))
    assert HALF.fixed(0.04375) == digits(4734.701045, 6)
    effects = Sprt("score", 0, 0.01 / math.sqrt(0.04375), normalized=True)
    for one, other in zip(effects.forecast(), HALF.forecast(0.04375), strict=True):
        assert one == pytest.approx(other)


def test_what_is_left_of_a_test():
    lower, upper = HALF.bounds()
    half_way = HALF.plan(0.505, 0.04375, upper / 2)
    assert half_way.upper == pytest.approx(0.75)
    assert half_way.blocks == pytest.approx(0.75 * HALF.plan(0.505, 0.04375).blocks)
    assert HALF.plan(0.5, 0.04375, upper) == (1, 0)
    assert HALF.plan(0.5, 0.04375, lower - 1) == (0, 0)
    assert HALF.plan(0.5, 0.04375, None) == HALF.plan(0.5, 0.04375)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.floats(-50, -0.01), st.floats(0.01, 50))
def test_a_walk_ends(drift, variance, lower, upper):
    seen = walk(drift, variance, lower, upper)
    assert 0 <= seen.upper <= 1 and 0 < seen.blocks <= (upper - lower) ** 2 / variance
    turned = walk(-drift, variance, -upper, -lower)
    assert turned == pytest.approx((1 - seen.upper, seen.blocks), rel=1e-6, abs=1e-9)


def test_a_walk_without_drift_is_the_limit():
    for drift in (1e-6, 1e-7, 1e-8, 1e-9, 0):
        assert walk(drift, 1, -3, 2) == pytest.approx(Plan(0.6, 6), rel=1e-5)


def test_blocks_for_a_difference():
    n = planning.blocks_to_see(0.01, 0.04375)
    assert n == math.ceil((1.959963985 + 0.841621234) ** 2 * 437.5)
    assert planning.blocks_to_see(-0.01, 0.04375) == n
    assert planning.blocks_to_see(1, 0) == 2
    for nonsense in (0, math.nan, math.inf):
        with pytest.raises(ValueError, match="difference"):
            planning.blocks_to_see(nonsense, 1)


# Errors


LAW = np.array([0.05, 0.15, 0.6, 0.15, 0.05])
CELLS = np.linspace(0, 1, 5)
SPREAD = 0.04375  # its variance
POINTS = np.arange(-120, 121) / 2  # margins of pairs: an sd of 11.1, and 19 % of them 0
SHOULDERS = np.exp(-(np.abs(POINTS / 14.05) ** 1.5))
MARGINS = 0.19 * (POINTS == 0) + 0.81 * SHOULDERS / SHOULDERS.sum()


def tilted(law, values, mean):
    """The law, leaning so that it has the mean."""
    pull = brentq(lambda x: np.average(values, weights=law * np.exp(x * values)) - mean, -5, 5)
    return law * np.exp(pull * values) / (law * np.exp(pull * values)).sum()


def stops(rng, law, every, ratio, runs=2000):
    """How many experiments accept H1, and how many blocks they take on average; `ratio` of counts after each look."""
    lower, upper = HALF.bounds()
    looks = max(8, 512 // every)
    counts = np.zeros((runs, 1, len(law)), np.int64)
    accepted = blocks = 0
    while len(counts):
        counts = counts[:, -1:] + rng.multinomial(every, law, (len(counts), looks)).cumsum(axis=1)
        llr = np.nan_to_num(ratio(counts))
        up, down = llr >= upper, llr <= lower
        over = up | down
        at, ended = over.argmax(axis=1), over.any(axis=1)
        accepted += int(up[ended, at[ended]].sum())
        blocks += every * int((at[ended] + 1).sum() + looks * (~ended).sum())
        counts = counts[~ended]
    return accepted / runs, blocks / runs


def by_moments(ratio, values):
    """A ratio of counts, from the mean and the variance of so many values; 0 before `START` blocks."""

    def of_counts(counts):
        n = counts.sum(axis=-1)
        mean = counts @ values / n
        variance = np.maximum(counts @ values**2 / n - mean**2, 1e-12)
        return np.where(n < START, 0, ratio(n, mean, variance))

    return of_counts


def exact(counts):
    return exact_llr(counts, 0.5, 0.51)


gaussian = by_moments(lambda *seen: gaussian_llr(*seen, 0.5, 0.51), CELLS)
of_margins = by_moments(lambda *seen: gaussian_llr(*seen, 0, 0.5), POINTS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ratio", "every", "laws", "length"),
    [
        (exact, 8, (LAW, tilted(LAW, CELLS, 0.51)), 2409),
        (exact, 256, (LAW, tilted(LAW, CELLS, 0.51)), 2868),
        (gaussian, 1, (LAW, tilted(LAW, CELLS, 0.51)), 2343),
        (gaussian, 2048, (LAW, tilted(LAW, CELLS, 0.51)), 4162),
        (of_margins, 64, (MARGINS, tilted(MARGINS, POINTS, 0.5)), 2872),
    ],
)
def test_errors_are_as_rare_as_promised(ratio, every, laws, length):
    """2000 experiments under each hypothesis: three standard errors are 1.46 points; lengths were simulated apart."""
    rng = np.random.default_rng(71)
    wrong, blocks = stops(rng, laws[0], every, ratio)
    right, _ = stops(rng, laws[1], every, ratio)
    print(f"I {wrong:.4f} II {1 - right:.4f} blocks {blocks:.0f} of {length:.0f}")
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)
    assert 1 - right <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)
    assert blocks == pytest.approx(length, rel=0.08)


def test_moments_are_exact():
    for counts in itertools.product(range(3), repeat=3):
        if any(counts):
            values = np.repeat([0, 0.5, 1], counts)
            assert moments(counts) == pytest.approx((len(values), values.mean(), values.var()))

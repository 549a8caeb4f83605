"""Are circles found where they are and nowhere else, and are equilibria what they claim to be?

The vector of A, B, C, D was computed with scipy and mpmath; the others are of open_spiel: nash_averaging_test.py and
alpharank_test.py (payoffs of Han and others 2013).
"""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import chdtrc
from tournaments import DEALS, FOUR, MEANS, VARIANCES, all_digits, bootstrapped, digits, from_means, quarters, summed

from analyzer import cycles, equilibrium, evolution, payoffs, ratings, resampling

VECTOR = from_means(4, FOUR, MEANS, VARIANCES, 1000)
ROCK = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def antisymmetric(upper, size):
    matrix = np.zeros((size, size))
    matrix[np.triu_indices(size, 1)] = upper[: size * (size - 1) // 2]
    return matrix - matrix.T


# Circles


def test_circles_vector():
    seen = cycles.circles(VECTOR)
    assert seen.q == digits(89.18634875, 8)
    assert seen.df == 3
    assert seen.p == pytest.approx(chdtrc(3, 89.18634875))
    assert seen.share == digits(0.1373134328, 10)
    assert seen.corrected == digits(0.1337824420, 8)
    assert seen.cycles == [(0, 1, 2)]


def test_q_is_the_weighted_squared_residual():
    fit = VECTOR.design() @ [one.mean for one in ratings.additive(VECTOR).ratings]
    residual = VECTOR.excess - fit
    assert cycles.circles(VECTOR).q == pytest.approx(float((residual**2 / VECTOR.covariance.diagonal()).sum()))


def test_differences_of_ratings_have_no_circles():
    worth = [0.1, 0.05, -0.05, -0.1]
    straight = from_means(4, FOUR, [0.5 + worth[i] - worth[j] for i, j in FOUR], VARIANCES, 1000)
    seen = cycles.circles(straight)
    assert seen.q == pytest.approx(0, abs=1e-20)
    assert seen.p == 1
    assert seen.share == pytest.approx(0, abs=1e-20)
    assert seen.corrected == 0
    assert seen.cycles == []


def test_a_circle_is_nothing_else():
    seen = cycles.circles(from_means(3, [(0, 1), (1, 2), (2, 0)], [0.6] * 3, [0.05] * 3, 1000))
    assert seen.share == pytest.approx(1)
    assert seen.df == 1
    assert seen.cycles == [(0, 1, 2)]
    back = cycles.circles(from_means(3, [(0, 1), (1, 2), (2, 0)], [0.4] * 3, [0.05] * 3, 1000))
    assert back.cycles == [(0, 2, 1)]


def test_a_circle_with_one_unsure_duel_is_not_listed():
    pairs = [(0, 1), (1, 2), (2, 0)]
    assert cycles.circles(from_means(3, pairs, [0.6, 0.6, 0.505], [0.05] * 3, 1000)).cycles == []


def test_where_there_are_no_circles_there_is_no_test():
    star = from_means(4, [(0, 1), (0, 2), (0, 3)], [0.6, 0.5, 0.4], [0.05] * 3, 100)
    assert cycles.circles(star) == cycles.Circles(None, 0, None, None, None, [])


def test_pairings_left_out_take_circles_with_them():
    rest = [k for k, pair in enumerate(FOUR) if pair != (1, 3)]
    five = from_means(4, [FOUR[k] for k in rest], [MEANS[k] for k in rest], [VARIANCES[k] for k in rest], 1000)
    assert cycles.circles(five).df == 2


def test_all_level_is_no_evidence():
    nothing = cycles.circles(summed(np.full((50, 3), 2), 3))
    assert (nothing.q, nothing.p, nothing.share, nothing.corrected) == (None, None, None, None)


@pytest.mark.slow
@pytest.mark.parametrize("common", [False, True])
def test_q_of_no_circles_follows_chi_square(common):
    """Six equals, 10 degrees of freedom.  2000 tournaments know the mean to 0.1 and the share to 0.5 points.

    With common deals, the covariances left out would make Q much too small.
    """
    rng, found = np.random.default_rng(14), []
    for _ in range(2000):
        if common:
            found.append(cycles.circles(summed(quarters(rng, 400, [0.0] * 6), 6)))
        else:
            counts = rng.multinomial(400, [0.05, 0.15, 0.6, 0.15, 0.05], 15)
            means = counts @ np.arange(5) / 1600
            variances = (counts @ np.arange(5) ** 2 / 6400 - means**2) * 400 / 399
            found.append(cycles.circles(from_means(6, list(combinations(range(6), 2)), means, variances, 400)))
    assert np.mean([one.q for one in found]) == pytest.approx(10.15, abs=0.5)  # 10 (1 + 6 / 400): C is estimated
    assert np.mean([one.p <= 0.05 for one in found]) == pytest.approx(0.05, abs=0.025)


# Nash


def test_nash_vectors():
    seen = equilibrium.nash(VECTOR)
    assert seen.weights == pytest.approx([0.3, 0.3, 0.4, 0], abs=1e-12)
    assert seen.skill == pytest.approx([0, 0, 0, -0.098], abs=1e-12)
    transitive = equilibrium.nash_of(np.array([[0.0, -1, -1], [1, 0, -1], [1, 1, 0]]))
    assert transitive == equilibrium.Equilibrium([0, 0, 1], [-1, -1, 0])
    assert equilibrium.nash_of(ROCK).weights == pytest.approx([1 / 3] * 3, abs=1e-12)


def test_copies_share():
    """Balduzzi and others: what a strategy would get alone is split among its copies."""
    rows = [0, 0, 1, 2, 2, 2]
    seen = equilibrium.nash_of(ROCK[np.ix_(rows, rows)])
    assert seen.weights == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 9, 1 / 9, 1 / 9], abs=1e-9)
    rows = [0, 1, 2, 3, 3]
    assert equilibrium.nash_of(VECTOR.matrix()[np.ix_(rows, rows)]).weights == pytest.approx([0.3, 0.3, 0.4, 0, 0])


def test_equals_are_all_played():
    assert equilibrium.nash_of(np.zeros((4, 4))).weights == pytest.approx([0.25] * 4)
    assert equilibrium.nash_of(np.zeros((1, 1))) == equilibrium.Equilibrium([1], [0])


def test_greatest_entropy_where_a_loser_must_be_kept_out():
    """Two games of rock, paper, scissors, all level between them; the seventh would gain by the first of them.

    With w of the weight on the first, the seventh makes 0.1 w - 0.05 (1 - w): so w <= 1/3, though
    w = 1/2 would be of greater entropy.
    """
    matrix = np.zeros((7, 7))
    matrix[:3, :3] = matrix[3:6, 3:6] = ROCK
    matrix[6, :3], matrix[6, 3:6] = 0.1, -0.05
    matrix[:6, 6] = -matrix[6, :6]
    seen = equilibrium.nash_of(matrix)
    assert seen.weights == pytest.approx([1 / 9] * 3 + [2 / 9] * 3 + [0], abs=1e-9)
    assert seen.skill == pytest.approx([0] * 7, abs=1e-9)


def entropy(x):
    x = np.asarray(x)
    x = x[x > 1e-12]
    return -(x * np.log(x)).sum()


def mixtures(matrix, x):
    """Other equilibria near x: steps that keep M x <= 0 and x >= 0."""
    rng = np.random.default_rng(2)
    _, sizes, axes = np.linalg.svd(np.vstack([matrix[x > 1e-9], np.ones(len(x))]))
    flat = axes[(sizes > 1e-9).sum() :]
    for _ in range(200):
        y = x + rng.normal(0, 0.02, len(flat)) @ flat
        if y.min() >= 0 and (matrix @ y).max() <= 1e-9:
            yield y


@given(st.integers(1, 6), st.lists(st.integers(-3, 3), min_size=15, max_size=15))
@settings(max_examples=150, deadline=None)
def test_an_equilibrium_loses_to_nobody(size, upper):
    matrix = antisymmetric(np.array(upper, float), size)
    seen = equilibrium.nash_of(matrix)
    x = np.array(seen.weights)
    assert x.min() >= 0
    assert x.sum() == pytest.approx(1)
    assert (matrix @ x).max() < 1e-6
    assert ((x > 1e-6) <= (np.array(seen.skill) == 0)).all()
    for y in mixtures(matrix, np.where(x > 1e-6, x, 0)):
        assert entropy(y) <= entropy(x) + 1e-5


def test_support_is_shaky_where_a_gap_is_small():
    sure = equilibrium.support(VECTOR, resampling.draws(VECTOR.excess, VECTOR.covariance, 4))
    assert min(sure[:3]) == 1 and sure[3] == 0
    few = from_means(4, FOUR, MEANS, VARIANCES, 20)
    shaky = equilibrium.support(few, resampling.draws(few.excess, few.covariance, 4))
    assert 0 < shaky[3] < shaky[1] < 1


def test_support_from_deals():
    seen = equilibrium.support(summed(DEALS, 5), bootstrapped(DEALS, 50, seed=3))
    assert seen[0] == max(seen) > 0.9
    assert len(seen) == 5


def test_who_has_not_met_all_is_in_no_equilibrium():
    part = from_means(3, [(0, 1), (0, 2)], [0.5, 0.6], [0.05, 0.05], 100)
    assert equilibrium.nash(part) is None
    assert equilibrium.support(part, np.zeros((1, 2))) is None
    with pytest.raises(ValueError, match="other sign"):
        equilibrium.nash_of(np.ones((2, 2)))


def test_a_draw_takes_the_place_of_the_means():
    turned = replace(VECTOR, excess=-VECTOR.excess)
    assert equilibrium.nash(turned).weights == pytest.approx([0, 0, 0, 1])
    assert (payoffs.Payoffs.matrix(VECTOR, -VECTOR.excess) == turned.matrix()).all()


# alpha-Rank


def test_alpha_rank_vector():
    r, t, p, s, delta, eps = 1, 2, 0, -1, 4, 0.25
    table = [
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
        [r, r, s, s, s],
        [0, t, p, p, p],
        [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ]
    seen = evolution.alpha_rank(at_two(table), alpha=0.1, people=20)
    assert seen == all_digits([0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], 7)


def at_two(table):
    """What is paid at tables of two: table[i][j] to i who meets j."""
    table = np.array(table, float)
    return np.stack([table, np.diag(table.diagonal())])


def test_alpha_rank_of_a_circle_is_even_and_of_a_ladder_is_its_top():
    assert evolution.alpha_rank(at_two(ROCK), alpha=1.0) == pytest.approx([1 / 3] * 3)
    ladder = at_two([[0.0, -1, -1], [1, 0, -1], [1, 1, 0]])
    assert evolution.alpha_rank(ladder, alpha=100.0) == pytest.approx([0, 0, 1])
    assert evolution.alpha_rank(ladder, alpha=0.0) == pytest.approx([1 / 3] * 3)


def takes_over(paid, r, s, alpha, people):
    """How likely a mutant r takes over from s: a walk of one at a time, everybody paid by all tables he may sit at."""
    players = len(paid)

    def mean_pay(mine, population):  # of somebody who plays `mine`, the rest of the population being these
        met = [[*table, mine] for table in combinations(population, players - 1)]
        return np.mean([paid[table.count(mine) - 1, mine, min(set(table) - {mine}, default=mine)] for table in met])

    back = []  # for p mutants: by how much likelier they become fewer than more
    for p in range(1, people):
        mutant = mean_pay(r, [r] * (p - 1) + [s] * (people - p))
        native = mean_pay(s, [r] * p + [s] * (people - p - 1))
        back.append(np.exp(-alpha * (mutant - native)))
    # h(p): chance to take over from p mutants; h(p) (1 + back) = h(p + 1) + back h(p - 1), h(0) = 0, h(all) = 1
    system, right = np.eye(people + 1), np.zeros(people + 1)
    for p, down in enumerate(back, 1):
        system[p, p - 1], system[p, p], system[p, p + 1] = -down, 1 + down, -1
    right[people] = 1
    return np.linalg.solve(system, right)[1]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_alpha_rank_of_larger_tables_is_that_of_everybody_at_every_table(players):
    paid = np.random.default_rng(players).normal(0, 1, (players, 3, 3))
    steps = [[0 if r == s else takes_over(paid, r, s, 0.7, 7) for r in range(3)] for s in range(3)]
    chain = np.array(steps) / 3
    chain += np.diag(1 - chain.sum(axis=1))
    values, axes = np.linalg.eig(chain.T)
    shares = np.real(axes[:, np.argmax(np.real(values))])
    assert evolution.alpha_rank(paid, 0.7, 7) == pytest.approx((shares / shares.sum()).tolist(), abs=1e-9)


def test_alpha_rank_reads_of_tables_of_one_strategy_only_what_that_is_paid():
    paid = np.random.default_rng(6).normal(0, 1, (3, 2, 2))
    other = paid.copy()
    other[2, 0, 1] = 99
    assert evolution.alpha_rank(other, 1.0) == evolution.alpha_rank(paid, 1.0)


def test_alpha_rank_refuses_tables_of_the_wrong_shape():
    with pytest.raises(ValueError, match="square"):
        evolution.alpha_rank(np.zeros((2, 2, 3)))
    with pytest.raises(ValueError, match="people enough"):
        evolution.alpha_rank(np.zeros((5, 2, 2)), people=4)


@given(st.integers(2, 5), st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_a_stationary_law_stays(size, seed):
    rates = 10.0 ** np.random.default_rng(seed).uniform(-6, 0, (size, size))
    np.fill_diagonal(rates, 0)
    shares = evolution.stationary(rates)
    assert shares.sum() == pytest.approx(1)
    assert shares @ rates == pytest.approx(shares * rates.sum(axis=1), rel=1e-9)

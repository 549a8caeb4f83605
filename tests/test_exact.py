"""Does chance fall out as it must?  Many deals for two players at a fixed seed, against numbers known beforehand.

Most were counted exactly (here again where that is short); some come from other engines or from large simulations of a
program that is not ours, and then with their own standard error.  All bounds are five standard errors.  The other
tables are in test_exact_hands, test_exact_tables and test_exact_chiamata.
"""

from math import sqrt

import numpy as np
import pytest
from expected import BOUND, LOST, SHARED, WON, Played, near, near_first_trick, near_results, near_share, saved

from analyzer import match
from analyzer.briscola import POINTS, RESULT, TRICKS

# Random play


@pytest.fixture(scope="module")
def two():
    return Played(2, 201, 1_000_000)


def test_the_leader_takes_the_first_trick_as_often_as_counted(two):
    near_first_trick(two.followers[0], two.trick_points, two.n, 2)


def test_the_follower_takes_every_trick_before_the_last_draw_equally_often(two):
    exact = (72 + 270) / (2 * 39 * 38) + 30 * 9 / (39 * 38)
    assert exact == pytest.approx(0.297571, abs=5e-7)
    for trick in range(17):
        near_share(two.followers[trick, 1], two.n, exact, what=f"trick {trick + 1}")


def test_of_two_random_players_the_leader_wins_as_often_as_in_other_engines(two):
    """0.52740 of eight million games, 0.01682 drawn, 61.975 points, by a program of somebody else's making."""
    near_share(two.results[0, WON], two.n, 0.52740, 0.00018, "won")
    near_share(two.results[0, SHARED], two.n, 0.01682, 0.00005, "drawn")
    mean = two.totals[0] / two.n
    deviation = sqrt(two.totals[1] / two.n - mean**2)
    near(mean, 61.975, deviation * sqrt(1 / two.n + 1 / 8_000_000), "points")
    assert two.results[0, WON] == two.results[1, LOST] and two.results[0, SHARED] == two.results[1, SHARED]


def test_the_canary_lives(two):
    """Were the upcard drawn by the winner of trick 17 and not by the loser, 0.0156 of the games would be drawn."""
    assert abs(two.results[0, SHARED] / two.n - 0.0156) > BOUND * sqrt(0.0156 / two.n)


@pytest.mark.slow
def test_in_many_games_the_canary_sings():
    """By that wrong rule the leader would win 0.5255 of the games; by the right one it is 0.5274."""
    played = Played(2, 202, 8_000_000)
    near_share(played.results[0, WON], played.n, 0.52740, 0.00018, "won")
    near_share(played.results[0, SHARED], played.n, 0.01682, 0.00005, "drawn")
    assert played.results[0, WON] / played.n - 0.5255 > BOUND * sqrt(0.25 / played.n)


def test_random_players_in_the_kernel_win_as_often_too():
    rows = saved("random_card", "random_card", deals=200_000)
    near_share((rows[:, 0, RESULT, 0] == 60).sum(), 200_000, 0.52740, 0.00018)
    near_share((rows[:, 0, RESULT, 0] == 30).sum(), 200_000, 0.01682, 0.00005)
    assert (rows[:, 0] == rows[:, 1]).all(), "dice belong to the seat, so a change of places changes nothing"


# Players who think a little

GREEDY = '''"""Lead the cheapest, take in suit with the dearest, trump an ace or a three, else throw the cheapest away.

The cheapest is the lowest card, trumps after all others.
"""

from analyzer.briscola import beats, points, strength, suit


def choose(view):
    """The index of the card to play."""
    if view.led >= 0:
        best, most = -1, -1
        for k in range(view.n_moves):
            card = view.moves[k]
            follows = suit(card) == suit(view.led)
            if follows and beats(card, view.winning, view.trump) and points(card) > most:
                best, most = k, points(card)
        if best < 0 and view.table_points >= 10:
            for k in range(view.n_moves):
                if best < 0 and beats(view.moves[k], view.winning, view.trump):
                    best = k
        if best >= 0:
            return best
    choice, least = 0, 100
    for k in range(view.n_moves):
        height = strength(view.moves[k]) + (50 if suit(view.moves[k]) == view.trump else 0)
        if height < least:
            choice, least = k, height
    return choice
'''


@pytest.fixture(scope="module")
def greedy(tmp_path_factory):
    """The path of a player whose results another program has found too."""
    path = tmp_path_factory.mktemp("strategies") / "greedy.py"
    path.write_text(GREEDY)
    return str(path)


def test_a_greedy_player_beats_the_random_one_as_simulated_elsewhere(greedy):
    rows = saved(greedy, "random_card", deals=200_000)
    near_results(rows[:, 0, RESULT, 0], (0.8305, 0.0127, 0.1568))
    near_results(rows[:, 1, RESULT, 0], (0.1679, 0.0141, 0.8180))
    taken = rows[:, 0, POINTS, 0]
    near(taken.mean(), 77.72, taken.std() * sqrt(1 / 200_000 + 1 / 200_000) + 0.001, "points")
    assert (rows[:, :, TRICKS].sum(axis=2) == 20).all() and (rows[:, :, POINTS].sum(axis=2) == 120).all()


def test_between_two_greedy_players_the_lead_is_a_burden(greedy):
    rows = saved(greedy, greedy, deals=200_000)
    near_results(rows[:, 0, RESULT, 0], (0.4657, 0.0252, 0.5091))
    difference = rows[:, 0, POINTS, 0] - rows[:, 0, POINTS, 1]
    near(difference.std(), 30.4, 30.4 * sqrt(0.5 / 200_000 + 0.5 / 200_000) + 0.01, "spread of the difference")


# One stock or a stream for every seat


class Sums:
    """Means and standard errors over blocks of two games, without keeping them."""

    def __init__(self, first, second, deals, **options):
        self.n = 0
        self.sums = np.zeros((2, 4))
        contest = match.contest(first, second, seed=401, **options)
        match.prepare(contest)
        match.play(contest, deals, save=self.add)

    def add(self, number, rows):
        result, taken = rows[:, :, RESULT] / 60, rows[:, :, POINTS]
        facts = [
            (result[:, 0, 0] + result[:, 1, 1]) / 2,  # score of the first strategy
            (taken[:, 0, 0] - taken[:, 0, 1] + taken[:, 1, 1] - taken[:, 1, 0]) / 2,  # its margin
            (result[:, 0, 0] + result[:, 1, 0]) / 2,  # score of whoever leads
            (result[:, 0, 0] == 0.5).astype(float),  # draws
        ]
        self.n += len(rows)
        self.sums += [[each.sum() for each in facts], [(each**2).sum() for each in facts]]

    def mean(self):
        return self.sums[0] / self.n

    def variance(self):
        return self.sums[1] / self.n - self.mean() ** 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pair", "players", "deals"),
    [
        (("spend_trump", "lowest"), 2, 2_000_000),
        (("spend_trump", "random_card"), 2, 1_000_000),
        (("maestro", "spend_trump"), 2, 1_000_000),
        (("spend_trump", "lowest"), 4, 1_000_000),
        (("spend_trump", "lowest"), 6, 1_000_000),
    ],
)
def test_seat_streams_change_no_average_and_cancel_more_luck(pair, players, deals):
    streams = Sums(*pair, deals, players=players)
    shared = Sums(*pair, deals, players=players, shared_stock=True)
    assert streams.n == shared.n == deals
    errors = np.sqrt((streams.variance() + shared.variance()) / deals)
    assert (np.abs(streams.mean() - shared.mean()) < BOUND * errors).all()
    assert streams.variance()[1] < shared.variance()[1]

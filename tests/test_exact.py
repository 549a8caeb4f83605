"""Does chance fall out as it must?  Many deals at a fixed seed, against numbers known beforehand.

Most were counted exactly (here again where that is short); some come from other engines or from large simulations of a
program that is not ours, and then with their own standard error.  All bounds are five standard errors.
"""

import itertools
from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from numba import njit

from analyzer import briscola, match
from analyzer.bits import die
from analyzer.briscola import POINTS, RESULT, TRICKS, choices, deal, over, play, points, score, strength, suit
from analyzer.cards import ACE, CARDS, THREE
from analyzer.shuffle import word

DEALS = 400_000
BOUND = 5


def plain(states):
    """An array of records as numba takes it."""
    return np.asarray(states).view(briscola.STATE)


def near(found, expected, error, what=""):
    """Is `found` within five standard errors of what is expected?"""
    assert abs(found - expected) < BOUND * error, f"{what}: {found} is {(found - expected) / error:.1f} errors off"


def near_share(hits, n, expected, own_error=0.0, what=""):
    """The same for `hits` out of `n`; `own_error` is the standard error of what is expected, if that was simulated."""
    near(hits / n, expected, sqrt(expected * (1 - expected) / n + own_error**2), what)


# The first hand


@njit
def first_hands(states, seed, n, worth, trumps, facts):
    """Histograms of the points and the trumps in seat 0's hand, and how often other things happen."""
    state = states[0]
    for number in range(n):
        deal(state, seed, number)
        total = held = aces = loads = suits = ace_of_trumps = 0
        for place in range(3):
            card = state.deck[place]
            total += points(card)
            held += suit(card) == state.trump
            aces += strength(card) == ACE
            loads += strength(card) >= THREE
            suits |= 1 << suit(card)
            ace_of_trumps += card == state.trump << 4 | ACE
        worth[total] += 1
        trumps[held] += 1
        facts[0] += strength(state.upcard) == ACE
        facts[1] += ace_of_trumps
        facts[2] += aces > 0
        facts[3] += loads > 0
        facts[4] += suits & suits - 1 == 0
        facts[5] += suits in (7, 11, 13, 14)


@pytest.fixture(scope="module", params=[2, 3, 4, 6])
def hands(request):
    """(players, histogram of points, histogram of trumps, other facts) of seat 0's first hand in many deals."""
    worth, trumps, facts = np.zeros(34, np.int64), np.zeros(4, np.int64), np.zeros(6, np.int64)
    first_hands(plain(briscola.new(request.param, {})), 101, DEALS, worth, trumps, facts)
    return request.param, worth, trumps, facts


def pack(players):
    whole = int(briscola.new(players, {})[0].whole)
    return [card for card in CARDS if whole >> card & 1]


MEAN_AND_VARIANCE = {2: (9.0, 45.538462), 3: (9.230769, 45.966988), 4: (9.0, 45.538462), 6: (10.0, 47.142857)}


def test_a_hand_is_worth_what_all_hands_are_worth_on_average(hands):
    players, worth, _, _ = hands
    every = Counter(sum(map(points, hand)) for hand in itertools.combinations(pack(players), 3))
    number = sum(every.values())
    mean = sum(value * times for value, times in every.items()) / number
    moment = {k: sum((value - mean) ** k * times for value, times in every.items()) / number for k in (2, 4)}
    assert (mean, moment[2]) == pytest.approx(MEAN_AND_VARIANCE[players], abs=5e-7)
    values = np.arange(34)
    near((worth * values).sum() / DEALS, mean, sqrt(moment[2] / DEALS), "mean")
    spread = (worth * (values - mean) ** 2).sum() / DEALS
    near(spread, moment[2], sqrt((moment[4] - moment[2] ** 2) / DEALS), "variance")
    for value in range(34):
        if every[value]:
            near_share(worth[value], DEALS, every[value] / number, what=f"hands worth {value}")
        else:
            assert worth[value] == 0, f"no three cards are worth {value}"


def test_worthless_and_rich_hands_are_as_frequent_as_counted(hands):
    players, worth, _, _ = hands
    if players not in (2, 4):
        return
    for least, share in ((10, 0.505668), (20, 0.096356), (30, 0.005668)):
        near_share(worth[least:].sum(), DEALS, share)
    near_share(worth[0], DEALS, comb(20, 3) / comb(40, 3))
    near_share(worth[33], DEALS, 4 / 9880)


def test_a_hand_holds_as_many_trumps_as_it_must(hands):
    players, _, trumps, _ = hands
    if players == 3:  # the two of coppe is out, as one card that nobody ever gets; averaged over the trump suit
        expected = [1 - 0.555750]
    else:
        mine = {2: 9, 4: 9, 6: 8}[players]
        others = {2: 30, 4: 30, 6: 27}[players]
        expected = [comb(mine, k) * comb(others, 3 - k) / comb(mine + others, 3) for k in range(4)]
        assert expected[0] == pytest.approx({9: 0.444250, 8: 0.446906}[mine], abs=5e-7)
    for k, share in enumerate(expected):
        near_share(trumps[k], DEALS, share, what=f"{k} trumps")


def test_aces_loads_and_suits_come_as_often_as_they_must(hands):
    players, _, _, facts = hands
    size = len(pack(players))
    expected = {
        0: 4 / size,  # the upcard is an ace, so the ace of trumps
        1: {40: 0.069231, 39: 0.070850, 36: 0.076190}[size],  # the ace of trumps is in the hand
        2: 1 - comb(size - 4, 3) / comb(size, 3),
        3: 1 - comb(size - 8, 3) / comb(size, 3),
    }
    if size == 40:
        expected |= {4: 4 * comb(10, 3) / comb(40, 3), 5: 4 * 10**3 / comb(40, 3)}
        assert expected[2] == pytest.approx(0.277328, abs=5e-7) and expected[3] == pytest.approx(0.497976, abs=5e-7)
    for fact, share in expected.items():
        near_share(facts[fact], DEALS, share, what=f"fact {fact}")


# Random play


@njit
def random_games(states, seed, first, n, followers, trick_points, results, margins):
    """Games in which everybody plays any card.

    `followers[t, k]`: how often the k-th to play won trick t.  `trick_points[k, 0 or 1]`: the points, and their
    squares, that the k-th to play took in the first trick.  `results[side, 0..2]`: lost, shared, won; `results[3, 0]`:
    nobody had 61 points.  `margins`: sums of the points of side 0, of their squares.
    """
    state = states[0]
    row = np.zeros((4, 3), np.int64)
    for number in range(first, first + n):
        deal(state, seed, number)
        luck = word(-1 - seed, number)
        move = 0
        while not over(state):
            leader, trick, before = state.leader, state.tricks, state.table_points
            card_count = state.on_table
            play(state, die(word(luck, move), choices(state)))
            move += 1
            if card_count == state.players - 1 and not over(state):
                place = (state.leader - leader) % state.players
                followers[trick, place] += 1
                if trick == 0:
                    taken = state.points[0] + state.points[1] + state.points[2]
                    trick_points[place, 0] += taken
                    trick_points[place, 1] += taken * taken
                    if before > taken:
                        return False
        score(state, row)
        best = 0
        for side in range(state.sides):
            results[side, row[RESULT, side]] += 1
            best = max(best, row[POINTS, side])
        results[3, 0] += best < 61
        margins[0] += row[POINTS, 0]
        margins[1] += row[POINTS, 0] ** 2
    return True


class Played:
    """The counts of many random games."""

    def __init__(self, players, seed, n, first=0, **rules):
        self.n = n
        self.followers = np.zeros((20, 6), np.int64)
        self.trick_points = np.zeros((6, 2), np.int64)
        self.results = np.zeros((4, 3), np.int64)
        self.margins = np.zeros(2, np.int64)
        states = plain(briscola.new(players, rules))
        assert random_games(states, seed, first, n, self.followers, self.trick_points, self.results, self.margins)


@pytest.fixture(scope="module")
def two():
    return Played(2, 201, 1_000_000)


# How often the leader wins the first trick, and what leader and followers take in it on average, if all play any card.
FIRST_TRICK = {2: (0.702429, 0.297571, 4.214575, 1.785425), 3: (0.504760, 0.247620, 4.660794, 2.284987)}


def first_trick(played, players):
    leads, follows, takes, leaves = FIRST_TRICK[players]
    assert leads + (players - 1) * follows == pytest.approx(1, abs=2e-6)
    for place in range(players):
        near_share(played.followers[0, place], played.n, follows if place else leads, what=f"place {place}")
        total, squares = (int(each) for each in played.trick_points[place])
        mean = total / played.n
        near(mean, leaves if place else takes, sqrt((squares / played.n - mean**2) / played.n), f"points of {place}")


def test_the_leader_takes_the_first_trick_as_often_as_counted(two):
    first_trick(two, 2)


def test_of_three_the_leader_takes_the_first_trick_as_often_as_counted():
    first_trick(Played(3, 203, DEALS), 3)


def test_the_follower_takes_every_trick_before_the_last_draw_equally_often(two):
    exact = (72 + 270) / (2 * 39 * 38) + 30 * 9 / (39 * 38)
    assert exact == pytest.approx(0.297571, abs=5e-7)
    for trick in range(17):
        near_share(two.followers[trick, 1], two.n, exact, what=f"trick {trick + 1}")


def test_of_two_random_players_the_leader_wins_as_often_as_in_other_engines(two):
    """0.52740 of eight million games, 0.01682 drawn, 61.975 points, by a program of somebody else's making."""
    near_share(two.results[0, 2], two.n, 0.52740, 0.00018, "won")
    near_share(two.results[0, 1], two.n, 0.01682, 0.00005, "drawn")
    mean = two.margins[0] / two.n
    deviation = sqrt(two.margins[1] / two.n - mean**2)
    near(mean, 61.975, deviation * sqrt(1 / two.n + 1 / 8_000_000), "points")
    assert two.results[0, 2] == two.results[1, 0] and two.results[0, 1] == two.results[1, 1]


def test_the_canary_lives(two):
    """Were the upcard drawn by the winner of trick 17 and not by the loser, 0.0156 of the games would be drawn."""
    assert abs(two.results[0, 1] / two.n - 0.0156) > BOUND * sqrt(0.0156 / two.n)


@pytest.mark.slow
def test_in_many_games_the_canary_sings():
    """By that wrong rule the leader would win 0.5255 of the games; by the right one it is 0.5274."""
    played = Played(2, 202, 8_000_000)
    near_share(played.results[0, 2], played.n, 0.52740, 0.00018, "won")
    near_share(played.results[0, 1], played.n, 0.01682, 0.00005, "drawn")
    assert played.results[0, 2] / played.n - 0.5255 > BOUND * sqrt(0.25 / played.n)


@pytest.mark.parametrize(
    ("players", "shares", "drawn"),
    [(3, (0.3633, 0.3111, 0.3117), 0.0140), (4, (0.5105, 0.4737), 0.0158), (6, (0.5035, 0.4823), 0.0141)],
)
def test_at_larger_tables_random_players_win_as_often_as_simulated_elsewhere(players, shares, drawn):
    played = Played(players, 204, DEALS)
    others = 200_000
    for side, share in enumerate(shares):
        near_share(played.results[side, 2], DEALS, share, sqrt(share * (1 - share) / others), f"side {side}")
    level = DEALS - played.results[:3, 2].sum()
    near_share(level, DEALS, drawn, sqrt(drawn / others), "drawn")
    if players == 3:
        near_share(played.results[3, 0], DEALS, 0.449, sqrt(0.25 / others) + 0.0005, "nobody had 61")


# Players who think a little


def saved(first, second, deals, **options):
    """Rows of a match, as one array."""
    contest = match.contest(first, second, 301, **options)
    match.prepare(contest)
    kept = []
    match.play(contest, deals, jobs=1, save=lambda number, rows: kept.append(rows.copy()))
    return np.concatenate(kept)


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


def expect(results, shares, others=200_000):
    """Wins, draws, losses as shares of many games; the shares expected were simulated too, in `others` games."""
    for result, share in zip((2, 1, 0), shares, strict=True):
        near_share((results == result).sum(), len(results), share, sqrt(share * (1 - share) / others), f"{result}")


def test_a_greedy_player_beats_the_random_one_as_simulated_elsewhere(greedy):
    rows = saved(greedy, "random_card", 200_000)
    expect(rows[:, 0, RESULT, 0], (0.8305, 0.0127, 0.1568))
    expect(rows[:, 1, RESULT, 0], (0.1679, 0.0141, 0.8180))
    taken = rows[:, 0, POINTS, 0]
    near(taken.mean(), 77.72, taken.std() * sqrt(1 / 200_000 + 1 / 200_000) + 0.001, "points")
    assert (rows[:, :, TRICKS].sum(axis=2) == 20).all() and (rows[:, :, POINTS].sum(axis=2) == 120).all()


def test_between_two_greedy_players_the_lead_is_a_burden(greedy):
    rows = saved(greedy, greedy, 200_000)
    expect(rows[:, 0, RESULT, 0], (0.4657, 0.0252, 0.5091))
    difference = rows[:, 0, POINTS, 0] - rows[:, 0, POINTS, 1]
    near(difference.std(), 30.4, 30.4 * sqrt(0.5 / 200_000 + 0.5 / 200_000) + 0.01, "spread of the difference")


def test_random_players_in_the_kernel_win_as_often_too():
    rows = saved("random_card", "random_card", 200_000)
    near_share((rows[:, 0, RESULT, 0] == 2).sum(), 200_000, 0.52740, 0.00018)
    near_share((rows[:, 0, RESULT, 0] == 1).sum(), 200_000, 0.01682, 0.00005)
    assert (rows[:, 0] == rows[:, 1]).all(), "dice belong to the seat, so a change of places changes nothing"


# One stock or a stream for every seat


class Sums:
    """Means and standard errors over blocks of two games, without keeping them."""

    def __init__(self, first, second, deals, **options):
        self.n = 0
        self.sums = np.zeros((2, 4))
        contest = match.contest(first, second, 401, **options)
        match.prepare(contest)
        match.play(contest, deals, save=self.add)

    def add(self, number, rows):
        result, taken = rows[:, :, RESULT], rows[:, :, POINTS]
        facts = [
            (result[:, 0, 0] + result[:, 1, 1]) / 4,  # score of the first strategy
            (taken[:, 0, 0] - taken[:, 0, 1] + taken[:, 1, 1] - taken[:, 1, 0]) / 2,  # its margin
            (result[:, 0, 0] + result[:, 1, 0]) / 4,  # score of whoever leads
            (result[:, 0, 0] == 1).astype(float),  # draws
        ]
        self.n += len(rows)
        self.sums += [[each.sum() for each in facts], [(each**2).sum() for each in facts]]

    def mean(self):
        return self.sums[0] / self.n

    def variance(self):
        return self.sums[1] / self.n - self.mean() ** 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pair", "deals"),
    [
        (("spend_trump", "lowest"), 2_000_000),
        (("spend_trump", "random_card"), 1_000_000),
        (("maestro", "spend_trump"), 1_000_000),
    ],
)
def test_seat_streams_change_no_average_and_cancel_more_luck(pair, deals):
    streams, shared = Sums(*pair, deals), Sums(*pair, deals, shared_stock=True)
    assert streams.n == shared.n == deals
    errors = np.sqrt((streams.variance() + shared.variance()) / deals)
    assert (np.abs(streams.mean() - shared.mean()) < BOUND * errors).all()
    assert streams.variance()[1] < shared.variance()[1]

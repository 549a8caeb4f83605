"""Are first hands, upcards and packs as they must be on average?  Many deals of Briscola, against exact counts."""

import itertools
from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from expected import DEALS, near, near_share, pack, plain
from numba import njit

from analyzer import briscola
from analyzer.briscola import deal, points, strength, suit
from analyzer.cards import ACE, CARDS, THREE


@njit
def first_hands(states, seed, n, worth, trumps, facts):
    """Histograms of the points and the trumps in seat 0's hand, and how often other things happen.

    `trumps[s, k]`: k trumps in hand, with s = 1 if the trumps are the suit that lacks its 2.
    """
    state = states[0]
    for number in range(n):
        deal(state, seed, number)
        total = held = aces = loads = suits = ace_of_trumps = 0
        for place in range(state.hand_size):
            card = state.deck[place]
            total += points(card)
            held += suit(card) == state.trump
            aces += strength(card) == ACE
            loads += strength(card) >= THREE
            suits |= 1 << suit(card)
            ace_of_trumps += card == state.trump << 4 | ACE
        worth[total] += 1
        trumps[1 - (state.pack >> 16 * state.trump & 1), held] += 1
        facts[0] += strength(state.upcard) == ACE
        facts[1] += ace_of_trumps
        facts[2] += aces > 0
        facts[3] += loads > 0
        facts[4] += suits & suits - 1 == 0
        facts[5] += suits in (7, 11, 13, 14)


def dealt(players, seed, deals=DEALS, **rules):
    """Histogram of points, histogram of trumps, other facts, of seat 0's first hand in many deals."""
    worth, trumps, facts = np.zeros(90, np.int64), np.zeros((2, 10), np.int64), np.zeros(6, np.int64)
    first_hands(plain(briscola.new(players, rules)), seed, deals, worth, trumps, facts)
    return worth, trumps, facts


@pytest.fixture(scope="module", params=[2, 3, 4, 6])
def hands(request):
    """(players, histogram of points, histogram of trumps, other facts)."""
    worth, trumps, facts = dealt(request.param, 101)
    return request.param, worth, trumps, facts


MEAN_AND_VARIANCE = {2: (9.0, 45.538462), 3: (9.230769, 45.966988), 4: (9.0, 45.538462), 6: (10.0, 47.142857)}


def test_a_hand_is_worth_what_all_hands_are_worth_on_average(hands):
    players, worth, _, _ = hands
    every = Counter(sum(map(points, hand)) for hand in itertools.combinations(pack(players), 3))
    number = sum(every.values())
    mean = sum(value * times for value, times in every.items()) / number
    moment = {k: sum((value - mean) ** k * times for value, times in every.items()) / number for k in (2, 4)}
    assert (mean, moment[2]) == pytest.approx(MEAN_AND_VARIANCE[players], abs=5e-7)
    values = np.arange(len(worth))
    near((worth * values).sum() / DEALS, mean, sqrt(moment[2] / DEALS), "mean")
    spread = (worth * (values - mean) ** 2).sum() / DEALS
    near(spread, moment[2], sqrt((moment[4] - moment[2] ** 2) / DEALS), "variance")
    for value in values:
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
        counted = {9: (0.444250, 0.428384, 0.118175, 0.009191), 8: (0.446906, 0.429030, 0.115508, 0.008556)}
        assert expected == pytest.approx(counted[mine], abs=5e-7)
    for k, share in enumerate(expected):
        near_share(trumps[:, k].sum(), DEALS, share, what=f"{k} trumps")


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
        assert [expected[4], expected[5]] == pytest.approx([0.048583, 0.404858], abs=5e-7)
    if size == 36:
        assert expected[3] == pytest.approx(0.541176, abs=5e-7)
    for fact, share in expected.items():
        near_share(facts[fact], DEALS, share, what=f"fact {fact}")


# The suit that lacks its 2

WITH_A_TRUMP = {"full": 1 - comb(29, 3) / comb(38, 3), "short": 1 - comb(30, 3) / comb(38, 3)}


@pytest.mark.parametrize(
    ("removed_two", "short"),
    [("C", 9 / 39), ("D", 9 / 39), ("S", 9 / 39), ("B", 9 / 39), ("random", 9 / 39), ("trump", 1)],
)
def test_of_three_the_trumps_are_nine_as_often_as_they_must_be(removed_two, short):
    assert list(WITH_A_TRUMP.values()) == pytest.approx([0.566856, 0.518729], abs=5e-7)
    _, trumps, _ = dealt(3, 102, removed_two=removed_two)
    full, nine = trumps.sum(axis=1)
    if short == 1:
        assert full == 0
    else:
        near_share(nine, DEALS, short)
        near_share(full - trumps[0, 0], full, WITH_A_TRUMP["full"])
    near_share(nine - trumps[1, 0], nine, WITH_A_TRUMP["short"])


@njit
def short_packs(states, seed, n, left_out, turned, places):
    """Which 2 is left out, which card is turned up, and where the king of bastoni lies."""
    state = states[0]
    for number in range(n):
        deal(state, seed, number)
        for colour in range(4):
            left_out[colour] += 1 - (state.pack >> 16 * colour & 1)
        turned[state.upcard] += 1
        for place in range(39):
            if state.deck[place] == 55:
                places[place] += 1


@pytest.mark.parametrize("removed_two", ["random", "trump"])
def test_every_two_is_left_out_and_every_other_card_turned_up_equally_often(removed_two):
    left_out, turned, places = np.zeros(4, np.int64), np.zeros(64, np.int64), np.zeros(39, np.int64)
    short_packs(plain(briscola.new(3, {"removed_two": removed_two})), 103, DEALS, left_out, turned, places)
    for hits in left_out:
        near_share(hits, DEALS, 1 / 4)
    for card in CARDS:
        if removed_two == "random":
            near_share(turned[card], DEALS, 3 / 4 / 39 if strength(card) == 0 else 1 / 39, what=f"card {card}")
        elif strength(card):
            near_share(turned[card], DEALS, 1 / 36, what=f"card {card}")
    assert turned.sum() == DEALS and (removed_two == "random" or not turned[[0, 16, 32, 48]].any())
    up = 1 / 36 if removed_two == "trump" else 1 / 39
    for place in range(39):
        near_share(places[place], DEALS, up if place == 38 else (1 - up) / 38, what=f"place {place}")


# Hands of other sizes


@pytest.mark.parametrize(("players", "size"), [(2, 1), (2, 9), (3, 5), (4, 9), (6, 5)])
def test_hands_of_other_sizes_are_worth_as_much_a_card_and_vary_as_they_must(players, size):
    cards = [points(card) for card in pack(players)]
    n, deals = len(cards), 100_000
    mean = size * 120 / n
    spread = size * (n - size) / (n - 1) * (sum(card**2 for card in cards) / n - (120 / n) ** 2)
    worth, _, _ = dealt(players, 104, deals, hand_size=str(size))
    values = np.arange(len(worth))
    found = (worth * values).sum() / deals
    near(found, mean, sqrt(spread / deals), "mean")
    squares = (worth * (values - mean) ** 2).sum() / deals
    fourth = (worth * (values - mean) ** 4).sum() / deals
    near(squares, spread, sqrt((fourth - spread**2) / deals), "variance")

"""Are the hands and the first tricks of Briscola Chiamata as they must be?  Many deals, against exact counts."""

from math import comb, sqrt

import numpy as np
import pytest
from expected import DEALS, near, near_first_trick, near_share, plain
from numba import njit

from analyzer import chiamata
from analyzer.bits import die
from analyzer.cards import ACE, CARDS, THREE
from analyzer.chiamata import ALONE, PARTNER, choices, deal, play, points, strength, suit
from analyzer.shuffle import word

LEAST_WORTH = (13, 19, 23, 25, 28)


@njit
def many_deals(states, seed, n, worth, facts, rich, roles, winners, taken):
    """Look at seat 0's hand, let it call the ace of any suit, and play the first trick with any cards.

    `rich[k]`: the best suit, with a point for each low card, is worth LEAST_WORTH[k]; `roles[seat]`: how often a seat
    turns out to be the partner, or alone; `winners[place]`, `taken[place, 0 or 1]`: tricks, points and their squares.
    """
    state = states[0]
    for number in range(n):
        deal(state, seed, number)
        total = aces = best = 0
        both = False
        for colour in range(4):
            value = ace_and_three = 0
            for place in range(8):
                card = state.deck[place]
                if suit(card) == colour:
                    total += points(card)
                    value += max(1, points(card))
                    ace_and_three += strength(card) >= THREE
                    aces += strength(card) == ACE
            best = max(best, value)
            both |= ace_and_three == 2
        worth[total] += 1
        facts[0] += aces == 0
        facts[1] += both
        for k in range(5):
            rich[k] += best >= LEAST_WORTH[k]
        luck = word(-1 - seed, number)
        play(state, 1)
        for _ in range(4):
            play(state, 0)
        play(state, die(word(luck, 0), 4))
        for seat in range(5):
            roles[seat] += state.role[seat] == PARTNER or state.role[seat] == ALONE
        for k in range(5):
            play(state, die(word(luck, k + 1), choices(state)))
        place = state.leader
        total = state.points[place]
        winners[place] += 1
        taken[place, 0] += total
        taken[place, 1] += total * total


class Dealt:
    """The counts of many deals."""

    def __init__(self, seed, n):
        self.n = n
        self.worth, self.facts, self.rich, self.roles, self.winners = (
            np.zeros(size, np.int64) for size in (100, 2, len(LEAST_WORTH), 5, 5)
        )
        self.taken = np.zeros((5, 2), np.int64)
        states = plain(chiamata.new(5, {}), chiamata.STATE)
        many_deals(states, seed, n, self.worth, self.facts, self.rich, self.roles, self.winners, self.taken)


@pytest.fixture(scope="module")
def dealt():
    return Dealt(501, DEALS)


def ways_to_hold():
    """In how many ways eight of the forty cards are worth so many points: a list by points."""
    ways = [[0] * 100 for _ in range(9)]
    ways[0][0] = 1
    for card in CARDS:
        for held in range(8, 0, -1):
            for total in range(points(card), 100):
                ways[held][total] += ways[held - 1][total - points(card)]
    return ways[8]


def test_a_hand_is_worth_what_all_hands_are_worth_on_average(dealt):
    ways, number = ways_to_hold(), comb(40, 8)
    assert sum(ways) == number
    mean = sum(value * times for value, times in enumerate(ways)) / number
    moment = {k: sum((value - mean) ** k * times for value, times in enumerate(ways)) / number for k in (2, 4)}
    assert (mean, moment[2]) == pytest.approx((24, 105.025641), abs=5e-7)
    values = np.arange(100)
    near((dealt.worth * values).sum() / dealt.n, mean, sqrt(moment[2] / dealt.n), "mean")
    spread = (dealt.worth * (values - mean) ** 2).sum() / dealt.n
    near(spread, moment[2], sqrt((moment[4] - moment[2] ** 2) / dealt.n), "variance")
    for value in values:
        if ways[value] > number / 100_000:
            near_share(dealt.worth[value], dealt.n, ways[value] / number, what=f"hands worth {value}")
    for least, share in ((24, 0.507398), (30, 0.284093), (40, 0.070730), (50, 0.009148)):
        assert sum(ways[least:]) / number == pytest.approx(share, abs=5e-7)
        near_share(dealt.worth[least:].sum(), dealt.n, share)
    assert sum(ways[:3]) / number == pytest.approx(0.005670, abs=5e-7)
    assert ways[0] / number == pytest.approx(0.001638, abs=5e-7)


def test_aces_and_loads_come_as_often_as_they_must(dealt):
    assert comb(36, 8) / comb(40, 8) == pytest.approx(0.393478, abs=5e-7)
    near_share(dealt.facts[0], dealt.n, comb(36, 8) / comb(40, 8), what="no ace")
    pairs = sum((-1) ** (j + 1) * comb(4, j) * comb(40 - 2 * j, 8 - 2 * j) for j in range(1, 5)) / comb(40, 8)
    assert pairs == pytest.approx(0.139023, abs=5e-7)
    near_share(dealt.facts[1], dealt.n, pairs, what="ace and three of one suit")


def test_strong_suits_come_as_often_as_counted(dealt):
    for k, share in enumerate((0.667857, 0.158626, 0.075179, 0.037253, 0.004846)):
        near_share(dealt.rich[k], dealt.n, share, what=f"best suit worth {LEAST_WORTH[k]}")


def test_a_card_called_blindly_is_in_every_hand_equally_often(dealt):
    for seat in range(5):
        near_share(dealt.roles[seat], dealt.n, 1 / 5, what=f"seat {seat}")
    assert dealt.roles.sum() == dealt.n


def test_of_five_the_leader_takes_the_first_trick_as_often_as_counted(dealt):
    near_first_trick(dealt.winners, dealt.taken, dealt.n, 5)

"""Are the hands of Burraco as they must be?  Many deals, against exact counts."""

import itertools
from collections import defaultdict
from math import comb, sqrt

import numpy as np
import pytest
from expected import DEALS, near, near_share
from numba import njit

from analyzer import burraco
from analyzer.bits import count
from analyzer.double_pack import PACK, is_wild, points
from analyzer.shuffle import shuffle, stream

SEED = 503
OF_ELEVEN, OF_TWELVE = comb(108, 11), comb(108, 12)


@njit
def has_set(has, twice):
    """Are three of these masks' cards of one rank, no two?"""
    one, two, three = 0, 0, 0
    for mask in (has, twice):
        for suit in range(4):
            more = mask >> 16 * suit & 0x3FFA
            three |= two & more
            two |= one & more
            one |= more
    return three != 0


@njit
def has_run(has):
    """Are three of these cards of one suit, in sequence?  The ace is low or high; twos are what they are."""
    for suit in range(4):
        mine = has >> 16 * suit & 0x3FFE
        mine |= (mine & 2) << 13
        if mine & mine >> 1 & mine >> 2:
            return True
    return False


@njit
def many_deals(pack, deck, seed, n, worth, wilds, facts, both):
    """Look at seat 0's hand, at the twelve cards of its first turn, and at the upcard.

    `worth[k]`, `wilds[k]`: hands worth 5k, or with so many wilds; `both`: sum of the values of the hands of a side,
    of their squares.  `facts`: hands with a joker; identical pairs; upcards that are wild; and with eleven and then
    with twelve cards: a set; no meld without wilds.
    """
    for number in range(n):
        shuffle(pack, deck, 108, stream(seed, number, 0))
        total = 0
        wild = 0
        jokers = 0
        has = 0
        twice = 0
        for k in range(12):
            card = deck[k] if k < 11 else deck[67]
            if k == 11:
                worth[total // 5] += 1
                wilds[wild] += 1
                facts[0] += jokers > 0
                facts[1] += count(twice)
                facts[3] += has_set(has, twice)
                facts[4] += not has_set(has, twice) and not has_run(has)
            total += points(card)
            wild += is_wild(card)
            jokers += card == 0
            if card:
                twice |= has & 1 << card
                has |= 1 << card
        facts[2] += is_wild(deck[66])
        facts[5] += has_set(has, twice)
        facts[6] += not has_set(has, twice) and not has_run(has)
        side = 0
        for k in range(11):
            side += points(deck[k]) + points(deck[22 + k])
        both[0] += side
        both[1] += side * side


class Dealt:
    """The counts of many deals."""

    def __init__(self, n):
        self.n = n
        self.worth, self.wilds, self.facts, self.both = (np.zeros(size, np.int64) for size in (67, 13, 7, 2))
        pack, deck = np.array(PACK), np.zeros(108, np.int64)
        many_deals(pack, deck, SEED, n, self.worth, self.wilds, self.facts, self.both)


@pytest.fixture(scope="module")
def dealt():
    return Dealt(DEALS)


def test_the_deck_that_is_looked_at_is_the_one_that_is_dealt():
    state, deck = burraco.new(4, {})[0], np.zeros(108, np.int64)
    for number in range(10):
        burraco.deal(state, SEED, number)
        shuffle(np.array(PACK), deck, 108, stream(SEED, number, 0))
        assert state.deck.tolist() == deck.tolist()


def ways_to_hold(n):
    """In how many ways n cards of the pack are worth 5k points: a list by k."""
    ways = [[0] * 67 for _ in range(n + 1)]
    ways[0][0] = 1
    for card in PACK:
        for held in range(n, 0, -1):
            for total in range(points(card) // 5, 67):
                ways[held][total] += ways[held - 1][total - points(card) // 5]
    return ways[n]


def test_a_hand_is_worth_what_all_hands_are_worth_on_average(dealt):
    ways = ways_to_hold(11)
    assert sum(ways) == OF_ELEVEN
    values = 5 * np.arange(67)
    mean = sum(int(value) * times for value, times in zip(values, ways, strict=True)) / OF_ELEVEN
    shares = np.array([times / OF_ELEVEN for times in ways])
    moment = {k: (shares * (values - mean) ** k).sum() for k in (2, 4)}
    assert (mean, moment[2]) == pytest.approx((110, 11 * (100 / 3) * 97 / 107), abs=5e-7)
    assert moment[2] == pytest.approx(332.398754, abs=5e-7)
    near((dealt.worth * values).sum() / dealt.n, mean, sqrt(moment[2] / dealt.n), "mean")
    spread = (dealt.worth * (values - mean) ** 2).sum() / dealt.n
    near(spread, moment[2], sqrt((moment[4] - moment[2] ** 2) / dealt.n), "variance")
    for value, times, found in zip(values, ways, dealt.worth, strict=True):
        if times > OF_ELEVEN / 10_000:
            near_share(found, dealt.n, times / OF_ELEVEN, what=f"hands worth {value}")


def test_the_hands_of_a_side_together(dealt):
    variance = 22 * (100 / 3) * 86 / 107
    assert sqrt(variance) == pytest.approx(24.277728, abs=5e-7)
    mean = int(dealt.both[0]) / dealt.n
    near(mean, 220, sqrt(variance / dealt.n))
    # About three times the square of the variance is the fourth moment of what is nearly normal.
    near(int(dealt.both[1]) / dealt.n - 220**2 - 440 * (mean - 220), variance, sqrt(2.2 / dealt.n) * variance)


def test_wilds_come_as_often_as_they_must(dealt):
    shares = [comb(12, k) * comb(96, 11 - k) / OF_ELEVEN for k in range(12)]
    assert shares[:6] == pytest.approx([0.255630, 0.392362, 0.248045, 0.084561, 0.017102, 0.002128], abs=5e-7)
    for k, share in enumerate(shares[:8]):
        near_share(dealt.wilds[k], dealt.n, share, what=f"{k} wilds")
    spread = 11 * (12 / 108) * (96 / 108) * 97 / 107
    near((dealt.wilds * np.arange(13)).sum() / dealt.n, 11 * 12 / 108, sqrt(spread / dealt.n))
    assert 1 - comb(104, 11) / OF_ELEVEN == pytest.approx(0.353465, abs=5e-7)
    near_share(dealt.facts[0], dealt.n, 1 - comb(104, 11) / OF_ELEVEN, what="a joker")
    near_share(dealt.facts[2], dealt.n, 12 / 108, what="a wild is turned up")


def test_both_copies_of_a_card_come_as_often_as_they_must(dealt):
    pairs = 52 * comb(106, 9) / OF_ELEVEN
    assert pairs == pytest.approx(0.494981, abs=5e-7)
    two_pairs = 52 * 51 * comb(104, 7) / OF_ELEVEN
    near(dealt.facts[1] / dealt.n, pairs, sqrt((pairs + two_pairs - pairs**2) / dealt.n))


def product(*polynomials):
    """The product of polynomials, up to the twelfth power."""
    found = [1]
    for each in polynomials:
        terms = [0] * min(13, len(found) + len(each) - 1)
        for (j, a), (k, b) in itertools.product(enumerate(found), enumerate(each)):
            if j + k < 13:
                terms[j + k] += a * b
        found = terms
    return found


def without_meld():
    """In how many ways n cards hold no three of a rank (but twos) and no three of a suit in sequence: a list by n.

    Rank by rank: which suits' last two ranks are there, and which aces, is all that matters for the next.
    """
    by_rank = {}
    for two in (False, True):
        held = [held for held in itertools.product(range(3), repeat=4) if two or sum(held) < 3]
        by_rank[two] = [(sum((c > 0) << s for s, c in enumerate(each)), sum(each), 2 ** each.count(1)) for each in held]
    ways = defaultdict(lambda: [0] * 13)
    for there, n, times in by_rank[False]:
        ways[there, 0, there][n] += times  # aces, the rank before the last, the last
    for rank in range(2, 14):
        further = defaultdict(lambda: [0] * 13)
        for (aces, before, last), counted in ways.items():
            for there, n, times in by_rank[rank == 2]:
                if before & last & there or (rank == 13 and last & there & aces):
                    continue
                terms = further[aces, last, there]
                for k in range(13 - n):
                    terms[k + n] += times * counted[k]
        ways = further
    total = [sum(each) for each in zip(*ways.values(), strict=True)]
    return product(total, [comb(4, k) for k in range(5)])


def test_melds_are_dealt_as_often_as_counted(dealt):
    no_set = product(*[[1, 8, 28]] * 12, [comb(12, k) for k in range(13)])
    no_meld = without_meld()
    shares = [1 - no_set[11] / OF_ELEVEN, no_meld[11] / OF_ELEVEN, 1 - no_set[12] / OF_TWELVE, no_meld[12] / OF_TWELVE]
    assert shares == pytest.approx([0.370310, 0.479517, 0.457141, 0.379470], abs=5e-7)
    for found, share, what in zip(dealt.facts[3:], shares, ("set in 11", "none", "set in 12", "none"), strict=True):
        near_share(found, dealt.n, share, what=what)

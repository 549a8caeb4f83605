"""Is every order of the pack as likely as any other, and the same in plain Python and in machine code?"""

import itertools
from collections import Counter

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from analyzer import bits, shuffle
from analyzer.cards import CARDS
from analyzer.shuffle import WIDTH, word

PACK = np.array(CARDS, np.int64)
PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423],
}

compiled_shuffle = njit(shuffle.shuffle)
compiled_stream = njit(shuffle.stream)
compiled_word = njit(shuffle.word)
compiled_pick = njit(shuffle.pick)


def shuffled(pack, key, how=shuffle.shuffle):
    deck = np.full(len(pack), -1, np.int64)
    how(pack, deck, len(pack), key)
    return deck.tolist()


@pytest.mark.parametrize("seed", PUBLISHED)
@pytest.mark.parametrize("how", [word, compiled_word], ids=["python", "compiled"])
def test_words_are_the_published_sequence_of_splitmix64(seed, how):
    assert [how(seed, k) % (1 << 64) for k in range(3)] == PUBLISHED[seed]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 12, 13, 36, 39, 40])
def test_a_shuffle_is_an_order_of_the_same_cards_and_the_same_in_both(size):
    for key in [0, 1, -1, (1 << 63) - 1, -(1 << 63), *(word(5, k) for k in range(40))]:
        deck = shuffled(PACK[:size], key)
        assert sorted(deck) == PACK[:size].tolist()
        assert deck == shuffled(PACK[:size], key, compiled_shuffle)


def test_streams_are_the_same_in_both_and_never_meet():
    triples = list(itertools.product((0, 1, 2, 77, 1 << 40), (0, 1, 2, 10**9), (shuffle.APART, *range(4))))
    keys = [shuffle.stream(*triple) for triple in triples]
    assert keys == [compiled_stream(*triple) for triple in triples]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 24])
def test_a_deal_picks_each_of_n_things_equally_often_and_the_same_in_both(n):
    deals = 3000 * n
    picked = Counter(compiled_pick(9, number, n) for number in range(deals))
    assert set(picked) == set(range(n))
    assert all(abs(hits - 3000) < 5 * 3000**0.5 for hits in picked.values())
    numbers = [*range(40), (1 << 63) - 1, 1 << 40]
    assert [shuffle.pick(9, k, n) for k in numbers] == [compiled_pick(9, k, n) for k in numbers]
    if n > 1:
        assert [shuffle.pick(8, k, n) for k in range(40)] != [shuffle.pick(9, k, n) for k in range(40)]


def test_deals_next_to_each_other_share_no_more_than_chance():
    decks = [shuffled(PACK, shuffle.stream(1, number, 0)) for number in range(2000)]
    same = sum(one[k] == two[k] for one, two in itertools.pairwise(decks) for k in range(40))
    assert abs(same - 1999) < 5 * 1999**0.5, "two decks agree in one place on average"


def test_a_word_that_favours_an_outcome_is_thrown_away(monkeypatch):
    # Three cards take one word, for 6 outcomes, and 2**64 = 4 (mod 6): four words are too many.  The smallest word of
    # each outcome has the smallest rest; those with a rest below 4 must go, the others must stay.
    smallest = [bits.signed(-(-(outcome << 64) // 6)) for outcome in range(6)]
    rests = [bits.rest(each, 6) for each in smallest]
    assert rests == [0, 2, 4, 0, 2, 4]
    good = 0x0123456789ABCDEF
    expected = None
    for first, left in [(good, 5), *zip(smallest, rests, strict=True)]:
        words = [first, good]
        asked = []
        monkeypatch.setattr(shuffle, "word", lambda key, k, words=words, asked=asked: asked.append(k) or words[k])
        deck = shuffled(PACK[:3], 0)
        expected = expected or deck
        assert len(asked) == (1 if left >= 4 else 2)
        if left < 4:
            assert deck == expected, "the word thrown away left a trace"


@pytest.mark.parametrize(("cards", "width", "size"), [(4, 24, 10), (3, 6, 8), (4, 6, 6), (5, 20, 6), (5, 60, 7)])
def test_with_short_words_every_order_comes_from_equally_many(monkeypatch, cards, width, size):
    """The same code with words of `size` bits, few enough to try them all; `width` decides how many a shuffle takes."""
    whole = 1 << size
    monkeypatch.setattr(shuffle, "WIDTH", width)
    monkeypatch.setattr(shuffle, "MOST", whole // 2 - 1)
    monkeypatch.setattr(shuffle, "die", lambda word, n: word * n >> size)
    monkeypatch.setattr(shuffle, "rest", lambda word, n: word * n % whole)
    monkeypatch.setattr(shuffle, "below", lambda word, limit: int(word < limit))
    needed, thrown = Counter(), 0

    def words_of(key, k):
        if k == len(key):
            raise LookupError
        return key[k]

    monkeypatch.setattr(shuffle, "word", words_of)
    keys = [()]
    while keys:
        key = keys.pop()
        try:
            needed[tuple(shuffled(PACK[:cards], key))] += 1
        except LookupError:
            # Not enough words yet, or the last one was thrown away: then do not go on from here.
            if len(key) < most_words(cards, width):
                keys += [(*key, each) for each in range(whole)]
            else:
                thrown += 1
    assert set(needed) == set(itertools.permutations(PACK[:cards].tolist()))
    assert len(set(needed.values())) == 1, needed
    assert thrown, "no word was ever thrown away, so nothing was tested"


def most_words(cards, width):
    """How many words a shuffle takes if none is thrown away."""
    words, product = 1, 1
    for place in range(1, cards + 1):
        if product * place > width:
            words += 1
            product = 1
        product *= place
    return words


def test_forty_cards_take_few_words(monkeypatch):
    asked = []
    monkeypatch.setattr(shuffle, "word", lambda key, k: asked.append(k) or word(key, k))
    shuffled(PACK, 3)
    assert asked == list(range(most_words(40, WIDTH))) and len(asked) < 12


@njit
def count_places(first, decks, pack, places, pairs):
    deck = np.zeros(64, np.int64)
    for number in range(first, first + decks):
        shuffle.shuffle(pack, deck, 40, shuffle.stream(1, number, 0))
        for place in range(40):
            card = deck[place]
            places[(card >> 4) * 10 + (card & 15), place] += 1
        one, two = deck[0], deck[1]
        pairs[(one >> 4) * 10 + (one & 15), (two >> 4) * 10 + (two & 15)] += 1


@pytest.mark.slow
def test_every_card_comes_to_every_place_equally_often():
    decks = 4_000_000
    places, pairs = np.zeros((40, 40), np.int64), np.zeros((40, 40), np.int64)
    count_places(0, decks, PACK, places, pairs)
    # Rows and columns each add up, which leaves 39 * 39 degrees of freedom and shrinks the sum by 39/40.
    spread = ((places - decks / 40) ** 2 / (decks / 40)).sum() * 39 / 40
    assert 1e-6 < chi2.sf(spread, 39 * 39) < 1 - 1e-6
    assert pairs.trace() == 0
    expected = decks / (40 * 39)
    off_diagonal = pairs[~np.eye(40, dtype=bool)]
    spread = ((off_diagonal - expected) ** 2 / expected).sum()
    assert 1e-6 < chi2.sf(spread, 40 * 39 - 1) < 1 - 1e-6

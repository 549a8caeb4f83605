"""The double pack of Burraco: 108 cards worth 1080 points, their names, and heaps of them as masks."""

from collections import Counter

import pytest
from burraco_by_hand import LETTERS, listed, pick_up, text
from hypothesis import given
from hypothesis import strategies as st

from analyzer import double_pack as pack
from analyzer.double_pack import ALL, CARDS, JOKER, JOKERS, KINDS, PACK, RANKS, SUITS, TWOS
from analyzer.records import blank

HEAPS = st.lists(st.integers(0, 107), unique=True).map(lambda places: [PACK[place] for place in places])


def test_two_packs_and_four_jokers_are_108_cards_worth_1080():
    assert len(PACK) == 108 and len(KINDS) == 53
    assert Counter(PACK) == {card: 4 if card == JOKER else 2 for card in KINDS}
    assert sum(map(pack.points, PACK)) == 1080 and JOKERS == 4
    assert sum(map(pack.is_wild, PACK)) == 12
    assert sum(1 << card for card in KINDS if card) == ALL
    assert sum(1 << card for card in KINDS if card and pack.is_wild(card)) == TWOS


def test_points_of_every_rank():
    assert pack.points(JOKER) == 30
    expected = {"A": 15, "2": 20, **dict.fromkeys("34567", 5), **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10)}
    for card in KINDS[1:]:
        assert pack.points(card) == expected[RANKS[pack.rank(card) - 1]]


def test_every_card_is_read_as_it_is_written():
    assert len({pack.name(card) for card in KINDS}) == 53
    for card in KINDS:
        assert pack.parse(pack.name(card)) == pack.parse(text(card)) == pack.parse(text(card).upper()) == card
        if card:
            assert pack.name(card)[-1] == SUITS[pack.suit(card)] and text(card)[-1] == LETTERS[pack.suit(card)]
    assert pack.parse("Th") == pack.parse("10♥") == 10
    assert pack.parse("7♥\N{VARIATION SELECTOR-16}") == 7
    assert pack.parse_cards("JK, 2h As") == [JOKER, 2, 3 << 4 | 1]


@pytest.mark.parametrize("word", ["", "h", "1h", "11h", "0h", "7", "7x", "JKh", "K", "hh", "7hh", "77h", "♥"])
def test_anything_else_is_no_card_and_a_sentence_says_so(word):
    with pytest.raises(ValueError, match="is no card: it must|is no card: the last sign must"):
        pack.parse(word)


@given(HEAPS)
def test_a_heap_holds_what_was_put_to_it(cards):
    heap = pick_up(" ".join(map(text, cards)))
    counted = Counter(cards)
    assert all(pack.held(heap, card) == counted[card] for card in KINDS)
    assert heap.n == len(cards) and listed(heap) == sorted(cards)
    assert pack.value(heap) == sum(map(pack.points, cards))
    assert heap.twice & ~heap.has == 0 and (heap.has | heap.twice) & ~ALL == 0
    if cards:
        assert pack.lowest_card(heap) == min(cards)
    assert pack.names(heap).split() == [pack.name(card) for card in sorted(cards)]


@given(HEAPS, st.randoms(use_true_random=False))
def test_what_is_taken_away_again_leaves_no_trace(cards, chance):
    heap, empty = blank(CARDS)[0], blank(CARDS)[0]
    for card in cards:
        pack.put(heap, card)
    gone = chance.sample(cards, chance.randint(0, len(cards)))
    for card in gone:
        pack.drop(heap, card)
    left = Counter(cards) - Counter(gone)
    assert listed(heap) == sorted(left.elements()) and heap.n == left.total()
    pack.clear(heap)
    assert heap == empty


def test_the_cards_of_a_suit():
    heap = pick_up("Ah Kh 7d 2c Ks JK")
    assert [pack.suited(int(heap.has), suit) for suit in range(4)] == [1 << 1 | 1 << 13, 1 << 7, 1 << 2, 1 << 13]

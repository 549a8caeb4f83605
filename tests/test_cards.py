"""Are the forty cards named, ranked and worth what the rule book says?"""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from analyzer.cards import CARDS, NO_CARD, beats, name, names, parse, parse_cards, points, strength, suit, suit_mask

ITALIAN = [rank + letter for letter in "CDSB" for rank in "24567JQK3A"]
FRENCH = [rank + sign for sign in "♥♦♠♣" for rank in "24567JQK3A"]
CARD = some.sampled_from(CARDS)


def test_the_pack_is_forty_cards_suit_by_suit_from_the_two_up_to_the_ace():
    assert len(set(CARDS)) == len(CARDS) == 40
    assert [name(card) for card in CARDS] == ITALIAN
    assert [name(card, french=True) for card in CARDS] == FRENCH
    assert [(suit(card), strength(card)) for card in CARDS] == [(s, k) for s in range(4) for k in range(10)]


@pytest.mark.parametrize("written", [ITALIAN, FRENCH, [text.lower() for text in ITALIAN]])
def test_every_card_is_read_as_it_is_written(written):
    assert [parse(text) for text in written] == list(CARDS)
    assert parse_cards(" ".join(written)) == list(CARDS)
    assert parse_cards(", ".join(written)) == list(CARDS)


def test_one_mapping_of_suits_holds_for_both_packs():
    assert [parse(french) for french in FRENCH] == [parse(italian) for italian in ITALIAN]
    assert parse("A♥") == parse("AC") and parse("3♦") == parse("3D")
    assert parse("K♠") == parse("KS") and parse("7♣") == parse("7B")
    assert parse("A♥\ufe0f") == parse("AC"), "a heart drawn in colour is a heart"


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "C", "♥", "8C", "9♠", "10C", "1C", "AX", "XA", "CA", "A C", "ACC", "AAC", "A♡", "JK", "0", "é"],
)
def test_anything_else_is_refused_in_one_sentence(text):
    with pytest.raises(ValueError, match="is no card") as refused:
        parse(text)
    said = str(refused.value)
    assert repr(text) in said and "\n" not in said and ". " not in said
    assert "suit" in said or "rank" in said, "the message says which half is wrong"


def test_a_bad_card_among_good_ones_is_named():
    with pytest.raises(ValueError, match="'9D' is no card"):
        parse_cards("AC 9D 3S")


def test_a_pack_holds_120_points_30_a_suit():
    by_rank = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2, "7": 0, "6": 0, "5": 0, "4": 0, "2": 0}
    assert [points(card) for card in CARDS] == [by_rank[name(card)[0]] for card in CARDS]
    assert sum(map(points, CARDS)) == 120
    assert [sum(points(card) for card in CARDS if suit(card) == s) for s in range(4)] == [30] * 4


@pytest.mark.parametrize(
    ("card", "other", "trump", "wins"),
    [
        ("3S", "KS", "C", True),  # the three stands above the king
        ("AS", "3S", "C", True),
        ("KS", "3S", "C", False),
        ("JS", "7S", "C", True),  # figures above the seven
        ("2S", "4S", "C", False),
        ("2C", "AS", "C", True),  # the smallest trump above any ace
        ("AS", "2C", "C", False),
        ("3C", "AC", "C", False),
        ("AC", "3C", "C", True),
        ("AD", "2S", "C", False),  # another suit than the one led never wins
        ("AD", "2S", "S", False),
    ],
)
def test_what_beats_what(card, other, trump, wins):
    assert bool(beats(parse(card), parse(other), "CDSB".index(trump))) is wins


@given(CARD, CARD, some.integers(0, 3))
def test_beats_says_what_the_names_say(card, other, trump):
    if card == other:
        return
    mine, his, order = name(card), name(other), "24567JQK3A"
    higher = order.index(mine[0]) > order.index(his[0])
    assert bool(beats(card, other, trump)) is (higher if mine[1] == his[1] else mine[1] == "CDSB"[trump])


@given(CARD, some.booleans(), some.booleans())
def test_a_name_leads_back_to_its_card(card, french, small):
    text = name(card, french)
    assert parse(text.lower() if small else text) == card
    assert parse(f"  {text}\n") == card


@given(some.sets(CARD), some.booleans())
def test_a_mask_is_listed_suit_by_suit_from_the_weakest(cards, french):
    assert parse_cards(names(sum(1 << card for card in cards), french)) == sorted(cards)


def test_a_suits_mask_holds_its_ten_cards():
    for s in range(4):
        assert suit_mask(s) == sum(1 << card for card in CARDS if suit(card) == s)


@given(some.text(max_size=4))
def test_whatever_is_typed_is_a_card_or_a_clear_refusal(text):
    try:
        card = parse(text)
    except ValueError as refused:
        assert "is no card" in str(refused)
    else:
        assert card in CARDS and card != NO_CARD

"""What Burraco players reckon with, by examples: what fits, what the pile brings, how near the hand is to its end."""

import pytest
from burraco_by_hand import BURRACO, pick_up, play, sit_down, steps, stuff, told, word

from analyzer import match, rummy
from analyzer.burraco import TAKEN, UNTAKEN
from analyzer.double_pack import CARDS, KINDS, parse
from analyzer.referee import Referee, sealed
from analyzer.rummy import MINE, THEIRS


def seen(state):
    """What the seat to act sees, as a strategy in plain Python gets it."""
    referee = Referee(match.contest("meld_all", "random_move", game="burraco"))
    referee.table.module.look(state, referee.view)
    return referee.sealed_view()


def view(hand="", mine="", theirs="", pile="Kc", drawn="", **table):
    """What seat 0 sees before it draws, or after it has drawn a card."""
    state = sit_down([hand], (mine, theirs), pile, drawn or 20, **table)
    if drawn:
        play(state, "stock")
    return seen(state)


def record(words):
    """Cards in words as a strategy in plain Python gets them."""
    return sealed(CARDS, "cards")(*pick_up(words).tolist())


def cards(mask):
    """The cards of a mask in words."""
    return told(card for card in KINDS if card and mask >> card & 1)


def masks(words):
    """Cards in words as two masks."""
    heap = record(words)
    return heap.has, heap.twice


def step(seen, words):
    """The legal step that is named."""
    return next(each for each in seen.moves if word(each) == words)


# Masks


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("3h 4h 5h 7h", "3h 4h 5h"),
        ("Qd Kd Ad", "Ad Qd Kd"),
        ("Kd Ad 3d", ""),
        ("Ac 2c 3c 4c Js Qs", "Ac 2c 3c 4c"),
        ("Kh Ad 2d", ""),  # not from suit to suit
        ("Qs Ks As 2s 3s", "As 2s 3s Qs Ks"),
    ],
)
def test_runs_are_found_by_suit_with_the_ace_at_either_end(hand, kept):
    assert cards(rummy.in_runs(masks(hand)[0])) == kept


def test_neighbours_are_two_places_off_at_most():
    assert cards(rummy.near(masks("7h")[0])) == "5h 6h 8h 9h"
    assert cards(rummy.near(masks("As")[0])) == "2s 3s Qs Ks"


def test_ranks_are_counted_with_both_copies_and_without_twos():
    assert cards(rummy.in_all_suits(rummy.paired(*masks("Kh Kh 7d 7s 2c 2s 9h"))) & rummy.EACH_SUIT * 0x3FFE) == (
        "7h Kh 7d Kd 7c Kc 7s Ks"
    )
    assert rummy.paired(*masks("4h 5h 6h")) == 0
    assert rummy.in_threes(*masks("Kh Kh 7d 7s 2c 2s 2h Qh Qd Qc")) == 1 << 12
    assert rummy.in_threes(*masks("Kh Kh Kd")) == rummy.in_threes(*masks("Kh Kd Ks")) == 1 << 13


@pytest.mark.parametrize("first", "hdcs")
@pytest.mark.parametrize("second", "hdcs")
def test_pairs_are_found_in_any_two_suits(first, second):
    assert rummy.paired(*masks(f"9{first} 9{second}")) == 1 << 9


# What fits


def test_melds_welcome_what_they_would_take():
    now = view("Kh", mine="7h 8h 9h / Jc Jd Js", theirs="4s JK 6s / Ac 2c 3c")
    assert cards(rummy.welcome(now, MINE)) == "6h 10h Jh Jd Jc Js"
    assert cards(rummy.welcome(now, THEIRS)) == "4c 3s 5s 7s"
    for card, ours, foes in (("6h", 1, 0), ("Jh", 1, 0), ("5s", 0, 1), ("4c", 0, 1), ("JK", 1, 1), ("2h", 1, 1)):
        assert rummy.taken_by(now, MINE, parse(card)) == bool(ours), card
        assert rummy.taken_by(now, THEIRS, parse(card)) == bool(foes), card
    full = view("Kh", mine="7h 8h JK")
    assert not rummy.taken_by(full, MINE, parse("JK"))
    assert not rummy.taken_by(full, MINE, parse("2s"))


@pytest.mark.parametrize(
    ("hand", "card", "ties"),
    [
        ("7h", "7h", 0),
        ("7h 7h", "7h", 2),
        ("7h 7s 7c", "7h", 4),
        ("7h 8h", "7h", 2),
        ("7h 9h", "7h", 1),
        ("7h 10h", "7h", 0),
        ("5h 6h 7h 8h 9h 7d 7d", "7h", 8),
        ("As Ks 3s", "As", 3),
        ("Kd 2c", "Kd", 0),
    ],
)
def test_links_of_a_card(hand, card, ties):
    assert rummy.links(record(hand), parse(card)) == ties


def test_wilds_are_jokers_and_twos():
    assert rummy.wilds(record("JK JK 2h 2h 2s 3s")) == 5


# The pile


@pytest.mark.parametrize(
    ("hand", "pile", "useful"),
    [
        ("3h 9d", "Kc", 0),
        ("3h 9d", "JK 2c Kc", 2),
        ("Kh Kd", "Kc", 1),
        ("Kh", "Kc Kd 6c", 2),
        ("Kh", "Kc", 0),
        ("Jc Qc", "Kc Kc", 1),  # one of the two is over
        ("3h 9d", "5h 6h 7h", 3),
        ("3h 9d", "10s", 1),  # fits a meld
        ("3h 9d", "4d 4d", 2),  # so does every four
    ],
)
def test_what_the_pile_brings(hand, pile, useful):
    assert rummy.pile_brings(view(hand, "7s 8s 9s / 4h 4c 4s", pile=pile)) == useful


# Steps


def test_what_a_step_does_to_a_meld():
    now = view("10h JK 2d 6c", f"{BURRACO} / 5s 6s 7s 8s 9s 10s / 3d 4d JK", drawn="Js")
    on_clean = step(now, "add JK to 0")
    assert rummy.dirties(now, on_clean)
    longer = step(now, "add 10h to 0")
    assert not rummy.dirties(now, longer)
    seventh = step(now, "add Js to 1")
    assert (rummy.lays(seventh), rummy.laid_points(seventh)) == (1, 10)
    assert rummy.lays(now.moves[0]) == 0


def test_an_opening_lays_three_cards():
    now = view("Kh Kd 9s 4c 5c", drawn="JK")
    opening = step(now, "open JK Kh Kd")
    assert (rummy.lays(opening), rummy.laid_points(opening)) == (3, 50)
    assert not rummy.dirties(now, opening)


def test_who_may_close():
    assert rummy.may_close(view("Kh", BURRACO, pozzetti=(TAKEN, UNTAKEN)))
    assert not rummy.may_close(view("Kh", BURRACO, pozzetti=(UNTAKEN, TAKEN)))
    assert not rummy.may_close(view("Kh", "3h 4h 5h", pozzetti=(TAKEN, TAKEN)))
    dirty = "JK 3h 4h 5h 6h 7h 8h"
    assert rummy.may_close(view("Kh", dirty, pozzetti=(TAKEN, TAKEN)))
    assert not rummy.may_close(view("Kh", dirty, pozzetti=(TAKEN, TAKEN), close_requires="clean"))


# How near the end is


@pytest.mark.parametrize(
    ("hand", "mine", "left"),
    [
        ("Kh 9d 5c", "", 3),
        ("Kh Kd Ks 9d", "", 1),
        ("4h 5h 6h 9d", "", 1),
        ("4h 5h 6h 4c 4d 4s", "", 0),  # the run takes one four, three are left for the set
        ("7h 8h 9h Kd", "4h 5h 6h", 1),
        ("10h Jh Kh", "7h 8h 9h", 1),
        ("8h Kd", "6h 7h JK", 1),
        ("9h 10h Kd", "6h 7h JK", 1),  # the wild stands in for the eight
        ("10h Kd", "6h 7h JK", 2),
        ("7h 10h Kd", "6h JK 8h", 1),  # the wild is freed and stands in for the nine
        ("Kh Ad", "Qh JK Ah / Ac As Ah", 0),
        ("5h 5d 9c", "5c 5s 5s", 1),
        ("Kh Kd JK 4c", "", 1),
        ("7h 8h JK 4c", "", 1),
        ("JK 2d 4c", "7h 8h 9h", 2),  # room for one of the wilds
        ("JK 2d 4c", "7h 8h 9h / Kc Kd Ks", 1),
        ("JK 9c", "7h 8h 2d", 2),
    ],
)
def test_what_is_left_when_all_is_laid(hand, mine, left):
    now = view(hand, mine)
    assert rummy.left_over(now) == left


def test_what_is_left_with_the_pile():
    now = view("Kh Kd 9c", "", pile="Ks 10c 8c 4d")
    assert (rummy.left_over(now), rummy.left_with_pile(now)) == (3, 1)


def test_it_never_counts_a_card_twice():
    now = view("7h 7h 7d 8h 9h", "")
    # The run 7 8 9 leaves two sevens.
    assert rummy.left_over(now) == 2


def test_the_opponent_with_the_shorter_hand():
    now = seen(sit_down(["Kh", "3h 4h", "3d", "5c 6c 7c"]))
    assert rummy.fewest(now) == 2


# The plain player


def answer(state):
    return steps(state)[rummy.plain(seen(state), 1)]


def test_he_takes_the_pile_for_one_card_he_can_use():
    assert answer(sit_down(["Kh Kd 9c"], pile="Ks 4h 5d")) == "pile"
    assert answer(sit_down(["Kh Qd 9c"], pile="Ks 4h 5d")) == "stock"


@pytest.mark.parametrize(
    ("hand", "mine", "best"),
    [
        ("7h 8h 9h 10s", "9c 9d 9s", "add 9h to 0"),  # cards that fit go first
        ("7h 8h 9h Kd Kc Ks 5s", "", "open 7h 8h 9h"),
        ("7h 8h 9h Kd Kc Ks 5s", "3h 4h 5h 6h", "add 7h to 0"),
        ("Kd Kc JK 5s 9h", "", "open JK Kd Kc"),  # a wild opens
        ("Kd Qc JK 5s 9h", "3h 4h 5h 6h 7h", "stop"),  # it is not laid on five cards,
        ("Kd Qc JK 5s", "3h 4h 5h 6h 7h 8h", "add JK to 0"),  # but on six
        ("Kd JK", "3h 4h 5h 6h 7h", "stop"),
        ("9s 9d", "3c 4c JK / 9c 9h 9d", "add 9d to 1"),
    ],
)
def test_his_steps_of_melding(hand, mine, best):
    state = sit_down([hand], (mine, ""), stock="3d 4s")
    play(state, "stock")
    assert answer(state) == best


def test_a_wild_that_is_the_last_but_one_goes_anywhere():
    state = sit_down(["JK"], ("3h 4h 5h", ""), stock="Kd")
    play(state, "stock")
    assert answer(state) == "add JK to 0"


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("Kd 4s 4h 9c", "Kd"),  # the dearest that goes with nothing
        ("Kd Ks 4h 9c", "9c"),  # a pair is kept,
        ("9d 10d 4h", "4h"),  # and so are neighbours,
        ("9d Jd 9s 10s 4h 6h", "Jd"),
        ("JK 2h 9d 9s", "9d"),  # and wilds before all
    ],
)
def test_his_discards(hand, card):
    state = sit_down([hand], pile="Qc", stock="Ac")
    play(state, "stock", "stop")
    stuff(state, 0, hand)
    assert answer(state) == f"discard {card}"

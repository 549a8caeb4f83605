"""Which decisions the questions look for, and what they try there: on tables set up by hand."""

import sys

import burraco_by_hand as burraco_table
import by_hand
import five_by_hand
import pytest

from analyzer import questions
from analyzer.burraco import TAKEN, UNTAKEN
from analyzer.cards import parse
from analyzer.chiamata import CALL


def file_of(name):
    return sys.modules[questions.load(name).__module__]


def at(number, *sizes):
    """The places along axes of these sizes that a bucket stands for."""
    places = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.insert(0, place)
    return number, *places


# Burraco


def word(view, k):
    return burraco_table.word(view.moves[k])


@pytest.mark.parametrize(
    ("pile", "pozzetti", "case"),
    [
        ("Kc", (UNTAKEN, UNTAKEN), (0, 0, 0)),  # nothing fits
        ("Kc 9h", (UNTAKEN, TAKEN), (1, 1, 1)),  # the nine goes on the run
        ("Kc 9h JK 4s 5d", (TAKEN, TAKEN), (3, 2, 3)),  # and a joker anywhere
    ],
)
def test_the_pile_is_told_by_phase_use_and_size(pile, pozzetti, case):
    asked = file_of("take_the_pile")
    state = burraco_table.sit_down(["3d 7c Jd"], melds=("6h 7h 8h", ""), pile=pile, pozzetti=pozzetti)
    view = burraco_table.look(state)
    assert at(asked.situation(view), 5, 5) == case
    assert [word(view, asked.option(view, k)) for k in range(2)] == ["pile", "stock"]
    burraco_table.play(state, "stock")
    assert asked.situation(burraco_table.look(state)) == -1


RUN = "3s 4s 5s 6s 7s 8s 9s"


def test_closing_is_a_step_that_leaves_one_card_to_throw():
    asked = file_of("when_to_close")
    hands = ["10s Kd", "4c 5d 9c", "3c 7d 9d Jd", "4d 7c"]
    state = burraco_table.sit_down(hands, melds=(RUN, ""), pozzetti=(TAKEN, UNTAKEN), stock="8c")
    assert asked.situation(burraco_table.look(state)) == -1, "first he draws"
    burraco_table.play(state, "stock", "add 10s to 0")
    view = burraco_table.look(state)
    assert asked.situation(view) == -1, "two cards, none of which can be laid"

    state = burraco_table.sit_down(hands, melds=(RUN, ""), pozzetti=(TAKEN, UNTAKEN), stock="Js")
    burraco_table.play(state, "stock", "add 10s to 0")
    view = burraco_table.look(state)
    assert at(asked.situation(view), 5, 5) == (0, 0, 1), "their pozzetto lies there, they hold 5, my partner 4"
    assert [word(view, asked.option(view, k)) for k in range(2)] == ["add Js to 0", "stop"]


def test_nobody_closes_without_a_burraco():
    asked = file_of("when_to_close")
    state = burraco_table.sit_down(["10s Kd"], melds=("7s 8s 9s", ""), pozzetti=(TAKEN, TAKEN), stock="Js")
    burraco_table.play(state, "stock", "add 10s to 0")
    assert asked.situation(burraco_table.look(state)) == -1


@pytest.mark.parametrize(("cards", "meld"), [(RUN, 0), ("4s 5s 6s 7s 8s 9s", 1)])
def test_a_wild_may_go_on_a_clean_burraco_or_a_clean_six(cards, meld):
    asked = file_of("clean_or_dirty")
    state = burraco_table.sit_down(["JK Kd 3c 7d"], melds=(cards, ""), pozzetti=(UNTAKEN, UNTAKEN), stock="Qc")
    burraco_table.play(state, "stock")
    view = burraco_table.look(state)
    assert at(asked.situation(view), 3, 5) == (meld, 2, 2), "with five cards nothing is in reach"
    assert [word(view, asked.option(view, k)) for k in range(2)] == ["add JK to 0", "stop"]


def test_a_wild_waits_while_naturals_can_be_laid():
    asked = file_of("clean_or_dirty")
    state = burraco_table.sit_down(["JK Kd 3c 7d"], melds=(RUN, ""), stock="10s")
    burraco_table.play(state, "stock")
    assert asked.situation(burraco_table.look(state)) == -1
    burraco_table.play(state, "add 10s to 0")
    assert asked.situation(burraco_table.look(state)) >= 0
    dirty = "3s 4s JK 6s 7s 8s 9s"
    state = burraco_table.sit_down(["JK Kd 3c 7d"], melds=(dirty, ""), stock="Qc")
    burraco_table.play(state, "stock")
    assert asked.situation(burraco_table.look(state)) == -1, "it is dirty already"


@pytest.mark.parametrize(
    ("hand", "drawn", "way", "step"),
    [
        ("10s", "Kd", 1, "add 10s to 0"),  # then the king is thrown
        ("10s Kd", "Js", -1, None),  # two steps are to be made
        ("Kd Kc", "Kh", 2, "open Kc Kd Kh"),
    ],
)
def test_running_out_is_one_step(hand, drawn, way, step):
    asked = file_of("race_to_the_pozzetto")
    state = burraco_table.sit_down([hand], melds=("7s 8s 9s", ""), pile="4c", stock=drawn, pozzetti=(UNTAKEN, TAKEN))
    burraco_table.play(state, "stock")
    view = burraco_table.look(state)
    number = asked.situation(view)
    if way < 0:
        assert number == -1
        return
    assert at(number, 3, 4)[:2] == (1, way)
    told = [word(view, asked.option(view, k)) for k in range(2)]
    assert told[1] == "stop" and sorted(told[0].split()) == sorted(step.split())


def test_the_last_card_may_be_laid_or_thrown():
    asked = file_of("race_to_the_pozzetto")
    state = burraco_table.sit_down(["10s"], melds=("7s 8s 9s", ""), pile="4c", stock="Js")
    burraco_table.play(state, "stock", "add 10s to 0")
    view = burraco_table.look(state)
    assert at(asked.situation(view), 3, 4)[:2] == (0, 0)
    assert [word(view, asked.option(view, k)) for k in range(2)] == ["add Js to 0", "stop"]


# Partners at Briscola


def test_a_trick_of_the_partner_is_fed_by_who_is_last_without_risk():
    asked = file_of("feed_the_partner")
    hands = ["4C 5C 6C", "AD KD 4B", "5S 6S 7S", "3B 3D 2C"]
    state = by_hand.sit_down(4, hands, upcard="7C")
    state = by_hand.sit_down(4, ["4S 5B 6D", "AS 4D 4B", "5S 6S 7S", "3B KD 2B"], upcard="7C")
    by_hand.play(state, "4S AS 5S")
    view = by_hand.look(state)
    assert at(asked.situation(view), 2, 5) == (0, 0, 0), "cards left to draw, nobody after him, never lost"
    assert [view.moves[asked.option(view, k)] for k in range(3)] == [parse("3B"), parse("KD"), parse("2B")]


def test_the_third_of_four_fears_who_plays_after_him():
    asked = file_of("feed_the_partner")
    state = by_hand.sit_down(4, ["KS 5B 6D", "4S 4D 4B", "AB 6S 7S", "3B KD 2B"], upcard="7C")
    by_hand.play(state, "KS 4S")
    view = by_hand.look(state)
    stock, after, risk = at(asked.situation(view), 2, 5)
    assert (stock, after) == (0, 1) and risk >= 3, "the ace, the three and ten trumps are out"
    assert asked.option(view, 1) == -1, "he has no figure"
    state = by_hand.sit_down(4, ["4S 5B 6D", "AS 4D 4B", "AB 6S 7S", "3B KD 2B"], upcard="7C")
    by_hand.play(state, "4S AS")
    assert asked.situation(by_hand.look(state)) == -1, "an opponent is winning"


def test_a_risk_is_told_in_quarters():
    step = file_of("feed_the_partner").step
    assert [step(x) for x in (0.0, 0.01, 0.25, 0.26, 0.5, 0.75, 0.76, 1.0)] == [0, 1, 1, 2, 2, 3, 4, 4]


# Chiamata


def test_a_bid_asks_for_what_the_best_suit_lacks():
    asked = file_of("how_high_to_bid")
    # Ace, three and king of cups are 11 + 10 + 4 points and three cards: 28.
    state = five_by_hand.sit_down(["AC 3C KC 4S 5S 6D 2B 4D"])
    view = five_by_hand.look(state)
    strength, bid = at(asked.situation(view), len(asked.BIDS))
    assert asked.RATING[strength] == "26-29" and asked.BIDS[bid] == "Q or J"
    assert view.moves[asked.option(view, 0)] == five_by_hand.number(state, "Q") and asked.option(view, 1) == 0
    five_by_hand.play(state, "7")
    assert asked.called(five_by_hand.look(state)) == -1


def test_ratings_fall_into_the_steps_they_are_called():
    asked = file_of("how_high_to_bid")
    # King and queen of cups, 4 + 3 and two cards: 9.  With the jack, 2 and one more: 12.
    for hand, step in (("KC QC 4S 5S 6D 2B 4D 5B", "under 10"), ("KC QC JC 5S 6D 2B 4D 5B", "10-13")):
        view = five_by_hand.look(five_by_hand.sit_down([hand]))
        assert asked.RATING[asked.situation(view) // len(asked.BIDS)] == step


def test_bids_fall_into_the_steps_they_are_called():
    asked = file_of("how_high_to_bid")
    told = [asked.BIDS[asked.step(five_by_hand.BIDS.index(word))] for word in ("A", "3", "K", "Q", "J", "7", "4", "2")]
    assert told == ["A or 3", "A or 3", "K", "Q or J", "Q or J", "7 to 4", "7 to 4", "two"]
    assert [asked.BIDS[asked.step(five_by_hand.BIDS.index(f"2@{points}"))] for points in (62, 70, 71, 110)] == [
        "62-70",
        "62-70",
        "over 70",
        "over 70",
    ]


def calling(hand, bid, **rules):
    """The first player has won the auction."""
    state = five_by_hand.sit_down([hand], **rules)
    five_by_hand.play(state, bid)
    for _ in range(4):
        five_by_hand.play(state, "pass")
    assert state.phase == CALL
    return five_by_hand.look(state)


def cards(asked, view):
    return [view.moves[k] if k >= 0 else None for k in (asked.option(view, k) for k in range(5))]


def test_where_ranks_are_bid_the_suit_is_called_or_a_card_of_ones_own():
    asked = file_of("which_card_to_call")
    view = calling("AC 3C QC KS AS 6D 2B 4D", "K")
    assert at(asked.situation(view), 5) == (1, 2), "three cups, the king lacks"
    assert cards(asked, view) == [parse("KC"), None, parse("KC"), parse("KD"), parse("KS")]


def test_where_points_are_bid_any_card_may_be_called():
    asked = file_of("which_card_to_call")
    view = calling("AC 3C QC KS AS 6D 2B 4D", "61", bid_form="points_only")
    assert at(asked.situation(view), 5) == (1, 2)
    best, next_best, lowest, other, own = cards(asked, view)
    assert (best, next_best, lowest, other) == (parse("KC"), parse("JC"), parse("2C"), parse("3S"))
    assert own == parse("QC"), "the weakest of his own"

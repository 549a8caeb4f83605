"""The rule book of Burraco by examples: the deal, the stock, the pile, melds on the table, the single card taken."""

import pytest
from burraco_by_hand import BURRACO, listed, look, melding, melds_of, play, sit_down, steps, text, told

from analyzer import burraco
from analyzer.burraco import DRAW, MELDING, TAKEN, UNTAKEN
from analyzer.burraco_table import DISCARDING
from analyzer.double_pack import JOKER, PACK, parse, points
from analyzer.tables import table as find_table

HAS_TAKEN = (TAKEN, UNTAKEN)

# The deal


def test_four_get_eleven_cards_two_pozzetti_lie_aside_and_one_card_is_turned_up_x12():
    state = burraco.new(4, {})[0]
    for number in range(20):
        burraco.deal(state, 5, number)
        deck = state.deck.tolist()
        assert sorted(deck) == sorted(PACK) and sum(map(points, deck)) == 1080
        for seat in range(4):
            assert listed(state.hands[seat]) == sorted(deck[11 * seat : 11 * seat + 11])
        assert state.n_pile == 1 and state.pile[0] == deck[66] and state.stock == 41
        assert state.turn == state.opener == 0 and state.phase == DRAW
        assert state.pozzetto.tolist() == [UNTAKEN] * 2 and not state.n_melds.any()
        assert steps(state) == ["stock", "pile"], "no condition on taking the pile"


def test_only_four_play_it():
    assert find_table("burraco").players == 4
    with pytest.raises(ValueError, match="burraco is played by 4 players, not by 2"):
        find_table("burraco", 2)


def test_partners_sit_opposite_and_turns_pass_on():
    assert find_table("burraco").columns == (0, 1, 0, 1)
    state = sit_down(["4c 6c 8c"] + [""] * 3, stock="Kd Qd Jd 10d")
    for seat in range(4):
        assert state.turn == seat
        play(state, "stock", "stop", f"discard {text(listed(state.hands[seat])[-1])}")
    assert state.turn == 0 and state.turns == 4


# The stock


def test_every_seat_has_cards_of_its_own_in_the_stock():
    state = burraco.new(4, {})[0]
    burraco.deal(state, 6, 0)
    deck = state.deck.tolist()
    for turn in range(24):
        before = listed(state.hands[state.turn])
        play(state, "stock")
        drawn = sorted([*before, deck[67 + turn % 4 + 4 * (turn // 4)]])
        assert listed(state.hands[state.turn]) == drawn and state.stock == 40 - turn
        play(state, "stop", f"discard {text(drawn[0])}")


def test_who_has_drawn_all_of_his_own_draws_the_last_of_the_next_seat():
    state = sit_down(stock=20)
    deck = state.deck.tolist()
    own = [list(range(67 + seat, 108, 4)) for seat in range(4)]
    assert [len(places) for places in own] == [11, 10, 10, 10]
    state.drawn[:] = [10, 8, 9, 8]
    expected = [own[0][10], own[1][9], own[1][8], own[2][9], own[3][9], own[3][8]]
    for place in expected:
        before = listed(state.hands[0])
        state.turn, state.phase = 0, DRAW
        burraco.find_steps(state)
        play(state, "stock")
        assert listed(state.hands[0]) == sorted([*before, deck[place]])
    state.drawn[:], state.lent[:] = [11, 10, 10, 9], [0, 0, 0, 0]
    state.turn, state.phase = 2, DRAW
    burraco.find_steps(state)
    before = listed(state.hands[2])
    play(state, "stock")
    assert listed(state.hands[2]) == sorted([*before, deck[own[3][9]]]), "after seat 3 comes seat 0"


# The pile


def test_the_pile_is_taken_as_a_whole_for_all_to_see():
    state = sit_down(["4c 6c"], pile="Kd 9s JK 9s", turn=0)
    play(state, "pile")
    assert told(state.hands[0]) == "JK Kd 4c 6c 9s 9s" and told(state.known[0]) == "JK Kd 9s 9s"
    assert state.n_pile == 0 and state.stock == 20 and state.took_pile == 4
    play(state, "stop", "discard 9s")
    assert told(state.known[0]) == "JK Kd 9s" and state.pile[: state.n_pile].tolist() == [parse("9s")]
    assert told(look(state).known[3]) == "JK Kd 9s", "whoever is next sees it as that of the seat before"


def test_of_twins_the_one_that_was_seen_is_shown_first():
    state = sit_down(["9s 6c 7c"], pile="Kd 9s", turn=0)
    play(state, "pile", "stop", "discard 9s")
    assert told(state.known[0]) == "Kd" and told(state.hands[0]) == "Kd 6c 7c 9s"


# Melds on the table


def test_cards_are_added_to_the_own_sides_melds_only_m23():
    state = sit_down(["6h Kd 9c"], melds=("", "3h 4h 5h"), stock="4s")
    play(state, "stock")
    assert melding(state) == []
    state = sit_down(["6h Kd 9c"], melds=("3h 4h 5h", ""), stock="4s")
    play(state, "stock")
    assert melding(state) == ["add 6h to 0"]
    play(state, "add 6h to 0")
    assert melds_of(state, 0) == ["3h 4h 5h 6h"] and told(state.hands[0]) == "Kd 9c 4s"


def test_a_meld_belongs_to_both_partners():
    state = sit_down(["3h 4h 5h 9c", "", "6h 9d Jc"], stock="4s 5s 6s")
    play(state, "stock", "open 3h 4h 5h", "stop", "discard 9c", "stock", "stop", "discard 5s", "stock")
    assert state.turn == 2 and melding(state) == ["add 6h to 0"]


def test_a_side_has_one_set_of_a_rank_m24():
    state = sit_down(["Kh Ks JK Kc 4d 9s"], melds=("Kh Kd Ks", "Qd Qc Qs"), stock="7c")
    play(state, "stock")
    assert melding(state) == ["add Kh to 0", "add Kc to 0", "add Ks to 0", "add JK to 0"]
    state = sit_down(["Qh Qs Qd 8c 4d"], melds=("Kh Kd Ks", "Qd Qc Qs"), stock="4s")
    play(state, "stock")
    assert "open Qh Qd Qs" in melding(state), "what the others have does not matter"


def test_a_side_has_one_set_of_wilds():
    state = sit_down(["JK JK 2s 8c 4d"], melds=("2d 2c JK", "3d 4d 5d"), stock="6s")
    play(state, "stock")
    assert melding(state) == ["add JK to 0", "add 2s to 0"]


def test_runs_may_be_opened_twice_or_beside_one_another():
    state = sit_down(["3h 4h 5h 6h Kd 9c"], melds=("3h 4h 5h", ""), stock="Js")
    play(state, "stock")
    assert melding(state) == ["add 6h to 0", "open 3h 4h 5h", "open 4h 5h 6h"]
    play(state, "open 3h 4h 5h", "add 6h to 1")
    assert melds_of(state, 0) == ["3h 4h 5h", "3h 4h 5h 6h"]


def test_melding_is_never_compulsory():
    state = sit_down(["3h 4h 5h 6h Kd 9c"], stock="Js")
    play(state, "stock", "stop")
    assert state.phase == DISCARDING and steps(state) == [f"discard {card}" for card in "3h 4h 5h 6h Kd 9c Js".split()]


# The discard


def test_any_card_may_be_discarded_a_wild_too():
    state = sit_down(["3h 3h 2d JK JK 9c"], pile="Kd", stock="4s")
    play(state, "stock", "stop")
    assert steps(state) == [f"discard {card}" for card in "JK 3h 2d 9c 4s".split()], "each card once"
    play(state, "discard JK")
    assert told(state.hands[0]) == "JK 3h 3h 2d 9c 4s" and state.turn == 1 and state.phase == DRAW
    assert [text(card) for card in state.pile[: state.n_pile].tolist()] == ["Kd", "JK"]
    assert state.last_discard.tolist() == [JOKER, -1, -1, -1]


# The single card taken


def discards(state):
    """The cards that may be discarded once melding is stopped."""
    play(state, "stop")
    return [each.split()[1] for each in steps(state)]


def test_a_single_card_that_was_taken_may_not_be_discarded():
    state = sit_down(["3h 8d 9c"], pile="Kd")
    play(state, "pile")
    assert text(int(look(state).barred)) == "Kd" and discards(state) == ["3h", "8d", "9c"]
    play(state, "discard 8d")
    assert look(state).barred == -1


def test_the_card_first_turned_up_is_barred_too():
    state = burraco.new(4, {})[0]
    burraco.deal(state, 1, 0)
    up, twins = int(state.pile[0]), listed(state.hands[0])
    assert up not in twins
    play(state, "pile")
    assert text(up) not in discards(state)


@pytest.mark.parametrize(("hand", "pile"), [("3h 8d Kd", "Kd"), ("JK 8d 9c", "JK")])
def test_a_twin_lifts_the_bar(hand, pile):
    state = sit_down([hand], pile=pile)
    play(state, "pile")
    assert look(state).barred == -1 and pile in discards(state)


def test_a_pile_of_two_bars_nothing():
    state = sit_down(["3h 8d 9c"], pile="Kd Qd")
    play(state, "pile")
    assert look(state).barred == -1 and discards(state) == ["3h", "8d", "Qd", "Kd", "9c"]


def test_a_pile_of_one_card_twice_bars_nothing():
    state = sit_down(["3h 8d 9c"], pile="Kd Kd")
    play(state, "pile")
    assert look(state).barred == -1


def test_melding_the_card_lifts_the_bar():
    state = sit_down(["3h 4h 8d 9c", "", "7h 9s"], pile="5h")
    play(state, "pile", "open 3h 4h 5h")
    assert look(state).barred == -1 and discards(state) == ["8d", "9c"]


def test_a_joker_melded_beside_the_barred_one_lifts_the_bar_as_they_are_alike():
    state = sit_down(["7h 8h 9c 4d"], pile="JK")
    play(state, "pile", "open 7h 8h JK")
    assert look(state).barred == -1


def test_a_pozzetto_that_arrives_lifts_the_bar():
    state = sit_down(["6h"], melds=("3h 4h 5h", ""), pile="7h", pozzetti=("7h 8d 9d 3c 4c 5s 7s Jd Qs Ks Ac", UNTAKEN))
    play(state, "pile", "add 6h to 0", "add 7h to 0")
    assert state.phase == MELDING and state.hands[0].n == 11 and look(state).barred == -1
    assert "7h" in discards(state)


def test_the_barred_card_may_not_be_all_that_is_left():
    state = sit_down(["6h"], melds=("3h 4h 5h", ""), pile="Kd")
    play(state, "pile")
    assert melding(state) == [], "the king would be left"
    state = sit_down(["6h"], melds=("3h 4h 5h", ""), pile="Kd Qd")
    play(state, "pile")
    assert melding(state) == ["add 6h to 0"]


def test_it_may_if_it_can_be_melded_next():
    state = sit_down(["6h"], melds=("3h 4h 5h", ""), pile="7h")
    play(state, "pile")
    assert melding(state) == ["add 6h to 0"]
    play(state, "add 6h to 0")
    assert steps(state) == ["add 7h to 0"], "and then it must be"
    play(state, "add 7h to 0")
    assert state.turn == 0 and state.pozzetto[0] == TAKEN


def test_it_may_if_the_meld_just_opened_or_another_takes_it():
    state = sit_down(["6c 7c 8c"], melds=("3h 4h 5h", ""), pile="9c")
    play(state, "pile")
    assert set(melding(state)) == {"open 6c 7c 8c", "open 7c 8c 9c"}
    state = sit_down(["6c 7c 8c"], melds=("3h 4h 5h", ""), pile="6h")
    play(state, "pile")
    assert melding(state) == ["add 6h to 0", "open 6c 7c 8c"]
    state = sit_down(["6c 7c 8c"], melds=("3h 4h 5h", ""), pile="9d")
    play(state, "pile")
    assert melding(state) == []


def test_it_bars_in_a_close_too():
    state = sit_down(["10h"], melds=(BURRACO, ""), pile="Kd", pozzetti=HAS_TAKEN)
    play(state, "pile")
    assert melding(state) == []
    state = sit_down(["10h Kd"], melds=(BURRACO, ""), pile="Kd", pozzetti=HAS_TAKEN)
    play(state, "pile")
    assert melding(state) == ["add 10h to 0"] and state.barred == -1, "two kings are left"

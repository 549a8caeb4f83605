"""The rule book of Burraco by examples: the pozzetto, closing, other ends of a hand, its score, and the match."""

import pytest
from burraco_by_hand import BURRACO, listed, look, melding, play, score, sit_down, steps, stuff, told

from analyzer import burraco
from analyzer.burraco import DRAW, HANDS, MELDING, POINTS, RESULT, TAKEN, UNTAKEN
from analyzer.burraco_table import CLOSED, STALEMATE, STOCK_END
from analyzer.double_pack import points
from analyzer.scores import PAYOFF, ROLE, TRICKS

HAS_TAKEN = (TAKEN, UNTAKEN)
SWAPPERS = ["4c 6c", "4d 6d", "4s 6s", "4h 6h"]


# The pozzetto


def test_who_melds_his_last_card_takes_the_pozzetto_and_goes_on_x5():
    box = "6h 8d 9d 3c 4c 5s 7s Jd Qs Ks Ac"
    state = sit_down(["3h 4h"], stock="5h", pozzetti=(box, UNTAKEN))
    play(state, "stock", "open 3h 4h 5h")
    assert state.turn == 0 and state.phase == MELDING and state.pozzetto.tolist() == [TAKEN, UNTAKEN]
    assert sorted(told(state.hands[0]).split()) == sorted(box.split())
    assert steps(state) == ["stop", "add 6h to 0"], "in the same turn, which ends with a discard"
    play(state, "add 6h to 0")
    play(state, "stop")
    assert "discard 8d" in steps(state)


def test_who_discards_his_last_card_owns_the_pozzetto_at_once_x6():
    state = sit_down(["3h 4h 5h"], stock="2s")
    play(state, "stock", "open 3h 4h 5h", "stop")
    assert steps(state) == ["discard 2s"], "a wild will do"
    play(state, "discard 2s")
    assert state.turn == 1 and state.phase == DRAW
    assert state.hands[0].n == 11 and state.pozzetto.tolist() == [TAKEN, UNTAKEN]
    assert sorted(listed(state.hands[0])) == sorted(state.deck[44:55].tolist())


def test_every_side_takes_its_own():
    state = sit_down(["", "3h 4h"], turn=1, stock="5h")
    play(state, "stock", "open 3h 4h 5h")
    assert state.pozzetto.tolist() == [UNTAKEN, TAKEN]
    assert listed(state.hands[1]) == sorted(state.deck[55:66].tolist())


def test_a_side_takes_one_pozzetto_only_x4():
    state = sit_down(["3h 4h"], stock="5h", pozzetti=HAS_TAKEN)
    play(state, "stock")
    assert steps(state) == ["stop"], "none would be left"
    state = sit_down(["3h 4h"], stock="5h", pozzetti=HAS_TAKEN, melds=(BURRACO, ""))
    play(state, "stock")
    assert "open 3h 4h 5h" not in steps(state), "even with a burraco the last card must be discarded"


def test_discarding_from_two_cards_to_one_is_always_fine():
    for hand in ("2s", "3h"):
        state = sit_down([hand], stock="JK", pozzetti=HAS_TAKEN)
        play(state, "stock", "stop", "discard JK")
        assert state.turn == 1 and told(state.hands[0]) == hand


# Closing


def test_who_discards_his_last_card_closes_x1():
    state = sit_down(["3c 4c 5c"], melds=(BURRACO, ""), stock="4d", pozzetti=HAS_TAKEN)
    play(state, "stock", "open 3c 4c 5c")
    assert steps(state) == ["stop"]
    play(state, "stop", "discard 4d")
    assert burraco.over(state) and (state.ended, state.closer) == (CLOSED, 0)


def test_a_wild_cannot_close_so_it_cannot_be_left_x2():
    for wild in ("2d", "JK"):
        state = sit_down(["3c 4c 5c"], melds=(BURRACO, ""), stock=wild, pozzetti=HAS_TAKEN)
        play(state, "stock")
        assert "open 3c 4c 5c" not in steps(state)
        assert f"add {wild} to 0" in steps(state), "with three left he is not stuck"


def test_without_a_burraco_one_card_may_not_be_left():
    state = sit_down(["3c 4c 5c"], melds=("3h 4h 5h 6h 7h 8h", ""), stock="4d", pozzetti=HAS_TAKEN)
    play(state, "stock")
    assert melding(state) == []
    state = sit_down(["3c 4c 5c"], melds=("3h 4h 5h 6h 7h 8h", BURRACO), stock="4d", pozzetti=HAS_TAKEN)
    play(state, "stock")
    assert melding(state) == [], "that of the others does not help"


def test_without_its_pozzetto_a_side_cannot_close():
    state = sit_down(["3c 4c 5c"], melds=(BURRACO, ""), stock="4d")
    play(state, "stock", "open 3c 4c 5c", "stop", "discard 4d")
    assert not burraco.over(state) and state.hands[0].n == 11


def test_the_burraco_may_be_made_by_the_very_step():
    state = sit_down(["9h"], melds=("3h 4h 5h 6h 7h 8h", ""), stock="4d", pozzetti=HAS_TAKEN)
    play(state, "stock")
    assert melding(state) == ["add 9h to 0"]
    play(state, "add 9h to 0", "stop", "discard 4d")
    assert burraco.over(state) and state.closer == 0


def test_a_dirty_burraco_or_one_of_wilds_is_enough():
    for laid in ("3h 4h 5h 6h 7h 8h JK", "2h 2d 2s JK JK JK JK"):
        state = sit_down(["3c 4c 5c"], melds=(laid, ""), stock="4d", pozzetti=HAS_TAKEN)
        play(state, "stock", "open 3c 4c 5c", "stop", "discard 4d")
        assert burraco.over(state) and state.closer == 0


def test_in_the_turn_of_a_direct_pozzetto_too():
    state = sit_down(
        ["9h"], melds=("3h 4h 5h 6h 7h", ""), stock="8h", pozzetti=("3c 4c 5c 6c 7c 8c 9c 10c Jc Qc 5d", UNTAKEN)
    )
    play(state, "stock", "add 8h to 0", "add 9h to 0", "open 3c 4c 5c")
    play(state, *(f"add {card} to 1" for card in "6c 7c 8c 9c 10c Jc Qc".split()), "stop", "discard 5d")
    assert burraco.over(state) and state.closer == 0 and state.turns == 1


def test_while_the_partner_has_not_played_his_pozzetto_yet():
    state = sit_down(["3c 4c 5c", "", "Kd"], melds=(BURRACO, ""), stock="2s Ks Qd 4d 6s")
    play(state, "stock", "open 3c 4c 5c", "stop", "discard 2s")
    assert state.pozzetto[0] == TAKEN
    stuff(state, 2, "10h")
    play(state, "stock", "stop", "discard Ks", "stock", "add 10h to 0", "stop", "discard Qd")
    assert burraco.over(state) and (state.closer, state.ended) == (0, CLOSED)
    assert state.hands[0].n == 11, "which are counted against the side"


# The end of the stock


def test_when_two_cards_are_left_the_turn_is_the_last_x8():
    state = sit_down(["3h 4h 9c 9d"], stock=3)
    play(state, "stock")
    assert state.stock == 2 and not burraco.over(state), "who drew the third last finishes his turn"
    play(state, "stop", "discard 9c")
    assert burraco.over(state) and (state.ended, state.closer) == (STOCK_END, -1)


def test_in_it_he_may_close_or_take_the_pozzetto():
    state = sit_down(["10h"], melds=(BURRACO, ""), stock=3, pozzetti=HAS_TAKEN)
    play(state, "stock")
    stuff(state, 0, "10h 4d")
    play(state, "add 10h to 0", "stop", "discard 4d")
    assert (state.ended, state.closer) == (CLOSED, 0)
    state = sit_down(["9d"], stock=3)
    play(state, "stock")
    stuff(state, 0, "3h 4h 5h 9d")
    play(state, "open 3h 4h 5h", "stop", "discard 9d")
    assert (state.ended, state.pozzetto[0], state.hands[0].n) == (STOCK_END, TAKEN, 11)
    dealt = state.deck[44:55].tolist()
    assert state.hand_score[0] == 15 - sum(map(points, dealt)) - sum(map(points, listed(state.hands[2])))


def test_with_three_left_the_pile_may_be_taken_and_the_hand_goes_on():
    state = sit_down(["3h 4h 9c 9d"], stock=3, pile="Kd Qd")
    play(state, "pile", "stop", "discard 9c")
    assert not burraco.over(state) and state.turn == 1 and state.stock == 3


def test_thirtynine_cards_are_drawn_at_most():
    state = burraco.new(4, {})[0]
    for number in range(5):
        burraco.deal(state, 8, number)
        draws = 0
        while not burraco.over(state):
            draws += steps(state)[0] == "stock"
            burraco.play(state, 0)
        assert draws == 39 and state.ended == STOCK_END


# Nothing but swaps


def swap(state, discard):
    """Take the single card of the pile and discard another."""
    play(state, "pile", "stop", f"discard {discard}")


def test_eight_turns_of_swaps_end_the_hand_x11():
    state = sit_down(SWAPPERS, pile="9h", pozzetti=(UNTAKEN, TAKEN))
    lying = "9h"
    for turn in range(8):
        assert not burraco.over(state) and look(state).swaps == turn
        discard = next(card for card in told(state.hands[state.turn]).split() if card != lying)
        swap(state, discard)
        lying = discard
    assert burraco.over(state) and (state.ended, state.closer) == (STALEMATE, -1)
    left = [sum(points(card) for seat in (side, side + 2) for card in listed(state.hands[seat])) for side in range(2)]
    assert state.hand_score.tolist() == [-left[0] - 100, -left[1]], "nothing for closing, 100 less without a pozzetto"


@pytest.mark.parametrize("other", ["stock", "two", "meld"])
def test_a_draw_a_larger_pile_or_a_meld_begins_the_count_anew(other):
    state = sit_down(SWAPPERS, pile="9h", melds=("9d 9c 9s", ""), stock="Jd Js Jh Jc")
    swap(state, "4c"), swap(state, "4d"), swap(state, "4s"), swap(state, "4h")
    assert state.swaps == 4
    if other == "stock":
        play(state, "stock", "stop", "discard Jd")
    elif other == "two":
        play(state, "stock", "stop", "discard Jd", "pile", "stop", "discard Jd")
    else:
        play(state, "pile", "add 9h to 0", "stop", "discard 6c")
    assert state.swaps == 0


def test_closing_comes_before_stalemate_and_so_does_the_end_of_the_stock():
    state = sit_down(["3h Kd"], pile="Kd", stock=5, melds=("Kh Kc Ks", ""))
    state.swaps = 7
    play(state, "pile", "stop", "discard 3h")
    assert state.ended == STALEMATE
    state = sit_down(["3h Kd"], pile="9d 9c", stock=5)
    state.swaps = 7
    play(state, "pile", "stop", "discard 3h")
    assert not burraco.over(state) and state.swaps == 0


# The score of a hand


FOUR_HANDS = ["5c 5s 8d 9s", "4d", "Kc Qc Jc 10c", "Jd"]
MELDS_120 = "Kh Kd Ks / Ah Ad As / 7h 8h 9h / 3d 4d 5d 6d"


def last_turn(melds=(MELDS_120, ""), pozzetti=(TAKEN, TAKEN), before=None, **rules):
    """The stock has run out when all have FOUR_HANDS left: the side of seat 0 holds 70, the other 15."""
    state = sit_down([f"{FOUR_HANDS[0]} 9c", *FOUR_HANDS[1:]], melds=melds, stock=3, pozzetti=pozzetti, **rules)
    state.totals[:] = before or (0, 0)
    play(state, "stock")
    stuff(state, 0, f"{FOUR_HANDS[0]} 9c")
    play(state, "stop", "discard 9c")
    assert state.ended == STOCK_END
    return state


def test_melds_count_and_both_hands_are_taken_off_s3():
    state = last_turn()
    assert state.hand_score.tolist() == [120 - 70, -5 - 10]
    row = score(state)
    assert row[POINTS].tolist() == [50, -15] and row[PAYOFF].tolist() == [65, -65]
    assert row[RESULT].tolist() == [60, 0] and row[HANDS].tolist() == [1, 0]
    assert row[TRICKS].tolist() == [0, 0] and row[ROLE].tolist() == [-1, -1]


def test_burrachi_count_two_hundred_clean_and_one_hundred_dirty():
    state = last_turn((f"{BURRACO} / 3c 4c 5c 6c 7c 8c JK", "Qh Qh Qd Qs JK"))
    assert state.hand_score.tolist() == [45 + 200 + 65 + 100 - 70, 70 - 15]


def test_a_side_without_its_pozzetto_loses_a_hundred():
    state = last_turn(pozzetti=(TAKEN, UNTAKEN))
    assert state.hand_score.tolist() == [50, -115]
    state = last_turn(pozzetti=(UNTAKEN, TAKEN))
    assert state.hand_score.tolist() == [-50, -15]


def test_who_closes_gets_a_hundred():
    state = sit_down(["10h", "4d", "Kc Qc Jc 10c", "Jd"], melds=(BURRACO, ""), stock="4c", pozzetti=(TAKEN, UNTAKEN))
    play(state, "stock", "add 10h to 0", "stop", "discard 4c")
    assert state.hand_score.tolist() == [55 + 200 + 100 - 40, -15 - 100]


# The match


def match_that_stands(before, **rules):
    """A match with these totals before a hand that brings 50 and -15, which has been played."""
    state = last_turn(before=before, match="full", **rules)
    assert state.totals.tolist() == [before[0] + 50, before[1] - 15]
    return state


def test_with_both_at_the_target_the_higher_total_wins_s4():
    state = match_that_stands((1960, 2165))
    assert burraco.over(state) and score(state)[RESULT].tolist() == [0, 60]
    assert score(state)[POINTS].tolist() == [2010, 2150] and score(state)[PAYOFF].tolist() == [-140, 140]


def test_equal_totals_at_the_target_are_followed_by_another_hand_s5():
    state = match_that_stands((2050, 2115))
    assert not burraco.over(state) and state.totals.tolist() == [2100, 2100] and state.hands_dealt == 2


def test_below_the_target_another_hand_is_dealt_and_the_deal_passes_on():
    state = match_that_stands((1945, 0))
    assert not burraco.over(state) and state.turn == state.opener == 1 and state.hands_dealt == 2
    assert [int(state.hands[seat].n) for seat in range(4)] == [11] * 4 and state.n_pile == 1 and state.stock == 41
    assert state.pozzetto.tolist() == [UNTAKEN] * 2 and not state.n_melds.any() and not state.laid.any()
    assert look(state).totals.tolist() == [-15, 1995], "the view tells my side's first"
    state = match_that_stands((1950, 0))
    assert burraco.over(state) and score(state)[RESULT].tolist() == [60, 0]


def test_a_match_adds_up_its_hands():
    state = burraco.new(4, {"max_hands": "5"}, 1)[0]
    burraco.deal(state, 3, 2)
    openers, scores, before = [], [], [0, 0]
    while not burraco.over(state):
        hand = int(state.hands_dealt)
        openers.append(int(state.turn))
        while not burraco.over(state) and state.hands_dealt == hand:
            burraco.play(state, burraco.choices(state) - 1)
        scores.append(state.hand_score.tolist())
        before = [total + more for total, more in zip(before, scores[-1], strict=True)]
        assert state.totals.tolist() == before
    assert openers == [0, 1, 2, 3, 0][: len(openers)] and len(openers) > 1
    row = score(state)
    assert row[HANDS].tolist() == [sum(a > b for a, b in scores), sum(b > a for a, b in scores)]
    assert row[POINTS].tolist() == before and (max(before) >= 2000 or len(scores) == 5)

"""The rule book by examples, option by option: whatever may be played otherwise at a table of Burraco."""

import pytest
from burraco_by_hand import BURRACO, listed, look, melding, melds_of, play, score, sit_down, steps, stuff, told

from analyzer import burraco
from analyzer.burraco import DRAW, POINTS, PRESETS, RESERVED, RESULT, RULES, TAKEN, UNTAKEN
from analyzer.burraco_table import CLEAN, CLOSED, DIRTY, SEMI, STALEMATE, STOCK_END
from analyzer.double_pack import RANKS, points
from analyzer.tables import table as find_table

HAS_TAKEN = (TAKEN, UNTAKEN)
BOTH_TAKEN = (TAKEN, TAKEN)
SWAPPERS = ["4c 6c", "4d 6d", "4s 6s", "4h 6h"]


def after_drawing(hand, melds="", stock="9s", pozzetti=HAS_TAKEN, **rules):
    """Seat 0 has drawn a card and may meld."""
    state = sit_down([hand], melds=(melds, ""), stock=stock, pozzetti=pozzetti, **rules)
    play(state, "stock")
    return state


def bonuses(*melds, **rules):
    """What a hand counts beyond the cards when the stock runs out, and how many burrachi are clean, semi and dirty."""
    state = sit_down(["9c", "9d", "4s", "4d"], melds=(" / ".join(melds), ""), stock=3, pozzetti=BOTH_TAKEN, **rules)
    play(state, "stock")
    stuff(state, 0, "9c 9s")
    play(state, "stop", "discard 9c")
    assert state.ended == STOCK_END
    beyond = int(state.hand_score[0]) - int(state.laid[0]) + 15
    return beyond, [int(score(state)[kind, 0]) for kind in (CLEAN, SEMI, DIRTY)]


def test_every_option_has_its_default_first():
    table = find_table("burraco")
    assert table.rules == () and {rule.name: rule.values[0] for rule in RULES} == {
        "all_wild_sets": "true",
        "all_wild_class": "dirty",
        "initial_upcard": "true",
        "pozzetto_indirect": "immediate",
        "stock_end": "finish_turn",
        "stalemate_turns": "8",
        "semi_clean": "off",
        "big_burrachi": "off",
        "one_set_per_rank": "true",
        "run_max": "14",
        "redicard_single": "forbidden",
        "pile_needs_meld": "false",
        "sets": "any",
        "close_requires": "any",
        "pozzetto_penalty_on_stock_end": "true",
        "target": "2000",
        "match_tie": "replay",
        "max_hands": "100",
        "shared_stock": "off",
    }


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("semi_clean=on", "rule semi_clean cannot be 'on'"),
        ("stalemate_turns=3", "rule stalemate_turns cannot be '3'"),
        ("stalemate_turns=41", "rule stalemate_turns cannot be '41'"),
        ("run_max=12", "rule run_max cannot be '12'"),
        ("max_hands=0", "rule max_hands cannot be '0'"),
        ("pozzetto=next_turn", "burraco has no rule 'pozzetto'"),
    ],
)
def test_what_is_no_option_is_said(option, said):
    with pytest.raises(ValueError, match=said):
        find_table("burraco", rules=option)


# Melds


@pytest.mark.parametrize(("choice", "legal"), [("true", True), ("false", False)])
def test_all_wild_sets(choice, legal):
    state = after_drawing("JK 2d 2s 8c 4h", all_wild_sets=choice)
    assert ("open JK 2d 2s" in melding(state)) == legal
    assert len(melding(state)) == legal


@pytest.mark.parametrize(("choice", "worth", "kinds"), [("dirty", 100, [0, 0, 1]), ("clean", 200, [1, 0, 0])])
def test_all_wild_class(choice, worth, kinds):
    assert bonuses("2h 2d 2s JK JK JK JK", all_wild_class=choice) == (worth, kinds)


@pytest.mark.parametrize(
    ("choice", "bonus", "kinds"), [("off", 500, [1, 0, 3]), ("end", 600, [1, 2, 1]), ("seven", 650, [1, 3, 0])]
)
def test_semi_clean(choice, bonus, kinds):
    free, between = "3c 4c 5c 6c 7c 8c 9c JK", "Ad 2d 3d 4d 5d 6d 7d JK"
    gapped = "3s 4s 5s 6s 7s 8s 9s JK Js"
    assert bonuses(BURRACO, free, between, gapped, semi_clean=choice) == (bonus, kinds)


@pytest.mark.parametrize(
    ("choice", "bonus", "kinds"), [("off", 300, [1, 0, 1]), ("end", 350, [1, 1, 0]), ("seven", 350, [1, 1, 0])]
)
def test_semi_clean_sets(choice, bonus, kinds):
    assert bonuses("Kh Kh Kd Kd Kc Ks Ks JK", "Qh Qh Qd Qd Qc Qs Qs", semi_clean=choice) == (bonus, kinds)


@pytest.mark.parametrize(("choice", "runs", "sets"), [("off", 100 + 200, 200 + 100), ("on", 250 + 300, 250 + 200)])
def test_big_burrachi(choice, runs, sets):
    hearts, spades = (" ".join(f"{rank}{suit}" for rank in RANKS) for suit in "hs")
    assert bonuses(f"{hearts} JK", spades, big_burrachi=choice) == (runs, [1, 0, 1])
    kings, aces = "Kh Kh Kd Kd Kc Ks Ks", "Ah Ah Ad Ad Ac Ac As As"
    assert bonuses(f"{kings} JK", aces, big_burrachi=choice) == (sets, [1, 0, 1])
    assert bonuses(hearts.removesuffix(" Kh"), kings, big_burrachi=choice)[0] == 400, "a card too few"


@pytest.mark.parametrize(("choice", "legal"), [("true", False), ("false", True)])
def test_one_set_per_rank(choice, legal):
    state = after_drawing("Kh Ks Kc 2d JK 2s 7h", "Kh Kd Ks / 2h 2c JK", one_set_per_rank=choice)
    openings = {"open Kh Kc Ks", "open JK Kh Ks", "open JK 2d 2s"}
    assert openings <= set(melding(state)) if legal else not openings & set(melding(state))
    if legal:
        play(state, "open Kh Kc Ks", "add JK to 2")
        assert melds_of(state, 0) == ["Kh Kd Ks", "JK 2h 2c", "JK Kh Kc Ks"]


@pytest.mark.parametrize(("choice", "legal"), [("14", True), ("13", False)])
def test_run_max(choice, legal):
    hearts = "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    state = after_drawing("JK 4d 4c", hearts, run_max=choice)
    assert ("add JK to 0" in melding(state)) == legal
    state = after_drawing("Kh 4d 4c", hearts.replace("Kh", "JK").replace("Qh ", ""), run_max=choice)
    assert "add Kh to 0" in melding(state), "with that it has thirteen"
    assert look(state).run_max == int(choice)


@pytest.mark.parametrize(("choice", "legal"), [("any", True), ("A3", False)])
def test_sets_of_aces_and_threes_only(choice, legal):
    state = after_drawing("Kh Kd Ks Ah Ad As 3c 3d 3s JK JK 2d 7h", sets=choice)
    found = melding(state)
    assert "open Ah Ad As" in found and "open 3d 3c 3s" in found
    assert "open JK JK 2d" in found, "sets of wilds are another matter"
    assert ("open Kh Kd Ks" in found) == ("open JK Kh Kd" in found) == legal


# The pile


@pytest.mark.parametrize(("choice", "legal"), [("forbidden", False), ("allowed", True)])
def test_redicard_single(choice, legal):
    state = sit_down(["3h 8d 9c"], pile="Kd", redicard_single=choice)
    play(state, "pile")
    assert (look(state).barred == -1) == legal
    play(state, "stop")
    assert ("discard Kd" in steps(state)) == legal
    if legal:
        play(state, "discard Kd")
        assert state.swaps == 1, "which counts as a swap all the same"


def test_to_give_back_the_card_may_be_the_close():
    state = sit_down(["10h"], melds=(BURRACO, ""), pile="Kd", pozzetti=HAS_TAKEN, redicard_single="allowed")
    play(state, "pile", "add 10h to 0", "stop", "discard Kd")
    assert (state.ended, state.closer) == (CLOSED, 0)


@pytest.mark.parametrize(
    ("hand", "melds", "pile", "legal"),
    [
        ("3h 4h Kd", "", "5h", True),  # with the card
        ("3h 4h Kd", "", "9c 9s", False),
        ("3h 4h Kd", "", "9c 5h 9s", True),
        ("3h 4h 5h Kd", "", "9c", True),  # from the hand alone
        ("4d Kd", "3h 4h 5h", "6h", True),  # to a meld
        ("4d Kd", "3h 4h 5h", "9c", False),
        ("6h", "3h 4h 5h", "Kd", False),  # the barred card would be left
        ("6h", "3h 4h 5h", "7h", True),  # which can be melded next
        ("Kd Ks", "", "JK", True),
    ],
)
def test_a_pile_that_must_be_melded_with(hand, melds, pile, legal):
    state = sit_down([hand], melds=(melds, ""), pile=pile)
    assert steps(state) == ["stock", "pile"]
    state = sit_down([hand], melds=(melds, ""), pile=pile, pile_needs_meld=True)
    before = told(state.hands[0])
    assert steps(state) == (["stock", "pile"] if legal else ["stock"])
    assert told(state.hands[0]) == before and look(state).barred == -1
    if legal:
        play(state, "pile")
        assert "stop" not in steps(state), "before he has melded he may not stop"
        burraco.play(state, 0)
        assert "stop" in steps(state) or told(state.hands[0]) == "7h"


def test_a_pile_that_may_not_be_melded_with_since_one_card_would_be_left():
    for melds, legal in (("3h 4h 5h", False), (BURRACO, True)):
        card = "6h" if melds != BURRACO else "10h"
        state = sit_down(["4d"], melds=(melds, ""), pile=card, pozzetti=HAS_TAKEN, pile_needs_meld=True)
        assert ("pile" in steps(state)) == legal


def test_who_draws_need_not_meld():
    state = sit_down(["3h 4h 5h Kd"], stock="9s", pile_needs_meld=True)
    play(state, "stock")
    assert "stop" in steps(state)


@pytest.mark.parametrize("choice", ["true", "false"])
def test_initial_upcard(choice):
    state = burraco.new(4, {"initial_upcard": choice})[0]
    burraco.deal(state, 5, 1)
    deck = state.deck.tolist()
    assert (state.stock, state.n_pile) == ((41, 1) if choice == "true" else (42, 0))
    assert steps(state) == (["stock", "pile"] if choice == "true" else ["stock"])
    first = 67 if choice == "true" else 66
    for seat in range(4):
        play(state, "stock")
        assert deck[first + seat] in listed(state.hands[seat])
        play(state, "stop", steps_of_discard(state))
    draws = 4
    while not burraco.over(state):
        draws += steps(state)[0] == "stock"
        burraco.play(state, 0)
    assert draws == (39 if choice == "true" else 40)


def steps_of_discard(state):
    """A discard that will be legal once melding is stopped."""
    return f"discard {told(state.hands[state.turn]).split()[-1]}"


@pytest.mark.parametrize("choice", ["off", "on"])
def test_shared_stock(choice):
    state = burraco.new(4, {"shared_stock": choice})[0]
    burraco.deal(state, 5, 2)
    deck = state.deck.tolist()
    play(state, "stock", "stop", steps_of_discard(state))
    play(state, "pile", "stop", steps_of_discard(state))
    before = listed(state.hands[2])
    play(state, "stock")
    assert listed(state.hands[2]) == sorted([*before, deck[67 + (1 if choice == "on" else 2)]])
    if choice == "on":
        drawn = 2
        while not burraco.over(state):
            if state.phase == DRAW:
                before = sorted([*listed(state.hands[state.turn]), deck[67 + drawn]])
                burraco.play(state, 0)
                assert listed(state.hands[state.turn]) == before
                drawn += 1
            else:
                burraco.play(state, 0)
        assert drawn == 39


# The pozzetto


def reserved(partner="8c 9d", melds="", **more):
    """Seat 0 has run out by a discard, and its pozzetto waits for it; seat 1 is to draw."""
    rules = {"pozzetto_indirect": "next_turn"}
    state = sit_down(["3h 4h 5h", "", partner], melds=(melds, ""), stock="2s Ks 6h Qd Jc", **rules, **more)
    play(state, "stock", "open 3h 4h 5h", "stop", "discard 2s")
    return state


def test_a_pozzetto_may_be_taken_in_the_next_turn():
    state = reserved()
    assert state.hands[0].n == 0 and state.pozzetto.tolist() == [RESERVED, UNTAKEN]
    assert look(state).pozzetto.tolist() == [UNTAKEN, RESERVED] and look(state).hands.tolist()[3] == 0
    for discard in ("Ks", "9d", "Qd"):
        assert state.hands[0].n == 0
        play(state, "stock", "stop", f"discard {discard}")
    assert state.turn == 0 and state.phase == DRAW and state.pozzetto.tolist() == [TAKEN, UNTAKEN]
    assert listed(state.hands[0]) == sorted(state.deck[44:55].tolist()), "before he draws"
    play(state, "stock")
    assert state.hands[0].n == 12


def test_until_then_nobody_of_the_side_can_run_out_or_close():
    for melds in ("", BURRACO):
        state = reserved("8c", melds)
        play(state, "stock", "stop", "discard Ks", "stock")
        opened = 1 if melds else 0
        assert melding(state) == [], "6h would go on the run, but leave one card"
        assert melds_of(state, 0)[opened] == "3h 4h 5h"
        play(state, "stop", "discard 6h")
        assert state.turn == 3 and told(state.hands[2]) == "8c"
    state = reserved("7h 8h", BURRACO)
    play(state, "stock", "stop", "discard Ks", "stock", "add 6h to 1")
    assert steps(state) == ["stop"], "with two left he must stop"
    state = reserved("7h 8h")
    play(state, "stock", "stop", "discard Ks", "stock")
    assert "open 6h 7h 8h" not in melding(state), "none would be left"


def test_a_direct_pozzetto_is_taken_at_once_whatever_is_agreed():
    state = sit_down(["3h 4h"], stock="5h", pozzetto_indirect="next_turn")
    play(state, "stock", "open 3h 4h 5h")
    assert state.pozzetto[0] == TAKEN and state.hands[0].n == 11


@pytest.mark.parametrize("choice", ["immediate", "next_turn"])
def test_who_ran_out_in_the_last_turn_of_the_stock(choice):
    state = sit_down(["3h 4h 5h", "4d", "9d", "Jd"], stock=3, pozzetti=(UNTAKEN, TAKEN), pozzetto_indirect=choice)
    play(state, "stock")
    stuff(state, 0, "3h 4h 5h 2s")
    play(state, "open 3h 4h 5h", "stop", "discard 2s")
    assert state.ended == STOCK_END
    eleven = sum(map(points, state.deck[44:55].tolist()))
    assert state.hand_score[0] == 15 - 10 - (eleven if choice == "immediate" else 100)
    assert state.pozzetto[0] == (TAKEN if choice == "immediate" else RESERVED)


@pytest.mark.parametrize(("choice", "scores"), [("true", [-115, -15]), ("false", [-15, -15])])
def test_pozzetto_penalty_on_stock_end(choice, scores):
    rules = {"pozzetto_penalty_on_stock_end": choice}
    hands = ["9c", "4d", "3d", "Jd"]
    state = sit_down(hands, stock=3, pozzetti=(UNTAKEN, TAKEN), **rules)
    play(state, "stock")
    stuff(state, 0, "9c Kc")
    play(state, "stop", "discard 9c")
    assert state.ended == STOCK_END and state.hand_score.tolist() == scores
    state = sit_down(["10h"], melds=(BURRACO, ""), stock="4d", pozzetti=HAS_TAKEN, **rules)
    play(state, "stock", "add 10h to 0", "stop", "discard 4d")
    left = sum(points(card) for seat in (1, 3) for card in listed(state.hands[seat]))
    assert state.ended == CLOSED and state.hand_score[1] == -left - 100, "only if the stock has run out"
    state = sit_down(SWAPPERS, pile="9h", stalemate_turns=4, **rules)
    for _ in range(4):
        play(state, "pile", "stop")
        burraco.play(state, 0)
    assert state.ended == STALEMATE and state.hand_score[1] < -100


# The end of a hand


@pytest.mark.parametrize("choice", ["finish_turn", "immediate"])
def test_stock_end(choice):
    state = sit_down(["9c", "4d", "3d", "Jd"], stock="Kc", pozzetti=BOTH_TAKEN, stock_end=choice)
    state.stock = 3
    play(state, "stock")
    assert burraco.over(state) == (choice == "immediate") and state.stock == 2
    if choice == "immediate":
        assert state.ended == STOCK_END and state.hand_score.tolist() == [-25, -15] and state.turns == 1


def test_a_hand_that_ends_with_the_draw_is_followed_by_the_next():
    state = sit_down(["9c", "4d", "3d", "Jd"], stock=3, stock_end="immediate", match="full")
    play(state, "stock")
    assert not burraco.over(state) and state.hands_dealt == 2 and state.turn == 1 and steps(state) == ["stock", "pile"]


@pytest.mark.parametrize("choice", [4, 7, 8, 9, 40])
def test_stalemate_turns(choice):
    state = sit_down(SWAPPERS, pile="9h", stalemate_turns=choice)
    turns = 0
    while not burraco.over(state):
        play(state, "pile", "stop")
        burraco.play(state, 0)
        turns += 1
    assert turns == choice and state.ended == STALEMATE


@pytest.mark.parametrize(
    ("laid", "any_kind", "clean_only"),
    [
        (BURRACO, True, True),
        ("3h 4h 5h 6h 7h 8h JK", True, False),
        ("2h 2d 2s JK JK JK JK", True, False),
        ("Kh Kh Kd Kd Ks Ks Kc", True, True),
    ],
)
def test_close_requires(laid, any_kind, clean_only):
    for choice, able in (("any", any_kind), ("clean", clean_only)):
        state = after_drawing("3c 4c 5c", laid, "4d", close_requires=choice)
        assert ("open 3c 4c 5c" in melding(state)) == able
        if able:
            play(state, "open 3c 4c 5c", "stop", "discard 4d")
            assert state.ended == CLOSED


def test_a_clean_one_may_be_made_and_spoilt_by_the_very_step():
    state = after_drawing("9h", "3h 4h 5h 6h 7h 8h", "4d", close_requires="clean")
    assert melding(state) == ["add 9h to 0"]
    state = after_drawing("JK", BURRACO, "4d", close_requires="clean")
    assert melding(state) == [], "the joker would make it a dirty one"
    state = after_drawing("JK", BURRACO, "4d")
    assert melding(state) == ["add JK to 0"]
    state = after_drawing("JK", f"{BURRACO} / Kh Kh Kd Kd Ks Ks Kc", "4d", close_requires="clean")
    assert melding(state) == ["add JK to 0", "add JK to 1"], "there is another"


def test_a_clean_burraco_of_wilds_is_one_to_close_with():
    rules = {"close_requires": "clean", "all_wild_class": "clean"}
    state = after_drawing("3c 4c 5c", "2h 2d 2s JK JK JK JK", "4d", **rules)
    assert "open 3c 4c 5c" in melding(state)
    state = after_drawing("JK", "2h 2d 2s JK JK JK", "4d", **rules)
    assert melding(state) == ["add JK to 0"]


# The match


def match_at(totals, **rules):
    """A match in which a hand that brought -15 to both has just been played, with these totals after it."""
    state = sit_down(["9c", "4d", "3d", "Jd"], stock=3, pozzetti=BOTH_TAKEN, match="full", **rules)
    state.totals[:] = totals[0] + 15, totals[1] + 15
    play(state, "stock")
    stuff(state, 0, "9c Kc")
    play(state, "stop", "discard 9c")
    assert state.totals.tolist() == list(totals)
    return state


@pytest.mark.parametrize("choice", next(rule.values for rule in RULES if rule.name == "target"))
def test_target(choice):
    target = int(choice)
    assert look(sit_down(match="full", target=choice)).target == target and look(sit_down(target=choice)).target == 0
    assert burraco.over(match_at((target, 0), target=choice))
    assert not burraco.over(match_at((target - 5, 0), target=choice))


@pytest.mark.parametrize(("choice", "ends"), [("replay", False), ("draw", True)])
def test_match_tie(choice, ends):
    state = match_at((2100, 2100), match_tie=choice)
    assert burraco.over(state) == ends
    if ends:
        assert score(state)[RESULT].tolist() == [30, 30] and score(state)[POINTS].tolist() == [2100, 2100]
    assert not burraco.over(match_at((1990, 1990), match_tie=choice)), "nobody is there yet"


@pytest.mark.parametrize("choice", [1, 2, 5, 100])
def test_max_hands(choice):
    state = sit_down(match="full", target=3005, max_hands=choice)
    for _ in range(choice):
        assert not burraco.over(state)
        hand = int(state.hands_dealt)
        state.stock, state.totals[:] = 3, (0, 100)
        play(state, "stock", "stop")
        burraco.play(state, 0)
        assert burraco.over(state) or state.hands_dealt == hand + 1
    assert burraco.over(state) and score(state)[RESULT].sum() == 60
    assert state.hands_dealt == choice


# Presets


def test_presets_are_what_the_codes_say():
    assert set(PRESETS) == {"seed", "fibur_it", "fitab", "fibur_int"}
    table = find_table("burraco", rules="seed")
    assert table.rules == ()
    expected = {
        "fibur_it": {"all_wild_sets": "false", "semi_clean": "end", "target": "2005"},
        "fitab": {"all_wild_sets": "false", "semi_clean": "end", "target": "2005", "big_burrachi": "on"},
        "fibur_int": {"all_wild_sets": "false", "close_requires": "clean", "sets": "A3", "pile_needs_meld": "true"},
    }
    for name, rules in expected.items():
        assert dict(find_table("burraco", rules=name).rules) == rules
    mixed = find_table("burraco", rules=["fitab", "semi_clean=off", "target=3005"])
    assert dict(mixed.rules) == {"all_wild_sets": "false", "big_burrachi": "on", "target": "3005"}


def test_what_may_be_done_by_each_preset():
    hand, melds = "Kd Ks Kc JK JK 2s 8c", "3h 4h 5h 6h 7h 8h JK"
    opened = {}
    for name, rules in PRESETS.items():
        state = sit_down([hand], melds=(melds, ""), pile="4d", **rules)
        opened[name] = "pile" in steps(state)
        play(state, "stock")
        opened[name] = opened[name], "open JK JK 2s" in melding(state), "open Kd Kc Ks" in melding(state)
    assert opened == {
        "seed": (True, True, True),
        "fibur_it": (True, False, True),
        "fitab": (True, False, True),
        "fibur_int": (False, False, False),
    }


@pytest.mark.parametrize(("name", "bonus"), [("seed", 300), ("fibur_it", 350), ("fitab", 400), ("fibur_int", 300)])
def test_what_counts_by_each_preset(name, bonus):
    assert bonuses(BURRACO, "Ah Ah Ad Ad Ac As As JK", **PRESETS[name])[0] == bonus

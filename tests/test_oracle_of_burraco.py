"""The rule book's own turns and pozzetti, put to the oracle: only if it gets these right may it judge the analyzer."""

import random
from collections import Counter

from oracle_burraco import (
    CLOSE,
    DISCARD,
    DRAW,
    MELD,
    RESERVED,
    STOCK_END,
    TAKEN,
    WAITING,
    OracleBurraco,
)
from oracle_melds import PACK, cards_of, value

BURRACO = "3h 4h 5h 6h 7h 8h 9h"  # clean, 45
DIRTY = "3h 4h 5h 6h 7h 8h JK"  # 65
BOTH_TAKEN = (TAKEN, TAKEN)
table = OracleBurraco.position


def shuffled(seed):
    """A function that gives the decks of a match."""

    def decks(number):
        deck = list(PACK)
        random.Random(f"{seed} {number}").shuffle(deck)
        return deck

    return decks


# The deal, turns, the stock -----------------------------------------------------------------------------------------


def test_x12_deal():
    deck = shuffled(1)(0)
    game = OracleBurraco(shuffled(1))
    game.check()
    assert game.hands == [Counter(deck[11 * seat : 11 * seat + 11]) for seat in range(4)]
    assert game.pozzetti == [deck[44:55], deck[55:66]]
    assert (game.pile, game.stock_left) == ([deck[66]], 41)
    assert [stream[0] for stream in game.streams] == deck[67:71]
    assert (game.turn, game.phase, game.legal()) == (0, DRAW, [("stock",), ("pile",)])
    assert game.pozzetto_status == [WAITING, WAITING]


def test_without_an_upcard_the_first_player_must_draw():
    game = OracleBurraco(shuffled(1), {"initial_upcard": False})
    assert (game.pile, game.stock_left, game.legal()) == ([], 42, [("stock",)])
    first = shuffled(1)(0)[66]
    before = game.hands[0][first]
    game.play(("stock",))
    assert game.hands[0][first] == before + 1


def test_a_turn():
    game = table(hands=["7h 8h Kc 4d", "5s 5s"], pile="9h Qd", stock="3s 4s 6s 7s")
    game.steps("pile")
    assert game.phase == MELD
    assert set(game.legal()) == {("stop",), ("open", ("7h", "8h", "9h"))}
    game.steps("open 7h 8h 9h", "stop")
    assert (game.phase, game.pile) == (DISCARD, [])
    assert game.legal() == [("discard", "4d"), ("discard", "Qd"), ("discard", "Kc")]
    game.steps("discard Kc")
    assert (game.turn, game.phase, game.pile) == (1, DRAW, ["Kc"])
    assert game.melds == [[("7h", "8h", "9h")], []]
    game.steps("stock")
    assert game.hands[1] == Counter({"5s": 2, "4s": 1})


def test_seats_draw_from_streams_of_their_own():
    game = table(hands=["3c Kd", "4c Kd", "5c Jc", "6c Jd"], stock="7d 8d 9d 10d Qd Qc 10c 10c", pile="Ks")
    drawn = []
    for kind in ("3c", "4c", "5c", "6c", "Kd", "Kd"):
        before = Counter(game.hands[game.turn])
        game.steps("stock")
        drawn += (game.hand - before).elements()
        game.steps("stop", f"discard {kind}")
    assert drawn == ["7d", "8d", "9d", "10d", "Qd", "Qc"] and game.ends[0].ending == STOCK_END


def test_whose_stream_is_empty_draws_the_last_card_of_the_next_seat_that_has_any():
    game = table(stock="7d 8d 9d 10d Qd Qc 10c 10c")
    game.streams = [[], [], ["9d", "Jd"], ["10d", "Qs", "Ks"]]
    assert [game._draw() for _ in range(2)] == ["Jd", "9d"]
    assert game._draw() == "Ks"
    game.turn = 3
    assert game._draw() == "10d"


def test_shared_stock_is_drawn_in_order():
    game = table(hands=["3c 4c"], stock="7d 8d 9d 10d", turn=0, rules={"shared_stock": "on"})
    game.steps("stock", "stop", "discard 3c", "pile", "stop")
    game.play(game.legal()[0])
    game.steps("stock")
    assert game.hand["8d"] >= 1 and game.streams == [["9d", "10d"]]


# Melds on the table -------------------------------------------------------------------------------------------------


def test_m23_nothing_is_added_to_the_melds_of_the_others():
    game = table(hands=["6h Kc Qd"], melds=((), ("3h 4h 5h",)), phase=MELD)
    assert game.legal() == [("stop",)]


def test_m24_one_set_of_a_rank_for_a_side():
    setting = {
        "hands": ["Kh Kd JK 5c 5c 5d 2s 2c 2d 9c"],
        "melds": (("Kh Kc Ks", "2h 2d JK"), ("5s 5d 5h",)),
        "phase": MELD,
    }
    game = table(**setting)
    assert not game.may("open Kh Kd JK") and not game.may("open 2s 2c 2d")
    assert game.may("extend 0 Kd") and game.may("extend 0 JK") and game.may("extend 1 JK")
    assert game.may("open 5c 5c 5d"), "the others have a set of fives, this side has none"
    game = table(**setting, rules={"one_set_per_rank": False})
    assert game.may("open Kh Kd JK") and game.may("open 2s 2c 2d")


def test_equal_runs_may_lie_side_by_side():
    game = table(hands=["3h 4h 5h 6h Kc Kd"], melds=(("3h 4h 5h",), ()), phase=MELD)
    game.steps("open 3h 4h 5h", "extend 1 6h")
    assert game.melds[0] == [cards_of("3h 4h 5h"), cards_of("3h 4h 5h 6h")]


def test_all_five_kinds_of_wild_are_different_moves():
    game = table(hands=["7h 8h 2h 2d 2c 2s JK JK 9c"], phase=MELD)
    wilds = {laid for kind, laid in game.legal()[1:] if laid[:2] == ("7h", "8h") or "7h" in laid and "8h" in laid}
    assert len(wilds) == 5


# The end of a hand of cards: pozzetto and close ---------------------------------------------------------------------


def test_x1_close():
    game = table(hands=["4d", "Ks", "9c 9c", "3s"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    game.steps("stop", "discard 4d")
    end = game.ends[0]
    assert game.finished and game.legal() == [] and game.phase is None
    assert (end.ending, end.closed_by, end.pozzetti) == (CLOSE, 0, [TAKEN, WAITING])
    assert end.scores == [45 + 200 + 100 - 20, -10 - 5 - 100]
    rows = game.score()
    assert rows["RESULT"] == [1, 0] and rows["PAYOFF"] == [440, -440] and rows["CLOSED"] == [1, 0]
    assert (rows["CLEAN"], rows["MELDED"], rows["LEFT"]) == ([1, 0], [45, 0], [20, 15])


def test_x2_a_wild_cannot_close():
    game = table(hands=["10h 2d"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    assert set(game.legal()) == {("stop",), ("extend", 0, "2d")}, "the 10 may close, the 2 may not"
    game = table(hands=["10h 4d"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    assert game.may("extend 0 10h")


def test_x4_nothing_may_be_left_with_no_card_to_discard():
    game = table(hands=["Kh Kd Ks"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    assert game.legal() == [("stop",)]
    game = table(hands=["Kh Kd Ks 10h"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    assert game.may("open Kh Kd Ks") and game.may("extend 0 10h")


def test_no_close_without_a_burraco():
    setting = {"hands": ["Kh Kd Ks 10s"], "pozzetti": (TAKEN, WAITING), "phase": MELD}
    assert not table(**setting, melds=(("3h 4h 5h 6h 7h 8h",), ())).may("open Kh Kd Ks")
    assert not table(**setting, melds=((), (BURRACO,))).may("open Kh Kd Ks"), "the others' burraco is no help"
    game = table(hands=["9h 10s"], melds=(("3h 4h 5h 6h 7h 8h",), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    game.steps("extend 0 9h", "stop", "discard 10s")
    assert game.ends[0].ending == CLOSE, "the burraco is completed in the turn that closes"


def test_from_two_cards_to_one_may_always_be_discarded():
    game = table(hands=["Kc 2d"], pozzetti=BOTH_TAKEN, phase=MELD)
    game.steps("stop", "discard 2d")
    assert game.hands[0] == Counter(["Kc"]) and game.turn == 1


def test_close_may_require_a_clean_burraco():
    clean = {"close_requires": "clean"}
    setting = {"hands": ["Kh Kd Ks 10s"], "pozzetti": BOTH_TAKEN, "phase": MELD}
    all_wild = "2h 2d 2s 2c JK JK JK"
    for burraco, rules, allowed in (
        (DIRTY, {}, True),
        (DIRTY, clean, False),
        (BURRACO, clean, True),
        (all_wild, {}, True),
        (all_wild, clean, False),
        (all_wild, clean | {"all_wild_class": "clean"}, True),
        (BURRACO + " JK", clean | {"semi_clean": "end"}, False),
    ):
        assert table(**setting, melds=((burraco,), ()), rules=rules).may("open Kh Kd Ks") == allowed


def test_x5_direct_pozzetto_goes_on_in_the_same_turn():
    game = table(hands=["7h"], melds=(("3h 4h 5h",), ()), stock="6h 3c 4c 5c")
    eleven = Counter(game.pozzetti[0])
    game.steps("stock", "extend 0 6h")
    assert set(game.legal()) == {("stop",), ("extend", 0, "7h")}
    game.steps("extend 0 7h")
    assert (game.turn, game.phase, game.pozzetto_status) == (0, MELD, [TAKEN, WAITING])
    assert game.hands[0] == eleven and game.may("stop")
    game.steps("stop")
    assert all(kind == "discard" for kind, _ in game.legal())
    counts = game.counts
    assert (counts["POZZETTI"], counts["DIRECT"], counts["FIRST_POZZETTO"]) == ([1, 0], [1, 0], [1, 0])


def test_close_in_the_turn_of_the_direct_pozzetto():
    pozzetto = "10h Jh Qh Kh 4c 5c 6c 7c 8c 9c Kd"
    game = table(hands=["9h"], melds=(("3h 4h 5h 6h 7h 8h",), ()), pozzetti=(pozzetto, WAITING), phase=MELD)
    game.steps("extend 0 9h", "open 4c 5c 6c", "extend 1 7c", "extend 1 8c", "extend 1 9c")
    game.steps("extend 0 10h", "extend 0 Jh", "extend 0 Qh")
    assert game.may("stop") and game.may("extend 0 Kh")
    game.steps("extend 0 Kh")
    assert game.legal() == [("stop",)]
    game.steps("stop", "discard Kd")
    assert game.ends[0].ending == CLOSE and game.score()["DIRECT"] == [1, 0]


def test_x6_pozzetto_by_discard_even_of_a_wild():
    game = table(hands=["2s"], phase=MELD, melds=(("3h 4h 5h",), ()), pozzetti=(WAITING, TAKEN))
    eleven = Counter(game.pozzetti[0])
    game.steps("stop", "discard 2s")
    assert (game.turn, game.phase, game.hands[0], game.pile[-1]) == (1, DRAW, eleven, "2s")
    assert game.pozzetto_status == [TAKEN, TAKEN]
    counts = game.counts
    assert (counts["POZZETTI"], counts["DIRECT"], counts["FIRST_POZZETTO"]) == ([1, 0], [0, 0], [0, 0])


def test_close_while_the_partner_has_not_touched_his_pozzetto():
    game = table(hands=["4d", None, "2h 2d JK 3c"], melds=((BURRACO,), ()), pozzetti=(TAKEN, WAITING), phase=MELD)
    game.steps("stop", "discard 4d")
    assert game.ends[0].scores[0] == 45 + 200 + 100 - 75


# The pozzetto that is taken only next turn --------------------------------------------------------------------------


def test_next_turn_pozzetto_is_reserved_until_the_turn_comes():
    rules = {"pozzetto_indirect": "next_turn"}
    game = table(hands=["Kc", "3s 4d", "9d Qc", "4s Jd"], rules=rules, phase=MELD, pile="5d")
    eleven = Counter(game.pozzetti[0])
    game.steps("stop", "discard Kc")
    assert game.pozzetto_status == [RESERVED, WAITING] and not game.hands[0]
    assert game.counts["POZZETTI"] == [0, 0]
    for kind in ("3s", "9d", "4s"):
        game.steps("stock", "stop", f"discard {kind}")
    assert (game.turn, game.phase, game.hands[0]) == (0, DRAW, eleven)
    assert game.pozzetto_status == [TAKEN, WAITING] and game.counts["POZZETTI"] == [1, 0]


def test_nobody_runs_out_while_the_pozzetto_is_reserved():
    setting = {
        "rules": {"pozzetto_indirect": "next_turn"},
        "pozzetti": (RESERVED, WAITING),
        "reserved_for": (0, None),
        "melds": ((BURRACO,), ()),
        "turn": 2,
        "phase": MELD,
    }
    assert table(hands=["", None, "10h Jh Kc"], **setting).legal() == [("stop",), ("extend", 0, "10h")]
    assert table(hands=["", None, "10h Kc"], **setting).legal() == [("stop",)]
    assert table(hands=["", None, "Kh Kc Ks 9c"], **setting).legal() == [("stop",)]
    assert table(hands=["", None, "Kh Kc Ks 9c 4c"], **setting).may("open Kh Kc Ks")


def test_a_reserved_pozzetto_that_is_never_taken_costs_a_hundred():
    rules = {"pozzetto_indirect": "next_turn"}
    setting = {"hands": ["Kc", "3s", "9d 9d", "4s"], "phase": MELD, "stock": 2, "pile": "5d"}
    game = table(**setting, rules=rules).steps("stop", "discard Kc")
    assert (game.ends[0].ending, game.ends[0].scores[0]) == (STOCK_END, -20 - 100)
    game = table(**setting)
    eleven = value(game.pozzetti[0])
    game.steps("stop", "discard Kc")
    assert (game.ends[0].ending, game.ends[0].scores[0]) == (STOCK_END, -20 - eleven)


# The barred single --------------------------------------------------------------------------------------------------


def test_the_single_card_taken_is_not_discarded():
    setting = {"hands": ["9c 4d"], "pile": "Kc"}
    game = table(**setting).steps("pile", "stop")
    assert game.legal() == [("discard", "4d"), ("discard", "9c")]
    game = table(**setting, rules={"redicard_single": "allowed"}).steps("pile", "stop")
    assert game.may("discard Kc")
    game = table(hands=["9c 4d"], pile="Kc Ks").steps("pile", "stop")
    assert game.may("discard Kc"), "the pile had two cards"


def test_a_twin_lifts_the_bar_for_the_turn():
    game = table(hands=["Kc Kd 4d 9s"], pile="Kc").steps("pile")
    assert game.barred is None
    game.steps("open Kc Kc Kd", "stop")
    game = table(hands=["JK 4d 9s"], pile="JK").steps("pile", "stop")
    assert game.may("discard JK")


def test_the_bar_goes_with_the_card():
    game = table(hands=["7h 8h 4d 9s"], pile="9h").steps("pile")
    assert game.barred == "9h"
    assert game.steps("open 7h 8h 9h").barred is None


def test_a_pozzetto_in_the_same_turn_lifts_the_bar():
    pozzetto = "6h 3c 3c 4c 4c 5s 5s 9s 9s Jd Jd"
    game = table(hands=["6h"], pile="7h", melds=(("3h 4h 5h",), ()), pozzetti=(pozzetto, WAITING))
    game.steps("pile")
    assert game.legal() == [("stop",), ("extend", 0, "6h")], "only the barred 7 would be left, but it fits then"
    game.steps("extend 0 6h")
    assert game.legal() == [("extend", 0, "7h")], "the barred 7 cannot be discarded"
    game.steps("extend 0 7h", "stop")
    assert game.barred is None and game.may("discard 6h")


def test_nobody_is_left_with_the_barred_single_alone():
    game = table(hands=["6h"], pile="9h", melds=(("3h 4h 5h",), ())).steps("pile")
    assert game.legal() == [("stop",)]
    closing = {"hands": ["10h"], "melds": ((BURRACO,), ()), "pozzetti": BOTH_TAKEN}
    assert table(**closing, pile="Kc").steps("pile").legal() == [("stop",)], "the barred king cannot close"
    assert table(**closing, pile="Kc", rules={"redicard_single": "allowed"}).steps("pile").may("extend 0 10h")
    assert table(**closing, pile="Jh").steps("pile").legal() == [("stop",)], "and to lay both would leave nothing"
    assert table(**closing, pile="Jh Kc").steps("pile", "extend 0 10h", "extend 0 Jh").may("stop")


# The pile that needs a meld -----------------------------------------------------------------------------------------


def test_pile_needs_meld():
    rules = {"pile_needs_meld": True}

    def takes_it(**setting):
        return table(rules=rules, **setting).may("pile")

    assert not takes_it(hands=["7h 9h Kc 4s"], pile="8d")
    assert takes_it(hands=["7h 9h Kc 4s"], pile="8h")
    assert takes_it(hands=["7h 7d 7c Kc 4s"], pile="Jd"), "any meld will do, also of the hand alone"
    assert takes_it(hands=["Kc 4s"], pile="6h 9d", melds=(("3h 4h 5h",), ()))
    assert not takes_it(hands=["7h 9h"], pile="8h", pozzetti=BOTH_TAKEN), "nothing would be left to discard"
    assert takes_it(hands=["7h 9h"], pile="8h"), "here the pozzetto would follow"
    game = table(rules=rules, hands=["7h 9h Kc 4s"], pile="8h").steps("pile")
    assert game.legal() == [("open", ("7h", "8h", "9h"))], "who took it must meld"
    assert game.steps("open 7h 8h 9h").may("stop")
    game = table(rules=rules, hands=["7h 9h Kc 4s"], stock="8h 3c 4c 5c").steps("stock")
    assert game.may("stop"), "who drew need not"


# What is seen -------------------------------------------------------------------------------------------------------


def test_known_and_unseen():
    game = table(hands=["Kc 5h 6h 8s"], pile="Kc 7h 9d", melds=((), ("3d 4d 5d",)))
    game.steps("pile")
    assert game.known(0) == Counter(["Kc", "7h", "9d"]) and game.known(1) == Counter()
    unseen = game.unseen(1)
    assert unseen["Kc"] + game.hands[1]["Kc"] == 2, "known, but not to be seen"
    game.steps("open 5h 6h 7h")
    assert game.known(0) == Counter(["Kc", "9d"]) and game.unseen(1) == unseen - Counter(["5h", "6h", "7h"])
    game.steps("stop", "discard Kc")
    assert game.known(0) == Counter(["9d"]), "of a known and an unknown king the known one goes"
    assert game.unseen(0).total() == 108 - 3 - 3 - 3 - 1
    assert game.unseen(2)["9d"] + game.hands[2]["9d"] == 2

"""The rule book's own endings and matches, put to the oracle, and whole games of moves nobody has thought about."""

import random

import pytest
from oracle_burraco import CLOSE, DRAW, MELD, STALEMATE, STOCK_END, TAKEN, WAITING, OracleBurraco, play_game
from oracle_melds import PACK, PRESETS, value

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


def swap_turn(game):
    """Take the single card of the pile and discard another one."""
    game.steps("pile", "stop")
    game.play(game.legal()[0])


# The other endings --------------------------------------------------------------------------------------------------

SIX_KINGS = "Kh Kh Kd Kd Kc Ks"


def test_s3_stock_end():
    game = table(
        hands=["8c 10c 7s 7d", "3s", "8d 9d 10d Jc", "3s"],
        melds=(("Ah Ad Ac As", SIX_KINGS), ()),
        pozzetti=(TAKEN, WAITING),
        stock="9c 4s 4s",
        pile="Jd",
    )
    game.steps("stock", "stop", "discard 9c")
    assert game.finished and game.ends[0].ending == STOCK_END and game.ends[0].closed_by is None
    assert game.ends[0].scores == [50, -10 - 100]
    rows = game.score()
    assert (rows["STOCK_ENDS"], rows["STALEMATES"], rows["CLOSED"]) == ([1, 1], [0, 0], [0, 0])
    assert (rows["MELDED"], rows["LEFT"], rows["TURNS"], rows["DEALT"]) == ([120, 0], [70, 10], [1, 0], [1, 1])


def test_x8_x9_the_last_turn_of_the_stock():
    setting = {"hands": ["8c 10c 7s 7d 7h", "3s", "8d", "3s"], "stock": "9c 4s 4s", "pile": "Jd"}
    game = table(**setting).steps("stock", "open 8c 9c 10c", "stop")
    assert game.stock_left == 2 and not game.finished
    game.steps("discard 7s")
    assert game.finished and game.score()["TURNS"] == [1, 0], "the next player gets no turn"
    game = table(**setting).steps("pile", "stop", "discard 7s")
    assert not game.finished and game.legal() == [("stock",), ("pile",)], "the stock is still three"


def test_immediate_stock_end():
    game = table(hands=["8c 10c", "3s", "8d", "3s"], stock="9c 4s 4s", pile="Jd", rules={"stock_end": "immediate"})
    game.steps("stock")
    assert game.finished and game.ends[0].ending == STOCK_END
    assert game.ends[0].scores == [-40 - 100, -10 - 100], "the card drawn counts too"
    assert game.score()["TURNS"] == [1, 0]


def test_the_pozzetto_may_be_forgiven_when_the_stock_ends():
    rules = {"pozzetto_penalty_on_stock_end": False}
    setting = {"hands": ["8c 10c", "3s", "8d", "3s"], "pile": "Jd", "rules": rules}
    game = table(**setting, stock="9c 4s 4s").steps("stock", "stop", "discard 9c")
    assert game.ends[0].scores == [-30, -10]
    game = table(**setting, swaps=7)
    swap_turn(game)
    assert game.ends[0].ending == STALEMATE and game.ends[0].scores == [-30 - 100, -10 - 100], "not so in a stalemate"


def test_close_on_the_last_card_of_the_stock():
    game = table(hands=["10h"], melds=((BURRACO,), ()), pozzetti=BOTH_TAKEN, stock="Kc 4s 4s", pile="Jd")
    game.steps("stock", "extend 0 10h", "stop", "discard Kc")
    assert game.ends[0].ending == CLOSE and game.score()["STOCK_ENDS"] == [0, 0]


def test_x11_stalemate():
    for turns in (8, 4):
        hands = ["3c 6c", "3d 6d", "8c 8s", "9d 9s"]
        game = table(hands=hands, pile="Kd", pozzetti=(TAKEN, WAITING), rules={"stalemate_turns": turns})
        for turn in range(turns):
            assert not game.finished and game.turn == turn % 4
            swap_turn(game)
        assert game.finished and game.ends[0].ending == STALEMATE and game.ends[0].closed_by is None
        left = [value(cards) for cards in game.ends[0].left]
        assert game.ends[0].scores == [-left[0], -left[1] - 100]
        rows = game.score()
        assert rows["STALEMATES"] == [1, 1]
        assert rows["TURNS"] == rows["PILES"] == [turns // 2, turns // 2]


def test_what_breaks_a_stalemate():
    setting = {"hands": ["6h 9c 9d", "3d"], "swaps": 7, "melds": (("3h 4h 5h",), ()), "stock": "Qs 4c 4s 4c"}
    game = table(**setting, pile="Kd").steps("pile", "stop", "discard 9c")
    assert game.finished
    game = table(**setting, pile="Kd").steps("stock", "stop", "discard 9c")
    assert not game.finished and game.swaps == 0
    game = table(**setting, pile="Kd Ks").steps("pile", "stop", "discard 9c")
    assert not game.finished and game.swaps == 0
    game = table(**setting, pile="Kd").steps("pile", "extend 0 6h", "stop", "discard 9c")
    assert not game.finished and game.swaps == 0


# Matches ------------------------------------------------------------------------------------------------------------


def last_turn(totals, full=True, rules=None):
    """The last discard of a hand that side 0 ends with 130 points and side 1 with 240."""
    game = table(
        hands=["Kc Qd 4c", "3c", "Ah", "3c"],
        melds=((DIRTY,), ("4d 5d 6d 7d 8d 9d 10d",)),
        pozzetti=BOTH_TAKEN,
        stock=2,
        phase=MELD,
        totals=totals,
        full=full,
        rules=rules,
        decks=shuffled(3),
    )
    return game.steps("stop", "discard 4c")


def test_s4_both_reach_the_target():
    game = last_turn((1880, 1910))
    assert game.ends[0].scores == [130, 240] and game.totals == [2010, 2150]
    assert game.finished and game.score()["RESULT"] == [0, 1] and game.score()["HANDS"] == [0, 1]


def test_s5_a_tie_at_the_target():
    game = last_turn((1970, 1860))
    assert game.totals == [2100, 2100] and not game.finished
    assert (game.turn, game.phase, game.stock_left, game.counts["DEALT"]) == (1, DRAW, 41, [2, 2])
    game = last_turn((1970, 1860), rules={"match_tie": "draw"})
    assert game.finished and game.score()["RESULT"] == [0.5, 0.5] and game.score()["PAYOFF"] == [0, 0]


def test_targets_and_the_most_hands():
    assert not last_turn((1000, 1000)).finished
    assert last_turn((1000, 1760)).finished and not last_turn((1000, 1755)).finished
    assert not last_turn((1000, 1760), rules={"target": 2005}).finished
    game = last_turn((1000, 500), rules={"max_hands": 1})
    assert game.finished and game.score()["RESULT"] == [1, 0]
    assert last_turn((210, 100), rules={"max_hands": 1}).score()["RESULT"] == [0.5, 0.5]
    game = last_turn((0, 0), full=False)
    assert game.finished and game.score()["RESULT"] == [0, 1], "a single hand goes to its higher score"


# Whole games --------------------------------------------------------------------------------------------------------

CHANGES = [{"preset": preset} for preset in PRESETS] + [
    {"pozzetto_indirect": "next_turn", "shared_stock": "on"},
    {"stock_end": "immediate", "initial_upcard": False, "redicard_single": "allowed"},
    {"one_set_per_rank": False, "run_max": 13, "big_burrachi": "on", "semi_clean": "seven"},
    {"stalemate_turns": 4, "close_requires": "clean", "all_wild_class": "clean"},
]


@pytest.mark.parametrize("rules", CHANGES, ids=str)
def test_random_hands_keep_all_cards_and_end(rules):
    for seed in range(6):
        rng = random.Random(seed)

        def choose(game, legal, rng=rng):
            game.check()
            assert len(set(legal)) == len(legal)
            return rng.choice(legal)

        game = play_game(shuffled(seed), choose, rules)
        draws = sum(move == ("stock",) for _, move in game.history)
        rows = game.score()
        assert draws == 41 + (not game.rules["initial_upcard"]) - game.stock_left
        assert draws + sum(rows["PILES"]) == sum(rows["TURNS"])
        assert (rows["STOCK_ENDS"] == [1, 1]) == (game.stock_left == 2 and rows["CLOSED"] == [0, 0])
        assert sum(rows["CLOSED"]) + rows["STOCK_ENDS"][0] + rows["STALEMATES"][0] == 1


def test_a_random_match_passes_the_first_turn_on():
    opened = {}

    def choose(game, legal):
        if not game.history:
            opened[len(game.ends)] = game.turn
        return rng.choice(legal)

    rng = random.Random(2)
    game = play_game(shuffled(2), choose, {"target": 1000}, full=True)
    assert opened == {hand: hand % 4 for hand in range(len(game.ends))} and len(opened) > 1
    assert game.totals == [sum(end.scores[side] for end in game.ends) for side in (0, 1)]
    assert max(game.totals) >= 1000 and game.score()["DEALT"] == 2 * [len(game.ends)]

"""How many ways are there to play the first moves of a deal, and where do they lead?

For every depth three numbers: how many sequences of so many moves there are; after how many of them seat 0 is to act;
how many points its side has then, all sequences together.  A swap is a move.  The decks are written down as a formula,
so nothing here hangs on the shuffle.  The engine counts on copies of its state, the independent oracle on its own.
"""

import oracle_briscola as oracle
import pytest
from conftest import lay

from analyzer import briscola
from analyzer.briscola import SWAP
from analyzer.cards import name, parse
from analyzer.records import blank


def deck(players, start, step):
    """Every `step`th card of the pack, beginning with card `start`, in words."""
    pack = oracle.full_pack(players)
    cards = [pack[(start + step * k) % len(pack)] for k in range(len(pack))]
    assert len(set(cards)) == len(pack), "step and pack have a common factor"
    return cards


# players, start, step, rules: depth -> (sequences, seat 0 to act, points of its side)
DEALS = {
    "2 0 7": {3: (27, 9, 114), 5: (243, 177, 1476), 7: (2187, 1875, 14862)},
    "2 4 13 shared_stock=on": {3: (27, 0, 162), 5: (243, 18, 2592), 7: (2187, 279, 34515)},
    "2 8 11 trump_swap=two": {3: (36, 9, 264), 5: (324, 81, 4176), 7: (2916, 729, 55188)},
    "2 8 11 trump_swap=seven": {3: (36, 9, 252), 5: (378, 135, 4896), 7: (3726, 1539, 71964)},
    "2 2 17 trump_swap=seven": {3: (35, 11, 200), 5: (361, 138, 3482), 7: (3530, 1454, 57324)},
    "2 5 19 trump_swap=seven shared_stock=on": {3: (29, 14, 8), 5: (269, 138, 1107), 7: (2453, 1312, 18906)},
    "3 4 5 trump_swap=two": {3: (36, 10, 34), 5: (324, 78, 408), 7: (2916, 1174, 4690)},
    "3 2 7 trump_swap=seven": {3: (27, 7, 18), 5: (297, 162, 162), 7: (3105, 54, 2790)},
    "4 4 11 trump_swap=two": {3: (36, 0, 0), 5: (324, 74, 1392), 7: (2916, 1053, 12528)},
    "4 6 9 trump_swap=seven": {3: (27, 0, 0), 5: (263, 50, 2184), 7: (2367, 486, 19656)},
    "6 2 7": {3: (27, 0, 0), 5: (243, 0, 0), 7: (2187, 777, 11124)},
    "6 0 11 trump_swap=seven": {3: (27, 0, 0), 5: (243, 0, 0), 7: (2205, 378, 29385)},
    "2 1 7 must_follow=on hand_size=5": {3: (30, 15, 115), 5: (255, 160, 1715), 7: (3135, 1940, 26595)},
    "3 2 7 must_follow=on trump_swap=two hand_size=4": {3: (17, 5, 19), 5: (149, 74, 148), 7: (1456, 432, 4128)},
    "3 7 11 hand_size=9 must_follow=on": {2: (19, 0, 0), 3: (41, 21, 206), 5: (851, 315, 4078)},
    "4 4 11 must_follow=on hand_size=9": {3: (39, 0, 0), 5: (756, 162, 5094), 6: (1756, 516, 11582)},
    "6 5 13 hand_size=5 must_follow=on": {3: (16, 0, 0), 5: (26, 0, 0), 7: (230, 5, 4715)},
}


def engine(players, cards, rules):
    """The state of a table with this deck dealt."""
    states = briscola.new(players, rules)
    briscola.deal(states[0], 1, 0)
    lay(states[0], map(parse, cards))
    return states


def count(states, depth, totals=None, at=0):
    """Add up (sequences, seat 0 to act, points of side 0) for every depth down to `depth`."""
    totals = totals or [[0, 0, 0] for _ in range(depth + 1)]
    state = states[0]
    totals[at][0] += 1
    totals[at][1] += int(state.turn == 0)
    totals[at][2] += int(state.points[0])
    if at < depth and not briscola.over(state):
        for index in range(int(briscola.choices(state))):
            further = states.copy()
            briscola.play(further[0], index)
            count(further, depth, totals, at + 1)
    return totals


def count_in_words(hand, depth, totals=None, at=0):
    """The same of the oracle."""
    totals = totals or [[0, 0, 0] for _ in range(depth + 1)]
    totals[at][0] += 1
    totals[at][1] += int(hand.seat == 0)
    totals[at][2] += hand.by_side(hand.points_by_seat())[0]
    if at < depth:
        for move in hand.legal_moves():
            further = hand.copy()
            further.make(move)
            count_in_words(further, depth, totals, at + 1)
    return totals


def by_first_move(players, cards, rules, depth):
    """Both counts under every first move, for a failure to show where they part."""
    states = engine(players, cards, rules)
    views = blank(briscola.VIEW)
    briscola.look(states[0], views[0])
    lines = []
    hand = oracle_hand(players, cards, rules)
    for index, move in enumerate(int(move) for move in views[0].moves[: views[0].n_moves]):
        further, beside = states.copy(), hand.copy()
        briscola.play(further[0], index)
        word = "SWAP" if move == SWAP else name(move)
        told = "not legal"
        if word in hand.legal_moves():
            beside.make(word)
            told = count_in_words(beside, depth - 1)[-1]
        lines.append(f"{word}: engine {count(further, depth - 1)[-1]}, oracle {told}")
    return "\n".join([f"{players} players, {rules}, deck {' '.join(cards)}, after the first move", *lines])


def oracle_hand(players, cards, rules):
    return oracle.Hand(cards, players, **in_kind(rules))


def in_kind(rules):
    """Rules as the oracle takes them: the size of a hand as a number."""
    return {rule: int(value) if value.isdecimal() else value for rule, value in rules.items()}


def arguments(key):
    players, start, step, *rules = key.split()
    return int(players), deck(int(players), int(start), int(step)), dict(rule.split("=") for rule in rules)


@pytest.mark.parametrize("key", DEALS)
def test_the_engine_finds_as_many_sequences_as_pinned(key):
    players, cards, rules = arguments(key)
    totals = count(engine(players, cards, rules), max(DEALS[key]))
    for depth, expected in DEALS[key].items():
        assert tuple(totals[depth]) == expected, by_first_move(players, cards, rules, depth)


@pytest.mark.parametrize("key", DEALS)
def test_the_oracle_confirms_the_pinned_numbers(key):
    players, cards, rules = arguments(key)
    totals = count_in_words(oracle_hand(players, cards, rules), max(DEALS[key]))
    assert {depth: tuple(totals[depth]) for depth in DEALS[key]} == DEALS[key]
    for depth in list(DEALS[key])[:2]:
        assert oracle.perft(cards, players, depth, **in_kind(rules)) == DEALS[key][depth][0]

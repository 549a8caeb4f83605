"""How many auctions are there in Briscola Chiamata, and how many ways to play the last tricks of a deal?

Auctions are counted by the engine, and by a recursion that knows nothing of seats: who bid last is always the last in
the queue.  Ways to play are counted by the engine and by the independent oracle, for decks written down as a formula.
"""

import copy
from functools import cache

import oracle_chiamata as oracle
import pytest
from five_by_hand import lay_out, look, moves, play

from analyzer import chiamata
from analyzer.cards import name
from analyzer.chiamata import CALL, HIGHEST_BID, PLAIN_TWO, PLAY

# Auctions

# What is bid, and what the first seat bids, if that is settled: how many auctions there are from there on.
AUCTIONS = {
    ("rank_only", None): 66_314,
    ("rank_only", "3"): 10_496,
    ("rank_points", "2@113"): 4_048,
    ("points_only", "112"): 10_496,
}


def table(**rules):
    """A table with a deal, as an array of one state."""
    states = chiamata.new(5, rules)
    chiamata.deal(states[0], 1, 0)
    return states


def count_auctions(states, known):
    """All ways an auction may go on, counted by the engine; seats, bid and those who passed are all that matters."""
    state = states[0]
    if chiamata.over(state) or state.phase == CALL:
        return 1
    key = int(state.turn), int(state.bid), int(state.passed)
    if key not in known:
        known[key] = 0
        for index in range(int(chiamata.choices(state))):
            further = states.copy()
            chiamata.play(further[0], index)
            known[key] += count_auctions(further, known)
    return known[key]


@cache
def auctions(queue, bid, top):
    """The same for a queue of so many, the last of whom has bid."""
    passed = 1 if queue == 2 else auctions(queue - 1, bid, top)
    return passed + sum(1 if higher == top else auctions(queue, higher, top) for higher in range(bid + 1, top + 1))


@cache
def openings(queue, top):
    """The same where nobody has bid yet."""
    if queue == 1:
        return 1 + top
    return openings(queue - 1, top) + 1 + sum(auctions(queue, bid, top) for bid in range(1, top))


@pytest.mark.parametrize(("form", "first"), AUCTIONS)
def test_there_are_as_many_auctions_as_counted(form, first):
    states = table(bid_form=form, all_pass="end")
    top = PLAIN_TWO if form == "rank_only" else HIGHEST_BID
    expected = openings(5, top)
    if first:
        play(states[0], first)
        expected = auctions(5, int(states[0].bid), top)
    assert count_auctions(states, {}) == expected == AUCTIONS[form, first]


def test_one_after_the_other_all_short_auctions_are_found():
    def walk(states, so_far):
        state = states[0]
        if chiamata.over(state) or state.phase == CALL:
            found.append(so_far)
            return
        for index in range(int(chiamata.choices(state))):
            further = states.copy()
            chiamata.play(further[0], index)
            walk(further, (*so_far, moves(state)[index]))

    found = []
    states = table(bid_form="rank_only", all_pass="end")
    play(states[0], "4")
    walk(states, ())
    assert len(found) == len(set(found)) == auctions(5, 9, 10) == 5
    assert sorted(found) == [(0, 0, 0, 0), (0, 0, 0, 10), (0, 0, 10), (0, 10), (10,)]


# Ways to play

# Every how manieth card of the pack is dealt, who calls which card by which bid, rules; the first five tricks are
# played lowest card first.  By depth from there: sequences, seat 0 to act, points of seat 0, the called card played.
DEALS = {
    "7 4 A AS": {3: (27, 27, 0, 9), 5: (243, 72, 1323, 81), 7: (972, 484, 5292, 416)},
    "17 0 7 7S": {3: (27, 27, 0, 9), 5: (243, 66, 1258, 81), 7: (972, 104, 5032, 518)},
    "19 3 2 2B leader=caller": {3: (27, 0, 108, 0), 5: (243, 99, 2283, 81), 7: (972, 36, 9132, 456)},
    "9 1 A AD must_follow=on": {3: (16, 0, 288, 4), 5: (114, 58, 3436, 30), 7: (346, 16, 10396, 154)},
    "27 3 2 2B must_follow=on leader=caller": {3: (21, 0, 252, 6), 5: (81, 0, 972, 18), 7: (324, 252, 3888, 72)},
}
EARLIER = 25


def arguments(key):
    """The hands, the auction and the call, all in words, and the rules."""
    step, caller, rank, card, *rules = key.split()
    pack = oracle.all_cards()
    cards = [pack[int(step) * k % 40] for k in range(40)]
    assert len(set(cards)) == 40, "40 and the step have a common factor"
    said = ["pass"] * int(caller) + [rank] + ["pass"] * (4 - int(caller)) + [card]
    return [cards[8 * seat : 8 * seat + 8] for seat in range(5)], said, dict(rule.split("=") for rule in rules)


def engine(hands, said, rules):
    """The table as it is after five tricks, as an array of one state."""
    states = table(**rules)
    lay_out(states[0], [" ".join(hand) for hand in hands])
    play(states[0], " ".join(said))
    for _ in range(EARLIER):
        chiamata.play(states[0], 0)
    return states


def model(hands, said, rules):
    """The same of the oracle."""
    deal = oracle.Deal(hands, **rules)
    for move in said:
        deal.make(move)
    for _ in range(EARLIER):
        deal.make(deal.legal_moves()[0])
    return deal


def count(states, depth, totals, at=0):
    """Add up the four numbers for every depth down to `depth`."""
    state = states[0]
    for k, value in enumerate((1, state.turn == 0, state.points[0], state.partner >= 0)):
        totals[at][k] += int(value)
    if at < depth:
        for index in range(int(chiamata.choices(state))):
            further = states.copy()
            chiamata.play(further[0], index)
            count(further, depth, totals, at + 1)
    return totals


def count_in_words(deal, depth, totals, at=0):
    """The same of the oracle."""
    for k, value in enumerate((1, deal.seat == 0, deal.points()[0], deal.partner_shown() is not None)):
        totals[at][k] += int(value)
    if at < depth:
        for move in deal.legal_moves():
            further = copy.deepcopy(deal)
            further.make(move)
            count_in_words(further, depth, totals, at + 1)
    return totals


def zeros(depth):
    return [[0] * 4 for _ in range(depth + 1)]


@pytest.mark.parametrize("key", DEALS)
def test_the_engine_finds_as_many_sequences_as_pinned(key):
    states = engine(*arguments(key))
    assert states[0].phase == PLAY and states[0].tricks == 5
    totals = count(states, max(DEALS[key]), zeros(max(DEALS[key])))
    first = [name(card) for card in moves(states[0])]
    assert {depth: tuple(totals[depth]) for depth in DEALS[key]} == DEALS[key], f"seat {look(states[0]).seat}: {first}"


@pytest.mark.parametrize("key", DEALS)
def test_the_oracle_confirms_the_pinned_numbers(key):
    totals = count_in_words(model(*arguments(key)), max(DEALS[key]), zeros(max(DEALS[key])))
    assert {depth: tuple(totals[depth]) for depth in DEALS[key]} == DEALS[key]

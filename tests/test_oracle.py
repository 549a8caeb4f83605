"""Does the engine play as an independent model of the game does, move for move, on thousands of random games?

The model (oracle_briscola.py) was written from the rule book alone, on strings and sets.  Both get the same decks and
make the same moves, which are drawn blindly from those the engine says are legal; after every move all hands, the
stock, the upcard, the points and the legal moves must be the same.
"""

import itertools

import numpy as np
import oracle_briscola as oracle
import pytest
from numba import njit

from analyzer import briscola
from analyzer.bits import die
from analyzer.briscola import SWAP, choices, deal, look, over, play, score
from analyzer.cards import CARDS, name, parse
from analyzer.records import blank
from analyzer.shuffle import word
from analyzer.tables import wins_needed

SEATS = 6
HAND, TURN, INDEX, N_MOVES = range(4)
MOVES, HANDS, POINTS = slice(4, 8), slice(8, 14), slice(14, 17)
STOCK, UPCARD, HOLDER, TRUMP, SWAPPER, TRICKS, ON_TABLE, TABLE, LED, WINNING, WINNER, SHOWN, WIDTH = range(17, 30)

BIT = {name(card): 1 << card for card in CARDS}
NUMBER = {name(card): card for card in CARDS} | {"SWAP": SWAP}
OPTIONS = list(itertools.product(("draw", "replay", "last_trick"), ("off", "two", "seven"), ("off", "on")))


def follow(states, views, seed, number, luck, steps, decks, row):
    """Play deal `number` with moves drawn by `luck`; write down what lay where before every move, and every deck."""
    state, view = states[0], views[0]
    deal(state, seed, number)
    n = 0
    while not over(state):
        look(state, view)
        index = die(word(luck, n), choices(state))
        at = steps[n]
        at[HAND], at[TURN], at[INDEX], at[N_MOVES] = state.hands_dealt - 1, state.turn, index, choices(state)
        for k in range(4):
            at[4 + k] = view.moves[k] if k < view.n_moves else -1
        for seat in range(SEATS):
            at[8 + seat] = state.hands[seat]
        for side in range(3):
            at[14 + side] = state.points[side]
        at[STOCK], at[UPCARD], at[HOLDER], at[TRUMP] = view.stock, view.upcard, view.upcard_holder, view.trump
        at[SWAPPER], at[TRICKS], at[ON_TABLE], at[TABLE] = view.swapper, view.tricks, view.on_table, view.table
        at[LED], at[WINNING], at[WINNER], at[SHOWN] = view.led, view.winning, view.winner, view.shown
        if n == 0 or at[HAND] != steps[n - 1, HAND]:
            for place in range(state.pack_size):
                decks[at[HAND], place] = state.deck[place]
        play(state, index)
        n += 1
    score(state, row)
    return n


compiled_follow = njit(follow)


def games(players, rules, match, numbers, how=compiled_follow):
    """(steps as lists, decks in words, score) of random games at one table."""
    states, views = briscola.new(players, rules, wins_needed(match)), blank(briscola.VIEW)
    if how is compiled_follow:  # numba takes records only in plain arrays
        states, views = np.asarray(states).view(briscola.STATE), np.asarray(views).view(briscola.VIEW)
    for number in numbers:
        steps, decks = np.zeros((3000, WIDTH), np.int64), np.full((60, 40), -1, np.int64)
        row = np.zeros(briscola.ROW, np.int64)
        n = how(states, views, 7, number, word(players, number), steps, decks, row)
        hands = int(steps[n - 1, HAND]) + 1
        yield steps[:n].tolist(), [[name(card) for card in deck if card >= 0] for deck in decks[:hands].tolist()], row


def agree(at, hand):
    """Check one position: the numbers `at` of the engine against the oracle's `hand`."""
    players = hand.players
    assert at[TURN] == hand.seat
    legal = hand.legal_moves()
    assert at[MOVES][: at[N_MOVES]] == [NUMBER[move] for move in legal]
    held = [sum(BIT[card] for card in cards) for cards in hand.hands]
    assert at[HANDS][:players] == held
    assert at[POINTS][: oracle.side_count(players)] == hand.by_side(hand.points_by_seat())
    assert (at[STOCK], at[TRICKS], at[ON_TABLE]) == (len(hand.stock), len(hand.tricks), len(hand.table))
    assert at[UPCARD] == NUMBER[hand.upcard] and at[TRUMP] == oracle.SUITS.index(hand.trump)
    assert at[HOLDER] == (-1 if hand.upcard_drawer is None else hand.upcard_drawer)
    assert at[SWAPPER] == (-1 if hand.swap is None else hand.swap[0])
    table = [card for _, card in hand.table]
    assert at[TABLE] == sum(NUMBER[card] << 8 * k for k, card in enumerate(table))
    if table:
        place = oracle.trick_winner(table, hand.trump)
        assert (at[LED], at[WINNING]) == (NUMBER[table[0]], NUMBER[table[place]])
        assert at[WINNER] == hand.table[place][0]
    else:
        assert (at[LED], at[WINNING]) == (-1, -1)
    shown = {card for card in (hand.first_upcard, hand.upcard) if any(card in cards for cards in hand.hands)}
    assert at[SHOWN] == sum(BIT[card] for card in shown - hand.hands[hand.seat])
    return legal[at[INDEX]]


def retell(steps, decks, players, rules, match, row):
    """Make the engine's moves with the oracle; every position, every hand and the whole match must agree."""
    options = {"trump_swap": rules["trump_swap"], "shared_stock": rules["shared_stock"] == "on", "tie": rules["tie"]}
    by_hand = [[] for _ in decks]
    for at in steps:
        by_hand[at[HAND]].append(at)
    choices_made, first = [], 0
    for deck, moves in zip(decks, by_hand, strict=True):
        hand = oracle.Hand(deck, players, first=first, **options)
        for at in moves:
            move = agree(at, hand)
            if at[N_MOVES] > 1:
                choices_made.append(move)
            hand.make(move)
        assert hand.over, "the engine stopped too soon"
        if not (hand.result().draw and rules["tie"] == "replay"):
            first = (first + 1) % players
    told, chosen = iter(decks), iter(choices_made)
    whole = oracle.play_match(told, players, lambda position: next(chosen), match, **options)
    assert next(told, None) is None and next(chosen, None) is None, "the oracle needed fewer hands"
    sides = oracle.side_count(players)
    result, points, tricks, hands = row.tolist()
    assert (hands[:sides], points[:sides], tricks[:sides]) == (whole.hands_won, whole.points, whole.tricks)
    if whole.winner is not None:
        assert result[:sides] == [2 * (side == whole.winner) for side in range(sides)]
    else:
        assert result[:sides] == [int(taken == max(whole.points)) for taken in whole.points]
    return whole


def retell_all(players, rules, match, numbers):
    """(hands drawn, hands played again, swaps) in these games, so that a test can see that it tested something."""
    drawn = void = swaps = 0
    for number, (steps, decks, row) in zip(numbers, games(players, rules, match, numbers), strict=True):
        try:
            whole = retell(steps, decks, players, rules, match, row)
        except AssertionError as error:
            what = f"deal {number} of seed 7, {players} players, {rules}, {match}"
            raise AssertionError(f"engine and oracle part in {what}: {error}") from error
        drawn += whole.hands_drawn
        void += whole.void_hands
        swaps += sum(result.swap is not None for result in whole.results)
    return drawn, void, swaps


def options(tie, trump_swap, shared_stock):
    return {"tie": tie, "trump_swap": trump_swap, "shared_stock": shared_stock}


@pytest.mark.parametrize("chosen", OPTIONS, ids="-".join)
def test_two_players(chosen):
    place = OPTIONS.index(chosen)
    _, _, swaps = retell_all(2, options(*chosen), "single", range(250 * place, 250 * place + 250))
    assert (swaps > 0) is (chosen[1] != "off")


@pytest.mark.parametrize("chosen", OPTIONS, ids="-".join)
@pytest.mark.parametrize("players", [3, 4, 6])
def test_more_players(players, chosen):
    place = OPTIONS.index(chosen)
    retell_all(players, options(*chosen), "single", range(25 * place, 25 * place + 25))


@pytest.mark.parametrize("tie", ["draw", "replay", "last_trick"])
@pytest.mark.parametrize("match", ["best_of=3", "best_of=5", "first_to=1", "first_to=7"])
def test_matches_of_two(match, tie):
    numbers = range(20) if match == "first_to=7" else range(60)
    drawn, void, _ = retell_all(2, options(tie, "two", "off"), match, numbers)
    if match == "first_to=7":
        assert (drawn > 0, void > 0) == (tie == "draw", tie == "replay"), (
            "no tie in all these hands: nothing was tested"
        )


@pytest.mark.parametrize("tie", ["draw", "replay", "last_trick"])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_matches_of_more(players, tie):
    retell_all(players, options(tie, "seven", "off"), "best_of=3", range(25))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_plain_python_and_machine_code_tell_the_same_story(players):
    for place, chosen in enumerate(OPTIONS):
        match = ("single", "best_of=3")[place % 2]
        numbers = range(2 * place, 2 * place + 2)
        told = [list(games(players, options(*chosen), match, numbers, how)) for how in (follow, compiled_follow)]
        for plain, fast in zip(*told, strict=True):
            assert plain[:2] == fast[:2] and plain[2].tolist() == fast[2].tolist()


def test_cards_are_named_alike_by_both():
    assert [parse(card) for card in oracle.full_pack(2)] == list(CARDS)

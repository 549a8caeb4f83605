"""Laws that hold in every game at every table, whatever the options, for every strategy in the folders.

Cards and points are conserved, the winner of a trick leads, what one wins another loses, and chance hangs on (seed,
deal, seat) alone.  See also test_laws_views, what a seat sees, and test_laws_compiled, machine code.
"""

import itertools
import random

import numpy as np
import oracle_briscola as oracle
import pytest
from every_table import (
    OPTIONS,
    TABLES,
    at_random,
    cards_in,
    every_strategy,
    game_at,
    held,
    in_python,
    judge,
    new_table,
    rows_of,
    some_move,
    worth,
)

from analyzer import chiamata
from analyzer.bits import count
from analyzer.cards import name, parse
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, TRICKS
from analyzer.tables import wins_needed
from analyzer.tricks import table_card, trick_card, trick_leader

PACK = {2: 40, 3: 39, 4: 40, 6: 36, 5: 40}
EVERYWHERE = [(game, players, options) for game, players in TABLES for options in OPTIONS[players]]

# Cards and points


def audit(state, index, forced):
    """Check, before a move, that no card and no point was lost or doubled, and that all have as many as they should."""
    players, tricks, on_table = int(state.players), int(state.tricks), int(state.on_table)
    played = [trick_card(state, trick, k) for trick in range(tricks) for k in range(players)]
    table = [table_card(state, k) for k in range(on_table)]
    stock = cards_in(int(state.unplayed) & ~sum(held(state)))
    everywhere = [*played, *table, *itertools.chain(*map(cards_in, held(state))), *stock]
    assert sorted(everywhere) == sorted(state.cards[: PACK[players]]), "every card is in one place only"
    assert worth(table) == state.table_points
    assert sum(state.points) + worth(table) + worth(cards_in(state.unplayed)) == 120
    assert sum(state.tricks_won) == tricks
    (audit_auction if players == 5 else audit_stock)(state, stock)
    full = 8 if players == 5 else int(state.hand_size)
    size = min(full, PACK[players] // players - tricks)
    sizes = [size - ((seat - state.leader) % players < on_table) for seat in range(players)]
    assert [count(hand) for hand in held(state)] == sizes, "hands are full while there is a stock"
    n_moves = game_at(players).choices(state)
    assert forced == (n_moves == 1) and 0 <= index < n_moves


def audit_stock(state, stock):
    """Check that everybody draws one card after every trick, the upcard last."""
    players = int(state.players)
    left = PACK[players] - players * int(state.hand_size + state.tricks)
    assert len(stock) == state.stock == max(0, left)
    assert (state.upcard_holder < 0) == (state.stock > 0) == (state.upcard in stock)
    assert state.turn == (state.leader + state.on_table) % players
    assert count(int(state.pack)) == PACK[players]


def audit_auction(state, stock):
    """Check that all cards are dealt, and that whoever bids is still in the auction."""
    assert not stock
    if state.phase == chiamata.BID:
        assert not state.passed >> state.turn & 1 and state.bid == max(state.bids) and not state.tricks
        assert (state.bidder < 0) == (state.bid == 0)
    elif state.phase == chiamata.CALL:
        assert state.turn == state.caller == state.bidder and not state.tricks
    else:
        assert state.turn == (state.leader + state.on_table) % 5
        helpers = [seat for seat in range(5) if state.role[seat] == chiamata.PARTNER]
        holder = [seat for seat in range(5) if held(state)[seat] >> state.called & 1]
        if state.partner < 0:
            assert holder == (helpers or [state.caller])
        else:
            assert not holder and [state.partner] == (helpers or [state.caller])


def tell_afterwards(state):
    """Check the tricks of a finished hand, who led and who won them; returns the points taken by seat."""
    players, trump = int(state.players), oracle.SUITS[int(state.trump)]
    tricks = range(PACK[players] // players)
    cards = [[name(trick_card(state, trick, k)) for k in range(players)] for trick in tricks]
    leaders = [int(trick_leader(state, trick)) for trick in tricks]
    places = [oracle.trick_winner(each, trump) for each in cards]
    winners = [(leader + place) % players for leader, place in zip(leaders, places, strict=True)]
    assert leaders[1:] == winners[:-1], "the winner of a trick leads the next"
    if players == 5:
        assert leaders[0] == (state.caller if state.caller_leads else state.opener)
        assert sum(name(int(state.called)) in each for each in cards) == 1
    else:
        last = int(state.hand_size)
        assert leaders[0] == state.opener
        assert any(name(int(state.upcard)) in each for each in cards[-last:]), "the upcard is drawn last"
        assert state.upcard_holder == (leaders[-last] - 1) % players, "by the player before the one who drew first"
    taken = [0] * players
    for winner, each in zip(winners, cards, strict=True):
        taken[winner] += worth(map(parse, each))
    return taken


def agrees(state, row, options):
    """Check a score against the tricks of its last hand and, where a hand is the game, against the rules."""
    players = int(state.players)
    called = players != 5 or state.phase == chiamata.PLAY
    taken = tell_afterwards(state) if called else [0] * 5
    columns = taken if players in (3, 5) else [sum(taken[side::2]) for side in range(2)] + [0]
    if "match" not in options and state.hands_dealt == 1:
        assert row[POINTS].tolist() == columns
        assert row[TRICKS].sum() == (PACK[players] // players if called else 0)
    if players == 5:
        return
    counted = row[POINTS].sum() // 120
    assert row[POINTS].sum() == 120 * counted and row[TRICKS].sum() == PACK[players] // players * counted
    assert 1 <= counted <= state.hands_dealt
    needed = wins_needed(options.get("match", "single"))
    if needed:
        assert row[HANDS].max() == needed and (row[RESULT] == 60).tolist() == (row[HANDS] == needed).tolist()
    elif row[POINTS].tolist().count(row[POINTS].max()) == 1:
        assert row[RESULT].tolist() == [60 if each == row[POINTS].max() else 0 for each in row[POINTS]]


@pytest.mark.parametrize(("game", "players", "options"), EVERYWHERE, ids=str)
def test_cards_and_points_are_conserved_after_every_move(game, players, options):
    names = ("timid" if players == 5 else "spend_trump", at_random(game))
    for number in range(4):
        state, row = in_python(names, number, number % 2, audit, seed=12, game=game, players=players, **options)
        agrees(state, row, options)


@pytest.mark.parametrize(("game", "players", "strategy", "options"), every_strategy(1), ids=str)
def test_they_are_whoever_plays(game, players, strategy, options):
    for number, other in enumerate((at_random(game), strategy)):
        state, row = in_python((strategy, other), number, number, audit, seed=11, game=game, players=players, **options)
        agrees(state, row, options)


# What one wins another loses


@pytest.mark.parametrize(("game", "players", "options"), EVERYWHERE, ids=str)
def test_payoffs_of_every_game_sum_to_zero_and_the_places_to_one(game, players, options):
    strong, weak = ("timid", "random_bidder") if players == 5 else ("spend_trump", "random_card")
    rows = rows_of((strong, weak), 300, seed=14, game=game, players=players, **options)
    assert not rows[:, :, PAYOFF].sum(axis=2).any() and rows[:, :, PAYOFF].any()
    assert (rows[:, :, POINTS].sum(axis=2) % 120 == 0).all()
    results = rows[:, :, RESULT]
    if players == 5 and "match" not in options:
        assert np.array_equal(results, 30 * (np.sign(rows[:, :, PAYOFF]) + 1))
    elif "tie3=void" in options.get("rules", ()):
        assert set(results.sum(axis=2).ravel()) == {0, 60}
    else:
        assert (results.sum(axis=2) == 60).all()


# Chance


@pytest.mark.parametrize(("game", "players", "options"), EVERYWHERE, ids=str)
def test_a_table_played_at_before_deals_as_a_new_one(game, players, options):
    module, used = game_at(players), new_table(players, options)
    chance = random.Random(3)
    for number in (5, 4, 4, 5, 1 << 40, 5):
        module.deal(used[0], 31, number)
        fresh = new_table(players, options)
        module.deal(fresh[0], 31, number)
        assert used.tobytes() == fresh.tobytes()
        moves = chance.randrange(200)
        while not module.over(used[0]) and moves:
            module.play(used[0], some_move(module, used[0], chance))
            moves -= 1


def dice_of(names, number, **options):
    """The dice of every decision in a game, by (hand, seat, how many times the seat moved before)."""
    referee = judge(names, 41, **options)
    thrown, moves = {}, {}

    def watch(state, index, forced):
        who = (int(state.hands_dealt), int(state.turn))
        if not forced:
            thrown[(*who, moves.get(who, 0))] = int(referee.view.dice)
        moves[who] = moves.get(who, 0) + 1

    referee.play(number, 0, watch)
    return thrown


SWAPS = {
    "two": {"rules": ["trump_swap=two"], "match": "best_of=3"},
    "seven": {"rules": ["trump_swap=seven"], "match": "best_of=3"},
}


@pytest.mark.parametrize(
    ("players", "options"),
    [*((2, SWAPS[swap]) for swap in SWAPS), (3, SWAPS["two"]), (4, SWAPS["seven"]), (6, SWAPS["seven"])]
    + [(5, {"match": "first_to=4"})],
    ids=str,
)
def test_dice_are_thrown_anew_for_every_decision(players, options):
    game, names = ("chiamata", ("timid",) * 2) if players == 5 else ("briscola", ("lowest",) * 2)
    games = [dice_of(names, number, game=game, players=players, **options) for number in range(8)]
    if players == 2:
        assert max(at for thrown in games for *_, at in thrown) > 18, "nobody swapped, and so nobody decided twice"
    thrown = list(itertools.chain(*(each.values() for each in games)))
    assert len(set(thrown)) == len(thrown) > 8 * (PACK[players] - players)
    ones = sum(count(each) for each in thrown)
    assert abs(ones - 32 * len(thrown)) < 5 * (16 * len(thrown)) ** 0.5


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_play_of_one_seat_never_moves_the_dice_of_another(game, players):
    one, *others = ("random_card", "lowest", "spend_trump")
    if players == 5:
        one, *others = ("random_bidder", "random_bidder:daring=0.5", "random_bidder:daring=0.7")
    decisions = 0
    for number in range(6):
        games = [dice_of((one, other), number, game=game, players=players) for other in others]
        both = [key for key in games[0] if key in games[1]]
        assert [games[0][key] for key in both] == [games[1][key] for key in both]
        decisions += len(both)
        assert games[0] != dice_of((one, others[0]), number + 100, game=game, players=players)
        if players != 5:
            assert len(both) == len(games[0]) == PACK[players] - players, "in every trick but the last"
    assert decisions > 6 * (PACK[players] - players - 1)


@pytest.mark.parametrize("rule", ["must_follow=on", "trump_swap=two"])
def test_nor_does_it_where_some_have_no_choice_or_one_more(rule):
    shared = 0
    for number in range(12):
        games = [
            dice_of((one, "random_card"), number, game="briscola", players=4, rules=[rule])
            for one in ("lowest", "spend_trump")
        ]
        both = [key for key in games[0] if key in games[1]]
        assert [games[0][key] for key in both] == [games[1][key] for key in both]
        shared += len(both)
    assert shared > 12 * 10

"""How many ways are there to go on from some positions of Burraco, and where do they lead?

For every depth four numbers: how many sequences of so many steps there are; after how many of them side 0 is to act;
how many cards lie in its melds, and how many points are in the hand of the seat to act, all sequences together.  The
decks are written down as a formula, and so is how the hand is played up to there.  The engine counts on copies of its
state, the independent oracle on its own.
"""

import oracle_burraco as oracle
import pytest
from burraco_record import cards
from oracle_melds import value
from test_oracle_burraco import WORD, in_words

from analyzer import burraco
from analyzer.double_pack import PACK, clear, points, put

# Every how manieth card of the pack is dealt, how many steps have been made, step k being number `way * k` among those
# there are, rules: depth -> the four numbers.
POSITIONS = {
    "49 60 3": {4: (42, 42, 650, 3365), 6: (566, 0, 8638, 46630)},
    "79 120 5": {4: (42, 0, 764, 3015), 6: (355, 273, 6427, 14795)},
    "19 0 3 all_wild_sets=false semi_clean=end": {2: (21, 21, 57, 2220), 4: (315, 104, 1227, 26040)},
    "79 160 7 all_wild_sets=false semi_clean=end": {3: (37, 0, 740, 2135), 5: (356, 314, 7120, 19250)},
    "13 20 7 pile_needs_meld=true sets=A3 close_requires=clean": {4: (35, 35, 315, 3665), 6: (251, 170, 2746, 22930)},
    "55 20 3 pile_needs_meld=true sets=A3 close_requires=clean": {2: (31, 9, 496, 895), 4: (324, 192, 5220, 7975)},
    "53 60 5 pozzetto_indirect=next_turn": {2: (15, 15, 207, 1350), 4: (311, 152, 4581, 28260)},
    "35 60 7 one_set_per_rank=false": {4: (110, 110, 1674, 4340), 6: (490, 156, 7548, 33315)},
    "77 160 5 redicard_single=allowed shared_stock=on": {5: (60, 55, 1980, 1025), 7: (321, 321, 10756, 7235)},
    "55 0 7 initial_upcard=false": {1: (1, 1, 0, 165), 3: (599, 588, 3289, 47890)},
    "5 60 7 initial_upcard=false": {5: (46, 1, 875, 4750), 7: (279, 0, 5309, 29785)},
    "85 160 7 stock_end=immediate": {3: (34, 0, 782, 2240), 5: (542, 338, 12466, 31265)},
}


def arguments(key):
    """The deck, the steps made before, and the rules."""
    step, before, way, *rules = key.split()
    deck = [PACK[int(step) * k % 108] for k in range(108)]
    assert sorted(deck) == sorted(PACK), "108 and the step have a common factor"
    return deck, int(before), int(way), dict(rule.split("=") for rule in rules)


def engine(deck, rules):
    """A table with this deck dealt, as an array of one state."""
    states = burraco.new(4, rules)
    state = states[0]
    burraco.deal(state, 1, 0)
    state.deck[:] = deck
    for seat in range(4):
        clear(state.hands[seat])
        for card in deck[11 * seat : 11 * seat + 11]:
            put(state.hands[seat], card)
    clear(state.open_cards[0])
    if state.initial_upcard:
        state.pile[0] = deck[66]
        put(state.open_cards[0], deck[66])
    burraco.find_steps(state)
    return states


def play_up_to(key):
    """The engine's table and the oracle's, played on by the same steps."""
    deck, before, way, rules = arguments(key)
    states, game = engine(deck, rules), oracle.OracleBurraco(lambda hand: [WORD[card] for card in deck], rules)
    for k in range(before):
        state = states[0]
        index = way * k % int(state.n_moves)
        game.play(in_words(state.moves[index].tolist()))
        burraco.play(state, index)
    return states, game


def count(states, depth, totals, at=0):
    """Add up the four numbers for every depth down to `depth`."""
    state = states[0]
    over = burraco.over(state)
    melded = sum(int(meld.n) for meld in state.melds[0, : state.n_melds[0]])
    held = sum(map(points, cards(state.hands[state.turn])))
    for k, number in enumerate((1, not over and state.turn % 2 == 0, melded, 0 if over else held)):
        totals[at][k] += int(number)
    if at < depth and not over:
        for index in range(int(state.n_moves)):
            further = states.copy()
            burraco.play(further[0], index)
            count(further, depth, totals, at + 1)
    return totals


def count_in_words(game, depth, totals, at=0):
    """The same of the oracle."""
    over = game.finished
    melded = sum(map(len, game.melds[0]))
    held = 0 if over else value(game.hand.elements())
    for k, number in enumerate((1, not over and game.side == 0, melded, held)):
        totals[at][k] += int(number)
    if at < depth:
        for move in game.legal():
            further = game.copy()
            further.play(move)
            count_in_words(further, depth, totals, at + 1)
    return totals


def zeros(depth):
    return [[0] * 4 for _ in range(depth + 1)]


@pytest.mark.parametrize("key", POSITIONS)
def test_engine_and_oracle_find_as_many_sequences_as_pinned(key):
    depth = max(POSITIONS[key])
    states, game = play_up_to(key)
    found, told = count(states, depth, zeros(depth)), count_in_words(game, depth, zeros(depth))
    assert found == told
    assert {depth: tuple(found[depth]) for depth in POSITIONS[key]} == POSITIONS[key]

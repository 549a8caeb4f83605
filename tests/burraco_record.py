"""Games of Burraco with steps nobody has thought about: the table, and what the seat to act may know, at every step."""

import numpy as np
from numba import njit
from numba.extending import register_jitable

from analyzer import burraco
from analyzer.bits import die
from analyzer.burraco import DRAW, STATE, VIEW, choices, look, over, play
from analyzer.double_pack import points
from analyzer.meld_steps import DISCARD, EXTEND, STEP, STOP
from analyzer.records import blank
from analyzer.shuffle import word
from analyzer.tables import wins_needed

SEED = 7
MOST = 700  # steps that are written down of a position; random games have fewer
AT_A_TIME = 400  # positions
ANYHOW, SWAPPERS, MELDERS, BUILDERS, HOARDERS, PILERS = range(6)


def shortened(form):
    """The dtype of a record as it lies in memory, but with fewer places for steps."""
    fields = sorted((form.fields[name][1], name, form.fields[name][0]) for name in form.names if name != "public")
    return np.dtype([(name, STEP, MOST) if name == "moves" else (name, kind) for _, name, kind in fields])


SEEN_STATE, SEEN_VIEW = shortened(STATE), shortened(VIEW)
STATE_HEAD, VIEW_HEAD = STATE.fields["moves"][1], VIEW.fields["moves"][1]  # what lies before the steps
VIEW_TAIL = VIEW_HEAD + MOST * STEP.itemsize  # and behind them
LEFT_OUT = VIEW.itemsize - SEEN_VIEW.itemsize
ONE_STEP = STEP.itemsize


@register_jitable
def pick(state, luck, n):
    """Any step, but mostly by the temper of a game or of a seat, so that all ends come about and melds grow long."""
    throw = word(luck, n)
    many = state.n_moves
    temper = die(luck, 12)
    if temper > PILERS:
        temper = die(word(luck, (1 << 32) + 4 * state.hands_dealt + state.turn), 6)
    anything = die(word(throw, 1), many)
    if temper == ANYHOW or throw & 15 == 0:
        return anything
    if state.phase == DRAW:
        if temper == PILERS or (temper == SWAPPERS and state.n_pile == 1):
            return many - 1
        return anything if temper == BUILDERS else 0
    first = state.moves[0].kind
    if first == STOP and (temper == SWAPPERS or temper == HOARDERS):
        return 0
    if first == STOP and many > 1:
        return 1 if state.moves[1].kind == EXTEND and temper == BUILDERS else 1 + die(word(throw, 1), many - 1)
    return dearest(state) if first == DISCARD and temper == BUILDERS else anything


@register_jitable
def dearest(state):
    """The discard that is worth most."""
    best = 0
    for k in range(state.n_moves):
        if points(state.moves[k].card) > points(state.moves[best].card):
            best = k
    return best


@njit(error_model="numpy")
def follow(states, views, table, sight, tables, sights, chosen, luck, n):
    """Play on until the game is over or `chosen` is full, and return how many steps that was; n were made before.

    `table` and `sight` are the bytes of the state and of the view, `tables` and `sights` those to be kept.
    """
    state, view = states[0], views[0]
    k = 0
    while k < len(chosen) and not over(state):
        used = choices(state) * ONE_STEP
        look(state, view)
        tables[k, : STATE_HEAD + used] = table[: STATE_HEAD + used]
        sights[k, : VIEW_HEAD + used] = sight[: VIEW_HEAD + used]
        sights[k, VIEW_TAIL:] = sight[VIEW_TAIL + LEFT_OUT :]
        chosen[k] = pick(state, luck, n + k)
        play(state, chosen[k])
        k += 1
    return k


def record(number, rules=None, match="single", seed=SEED):
    """Yield (state, view, index) before every step of a game, and at last (state, None, None).

    The records are of SEEN_STATE and SEEN_VIEW, and not to be kept, but for the last one.
    """
    states, views = burraco.new(4, rules or {}, wins_needed(match, "burraco")), blank(VIEW)
    burraco.deal(states[0], seed, number)
    plain_states, plain_views = np.asarray(states).view(STATE), np.asarray(views).view(VIEW)
    table, sight = plain_states.view(np.uint8), plain_views.view(np.uint8)
    tables = np.zeros((AT_A_TIME, SEEN_STATE.itemsize), np.uint8)
    sights = np.zeros((AT_A_TIME, SEEN_VIEW.itemsize), np.uint8)
    chosen = np.zeros(AT_A_TIME, np.int64)
    luck, n = word(seed, number), 0
    while not over(states[0]):
        made = follow(plain_states, plain_views, table, sight, tables, sights, chosen, luck, n)
        for k in range(made):
            yield as_record(tables[k], SEEN_STATE), as_record(sights[k], SEEN_VIEW), int(chosen[k])
        n += made
    yield states[0], None, None


def as_record(some_bytes, form):
    """Bytes as the record they are."""
    return some_bytes.view(form).view(np.recarray)[0]


def whole(state):
    """The state that was written down, as an array of one STATE record."""
    states = blank(STATE)
    size = STATE_HEAD + int(state.n_moves) * ONE_STEP
    states.view(np.ndarray).view(np.uint8)[:size] = np.frombuffer(state.tobytes(), np.uint8)[:size]
    return states


def cards(heap):
    """The numbers of the cards of a record, in ascending order, by a way of its own."""
    has, twice = int(heap.has), int(heap.twice)
    each = [card for card in range(1, 64) for _ in range((has >> card & 1) + (twice >> card & 1))]
    return [0] * int(heap.jokers) + each

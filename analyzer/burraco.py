"""Burraco: four players, two partnerships, 108 cards; meld sets and runs, take the pozzetto, close.

A turn is: draw a card from the stock or take the whole pile; meld as much as you like, on your side's melds only;
discard one card.  Each is a step, or several.  Whoever runs out of cards the first time for his side takes its
*pozzetto*, eleven cards more: at once if the last card was melded (direct), as his next hand if it was discarded.  With
that behind it and a *burraco*, a meld of seven or more, a side may *close*: meld all but one card, which is discarded
and not wild.  The hand also ends when two cards are left of the stock, or when everybody only swaps the last discard.
(Rules after gamerules.com and the codes of the federations FIBUR and FITAB; where they differ, see burraco_rules.)

Seats are numbered in playing order, clockwise, from the one who acts first in the first hand of a game; sides are seats
0 and 2 against 1 and 3.
"""

from numba.extending import register_jitable

from analyzer.bits import stir
from analyzer.burraco_rules import ANY_SETS, AT_ONCE, DRAWN, NEXT_TURN, PRESETS, RULES
from analyzer.burraco_score import hand_result, left_in_hands, meld_class, score
from analyzer.burraco_steps import bars, find_steps
from analyzer.burraco_table import (
    AFTER_POZZETTI,
    CLEAN,
    CLOSED,
    CLOSES,
    DEALT,
    DIRECT,
    DIRTY,
    DISCARDING,
    DRAW,
    FILLED,
    FIRST_POZZETTI,
    HAND,
    LEFT,
    MELDED,
    MELDING,
    PILES,
    POZZETTI,
    RESERVED,
    ROW,
    SEATS,
    SEMI,
    SIDES,
    STALEMATE,
    STALEMATES,
    STATE,
    STOCK_END,
    STOCK_ENDS,
    TAKEN,
    TURNS,
    UNTAKEN,
    VIEW,
    is_clean,
    side_of,
)
from analyzer.burraco_view import look
from analyzer.double_pack import (
    ACE,
    JOKER,
    KING,
    NO_CARD,
    PACK,
    TWO,
    TWOS,
    clear,
    drop,
    held,
    is_wild,
    name,
    points,
    put,
    rank,
    suit,
    suited,
)
from analyzer.meld_steps import DISCARD, EXTEND, OPEN_RUN, OPEN_SET, STOP, TAKE_PILE, TAKE_STOCK, open_meld
from analyzer.melds import (
    ANY_WILD,
    BURRACO,
    RUN,
    SET,
    SETTABLE,
    WILDS,
    fits,
    lay_on,
    meld_name,
    settle_meld,
)
from analyzer.records import blank
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, ROLE, TRICKS, WHOLE
from analyzer.shuffle import shuffle, stream

__all__ = [
    "ACE",
    "BURRACO",
    "DISCARD",
    "DISCARDING",
    "DRAW",
    "EXTEND",
    "FILLED",
    "HANDS",
    "JOKER",
    "KING",
    "MELDING",
    "NO_CARD",
    "OPEN_RUN",
    "OPEN_SET",
    "PAYOFF",
    "POINTS",
    "PRESETS",
    "RESERVED",
    "RESULT",
    "ROLE",
    "ROW",
    "RULES",
    "RUN",
    "SET",
    "STATE",
    "STOP",
    "TAKEN",
    "TAKE_PILE",
    "TAKE_STOCK",
    "TRICKS",
    "TWO",
    "TWOS",
    "UNTAKEN",
    "VIEW",
    "WHOLE",
    "WILDS",
    "fits",
    "is_wild",
    "look",
    "points",
    "rank",
    "score",
    "suit",
    "suited",
]

NAME = "burraco"
PLAYERS = (4,)
ABOUT = {
    4: "108 cards (two French packs, four jokers), 11 in hand, two pozzetti of 11, 41 in the stock; two against two, "
    "partners opposite"
}
MATCHES = ("single", "full")
UNIT = "points"
BOUTS = ("hand", "match")  # what is won or lost: singly, in a match
BEGINS = "acts first"  # what the first seat does
BY_SCORE = False  # a single hand is judged by its points
ROLES_ARE = ""
AT_RANDOM = "random_move"


def roles(players):
    """No roles in this game."""
    return ()


def columns(players):
    """`columns[seat]`: the column of the score that is the seat's side."""
    return (0, 1, 0, 1)


def new(players, rules, wins_needed=0):
    """An empty table for four, as an array of one STATE record; `wins_needed` 0: one hand is the game, else a match.

    `rules` maps option names to values (missing ones take their default).
    """
    states = blank(STATE)
    state = states[0]
    for rule in RULES:
        state[rule.name] = rule.code(rules.get(rule.name, rule.values[0]))
    state.settable = SETTABLE if state.sets == ANY_SETS else 1 << ACE | 1 << 3
    state.settable = state.settable & ~1 | state.all_wild_sets << ANY_WILD
    state.full = int(wins_needed > 0)
    if not state.full:
        state.target = 0
    state.cards[:] = PACK
    # So that `deck_key` tells the truth from the start.
    shuffle(state.cards, state.deck, len(PACK), state.deck_key)
    return states


@register_jitable
def deal(state, seed, number):
    """Start game `number` of `seed`: its first hand, and all that may follow, are settled by these two numbers."""
    state.seed = seed
    state.number = number
    state.opener = 0
    state.hands_dealt = 0
    state.finished = 0
    state.log = 0
    state.rows[:] = 0
    for side in range(SIDES):
        state.totals[side] = 0
        state.hands_won[side] = 0
        state.hand_score[side] = 0
    deal_hand(state)


@register_jitable
def deal_hand(state):
    """Shuffle, unless the deck still lies in this very order, and deal hands, pozzetti, upcard and stock."""
    key = stream(state.seed, state.number, 2 * state.hands_dealt)
    if state.deck_key != key:
        shuffle(state.cards, state.deck, 108, key)
        state.deck_key = key
    state.dice_key = stream(state.seed, state.number, 2 * state.hands_dealt + 1)
    state.hands_dealt += 1
    clear(state.open_cards[0])
    for seat in range(SEATS):
        clear(state.hands[seat])
        clear(state.known[seat])
        for k in range(HAND):
            put(state.hands[seat], state.deck[HAND * seat + k])
        state.last_discard[seat] = NO_CARD
        state.drawn[seat] = 0
        state.lent[seat] = 0
        state.decided[seat] = 0
    for side in range(SIDES):
        state.n_melds[side] = 0
        state.laid[side] = 0
        state.runs_take[side, :] = 0
        state.sets_take[side] = 0
        state.wilds_take[side] = 0
        state.set_ranks[side] = 0
        state.burrachi[side] = 0
        state.cleans[side] = 0
        state.pozzetto[side] = UNTAKEN
        state.reserved_by[side] = -1
    state.pile[:] = 0
    state.n_pile = 0
    state.stock = 42
    state.next_card = AFTER_POZZETTI
    if state.initial_upcard:
        state.stock = 41
        state.next_card += 1
        to_pile(state, state.deck[AFTER_POZZETTI])
    state.swaps = 0
    state.turns = 0
    state.turn = state.opener
    begin_turn(state)


@register_jitable
def to_pile(state, card):
    """Lay a card on the pile."""
    state.pile[state.n_pile] = card
    state.n_pile += 1
    put(state.open_cards[0], card)


@register_jitable
def draw_place(state, seat):
    """Where in the deck the seat's next card from the stock lies; it is marked as drawn.

    Card k of the stock belongs to seat k % 4, so that what one side does moves the other's luck as little as can be.  A
    seat that has drawn all of its own draws the last of the next seat that has any.
    """
    first = AFTER_POZZETTI + state.initial_upcard
    if state.shared_stock:
        state.next_card += 1
        return state.next_card - 1
    total = 108 - first
    for step in range(SEATS):
        owner = seat + step & 3
        own = (total - owner + 3) // 4
        if state.drawn[owner] + state.lent[owner] < own:
            if step == 0:
                state.drawn[owner] += 1
                return first + owner + 4 * (state.drawn[owner] - 1)
            state.lent[owner] += 1
            return first + owner + 4 * (own - state.lent[owner])
    return -1


@register_jitable
def over(state):
    """Is the game over?"""
    return state.finished != 0


@register_jitable
def choices(state):
    """How many steps the seat to act may choose from."""
    return state.n_moves


# What happens


@register_jitable
def play(state, index):
    """The seat to act makes its legal step `index`, with all that follows from it.

    Not checked: 0 <= index < choices(state).
    """
    seat = state.turn
    step = state.moves[index]
    kind = step.kind
    state.decided[seat] += 1
    cards = step.card + 1 | step.second + 1 << 8 | step.third + 1 << 16
    state.log = stir(state.log ^ (cards | step.meld + 1 << 24 | kind << 32))
    if kind == TAKE_STOCK:
        draw_card(state)
    elif kind == TAKE_PILE:
        take_pile(state)
    elif kind == STOP:
        state.phase = DISCARDING
    elif kind == DISCARD:
        discard(state, step.card)
        return
    else:
        meld_cards(state, step)
    # A hand that has ended has dealt the next, which has its steps already.
    if state.finished == 0 and state.phase != DRAW:
        find_steps(state)


@register_jitable
def begin_turn(state):
    """The seat to act may draw; what its side has reserved for it becomes its hand."""
    side = side_of(state.turn)
    if state.pozzetto[side] == RESERVED and state.reserved_by[side] == state.turn:
        take_pozzetto(state, state.turn)
    state.phase = DRAW
    state.barred = NO_CARD
    state.took_pile = 0
    state.melded_now = 0
    state.owes_meld = 0
    find_steps(state)


@register_jitable
def draw_card(state):
    """Draw from the stock."""
    put(state.hands[state.turn], state.deck[draw_place(state, state.turn)])
    state.stock -= 1
    state.phase = MELDING
    if state.stock == 2 and state.stock_end == AT_ONCE:
        state.turns += 1
        state.rows[TURNS, side_of(state.turn)] += 1
        finish_hand(state, STOCK_END, -1)


@register_jitable
def take_pile(state):
    """Take all discards into the hand, for everybody to see."""
    seat = state.turn
    single = state.pile[0]
    twins = held(state.hands[seat], single)
    for k in range(state.n_pile):
        card = state.pile[k]
        drop(state.open_cards[0], card)
        put(state.hands[seat], card)
        put(state.known[seat], card)
    if bars(state, single, twins):
        state.barred = single
    state.took_pile = state.n_pile
    state.n_pile = 0
    state.owes_meld = state.pile_needs_meld
    state.rows[PILES, side_of(seat)] += 1
    state.phase = MELDING


@register_jitable
def show(state, card):
    """A card leaves the hand of the seat to act and lies open."""
    seat = state.turn
    drop(state.hands[seat], card)
    if held(state.known[seat], card) > 0:
        drop(state.known[seat], card)


@register_jitable
def meld_cards(state, step):
    """Open a meld or extend one; whoever has then no card left takes the pozzetto and goes on."""
    seat = state.turn
    side = side_of(seat)
    index = step.meld
    if step.kind == EXTEND:
        meld = state.melds[side, index]
        count_burraco(state, side, meld, -1)
        lay_on(meld, step.card)
        meld_card(state, side, step.card)
        settle_meld(meld, state.run_max)
        count_burraco(state, side, meld, 1)
    else:
        index = state.n_melds[side]
        state.n_melds[side] += 1
        meld = state.melds[side, index]
        open_meld(meld, step)
        settle_meld(meld, state.run_max)
        meld_card(state, side, step.card)
        meld_card(state, side, step.second)
        meld_card(state, side, step.third)
        if meld.kind != RUN:
            state.set_ranks[side] |= 1 << meld.rank
    note_takes(state, side, meld)
    if state.hands[seat].n == 0:
        take_pozzetto(state, seat)
        state.rows[DIRECT, side] += 1


@register_jitable
def count_burraco(state, side, meld, times):
    """Count a meld, so many times, among the burrachi of its side if it is one."""
    if meld.n >= BURRACO:
        state.burrachi[side] += times
        if is_clean(state, meld.kind, meld.wilds):
            state.cleans[side] += times


@register_jitable
def meld_card(state, side, card):
    """What one card that is melded changes, apart from its meld."""
    show(state, card)
    put(state.open_cards[0], card)
    state.laid[side] += points(card)
    state.melded_now += 1
    state.owes_meld = 0
    if card == state.barred:
        state.barred = NO_CARD


@register_jitable
def note_takes(state, side, changed):
    """Work out anew what the side's melds of this suit or these ranks would take."""
    state.wilds_take[side] = 0
    if changed.kind == RUN:
        state.runs_take[side, changed.suit] = 0
    else:
        state.sets_take[side] = 0
    for index in range(state.n_melds[side]):
        meld = state.melds[side, index]
        state.wilds_take[side] |= meld.takes & 1
        if meld.kind == RUN and meld.suit == changed.suit:
            state.runs_take[side, meld.suit] |= meld.takes
        elif meld.kind == SET and changed.kind != RUN:
            state.sets_take[side] |= meld.takes & ~1


@register_jitable
def take_pozzetto(state, seat):
    """The seat takes its side's eleven cards as its new hand."""
    side = side_of(seat)
    for k in range(HAND):
        put(state.hands[seat], state.deck[HAND * (SEATS + side) + k])
    state.rows[POZZETTI, side] += 1
    if state.pozzetto[1 - side] != TAKEN:
        state.rows[FIRST_POZZETTI, side] += 1
    state.pozzetto[side] = TAKEN


@register_jitable
def discard(state, card):
    """Lay a card on the pile; the turn ends, and the hand may."""
    seat = state.turn
    side = side_of(seat)
    show(state, card)
    to_pile(state, card)
    state.last_discard[seat] = card
    state.turns += 1
    state.rows[TURNS, side] += 1
    swapped = state.took_pile == 1 and state.melded_now == 0
    state.swaps = state.swaps + 1 if swapped else 0
    if state.hands[seat].n == 0:
        if state.pozzetto[side] == TAKEN:
            finish_hand(state, CLOSED, side)
            return
        if state.pozzetto_indirect == NEXT_TURN:
            state.pozzetto[side] = RESERVED
            state.reserved_by[side] = seat
        else:
            take_pozzetto(state, seat)
    if state.stock <= 2:
        finish_hand(state, STOCK_END, -1)
    elif state.swaps >= state.stalemate_turns:
        finish_hand(state, STALEMATE, -1)
    else:
        state.turn = seat + 1 & 3
        begin_turn(state)


@register_jitable
def finish_hand(state, ended, closer):
    """The hand is over: count it, and deal the next one if the match goes on."""
    state.ended = ended
    state.closer = closer
    state.n_moves = 0
    for side in range(SIDES):
        score = hand_result(state, side)
        state.hand_score[side] = score
        state.totals[side] += score
        state.rows[DEALT, side] += 1
        state.rows[STOCK_ENDS, side] += ended == STOCK_END
        state.rows[STALEMATES, side] += ended == STALEMATE
        state.rows[CLOSES, side] += closer == side
        state.rows[MELDED, side] += state.laid[side]
        state.rows[LEFT, side] += left_in_hands(state, side)
        for index in range(state.n_melds[side]):
            kind = meld_class(state, state.melds[side, index])
            if kind >= 0:
                state.rows[kind, side] += 1
    ahead = state.hand_score[0] - state.hand_score[1]
    if ahead != 0:
        state.hands_won[0 if ahead > 0 else 1] += 1
    if match_over(state):
        state.finished = 1
    else:
        state.opener = state.opener + 1 & 3
        deal_hand(state)


@register_jitable
def match_over(state):
    """Is the game over after the hand that has just been counted?"""
    if state.full == 0 or state.hands_dealt >= state.max_hands:
        return True
    if max(state.totals[0], state.totals[1]) < state.target:
        return False
    return state.totals[0] != state.totals[1] or state.match_tie == DRAWN


def say(state, index):
    """The step in words, before it is made: `draws`, `takes the pile`, `melds 7♥ 8♥ 9♥`, `adds 10♥ to ...`."""
    step = state.moves[index]
    if step.kind == TAKE_STOCK:
        return "draws"
    if step.kind == TAKE_PILE:
        return "takes the pile"
    if step.kind == STOP:
        return "stops melding"
    if step.kind == DISCARD:
        return f"discards {name(int(step.card))}"
    if step.kind == EXTEND:
        return f"adds {name(int(step.card))} to {meld_name(state.melds[side_of(int(state.turn)), int(step.meld)])}"
    trial = state.trial[0]
    open_meld(trial, step)
    settle_meld(trial, state.run_max)
    return f"melds {meld_name(trial)}"


# How hands went, of which `described` tells the mean per hand.
DESCRIBED = (
    ("won", HANDS, "won", "share"),
    ("closed", CLOSES, "closed", "share"),
    ("pozzetti", POZZETTI, "took the pozzetto", "share"),
    ("first_pozzetto", FIRST_POZZETTI, "took it first", "share"),
    ("direct", DIRECT, "took it directly", "share"),
    ("clean", CLEAN, "clean burrachi", "count"),
    ("semi_clean", SEMI, "semi-clean burrachi", "count"),
    ("dirty", DIRTY, "dirty burrachi", "count"),
    ("piles", PILES, "piles taken", "amount"),
    ("turns", TURNS, "turns", "amount"),
    ("score", POINTS, "score", "amount"),
    ("melded", MELDED, "value melded", "amount"),
    ("left", LEFT, "value left in hand", "amount"),
    ("stock_ends", STOCK_ENDS, "stock ran out", "shared"),
    ("stalemates", STALEMATES, "stalemate", "shared"),
)
SAVED = (
    ("points", POINTS, None),
    ("hands", HANDS, None),
    ("closed", CLOSES, None),
    ("pozzetti", POZZETTI, None),
    ("first_pozzetto", FIRST_POZZETTI, None),
    ("direct", DIRECT, None),
    ("clean", CLEAN, None),
    ("semi_clean", SEMI, None),
    ("dirty", DIRTY, None),
    ("melded", MELDED, None),
    ("left", LEFT, None),
    ("turns", TURNS, None),
    ("piles", PILES, None),
)
SAVED_ONCE = (("dealt", DEALT, None), ("stock_ends", STOCK_ENDS, None), ("stalemates", STALEMATES, None))

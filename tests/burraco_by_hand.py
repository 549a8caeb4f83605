"""Tables of Burraco set up by hand: hands, melds, pile and stock in words, how far a hand is; and steps in words.

Cards are written `7h 10h JK`; a step is `stock`, `pile`, `stop`, `open 7h 8h 9h`, `add 10h to 0` or `discard Kd`.
"""

import numpy as np

from analyzer import burraco
from analyzer.burraco import DRAW, MELDING, RESERVED, UNTAKEN
from analyzer.burraco_table import is_clean
from analyzer.double_pack import CARDS, JOKER, KINDS, PACK, RANKS, clear, held, is_wild, parse_cards, points, put
from analyzer.meld_steps import DISCARD, EXTEND, STOP, TAKE_PILE, TAKE_STOCK
from analyzer.melds import MELD, RUN, SET, WILDS, arrange, lay_on, new_meld, settle_meld
from analyzer.records import blank
from analyzer.tables import wins_needed

FIRST_OF_STOCK = 67  # its place in the deck, behind hands, pozzetti and upcard
LETTERS = "hdcs"
BURRACO = "3h 4h 5h 6h 7h 8h 9h"


# Cards and melds


def text(card):
    """`7h`, `JK`."""
    return "JK" if card == JOKER else RANKS[(card & 15) - 1] + LETTERS[card >> 4]


def told(cards):
    """Some cards, numbers or a record of them, in words: jokers first, then by suit."""
    return " ".join(text(int(card)) for card in (listed(cards) if hasattr(cards, "has") else cards))


def listed(cards):
    """The cards of a record as numbers, in ascending order."""
    return [card for card in KINDS for _ in range(int(held(cards, card)))]


def pick_up(words):
    """The cards named, as a record."""
    cards = blank(CARDS)[0]
    for card in parse_cards(words):
        put(cards, card)
    return cards


def kind_of(cards):
    """The kind of meld that cards can be, its suit and its rank."""
    naturals = [card for card in cards if not is_wild(card)]
    if not naturals:
        return WILDS, -1, 0
    if len({card & 15 for card in naturals}) == 1 and len(naturals) > 1:
        return SET, -1, naturals[0] & 15
    return RUN, naturals[0] >> 4, -1


def meld(words, run_max=14, into=None):
    """The meld that the cards named are, which must be one."""
    cards = parse_cards(words)
    made = blank(MELD)[0] if into is None else into
    new_meld(made, *kind_of(cards))
    for card in cards:
        lay_on(made, card)
    settle_meld(made, run_max)
    assert made.n == len(cards) >= 3
    assert made.kind != RUN or arrange(int(made.ranks), int(made.twos), int(made.others)) >= 0, f"{words} is no meld"
    return made


# Tables


def sit_down(
    hands=(), melds=("", ""), pile="Kc", stock=20, pozzetti=(UNTAKEN, UNTAKEN), turn=0, match="single", **rules
):
    """A table in the midst of a hand: the seat `turn` is to draw.

    `hands` and the pile in words, by seat; `melds` by side, with / between them; `pozzetti` by side: what is said of
    them, or their cards if they are not taken yet.  `stock` says how many cards are left of it, or names those that
    will be drawn next.  What is not named is filled up with other cards.  Rules as in `semi_clean="end"`.
    """
    rules = {rule: str(value).lower() if isinstance(value, bool) else str(value) for rule, value in rules.items()}
    states = burraco.new(4, rules, wins_needed(match, "burraco"))
    state = states[0]
    burraco.deal(state, 1, 0)
    lay_out(state, hands, melds, pile, stock, pozzetti, turn)
    return state


def lay_out(state, hands=(), melds=("", ""), pile="Kc", stock=20, pozzetti=(UNTAKEN, UNTAKEN), turn=0):
    """Make the hand that was just dealt another one."""
    given = [parse_cards(words) for words in hands] + [[] for _ in range(4 - len(hands))]
    boxes = [parse_cards(box) if isinstance(box, str) else None for box in pozzetti]
    drawn_next = parse_cards(stock) if isinstance(stock, str) else []
    named = [*parse_cards(pile), *drawn_next, *parse_cards(" ".join(melds).replace("/", " "))]
    named += [card for some in (*given, *boxes) for card in some or ()]
    spare = list(PACK)
    for card in named:
        spare.remove(card)
    spare.sort(key=lambda card: (is_wild(card), card * 7 % 64))  # wilds last
    for seat in range(4):
        clear(state.hands[seat])
        clear(state.known[seat])
        for card in given[seat] or [spare.pop(0) for _ in range(11)]:
            put(state.hands[seat], card)
    deck = [None] * 108
    for side in range(2):
        state.pozzetto[side] = UNTAKEN if boxes[side] is not None else pozzetti[side]
        state.reserved_by[side] = -1
        if boxes[side] is not None:
            deck[44 + 11 * side : 55 + 11 * side] = boxes[side]
            assert len(boxes[side]) == 11
    assert RESERVED not in state.pozzetto.tolist(), "let somebody run out"
    set_stock(state, deck, 20 if drawn_next else stock, drawn_next, turn)
    places = [*range(44, 66), *range(66, 108), *range(44)]
    for place in places:
        if deck[place] is None:
            deck[place] = spare.pop(0) if spare else 0
    state.deck[:] = deck
    lay_melds(state, melds, pile)
    state.turn = turn
    state.phase = DRAW
    burraco.find_steps(state)


def set_stock(state, deck, left, drawn_next, turn):
    """Draw the stock down to so many cards, and put those named where the next to act will find them."""
    assert state.initial_upcard and not state.shared_stock
    state.stock = left
    for seat in range(4):
        state.drawn[seat] = sum(1 for k in range(41 - left) if k % 4 == seat)
        state.lent[seat] = 0
    for k, card in enumerate(drawn_next):
        seat = (turn + k) % 4
        deck[FIRST_OF_STOCK + seat + 4 * int(state.drawn[seat] + k // 4)] = card


def lay_melds(state, melds, pile):
    """Lay the pile and the melds, and all that the state says about them."""
    lying = state.open_cards[0]
    clear(lying)
    state.n_pile = 0
    for card in parse_cards(pile):
        state.pile[state.n_pile] = card
        state.n_pile += 1
        put(lying, card)
    for side in range(2):
        state.n_melds[side] = 0
        for words in filter(str.strip, melds[side].split("/")):
            laid = meld(words, int(state.run_max), state.melds[side, state.n_melds[side]])
            state.n_melds[side] += 1
            for card in parse_cards(words):
                put(lying, card)
                state.laid[side] += points(card)
            if laid.kind == RUN:
                state.runs_take[side, laid.suit] |= laid.takes
            else:
                state.set_ranks[side] |= 1 << int(laid.rank)
                state.sets_take[side] |= laid.takes & ~1 if laid.kind == SET else 0
            state.wilds_take[side] |= laid.takes & 1
            state.burrachi[side] += laid.n >= 7
            state.cleans[side] += laid.n >= 7 and is_clean(state, laid.kind, laid.wilds)


# Steps


def word(step):
    """A step in words."""
    kinds = {TAKE_STOCK: "stock", TAKE_PILE: "pile", STOP: "stop"}
    if step.kind in kinds:
        return kinds[int(step.kind)]
    if step.kind == EXTEND:
        return f"add {text(int(step.card))} to {step.meld}"
    if step.kind == DISCARD:
        return f"discard {text(int(step.card))}"
    return f"open {told(sorted((int(step.card), int(step.second), int(step.third))))}"


def steps(state):
    """The legal steps in words."""
    return [word(state.moves[k]) for k in range(int(burraco.choices(state)))]


def melding(state):
    """The legal steps of melding in words, without the word `stop`."""
    assert state.phase == MELDING
    return [each for each in steps(state) if each != "stop"]


def play(state, *words):
    """The seats to act make the steps named, one after the other."""
    for each in words:
        if each.startswith("open"):
            each = f"open {told(sorted(parse_cards(each[4:])))}"
        burraco.play(state, steps(state).index(each))


def stuff(state, seat, words):
    """Give a seat another hand."""
    clear(state.hands[seat])
    for card in parse_cards(words):
        put(state.hands[seat], card)
    burraco.find_steps(state)


def look(state):
    """What the seat to act sees."""
    view = blank(burraco.VIEW)[0]
    burraco.look(state, view)
    return view


def score(state):
    """The row of a finished game."""
    row = np.zeros(burraco.ROW, np.int64)
    burraco.score(state, row)
    return row


def melds_of(state, side):
    """The melds of a side in words, cards in ascending order."""
    return [told(state.melds[side, k]) for k in range(int(state.n_melds[side]))]

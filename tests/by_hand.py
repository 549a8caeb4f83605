"""Tables of Briscola set up by hand: which cards are dealt, who leads, how far the hand is; and moves made in words."""

import numpy as np
from conftest import lay

from analyzer import briscola
from analyzer.briscola import SWAP
from analyzer.cards import CARDS, name, parse, parse_cards, points
from analyzer.records import blank
from analyzer.tables import wins_needed

LENGTH = {2: 20, 3: 13, 4: 10, 6: 6}


def mask(text):
    return sum(1 << card for card in parse_cards(text))


def sit_down(players=2, hands=(), upcard="7C", stock="", match="single", **rules):
    """A table with these cards dealt: `hands` in words by seat, filled up to their size; the stock in words, top first.

    Rules as in `trump_swap="two"`; a hand_size may be a number.
    """
    rules = {rule: str(value) for rule, value in rules.items()}
    states = briscola.new(players, rules, wins_needed(match))
    state = states[0]
    briscola.deal(state, 1, 0)
    lay_out(state, hands, upcard, stock)
    return state


def lay_out(state, hands=(), upcard="7C", stock=""):
    """Give the hand that was just dealt other cards."""
    players = int(state.players)
    given = [parse_cards(text) for text in hands] + [[] for _ in range(players - len(hands))]
    top, up = parse_cards(stock), parse(upcard)
    spoken_for = {up, *top, *(card for hand in given for card in hand)}
    rest = [card for card in CARDS if int(state.pack) >> card & 1 and card not in spoken_for]
    # First what is worth nothing and no trump, so that no hand is filled up with what an example is about.
    rest = sorted(rest, key=lambda card: (points(card) > 0, card >> 4 == up >> 4, -card))
    for hand in given:
        hand += [rest.pop(0) for _ in range(int(state.hand_size) - len(hand))]
    lay(state, [*(card for hand in given for card in hand), *top, *rest, up])


def lead_from(state, seat):
    """Let another seat than the first lead the first trick."""
    state.turn = state.leader = state.winner = seat


def moves(state):
    """The legal moves in words: cards, and SWAP."""
    view = look(state)
    return ["SWAP" if move == SWAP else name(int(move)) for move in view.moves[: view.n_moves]]


def look(state):
    """What the seat to act sees."""
    views = blank(briscola.VIEW)
    briscola.look(state, views[0])
    return views[0]


def play(state, text):
    """The seat to act makes the moves named, one after the other."""
    for word in text.split():
        briscola.play(state, moves(state).index(word))


def play_on(state, until=lambda state: False):
    """Everybody plays his first card until the hand, or what comes first, is over."""
    hand = int(state.hands_dealt)
    while not briscola.over(state) and state.hands_dealt == hand and not until(state):
        briscola.play(state, 0)


def score(state):
    """The row of a finished game."""
    row = np.zeros(briscola.ROW, np.int64)
    briscola.score(state, row)
    return row


def end_with(state, standing, last_trick, seat=0):
    """Bring the hand to its last trick, led by `seat`, with the points taken so far, and play it."""
    cards = parse_cards(last_trick)
    players = int(state.players)
    state.stock = 0
    state.upcard_holder = 0
    state.tricks = LENGTH[players] - 1
    lead_from(state, seat)
    state.unplayed = 0
    for k, card in enumerate(cards):
        state.hands[(seat + k) % players] = 1 << card
        state.unplayed |= 1 << card
    for side, taken in enumerate(standing):
        state.points[side] = taken
    assert sum(standing) + sum(map(points, cards)) == 120
    for _ in cards:
        briscola.play(state, 0)

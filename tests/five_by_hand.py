"""Tables of Briscola Chiamata set up by hand: the five hands, the auction in words, and how a hand ends."""

import numpy as np

from analyzer import chiamata
from analyzer.cards import CARDS, parse, parse_cards, points
from analyzer.chiamata import BID
from analyzer.records import blank
from analyzer.tables import wins_needed

BIDS = ["pass", "A", "3", "K", "Q", "J", "7", "6", "5", "4", "2", *(f"2@{p}" for p in range(62, 121))]


def mask(text):
    return sum(1 << card for card in parse_cards(text))


def sit_down(hands=(), match="single", **rules):
    """A table with these hands dealt, in words by seat, each filled up to eight."""
    states = chiamata.new(5, rules, wins_needed(match, "chiamata"))
    state = states[0]
    chiamata.deal(state, 1, 0)
    lay_out(state, hands)
    return state


def lay_out(state, hands=()):
    """Give the hand that was just dealt other cards."""
    given = [parse_cards(text) for text in hands] + [[] for _ in range(5 - len(hands))]
    named = {card for hand in given for card in hand}
    # The worthless first, so that no hand is filled up with what an example is about.
    rest = sorted((card for card in CARDS if card not in named), key=lambda card: (points(card) > 0, -card))
    for hand in given:
        hand += [rest.pop(0) for _ in range(8 - len(hand))]
    deck = [card for hand in given for card in hand]
    assert sorted(deck) == list(CARDS)
    state.deck[:40] = deck
    state.hands[:5] = [sum(1 << card for card in hand) for hand in given]


def look(state):
    """What the seat to act sees."""
    views = blank(chiamata.VIEW)
    chiamata.look(state, views[0])
    return views[0]


def moves(state):
    """The legal moves as numbers."""
    view = look(state)
    return view.moves[: view.n_moves].tolist()


def number(state, word):
    """The number that stands for a bid, in points where only those are bid, or for a card."""
    if state.phase != BID:
        return parse(word)
    return int(word) - 51 if word.isdecimal() and len(word) > 1 else BIDS.index(word)


def play(state, text):
    """The seats to act make the moves named: bids as in `A pass 2@65` or `61 70`, cards to call or to play."""
    for word in text.split():
        chiamata.play(state, moves(state).index(number(state, word)))


def finish(state, taken, tricks=None):
    """End a hand that has been called, with these points, and tricks, for the five seats."""
    state.tricks = 7
    state.points[:5] = taken
    state.tricks_won[:5] = tricks or [2, 2, 1, 1, 1]
    assert sum(taken) == 120 and sum(state.tricks_won) == 7
    last = parse_cards("7S 6S 5S 4S 2S")  # whoever is to lead takes it
    state.unplayed = sum(1 << card for card in last)
    first = int(state.turn)
    for k, card in enumerate(last):
        state.hands[(first + k) % 5] = 1 << card
    for _ in last:
        chiamata.play(state, 0)


def score(state):
    """The row of a finished game."""
    row = np.zeros(chiamata.ROW, np.int64)
    chiamata.score(state, row)
    return row

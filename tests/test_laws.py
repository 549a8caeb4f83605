"""Laws that hold in every game, whatever the options, for every strategy in the folder.

Cards and points are conserved, the trick's winner leads, chance hangs on (seed, deal, seat) alone, machine code plays as
plain Python does, and a view says nothing that its seat may not know.
"""

import itertools
import random

import numpy as np
import oracle_briscola as oracle
import pytest

from analyzer import briscola, match, roster
from analyzer.bits import count
from analyzer.briscola import HANDS, POINTS, RESULT, SWAP, TRICKS
from analyzer.cards import CARDS, name, parse, points
from analyzer.records import blank
from analyzer.referee import Referee
from analyzer.tables import GAMES, Table, wins_needed

STRATEGIES = roster.names("briscola")
SEATS = (2, 3, 4, 6)
TRICKS_IN = {2: 20, 3: 13, 4: 10, 6: 6}
STOCK = {2: 34, 3: 30, 4: 28, 6: 18}
TABLES = [
    {},
    {"rules": ["trump_swap=two"]},
    {"rules": ["trump_swap=seven"], "shared_stock": True},
]
GAMES_OF_SEVERAL_HANDS = [
    {"rules": ["trump_swap=seven", "tie=last_trick"], "shared_stock": True},
    {"rules": ["trump_swap=two", "tie=replay"], "match": "best_of=3"},
    {"rules": ["trump_swap=seven", "tie=draw"], "match": "first_to=2"},
]


def cards_in(mask):
    return [card for card in CARDS if int(mask) >> card & 1]


def worth(mask):
    return sum(map(points, cards_in(mask)))


class Auditor:
    """Watches a game and checks after every move that nothing was lost, doubled or out of turn."""

    def __init__(self):
        self.moves = 0
        self.draws = 0
        self.held = 0
        self.hand = 0
        self.swapped = None

    def watch(self, state, index, forced):
        players, tricks, on_table = int(state.players), int(state.tricks), int(state.on_table)
        hands = [int(hand) for hand in state.hands[:players]]
        if state.hands_dealt != self.hand:
            self.hand, self.draws, self.held = int(state.hands_dealt), 0, sum(map(count, hands))
            self.first_upcard = int(state.upcard)
        played = [briscola.trick_card(state, trick, k) for trick in range(tricks) for k in range(players)]
        played += [briscola.table_card(state, k) for k in range(on_table)]
        undealt = int(state.unplayed) & ~sum(hands)
        everywhere = [*played, *itertools.chain(*map(cards_in, hands)), *cards_in(undealt)]
        assert sorted(everywhere) == cards_in(state.whole), "every card is in one place only"
        assert count(undealt) == state.stock
        assert (state.upcard_holder < 0) == (state.stock > 0) == bool(undealt >> int(state.upcard) & 1)
        table = sum(points(card) for card in played[players * tricks :])
        assert table == state.table_points
        assert sum(state.points) + table + worth(state.unplayed) == 120
        size = min(3, TRICKS_IN[players] - tricks)
        behind = [(state.turn + k) % players for k in range(players - on_table)]
        assert [count(hands[seat]) for seat in behind] == [size] * len(behind), "3 till the stock is gone, then 3, 2, 1"
        assert sum(map(count, hands)) == players * size - on_table
        assert forced == (briscola.choices(state) == 1)
        self.draws += max(0, sum(map(count, hands)) + (self.moves_of_hand(state) - self.held_moves(state)) - self.held)
        self.moves += 1

    def moves_of_hand(self, state):
        return int(state.tricks * state.players + state.on_table)

    def held_moves(self, state):
        return self.moves_of_hand(state)


def finished(state):
    """Check the finished tricks of a hand: who led, who won, when the upcard fell."""
    players = int(state.players)
    trump = oracle.SUITS[int(state.trump)]
    tricks = [
        [name(briscola.trick_card(state, trick, k)) for k in range(players)] for trick in range(TRICKS_IN[players])
    ]
    leaders = [int(briscola.trick_leader(state, trick)) for trick in range(TRICKS_IN[players])]
    winners = [
        (leader + oracle.trick_winner(trick, trump)) % players for leader, trick in zip(leaders, tricks, strict=True)
    ]
    assert leaders == [int(state.opener), *winners[:-1]], "the winner of a trick leads the next"
    assert any(name(int(state.upcard)) in trick for trick in tricks[-3:]), "the upcard is drawn last"
    taken = [0, 0, 0]
    for winner, trick in zip(winners, tricks, strict=True):
        taken[int(state.side[winner])] += sum(points(parse(card)) for card in trick)
    return taken



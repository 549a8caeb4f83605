"""Games of the analyzer with moves nobody has thought about, written down step by step for an oracle to retell."""

import numpy as np
from numba import njit
from numba.extending import register_jitable

from analyzer.cards import CARDS, beats, name, strength, suit
from analyzer.records import blank
from analyzer.shuffle import word

SEED = 7
MOST_STEPS, MOST_HANDS = 20000, 400
NUMBER = {name(card): card for card in CARDS}
BIT = {name(card): 1 << card for card in CARDS}


def mask(cards):
    """The mask of these cards, told by name."""
    return sum(map(BIT.__getitem__, cards))


def in_a_row(cards):
    """Cards in order of play, told by name, the way a record holds them: eight bits each, the first lowest."""
    return sum(NUMBER[card] << 8 * k for k, card in enumerate(cards))


@register_jitable
def lopsided(view, favoured):
    """The index of a card by which one side takes all: the favoured throw their best, the others what takes nothing.

    That is how the rare ends come about, all the points or all the tricks for one side.
    """
    best, best_rating = 0, -1000
    for k in range(min(view.n_moves, 10)):
        card = view.moves[k]
        if card > 57:  # a swap
            continue
        height = strength(card) + 10 * (suit(card) == view.trump)
        takes = view.on_table == 0 or beats(card, view.winning, view.trump)
        rating = height if favoured or not takes else -height
        if rating > best_rating:
            best, best_rating = k, rating
    return best


class Recorder:
    """Plays games of one game module, compiled or in plain Python, its moves picked by `pick(state, view, luck, n)`."""

    def __init__(self, game, pick):
        """`pick` gets a word of luck and the number of the step; it must be known to numba."""
        deal, look, over, play, score = game.deal, game.look, game.over, game.play, game.score

        def follow(states, views, seed, number, luck, seen, notes, hands, decks, row):
            state, view = states[0], views[0]
            deal(state, seed, number)
            n = 0
            while not over(state):
                look(state, view)
                index = pick(state, view, luck, n)
                seen[n] = view
                hand = state.hands_dealt - 1
                notes[n, 0], notes[n, 1], notes[n, 2] = hand, index, state.turn
                for seat in range(hands.shape[1]):
                    hands[n, seat] = state.hands[seat]
                if n == 0 or hand != notes[n - 1, 0]:
                    for place in range(40):
                        decks[hand, place] = state.deck[place]
                play(state, index)
                n += 1
            score(state, row)
            return n

        self.game, self.plain, self.compiled = game, follow, njit(follow)

    def record(self, players, rules, wins, numbers, plain=False):
        """Yield (steps, decks, row) for every game: a step is a dictionary of the view's fields and a few of the state.

        The latter are 'deal', which hand it is; 'index', which move is made; 'turn'; 'hands', everybody's cards.
        """
        game = self.game
        states, views, seen = game.new(players, rules, wins), blank(game.VIEW), np.zeros(MOST_STEPS, game.VIEW)
        if not plain:  # numba takes records only in plain arrays
            states, views = np.asarray(states).view(game.STATE), np.asarray(views).view(game.VIEW)
        notes, hands = np.zeros((MOST_STEPS, 3), np.int64), np.zeros((MOST_STEPS, players), np.int64)
        decks = np.zeros((MOST_HANDS, 40), np.int64)
        fields = [field for field in game.VIEW.names if field != "public"]
        follow = self.plain if plain else self.compiled
        for number in numbers:
            row = np.zeros(game.ROW, np.int64)
            n = follow(states, views, SEED, number, word(players, number), seen, notes, hands, decks, row)
            columns = [seen[field][:n].tolist() for field in fields]
            steps = [dict(zip(fields, values, strict=True)) for values in zip(*columns, strict=True)]
            for step, (deal, index, turn), held in zip(steps, notes[:n].tolist(), hands[:n].tolist(), strict=True):
                step |= {"deal": deal, "index": index, "turn": turn, "hands": held}
            yield steps, decks[: int(notes[n - 1, 0]) + 1].tolist(), row.tolist()

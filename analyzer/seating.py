"""Who sits where: the games that are played of every deal, so that luck in cards and seats cancels.

The games of one deal are a *block*.  How they are seated depends on the table and on how many play:

- two sides (2, 4, 6 players): each deal twice, the sides changed over.  Partners of different kinds, `a+b`, are turned
  round the table until each of them has led.  Where both sides are such, it matters who of the one sits behind whom of
  the other, so all of that is played with the sides exchanged as well.
- two strategies where everybody is for himself (3, 5): the first alone among players of the second, in every seat; then
  the other way round.  These are two results, for it matters who sits with whom.
- three strategies at three seats: all six orders.  Who sits behind whom matters, and turning round keeps that.
- more strategies, or when asked for: a *pool*.  Each deal draws one of the mixtures and turns it round; given pairs, it
  is a mixture of one of the pairs.
- a *crosstable*: certain pairs of strategies, each as above, all on the same deals.
"""

from itertools import combinations, permutations, product
from typing import NamedTuple

import numpy as np

from analyzer.roster import Strategy
from analyzer.shuffle import pick

BOTH_SIDES, TURNS, AMONG, ORDERS, POOL = "both sides", "turns", "one among others", "all orders", "pool"
CROSSTABLE = "crosstable"
LARGEST_POOL = 8


class Party(NamedTuple):
    """Who plays for one name on the command line: a strategy, or partners `a+b` in the order in which they sit."""

    members: tuple[Strategy, ...]

    @property
    def mixed(self):
        """Are they of different kinds?"""
        return any(member != self.members[0] for member in self.members)

    @property
    def shown(self):
        """One of them where all are the same."""
        return self.members if self.mixed else self.members[:1]

    @property
    def label(self):
        """What they are called."""
        return "+".join(member.label for member in self.shown)

    @property
    def word(self):
        """What to type to get them."""
        return "+".join(member.word for member in self.shown)


class Plan(NamedTuple):
    """The kinds of blocks there are, a block being games, a game a seating.

    `seats[kind, game, seat]` is the player (counted through the parties), `owners[kind, game, column]` the party whose
    column of the score it is, `entries[kind, game, column]` the result that column counts for, or -1.  The results of
    a crosstable are its pairs, each told from the side of the first.
    """

    design: str
    seats: np.ndarray
    owners: np.ndarray
    entries: np.ndarray
    n_entries: int

    @property
    def games(self):
        """Games of a block."""
        return self.seats.shape[1]

    def kind(self, seed, number):
        """Which kind of block a deal is."""
        return pick(seed, number, len(self.seats))

    def seating(self, seed, number, game):
        """The player in every seat, in one game of a deal."""
        return self.seats[self.kind(seed, number), game].tolist()


def plan(table, parties, pool=False, pairs=()):
    """The Plan for these parties at this table; ValueError if they cannot sit down there.

    `pairs` makes it a crosstable of these (party, party); with `pool` they are the only ones that share a table.
    """
    if pairs and not pool:
        return _crosstable(table, parties, pairs)
    n, columns = table.players, table.columns
    if len(set(columns)) == 2:
        if len(parties) != 2:
            raise ValueError(
                f"{table.game} with {n} players has two sides, so two strategies are compared there, not {len(parties)}"
            )
        if pool:
            raise ValueError(f"{table.game} with {n} players has two sides, so there are no mixtures to seat")
        return _two_sides(n, columns, parties)
    if len(parties) < 2:
        raise ValueError("it takes two strategies or more to compare")
    if any(len(party.members) > 1 for party in parties):
        raise ValueError(f"{table.game} with {n} players has no fixed partners, so a+b cannot be seated there")
    if not pool and len(parties) == 2:
        games = [[one if seat == turn else 1 - one for seat in range(n)] for one in range(2) for turn in range(n)]
        entries = [[one if seat == turn else -1 for seat in range(n)] for one in range(2) for turn in range(n)]
        return _made(AMONG, [games], [games], [entries], 2)
    if not pool and n == 3 and len(parties) == 3:
        orders = [list(order) for order in permutations(range(3))]
        return _made(ORDERS, [orders], [orders], [orders], 3)
    if len(parties) > LARGEST_POOL:
        raise ValueError(f"at most {LARGEST_POOL} strategies can be mixed, not {len(parties)}")
    circles = [[pair[k] for k in circle] for pair in pairs for circle in _circles(2, n)] or _circles(len(parties), n)
    kinds = [[_turned(circle, turn) for turn in range(n)] for circle in circles]
    return _made(POOL, kinds, kinds, kinds, len(parties))


def _two_sides(n, columns, parties):
    """The sides changed over; partners of different kinds turned through every seat."""
    for party in parties:
        if len(party.members) not in (1, n // 2):
            raise ValueError(f"{party.label} names {len(party.members)} partners, but a side here has {n // 2}")
    one = range(len(parties[0].members))
    two = range(len(one), len(one) + len(parties[1].members))
    mixed = sum(party.mixed for party in parties)
    seats, sides = [], []
    for exchanged in range(2 if mixed == 2 else 1):
        members = (two, one) if exchanged else (one, two)
        circle = [members[columns[seat]][seat // 2 % len(members[columns[seat]])] for seat in range(n)]
        for turn in range(n if mixed else 2):
            seats.append(_turned(circle, turn))
            sides.append([(side + turn + exchanged) % 2 for side in range(2)])
    return _made(TURNS if mixed else BOTH_SIDES, [seats], [sides], [sides], 2)


def _crosstable(table, parties, pairs):
    """Every pair's games after each other.  Where everybody is for himself the first sits among players of the second,
    in every seat."""
    offsets = np.cumsum([0, *(len(party.members) for party in parties)])
    seats, owners, entries = [], [], []
    for number, pair in enumerate(pairs):
        one, two = (parties[k] for k in pair)
        played = plan(table, (one, two))
        games = table.players if played.design == AMONG else played.games
        members = [offsets[k] + member for k in pair for member in range(len(parties[k].members))]
        for game in range(games):
            seats.append([members[player] for player in played.seats[0, game]])
            owners.append([pair[party] for party in played.owners[0, game]])
            entries.append([number if entry == 0 else -1 for entry in played.entries[0, game]])
    return _made(CROSSTABLE, [seats], [owners], [entries], len(pairs))


def _turned(circle, turn):
    """The players one seat further for every turn."""
    return [circle[(seat - turn) % len(circle)] for seat in range(len(circle))]


def _circles(k, n):
    """The different ways to seat k strategies round a table of n: every mixture if k < n, else every n of them.

    Turned tables count once, tables of one strategy not at all.
    """
    if k < n:
        circles = product(range(k), repeat=n)
        return [list(each) for each in circles if len(set(each)) > 1 and each == min(_turns_of(each))]
    return [[chosen[0], *rest] for chosen in combinations(range(k), n) for rest in permutations(chosen[1:])]


def _turns_of(circle):
    return [tuple(_turned(circle, turn)) for turn in range(len(circle))]


def _made(design, seats, owners, entries, n_entries):
    """A Plan of arrays; columns that the score has beyond the sides count for nobody."""
    return Plan(design, *(np.array(each, np.int64) for each in (seats, owners, entries)), n_entries)

"""Where settings of a strategy are tried: at which table, against whom, on which deals, and what counts there.

All settings play the same deals against every opponent of a pool, seated as in `seating`: with two sides they change
over, where everybody is for himself a setting sits alone among players of the opponent, in every seat.  A setting's
*value* in a deal is what it got from all of that, every opponent counting alike.
"""

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from analyzer import match as matches
from analyzer import options, tables
from analyzer.findings import same, score_of_itself
from analyzer.match import Match
from analyzer.roster import Strategy
from analyzer.scores import WHOLE
from analyzer.seating import Party


def pool(texts, game):
    """The opponents in a list such as `spend_trump,count_cards:memory=1,fear=2`, or in several."""
    words: list[str] = []
    for text in [texts] if isinstance(texts, str) else texts:
        for word in filter(None, (part.strip() for part in str(text).split(","))):
            if words and "=" in word and ":" not in word:  # one more parameter of the strategy before
                words[-1] += f",{word}"
            else:
                words.append(word)
    found = [matches.party(word, game) for word in words]
    if not found:
        raise ValueError("--against needs the names of opponents, parted by commas")
    twice = next((each.word for k, each in enumerate(found) if each in found[:k]), None)
    if twice:
        raise ValueError(f"{twice} is among the opponents twice")
    return tuple(found)


@dataclass(frozen=True)
class Ground:
    """The ground on which settings of a strategy are tried: a table, a pool of opponents, a seed."""

    table: Any
    strategy: Strategy
    opponents: tuple[Party, ...]
    seed: int

    def contest(self, players):
        """The Match in which these players meet every opponent on the same deals."""
        parties = (*(Party((player,)) for player in players), *self.opponents)
        arms, n = len(players), len(self.opponents)
        pairs = tuple((arm, arms + opponent) for arm in range(arms) for opponent in range(n))
        return Match(self.table, parties, self.seed, pairs=pairs)

    @cached_property
    def places(self):
        """Of every opponent: how many results a setting gets against it in a deal."""
        entries = self.contest([self.strategy]).plan.entries[0]
        return [int((entries == k).sum()) for k in range(len(self.opponents))]

    @cached_property
    def games(self):
        """Games one setting plays in a deal."""
        return self.contest([self.strategy]).plan.games

    @property
    def unit(self):
        """A value is divided by this to be the mean result of a game."""
        return lcm(*self.places) * len(self.opponents)

    @property
    def whole(self):
        """A value is divided by this to be a mean as it is told: a score from 0 to 1, or a payoff."""
        return self.unit * (WHOLE if self.by_score else 1)

    @property
    def weights(self):
        """What the sum of results against each opponent is multiplied by in the value: int64 [opponents]."""
        return np.array([lcm(*self.places) // places for places in self.places], np.int64)

    def values(self, crossed):
        """What every setting got in every deal, int64 [deals, settings], from `counting.Crosstable.values`."""
        seen = crossed[0 if self.by_score else 1]
        return seen.reshape(len(seen), -1, len(self.opponents)) @ self.weights

    def totals(self, counts):
        """The sum of that over all deals, for every setting, from the counts of a crosstable."""
        seen = counts.totals[0 if self.by_score else 1]
        return (seen.reshape(-1, len(self.opponents)) @ self.weights).tolist()

    def meets_itself(self, player):
        """Does this player meet nobody but itself, and get what is then known beforehand, whatever the cards?"""
        contests = [Match(self.table, (Party((player,)), party), self.seed) for party in self.opponents]
        return all(same(each) and (not self.by_score or score_of_itself(each) is not None) for each in contests)

    @property
    def by_score(self):
        """Is a setting judged by its score?"""
        return self.table.counts_score

    @property
    def of(self):
        """What it is judged by."""
        return "score" if self.by_score else "payoff"

    @property
    def verb(self):
        """What a setting does to that: it scores 53 %, it makes 2 points a game."""
        return "scores" if self.by_score else "makes"

    @property
    def unit_words(self):
        """What means are told in, behind the number."""
        return " %" if self.by_score else f" {self.gain_unit}"

    @property
    def gain_unit(self):
        """What differences of means are told in."""
        return "percentage points" if self.by_score else f"{self.table.module.UNIT} a {self.table.bout}"

    @property
    def axis(self):
        """What means are drawn in."""
        return "score in %" if self.by_score else self.gain_unit

    @property
    def scale(self):
        """Means are multiplied by this to be told."""
        return 100 if self.by_score else 1

    def pool_word(self):
        """The opponents as typed."""
        return ",".join(party.word for party in self.opponents)

    def pool_name(self):
        """The opponents in words: they are called as in a match."""
        return ", ".join(self.names())

    def names(self):
        """What each opponent is called."""
        return Match(self.table, self.opponents, self.seed).labels()

    def command(self, question, *words):
        """The command line that asks about settings."""
        return Match(self.table, (Party((self.strategy,)),), self.seed).command(question, *words)


def ground(strategy, against=None, seed=1, game="briscola", players=None, rules=None, match="single", shared=False):
    """The Party that is varied and the Ground that was typed; ValueError where that cannot be played."""
    seats = tables.table(game, players, [*tables.told(rules), *(["shared_stock=on"] if shared else [])], match)
    one = matches.party(strategy, game)
    found = (one,) if against is None else pool(against, game)
    made = Ground(seats, one.members[0], found, options.seed_number(seed))
    _ = made.contest([made.strategy]).plan  # which says what cannot be seated
    return one, made


def head(ground, grid, option):
    """The first part of the JSON of a question about settings."""
    table = ground.table
    return {
        "game": table.game,
        "players": table.players,
        "rules": table.in_force(),
        "strategy": {"name": ground.strategy.name, "parameters": ground.strategy.values},
        option: {each.name: list(each.values) for each in grid.varied},
        "against": [
            {"name": member.name, "parameters": member.values} for party in ground.opponents for member in party.shown
        ],
        "seed": ground.seed,
        "decided_by": ground.of,
    }

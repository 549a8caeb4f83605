"""What is counted of the blocks of a match, on the way from the kernel's rows to the statistics.

Two sides that change over are counted as pairs (`stats`), everything else as standings; beside that is counted how the
hands went, where the game tells (`described`).  A counter makes blank counts, adds the rows of consecutive deals to
them, and merges them.
"""

from typing import Any, NamedTuple

import numpy as np

from analyzer import compiled, described, seating, standings, stats


class Counted(NamedTuple):
    """The counts of blocks: what came of them, and how their hands went (None where the game does not tell)."""

    result: Any
    course: Any


def counter(match):
    """The counter for a match."""
    if match.plan.design == seating.CROSSTABLE:
        return Crosstable(match)
    result = Pairs() if match.plan.design == seating.BOTH_SIDES else Standings(match)
    tells = match.table.module.DESCRIBED and match.plan.design in (seating.BOTH_SIDES, seating.TURNS)
    return Counter(result, Course(match) if tells else Nothing())


class Counter:
    """Counts all there is to count."""

    def __init__(self, result, course):
        self.result = result
        self.course = course
        self.name = result.name

    def blank(self):
        """Counts of nothing."""
        return Counted(self.result.blank(), self.course.blank())

    def add(self, counts, rows, first, n):
        """Count deals first..first+n-1, whose rows these are."""
        self.result.add(counts.result, rows, first, n)
        self.course.add(counts.course, rows, first, n)

    def merge(self, counts, more):
        """Add `more` to `counts`."""
        self.result.merge(counts.result, more.result)
        self.course.merge(counts.course, more.course)


class Pairs:
    """Counts blocks of two games between two sides, in an array of one `stats.TALLY`."""

    name = "pairs"

    def blank(self):
        """Counts of nothing."""
        return np.zeros(1, stats.TALLY)

    def add(self, counts, rows, first, n):
        """Count deals first..first+n-1, whose rows these are."""
        compiled.tally_pairs()(rows, n, counts)

    def merge(self, counts, more):
        """Add `more` to `counts`."""
        stats.merge(counts, more)


class Standings:
    """Counts blocks of any number of games, in `standings.Counts`."""

    name = "standings"

    def __init__(self, match):
        self.plan = match.plan
        self.seed = match.seed
        self.strategies = len(match.parties)
        self.roles = len(match.table.module.roles(match.table.players))

    def blank(self):
        """Counts of nothing."""
        return standings.new_counts(
            len(self.plan.seats), self.plan.games, self.plan.n_entries, self.strategies, self.roles
        )

    def add(self, counts, rows, first, n):
        """Count deals first..first+n-1, whose rows these are."""
        tally = compiled.tally_standings()
        tally(rows, self.seed, first, n, self.plan.owners, self.plan.entries, counts)

    def merge(self, counts, more):
        """Add `more` to `counts`."""
        standings.merge(counts, more)


class Course:
    """Counts how the hands went, in `described.Counts`: the rows a game names, and before them its hands."""

    def __init__(self, match):
        module = match.table.module
        self.rows = [module.DEALT, *(row for _, row, _, _ in module.DESCRIBED)]
        (self.owners,) = match.plan.owners  # two sides have but one kind of block
        self.strategies = len(match.parties)

    def blank(self):
        """Counts of nothing."""
        return described.new_counts(self.strategies, len(self.rows))

    def add(self, counts, rows, first, n):
        """Count deals first..first+n-1, whose rows these are."""
        described.tally(counts, rows[:n], self.rows, self.owners)

    def merge(self, counts, more):
        """Add `more` to `counts`."""
        described.merge(counts, more)


class Crossed(NamedTuple):
    """Sums over blocks for P pairs, of what the first of each got in a block: its results in sixtieths, its payoffs."""

    blocks: np.ndarray  # [1]
    totals: np.ndarray  # [2, P]: of results, of payoffs
    triangle: np.ndarray  # [2, P * (P + 1) / 2]: of products of two of them on the same deal, each two once

    @property
    def products(self):
        """The sums of products, [2, P, P]."""
        pairs = self.totals.shape[1]
        whole = np.zeros((2, pairs, pairs), np.int64)
        one, two = np.triu_indices(pairs)
        whole[:, one, two] = whole[:, two, one] = self.triangle
        return whole

    def product(self, one, two):
        """The sums of products of some pairs `one` with as many pairs `two`, [2, ...]: the same without all others."""
        low, high = np.minimum(one, two), np.maximum(one, two)
        return self.triangle[:, low * (2 * self.totals.shape[1] - low - 1) // 2 + high]


class Crosstable:
    """Counts many pairs that play the same deals, in `Crossed`: exact whole numbers, also of how they go together."""

    name = None  # no tally to compile

    def __init__(self, match):
        (entries,) = match.plan.entries
        game = match.table.module
        self.rows = (game.RESULT, game.PAYOFF)
        self.pairs = match.plan.n_entries
        self.once = np.triu_indices(self.pairs)
        games, columns = np.nonzero(entries >= 0)
        order = np.argsort(entries[games, columns], kind="stable")
        self.games, self.columns = games[order], columns[order]  # the places that count, pair by pair, and
        self.starts = np.searchsorted(entries[self.games, self.columns], np.arange(self.pairs))  # each pair's first

    def blank(self):
        """Counts of nothing."""
        shapes = (1,), (2, self.pairs), (2, len(self.once[0]))
        return Crossed(*(np.zeros(shape, np.int64) for shape in shapes))

    def values(self, rows):
        """What the first of each pair got in every block: int64 [2, deals, pairs], results and payoffs."""
        return np.stack(
            [np.add.reduceat(rows[:, self.games, row, self.columns], self.starts, axis=1) for row in self.rows]
        )

    def add(self, counts, rows, first, n):
        """Count deals first..first+n-1, whose rows these are."""
        counts.blocks[0] += n
        for k, values in enumerate(self.values(rows[:n])):
            counts.totals[k] += values.sum(axis=0)
            counts.triangle[k] += (values.T @ values)[self.once]  # in whole numbers, no floats: exact

    def merge(self, counts, more):
        """Add `more` to `counts`."""
        for sums, others in zip(counts, more, strict=True):
            sums += others


class Nothing:
    """Counts nothing."""

    def blank(self):
        """No counts."""

    def add(self, counts, rows, first, n):
        """Count nothing."""

    def merge(self, counts, more):
        """Add nothing to nothing."""

"""What is counted of the blocks of a match, on the way from the kernel's rows to the statistics.

Two sides that change over are counted as pairs (`stats`), everything else as standings.  A counter makes blank counts,
adds the rows of consecutive deals to them, and merges them.
"""

import numpy as np

from analyzer import compiled, seating, standings, stats


def counter(match):
    """The counter for a match."""
    return Pairs() if match.plan.design == seating.BOTH_SIDES else Standings(match)


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

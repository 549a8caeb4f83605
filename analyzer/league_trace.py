"""How a league stood at every look, as lines of a trace (`tracing`).

Between two sides a line for each pairing, what the first makes of the second:

    deals                               finished at that look, from the first of the league
    first, second                       strategies, as the league calls them
    score, score_low, score_high        of the first, 0 to 1, with the interval that holds at all looks at once
    margin, margin_low, margin_high     the same in points a game

Each interval holds for its pairing, not for all of them together.  Where everybody is for himself there is a line for
each strategy: deals, strategy, rating and error, its standard error at that look alone.  A rating that is not known yet
is null.
"""

import numpy as np

from analyzer import pool, standings, tracing
from analyzer.league_duels import PAYOFFS, RESULTS
from analyzer.league_pool import error_of
from analyzer.league_table import LEVEL, labels_of


def watch(contest):
    """The Watch of a league."""
    return Mixed(contest) if contest.pool else Pairings(contest)


class Pairings:
    """Looks at every pairing."""

    head = tuple("deals first second score score_low score_high margin margin_low margin_high".split())
    next_look = staticmethod(tracing.seldom)

    def __init__(self, contest):
        self.pairs, self.labels = contest.pairs, labels_of(contest)

    def sums(self, counts):
        """What the first of each pair got, a sum and a sum of squares: of results, of payoffs."""
        every = np.arange(len(self.pairs))
        seen = np.stack([counts.totals, counts.product(every, every)], axis=2).reshape(2, -1).tolist()
        return seen[RESULTS], seen[PAYOFFS]

    def rows(self, ledger):
        """A line for each pairing."""
        walk = ledger.walk
        for number, (i, j) in enumerate(self.pairs):
            score, margin = walk.score(number), walk.margin(number)
            told = score.mean, score.low, score.high, margin.mean, margin.low, margin.high
            yield walk.blocks, self.labels[i], self.labels[j], *told


class Mixed:
    """Looks at a pool."""

    head = ("deals", "strategy", "rating", "error")
    next_look = staticmethod(tracing.seldom)

    def __init__(self, contest):
        self.labels, plan = labels_of(contest), contest.plan
        places = [np.bincount(kind.ravel(), minlength=plan.n_entries) for kind in plan.entries]
        # Kinds of block in which everybody has as many places are one to the ratings.
        self.places, like = np.unique(places, axis=0, return_inverse=True)
        self.adds = (np.arange(len(self.places))[:, None] == like.ravel()).astype(np.int64)  # [like kinds, kind]

    def sums(self, counts):
        """Blocks and payoffs by kind, and the products of payoffs: all that ratings are made of."""
        seen = counts.result
        parts = self.adds @ seen.blocks, self.adds @ seen.payoffs, seen.payoff_products.sum(axis=0)
        return [], [number for part in parts for number in part.ravel().tolist()]

    def rows(self, ledger):
        """A line for each strategy."""
        counts = self._counts([each.payoff for each in ledger.walk.stretches])
        found = pool.ratings(counts, self.places, LEVEL)
        deals = counts.blocks @ (self.places > 0)
        for k, label in enumerate(self.labels):
            rating = found and found.entries[k]
            error = rating and error_of(rating, int(deals[k]))
            yield ledger.walk.blocks, label, rating and rating.mean, error

    def _counts(self, sums):
        """The sums of all looks as `pool.ratings` reads them."""
        kinds, entries = self.places.shape
        made = standings.new_counts(kinds, 1, entries)
        made.blocks[:], payoffs, products = np.split(np.sum(sums, axis=0), [kinds, kinds + kinds * entries])
        made.payoffs[:], made.payoff_products[0] = payoffs.reshape(kinds, -1), products.reshape(entries, -1)
        return made

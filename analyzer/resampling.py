"""How else might a round robin have gone?  Its means over and over again, as if other deals had been drawn.

Two ways: `Resamples` weighs every deal by chance, the same in all pairings, and needs the deals one by one; `draws`
needs only the means and their covariance.  Both are seeded, and both keep what pairings have in common by their deals.
"""

import numpy as np

from analyzer.bits import GOLDEN, WORD
from analyzer.payoffs import LEVEL, QUARTERS, Payoffs

APART = -2  # the stream of a deal's weights: of its cards they know nothing
WEIGHTS = 1 << 20  # weights held in memory at a time


class Resamples:
    """A Poisson bootstrap by deal (Hanley and MacGibbon 2006; Chamandy and others 2012), fed chunk by chunk.

    In each of `reps` repetitions a deal counts 0, 1, 2 ... times, by Poisson's law with mean 1.  The weight follows
    from (seed, deal number, repetition) alone, and sums are exact: the order of the deals, and chunks, do not matter.
    """

    def __init__(self, pairings: int, reps: int = 200, seed: int = 0):
        self.seed = seed
        self.weights = np.zeros(reps, np.int64)
        self.totals = np.zeros((reps, pairings), np.int64)

    def add(self, first: int, values: np.ndarray) -> None:
        """Count deals first, first + 1 ...; `values[deal, pairing]`, whole numbers."""
        rows = max(1, WEIGHTS // len(self.weights))
        for start in range(0, len(values), rows):
            part = np.asarray(values[start : start + rows], np.int64)
            times = poisson(self.seed, first + start, len(part), len(self.weights))
            self.weights += times.sum(axis=0)
            # sums of whole numbers far below 2^53: exact, and much faster than in integers
            self.totals += np.rint(times.T.astype(float) @ part.astype(float)).astype(np.int64)

    def means(self, unit: int = QUARTERS, even: int = LEVEL) -> np.ndarray:
        """[repetition, pairing]: excesses, as in `payoffs.from_sums`; repetitions without a deal are left out."""
        some = self.weights > 0
        means: np.ndarray = (self.totals[some] / self.weights[some, None] - even) / unit
        return means


def draws(payoffs: Payoffs, reps: int = 200, seed: int = 0) -> np.ndarray:
    """[repetition, pairing]: excesses, normal about those seen, with their covariance."""
    spreads, axes = np.linalg.eigh(payoffs.covariance)
    chance = np.random.default_rng(seed).standard_normal((reps, len(spreads)))
    drawn: np.ndarray = payoffs.excess + (chance * np.sqrt(np.maximum(spreads, 0))) @ axes.T
    return drawn


def _poisson_steps() -> np.ndarray:
    """Poisson's distribution function, mean 1, in units of 2^-53: a number below step w, not below w - 1, means w."""
    steps, term, total = [], np.exp(-1.0), 0.0
    for w in range(18):
        total += term
        term /= w + 1
        steps.append(min(total, 1.0))
    return (np.array(steps) * 2.0**53).astype(np.uint64)


STEPS = _poisson_steps()


def poisson(seed: int, first: int, deals: int, reps: int) -> np.ndarray:
    """[deal, repetition]: weights that follow Poisson's law with mean 1, by SplitMix64 (as `shuffle.stream`)."""
    numbers = np.arange(first + 1, first + deals + 1, dtype=np.uint64)
    keys = _stir(np.uint64(seed & WORD) + numbers * np.uint64(GOLDEN))
    keys = _stir(keys + np.uint64((APART + 1) * GOLDEN & WORD))
    words = _stir(keys[:, None] + np.arange(1, reps + 1, dtype=np.uint64) * np.uint64(GOLDEN))
    return np.searchsorted(STEPS, words >> np.uint64(11), side="right").astype(np.int64)


def _stir(word: np.ndarray) -> np.ndarray:
    """`bits.stir` of a whole array."""
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)

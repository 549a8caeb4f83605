"""What the tests of ratings and of cycles share: a vector, and tournaments of make-believe strategies."""

from itertools import combinations

import numpy as np
import pytest

from analyzer import payoffs

FOUR = list(combinations(range(4), 2))
MEANS = [0.540, 0.470, 0.620, 0.530, 0.560, 0.610]
VARIANCES = [0.050, 0.048, 0.060, 0.052, 0.055, 0.058]


def digits(number, shown):
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def all_digits(numbers, shown):
    return [digits(number, shown) for number in numbers]


def quarters(rng, deals, worth, luck=0.3, play=0.4, ties=0.5):
    """Pair scores in quarters of all pairings: the luck of a deal helps the same strategies in all of them."""
    helped = rng.normal(0, luck, (deals, len(worth)))
    pairs = list(combinations(range(len(worth)), 2))
    values = np.empty((deals, len(pairs)), np.int64)
    for s, (i, j) in enumerate(pairs):
        games = worth[i] - worth[j] + (helped[:, i] - helped[:, j])[:, None] + rng.normal(0, play, (deals, 2))
        values[:, s] = (games > ties).sum(axis=1) - (games < -ties).sum(axis=1) + 2
    return values


def summed(values, size, unit=4, even=2):
    """Payoffs of values[deal, pairing] of a whole round robin: by default pair scores in quarters."""
    pairs = list(combinations(range(size), 2))
    return payoffs.from_sums(size, pairs, len(values), values.sum(axis=0), values.T @ values, unit, even)


def from_means(size, pairs, means, variances, blocks):
    """Payoffs of mean and variance of a block by pairing, each pairing with deals of its own: no covariances."""
    covariance = np.diag(np.array(variances, float) / blocks)
    return payoffs.guarded(size, tuple(pairs), blocks, np.array(means, float) - 0.5, covariance)


def bootstrapped(values, reps, seed):
    """[repetition, pairing]: excesses over deals drawn anew, each 0, 1, 2 ... times by Poisson's law."""
    times = np.random.default_rng(seed).poisson(1.0, (reps, len(values)))
    return (times @ values / times.sum(axis=1, keepdims=True) - 2) / 4


WORTH = [0.1, 0.05, 0.0, -0.05, -0.1]
DEALS = quarters(np.random.default_rng(11), 4000, WORTH)

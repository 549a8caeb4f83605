"""What do the blocks say for one mean against another?  Generalised log-likelihood ratios, in several forms.

Every ratio compares two hypotheses, "the mean is `lo`" and "the mean is `hi`", each with whatever law of blocks fits
best under it (Li, Liu and Ying 2014): positive speaks for `hi`, negative for `lo`.  Blocks come either as counts of
cells, evenly spaced values from 0 to 1 (five for pairs: LL, LD, WL+DD, WD, WW), or as n, mean and variance; the
variance is the mean squared deviation, with divisor n.  Ratios work on arrays as well, cells on the last axis, so that
thousands of experiments may be simulated at once; and they check nothing, which is left to `sprt`.
"""

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

RARE = 1e-3  # blocks: an empty cell counts as this many, as in fishtest, so that no law is impossible
FAR = 0.5  # standard deviations of a block: effects are tested within so much, and beyond it `effect_llr` is not true
BEND = 4 * log(2) - 2  # by how much ln(1 + y) bends away from y, in units of y^2, down to y = -1/2
HALVINGS = 60  # of the bracket of a root: a ratio is flat there, so half of the digits would do
ROUNDS = 200  # at most, to find a law with a given effect; some ten are needed
STILL = 1e-11  # a change of a law that is none


class Moments(NamedTuple):
    """n values, their mean, and their variance with divisor n."""

    n: int
    mean: float
    variance: float


def moments(counts: ArrayLike) -> Moments:
    """Of the values of the cells; the counts of one experiment, at least one of them not zero."""
    exact = [int(count) for count in np.asarray(counts).tolist()]
    n, steps = sum(exact), len(exact) - 1
    total = sum(k * count for k, count in enumerate(exact))
    square = sum(k * k * count for k, count in enumerate(exact))
    return Moments(n, total / (n * steps), (n * square - total * total) / (n * n * steps * steps))


def effect(seen: Moments, reference: float = 0.5) -> float | None:
    """By how many standard deviations of a block the mean exceeds the reference; `None` if all values are equal."""
    return (seen.mean - reference) / float(np.sqrt(seen.variance)) if seen.variance > 0 else None


# From n, mean and variance


def gaussian_llr(n, mean, variance, lo, hi):
    """n (hi - lo) (2 mean - lo - hi) / (2 variance): blocks as normal, of known variance.

    Van den Bergh, GSPRT_approximation; fishtest calls it LLR_alt2.  The form for margins, and for block means, once
    enough blocks differ for their variance to be known; before, there are `bets`.
    """
    return n * (hi - lo) * (2 * mean - lo - hi) / (2 * variance)


def log_llr(n, mean, variance, lo, hi):
    """n/2 ln(r_lo / r_hi), r_s the mean squared deviation from s: blocks as normal, of unknown variance (LLR_alt)."""
    return n / 2 * np.log((variance + (mean - lo) ** 2) / (variance + (mean - hi) ** 2))


def effect_llr(n, seen, lo, hi):
    """n/2 ln((1 + (seen - lo)^2) / (1 + (seen - hi)^2)), all in standard deviations: the form for effects.

    Van den Bergh, normalized_elo_practical, section 4.2.  Not for large effects: it falls back to nothing again as
    `seen` grows.  So one beyond `FAR` is taken as `FAR`, which is always on the careful side.
    """
    seen = np.clip(seen, -FAR, FAR)
    return n / 2 * np.log((1 + (seen - lo) ** 2) / (1 + (seen - hi) ** 2))


def bets(n, mean, variance, lo, hi, most):
    """ln of what 1 has become for whoever bets that the mean is above `lo`, and for whoever bets that it is below `hi`.

    For n blocks of which only mean and variance are known, and that all lie between -most and most.  The first stakes a
    share of 1 / (2 r) of his wealth on every block, r = most + |lo|, the second likewise; y = (block - lo) / (2 r) is
    then his gain, -1/2 at the least.  As (y - ln(1 + y)) / y^2 falls with y, and is 4 ln 2 - 2 at -1/2, ln(1 + y) is
    y - (4 ln 2 - 2) y^2 or more, and the sum of that over all blocks needs no more than their mean and variance.

    If the mean is `lo` or less, the bet is unfair at best, so that the wealth of the first ever becomes w with
    probability 1 / w at most, whatever the law of the blocks and however often one looks (Ville 1939).
    """
    gains = []
    for off, r in ((mean - lo, most + abs(lo)), (hi - mean, most + abs(hi))):
        gains.append(n * (off / (2 * r) - BEND * (variance + off * off) / (4 * r * r)))
    return tuple(gains)


# From counts


def shares(counts: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Number of blocks, and share of every cell, with `RARE` blocks in the empty ones."""
    filled = np.where(np.asarray(counts) == 0, RARE, counts)
    n = filled.sum(axis=-1)
    return n, filled / n[..., None]


def exact_llr(counts, lo, hi):
    """n sum f ln(p_hi / p_lo): f the shares of the cells, p_s the likeliest law whose mean is s.

    Van den Bergh, MLE_multinomial, proposition 1.1: p = f / (1 + theta (a - s)), a the value of a cell, theta the root
    of sum f (a - s) / (1 + theta (a - s)), which falls all the way.  lo and hi strictly between 0 and 1.
    """
    n, f = shares(counts)
    values = np.linspace(0, 1, f.shape[-1])
    return n * (loss(f, values - lo) - loss(f, values - hi))


def exact_effect_llr(counts, lo, hi, reference=0.5):
    """The same for effects: p_t is the likeliest law with (mean - reference) / sd = t; lo and hi between -1/2 and 1/2.

    Van den Bergh, normalized_elo_practical, section 4.1: offsets a - s become
    phi = a - reference - t sd (1 + ((a - mean) / sd)^2) / 2, with the mean and sd of the law of the round before, the
    first being uniform, until the law does not change.
    """
    n, f = shares(counts)
    return n * (loss(f, _effect_offsets(f, lo, reference)) - loss(f, _effect_offsets(f, hi, reference)))


def loss(f: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """sum f ln(f / p), p the likeliest law under which the offsets are 0 on average: what a block says against it."""
    theta = _theta(f, offsets)
    return (f * np.log1p(theta[..., None] * offsets)).sum(axis=-1)


def _theta(f: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """The root of sum f o / (1 + theta o), between the two poles next to 0; some offsets < 0, some > 0."""
    low = np.broadcast_to(-1 / offsets.max(axis=-1), f.shape[:-1])
    high = np.broadcast_to(-1 / offsets.min(axis=-1), f.shape[:-1])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        above = (f * offsets / (1 + middle[..., None] * offsets)).sum(axis=-1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return (low + high) / 2


def _effect_offsets(f: np.ndarray, effect: float, reference: float) -> np.ndarray:
    values = np.linspace(0, 1, f.shape[-1])
    law = np.full_like(f, 1 / f.shape[-1])
    for _ in range(ROUNDS):
        mean = (law * values).sum(axis=-1, keepdims=True)
        sd = np.sqrt((law * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        offsets = values - reference - effect * sd * (1 + ((values - mean) / sd) ** 2) / 2
        before, law = law, f / (1 + _theta(f, offsets)[..., None] * offsets)
        if np.abs(law - before).max() < STILL:
            break
    return offsets

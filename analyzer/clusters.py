"""Sums over decisions that come in clusters: many decisions of one deal, which share its cards and are not independent.

At a decision there are several *actions* to take, K options and, last, what the player himself does; of those that
exist there each is played on to an *outcome*, told by two measures, score (in sixtieths) and margin (in whole points).
Decisions fall into *buckets*.  What is summed stands in *columns*: first each action by itself, then every two of them
(the earlier less the later) where both exist.  So a column of a bucket holds N decisions of a deal, whose outcomes or
differences add up to S.

The deal is the unit of independence.  With S_g and N_g the sums of deal g, n = sum N_g, the mean is m = sum S_g / n and

    Var m = G / (G - 1) * sum (S_g - m N_g)^2 / n^2,    G the deals with N_g > 0; t with G - 1 degrees of freedom

(the variance of a ratio, Cochran, Sampling Techniques, 1977, 6.3, as of Liang and Zeger's clustered errors, 1986).  So
that buckets can be merged afterwards, the products of the sums of two buckets in the same deal are kept too.  All sums
are exact integers: merging is addition, and no order matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable
from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer.intervals import Interval, kl_interval, outside, t_quantile
from analyzer.scores import WHOLE

SCORE, MARGIN = 0, 1  # measures
UNITS = (WHOLE, 1)  # what a measure is divided by to be told

# What is kept of two buckets: products of the sums of either measure with each other and with N, and of N with N.
SCORE_SCORE, MARGIN_MARGIN, SCORE_N, MARGIN_N, N_N = range(5)

# The largest sum of a deal in a bucket; the most deals to be counted before a merge; what no merged sum may exceed.
# Twice the square of the first, times the second, is 2^60, so nothing overflows unseen.
LARGEST, MOST_DEALS, FULL = 1 << 23, 1 << 13, 1 << 62
MOST_PRODUCTS = 1 << 22  # numbers: 32 megabytes
LINES = 16  # numbers in two lines of a cache


class Sums(NamedTuple):
    """Sums over deals for B buckets, K options and C columns; all of them int64."""

    decisions: np.ndarray  # [B, C]
    deals: np.ndarray  # [B + 1, C], deals with any; the last row: in any bucket
    totals: np.ndarray  # [2, B, C], by measure
    products: np.ndarray  # [B * (B + 1) / 2, C, 5], of buckets i >= j at i * (i + 1) / 2 + j; if i > j, doubled
    taken: np.ndarray  # [B, K], decisions in which the player took the option himself
    played: np.ndarray  # [2], games played, and branches


class Room(NamedTuple):
    """What is known of the decision and of the deal at hand; all of it int64."""

    moves: np.ndarray  # [K + 1], the move of every action, -1 where it does not exist
    outcome: np.ndarray  # [2, K + 1], by measure
    decisions: np.ndarray  # [B, C], of this deal
    totals: np.ndarray  # [2, B, C], of this deal
    touched: np.ndarray  # [B + 1], the buckets this deal has decisions in; the first number says how many
    row: np.ndarray  # the score of a finished game


def columns(options: int) -> int:
    """How many columns there are for so many options."""
    return (options + 1) * (options + 2) // 2


def column(options: int, one: int, two: int | None = None) -> int:
    """The column of an action, or of action `one` less action `two`, one < two."""
    if two is None:
        return one
    actions = options + 1
    return actions + one * (2 * actions - one - 1) // 2 + two - one - 1


def most_buckets(options: int) -> int:
    """How many buckets there may be for so many options."""
    pairs = MOST_PRODUCTS // (5 * columns(options))
    return int((sqrt(8 * pairs + 1) - 1) / 2)


def new_sums(buckets: int, options: int) -> Sums:
    """Sums of nothing."""
    c = columns(options)
    shapes = (
        (buckets, c),
        (buckets + 1, c),
        (2, buckets, c),
        (buckets * (buckets + 1) // 2, c, 5),
        (buckets, options),
        (2,),
    )
    return Sums(*(np.zeros(shape, np.int64) for shape in shapes))


def new_room(buckets: int, options: int, row: tuple[int, int]) -> Room:
    """Room for one deal; `row` is the shape of a score."""
    c = columns(options)
    shapes = ((options + 1,), (2, options + 1), (buckets, c), (2, buckets, c), (buckets + 1,), row)
    return Room(*(apart(shape) for shape in shapes))


def apart(shape: tuple[int, ...]) -> np.ndarray:
    """Zeros, int64, in lines of the processor's cache that no other thread writes to."""
    size = int(np.prod(shape))
    return np.zeros(size + 2 * LINES, np.int64)[LINES : LINES + size].reshape(shape)


@register_jitable
def note(sums, room, bucket):
    """Note the decision at hand, all outcomes of which are in the room."""
    actions = len(room.moves)
    own = actions - 1
    if room.decisions[bucket, own] == 0:
        room.touched[0] += 1
        room.touched[room.touched[0]] = bucket
    c = actions
    for one in range(actions):
        there = room.moves[one] >= 0
        if there:
            room.decisions[bucket, one] += 1
            for measure in range(2):
                room.totals[measure, bucket, one] += room.outcome[measure, one]
            if one < own and room.moves[one] == room.moves[own]:
                sums.taken[bucket, one] += 1
        for two in range(one + 1, actions):
            if there and room.moves[two] >= 0:
                room.decisions[bucket, c] += 1
                for measure in range(2):
                    room.totals[measure, bucket, c] += room.outcome[measure, one] - room.outcome[measure, two]
            c += 1


@register_jitable
def settle(sums, room):
    """Add the deal to the sums and make room for the next.  False if a sum of the deal was too large to be squared."""
    n_columns = sums.decisions.shape[1]
    fits = True
    for c in range(n_columns):
        any_at_all = False
        for k in range(room.touched[0]):
            i = room.touched[k + 1]
            n = room.decisions[i, c]
            if n == 0:
                continue
            any_at_all = True
            score, margin = room.totals[SCORE, i, c], room.totals[MARGIN, i, c]
            fits = fits and abs(score) <= LARGEST and abs(margin) <= LARGEST and n <= LARGEST
            sums.decisions[i, c] += n
            sums.deals[i, c] += 1
            sums.totals[SCORE, i, c] += score
            sums.totals[MARGIN, i, c] += margin
            for other in range(k + 1):
                j = room.touched[other + 1]
                m = room.decisions[j, c]
                if m == 0:
                    continue
                score_j, margin_j = room.totals[SCORE, j, c], room.totals[MARGIN, j, c]
                twice = 1 if i == j else 2
                kept = sums.products[max(i, j) * (max(i, j) + 1) // 2 + min(i, j), c]
                kept[SCORE_SCORE] += twice * score * score_j
                kept[MARGIN_MARGIN] += twice * margin * margin_j
                kept[SCORE_N] += score * m if i == j else score * m + score_j * n
                kept[MARGIN_N] += margin * m if i == j else margin * m + margin_j * n
                kept[N_N] += twice * n * m
        sums.deals[-1, c] += any_at_all
    for k in range(room.touched[0]):
        i = room.touched[k + 1]
        room.decisions[i] = 0
        room.totals[:, i] = 0
    room.touched[0] = 0
    return fits


def merge(into: Sums, more: Sums) -> None:
    """Add `more`, of at most MOST_DEALS deals, to `into`.  OverflowError once 64 bits cannot hold a sum."""
    for sums, others in zip(into, more, strict=True):
        sums += others
    if into.products.size and max(int(into.products.max()), -int(into.products.min())) > FULL:
        raise OverflowError("the sums of so many deals are more than 64 bits can hold: play fewer at a time")


# Estimates


@dataclass(frozen=True, slots=True)
class Gain(Interval):
    """A mean over decisions with its interval, of an outcome or of the difference of two.

    `p` is the two-sided p-value of "0", `fair` the same adjusted after Benjamini and Hochberg for all that were asked
    for together.  `deals` is how many deals had such decisions: None where buckets that were merged share deals, so
    that it is not known.  All numbers but `decisions` are None where there is nothing, or too little, to tell them by.
    """

    p: float | None
    decisions: int
    deals: int | None
    error: float | None  # the standard error of the mean
    fair: float | None = None

    def turned(self) -> "Gain":
        """The same, of the second less the first."""
        mean, low, high = (None if x is None else -x for x in (self.mean, self.high, self.low))
        return Gain(mean, low, high, self.level, self.p, self.decisions, self.deals, self.error, self.fair)


class Seen(NamedTuple):
    """The sums of some buckets together, in Python's integers."""

    decisions: int
    total: int
    squares: int  # sum of S_g^2
    mixed: int  # sum of S_g N_g
    sizes: int  # sum of N_g^2
    deals: int  # at least so many have any of the decisions
    exactly: bool  # and no more


def seen(sums: Sums, buckets: Sequence[int], c: int, measure: int) -> Seen:
    """What was seen of a column in these buckets, no bucket twice."""
    all_of_them = len(buckets) == len(sums.decisions)
    i = np.asarray(sorted(buckets), np.int64)
    above, below = (i[k] for k in np.tril_indices(len(i)))
    kept = sums.products[above * (above + 1) // 2 + below, c]
    n, n_n = _whole(sums.decisions[i, c]), _whole(kept[:, N_N])
    each = sums.deals[i, c]
    apart = not kept[above != below, N_N].any()
    if all_of_them or apart:
        deals = int(sums.deals[-1, c]) if all_of_them else int(each.sum())
    else:
        # By Cauchy and Schwarz (sum N)^2 <= G sum N^2.
        deals = max(int(each.max()), -(-n * n // n_n))
    return Seen(
        n,
        _whole(sums.totals[measure, i, c]),
        _whole(kept[:, (SCORE_SCORE, MARGIN_MARGIN)[measure]]),
        _whole(kept[:, (SCORE_N, MARGIN_N)[measure]]),
        n_n,
        deals,
        all_of_them or apart,
    )


def _whole(numbers: np.ndarray) -> int:
    """Their sum, however large."""
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFF_FFFF).sum())


def gain(found: Seen, unit: int = 1, level: float = 0.95) -> Gain:
    """The difference of two actions: its mean in so many units, Student's interval and p-value over deals.

    One deal alone gives neither.  Where the deals do not vary at all, nothing says by how much others may, and there is
    no interval either; p is that of random signs (Fisher 1935): 2 / 2^G.
    """
    tail, n, deals = outside(level), found.decisions, found.deals
    told = deals if found.exactly else None
    if n == 0:
        return Gain(None, None, None, level, None, 0, told, None)
    mean = found.total / (n * unit)
    if deals < 2:
        return Gain(mean, None, None, level, None, n, told, None)
    error = _error(found) / unit
    if not error:
        return Gain(mean, None, None, level, min(1.0, 2.0 ** (1 - deals)) if mean else 1.0, n, told, error)
    half = -t_quantile(tail, deals - 1) * error
    p = 2 * float(stdtr(deals - 1, -abs(mean) / error))
    return Gain(mean, mean - half, mean + half, level, p, n, told, error)


def value(found: Seen, unit: int = 1, level: float = 0.95, bounded: bool = False) -> Gain:
    """The outcome of one action, as `gain`; `bounded` of a score, which lies between 0 and 1.

    Where a score does not vary over the deals, Chernoff's interval for so many deals stands in.
    """
    told = gain(found, unit, level)
    if not bounded or told.mean is None:
        return told
    low, high = told.low, told.high
    if not told.error:
        wide = kl_interval(min(1.0, told.mean), found.deals, level)
        low, high = wide.low, wide.high
    assert low is not None and high is not None
    return Gain(told.mean, max(0.0, low), min(1.0, high), level, None, told.decisions, told.deals, told.error)


def _error(found: Seen) -> float:
    """The standard error of the mean, in whole points or sixtieths: see the head of the file."""
    n, total, deals = found.decisions, found.total, found.deals
    spread = n * n * found.squares - 2 * n * total * found.mixed + total * total * found.sizes
    return sqrt(deals * spread / ((deals - 1) * n**4))

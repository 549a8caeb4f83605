"""Who stands where?  Estimates from blocks of any number of games among any number of strategies.

A **block** is one deal played several times, the strategies in other seats each time; it is the only unit of
independence, as in `stats`.  Its games tell for every column (a side, or a seat where everybody may be for himself) a
payoff, whole numbers that sum to zero over the columns, and a result, from 0 up to `WHOLE` for a win.  A *place* is one
column of one game.  The plan of the games says to which *entry* of the estimates the payoff of a place goes, say 0 for
the one strategy under test and 1 for the four others at the table.

Since payoffs sum to zero, a table of equals pays nobody: over a block that puts a strategy once in every seat among
copies of another, the mean payoff of the first is already its difference from a table of the other alone.

A plan may hold several *kinds* of block, each deal drawing one: that is how a pool too large for one table is played.
Everything is counted in exact integers, so merging is addition and no order matters.  All means are per place, in
points (or units) a game.  A number that does not exist is `None`; a p-value that does not exist is 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Literal, NamedTuple

import numpy as np
from numba.extending import register_jitable
from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer.intervals import SHUT_OUT, Interval, kl_interval, outside, t_quantile, z_quantile
from analyzer.scores import WHOLE
from analyzer.stats import Factor, Margin

Quantity = Literal["payoff", "score"]


@dataclass(frozen=True, slots=True)
class Contrast(Interval):
    """The difference of two means, its `Interval`, and `p`, the two-sided p-value of "no difference"."""

    p: float

    def turned(self) -> "Contrast":
        """The same, of the second less the first."""
        mean, low, high = (None if x is None else -x for x in (self.mean, self.high, self.low))
        return Contrast(mean, low, high, self.level, self.p)


class Role(NamedTuple):
    """What one strategy did in one role; the last four are `None` where there is nothing to divide by."""

    strategy: int
    role: int
    games: int
    share: float | None  # of all places of the strategy that have a role
    wins: float | None  # mean result, 0 to 1
    payoff: float | None  # mean, per game
    sd: float | None  # of the payoff, from game to game


# Counting blocks


class Counts(NamedTuple):
    """Sums over blocks, for K kinds of block of G games, E entries, S strategies and R roles; all of them int64."""

    blocks: np.ndarray  # [K]
    payoffs: np.ndarray  # [K, E], of the payoff an entry gets in a whole block
    payoff_products: np.ndarray  # [K, E, E], of the products of two entries' payoffs in the same block
    results: np.ndarray  # [K, E] and
    result_products: np.ndarray  # [K, E, E], the same of results
    game_payoffs: np.ndarray  # [K, G, E], of the payoff an entry gets in one game, and
    game_squares: np.ndarray  # [K, G, E], of its square
    role_games: np.ndarray  # [S, R], of places
    role_wins: np.ndarray  # [S, R], of their results
    role_payoffs: np.ndarray  # [S, R], of their payoffs, and
    role_squares: np.ndarray  # [S, R], of the squares
    faults: np.ndarray  # [G], of blocks whose payoffs in a game did not sum to zero
    desk: np.ndarray  # [3, E], no sums: payoffs and results of the block being counted, payoffs of the game at hand


def new_counts(kinds: int, games: int, entries: int, strategies: int = 0, roles: int = 0) -> Counts:
    """Counts of no blocks; `games` is the most games a block has."""
    by_entry, by_pair = (kinds, entries), (kinds, entries, entries)
    by_game, by_role = (kinds, games, entries), (strategies, roles)
    shapes = [(kinds,), by_entry, by_pair, by_entry, by_pair, by_game, by_game, *[by_role] * 4, (games,), (3, entries)]
    return Counts(*(np.zeros(shape, np.int64) for shape in shapes))


@register_jitable
def tally(counts, games_rows, kind, entries, owners, payoff_row, result_row, role_row):
    """Count one block of `kind`: `games_rows[g, row, column]` are its games, of which three rows are read.

    `entries[g, column]` is where the payoff and the result of a place go, `owners[g, column]` whose role it is; -1:
    nowhere.  No roles are counted if `role_row` is -1.  A game whose payoffs do not sum to zero is only noted, since an
    exception here would treble the time; `merge` and all estimates refuse such counts.  Does not check that entries,
    owners and roles are in range.
    """
    games, columns = entries.shape
    desk = counts.desk
    desk[:] = 0
    for g in range(games):
        balance = 0
        for column in range(columns):
            entry, owner = entries[g, column], owners[g, column]
            payoff, result = games_rows[g, payoff_row, column], games_rows[g, result_row, column]
            balance += payoff
            if entry >= 0:
                desk[0, entry] += payoff
                desk[1, entry] += result
                desk[2, entry] += payoff
            role = games_rows[g, role_row, column] if role_row >= 0 else -1
            if owner >= 0 and role >= 0:
                counts.role_games[owner, role] += 1
                counts.role_wins[owner, role] += result
                counts.role_payoffs[owner, role] += payoff
                counts.role_squares[owner, role] += payoff * payoff
        counts.faults[g] += balance != 0
        for column in range(columns):
            entry = entries[g, column]
            if entry >= 0:
                payoff = desk[2, entry]
                counts.game_payoffs[kind, g, entry] += payoff
                counts.game_squares[kind, g, entry] += payoff * payoff
                desk[2, entry] = 0  # so that an entry with two places in a game is counted once
    counts.blocks[kind] += 1
    for e in range(desk.shape[1]):
        payoff, result = desk[0, e], desk[1, e]
        counts.payoffs[kind, e] += payoff
        counts.results[kind, e] += result
        for f in range(desk.shape[1]):
            counts.payoff_products[kind, e, f] += payoff * desk[0, f]
            counts.result_products[kind, e, f] += result * desk[1, f]


def merge(into: Counts, other: Counts) -> None:
    """Add the blocks of `other` to `into`.  Does not notice a block that is in both."""
    if [sums.shape for sums in into] != [sums.shape for sums in other]:
        raise ValueError("counts of different plans cannot be merged")
    check_sums(other)
    for sums, more in zip(into[:-1], other[:-1], strict=True):
        sums += more


def check_sums(counts: Counts) -> None:
    """ValueError if the payoffs of a game did not sum to zero: then something is wrong with the rows."""
    faulty = np.flatnonzero(counts.faults)
    if faulty.size:
        times = f"{counts.faults[faulty[0]]} of {counts.blocks.sum()} blocks"
        raise ValueError(f"payoffs must sum to zero over the columns; in game {faulty[0]} of {times} they do not")


# Means and their differences, for plans of one kind of block


def payoff(counts: Counts, entry: int, places: int, level: float = 0.95) -> Margin:
    """Mean payoff of an entry that has `places` places in a block, with Student's interval over blocks.

    D -+ t * sd / sqrt(n), D the mean over n blocks of d = the payoff of the block / places, sd = sqrt(sum (d - D)^2 /
    (n - 1)), t with n - 1 degrees of freedom.  No blocks: all None; one block: a mean but neither interval nor sd.
    """
    return _student(_sample(counts, entry), places, level)


def p_value(counts: Counts, entry: int) -> float:
    """Two-sided p-value of "the mean payoff of this entry is 0", by Student's t over blocks; see `contrast`."""
    return _two_sided(_sample(counts, entry))


def score(counts: Counts, entry: int, places: int, level: float = 0.95) -> Interval:
    """Mean share of a first place, 0 to 1, of an entry that has `places` places in a block; clipped to [0, 1].

    Student's interval over blocks.  As in `stats.score_from_counts`, `kl_interval` stands in where it does not hold:

    - all blocks are equal, hence also n = 1: no spread would claim certainty;
    - near a shut-out: a quarter of the blocks at most, and fewer than `SHUT_OUT`, lie away from 0 (or from 1).  Of the
      values v only sums are known, but (sum v)^2 / sum v^2 is never more than the number of those that are not 0, and
      just that number if they are equal.  So this stands in whenever `stats` does, and now and then earlier.
    """
    return _bounded(_sample(counts, entry, "score"), 0, places * WHOLE, level)


def contrast(
    counts: Counts, e: int, f: int, places_e: int, places_f: int, level: float = 0.95, of: Quantity = "payoff"
) -> Contrast:
    """Mean payoff (or score) per place of entry e less that of entry f, on the same deals.

    Student's t over the differences of each block, whose variance holds the covariance of the two.  If all differences
    are 0, so are the mean and both ends, and p = 1.  If they are all equal and not 0, t does not exist, and p is that
    of random signs (Fisher 1935), 2 / 2^n; the interval of a payoff then has no width, that of a score is Chernoff's,
    which also stands in near a shut-out: see `score`.
    """
    one, other = _sample(counts, e, of), _sample(counts, f, of)
    product = int((counts.payoff_products if of == "payoff" else counts.result_products)[0, e, f])
    square = places_f**2 * one.square - 2 * places_e * places_f * product + places_e**2 * other.square
    seen = _Sample(one.n, places_f * one.total - places_e * other.total, square)
    most = places_e * places_f * (1 if of == "payoff" else WHOLE)
    found = _student(seen, most, level) if of == "payoff" or square == 0 else _bounded(seen, -most, most, level)
    return Contrast(found.mean, found.low, found.high, level, _two_sided(seen))


class _Sample(NamedTuple):
    """n whole numbers, a block each: Python integers, so products do not overflow and "is zero" means zero."""

    n: int
    total: int
    square: int  # sum of their squares

    @property
    def spread(self) -> int:
        """n (n - 1) times their variance."""
        return self.n * self.square - self.total * self.total


def _sample(counts: Counts, entry: int, of: Quantity = "payoff") -> _Sample:
    """What an entry got in every block, as a whole."""
    if len(counts.blocks) != 1:
        raise ValueError("one mean over blocks of several kinds has no meaning; `ratings` is for these")
    if of not in ("payoff", "score"):
        raise ValueError(f"a mean is of 'payoff' or of 'score', not of {of!r}")
    check_sums(counts)
    sums, products = counts.payoffs, counts.payoff_products
    if of == "score":
        sums, products = counts.results, counts.result_products
    return _Sample(int(counts.blocks[0]), int(sums[0, entry]), int(products[0, entry, entry]))


def _student(seen: _Sample, unit: int, level: float) -> Margin:
    """Mean, Student's interval and sd, told in units."""
    tail, n = outside(level), seen.n
    if n == 0:
        return Margin(None, None, None, level, None)
    mean = seen.total / (n * unit)
    if n == 1:
        return Margin(mean, None, None, level, None)
    half = _half_width(seen, tail) / unit
    return Margin(mean, mean - half, mean + half, level, sqrt(seen.spread / (n * (n - 1))) / unit)


def _half_width(seen: _Sample, tail: float) -> float:
    return -t_quantile(tail, seen.n - 1) * sqrt(seen.spread / (seen.n - 1)) / seen.n


def _two_sided(seen: _Sample) -> float:
    """The p-value of "mean 0"."""
    if seen.spread == 0:
        return min(1.0, 2.0 ** (1 - seen.n)) if seen.total else 1.0
    return 2 * float(stdtr(seen.n - 1, -abs(seen.total) * sqrt((seen.n - 1) / seen.spread)))


def _bounded(seen: _Sample, least: int, most: int, level: float) -> Interval:
    """Mean and interval of numbers that lie between `least` and `most`, told in shares of `most`."""
    tail, n, width = outside(level), seen.n, most - least
    if n == 0:
        return kl_interval(0.0, 0, level)
    mean = seen.total / (n * most)
    if seen.spread == 0 or _nearly_all(seen, least) or _nearly_all(seen, most):
        share = kl_interval((seen.total - n * least) / (n * width), n, level)
        low, high = ((least + width * end) / most for end in (share.low, share.high))  # type: ignore[operator]
    else:
        half = _half_width(seen, tail) / most
        low, high = max(least / most, mean - half), min(1.0, mean + half)
    return Interval(mean, low, high, level)


def _nearly_all(seen: _Sample, value: int) -> bool:
    """Are nearly all of them equal to `value`?  By their sums: see `score`."""
    off = seen.n * value - seen.total
    square = seen.n * value * value - 2 * value * seen.total + seen.square
    return off * off < SHUT_OUT * square and 4 * off * off <= seen.n * square


# What duplicate deals are worth


def variance_reduction(counts: Counts, entry: int, level: float = 0.95) -> Factor:
    """How many times more independent games, in the same seats, would be needed for the precision of these blocks.

    V / W: V the sum of v_g, the variance over deals of the entry's payoff in game g, W the variance of its payoff in
    the whole block.  The one is what the other would be if the games of a block were independent.

    With G games in which the payoff varies, V / W is 1 / G where luck adds up completely, and never less.  The interval
    is Fisher's for an intraclass correlation (1925): what V / W has above 1 / G, times and divided by
    exp(z * sqrt(2 G / ((G - 1) (n - 3)))).  It takes payoffs as roughly normal and games as alike; an interval for 95 %
    covers 93.5 to 96, and more if the variances are uneven (simulated).  For two games of equal variance it is that of
    `stats.variance_reduction`.  No factor if n < 2 or W = 0, as when luck cancels completely; no interval if n < 4 or
    V / W = 1 / G.
    """
    block, z = _sample(counts, entry), -z_quantile(outside(level))
    moments = zip(counts.game_payoffs[0, :, entry].tolist(), counts.game_squares[0, :, entry].tolist(), strict=True)
    spreads = [_Sample(block.n, total, square).spread for total, square in moments]
    apart, games = sum(spreads), sum(spread > 0 for spread in spreads)
    if block.spread == 0:
        return Factor(None, None, None)
    factor = apart / block.spread
    if block.n < 4 or games * apart == block.spread:
        return Factor(factor, None, None)
    above, times = factor - 1 / games, exp(z * sqrt(2 * games / ((games - 1) * (block.n - 3))))
    return Factor(factor, min(factor, 1 / games + above / times), max(factor, 1 / games + above * times))


# Many at once


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values (1979): call all up to 0.05 real, and one time in 20 at most some of them are not.

    The smallest of m is multiplied by m, the next by m - 1, and so on; none falls below one before it, none exceeds 1.
    """
    adjusted, floor = [0.0] * len(p_values), 0.0
    for rank, k in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        floor = max(floor, min(1.0, (len(p_values) - rank) * p_values[k]))
        adjusted[k] = floor
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values (1995): of all called real up to 0.05, one in 20 is not, on average.

    The r-th smallest of m is multiplied by m / r; none exceeds one after it, or 1.  For lists to pick from, not for
    claims: where every single one must hold, it takes `holm`.  Independent tests, or such as err together.
    """
    adjusted, ceiling, m = [0.0] * len(p_values), 1.0, len(p_values)
    for rank, k in reversed(list(enumerate(sorted(range(m), key=p_values.__getitem__), 1))):
        ceiling = min(ceiling, p_values[k] * m / rank)
        adjusted[k] = ceiling
    return adjusted


def roles(counts: Counts) -> list[Role]:
    """How often each strategy came to each role, and what came of it: games, wins and payoffs, with no intervals.

    This only describes.  Roles come out of the auction, so a strategy that bids on its best hands alone has a fine
    record as a caller and may still lose by it: who plays better is told by the payoff over all roles, and only by it.
    """
    rows = []
    for strategy, in_all in enumerate(counts.role_games.sum(axis=1).tolist()):
        for role, games in enumerate(counts.role_games[strategy].tolist()):
            paid, square = int(counts.role_payoffs[strategy, role]), int(counts.role_squares[strategy, role])
            seen = _student(_Sample(games, paid, square), 1, 0.95)
            share = games / in_all if in_all else None
            wins = int(counts.role_wins[strategy, role]) / (games * WHOLE) if games else None
            rows.append(Role(strategy, role, games, share, wins, seen.mean, seen.sd))
    return rows

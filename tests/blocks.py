"""Blocks of games made up for the tests of `standings` and `pool`, and their plain sums."""

import itertools

import numba
import numpy as np
import pytest

from analyzer.standings import WHOLE, new_counts, tally

RESULT, ROLE, PAYOFF = 0, 1, 2  # rows of a game here
FIRST_MARGINS = [14, -6, 22, 0, -30, 8, 40, -2]
SECOND_MARGINS = [-2, 10, -18, 4, 36, -8, -20, 6]

ALTERNATE = np.array([[0, 1], [1, 0]])  # two sides, twice
ORDERS = np.array(list(itertools.permutations(range(3))))  # three at three seats, all orders
AMONG = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])  # one among two of another


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def nowhere(entries):
    return np.full_like(entries, -1)


def games(payoffs, roles=None):
    """The rows of games in which the highest payoffs came first: int64 of (..., 3, columns)."""
    payoffs = np.asarray(payoffs, np.int64)
    first = payoffs == payoffs.max(axis=-1, keepdims=True)
    results = first * (WHOLE // first.sum(axis=-1, keepdims=True))
    roles = -np.ones_like(payoffs) if roles is None else np.broadcast_to(roles, payoffs.shape)
    return np.stack([results, roles, payoffs], axis=-2)


def tallied(rows, entries, owners=None, kinds=1, kind=0, n_entries=None, strategies=0, roles=0):
    """Counts of blocks rows[deal, game, row, column] that are all of one kind."""
    owners = nowhere(entries) if owners is None else owners
    n_entries = int(entries.max()) + 1 if n_entries is None else n_entries
    counts = new_counts(kinds, len(entries), n_entries, strategies, roles)
    for block in rows:
        tally(counts, block, kind, entries, owners, PAYOFF, RESULT, ROLE)
    return counts


def by_entry(values, entries, n_entries):
    """values[deal, game, column] as sums for [deal, game, entry]."""
    return np.stack([np.where(entries == e, values, 0).sum(axis=-1) for e in range(n_entries)], axis=-1)


def places_of(entries, n_entries):
    return (entries[..., None] == np.arange(n_entries)).sum(axis=-2)


def drawn(rng, n, games_, columns, size=12.0):
    """Payoffs of n blocks that sum to zero at each table, with luck that is in part that of the deal."""
    payoffs = np.rint(rng.normal(0, size, (n, games_, columns)) + rng.normal(0, size, (n, 1, columns))).astype(np.int64)
    payoffs[..., -1] -= payoffs.sum(axis=-1)
    return payoffs


def summed(counts, kind, payoffs):
    """Add blocks payoffs[deal, game, entry] to counts without tally, for long simulations."""
    whole = payoffs.sum(axis=1)
    counts.blocks[kind] += len(whole)
    counts.payoffs[kind] += whole.sum(axis=0)
    counts.payoff_products[kind] += whole.T @ whole
    counts.game_payoffs[kind] += payoffs.sum(axis=0)
    counts.game_squares[kind] += (payoffs**2).sum(axis=0)


def scored(values, times):
    """Counts in which entry 0, with six places in a block, gets so many sixths of a place so many times."""
    counts = new_counts(1, 6, 1)
    values = np.asarray(values) * WHOLE
    counts.blocks[0] = sum(times)
    counts.results[0, 0] = values @ times
    counts.result_products[0, 0, 0] = values**2 @ times
    return counts


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one[:-1], other[:-1], strict=True))


@numba.njit
def tally_all(counts, rows, kinds, entries, owners, role_row):
    for d in range(len(rows)):
        tally(counts, rows[d], kinds[d], entries[kinds[d]], owners[kinds[d]], PAYOFF, RESULT, role_row)


VECTOR = tallied(
    games([[(m1, -m1), (-m2, m2)] for m1, m2 in zip(FIRST_MARGINS, SECOND_MARGINS, strict=True)]), ALTERNATE
)
SHUT_OUT = tallied(games([[(20, -20), (-30, 30)]] * 100), ALTERNATE)


def raw_case(seed, n, entries, n_entries):
    rng = np.random.default_rng(seed)
    rows = games(drawn(rng, n, *entries.shape))
    counts = tallied(rows, entries)
    paid = by_entry(rows[:, :, PAYOFF], entries, n_entries)
    won = by_entry(rows[:, :, RESULT], entries, n_entries) / WHOLE
    return counts, paid, won, places_of(entries, n_entries).sum(axis=0)

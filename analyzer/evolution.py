"""Where would a population of imitators end up?  alpha-Rank (Omidshafiei and others 2019), for payoff tables.

Everybody in a population plays the same strategy until a mutant appears, who spreads or dies out; alpha is how strongly
payoff decides, in 1 / points, and `people` how many there are.  A strategy is as good as the time it is played.
"""

import numpy as np
from scipy.special import logsumexp  # type: ignore[import-untyped]

LEAST = 1e-80  # the chance to take over is never less: the chain must not fall apart


def alpha_rank(table: np.ndarray, alpha: float, people: int = 50) -> list[float]:
    """Share of time of each strategy in one population; `table[i, j]` is what i is paid against j, also if i == j.

    A mutant r among s takes over with probability 1 / (1 + sum_{l=1}^{m-1} prod_{p=1}^{l} exp(-alpha (f_r - f_s))), f
    the mean payoff against the m - 1 others when p of the m play r.  Mutants of all kinds are equally common.
    """
    table = np.asarray(table, float)
    size = len(table)
    if table.shape != (size, size) or people < 2:
        raise ValueError("one population wants a square table and two people or more")
    p = np.arange(1, people)
    steps = np.zeros((size, size))
    for s in range(size):
        for r in range(size):
            if r != s:
                mutant = (p - 1) * table[r, r] + (people - p) * table[r, s]
                native = (people - p - 1) * table[s, s] + p * table[s, r]
                steps[s, r] = _takes_over(-alpha * (mutant - native) / (people - 1))
    return stationary(steps).tolist()


def alpha_rank_tables(tables: np.ndarray, alpha: float, people: int = 50) -> np.ndarray:
    """Share of time of each profile, a population for each seat; `tables[seat, s_0, s_1 ...]` is what a seat is paid.

    One population at a time turns to another strategy, with probability (1 - e^-u) / (1 - e^-mu), u = alpha times
    what it gains by that; 1 / m if u = 0.
    """
    tables = np.asarray(tables, float)
    shape = tables.shape[1:]
    if len(shape) != len(tables) or people < 2:
        raise ValueError("a table is wanted for each seat, with an axis for each seat, and two people or more")
    steps = np.zeros((tables[0].size, tables[0].size))
    for here in np.ndindex(shape):
        for seat, count in enumerate(shape):
            for other in set(range(count)) - {here[seat]}:
                there = (*here[:seat], other, *here[seat + 1 :])
                gain = tables[(seat, *there)] - tables[(seat, *here)]
                chance = _takes_over(np.full(people - 1, -alpha * gain))
                steps[np.ravel_multi_index(here, shape), np.ravel_multi_index(there, shape)] = chance
    return stationary(steps).reshape(shape)


def _takes_over(losses: np.ndarray) -> float:
    """1 / (1 + sum of exp(sum of the first l losses))."""
    return max(LEAST, float(np.exp(-logsumexp(np.r_[0.0, np.cumsum(losses)]))))


def stationary(rates: np.ndarray) -> np.ndarray:
    """Share of time a chain spends in each state; `rates[i, j]` from i to j, in any unit, the diagonal unread.

    Grassmann, Taksar and Heyman (1985): states are taken out one by one without a subtraction, so rates of any size
    keep their digits.
    """
    rates = np.array(rates, float)
    size = len(rates)
    leaving = np.ones(size)
    for n in range(size - 1, 0, -1):
        leaving[n] = rates[n, :n].sum()
        rates[:n, :n] += np.outer(rates[:n, n] / leaving[n], rates[n, :n])
    shares = np.zeros(size)
    shares[0] = 1.0
    for n in range(1, size):
        shares[n] = shares[:n] @ rates[:n, n] / leaving[n]
        shares /= shares.sum()
    return shares

"""Where would a population of imitators end up?  alpha-Rank (Omidshafiei and others 2019), of tables of any size.

Everybody in a population plays the same strategy until a mutant appears, who spreads or dies out; alpha is how strongly
payoff decides, in 1 / points, and `people` how many there are.  A strategy is as good as the time it is played.  So all
that must be known are the tables at which two strategies sit.
"""

from math import comb

import numpy as np
from scipy.special import logsumexp  # type: ignore[import-untyped]

LEAST = 1e-80  # the chance to take over is never less: the chain must not fall apart
ALPHA, PEOPLE = 1.0, 50  # a strategy that is paid a point a game more spreads e times as easily as it dies out


def alpha_rank(paid: np.ndarray, alpha: float = ALPHA, people: int = PEOPLE) -> list[float]:
    """Share of time of each strategy; `paid[q - 1, r, s]` is what r is paid a game at a table of q r and n - q s.

    q is 1 .. n, n the players at the table; for q = n only the diagonal is read.  A mutant r among s takes over with
    probability 1 / (1 + sum_{l=1}^{m-1} prod_{p=1}^{l} exp(-alpha (f_r - f_s))), m the people, f the mean payoff when
    p of them play r and whoever sits at the table is drawn from all.  Mutants of all kinds are equally common.
    """
    paid = np.asarray(paid, float)
    players, size = paid.shape[:2]
    if paid.shape != (players, size, size) or people < max(players, 2):
        raise ValueError("a square table is wanted for every number of players, and people enough for a table")
    paid = np.vstack([paid[:-1], np.broadcast_to(paid[-1:].diagonal(0, 1, 2)[..., None], (1, size, size))])
    # [p, q - 1]: how likely a player sits with q - 1 of his own kind, if p - 1 of the others are
    company = np.array([[_drawn(people - 1, p - 1, players - 1, q) for q in range(players)] for p in range(1, people)])
    steps = np.zeros((size, size))
    for s in range(size):
        for r in range(size):
            if r != s:
                mutant, native = company @ paid[:, r, s], (company @ paid[:, s, r])[::-1]
                steps[s, r] = _takes_over(-alpha * (mutant - native))
    return stationary(steps).tolist()


def _drawn(whole: int, kind: int, drawn: int, hits: int) -> float:
    """How likely `hits` of so many drawn without replacement are of a kind (hypergeometric law)."""
    return comb(kind, hits) * comb(whole - kind, drawn - hits) / comb(whole, drawn)


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

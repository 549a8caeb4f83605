"""Which of many settings is best?  Two ways to spend deals on those that may still be it.

An *arm* is a setting; all arms play the same deals, so that differences hold no luck that both had.  What an arm made
of a deal is a whole number, its *value*, say a pair score in quarters.

`race` drops an arm when another is surely better, and is right about all it drops in 1 - alpha of all races.  `halve`
drops half of them after each round, sure or not, and keeps to a budget: for many arms, before a race.  What has won is
flattered by having won: how good it is, only fresh deals tell.

Both write in what they are given how they stand (`Race`, `Halving`), so that whatever stops them in the middle of a
play leaves them as they were before it.  Both are the same for the same deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from math import log
from typing import Any

import numpy as np

STAKES = 0.5 ** np.arange(1, 11)  # shares of what one has that are bet on each deal


@dataclass(slots=True)
class Race:
    """How a race stands: plain numbers and lists, so `asdict` gives its record."""

    span: int  # two arms never differ by more in a block
    alpha: float
    deals: int
    alive: list[int]
    dropped: list[dict[str, int]]  # arm, by (which arm), deals (that all had played by then)
    totals: list[int]  # of the values of an arm, over the deals it has played
    played: list[int]  # deals
    capital: list[list[list[float]]]  # [i][j][stake]: the logarithm of what betting on i against j has made of 1

    def record(self) -> dict[str, Any]:
        """All there is to go on from, as JSON holds it: `Race(**record)`."""
        return asdict(self)

    def mean(self, arm: int) -> float | None:
        """Mean value of a block on the deals the arm has played."""
        return self.totals[arm] / self.played[arm] if self.played[arm] else None

    def leader(self, favourite: int | None = None) -> int:
        """The arm in front; of equals the favourite, or else the first."""
        return min(self.alive, key=lambda arm: (-self.totals[arm], arm != favourite, arm))


def new_race(arms: int, span: int, alpha: float = 0.05) -> Race:
    """A race before the start."""
    if arms < 1 or span < 1 or not 0 < alpha < 1:
        raise ValueError(f"a race wants arms, a span and 0 < alpha < 1, not {arms}, {span}, {alpha}")
    capital = [[[0.0] * len(STAKES) for _ in range(arms)] for _ in range(arms)]
    return Race(span, alpha, 0, list(range(arms)), [], [0] * arms, [0] * arms, capital)


def advance(race: Race, values: dict[int, np.ndarray]) -> None:
    """Let all arms alive have played the next deals, `values[arm]`, and drop those that are surely not the best.

    D is the difference of two arms on the same deal over the span, and (D + 1) / 2 lies in [0, 1].  One who bets
    share f of all he has, on i against j, has 1 after no deals and prod (1 + f D) after some; if i is no better, that
    is no more than 1 on average, for any f, and so is the mean over several f.  It reaches (K - 1) / alpha ever with
    probability alpha / (K - 1) at most (Ville 1939; Waudby-Smith and Ramdas 2024): only then is j dropped, and its
    always-valid lower bound of mean D is above 0.  Only K - 1 such bets are against the best arm of K, so it is ever
    dropped with probability alpha at most.  (Races: Maron and Moore 1994.)

    Bets are settled at the end of a batch.  The one in front is never dropped.
    """
    scores = {arm: np.asarray(values[arm]) for arm in race.alive}
    n = len(scores[race.alive[0]])
    if any(len(score) != n or score.dtype.kind not in "iu" for score in scores.values()):
        raise ValueError("all arms must play the same deals, and values must be whole numbers")
    for arm, score in scores.items():
        race.totals[arm] += int(score.sum())
        race.played[arm] += n
    race.deals += n
    for i in race.alive:
        for j in race.alive:
            if i < j:
                gaps, times = np.unique(scores[i].astype(np.int64) - scores[j], return_counts=True)
                if n and abs(gaps).max() > race.span:
                    raise ValueError(f"two arms differ by {abs(gaps).max()} in a block, more than the span {race.span}")
                bets = STAKES[:, None] * (gaps / race.span)
                for one, other, sign in ((i, j, 1), (j, i, -1)):
                    won = (np.log1p(sign * bets) * times).sum(axis=1)
                    race.capital[one][other] = (np.array(race.capital[one][other]) + won).tolist()
    goal = log(max(1, len(race.totals) - 1) / race.alpha)
    # the capital of i against j is above 1 only if i is in front of j: nobody is dropped by one he could drop
    lost = {j: [i for i in race.alive if i != j and _mean(race.capital[i][j]) >= goal] for j in race.alive}
    for j, by in lost.items():
        if by:
            first = max(by, key=lambda i: (race.totals[i], -i))
            race.dropped.append({"arm": j, "by": first, "deals": race.deals})
    race.alive = [j for j in race.alive if not lost[j]]


def _mean(logarithms: list[float]) -> float:
    """The logarithm of the mean of what these are logarithms of."""
    top = max(logarithms)
    return top + log(float(np.exp(np.array(logarithms) - top).mean()))


def race(
    play: Callable[[list[int], int, int], dict[int, np.ndarray]],
    run: Race,
    batch: Callable[[Race], int],
    hook: Callable[[Race], None] | None = None,
) -> Race:
    """Race on until one arm is left, or `batch(run)`, the number of deals to play next, is 0.

    `play(arms, first, n)` plays arms on deals first, first + 1 ... and tells the values each made of these n.  After
    every batch `hook` is told how the race stands.
    """
    while len(run.alive) > 1 and (n := batch(run)) > 0:
        advance(run, play(list(run.alive), run.deals, n))
        if hook:
            hook(run)
    return run


@dataclass(slots=True)
class Halving:
    """How sequential halving stands, after whole rounds or in the middle of one."""

    plan: Sequence[tuple[int, int]]  # of `rounds`, or the first of them
    alive: list[int]
    sums: list[list[int]]  # of the values of an arm, in every round it has played
    out: dict[int, int] = field(default_factory=dict)  # of an arm that was dropped: the deals it had played
    deals: int = 0  # that were begun

    def total(self, arm: int, rounds: int | None = None) -> int:
        """The sum of an arm's values, over its first rounds or all."""
        return sum(self.sums[arm][:rounds])

    def played(self, rounds: int) -> int:
        """How many deals so many rounds have."""
        return sum(new for _, new in self.plan[:rounds])


def rounds(arms: int, budget: int) -> list[tuple[int, int]]:
    """(arms left, new deals for each of them) of every round, for a budget of deals in all.

    Karnin, Koren and Somekh 2013: R = ceil(log2 K) rounds of floor(budget / (K_r R)) deals; half are kept, rounded up.
    """
    count = (arms - 1).bit_length()
    left, plan = arms, []
    for _ in range(count):
        plan.append((left, budget // (left * count)))
        left = (left + 1) // 2
    if arms < 1 or (plan and plan[0][1] < 1):
        raise ValueError(f"{arms} arms want a budget of {max(1, arms * count)} deals or more, not {budget}")
    return plan


def new_halving(arms: int, plan: Sequence[tuple[int, int]]) -> Halving:
    """Halving before the start."""
    return Halving(plan, list(range(arms)), [[] for _ in range(arms)])


def halve(
    play: Callable[[int, int, int, int], int],
    run: Halving,
    favourite: int | None = None,
    hook: Callable[[Halving], None] | None = None,
) -> Halving:
    """Sequential halving: after each round of the plan, keep the better half by the totals over all deals so far.

    `play(number, arm, first, n)` plays an arm on the deals of a round and tells the sum of its values.  Of equals the
    favourite is kept, or else the first.  Those left have always played the same deals.  `hook` is told after every
    round how it stands.
    """
    for number, (left, new) in enumerate(run.plan):
        first, run.deals = run.deals, run.deals + new
        for arm in run.alive:
            run.sums[arm].append(play(number, arm, first, new))
        order = sorted(run.alive, key=lambda arm: (-run.total(arm), arm != favourite, arm))
        keep = (left + 1) // 2
        run.out |= dict.fromkeys(sorted(order[keep:]), run.deals)
        run.alive = sorted(order[:keep])
        if hook:
            hook(run)
    return run

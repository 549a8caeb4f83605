"""Which of many settings is best?  Two ways to spend deals on those that may still be it.

An *arm* is a setting; `play(arm, first, n)` plays it on deals first, first + 1 ... and gives the values of these n
blocks as whole numbers, say pair scores in quarters.  All arms play the same deals, so that differences hold no luck
that both had.

`race` drops an arm when another is surely better, and is right about all it drops in 1 - alpha of all races.  `halve`
drops half of them after each round, sure or not, and keeps to a budget: for many arms, before a race.  What has won is
flattered by having won: how good it is, only fresh deals tell.

Both are the same for the same deals, can be stopped after any batch, and go on from their `record`, which JSON holds.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import log
from typing import Any

import numpy as np

Play = Callable[[int, int, int], np.ndarray]
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
        """All there is to go on from."""
        return asdict(self)

    def mean(self, arm: int) -> float | None:
        """Mean value of a block on the deals the arm has played."""
        return self.totals[arm] / self.played[arm] if self.played[arm] else None

    def leader(self) -> int:
        """The arm in front; of equals the first."""
        return max(self.alive, key=lambda arm: (self.totals[arm], -arm))


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
    play: Play,
    arms: int,
    span: int,
    most: int,
    batch: int = 1000,
    alpha: float = 0.05,
    record: dict[str, Any] | None = None,
    hook: Callable[[Race], None] | None = None,
) -> Race:
    """Race until one arm is left or `most` deals are played; `hook` is told after every batch how it stands.

    `span` is the most two arms can differ by in a block: 4 for pair scores in quarters.  A record goes on as if it had
    never stopped if the batches are of the same size.
    """
    if batch < 1:
        raise ValueError(f"a batch has a deal or more, not {batch}")
    run = Race(**deepcopy(record)) if record else new_race(arms, span, alpha)
    if (len(run.totals), run.span, run.alpha) != (arms, span, alpha):
        raise ValueError("the record is of another race")
    while len(run.alive) > 1 and run.deals < most:
        n = min(batch, most - run.deals)
        advance(run, {arm: play(arm, run.deals, n) for arm in run.alive})
        if hook:
            hook(run)
    return run


@dataclass(slots=True)
class Halving:
    """How sequential halving stands: plain numbers and lists, so `asdict` gives its record."""

    budget: int
    round: int
    deals: int
    alive: list[int]  # once it is over, only the best is left
    dropped: list[dict[str, int]]  # arm, round, deals
    totals: list[int]
    played: list[int]

    def record(self) -> dict[str, Any]:
        """All there is to go on from."""
        return asdict(self)


def rounds(arms: int, budget: int) -> list[tuple[int, int]]:
    """(arms left, new deals for each of them) of every round, for a budget of blocks in all.

    Karnin, Koren and Somekh 2013: R = ceil(log2 K) rounds of floor(budget / (K_r R)) deals; half are kept, rounded up.
    """
    count = (arms - 1).bit_length()
    left, plan = arms, []
    for _ in range(count):
        plan.append((left, budget // (left * count)))
        left = (left + 1) // 2
    if arms < 1 or (plan and plan[0][1] < 1):
        raise ValueError(f"{arms} arms want a budget of {max(1, arms * count)} blocks or more, not {budget}")
    return plan


def halve(
    play: Play,
    arms: int,
    budget: int,
    batch: int | None = None,
    record: dict[str, Any] | None = None,
    hook: Callable[[Halving], None] | None = None,
) -> Halving:
    """Sequential halving: after each of `rounds`, keep the better half by the totals over all deals so far.

    Of equals the first are kept.  Those left have always played the same deals.  `hook` is told after every batch (a
    round, if none is given) how it stands; the size of batches does not change the outcome.
    """
    plan = rounds(arms, budget)
    run = (
        Halving(**deepcopy(record)) if record else Halving(budget, 0, 0, list(range(arms)), [], [0] * arms, [0] * arms)
    )
    if (len(run.totals), run.budget) != (arms, budget):
        raise ValueError("the record is of another budget or of other arms")
    while run.round < len(plan):
        end = sum(new for _, new in plan[: run.round + 1])
        n = min(batch or end, end - run.deals)
        for arm in run.alive:
            run.totals[arm] += int(np.asarray(play(arm, run.deals, n)).sum())
            run.played[arm] += n
        run.deals += n
        if run.deals == end:
            order = sorted(run.alive, key=lambda arm: (-run.totals[arm], arm))
            keep = (len(order) + 1) // 2
            run.dropped += [{"arm": arm, "round": run.round, "deals": end} for arm in sorted(order[keep:])]
            run.alive, run.round = sorted(order[:keep]), run.round + 1
        if hook:
            hook(run)
    return run

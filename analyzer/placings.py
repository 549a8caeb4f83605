"""What did everybody get, where a strategy meets several others at once?  All the estimates such a match gives."""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from analyzer import course, pool, seating, standings
from analyzer.findings import same, score_of_itself
from analyzer.intervals import Interval


class Standing(NamedTuple):
    """One result: a strategy, among whom, and what it got per game."""

    label: str
    among: str
    places: int  # of a block
    score: Any
    payoff: Any  # in a pool the rating: by how much more than the pool's mean it is paid
    luck: Any
    p: float | None  # of "no difference to the others", where there is one other
    p_of: str  # payoff or score: what that weighs
    differs: bool  # False: whatever the interval of the payoff, it may well be paid like the others

    @property
    def name(self):
        """`timid among maestro`, or the label where all meet all."""
        return f"{self.label} among {self.among}" if self.among else self.label


class Weighed(NamedTuple):
    """A finished match and all the estimates it gives."""

    contest: Any
    outcome: Any
    standings: list[Standing]
    contrasts: dict[tuple[int, int], Any]  # of what counts, p-values after Holm
    ratings: Any
    roles: list[Any]
    course: Any  # how the hands went, None where the game does not tell

    @property
    def decided_by_score(self):
        """Is it the score that decides, not the payoff?"""
        return self.contest.table.counts_score and not self.rated

    @property
    def rated(self):
        """Are the payoffs ratings?"""
        return self.contest.plan.design == seating.POOL

    @property
    def par(self):
        """What a player among equals gets: no payoff, or an equal share of the wins (a void hand is won by none)."""
        if not self.decided_by_score:
            return 0.0
        wins, games = (int(each.sum()) for each in (self.counts.role_wins, self.counts.role_games))
        return wins / (standings.WHOLE * games) if games else 1 / len(set(self.contest.table.columns))

    @property
    def level(self):
        """Did every deal come out even for everybody, to the point?"""
        return not self.counts.payoff_products.any() and len({each.score.mean for each in self.standings}) == 1

    @property
    def unit(self):
        """What payoffs are counted in: ` units a game`."""
        return f" {self.contest.table.module.UNIT} a {self.contest.table.bout}"

    @property
    def counts(self):
        """What came of the blocks."""
        return self.outcome.counts.result

    def main(self, standing):
        """The estimate that decides."""
        return standing.score if self.decided_by_score else standing.payoff

    def ahead(self, standing):
        """1 if it is surely above par, -1 if surely below, 0 if that cannot be said."""
        estimate = self.main(standing)
        if estimate.low is None or not (self.decided_by_score or standing.differs):
            return 0
        return 1 if estimate.low > self.par else -1 if estimate.high < self.par else 0


def weigh(contest, outcome):
    """Every estimate a match gives."""
    counts, plan = outcome.counts.result, contest.plan
    places = np.array([[(kind == e).sum() for e in range(plan.n_entries)] for kind in plan.entries])
    contrasts, ratings, found = {}, None, []
    if plan.design == seating.POOL:
        ratings = pool.ratings(counts, places) if outcome.deals else None
        if ratings:
            contrasts = {pair: (each, each.p) for pair, each in ratings.contrasts.items()}
            found = _rated(contest.labels(), ratings)
    else:
        found = [_standing(contest, outcome, e, int(places[0, e])) for e in range(plan.n_entries)]
    if plan.design == seating.ORDERS:
        of, pairs = "score" if contest.table.counts_score else "payoff", list(combinations(range(3), 2))
        plain = [standings.contrast(counts, e, f, int(places[0, e]), int(places[0, f]), of=of) for e, f in pairs]
        fair = standings.holm([each.p for each in plain])
        contrasts = {pair: (each, p) for pair, each, p in zip(pairs, plain, fair, strict=True)}
    told = course.course(contest, outcome)
    return Weighed(contest, outcome, found, contrasts, ratings, standings.roles(counts), told)


def _standing(contest, outcome, entry, places):
    """The result of one entry that has so many places in a block."""
    counts, design, labels, ending = outcome.counts.result, contest.plan.design, contest.labels(), outcome.ending
    score, payoff = (f(counts, entry, places) for f in (standings.score, standings.payoff))
    p, p_of = standings.p_value(counts, entry) if design in (seating.AMONG, seating.TURNS) else None, "payoff"
    # A few deals that all paid the same have an interval of no width, which proves nothing: p knows.
    differs = p is None or p < 0.05
    known = score_of_itself(contest) if same(contest) and outcome.deals and not counts.payoff_products.any() else None
    if ending:  # the results decided when to stop
        score, found = ending.estimates(entry)
        payoff = standings.Margin(found.mean, found.low, found.high, found.level, payoff.sd)
        p, p_of, differs = ending.p_value(entry), "score" if ending.rule.of == "score" else "payoff", True
    elif known:
        score = Interval(known, known, known, score.level)
    among = labels[1 - entry] if design == seating.AMONG else ""
    luck = standings.variance_reduction(counts, entry)
    return Standing(labels[entry], among, places, score, payoff, luck, p, p_of, differs)


def _rated(labels, ratings):
    """The results of a pool."""
    unknown, nothing = Interval(None, None, None, 0.95), standings.Factor(None, None, None)
    return [
        Standing(label, "", 0, unknown, rating, nothing, None, "payoff", True)
        for label, rating in zip(labels, ratings.entries, strict=True)
    ]

"""What experiments say: estimates of two parties, of several settings on the same deals, of anything counted by deal.

The deal is the unit of independence throughout.  Scores lie between 0 and 1, margins and payoffs are in points (or
units) a game; an estimate of no deals has no mean.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import hypot, lcm

import numpy as np
from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer import clusters, intervals, seating, standings, stats
from analyzer import match as matches
from analyzer.extremes import unseen
from analyzer.match import Match, Outcome
from analyzer.scores import WHOLE

LEVEL = 0.95


@dataclass(frozen=True)
class Duel:
    """Two parties after some deals, told from the side of the first."""

    contest: Match
    outcome: Outcome

    @property
    def deals(self):
        """How many deals were finished."""
        return self.outcome.deals

    @property
    def _pairs(self):
        return self.contest.plan.design == seating.BOTH_SIDES

    @cached_property
    def _places(self):
        return int((self.contest.plan.entries[0] == 0).sum())

    @cached_property
    def score(self):
        """The Interval of its win score, 0 to 1."""
        result = self.outcome.counts.result
        return stats.score(result[0]) if self._pairs else standings.score(result, 0, self._places)

    @cached_property
    def margin(self):
        """The Interval of what it makes more than the others, in points (or units) a game."""
        result = self.outcome.counts.result
        return stats.margin(result[0]) if self._pairs else standings.payoff(result, 0, self._places)

    @cached_property
    def lead(self):
        """The Interval of the score of whoever leads the first trick; ValueError but for two sides that change over."""
        if not self._pairs:
            raise ValueError("the score of the lead is told only of two sides that change over")
        return stats.lead_score(self.outcome.counts.result[0])

    @cached_property
    def p(self):
        """How often chance alone would bring such a margin."""
        result = self.outcome.counts.result
        return stats.sign_flip(result[0]) if self._pairs else standings.p_value(result, 0)

    @property
    def command(self):
        """The command line that plays it."""
        return _compare(self.contest, self.outcome, *(party.word for party in self.contest.parties))


@dataclass(frozen=True, slots=True)
class Gained(standings.Contrast):
    """What a setting makes more than another; `unseen` is how far off 0 that may be if no deal shows anything.

    So much may be still to come where none of the deals, or only a handful, came out differently.
    """

    unseen: float


@dataclass(frozen=True)
class Several:
    """Settings after some deals against the same opponents."""

    contest: Match
    outcome: Outcome
    names: list[str]  # the parties, as they were asked for
    opponents: list[str]  # who was played against

    @property
    def deals(self):
        """How many deals were finished."""
        return self.outcome.deals

    @property
    def by_score(self):
        """Is it the score that counts, rather than payoffs?"""
        return self.contest.table.counts_score

    @property
    def pairs(self):
        """Who met whom, in the order in which the games of a deal are played."""
        return [(self.names[one], self.names[two]) for one, two in self.contest.pairs]

    def mean(self, setting, of=None, against=None):
        """The Interval of a setting's "score" or "margin"; None: of what counts in the game.

        `against` is one opponent; None: all of them, counting alike.  So do several settings, given as a list.  What a
        party makes of itself is known, and its interval has no width.
        """
        entries = self._entries(setting, against)
        counts, places = self._counts([entries])
        estimate = standings.score if self._quantity(of) == "score" else standings.payoff
        mean = estimate(counts, 0, places[0], LEVEL)
        known = not any(pair in self.contest.pairs for pair in entries)
        return replace(mean, low=mean.mean, high=mean.mean) if known else mean

    def gain(self, setting, over, of=None, against=None):
        """The Gained, with interval and p, of what a setting makes more than another on the same deals.

        Either may be several, given as a list, which count alike: so are the effects of a factorial experiment told.
        If no deal came out differently, the interval reaches as far as deals to come may differ (`extremes.unseen`);
        it has no width if both are the same party.
        """
        entries, quantity = [self._entries(setting, against), self._entries(over, against)], self._quantity(of)
        found = standings.contrast(*self._contrasted(entries), LEVEL, quantity)
        mean, low, high = found.mean, found.low, found.high
        off = 0.0 if self._alike(*entries) else unseen(self.contest.table, self.deals, quantity == "score", LEVEL)
        if mean == low == high == 0:
            low, high = -off, off
        return Gained(mean, low, high, LEVEL, found.p, off)

    def command(self, setting, over=None, against=None):
        """The command line that plays a setting against an opponent, and its gain over another setting if asked."""
        against = against or ",".join(self.opponents)
        if over is None or over == against:
            return _compare(self.contest, self.outcome, setting, against)
        return _sweep(self.contest, self.outcome, setting, over, against) or (
            f"{_compare(self.contest, self.outcome, setting, against)}; "
            f"{_compare(self.contest, self.outcome, over, against)}"
        )

    def _quantity(self, of):
        """What `standings` calls it."""
        if of not in (None, "score", "margin"):
            raise ValueError(f"a setting has a score and a margin, no {of}")
        return "score" if of == "score" or (of is None and self.by_score) else "payoff"

    def _contrasted(self, entries):
        """Two lists of pairs as `standings.contrast` takes them."""
        counts, places = self._counts(entries)
        return counts, 0, 1, *places

    def _alike(self, one, other):
        """Do the same parties meet the same, whatever they were called?"""
        parties = self.contest.parties
        left, right = ([(parties[a], parties[b]) for a, b in pairs] for pairs in (one, other))
        return all(left.count(pair) == right.count(pair) for pair in (*left, *right))

    def _entries(self, setting, against):
        """The pairs whose results count; ValueError for what was not played."""
        settings = [setting] if isinstance(setting, str) else list(setting)
        for name in filter(None, (*settings, against)):
            if name not in self.names:
                raise ValueError(f"{name} is not among those played: {', '.join(self.names)}")
        opponents = [against] if against else self.opponents
        return [(self.names.index(one), self.names.index(two)) for one in settings for two in opponents]

    @cached_property
    def _products(self):
        return self.outcome.counts.products

    @cached_property
    def _places(self):
        """How many results each pair has in a deal."""
        (entries,) = self.contest.plan.entries
        return [int((entries == k).sum()) for k in range(len(self.contest.pairs))]

    def _counts(self, chosen):
        """The `standings.Counts` of an entry for each list of pairs, and the places of each entry in a deal.

        A party that meets itself is not played: its score is one half of every place, its payoff zero.
        """
        columns = []
        places = []
        for pairs in chosen:
            known = [self.contest.pairs.index(pair) if pair in self.contest.pairs else None for pair in pairs]
            each = [2 if k is None else self._places[k] for k in known]
            whole = lcm(*each)
            column = np.zeros(len(self.contest.pairs) + 1, np.int64)
            for k, of_pair in zip(known, each, strict=True):
                if k is None:
                    column[-1] += whole * WHOLE // 2
                else:
                    column[k] += whole // of_pair
            columns.append(column)
            places.append(whole * len(pairs))
        adds = np.array(columns)
        n = int(self.outcome.counts.blocks[0])
        made = standings.new_counts(1, 1, len(chosen))
        made.blocks[0] = n
        for row, (total, product) in enumerate(
            ((made.results, made.result_products), (made.payoffs, made.payoff_products))
        ):
            constant = n if row == 0 else 0
            sums = np.append(self.outcome.counts.totals[row], constant)
            products = np.zeros((len(sums), len(sums)), np.int64)
            products[:-1, :-1] = self._products[row]
            products[-1] = products[:, -1] = sums if row == 0 else 0
            total[0] = adds @ sums
            product[0] = adds @ products @ adds.T
        return made, places


def _options(contest, outcome):
    """The options that play the deals of an outcome at the table of a match."""
    first = [f"--first {outcome.first}"] if outcome.first else []
    return [f"--deals {outcome.deals}", *first, f"--seed {contest.seed}", *contest.table.options()]


def _compare(contest, outcome, one, two):
    """The command line that compares two of its parties."""
    return " ".join(["mazziere compare", one, two, *_options(contest, outcome)])


def _sweep(contest, outcome, setting, over, against):
    """The command line that tells the gain of one setting over another of the same strategy; "" if they are of two."""
    one, two = (matches.party(name, contest.table.game) for name in (setting, over))
    if len(one.members) > 1 or len(two.members) > 1 or one.members[0].path != two.members[0].path:
        return ""
    changed = {key: value for key, value in one.members[0].values.items() if value != two.members[0].values[key]}
    varied = [f"--vary {key}={value}" for key, value in changed.items()]
    return " ".join(["mazziere sweep", over, *varied, f"--against {against}", *_options(contest, outcome)])


@dataclass
class Ratio:
    """So much a thing, where every deal has some things: tricks a game, or games of a kind among those of another.

    Counted in whole numbers; what counts as independent is the deal (see `clusters`).
    """

    sums: list[int] = field(default_factory=lambda: [0] * 6)  # n, total, squares, mixed, sizes, deals

    def add(self, amounts, things):
        """Count deals: of each how much, and of how many things; int arrays of shape (deals,)."""
        s, n = np.asarray(amounts, np.int64), np.asarray(things, np.int64)
        for k, column in enumerate((n, s, s * s, s * n, n * n, n > 0)):
            self.sums[k] += int(column.sum())

    def seen(self, scale=1):
        """The `clusters.Gain` of the mean, times `scale`: with its interval, and the p-value of "0"."""
        n, total, squares, mixed, sizes, deals = self.sums
        found = clusters.Seen(n, scale * total, scale * scale * squares, scale * mixed, sizes, deals, True)
        return clusters.gain(found, 1, LEVEL)


def apart(one, other, scale=1):
    """How much larger one mean is than another, of other deals, times `scale`: a `clusters.Gain`.

    Both are Gains.  Welch's interval (1947): the squares of the two standard errors add up, and the degrees of freedom
    lie between those of the two.  No mean if either has no standard error; no interval where nothing varies.
    """
    decisions = one.decisions + other.decisions
    if one.error is None or other.error is None or one.deals is None or other.deals is None:
        return clusters.Gain(None, None, None, LEVEL, None, decisions, None, None)
    mean, error = scale * (one.mean - other.mean), scale * hypot(one.error, other.error)
    if not error:
        return clusters.Gain(mean, None, None, LEVEL, None, decisions, None, error)
    parts = [(scale * each.error / error) ** 4 / (each.deals - 1) for each in (one, other)]
    half = -intervals.t_quantile(intervals.outside(LEVEL), 1 / sum(parts)) * error
    p = 2 * float(stdtr(1 / sum(parts), -abs(mean) / error))
    return clusters.Gain(mean, mean - half, mean + half, LEVEL, p, decisions, None, error)

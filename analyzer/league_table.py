"""A finished league: who stands where, and what each makes of each.

Between two sides each pairing is a duel on the same deals (a crosstable, see `seating`), and what decides there, wins
or points, is rated (`league_duels`).  Where everybody is for himself the strategies are mixed at one table, and rated
by what they are paid (`league_pool`): nobody makes anything of one other alone there.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from analyzer import seating
from analyzer.intervals import Interval
from analyzer.standings import Contrast

LEVEL = 0.95
ALPHA = 0.05
FEW = 100  # deals: below that means are not normally distributed, and nothing is called sure
TIED = 9  # ratings that agree in so many digits are one


class Standing(NamedTuple):
    """Where one strategy stands.  What does not exist is None."""

    label: str
    rating: Interval  # above the mean of all
    error: float | None  # its standard error
    ranks: tuple[int, int]  # the best and the worst that are not ruled out
    score: Interval  # mean over all it met; in a pool its share of first places, without an interval
    points: Interval | None  # the same of points
    nash: float | None = None  # its share of the Nash average
    skill: float | None = None  # what it makes of that
    support: float | None = None  # how often it is in it, over resampled deals
    elo: Interval | None = None
    elo_error: float | None = None
    time: Interval | None = None  # how long imitators play it: its share by alpha-Rank


class Meeting(NamedTuple):
    """What the first of a pair makes of the second."""

    score: Interval
    points: Interval
    p: float  # of "these two are equal" in what decides, after Holm

    def turned(self):
        """What the second makes of the first."""
        return Meeting(_turned(self.score, 1.0), _turned(self.points, 0.0), self.p)


def _turned(found, whole):
    """What the other side makes, if both together make `whole`."""
    mean, low, high = (None if x is None else whole - x for x in (found.mean, found.high, found.low))
    return Interval(mean, low, high, found.level)


class League(NamedTuple):
    """A finished league and all its estimates; strategies are numbered as they were named."""

    contest: Any
    outcome: Any
    labels: list[str]
    standings: list[Standing]  # empty if they cannot be rated
    meetings: dict[tuple[int, int], Meeting]  # of all pairs i < j; empty in a pool
    differences: dict[tuple[int, int], Any]  # of ratings, p-values after Holm
    circles: Any  # None in a pool
    alike: list[list[int]]  # strategies that made the same of every deal
    weights: str = "equal"
    mended: bool = False  # were draws added to get Elo ratings?

    @property
    def pooled(self):
        """Were all of them mixed at one table?"""
        return self.contest.plan.design == seating.POOL

    @property
    def by_score(self):
        """Do wins decide, rather than points?"""
        return self.contest.table.counts_score and not self.pooled

    @property
    def units(self):
        """What ratings are counted in: how many of them a unit of the estimates is, and their name."""
        table = self.contest.table
        return (100, "percentage points") if self.by_score else (1, f"{table.module.UNIT} a {table.bout}")

    @property
    def even(self):
        """Did every deal come out even for everybody, to the point?"""
        return self.alike == [list(range(len(self.labels)))]

    @property
    def few(self):
        """Are there too few deals to be sure of anything?"""
        return self.outcome.deals < FEW

    @property
    def order(self):
        """The strategies by their ratings, the best first, then as they were named."""
        return sorted(range(len(self.standings)), key=lambda k: -self._height(k))

    def _height(self, k):
        """The rating without the digits that only binary fractions tell apart."""
        return round(self.standings[k].rating.mean, TIED)

    def rank(self, k):
        """Where it stands, 1 the best; equals have one rank."""
        return 1 + sum(self._height(j) > self._height(k) for j in range(len(self.standings)))

    @property
    def leaders(self):
        """Those nobody is surely better than, by their ratings: one of them is best, as surely as the ranks hold."""
        return [k for k in self.order if self.standings[k].ranks[0] == 1]

    def copies(self, k):
        """The strategies that made the same of every deal as this one, itself among them."""
        return next((group for group in self.alike if k in group), [k])

    def difference(self, i, j):
        """By how much i is rated above j."""
        gap = self.differences[min(i, j), max(i, j)]
        return gap if i < j else gap.turned()

    def surely(self, i, j):
        """1 if i is surely rated above j, -1 if below, 0 if that cannot be said."""
        return sign(self.difference(i, j))

    def meeting(self, i, j):
        """What i makes of j."""
        return self.meetings[i, j] if i < j else self.meetings[j, i].turned()

    def beats(self, i, j):
        """1 if i surely beats j, -1 if j surely beats i, 0 if that cannot be said."""
        found = self.meeting(i, j)
        main, level = (found.score, 0.5) if self.by_score else (found.points, 0.0)
        if found.p > ALPHA or main.low is None or main.mean == level:
            return 0
        return 1 if main.mean > level else -1

    def mean(self, i, j):
        """What i makes of j in what decides; in a pool, by how much it is rated above."""
        if self.pooled:
            return self.difference(i, j).mean
        found = self.meeting(i, j)
        return found.score.mean if self.by_score else found.points.mean


def sign(gap):
    """The sign of a difference that is certain, else 0."""
    if gap.p > ALPHA or gap.low is None or not gap.mean:
        return 0
    return 1 if gap.mean > 0 else -1


def labels_of(contest):
    """What the strategies are called, alike ones numbered."""
    labels = contest.labels()
    if len(set(labels)) == len(labels):
        return labels
    return [
        f"{name} #{labels[: k + 1].count(name)}" if labels.count(name) > 1 and " #" not in name else name
        for k, name in enumerate(labels)
    ]


def unsure(league):
    """The same of so few deals that nothing is sure: no intervals, no p-values, all ranks open."""

    def bare(interval):
        return interval and Interval(interval.mean, None, None, interval.level)

    standings = [
        each._replace(
            rating=bare(each.rating),
            error=None,
            ranks=(1, len(league.labels)),
            score=bare(each.score),
            points=bare(each.points),
            time=bare(each.time),
            elo=bare(each.elo),
            elo_error=None,
        )
        for each in league.standings
    ]
    meetings = {pair: Meeting(bare(each.score), bare(each.points), 1.0) for pair, each in league.meetings.items()}
    differences = {pair: Contrast(gap.mean, None, None, gap.level, 1.0) for pair, gap in league.differences.items()}
    circles = league.circles and replace(league.circles, q=None, p=None, corrected=None, cycles=[])
    return league._replace(standings=standings, meetings=meetings, differences=differences, circles=circles)

"""What may be said of numbers counted elsewhere: counts of pairs, of single games, or mean and spread of margins.

The estimates are those of `stats`, `elo` and `always_valid`, the same to the last digit as those of the match the
numbers are from.  How people write them: `pasted`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple

from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer import always_valid, elo, intervals, likelihood, stats
from analyzer.intervals import Interval
from analyzer.likelihood import Moments

Kind = Literal["pairs", "games", "margins"]
Method = Literal["student", "chernoff", "wilson", "clopper_pearson"]

CELLS = ("LL", "LD", "WL+DD", "WD", "WW")
LEVEL = 0.95
MOST = 2**53
ENDS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2))  # results of the two games of a pair, one way for each cell


class Look(NamedTuple):
    """How it stood after so many blocks: an interval that holds at all looks together."""

    blocks: int
    seen: always_valid.Anytime


@dataclass(frozen=True)
class Counted:
    """What was counted.  `counts` ascend from the worst cell; `stretches` are their parts, as they were given."""

    kind: Kind
    counts: tuple[int, ...]  # of margins: none
    stretches: tuple[tuple[int, ...], ...]
    seen: Moments  # of the score of a block (0 to 1), or of its margin in points a game
    sd: float | None  # of the same, with divisor n - 1; None for a single block

    @property
    def block(self) -> str:
        """What is independent of the others: a deal, or where single games were counted a game."""
        return "game" if self.kind == "games" else "deal"

    @property
    def games(self) -> int:
        """Games in a block."""
        return 1 if self.kind == "games" else 2

    @property
    def even(self) -> float:
        """The mean between equals."""
        return 0.0 if self.kind == "margins" else 0.5

    @property
    def alike(self) -> bool:
        """Did every block come out the same?"""
        return not self.sd

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        return None if self.sd is None else self.sd / sqrt(self.seen.n)

    @property
    def t(self) -> float | None:
        """By how many standard errors the mean is off even; None if nothing varies."""
        return (self.seen.mean - self.even) / self.error if self.error else None

    @property
    def method(self) -> Method | None:
        """Whose interval the mean has at one look.

        Of scores Student's, near a shut-out and where all blocks are alike Chernoff's (`stats`); of games without a
        draw, which are a plain rate, Wilson's, or the exact one.  Of margins Student's, and none where nothing varies:
        then nobody knows by how much a deal may be off.
        """
        if self.kind == "margins":
            return None if self.alike else "student"
        if self._rate:
            return "clopper_pearson" if intervals.told_exactly(*self._rate) else "wilson"
        return "student" if stats.student_holds(self._pairs) else "chernoff"

    def interval(self) -> Interval:
        """The mean with its interval at one look."""
        if self.kind != "margins":
            if self._rate is None:
                return stats.score_from_counts(self._pairs, LEVEL)
            exactly = intervals.told_exactly(*self._rate)
            return (intervals.clopper_pearson if exactly else intervals.wilson)(*self._rate, LEVEL)
        mean = self.seen.mean
        if not self.error:
            return Interval(mean, None, None, LEVEL)
        half = intervals.student_half(self.error, self.seen.n, LEVEL)
        return Interval(mean, mean - half, mean + half, LEVEL)

    def decided(self) -> Interval:
        """The share of wins among games that were not drawn, with its interval; ValueError where that is not known."""
        if self.kind != "games":
            what = (
                "pairs do not tell a win and a loss from two draws" if self.kind == "pairs" else "margins tell no wins"
            )
            raise ValueError(f"{what}: a best of so many needs counts of games, as in mazziere stats 500,20,480")
        losses, _, wins = self.counts
        if not wins + losses:
            raise ValueError("every game was drawn, so nobody knows who would win the best of so many")
        exactly = intervals.told_exactly(wins, wins + losses)
        return (intervals.clopper_pearson if exactly else intervals.wilson)(wins, wins + losses, LEVEL)

    def looks(self, most: int) -> list[Look]:
        """How it stood when somebody looked, the stretches being what came in between looks; at `most` of all looks.

        The last one is among them, and the others are evenly spaced.
        """
        if self.kind == "margins":
            raise ValueError(
                "an interval that holds at every look needs sums between looks, which mean, sd and n do not tell: "
                "mazziere compare ... --until margin=0.5 makes one while it plays"
            )
        if len(self.stretches) < 2:
            one = self._group(self.stretches[0])
            raise ValueError(
                "an interval that holds at every look cannot be had from totals: give the counts from look to look, "
                f"in the order they were played, as in mazziere stats {one} {one}"
            )
        ends = [k for k, stretch in enumerate(self.stretches, 1) if any(stretch)]
        few = min(most, len(ends))
        parts = [self.stretches[: ends[-1 - k * len(ends) // few]] for k in reversed(range(few))]
        return [Look(sum(map(sum, part)), always_valid.score(part, LEVEL)) for part in parts]

    def p_value(self) -> float:
        """Two-sided, of "no difference": by random signs, or of margins that vary by Student's test."""
        n, mean = self.seen.n, self.seen.mean
        if self.kind != "margins":
            return stats.sign_flip(self._tally())
        if self.t is None:  # of n equal margins all signs but two make a sum nearer to 0
            return min(1.0, 2.0 ** (1 - n)) if mean else 1.0
        return 2 * float(stdtr(n - 1, -abs(self.t)))

    def elo(self) -> dict[str, Interval]:
        """Elo and nElo, from normal intervals and a variance with divisor n, as fastchess and fishtest tell them.

        Where those would not hold, and of plain rates, from the interval of the score.
        """
        found = self.interval()
        if self.method == "student":
            half = -intervals.z_quantile(intervals.outside(LEVEL)) * sqrt(self.seen.variance / self.seen.n)
            found = Interval(self.seen.mean, self.seen.mean - half, self.seen.mean + half, LEVEL)
        return {
            "elo": elo.elo_interval(found),
            "nelo": elo.nelo_interval(found, self.seen.variance, self.games),
        }

    def los(self) -> float | None:
        """Likelihood of superiority."""
        return elo.los(self.seen.mean, sqrt(self.seen.variance / self.seen.n), self.even)

    def effect(self) -> float | None:
        """By how many standard deviations of a block the mean is off even."""
        return likelihood.effect(self.seen, self.even)

    def told(self) -> str:
        """The words of the command line that give all this."""
        if self.kind != "margins":
            return " ".join(map(self._group, self.stretches))
        sd = "" if self.sd is None else f",sd={_shortest(self.sd)}"
        return f"mean={_shortest(self.seen.mean)}{sd},n={self.seen.n}"

    def part(self, stretch: Sequence[int]) -> "Counted":
        """One of the stretches, by itself."""
        return of_counts(self.kind, [stretch])

    def _group(self, stretch: Sequence[int]) -> str:
        """Counts as they are written: of games wins come first."""
        return ",".join(map(str, stretch if self.kind == "pairs" else stretch[::-1]))

    @property
    def _rate(self) -> tuple[int, int] | None:
        """Wins and games, where nothing was drawn; None where it is no plain rate."""
        if self.kind != "games" or self.counts[1]:
            return None
        return self.counts[2], self.seen.n

    @property
    def _pairs(self) -> list[int]:
        """Five counts of the same scores."""
        if self.kind == "pairs":
            return list(self.counts)
        losses, draws, wins = self.counts
        return [losses, 0, draws, 0, wins]

    def _tally(self) -> Any:
        """The same as a tally of games whose margins are -1, 0 and 1."""
        record = stats.new_tally()
        for (one, two), count in zip(ENDS, self._pairs, strict=True):
            record["results"][one, two] += count
            record["margin_sums"] += [(one - 1) * count, (two - 1) * count]
            record["margin_squares"] += [(one - 1) ** 2 * count, (two - 1) ** 2 * count]
            record["margin_product"] += (one - 1) * (two - 1) * count
            record["histogram"][stats.SPAN + one + two - 2] += count
        return record


def of_counts(kind: Kind, stretches: Sequence[Sequence[int]]) -> Counted:
    """Of counts in ascending order, five of pairs, or losses, draws and wins of games."""
    counts = tuple(sum(column) for column in zip(*stretches, strict=True))
    n = sum(counts)
    if not n:
        raise ValueError("all counts are 0: nothing was played, so there is nothing to say")
    if n > MOST:
        raise ValueError(f"{n:,} are more than can be counted here; the most are {MOST:,}")
    seen = likelihood.moments(counts)
    sd = sqrt(seen.variance * n / (n - 1)) if n > 1 else None
    return Counted(kind, counts, tuple(map(tuple, stretches)), seen, sd)


def of_margins(mean: float, sd: float | None, n: int) -> Counted:
    """Of margins in points a game; a single one has no sd."""
    variance = 0.0 if sd is None else sd * sd * (n - 1) / n
    return Counted("margins", (), (), Moments(n, mean, variance), sd)


def _shortest(number: float) -> str:
    """The fewest digits that are read as the same number."""
    return repr(number).removesuffix(".0")

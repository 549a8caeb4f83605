"""What may be said of numbers counted elsewhere: counts of pairs, of single games, or mean and spread of margins.

What is given is text as people write or paste it; what comes back are the estimates of `stats`, `elo` and `sprt`, the
same to the last digit as those of the match the numbers are from.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from scipy.special import stdtr  # type: ignore[import-untyped]

from analyzer import always_valid, elo, likelihood, stats
from analyzer.likelihood import Moments
from analyzer.options import whole
from analyzer.wording import all_of, nearest, one_of

Kind = Literal["pairs", "games", "margins"]

CELLS = ("LL", "LD", "WL+DD", "WD", "WW")
NAMED: dict[Kind, tuple[str, ...]] = {"games": ("wins", "draws", "losses"), "margins": ("mean", "sd", "n")}
FORMS = (
    "give counts of pairs LL,LD,WL+DD,WD,WW such as 120,310,1420,390,160 (the line `pairs` of compare), of games "
    "WINS,DRAWS,LOSSES such as 700,20,280, or margins as mean=0.8,sd=11.1,n=5000"
)
MOST = 2**53
ENDS = ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2))  # results of the two games of a pair, one way for each cell


@dataclass(frozen=True)
class Counted:
    """What was counted.  `counts` ascend from the worst cell; `stretches` are their parts, as they were given."""

    kind: Kind
    counts: tuple[int, ...]  # of margins: none
    stretches: tuple[tuple[int, ...], ...]
    seen: Moments  # of the score of a block (0 to 1), or of its margin in points a game
    sd: float | None  # of the same, with divisor n - 1; None for a single block

    @property
    def games(self) -> int:
        """Games in a block."""
        return 1 if self.kind == "games" else 2

    @property
    def even(self) -> float:
        """The mean between equals."""
        return 0.0 if self.kind == "margins" else 0.5

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        return None if self.sd is None else self.sd / sqrt(self.seen.n)

    @property
    def t(self) -> float | None:
        """By how many standard errors the mean is off even; None if nothing varies."""
        return (self.seen.mean - self.even) / self.error if self.error else None

    def interval(self, level: float = 0.95) -> stats.Interval:
        """The mean with its interval at one look: of Student, near a shut-out of Chernoff."""
        n, mean = self.seen.n, self.seen.mean
        if self.kind != "margins":
            return stats.score_from_counts(self._pairs, level)
        if self.error is None:
            return stats.Interval(mean, None, None, level)
        half = -stats.t_quantile(stats.outside(level), n - 1) * self.error
        return stats.Interval(mean, mean - half, mean + half, level)

    def anytime(self, level: float = 0.95) -> always_valid.Anytime:
        """The interval that holds at every look, the stretches being what came in between looks."""
        if self.kind == "margins":
            raise ValueError(
                "an interval that holds at every look needs sums between looks, which mean, sd and n do not tell: "
                "mazziere compare ... --until margin=0.5 makes one while it plays"
            )
        if len(self.stretches) < 2:
            one = ",".join(map(str, self.stretches[0]))
            raise ValueError(
                "an interval that holds at every look cannot be had from totals: give the counts from look to look, "
                f"in the order they were played, as in mazziere stats {one} {one}"
            )
        return always_valid.score(self.stretches, level)

    def p_value(self) -> float:
        """Two-sided, of "no difference": for counts the sign-flip test of `stats`, for margins Student's."""
        n, mean = self.seen.n, self.seen.mean
        if self.kind != "margins":
            return stats.sign_flip(self._tally())
        if self.t is None:
            return min(1.0, 2.0 ** (1 - n)) if mean else 1.0
        return 2 * float(stdtr(n - 1, -abs(self.t)))

    def elo(self, level: float = 0.95) -> dict[str, stats.Interval]:
        """Elo and nElo, from normal intervals and a variance with divisor n, as fastchess and fishtest tell them.

        Near a shut-out, where those would not hold, from Chernoff's interval.
        """
        found = self.interval(level)
        if self._normal(found):
            half = -stats.z_quantile(stats.outside(level)) * sqrt(self.seen.variance / self.seen.n)
            found = stats.Interval(self.seen.mean, self.seen.mean - half, self.seen.mean + half, level)
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
        if self.kind == "margins":
            return f"mean={self.seen.mean!r},sd={self.sd or 0.0!r},n={self.seen.n}"
        return " ".join(
            ",".join(map(str, stretch if self.kind == "pairs" else stretch[::-1])) for stretch in self.stretches
        )

    def part(self, stretch: Sequence[int]) -> "Counted":
        """One of the stretches, by itself."""
        return _counted(self.kind, [stretch])

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

    def _normal(self, found: stats.Interval) -> bool:
        """Is this interval Student's, not Chernoff's?"""
        return self.seen.variance > 0 and found != stats.kl_interval(self.seen.mean, self.seen.n, found.level)


# Reading


def read(given: Iterable[Any], margins: bool = False) -> Counted:
    """What was given, in one of the `FORMS`; several groups of counts are stretches of one match.

    Three plain numbers are wins, draws and losses, unless they can only be a mean, an sd and a number of deals, or
    `margins` are wanted.  ValueError with one sentence for anything else.
    """
    groups = _groups(given)
    if not groups:
        raise ValueError(f"nothing to weigh: {FORMS}")
    if any("=" in group for group in groups):
        kind, rows = _read_named(",".join(groups))
    else:
        kind, rows = _read_plain(groups, margins)
    if kind != "margins":
        return _counted(kind, [_whole(row) for row in rows])
    if len(rows) > 1:
        raise ValueError("means of several runs cannot be put together: give one mean, one sd and one number of deals")
    return _margins(rows[0])


def _groups(given: Iterable[Any]) -> list[str]:
    """The groups of numbers: what commas hold together, or brackets."""
    words = [each if isinstance(each, str) else ",".join(map(str, _items(each))) for each in given]
    text = re.sub(r"[\[\](){};]+", " ", " ".join(words))
    groups = re.sub(r"\s*([,=])\s*", r"\1", text).split()
    groups = [group.strip(",") for group in groups if group.strip(",")]
    loose = all(re.fullmatch(r"[^,=]+", group) for group in groups)
    return [",".join(groups)] if loose and groups else groups


def _items(each: Any) -> list[Any]:
    """The numbers of a list, a tuple or an array; one number by itself."""
    return list(each) if isinstance(each, Iterable) else [each]


def _read_named(text: str) -> tuple[Kind, list[list[str]]]:
    """Numbers with names, in any order."""
    pairs = [part.partition("=") for part in text.split(",")]
    found = {name.strip().lower(): value for name, equals, value in pairs if equals}
    if len(found) < len(pairs):
        raise ValueError(f"either all numbers have names or none, not as in {text}: {FORMS}")
    known = [name for names in NAMED.values() for name in names]
    for name in found:
        if name not in known:
            raise ValueError(f"there is no {name!r} here; there is {one_of(known)}{nearest(name, known)}")
    for kind, names in NAMED.items():
        if set(found) <= set(names):
            if kind == "games":
                found.setdefault("draws", "0")
            missing = [name for name in names if name not in found]
            if missing:
                raise ValueError(f"{all_of(missing)} must be given as well, as in {_example(names)}")
            return kind, [[found[name] for name in names]]
    raise ValueError(f"{text} mixes games with margins: {FORMS}")


def _example(names: Sequence[str]) -> str:
    values = ("700", "20", "280") if names == NAMED["games"] else ("0.8", "11.1", "5000")
    return ",".join(f"{name}={value}" for name, value in zip(names, values, strict=True))


def _read_plain(groups: Sequence[str], margins: bool) -> tuple[Kind, list[list[str]]]:
    """Numbers without names: how many they are says what they are."""
    rows = [group.split(",") for group in groups]
    sizes = {len(row) for row in rows}
    if len(sizes) > 1:
        raise ValueError(f"all groups need the same number of counts, not {all_of(groups)}")
    for row in rows:
        for word in row:
            if _number(word) is None:
                raise ValueError(f"{word!r} is no number: {FORMS}")
    size, shown = sizes.pop(), groups[0]
    if size == 5:
        return "pairs", rows
    if size == 3:
        points = any(re.fullmatch(r"-.*|.*\.\d*", word) for row in rows for word in row)
        return ("margins" if margins or points else "games"), rows
    if size == 2:
        raise ValueError(f"two counts are too few: if they are wins and losses, give {rows[0][0]},0,{rows[0][1]}")
    if size == 4:
        raise ValueError(f"pairs fall into five cells, LL,LD,WL+DD,WD,WW, and {shown} are four; an empty one is 0")
    raise ValueError(f"{shown}: {size} number{'s' * (size != 1)}; {FORMS}")


def _number(word: str) -> float | None:
    """A finite number, `250k` and the like included."""
    try:
        return float(whole(word))
    except ValueError:
        pass
    match = re.fullmatch(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", word.strip(), re.IGNORECASE)
    number = float(match[0]) if match else None
    return number if number is not None and abs(number) < 1e150 else None


def _whole(row: Sequence[str]) -> list[int]:
    """Counts; of games in ascending order, losses first."""
    counts = []
    for word in row:
        number = _number(word)
        if number is None or number != int(number) or not 0 <= number <= MOST:
            raise ValueError(f"counts are whole numbers from 0 up, and {word!r} is none: {FORMS}")
        counts.append(int(number))
    return counts if len(row) == 5 else counts[::-1]


def _counted(kind: Kind, stretches: Sequence[Sequence[int]]) -> Counted:
    """Of counts in ascending order."""
    counts = tuple(sum(column) for column in zip(*stretches, strict=True))
    n = sum(counts)
    if not n:
        raise ValueError("all counts are 0: nothing was played, so there is nothing to say")
    if n > MOST:
        raise ValueError(f"{n:,} are more than can be counted here; the most are {MOST:,}")
    seen = likelihood.moments(counts)
    sd = sqrt(seen.variance * n / (n - 1)) if n > 1 else None
    return Counted(kind, counts, tuple(map(tuple, stretches)), seen, sd)


def _margins(row: Sequence[str]) -> Counted:
    """Of a mean, an sd and a number of deals."""
    mean, sd, n = (_number(word) for word in row)
    if n is None or n != int(n) or not 1 <= n <= MOST:
        raise ValueError(
            f"the number of deals is whole and from 1 up, not {row[2]!r}, as in {_example(NAMED['margins'])}"
        )
    if mean is None or sd is None or sd < 0:
        raise ValueError(f"an sd is a number from 0 up, not {row[1]!r}, as in {_example(NAMED['margins'])}")
    count = int(n)
    return Counted("margins", (), (), Moments(count, mean, sd * sd * (count - 1) / count), sd if count > 1 else None)

"""When to stop: after a fixed number of deals, when a test is decided, or when the interval is narrow enough.

A rule reads the stretches between looks (`ledger`), taken at numbers of blocks that are fixed beforehand.  What is told
after a stop that depended on the results is always the interval that holds at every look (`always_valid`): the usual
one would be too hopeful.  All is told of the first entry of a match: the first strategy, or where everybody is for
himself the first among players of the second.  Of many pairs that meet, in a league, each is an entry.
"""

from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from analyzer import always_valid, likelihood, seating
from analyzer.extremes import largest
from analyzer.findings import same, score_of_itself
from analyzer.scores import WHOLE
from analyzer.sprt import EVEN, Sprt
from analyzer.wording import plain

LEVEL = 0.95
PLANNED = 100_000  # blocks: the interval for margins is tuned to a run of so many, however long it may become
SOON, LATER = 64, 512  # blocks: the first look of a test, of scores and of margins
SPREAD, CLOSEST = 50, 8  # then each comes a fiftieth later, or so many blocks
UNKNOWN = 10  # where nobody counts which blocks differ, one of so many is taken to, until
ALIKE = 30  # blocks in a row, or more, come out alike: that happens by chance less than one time in 20
NEITHER = "neither"  # the verdict of a test that has ruled out both hypotheses
MANY_DEALS = 10**9  # the most a run with a rule plays, unless told otherwise


class Decision(NamedTuple):
    """What a rule has decided, and at which look."""

    verdict: str  # H1, H0 or NEITHER; reached
    blocks: int
    llr: float | None = None


class Walk:
    """All stretches so far, and what may be said from them at a look."""

    def __init__(self, match, level=LEVEL):
        self.level = level
        plan = match.plan
        self.measured = plan.design in (seating.BOTH_SIDES, seating.TURNS, seating.AMONG, seating.CROSSTABLE)
        self.pairs = plan.design == seating.BOTH_SIDES
        self.most = largest(match.table)  # points a game: no margin is larger
        self.same = self.measured and same(match)
        self.of_itself = score_of_itself(match)
        self.places = (
            [int((plan.entries[0] == entry).sum()) for entry in range(plan.n_entries)] if self.measured else []
        )
        self.stretches = []
        self.blocks = 0

    def add(self, stretch):
        """Walk on."""
        self.stretches.append(stretch)
        self.blocks += stretch.blocks

    def with_rest(self, stretches):
        """The same with more stretches, which end with no look."""
        whole = copy(self)
        whole.stretches = list(self.stretches)
        for each in stretches:
            whole.add(each)
        return whole

    @property
    def looks(self):
        """How many looks there were."""
        return len(self.stretches)

    def cells(self):
        """Blocks by pair score."""
        return [sum(column) for column in zip(*(each.cells for each in self.stretches), strict=True)]

    def score_moments(self):
        """Number, mean and variance of the scores of blocks: counts of cells for pairs."""
        if self.pairs:
            return likelihood.moments(self.cells())
        return self._moments("score", 0, WHOLE * self.places[0])

    def margin_moments(self):
        """The same of margins in points a game."""
        return self._moments("payoff", 0, self.places[0])

    def varied(self, what):
        """Do enough blocks differ for the variance of their `score`, or `payoff`, to be trusted?"""
        return always_valid.varied(self.blocks, self._others(what))

    @property
    def by_symmetry(self):
        """Does a strategy meet itself, so that everything is known?"""
        return self.same and self.blocks > 0 and not any(each.payoff[1] for each in self.stretches)

    def score(self, entry=0):
        """The mean score of an entry with its interval."""
        if self.by_symmetry and self.of_itself:
            return always_valid.Anytime(self.of_itself, self.of_itself, self.of_itself, self.level, 1.0)
        if self.pairs:
            return always_valid.score([each.cells for each in self.stretches if each.blocks], self.level)
        whole = WHOLE * self.places[entry]
        batches = []  # of twice the score less that of an equal
        for n, total, square in self._batches("score", entry):
            batches.append([n, 2 * total - n * whole, 4 * square - 4 * whole * total + n * whole**2])
        found = self._mean("score", batches, WHOLE, entry)
        mean, low, high = (None if x is None else (1 + x / WHOLE) / 2 for x in (found.mean, found.low, found.high))
        return always_valid.Anytime(mean, low, high, self.level, found.p)

    def margin(self, entry=0):
        """The mean margin of an entry in points a game, with its interval; after very few blocks it has none."""
        if self.by_symmetry:
            return always_valid.Anytime(0.0, 0.0, 0.0, self.level, 1.0)
        batches, most = self._batches("payoff", entry), self.most if self.blocks >= always_valid.START else None
        return self._mean("payoff", batches, most, entry)

    def _mean(self, what, batches, most, entry):
        others, places = self._others(what, entry), self.places[entry]
        return always_valid.margin(batches, others, PLANNED, most, self.level, places)

    def _batches(self, what, entry):
        return [[each.blocks, *getattr(each, what)[2 * entry : 2 * entry + 2]] for each in self.stretches]

    def _moments(self, what, entry, unit):
        rows = self._batches(what, entry)
        n, total, square = (sum(column) for column in zip(*rows, strict=True)) if rows else (0, 0, 0)
        if not n:
            return likelihood.Moments(0, 0.0, 0.0)
        return likelihood.Moments(n, total / (n * unit), (n * square - total * total) / (n * unit) ** 2)

    def _others(self, what, entry=0):
        """At least so many blocks are away from the commonest score, or payoff.

        Where nobody counts them: a certain share, unless so many in a row came out alike that it cannot be; then one
        for every stretch in which not all did.
        """
        known = max((each.others for each in self.stretches), default=0)
        if known >= 0:
            return known
        rows = self._batches(what, entry)
        alike = [n for n, total, square in rows if n * square == total * total]
        return self.blocks // UNKNOWN if max(alike, default=0) < ALIKE else len(rows) - len(alike)


class Never:
    """Play as many deals as were asked for."""

    told = None
    next_look = staticmethod(always_valid.next_look)

    def decide(self, walk):
        """Never enough."""

    def planned(self, walk):
        """It is known how many deals will be played."""

    def line(self, walk):
        """Nothing to tell."""
        return ""

    def words(self):
        """The options that ask for it."""
        return []


NEVER = Never()


@dataclass(frozen=True)
class ByTest:
    """Play until a sequential test has decided."""

    test: Sprt

    @property
    def of(self):
        """What is tested: score or margin."""
        return self.test.kind

    @property
    def told(self):
        """The rule as JSON."""
        test = self.test
        return {"rule": "test", "of": test.kind, "lo": test.lo, "hi": test.hi, "alpha": test.alpha, "beta": test.beta}

    def next_look(self, blocks):
        """The number of blocks at the first look after so many.

        A margin is weighed as if it were normal, by the variance of the blocks so far: where a few large losses stand
        against many small gains, that is far from true of few blocks.  So its looks begin later.
        """
        look = SOON if self.of == "score" else LATER
        while look <= blocks:
            look += max(CLOSEST, look // SPREAD)
        return look

    def llr(self, walk):
        """The log-likelihood ratio at a look."""
        if not walk.blocks:
            return None
        if self.of == "score" and walk.pairs:
            return self.test.llr(walk.cells())
        seen = self._seen(walk)
        return self.test.llr(seen, None if self._varied(walk, seen) else self._most(walk))

    def decide(self, walk):
        """The Decision at this look, or None."""
        if not walk.blocks:
            return None
        llr, test, seen, even = self.llr(walk), self.test, self._seen(walk), EVEN[self.of]
        if walk.by_symmetry:
            verdict = "H0" if even <= test.lo else "H1" if even >= test.hi else NEITHER
        else:
            verdict = test.verdict(llr)
            if not (verdict or self._varied(walk, seen)) and test.neither(seen, self._most(walk)):
                verdict = NEITHER
        return Decision(verdict, walk.blocks, llr) if verdict else None

    def _seen(self, walk):
        """Number, mean and variance of what is tested."""
        return walk.score_moments() if self.of == "score" else walk.margin_moments()

    def _varied(self, walk, seen):
        """May its variance be trusted?"""
        return seen.variance > 0 and walk.varied("score" if self.of == "score" else "payoff")

    def _most(self, walk):
        """By how much a block can be off the mean of equals."""
        return 0.5 if self.of == "score" else walk.most

    def planned(self, walk):
        """How many blocks it will take in all, going by those so far; None before anything is known."""
        seen, llr = self._seen(walk), self.llr(walk)
        if self._varied(walk, seen):
            return walk.blocks + round(self.test.plan(seen.mean, seen.variance, llr).blocks)
        return round(walk.blocks / max(1e-9, abs(self.test.progress(llr)))) if llr else None

    def line(self, walk):
        """How it stands, in a few words."""
        llr = self.llr(walk)
        if llr is None:
            return "LLR not yet known"
        share = self.test.progress(llr)
        return f"LLR {llr:+.2f} ({abs(100 * share):.0f} % to {'H1' if share > 0 else 'H0'})"

    def words(self):
        """The options that ask for it."""
        test = self.test
        option = "--sprt" if self.of == "score" else "--sprt-margin"
        more = [f"--{key} {getattr(test, key):g}" for key in ("alpha", "beta") if getattr(test, key) != 0.05]
        return [f"{option} {plain(test.lo)},{plain(test.hi)}", *more]


@dataclass(frozen=True)
class ByWidth:
    """Play until the interval of a score (0 to 1) or of a margin (points) reaches no further than `half` either way."""

    of: str
    half: float

    @property
    def told(self):
        """The rule as JSON."""
        return {"rule": "width", "of": self.of, "half": self.half}

    next_look = staticmethod(always_valid.next_look)

    def width(self, walk):
        """How far the interval reaches from the mean, on its longer side; None if there is none."""
        found = walk.score() if self.of == "score" else walk.margin()
        return None if found.low is None else max(found.high - found.mean, found.mean - found.low)

    def decide(self, walk):
        """The Decision at this look, or None."""
        width = self.width(walk)
        return Decision("reached", walk.blocks) if width is not None and width <= self.half else None

    def planned(self, walk):
        """How many blocks it will take in all, going by those so far; None before anything is known."""
        width = self.width(walk)
        return None if width is None else max(walk.blocks, round(walk.blocks * (width / self.half) ** 2))

    def line(self, walk):
        """How it stands, in a few words."""
        width = self.width(walk)
        return "interval not yet known" if width is None else f"within {self.shown(width)}"

    def words(self):
        """The options that ask for it."""
        name = "ci" if self.of == "score" else "margin"
        return [f"--until {name}={plain(100 * self.half)}%" if name == "ci" else f"--until {name}={plain(self.half)}"]

    def shown(self, half):
        """A half-width in words."""
        two_figures = float(f"{100 * half if self.of == 'score' else half:.2g}")
        return f"{plain(two_figures)}{' %' if self.of == 'score' else ''}"


def rule(told):
    """The rule that was told as JSON."""
    if not told:
        return NEVER
    if told["rule"] == "test":
        return ByTest(Sprt(told["of"], told["lo"], told["hi"], told["alpha"], told["beta"]))
    return ByWidth(told["of"], told["half"])

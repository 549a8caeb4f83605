"""What counts say, told: who is ahead, by how much and how sure, in sentences, lines, tables, facts and a drawing."""

from functools import cached_property, partial

from analyzer import evenings
from analyzer.answer import Column, Drawing, Table
from analyzer.counted import CELLS
from analyzer.planning import blocks_to_see
from analyzer.reading import MOST_DEALS
from analyzer.standings_chart import standings_chart
from analyzer.wording import count_of, exact, interval, p_value, rounded, up_to

MANY = 12  # stretches, or looks: more are not drawn
SURE = 0.05  # a p-value below says that somebody is ahead
METHODS = {
    "student": "",
    "chernoff": "; Chernoff's interval",
    "wilson": "; Wilson's interval",
    "clopper_pearson": "; exact interval, by Clopper and Pearson",
}


class ToldCounts:
    """What is `counted`, told: with Elo or without, at one look or, `always_valid`, at every look.

    `best_of`: also who wins the best of so many games.
    """

    def __init__(self, found, elo=False, always_valid=False, best_of=None):
        self.found, self.elo, self.best_of = found, elo, best_of
        self.evening = None if best_of is None else evenings.evening(best_of, found.decided())
        self.margins = found.kind == "margins"
        self.looks = found.looks(MANY) if always_valid else []
        self.anytime = self.looks[-1].seen if always_valid else None
        self.estimate = self.anytime or found.interval()

    @cached_property
    def p(self):
        """The p-value at one look."""
        return self.found.p_value()

    @property
    def title(self):
        """What was given."""
        found = self.found
        if self.margins:
            sd = "" if found.sd is None else f", sd {found.sd:g} a deal"
            what = f"mean margin {found.seen.mean:+g} points a game{sd}"
        elif found.kind == "games":
            losses, draws, wins = found.counts
            what = f"{exact(wins)} won, {exact(draws)} drawn, {exact(losses)} lost"
        else:
            what = f"pairs [{', '.join(map(str, found.counts))}]   (LL, LD, WL+DD, WD, WW)"
        return f"{self._blocks}: {what}"

    @property
    def _blocks(self):
        return count_of(self.found.seen.n, self.found.block)

    # Who is ahead

    @property
    def _apart(self):
        """Does the interval leave equals outside?"""
        seen = self.estimate
        return seen.low is not None and not seen.low <= self.found.even <= seen.high

    @property
    def _sure(self):
        """Does the p-value say that somebody is ahead?  At every look the interval alone decides."""
        return self._apart if self.anytime else self.p < SURE

    @property
    def ahead(self):
        """Who is ahead and who is behind, surely or not."""
        return ("the first", "the second") if self.found.seen.mean > self.found.even else ("the second", "the first")

    def headline(self):
        """Who is ahead, by how much, short enough to stand over a chart when what follows the bracket is left away."""
        winner, loser = self.ahead
        if self.margins and self.found.alike:
            return self._all_alike()
        if self._apart and self._sure:
            if self.margins:
                return f"{winner} beats {loser} by {interval(self.estimate, 1, ' points a game', size=True)}"
            turned = self.found.seen.mean < 0.5
            return f"{winner} beats {loser}, scoring {interval(self.estimate, 100, ' %', other_side=turned)}"
        if self._apart:
            return f"too few {self.found.block}s to call: {self._got}"
        if self._sure and self.found.alike:
            return f"{winner} is ahead in every one of {self._blocks}, by how much is not known: {self._got}"
        return f"too close to call: {self._got}"

    def _all_alike(self):
        """The verdict on margins of which nobody knows how they vary."""
        mean, (winner, loser) = self.found.seen.mean, self.ahead
        each = f"in every one of {self._blocks}" if self.found.seen.n > 1 else "in a single deal"
        if not mean and self.found.seen.n > 1:
            return f"the two are level: {each} they came out even"
        if self._sure:
            return f"{winner} beats {loser} by {_points(abs(mean))} points a game {each}"
        return f"too few deals to call: the first makes {_points(mean, '+')} points a game {each}"

    @property
    def _got(self):
        if self.margins:
            return f"the first makes {interval(self.estimate, 1, ' points a game', sign=True)}"
        return f"the first scores {interval(self.estimate, 100, ' %')}"

    def sentences(self):
        """The verdict, and what must be known to read it."""
        said = [f"{self.headline()}."]
        if self.margins and self.found.alike and self.found.seen.n > 1:
            said.append("nothing varied, and by how much deals may differ is not known, so there is no interval.")
        if self.found.kind == "games":
            said.append(
                "single games were taken as independent; if they were played on the same deals, counts of pairs are "
                "better."
            )
        return said

    # Numbers

    def lines(self):
        """The numbers of the block, a line each."""
        found, estimate = self.found, self.estimate
        if self.margins and found.alike:
            lines = [f"margin  {_points(found.seen.mean, '+')} points a game"]
        elif self.margins:
            lines = [f"margin  {interval(estimate, 1, ' points', sign=True)} a game"]
        else:
            how = "; true at every look together" if self.anytime else METHODS[found.method]
            spread = "" if found.alike else f", sd {rounded(100 * found.sd, 5 * found.sd)} % a {found.block}"
            lines = [f"score   {interval(estimate, 100, ' %')}   (win 1, draw 1/2{how}){spread}"]
        if self.anytime:
            lines.append(
                f"        {interval(found.interval(), 100, ' %')} at one look fixed beforehand, p {p_value(self.p)}"
            )
            lines.append(f"p       {p_value(self.anytime.p)}: how often chance alone would bring so much at any look")
        else:
            test = "t test" if self.margins and found.t is not None else "sign-flip test"
            lines.append(f"p       {p_value(self.p)}: how often chance alone would bring so much ({test})")
            if self._sure and not self._apart and not self.margins:
                near = "where all are alike" if found.alike else "near a shut-out"
                lines.append(f"        (the interval is a cautious one, as is due {near}: wider than a test needs)")
        if self.elo:
            told, los = found.elo(), found.los()
            los = (
                "unknown, as nothing varied"
                if los is None
                else "above 99.99 %"
                if los > 0.9999
                else f"{100 * los:.2f} %"
            )
            lines.append(f"elo     Elo {_elo(told['elo'])}, nElo {_elo(told['nelo'])}, LOS {los}")
        if self.evening:
            told = interval(self.evening, 100, " %")
            lines.append(
                f"evening the first wins the best of {self.best_of} games in {told}; drawn ones are dealt again"
            )
        return lines

    def still_to_play(self):
        """How many it takes to see as much as was seen: a line, or none where that is known already."""
        found = self.found
        off = abs(found.seen.mean - found.even)
        if self.anytime or self._apart or self._sure or found.alike or not off:
            return []
        n = blocks_to_see(off, found.sd**2)
        if n <= found.seen.n:
            return []
        shown = f"{off:.2g} points a game" if self.margins else f"{100 * off:.2g} % of score"
        needed = f"{up_to(n, MOST_DEALS)} {found.block}s"
        return [f"more    if {shown} is the truth, {needed} in all show it with a probability of 80 %"]

    def tables(self, test=None):
        """The same numbers as tables, unrounded; with those of a test that is `tested`."""
        name = "margin, points a game" if self.margins else "win score"
        once, found = self.found.interval(), self.found
        rows = [(name, once.mean, once.low, once.high)]
        if self.anytime:
            rows.append((f"{name}, at every look", self.anytime.mean, self.anytime.low, self.anytime.high))
        rows += [("sd", found.sd, None, None), ("p", self.p, None, None)]
        if self.anytime:
            rows.append(("p, at every look", self.anytime.p, None, None))
        if self.elo:
            for key, points in found.elo().items():
                rows.append((key.replace("elo", "Elo"), points.mean, points.low, points.high))
            rows.append(("LOS", found.los(), None, None))
        if self.evening:
            rows.append((f"wins the best of {self.best_of}", self.evening.mean, self.evening.low, self.evening.high))
        if test:
            rows.append(("LLR", test.llr, *test.test.bounds()))
            rows += [(f"LLR, {name}", llr, *test.test.bounds()) for name, llr in test.forms()]
        figures = [Column(key, key, "right", 4) for key in ("value", "low", "high")]
        tables = [Table("estimates", [Column("measure", "measure"), *figures], rows)]
        if found.kind == "pairs":
            counts = [(cell, n, n / found.seen.n) for cell, n in zip(CELLS, found.counts, strict=True)]
            columns = [
                Column("pair", "pair"),
                Column("deals", "deals", "right", 0),
                Column("share", "share", "right", 4),
            ]
            tables.append(Table("pairs", columns, counts))
        if test and test.plans():
            columns = [Column("truth", "if this is true"), Column("value", "value", "right", 4)]
            columns += [
                Column("h1", "probability of H1", "right", 3),
                Column("deals", "deals still to come", "right", 0),
            ]
            tables.append(Table("to_come", columns, test.plans(), "what the test may still take"))
        return tables

    def facts(self):
        """The stable part of the JSON."""
        found, once = self.found, self.found.interval()
        facts = {"kind": found.kind, "n": found.seen.n}
        if found.kind == "pairs":
            facts["pairs"] = list(found.counts)
        elif found.kind == "games":
            facts |= dict(zip(("losses", "draws", "wins"), found.counts, strict=True))
        facts["margin" if self.margins else "score"] = _fact(once) | {
            "interval": found.method,
            "sd": found.sd,
            "error": found.error,
            "t": found.t,
            "effect": found.effect(),
        }
        facts["p_value"] = self.p
        if not self.margins:
            facts |= {key: _fact(points) for key, points in found.elo().items()}
            facts["los"] = found.los()
        if self.evening:
            facts["best_of"] = {"games": self.best_of, **_fact(self.evening)}
        if self.anytime:
            facts["always_valid"] = _fact(self.anytime) | {"p": self.anytime.p}
            facts["stretches"] = [list(stretch) for stretch in found.stretches]
        return facts

    # Drawing

    def drawings(self):
        """All of it; of several stretches each beside it, or at every look how it stood.  None without an interval."""
        if self.estimate.low is None:
            return []
        scale, unit = (1, "points a game") if self.margins else (100, "win score, per cent")
        headline = self.headline()
        draw = partial(
            standings_chart,
            title=headline.partition(": " if ": " in headline else " (")[0],
            subtitle=self.title,
            rows=[(name, *(scale * x for x in (seen.mean, seen.low, seen.high))) for name, seen in self._parts()],
            unit=unit + ("; bars hold at every look" if self.anytime else ""),
            par=scale * self.found.even,
        )
        kind = "interval that holds at every look" if self.anytime else "interval"
        return [
            Drawing("stats", draw, f"The mean of the first strategy with its 95 % {kind}, beside the line of equals.")
        ]

    def _parts(self):
        """(name, interval), all of one kind."""
        if self.anytime:
            return [(f"after {count_of(look.blocks, self.found.block)}", look.seen) for look in self.looks]
        stretches = self.found.stretches
        if not 1 < len(stretches) <= MANY:
            return [("the first", self.estimate)]
        parts = [(f"part {k}", self.found.part(part).interval()) for k, part in enumerate(stretches, 1) if any(part)]
        return [("all", self.estimate), *parts]


def _points(number, sign=""):
    """Points that are known exactly."""
    return f"{number:{sign}.12g}"


def _elo(points):
    """Elo with its interval; near a shut-out only one end of it exists."""
    if points.low is not None and points.high is not None and points.mean is not None:
        return interval(points, 1, "", sign=True)
    if points.low is not None:
        return f"above {points.low:+.0f}"
    return "unknown" if points.high is None else f"below {points.high:+.0f}"


def _fact(seen):
    return {"mean": seen.mean, "low": seen.low, "high": seen.high, "level": seen.level}

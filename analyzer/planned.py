"""A plan: how many deals show a difference, how long a test takes, in sentences, tables and a drawing."""

from copy import copy
from dataclasses import replace
from decimal import Decimal
from functools import partial
from math import floor, log10

from analyzer import lengths
from analyzer.answer import MISSING, Column, Drawing, Table
from analyzer.lengths import LARGEST, told_time
from analyzer.lengths_chart import lengths_chart
from analyzer.reading import MOST_DEALS
from analyzer.render import plain_table
from analyzer.sprt import Sprt
from analyzer.wording import count_of, exact, plain

MANY = 3  # differences: of more, only the first and the last have a sentence of their own
TOO_MANY = f"more than the {exact(MOST_DEALS)} deals that can be played here"
BEYOND = f"> 10^{floor(log10(MOST_DEALS))}"


class Plan:
    """The plan for scores, or for margins, whichever the spread is of: for what is `wanted`."""

    def __init__(self, spread, wanted):
        self.spread, self.power = spread, wanted.power
        asked, test = wanted.differences[spread.kind], wanted.tests[spread.kind]
        self.test = Sprt(spread.kind, *test, wanted.alpha, wanted.beta) if test else None
        self.forecast = lengths.forecast(self.test, spread.variance) if test else None
        # A test that was asked for says what differences are of interest.
        told = lengths.ladder(spread, asked or ([self._gap] if test else []))
        self.rows = [lengths.length(spread, x, wanted.power, wanted.alpha, wanted.beta) for x in told]
        by_size = {row.difference: row for row in self.rows}
        usual = [] if test else [told[len(told) // 2]]
        self.asked = [by_size[x] for x in asked or usual]

    @property
    def word(self):
        """What is planned, in a word."""
        return "win score" if self.spread.kind == "score" else "margin"

    @property
    def _gap(self):
        """How far the two hypotheses of the test are apart, as it was typed."""
        return float(Decimal(repr(self.test.hi)) - Decimal(repr(self.test.lo)))

    def without_clock(self):
        """The same, of which no word depends on the speed of the pilot."""
        plan = copy(self)
        plan.spread = replace(self.spread, deals_per_second=None)
        return plan

    # In sentences

    def sentences(self):
        """What it takes, in a sentence for what is to be seen and one for the test."""
        rows = self.asked if len(self.asked) <= MANY else [self.asked[0], self.asked[-1]]
        said = [self._to_see(row) for row in rows]
        if self.test:
            said.append(self._to_test())
        spread = self.spread
        if spread.unsure is None and spread.kind == "margin" and spread.sd <= LARGEST:
            said.append(
                f"an sd of {plain(spread.sd)} was read as {spread.unit}; if it is that of the score, ask with --see 1%."
            )
        return said

    def _to_see(self, row):
        """One difference."""
        what = f"to see a {self.word} {self._off(row.difference)} takes"
        often = f"with a probability of {100 * self.power:.4g} %."
        if row.deals is None:
            least = self._off(lengths.least_seen(self.spread, self.power))
            return f"{what} {TOO_MANY}; so many show one {least} {often}"
        return f"{what} {self.deals(row.deals)}{self._time(row.deals)}: so many show it {often}"

    def _to_test(self):
        """The test."""
        lo, mid, hi = (plan.blocks for plan in self.forecast)
        what = f"a test of {self._says(self.test.lo)} against {self._says(self.test.hi)} takes"
        if max(lo, mid, hi) > MOST_DEALS:
            return f"{what} {TOO_MANY}."
        one, other = (self._number(x) for x in (lo, hi))
        either = f"{one} deals if either is true" if one == other else f"{one} deals or {other}"
        return (
            f"{what} about {either}{self._time(max(lo, hi))}, {self._number(mid)} half-way between{self._time(mid)}; "
            f"with a fixed number of deals the same errors take {self._number(self.test.fixed(self.spread.variance))}."
        )

    def _off(self, difference):
        """How far off that of equals, in words."""
        shown = self.spread.shown(difference)
        return f"{shown} off the 50 % of equals" if self.spread.kind == "score" else f"of {shown}"

    def _says(self, x):
        """A hypothesis."""
        return f"{plain(100 * x)} %" if self.spread.kind == "score" else f"{x:+.12g} {self.spread.unit}"

    def deals(self, number):
        """So many deals, in words."""
        about = "" if self.spread.unsure is None else "about "
        return f"{about}{count_of(self._rounded(number))}"

    def _number(self, deals):
        """The same as a figure."""
        return BEYOND if deals > MOST_DEALS else exact(self._rounded(deals))

    def _rounded(self, deals):
        """To the figures that are known: as many as of an estimate whose interval is that of the variance."""
        deals, unsure = round(deals), self.spread.unsure
        if not unsure:
            return deals
        return round(deals, min(0, 1 - floor(log10(deals * unsure))))

    def _time(self, deals):
        """` (3 s)`, or nothing."""
        seconds = self.spread.seconds(deals)
        return "" if seconds is None else f" ({told_time(seconds)})"

    def line(self):
        """How much deals vary."""
        spread = self.spread
        sd = plain(float(f"{spread.sd * (100 if spread.kind == 'score' else 1):.4g}"))
        sd += " % of score" if spread.kind == "score" else f" {spread.unit}"
        unsure = spread.unsure
        where = (
            ", as given"
            if unsure is None
            else f" in the pilot, so numbers of deals are known to within {100 * unsure:.2g} %"
        )
        return f"a deal varies by {sd} (sd){where}"

    # As tables

    def table(self):
        """All differences, and what they take."""
        score = self.spread.kind == "score"
        columns = [
            Column("difference", "difference" if score else f"difference, {self.spread.unit}", "right"),
            Column("deals", "deals", "right", 0),
            Column("seconds", "seconds", "right", 1),
            Column("test", "test, mean deals", "right", 0),
            Column("between", "test, half-way", "right", 0),
        ]
        rows = [(row.difference, row.deals, row.seconds, row.test, row.between) for row in self.rows]
        return Table(f"{self.spread.kind}s", columns, rows, f"deals to see a difference in {self.word}")

    def lines(self):
        """The same table to be read, as lines."""
        timed = self.spread.deals_per_second is not None
        names = ["difference", "deals", *(["time"] if timed else []), "or a test: mean deals", "half-way"]
        columns = [Column(name, name, "right") for name in names]
        rows = []
        for row in self.rows:
            deals, test, between = (
                BEYOND if x is None else self._number(x) for x in (row.deals, row.test, row.between)
            )
            time = MISSING if row.seconds is None else told_time(row.seconds)
            size = self.spread.shown(row.difference) if self.spread.kind == "score" else plain(row.difference)
            rows.append((size, deals, *([time] if timed else []), test, between))
        unit = "" if self.spread.kind == "score" else f", {self.spread.unit}"
        return plain_table(Table("lengths", columns, rows, f"to see a difference in {self.word}{unit}:"))

    def facts(self):
        """The part of the JSON; what depends on the speed is left to the tables."""
        told = {
            "variance": self.spread.variance,
            "sd": self.spread.sd,
            "unsure": self.spread.unsure,
            "unit": "win score, 0 to 1" if self.spread.kind == "score" else self.spread.unit,
            "power": self.power,
            "level": 0.95,
            "most": MOST_DEALS,
            "asked": [{"difference": row.difference, "deals": row.deals} for row in self.asked],
            "lengths": [
                {"difference": row.difference, "deals": row.deals, "test": row.test, "between": row.between}
                for row in self.rows
            ],
        }
        if self.test:
            test = self.test
            truths = (test.lo, (test.lo + test.hi) / 2, test.hi)
            told["test"] = {
                "lo": test.lo,
                "hi": test.hi,
                "alpha": test.alpha,
                "beta": test.beta,
                "fixed": test.fixed(self.spread.variance),
                "forecast": [
                    {"truth": truth, "h1": plan.upper, "deals": plan.blocks}
                    for truth, plan in zip(truths, self.forecast, strict=True)
                ],
            }
        return told

    # As a drawing

    def drawings(self):
        """Deals against differences, if any of them can be played."""
        scale = 100 if self.spread.kind == "score" else 1
        fixed = [(scale * row.difference, row.deals) for row in self.rows if row.deals is not None]
        test = [(scale * row.difference, row.test) for row in self.rows if row.test is not None]
        asked = [(scale * row.difference, row.deals, False) for row in self.asked if row.deals is not None]
        if self.test:
            deals = max(self.forecast[0].blocks, self.forecast[-1].blocks)
            asked += [(scale * self._gap, deals, True)] if deals <= MOST_DEALS else []
        if not fixed:
            return []
        draw = partial(
            lengths_chart,
            title=self.headline(),
            subtitle=self.line(),
            unit=f"per cent of {self.word}" if scale == 100 else self.spread.unit,
            fixed=fixed,
            test=test,
            asked=[(x, deals, self._number(deals), on_test) for x, deals, on_test in asked],
            power=self.power,
            deals_per_second=self.spread.deals_per_second,
        )
        caption = f"Deals needed to see a difference in {self.word}, on logarithmic axes."
        return [Drawing(f"plan_{self.spread.kind}", draw, caption)]

    def headline(self):
        """What was asked for, short enough to stand over a chart."""
        more = f"more than {exact(MOST_DEALS)} deals"
        if self.asked:
            row = self.asked[0]
            size = self.spread.shown(row.difference) + (" of win score" if self.spread.kind == "score" else "")
            takes = more if row.deals is None else f"{self.deals(row.deals)}{self._time(row.deals)}"
            return f"To see {size} takes {takes}"
        deals = max(self.forecast[0].blocks, self.forecast[-1].blocks)
        takes = more if deals > MOST_DEALS else f"about {self._number(deals)} deals"
        return f"A test of {self._says(self.test.lo)} against {self._says(self.test.hi)} takes {takes}"

"""A plan: how many deals show a difference, how long a test takes, in sentences, tables and a drawing."""

from copy import copy
from dataclasses import replace
from functools import partial

from analyzer import lengths
from analyzer.answer import Column, Drawing, Table
from analyzer.lengths import told_time
from analyzer.lengths_chart import lengths_chart
from analyzer.render import plain_table
from analyzer.sprt import Sprt
from analyzer.wording import count_of, exact

MANY = 3  # differences: of more, only the first and the last have a sentence of their own


class Plan:
    """The plan for scores, or for margins: `asked` differences, `test` the two means of a sequential one or None."""

    def __init__(self, spread, asked, test, power, alpha, beta):
        self.spread, self.power = spread, power
        self.test = Sprt(spread.kind, *test, alpha, beta) if test else None
        self.forecast = self.test.forecast(spread.variance) if test else None
        # A test that was asked for says what differences are of interest.
        interest = asked or ([float(f"{test[1] - test[0]:.12g}")] if test else [])
        told = lengths.ladder(spread, interest)
        self.rows = [lengths.length(spread, x, power, alpha, beta) for x in told]
        by_size = {row.difference: row for row in self.rows}
        usual = [] if test else [min(told, key=lambda x: abs(x - told[len(told) // 2]))]
        self.asked = [by_size[x] for x in asked or usual]

    @property
    def word(self):
        """What is planned, in a word."""
        return "win score" if self.spread.kind == "score" else "margin"

    def without_clock(self):
        """The same, of which no word depends on the speed of the pilot."""
        plan = copy(self)
        plan.spread = replace(self.spread, deals_per_second=None)
        return plan

    def sentences(self):
        """What it takes, in a sentence for what is to be seen and one for the test."""
        rows = self.asked if len(self.asked) <= MANY else [self.asked[0], self.asked[-1]]
        said = [self._to_see(row) for row in rows]
        if self.test:
            lo, mid, hi = (round(each.blocks) for each in self.forecast)
            either = f"{exact(lo)} deals if either is true" if lo == hi else f"{exact(lo)} deals or {exact(hi)}"
            said.append(
                f"a test of {self._says(self.test.lo)} against {self._says(self.test.hi)} takes about {either}"
                f"{self._time(max(lo, hi))}, {exact(mid)} half-way between{self._time(mid)}; with a fixed number of "
                f"deals the same errors take {exact(round(self.test.fixed(self.spread.variance)))}."
            )
        return said

    def _to_see(self, row):
        """One difference."""
        return (
            f"to see a {self.word} {self._off(row.difference)} takes {count_of(row.deals)}{self._time(row.deals)}: so "
            f"many show it with a probability of {100 * self.power:.4g} %."
        )

    def _off(self, difference):
        """How far off that of equals, in words."""
        if self.spread.kind == "score":
            return f"{100 * difference:.12g} % off the 50 % of equals"
        return f"of {self.spread.shown(difference)}"

    def _says(self, x):
        """A hypothesis."""
        return f"{100 * x:.12g} %" if self.spread.kind == "score" else f"{x:+.12g} {self.spread.unit}"

    def _time(self, deals):
        """`, some 3 s`, or nothing."""
        seconds = self.spread.seconds(deals)
        return "" if seconds is None else f" ({told_time(seconds)})"

    def line(self):
        """How much deals vary."""
        spread = self.spread
        sd = f"{100 * spread.sd:.4g} % of score" if spread.kind == "score" else f"{spread.sd:.4g} {spread.unit}"
        unsure = spread.unsure
        where = (
            ", as given"
            if unsure is None
            else f" in the pilot, so numbers of deals are known to within {100 * unsure:.2g} %"
        )
        return f"a deal varies by {sd} (sd){where}"

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
        rows = []
        for row in self.rows:
            test = ["–" if x is None else exact(round(x)) for x in (row.test, row.between)]
            time = [told_time(row.seconds)] if timed else []
            rows.append((self._size(row.difference), exact(row.deals), *time, *test))
        return plain_table(
            Table(
                "lengths", [Column(name, name, "right") for name in names], rows, f"to see a difference in {self.word}:"
            )
        )

    def _size(self, difference):
        return f"{100 * difference:.12g} %" if self.spread.kind == "score" else f"{difference:.12g}"

    def drawing(self):
        """Deals against differences."""
        scale = 100 if self.spread.kind == "score" else 1
        fixed = [(scale * row.difference, row.deals) for row in self.rows]
        test = [(scale * row.difference, row.test) for row in self.rows if row.test is not None]
        asked = [(scale * row.difference, row.deals, False) for row in self.asked]
        if self.test:
            gap, deals = self.test.hi - self.test.lo, max(self.forecast.lo.blocks, self.forecast.hi.blocks)
            asked.append((scale * gap, deals, True))
        draw = partial(
            lengths_chart,
            title=self.headline(),
            subtitle=self.line(),
            unit=f"per cent of {self.word}" if scale == 100 else self.spread.unit,
            fixed=fixed,
            test=test,
            asked=asked,
            power=self.power,
            deals_per_second=self.spread.deals_per_second,
        )
        return Drawing(
            f"plan_{self.spread.kind}", draw, f"Deals needed to see a difference in {self.word}, on logarithmic axes."
        )

    def headline(self):
        """What was asked for, short enough to stand over a chart."""
        if self.asked:
            row = self.asked[0]
            size = self.spread.shown(row.difference) + (" of win score" if self.spread.kind == "score" else "")
            return f"To see {size} takes {count_of(row.deals)}{self._time(row.deals)}"
        deals = round(max(self.forecast.lo.blocks, self.forecast.hi.blocks))
        return f"A test of {self._says(self.test.lo)} against {self._says(self.test.hi)} takes about {count_of(deals)}"

    def facts(self):
        """The part of the JSON; what depends on the speed is left to the tables."""
        told = {
            "variance": self.spread.variance,
            "sd": self.spread.sd,
            "unsure": self.spread.unsure,
            "unit": "win score, 0 to 1" if self.spread.kind == "score" else self.spread.unit,
            "power": self.power,
            "level": 0.95,
            "asked": [{"difference": row.difference, "deals": row.deals} for row in self.asked],
            "lengths": [
                {"difference": row.difference, "deals": row.deals, "test": row.test, "between": row.between}
                for row in self.rows
            ],
        }
        if self.test:
            test, forecast = self.test, self.forecast
            truths = (test.lo, (test.lo + test.hi) / 2, test.hi)
            told["test"] = {
                "lo": test.lo,
                "hi": test.hi,
                "alpha": test.alpha,
                "beta": test.beta,
                "fixed": test.fixed(self.spread.variance),
                "forecast": [
                    {"truth": truth, "h1": plan.upper, "deals": plan.blocks}
                    for truth, plan in zip(truths, forecast, strict=True)
                ],
            }
        return told

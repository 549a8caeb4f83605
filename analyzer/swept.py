"""What a sweep says: every setting with its mean, and how much more that is than the default setting made."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from analyzer import settings_chart
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import played
from analyzer.gains import LEVEL, gain_cell, mean_cell, scaled, short_p, told, told_gain
from analyzer.settings import settings
from analyzer.settings_list import list_chart
from analyzer.settings_map import map_chart
from analyzer.wording import count_of, p_value

LISTED = 40  # settings in the text; of more, only the foremost
FOREMOST = 10
SURELY = {1: "better", -1: "worse", 0: ""}
GAIN_COLUMNS = (("gain", "over the default"), ("gain_low", "from"), ("gain_high", "to"))


@dataclass(frozen=True)
class Swept:
    """All settings of a grid after some deals; a setting is called by its place among the choices of the grid."""

    grid: Any
    ground: Any
    results: list[Any]
    deals: int

    @cached_property
    def order(self):
        """The settings, the best first; of equals the default setting, then the first."""
        means = [result.mean.mean or 0.0 for result in self.results]
        return sorted(range(len(means)), key=lambda arm: (-means[arm], arm != self.grid.default, arm))

    @property
    def best(self):
        """The best setting."""
        return self.order[0]

    @cached_property
    def winner(self):
        """The best of those that are surely better than the default setting; None if none is."""
        return next((arm for arm in self.order if self.results[arm].sure > 0), None)

    @property
    def flattered(self):
        """Was the best setting chosen from many, and by these very deals?"""
        return self.best != self.grid.default

    def named(self, arm):
        """A setting in words."""
        return self.grid.named(self.grid.choices[arm])

    @property
    def default(self):
        """The default setting in words."""
        return f"the default {self.named(self.grid.default)}"

    def mean(self, arm):
        """What a setting makes against whom: `scores 53.20 % (53.05 to 53.35) against lowest`."""
        return f"{self.ground.verb} {told(self.ground, self.results[arm])} against {self.ground.pool_name()}"

    def gain(self, arm):
        """`+1.20 percentage points (+1.05 to +1.35)`."""
        return told_gain(self.ground, self.results[arm].gain)

    # In words

    def sentences(self):
        """The verdict, and what else is sure."""
        if not self.deals:
            return ["No deal was finished, so there is nothing to say."]
        if all(result.same for result in self.results if result.gain):
            name = self.ground.strategy.label
            every = f"all {count_of(self.deals)}" if self.deals > 1 else "the only deal"
            return [f"{name} made the same of {every} with every setting: it {self.mean(self.grid.default)}."]
        best, many = self.best, f"of {settings(len(self.results))}"
        if best == self.grid.default:
            which = f"{self.default}, which {self.mean(best)}"
            return [f"No setting did better than {which}: it is the best {many}{self._worse}."]
        unsure = f"p {p_value(self.results[best].gain.p)}"
        if self.winner is None:
            verdict = (
                f"No setting surely beats {self.default}: {self.named(best)}, the best {many} on these deals, "
                f"{self._ahead(best)} ({unsure})."
            )
        elif self.winner == best:
            verdict = f"{self.named(best)} is the best {many} and surely beats {self.default}: it {self._ahead(best)}."
        else:
            verdict = (
                f"{self.named(self.winner)} surely beats {self.default}: it {self._ahead(self.winner)}; "
                f"{self.named(best)}, the best {many} on these deals, makes {self.gain(best)} more, which is not sure "
                f"({unsure})."
            )
        return [verdict, *self._others()]

    def _ahead(self, arm):
        """What a setting makes, and how much more that is than the default: once, where the default makes 0."""
        if self.results[self.grid.default].mirrored and not self.ground.by_score:
            return f"makes {self.gain(arm)} more against {self.ground.pool_name()}"
        return f"{self.mean(arm)}, {self.gain(arm)} more"

    @property
    def _worse(self):
        """How many of all others are surely worse."""
        below, others = self._count(-1), len(self.results) - 1
        if others == 1:
            return f", and the other one is {'not ' * (not below)}surely worse"
        many = "all" if below == others else below or "none"
        return f", and {many} of the {others} others {'is' if below == 1 else 'are'} surely worse"

    def _others(self):
        """How many are surely better, and worse."""
        others = len(self.results) - 1
        counts = [(self._count(side), SURELY[side]) for side in (1, -1)]
        parts = [f"{n} {'is' if n == 1 else 'are'} surely {word}" for n, word in counts if n and others > 1]
        return [f"Of the {others} others, {' and '.join(parts)} than the default."] if parts else []

    def _count(self, side):
        return sum(result.sure == side for result in self.results)

    def lines(self):
        """The numbers of the block, a setting a line."""
        if not self.deals:
            return []
        shown = list(range(len(self.results)))
        if len(shown) > LISTED:
            shown = list(dict.fromkeys([*self.order[:FOREMOST], self.grid.default, self.order[-1]]))
        rows = [(*self.grid.names, self.ground.of, "gain", "p", "")]
        rows += [(*map(str, self.grid.choices[arm]), *self._cells(arm)) for arm in shown]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [f"gain in {self.ground.gain_unit} ± {100 * LEVEL:g} %, each for itself; p (Holm) for all together:"]
        for *cells, word in rows:
            placed = [cell.rjust(width) for cell, width in zip(cells, widths, strict=False)]
            lines.append("  ".join(["", *placed, word]).rstrip())
        if len(shown) < len(self.results):
            lines.append(
                f"        the best, the default and the worst of {settings(len(self.results))}; --format csv lists all"
            )
        lines.append(
            f"p       at most {100 * (1 - LEVEL):.2g} % of such sweeps call any setting better or worse wrongly"
        )
        if self.flattered:
            lines.append(
                "note    the best of many is flattered by having been chosen; "
                "`mazziere tune` tells its worth from fresh deals"
            )
        return lines

    def _cells(self, arm):
        """Mean, gain, p and what is sure of a setting."""
        result = self.results[arm]
        mean = mean_cell(self.ground, result)
        if result.gain is None:
            return mean, "default", "", ""
        return mean, gain_cell(self.ground, result), short_p(result.gain.p), SURELY[result.sure]

    # For programs

    def tables(self):
        """The same unrounded, and what the best and the default setting made of each opponent."""
        columns = [Column(name, name, "right") for name in self.grid.names]
        columns += [Column(key, key, "right", 4) for key in ("mean", "low", "high")]
        columns += [Column(key, words, "right", 4) for key, words in GAIN_COLUMNS]
        columns += [Column("p_value", "p (Holm)", "right", 4), Column("surely", "surely")]
        rows = []
        for choice, result in zip(self.grid.choices, self.results, strict=True):
            mean, gain = result.mean, result.gain
            seen = (gain.mean, gain.low, gain.high, gain.p) if gain else (None,) * 4
            surely = SURELY[result.sure] if gain else "default"
            rows.append((*choice, mean.mean, mean.low, mean.high, *seen, surely))
        shown = list(dict.fromkeys([self.best, self.grid.default]))
        opponents = Table(
            "opponents",
            [Column("against", "against"), *(Column(f"setting_{arm}", self.named(arm), "right", 4) for arm in shown)],
            [(name, *(self.results[arm].against[k] for arm in shown)) for k, name in enumerate(self.ground.names())],
            "the best and the default setting, by opponent",
        )
        what = "score, 0 to 1" if self.ground.by_score else self.ground.gain_unit
        title = f"settings ({what}); {100 * LEVEL:g} % intervals each for itself, p for all together"
        return [Table("settings", columns, rows, title), opponents]

    def facts(self):
        """The part of the JSON that is about the result."""
        found = []
        for choice, result in zip(self.grid.choices, self.results, strict=True):
            mean, gain = result.mean, result.gain
            found.append(
                {
                    "parameters": self.grid.told(choice),
                    "mean": mean.mean,
                    "low": mean.low,
                    "high": mean.high,
                    "level": mean.level,
                    "by_symmetry": result.mirrored,
                    "against": result.against,
                    "gain": gain and {"mean": gain.mean, "low": gain.low, "high": gain.high, "p_value": gain.p},
                    "surely": result.sure,
                }
            )
        ends = {"best": self.best, "worst": self.order[-1]} if self.deals else {"best": None, "worst": None}
        return {"default": self.grid.default, **ends, "settings": found}

    # Drawn

    def drawings(self):
        """A curve, a map, or the foremost in order."""
        if not self.deals:
            return []
        where = f"against {self.ground.pool_name()}; {played(self.ground.table)}, {count_of(self.deals)} each"
        how = {
            "title": self._headline(),
            "subtitle": f"{self.ground.strategy.label} {where}, seed {self.ground.seed}",
            "gain_unit": f"more than the default, {self.ground.gain_unit}",
            "flattered": self.flattered,
        }
        names, points = self.grid.names, [self._point(arm) for arm in range(len(self.results))]
        if len(names) == 1:
            # Where the default meets itself alone, means are gains on another scale.
            unit = "" if self.results[self.grid.default].mirrored else self.ground.axis
            draw = partial(settings_chart.curve_chart, parameter=names[0], points=points, unit=unit, **how)
            caption = "The mean of every setting with its interval, and how much more it is than that of the default."
            if not unit:
                caption = f"How much more every setting makes than the default, which {self.mean(self.grid.default)}."
        elif len(names) == 2:
            draw = partial(map_chart, parameters=names, points=points, **how)
            caption = "How much more, or less, every setting makes than the default."
        else:
            draw = partial(list_chart, parameters=names, points=[points[arm] for arm in self.order], **how)
            caption = "The foremost settings: how much more they make than the default."
        if self.flattered:
            caption += " The best of many is flattered by having been chosen: its worth is told by fresh deals."
        return [Drawing("sweep", draw, caption)]

    def _headline(self):
        if self.best == self.grid.default:
            return f"No setting did better than {self.default}"
        if self.winner is None:
            return f"No setting surely beats {self.default}; {self.named(self.best)} comes first"
        return f"{self.named(self.winner)} beats {self.default} by {self.gain(self.winner).removeprefix('+')}"

    def _point(self, arm):
        result = self.results[arm]
        mean, gain = (scaled(self.ground, each) for each in (result.mean, result.gain))
        default, best = arm == self.grid.default, arm == self.best
        return settings_chart.Point(self.grid.choices[arm], mean, gain, result.sure, default, best)

"""What a sweep says: every setting with its mean, and how much more that is than the default setting made."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from analyzer import settings_chart
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import played
from analyzer.settings import LEVEL, settings
from analyzer.wording import count_of, interval, p_value

LISTED = 40  # settings in the text; of more, only the foremost
FOREMOST = 10


@dataclass(frozen=True)
class Swept:
    """All settings of a grid after some deals."""

    grid: Any
    ground: Any
    results: list[Any]
    deals: int

    @cached_property
    def order(self):
        """The settings, the best first; of equals the default setting, then the first."""
        return sorted(range(len(self.results)), key=lambda arm: (-self._mean(arm), arm != self.grid.default, arm))

    @property
    def best(self):
        """The number of the best setting."""
        return self.order[0]

    @property
    def others(self):
        """How many settings there are beside the default one."""
        return len(self.results) - 1

    def _mean(self, arm):
        return self.results[arm].mean.mean or 0.0

    def named(self, arm):
        """A setting in words."""
        return self.grid.named(self.grid.choices[arm])

    def mean(self, arm):
        """`53.20 % (53.05 to 53.35)`."""
        return told(self.ground, self.results[arm].mean)

    def gain(self, arm):
        """`+1.20 percentage points (+1.05 to +1.35)`."""
        return told_gain(self.ground, self.results[arm].gain)

    @property
    def verb(self):
        """What a setting does to its mean."""
        return "scores" if self.ground.by_score else "makes"

    def sentences(self):
        """The verdict, and what else is sure."""
        default = f"the default {self.named(self.grid.default)}"
        if not self.deals:
            return ["No deal was finished, so there is nothing to say."]
        gains = [result.gain for result in self.results if result.gain]
        if all(gain.mean == 0 and gain.low == 0 and gain.high == 0 for gain in gains):
            return [
                f"{self.ground.strategy.label} makes the same with every setting: it {self.verb} "
                f"{self.mean(self.best)} against {self.ground.pool_name()}, on every deal as by {default}."
            ]
        above, below = (sum(result.sure == side for result in self.results) for side in (1, -1))
        best, gain = self.best, self.results[self.best].gain
        if best == self.grid.default:
            if self.others == 1:
                worse = f"the other one is {'' if below else 'not '}surely worse"
            else:
                worse = (
                    f"{'all' if below == self.others else below or 'none'} of the {self.others} others are surely worse"
                )
            return [
                f"No setting beats {default}, which {self.verb} {self.mean(best)} against {self.ground.pool_name()}: "
                f"it is the best of {settings(self.others + 1)}, and {worse}."
            ]
        many = f"of {settings(self.others + 1)}"
        if not self.results[best].sure:
            return [
                f"No setting surely beats {default}: {self.named(best)}, the best {many} on these deals, {self.verb} "
                f"{self.mean(best)} against {self.ground.pool_name()}, {self.gain(best)} on the default (p "
                f"{p_value(gain.p)}).",
                *self._sure(0, below),
            ]
        return [
            f"{self.named(best)} is the best {many} and surely beats {default}: it {self.verb} {self.mean(best)} "
            f"against {self.ground.pool_name()}, {self.gain(best)} more.",
            *self._sure(above, below),
        ]

    def _sure(self, above, below):
        """How many are surely better, and worse."""
        parts = [
            f"{count} of {self.others} settings {'is' if count == 1 else 'are'} surely {word} than the default"
            for count, word in ((above, "better"), (below, "worse"))
            if count and self.others > 1
        ]
        return [f"{', '.join(parts)}."] if parts else []

    def lines(self):
        """The numbers of the block, a setting a line."""
        if not self.deals:
            return []
        shown = list(range(len(self.results)))
        if len(shown) > LISTED:
            shown = (
                [*self.order[:FOREMOST], self.grid.default]
                if self.grid.default not in self.order[:FOREMOST]
                else (self.order[:FOREMOST])
            )
            if self.order[-1] not in shown:
                shown.append(self.order[-1])
        unit = "percentage points" if self.ground.by_score else self.ground.unit_words.strip()
        rows = [("setting", "score" if self.ground.by_score else "payoff", f"over the default, {unit}", "p", "")]
        for arm in shown:
            rows.append((self.named(arm), self.mean(arm), *self._gain_cells(arm)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        if len(shown) < len(self.results):
            lines.append(
                f"        the best, the default and the worst of {settings(len(self.results))}; --format csv lists all"
            )
        lines.append(
            f"p       Holm's: at most {100 * (1 - LEVEL):.2g} % of such sweeps call any setting better or worse wrongly"
        )
        if self.best != self.grid.default:
            lines.append(
                "note    the best of many is flattered by having been chosen; "
                "`mazziere tune` tells its worth from fresh deals"
            )
        return lines

    def _gain_cells(self, arm):
        gain = self.results[arm].gain
        if gain is None:
            return "default", "", ""
        mark = {1: "better", -1: "worse", 0: ""}[self.results[arm].sure]
        mark = "made the same of every deal" if gain.low == gain.high == 0 else mark
        return interval(gain, self.ground.scale, "", sign=True), p_value(gain.p), mark

    def tables(self):
        """The same unrounded, and what the best and the default setting made of each opponent."""
        names = [each.name for each in self.grid.varied]
        columns = [Column(name, name, "right") for name in names]
        columns += [Column(key, key, "right", 4) for key in ("mean", "low", "high")]
        columns += [Column(key, words, "right", 4) for key, words in GAIN_COLUMNS]
        columns += [Column("p_value", "p (Holm)", "right", 4), Column("surely", "surely")]
        rows = []
        for arm, result in enumerate(self.results):
            mean, gain = result.mean, result.gain
            told = (gain.mean, gain.low, gain.high, gain.p) if gain else (None,) * 4
            surely = "default" if gain is None else {1: "better", -1: "worse", 0: ""}[result.sure]
            rows.append((*self.grid.choices[arm], mean.mean, mean.low, mean.high, *told, surely))
        shown = list(dict.fromkeys([self.best, self.grid.default]))
        opponents = Table(
            "opponents",
            [Column("against", "against"), *(Column(f"setting_{arm}", self.named(arm), "right", 4) for arm in shown)],
            [(name, *(self.results[arm].against[k] for arm in shown)) for k, name in enumerate(self.ground.names())],
            "the best and the default setting, by opponent",
        )
        what = "score, 0 to 1" if self.ground.by_score else self.ground.unit_words.strip()
        return [Table("settings", columns, rows, f"settings ({what})"), opponents]

    def facts(self):
        """The part of the JSON that is about the result."""
        found = []
        for arm, result in enumerate(self.results):
            mean, gain = result.mean, result.gain
            found.append(
                {
                    "parameters": self.grid.told(self.grid.choices[arm]),
                    "mean": mean.mean,
                    "low": mean.low,
                    "high": mean.high,
                    "level": mean.level,
                    "against": result.against,
                    "gain": gain and {"mean": gain.mean, "low": gain.low, "high": gain.high, "p_value": gain.p},
                    "surely": result.sure,
                }
            )
        ends = {"best": self.best, "worst": self.order[-1]} if self.deals else {"best": None, "worst": None}
        return {"default": self.grid.default, **ends, "settings": found}

    def drawings(self):
        """A curve, a map, or the foremost in order."""
        if not self.deals:
            return []
        where = f"against {self.ground.pool_name()}; {played(self.ground.table)}, {count_of(self.deals)} each"
        how = {
            "title": self._headline(),
            "subtitle": f"{self.ground.strategy.label} {where}, seed {self.ground.seed}",
            "points": [self._point(arm) for arm in range(len(self.results))],
            "unit": "score in %" if self.ground.by_score else self.ground.unit_words.strip(),
            "gain_unit": f"more than the default, {self.ground.gain_words.strip()}",
        }
        names = [each.name for each in self.grid.varied]
        if len(names) == 1:
            draw = partial(settings_chart.curve_chart, parameter=names[0], **how)
            caption = "The mean of every setting with its interval, and how much more it is than that of the default."
        elif len(names) == 2:
            draw = partial(settings_chart.map_chart, parameters=names, **how)
            caption = "How much more, or less, every setting makes than the default."
        else:
            how["points"] = [self._point(arm) for arm in self.order]
            draw = partial(settings_chart.list_chart, parameters=names, **how)
            caption = "The foremost settings: how much more they make than the default."
        return [Drawing("sweep", draw, caption)]

    def _headline(self):
        default, best = self.named(self.grid.default), self.named(self.best)
        if self.best == self.grid.default:
            return f"No setting beats the default {default}"
        if not self.results[self.best].sure:
            return f"No setting surely beats the default {default}; {best} comes first"
        return f"{best} beats the default {default} by {self.gain(self.best).lstrip('+')}"

    def _point(self, arm):
        mean, gain = (scaled(each, self.ground.scale) for each in (self.results[arm].mean, self.results[arm].gain))
        return settings_chart.Point(
            self.grid.choices[arm], mean, gain, self.results[arm].sure, arm == self.grid.default, arm == self.best
        )


GAIN_COLUMNS = (("gain", "over the default"), ("gain_low", "from"), ("gain_high", "to"))


def told(ground, mean):
    """A mean in words."""
    return interval(mean, ground.scale, ground.unit_words, sign=not ground.by_score)


def told_gain(ground, gain):
    """A difference in words."""
    return interval(gain, ground.scale, ground.gain_words, sign=True)


def scaled(estimate, scale):
    """(mean, low, high), or None."""
    if estimate is None:
        return None
    return tuple(None if x is None else scale * x for x in (estimate.mean, estimate.low, estimate.high))

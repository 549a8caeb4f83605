"""What tuning says: the setting that was chosen, and what fresh deals make of it."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer import tune_chart
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import played
from analyzer.gains import scaled, told, told_gain
from analyzer.match import Match
from analyzer.seating import Party
from analyzer.settings import settings
from analyzer.tuning_deals import CHECK
from analyzer.wording import count_of, decimals, exact, p_value

LISTED = 8  # settings that are named when several are left


@dataclass(frozen=True)
class Tuned:
    """What was found on the tuning deals, and the results of it and of the default setting on the check deals."""

    grid: Any
    ground: Any
    found: Any
    checked: int  # deals
    results: Any = None  # of the chosen setting and the default one; None if nothing was checked

    @property
    def chosen(self):
        """The chosen setting in words."""
        return self.grid.named(self.found.choice)

    @property
    def default(self):
        """The default setting in words."""
        return f"the default {self.grid.named(self.grid.usual)}"

    @property
    def walked(self):
        """Was there no trying all settings?"""
        return self.found.method == "spsa"

    @property
    def tried(self):
        """How many settings have played, the default one among them if it did."""
        return settings(self.found.tried)

    @property
    def gain(self):
        """How much more the chosen setting made than the default on the check deals; None if nothing was checked."""
        return self.results[0].gain if self.results and self.checked else None

    @property
    def better(self):
        """1 if fresh deals say that it is surely better than the default, -1 if surely worse, 0 if neither."""
        return self.results[0].sure if self.gain else 0

    @property
    def promise(self):
        """How much better it had seemed, in words; nothing if that is unknown."""
        if self.found.promised is None:
            return ""
        seen = self.gain
        half = (seen.high - seen.low) / 2 if seen and seen.low is not None else 0
        scale = self.ground.scale
        return f"{scale * self.found.promised:+z.{decimals(scale * half)}f} {self.ground.gain_unit}"

    # In words

    def sentences(self):
        """The verdict on the check deals."""
        found, tried, nothing = self.found, self.tried, self._nothing
        if found.choice is None:
            return ["Nothing was finished, so there is nothing to say."]
        if found.interrupted:
            so_far = f"a walk past {tried} has come to {self.chosen}"
            so_far = so_far if self.walked else f"{self.chosen} is ahead so far, of {tried}"
            return [f"Interrupted while tuning: {so_far}; its worth was not checked."]
        if found.choice == self.grid.usual:
            if self.walked:
                return [f"{nothing}: a walk past {tried} ended there."]
            return [f"{nothing}: of {tried} tried, none was on the tuning deals."]
        if not self.gain:
            return [f"{self.chosen}, {self._how_chosen}, was not checked: what it is worth is not known."]
        on = f"on {count_of(self.checked, 'fresh deal')}"
        promised = f"; the tuning deals had promised {self.promise}" if self.promise else ""
        gain, chosen = told_gain(self.ground, self.gain), f"{self.chosen}, {self._how_chosen},"
        if self.better > 0:
            how = f"a walk past {tried} ended there" if self.walked else f"it was the best of {tried} tried"
            return [f"{self.chosen} beats {self.default} by {gain.removeprefix('+')} {on}: {how}{promised}."]
        if self.better < 0:
            return [f"{nothing}: {chosen} is surely worse {on}, by {gain.removeprefix('-')}{promised}."]
        if self.results[0].same:
            return [f"{nothing}: {chosen} made the same of all {on[3:]}{promised}."]
        return [
            f"Nothing surely beats {self.default}: {chosen} differs by {gain} {on}, p {p_value(self.gain.p)}{promised}."
        ]

    @property
    def _nothing(self):
        return f"Nothing better than {self.default} was found"

    @property
    def _how_chosen(self):
        """By what the setting was chosen."""
        return f"where a walk past {self.tried} ended" if self.walked else f"the best of {self.tried} while tuning"

    def lines(self):
        """The numbers of the block."""
        found = self.found
        if found.choice is None:
            return []
        lines = []
        if self.gain:
            for name, result in zip((self.chosen, self.grid.named(self.grid.usual)), self.results, strict=True):
                role = "default" if result.gain is None else "chosen "
                lines.append(f"{role} {name} {self.ground.verb} {told(self.ground, result)}")
            seen = told_gain(self.ground, self.gain)
            lines.append(f"gain    {seen}, p {p_value(self.gain.p)}: on check deals, which had no part in the choice")
        if self.promise and found.choice != self.grid.usual:
            lines.append(f"promise {self.promise}: on the tuning deals, which flatters whatever it chose")
        lines.append(f"tuned   {self._how()}")
        left = [self.grid.named(choice) for choice in found.left if choice != found.choice]
        if left:
            shown = "; ".join(left[:LISTED]) + (f" and {exact(len(left) - LISTED)} more" * (len(left) > LISTED))
            lines.append(f"left    not told apart from it: {shown}")
        return lines

    def _how(self):
        """How the setting was looked for."""
        found = self.found
        if self.walked:
            return f"a walk (SPSA) past {self.tried}: {count_of(found.deals)}, each played by two of them"
        way = "a race" if found.method == "race" else "halving and then a race"
        dropped = found.tried - len(found.left)
        return (
            f"{way} of {self.tried} on up to {exact(found.deals)} shared deals, {exact(dropped)} dropped; "
            f"{exact(found.spent)} deals of one setting"
        )

    def use(self):
        """The command line that uses what is surely better, on deals of another seed; nothing if nothing is."""
        if self.better <= 0:
            return ""
        seed = self.ground.seed + 1 if self.ground.seed < 2**53 else 0
        parties = tuple(Party((player,)) for player in (self.grid.player(self.found.choice), self.ground.strategy))
        return Match(self.ground.table, parties, seed).command("compare")

    def headline(self):
        """The verdict, short enough to stand over a chart."""
        if self.found.choice == self.grid.usual:
            return self._nothing
        if self.better > 0:
            return f"{self.chosen} beats {self.default} by {told_gain(self.ground, self.gain).removeprefix('+')}"
        if not self.gain:
            return f"{self.chosen}: {self._how_chosen}, unchecked"
        if self.better < 0:
            return f"{self._nothing}; {self.chosen} is surely worse, though {self._how_chosen}"
        return f"Nothing surely beats {self.default}; {self.chosen}: {self._how_chosen}"

    # For programs

    def tables(self):
        """The check, and what the tuning deals said of all settings."""
        words = "score" if self.ground.by_score else self.ground.gain_unit
        rows = []
        if self.gain:
            chosen, default = self.results
            named = {f"gain over the default, {words}": self.gain, self.chosen: chosen.mean}
            named[f"{self.grid.named(self.grid.usual)} (default)"] = default.mean
            rows = [(name, seen.mean, seen.low, seen.high) for name, seen in named.items()]
        rows.append((f"gain the tuning deals promised, {words}", self.found.promised, None, None))
        columns = [Column("measure", "measure"), *(Column(key, key, "right", 4) for key in ("value", "low", "high"))]
        found = [Table("check", columns, rows, f"on {count_of(self.checked, 'check deal')}")]
        if self.found.rows:
            columns = [Column(name, name, "right") for name in self.grid.names]
            columns += [Column("deals", "tuning deals", "right", 0), Column("mean", "mean there", "right", 4)]
            columns.append(Column("dropped_after", "dropped after", "right", 0))
            tried = [(*choice, *rest) for choice, *rest in self.found.rows]
            found.append(Table("settings", columns, tried, "settings tried, on the tuning deals"))
        elif self.found.choice is not None:
            columns = [Column("parameter", "parameter")]
            columns += [Column(key, key, "right") for key in ("from", "to", "default", "chosen")]
            found.append(Table("parameters", columns, self._ranges()))
        return found

    def facts(self):
        """The part of the JSON that is about the result."""
        found, gain, means = self.found, None, {}
        if self.gain:
            gain = {"mean": self.gain.mean, "low": self.gain.low, "high": self.gain.high, "p_value": self.gain.p}
            for name, result in zip(("chosen", "default"), self.results, strict=True):
                mean = result.mean
                means[name] = {"mean": mean.mean, "low": mean.low, "high": mean.high}
                means[name] |= {"by_symmetry": result.mirrored, "against": result.against}
        return {
            "method": found.method,
            "chosen": None if found.choice is None else self.grid.told(found.choice),
            "default": self.grid.told(self.grid.usual),
            "tried": found.tried,
            "tuning": {
                "spent": found.spent,
                "first": 0,
                "deals": found.deals,
                "promised": found.promised,
                "left": [self.grid.told(choice) for choice in found.left],
            },
            "check": {"first": CHECK, "deals": self.checked, "gain": gain, "surely": self.better, **means},
            "settings": [
                {"parameters": self.grid.told(choice), "deals": deals, "mean": mean, "dropped_after": out}
                for choice, deals, mean, out in found.rows
            ],
        }

    # Drawn

    def drawings(self):
        """The check beside the promise, and above it what the tuning deals said."""
        found, scale = self.found, self.ground.scale
        if found.choice is None:
            return []
        tried = [
            tune_chart.Tried(
                each.choice,
                scale * each.mean,
                each.choice in found.left,
                each.choice == self.grid.usual,
                each.choice == found.choice,
            )
            for each in found.rows
        ]
        where = f"against {self.ground.pool_name()}; {played(self.ground.table)}, seed {self.ground.seed}"
        draw = partial(
            tune_chart.tune_chart,
            title=self.headline(),
            subtitle=f"{self.ground.strategy.label} {where}; {self.tried} tried",
            ranges=[tune_chart.Range(*each) for each in self._ranges()],
            tried=tried,
            unit=self.ground.axis,
            gain=scaled(self.ground, self.gain),
            sure=self.better,
            promised=None if found.promised is None else scale * found.promised,
            gain_unit=self.ground.gain_unit,
            checked=f"{exact(self.checked)} check deals",
        )
        return [Drawing("tune", draw, "What the tuning deals said, and what fresh deals say of the chosen setting.")]

    def _ranges(self):
        """(name, from, to, default, chosen) of every parameter."""
        return [
            (each.name, each.values[0], each.values[-1], usual, chosen)
            for each, usual, chosen in zip(self.grid.varied, self.grid.usual, self.found.choice, strict=True)
        ]


def span(tuned):
    """Which deals were played, in words."""
    parts = [f"tuning deals 0 to {max(0, tuned.found.deals - 1)}"] if tuned.found.deals else []
    if tuned.checked:
        parts.append(f"check deals {CHECK} to {CHECK + tuned.checked - 1}")
    return ", ".join(parts) or "no deals"

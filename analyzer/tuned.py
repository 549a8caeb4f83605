"""What tuning says: the setting that was chosen, and what fresh deals make of it."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from analyzer import settings_chart
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import played
from analyzer.match import Match
from analyzer.search import CHECK
from analyzer.seating import Party
from analyzer.settings import settings
from analyzer.sweeping import scaled, told, told_gain
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
    def gain(self):
        """How much more the chosen setting made than the default on the check deals; None if nothing was checked."""
        return self.results[0].gain if self.results and self.checked else None

    @property
    def better(self):
        """1 if fresh deals say that it is surely better than the default, -1 if surely worse, 0 if neither."""
        return self.results[0].sure if self.gain else 0

    @property
    def promise(self):
        """How much better it had seemed."""
        if self.found.promised is None:
            return ""
        seen = self.gain
        half = (seen.high - seen.low) / 2 if seen and seen.low is not None else 0
        value = self.ground.scale * self.found.promised
        return f"{value:+z.{decimals(self.ground.scale * half)}f}{self.ground.gain_words}"

    def sentences(self):
        """The verdict on the check deals."""
        found, tried = self.found, settings(self.found.tried)
        if found.choice is None:
            return ["Nothing was finished, so there is nothing to say."]
        if found.interrupted:
            return [f"Interrupted while tuning: {self.chosen} is ahead so far, of {tried}; its worth was not checked."]
        if found.choice == self.grid.usual:
            if found.method == "spsa":
                return [f"Nothing beats {self.default}: a walk past {tried} ended where it began."]
            return [f"Nothing beats {self.default}: of {tried} tried, none was better on the tuning deals."]
        if not self.gain:
            return [f"{self.chosen} came out best of {tried} tried; what it is worth was not checked."]
        on = f"on {count_of(self.checked, 'fresh deal')}"
        promised = f"; the tuning deals had promised {self.promise}" if self.promise else ""
        gain, walked = told_gain(self.ground, self.gain), found.method == "spsa"
        chosen = f"{self.chosen}, {'where a walk past' if walked else 'the best of'} {tried}{' ended' * walked},"
        if self.better > 0:
            how = f"a walk past {tried} ended there" if walked else f"it was the best of {tried} tried"
            return [f"{self.chosen} beats {self.default} by {gain.removeprefix('+')} {on}: {how}{promised}."]
        if self.better < 0:
            return [
                f"Nothing beats {self.default}: {chosen} is surely worse {on}, by {gain.removeprefix('-')}{promised}."
            ]
        return [
            f"Nothing surely beats {self.default}: {chosen} differs by {gain} {on}, p {p_value(self.gain.p)}{promised}."
        ]

    def lines(self):
        """The numbers of the block."""
        found = self.found
        if found.choice is None:
            return []
        lines = []
        if self.gain:
            verb = "scores" if self.ground.by_score else "makes"
            for name, result in zip((self.chosen, self.grid.named(self.grid.usual)), self.results, strict=True):
                role = "default" if result.gain is None else "chosen "
                lines.append(f"{role} {name} {verb} {told(self.ground, result.mean)}")
            lines.append(
                f"gain    {told_gain(self.ground, self.gain)}, p {p_value(self.gain.p)}: on check deals only, "
                "which had no part in the choice"
            )
        if self.promise:
            flatters = "which flatters whatever it chose" if found.choice != self.grid.usual else "by definition"
            lines.append(f"promise {self.promise}: on the tuning deals, {flatters}")
        lines.append(f"tuned   {self._how()}")
        left = [self.grid.named(choice) for choice in found.left if choice != found.choice]
        if left:
            shown = "; ".join(left[:LISTED]) + (f" and {exact(len(left) - LISTED)} more" * (len(left) > LISTED))
            lines.append(f"left    not told apart from it: {shown}")
        return lines

    def _how(self):
        """How the setting was looked for."""
        found = self.found
        spent = f"{exact(found.spent)} deals of one setting"
        if found.method == "spsa":
            return (
                f"a walk (SPSA) of {exact(found.deals)} deals, each played by two settings; {exact(found.tried)} tried"
            )
        dropped = found.tried - len(found.left)
        way = "a race" if found.method == "race" else "halving and then a race"
        shared = f"up to {exact(found.deals)} shared deals"
        return f"{way} of {settings(found.tried)} on {shared}, {exact(dropped)} dropped; {spent}"

    def use(self):
        """The command line that uses what is surely better, on deals of another seed; nothing if nothing is."""
        if self.better <= 0:
            return ""
        seed = self.ground.seed + 1 if self.ground.seed < 2**53 else 0
        parties = tuple(Party((player,)) for player in (self.grid.player(self.found.choice), self.ground.strategy))
        return Match(self.ground.table, parties, seed).command("compare")

    def tables(self):
        """The check, and what the tuning deals said of all settings."""
        words = self.ground.gain_words.strip() if not self.ground.by_score else "score"
        rows = []
        if self.gain:
            chosen, default = self.results
            named = {f"gain over the default, {words}": self.gain, self.chosen: chosen.mean}
            named[f"{self.grid.named(self.grid.usual)} (default)"] = default.mean
            rows = [(name, seen.mean, seen.low, seen.high) for name, seen in named.items()]
        rows.append((f"gain the tuning deals promised, {words}", self.found.promised, None, None))
        columns = [Column("measure", "measure"), *(Column(key, key, "right", 4) for key in ("value", "low", "high"))]
        found = [Table("check", columns, rows, f"on {count_of(self.checked, 'check deal')}")]
        names = [each.name for each in self.grid.varied]
        if self.found.rows:
            columns = [Column(name, name, "right") for name in names]
            columns += [Column("deals", "tuning deals", "right", 0), Column("mean", "mean there", "right", 4)]
            columns.append(Column("dropped_after", "dropped after", "right", 0))
            found.append(
                Table(
                    "settings",
                    columns,
                    [(*choice, *rest) for choice, *rest in self.found.rows],
                    "settings tried, on the tuning deals",
                )
            )
        elif self.found.choice is not None:
            columns = [Column("parameter", "parameter")]
            columns += [Column(key, key, "right") for key in ("default", "chosen", "from", "to")]
            rows = [
                (each.name, usual, chosen, each.values[0], each.values[-1])
                for each, usual, chosen in zip(self.grid.varied, self.grid.usual, self.found.choice, strict=True)
            ]
            found.append(Table("parameters", columns, rows))
        return found

    def facts(self):
        """The part of the JSON that is about the result."""
        found = self.found
        told = None
        if self.gain:
            told = {"mean": self.gain.mean, "low": self.gain.low, "high": self.gain.high, "p_value": self.gain.p}
        means = {}
        if self.gain:
            for name, result in zip(("chosen", "default"), self.results, strict=True):
                means[name] = {
                    "mean": result.mean.mean,
                    "low": result.mean.low,
                    "high": result.mean.high,
                    "against": result.against,
                }
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
            "check": {"first": CHECK, "deals": self.checked, "gain": told, "surely": self.better, **means},
            "settings": [
                {"parameters": self.grid.told(choice), "deals": deals, "mean": mean, "dropped_after": out}
                for choice, deals, mean, out in found.rows
            ],
        }

    def headline(self):
        """The verdict, short enough to stand over a chart."""
        if self.found.choice == self.grid.usual:
            return f"Nothing beats {self.default}"
        if self.better > 0:
            return f"{self.chosen} beats {self.default} by {told_gain(self.ground, self.gain).removeprefix('+')}"
        if not self.gain:
            return f"{self.chosen}: {self._chosen_as}, unchecked"
        if self.better < 0:
            return f"Nothing beats {self.default}; {self.chosen} is surely worse, though {self._chosen_as}"
        return f"Nothing surely beats {self.default}; {self.chosen}: {self._chosen_as}"

    @property
    def _chosen_as(self):
        """By what the setting was chosen."""
        tried, walked = settings(self.found.tried), self.found.method == "spsa"
        return f"where a walk past {tried} ended" if walked else f"the best of {tried} while tuning"

    def drawings(self):
        """The check beside the promise, and under one parameter the means of the tuning deals."""
        found, scale = self.found, self.ground.scale
        if found.choice is None or not (self.gain or found.rows):
            return []
        where = f"against {self.ground.pool_name()}; {played(self.ground.table)}, seed {self.ground.seed}"
        gain = scaled(self.gain, scale)
        points = []
        if len(self.grid.varied) == 1:
            left = set(found.left)
            points = [
                settings_chart.Tried(
                    choice[0], scale * mean, choice in left, choice == self.grid.usual, choice == found.choice
                )
                for choice, _, mean, _ in sorted(found.rows)
                if mean is not None
            ]
        draw = partial(
            settings_chart.tune_chart,
            title=self.headline(),
            subtitle=f"{self.ground.strategy.label} {where}; {settings(found.tried)} tried",
            parameter=self.grid.varied[0].name,
            points=points,
            unit="score in %" if self.ground.by_score else self.ground.unit_words.strip(),
            gain=gain,
            promised=None if found.promised is None else scale * found.promised,
            gain_unit=self.ground.gain_words.strip(),
            checked=f"{exact(self.checked)} check deals",
        )
        return [Drawing("tune", draw, "What fresh deals say of the chosen setting, and what the tuning deals said.")]


def span(tuned):
    """Which deals were played, in words."""
    parts = [f"tuning deals 0 to {max(0, tuned.found.deals - 1)}"] if tuned.found.deals else []
    if tuned.checked:
        parts.append(f"check deals {CHECK} to {CHECK + tuned.checked - 1}")
    return ", ".join(parts) or "no deals"

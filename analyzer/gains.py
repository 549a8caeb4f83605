"""What came of settings: the mean of each, and its gain, that is how much more it made than the default setting.

All of them played the same deals, so a gain is known better than the means it lies between.  A setting that meets
nobody but itself gets what equals get, whatever the cards: that is told as what it is, without an interval.

Where a setting made the same of all deals as the default, deals that part the two may still be to come: the gain may
be off 0 by `extremes.unseen`.
"""

import sys
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from analyzer import standings
from analyzer.extremes import unseen
from analyzer.scores import WHOLE
from analyzer.wording import decimals, interval, p_value

LEVEL = 0.95
LEAST = sys.float_info.min  # p-values smaller than this are told as this: they are not 0


class Result(NamedTuple):
    """What a setting made of some deals, against all opponents and against each."""

    mean: Any  # an Interval: a score from 0 to 1, or a payoff
    against: list[float | None]
    gain: Any  # a Contrast with the p-value of Holm; None of the default setting itself
    mirrored: bool = False  # did it meet nobody but itself, so that its mean is no matter of chance?
    same: bool = False  # did it make the same of every deal as the default setting, which is another one?

    @property
    def sure(self):
        """1 if it is surely better than the default setting, -1 if surely worse, 0 if that cannot be said."""
        if self.gain is None or self.gain.mean is None or not self.gain.p < 1 - LEVEL:
            return 0
        return 1 if self.gain.mean > 0 else -1


def results(ground, counts, players, default):
    """The Result of every one of `players`, from the counts of the crosstable of all of them; one is the default."""
    made, arms, n = _by_setting(ground, counts, len(players)), range(len(players)), int(counts.blocks[0])
    estimate = standings.score if ground.by_score else standings.payoff
    gains = [
        None if arm == default else standings.contrast(made, arm, default, ground.unit, ground.unit, LEVEL, ground.of)
        for arm in arms
    ]
    fair = iter(standings.holm([gain.p for gain in gains if gain]))
    gains = [gain and replace(gain, p=max(next(fair), LEAST)) for gain in gains]
    same = [gain is not None and gain.mean == gain.low == gain.high == 0 for gain in gains]
    off = unseen(ground.table, n, ground.by_score, LEVEL)
    gains = [replace(gain, low=-off, high=off) if alike else gain for gain, alike in zip(gains, same, strict=True)]
    totals = counts.totals[0 if ground.by_score else 1].reshape(len(players), len(ground.opponents))
    whole = WHOLE if ground.by_score else 1
    found = []
    for arm in arms:
        each = zip(totals[arm].tolist(), ground.places, strict=True)
        against = [total / (n * places * whole) if n else None for total, places in each]
        found.append(Result(estimate(made, arm, ground.unit, LEVEL), against, gains[arm], same=same[arm]))
    mirrored = [n > 0 and ground.meets_itself(player) for player in players]
    return _without_chance(found, mirrored, default)


def _without_chance(found, mirrored, default):
    """The same, but what a setting made of itself is known exactly, and what made the same as that nearly so."""
    made = [
        result._replace(mean=_exact(result.mean), mirrored=True) if alone else result
        for result, alone in zip(found, mirrored, strict=True)
    ]
    if not made[default].mirrored:
        return made
    known = made[default].mean
    return [
        result._replace(mean=replace(known, low=known.mean + result.gain.low, high=known.mean + result.gain.high))
        if result.same
        else result
        for result in made
    ]


def _exact(mean):
    """An estimate without an interval."""
    return replace(mean, low=mean.mean, high=mean.mean)


def _by_setting(ground, counts, arms):
    """The sums of a crosstable, every setting's results against its opponents added up, as `standings` reads them."""
    made = standings.new_counts(1, 1, arms)
    adds = np.kron(np.eye(arms, dtype=np.int64), ground.weights)  # [arm, pair]
    made.blocks[0] = counts.blocks[0]
    for total, product, sums, products in (
        (made.results, made.result_products, counts.totals[0], counts.products[0]),
        (made.payoffs, made.payoff_products, counts.totals[1], counts.products[1]),
    ):
        total[0] = adds @ sums
        product[0] = adds @ products @ adds.T
    return made


# In words


def told(ground, result):
    """A mean in a sentence: `53.20 % (53.05 to 53.35)`, `50 % by symmetry`."""
    exactly = _known(ground, result, ground.unit_words)
    return exactly or interval(result.mean, ground.scale, ground.unit_words, sign=not ground.by_score)


def mean_cell(ground, result):
    """The same in a table: `53.20 ± 0.15 %`, `50 % by symmetry`; payoffs without their unit."""
    unit = ground.unit_words if ground.by_score else ""
    exactly = _known(ground, result, unit)
    return exactly or plus_minus(result.mean, ground.scale, sign=not ground.by_score) + unit


def _known(ground, result, unit):
    """A mean that is no matter of chance; nothing if it is."""
    return f"{ground.scale * result.mean.mean:.4g}{unit} by symmetry" if result.mirrored else ""


def told_gain(ground, gain):
    """A difference: `+1.20 percentage points (+1.05 to +1.35)`."""
    return interval(gain, ground.scale, f" {ground.gain_unit}", sign=True)


def gain_cell(ground, result):
    """The same in a table: `+1.20 ± 0.15`, `same ± 0.02` where both made the same of every deal."""
    if result.same:
        off = ground.scale * result.gain.high
        return f"same ± {off:.{decimals(off)}f}"
    return plus_minus(result.gain, ground.scale, sign=True)


def plus_minus(estimate, scale, sign=False):
    """`+1.20 ± 0.15`; `99.50 -0.40 +0.30` where one end of the interval is farther away than the other."""
    low, mean, high = (None if x is None else scale * x for x in (estimate.low, estimate.mean, estimate.high))
    plus = "+" if sign else ""
    if mean is None:
        return "unknown"
    if low is None:
        return f"{mean:{plus}z.1f}"
    half = (high - low) / 2
    places = decimals(half)
    if abs(high + low - 2 * mean) < 10**-places:
        return f"{mean:{plus}z.{places}f} ± {half:.{places}f}"
    return f"{mean:{plus}z.{places}f} -{mean - low:.{places}f} +{high - mean:.{places}f}"


def short_p(p):
    """A p-value in a table: `<1e-12`."""
    return p_value(p).replace("less than ", "<")


def scaled(ground, estimate):
    """(mean, low, high) as they are drawn, each None where it is unknown; None for None."""
    if estimate is None:
        return None
    return tuple(None if x is None else ground.scale * x for x in (estimate.mean, estimate.low, estimate.high))

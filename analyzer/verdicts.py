"""True, false, it depends, or too close to call: what the effects of an experiment allow to say of a claim.

An effect tells how much more a player makes who does what is claimed than the same player who does not, against one
opponent: above 0 it speaks for the claim, below 0 against it.  The effects of one claim are judged together by Holm's
p-values, so that at most one claim in twenty is called true or false wrongly.

    speaks for it       surely above 0: its interval lies above 0, and so it remains after Holm
    speaks against it   surely below 0
    no difference       its whole interval lies within the smallest effect worth naming, either side of 0, and the deals
                        are so many that it would do so too if not one of them had come out differently
    unsure              all else

A claim is *true* if some effect speaks for it and none may speak against it (an unsure one reaches no further below 0
than the smallest effect), *false* if some speaks against it and none may speak for it, or if none makes a difference.
*It depends* if there are effects of both kinds.  Else it is *too close to call*: more deals may tell.
"""

from collections.abc import Sequence
from itertools import groupby
from math import inf
from typing import NamedTuple

from analyzer.standings import holm
from analyzer.wording import all_of, interval

TRUE, FALSE, DEPENDS, OPEN = VERDICTS = ("true", "false", "it depends", "too close to call")
UNTESTED = "not tested"  # no deal was finished
FOR, AGAINST, NOTHING, UNSURE = "for", "against", "no difference", "unsure"
ALPHA = 0.05


class Unit(NamedTuple):
    """What effects are told in; `smallest` is the least of them that is worth naming."""

    words: str
    smallest: float


POINTS_OF_SCORE = Unit("percentage points", 0.1)


class Effect(NamedTuple):
    """How much doing what is claimed makes more than not doing it, in `unit`; with interval and two-sided p.

    `mean` is None if nothing was played.  `opponent` says against whom, "" for the same player without the advice;
    `command` is the command line that plays it.  `unseen` is how far off 0 so many deals would leave it even if none
    of them came out differently (see `extremes.unseen`).
    """

    mean: float | None
    low: float | None
    high: float | None
    p: float
    unit: Unit = POINTS_OF_SCORE
    opponent: str = ""
    command: str = ""
    unseen: float = 0.0

    @property
    def least(self) -> float:
        """How far below 0 it may be for all that is known: its interval, or what few deals have not shown."""
        return -inf if self.low is None else min(self.low, -self.unseen)

    @property
    def most(self) -> float:
        """How far above 0 it may be."""
        return inf if self.high is None else max(self.high, self.unseen)

    @property
    def bare(self) -> str:
        """`+1.20 (+1.05 to +1.35)`; `the same` of a player and itself."""
        return "the same" if self.low == self.high == 0 else interval(self, sign=True)


class Weighed(NamedTuple):
    """A way to follow the advice, what is done instead, and the effects: `<doing> gains 2 points over <instead>`."""

    doing: str
    instead: str
    effects: Sequence[Effect]


def fair(effects: Sequence[Effect]) -> list[float]:
    """Holm's p-value of each, for all of them together."""
    return holm([effect.p for effect in effects])


def sides(effects: Sequence[Effect]) -> list[str]:
    """What each effect speaks for: FOR, AGAINST, NOTHING or UNSURE."""
    return [_side(effect, p) for effect, p in zip(effects, fair(effects), strict=True)]


def _side(effect: Effect, p: float) -> str:
    if effect.mean is None or effect.low is None or effect.high is None:
        return UNSURE
    if -effect.unit.smallest <= effect.low and effect.high <= effect.unit.smallest:
        return NOTHING if effect.unseen <= effect.unit.smallest else UNSURE
    if p < ALPHA and not effect.low <= 0 <= effect.high:
        return FOR if effect.mean > 0 else AGAINST
    return UNSURE


def verdict(effects: Sequence[Effect]) -> str:
    """One of VERDICTS, or UNTESTED."""
    if not effects or all(effect.mean is None for effect in effects):
        return UNTESTED
    found = sides(effects)
    if FOR in found and AGAINST in found:
        return DEPENDS
    unsure = [effect for effect, side in zip(effects, found, strict=True) if side == UNSURE]
    if FOR in found:
        return OPEN if any(effect.least < -effect.unit.smallest for effect in unsure) else TRUE
    if AGAINST in found:
        return OPEN if any(effect.most > effect.unit.smallest for effect in unsure) else FALSE
    return FALSE if not unsure else OPEN


# In words


VERBS = {FOR: "gains", AGAINST: "costs", NOTHING: "makes no difference to speak of", UNSURE: "is too close to call"}


def told(weighed: Weighed, found: Sequence[str]) -> str:
    """What the effects of one way say, `found` being the side of each: one sentence.

    `Sparing trumps gains 7.75 percentage points (7.62 to 7.88) over trumping everything and 5.7 (5.6 to 5.9) against
    maestro.`
    """
    doing, before, unit = weighed.doing, "", ""
    words = doing if "_" in doing.partition(" ")[0] else f"{doing[:1].upper()}{doing[1:]}"  # a strategy keeps its name
    for side, group in groupby(zip(weighed.effects, found, strict=True), key=lambda pair: pair[1]):
        parts = []
        for effect, _ in group:
            parts.append(_part(effect, side, unit, weighed.instead))
            unit = effect.unit.words
        link = ", but" if {before, side} == {FOR, AGAINST} else ";" if before else ""
        words += f"{link} {VERBS[side]} {all_of(parts)}"
        before = side
    return f"{words}."


def _part(effect: Effect, side: str, unit: str, instead: str) -> str:
    """How much, with its interval, and against whom; `unit` is known already."""
    decided = side in (FOR, AGAINST)
    against = f"against {effect.opponent}" if effect.opponent else f"{'over' if decided else 'compared with'} {instead}"
    if effect.mean is None:
        return against
    if effect.low == effect.high == 0:
        return f"(none in any deal) {against}"
    words = f" {effect.unit.words}" if effect.unit.words != unit else ""
    if decided:
        return f"{interval(effect, unit=words, size=True)} {against}"
    return f"({effect.bare.replace(' (', ', ').rstrip(')')}{words}) {against}"

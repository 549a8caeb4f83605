"""Settings of one strategy: which there are to try.

What may be varied is written `spend_at=0:22:2` (from 0 to 22, both included, by steps of 2), `spend_at=0:22` (by 1;
fractions by a tenth of the way), `risk=0.1,0.3,0.5`, `plan=true,false`, or only `plan` for both.  Values are of the
kind of the parameter's default.  The *default setting* is the strategy as it was named; it is always among those tried,
and counted with them.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import pairwise, product
from math import prod
from typing import Any, NamedTuple

from analyzer.match import quoted
from analyzer.roster import LARGEST, Strategy
from analyzer.wording import count_of, exact, nearest

MOST_VALUES = 10_000
TENTHS = 10  # steps of a range of fractions that names none


class Vary(NamedTuple):
    """A parameter, and the values it may have."""

    name: str
    values: tuple[Any, ...]  # whole numbers, fractions or truths, the least first
    fine: bool = False  # is it a range of fractions, any of which would do?

    @property
    def word(self):
        """What to type to get it."""
        first, last = self.values[0], self.values[-1]
        if self.fine:
            return f"{self.name}={first}:{last}"
        if len(self.values) > 2:
            steps = {Decimal(str(b)) - Decimal(str(a)) for a, b in pairwise(self.values)}
            if len(steps) == 1:
                step = f"{steps.pop().normalize():f}"
                one = isinstance(first, int) and step == "1"
                return f"{self.name}={first}:{last}" + ("" if one else f":{step}")
        return f"{self.name}={','.join(map(str, self.values))}"


def vary(strategy, text, option="--vary"):
    """The Vary that a text asks for; ValueError, in one sentence, where that makes no sense."""
    name, equals, told = (part.strip() for part in str(text).partition("="))
    if not strategy.defaults:
        raise ValueError(f"{strategy.name} has no parameters, so there is nothing to vary")
    if name not in strategy.defaults:
        known = ", ".join(strategy.defaults)
        raise ValueError(f"{strategy.name} has no parameter {name!r}; it has {known}{nearest(name, strategy.defaults)}")
    kind = type(strategy.defaults[name])
    if kind is bool:
        words = [word.strip().lower() for word in told.split(",")] if equals else ["false", "true"]
        truth = {"true": True, "1": True, "false": False, "0": False}
        wrong = next((word for word in words if word not in truth), None)
        if wrong is not None:
            raise ValueError(f"{strategy.name}: {name} is True or False, not {wrong!r}; {option} {name} tries both")
        return Vary(name, tuple(sorted({truth[word] for word in words})))
    if not told:
        example = "0:20:2 or 0,5,10" if kind is int else "0:1:0.1 or 0.2,0.5"
        raise ValueError(f"{option} {name} needs values, such as {name}={example}")
    values: set[Any] = set()
    for part in told.split(","):
        values |= set(_numbers(f"{strategy.name}: {name}", kind, part.strip()))
    fine = kind is float and bool(re.fullmatch(r"[^:,]+:[^:,]+", told))
    return Vary(name, tuple(sorted(values)), fine)


def _numbers(what, kind, text):
    """All numbers of `4`, `0:22` or `0:22:2`."""
    ends = [_number(what, kind, word) for word in text.split(":")]
    if len(ends) == 1:
        return [kind(ends[0])]
    if len(ends) > 3:
        raise ValueError(f"{what}={text}: a range is written FROM:TO or FROM:TO:STEP")
    low, high = ends[:2]
    if low > high:
        raise ValueError(f"{what}={text}: a range goes up, and {low} is above {high}")
    if low == high:
        return [kind(low)]
    step = ends[2] if len(ends) == 3 else Decimal(1) if kind is int else (high - low) / TENTHS
    if step <= 0:
        raise ValueError(f"{what}={text}: the step of a range is above 0, not {step}")
    count = int((high - low) / step) + 1
    if count > MOST_VALUES:
        raise ValueError(f"{what}={text}: that makes {exact(count)} values, and {exact(MOST_VALUES)} are the most")
    return [kind(low + k * step) for k in range(count)]


def _number(what, kind, word):
    """One number of a parameter's kind, exact."""
    try:
        number = Decimal(word)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or (kind is int and number != int(number)):
        raise ValueError(f"{what} takes {'whole numbers' if kind is int else 'numbers'}, not {word!r}")
    if not abs(number) < LARGEST:
        raise ValueError(f"{what} must be a number of ordinary size, not {word!r}")
    return number


@dataclass(frozen=True)
class Grid:
    """Every combination of what is varied, and the default setting, which comes first unless it is one of them.

    A setting is the tuple of its values, in the order of `varied`.
    """

    strategy: Strategy
    varied: tuple[Vary, ...]

    @cached_property
    def choices(self):
        """All settings, in order."""
        found = list(product(*(each.values for each in self.varied)))
        return [self.usual, *found] if self.added else found

    @property
    def usual(self):
        """The default setting."""
        return tuple(self.strategy.values[each.name] for each in self.varied)

    @property
    def default(self):
        """Its place among the settings."""
        return self.choices.index(self.usual)

    @property
    def added(self):
        """Was the default setting added to those that were asked for?"""
        return any(value not in each.values for each, value in zip(self.varied, self.usual, strict=True))

    @property
    def count(self):
        """How many settings there are, none of them listed yet."""
        return prod(len(each.values) for each in self.varied) + self.added

    @property
    def counted(self):
        """`23 settings`, and whether the default one is more than was asked for."""
        return settings(self.count) + " (the default added)" * self.added

    def player(self, choice):
        """The strategy so set."""
        return replace(self.strategy, values=self.strategy.values | self.told(choice))

    def named(self, choice):
        """A setting in words: `spend_at=4, risk=0.5`."""
        return ", ".join(f"{name}={value}" for name, value in self.told(choice).items())

    def told(self, choice):
        """A setting as JSON: `{"spend_at": 4, "risk": 0.5}`."""
        return dict(zip(self.names, choice, strict=True))

    @property
    def names(self):
        """What the parameters are called."""
        return [each.name for each in self.varied]

    @property
    def word(self):
        """What is varied, as it is typed."""
        return " ".join(each.word for each in self.varied)

    def options(self, option):
        """The options that ask for it: `--vary spend_at=0:22`."""
        return [f"{option} {quoted(each.word)}" for each in self.varied]


def grid(party, texts, option="--vary"):
    """The Grid that was typed for one strategy."""
    if len(party.members) != 1:
        raise ValueError(f"settings are of one strategy, so {party.word} cannot be varied")
    (strategy,) = party.members
    if not texts:
        if not strategy.defaults:
            raise ValueError(f"{strategy.name} has no parameters, so there is nothing to vary")
        has = ", ".join(f"{name}={value}" for name, value in strategy.defaults.items())
        raise ValueError(f"say what to vary with {option}: {strategy.name} has {has}")
    varied = [vary(strategy, text, option) for text in ([texts] if isinstance(texts, str) else texts)]
    twice = next((each.name for k, each in enumerate(varied) if each.name in [one.name for one in varied[:k]]), None)
    if twice:
        raise ValueError(f"{twice} is varied twice; list all its values in one {option}")
    found = Grid(strategy, tuple(varied))
    if found.count == 1:
        raise ValueError(f"that is the default setting of {strategy.name} and no other: give more values")
    return found


def settings(number):
    """`12 settings`."""
    return count_of(number, "setting")

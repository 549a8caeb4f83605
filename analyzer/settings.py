"""Settings of one strategy: which there are to try, against whom they play, and what each of them makes of it.

What may be varied is written `spend_at=0:22:2` (from 0 to 22, both included, by steps of 2), `spend_at=0:22` (by 1;
fractions by a tenth of the way), `risk=0.1,0.3,0.5`, `plan=true,false`, or only `plan` for both.  Values are of the
kind of the parameter's default.  The *default setting* is the strategy as it was named; it is always among those tried.

All settings play the same deals against every opponent of a pool, seated as in `seating`: with two sides they change
over, where everybody is for himself a setting sits alone among players of the opponent, in every seat.  A setting's
value in a deal is what it got from all of that, every opponent counting alike.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np

from analyzer import match as matches
from analyzer import options, standings, tables
from analyzer.match import Match
from analyzer.roster import LARGEST, Strategy
from analyzer.scores import WHOLE
from analyzer.seating import Party
from analyzer.wording import count_of, exact, nearest

MOST_VALUES = 10_000
TENTHS = 10  # steps of a range of fractions that names none
LEVEL = 0.95


class Vary(NamedTuple):
    """A parameter, and the values it may have."""

    name: str
    values: tuple[Any, ...]
    fine: bool = False  # is it a range of fractions, any of which would do?

    @property
    def word(self):
        """What to type to get it."""
        steps = {b - a for a, b in zip(self.values, self.values[1:], strict=False)}
        if len(steps) == 1 and len(self.values) > 2 and isinstance(self.values[0], int):
            (step,) = steps
            return f"{self.name}={self.values[0]}:{self.values[-1]}" + (f":{step}" if step != 1 else "")
        if self.fine:
            return f"{self.name}={self.values[0]}:{self.values[-1]}"
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
    """Every combination of what is varied, and the default setting, which comes first unless it is one of them."""

    strategy: Strategy
    varied: tuple[Vary, ...]

    @cached_property
    def choices(self):
        """The settings: values of what is varied, as tuples."""
        found = list(product(*(each.values for each in self.varied)))
        return found if self.usual in found else [self.usual, *found]

    @property
    def usual(self):
        """The default setting."""
        return tuple(self.strategy.values[each.name] for each in self.varied)

    @property
    def default(self):
        """Its number."""
        return self.choices.index(self.usual)

    @property
    def size(self):
        """How many settings there are, none of them listed yet."""
        return prod(len(each.values) for each in self.varied)

    def player(self, choice):
        """The strategy so set."""
        return with_values(self.strategy, dict(zip((each.name for each in self.varied), choice, strict=True)))

    def named(self, choice):
        """A setting in words: `spend_at=4, risk=0.5`."""
        return ", ".join(f"{each.name}={value}" for each, value in zip(self.varied, choice, strict=True))

    def told(self, choice):
        """A setting as JSON."""
        return {each.name: value for each, value in zip(self.varied, choice, strict=True)}

    def words(self, option):
        """The options that ask for it."""
        return [f"{option} {matches.quoted(each.word)}" for each in self.varied]


def with_values(strategy, values):
    """A strategy with other values of some parameters."""
    return replace(strategy, values=strategy.values | values)


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
    if found.size == 1 and tuple(each.values[0] for each in varied) == found.usual:
        raise ValueError(f"that is the default setting of {strategy.name} and no other: give more values")
    return found


# Against whom


def pool(texts, game):
    """The opponents in a list such as `spend_trump,count_cards:memory=1,fear=2`, or in several."""
    words: list[str] = []
    for text in [texts] if isinstance(texts, str) else texts:
        for word in filter(None, (part.strip() for part in str(text).split(","))):
            if words and "=" in word and ":" not in word:  # one more parameter of the strategy before
                words[-1] += f",{word}"
            else:
                words.append(word)
    found = [matches.party(word, game) for word in words]
    if not found:
        raise ValueError("--against needs the names of opponents, parted by commas")
    twice = next((each.word for k, each in enumerate(found) if each in found[:k]), None)
    if twice:
        raise ValueError(f"{twice} is among the opponents twice")
    return tuple(found)


@dataclass(frozen=True)
class Ground:
    """Where settings are tried: a table, a pool of opponents, a seed."""

    table: Any
    strategy: Strategy
    opponents: tuple[Party, ...]
    seed: int

    def contest(self, players):
        """The Match in which these players meet every opponent on the same deals."""
        parties = (*(Party((player,)) for player in players), *self.opponents)
        arms, n = len(players), len(self.opponents)
        pairs = tuple((arm, arms + opponent) for arm in range(arms) for opponent in range(n))
        return Match(self.table, parties, self.seed, pairs=pairs)

    @cached_property
    def places(self):
        """Of every opponent: how many results a setting gets against it in a deal."""
        entries = self.contest([self.strategy]).plan.entries[0]
        return [int((entries == k).sum()) for k in range(len(self.opponents))]

    @cached_property
    def games(self):
        """Games one setting plays in a deal."""
        return self.contest([self.strategy]).plan.games

    @property
    def unit(self):
        """The value of a setting in a deal, per result of its: every opponent counts alike."""
        return lcm(*self.places) * len(self.opponents)

    @property
    def weights(self):
        """What the sum of results against each opponent is multiplied by in the value."""
        return np.array([lcm(*self.places) // places for places in self.places], np.int64)

    @property
    def by_score(self):
        """Is a setting judged by its score?"""
        return self.table.counts_score

    @property
    def of(self):
        """What it is judged by."""
        return "score" if self.by_score else "payoff"

    @property
    def unit_words(self):
        """What means are told in, behind the number."""
        return " %" if self.by_score else f" {self.table.module.UNIT} a {self.table.bout}"

    @property
    def gain_words(self):
        """What differences are told in, behind the number."""
        return " percentage points" if self.by_score else self.unit_words

    @property
    def scale(self):
        """Means are multiplied by this to be told."""
        return 100 if self.by_score else 1

    def par(self):
        """What a setting gets among its equals."""
        return (1 / len(set(self.table.columns))) if self.by_score else 0.0

    def pool_word(self):
        """The opponents as typed."""
        return ",".join(party.word for party in self.opponents)

    def pool_name(self):
        """The opponents in words: they are called as in a match."""
        return ", ".join(self.names())

    def names(self):
        """What each opponent is called."""
        return Match(self.table, self.opponents, self.seed).labels()

    def command(self, question, *words):
        """The command line that asks about settings."""
        return Match(self.table, (Party((self.strategy,)),), self.seed).command(question, *words)


def ground(strategy, against=None, seed=1, game="briscola", players=None, rules=None, match="single", shared=False):
    """The Party that is varied and the Ground that was typed; ValueError where that cannot be played."""
    seats = tables.table(game, players, [*tables.told(rules), *(["shared_stock=on"] if shared else [])], match)
    one = matches.party(strategy, game)
    found = (one,) if against is None else pool(against, game)
    made = Ground(seats, one.members[0], found, options.seed_number(seed))
    _ = made.contest([made.strategy]).plan  # which says what cannot be seated
    return one, made


# What came of it


class Result(NamedTuple):
    """What a setting made: its mean, by opponent too, and how much more that is than the default setting made."""

    mean: Any
    against: list[float | None]
    gain: Any  # a Contrast with the p-value of Holm; None of the default setting itself

    @property
    def sure(self):
        """1 if it is surely better than the default setting, -1 if surely worse, 0 if that cannot be said."""
        if self.gain is None or self.gain.mean is None or not self.gain.p < 1 - LEVEL:
            return 0
        return 1 if self.gain.mean > 0 else -1


def results(ground, counts, default):
    """The Result of every setting, from the counts of a crosstable of all of them."""
    arms, opponents = counts.totals.shape[1] // len(ground.opponents), len(ground.opponents)
    made, of, places = _by_setting(ground, counts, arms), ground.of, ground.unit
    estimate = standings.score if ground.by_score else standings.payoff
    gains = [
        None if arm == default else standings.contrast(made, arm, default, places, places, LEVEL, of)
        for arm in range(arms)
    ]
    fair = iter(standings.holm([gain.p for gain in gains if gain]))
    gains = [gain and standings.Contrast(gain.mean, gain.low, gain.high, gain.level, next(fair)) for gain in gains]
    n = int(counts.blocks[0])
    totals = counts.totals[0 if ground.by_score else 1].reshape(arms, opponents)
    whole = WHOLE if ground.by_score else 1
    found = []
    for arm in range(arms):
        each = zip(totals[arm].tolist(), ground.places, strict=True)
        against = [total / (n * places * whole) if n else None for total, places in each]
        found.append(Result(estimate(made, arm, ground.unit, LEVEL), against, gains[arm]))
    return found


def _by_setting(ground, counts, arms):
    """The sums of a crosstable, every setting's results against its opponents added up, as `standings` reads them."""
    made = standings.new_counts(1, 1, arms)
    adds = np.kron(np.eye(arms, dtype=np.int64), ground.weights)  # [arm, pair]
    made.blocks[0] = counts.blocks[0]
    for total, product_, sums, products in (
        (made.results, made.result_products, counts.totals[0], counts.products[0]),
        (made.payoffs, made.payoff_products, counts.totals[1], counts.products[1]),
    ):
        total[0] = adds @ sums
        product_[0] = adds @ products @ adds.T
    return made


def values(ground, crossed):
    """What every setting got in every deal, int64 [deals, settings], from `counting.Crosstable.values`."""
    seen = crossed[0 if ground.by_score else 1]
    return seen.reshape(len(seen), -1, len(ground.opponents)) @ ground.weights


def totals(ground, counts):
    """The sum of that over all deals, for every setting."""
    seen = counts.totals[0 if ground.by_score else 1]
    return (seen.reshape(-1, len(ground.opponents)) @ ground.weights).tolist()


def head(ground, grid, option):
    """The first part of the JSON of a question about settings."""
    table = ground.table
    return {
        "game": table.game,
        "players": table.players,
        "rules": table.in_force(),
        "strategy": {"name": ground.strategy.name, "parameters": ground.strategy.values},
        option: {each.name: list(each.values) for each in grid.varied},
        "against": [
            {"name": member.name, "parameters": member.values} for party in ground.opponents for member in party.shown
        ],
        "seed": ground.seed,
        "decided_by": ground.of,
    }


def settings(number):
    """`12 settings`."""
    return count_of(number, "setting")

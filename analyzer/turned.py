"""Games that end otherwise when somebody plays otherwise: how many of them, and which way they turn."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from analyzer import by_deal, shown
from analyzer.answer import Column, Table
from analyzer.by_deal import Results
from analyzer.steps import ALL, Scale, Steps
from analyzer.wording import interval

WAYS = ("another result", "a better one", "a worse one")


class Turned(NamedTuple):
    """Of all games of a setting against an opponent (or ALL), the shares that end otherwise than with the least one."""

    scale: Scale
    value: int
    opponent: str
    shares: Sequence[Any]  # by WAYS

    @property
    def setting(self) -> str:
        """The setting in words."""
        return self.scale.settings[self.value]


def find(steps: Steps, results: Results) -> list[Turned]:
    """For every setting but the least of a scale, and every opponent that is another player."""
    found = []
    for scale in steps.scales:
        least, *others = scale.settings
        for value in others:
            pairs = [_results(steps, results, scale, (value, least), name) for name in steps.opponents]
            known = {name: pair for name, pair in zip(steps.opponents, pairs, strict=True) if pair}
            if not known:
                continue
            whole = tuple(np.concatenate([pair[k] for pair in known.values()], axis=1) for k in range(2))
            for name, (one, two) in {ALL: whole, **known}.items():
                ways = (one != two, one > two, one < two)
                shares = [by_deal.score(way.sum(axis=1), one.shape[1]) for way in ways]
                found.append(Turned(scale, value, name, shares))
    return found


def _results(
    steps: Steps, results: Results, scale: Scale, values: tuple[int, int], name: str
) -> tuple[np.ndarray, np.ndarray] | None:
    """The results of two settings against one opponent, None if the opponent is one of them."""
    one, two = (results.of(steps.several, scale.word(value), name) for value in values)
    return None if one is None or two is None else (one, two)


def sentence(turned: Turned, doing: str) -> str:
    """How many games it turns, and which way."""
    other, better, worse = (interval(share, 100, " %") for share in turned.shares)
    return f"{doing} changes the result of {other} of games: {better} end better, {worse} worse."


def lines(found: Sequence[Turned]) -> list[str]:
    """A line for each."""
    rows = [
        (
            f"{each.scale.player}, {each.setting}",
            each.opponent or "all of them",
            *(shown.brief(share, 100) for share in each.shares),
        )
        for each in found
    ]
    return [
        "of all games, % that end otherwise than by habit:",
        *shown.lines(("", "against", "changed", "better", "worse"), rows),
    ]


def table(found: Sequence[Turned]) -> Table:
    """The same with its intervals."""
    rows = [
        (each.scale.player, each.setting, each.opponent or "all of them", *cells)
        for each in found
        for cells in [[cell for share in each.shares for cell in shown.cells(share, 100)]]
    ]
    columns = [Column("player", "Player"), Column("setting", "Setting"), Column("against", "Against")]
    for k, way in enumerate(WAYS):
        columns += shown.three(f"{way[:1].upper()}{way[1:]}, %", way.replace(" ", "_"), rows=rows, at=3 + 3 * k)
    return Table("turned", columns, rows, "Games that end otherwise than by habit")


def facts(found: Sequence[Turned]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {"player": each.scale.player, "value": each.value, "against": each.opponent or "all"}
        | {way.replace(" ", "_"): shown.fact(share) for way, share in zip(WAYS, each.shares, strict=True)}
        for each in found
    ]

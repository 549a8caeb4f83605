"""Whom a rule for trumps is good for, in few words: what stands before the rule and over its charts."""

from collections.abc import Sequence
from typing import NamedTuple

from analyzer.wording import all_of


class Outcome(NamedTuple):
    """What somebody makes more with the rule than without, points a game on fresh deals; `side` is 1, -1 or 0."""

    player: str
    gain: float
    side: int


def told_first(kept: Sequence[Outcome]) -> str:
    """`By this rule spend_trump gains 2.4 points a game, but maestro loses 1.6 and is better off without it`."""
    if not kept:
        return "By a rule that was not tried on fresh deals"
    gain, lose, level = _by_side(kept)
    parts = []
    if gain:
        parts.append(_amounts(gain, "gains", " points a game"))
    if lose:
        are = " and is" if len(lose) == 1 else ", and are"
        amounts = _amounts(lose, "loses", "" if gain else " points a game")
        parts.append(f"{'but ' * bool(gain)}{amounts}{are} better off without it")
    if level:
        players = all_of([each.player for each in level])
        parts.append(f"{'and ' * bool(parts)}no difference can be told for {players}")
    return f"By this rule {', '.join(parts)}"


def _amounts(some: Sequence[Outcome], verb: str, unit: str) -> str:
    first, *others = [f"{each.player} {verb} {abs(each.gain):.1f}" for each in some]
    return all_of([first + unit, *others])


def good_for(kept: Sequence[Outcome]) -> str:
    """`good for spend_trump, bad for maestro`; nothing where it was not tried."""
    words = zip(("good", "bad", "no clear gain"), _by_side(kept), strict=True)
    return ", ".join(f"{word} for {all_of([each.player for each in some])}" for word, some in words if some)


def kept_headline(kept: Sequence[Outcome]) -> str:
    """`With the rule maestro loses 1.5 points a game, spend_trump gains 2.4 points a game`."""
    verbs = {1: "gains", -1: "loses"}
    told = [f"{each.player} {verbs[each.side]} {abs(each.gain):.1f} points a game" for each in kept if each.side]
    level = [each.player for each in kept if not each.side]
    more = [f"for {all_of(level)} no difference can be told"] if level else []
    return f"With the rule {', '.join([*told, *more])}"


def _by_side(kept: Sequence[Outcome]) -> list[list[Outcome]]:
    """Those who gain, those who lose, and those of whom neither is sure."""
    return [[each for each in kept if each.side == side] for side in (1, -1, 0)]

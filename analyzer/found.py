"""What looking for the best setting came to, whichever way it went."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Choice = tuple[Any, ...]  # the values of a setting, in the order of what is varied


class Tried(NamedTuple):
    """What a setting made of the tuning deals it has played."""

    choice: Choice
    deals: int
    mean: float  # a score from 0 to 1, or a payoff
    dropped_after: int | None  # the number of tuning deals; None if it was in to the end


@dataclass
class Found:
    """The setting that tuning chose, and how it came to that."""

    method: str
    choice: Choice | None = None  # None while nothing was played
    tried: int = 0  # settings that have played
    deals: int = 0  # the numbers of tuning deals go up to this
    promised: float | None = None  # how much better than the default it was on the deals both played; None if unknown
    interrupted: bool = False
    rows: list[Tried] = field(default_factory=list)  # of every setting tried; none of a walk
    left: list[Choice] = field(default_factory=list)  # settings that were still in when the budget was spent
    spent: int = 0  # of the budget
    played: int = 0  # of that, now
    seconds: float = 0.0
    jobs: int = 1

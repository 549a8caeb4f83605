"""What a match says, before it becomes an answer: the same parts whatever kind of match it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.answer import Drawing, Table


@dataclass(frozen=True)
class Findings:
    """The parts of an answer that depend on how the blocks of a match were counted."""

    question: str
    title: str
    verdict: str
    lines: Sequence[str]
    tables: Sequence[Table]
    drawings: Sequence[Drawing]
    facts: Mapping[str, Any]


def played(table):
    """The table in words: `briscola, 2 players, tie=replay`."""
    words = [table.game, f"{table.players} players", *(f"{name}={value}" for name, value in table.rules)]
    return ", ".join(words if table.match == "single" else [*words, table.match])

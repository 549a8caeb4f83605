"""What a state file holds of a run: the counts of finished deals, and records; read whole, merged, told apart.

Segments that lie side by side are merged, but not all into one, or a single damaged byte would cost all of them.  They
stay apart in *parts*: ranges of so many deals, each beginning at a multiple of that, of which 16 at most cover what is
finished.  Where nobody writes a segment that reaches from one part into the next (`ledger` sees to that), the file
tells what is finished and nothing of how it came to be: how often the run was stopped, where, or what was lost.
"""

import json
import os
from bisect import bisect
from collections.abc import Callable, Iterable
from functools import reduce
from pathlib import Path
from typing import Any

from analyzer import state_lines
from analyzer.state_lines import Segment, deals
from analyzer.wording import all_of, count_of, exact

PARTS = 16  # at most, of finished deals without a gap
LEAST = 64  # deals of a part
SHOWN = 70  # characters of a value in a sentence
TOLD = 3  # damaged lines, or ranges of deals, in a sentence
MISSING = object()

Merge = Callable[[Any, Any], Any]
Range = tuple[int, int]  # first deal, how many


class StateError(ValueError):
    """The state file cannot be read or written.  What it held it holds; what was to be added is still in memory."""


def part_size(first: int, end: int) -> int:
    """How many deals a part has where deals first ... end - 1 are finished: a power of two, `LEAST` or more.

    It never shrinks when deals are added, so that a part of fewer deals lies within one part of more.
    """
    size = LEAST
    while (end - 1) // size - first // size >= PARTS:
        size *= 2
    return size


class State:
    """What a state file holds.  `name` is for sentences; `damage` says, in a few words each, what is wrong with it."""

    def __init__(self, name: str, identity: dict[str, Any]):
        self.name = name
        self.identity: dict[str, Any] = json.loads(json.dumps(identity, allow_nan=False))
        self.seal = state_lines.seal(self.identity)
        self.damage: list[str] = []
        self._plays: dict[str, list[Segment]] = {}
        self._records: dict[str, bytes] = {}

    def plays(self) -> list[str]:
        """The names of all plays that have finished deals."""
        return sorted(self._plays)

    def segments(self, play: str) -> list[tuple[int, int, Any]]:
        """(first, n, counts) of the finished deals of a play, in order."""
        return [(each.first, each.n, each.counts) for each in self._plays.get(play, [])]

    def ranges(self, play: str) -> list[Range]:
        """The finished deals of a play: (first, how many) of each range without a gap."""
        found: list[Range] = []
        for each in self._plays.get(play, []):
            if found and sum(found[-1]) == each.first:
                found[-1] = (found[-1][0], found[-1][1] + each.n)
            else:
                found.append((each.first, each.n))
        return found

    def held(self, play: str, first: int, n: int) -> list[Range]:
        """The finished deals among first ... first + n - 1."""
        pieces = [(max(first, start), min(first + n, start + k)) for start, k in self.ranges(play)]
        return [(start, end - start) for start, end in pieces if start < end]

    def records(self) -> list[str]:
        """The names of all records."""
        return sorted(self._records)

    def recall(self, record: str) -> Any:
        """The value last kept under this name; None if there is none."""
        return json.loads(self._records[record])["value"] if record in self._records else None

    def put(self, play: str, segment: Segment) -> None:
        """Add a segment to those of a play; ValueError if it holds deals that are there already."""
        twice = self.held(play, segment.first, segment.n)
        if twice:
            raise ValueError(f"{self.name} already holds {deals(play, *twice)}")
        found = self._plays.get(play, [])
        at = bisect(found, segment.first, key=lambda each: each.first)
        self._plays[play] = [*found[:at], segment, *found[at:]]

    def join(self, play: str, merge: Merge) -> None:
        """Merge all segments of a play that lie side by side in one part.

        `merge(counts, counts)` gives the counts of both, the first deals first; it must not matter in which order it is
        done (whole numbers, no floats), or the file will tell where a run was interrupted.
        """
        groups: list[list[Segment]] = []
        for first, n in self.ranges(play):
            size = part_size(first, first + n)
            for each in self._plays[play]:
                if first < each.first < first + n and groups[-1][0].first // size == (each.end - 1) // size:
                    groups[-1].append(each)
                elif first <= each.first < first + n:
                    groups.append([each])
        self._plays[play] = [self._whole(play, group, merge) for group in groups]

    def _whole(self, play: str, group: list[Segment], merge: Merge) -> Segment:
        """One segment of several that lie side by side."""
        if len(group) == 1:
            return group[0]
        counts = reduce(merge, [each.counts for each in group])
        return state_lines.segment(play, group[0].first, sum(each.n for each in group), counts, self.seal)

    def text(self) -> bytes:
        """The whole file."""
        records = [self._records[record] for record in self.records()]
        segments = [each.line for play in self.plays() for each in self._plays[play]]
        lines = [state_lines.header(self.identity), *records, *segments, *records]
        return b"".join([*lines, state_lines.end(len(lines), self.identity)])

    def told_damage(self) -> str:
        """What is damaged and what is sound, in a sentence."""
        more = len(self.damage) - TOLD
        lost = [*self.damage[:TOLD], *([f"and {count_of(more, 'more such line')}"] if more > 0 else [])]
        return f"{self.name} is damaged: {'; '.join(lost)}; it still holds {self._told()}"

    def _told(self) -> str:
        """What it holds, in words."""
        plays, names = self.plays(), self.records()
        found = {play: self.ranges(play) for play in plays}
        if len(plays) == 1 and len(found[plays[0]]) <= TOLD:
            told = [deals(plays[0], *found[plays[0]])]
        else:
            n = sum(k for ranges in found.values() for _, k in ranges)
            told = [f"{count_of(n)} of {count_of(len(plays), 'play')}"] if plays else []
        told += [f"the record{'s' * (len(names) > 1)} {all_of(names)}"] if names else []
        return " and ".join(told) or "nothing"


def read(path: str | Path) -> State:
    """What a state file holds, of whatever run; it is not locked and not changed."""
    if not os.path.isfile(path):
        raise ValueError(f"there is no file {path}")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror}") from error
    if not data:
        raise ValueError(f"{path} is empty: it holds no run")
    return parsed(str(path), data)


def parsed(name: str, data: bytes, own: dict[str, Any] | None = None) -> State:
    """All that is sound in a file; ValueError if it is none of ours, or does not tell of which run it is.

    Where it has lost that, `own` is the identity of the run it may be of.
    """
    lines = [(number, line.strip()) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    head = next(filter(None, (state_lines.read_head(line) for _, line in lines)), None)
    if head is None and own is not None and any(state_lines.read(line, state_lines.seal(own)) for _, line in lines):
        identity = own
    elif head is None:
        raise ValueError(_no_head(name, [line for _, line in lines], own is not None))
    elif head[state_lines.MARK] != state_lines.FORMAT:
        raise ValueError(_other_format(name, head[state_lines.MARK]))
    else:
        identity = head["identity"]
    state = State(name, identity)
    ended, unreadable, trouble = False, {}, {}
    for place, (number, line) in enumerate(lines):
        match state_lines.read(line, state.seal):
            case {"play": str(play), "first": int(first), "n": int(n), "counts": _} if first >= 0 and n > 0:
                if state.held(play, first, n):
                    trouble[number] = f"holds {deals(play, (first, n))}, or some of them, for the second time"
                else:
                    state.put(play, Segment(first, n, line + b"\n"))
            case {"record": str(record), "value": _}:
                state._records[record] = line + b"\n"
            case {"end": int(before)}:
                ended = True
                if before != place:
                    trouble[number] = f"says that {count_of(before, 'line')} stood before it, not {exact(place)}"
            case {state_lines.MARK: _}:
                if place:
                    trouble[number] = "begins a second state file"
            case _:
                ended = ended or line.startswith(state_lines.ENDS[1])
                unreadable[number] = line
    for number, line in unreadable.items():
        what, record = state_lines.held(line)
        twice = record in state._records or (head is not None and line.startswith(state_lines.ENDS))
        lost = ", but all it says is there twice" if twice else f" ({what}, it seems)" if what else ""
        trouble[number] = f"cannot be read{lost}"
    state.damage = [] if ended else [f"it breaks off after line {lines[-1][0]}"]
    state.damage += [f"line {number} {what}" for number, what in sorted(trouble.items())]
    return state


def _no_head(name: str, lines: list[bytes], for_a_run: bool) -> str:
    """Why nothing can be said about what a file holds."""
    other = state_lines.other_format(lines[0]) if lines else None
    if other is not None:
        return _other_format(name, other)
    if any(map(state_lines.looks_ours, lines)):
        rest = "nothing else in it is of this run" if for_a_run else "the command that wrote it can still use the rest"
        return f"{name} is damaged at both ends, which say of what run it is; {rest}"
    name_another = "name a new file, or one that --state has written" if for_a_run else "--state writes those"
    return f"{name} is no state file of mazziere: {name_another}"


def _other_format(name: str, found: Any) -> str:
    return f"{name} is a state file of format {found}, and only format {state_lines.FORMAT} can be read here"


def merged(states: Iterable[State], merge: Merge) -> State:
    """All that several states of one run hold, as one; ValueError if they are of different runs or share deals."""
    states = list(states)
    whole = State(states[0].name, states[0].identity)
    for k, state in enumerate(states):
        differs = difference(whole.identity, state.identity)
        if differs:
            what, here, there = differs
            names = f"{whole.name} and {state.name} are of different runs"
            raise ValueError(f"{names}: {what} is {here} in the first and {there} in the other")
        for play in state.plays():
            for before in states[:k]:
                twice = [each for first, n in state.ranges(play) for each in before.held(play, first, n)]
                if twice:
                    raise ValueError(f"{before.name} and {state.name} both hold {deals(play, *twice)}")
            for each in state._plays[play]:
                whole.put(play, each)
        for record, line in state._records.items():
            if whole._records.setdefault(record, line) != line:
                raise ValueError(f"{state.name} has another record {record} than the others: they cannot be merged")
    for play in whole.plays():
        whole.join(play, merge)
    return whole


def difference(here: Any, there: Any, where: str = "") -> tuple[str, str, str] | None:
    """The first thing in which two identities differ: what it is, and its values; None if they agree."""
    if isinstance(here, list) and isinstance(there, list):
        here, there = ({str(k): each for k, each in enumerate(side, 1)} for side in (here, there))
    if isinstance(here, dict) and isinstance(there, dict):
        keys = [*here, *(key for key in there if key not in here)]
        within = (
            difference(here.get(key, MISSING), there.get(key, MISSING), f"{where} {key.replace('_', ' ')}".strip())
            for key in keys
        )
        return next(filter(None, within), None)
    if here is there or MISSING not in (here, there) and state_lines.text(here) == state_lines.text(there):
        return None
    return where, _shown(here), _shown(there)


def _shown(value: Any) -> str:
    """A value in a sentence."""
    if value is MISSING or value is None:
        return "not given" if value else "none"
    if isinstance(value, dict) and value:
        text = ", ".join(f"{key} {_shown(each)}" for key, each in value.items())
    else:
        text = value if isinstance(value, str) and value else state_lines.text(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."

"""A state file: what a long run has finished, so that it can be stopped at any moment and go on from there.

One JSON value a line, to be read by a person too:

    {"mazziere state": 1, "identity": {"question": "compare", "seed": 0}, "check": "f53b8286"}
    {"run": "deals", "first": 0, "n": 4096, "counts": [2311, 1785], "check": "eccd79a0"}
    {"record": "race", "value": {"alive": [0, 2]}, "check": "ecd24931"}
    {"end": 3, "mazziere state": 1, "identity": {"question": "compare", "seed": 0}, "check": "03d36c2a"}

The header says which run this is.  A *segment* holds the counts of finished consecutive deals, a *record* the latest
value of something that goes along.  The end repeats the header and says how many lines stand before it, so that a lost
end is noticed and a damaged header is not the loss of all.  `check` is the CRC-32 of the line up to there, on segments
and records begun with the CRC of the identity: lines of another run do not pass.  It finds every damage within 32 bits.

A file is never changed, only replaced by a whole new one: written beside it, flushed to the disk, renamed.
"""

import json
import os
import re
from bisect import bisect
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from glob import escape
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from analyzer.wording import count_of, exact

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two runs from one file there
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
MARK = "mazziere state"
CHECK = b', "check": "%08x"}'
CHECK_LENGTH = len(CHECK % 0)
HEADS = (b'{"%s": ' % MARK.encode(), b'{"end": ')
SEGMENT = re.compile(rb'\{"run": "((?:[^"\\]|\\.)*)", "first": (\d{1,18}), "n": (\d{1,18}), ')
RECORD = re.compile(rb'\{"record": "((?:[^"\\]|\\.)*)", ')
SHOWN = 70  # characters of a value in a sentence
MISSING = object()
OPENINGS = 100

Merge = Callable[[Any, Any], Any]
Range = tuple[int, int]  # first deal, how many


class StateError(ValueError):
    """The state file cannot be read or written.  What it held it holds; what was to be added is still in memory."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Counts of deals first ... first + n - 1, kept as the line of the file, so that nobody changes them by mistake."""

    first: int
    n: int
    line: bytes

    @property
    def end(self) -> int:
        """The deal after the last."""
        return self.first + self.n

    @property
    def counts(self) -> Any:
        """A copy of what was packed."""
        return json.loads(self.line)["counts"]


class State:
    """What a state file holds.  `name` is for sentences, `damage` says what could not be kept of the file it is from.

    `merge(counts, counts)` gives the counts of both, the first deals first; it must not matter in which order merges
    are done (whole numbers, no floats), or the file will tell where a run was interrupted.
    """

    def __init__(self, name: str, identity: dict[str, Any], merge: Merge | None = None):
        self.name = name
        self.identity: dict[str, Any] = json.loads(json.dumps(identity, allow_nan=False))
        self.merge = merge
        self.damage: list[str] = []
        self._start = crc32(_text(self.identity).encode())
        self._runs: dict[str, list[Segment]] = {}
        self._records: dict[str, bytes] = {}

    def runs(self) -> list[str]:
        """The names of all runs that have finished deals."""
        return sorted(self._runs)

    def segments(self, run: str) -> list[tuple[int, int, Any]]:
        """(first, n, counts) of the finished deals of a run, in order."""
        return [(each.first, each.n, each.counts) for each in self._runs.get(run, [])]

    def held(self, run: str, first: int, n: int) -> list[Range]:
        """The finished deals among first ... first + n - 1."""
        pieces = [(max(first, each.first), min(first + n, each.end)) for each in self._runs.get(run, [])]
        return [(start, end - start) for start, end in pieces if start < end]

    def gaps(self, run: str, first: int, n: int) -> list[Range]:
        """The deals among first ... first + n - 1 that are still to be played."""
        found, at = [], first
        for start, k in [*self.held(run, first, n), (first + n, 0)]:
            if at < start:
                found.append((at, start - at))
            at = start + k
        return found

    def done(self, run: str) -> int:
        """How many deals of a run are finished, wherever they are."""
        return sum(each.n for each in self._runs.get(run, []))

    def total(self, run: str) -> Any:
        """The counts of all finished deals of a run; None if there are none."""
        counts = [each.counts for each in self._runs.get(run, [])]
        return reduce(self._both, counts) if counts else None

    def recall(self, record: str) -> Any:
        """The value last kept under this name; None if there is none."""
        return json.loads(self._records[record])["value"] if record in self._records else None

    def records(self) -> list[str]:
        """The names of all that is kept."""
        return sorted(self._records)

    def text(self) -> bytes:
        """The whole file."""
        head = {MARK: FORMAT, "identity": self.identity}
        lines = [_line(head)]
        lines += [each.line for run in self.runs() for each in self._runs[run]]
        lines += [self._records[record] for record in self.records()]
        return b"".join([*lines, _line({"end": len(lines), **head})])

    def _both(self, left: Any, right: Any) -> Any:
        if self.merge is None:
            raise ValueError(f"nothing was said about how to merge the counts of {self.name}")
        return self.merge(left, right)

    def _segment(self, run: str, first: int, n: int, counts: Any) -> Segment:
        return Segment(first, n, _line({"run": run, "first": first, "n": n, "counts": counts}, self._start))

    def _put(self, run: str, segment: Segment) -> None:
        """Add a segment to those of a run; ValueError if it holds deals that are there already."""
        twice = self.held(run, segment.first, segment.n)
        if twice:
            raise ValueError(f"{self.name} already holds {deals(run, *twice[0])}")
        found = self._runs.get(run, [])
        at = bisect(found, segment.first, key=lambda each: each.first)
        self._runs[run] = [*found[:at], segment, *found[at:]]

    def _join(self, run: str, all_of_them: bool = False) -> None:
        """Merge neighbours: all, or until each segment has at least twice as many deals as the one that follows it.

        So a run that goes on from deal to deal has few segments, each deal is merged few times, and a line that is
        damaged costs a part of the deals, not all.
        """
        found: list[Segment] = []
        for each in self._runs[run]:
            found.append(each)
            while len(found) > 1 and found[-2].end == found[-1].first:
                if not all_of_them and found[-2].n >= 2 * found[-1].n:
                    break
                right, left = found.pop(), found.pop()
                counts = self._both(left.counts, right.counts)
                found.append(self._segment(run, left.first, left.n + right.n, counts))
        self._runs[run] = found

    def _record(self, record: str, value: Any) -> bytes:
        return _line({"record": record, "value": value}, self._start)


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
    if here is there or MISSING not in (here, there) and _text(here) == _text(there):
        return None
    return where, _shown(here), _shown(there)


def deals(run: str, first: int, n: int) -> str:
    """`deals 0 to 4,095`, and of which run unless it is called `deals`."""
    numbers = f"deals {exact(first)} to {exact(first + n - 1)}" if n > 1 else f"deal {exact(first)}"
    return numbers if run in ("", "deals") else f"{numbers} of {run}"


def _shown(value: Any) -> str:
    """A value in a sentence."""
    if value is MISSING or value is None:
        return "not given" if value else "none"
    text = value if isinstance(value, str) and value else _text(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _text(value: Any) -> str:
    """JSON in one form only, whatever the order of keys was, and whether they were strings."""
    return json.dumps(json.loads(json.dumps(value, allow_nan=False)), sort_keys=True)


def _line(value: dict[str, Any], start: int = 0) -> bytes:
    """A line of the file, its keys in the order given."""
    body = f"{{{', '.join(f'{json.dumps(key)}: {_text(part)}' for key, part in value.items())}".encode()
    return body + CHECK % crc32(body, start) + b"\n"


def _sound(line: bytes, start: int = 0) -> Any:
    """The value of a line; None if it is not as it was written."""
    body = line[:-CHECK_LENGTH]
    if line[-CHECK_LENGTH:] == CHECK % crc32(body, start):
        with suppress(ValueError, RecursionError):
            return json.loads(line)
    return None


def _parsed(name: str, data: bytes) -> State:
    """All that is sound in a file."""
    lines = [(number, line.strip()) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    head = next(filter(None, (_head(line) for _, line in lines)), None)
    if head is None:
        raise ValueError(_no_head(name, lines))
    if head[MARK] != FORMAT:
        raise ValueError(f"{name} is a state file of format {head[MARK]}, and only format {FORMAT} can be read here")
    state = State(name, head["identity"])
    ended = False
    for place, (number, line) in enumerate(lines):
        value = _head(line) if line.startswith(HEADS) else _sound(line, state._start)
        trouble = None
        match value:
            case {"run": str(run), "first": int(first), "n": int(n), "counts": _} if first >= 0 and n > 0:
                if state.held(run, first, n):
                    trouble = f"holds {deals(run, first, n)}, some of them for the second time, and was left out"
                else:
                    state._put(run, Segment(first, n, line + b"\n"))
            case {"record": str(record), "value": _}:
                state._records[record] = line + b"\n"
            case {"end": int(before)}:
                ended = True
                if before != place:
                    trouble = f"says that {count_of(before, 'line')} stood before it, not {exact(place)}"
            case {"mazziere state": _}:
                if place:
                    trouble = "begins a second state file"
            case _:
                ended = ended or line.startswith(HEADS[1])
                trouble = f"is damaged and was left out{_looks(line)}"
        if trouble:
            state.damage.append(f"{name}: line {number} {trouble}")
    if not ended:
        state.damage.append(f"{name}: the end is missing, and whatever stood after line {lines[-1][0]}")
    return state


def _head(line: bytes) -> dict[str, Any] | None:
    """The header, or the end which repeats it, if it is sound."""
    value = _sound(line) if line.startswith(HEADS) else None
    return value if value and MARK in value and isinstance(value.get("identity"), dict) else None


def _no_head(name: str, lines: list[tuple[int, bytes]]) -> str:
    """Why nothing can be said about what a file holds."""
    with suppress(ValueError, RecursionError, IndexError, KeyError, TypeError):
        found = json.loads(lines[0][1])[MARK]
        if isinstance(found, int) and found != FORMAT:
            return f"{name} is a state file of format {found}, and only format {FORMAT} can be read here"
    if any(line.startswith(HEADS) or SEGMENT.match(line) or RECORD.match(line) for _, line in lines):
        return f"{name} is damaged in its first line, which says of what run it is, and in the last, which repeats it"
    return f"{name} is no state file of mazziere"


def _looks(line: bytes) -> str:
    """What a damaged line seems to have held."""
    segment, record = SEGMENT.match(line), RECORD.match(line)
    if segment:
        run, first, n = segment[1].decode("ascii", "replace"), int(segment[2]), int(segment[3])
        return f"; it seems to have held {deals(run, first, n)}" if n else ""
    if record:
        return f"; it seems to have held the record {record[1].decode('ascii', 'replace')}"
    if line.startswith(HEADS):
        return "; it was the header or the end, and the other one is sound"
    return ""


class Journal(State):
    """The state file of a run that is going on: it belongs to this process until it is closed.

    Not for several threads at once.  After a StateError all can go on: the next call writes what this one could not.
    """

    def __init__(self, path: str | Path, identity: dict[str, Any], merge: Merge):
        super().__init__(str(path), identity, merge)
        self.path = Path(os.path.realpath(path))
        self._file, self._written = self._open()
        try:
            if self._written:
                self._adopt(_parsed(self.name, self._written))
            if fcntl is None:
                self._file.close()
            self._tidy()
            if not self._written:
                self._write()
        except BaseException:
            self._file.close()
            raise

    def add(self, run: str, first: int, n: int, counts: Any, records: dict[str, Any] | None = None) -> None:
        """Add the counts of deals first ... first + n - 1, and the records that go with them, and write the file."""
        if first < 0 or n < 1:
            raise ValueError(f"a segment has a first deal from 0 and at least 1 deal, not {first} and {n}")
        lines = {record: self._record(record, value) for record, value in (records or {}).items()}
        self._put(run, self._segment(run, first, n, counts))
        self._join(run)
        self._records.update(lines)
        self._write()

    def keep(self, record: str, value: Any) -> None:
        """Keep the latest value of something, and write the file."""
        self._records[record] = self._record(record, value)
        self._write()

    def take(self, state: State) -> None:
        """Add all that another state of the same run holds, and write the file."""
        both = merged([self, state], self._both)
        self._runs, self._records = both._runs, both._records
        self._write()

    def close(self) -> None:
        """Merge all that is adjacent, write it, and leave the file to others."""
        try:
            for run in self._runs:
                self._join(run, all_of_them=True)
            self._write()
        finally:
            self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            self.close()
        except StateError:
            if kind is None:
                raise

    def _open(self) -> tuple[BinaryIO, bytes]:
        """The file, made if there is none, and locked; and what is in it."""
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise ValueError(f"a state is kept in a file, and {self.name} is none")
        if not os.path.isdir(self.path.parent):
            raise ValueError(f"there is no folder {self.path.parent} to keep {self.path.name} in")
        for _ in range(OPENINGS):
            try:
                file = open(self.path, "a+b")
            except OSError as error:
                raise StateError(f"{self.name} cannot be opened: {error.strerror}") from error
            try:
                _lock(file)
                # The other run may have put a new file here since ours was opened: then it is that one to ask for.
                if os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                    file.seek(0)
                    return file, file.read()
            except BlockingIOError:
                file.close()
                break
            except FileNotFoundError:
                pass
            except OSError as error:
                file.close()
                raise StateError(f"{self.name} cannot be read: {error.strerror}") from error
            file.close()
        raise ValueError(f"another run is at work on {self.name}")

    def _tidy(self) -> None:
        """Remove what a run that was killed has left beside the file."""
        for left in self.path.parent.glob(f".{escape(self.path.name)}.*"):
            if left.suffix[1:].isdigit():
                with suppress(OSError):
                    left.unlink()

    def _adopt(self, found: State) -> None:
        """Go on from what the file holds, if it is of this run."""
        differs = difference(self.identity, found.identity)
        if differs:
            what, here, there = differs
            raise ValueError(f"{self.name} is of another run: {what} is {there} there and {here} here")
        self._runs, self._records, self.damage = found._runs, found._records, found.damage

    def _write(self) -> None:
        """Put a new file in the place of the old one, by a rename, once it is on the disk."""
        data = self.text()
        if data == self._written:
            return
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            file = open(beside, "wb")
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                if fcntl is None:
                    file.close()
                else:
                    _lock(file)
                os.replace(beside, self.path)
            except BaseException:
                with suppress(OSError):  # what is still in the buffer cannot be written either
                    file.close()
                raise
        except OSError as error:
            raise StateError(
                f"{self.name} could not be written: {error.strerror or error}; it holds what it held before"
            ) from error
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        self._file.close()
        self._file, self._written = file, data
        with suppress(OSError):  # not everywhere can a folder be opened or flushed
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def read(path: str | Path) -> State:
    """What a state file holds, of whatever run; it is not locked and not changed."""
    if not os.path.isfile(path):
        raise ValueError(f"there is no file {path}")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror}") from error
    return _parsed(str(path), data)


def merged(states: Iterable[State], merge: Merge) -> State:
    """All that several states of one run hold, as one; ValueError if they are of different runs or share deals."""
    states = list(states)
    whole = State(states[0].name, states[0].identity, merge)
    for k, state in enumerate(states):
        differs = difference(whole.identity, state.identity)
        if differs:
            names = f"{whole.name} and {state.name} are of different runs"
            raise ValueError(f"{names}: {differs[0]} is {differs[1]} in the first and {differs[2]} in the other")
        for run in state.runs():
            for each in state._runs[run]:
                for before in states[:k]:
                    twice = before.held(run, each.first, each.n)
                    if twice:
                        raise ValueError(f"{before.name} and {state.name} both hold {deals(run, *twice[0])}")
                whole._put(run, each)
        for record, line in state._records.items():
            if whole._records.setdefault(record, line) != line:
                raise ValueError(f"{state.name} has another record {record} than the others: they cannot be merged")
        whole.damage += state.damage
    for run in whole.runs():
        whole._join(run, all_of_them=True)
    return whole


def _lock(file: BinaryIO) -> None:
    """Keep a file to this process until it is closed; BlockingIOError if another has it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:  # a file system that knows no locks
            pass

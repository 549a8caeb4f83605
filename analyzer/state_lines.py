"""A state file, line by line: what a long run has finished, so written that damage is found and costs what it hit.

One JSON value a line, to be read by a person too:

    {"mazziere state": 1, "identity": {"command": "compare", "seed": 0}, "check": "1f35224e"}
    {"record": "race", "value": {"alive": [0, 2]}, "check": "27753fb6"}
    {"play": "deals", "first": 0, "n": 4096, "counts": [2311, 1785], "check": "42c36e3d"}
    {"record": "race", "value": {"alive": [0, 2]}, "check": "27753fb6"}
    {"end": 4, "mazziere state": 1, "identity": {"command": "compare", "seed": 0}, "check": "0874aa2c"}

The header says which run this is.  A run has one play or several; a *segment* holds the counts of finished consecutive
deals of a play, a *record* the latest value of something that goes along.  What there is but one of stands at both
ends: the records, and the header, which the end repeats with the number of lines before it.

`check` is the CRC-32 of the line up to there, on segments and records begun with the *seal*, the CRC of the identity:
lines of another run do not pass.  It finds every damage within 32 bits.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from analyzer.wording import all_of, exact

FORMAT = 1
MARK = "mazziere state"
CHECK = b', "check": "%08x"}'
CHECK_LENGTH = len(CHECK % 0)
ENDS = (b'{"%s": ' % MARK.encode(), b'{"end": ')  # how the first line begins, and the last
SEGMENT = re.compile(rb'\{"play": "((?:[^"\\]|\\.)*)", "first": (\d{1,18}), "n": (\d{1,18}), ')
RECORD = re.compile(rb'\{"record": "((?:[^"\\]|\\.)*)", ')


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
        """A copy of what was written."""
        return json.loads(self.line)["counts"]


def text(value: Any) -> str:
    """JSON in one form only, whatever the order of keys was."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def seal(identity: dict[str, Any]) -> int:
    """What the checks of a run's segments and records begin with."""
    return crc32(text(identity).encode())


def segment(play: str, first: int, n: int, counts: Any, seal: int) -> Segment:
    """Finished deals, written down."""
    told = f'"play": {text(play)}, "first": {first}, "n": {n}, "counts": {text(counts)}'
    return Segment(first, n, _checked(told, seal))


def record(name: str, value: Any, seal: int) -> bytes:
    """The line of a record."""
    return _checked(f'"record": {text(name)}, "value": {text(value)}', seal)


def header(identity: dict[str, Any]) -> bytes:
    """The first line.  It keeps the order of keys: what tells two runs apart best comes first."""
    return _checked(_head(identity), 0)


def end(before: int, identity: dict[str, Any]) -> bytes:
    """The last line, after so many others."""
    return _checked(f'"end": {before}, {_head(identity)}', 0)


def _head(identity: dict[str, Any]) -> str:
    return f'"{MARK}": {FORMAT}, "identity": {json.dumps(identity, allow_nan=False)}'


def _checked(told: str, seal: int) -> bytes:
    """A line with its check."""
    body = b"{" + told.encode()
    return body + CHECK % crc32(body, seal) + b"\n"


def read(line: bytes, seal: int) -> dict[str, Any] | None:
    """What a line says; None if it is not as it was written, or was written in another run."""
    if line.startswith(ENDS):
        return read_head(line)
    return _sound(line, seal)


def read_head(line: bytes) -> dict[str, Any] | None:
    """What the header says, or the end, which repeats it; None if it is neither, or not as it was written."""
    value = _sound(line, 0) if line.startswith(ENDS) else None
    return value if value and MARK in value and isinstance(value.get("identity"), dict) else None


def _sound(line: bytes, seal: int) -> dict[str, Any] | None:
    if line[-CHECK_LENGTH:] == CHECK % crc32(line[:-CHECK_LENGTH], seal):
        with suppress(ValueError, RecursionError):
            value = json.loads(line)
            return value if isinstance(value, dict) else None
    return None


def looks_ours(line: bytes) -> bool:
    """Does a line look like one of a state file, sound or not?"""
    return bool(line.startswith(ENDS) or SEGMENT.match(line) or RECORD.match(line))


def other_format(line: bytes) -> Any:
    """The format a header tells of, sound or not, if it is another than ours."""
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        found = json.loads(line)[MARK]
        return found if isinstance(found, int) and found != FORMAT else None
    return None


def held(line: bytes) -> tuple[str, str]:
    """What a line that cannot be read seems to have held, in words; and the record's name if it was one."""
    if found := SEGMENT.match(line):
        play, first, n = found[1].decode("ascii", "replace"), int(found[2]), int(found[3])
        return (deals(play, (first, n)) if n else ""), ""
    if found := RECORD.match(line):
        name = found[1].decode("ascii", "replace")
        return f"the record {name}", name
    return "", ""


def deals(play: str, *ranges: tuple[int, int]) -> str:
    """`deals 0 to 4,095 and 5,000`, and of which play unless it is called `deals`; each range is (first, how many)."""
    told = [f"{exact(first)} to {exact(first + n - 1)}" if n > 1 else exact(first) for first, n in ranges]
    numbers = f"deal{'s' * (sum(n for _, n in ranges) > 1)} {all_of(told)}"
    return numbers if play in ("", "deals") else f"{numbers} of {play}"

"""The state file of a run that is going on: locked, opened whatever has happened to it, written anew at every step.

A file is never changed, only replaced by a whole new one: written beside it, flushed to the disk, renamed.  So whatever
stops the run, or fills the disk, the file holds what it held after one step or the next.  A file that turns out to be
damaged is copied before it is replaced.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from glob import escape
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from analyzer import state_lines
from analyzer.state_file import Merge, State, StateError, difference, merged, parsed

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two runs from one file there
    fcntl = None  # type: ignore[assignment]

OPENINGS = 100


class Journal(State):
    """What a run has finished, in a file that belongs to this process until it is closed.

    `merge` is what `State.join` asks for; `remarks` are sentences about how the file was found, for a person to read.
    Not for several threads at once.  After a StateError all can go on: the next call writes what this one could not.
    """

    def __init__(self, path: str | Path, identity: dict[str, Any], merge: Merge):
        super().__init__(str(path), identity)
        self.path = Path(os.path.realpath(path))
        self.merge = merge
        self.remarks: list[str] = []
        new = not os.path.exists(self.path)
        self._file, self._written = self._open()
        try:
            if self._written:
                self._adopt(parsed(self.name, self._written, self.identity))
            elif not new:
                self.remarks.append(f"{self.name} is empty: nothing was finished before")
            if fcntl is None:
                self._file.close()
            self._tidy()
            if self.damage:
                self._keep_damaged()
            if self.damage or not self._written:
                self._write()
        except BaseException:
            if new and not self._written:
                with suppress(OSError):
                    self.path.unlink()
            self._file.close()
            raise

    def add(self, play: str, segments: Iterable[tuple[int, int, Any]]) -> None:
        """Add counts of finished deals, (first, n, counts) of each segment, and write the file."""
        made = []
        for first, n, counts in segments:
            if first < 0 or n < 1:
                raise ValueError(f"a segment has a first deal from 0 and at least 1 deal, not {first} and {n}")
            made.append(state_lines.segment(play, first, n, counts, self.seal))
        for each in made:
            self.put(play, each)
        self.join(play, self.merge)
        self._write()

    def keep(self, record: str, value: Any) -> None:
        """Keep the latest value of something, and write the file."""
        self._records[record] = state_lines.record(record, value, self.seal)
        self._write()

    def take(self, state: State) -> None:
        """Add all that another state of the same run holds, and write the file."""
        both = merged([self, state], self.merge)
        self._plays, self._records = both._plays, both._records
        self._write()

    def close(self) -> None:
        """Write what could not be written before, and leave the file to others."""
        try:
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
        folder = self.path.parent
        if os.path.exists(self.path) and not os.path.isfile(self.path):
            raise ValueError(f"a state is kept in a file, and {self.name} is none")
        if not os.path.isdir(folder):
            raise ValueError(f"there is no folder {folder} to keep {self.path.name} in")
        if not os.access(folder, os.W_OK):
            raise StateError(f"{self.name} cannot be kept in {folder}: nothing can be written there")
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
            raise ValueError(
                f"{self.name} is of another run: {what} is {there} there and {here} here; name another file"
            )
        self._plays, self._records, self.damage = found._plays, found._records, found.damage

    def _keep_damaged(self) -> None:
        """Copy the file as it was found to one beside it, and say so."""
        for name in (f"{self.path.name}.damaged{f'-{k}' if k else ''}" for k in count()):
            copy = self.path.with_name(name)
            try:
                if not os.path.lexists(copy):
                    self._put_file(copy, self._written).close()
                if copy.is_file() and copy.read_bytes() == self._written:  # perhaps by a run that was killed right then
                    break
            except OSError as error:
                raise StateError(
                    f"{self.told_damage()}; it was left alone, for no copy can be kept: {error.strerror or error}"
                ) from error
        beside = os.path.join(os.path.dirname(self.name), name)
        shown = beside if os.path.realpath(beside) == str(copy) else copy
        self.remarks.append(f"{self.told_damage()}; the file as it was is kept in {shown}")

    def _write(self) -> None:
        """Put a new file in the place of the old one."""
        data = self.text()
        if data == self._written:
            return
        try:
            file = self._put_file(self.path, data)
        except OSError as error:
            held = "; it holds what it held before" if self._written else ""
            raise StateError(f"{self.name} could not be written: {error.strerror or error}{held}") from error
        self._file.close()
        self._file, self._written = file, data

    def _put_file(self, path: Path, data: bytes) -> BinaryIO:
        """Write a file whole and rename it once it is on the disk; it is ours (locked) and open, but not on Windows."""
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
                os.replace(beside, path)
            except BaseException:
                with suppress(OSError):  # what is still in the buffer cannot be written either
                    file.close()
                raise
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        with suppress(OSError):  # not everywhere can a folder be opened or flushed
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        return file


def _lock(file: BinaryIO) -> None:
    """Keep a file to this process until it is closed; BlockingIOError if another has it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:  # a file system that knows no locks
            pass

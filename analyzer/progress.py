"""How long work tells that it is going on: reports say it here, and whoever has a screen listens.

What matters to Ctrl-C is said here too: that machine code is being made, which nothing interrupts, and that something
is finished, which an end at once would lose.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Tell(Protocol):
    """To be told how much is done, and now and then in a line how it stands and how much it will be in all."""

    def __call__(self, done: int, line: str = "", planned: int | None = None) -> None:
        """So much is done."""


class Silence:
    """Nobody listens: a notebook, a script, a test."""

    def note(self, text: str) -> None:
        """Say one line that is not part of the result, such as that something is being compiled."""

    def interrupted(self) -> None:
        """Ctrl-C has ended the work early, and what was finished is being put together."""

    def resume(self, command: str) -> None:
        """A run was stopped, and this command goes on with it."""
        self.note(f"to go on: {command}")

    @contextmanager
    def bar(self, what: str, total: int, unit: str = "deals") -> Iterator[Tell]:
        """Show how much of `total` is done; what is yielded is told the number done so far.  Without unit, a share."""
        yield lambda done, line="", planned=None: None


listener = Silence()
compiles = False  # is machine code being made?
anything_finished = False


def note(text: str) -> None:
    """Say one line to whoever listens."""
    listener.note(text)


def interrupted() -> None:
    """Say that Ctrl-C has ended the work early."""
    listener.interrupted()


def resume(command: str) -> None:
    """Say that a run was stopped, and which command goes on with it."""
    listener.resume(command)


def finished() -> None:
    """Say that something is finished, which an end at once would lose."""
    global anything_finished
    anything_finished = True


@contextmanager
def compiling() -> Iterator[None]:
    """In this block machine code is made, and Ctrl-C is heard when that is done and not before."""
    global compiles
    before, compiles = compiles, True
    try:
        yield
    finally:
        compiles = before


def bar(what: str, total: int, unit: str = "deals"):
    """A context manager that yields a callable to be told how much of `total` is done."""
    return listener.bar(what, total, unit)


@contextmanager
def listening(to) -> Iterator[None]:
    """Let `to` (with `note` and `bar` as in Silence) hear everything said in this block."""
    global listener
    before, listener = listener, to
    try:
        yield
    finally:
        listener = before

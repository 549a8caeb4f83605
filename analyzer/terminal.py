"""What is going on, shown on stderr while the work goes on (`progress`)."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from analyzer import progress

PATIENCE = 1.0  # seconds: work that is done by then shows no bar
SELDOM = 60.0  # seconds from one plain line to the next


class Terminal(progress.Silence):
    """Notes always, bars only to a person.

    `settled` is called when Ctrl-C has ended the work early; `output` are the words of the command line that say where
    the answer goes, which whoever does the work does not know.
    """

    def __init__(self, settled: Callable[[], object] = lambda: None, output: Sequence[str] = ()):
        self._settled, self._output = settled, output

    def note(self, text: str) -> None:
        """One line."""
        print(f"mazziere: {text}", file=sys.stderr, flush=True)

    def interrupted(self) -> None:
        """The result is on its way."""
        self._settled()

    def resume(self, command: str) -> None:
        """The command that goes on with a run that was stopped, and tells its answer in the same way."""
        super().resume(" ".join([command, *self._output]))

    @contextmanager
    def bar(self, what: str, total: int) -> Iterator[progress.Tell]:
        """A progress bar with the time still to go; where nobody looks, now and then a plain line if there is one."""
        shown: list[Any] = []
        began = time.monotonic()
        said = began

        def say(done: int, line: str = "", planned: int | None = None) -> None:
            nonlocal said
            if line and time.monotonic() - said >= SELDOM:
                said = time.monotonic()
                self.note(f"{done:,} deals: {line}")

        def tell(done: int, line: str = "", planned: int | None = None) -> None:
            if not shown:
                if time.monotonic() - began < PATIENCE:
                    return
                shown.append(_rich_bar(what, total))
            bar, task = shown[0]
            bar.update(task, completed=done)
            if line:
                bar.update(task, description=line, total=max(done, planned or total))

        if not sys.stderr.isatty():
            yield say
            return

        try:
            yield tell
        finally:
            if shown:
                shown[0][0].stop()


def _rich_bar(what: str, total: int) -> Any:
    """A started rich progress bar on stderr, and its task."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.table import Column

    left = TimeRemainingColumn(table_column=Column(min_width=7, no_wrap=True))
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), left)
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)
    bar.start()
    return bar, task

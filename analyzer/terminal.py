"""What is going on, shown on stderr while the work goes on (`progress`), and Ctrl-C heard where Python is deaf."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from analyzer import progress

PATIENCE = 1.0  # seconds: work that is done by then shows no bar
SELDOM = 60.0  # seconds from one plain line to the next
STOPPING = "stopping when what is being compiled is done"


class Terminal(progress.Silence):
    """Notes always, bars only to a person.

    `settled` is called when Ctrl-C has ended the work early; `output` are the words of the command line that say where
    the answer goes, which whoever does the work does not know; `leave` ends the process at once, if that may be done
    while nothing is finished.
    """

    def __init__(
        self,
        settled: Callable[[], object] = lambda: None,
        output: Sequence[str] = (),
        leave: Callable[[], object] | None = None,
    ):
        self._settled, self._output, self._leave = settled, output, leave
        self._bars: list[Any] = []
        self._pressed = False

    def note(self, text: str) -> None:
        """One line."""
        print(f"mazziere: {text}", file=sys.stderr, flush=True)

    def interrupted(self) -> None:
        """The result is on its way."""
        self._settled()

    @contextmanager
    def hearing(self) -> Iterator[None]:
        """Hear Ctrl-C in this block even while machine code is made, which takes half a minute and cannot be stopped.

        Python tells nobody of a signal before a library it has called returns; a thread of its own is told at once.
        """
        ear, mouth = os.pipe()
        os.set_blocking(mouth, False)
        before = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)

        def listen() -> None:
            while numbers := os.read(ear, 64):
                if signal.SIGINT in numbers:
                    self._ctrl_c()

        listening = threading.Thread(target=listen, daemon=True)
        listening.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            os.close(mouth)
            listening.join()
            os.close(ear)

    def _ctrl_c(self) -> None:
        """Ctrl-C was pressed: of what is being compiled nothing can be told, so leave, or say why not."""
        if not progress.compiles or self._pressed:
            return
        self._pressed = True
        if self._leave and not progress.anything_finished:
            for bar in self._bars:
                bar.stop()
            self._leave()
        else:
            self.note(STOPPING)

    def resume(self, command: str) -> None:
        """The command that goes on with a run that was stopped, and tells its answer in the same way."""
        super().resume(" ".join([command, *self._output]))

    @contextmanager
    def bar(self, what: str, total: int, unit: str = "deals") -> Iterator[progress.Tell]:
        """A progress bar with the time still to go; where nobody looks, now and then a plain line if there is one."""
        shown: list[Any] = []
        began = time.monotonic()
        said = began

        def say(done: int, line: str = "", planned: int | None = None) -> None:
            nonlocal said
            if line and time.monotonic() - said >= SELDOM:
                said = time.monotonic()
                self.note(f"{done:,} {unit}: {line}" if unit else f"{100 * done / max(total, 1):.0f} %: {line}")

        def tell(done: int, line: str = "", planned: int | None = None) -> None:
            if not shown:
                if time.monotonic() - began < PATIENCE:
                    return
                shown.append(_rich_bar(what, total))
                self._bars.append(shown[0][0])
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

"""What a report hands over: sentences, a block to paste, tables, drawings and facts, nothing of it printed yet.

A report computes an `Answer`; `render` and `charts` put it on a screen, on paper or in a file. This file imports
nothing of ours, and pandas and matplotlib only when a frame or a figure is asked for, so that start-up stays quick.
"""

import json
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from html import escape
from math import isnan
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

MISSING = "–"  # how people see a value that does not exist; JSON says null, CSV an empty cell


def half_even(number: float, digits: int) -> float:
    """The number rounded in decimals, a half to the even digit: what adds up to 100, or to 0, still does as printed.

    82.45 and 17.55 become 82.4 and 17.6; by their binary fractions both would go down, or both up.
    """
    number = float(number)
    return float(round(Decimal(repr(round(number, 9))), digits)) if abs(number) < 1e15 else number


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `key` names it to programs, `heading` to people; `digits` after the point, None for as it comes.

    With `digits` set, thousands are grouped: a count is `digits=0`, a seed or the number of a deal is `digits=None`.
    """

    key: str
    heading: str
    align: Literal["left", "right"] = "left"
    digits: int | None = None

    def text(self, value: Any) -> str:
        """The value as a person reads it. Escapes nothing."""
        if value is None or (isinstance(value, float) and isnan(value)):
            return MISSING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.digits is not None and not isinstance(value, str):
            if 0 < value <= 0.5 * 10**-self.digits:
                return f"<{10**-self.digits:.{self.digits}f}"
            return f"{half_even(value, self.digits):z,.{self.digits}f}"
        return str(value)


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` of plain values, each as long as `columns`; `title` is for people and defaults to the name."""

    name: str
    columns: Sequence[Column]
    rows: Sequence[tuple[Any, ...]]
    title: str = ""

    def __post_init__(self) -> None:
        """Refuse a row with a cell too many or too few. Does not look at types."""
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.name}: row {number} has {len(row)} cells for {len(self.columns)} columns"
                )

    @property
    def caption(self) -> str:
        """The title, or else the name in words."""
        return self.title or self.name.replace("_", " ")

    def texts(self) -> list[list[str]]:
        """The cells as people read them, row by row."""
        return [[column.text(value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]

    def records(self) -> list[dict[str, Any]]:
        """The values, unrounded, row by row under the keys of their columns; None where there is none, for JSON."""
        keys = [column.key for column in self.columns]
        return [{key: _known(value) for key, value in zip(keys, row, strict=True)} for row in self.rows]

    def frame(self) -> "DataFrame":
        """The values, unrounded, as a pandas DataFrame with the keys for column names."""
        from pandas import DataFrame

        return DataFrame(list(self.rows), columns=[column.key for column in self.columns])


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart not drawn yet: `draw(figure)` sets the size and draws; `caption` says in words what it shows."""

    name: str
    draw: Callable[["Figure"], object]
    caption: str = ""

    def figure(self) -> "Figure":
        """A fresh figure, drawn. It belongs to no window and to no pyplot, so nothing has to be closed."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure()
        FigureCanvasAgg(figure)
        self.draw(figure)
        return figure


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known, for people and for programs.

    `sentences[0]` is the verdict; `block` the fixed lines to paste into a message; `facts` the stable part of the JSON,
    `run` what may differ between two equal runs (seconds, jobs, version ...); `command` plays it all again;
    `interrupted` says that only a part of the deals was played, and that the numbers speak of that part; `status` is
    what a script is told.
    """

    question: str
    sentences: Sequence[str]
    block: Sequence[str]
    tables: Sequence[Table] = ()
    drawings: Sequence[Drawing] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    run: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    interrupted: bool = False
    status: int = 0

    def tables_as_frames(self) -> dict[str, "DataFrame"]:
        """The tables by name, as pandas DataFrames."""
        return {table.name: table.frame() for table in self.tables}

    def figures(self) -> dict[str, "Figure"]:
        """The drawings by name, drawn afresh at each call."""
        return {drawing.name: drawing.figure() for drawing in self.drawings}

    def json(self) -> str:
        """The facts and then `run`, as indented JSON; an interrupted run also says `run.interrupted: true`.

        Equal facts give equal bytes. Raises ValueError on nan and infinities: a number that does not exist is None.
        """
        run = dict(self.run) | ({"interrupted": True} if self.interrupted else {})
        whole = {key: value for key, value in self.facts.items() if key != "run"} | {"run": run}
        return json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False, default=_plain)

    def __str__(self) -> str:
        """The block to paste."""
        return "\n".join(self.block)

    def _repr_html_(self) -> str:
        """What a notebook shows: the block and the tables."""
        parts = [f"<pre>{escape(str(self))}</pre>"]
        for table in self.tables:
            head = "".join(f'<th scope="col">{escape(column.heading)}</th>' for column in table.columns)
            body = "".join(
                "<tr>"
                + "".join(
                    f'<td style="text-align:{column.align}">{escape(cell)}</td>'
                    for column, cell in zip(table.columns, cells, strict=True)
                )
                + "</tr>"
                for cells in table.texts()
            )
            caption = f"<caption>{escape(table.caption)}</caption>"
            parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        return "\n".join(parts)


def _known(value: Any) -> Any:
    """The value, None for nan."""
    return None if isinstance(value, float) and isnan(value) else value


def _plain(value: Any) -> Any:
    """A NumPy scalar or array as what JSON knows."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no place in JSON")


def write(path: str | Path, content: str | bytes) -> None:
    """Put `content` (text as UTF-8) at `path`, whole or not at all: a reader never meets half a file.

    Raises OSError, naming `path`. Makes no folders. A device or a pipe is written to directly.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    target = os.path.realpath(path)  # a link stays a link
    try:
        mode = os.stat(target).st_mode if os.path.exists(target) else None
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as file:
                file.write(data)
            return
        beside = os.path.join(os.path.dirname(target), f".mazziere-{os.getpid()}-{token_hex(4)}")
        try:
            with open(beside, "xb") as file:
                file.write(data)
            if mode is not None:
                os.chmod(beside, stat.S_IMODE(mode))
            os.replace(beside, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from error

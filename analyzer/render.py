"""Put an `Answer` on a screen or in a file: text out of numbers, and no number of its own.

Everything but `as_table` returns text that ends in a line break. rich is imported when it is needed. `answer.write`
puts any of these texts into a file, whole or not at all; `page` makes pages.
"""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from analyzer.answer import Answer, Column, Table

if TYPE_CHECKING:
    from rich.console import Console

INTERRUPTED = "Interrupted: these are the results of the deals finished by then."

# Screen


def as_table(answer: Answer, console: "Console") -> None:
    """Print the block, or the tables of an answer that has none; colour and rules on a terminal only.

    The block says in words all that the tables hold.  On a terminal its lines break between words where they must; a
    command to type, and whatever is piped, keeps its line.
    """
    from rich.text import Text

    for number, line in enumerate(answer.block):
        style = "bold" if number == 0 else "yellow" if answer.interrupted and "interrupted" in line.lower() else ""
        whole = not console.is_terminal or line.startswith("again: ")
        console.print(Text(line, style=style if console.is_terminal else ""), soft_wrap=whole)
    for number, table in enumerate(answer.tables if not answer.block else ()):
        if number:
            console.print()
        if console.is_terminal:
            _ruled(table, console)
        else:
            for line in plain_table(table):
                console.print(Text(line), soft_wrap=True)


def plain_table(table: Table) -> list[str]:
    """The table as lines of text: its caption, its headings, its rows, columns two spaces apart."""
    from rich.cells import cell_len, set_cell_size

    lines = [[_one_line(column.heading) for column in table.columns]]
    lines += [[_one_line(text) for text in texts] for texts in table.texts()]
    widths = [max(cell_len(cell) for cell in cells) for cells in zip(*lines, strict=True)]

    def placed(cells: list[str]) -> str:
        return "  ".join(
            " " * (width - cell_len(cell)) + cell if column.align == "right" else set_cell_size(cell, width)
            for column, width, cell in zip(table.columns, widths, cells, strict=True)
        ).rstrip()

    return [table.caption, *(placed(cells) for cells in lines)]


def _ruled(table: Table, console: "Console") -> None:
    """A table with a rule under its headings; words fold when it is too wide, numbers do not."""
    from rich.box import SIMPLE_HEAD
    from rich.cells import cell_len
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="")
    least = 0
    texts = table.texts()
    for place, column in enumerate(table.columns):
        widest = max((cell_len(row[place]) for row in texts), default=1)
        longest_word = max((cell_len(word) for word in column.heading.split()), default=1)
        if column.align == "right":
            narrowest = max(widest, longest_word)
            grid.add_column(Text(column.heading), justify="right", min_width=narrowest)
        else:
            narrowest = max(min(widest, 12), longest_word)
            grid.add_column(Text(column.heading), overflow="fold", min_width=narrowest)
        least += narrowest + 3
    for row in texts:
        grid.add_row(*(Text(text) for text in row))
    width = max(least, console.width)
    console.print(Text(table.caption, style="bold"), soft_wrap=True)
    console.print(grid, width=width, crop=False, soft_wrap=width > console.width)


def _one_line(text: str) -> str:
    """The text without line breaks and other blanks that would tear a row apart."""
    return " ".join(text.split())


# For programs


def as_json(answer: Answer) -> str:
    """The facts and the run."""
    return answer.json() + "\n"


def as_csv(answer: Answer) -> str:
    """The first table, unrounded, keys on top, nothing at all for what does not exist; ValueError without a table."""
    if not answer.tables:
        raise ValueError("this answer has no table to write as CSV; ask for JSON instead")
    return table_as_csv(answer.tables[0])


def table_as_csv(table: Table) -> str:
    """A table, unrounded, keys on top, nothing at all for what does not exist."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([column.key for column in table.columns])
    writer.writerows(table.rows)
    return file.getvalue()


# Paper


def as_markdown(answer: Answer) -> str:
    """Question, sentences, block, tables and command, as GitHub and most others read Markdown."""
    return "\n\n".join(markdown_parts(answer)) + "\n"


def markdown_parts(answer: Answer, level: int = 1, pictures: Sequence[tuple[str, str]] = ()) -> list[str]:
    """The paragraphs of the same, under a heading of this `level`, with `pictures` of (path, what they show)."""
    verdict, *others = answer.sentences or [""]
    parts = [f"{'#' * level} {as_markdown_text(answer.question)}"]
    parts += [f"**{as_markdown_text(verdict)}**"] * bool(verdict)
    parts += [as_markdown_text(INTERRUPTED)] * answer.interrupted
    parts += [as_markdown_text(sentence) for sentence in others]
    parts += [f"![{as_markdown_text(words)}]({path})" for path, words in pictures]
    parts += [_fenced("text", "\n".join(answer.block))] * bool(answer.block)
    for table in answer.tables:
        parts += [f"{'#' * (level + 1)} {as_markdown_text(table.caption)}", _pipes(table)]
    if answer.command:
        parts += ["To play it again:", _fenced("sh", answer.command)]
    return parts


def _pipes(table: Table) -> str:
    """A pipe table."""
    rows = [[column.heading for column in table.columns], *table.texts()]
    lines = ["| " + " | ".join(as_markdown_text(cell) for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("---:" if column.align == "right" else "---" for column in table.columns) + "|")
    return "\n".join(lines)


def as_markdown_text(text: str) -> str:
    """The text on one line, its characters meaning themselves; the underscore inside a name never means anything."""
    text = re.sub(r"([\\`*\[\]<>|#~&])", r"\\\1", _one_line(text))
    return re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)


def _fenced(language: str, text: str) -> str:
    """The text as code, fenced by more backticks than it contains in a row."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def run_texts(run: Mapping[str, Any]) -> dict[str, str]:
    """The provenance as a person reads it: keys in words, counts grouped, three figures of a duration."""
    return {key.replace("_", " "): _run_text(value) for key, value in run.items()}


def _run_text(value: Any) -> str:
    """One value of the provenance."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    return Column("", "", digits=0 if isinstance(value, int) else None).text(value)

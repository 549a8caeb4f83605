"""The book on paper: one page with everything, the same as Markdown, and its tables and pictures as files beside it.

    index.html  book.md  book.json  tables/QUESTION-TABLE.csv  pictures/QUESTION-DRAWING.png

Equal books are equal byte for byte, but for what stands under "This run" and under `run` in the JSON.
"""

import json
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from analyzer import __version__, book, charts, compiled, page, render
from analyzer.answer import MISSING, Drawing, Table, write
from analyzer.book import Book, Section
from analyzer.method import METHOD
from analyzer.wording import count_of, exact

TITLE = "What the cards say"
PAGE, MARKDOWN, JSON = "index.html", "book.md", "book.json"
TABLES, PICTURES = "tables", "pictures"
LONG, WIDE = 30, 10  # rows, columns: a larger table is folded away on the page, and only in its file in Markdown


def check(folder: str | Path) -> Path:
    """The folder as a path; ValueError if no book can be written there."""
    path = Path(folder).expanduser()
    if not str(folder):
        raise ValueError("--out needs the name of a folder")
    if path.exists() and not path.is_dir():
        raise ValueError(f"{folder} is a file; --out needs the name of a folder")
    if not path.exists() and not path.absolute().parent.is_dir():
        raise ValueError(f"there is no folder {path.absolute().parent} to make {path.name} in")
    if path.is_dir() and any(path.iterdir()) and not book.is_book(path):
        raise ValueError(f"{folder} is not empty and holds no book: name a new folder, or that of a book to make anew")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise ValueError(f"nothing can be written to {folder}")
    return path


def save(made: Book, folder: Path, command: str) -> None:
    """Write it all; what an older book there left behind is removed."""
    before = _listed(folder)
    folder.mkdir(exist_ok=True)
    write(folder / JSON, book.json_of(replace(made, sections=[]), {}))  # from now on it is a book, finished or not
    for name in (TABLES, PICTURES):
        (folder / name).mkdir(exist_ok=True)
    written = {section.stem: _files(section) for section in made.sections}
    for files in written.values():
        for path, table in files.tables:
            write(folder / path, render.table_as_csv(table))
        for path, drawing in files.pictures:
            write(folder / path, charts.png(drawing.figure()))
    write(folder / PAGE, as_html(made, command))
    write(folder / MARKDOWN, as_markdown(made, command))
    write(folder / JSON, book.json_of(made, paths_of(made)))
    for left in before - {path for files in written.values() for path in files.paths}:
        with suppress(OSError):
            (folder / left).unlink()


def there(folder: Path) -> str:
    """The book that is in a folder, in words, for whoever replaces it; "" if there is none."""
    if not book.is_book(folder):
        return ""
    told = json.loads((folder / JSON).read_text("utf-8"))
    sections, seed = told.get("sections"), told.get("seed")
    asked = count_of(len(sections), "question") if isinstance(sections, list) else "some questions"
    return f"the book of {asked}, seed {seed}, that was there"


def paths_of(made: Book) -> dict[str, list[str]]:
    """The files beside the page, by section."""
    return {section.stem: _files(section).paths for section in made.sections}


def _listed(folder: Path) -> set[str]:
    """The tables and pictures that a book in the folder says are its own."""
    try:
        sections = json.loads((folder / JSON).read_text("utf-8"))["sections"]
        paths = [path for section in sections for path in section["files"]]
    except (OSError, ValueError, KeyError, TypeError):
        return set()
    return {path for path in paths if Path(path).parent.as_posix() in (TABLES, PICTURES)}


class _Files(NamedTuple):
    """What lies beside the page, of one section: a path for each table that has rows, and for each drawing."""

    tables: list[tuple[str, Table]]
    pictures: list[tuple[str, Drawing]]

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in (*self.tables, *self.pictures)]


def _files(section: Section) -> _Files:
    answer, stem = section.answer, section.stem
    return _Files(
        [(f"{TABLES}/{stem}-{book.slug(each.name)}.csv", each) for each in answer.tables if each.rows],
        [(f"{PICTURES}/{stem}-{book.slug(each.name)}.png", each) for each in answer.drawings],
    )


# Words


def _lead(made: Book) -> str:
    """What the book is, in a sentence or two."""
    asked = count_of(len(made.sections), "question")
    return (
        f"{asked} about Italian card games, answered by playing. Every number has an interval, every answer says who "
        f"was playing, and the command under it plays it again. Seed {made.seed}, mazziere {__version__}, engine "
        f"{compiled.engine()}."
    )


def _interrupted(made: Book) -> str:
    """What is missing."""
    if len(made.sections) == len(made.planned):
        return ""
    missing = [each.name for each in made.planned[len(made.sections) :]]
    return f"Unfinished: {count_of(len(missing), 'question')} could not be asked any more: {', '.join(missing)}."


def _made(section: Section) -> str:
    """How many deals, of which seed."""
    facts = section.answer.facts
    deals, seed = facts.get("deals"), facts.get("seed")
    words = [count_of(deals)] * isinstance(deals, int) + [f"seed {seed}"] * (seed is not None)
    return ", ".join(words)


def _run(made: Book) -> dict[str, str]:
    """What may differ between two equal books, to be read."""
    told = book.run(made)
    return {
        "finished": f"{len(made.sections)} of {count_of(len(made.planned), 'question')}",
        "time": f"{exact(round(told['seconds']))} s",
        "threads": str(told["jobs"] or MISSING),
        "slowest": ", ".join(
            f"{name} {seconds:.0f} s"
            for name, seconds in sorted(told["seconds_each"].items(), key=lambda pair: -pair[1])[:5]
        ),
    }


def as_html(made: Book, command: str) -> str:
    """The page."""
    return page.page(
        "book.html.j2",
        styles=("style.css", "book.css"),
        title=TITLE,
        lead=_lead(made),
        interrupted=_interrupted(made),
        chapters=[
            {
                "id": f"chapter-{book.slug(chapter)}",
                "name": chapter,
                "sections": [_shown(section) for section in sections],
            }
            for chapter, sections in made.chapters()
        ],
        method=METHOD,
        command=command,
        run=_run(made),
    )


def _large(table: Table) -> bool:
    return len(table.rows) > LONG or len(table.columns) > WIDE


def _shown(section: Section) -> dict[str, Any]:
    """A section as the page shows it."""
    answer, stem, files = section.answer, section.stem, _files(section)
    drawn = [page.chart(each, f"{stem}-chart-{k}") for k, each in enumerate(answer.drawings, 1)]
    return {
        "id": stem,
        "question": section.planned.question,
        "about": section.planned.about,
        "sentences": answer.sentences,
        "charts": list(zip(answer.drawings, drawn, strict=True)),
        "tables": [(table, path, _large(table)) for path, table in files.tables],
        "command": answer.command,
        "made": _made(section),
        "files": [
            (kind, [(path, words(each)) for path, each in inside])
            for kind, inside, words in (
                ("tables as CSV", files.tables, lambda table: table.caption),
                ("charts as PNG", files.pictures, lambda drawing: drawing.name.replace("_", " ")),
            )
            if inside
        ],
    }


def as_markdown(made: Book, command: str) -> str:
    """The same as Markdown."""
    said = render.as_markdown_text
    parts = [f"# {TITLE}", said(_lead(made))]
    parts += [f"**{said(_interrupted(made))}**"] * bool(_interrupted(made))
    for chapter, sections in made.chapters():
        parts.append(f"## {said(chapter)}")
        for section in sections:
            parts += _section_as_markdown(section)
    parts.append("## How these answers were found")
    for heading, paragraphs in METHOD:
        parts += [f"### {heading}", *map(said, paragraphs)]
    parts += ["### The whole book again", f"```sh\n{command}\n```", "## This run"]
    parts.append("\n".join(f"- {said(key)}: {said(text)}" for key, text in _run(made).items()))
    return "\n\n".join(filter(None, parts)) + "\n"


def _section_as_markdown(section: Section) -> list[str]:
    """The paragraphs of a section; a long table is only in its file."""
    files = _files(section)
    tables = [table for _, table in files.tables if not _large(table)]
    shown = replace(section.answer, question=section.planned.question, block=(), tables=tables)
    pictures = [(path, drawing.caption or drawing.name) for path, drawing in files.pictures]
    about = [render.as_markdown_text(section.planned.about)] * bool(section.planned.about)
    links = ", ".join(f"[{Path(path).name}]({path})" for path, _ in files.tables)
    made = render.as_markdown_text(_made(section))
    return [*render.markdown_parts(shown, 3, pictures), *about, "; tables: ".join(filter(None, [made, links]))]

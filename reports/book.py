"""What do all the questions of the book answer, on one page to read and to print?

Asks every question that is in the book, leagues first, and writes the answers to a folder: `index.html`, one page with
contents, charts, tables, how it was done and the command behind every number, which needs nothing but itself;
`book.md`, the same as Markdown; `book.json`; every table as CSV in `tables`, every chart as PNG in `pictures`.  A book
that is in the folder already is replaced, its own files and no others.

Named questions, or files of your own that ask some, make a smaller book.  Ctrl-C keeps the questions finished by then.
"""

import shlex
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Jobs, Seed

EXAMPLE = "mazziere book --out book --quick"

Questions = Annotated[
    list[str],
    typer.Argument(
        help="Some questions only, by name, or files of your own that ask one; by default all of the book.",
        show_default=False,
        metavar="QUESTION",
        default_factory=list,
    ),
]


def ask(
    *only: Questions,
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder to write to: a new one, or a book's.")],
    deals: Annotated[
        int | None,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"),
            help="Deals for every question: 1000, 250k; by default what is usual for each.",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the usual deals, for a first look.")] = False,
    seed: Seed = options.DEFAULT_SEED,
    jobs: Jobs = None,
):
    """Ask all questions and write the book."""
    from analyzer import book, book_files, progress
    from analyzer.crew import CtrlC

    if quick and deals is not None:
        raise ValueError("--quick and --deals both say how many deals are played: give one of them")
    deals = None if deals is None else options.count(deals)
    seed, (jobs, *_) = options.seed_number(seed), options.pace(jobs, None, options.DEAL_TIMEOUT)
    plan = book.chosen(only) or book.everything()
    folder = book_files.check(out)
    before = book_files.there(folder)
    command = _command(only, out, deals, quick, seed)
    try:
        made = book.make(plan, seed, deals, book.QUICK if quick else 1.0, jobs)
    except book.Unfinished as mistake:
        kept = ""
        if mistake.book.sections:
            with CtrlC():
                book_files.save(mistake.book, folder, command)
            kept = f"; {out} holds the {len(mistake.book.sections)} questions answered before it"
        if not isinstance(mistake.error, ValueError):
            progress.note(f"{mistake}{kept}")
            raise mistake.error from None
        raise ValueError(f"{mistake}{kept}") from None
    if not made.sections:
        raise KeyboardInterrupt
    with CtrlC():  # what is finished is written whole
        book_files.save(made, folder, command)
    return _answer(made, folder, command, before)


def _command(only, out, deals, quick, seed):
    """The command line that makes it again."""
    words = ["mazziere book", *map(shlex.quote, only), "--out", shlex.quote(str(out))]
    words += [f"--deals {deals}"] if deals is not None else ["--quick"] if quick else []
    return " ".join([*words, f"--seed {seed}"])


def _answer(made, folder, command, before):
    """What was written, in place of what book, and every verdict."""
    from analyzer import book, book_files
    from analyzer.answer import Answer, Column, Table
    from analyzer.wording import count_of, exact

    page = folder / book_files.PAGE
    n, all_of = len(made.sections), len(made.planned)
    asked = count_of(n, "question") if n == all_of else f"{n} of {count_of(all_of, 'question')}"
    sentence = f"wrote {asked} to {page}"
    block = [f"{sentence}{'' if n == all_of else ', those that were finished'}"]
    block += [f"in place of {before}"] * bool(before)
    if made.interrupted:
        missing = ", ".join(each.name for each in made.planned[n:])
        block.append(f"INTERRUPTED; the book is without {missing}")
    for chapter, sections in made.chapters():
        block += ["", chapter]
        for section in sections:
            block += [f"  {section.planned.question}", f"    {book.verdict(section.answer)}"]
    run = book.run(made)
    threads = f", {count_of(run['jobs'], 'thread')}" if run["jobs"] else ""
    block += ["", f"seed {made.seed}; {exact(round(run['seconds']))} s{threads}", f"again: {command}"]
    rows = [
        (each.planned.chapter, each.planned.question, book.verdict(each.answer), each.answer.command)
        for each in made.sections
    ]
    keys = ("chapter", "question", "verdict", "command")
    return Answer(
        question="What do all the questions of the book answer?",
        sentences=[f"{sentence}."],
        block=block,
        tables=[Table("answers", [Column(key, key.capitalize()) for key in keys], rows)],
        facts={"folder": str(folder)} | book.facts(made, book_files.paths_of(made)),
        run=run | ({"replaced": before} if before else {}),
        command=command,
        interrupted=made.interrupted,
    )

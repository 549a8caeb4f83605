"""What can be asked here?

Lists all questions with their first line, those of the book by chapter.  Given the name of one, or a file of your own
that asks one, says all that its file says of itself.  A file of your own is asked by its path, like any command:
`mazziere ./my_question.py`.
"""

from typing import Annotated

import typer

EXAMPLE = "mazziere ask when-to-spend-trump"
TOOLS = "Tools"  # what is in no chapter of the book
WIDE = 80  # columns of a terminal
OWN = "a file of your own is asked by its path: mazziere ./my_question.py"


def _names(incomplete: str) -> list[str]:
    """The questions a shell may complete."""
    from analyzer import questions

    return [command for command in map(questions.command, questions.names()) if command.startswith(incomplete)]


def ask(
    question: Annotated[
        str | None,
        typer.Argument(help="One question only, by name or by file.", autocompletion=_names, show_default=False),
    ] = None,
):
    """List the questions, or tell of one."""
    return _one(question) if question else _all()


def _all():
    """The list of all."""
    from textwrap import wrap

    from analyzer import questions
    from analyzer.answer import Answer, Column, Table
    from analyzer.wording import count_of

    parts = [
        (chapter or TOOLS, [(questions.command(name), questions.summary(name)) for name in names])
        for chapter, names in questions.by_chapter()
    ]
    rows = [(command, asked, chapter) for chapter, inside in parts for command, asked in inside]
    widest = max(len(command) for command, *_ in rows)
    sentence = f"{count_of(len(rows), 'question')} can be asked: mazziere NAME answers, mazziere NAME --help says how."
    block = [sentence]
    for chapter, inside in parts:
        block += ["", chapter]
        for command, asked in inside:
            first, *more = wrap(asked, WIDE - widest - 4)
            block += [f"  {command:{widest}}  {first}", *(" " * (widest + 4) + line for line in more)]
    columns = [Column("command", "Command"), Column("question", "Question"), Column("chapter", "Chapter")]
    return Answer(
        question="What can be asked here?",
        sentences=[sentence, f"{OWN}.", *(f"{fault}." for fault in questions.faults())],
        block=[*block, "", OWN, *questions.faults()],
        tables=[Table("questions", columns, rows)],
        facts={"questions": [dict(zip(("command", "question", "chapter"), row, strict=True)) for row in rows]},
        command="mazziere ask",
    )


def _one(word):
    """What a question says of itself."""
    from analyzer import questions
    from analyzer.answer import Answer

    name = questions.known(word)
    questions.load(name)  # says what is wrong with a file of somebody's own
    command = questions.command(name)
    typed = questions.typed(name)
    asked, _, more = questions.text(name).partition("\n")
    chapter = questions.chapter(name)
    paragraphs = [line for line in (" ".join(part.split()) for part in more.split("\n\n")) if line]
    block = [asked, *(line for paragraph in paragraphs for line in ("", paragraph)), ""]
    block += [f"chapter: {chapter}"] * bool(chapter)
    block += [f"asked by: {questions.example(name)}", f"options: mazziere {typed} --help"]
    return Answer(
        question=asked,
        sentences=paragraphs,
        block=block,
        facts={
            "command": command,
            "question": asked,
            "chapter": chapter,
            "text": questions.text(name),
            "example": questions.example(name),
        },
        command=f"mazziere ask {typed}",
    )

"""What do runs say together that were played apart?

Deals of one run may be played in several places: `--first` says from which deal on, `--state` keeps what is finished.
This adds such state files up and answers the question they were played for, as one run of all these deals would.  Files
of different runs, or that hold the same deals, are refused.
"""

import os
import shlex
from dataclasses import replace
from typing import Annotated

import typer

EXAMPLE = "mazziere merge first.state second.state"


def ask(
    *states: Annotated[list[str], typer.Argument(help="State files of one run.", show_default=False, metavar="FILE")],
    state: Annotated[
        str | None, typer.Option("--state", metavar="FILE", help="Write all they hold to a new state file.")
    ] = None,
):
    """Merge state files and tell what all their deals say."""
    from analyzer import progress, questions, state_file
    from analyzer.journal import Journal
    from analyzer.packed import merge

    if not states:
        raise ValueError("name the state files to merge")
    paths = [os.path.realpath(path) for path in states]
    for k, path in enumerate(paths):
        if path in paths[:k]:
            raise ValueError(f"{states[k]} is named twice")
    found = [state_file.read(path) for path in states]
    for each in found:
        if each.damage:
            progress.note(each.told_damage())
    whole = state_file.merged(found, merge)
    question = whole.identity.get("command", "")
    told = questions.teller(question) if question in questions.names() else None
    if told is None:
        raise ValueError(f"runs of {question or 'an unknown command'} cannot be merged")
    if state is not None and os.path.exists(state):
        raise ValueError(f"{state} exists already; name a new file for all they hold")
    answer = told(whole)
    if not answer.command:  # of deals with a gap between them: no other command plays them in one run
        command = shlex.join(["mazziere", "merge", *states])
        answer = replace(answer, command=command, block=[*answer.block, f"again: {command}"])
    if state is not None:
        with Journal(state, whole.identity, merge) as kept:
            kept.take(whole)
    return answer

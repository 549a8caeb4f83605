"""Questions that try both ways at a decision, with whole games beside it: what they have in common."""

import shlex
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from analyzer import deviations, knobs, match, shown
from analyzer.answer import Answer
from analyzer.deviations import Choice
from analyzer.fork import Fork
from analyzer.forked import Forked
from analyzer.knobs import Knob
from analyzer.lab import Lab
from analyzer.tables import table


class Asked(NamedTuple):
    """Who is asked: the players of the forked games, the second None where the first plays against itself."""

    one: str
    two: str | None
    typed: str | None  # as it was typed

    @property
    def words(self) -> str:
        """Who plays, for a subtitle."""
        return f"{self.one} against {self.two or 'itself'}"


class Found(NamedTuple):
    """What a question found: the choices, the first of them the one it is about, the knobs, and what is told of it.

    `axis` is that along which the verdict is told (0 panels, 1 rows, 2 columns); `more` are sentences, tables and
    drawings beside what every such question has.
    """

    choices: Sequence[Choice]
    knobs: Sequence[Knob]
    axis: int
    more: Sequence[str] = ()
    tables: Sequence[Any] = ()
    drawings: Sequence[Any] = ()


def asked(players_are: str | None, usual: str, game: str) -> Asked:
    """Who decides, and against whom: `A` against itself, or `A,B`."""
    named = [party.word for party in shown.parties(players_are or usual, game, 1, 2)]
    return Asked(named[0], named[1] if len(named) > 1 else None, players_are)


def forked(lab: Lab, fork: Fork, who: Asked, **seats: Any) -> Forked:
    """Decisions of the first player, or of everybody where he plays against itself."""
    contest = match.contest(who.one, who.two or who.one, seed=lab.seed, **seats)
    return lab.fork(fork, contest, whose=0 if who.two else None)


def answer(
    name: str,
    text: str,
    lab: Lab,
    who: Asked,
    work: Callable[[Lab], Found],
    more: Sequence[str] = (),
    **seats: Any,
) -> Answer:
    """Play what `work` asks for, and put it into an Answer.

    `text` is the docstring of the question, `more` are options of its command line, `seats` say at which table.
    """
    found = shown.worked(lab, work)
    first = found.choices[0]
    at = table(**seats)
    where = shown.where(at, lab)
    told = [
        *(choice.all_in_all(who.one) for choice in found.choices),
        first.how_many(),
        *found.more,
        *(knob.sentence() for knob in found.knobs),
        deviations.CAUTION,
    ]
    return lab.answer(
        question=text.splitlines()[0],
        title=f"{name}: decisions of {who.words}; {where}",
        sentences=[
            first.by(found.axis),
            *filter(None, told),
        ],
        lines=[
            *(line for choice in found.choices for line in choice.lines()),
            *deviations.legend(found.choices),
            *(line for knob in found.knobs for line in knob.lines()),
            *([knobs.MANY] if found.knobs else []),
        ],
        tables=[
            *(each for choice in found.choices for each in choice.tables()),
            *found.tables,
            *(knob.table() for knob in found.knobs),
        ],
        drawings=[
            *(choice.drawing(found.axis, f"{who.words}; {where}") for choice in found.choices),
            *found.drawings,
            *(knob.drawing(where) for knob in found.knobs),
        ],
        facts={
            "players": [who.one, who.two or who.one],
            "choices": {choice.name: choice.facts() for choice in found.choices},
            "whole_games": [fact for knob in found.knobs for fact in knob.facts()],
        },
        command=again(name, lab, who, more),
    )


def again(name: str, lab: Lab, who: Asked, more: Sequence[str] = ()) -> str:
    """The command line that asks the same once more."""
    named = [f"--players-are {shlex.quote(who.typed)}"] if who.typed else []
    return " ".join(["mazziere", name, *named, *more, f"--deals {lab.deals}", f"--seed {lab.seed}"])

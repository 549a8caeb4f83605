"""The book: which questions are in it, and how they are asked one after the other.

A question that names a CHAPTER is in the book; its module says how many deals are usual (USUAL_DEALS), how many it
needs at least to say anything (LEAST_DEALS), and, if it takes much longer than others, for how long it plays (TAKES,
seconds on two processors, for the bar only).  The chapter before all others tells who plays best, by leagues.
"""

import inspect
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analyzer import __version__, compiled, progress, questions
from analyzer.answer import Answer

BEST, FURTHER = "Who plays best", "Further questions"  # chapters of leagues, and of questions in no chapter
QUICK = 0.1  # of the usual deals
TAKES = 20.0  # seconds, of a question that does not say
PARTS = 1000  # of a question, for the bar
PLACES = ("contents", "method", "run")  # what else there are links to on the page


@dataclass(frozen=True)
class Planned:
    """A question to be asked: `ask(deals, seed, jobs)` gives its Answer; deals None: as many as it plays by itself."""

    chapter: str
    name: str
    question: str
    about: str
    ask: Callable[[int | None, int, int | None], Answer]
    usual: int | None = None
    least: int = 1
    takes: float = TAKES

    def deals(self, asked: int | None, share: float) -> int | None:
        """How many deals to play: so many as asked for, or a share of the usual number, but not too few."""
        if asked is None and (self.usual is None or share == 1):
            return self.usual
        return max(self.least, asked if asked is not None else round(share * (self.usual or 0)))


@dataclass(frozen=True)
class Section:
    """A question with its answer; `stem` is what its files are called."""

    planned: Planned
    answer: Answer
    seconds: float

    @property
    def stem(self) -> str:
        """Letters, digits and dashes, for files and links."""
        return slug(self.planned.name)


@dataclass
class Book:
    """What is finished of a book; no two questions have files of one name."""

    seed: int
    planned: Sequence[Planned]
    sections: list[Section] = field(default_factory=list)
    interrupted: bool = False

    def chapters(self) -> list[tuple[str, list[Section]]]:
        """(chapter, its sections), in the order of the plan."""
        found: dict[str, list[Section]] = {}
        for section in self.sections:
            found.setdefault(section.planned.chapter, []).append(section)
        return list(found.items())


def slug(words: str) -> str:
    """Letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "x"


# What is asked

# (question, game and table, the strategies or none for all, usual deals, least deals)
LEAGUES: tuple[tuple[str, dict[str, Any], tuple[str, ...], int, int], ...] = (
    ("Who plays best at Briscola, one against one?", {"game": "briscola", "players": 2}, (), 20_000, 1000),
    ("Who plays best at Briscola, two against two?", {"game": "briscola", "players": 4}, (), 10_000, 1000),
    ("Who plays best at Briscola Chiamata?", {"game": "chiamata"}, (), 50_000, 2000),
    ("Who plays best at Burraco?", {"game": "burraco"}, (), 2_000, 100),
)


def everything() -> list[Planned]:
    """All that is in the book: leagues first, then the questions of every chapter; what a faulty file asks is not."""
    for sentence in questions.faults():
        progress.note(f"not in the book: {sentence}")
    plan = [_league(*each) for each in LEAGUES]
    for chapter, names in questions.by_chapter():
        if chapter is not None:
            plan += [each for name in names for each in asked(name)]
    return plan


def chosen(names: Sequence[str]) -> list[Planned]:
    """Those of these names, or files, in this order; ValueError if one is named twice."""
    files = [questions.path_of(questions.known(name)).resolve() for name in names]
    twice = next((name for k, name in enumerate(names) if files[k] in files[:k]), None)
    if twice is not None:
        raise ValueError(f"{twice} is named twice; a question is in a book once")
    return [each for name in names for each in asked(name)]


def asked(name: str) -> list[Planned]:
    """A question by name, or by the path of its file; and again with other options, if its module has ALSO.

    ALSO holds (question, options, usual deals, least deals), such as ("Is it true of Burraco?", {"game": "burraco"},
    2000, 200).
    """
    module = sys.modules[questions.load(questions.known(name)).__module__]
    usual, least = getattr(module, "USUAL_DEALS", None), getattr(module, "LEAST_DEALS", 1)
    variants = [(questions.summary(name), {}, usual, least), *getattr(module, "ALSO", ())]
    return [_asked(name, module, *variant) for variant in variants]


def _asked(name: str, module: Any, question: str, more: dict[str, Any], usual: int | None, least: int) -> Planned:
    """A question with these options beside the usual ones."""
    takes = inspect.signature(module.ask).parameters

    def ask(deals: int | None, seed: int, jobs: int | None) -> Answer:
        given = {"deals": deals, "seed": seed, "jobs": jobs}
        told = {key: value for key, value in given.items() if key in takes and value is not None}
        try:
            return questions.answered(name, module.ask(**told, **more))
        except questions.Ended:
            raise
        except (ValueError, SystemExit) as error:
            if isinstance(error, ValueError) and str(error):
                raise
            raise questions.QuestionError(questions.slip(name, error) or type(error).__name__) from None

    about = questions.text(name).partition("\n")[2].strip().partition("\n\n")[0]
    return Planned(
        chapter=questions.chapter(name) or FURTHER,
        name="-".join([Path(name).stem.replace("_", "-"), *map(str, more.values())]),
        question=question,
        about=" ".join(about.split()),
        ask=ask,
        usual=usual if "deals" in takes else None,
        least=least,
        takes=getattr(module, "TAKES", TAKES),
    )


def _league(asked: str, table: dict[str, Any], strategies: tuple[str, ...], usual: int, least: int) -> Planned:
    """Who plays best at a table."""

    def ask(deals: int | None, seed: int, jobs: int | None) -> Answer:
        league = questions.load("league")
        answer = league(*strategies, every=not strategies, deals=deals, seed=seed, jobs=jobs, **table)
        return replace(answer, question=asked)

    about = "All play all on the same deals, from every seat, and are rated by what they make of each other."
    return Planned(BEST, f"best-at-{slug(asked.partition(' at ')[2])}", asked, about, ask, usual, least)


# Asking


def make(
    plan: Sequence[Planned], seed: int = 1, deals: int | None = None, share: float = 1.0, jobs: int | None = None
) -> Book:
    """Ask all of a plan, every question with so many `deals`, or with its usual number times `share`.

    Ctrl-C ends it with the questions finished by then.  Raises Unfinished, which holds them too, if one goes wrong.
    """
    book = Book(seed, _told_apart(plan))
    try:
        _ask_all(book, deals, share, jobs)
    except KeyboardInterrupt:
        book.interrupted = True
        progress.interrupted()
    return book


def _ask_all(book: Book, deals: int | None, share: float, jobs: int | None) -> None:
    """Ask one after the other, until one is interrupted."""
    whole = PARTS * len(book.planned)
    scale = whole / (sum(each.takes for each in book.planned) or 1.0)
    done = 0.0
    with progress.bar("asking", whole, unit="") as tell:
        for number, each in enumerate(book.planned, 1):
            line = f"{number} of {len(book.planned)}: {each.name}"
            began = time.monotonic()
            try:
                with _inside(tell, line, done * scale, each.takes * scale):
                    answer = each.ask(each.deals(deals, share), book.seed, jobs)
            except Exception as error:
                raise Unfinished(book, each, error) from error
            if answer.interrupted:
                book.interrupted = True
                break
            book.sections.append(Section(each, answer, time.monotonic() - began))
            progress.finished()
            done += each.takes


def _told_apart(plan: Sequence[Planned]) -> list[Planned]:
    """The same questions, a number behind the name of one whose files would be called as those of another."""
    taken, found = {*PLACES}, []
    for each in plan:
        names = (each.name, *(f"{each.name}-{number}" for number in range(2, len(plan) + 3)))
        name = next(name for name in names if slug(name) not in taken)
        taken.add(slug(name))
        found.append(replace(each, name=name))
    return found


class Unfinished(Exception):
    """A question went wrong; `book` is what was finished before."""

    def __init__(self, book: Book, planned: Planned, error: Exception) -> None:
        super().__init__(f"{planned.name}: {error}")
        self.book, self.planned, self.error = book, planned, error


class _Inside(progress.Silence):
    """Hears what one question says of its progress, as a part of the whole."""

    def __init__(self, to: Any, tell: Any, line: str, start: float, length: float) -> None:
        self.to, self.tell, self.line, self.start, self.length = to, tell, line, start, length
        self.share = 0.0

    def note(self, text: str) -> None:
        """One line."""
        self.to.note(text)

    def interrupted(self) -> None:
        """Ctrl-C."""
        self.to.interrupted()

    @contextmanager
    def bar(self, what: str, total: int, unit: str = "deals"):
        """A bar of the question: it only ever moves on, and never to the end, for another may follow."""

        def tell(done: int, line: str = "", planned: int | None = None) -> None:
            self.share = max(self.share, min(0.98, done / max(planned or total, done, 1)))
            self.show()

        yield tell

    def show(self) -> None:
        """How far it is."""
        self.tell(round(self.start + self.share * self.length), self.line)


@contextmanager
def _inside(tell: Any, line: str, start: float, length: float):
    inside = _Inside(progress.listener, tell, line, start, length)
    inside.show()
    with progress.listening(inside):
        yield


# What is told of it as a whole


def facts(book: Book, files: dict[str, list[str]]) -> dict[str, Any]:
    """The stable part of what programs are told."""
    return {
        "made_by": "mazziere book",
        "version": __version__,
        "engine": compiled.engine(),
        "seed": book.seed,
        "asked": [each.name for each in book.planned],
        "sections": [
            {
                "name": each.planned.name,
                "chapter": each.planned.chapter,
                "question": each.planned.question,
                "verdict": verdict(each.answer),
                "command": each.answer.command,
                "files": files.get(each.stem, []),
                "facts": each.answer.facts,
            }
            for each in book.sections
        ],
    }


def run(book: Book) -> dict[str, Any]:
    """What may differ between two equal books."""
    jobs = max((each.answer.run.get("jobs") or 0 for each in book.sections), default=0)
    seconds = {each.planned.name: round(each.seconds, 3) for each in book.sections}
    return {"seconds": round(sum(each.seconds for each in book.sections), 3), "jobs": jobs, "seconds_each": seconds}


def verdict(answer: Answer) -> str:
    """The first sentence."""
    return answer.sentences[0] if answer.sentences else ""


def json_of(book: Book, files: dict[str, list[str]]) -> str:
    """All of it for programs."""
    more = {"interrupted": True} if book.interrupted else {}
    whole = Answer("", [], [], facts=facts(book, files), run=run(book) | more)
    return whole.json() + "\n"


def is_book(folder: Path) -> bool:
    """Does the folder hold a book of ours?"""
    try:
        return json.loads((folder / "book.json").read_text("utf-8"))["made_by"] == "mazziere book"
    except (OSError, ValueError, KeyError, TypeError):
        return False

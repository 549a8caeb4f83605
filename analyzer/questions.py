"""The questions the tool answers, each a file with a docstring that asks and a function `ask` that answers.

The path is the registry: `reports/NAME.py` is the command `mazziere NAME` and, in Python, `analyzer.NAME(...)`; a file
anywhere else is the command `mazziere PATH/NAME.py`.  Questions that name a CHAPTER are those of the book.
"""

import ast
import importlib.util
import inspect
import linecache
import os
import shlex
import sys
import traceback
import zlib
from functools import cache
from pathlib import Path
from typing import Annotated, get_origin

from analyzer.answer import Answer
from analyzer.roster import folder
from analyzer.wording import nearest, one_of

CHAPTERS = ("Leads", "Trumps", "Cards and luck", "Partners", "Chiamata", "Burraco", "Old advice")


class QuestionError(ValueError):
    """A file that asks no question, or not in Python, said in one sentence with the line."""


class Ended(BaseException):
    """The process is told to end by a signal, with an exit code.

    No SystemExit, for those are slips of the questions and strategies that raise them.
    """

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def names():
    """The names of all files of questions, in alphabetical order."""
    return sorted(path.stem for path in folder("reports").glob("*.py") if not path.stem.startswith("_"))


def fault(name):
    """What is wrong with the file of a question, found without running it, in one sentence; "" if nothing is."""
    try:
        _check(name)
    except QuestionError as error:
        return str(error)
    return ""


def sound():
    """The names of all questions that ask something."""
    return [name for name in names() if not fault(name)]


def faults():
    """What is wrong with the other files, a sentence each."""
    return list(filter(None, map(fault, names())))


def is_path(word):
    """Is that the path of a file, and not the name of a question?"""
    return word.endswith(".py") or "/" in word or "\\" in word


def command(name):
    """What to type after `mazziere`."""
    return name if is_path(name) else name.replace("_", "-")


def typed(name):
    """The same as it is written on a shell's command line."""
    return shlex.quote(command(name))


def path_of(name):
    """The file of a question, given its name or that file."""
    return Path(name).expanduser() if is_path(name) else folder("reports") / f"{name.replace('-', '_')}.py"


def known(name):
    """The name or path as it was given, if there is such a question; ValueError with the nearest one if not."""
    if is_path(name):
        if path_of(name).is_dir():
            raise QuestionError(f"{name} is a folder; give the path of a file that asks a question")
        if not path_of(name).is_file():
            raise QuestionError(f"there is no file {name}")
    elif name.replace("-", "_") not in names():
        commands = list(map(command, names()))
        own = f" (a file of your own is named with its ending: {name}.py)" if Path(f"{name}.py").is_file() else ""
        raise QuestionError(f"there is no command {name!r}; there is {one_of(commands)}{nearest(name, commands)}{own}")
    return name


@cache
def _read(path):
    """The syntax tree of a question's file; QuestionError if it is not Python."""
    try:
        return ast.parse(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except (SyntaxError, ValueError) as error:
        where = f", line {error.lineno}" if getattr(error, "lineno", None) else ""
        raise QuestionError(f"{path}{where}: this is not Python: {getattr(error, 'msg', error)}") from None


def text(name):
    """The whole docstring of a question, read without running the file."""
    return ast.get_docstring(_read(path_of(name))) or ""


def summary(name):
    """The question itself: the first line of the docstring."""
    return text(name).partition("\n")[0]


def chapter(name):
    """The chapter of the book it belongs to; None if it is not in the book."""
    for node in _read(path_of(name)).body:
        if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["CHAPTER"]:
            return getattr(node.value, "value", None)
    return None


def by_chapter():
    """(chapter, names of its questions), in the order of the book; last None with what is not in the book."""
    found = {part: [] for part in (*CHAPTERS, None)}
    for name in sound():
        part = chapter(name)
        found[part if part in CHAPTERS else None].append(name)
    return [(part, inside) for part, inside in found.items() if inside]


def load(name):
    """The function `ask` of a question, given by its name or the path of its file; QuestionError if it has none."""
    return _load(name if is_path(name) else name.replace("-", "_"))


@cache
def _load(name):
    path = path_of(name)
    own = is_path(name)
    _check(known(name))
    told_apart = f"_{zlib.crc32(os.path.abspath(path).encode()):08x}" if own else ""  # from others of that name
    spec = importlib.util.spec_from_file_location(f"mazziere_report_{path.stem}{told_apart}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Ended:
        raise
    except (Exception, SystemExit) as error:
        if own or isinstance(error, SystemExit):
            raise QuestionError(slip(name, error) or f"{name}: {error}") from None
        raise
    return module.ask


def example(name):
    """A command line that asks it."""
    return getattr(sys.modules[load(name).__module__], "EXAMPLE", f"mazziere {typed(name)}")


def _check(name):
    """Refuse a file that asks nothing."""
    tree, file = _read(path_of(name)), name if is_path(name) else path_of(name)
    if not summary(name):
        raise QuestionError(f'{file}, line 1: the file must begin with its question, """Like this one?"""')
    if not summary(name).rstrip().endswith("?"):
        raise QuestionError(f"{file}, line 1: the first line of the docstring must be a question and end with ?")
    if not any(isinstance(node, ast.FunctionDef) and node.name == "ask" for node in tree.body):
        raise QuestionError(f"{file} has no function ask(...): it is what answers, and returns an Answer")


def answered(name, answer):
    """The answer, if it is one; QuestionError else."""
    if not isinstance(answer, Answer):
        raise QuestionError(f"{name}: ask must return an Answer (see analyzer/answer.py), not {type(answer).__name__}")
    return answer


def slip(name, error):
    """`mine.py, line 7: NameError: ...`: an error in words, with the line of that file it comes from; None if none.

    A ValueError that the file itself raises, or that one of our functions raises about what it was given, is a sentence
    already; it keeps its words, if it has any.
    """
    path = os.path.abspath(path_of(name))
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == path]
    if not lines:
        return None
    last = frames[-1]
    raised = linecache.getline(path, last.lineno).strip().startswith("raise") if last.filename == path else None
    if isinstance(error, ValueError) and str(error).strip() and (raised or "analyzer" in Path(last.filename).parts):
        return str(error)
    words = " ".join(str(error).split())
    return f"{name}, line {lines[-1]}: {type(error).__name__}{': ' if words else ''}{words}"


def teller(name):
    """The function `told` of a question, which answers it from a state (see `journal`); None if it has none."""
    return getattr(sys.modules[load(name).__module__], "told", None)


@cache
def function(name):
    """The same for Python: named like the question, documented, its parameters without their command-line dress."""
    ask = load(name)
    plain = [each.replace(annotation=_bare(each.annotation)) for each in inspect.signature(ask).parameters.values()]

    def question(*given, **named):
        return ask(*given, **named)

    question.__name__ = question.__qualname__ = name
    question.__doc__ = f"{sys.modules[ask.__module__].__doc__}\nReturns an Answer (see analyzer.answer)."
    question.__signature__ = inspect.Signature(plain)
    return question


def _bare(annotation):
    """`int` out of `Annotated[int, ...]`."""
    return annotation.__origin__ if get_origin(annotation) is Annotated else annotation

"""The questions the tool answers, each a file in `reports/`: its docstring asks, its function `ask` answers.

The path is the registry: `reports/NAME.py` is the command `mazziere NAME` and, in Python, `analyzer.NAME(...)`.
"""

import ast
import importlib.util
import inspect
import sys
from functools import cache
from pathlib import Path
from typing import Annotated, get_origin

from analyzer.roster import folder


def names():
    """The names of all questions, in alphabetical order."""
    return sorted(path.stem for path in folder("reports").glob("*.py") if not path.stem.startswith("_"))


def path_of(name):
    """The file of a question."""
    return folder("reports") / f"{name.replace('-', '_')}.py"


@cache
def summary(name):
    """The question itself: the first line of the file's docstring, read without running the file."""
    tree = ast.parse(path_of(name).read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


@cache
def load(name):
    """The function `ask` of a question."""
    path = Path(path_of(name))
    spec = importlib.util.spec_from_file_location(f"mazziere_report_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.ask


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

"""The questions the tool answers, each a file in `reports/`: its docstring asks, its function `ask` answers.

The path is the registry: `reports/NAME.py` is the command `mazziere NAME` and, in Python, `analyzer.NAME(...)`.
"""

import ast
import importlib.util
import sys
from functools import cache
from pathlib import Path

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

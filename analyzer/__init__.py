"""mazziere: a Monte Carlo strategy analyzer for Italian card games.

Every command is a function here that returns an Answer with sentences, tables, figures and facts:

    from analyzer import compare
    answer = compare("spend_trump", "lowest", deals=100_000)
    print(answer)

A question that is called like one of our modules has an underscore behind its name here: `analyzer.stats_(...)` is the
command `mazziere stats`.
"""

from importlib import import_module
from importlib.util import find_spec

__version__ = "0.1.0"


def __getattr__(name):
    """The questions of `reports/`, loaded when first asked for."""
    if not name.startswith("_") and not _is_module(name):
        questions = import_module("analyzer.questions")
        asked = name.removesuffix("_")
        if asked in questions.names() and _is_module(asked) == name.endswith("_"):
            return questions.function(asked)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _is_module(name):
    """Is one of our modules called so?"""
    return find_spec(f"{__name__}.{name}") is not None


def __dir__():
    asked = import_module("analyzer.questions").names()
    return sorted({*globals(), *(f"{name}_" if _is_module(name) else name for name in asked)})

"""mazziere: a Monte Carlo strategy analyzer for Italian card games.

Every command is a function here that returns an Answer with sentences, tables, figures and facts:

    from analyzer import compare
    answer = compare("spend_trump", "lowest", deals=100_000)
    print(answer)
"""

from importlib import import_module

__version__ = "0.1.0"


def __getattr__(name):
    """The questions of `reports/`, loaded when first asked for."""
    if not name.startswith("_"):
        questions = import_module("analyzer.questions")
        if name in questions.names():
            return questions.function(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *import_module("analyzer.questions").names()])

"""The two questions that are asked at a decision: is it one we look for, and which move would it be?

Both are plain functions over the view, written like a strategy: `situation(view)` answers a bucket, 0 or more, or -1
for a decision that is of no interest; `option(view, k)` answers the place in view.moves of the move that option k makes
there, or -1 where there is none.  More parameters have a default that is a number, True or False.  They may call small
functions of their own file, and those of `analyzer` that strategies call.
"""

import ast
import dis
import inspect
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from analyzer.roster import ALLOWED, LARGEST, MOST_PARAMETERS, StrategyError, forbid, values_told
from analyzer.wording import all_of, nearest

SITUATION, OPTION = "situation", "option"
TAKES = {SITUATION: ("view",), OPTION: ("view", "k")}
ANSWERS = {SITUATION: "a bucket, or -1 for none", OPTION: "the index of a move in view.moves, or -1 for none"}
KINDS = (bool, int, float)
WHAT = "a question about a decision"


@dataclass(frozen=True)
class Question:
    """One of the two: a function, where it is written, and the values its parameters have.

    Compiled like a Strategy, and so it has what that has: the option is handed on as the first of its parameters.
    """

    kind: str  # SITUATION or OPTION
    call: FunctionType
    path: Path
    source: str = field(repr=False)  # all that the machine code depends on, beside the engine
    functions: frozenset[FunctionType] = field(repr=False)  # that and those it calls
    defaults: dict[str, Any] = field(hash=False)
    values: dict[str, Any] = field(hash=False)

    @property
    def function(self) -> str:
        """The name of the function."""
        return self.call.__name__

    @property
    def name(self) -> str:
        """What it is called in sentences and files."""
        return f"{self.path.stem}_{self.function}"

    @property
    def label(self) -> str:
        """What it is called in sentences."""
        return f"{self.function} of {self.path.name}"

    @property
    def answer(self) -> str:
        """What it has to answer."""
        return ANSWERS[self.kind]

    @property
    def parameters(self) -> dict[str, Any]:
        """The values of the parameters that may be chosen."""
        return {name: value for name, value in self.values.items() if name not in TAKES[self.kind]}


def questions(situation: Any, option: Any, parameters: dict[str, Any] | None = None) -> tuple[Question, Question]:
    """Both questions; `parameters` go to whichever has one of that name, or to both."""
    given = dict(parameters or {})
    both = [_question(SITUATION, situation), _question(OPTION, option)]
    known = {name: each for each in both for name in each.parameters}
    for name in given:
        if name not in known:
            has = f"they have {all_of(list(known))}" if known else "they have none"
            functions = all_of([each.function for each in both])
            raise StrategyError(f"{functions} have no parameter {name!r}; {has}{nearest(name, list(known))}")
    for each in both:
        told = ",".join(f"{name}={value}" for name, value in given.items() if name in each.parameters)
        each.values.update(values_told(each.label, each.defaults, told))
    return both[0], both[1]


def _question(kind: str, call: Any) -> Question:
    """What there is to know of the function; StrategyError with one sentence if it cannot be asked."""
    shape = f"{kind}({', '.join((*TAKES[kind], 'parameter=default', '...'))})"
    if not isinstance(call, FunctionType) or call.__closure__ or not call.__name__.isidentifier():
        raise StrategyError(f"the {kind} must be a function written at the top of a file, {shape}, not {_what(call)}")
    path = Path(inspect.getsourcefile(call) or "")
    if not path.is_file():
        raise StrategyError(f"{call.__name__} must be written in a file: {path or 'nothing'} is none")
    functions = _called(call)
    texts = [path.read_text(encoding="utf-8-sig")]
    defaults = _defaults(kind, call, f"{call.__name__} of {path.name}", shape)
    _refuse(path, texts[0], functions)
    texts += _beside(functions, path)
    return Question(kind, call, path, "\0".join(texts), frozenset(functions), defaults, dict(defaults))


def _what(call: Any) -> str:
    if isinstance(call, FunctionType):
        return "a lambda" if call.__name__ == "<lambda>" else "one written within another"
    return f"{call!r}, a {type(call).__name__}"


def _defaults(kind: str, call: FunctionType, label: str, shape: str) -> dict[str, Any]:
    """The parameters the engine hands on, with their defaults; the option comes first of them."""
    parameters = list(inspect.signature(call).parameters.values())
    takes = TAKES[kind]
    plain = all(each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY) for each in parameters)
    first = [each for each in parameters[: len(takes)] if each.kind == each.POSITIONAL_OR_KEYWORD]
    if not plain or len(first) < len(takes) or parameters[0].name != "view":
        raise StrategyError(f"{label} must be written {shape}")
    defaults: dict[str, Any] = {each.name: 0 for each in first[1:]}
    for each in parameters[len(takes) :]:
        if type(each.default) not in KINDS or not abs(each.default) < LARGEST:
            raise StrategyError(f"{label}: the default of {each.name} must be a plain number, True or False")
        defaults[each.name] = each.default
    if len(defaults) > MOST_PARAMETERS:
        raise StrategyError(f"{label} has {len(defaults)} parameters; {MOST_PARAMETERS} is the most")
    return defaults


def _names(code: CodeType) -> set[str]:
    """The names of its file that a function speaks of, and functions within it; what comes after a point is none."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return own.union(*(_names(each) for each in code.co_consts if isinstance(each, CodeType)))


def _is_ours(module: str | None) -> bool:
    return (module or "").partition(".")[0] in ("analyzer", "numba", "numpy", "math")


def _called(call: FunctionType) -> set[FunctionType]:
    """The function and those it calls, directly or not, of anybody's files but the engine's."""
    found, new = set(), [call]
    while new:
        function = new.pop()
        found.add(function)
        things = [function.__globals__.get(name) for name in _names(function.__code__)]
        new += [
            each
            for each in things
            if isinstance(each, FunctionType) and each not in found and not _is_ours(each.__module__)
        ]
    return found


def _refuse(path: Path, source: str, functions: set[FunctionType]) -> None:
    """Refuse functions that are not pure; `roster.forbid` says what that is."""
    names = {each.__name__ for each in functions if each.__code__.co_filename == str(path)}
    body = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name in names]
    forbid(path.name, ast.Module(body=list(body), type_ignores=[]), WHAT)
    for function in functions:
        for name in sorted(_names(function.__code__)):
            thing = function.__globals__.get(name)
            if isinstance(thing, FunctionType) or not (callable(thing) or isinstance(thing, ModuleType)):
                continue
            home = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None) or "builtins"
            if home.partition(".")[0] not in (*ALLOWED, "builtins") or home.startswith("numpy.random"):
                raise StrategyError(
                    f"{function.__name__} of {path.name} uses {name}; {WHAT} may use analyzer's helpers, numpy and "
                    f"math, not {home}; chance must come from view.dice"
                )


def _beside(functions: set[FunctionType], path: Path) -> list[str]:
    """What else the machine code depends on: other files, the values of names, and where the function is known."""
    files, values = set(), set()
    for function in functions:
        files.add(function.__code__.co_filename)
        for name in _names(function.__code__):
            thing = function.__globals__.get(name)
            if isinstance(thing, FunctionType):
                files.add(thing.__code__.co_filename)
            elif isinstance(thing, ModuleType) and (thing.__name__).startswith("analyzer."):
                files.add(str(thing.__file__))
            elif isinstance(thing, bool | int | float | tuple | str):
                values.add(f"{function.__name__}.{name}={thing!r}")
        values.add(f"{function.__module__}.{function.__qualname__}")
    others = sorted(Path(each) for each in files if each != str(path) and Path(each).is_file())
    return [*(each.read_text(encoding="utf-8-sig") for each in others), *sorted(values)]

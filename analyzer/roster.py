"""Strategies as files: where they lie, what they are called, what they may be told, and what no strategy may do.

The path is the registry: `strategies/GAME/NAME.py` is the strategy NAME of GAME.  Nothing here runs a strategy; it is
read as text, so that listing and completing names costs nothing.
"""

import ast
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.wording import nearest

MOST_PARAMETERS = 32
LARGEST = 2**53  # parameters travel as float64, which holds whole numbers up to here
FORBIDDEN = (
    "print input open exec eval compile exit quit globals locals vars setattr delattr breakpoint __import__ "
    "__builtins__ SystemExit KeyboardInterrupt BaseException GeneratorExit"
).split()
ALLOWED = ("analyzer", "math", "numpy")


class StrategyError(ValueError):
    """A strategy that cannot be found, read, compiled or trusted, said in one sentence."""


@dataclass(frozen=True)
class Strategy:
    """One way to play: a file and the values its parameters have."""

    name: str
    path: Path
    source: str = field(repr=False)
    summary: str
    defaults: dict = field(hash=False)
    values: dict = field(hash=False)

    @property
    def registered(self):
        """Does the strategy lie in the folder of strategies, so that its name is enough to find it?"""
        return folder("strategies").resolve() in self.path.resolve().parents

    @property
    def label(self):
        """The name with the parameters that are not at their default: `spend_trump:spend_at=4`."""
        told = [f"{key}={value}" for key, value in self.values.items() if value != self.defaults[key]]
        return f"{self.name}:{','.join(told)}" if told else self.name

    @property
    def word(self):
        """What to type to get this strategy: its label, or the path of a file that is not in the folder."""
        return self.label if self.registered else f"{shlex.quote(str(self.path))}{self.label[len(self.name) :]}"


def folder(kind):
    """The folder of `strategies` or `reports`: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / kind
    return inside if inside.is_dir() else package.parent / kind


def names(game):
    """The names of a game's strategies, in alphabetical order."""
    return sorted(path.stem for path in (folder("strategies") / game).glob("*.py") if not path.stem.startswith("_"))


def find(text, game="briscola"):
    """The Strategy that `text` asks for: NAME or a path to a file, then perhaps `:parameter=value,parameter=value`."""
    what, told = _split(str(text))
    if what.endswith(".py") or "/" in what or "\\" in what:
        path = Path(what).expanduser()
        if not path.is_file():
            raise StrategyError(f"there is no file {what}")
    else:
        path = folder("strategies") / game / f"{what}.py"
        known = names(game)
        if what not in known:
            command = "mazziere strategies" + ("" if game == "briscola" else f" --game {game}")
            elsewhere = [other.name for other in folder("strategies").iterdir() if what in names(other.name)]
            hint = nearest(what, known) or f"; `{command}` lists them ({', '.join(known)})"
            hint = f"; it plays {elsewhere[0]}: --game {elsewhere[0]}" if elsewhere else hint
            own = Path(f"{what}.py").is_file()
            beside = f" (a file of your own is named with its ending: {what}.py)" if own else ""
            raise StrategyError(f"{game} has no strategy {what!r}{hint}{beside}")
    return read(path, told)


def read(path, told=""):
    """The Strategy in a file, its parameters set by `told` (`spend_at=4,greed=0.5`)."""
    try:
        source = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise StrategyError(f"{path} cannot be read: {error}") from None
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError) as error:
        where = f" in line {error.lineno}" if getattr(error, "lineno", None) else ""
        raise StrategyError(f"{path} is not Python: {getattr(error, 'msg', error)}{where}") from None
    name = path.stem
    summary = (ast.get_docstring(tree) or "").strip().partition("\n")[0]
    if not summary:
        raise StrategyError(f"{name} has no docstring: the first line of {path} must say what it does, in quotes")
    choose = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "choose"), None)
    if choose is None:
        raise StrategyError(f"{name} has no function choose(view, ...): see `mazziere new`")
    forbid(name, tree)
    defaults = _defaults(name, choose)
    return Strategy(name, path, source, summary, defaults, defaults | values_told(name, defaults, told))


def _split(text):
    """`path/x.py:a=1` -> (`path/x.py`, `a=1`); a drive letter's colon is no separator."""
    name, colon, told = text.partition(":")
    if colon and name.isidentifier() and len(name) > 1:
        return name, told
    head, colon, told = text.rpartition(":")
    if colon and ("=" in told or not told) and "=" not in head.replace("\\", "/").rpartition("/")[2]:
        return head, told
    first, colon, told = text.partition(":")
    if colon and "=" in told and len(first) > 1:
        return first, told
    return text, ""


def _defaults(name, choose):
    """The keyword parameters of `choose` with their defaults: bools, ints or floats."""
    takes = choose.args
    given = takes.args[1:] + takes.kwonlyargs
    if not takes.args or takes.args[0].arg != "view" or takes.vararg or takes.kwarg or takes.posonlyargs:
        raise StrategyError(f"{name}: choose must be written choose(view, parameter=default, ...)")
    values = [*takes.defaults, *takes.kw_defaults]
    if len(values) != len(given) or None in values:
        raise StrategyError(f"{name}: every parameter of choose but view needs a default")
    if len(given) > MOST_PARAMETERS:
        raise StrategyError(f"{name}: choose has {len(given)} parameters; {MOST_PARAMETERS} is the most")
    defaults = {}
    for parameter, node in zip(given, values, strict=True):
        try:
            value = ast.literal_eval(node)
        except ValueError:
            value = None
        if not isinstance(value, bool | int | float) or not abs(value) < LARGEST:
            raise StrategyError(f"{name}: the default of {parameter.arg} must be a plain number, True or False")
        defaults[parameter.arg] = value
    return defaults


def values_told(name, defaults, told):
    """The values that `told` sets, each of its parameter's kind."""
    values = {}
    for word in filter(None, told.replace(" ", "").split(",")):
        key, equals, text = word.partition("=")
        if key not in defaults:
            known = f"it has {', '.join(defaults)}" if defaults else "it has none"
            raise StrategyError(f"{name} has no parameter {key!r}; {known}{nearest(key, defaults)}")
        kind = type(defaults[key])
        words = {"true": True, "false": False, "1": True, "0": False}
        try:
            values[key] = words[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            wanted = {bool: "True or False", int: "a whole number", float: "a number"}[kind]
            raise StrategyError(f"{name}: {key} takes {wanted}, not {text!r}") from None
        if not abs(values[key]) < LARGEST:
            raise StrategyError(f"{name}: {key} must be a number of ordinary size, not {text!r}")
        if not equals:
            raise StrategyError(f"{name}: {key} needs a value, {key}=...")
    return values


def forbid(name, tree, what="a strategy"):
    """Refuse what would make a strategy impure: chance of its own, a clock, memory, a changed view."""

    def refuse(node, reason):
        raise StrategyError(f"{name}, line {node.lineno}: {reason}")

    for node in tree.body:
        value = getattr(node, "value", None)
        if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
            refuse(node, f"{what} keeps no memory of its own; a table it reads from is written as a tuple, in ( )")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or "."]
            for module in modules:
                if module.partition(".")[0] not in ALLOWED:
                    refuse(node, f"{what} imports analyzer's helpers, numpy and math, not {module}")
                if module.startswith(("analyzer.strategies", "numpy.random")):
                    refuse(node, f"{what} may not import {module}")
        elif isinstance(node, ast.Attribute) and node.attr == "random":
            refuse(node, "chance must come from view.dice, not from a random module, so that a deal can be replayed")
        elif isinstance(node, ast.Name) and node.id in FORBIDDEN:
            refuse(node, f"{what} only answers; it may not use {node.id}")
        elif isinstance(node, ast.Global | ast.Nonlocal):
            refuse(node, f"{what} keeps no memory of its own; what it may remember is in the view")
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            written = node
            while isinstance(written, ast.Subscript):
                written = written.value
            if isinstance(written, ast.Attribute):
                refuse(node, f"{what} may not write to the view, or to any attribute")

"""A rule for trumps as a strategy file, and the questions of the decision fork that lead to it.

Both hold the whole text of the player it is about (see `wrapped`): what that one would do anyway is part of the rule
and of the questions.
"""

import hashlib
import importlib.util
import sys
from keyword import iskeyword
from pathlib import Path
from tempfile import TemporaryFile
from textwrap import wrap
from types import ModuleType

from analyzer import compiled, roster
from analyzer.answer import write
from analyzer.roster import Strategy
from analyzer.trump_cells import Axes
from analyzer.trump_rule import KEEP, SPEND, Rule
from analyzer.wrapped import Imports, wrapped

COMMENT = 118  # columns of a comment

ASKED = '''

def situation(view):
    """The cell of the decision, -1 for all others."""
    return {cell}


def option(view, k):
    """With a trump, without, or the plainest card without."""
    if k == 2:
        return plainest(view)
    own = {call}
    return with_trump(view, own) if k == 0 else without_trump(view, own)
'''
ASKED_IMPORTS: Imports = {"analyzer.trumping": {"plainest", "trump_cell", "with_trump", "without_trump"}}

CHOOSE = '''

def choose(view):
    """The index in view.moves to play: by the rule where it says something, else what {name} plays."""
    own = {call}
    if view.players != {players} or not may_trump(view):
        return own
    said = RULE[{place}trump_stage(view)][trump_column(view)][trump_worth(view)]
    if said > 0:
        return with_trump(view, own)
    return without_trump(view, own) if said < 0 else own
'''
RULE_IMPORTS: Imports = {
    "analyzer.trumping": {"may_trump", "trump_column", "trump_stage", "trump_worth", "with_trump", "without_trump"}
}
TABLE = (
    "By points on the table, {steps}: 1 where a trump is spent, -1 where it is kept, 0 where {name} does what it would "
    "do anyway."
)
NUMBERS = {SPEND: 1, KEEP: -1}


def questions(base: Strategy, axes: Axes) -> ModuleType:
    """A module with `situation` and `option` for decisions of this player, kept with its machine code."""
    inside = wrapped(base, {"situation", "option", "own", "view", "k"}, ASKED_IMPORTS)
    text = "\n".join(
        [
            '"""Shall he spend a trump here?"""\n',
            *inside.imports,
            ASKED.format(cell="trump_cell(view)", call=inside.call),
            "",
            inside.text,
        ]
    )
    path = _kept(f"trumps_of_{_word(base)}", text)
    name = f"mazziere_{path.stem}_{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def check(path: str, force: bool) -> None:
    """ValueError if no strategy can be written there."""
    file = Path(path)
    if file.suffix != ".py" or not file.stem.isidentifier():
        raise ValueError(
            f"--write {path} will not do: a strategy's file is named like my_rule.py, letters, digits and _ only"
        )
    if iskeyword(file.stem):
        raise ValueError(
            f"--write {path} will not do: {file.stem} is a word of Python's own; name the file {file.stem}_rule.py, say"
        )
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {file.parent}")
    if file.exists() and not force:
        raise ValueError(f"{path} is there already; it was left alone (--force writes over it)")
    try:
        with TemporaryFile(dir=file.absolute().parent):  # permissions alone do not tell
            pass
    except OSError:
        raise ValueError(f"nothing can be written to {path}; name a file in another folder") from None
    if file.is_dir():
        raise ValueError(f"--write needs the name of a file, and {path} is a folder")


def played(base: Strategy, rule: Rule) -> Strategy:
    """The player with the rule."""
    docstring = f'"""Plays like {base.label} but for a rule about trumps."""'
    return roster.read(_kept(f"{_word(base)}_with_the_rule", text_of(base, rule, docstring)))


def text_of(base: Strategy, rule: Rule, docstring: str) -> str:
    """The player with the rule as a strategy file."""
    imports = {module: set(names) for module, names in RULE_IMPORTS.items()}
    partners = len(rule.axes.places) > 1
    if partners:
        imports["analyzer.trumping"].add("trump_place")
    inside = wrapped(base, {"choose", "RULE", "own", "said", "view"}, imports)
    choose = CHOOSE.format(
        name=inside.name, call=inside.call, players=rule.axes.players, place="trump_place(view)][" * partners
    )
    below = f"# {inside.name}, as it was when this file was written."
    return "\n".join([docstring, "", *inside.imports, "", *_table(rule, inside), choose, "", below, "", inside.text])


def docstring(base: Strategy, sentences: list[str], origin: list[str]) -> str:
    """A strategy's docstring: what it does, the rule in words, where it comes from."""
    head = f"Plays like {base.label}, but spends and keeps trumps by the rule below."
    parts = ["\n".join(wrap(each, COMMENT)) for each in (*sentences, *origin)]
    told = "\n\n".join([head, *parts]).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{told}\n"""'


def _table(rule, inside):
    """RULE, a row for every line, with comments."""
    axes = rule.axes
    several = len(axes.places) > 1
    inner = "    " * (2 + several)
    rows = ["RULE = ("]
    for place, told in enumerate(axes.places):
        rows += [f"    (  # {told}"] * several
        for stage, name in enumerate(axes.stages):
            rows.append(f"{inner[4:]}(  # {name} to draw")
            for column, what in enumerate(axes.columns):
                numbers = [str(NUMBERS.get(said, 0)) for said in rule.lines[place, stage, column]]
                rows.append(f"{inner}({', '.join(numbers)}),  # {what}")
            rows.append(f"{inner[4:]}),")
        rows += ["    ),"] * several
    steps = ", ".join(axes.points(worth) for worth in range(len(axes.worths)))
    comments = wrap(TABLE.format(name=inside.name, steps=steps), COMMENT)
    return [*(f"# {line}" for line in comments), *rows, ")"]


def _word(base):
    """The player's name as that of a file."""
    return "".join(letter if letter.isalnum() else "_" for letter in base.name)


def _kept(name, text):
    """The path of a file with this text, in the folder of machine code made from it."""
    path = compiled.cache_folder(text) / f"{name}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        write(path, text)
    return path

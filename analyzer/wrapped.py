"""A strategy's text inside another's, its `choose` under another name, so that one file holds all that is played.

A file that stands alone can be handed on, plays tomorrow what it played today, and has machine code of its own: nobody
else's file is imported, so none can change behind its back.
"""

import ast
import io
import tokenize
from keyword import iskeyword
from textwrap import wrap
from typing import NamedTuple

from analyzer.roster import Strategy

WIDE = 120  # columns
Imports = dict[str, set[str]]  # names by module, each as it stands in the import: `count`, `count as ones`


class Wrapped(NamedTuple):
    """What to put where: imports at the top, `call` where the strategy is asked, the text below all else."""

    imports: list[str]
    call: str
    name: str
    text: str


def wrapped(strategy: Strategy, names: set[str], imports: Imports) -> Wrapped:
    """The strategy for a file that uses `names` and has these `imports`; its own names give way to them.

    Values of parameters that are not at their default go into the call.
    """
    tree = ast.parse(strategy.source)
    defined = _defined(tree)
    shared = {name for module in imports.values() for name in module}
    taken = names | shared
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | set(defined)
    called = _fresh(strategy.name if strategy.name.isidentifier() else "before", (used | taken) - {"choose"})
    new = {"choose": called}
    for name, home in defined.items():
        same = home is not None and home[1] == name and name in imports.get(home[0], ())
        if name in taken - {"choose"} and not same:
            new[name] = _fresh(name, used | taken | set(new.values()))
    body, docstring = _without_head(strategy.source, tree)
    both: Imports = {module: set(known) for module, known in imports.items()}
    plain = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            both.setdefault(node.module or "", set()).update(_alias(each, new) for each in node.names)
        elif isinstance(node, ast.Import):
            plain += [f"import {_alias(each, new)}" for each in node.names]
    changed = [f"{key}={value!r}" for key, value in strategy.values.items() if value != strategy.defaults[key]]
    comment = "\n".join(f"# {line}".rstrip() for line in _fitted(docstring))
    rest = _renamed(body, new).strip()
    gap = "\n\n\n" if rest.startswith("def ") else "\n\n"
    text = f"{comment}{gap}{rest}\n".lstrip()
    return Wrapped([*sorted(plain), *lines(both)], f"{called}({', '.join(['view', *changed])})", called, text)


def lines(imports: Imports) -> list[str]:
    """The imports as they are written, in order."""
    found = []
    for module, names in sorted(imports.items()):
        head, told = f"from {module} import ", sorted(names)
        if len(head + ", ".join(told)) <= WIDE:
            found.append(head + ", ".join(told))
        else:
            found += [f"{head}(", *(f"    {name}," for name in told), ")"]
    return found


def _defined(tree):
    """The names a file defines at its top, each with (module, name) if it comes from an import."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = None
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {each.id: None for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            found |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {(alias.asname or alias.name).partition(".")[0]: None for alias in node.names}
    return found


def _fresh(name, taken):
    """The name, or one like it that is not taken."""
    name = f"{name}_" if iskeyword(name) else name
    tried, number = name, 1
    while tried in taken:
        number += 1
        tried = f"{name}_{number}"
    return tried


def _alias(alias, new):
    """One name of an import, under its new name."""
    called = alias.asname or alias.name
    called = new.get(called, called)
    return alias.name if called == alias.name else f"{alias.name} as {called}"


def _without_head(source, tree):
    """The text without docstring and imports, and the docstring."""
    rows = source.splitlines(keepends=True)
    docstring = ast.get_docstring(tree) or ""
    for node in tree.body:
        first = isinstance(node, ast.Expr) and node is tree.body[0] and docstring
        if first or isinstance(node, ast.Import | ast.ImportFrom):
            for row in range(node.lineno - 1, node.end_lineno):
                rows[row] = ""
    return "".join(rows), docstring


def _fitted(docstring):
    """The docstring's lines, its paragraphs broken anew where one is too long for a comment; indented ones stay."""
    found = []
    for paragraph in docstring.split("\n\n"):
        rows = paragraph.splitlines()
        if max(map(len, rows), default=0) > WIDE - 2 and not any(row.startswith(" ") for row in rows):
            rows = wrap(paragraph, WIDE - 2)
        found += [*rows, ""]
    return found[:-1]


def _renamed(text, new):
    """The text with its names changed; what comes after a point is no name of the file."""
    rows = text.splitlines(keepends=True)
    before = ""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and token.string in new and before != ".":
            found.append(token)
        before = token.string
    for token in reversed(found):
        row, start = token.start
        line = rows[row - 1]
        rows[row - 1] = line[:start] + new[token.string] + line[start + len(token.string) :]
    return "".join(rows)

"""Answers as pages that need nothing but themselves: no script, nothing from elsewhere, charts as inline SVG.

One answer makes a page, many make the book; both have their style and their parts from the folder `pages`.  Charts take
their colours from the page, so that they are dark where the page is.  jinja2 and matplotlib are imported when needed.
"""

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from analyzer import charts
from analyzer.answer import Answer, Drawing, Table, write
from analyzer.render import INTERRUPTED, run_texts

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "pages"
WORDS, PROSE = 16, 60  # letters: more than that are several words, or sentences
# What the page calls the colours of our charts.
NAMES = {
    charts.PAPER: "paper",
    charts.INK: "ink",
    charts.QUIET: "quiet",
    charts.FAINT: "faint",
    charts.LEVEL: "level",
    charts.FIRST: "first",
    charts.SECOND: "second",
    charts.GREEN: "green",
    charts.PURPLE: "purple",
}


def as_html(answer: Answer) -> str:
    """One page that needs nothing but itself."""
    shown = [(each, chart(each, f"chart-{number}-{each.name}")) for number, each in enumerate(answer.drawings, 1)]
    return page("answer.html.j2", answer=answer, interrupted=INTERRUPTED, charts=shown, run=run_texts(answer.run))


def save_html(answer: Answer, path: "str | Path") -> None:
    """Write the page to a file, whole or not at all; OSError when that fails."""
    write(path, as_html(answer))


def page(template: str, styles: tuple[str, ...] = ("style.css",), **shown: Any) -> str:
    """A template of the folder `pages` with what is to be shown in it."""
    from markupsafe import Markup

    style = Markup("".join(_text(name) for name in styles).rstrip())
    return _environment().get_template(template).render(styles=style, **shown).strip() + "\n"


def chart(drawing: Drawing, name: str) -> Any:
    """The chart as an `<svg>` element, its ids made its own by `name`; its colours are those of the page.

    A chart that also has colours of its own making keeps its white ground and all its colours.
    """
    from markupsafe import Markup, escape

    text = charts.inline_svg(drawing.figure(), name)
    kind = ""
    if {color.lower() for color in re.findall(r"(?:fill|stroke): (#[0-9a-fA-F]{6})", text)} <= {*NAMES}:
        text = re.sub(r"(fill|stroke): (#[0-9a-fA-F]{6})", _named, text)
    else:
        kind = ' class="white"'
    label = escape(drawing.caption or drawing.name.replace("_", " ").replace("-", " "))
    return Markup(text.replace("<svg", f'<svg{kind} role="img" aria-label="{label}"', 1))


def _named(found: re.Match) -> str:
    """A colour of ours as a colour of the page."""
    return f"{found[1]}: var(--chart-{NAMES[found[2].lower()]}, {found[2]})"


@cache
def _environment() -> Any:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(_text), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["breakable"] = _breakable
    made.filters["classes"] = _classes
    return made


def _classes(table: Table, texts: list[list[str]]) -> list[Any]:
    """What each column of a table is: figures to the right, some words, or whole sentences, which need room."""
    from markupsafe import Markup

    longest = [max((len(row[place]) for row in texts), default=0) for place in range(len(table.columns))]
    kinds = [
        "right" if column.align == "right" else "prose" if most > PROSE else "words" if most > WORDS else ""
        for column, most in zip(table.columns, longest, strict=True)
    ]
    return [Markup(f' class="{kind}"') if kind else "" for kind in kinds]


def _text(name: str) -> str:
    return files(__package__).joinpath(FOLDER, name).read_text("utf-8")


def _breakable(text: str) -> Any:
    """The text with places where a long name may be broken."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([:,/=])(?=[A-Za-z_])", r"\1<wbr>", str(escape(text))))

"""Tiny questions in files of their own, for the tests of the book."""

QUESTION = '''"""{asked}

{about}
"""

from functools import partial

from analyzer import plots, progress
from analyzer.answer import Answer, Column, Drawing, Table

CHAPTER = {chapter!r}
USUAL_DEALS = 1000
LEAST_DEALS = 200


def ask(deals: int = USUAL_DEALS, seed: int = 1, jobs: int = None):
    with progress.bar("counting", deals) as tell:
        for done in range(0, deals + 1, 100):
            tell(done)
{act}
    gain = seed + deals / 1000
    sentence = f"It gains {{gain:.2f}} points (0.10 to 9.90) a game & more, <surely>."
    rows = [(f"row {{k}}", k + gain, 0.1, 9.9) for k in range({rows})]
    columns = [Column("who", "Who"), *(Column(key, key, "right", 2) for key in ("mean", "low", "high"))]
    draw = plots.forest(rows[:3], title=sentence, subtitle=f"{{deals}} deals, seed {{seed}}", unit="points")
    return Answer(
        question="Short?",
        sentences=[sentence, "So be it."],
        block=[sentence, "2.5 s, 1,234 games/s"],
        tables=[Table("gains", columns, rows, "What it gains"), Table("nothing", columns, [])],
        drawings=[Drawing("gains", draw, "The gains with their intervals")],
        facts={{"deals": deals, "seed": seed, "gain": gain}},
        run={{"seconds": 2.5, "jobs": jobs or 2, "version": "0"}},
        command=f"mazziere {name} --deals {{deals}} --seed {{seed}}",
        interrupted={interrupted},
    )
'''


def write(folder, name, asked="Is it so?", chapter="Trumps", act="", rows=3, interrupted=False):
    """Write a question; `act` is a line of Python in its middle."""
    path = folder / f"{name}.py"
    about = "Two players who differ in nothing else play the same deals.\n\nMore than that is not in the book."
    path.write_text(
        QUESTION.format(
            asked=asked,
            about=about,
            chapter=chapter,
            act=f"    {act}",
            rows=rows,
            name=name.replace("_", "-"),
            interrupted=interrupted,
        )
    )
    return str(path)

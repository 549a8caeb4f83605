"""How do I start a strategy of my own?

Writes a small, commented strategy that already plays; change it, `check` it, `compare` it.
"""

from typing import Annotated

import typer

from analyzer.options import Game

EXAMPLE = "mazziere new mine.py"

START = '''"""Wins tricks worth `enough` points as cheaply as it can, and otherwise throws away its cheapest card."""

from analyzer.briscola import beats, points, strength, suit


def choose(view, enough=4):
    """The index in view.moves to play.

    The view holds what a player at the table knows; among it (the rest stands in analyzer/briscola.py, VIEW):
      view.moves[:view.n_moves]   my cards        view.trump          the trump suit
      view.led, view.winning      cards, or -1    view.table_points   points on the table
      view.stock                  cards to draw   view.unseen         mask of cards I have not seen
    Parameters with a default can be set on the command line: mine.py:enough=10
    """
    best = 0
    lowest = 1000
    for k in range(view.n_moves):
        card = view.moves[k]
        cost = 3 * points(card) + strength(card)
        if suit(card) == view.trump:
            cost += 15
        wins = view.led >= 0 and beats(card, view.winning, view.trump)
        if wins and view.table_points + points(card) >= enough:
            cost -= 100
        if cost < lowest:
            best = k
            lowest = cost
    return best
'''


def ask(
    file: Annotated[str, typer.Argument(help="The file to write, such as mine.py.", show_default=False)],
    *,
    game: Game = "briscola",
):
    """Write a strategy to start from; never over an existing file."""
    from pathlib import Path

    from analyzer import tables
    from analyzer.answer import Answer, write

    tables.table(game)
    path = Path(file)
    if path.suffix != ".py" or not path.stem.isidentifier():
        raise ValueError(f"{file} will not do: a strategy's file is named like mine.py, letters, digits and _ only")
    if path.exists():
        raise ValueError(f"{file} is there already; it was left alone")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    write(path, START)
    steps = [f"mazziere check {file}", f"mazziere compare {file} spend_trump"]
    return Answer(
        question="How do I start a strategy of my own?",
        sentences=[f"wrote {file}, a strategy that already plays."],
        block=[f"wrote {file}, a strategy that already plays; then:", *(f"    {step}" for step in steps)],
        facts={"file": file, "game": game, "next": steps},
        command=f"mazziere new {file}",
    )

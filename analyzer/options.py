"""What a person may type for the options that many questions share, and what it means in Python."""

import re
import secrets
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Annotated, Any

import typer

DEFAULT_SEED = 1
MOST_DEALS = 10**12
SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}


def whole(text: Any) -> int:
    """A whole number as people write it: `1000`, `250k`, `1M`, `1e6`, `1_000_000`.  ValueError for anything else."""
    if isinstance(text, bool):
        raise ValueError(f"{text} is no whole number; write it like 1000, 250k, 1M or 1e6")
    if isinstance(text, int):
        return text
    match = re.fullmatch(r"(-?[\d_,]*\.?\d+(?:e\+?\d+)?)([kmb]?)", str(text).strip().lower())
    try:
        value = Decimal(match[1].replace(",", "").replace("_", "")) * SUFFIXES[match[2]] if match else None
    except InvalidOperation:
        value = None
    if value is not None and abs(value) > 2**53:
        raise ValueError(f"{text} is too large; whole numbers go up to {2**53} here")
    if value is None or value != int(value):
        raise ValueError(f"{text!r} is no whole number; write it like 1000, 250k, 1M or 1e6")
    return int(value)


def count(text: Any) -> int:
    """How many deals: a whole number from 1 to a million million."""
    number = whole(text)
    if not 1 <= number <= MOST_DEALS:
        raise ValueError(f"there must be 1 to {MOST_DEALS:,} deals, not {number:,}")
    return number


def small_count(text: Any, what: str) -> int:
    """How many threads, deals at a time or players, or which seating: a whole number from 1 to a million."""
    number = whole(text)
    if not 1 <= number <= 1_000_000:
        raise ValueError(f"{what}: a number from 1 to a million, not {number:,}")
    return number


def duration(text: Any) -> float:
    """A time in seconds, from a tenth of a second to a year."""
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = 0.0
    if not 0.1 <= number <= 31_557_600:
        raise ValueError(f"{text!r} is no time in seconds from 0.1 up")
    return number


def seed_number(text: Any) -> int:
    """A seed: a whole number from 0 to 2**53, or `random` to draw one."""
    if isinstance(text, str) and text == "random":
        return secrets.randbits(32)
    number = whole(text)
    if not 0 <= number <= 2**53:
        raise ValueError(f"a seed is a whole number from 0 to {2**53}, or random, not {number}")
    return number


def deal_number(text: Any) -> int:
    """The number of a deal: a whole number from 0 to 2**53."""
    number = whole(text)
    if not 0 <= number <= 2**53:
        raise ValueError(f"deals are numbered from 0 to {2**53}, there is no deal {number}")
    return number


class Mistyped(Exception):
    """A word on the command line that means nothing; typer would wrap a ValueError in three lines of usage."""


def typed(parse, metavar):
    """A typer parser out of one of the functions above: its sentence becomes the message."""

    def parser(text: str):
        try:
            return parse(text)
        except ValueError as error:
            raise Mistyped(str(error)) from None

    parser.__name__ = metavar
    return parser


def strategy_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The strategies a shell may complete."""
    from analyzer import roster

    game = ctx.params.get("game") or "briscola"
    return [name for name in roster.names(game) if name.startswith(incomplete)]


def game_names(incomplete: str) -> list[str]:
    """The games a shell may complete."""
    from analyzer import roster

    return [path.name for path in roster.folder("strategies").iterdir() if path.name.startswith(incomplete)]


Strategy = Annotated[
    str,
    typer.Argument(
        help="A strategy by name, or a file of your own; with parameters: spend_trump:spend_at=4.",
        autocompletion=strategy_names,
        show_default=False,
    ),
]
Strategies = Annotated[
    list[str],
    typer.Argument(
        help="Two strategies, or more where everybody may be for himself: by name, or a file of your own; with "
        "parameters, spend_trump:spend_at=4; partners of two kinds, a+b.",
        autocompletion=strategy_names,
        show_default=False,
        metavar="STRATEGY",
    ),
]
Deals = Annotated[
    int,
    typer.Option(parser=typed(count, "NUMBER"), help="How many deals, each played from every seat: 1000, 250k, 1M."),
]
Seed = Annotated[
    int, typer.Option(parser=typed(seed_number, "SEED"), help="The seed of all chance: a whole number, or random.")
]
First = Annotated[
    int, typer.Option("--first", parser=typed(deal_number, "NUMBER"), help="The number of the first deal.")
]
Game = Annotated[str, typer.Option(help="The game.", autocompletion=game_names)]
Players = Annotated[
    int | None,
    typer.Option(
        parser=typed(partial(small_count, what="players"), "NUMBER"),
        help="How many sit at the table: 2, 3, 4 or 6; at chiamata always 5, at burraco 4.",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(help="A rule option, such as tie=replay; may be given several times.  `mazziere games` lists them."),
]
MatchFormat = Annotated[
    str,
    typer.Option(
        "--match",
        help="What is one game: single, best_of=3, best_of=5 or first_to=N hands (at chiamata units); at burraco "
        "single or full, a whole match, which --match alone means.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        parser=typed(partial(small_count, what="threads"), "NUMBER"),
        help="Threads; by default one for every processor.",
    ),
]
Chunk = Annotated[
    int | None,
    typer.Option(
        parser=typed(partial(small_count, what="deals at a time"), "NUMBER"),
        help="Deals a thread takes at a time; never changes the result.",
    ),
]
SharedStock = Annotated[
    bool, typer.Option("--shared-stock", help="Draw from one stock instead of seat streams (the rule shared_stock=on).")
]
DealTimeout = Annotated[
    float,
    typer.Option(
        parser=typed(duration, "SECONDS"), help="Seconds without a finished chunk of deals until a strategy is stuck."
    ),
]
Save = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write every game as a row of FILE.csv or FILE.parquet.")
]
Deal = Annotated[int, typer.Option("--deal", parser=typed(deal_number, "NUMBER"), help="The number of the deal.")]

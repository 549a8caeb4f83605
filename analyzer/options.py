"""What a person may type for the options that many questions share, and what it means in Python."""

import re
import secrets
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Annotated, Any

import typer

DEFAULT_SEED = 1
DEAL_TIMEOUT = 60.0  # seconds
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


def pace(jobs: Any, chunk: Any, deal_timeout: Any) -> tuple[int | None, int | None, float]:
    """How a run is played: threads, deals one takes at a time (None: as suits), and how long a strategy may think."""
    return (
        None if jobs is None else small_count(jobs, "threads"),
        None if chunk is None else small_count(chunk, "deals at a time"),
        duration(deal_timeout),
    )


def deal_range(deals: Any, first: Any) -> tuple[int, int]:
    """How many deals, and the number of the first; the last must have a number too."""
    deals, first = count(deals), deal_number(first)
    deal_number(first + deals - 1)
    return deals, first


def probability(text: Any, what: str) -> float:
    """A probability strictly between 0 and 1: `0.05`, `5%`."""
    number = _fraction(text)
    if number is None or not 0 < number < 1:
        raise ValueError(f"{what} lies between 0 and 1, such as 0.05, not {text!r}")
    return number


def two_scores(text: Any) -> tuple[float, float]:
    """Two win scores, LO,HI, the lower first: `0.50,0.51` or `50%,51%`."""
    lo, hi = _two(text, "--sprt", "0.50,0.51")
    if not 0 < lo < hi < 1:
        raise ValueError(
            f"--sprt weighs two win scores between 0 and 1, the lower one first, such as 0.50,0.51, not {text}"
        )
    return lo, hi


def two_margins(text: Any) -> tuple[float, float]:
    """Two margins in points, LO,HI, the lower first: `0,1.5`."""
    lo, hi = _two(text, "--sprt-margin", "0,1")
    if "%" in str(text) or not lo < hi:
        raise ValueError(f"--sprt-margin weighs two margins in points, the lower one first, such as 0,1, not {text}")
    return lo, hi


def precision(text: Any) -> tuple[str, float]:
    """How close an interval must come: `ci=0.2%` for the score, `margin=0.5` for points: (score or margin, half)."""
    name, equals, wanted = str(text).partition("=")
    half = _fraction(wanted)
    if name not in ("ci", "margin") or not equals:
        raise ValueError(f"--until is written ci=0.2% (of the score) or margin=0.5 (in points), not {text}")
    most = 0.5 if name == "ci" else 1e6
    if half is None or not 0 < half < most or (name == "margin" and "%" in wanted):
        example = "a share such as 0.2% or 0.002" if name == "ci" else "a number of points such as 0.5"
        raise ValueError(f"--until {name}= needs {example}, not {wanted!r}")
    return ("score" if name == "ci" else "margin"), half


def _two(text: Any, option: str, example: str) -> tuple[float, float]:
    """Two numbers, parted by a comma."""
    parts = text if isinstance(text, (tuple, list)) else str(text).split(",")
    numbers = [_fraction(part) for part in parts]
    if len(numbers) != 2 or None in numbers:
        raise ValueError(f"{option} needs two numbers LO,HI, such as {example}, not {text}")
    return numbers[0], numbers[1]  # type: ignore[return-value]


def _fraction(text: Any) -> float | None:
    """A finite number, `0.2%` being 0.002; None for anything else."""
    word = str(text).strip()
    match = re.fullmatch(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?) *(%?)", word, re.IGNORECASE)
    number = float(Decimal(match[1]) / (100 if match[2] else 1)) if match else None
    return number if number is not None and abs(number) < 1e300 else None


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
DealsOrMost = Annotated[
    int | None,
    typer.Option(
        parser=typed(count, "NUMBER"),
        help="How many deals, each played from every seat: 1000, 250k, 1M; by default 100,000.  With --sprt or "
        "--until the most that are played, by default 1,000 million.",
    ),
]


def sprt_scores(help: str) -> Any:
    """The option --sprt, with words of its own for what it does."""
    return Annotated[Any, typer.Option("--sprt", parser=typed(two_scores, "LO,HI"), metavar="LO,HI", help=help)]


def sprt_margins(help: str) -> Any:
    """The option --sprt-margin."""
    return Annotated[Any, typer.Option("--sprt-margin", parser=typed(two_margins, "LO,HI"), metavar="LO,HI", help=help)]


SprtScores = sprt_scores("Play until a sequential test has decided between two win scores, such as 0.50,0.51.")
SprtMargins = sprt_margins(
    "The same between two margins in points; where everybody is for himself, of the first among the others."
)
Until = Annotated[
    Any,
    typer.Option(
        "--until",
        parser=typed(precision, "WHAT"),
        metavar="ci=0.2%",
        help="Play until the score is known to within 0.2 % either way, or the margin to within half a point "
        "(margin=0.5).",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="POOL",
        help="The opponents, parted by commas; by default the default setting itself.",
        show_default=False,
    ),
]
Alpha = Annotated[
    float,
    typer.Option(
        parser=typed(partial(probability, what="alpha"), "SHARE"),
        help="How often H1, the higher one, is accepted at most if H0 is true.",
    ),
]
Beta = Annotated[
    float,
    typer.Option(
        parser=typed(partial(probability, what="beta"), "SHARE"), help="How often H0 is accepted at most if H1 is true."
    ),
]
ExitStatus = Annotated[
    bool,
    typer.Option(
        "--exit-status",
        help="Leave with 0 if H1 is accepted (or --until reached), 10 if H0 is, 11 if neither; for scripts.",
    ),
]
State = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="FILE",
        help="Keep what is finished in FILE and go on from there: a run can be stopped at any moment.",
    ),
]
Trace = Annotated[
    str | None,
    typer.Option(
        "--trace", metavar="FILE", help="Write how it stood after fixed numbers of deals to FILE.jsonl or FILE.csv."
    ),
]

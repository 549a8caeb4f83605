"""The options that many questions share: their names, their help, and what they mean (`reading`)."""

from functools import partial
from typing import Annotated, Any

import typer

from analyzer.reading import (
    count,
    deal_number,
    duration,
    precision,
    probability,
    seed_number,
    small_count,
    two_margins,
    two_scores,
)

DEFAULT_SEED = 1
DEAL_TIMEOUT = 60.0  # seconds


def deal_range(deals: Any, first: Any) -> tuple[int, int]:
    """How many deals, and the number of the first; the last must have a number too."""
    deals, first = count(deals), deal_number(first)
    deal_number(first + deals - 1)
    return deals, first


def pace(jobs: Any, chunk: Any, deal_timeout: Any) -> tuple[int | None, int | None, float]:
    """How a run is played: threads, deals one takes at a time (None: as suits), and how long a strategy may think."""
    return (
        None if jobs is None else small_count(jobs, "threads"),
        None if chunk is None else small_count(chunk, "deals at a time"),
        duration(deal_timeout),
    )


class Mistyped(Exception):
    """A word on the command line that means nothing; typer would wrap a ValueError in three lines of usage."""


def typed(parse, metavar):
    """A typer parser out of a function of `reading`: its sentence becomes the message."""

    def parser(text: Any):
        try:
            return parse(text.strip() if isinstance(text, str) else text)
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


def players_are(help: str, metavar: str = "A,B") -> Any:
    """The option --players-are, with words of its own for what they do."""
    return Annotated[str | None, typer.Option("--players-are", metavar=metavar, help=help, show_default=False)]


def against(help: str) -> Any:
    """The option --against, with words of its own for what it does."""
    return Annotated[str | None, typer.Option("--against", metavar="POOL", help=help, show_default=False)]


def deals_option(usual: int, how: str = "each played from every seat") -> Any:
    """The option --deals of a question that plays `usual` of them by itself."""
    return Annotated[
        int | None,
        typer.Option(
            parser=typed(count, "NUMBER"),
            help=f"How many deals, {how}; by default {usual:,}.",
            show_default=False,
        ),
    ]

"""What do these counts say: who is ahead, by how much, and how sure is that?

Takes the counts of pairs that compare prints (LL,LD,WL+DD,WD,WW: deals by what the first strategy got from their two
games), or counts of single games (wins,draws,losses, or wins=700 games=1000), or mean, sd and number of deals of
margins in points.  Answers with the interval and the p-value, as Elo if that is wanted, and says where a sequential
test stands, and how long it may still take.  Several groups of counts are added up.

From counts of single games --best-of 5 tells who wins an evening of such games.

Single games are taken as independent.  That is right where every game had a deal of its own; it is wrong for the games
of duplicate deals, which share their cards: luck in them cancels, and only pairs show how much of it did.
"""

from typing import Annotated

import typer

from analyzer import options

EXAMPLE = "mazziere stats 120,310,1420,390,160 --sprt 0.50,0.51"


def ask(
    *counts: Annotated[
        list[str],
        typer.Argument(
            help="LL,LD,WL+DD,WD,WW or WINS,DRAWS,LOSSES or wins=700 games=1000 or mean=0.8,sd=11.1,n=5000.",
            show_default=False,
            metavar="COUNTS",
            default_factory=list,
        ),
    ],
    sprt: options.sprt_scores("What a sequential test of two win scores says, such as 0.50,0.51.") = None,
    sprt_margin: options.sprt_margins(
        "The same of two margins in points; three numbers are then mean, sd and number of deals."
    ) = None,
    sprt_elo: Annotated[
        str | None, typer.Option("--sprt-elo", metavar="LO,HI", help="The same of two scores told as Elo.")
    ] = None,
    sprt_nelo: Annotated[
        str | None, typer.Option("--sprt-nelo", metavar="LO,HI", help="The same of two scores told as nElo.")
    ] = None,
    alpha: options.Alpha = 0.05,
    beta: options.Beta = 0.05,
    elo: Annotated[bool, typer.Option("--elo", help="Also as chess testers put it: Elo, nElo and LOS.")] = False,
    best_of: Annotated[
        int | None,
        typer.Option("--best-of", metavar="N", help="Also who wins the best of N single games, an odd number of them."),
    ] = None,
    always_valid: Annotated[
        bool,
        typer.Option(
            "--always-valid",
            help="Also the interval that holds at every look; the groups of counts are then what came in from look to "
            "look, in order.",
        ),
    ] = False,
):
    """Weigh `counts`, strings or lists of numbers."""
    from analyzer import pasted, reading
    from analyzer.tested import Tested
    from analyzer.told_counts import ToldCounts

    tests = {"--sprt": sprt, "--sprt-margin": sprt_margin, "--sprt-elo": sprt_elo, "--sprt-nelo": sprt_nelo}
    asked = [(option, value) for option, value in tests.items() if value is not None]
    if len(asked) > 1:
        raise ValueError(f"{' and '.join(option for option, _ in asked)} are two tests; ask for one at a time")
    best_of = None if best_of is None else reading.whole(best_of)
    found = pasted.read(counts, margins=sprt_margin is not None)
    if not asked and (alpha, beta) != (0.05, 0.05):
        raise ValueError("alpha and beta are the errors of a test: say which, with --sprt LO,HI or --sprt-margin LO,HI")
    if elo and found.kind == "margins":
        raise ValueError("Elo is told of scores, and margins do not show them: give counts of pairs or of games")
    test = Tested(found, *asked[0], alpha, beta) if asked else None
    words = [found.told(), *(test.words() if test else []), *["--elo"] * elo]
    words += [*([f"--best-of {best_of}"] if best_of is not None else []), *["--always-valid"] * always_valid]
    return _answer(ToldCounts(found, elo, always_valid, best_of), test, " ".join(["mazziere stats", *words]))


def _answer(told, test, command):
    """The Answer."""
    from analyzer import __version__
    from analyzer.answer import Answer

    verdict, *more = told.sentences()
    sentences = [verdict, *([f"{test.sentence()}."] if test else []), *more]
    return Answer(
        question="What do these counts say?",
        sentences=sentences,
        block=[
            told.title,
            *sentences,
            *told.lines(),
            *(test.lines() if test else told.still_to_play()),
            f"again: {command}",
        ],
        tables=told.tables(test),
        drawings=told.drawings(),
        facts=told.facts() | ({"test": test.facts()} if test else {}) | {"verdict": verdict},
        run={"version": __version__},
        command=command,
    )

"""How many deals does it take to see a difference, and how long is that?

Two strategies play a pilot, which shows how much deals vary and how fast they are played; or --sd or --variance says
how much they vary, as compare and stats print it.  From that follows how many deals show a difference (--see of the
win score, --see-margin in points, several with commas), and how long a sequential test takes (--sprt, --sprt-margin).

Where everybody may be for himself (3 players, chiamata) payoffs in points or units are planned, of the first strategy
alone among players of the second.  A pilot says nothing about who is better that `compare` would not say more surely.
"""

from functools import partial
from typing import Annotated

import typer

from analyzer import options, reading
from analyzer.options import Chunk, DealTimeout, First, Game, Jobs, MatchFormat, Players, Rules, Seed, SharedStock
from analyzer.wording import all_of

EXAMPLE = "mazziere plan spend_trump count_cards --see 0.2% --power 0.9 --sprt 0.50,0.51"

Names = Annotated[
    list[str],
    typer.Argument(
        help="Two strategies for the pilot, or none: then --sd or --variance says how much deals vary.",
        autocompletion=options.strategy_names,
        show_default=False,
        metavar="STRATEGY",
        default_factory=list,
    ),
]


def ask(
    *strategies: Names,
    see: Annotated[
        str | None, typer.Option("--see", metavar="0.2%", help="Differences in win score to be seen: 0.2%, or 0.2%,1%.")
    ] = None,
    see_margin: Annotated[
        str | None, typer.Option("--see-margin", metavar="POINTS", help="Differences in points a game to be seen: 0.5.")
    ] = None,
    power: Annotated[
        float,
        typer.Option(
            parser=options.typed(partial(reading.probability, what="power"), "SHARE"),
            help="How often a match of so many deals is to show the difference.",
        ),
    ] = 0.8,
    sprt: options.sprt_scores("How long a sequential test of two win scores takes, such as 0.50,0.51.") = None,
    sprt_margin: options.sprt_margins("The same of two margins in points a game.") = None,
    alpha: options.Alpha = 0.05,
    beta: options.Beta = 0.05,
    sd: Annotated[
        str | None,
        typer.Option(
            "--sd", metavar="NUMBER", help="Instead of a pilot: sd of a deal, of the score (21.7%) or of the margin."
        ),
    ] = None,
    variance: Annotated[str | None, typer.Option("--variance", metavar="NUMBER", help="The square of that.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=options.typed(reading.count, "NUMBER"),
            help="How many deals the pilot plays, each from every seat; by default 10,000.",
        ),
    ] = None,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = options.DEAL_TIMEOUT,
):
    """Plan a match of `strategies`, or of any two whose deals vary by `sd`."""
    from analyzer.planned import Plan
    from analyzer.wanted import spread, wanted

    asked = wanted(see, see_margin, sprt, sprt_margin, power, alpha, beta)
    at = dict(seed=seed, game=game, players=players, rules=rules, match=match, shared_stock=shared_stock)
    if sd is None and variance is None:
        pilot = _pilot(strategies, deals, first_deal, at)
        kinds = pilot.kinds(asked.kinds)
        pilot.play(*options.pace(jobs, chunk, deal_timeout))
        plans = [Plan(pilot.spread(kind), asked) for kind in kinds]
        return _answer(plans, pilot, pilot.command(asked.words()))
    pace = {"jobs": jobs, "chunk": chunk, "deal_timeout": deal_timeout}
    _only_of_a_pilot(strategies, {"deals": deals, "first": first_deal} | at | pace)
    plan = Plan(spread(sd, variance, asked.kinds), asked)
    given = f"--variance {variance}" if sd is None else f"--sd {sd}"
    return _answer([plan], None, " ".join(["mazziere plan", given.replace(" %", "%"), *asked.words()]))


def _pilot(strategies, deals, first, at):
    """The pilot of two strategies."""
    from analyzer import match as matches
    from analyzer.pilot import USUAL, Pilot

    if len(strategies) != 2:
        raise ValueError(
            f"a plan is of one strategy against another, not of {len(strategies)}: name two for the pilot, or say how "
            "much deals vary, as in --sd 21.7%"
        )
    deals, first = options.deal_range(USUAL if deals is None else deals, first)
    return Pilot(matches.contest(*strategies, **at), deals, first)


def _only_of_a_pilot(strategies, given):
    """Refuse, where deals vary as --sd says, what would only be heard if a pilot were played."""
    if strategies:
        raise ValueError("a pilot shows how much deals vary, so --sd and --variance need no strategies: leave out one")
    usual = {"seed": options.DEFAULT_SEED, "game": "briscola", "match": "single", "deal_timeout": options.DEAL_TIMEOUT}
    heard = [f"--{name.replace('_', '-')}" for name, value in given.items() if value and value != usual.get(name)]
    if heard:
        out = f"leave {'it' if len(heard) == 1 else 'them'} out"
        raise ValueError(f"with --sd or --variance no pilot is played, so {all_of(heard)} would go unheard: {out}")


def _answer(plans, pilot, command):
    """The Answer."""
    from analyzer import __version__
    from analyzer.answer import Answer

    verdict = plans[0].without_clock().sentences()[0]
    sentences = [sentence for plan in plans for sentence in plan.sentences()]
    sentences += [pilot.sentence(plan) for plan in plans] if pilot else []
    kinds = [plan.spread.kind for plan in plans]
    block = [pilot.title, *pilot.cut_short()] if pilot else []
    block += sentences
    for plan in plans:
        block += ["", *plan.lines(), plan.line()]
    block += [pilot.account()] if pilot else []
    return Answer(
        question="How many deals does it take to see a difference, and how long is that?",
        sentences=sentences,
        block=[*block, f"again: {command}"],
        tables=[plan.table() for plan in plans],
        drawings=[drawing for plan in plans for drawing in plan.drawings()],
        facts={
            **(pilot.facts(kinds) if pilot else {}),
            **{plan.spread.kind: plan.facts() for plan in plans},
            "verdict": verdict,
        },
        run=pilot.run() if pilot else {"version": __version__},
        command=command,
        interrupted=bool(pilot and pilot.outcome.interrupted),
    )

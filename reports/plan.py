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

from analyzer import options
from analyzer.options import Chunk, DealTimeout, First, Game, Jobs, MatchFormat, Players, Rules, Seed, SharedStock
from analyzer.wording import all_of, count_of, exact, interval

EXAMPLE = "mazziere plan spend_trump count_cards --see 0.2% --power 0.9 --sprt 0.50,0.51"
PILOT = 10_000

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
            parser=options.typed(partial(options.probability, what="power"), "SHARE"),
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
        int,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"), help="How many deals the pilot plays, each from every seat."
        ),
    ] = PILOT,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Plan a match of `strategies`, or of any two whose deals vary by `sd`."""
    from analyzer import lengths
    from analyzer.planned import Plan

    power, alpha, beta = (
        options.probability(x, name) for x, name in ((power, "power"), (alpha, "alpha"), (beta, "beta"))
    )
    if power < 0.5 or power > 0.9999:
        raise ValueError(f"power says how often a difference is to be seen, such as 0.8 or 0.9, not {power:g}")
    if alpha + beta >= 1:
        raise ValueError(f"alpha and beta must add up to less than 1, not to {alpha + beta:g}")
    wanted = {
        "score": lengths.differences(see, "--see", "score") if see is not None else [],
        "margin": lengths.differences(see_margin, "--see-margin", "margin") if see_margin is not None else [],
    }
    tests = {
        "score": None if sprt is None else options.two_scores(sprt),
        "margin": None if sprt_margin is None else options.two_margins(sprt_margin),
    }
    words = [
        *([f"--see {','.join(f'{100 * x:.12g}%' for x in wanted['score'])}"] if wanted["score"] else []),
        *([f"--see-margin {','.join(f'{x:.12g}' for x in wanted['margin'])}"] if wanted["margin"] else []),
        *([f"--power {power:g}"] if power != 0.8 else []),
        *([f"--sprt {'{:.12g},{:.12g}'.format(*tests['score'])}"] if tests["score"] else []),
        *([f"--sprt-margin {'{:.12g},{:.12g}'.format(*tests['margin'])}"] if tests["margin"] else []),
        *([f"--alpha {alpha:g}"] if alpha != 0.05 else []),
        *([f"--beta {beta:g}"] if beta != 0.05 else []),
    ]
    kinds = [kind for kind in wanted if wanted[kind] or tests[kind]]
    errors = power, alpha, beta
    if sd is not None or variance is not None:
        if strategies:
            raise ValueError(
                "a pilot shows how much deals vary, so --sd and --variance need no strategies: leave out one"
            )
        spread = _given(sd, variance, kinds)
        words.insert(0, f"--sd {spread.sd:.12g}" if variance is None else f"--variance {spread.variance:.12g}")
        command = " ".join(["mazziere plan", *words])
        return _answer([Plan(spread, wanted[spread.kind], tests[spread.kind], *errors)], None, command)
    if len(strategies) != 2:
        raise ValueError(
            f"a plan is of one strategy against another, not of {len(strategies)}: name two for the pilot, or say how "
            "much deals vary, as in --sd 21.7%"
        )
    pilot = _Pilot(
        strategies,
        options.count(deals),
        options.deal_number(first_deal),
        dict(seed=seed, game=game, players=players, rules=rules, match=match, shared_stock=shared_stock),
    )
    kinds = pilot.kinds(kinds)
    pilot.play(*options.pace(jobs, chunk, deal_timeout))
    plans = [Plan(pilot.spread(kind), wanted[kind], tests[kind], *errors) for kind in kinds]
    return _answer(plans, pilot, pilot.command(words))


def _given(sd, variance, kinds):
    """The spread that was given."""
    from analyzer import lengths

    if sd is not None and variance is not None:
        raise ValueError("--sd and --variance say the same: give one of them")
    if len(kinds) > 1:
        raise ValueError("an sd is of scores or of points: plan --see and --see-margin one at a time, or with a pilot")
    option, text = ("--sd", sd) if variance is None else ("--variance", variance)
    word = str(text).strip()
    try:
        number = float(word.removesuffix("%")) / (100 if word.endswith("%") and variance is None else 1)
    except ValueError:
        number = -1.0
    if not 0 < number < 1e12:
        example = "21.7% of the score, or 11.1 points" if variance is None else "0.047 of the score, or 123 of points"
        raise ValueError(f"{option} is a number above 0, such as {example}, not {text!r}")
    spread = number * number if variance is None else number
    kind = kinds[0] if kinds else "score" if spread <= lengths.LARGEST**2 else "margin"
    if kind == "score" and spread > lengths.LARGEST**2:
        raise ValueError(
            f"scores lie between 0 and 1, so their sd is at most 0.5 and their variance 0.25, and {option} is {text}: "
            f"write {option} {number:g}% for per cent, or plan points with --see-margin"
            if variance is None
            else f"scores lie between 0 and 1, so their variance is at most 0.25, not {text}; for points: --see-margin"
        )
    return lengths.Spread(kind, spread)


class _Pilot:
    """A few deals, to see how much they vary and how fast they are."""

    def __init__(self, strategies, deals, first, at):
        from analyzer import match as matches
        from analyzer import seating

        self.deals, self.first = deals, first
        self.contest = matches.contest(*strategies, **at)
        self.alone = self.contest.plan.design == seating.AMONG
        self.table = self.contest.table
        self.unit = f"{self.table.module.UNIT} a {self.table.bout}"
        self.outcome = self.walk = None

    def kinds(self, asked):
        """What is planned: what was asked for, or else what decides at this table."""
        if self.alone and "score" in asked:
            raise ValueError(
                "at a table where everybody is for himself no score is that of equals; plan payoffs instead: "
                "--see-margin 0.5 or --sprt-margin 0,1"
            )
        return asked or ["score" if self.table.counts_score and not self.alone else "margin"]

    def play(self, jobs, chunk, timeout):
        """Play it."""
        from analyzer import match as matches
        from analyzer import progress, running

        with running.Run(running.identity("plan", self.contest), None, jobs, chunk, timeout) as run:
            matches.prepare(self.contest, timeout)
            with progress.bar(f"playing a pilot of {count_of(self.deals)}", self.deals) as tell:
                self.outcome = run.play(self.contest, self.deals, self.first, tell=tell)
        if not self.outcome.deals:
            raise KeyboardInterrupt
        ledger = self.outcome.ledger
        self.walk = ledger.walk.with_rest(ledger.rest())

    @property
    def speed(self):
        """Deals a second."""
        return self.outcome.played / self.outcome.seconds if self.outcome.seconds else None

    def spread(self, kind):
        """How much its deals vary."""
        from analyzer import lengths

        seen = self.walk.score_moments() if kind == "score" else self.walk.margin_moments()
        n = seen.n
        if n < 2 or not seen.variance > 0:
            raise ValueError(
                f"in {count_of(n)} of a pilot nothing varied, which says nothing of other deals: play more with "
                "--deals, or say how much deals vary with --sd"
            )
        peak = self._peak(kind, seen)
        return lengths.Spread(kind, seen.variance * n / (n - 1), self.unit, n, seen.mean, peak, self.speed)

    def _peak(self, kind, seen):
        """The kurtosis of a block; 3 where blocks are not kept apart."""
        import numpy as np

        from analyzer import stats

        if not self.walk.pairs:
            return 3.0
        if kind == "score":
            counts, values = np.array(self.walk.cells()), np.linspace(0, 1, 5)
        else:
            counts = self.outcome.counts.result[0]["histogram"]
            values = (np.arange(len(counts)) - stats.SPAN) / 2
        return float(counts @ (values - seen.mean) ** 4 / seen.n / seen.variance**2)

    def seen(self, kind):
        """What it said, with an interval."""
        from analyzer import standings, stats

        counts = self.outcome.counts.result
        if self.walk.pairs:
            return stats.score(counts[0]) if kind == "score" else stats.margin(counts[0])
        return (standings.score if kind == "score" else standings.payoff)(counts, 0, self.walk.places[0])

    def command(self, words):
        """The command line that plays it again."""
        n, usual = self.outcome.deals, PILOT
        return self.contest.command(
            "plan",
            *words,
            *([f"--deals {n}"] if n != usual else []),
            *([f"--first {self.first}"] if self.first else []),
        )


def _answer(plans, pilot, command):
    """The Answer."""
    from analyzer import __version__
    from analyzer.answer import Answer

    sentences = [sentence for plan in plans for sentence in plan.sentences()]
    verdict = plans[0].without_clock().sentences()[0]
    block, facts, run = [], {}, {"version": __version__}
    if pilot:
        from analyzer.findings import played

        n, contest, speed = pilot.outcome.deals, pilot.contest, pilot.speed
        names = contest.labels()
        run = contest.provenance(
            seconds=round(pilot.outcome.seconds, 3),
            deals_per_second=None if speed is None else round(speed, 1),
            jobs=pilot.outcome.jobs,
        )
        sentences += [_of_pilot(pilot, plan) for plan in plans]
        seats = "both sides" if pilot.walk.pairs else "every seat"
        block.append(f"{all_of(names)}: {played(contest.table)}, a pilot of {count_of(n)} from {seats}")
        if pilot.outcome.interrupted:
            block.append(f"INTERRUPTED after {exact(n)} of {count_of(pilot.deals)}; what follows is from those")
        facts |= {
            "game": contest.table.game,
            "players": contest.table.players,
            "rules": contest.table.in_force(),
            "strategies": [
                {"name": member.name, "parameters": member.values}
                for party in contest.parties
                for member in party.shown
            ],
            "pilot": {"deals": n, "first": pilot.first, "seed": contest.seed},
        }
        for plan in plans:
            seen = pilot.seen(plan.spread.kind)
            facts["pilot"][plan.spread.kind] = {"mean": seen.mean, "low": seen.low, "high": seen.high}
    block += sentences
    for plan in plans:
        block += ["", *plan.lines(), plan.line()]
        facts[plan.spread.kind] = plan.facts()
    if pilot:
        threads = f"{pilot.outcome.jobs} thread{'s' * (pilot.outcome.jobs != 1)}"
        block.append(
            f"seed {pilot.contest.seed}, deals {pilot.first} to {pilot.first + n - 1}; mazziere {run['version']}, "
            f"engine {run['engine']}; {pilot.outcome.seconds:.1f} s, {exact(round(speed or 0))} deals/s, {threads}"
        )
    block.append(f"again: {command}")
    return Answer(
        question="How many deals does it take to see a difference, and how long is that?",
        sentences=sentences,
        block=block,
        tables=[plan.table() for plan in plans],
        drawings=[plan.drawing() for plan in plans],
        facts=facts | {"verdict": verdict},
        run=run,
        command=command,
        interrupted=bool(pilot and pilot.outcome.interrupted),
    )


def _of_pilot(pilot, plan):
    """What the pilot itself said, and how many deals show as much as that."""
    from analyzer.planning import blocks_to_see
    from analyzer.sprt import EVEN

    kind, spread, seen = plan.spread.kind, plan.spread, pilot.seen(plan.spread.kind)
    name = pilot.contest.labels()[0] + (f" among {pilot.contest.labels()[1]}" if pilot.alone else "")
    got = (
        f"scored {interval(seen, 100, ' %')}"
        if kind == "score"
        else f"made {interval(seen, 1, f' {spread.unit}', sign=True)}"
    )
    if seen.low is None or seen.low <= EVEN[kind] <= seen.high:
        return f"in the pilot {name} {got}, which is too close to call."
    enough = blocks_to_see(seen.mean - EVEN[kind], spread.variance, plan.power)
    return f"in the pilot {name} {got}; as much as that shows after {count_of(enough)}."

"""Which setting makes a strategy strongest, and what is that worth on fresh deals?

The settings play the same deals against every opponent of a pool.  Of few, those that are surely beaten drop out (a
race); of many, the worse half is dropped round by round and the last ones race (halve); where there are too many to
try, it walks uphill (spsa).  --deals is a budget: a deal that ten settings play takes ten of it.

Whatever comes out best is flattered by that.  So it then plays fresh deals together with the default setting, the
strategy as it is named, and only the difference there is called its gain: the deals that chose are numbered from 0,
those that check from 1,000,000,000,000 on.  The answer also says how many settings were tried and what the tuning deals
had promised.

--over takes a range FROM:TO or FROM:TO:STEP, both ends included, or values parted by commas; with several, all
combinations may be tried.  --against takes a list of opponents, which all count alike; by default it is the default
setting itself.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Chunk, DealTimeout, Game, Jobs, MatchFormat, Players, Rules, Seed, SharedStock

EXAMPLE = "mazziere tune spend_trump --over spend_at=0:30 --against spend_trump,count_cards"
USUAL_BUDGET = 500_000
SHARE = 10  # of the budget: one part of so many is played by both settings in the check


def ask(
    strategy: options.Strategy,
    over: Annotated[
        list[str],
        typer.Option(
            "--over", metavar="WHAT", help="A parameter and its range: spend_at=0:30; may be given several times."
        ),
    ] = (),
    against: options.Against = None,
    method: Annotated[str, typer.Option("--method", help="race, halve, spsa, or auto: what suits.")] = "auto",
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            parser=options.typed(options.count, "BUDGET"),
            help="The budget for tuning: deals, each counted once for every setting that plays it.",
        ),
    ] = USUAL_BUDGET,
    check: Annotated[
        int | None,
        typer.Option(
            "--check",
            parser=options.typed(options.count, "NUMBER"),
            help="How many fresh deals check what was chosen; by default a tenth of the budget.",
        ),
    ] = None,
    seed: Seed = options.DEFAULT_SEED,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    state: options.State = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Look for the best setting, then check it on fresh deals."""
    from analyzer import match as matches
    from analyzer import progress, running, search, settings
    from analyzer.match import quoted
    from analyzer.tuned import Tuned

    deals = options.count(deals)
    check_deals = max(2, deals // SHARE) if check is None else options.count(check)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    named, ground = settings.ground(strategy, against, seed, game, players, rules, match, shared_stock)
    grid = settings.grid(named, over, "--over")
    method = _method(method, grid, deals)
    base = ground.contest([ground.strategy])
    asked = [
        *grid.words("--over"),
        f"--against {quoted(ground.pool_word())}",
        f"--method {method}",
        f"--deals {deals}",
        f"--check {check_deals}",
    ]
    resume = ground.command("tune", *asked, *running.words(state, None, jobs, chunk))
    identity = running.identity("tune", base, over=[each.word for each in grid.varied], method=method, budget=deals)
    outcome = None
    with running.Run(identity, state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(base, deal_timeout)
        with progress.bar(f"tuning {grid.strategy.name}", deals) as tell:
            found = search.Search(ground, grid, run, deals, tell).seek(method)
        if not found.interrupted and found.choice not in (None, grid.usual):
            contest = ground.contest([grid.player(found.choice), ground.strategy])
            with progress.bar(f"checking {grid.named(found.choice)}", check_deals) as tell:
                outcome = run.play(contest, check_deals, search.CHECK, name="check", tell=tell)
    checked = outcome.deals if outcome else 0
    results = settings.results(ground, outcome.counts, 1) if checked else None
    tuned = Tuned(grid, ground, found, checked, results)
    again = ground.command("tune", *asked)
    return _answer(tuned, outcome, base, deals, check_deals, again, resume if state is not None else "")


def _method(method, grid, budget):
    """The way to look for the best."""
    from analyzer import search
    from analyzer.wording import nearest, one_of

    if method not in search.METHODS:
        raise ValueError(
            f"there is no method {method!r}; there is {one_of(search.METHODS)}{nearest(method, search.METHODS)}"
        )
    method = search.method_for(grid, budget) if method == "auto" else method
    search.check(grid, method, budget)
    return method


def _answer(tuned, outcome, base, asked, check_deals, again, resume):
    """The Answer to a finished search."""
    from analyzer.answer import Answer
    from analyzer.findings import played
    from analyzer.settings import head, settings
    from analyzer.tuned import span
    from analyzer.wording import count_of, exact

    grid, ground, found = tuned.grid, tuned.ground, tuned.found
    interrupted = found.interrupted or bool(outcome and outcome.interrupted)
    now = found.played + (2 * outcome.played if outcome else 0)
    seconds = found.seconds + (outcome.seconds if outcome else 0.0)
    jobs = outcome.jobs if outcome else found.jobs
    per_second = now / seconds if seconds else 0.0
    run = base.provenance(seconds=round(seconds, 3), deals_per_second=round(per_second, 1), jobs=jobs)
    sentences = tuned.sentences()
    varied = " ".join(each.word for each in grid.varied)
    block = [
        f"tuning {ground.strategy.label} over {varied} ({settings(grid.size)}) against {ground.pool_name()}: "
        f"{played(ground.table)}",
        *sentences,
    ]
    if interrupted:
        what = (
            f"{exact(found.spent)} of {count_of(asked)}"
            if found.interrupted
            else (f"{exact(tuned.checked)} of {count_of(check_deals, 'check deal')}")
        )
        block.append(f"INTERRUPTED after {what}; what follows is the result of those")
    block += tuned.lines()
    use = tuned.use()
    if use:
        block.append(f"use it: {use}")
    all_now = found.spent + 2 * tuned.checked
    before = f"; {exact(all_now - now)} of the deals were finished before" if all_now > now else ""
    speed = f"{seconds:.1f} s, {exact(round(ground.games * run['deals_per_second']))} games/s, {jobs} thread"
    block.append(
        f"seed {ground.seed}, {span(tuned)}; mazziere {run['version']}, engine {run['engine']}; "
        f"{speed}{'s' * (jobs != 1)}{before}"
    )
    if interrupted and resume:
        block.append(f"go on: {resume}")
    block.append(f"again: {again}")
    facts = head(ground, grid, "over") | {"over": [each.word for each in grid.varied], "budget": asked}
    return Answer(
        question=f"Which {' and '.join(each.name for each in grid.varied)} makes {ground.strategy.label} strongest?",
        sentences=sentences,
        block=block,
        tables=tuned.tables(),
        drawings=tuned.drawings(),
        facts=facts | tuned.facts() | {"use": use, "verdict": sentences[0]},
        run=run,
        command=again,
        interrupted=interrupted,
    )

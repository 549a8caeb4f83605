"""Which setting makes a strategy strongest, and what is that worth on fresh deals?

The settings play the same deals against every opponent of a pool.  Of few, those that are surely beaten drop out (a
race); of many, the worse half is dropped round by round and the last ones race (halve); where there are too many to
try, it walks uphill (spsa).  --deals is a budget: a deal that ten settings play takes ten of it.

Whatever comes out best is flattered by that.  So it then plays fresh deals together with the default setting, the
strategy as it is named, and only the difference there is called its gain: the deals that chose are numbered from 0,
those that check from 1,000,000,000,000 on.  The answer also says how many settings were tried and what the tuning deals
had promised.

--over takes a range FROM:TO or FROM:TO:STEP, both ends included, or values parted by commas; without a STEP whole
numbers go by 1, fractions by a tenth of the way, or in a walk anywhere between the ends.  With several, all
combinations may be tried.  --against takes a list of opponents, which all count alike; by default it is the default
setting itself.

--trace writes how a race goes: again and again, each time after a quarter more deals, a line for every setting still in
it, with the same numbers as that of a sweep.
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
    trace: options.Trace = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Look for the best setting, then check it on fresh deals."""
    from analyzer import match as matches
    from analyzer import progress, running, search
    from analyzer.gains import results
    from analyzer.ground import ground
    from analyzer.match import quoted
    from analyzer.settings import grid
    from analyzer.tuned import Tuned
    from analyzer.tuning_deals import CHECK

    deals = options.count(deals)
    check_deals = max(2, deals // SHARE) if check is None else options.count(check)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    named, here = ground(strategy, against, seed, game, players, rules, match, shared_stock)
    sought = grid(named, over, "--over")
    method = search.method(method, sought, deals)
    running.check_files(state, trace)
    if trace is not None and method != "race":
        raise ValueError(f"--trace tells how a race goes, and the method here is {method}: --method race is one")
    base = here.contest([here.strategy])
    asked = [
        *sought.options("--over"),
        f"--against {quoted(here.pool_word())}",
        f"--method {method}",
        f"--deals {deals}",
        f"--check {check_deals}",
    ]
    resume = here.command("tune", *asked, *running.words(state, trace, jobs, chunk, deal_timeout))
    identity = running.identity("tune", base, over=[each.word for each in sought.varied], method=method, budget=deals)
    outcome = pair = None
    with running.Run(identity, state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(base, deal_timeout)
        with progress.bar(f"tuning {here.strategy.name}", deals) as tell:
            found = search.seek(method, here, sought, run, deals, tell, trace)
        if not found.interrupted and found.choice not in (None, sought.usual):
            pair = [sought.player(found.choice), here.strategy]
            with progress.bar(f"checking {sought.named(found.choice)}", check_deals) as tell:
                outcome = run.play(here.contest(pair), check_deals, CHECK, name="check", tell=tell)
    checked = outcome.deals if outcome else 0
    tuned = Tuned(sought, here, found, checked, results(here, outcome.counts, pair, 1) if checked else None)
    again = here.command("tune", *asked)
    return _answer(tuned, outcome, base, deals, check_deals, again)


def _answer(tuned, outcome, base, asked, check_deals, again):
    """The Answer to a finished search."""
    from analyzer.answer import Answer
    from analyzer.findings import played
    from analyzer.ground import head
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
    way = "a walk" if tuned.walked else grid.counted
    block = [
        f"tuning {ground.strategy.label}, {grid.word}: {way} against {ground.pool_name()}; {played(ground.table)}",
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
    block.append(f"again: {again}")
    facts = head(ground, grid, "over") | {"over": [each.word for each in grid.varied], "budget": asked}
    return Answer(
        question=f"Which setting of {' and '.join(grid.names)} makes {ground.strategy.label} strongest?",
        sentences=sentences,
        block=block,
        tables=tuned.tables(),
        drawings=tuned.drawings(),
        facts=facts | tuned.facts() | {"use": use, "verdict": sentences[0]},
        run=run,
        command=again,
        interrupted=interrupted,
    )

"""Which strategy plays better, by how much, and how sure is that?

All play the same deals from every seat, so that luck in the cards cancels.  With two sides (2, 4, 6 players) two
strategies change over, and partners of different kinds are written a+b: the score counts a win as 1 and a draw as one
half, the margin is the difference in points.  Where everybody may be for himself (3 players, chiamata) each of two
strategies is tried alone among players of the other; three at three players take all six orders; more of them, or any
number with --pool, are mixed.

It plays a fixed number of deals, or as many as it takes: --sprt and --sprt-margin stop when a sequential test has
decided, --until when the interval is narrow enough.  With --state it can be stopped at any moment and goes on later;
runs of other deals (--first) on other machines are put together by `mazziere merge`.

--trace writes a line at every look: deals; score and margin of the first strategy, each with _low and _high, the
interval that holds at all looks at once; of a test llr, lower, upper; and the verdict.  Looks come after 256, 268,
281 ... deals, those of a test of scores after 64, 72, 80 ..., of margins after 512, 522, 532 ...
"""

from contextlib import nullcontext
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import (
    Chunk,
    DealsOrMost,
    DealTimeout,
    First,
    Game,
    Jobs,
    MatchFormat,
    Players,
    Rules,
    Seed,
    SharedStock,
)
from analyzer.wording import count_of, exact

EXAMPLE = "mazziere compare spend_trump lowest --deals 1M"
USUAL_DEALS = 100_000


def ask(
    *strategies: options.Strategies,
    deals: DealsOrMost = None,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    pool: Annotated[
        bool, typer.Option("--pool", help="Mix the strategies at the table in every way (3 players, chiamata).")
    ] = False,
    sprt: options.SprtScores = None,
    sprt_margin: options.SprtMargins = None,
    until: options.Until = None,
    alpha: options.Alpha = 0.05,
    beta: options.Beta = 0.05,
    exit_status: options.ExitStatus = False,
    state: options.State = None,
    trace: options.Trace = None,
    save: options.Save = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = options.DEAL_TIMEOUT,
):
    """Play `deals` deals from every seat, or until the rule is satisfied, and weigh the result."""
    from analyzer import match as matches
    from analyzer import progress, reading, running, saving

    rule = _rule(sprt, sprt_margin, until, alpha, beta)
    most = _deals(deals, rule, exit_status)
    first_deal = reading.deal_number(first_deal)
    if deals is None:
        most = min(most, 2**53 - first_deal + 1)
    reading.deal_number(first_deal + most - 1)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    contest = matches.contest(
        *strategies,
        seed=seed,
        game=game,
        players=players,
        rules=rules,
        match=match,
        shared_stock=shared_stock,
        pool=pool,
    )
    _check(contest, rule, save, state, trace)
    words = [
        *([f"--deals {most}"] if deals is not None or not rule.told else []),
        *([f"--first {first_deal}"] if first_deal else []),
        *rule.words(),
        *(["--exit-status"] if exit_status else []),
        *running.words(state, trace, jobs, chunk, deal_timeout),
    ]
    resume = contest.command("compare", *words)
    what = f"playing {count_of(most)}" if not rule.told else "playing"
    with running.Run(running.identity("compare", contest, rule), state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(contest, deal_timeout)
        with (
            nullcontext() if save is None else saving.Saver(save, contest) as saver,
            progress.bar(what, most) as tell,
        ):
            outcome = run.play(contest, most, first_deal, rule=rule, tell=tell, save=saver, trace=trace)
    return _answer(contest, outcome, most, exit_status)


def told(state):
    """The Answer to all deals that a state holds."""
    from analyzer import running

    contest = running.contest(state.identity)
    outcome = running.outcome(contest, state)
    return _answer(contest, outcome, outcome.deals)


def _rule(sprt, sprt_margin, until, alpha, beta):
    """The rule that says when to stop."""
    from analyzer import reading, stopping
    from analyzer.sprt import Sprt

    given = {"--sprt": sprt, "--sprt-margin": sprt_margin, "--until": until}
    several = [option for option, value in given.items() if value is not None]
    if len(several) > 1:
        raise ValueError(f"{' and '.join(several)} are two ways to stop; a run has one")
    alpha, beta = reading.errors(alpha, beta)
    if until is not None:
        of, half = until if isinstance(until, tuple) else reading.precision(until)
        return stopping.ByWidth(of, half)
    if sprt is not None:
        return stopping.ByTest(Sprt("score", *reading.two_scores(sprt), alpha, beta))
    if sprt_margin is not None:
        return stopping.ByTest(Sprt("margin", *reading.two_margins(sprt_margin), alpha, beta))
    if (alpha, beta) != (0.05, 0.05):
        raise ValueError("alpha and beta are the errors of a test: say which, with --sprt LO,HI or --sprt-margin LO,HI")
    return stopping.NEVER


def _deals(deals, rule, exit_status):
    """The number of deals, or the most that a rule may take."""
    from analyzer import reading, stopping

    if exit_status and not rule.told:
        raise ValueError("--exit-status tells how a test went: say which, with --sprt, --sprt-margin or --until")
    if deals is None:
        return stopping.MANY_DEALS if rule.told else USUAL_DEALS
    return reading.count(deals)


def _check(contest, rule, save, state, trace):
    """Refuse what cannot go together."""
    from analyzer import running, seating

    design = contest.plan.design
    running.check_files(state, trace, save)
    if save is not None and state is not None:
        raise ValueError("--save writes all games of one run from its first deal on, so it cannot go with --state")
    if design in (seating.POOL, seating.ORDERS) and (rule.told or trace is not None):
        how = "--trace tells" if not rule.told else "a rule that stops a run judges"
        raise ValueError(
            f"{how} of one strategy against another, and here {len(contest.parties)} are mixed: name two, "
            f"without --pool; for many, play a fixed number of --deals"
        )
    if rule.told and rule.told["of"] == "score" and design == seating.AMONG:
        instead = "--sprt-margin LO,HI" if rule.told["rule"] == "test" else "--until margin=0.5"
        raise ValueError(
            f"at a table where everybody is for himself no score is that of equals; judge payoffs instead: {instead}"
        )


def _answer(contest, outcome, asked, exit_status=False):
    """The Answer to a finished match."""
    from analyzer import seating
    from analyzer.account import account_of
    from analyzer.answer import Answer

    if contest.plan.design == seating.BOTH_SIDES:
        from analyzer.duel import findings
    else:
        from analyzer.round_table import findings
    found, ending = findings(contest, outcome), outcome.ending
    n = outcome.deals
    account = account_of(contest, outcome, contest.plan.games)
    command = contest.command("compare", *_words(outcome, asked)) if _once(outcome, account) else ""
    block, sentences, facts = [found.title], [found.verdict], dict(found.facts)
    if ending:
        name = contest.labels()[0]
        if contest.plan.design == seating.AMONG:
            name += f" among {contest.labels()[1]}"
        unit = f"{contest.table.module.UNIT} a {contest.table.bout}"
        sentences.insert(0, f"{ending.sentence(name, unit)}.")
        facts["stop"] = ending.facts(name, unit)
    block += sentences
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
    if ending:
        block += ending.lines(unit)
    block += found.lines
    block.append(account.line)
    if command:
        block.append(f"again: {command}")
    table = contest.table
    head = {
        "game": table.game,
        "players": table.players,
        "rules": table.in_force(),
        "strategies": [
            {"name": member.name, "parameters": member.values} for party in contest.parties for member in party.shown
        ],
        **account.facts,
    }
    return Answer(
        question=found.question,
        sentences=sentences,
        block=block,
        tables=found.tables,
        drawings=found.drawings,
        facts=head | facts | {"verdict": found.verdict},
        run=account.run,
        command=command,
        interrupted=outcome.interrupted,
        status=ending.status if ending and exit_status else 0,
    )


def _once(outcome, account):
    """Is there one run that plays all of it?  Not where some deals are missing, or come after a rule had decided."""
    decision = outcome.ledger.decision if outcome.ledger else None
    return len(account.ranges) == 1 and (decision is None or decision.blocks == outcome.deals)


def _words(outcome, asked):
    """The options that play it all again."""
    from analyzer import stopping

    rule = outcome.ledger.rule if outcome.ledger else stopping.NEVER
    # Where a rule has decided, it decides again; otherwise so many deals are played again.
    all_of_them = rule.told and outcome.ledger.decision and outcome.ledger.decision.blocks == outcome.deals
    words = [] if all_of_them else [f"--deals {outcome.deals}"]
    if all_of_them and asked != stopping.MANY_DEALS:
        words = [f"--deals {asked}"]
    return [*words, *([f"--first {outcome.first}"] if outcome.first else []), *rule.words()]

"""Which setting of a strategy is best, and is the usual one beaten?

Every setting plays the same deals against every opponent of a pool, so that luck in the cards cancels: told is the mean
of each setting, and how much more that is than the default setting made of the same deals.  The default setting is the
strategy as it is named, and is played too where it is not among those asked for.

--vary takes a range FROM:TO or FROM:TO:STEP, both ends included, or values parted by commas; with several, every
combination is tried.  One parameter is drawn as a curve, two as a map.  --against takes a list of opponents, which all
count alike; by default it is the default setting itself, so that the mean of a setting tells how it does against that.
Where everybody is for himself (3 players, chiamata) a setting sits alone among players of one opponent, in every seat.

The best of many is flattered by having been chosen: what it is worth `mazziere tune` tells from fresh deals.
"""

from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Chunk, DealTimeout, First, Game, Jobs, MatchFormat, Players, Rules, Seed, SharedStock

EXAMPLE = "mazziere sweep spend_trump --vary spend_at=0:22:2 --against spend_trump,count_cards"
MOST_PAIRS = 512  # settings times opponents: for all of them it is counted how they go together


def ask(
    strategy: options.Strategy,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary", metavar="WHAT", help="A parameter and its values: spend_at=0:22:2; may be given several times."
        ),
    ] = (),
    against: options.Against = None,
    deals: Annotated[
        int,
        typer.Option(
            parser=options.typed(options.count, "NUMBER"),
            help="How many deals, each played by every setting from every seat against every opponent.",
        ),
    ] = 100_000,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
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
    """Play `deals` deals with every setting and weigh them."""
    from analyzer import match as matches
    from analyzer import progress, running, settings

    deals, first_deal = options.deal_range(deals, first_deal)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    named, ground = settings.ground(strategy, against, seed, game, players, rules, match, shared_stock)
    grid = settings.grid(named, vary)
    _check(grid, ground)
    contest = ground.contest([grid.player(choice) for choice in grid.choices])
    words = [
        *_asked(grid, ground),
        f"--deals {deals}",
        *([f"--first {first_deal}"] if first_deal else []),
        *running.words(state, None, jobs, chunk),
    ]
    resume = ground.command("sweep", *words)
    identity = running.identity("sweep", contest, vary=[each.word for each in grid.varied], default=grid.default)
    with running.Run(identity, state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(ground.contest([ground.strategy]), deal_timeout)
        with progress.bar(f"playing {settings.settings(len(grid.choices))}", deals) as tell:
            outcome = run.play(contest, deals, first_deal, tell=tell)
    return _answer(grid, ground, outcome, deals, resume if state is not None else "")


def told(state):
    """The Answer to all deals that a state holds."""
    from analyzer import running, settings
    from analyzer.settings import Ground

    contest = running.contest(state.identity)
    named = contest.parties[state.identity["default"]]
    grid = settings.grid(named, state.identity["vary"])
    ground = Ground(contest.table, named.members[0], contest.parties[len(grid.choices) :], contest.seed)
    outcome = running.outcome(contest, state)
    return _answer(grid, ground, outcome, outcome.deals)


def _check(grid, ground):
    """Refuse a grid that is too large."""
    from analyzer.settings import settings
    from analyzer.wording import count_of

    most = MOST_PAIRS // len(ground.opponents)
    if grid.size > most:
        raise ValueError(
            f"{settings(grid.size)} against {count_of(len(ground.opponents), 'opponent')} are too many to tell all "
            f"apart, at most {most} can be: take larger steps, or let `mazziere tune` look for the best"
        )


def _asked(grid, ground):
    """The options that ask for the same settings and opponents."""
    from analyzer.match import quoted

    return [*grid.words("--vary"), f"--against {quoted(ground.pool_word())}"]


def _answer(grid, ground, outcome, asked, resume=""):
    """The Answer to a finished sweep."""
    from analyzer import running
    from analyzer.answer import Answer
    from analyzer.findings import played
    from analyzer.match import Match
    from analyzer.seating import Party
    from analyzer.settings import head, results, settings
    from analyzer.sweeping import Swept
    from analyzer.wording import count_of, exact

    n, first, tried = outcome.deals, outcome.first, len(grid.choices)
    swept = Swept(grid, ground, results(ground, outcome.counts, grid.default), n)
    whole = Match(ground.table, (Party((ground.strategy,)),), ground.seed)
    account = running.account(whole, outcome, ground.games * tried)
    words = [*_asked(grid, ground), f"--deals {n}", *([f"--first {first}"] if first else [])]
    command = ground.command("sweep", *words) if len(account.ranges) == 1 and n else ""
    varied = " ".join(each.word for each in grid.varied)
    block = [
        f"{ground.strategy.label}, {varied}: {settings(tried)} against {ground.pool_name()}; "
        f"{played(ground.table)}, {count_of(n)} each"
    ]
    verdict, *more = swept.sentences()
    block += [verdict, *more]
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
    block += swept.lines()
    block.append(account.line)
    if outcome.interrupted and resume:
        block.append(f"go on: {resume}")
    if command:
        block.append(f"again: {command}")
    facts = head(ground, grid, "vary") | account.facts
    return Answer(
        question=f"Which {' and '.join(each.name for each in grid.varied)} is best for {ground.strategy.label}?",
        sentences=[verdict, *more],
        block=block,
        tables=swept.tables(),
        drawings=swept.drawings(),
        facts=facts | swept.facts() | {"verdict": verdict},
        run=account.run,
        command=command,
        interrupted=outcome.interrupted,
    )

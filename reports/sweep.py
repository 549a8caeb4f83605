"""Which setting of a strategy is best, and is the usual one beaten?

Every setting plays the same deals against every opponent of a pool, so that luck in the cards cancels: told is the mean
of each setting, and how much more that is than the default setting made of the same deals.  The default setting is the
strategy as it is named, and is played too where it is not among those asked for.

--vary takes a range FROM:TO or FROM:TO:STEP, both ends included, or values parted by commas; without a STEP whole
numbers go by 1, fractions by a tenth of the way.  With several, every combination is tried.  One parameter is drawn as
a curve, two as a map.  --against takes a list of opponents, which all count alike; by default it is the default setting
itself, so that the mean of a setting tells how it does against that.
Where everybody is for himself (3 players, chiamata) a setting sits alone among players of one opponent, in every seat.

The best of many is flattered by having been chosen: what it is worth `mazziere tune` tells from fresh deals.

--trace writes a line for every setting after 256, 320, 400 ... deals, each time a quarter more: deals, setting; mean;
gain, how much more that is than the default setting made; and their standard errors at that look, error and gain_error.
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
            "--vary",
            metavar="WHAT",
            help="A parameter and its values: spend_at=0:22:2 or burden=1,1.5,3; may be given several times.",
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
    trace: options.Trace = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Play `deals` deals with every setting and weigh them."""
    from analyzer import match as matches
    from analyzer import progress, running
    from analyzer.ground import ground
    from analyzer.settings import grid, settings
    from analyzer.settings_trace import Settings

    deals, first_deal = options.deal_range(deals, first_deal)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    named, here = ground(strategy, against, seed, game, players, rules, match, shared_stock)
    tried = grid(named, vary)
    _check(tried, here)
    running.check_files(state, trace)
    contest = here.contest([tried.player(choice) for choice in tried.choices])
    words = [
        *_asked(tried, here),
        f"--deals {deals}",
        *([f"--first {first_deal}"] if first_deal else []),
        *running.words(state, trace, jobs, chunk, deal_timeout),
    ]
    resume = here.command("sweep", *words)
    identity = running.identity("sweep", contest, vary=[each.word for each in tried.varied], default=tried.default)
    with running.Run(identity, state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(here.contest([here.strategy]), deal_timeout)
        with progress.bar(f"playing {settings(tried.count)}", deals) as tell:
            outcome = run.play(contest, deals, first_deal, tell=tell, trace=trace, watch=Settings(tried, here))
    return _answer(tried, here, outcome, deals)


def told(state):
    """The Answer to all deals that a state holds."""
    from analyzer import running
    from analyzer.ground import Ground
    from analyzer.settings import grid

    contest = running.contest(state.identity)
    named = contest.parties[state.identity["default"]]
    tried = grid(named, state.identity["vary"])
    here = Ground(contest.table, named.members[0], contest.parties[tried.count :], contest.seed)
    outcome = running.outcome(contest, state)
    return _answer(tried, here, outcome, outcome.deals)


def _check(grid, ground):
    """Refuse a grid that is too large."""
    from analyzer.wording import count_of

    most = MOST_PAIRS // len(ground.opponents)
    if grid.count > most:
        raise ValueError(
            f"{grid.counted} against {count_of(len(ground.opponents), 'opponent')} are too many to tell all "
            f"apart, at most {most} can be: take larger steps, or let `mazziere tune` look for the best"
        )


def _asked(grid, ground):
    """The options that ask for the same settings and opponents."""
    from analyzer.match import quoted

    return [*grid.options("--vary"), f"--against {quoted(ground.pool_word())}"]


def _answer(grid, ground, outcome, asked):
    """The Answer to a finished sweep."""
    from analyzer.account import account_of
    from analyzer.answer import Answer
    from analyzer.findings import played
    from analyzer.gains import results
    from analyzer.ground import head
    from analyzer.swept import Swept
    from analyzer.wording import count_of, exact

    n, first = outcome.deals, outcome.first
    players = [grid.player(choice) for choice in grid.choices]
    swept = Swept(grid, ground, results(ground, outcome.counts, players, grid.default), n)
    account = account_of(ground.contest([ground.strategy]), outcome, ground.games * grid.count)
    words = [*_asked(grid, ground), f"--deals {n}", *([f"--first {first}"] if first else [])]
    command = ground.command("sweep", *words) if len(account.ranges) == 1 and n else ""
    block = [
        f"{ground.strategy.label}, {grid.word}: {grid.counted} against {ground.pool_name()}; "
        f"{played(ground.table)}, {count_of(n)} each"
    ]
    sentences = swept.sentences()
    block += sentences
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
    block += swept.lines()
    block.append(account.line)
    if command:
        block.append(f"again: {command}")
    facts = head(ground, grid, "vary") | account.facts
    return Answer(
        question=f"Which setting of {' and '.join(grid.names)} is best for {ground.strategy.label}?",
        sentences=sentences,
        block=block,
        tables=swept.tables(),
        drawings=swept.drawings(),
        facts=facts | swept.facts() | {"verdict": sentences[0]},
        run=account.run,
        command=command,
        interrupted=outcome.interrupted,
    )

"""Which of many strategies plays best, and do ratings do justice to them all?

Each meets each on the same deals, from both sides, so that luck in the cards cancels within a pairing and, in good
part, between pairings.  A rating says how much a strategy makes of the others; the ranks beside it are those that are
not ruled out, and the Nash average says whom players would name who know what each makes of each.  Where A beats B, B
beats C and C beats A, that is said too, for no rating can.

Where everybody may be for himself (3 players, chiamata) up to eight strategies are mixed at one table in every way,
and rated by what they are paid.  With --alpha-rank only two of them share a table, in every number; then it is also
told how long each would be played by people who imitate whoever is paid more.  With --state a league can be stopped at
any moment and goes on later; leagues of other deals (--first) on other machines are put together by `mazziere merge`.

JSON: `ratings` (best first, each with rank, ranks not ruled out, rating, score, points, nash; with --elo `elo`, with
--alpha-rank `time`), `pairings` (what the first makes of the second, in the order of the names; p-values by Holm),
`differences` of ratings, `alike` (who made the same of every deal), `cycles`.

--trace writes a line for every pairing after 256, 320, 400 ... deals, each time a quarter more: deals, first, second;
score and margin of the first, each with _low and _high, an interval that holds at all these looks at once (for every
pairing by itself).  Where strategies are mixed, a line for each: deals, strategy, rating and error, its standard error.
"""

from dataclasses import replace
from itertools import combinations
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import (
    Chunk,
    Deals,
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
from analyzer.wording import count_of, exact, nearest, one_of

EXAMPLE = "mazziere league --all --deals 20k --chart league.png"
MOST = 32  # strategies
WEIGHTS = ("equal", "variance")

Names = Annotated[
    list[str],
    typer.Argument(
        help="Strategies by name, or files of your own; with parameters, spend_trump:spend_at=4; partners of two "
        "kinds, a+b.",
        autocompletion=options.strategy_names,
        show_default=False,
        metavar="STRATEGY",
        default_factory=list,
    ),
]


def ask(
    *strategies: Names,
    every: Annotated[bool, typer.Option("--all", help="Every strategy of the game, beside those named.")] = False,
    deals: Deals = 100_000,
    seed: Seed = options.DEFAULT_SEED,
    first_deal: First = 0,
    game: Game = "briscola",
    players: Players = None,
    rules: Rules = None,
    match: MatchFormat = "single",
    shared_stock: SharedStock = False,
    elo: Annotated[bool, typer.Option("--elo", help="Tell Elo ratings of wins as well (Bradley and Terry).")] = False,
    weights: Annotated[
        str, typer.Option(metavar="HOW", help="How pairings count for the ratings: equal, or by their variance.")
    ] = "equal",
    alpha_rank: Annotated[
        bool,
        typer.Option(
            "--alpha-rank", help="Tell how long imitators would play each, too (3 players, chiamata): by tables of two."
        ),
    ] = False,
    state: options.State = None,
    trace: options.Trace = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = options.DEAL_TIMEOUT,
):
    """Play every pairing on the same `deals` deals, and weigh the results."""
    from analyzer import match as matches
    from analyzer import progress, running
    from analyzer.league_trace import watch

    deals, first_deal = options.deal_range(deals, first_deal)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    seats = _table(game, players, rules, match, shared_stock)
    contest = _contest(strategies, every, options.seed_number(seed), seats, alpha_rank)
    _check(contest, elo, weights)
    running.check_files(state, trace)
    words = _words(deals, first_deal, weights, elo)
    resume = _command(contest, *words, *running.words(state, trace, jobs, chunk, deal_timeout))
    what = "" if contest.pool else f"{count_of(len(contest.pairs), 'pairing')}, "
    with running.Run(_identity(contest), state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(_small(contest), deal_timeout)
        with progress.bar(f"playing {what}{count_of(deals)}", deals) as tell:
            outcome = run.play(contest, deals, first_deal, tell=tell, trace=trace, watch=watch(contest))
    return _answer(contest, outcome, deals, weights, elo)


def told(state):
    """The Answer to all deals that a state holds."""
    from analyzer import running

    contest = running.contest(state.identity)
    outcome = running.outcome(contest, state)
    return _answer(contest, outcome, outcome.deals)


def _table(game, players, rules, match, shared_stock):
    """The table they sit down at."""
    from analyzer import tables

    return tables.table(game, players, [*tables.told(rules), *(["shared_stock=on"] if shared_stock else [])], match)


def _contest(strategies, every, seed, seats, alpha_rank):
    """The Match in which they all meet."""
    from analyzer import match as matches
    from analyzer import roster, seating

    parties = [matches.party(text, seats.game) for text in strategies or ()]
    if every:
        named = [matches.party(name, seats.game) for name in roster.names(seats.game)]
        parties += [party for party in named if party not in parties]
    if len(parties) < 2:
        raise ValueError("a league takes two strategies or more: name them, or all there are with --all")
    sides = len(set(seats.columns)) == 2
    most = MOST if sides else seating.LARGEST_POOL
    if len(parties) > most:
        why = "" if sides else "where everybody may be for himself they are mixed at one table, and "
        raise ValueError(f"{why}a league is of {most} strategies at most, not {len(parties)}: name those that matter")
    if sides and alpha_rank:
        raise ValueError(
            "--alpha-rank is for tables where everybody may be for himself (3 players, chiamata); between two sides "
            "the Nash average, always told, says whom players come to"
        )
    pairs = tuple(combinations(range(len(parties)), 2)) if sides or alpha_rank else ()
    made = matches.Match(seats, tuple(parties), seed, not sides, pairs)
    _ = made.plan  # which says what cannot be seated
    return made


def _small(contest):
    """A match in which every strategy plays, but not against all others: so many games are soon played in Python."""
    if not contest.pairs:
        return contest
    last = len(contest.parties) - 1
    return replace(contest, pairs=tuple((k, k + 1) for k in range(last)))


def _check(contest, elo, weights):
    """Refuse what has no meaning."""
    if weights not in WEIGHTS:
        raise ValueError(f"--weights are {one_of(WEIGHTS)}, not {weights!r}{nearest(str(weights), WEIGHTS)}")
    if contest.pool and (elo or weights != "equal"):
        option = "--elo" if elo else "--weights"
        raise ValueError(f"{option} is for pairings, and where everybody may be for himself all sit at one table")


def _identity(contest):
    """What must not differ if a league is to go on from its state."""
    from analyzer import running

    mixed = {"alpha_rank": "on" if contest.pairs else "off"} if contest.pool else {}
    return running.identity("league", contest, **mixed)


def _command(contest, *words):
    """The command line that plays this league."""
    words = [*words, *(["--alpha-rank"] if contest.pool and contest.pairs else [])]
    return replace(contest, pool=False, pairs=()).command("league", *words)


def _words(deals, first, weights, elo):
    """The options that say how much is played, and what is told of it."""
    told = [*(["--elo"] if elo else []), *([f"--weights {weights}"] if weights != "equal" else [])]
    return [f"--deals {deals}", *([f"--first {first}"] if first else []), *told]


def _answer(contest, outcome, asked, weights="equal", elo=False):
    """The Answer to a finished league."""
    from analyzer.account import account_of
    from analyzer.answer import Answer
    from analyzer.league_findings import findings
    from analyzer.league_table import labels_of

    found = findings(contest, outcome, weights, elo)
    n, games, first = outcome.deals, contest.plan.games, outcome.first
    account = account_of(contest, outcome, games, f"{exact(games * n)} games; ")
    command = _command(contest, *_words(n, first, weights, elo)) if len(account.ranges) == 1 and n else ""
    block = [found.title, found.verdict]
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
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
            {"strategy": label, "members": [{"name": each.name, "parameters": each.values} for each in party.shown]}
            for label, party in zip(labels_of(contest), contest.parties, strict=True)
        ],
        **account.facts,
    }
    return Answer(
        question=found.question,
        sentences=[found.verdict],
        block=block,
        tables=found.tables,
        drawings=found.drawings,
        facts=head | found.facts | {"verdict": found.verdict},
        run=account.run,
        command=command,
        interrupted=outcome.interrupted,
    )

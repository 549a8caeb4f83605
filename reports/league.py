"""Which of many strategies plays best, and do ratings do justice to them all?

Each meets each on the same deals, from both sides, so that luck in the cards cancels within a pairing and, in good
part, between pairings.  A rating says how much a strategy makes of the others; the ranks beside it are those that are
not ruled out, and the Nash average says whom players would name who know what each makes of each.  Where A beats B, B
beats C and C beats A, that is said too, for no rating can.

Where everybody may be for himself (3 players, chiamata) up to eight strategies are mixed at one table in every way,
and rated by what they are paid.  With --state a league can be stopped at any moment and goes on later; leagues of other
deals (--first) on other machines are put together by `mazziere merge`.

JSON: `ratings` (best first, each with rank, ranks not ruled out, rating, score, points, nash), `pairings` (what the
first makes of the second, in the order of the names; p-values by Holm), `differences` of ratings, `cycles`.
"""

from dataclasses import replace
from typing import Annotated

import typer

from analyzer import options
from analyzer.options import Chunk, Deals, DealTimeout, First, Game, Jobs, MatchFormat, Players, Rules, Seed
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
    elo: Annotated[bool, typer.Option("--elo", help="Tell Elo ratings of wins as well (Bradley and Terry).")] = False,
    weights: Annotated[
        str, typer.Option(metavar="HOW", help="How pairings count for the ratings: equal, or by their variance.")
    ] = "equal",
    state: options.State = None,
    jobs: Jobs = None,
    chunk: Chunk = None,
    deal_timeout: DealTimeout = 60.0,
):
    """Play every pairing on the same `deals` deals, and weigh the results."""
    from analyzer import match as matches
    from analyzer import progress, running

    deals, first_deal = options.deal_range(deals, first_deal)
    jobs, chunk, deal_timeout = options.pace(jobs, chunk, deal_timeout)
    contest = _contest(strategies, every, options.seed_number(seed), game, players, rules, match)
    _check(contest, elo, weights)
    told = [*(["--elo"] if elo else []), *([f"--weights {weights}"] if weights != "equal" else [])]
    words = [f"--deals {deals}", *([f"--first {first_deal}"] if first_deal else []), *told]
    resume = _command(contest, *words, *running.words(state, None, jobs, chunk))
    what = f"{count_of(len(contest.pairs), 'pairing')}, " if contest.pairs else ""
    with running.Run(running.identity("league", contest), state, jobs, chunk, deal_timeout, resume) as run:
        matches.prepare(_small(contest), deal_timeout)
        with progress.bar(f"playing {what}{count_of(deals)}", deals) as tell:
            outcome = run.play(contest, deals, first_deal, tell=tell)
    return _answer(contest, outcome, deals, weights, elo, resume if state is not None else "")


def told(state):
    """The Answer to all deals that a state holds."""
    from analyzer import running

    contest = running.contest(state.identity)
    outcome = running.outcome(contest, state)
    return _answer(contest, outcome, outcome.deals)


def _contest(strategies, every, seed, game, players, rules, match):
    """The Match in which they all meet."""
    from analyzer import match as matches
    from analyzer import roster, seating, tables

    seats = tables.table(game, players, tables.told(rules), match)
    parties = [matches.party(text, game) for text in strategies or ()]
    if every:
        named = [matches.party(name, game) for name in roster.names(game)]
        parties += [party for party in named if party not in parties]
    if len(parties) < 2:
        raise ValueError("a league takes two strategies or more: name them, or all there are with --all")
    sides = len(set(seats.columns)) == 2
    most = MOST if sides else seating.LARGEST_POOL
    if len(parties) > most:
        why = "" if sides else "where everybody may be for himself they are mixed at one table, and "
        raise ValueError(f"{why}a league is of {most} strategies at most, not {len(parties)}: name those that matter")
    pairs = tuple((i, j) for j in range(len(parties)) for i in range(j)) if sides else ()
    made = matches.Match(seats, tuple(parties), seed, not sides, tuple(sorted(pairs)))
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


def _command(contest, *words):
    """The command line that plays this league."""
    return replace(contest, pool=False, pairs=()).command("league", *words)


def _answer(contest, outcome, asked, weights="equal", elo=False, resume=""):
    """The Answer to a finished league."""
    from analyzer import running
    from analyzer.answer import Answer
    from analyzer.league_findings import findings
    from analyzer.league_table import labels_of

    found = findings(contest, outcome, weights, elo)
    n, games, first = outcome.deals, contest.plan.games, outcome.first
    account = running.account(contest, outcome, games, f"{exact(games * n)} games; ")
    words = [f"--deals {n}", *([f"--first {first}"] if first else []), *(["--elo"] if elo else [])]
    words += [f"--weights {weights}"] if weights != "equal" else []
    command = _command(contest, *words) if len(account.ranges) == 1 and n else ""
    block = [found.title, found.verdict]
    if outcome.interrupted:
        block.append(f"INTERRUPTED after {exact(n)} of {count_of(asked)}; what follows is the result of those")
    block += found.lines
    block.append(account.line)
    if outcome.interrupted and resume:
        block.append(f"go on: {resume}")
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

"""A match: strategies play the same deals from every seat a fair plan gives them.

A *block* is one deal played once for every seating of the plan.  It is the only unit that is independent of the
others, so everything counted here is counted by block.
"""

import os
import re
import shlex
import time
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from analyzer import __version__, compiled, counting, options, progress, referee, roster, seating, tables
from analyzer.crew import Crew, CtrlC
from analyzer.roster import StrategyError
from analyzer.seating import Party
from analyzer.tables import Table


@dataclass(frozen=True)
class Match:
    """Who plays whom, at which table, on which deals.

    `pool` seats every mixture of the parties; `pairs` makes these pairs of them play the same deals, or with `pool`
    lets only these be mixed.
    """

    table: Table
    parties: tuple[Party, ...]
    seed: int
    pool: bool = False
    pairs: tuple[tuple[int, int], ...] = ()

    @cached_property
    def plan(self):
        """Who sits where in the games of a deal."""
        return seating.plan(self.table, self.parties, self.pool, self.pairs)

    @property
    def players(self):
        """All strategies that sit down, party by party; the plan counts them in this order."""
        return tuple(member for party in self.parties for member in party.members)

    def labels(self):
        """What the parties are called: their labels, or their paths where different files have one name.

        Of more than two, those that are alike are numbered.
        """
        labels = [party.label for party in self.parties]
        twice = [labels.count(label) > 1 for label in labels]
        alike = all(party == self.parties[labels.index(party.label)] for party in self.parties)
        words = [party.word for party in self.parties]
        names = [w if two and not alike else label for w, two, label in zip(words, twice, labels, strict=True)]
        if len(names) > 2 and len(set(names)) < len(names):
            return [
                f"{name} #{names[: k + 1].count(name)}" if names.count(name) > 1 else name
                for k, name in enumerate(names)
            ]
        return names

    def anyone(self):
        """Somebody of those who play, when it cannot be said who: `a or b`."""
        return " or ".join(dict.fromkeys(player.label for player in self.players))

    def names(self):
        """What each of `players` is called."""
        return [
            member.label if party.mixed else label
            for party, label in zip(self.parties, self.labels(), strict=True)
            for member in party.members
        ]

    def seated(self, number, game):
        """What the players in every seat are called, in one game of a deal."""
        names = self.names()
        return [names[player] for player in self.plan.seating(self.seed, number, game)]

    def command(self, question, *more):
        """The command line that asks a question about this match."""
        words = ["mazziere", question, *(party.word for party in self.parties), *more, f"--seed {self.seed}"]
        return " ".join([*words, *(["--pool"] if self.pool else []), *self.table.options()])

    def provenance(self, **run):
        """What an answer says about the run itself, that is all that may differ between two equal runs."""
        return run | {"version": __version__, "engine": compiled.engine()}


def contest(
    *strategies, seed=1, game="briscola", players=None, rules=None, match="single", shared_stock=False, pool=False
):
    """A Match from what a person typed.  ValueError, or StrategyError, with one sentence if that makes no sense."""
    seats = tables.table(game, players, [*tables.told(rules), *(["shared_stock=on"] if shared_stock else [])], match)
    parties = tuple(party(text, game) for text in strategies)
    made = Match(seats, parties, options.seed_number(seed), pool)
    _ = made.plan  # which says what cannot be seated
    return made


def party(text, game):
    """The Party that `text` asks for: a strategy, or partners in the order in which they sit, `a+b`."""
    # A plus within a number (1e+5) or the path of a file (c++/mine.py) parts nobody.
    first, *words = re.split(r"\+(?=[^\W\d]|[./~\\])", str(text))
    names = [first]
    for word in words:
        if re.match(r"(\w\w+|.*\.py)(:|$)", names[-1]):
            names.append(word)
        else:
            names[-1] += f"+{word}"
    return Party(tuple(roster.find(name, game) for name in names))


@dataclass
class Outcome:
    """What was played: the counts of all blocks (see `counting`), and how the run went.

    `played` of the deals were played now; the others were finished before, as the ledger of the run says.
    """

    counts: Any
    deals: int
    seconds: float
    jobs: int
    interrupted: bool = False
    played: int = 0
    first: int = 0
    ledger: Any = None
    ending: Any = None  # how the rule of the run ended it (see `ended`)


def cores():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def prepare(match, timeout=60.0):
    """Compile what is not compiled yet; a strategy that is new here must first play a few deals in plain Python.

    Somebody's own file must then play them alike compiled.
    """
    new = not compiled.is_warm(match.table.game, counting.counter(match).name, match.players)
    if new:
        progress.note("compiling, once: the next run starts at once")
        referee.audition(match, timeout=timeout)
    with progress.compiling(), CtrlC() as ctrl_c:
        compiled.mended(match.table.game, lambda: Crew(match, 0, 0, 1, 1, False).play_nothing())
    if ctrl_c.pressed:
        raise KeyboardInterrupt
    if new and not all(player.registered for player in match.players):
        check(match, referee.audition_deals(match), timeout)


def play(match, deals, first=0, jobs=None, chunk=None, tell=None, save=None, timeout=60.0, ledger=None):
    """Play deals first..first+deals-1 and return the Outcome.

    `jobs` threads (default: all processors).  `chunk` fixes the number of deals a thread takes at a time.
    `tell(done)` is told how many deals are counted; `save(number, rows)` gets the rows of every chunk in order,
    int64 of shape (deals, games of a block, *ROW).  A `ledger` knows which deals are finished already, and when enough
    are.  Ctrl-C ends the match early and keeps what is finished.  Raises Fault if a strategy fails, or answers nothing
    for `timeout` seconds.
    """
    jobs = min(jobs or cores(), max(1, deals))
    began = time.perf_counter()
    book = ledger or _Book(match, first, deals)
    before = book.done
    with CtrlC() as ctrl_c:
        for start, n in book.gaps():
            if ctrl_c.pressed or book.decision:
                break
            crew = Crew(match, n, start, jobs, chunk, save is not None, book.cut)
            crew.play_nothing()  # what is not compiled yet is compiled now, before anybody's patience is measured
            crew.start()
            try:
                for played in crew.chunks(timeout, ctrl_c):
                    book.take(played.first, played.n, played.counts)
                    if save:
                        save(played.first, played.rows)
                    if tell:
                        tell(book.done)
                    if book.decision:
                        break
            finally:
                crew.stop()
    outcome = Outcome(book.counts, book.done, 0.0, jobs, played=book.done - before, first=first, ledger=ledger)
    outcome.interrupted = ctrl_c.pressed and outcome.deals < deals and not book.decision
    if outcome.interrupted:
        progress.interrupted()
    outcome.seconds = time.perf_counter() - began
    return outcome


class _Book:
    """The ledger of a run that is played once, from end to end, without a look."""

    decision = None
    cut = None

    def __init__(self, match, first, deals):
        self.counter = counting.counter(match)
        self.counts = self.counter.blank()
        self.all = (first, deals)
        self.done = 0

    def gaps(self):
        """The deals still to be played."""
        return [self.all]

    def take(self, first, n, counts):
        """Count a chunk."""
        self.counter.merge(self.counts, counts)
        self.done += n


def quoted(value):
    """A word as a shell wants it."""
    return shlex.quote(str(value))


def one_row(match, state):
    """The score of a finished game as a row, int64 of the game's ROW shape."""
    row = np.zeros(match.table.module.ROW, np.int64)
    match.table.module.score(state, row)
    return row


def check(match, deals, timeout=60.0, tell=None):
    """Play deals in plain Python and compiled and compare every move; returns how many decisions were compared.

    Raises Fault where a strategy fails, StrategyError where the two ways of playing part.
    """
    judge = referee.Referee(match)
    decisions = 0

    def watch(state, index, forced):
        nonlocal decisions
        decisions += not forced

    def in_python(number, game):
        judge.play(number, game, watch)
        return judge.state.log.tolist(), one_row(match, judge.state).tolist()

    crew = None
    for number in range(deals):
        plain = []
        for game in range(match.plan.games):
            try:
                plain.append(referee.within(timeout, partial(in_python, number, game)))
            except TimeoutError:
                judge.state.number = number
                raise referee.stuck(judge, timeout) from None
        crew = crew or Crew(match, 0, 0, 1, 1, False)
        for game, expected in enumerate(plain):
            if crew.play_one(number, game) != expected:
                where = f"(seed {match.seed}, deal {number})"
                raise StrategyError(
                    f"{match.anyone()} plays otherwise compiled than in plain Python {where}: does it mix "
                    "whole numbers with fractions, or rely on numbers beyond 64 bits?"
                )
        if tell:
            tell(number + 1)
    return decisions

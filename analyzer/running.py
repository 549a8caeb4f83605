"""A run: all the deals one question needs, played once, whatever stops it in between.

With a state file it keeps what is finished and goes on from there; the *identity* of a run says what must not differ.
How many deals are asked for, from which on, and by how many threads is no part of it.
"""

import hashlib
import os
import time
from itertools import combinations

from analyzer import __version__, compiled, ended, match, options, progress, stopping, tables, tracing
from analyzer.journal import Journal
from analyzer.ledger import Ledger
from analyzer.match import Match, Outcome
from analyzer.packed import merge
from analyzer.state_file import StateError, difference
from analyzer.wording import interval

DEALS = "deals"  # what a run is called within a question that has but one
BLINK = 0.1  # seconds between two lines about how a run stands


def identity(question, contest, rule=stopping.NEVER, **more):
    """What a run is, as JSON: two runs of one identity may go on from each other's deals.

    The first difference is the one that is told, so what a person would name first comes first.
    """
    table = contest.table
    members = [member for party in contest.parties for member in party.members]
    return {
        "command": question,
        "game": table.game,
        "players": table.players,
        "strategy": ["+".join(map(_typed, party.shown)) for party in contest.parties],
        "rules": table.in_force(),
        "seed": contest.seed,
        **more,
        "stopping": rule.told or "after a fixed number of deals",
        "pool": contest.pool,
        "pairs": [list(pair) for pair in contest.pairs],
        "code of": {_file(member): hashlib.sha256(member.source.encode()).hexdigest()[:12] for member in members},
        "version": __version__,
        "engine": compiled.engine(),
    }


def _typed(strategy):
    """What to type to get a strategy, as it is without a shell."""
    return f"{_file(strategy)}{strategy.label[len(strategy.name) :]}"


def _file(strategy):
    """Where a strategy is written: its name, or the path of a file that is not in the folder of strategies."""
    return strategy.name if strategy.registered else str(strategy.path)


def contest(told):
    """The Match of an identity; ValueError where it would be another one today."""
    game = told["game"]
    rules = dict(told["rules"])
    seats = tables.table(game, told["players"], [f"{k}={v}" for k, v in rules.items() if k != "match"], rules["match"])
    parties = tuple(match.party(word, game) for word in told["strategy"])
    made = Match(seats, parties, told["seed"], told["pool"], tuple(map(tuple, told["pairs"])))
    _ = made.plan
    today = identity(told["command"], made)
    differs = difference(
        {key: value for key, value in today.items() if key != "stopping"},
        {key: value for key, value in told.items() if key in today and key != "stopping"},
    )
    if differs:
        what, now, then = differs
        raise ValueError(f"that run cannot be told of any more: its {what} was {then} and is {now} now")
    return made


def rule(told):
    """The rule of an identity."""
    return stopping.rule(told["stopping"] if isinstance(told["stopping"], dict) else None)


def outcome(contest, state, name=DEALS):
    """The Outcome of what a state holds, nothing played."""
    ranges = state.ranges(name)
    if not ranges:
        raise ValueError(f"{state.name} holds no finished deals")
    first, end = ranges[0][0], sum(ranges[-1])
    ledger = Ledger(contest, end - first, first, rule(state.identity), stopping.Walk(contest), state, name)
    ledger.walk_on()
    found = Outcome(ledger.counts, ledger.done, 0.0, 0, played=0, first=first, ledger=ledger)
    found.ending = ended.ending(ledger)
    return found


def check_files(state=None, trace=None, save=None):
    """ValueError where two of these are one file, or no trace can be written."""
    files = {"--state": state, "--trace": trace, "--save": save}
    for one, two in combinations([option for option, path in files.items() if path is not None], 2):
        if os.path.realpath(files[one]) == os.path.realpath(files[two]):
            raise ValueError(f"{one} and {two} cannot both write {files[two]}")
    if trace is not None:
        tracing.check(trace)


def words(state=None, trace=None, jobs=None, chunk=None, timeout=None):
    """The options of a command line that goes on with a run."""
    timeout = None if timeout == options.DEAL_TIMEOUT else timeout
    given = {"--state": state, "--trace": trace, "--jobs": jobs, "--chunk": chunk, "--deal-timeout": timeout}
    return [f"{option} {match.quoted(value)}" for option, value in given.items() if value is not None]


class Run:
    """The plays of one question, with a state file or without."""

    def __init__(self, identity, state=None, jobs=None, chunk=None, timeout=60.0, resume=""):
        self.identity, self.path, self.resume = identity, state, resume
        self.jobs, self.chunk, self.timeout = jobs, chunk, timeout
        self.journal = None
        self.interrupted = self.complained = False
        self.records = {}
        if state is not None:
            self.journal = Journal(state, identity, merge)
            for sentence in self.journal.remarks:
                progress.note(sentence)

    def recall(self, record):
        """The value last kept under this name; None if there is none."""
        return self.journal.recall(record) if self.journal else self.records.get(record)

    def keep(self, record, value):
        """Keep the latest value of something."""
        if self.journal is None:
            self.records[record] = value
            return
        try:
            self.journal.keep(record, value)
        except StateError as error:
            self.complain(error)

    def complain(self, error):
        """Say, once, that the state file cannot be written: all stays in memory, and is written as soon as it can."""
        if not self.complained:
            progress.note(f"{error}; playing on")
        self.complained = True

    def play(
        self, contest, deals, first=0, name=DEALS, rule=stopping.NEVER, tell=None, save=None, trace=None, watch=None
    ):
        """Play what is not yet finished of deals first ... first + deals - 1; the Outcome is that of all of them.

        `trace` is the file for lines about every look: those of a `tracing.Watch`, or those of a comparison.
        """
        teller = Teller(rule, tell)
        ledger = Ledger(contest, deals, first, rule, stopping.Walk(contest), self.journal, name, watch)
        with tracing.opened(trace, *((watch.head, watch.rows) if watch else ())) as write:

            def look(ledger):
                write(ledger)
                teller.look(ledger)

            ledger.look, ledger.complain = look, self.complain
            ledger.walk_on()
            try:
                found = match.play(
                    contest, deals, first, self.jobs, self.chunk, teller, save, self.timeout, ledger=ledger
                )
            finally:
                ledger.flush()
        found.ending = ended.ending(ledger)
        self.interrupted = self.interrupted or found.interrupted
        return found

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        stopped = self.interrupted or not issubclass(kind or Exception, Exception)  # Ctrl-C, or told to end
        if self.journal is not None:
            try:
                self.journal.close()
            except StateError as trouble:
                progress.note(str(trouble))
        if stopped and self.path is not None and self.resume:
            progress.resume(self.resume)


class Teller:
    """Tells how a run stands: how many deals are done, and at a look how its rule does."""

    def __init__(self, rule, tell):
        self.rule, self.tell = rule, tell
        self.told = 0.0

    def __call__(self, done):
        """So many deals are finished."""
        if self.tell:
            self.tell(done)

    def look(self, ledger):
        """A look was taken."""
        now = time.monotonic()
        if not self.tell or not self.rule.told or (now - self.told < BLINK and not ledger.decision):
            return
        self.told = now
        walk = ledger.walk
        planned = self.rule.planned(walk)
        planned = None if planned is None else min(planned, ledger.n)
        seen = walk.score() if self.rule.told["of"] == "score" else walk.margin()
        shown = interval(seen, 100, " %") if self.rule.told["of"] == "score" else interval(seen, 1, "", sign=True)
        line = f"{shown}, {self.rule.line(walk)}"
        if planned:
            line += f", ~{_roughly(planned)} deals"
        self.tell(ledger.done, line, planned)


def _roughly(number):
    """Two figures of a number: `64k`, `1.2M`."""
    step = 10 ** max(0, len(str(number)) - 2)
    number = round(number / step) * step
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return str(number)

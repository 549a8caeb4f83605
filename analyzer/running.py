"""A run: all the deals one question needs, played once, whatever stops it in between.

With a state file it keeps what is finished and goes on from there; the *identity* of a run says what must not differ.
How many deals are asked for, from which on, and by how many threads is no part of it.
"""

import hashlib
import time
from typing import NamedTuple

from analyzer import __version__, compiled, ended, journal, match, options, progress, stopping, tables, tracing
from analyzer.ledger import Ledger, merge
from analyzer.match import Match, Outcome
from analyzer.wording import count_of, exact, interval

DEALS = "deals"  # what a run is called within a question that has but one
BLINK = 0.1  # seconds between two lines about how a run stands


def identity(question, contest, rule=stopping.NEVER, **more):
    """What a run is, as JSON: two runs of one identity may go on from each other's deals."""
    table = contest.table
    strategies = [
        {
            "word": "+".join(map(_typed, party.shown)),
            "parameters": [dict(member.values) for member in party.members],
            "code": [hashlib.sha256(member.source.encode()).hexdigest()[:12] for member in party.members],
        }
        for party in contest.parties
    ]
    return {
        "question": question,
        "game": table.game,
        "players": table.players,
        "strategies": strategies,
        "seed": contest.seed,
        "rules": table.in_force(),
        "pool": contest.pool,
        "pairs": [list(pair) for pair in contest.pairs],
        "stopping": rule.told or "after a fixed number of deals",
        **more,
        "version": __version__,
        "engine": compiled.engine(),
    }


def _typed(strategy):
    """What to type to get a strategy, as it is without a shell."""
    return strategy.label if strategy.registered else f"{strategy.path}{strategy.label[len(strategy.name) :]}"


def contest(told):
    """The Match of an identity; ValueError where it would be another one today."""
    game = told["game"]
    rules = dict(told["rules"])
    seats = tables.table(game, told["players"], [f"{k}={v}" for k, v in rules.items() if k != "match"], rules["match"])
    parties = tuple(match.party(each["word"], game) for each in told["strategies"])
    made = Match(seats, parties, told["seed"], told["pool"], tuple(map(tuple, told["pairs"])))
    _ = made.plan
    today = identity(told["question"], made)
    differs = journal.difference(
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
    segments = state.segments(name)
    if not segments:
        raise ValueError(f"{state.name} holds no finished deals")
    first, end = segments[0][0], segments[-1][0] + segments[-1][1]
    ledger = Ledger(contest, end - first, first, rule(state.identity), stopping.Walk(contest), state, name)
    ledger.walk_on()
    found = Outcome(ledger.counts, ledger.done, 0.0, 0, played=0, first=first, ledger=ledger)
    found.ending = ended.ending(ledger)
    return found


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
        self.interrupted = False
        self.records = {}
        if state is not None:
            self.journal = journal.Journal(state, identity, merge)
            for sentence in self.journal.damage:
                progress.note(sentence)

    @property
    def damage(self):
        """What could not be kept of the state file, in sentences."""
        return self.journal.damage if self.journal else []

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
        except journal.StateError as error:
            progress.note(f"{error}; playing on")

    def play(self, contest, deals, first=0, name=DEALS, rule=stopping.NEVER, tell=None, save=None, trace=None):
        """Play what is not yet finished of deals first ... first + deals - 1; the Outcome is that of all of them."""
        teller = Teller(rule, tell)
        ledger = Ledger(contest, deals, first, rule, stopping.Walk(contest), self.journal, name)
        with tracing.opened(trace) as write:

            def look(ledger):
                write(ledger)
                teller.look(ledger)

            ledger.look = look
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
        stopped = self.interrupted or kind in (KeyboardInterrupt, SystemExit)
        if self.journal is not None:
            try:
                self.journal.close()
            except journal.StateError as trouble:
                progress.note(str(trouble))
        if stopped and self.path is not None and self.resume:
            progress.note(f"to go on: {self.resume}")


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


class Account(NamedTuple):
    """What every answer says of the deals it rests on."""

    ranges: list[tuple[int, int]]  # (first, how many) each
    line: str  # the one of the block
    facts: dict  # the part of the JSON
    run: dict  # and the part that may differ between two equal runs


def account(contest, outcome, games, more=""):
    """The Account of a run of which each deal took so many games; `more` goes into the line."""
    n = outcome.deals
    rate = outcome.played / outcome.seconds if outcome.seconds else 0.0
    run = contest.provenance(seconds=round(outcome.seconds, 3), deals_per_second=round(rate, 1), jobs=outcome.jobs)
    ranges = outcome.ledger.ranges if outcome.ledger and n else [(outcome.first, n)]
    before = f"; {exact(n - outcome.played)} of the deals were finished before" if n > outcome.played else ""
    speed = f"{outcome.seconds:.1f} s, {exact(round(games * run['deals_per_second']))} games/s"
    how = f"{speed}, {count_of(outcome.jobs, 'thread')}{before}" if outcome.jobs else "played before"
    made = f"mazziere {run['version']}, engine {run['engine']}"
    line = f"seed {contest.seed}, deals {told_deals(ranges)}; {more}{made}; {how}"
    facts = {"deals": n, "games": games * n, "seed": contest.seed, "first": ranges[0][0]}
    if len(ranges) > 1:
        facts["ranges"] = [{"first": start, "deals": k} for start, k in ranges]
    return Account(ranges, line, facts, run)


def told_deals(ranges):
    """`deals 0 to 99`, or of which parts they are."""
    return " and ".join(f"{start} to {start + max(n, 1) - 1}" for start, n in ranges)

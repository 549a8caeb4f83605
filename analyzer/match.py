"""A match: two strategies play the same deals from both sides of the table, chunk by chunk, over threads.

A *block* is one deal played twice, the seats swapped in the second game.  It is the only unit that is independent of
the others, so everything counted here is counted by block.  Chunks of blocks are played by threads in any order and
counted in the order of the deals, as whole numbers: the result is the same for any number of threads, any chunk size.
"""

import os
import queue
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import numpy as np

from analyzer import __version__, compiled, options, progress, referee, roster, stats, tables
from analyzer.records import PAGE, blank
from analyzer.roster import Strategy, StrategyError
from analyzer.tables import Table
from analyzer.wording import count_of

LARGEST_CHUNK = 8192
FIRST_CHUNK = 64
CHUNK_SECONDS = 0.2
BLINK = 0.1


@dataclass(frozen=True)
class Match:
    """Who plays whom, at which table, on which deals."""

    table: Table
    players: tuple[Strategy, Strategy]
    seed: int

    @property
    def lineup(self):
        """`lineup[g][seat]`: which strategy sits where; the two sides change places in the second game."""
        return tuple(tuple((seat + game) % 2 for seat in range(self.table.players)) for game in range(2))

    def labels(self):
        """What the two are called: their labels, or their paths where two different files have one name."""
        one, two = self.players
        return [one.word, two.word] if one.label == two.label and one.path != two.path else [one.label, two.label]

    def command(self, question, *more):
        """The command line that asks a question about this match."""
        words = ["mazziere", question, *(player.word for player in self.players), *more, f"--seed {self.seed}"]
        return " ".join([*words, *self.table.options()])

    def run(self, seconds, per_second, jobs):
        """What an answer says about the run itself: all that may differ between two equal runs."""
        return {
            "seconds": round(seconds, 3),
            "deals_per_second": round(per_second, 1),
            "jobs": jobs,
            "version": __version__,
            "engine": compiled.engine(),
        }


def contest(first, second, seed=1, game="briscola", players=2, rules=None, match="single", shared_stock=False):
    """A Match from what a person typed.  ValueError, or StrategyError, with one sentence if that makes no sense."""
    if isinstance(rules, dict):
        rules = [f"{name}={value}" for name, value in rules.items()]
    chosen = [rules] if isinstance(rules, str) else list(rules or ())
    seats = tables.table(game, players, [*chosen, *(["shared_stock=on"] if shared_stock else [])], match)
    return Match(seats, (roster.find(first, game), roster.find(second, game)), options.seed_number(seed))


@dataclass
class Outcome:
    """What was played: the counts of all blocks, and how the run went."""

    tally: np.record
    deals: int
    seconds: float
    jobs: int
    interrupted: bool = False


def cores():
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def prepare(match, timeout=60.0):
    """Compile what is not compiled yet; a strategy that is new here must first play a few deals in plain Python."""
    new = not compiled.is_warm(match.table.game, match.players)
    if new:
        progress.note("compiling, once: the next run starts at once")
        referee.audition(match.table, match.players, match.lineup, match.seed, timeout=timeout)
    with _CtrlC() as ctrl_c:
        compiled.mended(match.table.game, lambda: _Crew(match, 0, 0, 1, 1, False).play_nothing())
    if ctrl_c.pressed:
        raise KeyboardInterrupt


def play(match, deals, first=0, jobs=None, chunk=None, tell=None, save=None, timeout=60.0):
    """Play deals first..first+deals-1 and return the Outcome.

    `jobs` threads (default: all processors).  `chunk` fixes the number of deals a thread takes at a time.
    `tell(done)` is told how many deals are counted; `save(number, rows)` gets the rows of every chunk in order,
    int64 of shape (deals, 2, *ROW).  Ctrl-C ends the match early and keeps what is finished.  Raises Fault if a
    strategy fails, or answers nothing for `timeout` seconds.
    """
    jobs = min(jobs or cores(), max(1, deals))
    began = time.perf_counter()
    outcome = Outcome(stats.new_tally(), 0, 0.0, jobs)
    crew = _Crew(match, deals, first, jobs, chunk, save is not None)
    with _CtrlC() as ctrl_c:
        crew.start()
        try:
            for start, tally, n, rows in crew.chunks(timeout, ctrl_c):
                stats.merge(outcome.tally, tally)
                if save:
                    save(start, rows)
                outcome.deals += n
                if tell:
                    tell(outcome.deals)
        finally:
            crew.stop()
    outcome.interrupted = ctrl_c.pressed and outcome.deals < deals
    if outcome.interrupted:
        progress.interrupted()
    outcome.seconds = time.perf_counter() - began
    return outcome


class _CtrlC:
    """While this lasts, Ctrl-C raises nothing but is remembered: no chunk is counted, nothing compiled by half."""

    def __init__(self):
        self.pressed = False

    def __enter__(self):
        self.mine = threading.current_thread() is threading.main_thread()
        if self.mine:
            self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def press(self, *_):
        """What Ctrl-C does."""
        self.pressed = True

    def __exit__(self, *_):
        if self.mine:
            signal.signal(signal.SIGINT, self.before)


def one_row(match, state):
    """The score of a finished game as a row, int64 of the game's ROW shape."""
    row = np.zeros(match.table.module.ROW, np.int64)
    match.table.module.score(state, row)
    return row


def check(match, deals, timeout=60.0, tell=None):
    """Play deals in plain Python and compiled and compare every move; returns how many decisions were compared.

    Raises Fault where a strategy fails, StrategyError where the two ways of playing part.
    """
    judge = referee.Referee(match.table, match.players, match.lineup)
    decisions = 0

    def watch(state, index, forced):
        nonlocal decisions
        decisions += not forced

    def in_python(number, game):
        judge.play(match.seed, number, game, watch)
        return judge.state.log.tolist(), one_row(match, judge.state).tolist()

    crew = None
    for number in range(deals):
        plain = []
        for game in range(len(match.lineup)):
            try:
                plain.append(referee.within(timeout, partial(in_python, number, game)))
            except TimeoutError:
                judge.state.number = number
                raise referee.stuck(judge, match.seed, timeout) from None
        crew = crew or _Crew(match, 0, 0, 1, 1, False)
        for game, expected in enumerate(plain):
            if crew.play_one(number, game) != expected:
                names = " or ".join(dict.fromkeys(player.label for player in match.players))
                raise StrategyError(
                    f"{names} plays otherwise compiled than in plain Python (seed {match.seed}, deal {number}): does "
                    "it mix whole numbers with fractions, or rely on numbers beyond 64 bits?"
                )
        if tell:
            tell(number + 1)
    return decisions


@dataclass
class _Chunk:
    """Consecutive deals a thread has played: their counts, their rows if somebody wants them, or what went wrong."""

    first: int
    n: int
    tally: np.void
    rows: np.ndarray | None = None
    fault_at: int | None = None
    error: Exception | None = None


def _view(game):
    """A view for a thread, half a page of memory away from where its state begins."""
    return np.asarray(blank(game.VIEW, offset=PAGE // 2)).view(game.VIEW)


def _spread_out(k, jobs):
    """Give this thread, the k-th of `jobs`, a processor to start on; with a thread for every processor it stays there.

    Threads start where their parent runs, and a system that seldom moves threads would let them share that processor.
    """
    if jobs > 1 and hasattr(os, "sched_setaffinity"):
        allowed = os.sched_getaffinity(0)
        with suppress(OSError):
            os.sched_setaffinity(0, {sorted(allowed)[(os.getpid() + k) % len(allowed)]})
            if jobs < len(allowed):
                os.sched_setaffinity(0, allowed)


class _Crew:
    """The threads of one match, the chunks they take and hand back."""

    def __init__(self, match, deals, first, jobs, chunk, keep_rows):
        self.match = match
        self.first = first
        self.next = first
        self.end = first + deals
        self.growing = chunk is None
        self.size = chunk or FIRST_CHUNK
        self.keep_rows = keep_rows
        self.stopping = False
        self.lock = threading.Lock()
        self.room = threading.Semaphore(4 * jobs)
        self.finished: queue.Queue = queue.Queue()
        table = match.table
        self.addresses = np.array([compiled.address(player, table.game) for player in match.players], np.int64)
        self.params = np.zeros(len(match.players), compiled.PARAMETERS)
        self.params["values"] = [compiled.vector(player) for player in match.players]
        self.lineup = np.array(match.lineup, np.int64)
        self.kernel = compiled.kernel(table.game)
        self.tally_blocks = compiled.tally_blocks(table.game)
        self.states = [np.asarray(table.state()).view(table.module.STATE) for _ in range(jobs)]

    def play_nothing(self):
        """Call the compiled functions for no deals at all, so that they are compiled or read from the cache."""
        game = self.match.table.module
        views, rows = _view(game), np.zeros((0, len(self.lineup), *game.ROW), np.int64)
        self.kernel(self.addresses, self.params, self.lineup, self.states[0], views, 0, 0, 0, rows)
        self.tally_blocks(rows, 0, np.zeros(1, stats.TALLY))

    def play_one(self, number, game):
        """The tricks and the score of one game of a deal, as lists."""
        rules = self.match.table.module
        views, rows = _view(rules), np.zeros((1, 1, *rules.ROW), np.int64)
        states, lineup = self.states[0], self.lineup[game : game + 1]
        played = self.kernel(self.addresses, self.params, lineup, states, views, self.match.seed, number, 1, rows)
        return (states["log"][0].tolist(), rows[0, 0].tolist()) if played else None

    def start(self):
        """Set the threads to work."""
        for k, states in enumerate(self.states):
            threading.Thread(target=self.work, args=(states, k), daemon=True).start()

    def stop(self):
        """Send the threads home; each finishes the chunk it is playing."""
        self.stopping = True
        self.room.release(len(self.states))

    def take(self):
        """The next deals to play: (first, how many), with none left (end, 0)."""
        with self.lock:
            start = self.next
            n = min(self.size, self.end - start)
            self.next += n
            return start, n

    def work(self, states, k):
        """Thread k: play chunk after chunk, count each, hand it back."""
        _spread_out(k, len(self.states))
        game = self.match.table.module
        views = _view(game)
        shape = (len(self.lineup), *game.ROW)
        rows = np.zeros((0, *shape), np.int64)
        while True:
            self.room.acquire()
            start, n = self.take()
            if n == 0 or self.stopping:
                return
            began = time.perf_counter()
            if len(rows) < n or self.keep_rows:
                rows = np.zeros((n, *shape), np.int64)
            counts = np.zeros(1, stats.TALLY)
            chunk = _Chunk(start, n, counts[0], rows if self.keep_rows else None)
            try:
                seed = self.match.seed
                played = self.kernel(self.addresses, self.params, self.lineup, states, views, seed, start, n, rows)
                self.tally_blocks(rows, played, counts)
                if played < n:
                    chunk.fault_at = start + played
            except Exception as error:
                chunk.fault_at, chunk.error = int(states["number"][0]), error
            self.finished.put(chunk)
            if self.growing:
                self.grow(n, time.perf_counter() - began)

    def grow(self, n, seconds):
        """Take larger chunks while they are finished fast, so that a slow strategy still reports often."""
        with self.lock:
            if n == self.size and seconds < CHUNK_SECONDS / 2:
                self.size = min(2 * self.size, LARGEST_CHUNK)

    def chunks(self, timeout, ctrl_c):
        """The finished chunks in the order of their deals: (first deal, tally, number of deals, rows or None).

        Ends early once Ctrl-C was pressed.
        """
        early: dict[int, _Chunk] = {}
        at = self.first
        patience = time.monotonic() + timeout
        while at < self.end:
            while at not in early:
                if ctrl_c.pressed:
                    return
                try:
                    chunk = self.finished.get(timeout=min(timeout, BLINK))
                except queue.Empty:
                    if time.monotonic() > patience:
                        raise self.stuck(timeout) from None
                    continue
                patience = time.monotonic() + timeout
                early[chunk.first] = chunk
            if ctrl_c.pressed:
                return
            chunk = early.pop(at)
            if chunk.fault_at is not None:
                raise self.fault(chunk)
            yield chunk.first, chunk.tally, chunk.n, chunk.rows
            self.room.release()
            at += chunk.n

    def fault(self, chunk):
        """The fault that stopped a chunk, as plain Python shows it on the same deal."""
        match = self.match
        told = referee.explain(match.table, match.players, match.lineup, match.seed, chunk.fault_at)
        names = " or ".join(dict.fromkeys(player.label for player in match.players))
        what = f"raised {type(chunk.error).__name__}: {chunk.error}" if chunk.error else "gave no legal answer"
        return told or StrategyError(
            f"strategy {names} {what}, compiled but not in plain Python (seed {match.seed}, deal {chunk.fault_at})"
        )

    def stuck(self, timeout):
        """The fault of whoever has not answered for so long, as plain Python shows it on a deal now being played."""
        match = self.match
        numbers = sorted({int(states["number"][0]) for states in self.states})
        for number in numbers:
            told = referee.explain(match.table, match.players, match.lineup, match.seed, number, min(timeout, 5.0))
            if told:
                return told
        names = " or ".join(dict.fromkeys(player.label for player in match.players))
        return referee.Fault(
            f"no chunk of deals was finished for {count_of(timeout, 'second')} (seed {match.seed}, deal {numbers[0]}): "
            f"strategy {names} is in an endless loop or very slow; --deal-timeout allows more"
        )

"""The threads that play a match: they take chunks of deals in any order; the chunks are counted in the order of deals.

So the result is the same for any number of threads and any chunk size.  A thread owns its state and its view; what it
counts of a chunk is added up by whoever asked, as whole numbers.
"""

import os
import queue
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from analyzer import compiled, counting, progress, referee
from analyzer.records import PAGE, blank
from analyzer.roster import StrategyError
from analyzer.wording import count_of

LARGEST_CHUNK = 8192  # deals of
USUAL_GAMES = 12  # games at most; fewer deals where they are played more often, for their rows must be held
FIRST_GAMES = 128  # games: the first chunk is of as many deals as take no more, so that all leagues report soon
CHUNK_SECONDS = 0.2
BLINK = 0.1


class CtrlC:
    """While this lasts, Ctrl-C raises nothing but is remembered: no chunk is counted, nothing compiled by half."""

    def __init__(self):
        self.pressed = False

    def __enter__(self):
        self.mine = threading.current_thread() is threading.main_thread()
        if self.mine:
            self.before = signal.signal(signal.SIGINT, self.press)
        return self

    def press(self, *_):
        """What Ctrl-C does; one that waits outside remembers it too."""
        self.pressed = True
        outside = getattr(self.before, "__self__", None)
        if isinstance(outside, CtrlC):
            outside.press()

    def __exit__(self, *_):
        if self.mine:
            signal.signal(signal.SIGINT, self.before)


@dataclass
class Chunk:
    """Consecutive deals a thread has played: their counts, their rows if somebody wants them, or what went wrong."""

    first: int
    n: int
    counts: object
    rows: np.ndarray | None = None
    fault_at: int | None = None
    error: Exception | None = None


def view_of(game):
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


class Crew:
    """The threads of one match, the chunks they take and hand back."""

    def __init__(self, match, deals, first, jobs, chunk, keep_rows, cut=None):
        self.match = match
        self.first = first
        self.next = first
        self.end = first + deals
        self.cut = cut or (lambda at: self.end)
        self.growing = chunk is None
        self.size = chunk or max(1, FIRST_GAMES // match.plan.games)
        self.largest = max(1, LARGEST_CHUNK * USUAL_GAMES // max(USUAL_GAMES, match.plan.games))
        self.keep_rows = keep_rows
        self.stopping = False
        self.lock = threading.Lock()
        self.room = threading.Semaphore(4 * jobs)
        self.finished: queue.Queue = queue.Queue()
        table = match.table
        self.addresses = np.array([compiled.address(player, table.game) for player in match.players], np.int64)
        self.params = np.zeros(len(match.players), compiled.PARAMETERS)
        self.params["values"] = [compiled.vector(player) for player in match.players]
        self.plan = match.plan
        self.kernel = compiled.kernel(table.game)
        self.counter = counting.counter(match)
        self.states = [np.asarray(table.state()).view(table.module.STATE) for _ in range(jobs)]

    def play_nothing(self):
        """Call the compiled functions for no deals at all, so that they are compiled or read from the cache."""
        game = self.match.table.module
        views, rows = view_of(game), np.zeros((0, self.plan.games, *game.ROW), np.int64)
        self.kernel(self.addresses, self.params, self.plan.seats, self.states[0], views, 0, 0, 0, rows)
        self.counter.add(self.counter.blank(), rows, 0, 0)

    def play_one(self, number, game):
        """The tricks and the score of one game of a deal, as lists."""
        rules = self.match.table.module
        views, rows = view_of(rules), np.zeros((1, 1, *rules.ROW), np.int64)
        states, kind = self.states[0], self.plan.kind(self.match.seed, number)
        seats = self.plan.seats[kind : kind + 1, game : game + 1]
        played = self.kernel(self.addresses, self.params, seats, states, views, self.match.seed, number, 1, rows)
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
            n = min(self.size, self.end - start, self.cut(start) - start)
            self.next += n
            return start, n

    def work(self, states, k):
        """Thread k: play chunk after chunk, count each, hand it back."""
        _spread_out(k, len(self.states))
        play = self.desk(states)
        while True:
            self.room.acquire()
            start, n = self.take()
            if n == 0 or self.stopping:
                return
            began = time.perf_counter()
            self.finished.put(play(start, n))
            if self.growing:
                self.grow(n, time.perf_counter() - began)

    def desk(self, states):
        """What a thread plays with, as a function that plays `n` deals from `start` on and makes their Chunk."""
        game = self.match.table.module
        views = view_of(game)
        shape = (self.plan.games, *game.ROW)
        rows = np.zeros((0, *shape), np.int64)

        def play(start, n):
            nonlocal rows
            if len(rows) < n or self.keep_rows:
                rows = np.zeros((n, *shape), np.int64)
            counts = self.counter.blank()
            chunk = Chunk(start, n, counts, rows if self.keep_rows else None)
            try:
                seed = self.match.seed
                played = self.kernel(self.addresses, self.params, self.plan.seats, states, views, seed, start, n, rows)
                self.counter.add(counts, rows, start, played)
                if played < n:
                    chunk.fault_at = start + played
            except Exception as error:
                chunk.fault_at, chunk.error = int(states["number"][0]), error
            return chunk

        return play

    def grow(self, n, seconds):
        """Take larger chunks while they are finished fast, so that a slow strategy still reports often."""
        with self.lock:
            if n == self.size and seconds < CHUNK_SECONDS / 2:
                self.size = min(2 * self.size, self.largest)

    def chunks(self, timeout, ctrl_c):
        """The finished chunks in the order of their deals.

        Ends early once Ctrl-C was pressed.
        """
        early: dict[int, Chunk] = {}
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
            progress.finished()
            yield chunk
            self.room.release()
            at += chunk.n

    def fault(self, chunk):
        """The fault that stopped a chunk, as plain Python shows it on the same deal."""
        match = self.match
        told = referee.explain(match, chunk.fault_at)
        what = f"raised {type(chunk.error).__name__}: {chunk.error}" if chunk.error else "gave no legal answer"
        where = f"(seed {match.seed}, deal {chunk.fault_at})"
        return told or StrategyError(f"strategy {match.anyone()} {what}, compiled but not in plain Python {where}")

    def stuck(self, timeout):
        """The fault of whoever has not answered for so long, as plain Python shows it on a deal now being played."""
        match = self.match
        numbers = sorted({int(states["number"][0]) for states in self.states})
        for number in numbers:
            told = referee.explain(match, number, min(timeout, 5.0))
            if told:
                return told
        return referee.Fault(
            f"no chunk of deals was finished for {count_of(timeout, 'second')} (seed {match.seed}, deal {numbers[0]}): "
            f"strategy {match.anyone()} is in an endless loop or very slow; --deal-timeout allows more"
        )

"""The ledger of a run: which deals are finished, what they came to, and whether that is enough.

Chunks of finished deals come in the order of their deals.  They are added up; a *look* is taken whenever all deals up
to a fixed number are finished, so that what is decided at a look depends on neither threads nor chunks.  With a state
file (`journal`) all of that is kept there, as `packed`, and a run that was stopped goes on where it was.
"""

import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyzer import counting
from analyzer.packed import Stretch, joined, packed, stretch, unpack
from analyzer.state_file import StateError, part_size
from analyzer.state_lines import deals

PATIENCE = 0.2  # seconds: what is finished waits so long for more before the state file is written,
WRITING = 0.1  # or longer where writing would take a larger share of the time than this


class Ledger:
    """What is finished of deals first ... first + n - 1, and the walk of looks through them.

    `rule` says when to look and when that is enough (see `stopping`); `walk` gets the stretches in order and `look` is
    called at each look, once `walk_on` has gone through those taken before.  `journal` keeps it under `name`; when it
    cannot, `complain` is called, and the next writing makes up for it.  A `watch` (`tracing`) looks where it likes, and
    says what is kept of a look.
    """

    def __init__(self, match, n, first, rule, walk, journal=None, name="deals", watch=None):
        self.match, self.first, self.n = match, first, n
        self.rule, self.walk, self.journal, self.name, self.watch = rule, walk, journal, name, watch
        self.look: Callable[[Ledger], None] = lambda ledger: None
        self.counter = counting.counter(match)
        self.looks = Looks((watch or rule).next_look)
        self.decision: Any = None
        self.pieces: list[Piece] = []  # in order, with gaps between them
        self.walked = 0  # stretches of the first piece that were walked through
        self.complain: Callable[[StateError], None] = lambda error: None
        self.waiting: list[Piece] = []  # finished, and not yet written
        self.written = time.monotonic()
        self.patience = PATIENCE
        self._restore()

    @property
    def done(self):
        """How many deals are finished."""
        return sum(piece.end - piece.first for piece in self.pieces)

    @property
    def ranges(self):
        """Which deals are finished: (first, how many) each."""
        return [(piece.first, piece.end - piece.first) for piece in self.pieces]

    @property
    def counts(self):
        """The counts of all that are finished."""
        total = self.counter.blank()
        for piece in self.pieces:
            self.counter.merge(total, piece.counts)
        return total

    def gaps(self):
        """The deals still to be played: (first, how many) each."""
        found, at = [], self.first
        for start, n in [*self.ranges, (self.first + self.n, 0)]:
            if at < start:
                found.append((at, start - at))
            at = start + n
        return found

    def cut(self, at):
        """The deal of the first look after deal `at`, or the end of its part of a state file: no chunk goes beyond."""
        look = self.first + self.looks.after(at - self.first)
        if self.journal is None:
            return look
        size = part_size(self.first, at + 1)
        return min(look, at - at % size + size)

    def take(self, first, n, counts):
        """Count a chunk, the first of the deals still to be played."""
        before = next((piece for piece in self.pieces if piece.end == first), None)
        if before is None:
            before = self._put(Piece(first, first, [], self.counter.blank()))
        self.counter.merge(before.counts, counts)
        number = self.looks.number(first - self.first)
        found = [stretch(self.match, self.first, number, counts, before.counts, self.watch)]
        before.stretches = joined(before.stretches, found)
        before.end += n
        self._close_up()
        if self.journal is not None:
            self._write_soon(first, n, counts, found)
        self.walk_on()

    def flush(self):
        """Write what is not yet written."""
        if self.waiting:
            began = time.monotonic()
            found = [(each.first, each.end - each.first, packed(each.counts, each.stretches)) for each in self.waiting]
            self.waiting = []
            try:
                self.journal.add(self.name, found)
            except StateError as error:
                self.complain(error)
            self.written = time.monotonic()
            self.patience = max(PATIENCE, (self.written - began) / WRITING)

    def _write_soon(self, first, n, counts, stretches):
        """Let a chunk wait for more, which is added to it where both lie in one part of the state file."""
        last = self.waiting[-1] if self.waiting else None
        if not last or last.end != first or not first % part_size(self.first, first + 1):
            last = Piece(first, first, [], self.counter.blank())
            self.waiting.append(last)
        self.counter.merge(last.counts, counts)
        last.stretches = joined(last.stretches, stretches)
        last.end += n
        if time.monotonic() - self.written >= self.patience:
            self.flush()

    def _put(self, piece):
        """Add a piece where it belongs."""
        self.pieces = sorted([*self.pieces, piece], key=lambda each: each.first)
        return piece

    def _close_up(self):
        """Join pieces that have become neighbours."""
        made = self.pieces[:1]
        for piece in self.pieces[1:]:
            if made[-1].end == piece.first:
                self.counter.merge(made[-1].counts, piece.counts)
                made[-1].stretches = joined(made[-1].stretches, piece.stretches)
                made[-1].end = piece.end
            else:
                made.append(piece)
        self.pieces = made

    def _restore(self):
        """Take over what the state file holds."""
        if self.journal is None:
            return
        held = self.journal.ranges(self.name)
        if any(first < self.first or first + n > self.first + self.n for first, n in held):
            holds, wanted = deals(self.name, *held), deals(self.name, (self.first, self.n))
            raise ValueError(
                f"{self.journal.name} holds {holds}, which cannot be parted, and only {wanted} are asked for: "
                "ask for all of them, or name another file"
            )
        for first, n, counts in self.journal.segments(self.name):
            piece = Piece(first, first + n, [Stretch(*each) for each in counts["stretches"]], self.counter.blank())
            unpack(counts["sums"], piece.counts)
            self._put(piece)
        self._close_up()

    def walk_on(self):
        """Go through the looks up to the first gap, until one decides."""
        if not self.pieces or self.pieces[0].first != self.first:
            return
        stretches = self.pieces[0].stretches
        while self.walked < len(stretches) and not self.decision:
            found = stretches[self.walked]
            last = self.walked + 1 == len(stretches)
            if last and found.blocks < self.looks.length(found.number):
                return  # it is no look yet
            self.walk.add(found)
            self.walked += 1
            self.decision = self.rule.decide(self.walk)
            self.look(self)

    def rest(self):
        """The stretches that were not walked through: those after the decision, or after the last look."""
        found = self.pieces[0].stretches[self.walked :] if self.pieces and self.pieces[0].first == self.first else []
        others = self.pieces[1:] if found or self.walked else self.pieces
        for piece in others:
            found = [*found, *piece.stretches]
        return found


@dataclass
class Piece:
    """Finished consecutive deals."""

    first: int
    end: int
    stretches: list[Stretch]
    counts: Any


class Looks:
    """The numbers of blocks at which looks are taken."""

    def __init__(self, following):
        self.following = following
        self.ends = [following(0)]

    def number(self, blocks):
        """Which look is the first after so many blocks."""
        while self.ends[-1] <= blocks:
            self.ends.append(self.following(self.ends[-1]))
        return bisect_right(self.ends, blocks)

    def after(self, blocks):
        """How many blocks there are at that look."""
        return self.ends[self.number(blocks)]

    def length(self, number):
        """How many blocks lie between a look and the one before."""
        while len(self.ends) <= number:
            self.ends.append(self.following(self.ends[-1]))
        return self.ends[number] - (self.ends[number - 1] if number else 0)

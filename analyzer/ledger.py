"""The ledger of a run: which deals are finished, what they came to, and whether that is enough.

Chunks of finished deals come in the order of their deals.  They are added up; a *look* is taken whenever all deals up
to a fixed number are finished, so that what is decided at a look depends on neither threads nor chunks.  With a state
file (`journal`) all of that is kept there, and a run that was stopped goes on where it was.

Kept of some finished deals are the `sums` of whatever counts them, sparse, and the *stretches* they lie in.  A stretch
is what came in between two looks: a rule that stops a run reads these, one after the other.
"""

import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from analyzer import always_valid, counting, progress, seating, stats
from analyzer.journal import StateError, deals

SCRATCH = "desk"  # of counts: where a block is put together; no sum
PATIENCE = 0.2  # seconds: what is finished waits so long for more before the state file is written,
WRITING = 0.1  # or longer where writing would take a larger share of the time than this


class Stretch(NamedTuple):
    """What the blocks between two looks came to, as far as a stopping rule needs it: exact whole numbers.

    Scores and payoffs are those of every entry in a whole block, a sum and then a sum of squares for each; scores count
    as in `analyzer.scores`.  Blocks of two games (pairs) have cells and one margin.
    """

    origin: int  # the deal from which the looks are counted
    number: int  # of the look it ends with, from 0
    blocks: int
    cells: list[int]  # counts of pair scores; empty where blocks are no pairs
    score: list[int]
    payoff: list[int]
    others: int  # of all blocks since the origin, those away from the commonest margin; -1 where unknown

    def plus(self, more):
        """With `more`, which comes right behind it and ends with the same look."""
        sums = [[x + y for x, y in zip(a, b, strict=True)] for a, b in zip(self[3:6], more[3:6], strict=True)]
        return Stretch(self.origin, self.number, self.blocks + more.blocks, *sums, more.others)


def stretch(match, origin, number, counts, so_far):
    """The Stretch of some blocks; `so_far` are the counts of all blocks up to their end."""
    design = match.plan.design
    if design == seating.BOTH_SIDES:
        record = counts.result[0]
        n, total, square = always_valid.margin_batch(record)
        cells = stats.pair_counts(record)
        return Stretch(origin, number, n, cells, [], [total, square], always_valid.others(so_far.result[0]))
    if design not in (seating.TURNS, seating.AMONG):
        result = counts if design == seating.CROSSTABLE else counts.result
        return Stretch(origin, number, int(result.blocks.sum()), [], [], [], -1)
    sums = counts.result
    score, payoff = (
        np.stack([totals[0], products[0].diagonal()], axis=1).ravel().tolist()
        for totals, products in ((sums.results, sums.result_products), (sums.payoffs, sums.payoff_products))
    )
    return Stretch(origin, number, int(sums.blocks.sum()), [], score, payoff, -1)


# Packed: counts as JSON


def pack(counts):
    """The sums of any counts as [[where, value, value ...], ...]: the runs of those that are not 0."""
    flat = np.concatenate([np.zeros(0, np.int64), *(part.ravel() for part in _parts(counts))])
    return _runs(dict(zip(flat.nonzero()[0].tolist(), flat[flat.nonzero()].tolist(), strict=True)))


def unpack(packed, counts):
    """Add sums that were packed to counts of the same kind."""
    parts = list(_parts(counts))
    ends = np.cumsum([0, *(part.size for part in parts)]).tolist()
    for start, *values in packed:
        for k, value in enumerate(values, start):
            part = bisect_right(ends, k) - 1
            if not 0 <= part < len(parts):
                raise ValueError("counts of another kind of match")
            parts[part].flat[k - ends[part]] += value


def _parts(counts):
    """All arrays of counts, in order."""
    if counts is None:
        return
    if isinstance(counts, np.ndarray):
        yield from (counts[name] for name in counts.dtype.names) if counts.dtype.names else [counts]
        return
    for name, part in zip(counts._fields, counts, strict=True):
        if name != SCRATCH:
            yield from _parts(part)


def _runs(values):
    """{where: value} as runs."""
    there = sorted(where for where, value in values.items() if value)
    runs = [list(group) for _, group in groupby(enumerate(there), lambda pair: pair[1] - pair[0])]
    return [[run[0][1], *(values[where] for _, where in run)] for run in runs]


def packed(counts, stretches):
    """Finished deals as a state file keeps them."""
    return {"sums": pack(counts), "stretches": [list(each) for each in stretches]}


def merge(left, right):
    """What two neighbours came to that were packed, the first deals first."""
    values: dict[int, int] = {}
    for start, *run in [*left["sums"], *right["sums"]]:
        for where, value in enumerate(run, start):
            values[where] = values.get(where, 0) + value
    stretches = joined(*([Stretch(*each) for each in side["stretches"]] for side in (left, right)))
    return {"sums": _runs(values), "stretches": [list(each) for each in stretches]}


def joined(left, right):
    """Stretches behind each other; one that was cut in two is one again."""
    if left and right and left[-1][:2] == right[0][:2]:
        return [*left[:-1], left[-1].plus(right[0]), *right[1:]]
    return [*left, *right]


class Ledger:
    """What is finished of deals first ... first + n - 1, and the walk of looks through them.

    `rule` says when to look and when that is enough (see `stopping`); `walk` gets the stretches in order and `look` is
    called at each look, once `walk_on` has gone through those taken before.  `journal` keeps it under `name`.
    """

    def __init__(self, match, n, first, rule, walk, journal=None, name="deals"):
        self.match, self.first, self.n = match, first, n
        self.rule, self.walk, self.journal, self.name = rule, walk, journal, name
        self.look: Callable[[Ledger], None] = lambda ledger: None
        self.counter = counting.counter(match)
        self.looks = Looks(rule.next_look)
        self.decision: Any = None
        self.pieces: list[Piece] = []  # in order, with gaps between them
        self.walked = 0  # stretches of the first piece that were walked through
        self.waiting: Any = None  # (first, n, counts, stretches): finished, and not yet written
        self.written = time.monotonic()
        self.patience = PATIENCE
        self.complained = False
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
        """The deal of the first look after deal `at`: no chunk may go beyond."""
        return self.first + self.looks.after(at - self.first)

    def take(self, first, n, counts):
        """Count a chunk, the first of the deals still to be played."""
        before = next((piece for piece in self.pieces if piece.end == first), None)
        if before is None:
            before = self._put(Piece(first, first, [], self.counter.blank()))
        self.counter.merge(before.counts, counts)
        found = [stretch(self.match, self.first, self.looks.number(first - self.first), counts, before.counts)]
        before.stretches = joined(before.stretches, found)
        before.end += n
        self._close_up()
        if self.journal is not None:
            self._write_soon(first, n, counts, found)
        self.walk_on()

    def flush(self):
        """Write what is not yet written."""
        if self.waiting:
            first, n, counts, stretches = self.waiting
            self.waiting, began = None, time.monotonic()
            try:
                self.journal.add(self.name, first, n, packed(counts, stretches))
            except StateError as error:  # the next time it writes this too
                if not self.complained:
                    progress.note(f"{error}; playing on")
                self.complained = True
            self.written = time.monotonic()
            self.patience = max(PATIENCE, (self.written - began) / WRITING)

    def _write_soon(self, first, n, counts, stretches):
        if self.waiting and self.waiting[0] + self.waiting[1] != first:
            self.flush()
        start, before, so_far, found = self.waiting or (first, 0, self.counter.blank(), [])
        self.counter.merge(so_far, counts)
        self.waiting = (start, before + n, so_far, joined(found, stretches))
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
        for first, n, counts in self.journal.segments(self.name) if self.journal is not None else ():
            if first < self.first or first + n > self.first + self.n:
                holds, wanted = deals(self.name, first, n), deals(self.name, self.first, self.n)
                raise ValueError(
                    f"{self.journal.name} holds {holds}, which cannot be parted, and only {wanted} are asked for: "
                    "ask for all of them, or name another file"
                )
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

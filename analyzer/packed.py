"""Finished deals as a state file keeps them: sums of whatever counts them, and the stretches they lie in.

Sums are sparse: `[[where, value, value ...], ...]`, the rows of those that are not 0.  A *stretch* is what came in
between two looks of a run: a rule that stops it reads these, one after the other.
"""

from typing import NamedTuple

import numpy as np

from analyzer import always_valid, seating, stats

SCRATCH = "desk"  # of counts: where a block is put together; no sum


class Stretch(NamedTuple):
    """What the blocks between two looks came to, as far as a stopping rule needs it: exact whole numbers.

    Scores and payoffs are those of every entry in a whole block, a sum and then a sum of squares for each; scores count
    as in `analyzer.scores`.  Blocks of two games (pairs) have cells and one margin.  Where many meet, both are what is
    wanted of a look (`tracing.Watch`), or nothing.
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


def stretch(match, origin, number, counts, so_far, watch=None):
    """The Stretch of some blocks; `so_far` are the counts of all blocks up to their end."""
    design = match.plan.design
    if design == seating.BOTH_SIDES:
        record = counts.result[0]
        n, total, square = always_valid.margin_batch(record)
        cells = stats.pair_counts(record)
        return Stretch(origin, number, n, cells, [], [total, square], always_valid.others(so_far.result[0]))
    if design not in (seating.TURNS, seating.AMONG):
        result = counts if design == seating.CROSSTABLE else counts.result
        score, payoff = watch.sums(counts) if watch else ([], [])
        return Stretch(origin, number, int(result.blocks.sum()), [], score, payoff, -1)
    sums = counts.result
    score, payoff = (
        np.stack([totals[0], products[0].diagonal()], axis=1).ravel().tolist()
        for totals, products in ((sums.results, sums.result_products), (sums.payoffs, sums.payoff_products))
    )
    return Stretch(origin, number, int(sums.blocks.sum()), [], score, payoff, -1)


def packed(counts, stretches):
    """Finished deals as a state file keeps them."""
    return {"sums": pack(counts), "stretches": [list(each) for each in stretches]}


def merge(left, right):
    """What two neighbours came to that were packed, the first deals first."""
    stretches = joined(*([Stretch(*each) for each in side["stretches"]] for side in (left, right)))
    sums = [*left["sums"], *right["sums"]]
    return {"sums": _rows(_flat(sums)), "stretches": [list(each) for each in stretches]}


def pack(counts):
    """The sums of any counts as [[where, value, value ...], ...]: the rows of those that are not 0."""
    return _rows(np.concatenate([np.zeros(0, np.int64), *(part.ravel() for part in _parts(counts))]))


def unpack(rows, counts):
    """Add sums that were packed to counts of the same kind; ValueError if they are of another kind."""
    parts = list(_parts(counts))
    flat, at = _flat(rows, sum(part.size for part in parts)), 0
    for part in parts:
        part += flat[at : at + part.size].reshape(part.shape)
        at += part.size


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


def _rows(flat):
    """The rows of an array: where each begins, and its values."""
    there = flat.nonzero()[0]
    rows = np.split(there, np.flatnonzero(np.diff(there) > 1) + 1) if len(there) else []
    return [[int(row[0]), *flat[row].tolist()] for row in rows]


def _flat(rows, size=None):
    """The array of such rows, which may lie across each other: then they are added up."""
    least = max((start + len(values) for start, *values in rows), default=0)
    flat = np.zeros(least if size is None else size, np.int64)
    if least > len(flat):
        raise ValueError("counts of another kind of match")
    for start, *values in rows:
        flat[start : start + len(values)] += values
    return flat


def joined(left, right):
    """Stretches behind each other; one that was cut in two is one again."""
    if left and right and left[-1][:2] == right[0][:2]:
        return [*left[:-1], left[-1].plus(right[0]), *right[1:]]
    return [*left, *right]

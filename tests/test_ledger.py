"""Does a ledger keep what chunks came to, whatever the order and wherever they were cut?"""

import json
import random
from functools import reduce

import numpy as np
import pytest
from every_match import MATCHES, asked
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer import counting, ledger, match, packed, state_lines, stopping
from analyzer.crew import Crew
from analyzer.ledger import Ledger, Looks
from analyzer.packed import Stretch, joined, merge, pack, unpack
from analyzer.roster import find
from analyzer.seating import Party
from analyzer.state_file import State, StateError, part_size


def played(contest, first, n):
    """The counts of some deals."""
    return match.play(contest, n, first=first, jobs=1).counts


def a_crosstable():
    """Three strategies, every pair on the same deals."""
    parties = [Party((find(name),)) for name in ("spend_trump", "lowest", "random_card")]
    made = match.contest("spend_trump", "lowest", seed=5)
    return match.Match(made.table, tuple(parties), 5, pairs=((0, 1), (0, 2), (1, 2)))


def contest_of(what):
    return a_crosstable() if what == "crosstable" else asked(what)


def opened(contest, n, first=0, rule=stopping.NEVER, state=None):
    book = Ledger(contest, n, first, rule, stopping.Walk(contest), state)
    book.walk_on()
    return book


@pytest.mark.parametrize("what", [*MATCHES, "crosstable"])
def test_any_counts_are_packed_and_unpacked_unharmed(what):
    contest = contest_of(what)
    counts = played(contest, 7, 150)
    again = counting.counter(contest).blank()
    unpack(pack(counts), again)
    assert pack(again) == pack(counts)
    assert pack(counting.counter(contest).blank()) == []
    for mine, theirs in zip(packed._parts(again), packed._parts(counts), strict=True):
        assert np.array_equal(mine, theirs)


def test_counts_of_another_match_are_not_taken_for_ours():
    with pytest.raises(ValueError, match="another kind"):
        unpack([[10**6, 1]], counting.counter(a_crosstable()).blank())
    with pytest.raises(ValueError, match="another kind"):
        unpack([[0, 1]], None)


@pytest.mark.parametrize("what", ["2", "3", "4, a+b", "5, pool", "crosstable"])
def test_packed_counts_merge_like_counts_and_in_any_order(what):
    contest = contest_of(what)
    cuts = [0, 10, 256, 257, 300, 700]
    pieces = []
    so_far = counting.counter(contest).blank()
    looks = Looks(stopping.NEVER.next_look)
    for start, end in zip(cuts, cuts[1:], strict=False):
        counts = played(contest, start, end - start)
        counting.counter(contest).merge(so_far, counts)
        # Not as a crew would cut them, but all that matters here is that they can be put together.
        stretch = packed.stretch(contest, 0, looks.number(start), counts, so_far)
        pieces.append(packed.packed(counts, [stretch]))
    a, b, c, d, e = pieces
    left = merge(merge(merge(merge(a, b), c), d), e)
    assert left == merge(a, merge(b, merge(c, merge(d, e)))) == merge(merge(a, b), merge(c, merge(d, e)))
    assert left["sums"] == pack(played(contest, 0, 700))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.one_of(st.just(0), st.integers(-(2**60), 2**60)), max_size=30))
def test_rows_hold_every_sum_that_is_not_0(values):
    rows = packed._rows(np.array(values, np.int64))
    assert {start + k: v for start, *row in rows for k, v in enumerate(row)} == {
        k: v for k, v in enumerate(values) if v
    }
    assert all(b[0] > a[0] + len(a) - 1 for a, b in zip(rows, rows[1:], strict=False))
    assert json.loads(json.dumps(rows)) == rows
    assert packed._flat(rows, len(values)).tolist() == values


def test_rows_that_lie_across_each_other_are_added():
    assert packed._flat([[0, 1, 2, 3], [1, 10], [4, 7]]).tolist() == [1, 12, 3, 0, 7]


def test_a_stretch_that_was_cut_is_one_again():
    one = Stretch(0, 3, 10, [1, 2, 3, 2, 2], [], [5, 50], 7)
    rest = Stretch(0, 3, 5, [0, 1, 2, 1, 1], [], [-1, 9], 9)
    other = Stretch(0, 4, 5, [0, 1, 2, 1, 1], [], [-1, 9], 11)
    whole = Stretch(0, 3, 15, [1, 3, 5, 3, 3], [], [4, 59], 9)
    assert joined([one], [rest, other]) == [whole, other]
    assert joined([one, other], [rest]) == [one, other, rest]
    assert joined([], [one]) == joined([one], []) == [one]
    # Looks counted from elsewhere are others.
    assert joined([one], [rest._replace(origin=100)]) == [one, rest._replace(origin=100)]


def test_looks_are_at_the_numbers_the_rule_says():
    looks = Looks(stopping.NEVER.next_look)
    assert [looks.after(n) for n in (0, 255, 256, 267, 268)] == [256, 256, 268, 268, 281]
    assert [looks.number(n) for n in (0, 255, 256, 268)] == [0, 0, 1, 2]
    assert [looks.length(k) for k in range(3)] == [256, 12, 13]
    other = Looks(stopping.NEVER.next_look)
    assert other.length(2) == 13


class Chunks:
    """Plays a ledger's gaps in chunks of random size, as a crew would."""

    def __init__(self, contest, seed):
        self.contest, self.random = contest, random.Random(seed)

    def play(self, book, most=10**9):
        """Play up to so many deals."""
        for start, n in book.gaps():
            at = start
            while at < start + n and most > 0 and not book.decision:
                k = min(self.random.randint(1, 120), start + n - at, book.cut(at) - at, most)
                book.take(at, k, played(self.contest, at, k))
                at, most = at + k, most - k


class Kept(State):
    """A state that never joins anything."""

    def __init__(self):
        super().__init__("run.state", {})
        self.writings = []

    def add(self, play, segments):
        self.writings.append([(first, n) for first, n, _ in segments])
        for first, n, counts in segments:
            self.put(play, state_lines.segment(play, first, n, counts, self.seal))


@pytest.mark.parametrize("what", ["2", "3", "4, a+b", "3, pool", "crosstable"])
def test_stretches_do_not_depend_on_chunks_or_on_what_was_lost(what, monkeypatch):
    monkeypatch.setattr(ledger, "PATIENCE", 0)
    monkeypatch.setattr(ledger, "WRITING", 1e9)  # no writing takes long
    contest = contest_of(what)
    state = Kept()
    whole = opened(contest, 600, 50, state=state)
    Chunks(contest, 1).play(whole)
    whole.flush()
    assert whole.ranges == [(50, 600)]
    assert pack(whole.counts) == pack(played(contest, 50, 600))
    dice = random.Random(4)
    for k in range(6):
        kept = Kept()
        kept._plays = {"deals": [each for each in state._plays["deals"] if dice.random() < k / 6]}
        book = opened(contest, 600, 50, state=kept)
        held = sum(n for _, n in kept.ranges("deals"))
        assert book.done == held == 600 - sum(n for _, n in book.gaps())
        Chunks(contest, k).play(book, most=100)
        assert book.done == min(600, held + 100)
        book.flush()
        book = opened(contest, 600, 50, state=kept)
        Chunks(contest, k).play(book)
        book.flush()
        assert book.pieces[0].stretches == whole.pieces[0].stretches
        assert pack(book.counts) == pack(whole.counts)
        assert book.walk.stretches == whole.walk.stretches
        assert book.rest() == whole.rest()
        assert reduce(merge, [counts for _, _, counts in kept.segments("deals")]) == reduce(
            merge, [counts for _, _, counts in state.segments("deals")]
        )


def test_what_comes_fast_is_written_together(monkeypatch):
    contest = asked("2")
    for patience, many in ((0, True), (100, False)):
        monkeypatch.setattr(ledger, "PATIENCE", patience)
        monkeypatch.setattr(ledger, "WRITING", 1e9)  # no writing takes long
        state = Kept()
        book = opened(contest, 600, state=state)
        Chunks(contest, 1).play(book)
        assert (len(state.writings) > 5) is many
        for _ in range(2):
            book.flush()
            assert state.ranges("deals") == [(0, 600)]
        assert many or len(state.writings) == 1


def test_a_state_with_deals_that_nobody_asked_for_is_refused():
    contest = asked("2")
    state = Kept()
    state.add("deals", [(100, 20, packed.packed(played(contest, 100, 20), []))])
    for first, n in ((0, 110), (110, 500), (0, 50)):
        with pytest.raises(ValueError, match=r"run.state holds deals 100 to 119, .* only deals .* asked for"):
            opened(contest, n, first, state=state)
    assert opened(contest, 120, 0, state=state).gaps() == [(0, 100)]


def test_a_crew_takes_no_chunk_across_a_look():
    contest = asked("2")
    book = opened(contest, 5000, 30)
    crew = Crew(contest, 5000, 30, 1, 300, False, book.cut)
    ends = set()
    while True:
        start, n = crew.take()
        if not n:
            break
        ends.add(start + n - 30)
    looks = Looks(stopping.NEVER.next_look)
    found = []
    while not found or found[-1] < 5000:
        found.append(looks.after(found[-1] if found else 0))
    assert set(found[:-1]) <= ends
    # Parts are nothing to a run without a state file.
    assert all(book.cut(at) == 30 + looks.after(at - 30) for at in range(30, 5000, 7))
    book.journal = Kept()
    assert book.cut(4090) == 4096 < 30 + looks.after(4060)


@pytest.mark.parametrize("first", [0, 50, 10**6 + 1])
def test_no_segment_reaches_from_one_part_into_the_next(first, monkeypatch):
    """Whatever the chunks, whenever they are written: so a state file can be cut up in the same way at its end."""
    monkeypatch.setattr(ledger, "PATIENCE", 1e-3)
    contest, n = asked("2"), 3000
    state = Kept()
    book = opened(contest, n, first, state=state)
    Chunks(contest, first).play(book)
    book.flush()
    size = part_size(first, first + n)
    assert state.ranges("deals") == [(first, n)] and size == 256
    held = state.segments("deals")
    assert all(start // size == (start + k - 1) // size for start, k, _ in held)
    assert {start // size for start, _, _ in held} == set(range(first // size, (first + n - 1) // size + 1))


def test_a_ledger_says_when_nothing_can_be_written_and_makes_up_for_it():
    class Full(Kept):
        full = True

        def add(self, play, segments):
            super().add(play, segments)
            if self.full:
                raise StateError("no room")

    contest, state, said = asked("2"), Full(), []
    book = opened(contest, 200, state=state)
    book.complain = said.append
    Chunks(contest, 1).play(book, most=90)
    book.flush()
    assert list(map(str, said)) == ["no room"]
    state.full = False
    Chunks(contest, 1).play(book)
    book.flush()
    assert len(said) == 1 and state.ranges("deals") == [(0, 200)]

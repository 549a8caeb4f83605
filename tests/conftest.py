"""What all tests share: a private folder for machine code, and a referee's game in one call."""

import os
import shutil
import tempfile

import pytest

# Before anything of analyzer is imported.  MAZZIERE_TEST_CACHE names a folder to keep from run to run.
KEPT = os.environ.get("MAZZIERE_TEST_CACHE")
FOLDER = KEPT or tempfile.mkdtemp(prefix="mazziere-tests-")
os.environ["MAZZIERE_CACHE"] = FOLDER


def pytest_unconfigure():
    if not KEPT:
        shutil.rmtree(FOLDER, ignore_errors=True)


def lay(state, deck):
    """Give the hand that was just dealt another deck: hands by seat, then the stock, the upcard last."""
    deck = [int(card) for card in deck]
    size = int(state.hand_size)
    assert sorted(deck) == state.pack[: state.pack_size].tolist(), "not the pack of this table"
    state.deck[: len(deck)] = deck
    for seat in range(int(state.players)):
        state.hands[seat] = sum(1 << card for card in deck[size * seat : size * (seat + 1)])
    state.upcard = deck[-1]
    state.trump = deck[-1] >> 4
    state.faced = 1 << deck[-1]


@pytest.fixture
def play_python():
    """A function that lets two strategies play one game of a deal in plain Python: (finished state, its score).

    `watch(state, index, forced)` is called before every move.
    """
    from analyzer.match import contest, one_row
    from analyzer.referee import Referee

    def play(first, second, number, game=0, watch=None, seed=1, **options):
        match = contest(first, second, seed, **options)
        state = Referee(match.table, match.players, match.lineup).play(seed, number, game, watch)
        return state, one_row(match, state)

    return play


@pytest.fixture
def play_compiled():
    """A function that lets two strategies play deals in machine code: the scores, int64 of (deals, 2, *ROW)."""
    import numpy as np

    from analyzer.match import contest, play, prepare

    def rows(first, second, deals, start=0, seed=1, jobs=1, chunk=None, **options):
        match = contest(first, second, seed, **options)
        prepare(match)
        kept = []
        play(match, deals, start, jobs, chunk, save=lambda number, rows: kept.append(rows.copy()))
        return np.concatenate(kept)

    return rows

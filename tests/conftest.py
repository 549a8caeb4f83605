"""What all tests share: a private folder for machine code, and a deck of one's own."""

import os
import shutil
import tempfile

# Before anything of analyzer is imported.  MAZZIERE_TEST_CACHE names a folder to keep from run to run; the processes of
# one run share theirs.
KEPT = os.environ.get("MAZZIERE_TEST_CACHE")
ONE_OF_MANY = "PYTEST_XDIST_WORKER" in os.environ
FOLDER = os.environ["MAZZIERE_CACHE"] if ONE_OF_MANY else KEPT or tempfile.mkdtemp(prefix="mazziere-tests-")
os.environ["MAZZIERE_CACHE"] = FOLDER


def pytest_unconfigure():
    if not KEPT and not ONE_OF_MANY:
        shutil.rmtree(FOLDER, ignore_errors=True)


def lay(state, deck):
    """Give the hand that was just dealt another deck: hands by seat, then the stock, the upcard last."""
    deck = [int(card) for card in deck]
    size = int(state.hand_size)
    assert sorted(deck) == state.cards[: state.pack_size].tolist(), "not the pack of this table"
    state.deck[: len(deck)] = deck
    for seat in range(int(state.players)):
        state.hands[seat] = sum(1 << card for card in deck[size * seat : size * (seat + 1)])
    state.upcard = deck[-1]
    state.trump = deck[-1] >> 4
    state.faced = 1 << deck[-1]

"""A match gives the same counts at every table however it is cut up, and loses nothing when it is stopped."""

import os
import shutil
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from every_match import MATCHES, asked

from analyzer import compare, compiled, counting, match, replay

DEALS = 3000


@pytest.fixture(scope="module")
def contest():
    made = match.contest("spend_trump", "lowest", seed=5)
    match.prepare(made)
    return made


def counts(outcome):
    """The counts as bytes."""
    found = outcome.counts.result
    # The last field of the others is where a block is put together, and counts nothing.
    return found.tobytes() if isinstance(found, np.ndarray) else b"".join(each.tobytes() for each in found[:-1])


@pytest.mark.parametrize(("jobs", "chunk"), [(1, None), (2, None), (3, 1), (2, 7), (4, 997), (2, 10_000)])
def test_threads_and_chunks_never_change_the_counts(contest, jobs, chunk):
    assert counts(match.play(contest, DEALS, jobs=jobs, chunk=chunk)) == counts(match.play(contest, DEALS, jobs=1))


@pytest.mark.parametrize("what", MATCHES)
def test_at_no_table_do_threads_and_chunks_change_the_counts(what):
    made = asked(what)
    whole = counts(match.play(made, 400, first=77, jobs=1))
    for jobs, chunk in ((2, 7), (3, 1), (2, None)):
        assert counts(match.play(made, 400, first=77, jobs=jobs, chunk=chunk)) == whole
    assert counts(match.play(made, 400, first=78, jobs=1)) != whole


@pytest.mark.parametrize("what", MATCHES)
def test_ranges_of_deals_add_up_to_the_whole(what):
    made = asked(what)
    whole = match.play(made, 500, first=10)
    total = match.Outcome(counting.counter(made).blank(), 0, 0.0, 1)
    for first, n in ((10, 1), (11, 299), (310, 200)):
        counting.counter(made).merge(total.counts, match.play(made, n, first=first).counts)
    assert counts(total) == counts(whole)


def test_interrupting_keeps_the_finished_deals_in_order(contest):
    kept = []

    def stop(done):
        if done >= 1000:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    outcome = match.play(
        contest, 10**9, jobs=2, chunk=250, tell=stop, save=lambda first, rows: kept.append((first, len(rows)))
    )
    assert outcome.interrupted
    assert outcome.deals == 1000
    assert kept == [(0, 250), (250, 250), (500, 250), (750, 250)]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert counts(outcome) == counts(match.play(contest, 1000))


@pytest.mark.parametrize("what", ["3, pool", "4, a+b", "5"])
def test_interrupting_keeps_the_finished_deals_at_other_tables_too(what):
    made = asked(what)
    outcome = match.play(
        made, 10**9, first=3, jobs=2, chunk=50, tell=lambda done: done >= 200 and signal.raise_signal(signal.SIGINT)
    )
    assert outcome.interrupted
    assert outcome.deals == 200
    assert counts(outcome) == counts(match.play(made, 200, first=3))


def test_no_thread_goes_on_after_a_match_is_interrupted(contest):
    def stop(done):
        signal.raise_signal(signal.SIGINT)

    before = threading.active_count()
    match.play(contest, 10**9, jobs=2, chunk=10, tell=stop)
    for thread in threading.enumerate()[before:]:
        thread.join(5)
    assert threading.active_count() <= before


def test_a_best_of_three_is_won_by_two_hands(contest):
    facts = compare("spend_trump", "lowest", deals=500, match="best_of=3").facts
    single = compare("spend_trump", "lowest", deals=500).facts
    assert facts["score"]["mean"] > single["score"]["mean"]
    told = replay("spend_trump", "lowest", match="best_of=3", deal=3).facts
    assert max(told["hands"]) == 2


def test_rules_change_the_game_but_compile_nothing(contest):
    before = compiled.kernel("briscola").signatures
    plain = compare("spend_trump", "lowest", deals=DEALS).facts
    swap = compare("spend_trump", "lowest", deals=DEALS, rules=["trump_swap=seven"]).facts
    replayed = compare("spend_trump", "lowest", deals=DEALS, rules=["tie=replay"]).facts
    assert swap["pairs"] != plain["pairs"]
    assert replayed["draws"] == 0 < plain["draws"]
    assert compiled.kernel("briscola").signatures == before


def test_the_engine_has_a_number_that_depends_on_its_sources():
    assert len(compiled.engine()) == 12
    assert int(compiled.engine(), 16) >= 0


DAMAGES = [(damage, kind) for damage in (b"", b"garbage\n") for kind in ("*.nbi", "*.nbc", "*_adapter.py")]


def spoil(folder, damage, kind):
    """Damage the files of a kind; there must be some."""
    paths = list(folder.rglob(kind))
    assert paths, kind
    for path in paths:
        path.write_bytes(damage)


@pytest.mark.parametrize(("damage", "kind"), DAMAGES)
def test_damaged_machine_code_of_a_strategy_is_made_again(contest, tmp_path, monkeypatch, damage, kind):
    sound = counts(match.play(contest, 200, jobs=1))
    monkeypatch.setenv("MAZZIERE_CACHE", str(tmp_path))
    for spoilt in (False, True, False):
        if spoilt:
            spoil(tmp_path, damage, kind)
        monkeypatch.setattr(compiled, "_addresses", {})
        assert counts(match.play(contest, 200, jobs=1)) == sound
    assert len(compiled._addresses) == 2
    assert all(path.read_bytes() not in (b"", b"garbage\n") for path in tmp_path.rglob("*.*"))


@pytest.mark.parametrize(("damage", "kind"), [each for each in DAMAGES if each[1] != "*_adapter.py"])
def test_damaged_machine_code_of_a_loop_is_made_again(contest, tmp_path, monkeypatch, damage, kind):
    kept = []
    sound = counts(match.play(contest, 200, jobs=1, save=lambda first, rows: kept.append(rows.copy())))
    monkeypatch.setenv("MAZZIERE_CACHE", str(tmp_path))
    tries = []

    def work():
        tries.append(1)
        counter = counting.counter(contest)
        total = counter.blank()
        for rows in kept:
            counter.add(total, rows, 0, len(rows))
        assert total.result.tobytes() == sound

    try:
        for spoilt, needed in ((False, 1), (True, 2), (False, 1)):
            if spoilt:
                spoil(tmp_path, damage, kind)
            compiled.tally_pairs.cache_clear()
            tries.clear()
            compiled.mended("briscola", work)
            assert len(tries) == needed
    finally:
        for made in (compiled.kernel, compiled.tally_pairs, compiled.tally_standings):
            made.cache_clear()


def test_a_match_is_played_whatever_machine_code_was_damaged(contest, tmp_path):
    code = "from analyzer import compare\nprint(compare('spend_trump', 'lowest', deals=200).facts['pairs'])"
    env = os.environ | {"MAZZIERE_CACHE": str(tmp_path)}

    def run():
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    for what in ("briscola", "pairs"):  # the loops need not be made another time to be damaged
        made = compiled.cache_folder(what)
        shutil.copytree(made, tmp_path / made.name)
    sound = run()
    assert sound == f"{compare('spend_trump', 'lowest', deals=200).facts['pairs']}\n"
    for kind in ("*.nbi", "*.nbc"):
        spoil(tmp_path, b"garbage\n", kind)
        spoil(tmp_path, b"", "*_adapter.py")
        assert run() == sound, kind

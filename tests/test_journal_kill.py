"""Does a run that is killed, again and again, end in the same bytes as one that was left in peace?"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer import journal
from analyzer.state_file import read

CHUNKS, SIZE = 200, 4  # so that no chunk reaches from one part of 64 deals into the next

CHILD = f"""
import os, sys
from analyzer.journal import Journal

path, dies_at = sys.argv[1], int(sys.argv[2])
calls = 0

def deadly(real):
    def call(*args):
        global calls
        calls += 1
        if calls == dies_at:
            os._exit(9)
        return real(*args)
    return call

if dies_at:
    os.fsync, os.replace, os.open = deadly(os.fsync), deadly(os.replace), deadly(os.open)
merge = lambda a, b: [x + y for x, y in zip(a, b, strict=True)]
with Journal(path, {{"seed": 1}}, merge) as state:
    done = sum(n for _, n in state.ranges("deals"))
    for first in range(done, {CHUNKS * SIZE}, {SIZE}):
        os.read(0, 1)  # a chunk for every byte, or all once there are no more
        numbers = range(first, first + {SIZE})
        state.add("deals", [(first, {SIZE}, [len(numbers), sum(numbers)] * 200)])
        os.write(1, b"%d\\n" % first)
        if dies_at and first >= {3 * SIZE}:
            sys.exit()
os.write(1, b"end\\n")
"""


def child(path, dies_at=0, stdin=subprocess.DEVNULL):
    environment = {**os.environ, "PYTHONPATH": str(Path(journal.__file__).parents[1])}
    argv = [sys.executable, "-c", CHILD, str(path), str(dies_at)]
    return subprocess.Popen(argv, env=environment, stdin=stdin, stdout=subprocess.PIPE)


def finished(path, acknowledged, killed=True):
    """The file of a run that is over holds what was acknowledged, and at most one chunk more; how many deals."""
    if not path.exists() or path.stat().st_size == 0:  # killed before there was a header
        assert acknowledged == 0
        return 0
    state = read(path)
    assert state.damage == []
    done = sum(n for _, n in state.ranges("deals"))
    assert done - acknowledged in ((0, SIZE) if killed else (0,))
    assert state.ranges("deals") == ([(0, done)] if done else [])
    found = [counts for _, _, counts in state.segments("deals")]
    assert [sum(column) for column in zip(*found, strict=True)] == ([done, sum(range(done))] * 200 if done else [])
    return done


@pytest.fixture(scope="module")
def in_peace(tmp_path_factory):
    """The file of a run that nobody interrupts."""
    path = tmp_path_factory.mktemp("peace") / "run.state"
    with child(path) as run:
        assert run.communicate()[0].endswith(b"end\n")
    assert list(path.parent.iterdir()) == [path]
    return path.read_bytes()


def test_killed_twenty_times_it_ends_in_the_same_bytes(tmp_path, in_peace):
    path = tmp_path / "run.state"
    chance = random.Random(7)
    done = 0
    for _ in range(20):
        chunks = chance.randrange(8)
        with child(path, stdin=subprocess.PIPE) as run:
            for k in range(chunks):
                os.write(run.stdin.fileno(), b".")
                assert int(run.stdout.readline()) == done + k * SIZE
            os.write(run.stdin.fileno(), b".")
            time.sleep(10 ** chance.uniform(-4, -1.5))
            run.send_signal(signal.SIGKILL)
            told = run.stdout.read().split()
            assert run.wait() == -signal.SIGKILL
        acknowledged = done + (chunks + len(told)) * SIZE
        done = finished(path, acknowledged)
    assert 0 < done < CHUNKS * SIZE
    with child(path) as run:
        assert run.communicate()[0].endswith(b"end\n")
    assert path.read_bytes() == in_peace
    assert list(tmp_path.iterdir()) == [path]


def test_killed_at_every_step_of_a_write_it_loses_one_chunk_at_most(tmp_path):
    """Before the flush of the file, the rename, the opening of the folder, its flush: of each of the first writes."""
    for dies_at in range(1, 4 * 5 + 1):
        path = tmp_path / f"{dies_at}.state"
        with child(path, dies_at) as run:
            told = run.communicate()[0].split()
            assert run.returncode == 9
        done = finished(path, len(told) * SIZE)
        assert done == max(0, (dies_at + 1) // 4 - 1) * SIZE  # a rename is all it takes
        left = tmp_path / f".{path.name}.{run.pid}"
        assert left.exists() == (dies_at % 4 in (1, 2))
        with journal.Journal(path, {"seed": 1}, lambda a, b: a):
            assert not left.exists()


def test_terminated_it_tidies_up_and_goes_on(tmp_path, in_peace):
    """A run that ends by an exception of its own, as after SIGTERM, leaves a file like any other."""
    path = tmp_path / "run.state"
    with child(path, dies_at=10**9) as run:  # leaves by SystemExit after a few chunks
        told = run.communicate()[0].split()
    assert finished(path, len(told) * SIZE, killed=False) == 4 * SIZE
    assert len(read(path).segments("deals")) == 1
    with child(path) as run:
        run.communicate()
    assert path.read_bytes() == in_peace

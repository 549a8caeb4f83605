"""Does the state file of a run keep all that was finished, whatever happens while it is written?"""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from state_files import IDENTITY, a_file, add, counts, lines, opened, total

from analyzer import journal
from analyzer.state_file import StateError, read

ENV = {**os.environ, "PYTHONPATH": str(Path(journal.__file__).parents[1])}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.state"


def sentence(what, *args, **kwargs):
    with pytest.raises(ValueError) as caught:
        what(*args, **kwargs)
    return str(caught.value)


def full(*_, **__):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# What is added can be had again.


def test_what_was_added_is_there_again(path):
    with opened(path) as state:
        assert state.plays() == state.records() == state.remarks == [] and state.recall("race") is None
        add(state, 0, 8)
        add(state, 20, 4)
        add(state, 0, 2, play="other")
        state.keep("race", [1, 2])
        state.keep("race", [3])
    with opened(path) as state:
        assert state.segments("deals") == [(0, 8, counts(0, 8)), (20, 4, counts(20, 4))]
        assert state.plays() == ["deals", "other"] and total(state, "other") == counts(0, 2)
        assert state.recall("race") == [3] and state.remarks == []


def test_all_of_an_addition_is_written_at_once(path, monkeypatch):
    with opened(path) as state:
        written = []
        monkeypatch.setattr(os, "replace", lambda *names: written.append(names))
        state.add("deals", [(first, 8, counts(first, 8)) for first in (0, 8, 90)])
        assert len(written) == 1 and state.ranges("deals") == [(0, 16), (90, 8)]


def test_a_file_that_would_be_the_same_is_not_written_again(path):
    with opened(path) as state:
        add(state, 0, 4)
        before = os.stat(path)
        state.keep("race", 1)
        between = os.stat(path)
        state.keep("race", 1)
        assert os.path.samestat(between, os.stat(path)) and not os.path.samestat(before, between)


def test_keys_are_in_order_however_they_were_given(path):
    other = path.with_name("other.state")
    for each, turn in ((path, dict), (other, lambda value: dict(reversed(value.items())))):
        with opened(each) as state:
            state.add("deals", [(0, 1, turn({"ten": 1, "eins": 2}))])
            state.keep("numbers", turn({"10": "a", "9": "b"}))
    assert path.read_bytes() == other.read_bytes()


def test_deals_are_counted_once(path):
    with opened(path) as state:
        add(state, 1000, 500)
        add(state, 0, 10, play="warm up")
        before = path.read_bytes()
        assert sentence(add, state, 1400, 200) == f"{path} already holds deals 1,400 to 1,499"
        assert sentence(add, state, 0, 1001) == f"{path} already holds deal 1,000"
        assert sentence(add, state, 0, 9, play="warm up") == f"{path} already holds deals 0 to 8 of warm up"
        assert "from 0 and at least 1 deal, not 0 and 0" in sentence(add, state, 0, 0)
        assert "not -1 and 5" in sentence(add, state, -1, 5)
        assert "not JSON compliant" in sentence(state.keep, "race", float("nan"))
        assert path.read_bytes() == before
    assert read(path).ranges("deals") == [(1000, 500)]


# Whose file it is.


def test_there_must_be_a_place_for_the_file(tmp_path):
    there_is_none = f"there is no folder {tmp_path / 'no'} to keep run.state in"
    assert sentence(opened, tmp_path / "no" / "run.state") == there_is_none
    assert sentence(opened, tmp_path) == f"a state is kept in a file, and {tmp_path} is none"
    assert sentence(opened, "/dev/null") == "a state is kept in a file, and /dev/null is none"


@pytest.mark.parametrize("what", ["new", "there"])
def test_a_folder_that_must_not_be_written_is_said(what):
    """As nobody where root runs the tests, who may do everything; in a folder that nobody can reach."""
    code = f"""
import os
from analyzer.journal import Journal
if not os.getuid():
    os.setuid(65534)
Journal("run.state", {IDENTITY!r}, None)
"""
    with tempfile.TemporaryDirectory() as folder:
        if what == "there":
            a_file(Path(folder) / "run.state")
            os.chmod(f"{folder}/run.state", 0o666)
        before = os.listdir(folder)
        os.chmod(folder, 0o555)
        done = subprocess.run([sys.executable, "-c", code], env=ENV, capture_output=True, text=True, cwd=folder)
        os.chmod(folder, 0o755)
        assert os.listdir(folder) == before
    told = f"StateError: run.state cannot be kept in {os.path.realpath(folder)}: nothing can be written there"
    assert told in done.stderr, done.stderr


def test_a_file_that_must_not_be_written_is_left_alone(path, monkeypatch):
    data = a_file(path)

    def forbidden(*_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(journal, "open", forbidden, raising=False)
    assert sentence(opened, path) == f"{path} cannot be opened: Permission denied"
    assert path.read_bytes() == data


def test_two_runs_cannot_share_a_file(path):
    with opened(path) as state:
        assert sentence(opened, path) == f"another run is at work on {path}"
        add(state, 0, 4)  # a new file, which is ours too
        assert sentence(opened, path) == f"another run is at work on {path}"
        assert read(path).ranges("deals") == [(0, 4)]  # reading is free
        code = f"from analyzer.journal import Journal; Journal({str(path)!r}, {IDENTITY!r}, None)"
        other = subprocess.run([sys.executable, "-c", code], env=ENV, capture_output=True, text=True)
        assert f"ValueError: another run is at work on {path}" in other.stderr
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 4)]


@pytest.mark.parametrize("what", ["replaced", "removed"])
def test_a_file_that_changes_while_it_is_opened_is_opened_again(path, what, monkeypatch):
    other = path.with_name("other.state")
    with opened(path), opened(other) as state:
        add(state, 0, 4)
    real, calls = journal._lock, []

    def late(file):
        calls.append(file)
        if len(calls) == 1 and what == "replaced":
            os.replace(other, path)
        elif len(calls) == 1:
            path.unlink()
        real(file)

    monkeypatch.setattr(journal, "_lock", late)
    with opened(path) as state:
        assert state.ranges("deals") == ([(0, 4)] if what == "replaced" else [])
        assert calls[0].closed and len(calls) >= 2
        assert "another run" in sentence(opened, path)


def test_a_link_stays_a_link(path, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "real.state"
    path.symlink_to(real)
    with opened(path) as state:
        add(state, 0, 4)
    assert path.is_symlink() and read(real).ranges("deals") == [(0, 4)]
    real.write_bytes(real.read_bytes()[:-9])
    with opened(path) as state:
        assert state.remarks[0].endswith(f"is kept in {real}.damaged") and Path(f"{real}.damaged").exists()


# How it was found.


@pytest.mark.parametrize("data", [b"# notes\n", b"\n\n", b"\x89PNG\r\n\x1a\n\x00\x00"])
def test_a_file_of_another_kind_is_left_alone(path, data):
    path.write_bytes(data)
    told = f"{path} is no state file of mazziere: name a new file, or one that --state has written"
    assert sentence(opened, path) == told
    assert path.read_bytes() == data and list(path.parent.iterdir()) == [path]


def test_an_empty_file_is_a_new_one_and_that_is_said(path):
    path.touch()
    with opened(path) as state:
        assert state.remarks == [f"{path} is empty: nothing was finished before"]
        assert state.damage == state.plays() == []
    with opened(path) as state:
        assert state.remarks == []


def spoilt(data):
    """A file with a damaged segment, of deals 64 to 127."""
    return data.replace(b'"first": 64, "n": 64, "counts": {"d', b'"first": 64, "n": 64, "counts": {"b')


def test_a_damaged_file_is_kept_beside_the_mended_one(path):
    data = spoilt(a_file(path))
    path.write_bytes(data)
    copy = path.with_name("run.state.damaged")
    with opened(path) as state:
        assert state.remarks == [
            f"{path} is damaged: line 5 cannot be read (deals 64 to 127, it seems); it still holds 122 deals of 2 "
            f"plays and the records race and walk; the file as it was is kept in {copy}"
        ]
        assert copy.read_bytes() == data
        assert read(path).damage == []  # already now
        add(state, 64, 64)
    with opened(path) as state:
        assert state.remarks == []
    assert sorted(path.parent.iterdir()) == [path, copy]
    assert path.read_bytes() == a_file(path.with_name("another.state"))


def test_no_copy_is_lost_to_another(path):
    data = a_file(path)
    names = ["run.state.damaged", "run.state.damaged-1", "run.state.damaged-2"]
    found = [spoilt(data), data[:-9], data[: len(data) // 2]]
    for name, each in zip(names, found, strict=True):
        for _ in range(2):  # killed before the file itself was mended, it is not copied twice
            path.write_bytes(each)
            with opened(path) as state:
                assert state.remarks[0].endswith(f"is kept in {path.with_name(name)}")
    assert [path.with_name(name).read_bytes() for name in names] == found
    assert sorted(each.name for each in path.parent.iterdir()) == ["run.state", *names]


def test_something_else_of_that_name_is_not_overwritten(path):
    data = spoilt(a_file(path))
    path.write_bytes(data)
    path.with_name("run.state.damaged").mkdir()
    with opened(path) as state:
        assert state.remarks[0].endswith(f"{path}.damaged-1")
    assert path.with_name("run.state.damaged-1").read_bytes() == data


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_where_no_copy_can_be_kept_a_damaged_file_is_left_alone(path, where, monkeypatch):
    data = spoilt(a_file(path))
    path.write_bytes(data)
    monkeypatch.setattr(os, where, full)
    told = sentence(opened, path)
    assert told.endswith("; it was left alone, for no copy can be kept: No space left on device")
    assert path.read_bytes() == data and list(path.parent.iterdir()) == [path]
    monkeypatch.undo()
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 64), (128, 30), (200, 24)]


def test_a_file_that_has_lost_its_header_is_read_by_the_run_it_is_of(path):
    data = b"".join(lines(a_file(path))[1:-1])
    path.write_bytes(data)
    told = sentence(opened, path, seed=2)
    assert told.endswith("damaged at both ends, which say of what run it is; nothing else in it is of this run")
    assert path.read_bytes() == data
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 158), (200, 24)] and "it breaks off after line 9" in state.remarks[0]
    assert read(path).identity == IDENTITY


def test_what_a_killed_run_left_beside_is_removed(path):
    with opened(path):
        pass
    beside = path.with_name(".run.state.12345")
    others = [path.with_name(name) for name in (".run.state.old", ".run.state2.123", "run.state.1")]
    for each in (beside, *others):
        each.touch()
    with opened(path):
        assert not beside.exists() and all(each.exists() for each in others)


# What cannot be written changes nothing.


@pytest.mark.parametrize("where", ["fsync", "replace", "open"])
def test_a_full_disk_keeps_the_old_file_and_the_counts(path, where, monkeypatch):
    with opened(path) as state:
        add(state, 0, 4)
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(*((journal, "open", full, False) if where == "open" else (os, where, full)))
            for first in (4, 8):
                told = sentence(add, state, first, 4)
                assert told == f"{path} could not be written: No space left on device; it holds what it held before"
                assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]
            with pytest.raises(StateError):
                state.keep("race", 1)
            assert total(state) == counts(0, 12)  # to report
        add(state, 12, 4)  # there is room again
        assert read(path).ranges("deals") == [(0, 16)]


@pytest.mark.parametrize("was", ["none", "empty"])
def test_a_full_disk_leaves_no_empty_file(path, was, monkeypatch):
    if was == "empty":
        path.touch()
    monkeypatch.setattr(os, "fsync", full)
    assert sentence(opened, path) == f"{path} could not be written: No space left on device"
    assert path.exists() == (was == "empty")


def test_a_failed_last_write_hides_no_other_error(path, monkeypatch):
    with pytest.raises(KeyError), opened(path) as state:
        add(state, 0, 4)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StateError):
            add(state, 4, 2)
        raise KeyError
    with pytest.raises(StateError), opened(path) as state, pytest.raises(StateError):
        add(state, 4, 2)
    monkeypatch.undo()
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 4)]


def test_ctrl_c_while_writing_leaves_nothing_beside(path, monkeypatch):
    with pytest.raises(KeyboardInterrupt), opened(path) as state, monkeypatch.context() as patch:

        def pressed(*_):
            raise KeyboardInterrupt

        patch.setattr(os, "fsync", pressed)
        try:
            add(state, 0, 4)
        finally:
            patch.undo()
            assert list(path.parent.iterdir()) == [path] and read(path).ranges("deals") == []
    assert read(path).ranges("deals") == [(0, 4)]  # written when it was closed


def test_a_limit_on_the_size_of_files_is_a_full_disk_too(path):
    code = f"""
import resource
from analyzer.journal import Journal, StateError
state = Journal({str(path)!r}, {{"seed": 1}}, lambda a, b: a + b)
state.add("deals", [(0, 4, [1])])
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    state.add("deals", [(4, 4, list(range(5000)))])
except StateError as error:
    print(error, len(state.segments("deals")[0][2]))
"""
    done = subprocess.run([sys.executable, "-c", code], env=ENV, capture_output=True, text=True)
    told = f"{path} could not be written: File too large; it holds what it held before 5001\n"
    assert done.stdout == told, done.stderr
    assert list(path.parent.iterdir()) == [path]
    assert read(path).segments("deals") == [(0, 4, [1])]


def test_a_file_system_without_locks_or_flushing_of_folders_will_do(path, monkeypatch):
    real = os.fsync

    def files_only(descriptor):
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(descriptor)

    def none(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(os, "fsync", files_only)
    monkeypatch.setattr(journal.fcntl, "flock", none)
    with opened(path) as state:
        add(state, 0, 4)
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 4)]


def test_a_system_without_locks_will_do(path, monkeypatch):
    monkeypatch.setattr(journal, "fcntl", None)
    with opened(path) as state:
        add(state, 0, 4)
        assert state._file.closed  # or Windows would not let it be replaced
    data = path.read_bytes()[:-9]
    path.write_bytes(data)
    with opened(path) as state:
        assert state.ranges("deals") == [(0, 4)] and path.with_name("run.state.damaged").read_bytes() == data

"""Does the state file keep all that was finished, and nothing else, whatever happens to it?"""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer import journal
from analyzer.journal import Journal, StateError, difference, merged, read

IDENTITY = {
    "question": "compare",
    "strategies": [{"name": "maestro", "lead": 2, "code": "3f2a"}, {"name": "lowest", "code": "9b1c"}],
    "seed": 1,
    "rules": {"tie": "draw", "last_trick": True},
    "match": None,
    "engine": "0.1.0",
}


def plus(a, b):
    """Counts of two ranges: sums of what was packed, and the ranges one after the other."""
    assert a["deals"][1] == b["deals"][0], "only neighbours are merged, the first deals first"
    return {"sums": [x + y for x, y in zip(a["sums"], b["sums"], strict=True)], "deals": [a["deals"][0], b["deals"][1]]}


def counts(first, n):
    """Counts that can be told from those of all other ranges."""
    numbers = range(first, first + n)
    return {"sums": [n, sum(numbers), sum(k * k for k in numbers)], "deals": [first, first + n]}


def add(state, first, n, run="deals", **more):
    state.add(run, first, n, counts(first, n), **more)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.state"


def opened(path, **other):
    return Journal(path, {**IDENTITY, **other}, plus)


def a_file(path):
    """A state file with several segments of two runs and two records."""
    with opened(path) as state:
        for first, n in ((0, 40), (40, 8), (48, 7), (60, 7)):
            add(state, first, n)
        add(state, 3, 4, run="warm up", records={"race": {"alive": [0, 2]}, "walk": [0.25, -1]})
        data = path.read_bytes()
    path.write_bytes(data)  # as it was before it was closed
    return data


@pytest.fixture
def no_flush(monkeypatch):
    """Where many files are written, the disk need not have each."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture(scope="module")
def a_whole_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "run.state"
    return a_file(path), read(path)


def lines(data):
    return data.splitlines(keepends=True)


# What is added can be had again.


def test_what_was_added_is_there_again(path):
    with opened(path) as state:
        assert state.total("deals") is None and state.done("deals") == 0 and state.runs() == []
        assert state.recall("race") is None and state.records() == []
        add(state, 0, 8)
        add(state, 20, 4, records={"race": [1, 2]})
        add(state, 0, 2, run="other")
        state.keep("race", [3])
    with opened(path) as state:
        assert state.segments("deals") == [(0, 8, counts(0, 8)), (20, 4, counts(20, 4))]
        assert state.runs() == ["deals", "other"] and state.segments("nobody's") == []
        assert state.done("deals") == 12 and state.total("other") == counts(0, 2)
        assert state.recall("race") == [3] and state.records() == ["race"]
        assert state.damage == []


def test_the_example_of_the_docstring_is_a_state_file(path):
    example = [line.strip() for line in journal.__doc__.splitlines() if line.startswith("    {")]
    path.write_text("\n".join(example) + "\n")
    state = read(path)
    assert state.damage == [] and state.identity == {"question": "compare", "seed": 0}
    assert state.segments("deals") == [(0, 4096, [2311, 1785])] and state.recall("race") == {"alive": [0, 2]}
    assert state.text() == path.read_bytes()


def test_gaps_are_what_is_still_to_be_played(path):
    with opened(path) as state:
        assert state.gaps("deals", 0, 30) == [(0, 30)]
        add(state, 5, 5)
        add(state, 20, 5)
        assert state.gaps("deals", 0, 30) == [(0, 5), (10, 10), (25, 5)]
        assert state.gaps("deals", 7, 16) == [(10, 10)]
        assert state.gaps("deals", 5, 5) == [] and state.gaps("deals", 22, 2) == [] and state.gaps("deals", 0, 0) == []
        assert state.held("deals", 7, 16) == [(7, 3), (20, 3)]


def test_only_neighbours_have_a_total(path):
    with opened(path) as state:
        add(state, 16, 4)
        add(state, 0, 16)
        assert state.total("deals") == counts(0, 20)


def test_nobody_changes_what_is_kept_by_changing_what_he_got(path):
    with opened(path) as state:
        mine = counts(0, 4)
        state.add("deals", 0, 4, mine, {"race": mine})
        mine["sums"][0] = 99
        state.total("deals")["sums"][0] = 99
        state.segments("deals")[0][2]["sums"][0] = 99
        state.recall("race")["sums"][0] = 99
        assert state.total("deals") == state.recall("race") == counts(0, 4)


def test_a_run_that_goes_on_has_few_segments(path, no_flush):
    with opened(path) as state:
        for k in range(200):
            add(state, 10 * k, 10)
            sizes = [n for _, n, _ in state.segments("deals")]
            assert sum(sizes) == 10 * (k + 1)
            assert all(left >= 2 * right for left, right in zip(sizes, sizes[1:], strict=False))
        assert len(sizes) <= 8
    assert read(path).segments("deals") == [(0, 2000, counts(0, 2000))]


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=12), st.randoms(use_true_random=False), st.sets(st.integers(0, 11))
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_in_the_end_the_file_does_not_tell_its_history(path, no_flush, sizes, order, pauses):
    """Chunks of any size in any order, with any number of pauses: the same bytes as one chunk."""
    chunks = [(sum(sizes[:k]), n) for k, n in enumerate(sizes)]
    order.shuffle(chunks)
    path.unlink(missing_ok=True)
    state = opened(path)
    for k, (first, n) in enumerate(chunks):
        add(state, first, n)
        if k in pauses:
            state.close()
            state = opened(path)
    state.keep("last", 7)
    state.close()
    whole = path.with_name("whole.state")
    whole.unlink(missing_ok=True)
    with opened(whole) as state:
        state.keep("last", 7)
        add(state, 0, sum(sizes))
    assert path.read_bytes() == whole.read_bytes()


def test_keys_are_in_order_however_they_were_given(path):
    with Journal(path, {"b": 1, "a": {"y": 1, "x": 2}}, plus) as state:
        state.add("deals", 0, 1, {"ten": 1, "eins": 2})
        state.keep("numbers", {10: "a", 9: "b"})
    other = path.with_name("other.state")
    with Journal(other, {"a": {"x": 2, "y": 1}, "b": 1}, plus) as state:
        state.add("deals", 0, 1, {"eins": 2, "ten": 1})
        state.keep("numbers", {"9": "b", "10": "a"})
    assert path.read_bytes() == other.read_bytes()


def test_a_file_that_would_be_the_same_is_not_written_again(path):
    with opened(path) as state:
        add(state, 0, 4)
        before = os.stat(path)
        state.keep("race", 1)
        between = os.stat(path)
        state.keep("race", 1)
        assert os.path.samestat(between, os.stat(path)) and not os.path.samestat(before, between)


# What makes no sense is refused in one sentence.


def sentence(what, *args, **kwargs):
    with pytest.raises(ValueError) as caught:
        what(*args, **kwargs)
    return str(caught.value)


def test_deals_are_counted_once(path):
    with opened(path) as state:
        add(state, 1000, 500)
        add(state, 0, 10, run="warm up")
        before = path.read_bytes()
        assert sentence(add, state, 1400, 200) == f"{path} already holds deals 1,400 to 1,499"
        assert sentence(add, state, 0, 1001) == f"{path} already holds deal 1,000"
        assert sentence(add, state, 0, 9, run="warm up") == f"{path} already holds deals 0 to 8 of warm up"
        assert "from 0 and at least 1 deal, not 0 and 0" in sentence(add, state, 0, 0)
        assert "not -1 and 5" in sentence(add, state, -1, 5)
        assert "not JSON compliant" in sentence(state.keep, "race", float("nan"))
        assert "not JSON compliant" in sentence(add, state, 0, 5, records={"race": float("inf")})
        assert "not JSON compliant" in sentence(state.add, "deals", 0, 5, [float("-inf")])
        assert path.read_bytes() == before
    assert read(path).done("deals") == 500


OTHERS = {
    "another command": ({"question": "solve"}, "question is compare there and solve here"),
    "another seed": ({"seed": 2}, "seed is 1 there and 2 here"),
    "another rule": ({"rules": {"tie": "replay", "last_trick": True}}, "rules tie is draw there and replay here"),
    "a new rule": (
        {"rules": {"tie": "draw", "last_trick": True, "upcard": 7}},
        "rules upcard is not given there and 7 here",
    ),
    "a rule less": ({"rules": {"tie": "draw"}}, "rules last trick is true there and not given here"),
    "another engine": ({"engine": "0.2.0"}, "engine is 0.1.0 there and 0.2.0 here"),
    "a match": ({"match": "single"}, "match is none there and single here"),
    "another parameter": (
        {"strategies": [{"name": "maestro", "lead": 2.0, "code": "3f2a"}, {"name": "lowest", "code": "9b1c"}]},
        "strategies 1 lead is 2 there and 2.0 here",
    ),
    "other code": (
        {"strategies": [{"name": "maestro", "lead": 2, "code": "3f2a"}, {"name": "lowest", "code": "0000"}]},
        "strategies 2 code is 9b1c there and 0000 here",
    ),
    "one less": (
        {"strategies": [{"name": "maestro", "lead": 2, "code": "3f2a"}]},
        'strategies 2 is {"code": "9b1c", "name": "lowest"} there and not given here',
    ),
    "something new": ({"last": ""}, 'last is not given there and "" here'),
    "something long": ({"seed": "x" * 100}, f"seed is 1 there and {'x' * 67}... here"),
    "two things": ({"engine": "9", "seed": 3}, "seed is 1 there and 3 here"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_the_file_of_another_run_is_refused_with_the_difference(path, what):
    other, told = OTHERS[what]
    with opened(path) as state:
        add(state, 0, 4)
    before = path.read_bytes()
    assert sentence(opened, path, **other) == f"{path} is of another run: {told}"
    assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]
    with opened(path) as state:  # and it is free again
        assert state.done("deals") == 4


def test_the_order_of_keys_and_tuples_make_no_other_run(path):
    with opened(path):
        pass
    with Journal(path, {**dict(reversed(IDENTITY.items())), "strategies": tuple(IDENTITY["strategies"])}, plus):
        pass
    assert difference({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) is None
    assert difference({"a": True}, {"a": 1}) == ("a", "true", "1")


@pytest.mark.parametrize(
    "data", [b"# notes\n", b"\n\n", b"\x00" * 99, b"\xff\xfe{", b"[1, 2]\n", b'{"a": 1}\n', b"[" * 9999]
)
def test_a_file_of_another_kind_is_refused_and_left_alone(path, data):
    path.write_bytes(data)
    assert sentence(opened, path) == sentence(read, path) == f"{path} is no state file of mazziere"
    assert path.read_bytes() == data


def test_another_format_is_refused(path):
    told = f"{path} is a state file of format 2, and only format 1 can be read here"
    path.write_bytes(journal._line({"mazziere state": 2, "identity": IDENTITY}))
    assert sentence(opened, path) == told
    path.write_text('{"mazziere state": 2, "sealed": "in some other way"}\n')
    assert sentence(opened, path) == sentence(read, path) == told


def test_there_must_be_a_place_for_the_file(tmp_path):
    assert (
        sentence(opened, tmp_path / "no" / "run.state") == f"there is no folder {tmp_path / 'no'} to keep run.state in"
    )
    assert sentence(opened, tmp_path) == f"a state is kept in a file, and {tmp_path} is none"
    assert sentence(opened, "/dev/null") == "a state is kept in a file, and /dev/null is none"
    assert sentence(read, tmp_path / "none.state") == f"there is no file {tmp_path / 'none.state'}"
    if not os.access("/proc/version", os.W_OK) and os.path.isdir("/proc"):
        assert sentence(opened, "/proc/run.state").startswith("/proc/run.state cannot be opened: ")


def test_a_file_that_must_not_be_written_is_left_alone(path):
    with opened(path):
        pass
    path.chmod(0o400)
    if os.access(path, os.W_OK):
        pytest.skip("nothing is forbidden to this user")
    assert sentence(opened, path) == f"{path} cannot be opened: Permission denied"


def test_two_runs_cannot_share_a_file(path):
    with opened(path) as state:
        assert sentence(opened, path) == f"another run is at work on {path}"
        add(state, 0, 4)  # a new file, which is ours too
        assert sentence(opened, path) == f"another run is at work on {path}"
        assert read(path).done("deals") == 4  # reading is free
        code = f"from analyzer.journal import Journal; Journal({str(path)!r}, {IDENTITY!r}, None)"
        environment = {**os.environ, "PYTHONPATH": str(Path(journal.__file__).parents[1])}
        other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        assert f"ValueError: another run is at work on {path}" in other.stderr
    with opened(path) as state:
        assert state.done("deals") == 4


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
        assert state.done("deals") == (4 if what == "replaced" else 0)
        assert calls[0].closed and len(calls) >= 2
        assert "another run" in sentence(opened, path)


def test_a_link_stays_a_link(path):
    real = path.with_name("real.state")
    path.symlink_to(real)
    with opened(path) as state:
        add(state, 0, 4)
    assert path.is_symlink() and read(real).done("deals") == 4


# What is damaged is told, what is sound is kept.


def test_a_file_that_was_not_closed_holds_all(path):
    data = a_file(path)
    state = read(path)
    assert state.damage == [] and state.text() == data
    assert [(first, n) for first, n, _ in state.segments("deals")] == [(0, 40), (40, 15), (60, 7)]


def damaged(path, data):
    """What is said of a damaged file, without its name, and what a run that opens it has."""
    path.write_bytes(data)
    with opened(path) as state:
        told = state.damage
        assert all(each.startswith(f"{path}: ") for each in told)
        assert state.damage == read(path).damage
    assert read(path).damage == []  # now it is sound
    return [each.removeprefix(f"{path}: ") for each in told], read(path)


def test_a_damaged_line_costs_what_it_held(path):
    data = a_file(path)
    told, state = damaged(path, data.replace(b'"first": 40, "n": 15', b'"first": 40, "n": 16'))
    assert told == ["line 3 is damaged and was left out; it seems to have held deals 40 to 55"]
    assert state.gaps("deals", 0, 67) == [(40, 20)] and state.total("warm up") == counts(3, 4)
    told, state = damaged(path, data.replace(b'"run": "warm up"', b'"run": "warm-up"'))
    assert told == ["line 5 is damaged and was left out; it seems to have held deals 3 to 6 of warm-up"]
    assert state.runs() == ["deals"]
    told, state = damaged(path, data.replace(b"[0, 2]", b"[0, 1]"))
    assert told == ["line 6 is damaged and was left out; it seems to have held the record race"]
    assert state.records() == ["walk"] and state.recall("walk") == [0.25, -1]
    told, state = damaged(path, data.replace(b'{"run": "deals", "first": 60', b'\xff\x00un": "deals", "first": 60'))
    assert told == ["line 4 is damaged and was left out"]


def test_the_header_is_there_twice(path):
    data = a_file(path)
    told, state = damaged(path, data.replace(b"compare", b"kompare", 1))
    assert told == ["line 1 is damaged and was left out; it was the header or the end, and the other one is sound"]
    assert state.done("deals") == 62
    end = lines(data)[-1]
    told, state = damaged(path, data.replace(end, end.replace(b"compare", b"kompare")))
    assert told == ["line 8 is damaged and was left out; it was the header or the end, and the other one is sound"]
    path.write_bytes(data.replace(b"compare", b"kompare"))
    both = "damaged in its first line, which says of what run it is, and in the last, which repeats it"
    assert sentence(opened, path) == sentence(read, path) == f"{path} is {both}"
    path.write_bytes(b"".join(lines(data)[1:-1]))
    assert sentence(opened, path) == f"{path} is {both}"


def test_a_lost_end_is_noticed(path):
    data = a_file(path)
    told, state = damaged(path, b"".join(lines(data)[:3]))
    assert told == ["the end is missing, and whatever stood after line 3"] and state.done("deals") == 55
    told, state = damaged(path, b"".join(lines(data)[:3])[:-9])
    assert told == [
        "line 3 is damaged and was left out; it seems to have held deals 40 to 54",
        "the end is missing, and whatever stood after line 3",
    ]
    told, state = damaged(path, b"".join([*lines(data)[:2], *lines(data)[3:]]))
    assert told == ["line 7 says that 7 lines stood before it, not 6"]
    assert damaged(path, data[:-1])[0] == []  # only the last line break
    assert damaged(path, data.replace(b"\n", b"\r\n"))[0] == []  # an editor was here


def test_an_empty_file_is_a_new_one(path):
    path.touch()
    with opened(path) as state:
        assert state.damage == [] and state.runs() == []


def test_two_files_in_one_count_no_deal_twice(path):
    data = a_file(path)
    told, state = damaged(path, data + data)
    assert told[0] == "line 9 begins a second state file"
    assert told[1] == "line 10 holds deals 0 to 39, some of them for the second time, and was left out"
    assert told[-1] == "line 16 says that 7 lines stood before it, not 15"
    assert state.done("deals") == 62 and state.done("warm up") == 4


def test_lines_of_another_run_do_not_pass(path):
    other = path.with_name("other.state")
    with opened(other, seed=2) as state:
        add(state, 100, 5)
    data = a_file(path)
    told, state = damaged(path, data[: -len(lines(data)[-1])] + lines(other.read_bytes())[1])
    assert "line 8 is damaged and was left out; it seems to have held deals 100 to 104" in told
    assert state.done("deals") == 62


def test_a_sound_line_of_no_known_kind_is_left_out(path):
    with opened(path) as state:
        start = state._start
        add(state, 0, 4)
    for odd in ({"sun": "rising"}, {"run": "deals", "first": -4, "n": 4, "counts": 1}, {"record": 3, "value": 1}):
        told, state = damaged(path, path.read_bytes() + journal._line(odd, start))
        assert told[0] == "line 4 is damaged and was left out"
        assert state.done("deals") == 4


def sound_part(path, data, whole):
    """Whatever was done to a file, what is read was written, and nothing worse than a ValueError happens."""
    path.write_bytes(data)
    try:
        state = read(path)
    except ValueError:
        return None
    assert state.identity == IDENTITY
    for run in state.runs():
        assert {(first, n): found for first, n, found in state.segments(run)}.items() <= {
            (first, n): found for first, n, found in whole.segments(run)
        }.items()
    assert all(state.recall(record) == whole.recall(record) for record in state.records())
    with opened(path):
        pass
    assert read(path).damage == []
    return state


def test_a_file_cut_anywhere_yields_what_was_written(path, no_flush):
    data = a_file(path)
    whole, header = read(path), len(lines(data)[0])
    for cut in range(1, len(data) - 1, 2):
        state = sound_part(path, data[:cut], whole)
        if cut < header - 1:
            assert state is None
        else:
            assert state is not None and state.damage
            whole_lines = set(lines(data[:cut] + b"\n")) & set(lines(data)[1:-1])  # with or without the last line break
            assert sum(len(state.segments(run)) for run in state.runs()) + len(state.records()) == len(whole_lines)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
def test_a_flipped_byte_is_found(path, a_whole_file, no_flush, draw):
    data, whole = a_whole_file
    at = draw.draw(st.integers(0, len(data) - 1))
    byte = draw.draw(st.integers(0, 255).filter(lambda byte: byte != data[at]))
    state = sound_part(path, data[:at] + bytes([byte]) + data[at + 1 :], whole)
    assert state is not None  # the header is there twice
    if data[at : at + 1] != b"\n" and not bytes([byte]).isspace():
        assert state.damage


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
def test_no_damage_makes_counts(path, a_whole_file, no_flush, draw):
    """Pieces of a file left out, doubled, put elsewhere or replaced by noise."""
    data, whole = a_whole_file
    written = data
    place = st.integers(0, len(data))
    for _ in range(draw.draw(st.integers(1, 4))):
        start, end = sorted((draw.draw(place), draw.draw(place)))
        noise = draw.draw(st.one_of(st.binary(max_size=9), st.just(data[start:end]), st.sampled_from(lines(written))))
        at = draw.draw(st.sampled_from([start, end, 0, len(data)]))
        data = data[:at] + noise + data[end if draw.draw(st.booleans()) else at :]
    if data:
        sound_part(path, data, whole)


# Ranges are merged.


def test_ranges_of_one_run_are_the_whole_run(path, tmp_path):
    a, b, whole = (tmp_path / f"{name}.state" for name in ("a", "b", "whole"))
    for each, first, n in ((a, 0, 50), (b, 50, 30), (whole, 0, 80)):
        with opened(each) as state:
            add(state, first, n)
            state.keep("level", 0.95)
    for order in ((a, b), (b, a)):
        both = merged(map(read, order), plus)
        assert both.total("deals") == counts(0, 80) and both.damage == []
        assert both.text() == whole.read_bytes()
    with opened(path) as state:
        state.take(both)
    assert path.read_bytes() == whole.read_bytes()


def test_what_cannot_be_merged_is_refused(tmp_path):
    a, b, c, d, e = (tmp_path / f"{name}.state" for name in "abcde")
    for each, first, n, seed in ((a, 0, 50, 1), (b, 40, 30, 1), (c, 50, 5, 1), (d, 90, 5, 2), (e, 500, 5, 1)):
        with opened(each, seed=seed) as state:
            add(state, first, n)
    with opened(c) as state:
        state.keep("race", 1)
        assert sentence(state.take, read(b)) == f"{c} and {b} both hold deals 50 to 54"
    with opened(e) as state:
        state.keep("race", 2)

    def told(*paths):
        return sentence(merged, map(read, paths), plus)

    assert told(a, b) == f"{a} and {b} both hold deals 40 to 49"
    assert told(a, e, a) == f"{a} and {a} both hold deals 0 to 49"
    assert told(a, d) == f"{a} and {d} are of different runs: seed is 1 in the first and 2 in the other"
    assert told(a, c, e) == f"{e} has another record race than the others: they cannot be merged"
    assert merged([read(a), read(c)], plus).segments("deals") == [(0, 55, counts(0, 55))]


def test_the_damage_of_what_is_merged_is_told(path):
    a_file(path)
    other = path.with_name("other.state")
    with opened(other) as state:
        add(state, 40, 5)
    path.write_bytes(path.read_bytes().replace(b'"first": 40', b'"first": 41'))
    both = merged([read(path), read(other)], plus)
    assert both.damage == read(path).damage != []
    assert both.gaps("deals", 0, 67) == [(45, 15)]


def test_a_file_that_is_only_read_does_not_know_how_to_merge(path):
    a_file(path)
    assert read(path).total("warm up") == counts(3, 4)  # nothing to merge
    assert sentence(read(path).total, "deals") == f"nothing was said about how to merge the counts of {path}"


# What cannot be written changes nothing.


@pytest.mark.parametrize("where", ["fsync", "replace", "open"])
def test_a_full_disk_keeps_the_old_file_and_the_counts(path, where, monkeypatch):
    with opened(path) as state:
        add(state, 0, 4)
        before = path.read_bytes()

        def full(*_):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with monkeypatch.context() as patch:
            if where == "open":
                patch.setattr(journal, "open", full, raising=False)
            else:
                patch.setattr(os, where, full)
            for first in (4, 8):
                told = sentence(add, state, first, 4)
                assert told == f"{path} could not be written: No space left on device; it holds what it held before"
                assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]
            with pytest.raises(StateError):
                state.keep("race", 1)
            assert state.total("deals") == counts(0, 12)  # to report
        add(state, 12, 4)  # there is room again
        assert read(path).done("deals") == 16


def test_a_failed_last_write_hides_no_other_error(path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(KeyError), opened(path) as state:
        add(state, 0, 4)
        add(state, 4, 2)
        monkeypatch.setattr(os, "fsync", full)
        raise KeyError
    with pytest.raises(StateError), opened(path):
        pass
    monkeypatch.undo()
    with opened(path) as state:
        assert state.done("deals") == 6


def test_ctrl_c_while_writing_leaves_nothing_beside(path, monkeypatch):
    with pytest.raises(KeyboardInterrupt), opened(path) as state:
        with monkeypatch.context() as patch:

            def pressed(*_):
                raise KeyboardInterrupt

            patch.setattr(os, "fsync", pressed)
            try:
                add(state, 0, 4)
            finally:
                assert list(path.parent.iterdir()) == [path] and read(path).done("deals") == 0
    assert read(path).done("deals") == 4  # written when it was closed


def test_what_a_killed_run_left_beside_is_removed(path):
    with opened(path):
        pass
    beside = path.with_name(".run.state.12345")
    others = [path.with_name(name) for name in (".run.state.old", ".run.state2.123", "run.state.1")]
    for each in (beside, *others):
        each.touch()
    with opened(path):
        assert not beside.exists() and all(each.exists() for each in others)


def test_a_limit_on_the_size_of_files_is_a_full_disk_too(path):
    code = f"""
import resource
from analyzer.journal import Journal, StateError
state = Journal({str(path)!r}, {{"seed": 1}}, lambda a, b: a + b)
state.add("deals", 0, 4, [1])
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    state.add("deals", 4, 4, list(range(5000)))
except StateError as error:
    print(error, len(state.total("deals")))
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(journal.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout == f"{path} could not be written: File too large; it holds what it held before 5001\n", (
        done.stderr
    )
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
        assert state.done("deals") == 4


def test_a_system_without_locks_will_do(path, monkeypatch):
    monkeypatch.setattr(journal, "fcntl", None)
    with opened(path) as state:
        add(state, 0, 4)
        assert state._file.closed  # or Windows would not let it be replaced
    with opened(path) as state:
        assert state.done("deals") == 4


def test_everybody_can_read_it(path):
    data = a_file(path)
    values = [json.loads(line) for line in data.decode("ascii").splitlines()]
    assert [next(iter(value)) for value in values] == ["mazziere state", *["run"] * 4, *["record"] * 2, "end"]
    assert all(len(value["check"]) == 8 for value in values)

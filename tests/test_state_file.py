"""Does a state hold all that was finished, and nothing else, whatever happened to its file?"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from state_files import IDENTITY, a_file, add, counts, lines, opened, plus, total

from analyzer import state_file, state_lines
from analyzer.state_file import PARTS, State, difference, merged, parsed, part_size, read

HERE = {"suppress_health_check": [HealthCheck.function_scoped_fixture], "deadline": None}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.state"


@pytest.fixture(scope="module")
def a_whole_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "run.state"
    return a_file(path), read(path)


def sentence(what, *args, **kwargs):
    with pytest.raises(ValueError) as caught:
        what(*args, **kwargs)
    return str(caught.value)


# What was put in is there.


def test_what_is_finished_is_told_by_range(path):
    a_file(path)
    state = read(path)
    assert state.damage == [] and state.plays() == ["deals", "warm up"] and state.records() == ["race", "walk"]
    assert state.ranges("deals") == [(0, 158), (200, 24)] and state.ranges("warm up") == [(3, 4)]
    assert state.ranges("nobody's") == state.segments("nobody's") == []
    assert [(first, n) for first, n, _ in state.segments("deals")] == [(0, 64), (64, 64), (128, 30), (200, 24)]
    assert all(found == counts(first, n) for first, n, found in state.segments("deals"))
    assert state.held("deals", 100, 101) == [(100, 58), (200, 1)] and state.held("deals", 158, 42) == []
    assert state.recall("race") == {"alive": [0, 2]} and state.recall("nobody's") is None
    assert state.text() == path.read_bytes()


def test_what_there_is_but_one_of_is_there_twice(path):
    data = a_file(path)
    header, *between, end = lines(data)
    assert (
        between[:2] == between[-2:]
        and [b'"record"' in line for line in between] == [True] * 2 + [False] * 5 + [True] * 2
    )
    head = header.partition(b', "check"')[0].removeprefix(b"{")
    assert end.startswith(b'{"end": 10, ' + head)


# Parts


def test_the_example_of_parts():
    # By hand: 16 parts of 64 deals from a multiple of 64 on are 1,024 deals; one more deal, or a start within a part
    # with an end within a 17th, asks for parts of 128.
    assert part_size(0, 1) == part_size(0, 1024) == part_size(63, 1024) == 64
    assert part_size(0, 1025) == part_size(63, 1025) == part_size(0, 2048) == 128
    assert part_size(10**12, 10**12 + 10**6) == 65536


@given(st.integers(0, 2**53), st.integers(1, 2**40), st.integers(0, 2**30), st.integers(0, 2**30))
def test_parts_are_few_and_do_not_shrink(first, n, before, after):
    size = part_size(first, first + n)
    touched = (first + n - 1) // size - first // size + 1
    assert touched <= PARTS and (size == state_file.LEAST or touched > PARTS // 2)
    more = part_size(max(0, first - before), first + n + after)
    assert more >= size and more % size == 0


def cut_up(n, sizes):
    """Deals 0 ... n - 1 in chunks of such sizes, none of which reaches from one part into the next."""
    found, at = [], 0
    while at < n:
        size = part_size(0, at + 1)
        k = min(sizes[len(found) % len(sizes)], n - at, size - at % size)
        found.append((at, k))
        at += k
    return found


def state_of(chunks):
    """A state to which chunks were added one by one."""
    state = State("run.state", IDENTITY)
    for first, n in chunks:
        state.put("deals", state_lines.segment("deals", first, n, counts(first, n), state.seal))
        state.join("deals", plus)
    return state


@settings(**HERE, max_examples=60)
@given(st.integers(1, 5000), st.lists(st.integers(1, 400), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_a_state_does_not_tell_its_history(n, sizes, order):
    chunks = cut_up(n, sizes)
    order.shuffle(chunks)
    half = state_of(chunks[: len(chunks) // 2])
    assert sum(k for _, k in half.ranges("deals")) == sum(k for _, k in chunks[: len(chunks) // 2])
    state = state_of(chunks)
    assert state.text() == state_of(cut_up(n, [n])).text()
    assert len(state.segments("deals")) <= PARTS and total(state) == counts(0, n)


@settings(**HERE, max_examples=60)
@given(st.lists(st.integers(1, 300), min_size=1, max_size=60))
def test_segments_that_reach_across_parts_are_kept_too(sizes):
    """Nobody writes such files here; but they can be read, and do not grow without end."""
    state = state_of([(sum(sizes[:k]), n) for k, n in enumerate(sizes)])
    assert total(state) == counts(0, sum(sizes))
    assert len(state.segments("deals")) <= 2 * PARTS


def test_a_run_that_goes_on_loses_a_small_part_to_damage(path):
    with opened(path) as state:
        state.add("deals", [(first, n, counts(first, n)) for first, n in cut_up(20_000, [500])])
    held = [n for _, n, _ in read(path).segments("deals")]
    assert held == [2048] * 9 + [20_000 - 9 * 2048]


# What is damaged is told, what is sound is kept.


def damaged(path, data):
    """What is said of a damaged file, and what is left of it."""
    path.write_bytes(data)
    state = read(path)
    assert state.told_damage().startswith(f"{path} is damaged: {state.damage[0]}")
    return state.damage, state


def test_a_damaged_line_costs_what_it_held(path):
    data = a_file(path)
    told, state = damaged(path, data.replace(b'"first": 64, "n": 64', b'"first": 64, "n": 65'))
    assert told == ["line 5 cannot be read (deals 64 to 128, it seems)"]
    assert state.ranges("deals") == [(0, 64), (128, 30), (200, 24)] and total(state, "warm up") == counts(3, 4)
    told, state = damaged(path, data.replace(b'"play": "warm up"', b'"play": "warm-up"'))
    assert told == ["line 8 cannot be read (deals 3 to 6 of warm-up, it seems)"] and state.plays() == ["deals"]
    told, state = damaged(path, data.replace(b'{"play": "deals", "first": 200', b'\xff\x00ay": "deals", "first": 200'))
    assert told == ["line 7 cannot be read"]


def test_a_damaged_record_is_there_twice(path):
    data = a_file(path)
    told, state = damaged(path, data.replace(b"[0, 2]", b"[0, 1]", 1))
    assert told == ["line 2 cannot be read, but all it says is there twice"]
    assert state.recall("race") == {"alive": [0, 2]}
    told, state = damaged(path, data.replace(b"[0, 2]", b"[0, 1]"))
    assert told == [f"line {k} cannot be read (the record race, it seems)" for k in (2, 9)]
    assert state.records() == ["walk"] and state.recall("walk") == [0.25, -1]


def test_the_header_is_there_twice(path):
    data = a_file(path)
    told, state = damaged(path, data.replace(b"compare", b"kompare", 1))
    assert told == ["line 1 cannot be read, but all it says is there twice"] and state.ranges("deals")[0] == (0, 158)
    told, state = damaged(path, data[: len(data) - 300] + data[len(data) - 300 :].replace(b"compare", b"kompare"))
    assert told == ["line 11 cannot be read, but all it says is there twice"]


def test_without_a_header_a_file_is_read_by_the_run_it_is_of(path):
    data = a_file(path).replace(b"compare", b"kompare")
    path.write_bytes(data)
    at_both_ends = f"{path} is damaged at both ends, which say of what run it is"
    assert sentence(read, path) == f"{at_both_ends}; the command that wrote it can still use the rest"
    state = parsed(str(path), data, IDENTITY)
    assert state.damage == ["line 1 cannot be read", "line 11 cannot be read"] and state.identity == IDENTITY
    assert state.ranges("deals") == [(0, 158), (200, 24)] and state.records() == ["race", "walk"]
    other = {**IDENTITY, "seed": 2}
    assert sentence(parsed, str(path), data, other) == f"{at_both_ends}; nothing else in it is of this run"
    assert parsed(str(path), b"".join(lines(data)[1:-1]), IDENTITY).damage == ["it breaks off after line 9"]


def test_a_lost_end_is_noticed(path):
    data = a_file(path)
    told, state = damaged(path, b"".join(lines(data)[:5]))
    assert told == ["it breaks off after line 5"] and state.ranges("deals") == [(0, 128)]
    assert state.records() == ["race", "walk"]  # they stand first as well
    told, state = damaged(path, b"".join(lines(data)[:5])[:-9])
    assert told == ["it breaks off after line 5", "line 5 cannot be read (deals 64 to 127, it seems)"]
    told, state = damaged(path, b"".join([*lines(data)[:3], *lines(data)[4:]]))
    assert told == ["line 10 says that 10 lines stood before it, not 9"] and state.ranges("deals")[0] == (64, 94)
    path.write_bytes(data[:-1])
    assert read(path).damage == []  # only the last line break
    path.write_bytes(data.replace(b"\n", b"\r\n"))
    assert read(path).damage == []  # an editor was here


def test_two_files_in_one_count_no_deal_twice(path):
    data = a_file(path)
    told, state = damaged(path, data + data)
    assert told[0] == "line 12 begins a second state file"
    assert told[1] == "line 15 holds deals 0 to 63, or some of them, for the second time"
    assert told[-1] == "line 22 says that 10 lines stood before it, not 21"
    assert state.ranges("deals") == [(0, 158), (200, 24)]


def test_lines_of_another_run_are_left_out(path):
    other = path.with_name("other.state")
    with opened(other, seed=2) as state:
        add(state, 300, 5)
    data = a_file(path)
    told, state = damaged(path, data[: -len(lines(data)[-1])] + lines(other.read_bytes())[1])
    assert "line 11 cannot be read (deals 300 to 304, it seems)" in told
    assert state.ranges("deals") == [(0, 158), (200, 24)]


def test_a_sound_line_of_no_known_kind_is_left_out(path):
    data = a_file(path)
    seal = state_lines.seal(IDENTITY)
    for odd in ('"sun": "rising"', '"play": "deals", "first": -4, "n": 4, "counts": 1', '"record": 3, "value": 1'):
        told, state = damaged(path, data + state_lines._checked(odd, seal))
        assert told == ["line 12 cannot be read"]


def test_damage_is_told_in_one_sentence(path):
    data = a_file(path)
    spoilt = data.replace(b'"n": 64', b'"n": 63').replace(b"0.25", b"0.24")
    path.write_bytes(spoilt)
    assert read(path).told_damage() == (
        f"{path} is damaged: line 3 cannot be read (the record walk, it seems); line 4 cannot be read (deals 0 to 62, "
        "it seems); line 5 cannot be read (deals 64 to 126, it seems); and 1 more such line; it still holds 58 deals "
        "of 2 plays and the record race"
    )
    spoilt = b"".join([lines(data)[0], *lines(data)[3:6]])
    path.write_bytes(spoilt)
    assert read(path).told_damage() == (f"{path} is damaged: it breaks off after line 4; it still holds deals 0 to 157")
    path.write_bytes(lines(data)[0])
    assert read(path).told_damage() == f"{path} is damaged: it breaks off after line 1; it still holds nothing"


@pytest.mark.parametrize(
    "data",
    [
        b"# notes\n",
        b"\n\n",
        b"\x00" * 99,
        b"\x89PNG\r\n\x1a\n" * 9,
        b"\xff\xfe{",
        b"[1, 2]\n",
        b'{"a": 1}\n',
        b"[" * 9999,
    ],
)
def test_a_file_of_another_kind_is_refused(path, data):
    path.write_bytes(data)
    assert sentence(read, path) == f"{path} is no state file of mazziere: --state writes those"
    told = "name a new file, or one that --state has written"
    assert sentence(parsed, str(path), data, IDENTITY) == f"{path} is no state file of mazziere: {told}"


def test_nothing_to_read_is_said(path, tmp_path):
    assert sentence(read, path) == f"there is no file {path}"
    assert sentence(read, tmp_path) == f"there is no file {tmp_path}"
    path.touch()
    assert sentence(read, path) == f"{path} is empty: it holds no run"


def test_another_format_is_refused(path):
    told = f"{path} is a state file of format 2, and only format 1 can be read here"
    line = state_lines._head(IDENTITY).replace('"mazziere state": 1', '"mazziere state": 2')
    for data in (state_lines._checked(line, 0), b'{"mazziere state": 2, "sealed": "in some other way"}\n'):
        path.write_bytes(data)
        assert sentence(read, path) == sentence(parsed, str(path), data, IDENTITY) == told


def sound_part(name, data, whole):
    """Whatever was done to a file, what is read was written, and nothing worse than a ValueError happens."""
    try:
        state = parsed(name, data)
    except ValueError:
        return None
    assert state.identity == IDENTITY
    for play in state.plays():
        assert {(first, n): found for first, n, found in state.segments(play)}.items() <= {
            (first, n): found for first, n, found in whole.segments(play)
        }.items()
    assert all(state.recall(record) == whole.recall(record) for record in state.records())
    again = parsed(name, state.text())
    assert again.damage == [] and again.text() == state.text()
    return state


def test_a_file_cut_anywhere_yields_what_was_written(a_whole_file):
    data, whole = a_whole_file
    header = len(lines(data)[0])
    for cut in range(1, len(data) - 1):
        state = sound_part("run.state", data[:cut], whole)
        if cut < header - 1:
            assert state is None
        else:
            assert state is not None and state.damage
            left = set(lines(data[:cut] + b"\n")) & set(lines(data)[1:-1])  # with or without the last line break
            assert sum(len(state.segments(play)) for play in state.plays()) + len(state.records()) == len(left)


@given(st.data())
@settings(**HERE, max_examples=200)
def test_a_flipped_byte_costs_one_line_at_most(a_whole_file, draw):
    data, whole = a_whole_file
    at = draw.draw(st.integers(0, len(data) - 1))
    byte = draw.draw(st.integers(0, 255).filter(lambda byte: byte != data[at]))
    state = sound_part("run.state", data[:at] + bytes([byte]) + data[at + 1 :], whole)
    assert state is not None and state.records() == whole.records()  # these are there twice, as the header is
    if data[at : at + 1] == b"\n":  # two lines are one now
        return
    if not bytes([byte]).isspace():
        assert state.damage
    assert sum(len(state.segments(play)) for play in state.plays()) >= 4


@given(st.data())
@settings(**HERE, max_examples=150)
def test_no_damage_makes_counts(a_whole_file, draw):
    """Pieces of a file left out, doubled, put elsewhere or replaced by noise."""
    data, whole = a_whole_file
    written = data
    place = st.integers(0, len(data))
    for _ in range(draw.draw(st.integers(1, 4))):
        start, end = sorted((draw.draw(place), draw.draw(place)))
        noise = draw.draw(st.one_of(st.binary(max_size=9), st.just(data[start:end]), st.sampled_from(lines(written))))
        at = draw.draw(st.sampled_from([start, end, 0, len(data)]))
        data = data[:at] + noise + data[end if draw.draw(st.booleans()) else at :]
    sound_part("run.state", data, whole)


# Ranges are merged.


def test_ranges_of_one_run_are_the_whole_run(path, tmp_path):
    pieces = {"a": [(0, 50)], "b": [(50, 14), (64, 16)], "whole": [(0, 64), (64, 16)]}
    a, b, whole = (tmp_path / f"{name}.state" for name in pieces)
    for each, ranges in zip((a, b, whole), pieces.values(), strict=True):
        with opened(each) as state:
            state.add("deals", [(first, n, counts(first, n)) for first, n in ranges])
            state.keep("level", 0.95)
    for order in ((a, b), (b, a)):
        both = merged(map(read, order), plus)
        assert total(both) == counts(0, 80) and both.damage == []
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


# Two runs are told apart.

OTHERS = {
    "another command": ({"command": "solve"}, "command is compare there and solve here"),
    "another seed": ({"seed": 2}, "seed is 1 there and 2 here"),
    "another rule": ({"rules": {"tie": "replay", "last_trick": True}}, "rules tie is draw there and replay here"),
    "a new rule": (
        {"rules": {"tie": "draw", "last_trick": True, "upcard": 7}},
        "rules upcard is not given there and 7 here",
    ),
    "a rule less": ({"rules": {"tie": "draw"}}, "rules last trick is true there and not given here"),
    "another engine": ({"engine": "0.2.0"}, "engine is 0.1.0 there and 0.2.0 here"),
    "a match": ({"match": "single"}, "match is none there and single here"),
    "another strategy": (
        {"strategy": ["maestro:lead=2.0", "lowest"]},
        "strategy 1 is maestro:lead=2 there and maestro:lead=2.0 here",
    ),
    "other code": ({"code of": {"maestro": "3f2a", "lowest": "0000"}}, "code of lowest is 9b1c there and 0000 here"),
    "one less": ({"strategy": ["maestro:lead=2"]}, "strategy 2 is lowest there and not given here"),
    "something new": ({"last": ""}, 'last is not given there and "" here'),
    "something long": ({"seed": "x" * 100}, f"seed is 1 there and {'x' * 67}... here"),
    "something with parts": ({"match": {"to": 5, "by": "units"}}, "match is none there and to 5, by units here"),
    "the first of two things": ({"engine": "9", "seed": 3}, "seed is 1 there and 3 here"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_the_file_of_another_run_is_refused_with_the_difference(path, what):
    other, told = OTHERS[what]
    with opened(path) as state:
        add(state, 0, 4)
    before = path.read_bytes()
    assert sentence(opened, path, **other) == f"{path} is of another run: {told}; name another file"
    assert path.read_bytes() == before and list(path.parent.iterdir()) == [path]
    with opened(path) as state:  # and it is free again
        assert state.ranges("deals") == [(0, 4)]


def test_the_order_of_keys_and_tuples_make_no_other_run(path):
    with opened(path):
        pass
    with opened(path, strategy=tuple(IDENTITY["strategy"]), rules={"last_trick": True, "tie": "draw"}):
        pass
    assert difference({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) is None
    assert difference({"a": True}, {"a": 1}) == ("a", "true", "1")
    # Told is what stands first where the run was made, in a file too.
    with opened(path):
        assert list(read(path).identity) == list(IDENTITY)

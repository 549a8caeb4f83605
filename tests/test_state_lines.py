"""Is every line of a state file what was written, or nothing?"""

import json
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import state_lines
from analyzer.state_file import read

IDENTITY = {"command": "compare", "seed": 0}
SEAL = state_lines.seal(IDENTITY)
LINES = {
    "header": state_lines.header(IDENTITY),
    "segment": state_lines.segment("deals", 4096, 64, {"sums": [[0, 3]]}, SEAL).line,
    "record": state_lines.record("race", {"alive": [0, 2]}, SEAL),
    "end": state_lines.end(3, IDENTITY),
}


def test_the_example_of_the_docstring_is_a_state_file(tmp_path):
    example = [line.strip() for line in state_lines.__doc__.splitlines() if line.startswith("    {")]
    path = tmp_path / "run.state"
    path.write_text("\n".join(example) + "\n")
    state = read(path)
    assert state.damage == [] and state.identity == IDENTITY
    assert state.segments("deals") == [(0, 4096, [2311, 1785])] and state.recall("race") == {"alive": [0, 2]}
    assert state.text() == path.read_bytes()


def test_the_check_is_the_crc_of_the_line_after_that_of_the_identity():
    body = b'{"record": "race", "value": {"alive": [0, 2]}'
    by_hand = crc32(b'{"command": "compare", "seed": 0}' + body)
    assert LINES["record"] == body + b', "check": "%08x"}\n' % by_hand
    assert crc32(b"123456789") == 0xCBF43926  # the check value of CRC-32 in every catalogue of CRCs


@pytest.mark.parametrize("what", LINES)
def test_everybody_can_read_a_line(what):
    line = LINES[what]
    assert line.endswith(b"}\n") and line.isascii()
    assert state_lines.read(line.strip(), SEAL) == json.loads(line)


@pytest.mark.parametrize("what", LINES)
@given(st.data())
def test_a_changed_byte_is_found(what, draw):
    line = LINES[what].strip()
    at = draw.draw(st.integers(0, len(line) - 1))
    byte = draw.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    assert state_lines.read(line[:at] + bytes([byte]) + line[at + 1 :], SEAL) is None
    assert state_lines.read(line[:at], SEAL) is None


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"[1, 2]", b"\xff\xfe{", b"[" * 9999, b'{"end": ', b'{"mazziere state": 1}']
)
def test_what_was_never_written_is_not_read(line):
    assert state_lines.read(line, SEAL) is state_lines.read_head(line) is None
    checked = line[:-1] + state_lines.CHECK % crc32(line[:-1])  # even if somebody took pains
    assert state_lines.read_head(checked) is None


def test_lines_of_another_run_do_not_pass():
    other = state_lines.seal({"command": "compare", "seed": 1})
    assert state_lines.read(LINES["segment"].strip(), other) is None
    assert state_lines.read(LINES["record"].strip(), other) is None
    assert state_lines.seal({"seed": 0, "command": "compare"}) == SEAL  # the order of keys makes no other run


def test_nobody_changes_a_segment_by_changing_what_he_got():
    mine = {"sums": [1, 2]}
    made = state_lines.segment("deals", 0, 4, mine, SEAL)
    mine["sums"][0] = 99
    made.counts["sums"][0] = 99
    assert made.counts == {"sums": [1, 2]} and made.end == 4


def test_what_json_does_not_know_is_refused():
    for odd in (float("nan"), float("inf"), float("-inf")):
        with pytest.raises(ValueError, match="not JSON compliant"):
            state_lines.record("race", odd, SEAL)
        with pytest.raises(ValueError, match="not JSON compliant"):
            state_lines.segment("deals", 0, 5, [odd], SEAL)


def test_what_a_damaged_line_held_can_often_be_said():
    assert state_lines.held(LINES["segment"][:-9]) == ("deals 4,096 to 4,159", "")
    assert state_lines.held(LINES["segment"].replace(b"deals", b"warm up")) == ("deals 4,096 to 4,159 of warm up", "")
    assert state_lines.held(LINES["segment"].replace(b'"n": 64', b'"n": 0')) == ("", "")
    assert state_lines.held(LINES["record"]) == ("the record race", "race")
    assert state_lines.held(LINES["header"]) == state_lines.held(b"\xff\x00" + LINES["segment"]) == ("", "")
    assert all(map(state_lines.looks_ours, LINES.values())) and not state_lines.looks_ours(b"# notes")


def test_deals_are_named():
    assert state_lines.deals("deals", (0, 4096)) == "deals 0 to 4,095"
    assert state_lines.deals("deals", (1000, 1)) == "deal 1,000"
    assert state_lines.deals("check", (0, 2), (5, 1), (9, 3)) == "deals 0 to 1, 5 and 9 to 11 of check"

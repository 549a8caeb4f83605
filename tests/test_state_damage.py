"""Does a run whose state file was damaged end as if it had not been, or say in one sentence why it cannot?"""

import json
import random
from pathlib import Path

import pytest
from command_line import fails, run
from state_files import lines

from analyzer import compare, progress, tune
from analyzer.state_file import read

COMPARE = {"deals": 3000, "first_deal": 100}
TUNE = {"over": ["spend_at=0:8"], "method": "race", "deals": 4000, "check": 300}


class Listener(progress.Silence):
    """Keeps what is noted."""

    def __init__(self):
        self.notes = []

    def note(self, text):
        self.notes.append(text)


def bare(answer):
    """The JSON without what may differ."""
    found = json.loads(answer.json())
    del found["run"]
    return found


def ask(path, which="compare"):
    """The answer of a run with this state file, and what was noted."""
    listener = Listener()
    with progress.listening(listener):
        if which == "compare":
            return compare("spend_trump", "lowest", **COMPARE, state=str(path)), listener.notes
        return tune("spend_trump", **TUNE, state=str(path)), listener.notes


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The state file and the answer of each run, undamaged."""
    folder = tmp_path_factory.mktemp("whole")
    found = {}
    for which in ("compare", "tune"):
        path = folder / f"{which}.state"
        answer, notes = ask(path, which)
        assert not any("damaged" in note for note in notes)
        found[which] = (path.read_bytes(), bare(answer))
    return found


def resumed(path, data, whole, which="compare"):
    """Go on from a damaged file: to the same end, the file as it was kept beside the new one; the sentence about it."""
    once, facts = whole[which]
    path.write_bytes(data)
    answer, notes = ask(path, which)
    assert bare(answer) == facts
    assert path.read_bytes() == once
    told = [note for note in notes if f"{path} is damaged: " in note]
    copies = sorted(each for each in path.parent.iterdir() if ".damaged" in each.name)
    assert len(told) == len(copies) <= 1
    for copy in copies:
        assert told[0].endswith(f"; the file as it was is kept in {copy}")
        assert copy.read_bytes() == data
        copy.unlink()
    assert list(path.parent.iterdir()) == [path]
    return told[0] if told else "", answer.run


@pytest.mark.parametrize(("which", "flips"), [("compare", 200), ("tune", 12)])
def test_a_flipped_byte_anywhere_changes_nothing(which, flips, tmp_path, whole):
    data = whole[which][0]
    dice = random.Random(7)
    for k in range(flips):
        at = k * len(data) // flips
        spoilt = bytearray(data)
        spoilt[at] ^= dice.randrange(1, 256)
        told, _ = resumed(tmp_path / "run.state", bytes(spoilt), whole, which)
        assert told or spoilt[at : at + 1].isspace()  # which may end a line and is no loss


def test_a_damaged_byte_costs_one_part(tmp_path, whole):
    data = whole["compare"][0]
    spoilt = data.replace(b'"first": 1024, "n": 256', b'"first": 1024, "n": 257')
    path = tmp_path / "run.state"
    path.write_bytes(spoilt)
    assert read(path).ranges("deals") == [(100, 924), (1280, 1820)]
    told, _ = resumed(path, spoilt, whole)
    assert "line 6 cannot be read (deals 1,024 to 1,280, it seems); it still holds deals 100 to 1,023 and 1,280" in told
    path.write_bytes(spoilt)
    answer, _ = ask(path)
    assert "2,744 of the deals were finished before" in str(answer)


def test_wherever_a_file_breaks_off_it_goes_on(tmp_path, whole):
    data = whole["compare"][0]
    ends = [0]
    for line in lines(data):
        ends.append(ends[-1] + len(line))
    path = tmp_path / "run.state"
    # Within a line, before and after its break, within its check: of the header, a segment, the last one, the end.
    for k in (0, 1, 7, len(ends) - 3, len(ends) - 2):
        for cut in (ends[k] + (ends[k + 1] - ends[k]) // 2, ends[k + 1] - 5, ends[k + 1] - 1, ends[k + 1]):
            if cut < ends[1] - 1:  # nothing is left but the beginning of a header: whose file that is cannot be said
                path.write_bytes(data[:cut])
                with pytest.raises(ValueError, match="damaged at both ends, which say of what run it is"):
                    ask(path)
                assert path.read_bytes() == data[:cut] and list(tmp_path.iterdir()) == [path]
                continue
            told, _ = resumed(path, data[:cut], whole)
            assert ("it breaks off" in told) == (cut < ends[-2] + 8), cut
            assert bool(told) == (cut < ends[-1] - 1)
    path.write_bytes(b"")
    answer, notes = ask(path)
    assert f"{path} is empty: nothing was finished before" in notes
    assert bare(answer) == whole["compare"][1] and path.read_bytes() == data


def test_a_zeroed_piece_of_the_disk_costs_what_was_there(tmp_path, whole):
    data = whole["compare"][0]
    for start in range(0, len(data), 1500):
        end = min(len(data), start + 1500)
        told, _ = resumed(tmp_path / "run.state", data[:start] + b"\x00" * (end - start) + data[end:], whole)
        assert told


def test_both_headers_lost_the_command_still_reads_the_rest(tmp_path, whole):
    data = whole["compare"][0].replace(b'"command": "compare"', b'"command": "kompare"')
    path = tmp_path / "run.state"
    told, _ = resumed(path, data, whole)
    assert "line 1 cannot be read; line 15 cannot be read; it still holds deals 100 to 3,099" in told
    path.write_bytes(data)
    with pytest.raises(ValueError, match="nothing else in it is of this run"):
        compare("spend_trump", "lowest", **COMPARE, seed=2, state=str(path))
    assert path.read_bytes() == data
    fails("merge", path, said="the command that wrote it can still use the rest")


def test_a_record_of_a_race_is_there_twice(tmp_path, whole):
    data = whole["tune"][0]
    first, last = data.index(b'"record": "race"'), data.rindex(b'"record": "race"')
    assert first < last
    spoilt = data[: first + 40] + b"?" + data[first + 41 :]
    told, found = resumed(tmp_path / "run.state", spoilt, whole, "tune")
    assert "cannot be read, but all it says is there twice" in told and found["deals_per_second"] == 0
    spoilt = spoilt[: last + 40] + b"?" + spoilt[last + 41 :]
    told, found = resumed(tmp_path / "run.state", spoilt, whole, "tune")
    assert "(the record race, it seems)" in told and found["deals_per_second"] > 0


def test_the_command_line_says_it_in_one_line(tmp_path, whole):
    path = tmp_path / "run.state"
    words = ["compare", "spend_trump", "lowest", "--deals", 3000, "--first", 100, "--state", path]
    path.write_bytes(whole["compare"][0][:-1000])
    done = run(*words)
    assert done.returncode == 0 and "deals 100 to 3099" in done.stdout
    (said,) = [line for line in done.stderr.splitlines() if "damaged" in line]
    assert said.startswith(f"mazziere: {path} is damaged: it breaks off after line ")
    for foreign in (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", b"my notes\n"):
        picture = tmp_path / "picture.png"
        picture.write_bytes(foreign)
        fails(*words[:-1], picture, said=f"{picture} is no state file of mazziere: name a new file, or one that")
        assert picture.read_bytes() == foreign
    names = sorted(Path(each).name for each in tmp_path.iterdir())
    assert names == ["picture.png", "run.state", "run.state.damaged"]

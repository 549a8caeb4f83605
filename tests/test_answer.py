"""Does an answer say the same to people, programs and notebooks, and is a file written whole or not at all?"""

import json
import os
import stat
import subprocess
import sys
from decimal import Decimal
from html.parser import HTMLParser

import numpy as np
import pytest

from analyzer.account import which_deals
from analyzer.answer import MISSING, Answer, Column, Drawing, Table, half_even, write

PAIRS = Table(
    "pairs",
    [Column("pair", "Pair of games"), Column("deals", "Deals", "right", 0), Column("share", "Share", "right", 3)],
    [("both lost", 1234567, 0.12345), ("<b>drawn</b>", 0, None)],
)


def answer(**changes):
    given = {
        "question": "Who wins?",
        "sentences": ["a beats b."],
        "block": ["a beats b", "  score  0.5 <b>"],
        "tables": [PAIRS],
        "facts": {"game": "briscola", "score": {"mean": 0.1 + 0.2, "low": None}, "pairs": [1, 2, 3, 4, 5]},
        "run": {"seconds": 1.5, "jobs": 2},
        "command": "mazziere compare a b",
    }
    return Answer(**(given | changes))


# Tables


def test_records_are_rows_by_key_and_nan_is_nothing():
    table = Table("x", [Column("who", "Who"), Column("mean", "Mean")], [("a", 0.1), ("b", float("nan")), ("c", None)])
    assert table.records() == [{"who": "a", "mean": 0.1}, {"who": "b", "mean": None}, {"who": "c", "mean": None}]


@pytest.mark.parametrize(
    ("ranges", "told"),
    [
        ([(0, 100)], "deals 0 to 99"),
        ([(0, 1)], "deal 0"),
        ([(7, 1)], "deal 7"),
        ([(0, 0)], "no deals"),
        ([(0, 3), (5, 1)], "deals 0 to 2 and 5"),
    ],
)
def test_the_deals_are_told_as_one_or_as_many(ranges, told):
    assert which_deals(ranges) == told


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (None, 3, MISSING),
        (float("nan"), 3, MISSING),
        (1234567, 0, "1,234,567"),
        (1234567, None, "1234567"),
        (0.62, 4, "0.6200"),
        (-0.00001, 2, "0.00"),
        (0.00001, 4, "<0.0001"),
        (0.00005001, 4, "0.0001"),
        (0.004, 2, "<0.01"),
        (0.0, 4, "0.0000"),
        (0.3, 0, "<1"),
        (-1.5, 1, "-1.5"),
        (0.1, None, "0.1"),
        (np.float64(0.1), None, "0.1"),
        (np.int64(1000), 0, "1,000"),
        (True, 0, "yes"),
        ("a,b", 2, "a,b"),
    ],
)
def test_people_read_values_rounded_and_grouped_as_the_column_says(value, digits, text):
    assert Column("key", "Heading", digits=digits).text(value) == text


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_what_adds_up_to_100_still_does_as_printed(digits):
    column = Column("score", "score", "right", digits)
    for k in range(8001):
        one, other = column.text(100 * (k / 8000)), column.text(100 * (1 - k / 8000))
        assert "<" in one + other or Decimal(one) + Decimal(other) == 100, (one, other)
        assert half_even(-k / 80, digits) == -half_even(k / 80, digits)
    assert (half_even(82.45, 1), half_even(17.55, 1), half_even(-0.5, 0)) == (82.4, 17.6, 0)
    assert half_even(1e300, 1) == 1e300


def test_a_row_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="table pairs: row 1 has 2 cells for 3 columns"):
        Table("pairs", PAIRS.columns, [("a", 1, 2.0), ("b", 1)])


def test_a_caption_is_the_title_or_the_name_in_words():
    assert Table("win_score", [], []).caption == "win score"
    assert Table("win_score", [], [], "How often?").caption == "How often?"


def test_frames_hold_the_unrounded_values():
    frame = answer().tables_as_frames()["pairs"]
    assert list(frame.columns) == ["pair", "deals", "share"]
    assert frame["deals"].tolist() == [1234567, 0]
    assert frame["share"][0] == 0.12345
    assert frame["share"].isna().tolist() == [False, True]
    assert list(Table("empty", PAIRS.columns, []).frame().columns) == ["pair", "deals", "share"]


# JSON


def test_json_comes_back_as_it_went_with_the_run_last():
    text = answer().json()
    whole = json.loads(text)
    assert whole == {**answer().facts, "run": {"seconds": 1.5, "jobs": 2}}
    assert list(whole)[-1] == "run"
    assert "0.30000000000000004" in text
    assert text == answer().json()


def test_json_puts_the_run_last_even_when_a_fact_is_called_so():
    assert list(json.loads(answer(facts={"run": 1, "game": "briscola"}).json())) == ["game", "run"]


def test_json_says_when_the_run_was_interrupted_and_only_then():
    assert json.loads(answer(interrupted=True).json())["run"]["interrupted"] is True
    assert "interrupted" not in json.loads(answer().json())["run"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), np.float64("nan"), np.float32("inf")])
def test_json_refuses_what_is_not_a_number(number):
    with pytest.raises(ValueError, match="not JSON compliant"):
        answer(facts={"score": {"mean": number}}).json()


def test_json_takes_numpy_numbers_and_nothing_odd():
    facts = {"n": np.int64(3), "x": np.float64(0.25), "yes": np.bool_(True), "counts": np.arange(3)}
    assert json.loads(answer(facts=facts).json())["counts"] == [0, 1, 2]
    assert json.loads(answer(facts=facts).json())["n"] == 3
    with pytest.raises(TypeError, match="object has no place in JSON"):
        answer(facts={"what": object()}).json()


# Showing


def test_as_a_string_an_answer_is_its_block():
    assert str(answer()) == "a beats b\n  score  0.5 <b>"


def test_a_notebook_shows_block_and_tables_escaped():
    class Cells(HTMLParser):
        tags, data = [], []

        def handle_starttag(self, tag, attrs):
            self.tags.append(tag)

        def handle_data(self, data):
            self.data.append(data)

    cells = Cells()
    cells.feed(answer()._repr_html_())
    assert cells.tags.count("td") == 6
    assert "b" not in cells.tags
    assert {"<b>drawn</b>", "1,234,567", MISSING, "a beats b\n  score  0.5 <b>"} <= {*cells.data}


def test_figures_are_drawn_afresh():
    drawn = []
    drawing = Drawing("dot", lambda figure: drawn.append(figure.add_subplot()))
    first, second = (answer(drawings=[drawing]).figures()["dot"] for _ in range(2))
    assert first is not second
    assert [axes.figure for axes in drawn] == [first, second]


def test_importing_is_cheap():
    heavy = "pandas matplotlib jinja2 rich"
    code = (
        f"import sys, analyzer.answer, analyzer.charts, analyzer.render\nprint(*(sys.modules.keys() & {heavy.split()}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=os.getcwd())
    assert done.stdout.split() == []


# Files


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "page.html"
    write(path, "old")
    path.chmod(0o640)
    write(str(path), "new – ♥")
    assert path.read_text("utf-8") == "new – ♥"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    write(path, b"\x89PNG")
    assert path.read_bytes() == b"\x89PNG"
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    write(tmp_path / "ours", "x")
    (tmp_path / "theirs").write_text("x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "theirs").stat().st_mode


def test_when_writing_fails_the_old_file_stays_and_nothing_else_does(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    write(path, "old")

    def full(*_):
        raise OSError(28, "No space left on device", "something hidden")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*page\.html'"):
        write(path, "new")
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"missing/page\.html'$"):
        write(tmp_path / "missing" / "page.html", "x")
    with pytest.raises(OSError, match=str(tmp_path)):
        write(tmp_path, "x")


def test_links_stay_links_and_devices_are_written_to(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "x"
    write(os.devnull, "x")


def test_a_name_that_is_no_text_can_be_written(tmp_path):
    write(tmp_path / "file", "caf\udce9")
    assert (tmp_path / "file").read_text() == "caf\\udce9"

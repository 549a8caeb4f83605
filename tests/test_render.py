"""Are charts, pages and tables right for every answer: whole, escaped, legible, and the same bytes at every call?"""

import csv
import math
import re
import warnings
import xml.etree.ElementTree as ElementTree
from functools import partial
from html.parser import HTMLParser
from io import StringIO

import matplotlib
import pytest
from rich.cells import cell_len
from rich.console import Console

from analyzer.answer import Answer, Column, Drawing, Table
from analyzer.charts import (
    PNG_DPI,
    WIDTH,
    bars,
    compare_chart,
    digits_for,
    inline_svg,
    number,
    percent,
    save,
    score_range,
    style,
    svg,
    text_width,
    wrap,
)
from analyzer.page import as_html, save_html
from analyzer.render import INTERRUPTED, as_csv, as_json, as_markdown, as_table, plain_table

BELL = [(float(margin), round(1e5 * math.exp(-(((margin - 9) / 20) ** 2) / 2))) for margin in range(-110, 111)]
TYPICAL = {
    "title": "spend_trump beats lowest",
    "subtitle": "2-player Briscola · 1,000,000 deals, each played twice with seats swapped · seed 1",
    "first": "spend_trump",
    "second": "lowest",
    "score": 0.62,
    "low": 0.6187,
    "high": 0.6213,
    "margins": BELL,
    "margin_mean": 9.31,
    "margin_low": 9.19,
    "margin_high": 9.43,
}
LEVEL = {"score": 0.5, "low": 0.5, "high": 0.5, "margin_mean": 0.0, "margin_low": 0.0, "margin_high": 0.0}
NOTHING = dict.fromkeys(["score", "low", "high", "margin_mean", "margin_low", "margin_high"])
CASES = {
    "typical": {},
    "behind": {
        "score": 0.38,
        "low": 0.3787,
        "high": 0.3813,
        "margin_mean": -9.31,
        "margin_low": -9.43,
        "margin_high": -9.19,
    },
    "spike at zero": {"margins": [*BELL, (0.0, 10**8)]},
    "shut-out": {"score": 1.0, "low": 0.9999, "high": 1.0, "margins": [(60.0, 5), (70.5, 9)], "margin_mean": 66.75},
    "shut out": {"score": 0.0, "low": 0.0, "high": 0.04, "margins": [(-120.0, 3)], "margin_mean": -120.0},
    "level": LEVEL | {"margins": [(0.0, 1000)]},
    "one deal": NOTHING | {"score": 1.0, "margins": [(14.5, 1)], "margin_mean": 14.5},
    "two deals": {
        "score": 0.75,
        "low": 0.0,
        "high": 1.0,
        "margins": [(-6, 1), (14, 1)],
        "margin_low": -120.0,
        "margin_high": 140.0,
    },
    "nothing": NOTHING | {"margins": []},
    "counts of nothing": NOTHING | {"margins": [(3.0, 0)]},
    "a hair": {"score": 0.500012, "low": 0.500011, "high": 0.500013, "margin_low": 9.3099999, "margin_high": 9.3100001},
    "burraco": {"margins": [(m / 2, 1 + abs(m) % 7) for m in range(-4800, 4801, 5)], "margin_mean": 345.6},
    "long names": {
        "first": "count_cards:memory=1,lead=2",
        "second": "/home/a/very/long/path/" + "x" * 200,
        "title": "y" * 500,
    },
    "odd names": {"first": "$x$ <b> & \n 日本 \x1b", "second": "", "title": "$\\frac{1}{2}$ _ ^", "subtitle": ""},
}


def figure(**changes):
    return Drawing("compare", partial(compare_chart, **(TYPICAL | changes))).figure()


# Charts


@pytest.mark.parametrize("case", CASES)
def test_charts_of_anything_draw_without_a_warning_and_with_equal_bytes(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = svg(figure(**CASES[case])), svg(figure(**CASES[case]))
    assert first == second
    ElementTree.fromstring(first)
    assert "<text" in first
    assert "nan" not in first


@pytest.mark.parametrize("case", CASES)
def test_no_word_of_a_chart_lies_outside_its_paper(case):
    drawn = figure(**CASES[case])
    with style():
        drawn.canvas.draw()
        texts = [*drawn.texts, *(text for axes in drawn.axes for text in [*axes.texts, *axes.get_xticklabels()])]
        for text in texts:
            box = text.get_window_extent()
            if text.get_text():
                assert box.x0 >= 0, text
                assert box.x1 <= drawn.bbox.width + 1, text
                assert box.y0 >= 0, text
                assert box.y1 <= drawn.bbox.height, text


def test_a_chart_says_the_finding_and_its_interval():
    words = re.sub(r"<[^>]*>", " ", svg(figure()))
    for word in ("spend_trump beats lowest", "level", "0.6200", "0.6187 to 0.6213", "+9.31", "95% interval", "ahead"):
        assert word in words


def test_a_chart_does_not_depend_on_the_users_own_style_nor_change_it():
    ours = svg(figure())
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "black"}):
        assert svg(figure()) == ours
        assert matplotlib.rcParams["font.size"] == 30


def test_a_png_has_the_size_it_should(tmp_path):
    drawn = figure()
    save(drawn, tmp_path / "chart.PNG")
    head = (tmp_path / "chart.PNG").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = (int.from_bytes(head[at : at + 4]) for at in (16, 20))
    assert wide == int(WIDTH / 72 * PNG_DPI)
    assert high == int(drawn.get_figheight() * PNG_DPI)


def test_files_are_equal_at_every_call_and_carry_no_date(tmp_path):
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        save(figure(), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert b"dc:date" not in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize("name", ["chart.jpg", "chart", "svg"])
def test_other_extensions_are_refused_by_name(tmp_path, name):
    with pytest.raises(ValueError, match=rf"cannot draw {name}: .* must end in \.png or \.svg"):
        save(figure(), tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_inline_pictures_keep_their_references_to_themselves():
    text = inline_svg(figure(), "one two")
    ids = re.findall(r'\bid="([^"]*)"', text)
    assert len(ids) == len({*ids})
    assert all(name.startswith("one-two-") for name in ids)
    assert {*re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)} <= {(name, "") for name in ids} | {
        ("", name) for name in ids
    }
    assert text.startswith("<svg")
    assert text.endswith("</svg>")


@pytest.mark.parametrize(
    ("score", "low", "high"),
    [(0.62, 0.6187, 0.6213), (0.5, 0.5, 0.5), (1.0, 0.96, 1.0), (0.0, 0.0, 0.1), (0.5001, 0.4, 0.6), (0.7, None, None)],
)
def test_the_score_axis_shows_the_level_and_the_interval_and_nothing_impossible(score, low, high):
    left, right = score_range(score, low, high)
    assert 0 <= left < 0.5 < right <= 1
    assert left <= (score if low is None else low)
    assert right >= (score if high is None else high)


@pytest.mark.parametrize("lattice", [1, 2, 5, 10])
@pytest.mark.parametrize("reach", [3, 40, 240])
def test_bars_are_fair(lattice, reach):
    """Margins all equally frequent make bars all equally high, but for a last one that is not full."""
    margins = [(lattice * place / 2, 10) for place in range(-reach, reach + 1)]
    drawn, points = bars(margins)
    assert len(drawn) <= 62
    middles = [bar.middle for bar in drawn]
    assert middles == [-middle for middle in reversed(middles)]
    assert 0.0 in middles
    inner = {round(bar.height, 12) for bar in drawn[1:-1]}
    assert len(inner) == 1
    assert points >= lattice / 2


def test_bars_lose_nobody():
    drawn, points = bars(BELL)
    one = points  # lattice of whole points: a usual bar holds so many margins
    total = sum(bar.height * (1 / one if bar.middle == 0 else 1) for bar in drawn)
    assert total == pytest.approx(1)
    assert bars([]) == ([], 0.5)


def test_bars_do_not_touch_zero_when_zero_cannot_happen():
    drawn, _ = bars([(margin / 2, 1) for margin in range(-81, 82, 2)])
    assert all(abs(bar.middle) - bar.width / 2 >= -1e-9 for bar in drawn)


def test_numbers_and_shares_are_readable():
    assert number(-1.25, 1) == "−1.2"
    assert number(3, 0, sign=True) == "+3"
    assert number(-0.001, 2, sign=True) == "0.00"
    assert [percent(share) for share in (0, 0.0001, 0.31, 0.9999, 1)] == ["0%", "<1%", "31%", ">99%", "100%"]
    assert digits_for(0.6187, 0.6213, 3) == 4
    assert digits_for(9.19, 9.43, 1) == 2
    assert digits_for(-40, 60, 1) == 1
    assert digits_for(None, None, 3) == digits_for(0.5, 0.5, 3) == 3


def test_lines_are_broken_where_a_reader_would():
    assert wrap("count_cards:memory=1,lead=2", 90, 11.5, 4) == ["count_cards:", "memory=1,", "lead=2"]
    assert wrap("spend_trump beats lowest", 120, 11.5, 4) == ["spend_trump beats", "lowest"]
    lines = wrap("x" * 300, 90, 11.5, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(text_width(line, 11.5) <= 90 for line in lines)


# Screen, programs, paper

NUMBERS = "; ".join(f"{k / 8:.3f} % ({-k:,} to {1000 * k:,})" for k in range(1, 12))
NASTY = "<b>mine</b> & |*_`co.py:x=1,y=2"
SCORES = Table(
    "scores",
    [
        Column("strategy", "Strategy"),
        Column("score", "Win score", "right", 4),
        Column("low", "Low", "right", 4),
        Column("high", "High", "right", 4),
        Column("wins", "Wins", "right", 0),
        Column("losses", "Losses", "right", 0),
        Column("seed", "Seed", "right"),
    ],
    [(NASTY, 0.62, 0.6187, None, 1240000, 760000, 12345), ("lowest", 0.38, 0.1 + 0.2, 0.5, 760000, 1240000, 12345)],
    title="Win <i>score</i>",
)
PAIRS = Table("pairs", [Column("pair", "Pair"), Column("deals", "Deals", "right", 0)], [("both lost", 12), ("a\nb", 3)])


def answer(**changes):
    given = {
        "question": "Which <em>one</em> is better?",
        "sentences": [f"{NASTY} beats lowest.", "By far."],
        "block": [
            f"{NASTY} beats lowest " + "and so on " * 12,
            "  pairs  LL 1 ```` WW 5",
            f"by {NUMBERS}",
            "again: mazziere compare '<b>mine</b>' lowest --deals 1M --seed 1234567890123 --match best_of=3 --jobs 10",
        ],
        "tables": [SCORES, PAIRS],
        "drawings": [
            Drawing("compare", partial(compare_chart, **(TYPICAL | {"first": NASTY})), "Left & right"),
            Drawing("again", partial(compare_chart, **TYPICAL)),
        ],
        "facts": {"game": "briscola", "names": [NASTY]},
        "run": {"seconds": 1.23456, "deals_per_second": 1234567.8, "jobs": 2, "version": NASTY, "engine": "ab12"},
        "command": "mazziere compare '<b>mine</b>' lowest --deals 1M",
    }
    return Answer(**(given | changes))


def printed(width, terminal, **changes):
    file = StringIO()
    console = Console(file=file, width=width, force_terminal=terminal, color_system="truecolor", legacy_windows=False)
    as_table(answer(**changes), console)
    return file.getvalue()


@pytest.mark.parametrize("width", [20, 80, 120])
def test_piped_lines_stay_whole_and_on_a_terminal_only_blanks_are_broken(width):
    block = [line.rstrip() for line in answer().block]
    assert printed(width, False).splitlines() == answer().block
    text = re.sub(r"\x1b\[[0-9;]*m", "", printed(width, True))
    shown = [line.rstrip() for line in text.splitlines()]
    assert text.split() == " ".join(block).split(), "every word and number whole, in their order"
    assert shown[-1] == block[-1].rstrip(), "a command can be copied"
    assert all(cell_len(line) <= width for line in shown[:-1])
    for line in block:
        assert (line in shown) == (len(line) <= width or line.startswith("again: "))
    for terminal in (False, True):
        text = re.sub(r"\x1b\[[0-9;]*m", "", printed(width, terminal, block=[]))
        for row in SCORES.texts():
            shown = [line for line in text.splitlines() if all(cell in line.split() for cell in row[1:])]
            assert len(shown) == 1


@pytest.mark.parametrize("width", [80, 120])
def test_tables_keep_to_the_width_of_a_terminal(width):
    lines = re.sub(r"\x1b\[[0-9;]*m", "", printed(width, True, block=[])).splitlines()
    assert max(cell_len(line.rstrip()) for line in lines) <= width


def test_into_a_pipe_goes_bare_text():
    text = printed(80, False, block=[])
    assert "both lost" in text
    assert "\x1b" not in text
    assert "─" not in text
    assert "[" not in printed(80, False, block=[], tables=[PAIRS])
    assert plain_table(PAIRS) == ["pairs", "Pair       Deals", "both lost     12", "a b            3"]


def test_on_a_terminal_the_verdict_is_bold_and_markup_means_nothing():
    text = printed(80, True, block=["[red]a[/red] beats b", "Interrupted after 5 deals"], interrupted=True)
    assert text.startswith("\x1b[1m[red]a[/red] beats b")
    assert "\x1b[33mInterrupted" in text


def test_json_ends_in_a_line_break():
    assert as_json(answer()) == answer().json() + "\n"


def test_csv_is_the_first_table_unrounded():
    rows = [*csv.reader(StringIO(as_csv(answer())))]
    assert rows[0] == ["strategy", "score", "low", "high", "wins", "losses", "seed"]
    assert rows[1] == [NASTY, "0.62", "0.6187", "", "1240000", "760000", "12345"]
    assert float(rows[2][2]) == 0.1 + 0.2
    with pytest.raises(ValueError, match="no table"):
        as_csv(answer(tables=[]))


def test_markdown_tables_have_as_many_cells_in_every_row_and_names_stay_names():
    lines = as_markdown(answer()).splitlines()
    for table in (SCORES, PAIRS):
        start = next(at for at, line in enumerate(lines) if line.startswith(f"| {table.columns[0].heading} |"))
        for line in lines[start : start + 2 + len(table.rows)]:
            assert len(re.findall(r"(?<!\\)\|", line)) == len(table.columns) + 1
    text = "\n".join(lines)
    assert r"\<b\>mine\</b\> \& \|\*\_\`co.py:x=1,y=2" in text
    assert "`````text" in text  # longer than the four in the block
    assert "|---|---:|" in text
    assert "mazziere compare '<b>mine</b>' lowest --deals 1M" in lines
    assert as_markdown(answer(sentences=["spend_trump wins"])).count("**spend_trump wins**") == 1
    assert INTERRUPTED in as_markdown(answer(interrupted=True))
    assert INTERRUPTED not in text


class Page(HTMLParser):
    """Reads a page and insists that whatever is opened is closed, in order."""

    VOID = frozenset({"meta", "link", "wbr"})

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.words = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


def test_a_page_needs_nothing_but_itself():
    text = as_html(answer())
    page = Page(text)
    assert {*re.findall(r"https?://[^\"' <]*", text)} == {"http://www.w3.org/2000/svg"}
    assert not page.all("script") and not page.all("img") and not page.all("iframe")
    assert "@import" not in text and "@font-face" not in text
    assert not [name for _, attrs in page.elements for name in attrs if name.startswith("on")]
    assert [attrs["href"] for attrs in page.all("link")] == ["data:,"]


def test_a_page_is_well_formed_and_says_what_it_is():
    text = as_html(answer(interrupted=True))
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert page.all("html") == [{"lang": "en"}]
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in page.all("meta")
    assert len(page.all("h1")) == 1
    assert len(page.all("svg")) == len(page.all("figure")) == 2
    assert [attrs["scope"] for attrs in page.all("th")].count("col") == len(SCORES.columns) + len(PAIRS.columns)
    assert [attrs["scope"] for attrs in page.all("th")].count("row") == len(SCORES.rows) + len(PAIRS.rows)
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len({*ids})
    assert {attrs["aria-labelledby"] for _, attrs in page.elements if "aria-labelledby" in attrs} <= {*ids}
    assert INTERRUPTED in page.words
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    assert {"1.23", "1,234,568", "deals per second", "2"} <= {*page.words}


def test_on_a_page_the_names_of_others_are_words_and_nothing_else():
    page = Page(as_html(answer()))
    assert not page.all("b") and not page.all("i") and not page.all("em")
    words = "".join(page.words)
    assert words.count(NASTY) >= 4  # verdict, table, block, version
    assert "Which <em>one</em> is better?" in page.words
    assert "Win <i>score</i>" in page.words


def test_the_barest_answer_still_makes_everything(tmp_path):
    bare = Answer("Who?", [], [])
    assert Page(as_html(bare)).all("h1")
    assert as_markdown(bare) == "# Who?\n"
    assert as_json(bare) == '{\n  "run": {}\n}\n'
    as_table(bare, Console(file=StringIO()))
    save_html(bare, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text("utf-8") == as_html(bare)


def test_a_page_is_the_same_at_every_call():
    assert as_html(answer()) == as_html(answer())

"""Is a chart of any number of results whole, legible and honest, and the same bytes at every call?"""

import re
import warnings
import xml.etree.ElementTree as ElementTree
from functools import partial
from itertools import combinations

import pytest
from matplotlib.transforms import Bbox

from analyzer.answer import Drawing
from analyzer.charts import FIRST, PAPER, SECOND, png, style, svg
from analyzer.standings_chart import reach, standings_chart

AMONG = {
    "title": "maestro beats timid",
    "subtitle": "Briscola Chiamata, 20,000 deals, seed 1",
    "rows": [("maestro among timid", 0.312, 0.305, 0.319), ("timid among maestro", -0.287, -0.3, -0.274)],
    "unit": "units a deal",
    "par": 0.0,
}
SHARES = {"unit": "win share, per cent", "par": 100 / 3}
NOTHING = (None, None, None)
CASES = {
    "two": {},
    "one": {"rows": [("maestro", 0.312, 0.305, 0.319)]},
    "none": {"rows": []},
    "three": SHARES | {"rows": [("maestro", 41.2, 41, 41.4), ("timid", 33.4, 33.2, 33.6), ("first", 25.4, 25.2, 25.6)]},
    "eight with long names": {
        "title": "suit_counter is ahead of " + "everybody else, " * 12,
        "rows": [
            (f"suit_counter:limit={k},bid_at_most={k}0 among timid:courage=0.{k}", 3 - k, 2.5 - k, 3.5 - k)
            for k in range(8)
        ],
    },
    "unbreakable": {"rows": [("/home/a/very/long/path/" + "x" * 300, 1, 0.5, 1.5), ("y" * 300, *NOTHING)]},
    "odd names": {"rows": [("$x$ <b> & \n 日本 \x1b", 1, 0.5, 1.5), ("", -1, -1.5, -0.5)], "title": "$\\frac$ _ ^"},
    "a hair": SHARES | {"rows": [("a", 33.3334, 33.33335, 33.3335), ("b", 33.3332, 33.3331, 33.33325)]},
    "tiny beside huge": {"rows": [("tiny", 0.001, 0.0009, 0.0011), ("huge", 3, -40, 46), ("far", -30, -31, -29)]},
    "thousands": {"rows": [("a", 3912.2, 3806.1, 4018.3), ("b", -3888.8, -5000, -2777.6)]},
    "millions": {"rows": [("a", 1.2e6, 1.1e6, 1.3e6), ("b", -2.2e6, -2.4e6, -2e6)]},
    "all above": {"rows": [("a", 5.1, 5, 5.2), ("b", 4.6, 4.5, 4.7)]},
    "all at par": {"rows": [("a", 0, 0, 0), ("b", 0, 0, 0)]},
    "shut-out": {"unit": "win share, per cent", "par": 50, "rows": [("a", 100, 100, 100), ("b", 0, 0, 0)]},
    "one deal": {"rows": [("a", 5, None, None), ("b", -5, None, None)]},
    "half known": {"rows": [("a", 5, 4, None), ("b", *NOTHING), ("c", None, -1, 1), ("d", 1, 0.5, 1.5)]},
    "nothing": {"rows": [("a", *NOTHING), ("b", *NOTHING)]},
}


def figure(**changes):
    return Drawing("standings", partial(standings_chart, **(AMONG | changes))).figure()


def words(**changes):
    return [text for text in re.findall(r">([^<>]*)</text>", svg(figure(**changes))) if text]


def texts(drawn):
    (axes,) = drawn.axes
    written = [*drawn.texts, *axes.texts, *axes.get_xticklabels(), axes.xaxis.label]
    return [text for text in written if text.get_text()]


def lines(drawn, marker):
    return [line for line in drawn.axes[0].lines if line.get_marker() == marker]


def ink(line):
    """The box around what a drawn line blackens, in pixels."""
    box = Bbox.null()
    box.update_from_data_xy(line.axes.transData.transform(line.get_xydata()))
    size = line.get_linewidth() if line.get_marker() == "None" else line.get_markersize()
    return box.padded(size / 2 * line.axes.figure.dpi / 72)


def overlap(one, two):
    """How many pixels two boxes would have to move to come apart; at most 0 for boxes that are apart."""
    return min(one.x1 - two.x0, two.x1 - one.x0, one.y1 - two.y0, two.y1 - one.y0)


@pytest.mark.parametrize("case", CASES)
def test_standings_draw_without_a_warning_and_with_equal_bytes(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = (figure(**CASES[case]) for _ in range(2))
        text = svg(first)
        assert text == svg(second)
    ElementTree.fromstring(text)
    assert "nan" not in text


@pytest.mark.parametrize("case", CASES)
def test_no_word_leaves_the_paper_or_runs_into_another_or_into_what_is_drawn(case):
    drawn = figure(**CASES[case])
    with style():
        drawn.canvas.draw()
        boxes = [(text.get_text(), text.get_window_extent()) for text in texts(drawn)]
        for text, box in boxes:
            assert box.x0 >= 0 and box.x1 <= drawn.bbox.width + 1, text
            assert box.y0 >= 0 and box.y1 <= drawn.bbox.height, text
        level_line = next(line for line in lines(drawn, "None") if len({*line.get_xdata()}) == 1)  # runs behind words
        boxes += [("", ink(line)) for line in drawn.axes[0].lines if line is not level_line]
        for (text, one), (other, two) in combinations(boxes, 2):
            if text or other:
                assert overlap(one, two) <= 0.5, (text, other)


@pytest.mark.parametrize(
    ("values", "color"),
    [
        ((0.2, 0.1, 0.3), FIRST),
        ((-0.2, -0.3, -0.1), SECOND),
        ((0.2, -0.1, 0.5), PAPER),
        ((-0.2, -0.5, 0.1), PAPER),
        ((0.2, 0.0, 0.4), PAPER),  # what touches par contains it
        ((0.0, 0.0, 0.0), PAPER),
        ((0.2, None, None), PAPER),
        ((0.2, 0.1, None), PAPER),
    ],
)
@pytest.mark.parametrize("par", [0.0, 50.0])
def test_a_dot_is_hollow_until_it_is_surely_on_one_side_of_par(values, color, par):
    values = [None if x is None else par + x for x in values]
    (dot,) = lines(figure(rows=[("a", *values)], par=par), "o")
    assert dot.get_markerfacecolor() == color
    assert [*dot.get_xdata()] == values[:1]


def test_pixels_are_equal_at_every_call_too():
    assert png(figure()) == png(figure())


def test_rows_stand_in_the_order_given_each_beside_its_name():
    drawn = figure(**CASES["eight with long names"])
    dots = lines(drawn, "o")
    assert [dot.get_xdata()[0] for dot in dots] == [3 - k for k in range(8)]
    heights = [dot.get_ydata()[0] for dot in dots]
    assert heights == sorted(heights, reverse=True)
    with style():
        drawn.canvas.draw()
        for k, dot in enumerate(dots):
            (first,) = (text for text in drawn.texts if f"limit={k}" in text.get_text())
            (last,) = (text for text in drawn.texts if f"courage=0.{k}" in text.get_text())
            assert last.get_window_extent().y0 < dot.get_window_extent().y1 < first.get_window_extent().y1


def test_bars_go_from_low_to_high():
    bars = [[*line.get_xdata()] for line in lines(figure(), "None")]
    assert [0.305, 0.319] in bars
    assert [-0.3, -0.274] in bars
    assert [1.5, 2.5] in [[*line.get_xdata()] for line in lines(figure(rows=[("a", 2, 1.5, 2.5)]), "None")]


def test_a_chart_says_the_finding_every_result_and_every_interval():
    said = words()
    for word in (
        "maestro beats timid",
        "maestro among timid",
        "timid among maestro",
        "+0.3120",
        "+0.3050 to +0.3190",
        "−0.287",
        "−0.300 to −0.274",
        "units a deal",
        "bars: 95% intervals",
        "level",
    ):
        assert word in said
    assert "bars: 99.9% intervals" in words(level=0.999)


def test_par_is_told_where_it_is_not_zero_and_signs_only_where_it_is():
    said = words(**CASES["three"])
    assert "par 33.3" in said
    assert "41.20" in said
    assert not any("+" in word for word in said)
    assert "par 50" in words(par=50, rows=[("a", 51, 50.5, 51.5)])


def test_what_is_not_known_is_said_instead_of_drawn():
    said = words(**CASES["half known"])
    assert said.count("too few deals") == 1
    assert said.count("no result yet") == 2
    assert len(lines(figure(**CASES["half known"]), "o")) == 2
    assert not any("interval" in word and "bars" in word for word in words(**CASES["one deal"]))
    assert words(rows=[]).count("no result yet") == 1


@pytest.mark.parametrize("par", [0.0, 100 / 3])
@pytest.mark.parametrize("values", [[], [0], [0.001], [-5, -3], [3, 5], [-40, 0.1, 46]])
def test_the_axis_shows_par_and_every_value_and_room_on_both_sides(values, par):
    left, right = reach([par + x for x in values], par)
    assert left < par < right
    assert all(left < par + x < right for x in values)
    assert min(par - left, right - par) > 0.1 * (right - left)
    if values == [0.001]:
        assert right - left > 0.02  # a hair does not fill the chart

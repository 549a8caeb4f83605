"""Are the charts of a game of points, and of how its hands went, right for every answer?"""

import warnings
import xml.etree.ElementTree as ElementTree
from functools import partial
from itertools import pairwise

import pytest

from analyzer.answer import Drawing
from analyzer.charts import ROUND, bars, compare_chart, margin_range, style, svg
from analyzer.course_chart import Pair, course_chart

SHARES = [
    Pair("closed", (45.1, 44.8, 45.4), (39.8, 39.5, 40.1), True),
    Pair("took the pozzetto", (96.0, 95.8, 96.2), (96.1, 95.9, 96.3), False),
    Pair("ran out of stock", (20.1, 19.8, 20.4), None, False),
]
COUNTS = [Pair("clean burrachi", (0.65, 0.64, 0.66), (0.45, 0.44, 0.46), True)]
TYPICAL = {
    "title": "How the hands went: clean_builder and meld_all",
    "subtitle": "burraco, 4 players, 20,000 deals from both sides, seed 1",
    "first": "clean_builder",
    "second": "meld_all",
    "panels": [("per cent of hands", SHARES), ("a hand", COUNTS)],
}
NO_INTERVAL = [Pair("closed", (100.0, None, None), (0.0, None, None), False)]
COURSES = {
    "typical": {},
    "no intervals": {"panels": [("per cent of hands", NO_INTERVAL)]},
    "nothing happened": {"panels": [("a hand", [Pair("semi", (0.0, None, None), (0.0, None, None), False)])]},
    "nothing known": {"panels": [("a hand", [Pair("semi", (None, None, None), (None, None, None), False)])]},
    "at the right end": {"panels": [("a hand", [Pair("a", (5.0, 4.9, 5.1), (5.1, 5.0, 5.2), False)])]},
    "wide intervals": {"panels": [("a hand", [Pair("a", (5.0, 0.1, 9.9), (5.1, 0.0, 10.2), False)])]},
    "long words": {
        "panels": [("a hand", [Pair("value of the cards left in both hands " * 3, (5.0, 4.0, 6.0), None, False)])],
        "first": "/home/a/very/long/path/" + "x" * 200,
        "second": "clean_builder:wait=3,pile=2,",
        "title": "y" * 300,
    },
    "odd names": {"first": "$x$ <b> & \n 日本 \x1b", "second": "", "title": "$\\frac{1}{2}$ _ ^", "subtitle": ""},
}
BELL = [(2.5 * k, 200 - abs(k)) for k in range(-180, 200)]
MARGINS = {
    "title": "clean_builder beats meld_all by 34 points a hand (31 to 37)",
    "subtitle": "burraco, 4 players, 20,000 deals from both sides, seed 1",
    "first": "clean_builder",
    "second": "meld_all",
    "score": 0.52,
    "low": 0.51,
    "high": 0.53,
    "margins": BELL,
    "margin_mean": 34.0,
    "margin_low": 31.0,
    "margin_high": 37.0,
    "by_score": False,
    "bout": "hand",
}
NOTHING = dict.fromkeys(["score", "low", "high", "margin_mean", "margin_low", "margin_high"])
BY_POINTS = {
    "typical": {},
    "behind": {"margin_mean": -340.0, "margin_low": -370.0, "margin_high": -310.0},
    "level": {"margin_mean": 0.0, "margin_low": 0.0, "margin_high": 0.0, "margins": [(0.0, 100)]},
    "one deal": NOTHING | {"margin_mean": 137.5, "margins": [(137.5, 1)]},
    "nothing": NOTHING | {"margins": []},
    "beyond the bins": {"margins": None, "margin_mean": 20_000.0, "margin_low": 19_000.0, "margin_high": 21_000.0},
}
CASES = {f"hands, {name}": (course_chart, TYPICAL | changes) for name, changes in COURSES.items()}
CASES |= {f"points, {name}": (compare_chart, MARGINS | changes) for name, changes in BY_POINTS.items()}


def figure(case):
    draw, how = CASES[case]
    return Drawing("chart", partial(draw, **how)).figure()


def words(case):
    drawn = figure(case)
    return [text.get_text() for text in [*drawn.texts, *(text for axes in drawn.axes for text in axes.texts)]]


@pytest.mark.parametrize("case", CASES)
def test_charts_of_anything_draw_without_a_warning_and_with_equal_bytes(case):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = svg(figure(case)), svg(figure(case))
    assert first == second
    ElementTree.fromstring(first)
    assert "nan" not in first


@pytest.mark.parametrize("case", CASES)
def test_no_word_of_a_chart_lies_outside_its_paper(case):
    drawn = figure(case)
    with style():
        drawn.canvas.draw()
        texts = [*drawn.texts, *(text for axes in drawn.axes for text in [*axes.texts, *axes.get_xticklabels()])]
        for text in texts:
            box = text.get_window_extent()
            if text.get_text():
                assert box.x0 >= 0 and box.x1 <= drawn.bbox.width + 1, text
                assert box.y0 >= 0 and box.y1 <= drawn.bbox.height, text


def test_figures_stand_beside_their_dots_and_not_on_each_other():
    for case in ("hands, typical", "hands, at the right end", "hands, wide intervals"):
        drawn = figure(case)
        with style():
            drawn.canvas.draw()
            for axes in drawn.axes:
                boxes = [text.get_window_extent() for text in axes.texts]
                assert not any(one.overlaps(two) for one, two in pairwise(sorted(boxes, key=lambda box: box.y0)))


def test_a_chart_of_points_says_the_margin_with_its_interval_once():
    said = words("points, typical")
    assert {"Mean margin", "+34.0", "+31.0 to +37.0", "95% interval", "level"} <= set(said)
    assert "Win score" not in said
    assert said.count("+34.0") == 1
    assert figure("points, typical").axes[1].get_xlabel() == "points a hand, in bars of 25"


def test_a_chart_of_hands_says_what_happened_how_often():
    said = words("hands, typical")
    for word in ("closed", "45.1%", "39.8%", "20.1%", "clean burrachi", "0.65", "0.45", "clean_builder", "meld_all"):
        assert word in said, word
    assert [axes.get_xlabel() for axes in figure("hands, typical").axes[1:]] == ["per cent of hands", "a hand"]


@pytest.mark.parametrize(
    ("mean", "low", "high"),
    [(34, 31, 37), (-34, -37, -31), (1, -3, 5), (0, 0, 0), (0.01, 0.005, 0.015), (20_000, None, None)],
)
def test_the_axis_of_margins_shows_the_level_and_the_interval(mean, low, high):
    left, right = margin_range(mean, low, high)
    assert left < 0 < right
    assert left < (mean if low is None else low) and (mean if high is None else high) < right


@pytest.mark.parametrize("reach", [100, 401, 1500, 6000])
@pytest.mark.parametrize("lattice", [5, 10])
def test_wide_bars_stand_for_a_round_number_of_points(lattice, reach):
    drawn, points = bars([(lattice * place / 2, 10) for place in range(-reach, reach + 1)])
    if points >= ROUND:
        assert points in {by * ten for by in (1, 2, 2.5, 5) for ten in (10, 100, 1000)}
    assert 20 <= len(drawn) <= 82


def test_a_pair_or_two_at_zero_make_no_bar_that_hides_its_neighbours():
    def black(pairs):
        how = MARGINS | {"margins": [each for each in BELL if each[0]] + [(0.0, pairs)]}
        axes = Drawing("chart", partial(compare_chart, **how)).figure().axes[1]
        return sum(patch.get_x() < 0 < patch.get_x() + patch.get_width() for patch in axes.patches)

    assert black(2) == 0
    assert black(200) == 1

"""Are the drawings that any question may use whole, legible and honest, whatever they are given?"""

import pytest
from drawn import check, figure, said
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from analyzer.charts import FIRST, GREEN, INK, PAPER, SECOND, png
from analyzer.marks import Seen, apart
from analyzer.plots import Effect, Panel, columns, curve, forest, heat, heats, seen
from analyzer.stats import Interval

ABOUT = {
    "title": "Memory is worth 1.3 points a game, and winning every trick costs 3",
    "subtitle": "briscola, 2 players, 100,000 deals from both sides, maestro against itself, seed 1",
}
ODD = ["$x$ <b> & \n \x1b", "", "/home/a/very/long/path/" + "x" * 200, "spend_trump:spend_at=12,and=a_long_tail"]

EFFECTS = [
    Effect("win every trick", -3.2, -3.5, -2.9, "always_win v spend_trump", "Against a mirror"),
    ("remember trumps", 1.31, 1.06, 1.57, "memory none → trumps", "Against a mirror"),
    ("keep trump loads", 0.05, -0.2, 0.3),
    Effect("watch the end", 5.0, 4.96, 5.04, group="Against a stronger player"),
]
FORESTS = {
    "typical": EFFECTS,
    "none": [],
    "one": [("a", 1.0, 0.5, 1.5)],
    "no intervals": [("a", 1.0, None, None), ("b", -1.0), ("c", None)],
    "all level": [("a", 0.0, 0.0, 0.0)],
    "a hair": [("a", 1e-5, 0.9e-5, 1.1e-5)],
    "huge": [("a", 123456.0, 120000.0, 126912.0), ("b", -1.0, -2.0, 0.0)],
    "many": [
        (f"advice number {k}", k - 20.0, k - 21.0, k - 18.0, "", "" if k % 10 else f"group {k}") for k in range(40)
    ],
    "odd words": [Effect(word, 1.0, 0.5, 1.6, word, word) for word in ODD],
}


def parabola(start, slope, ends=(0.5, 0.6)):
    middle = [(x, start + slope * x - 0.05 * x * x) for x in range(0, 23, 2)]
    return [(x, y, y - ends[0], y + ends[1]) for x, y in middle]


CURVES = {
    "three": [("against itself", parabola(50, 0.9)), ("maestro", parabola(42, 0.9)), ("lowest", parabola(42.1, 1))],
    "alone": [("", parabola(50, 0.9))],
    "five alike": [(f"series {k}", parabola(50, 0.9)) for k in range(5)],
    "words": [("", [(word, k, k - 1, k + 1) for k, word in enumerate(["none", "trumps", "loads", "all"])])],
    "long words": [("", [(f"a rather long word {k}", k, k - 1, k + 1) for k in range(9)])],
    "two words": [("a", [("one rather long and wordy case " * 2, 1, 0, 2), ("another rather long case", 1, 0, 2)])],
    "many": [
        (name, [(x, x * 0.1 + at, x * 0.1 + at - 1, x * 0.1 + at + 2) for x in range(40)])
        for name, at in (("a", 3), ("b", 4))
    ],
    "no intervals": [("a", [(1, 1.0, None, None), (2, 2.0)]), ("b", [(1, None, None, None)])],
    "one point": [("a", [(3, 1.0, 0.5, 1.5)])],
    "none": [],
    "empty": [("a", []), ("b", [])],
    "negative": [("a", [(-x, -x * 10.0, -x * 10 - 5, -x * 10 + 5) for x in range(5)])],
    "odd words": [(word, parabola(at, 1)) for at, word in enumerate(ODD)],
}

CELLS = [
    [(-1.86, -2.06, -1.66), (0.5, -0.5, 1.5), None],
    [(4.55, 4.15, 4.95), (1.0, 0.4, 1.6, 0), (0.2, 0.1, 0.3, 1)],
]
MAPS = {
    "typical": [Panel("Early", ["0 points", "10 and more"], ["2 or 4", "a figure", "3 or A"], CELLS)],
    "two": [(words, ["0 points", "10 and more"], ["2", "4", "5"], CELLS) for words in ("Early", "Late")],
    "wide": [("", ["a", "b"], [f"{5 * k} to {5 * k + 4}" for k in range(9)], [row * 3 for row in CELLS])],
    "too wide": [("", ["a", "b"], [f"{k}" for k in range(24)], [row * 8 for row in CELLS])],
    "nothing": [("", ["a"], ["b"], [[None]])],
    "no rows": [("", [], [], [])],
    "no intervals": [("", ["a"], ["b", "c"], [[(1.0, None, None), (None, None, None)]])],
    "huge": [("", ["a"], ["b", "c"], [[(123456.0, 120000.0, 126912.0), (-5.0, -6.0, -4.0)]])],
    "odd words": [(ODD[2], ODD, ODD[:3], [CELLS[0]] * 4)],
}

GROUPS = {
    "judged": ([(f"{k} trumps", [(45 + 4 * k, 44.2 + 4 * k, 45.8 + 4 * k)]) for k in range(4)], {"base": 50.0}),
    "two": ([(f"{k} trumps", [(5 + k, 4 + k, 6 + k), (k, k - 1, k + 1)]) for k in range(5)], {"names": ["a", "b"]}),
    "gains": ([(f"{k}", [(k - 5, k - 5.2, k - 4.8)]) for k in range(12)], {"sign": True}),
    "crowded": ([(f"{k}", [(k - 5, k - 5.2, k - 4.8)] * 5) for k in range(12)], {"names": list("abcde")}),
    "none": ([], {}),
    "no intervals": ([("a", [(1.0, None, None)]), ("b", [(None, None, None)])], {}),
    "level": ([("a", [(0.0, 0.0, 0.0)])], {"sign": True}),
    "odd words": ([(word, [(1.0, 0.5, 2.5), (2.0, 1.0, 3.0)]) for word in ODD], {"names": ODD[1:3]}),
}


def over(case):
    return curve(
        CURVES[case], **ABOUT, across="points on the table from which a trump is spent", unit="score, per cent"
    )


def mapped(panels, **more):
    words = {"down": "points on the table", "across": "the cheapest trump", "unit": "points a game"}
    return heats(panels, **ABOUT, **words, **more)


@pytest.mark.parametrize("case", FORESTS)
def test_effects_are_whole_and_legible(case):
    check(forest(FORESTS[case], **ABOUT, unit="points a game, with the advice over without it"))


@pytest.mark.parametrize("case", CURVES)
def test_curves_are_whole_and_legible(case):
    check(over(case))


@pytest.mark.parametrize("case", MAPS)
def test_maps_are_whole_and_legible(case):
    check(mapped(MAPS[case]))


@pytest.mark.parametrize("case", GROUPS)
def test_columns_are_whole_and_legible(case):
    groups, more = GROUPS[case]
    check(columns(groups, **ABOUT, unit="score, per cent", across="trumps among the three cards dealt", **more))


def test_charts_with_odd_titles_are_whole():
    odd = {"title": "$\\frac{1}{2}$ _ ^ " + "y" * 300, "subtitle": ODD[0]}
    check(forest(EFFECTS, **odd, unit="u" * 200, line_word="l" * 30, worse="w" * 80, better="b" * 80))
    check(curve(CURVES["three"], **odd, across="a" * 200, unit="u" * 200))
    check(heats(MAPS["typical"], **odd, down="d" * 80, across="a" * 80, unit="u" * 200, better="b" * 90))
    check(columns(GROUPS["two"][0], **odd, unit="u" * 200, across="a" * 99, names=["a", "b"]))


def dots(axes):
    return [line for line in axes.lines if line.get_marker() in ("o", "s", "^", "D", "v")]


def test_effects_are_blue_orange_or_hollow_as_their_intervals_say():
    drawn = figure(forest([*EFFECTS, Effect("of many", 1.0, 0.5, 1.5, sure=0)], **ABOUT, unit="points"))
    (axes,) = drawn.axes
    assert [line.get_color() for line in dots(axes)] == [SECOND, FIRST, PAPER, FIRST, PAPER]
    assert [line.get_xdata()[0] for line in dots(axes)] == [-3.2, 1.31, 0.05, 5.0, 1.0]
    ends = {round(float(x), 6) for line in axes.lines if line.get_color() == INK for x in line.get_xdata()}
    assert ends >= {-3.5, -2.9, 1.06, 1.57, -0.2, 0.3, 4.96, 5.04, 0.5, 1.5}
    assert {"−3.20 ±0.30", "+1.31 ±0.26", "+0.05 ±0.25", "Against a stronger player"} <= said(drawn)


def test_an_effect_is_judged_against_the_line_that_is_drawn():
    drawn = figure(
        forest([("a", 48.0, 47.0, 49.0), ("b", 52.0, 49.0, 55.0)], **ABOUT, unit="score", line=50, sign=False)
    )
    assert [line.get_color() for line in dots(drawn.axes[0])] == [SECOND, PAPER]
    assert "48.0 ±1.0" in said(drawn)


def test_lopsided_intervals_are_told_from_where_to_where():
    assert Seen(2.0, 0.5, 3.9).words(sign=True) == ["+2.0", "+0.5 to +3.9"]
    assert Seen(1.31, 1.06, 1.57).words() == ["1.31", "±0.26"]  # the wider side
    assert Seen(0.5, None, None).words() == ["0.5", "too few deals"]
    assert Seen(None).words() == ["no result", "yet"]
    assert [Seen(1, 0.5, 1.5).side(x) for x in (0, 0.5, 1, 2)] == [1, 0, 0, -1]


def test_intervals_of_a_lab_become_rows_of_a_chart():
    score = Interval(0.525, 0.51, None, 0.95)
    assert seen(score, 100) == (52.5, 51.0, None, None)
    assert seen(Interval(0.25, 0.125, 0.375, 0.95), 8, sure=0) == (2.0, 1.0, 3.0, 0)
    assert [seen(Interval(*ends, 0.95)).side() for ends in ((2, 1, 3), (-2, -3, -1), (0, -1, 1))] == [1, -1, 0]


def test_curves_show_every_interval_and_name_every_series():
    drawn = figure(
        curve(
            CURVES["three"],
            **ABOUT,
            across="x",
            unit="score",
            line=50,
            line_word="level",
            mark=10,
            mark_word="as it is",
        )
    )
    axes = drawn.axes[0]
    assert {"against itself", "maestro", "lowest", "level", "as it is", "Score"} <= said(drawn)
    ends = {round(float(y), 6) for line in axes.lines if line.get_color() == INK for y in line.get_ydata()}
    for _, points in CURVES["three"]:
        assert ends >= {round(end, 6) for _, _, *both in points for end in both}
    assert {line.get_color() for line in dots(axes)} == {FIRST, SECOND, GREEN}
    bands = figure(over("many")).axes[0]
    assert not dots(bands)
    assert len(bands.collections) == 2


def test_names_at_the_ends_of_curves_keep_their_distance():
    assert apart([10, 10, 50], 8, 0, 100) == [10, 18, 50]
    assert apart([99, 98], 8, 0, 100) == [100, 92]
    assert apart([-5], 8, 0, 100) == [0]
    assert apart([], 8, 0, 100) == []


def test_a_curve_says_how_many_series_it_has_room_for():
    with pytest.raises(ValueError, match="room for 5 series, not for 6"):
        curve([("a", [])] * 6, **ABOUT, across="x", unit="y")


def squares(axes):
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def test_a_map_is_coloured_where_it_is_sure_and_only_there():
    drawn = figure(mapped(MAPS["typical"], better="spend it", worse="keep it"))
    shown = {
        (int(each.get_x()), int(each.get_y() > 20)): (to_hex(each.get_facecolor()), each.get_alpha())
        for each in squares(drawn.axes[0])
    }
    colours = {place: color for place, (color, _) in shown.items()}
    assert colours[0, 0] == SECOND
    assert colours[0, 1] == FIRST
    assert colours[2, 1] == FIRST
    assert squares(drawn.axes[0])[1].get_facecolor()[3] == 0
    assert (2, 0) not in shown
    assert shown[0, 1][1] > shown[0, 0][1] > shown[2, 1][1]
    assert {"−1.86", "±0.20", "+4.55", "spend it", "keep it", "too close to call"} <= said(drawn)
    assert "points a game; below each its 95% interval" in said(drawn)


def test_where_intervals_have_no_room_a_map_does_not_speak_of_them():
    words = " ".join(said(figure(mapped(MAPS["too wide"]))))
    assert "±" not in words
    assert "interval" not in words


def test_a_lone_map_is_drawn_like_one_of_several():
    words = {"down": "d", "across": "a", "unit": "u"}
    assert png(figure(heat(["a"], ["b"], [[(1, 0, 2)]], **ABOUT, **words))) == png(
        figure(heats([("", ["a"], ["b"], [[(1, 0, 2)]])], **ABOUT, **words))
    )


def test_columns_are_judged_by_their_base_or_named_by_their_series():
    groups, more = GROUPS["judged"]
    drawn = figure(columns(groups, **ABOUT, unit="score", base_word="level", **more))
    bars = squares(drawn.axes[0])
    assert [to_hex(bar.get_facecolor()) for bar in bars] == [SECOND, SECOND, FIRST, FIRST]
    assert [(bar.get_y(), bar.get_height()) for bar in bars] == [(50, -5), (50, -1), (50, 3), (50, 7)]
    assert {"level", "45.00", "57.00", "3 trumps"} <= said(drawn)
    groups, more = GROUPS["two"]
    drawn = figure(columns(groups, **ABOUT, unit="points", **more))
    assert [to_hex(bar.get_facecolor()) for bar in squares(drawn.axes[-1])] == [FIRST, SECOND] * 5
    assert {"a", "b"} <= said(drawn)


def test_columns_refuse_what_they_cannot_draw():
    with pytest.raises(ValueError, match="group 'x' has 1 bars, and 2 were expected"):
        columns([("x", [(1, 0, 2)])], **ABOUT, unit="u", names=["a", "b"])
    with pytest.raises(ValueError, match="room for 5 bars, not for 6"):
        columns([], **ABOUT, unit="u", names=list("abcdef"))

"""Do the charts of settings show what they say, in colours that mean the same everywhere?"""

import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from analyzer import sweep, tune
from analyzer.charts import FIRST, LEVEL, PAPER, QUIET, SECOND
from analyzer.league_chart import UNSURE
from analyzer.settings_map import HIGHEST, Cell, Lattice

COLOURED = {FIRST, SECOND}
WAYS = {
    "race": {"over": "spend_at=0:20:2"},
    "halve": {"over": "spend_at=0:40", "method": "halve"},
    "spsa": {"over": "spend_at=0:20", "method": "spsa"},
}


def drawn(answer):
    (drawing,) = answer.drawings
    return drawing.figure()


def words(figure):
    return [text.get_text() for text in figure.texts]


def said(axes):
    return [text.get_text() for text in axes.texts]


def marks(axes):
    """(x, colour, marker) of the settings drawn."""
    lines = [line for line in axes.lines if line.get_marker() in ("o", "s")]
    return [(line.get_xdata()[0], to_hex(line.get_markerfacecolor()), line.get_marker()) for line in lines]


def cells(axes):
    """Colour of every cell by where it lies; frames are not filled."""
    found = [patch for patch in axes.patches if isinstance(patch, Rectangle) and patch.get_facecolor()[3] > 0]
    return {(patch.get_x(), patch.get_y()): to_hex(patch.get_facecolor()) for patch in found}


def grey(colour):
    return colour[1:3] == colour[3:5] == colour[5:7]


@pytest.mark.parametrize("way", WAYS)
def test_what_tuning_deals_said_is_grey_and_the_check_has_the_colours(way):
    answer = tune("spend_trump:spend_at=15", **WAYS[way], against="lowest,count_cards", deals=20_000)
    above, below = drawn(answer).axes
    assert answer.facts["check"]["surely"] == 1
    assert all(grey(colour) for _, colour, _ in marks(above))
    assert [colour for _, colour, _ in marks(below)] == [FIRST]
    assert ("promised" in " ".join(said(below))) is (way != "spsa")


def test_one_parameter_is_a_curve_of_all_that_were_tried():
    answer = tune("spend_trump:spend_at=15", **WAYS["race"], against="lowest", deals=20_000)
    figure = drawn(answer)
    seen = marks(figure.axes[0])
    left = {each["spend_at"] for each in answer.facts["tuning"]["left"]}
    chosen = answer.facts["chosen"]["spend_at"]
    assert len(seen) == 12 and [x for x, _, marker in seen if marker == "s"] == [15]
    assert {x for x, colour, _ in seen if colour == QUIET} == left
    assert {x for x, colour, _ in seen if colour == PAPER} == set(range(0, 21, 2)) - left
    assert [colour for x, colour, _ in seen if x == 15] == [LEVEL] and chosen in left
    assert {"chosen", "default"} <= set(said(figure.axes[0]))
    assert figure.axes[0].get_xlabel() == "spend_at"


def test_two_parameters_are_a_map_of_all_that_were_tried():
    answer = tune("keep_trump", over=["spend_at=2:10:4", "figures_at=2:3"], against="lowest", deals=4000)
    figure = drawn(answer)
    axes = figure.axes[0]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("spend_at", "figures_at")
    seen = cells(axes)
    assert len(seen) == answer.facts["tried"] == 7 and all(map(grey, seen.values()))
    means = {tuple(each["parameters"].values()): each["mean"] for each in answer.facts["settings"]}
    darkest = min(seen, key=lambda where: int(seen[where][1:], 16))
    best = max(means, key=means.get)
    assert darkest == ([2, 3].index(best[1]), [2, 3, 6, 10].index(best[0]))
    assert sorted(said(axes))[-1] == "–", "of what was not asked for only the default was tried"
    assert sum(text not in ("–", "") for text in said(axes)) == 7


@pytest.mark.parametrize("method", ["race", "spsa"])
def test_more_parameters_are_shown_within_their_ranges(method):
    over = ["spend_at=2:10:8", "figures_at=2:3", "loads_at=5:15:10"]
    answer = tune("keep_trump", over=over, against="lowest", deals=3000, method=method)
    figure = drawn(answer)
    axes, facts = figure.axes[0], answer.facts
    assert [name for name in words(figure) if name in facts["chosen"]] == list(facts["chosen"])
    squares = [x for x, _, marker in marks(axes) if marker == "s"]
    assert squares == pytest.approx([1 / 8, 1, 1 / 2])
    dots = iter(x for x, _, marker in marks(axes) if marker == "o")
    for (name, chosen), (low, high) in zip(facts["chosen"].items(), ((2, 10), (2, 3), (5, 15)), strict=True):
        if chosen != facts["default"][name]:
            assert next(dots) == pytest.approx((chosen - low) / (high - low))
    assert not list(dots)


def test_a_sweep_of_two_parameters_colours_what_is_sure_and_nothing_else():
    answer = sweep("keep_trump", vary=["spend_at=2:12:10", "figures_at=2:3"], against="spend_trump", deals=2000)
    seen = cells(drawn(answer).axes[0])
    for each in answer.facts["settings"]:
        spend, figures = each["parameters"].values()
        colour = seen[(figures - 2, [2, 3, 12].index(spend))]
        sure = "" if each["gain"] is None else {1: "blue", -1: "orange", 0: "pale"}[each["surely"]]
        red, blue = int(colour[1:3], 16), int(colour[5:7], 16)
        assert {"": colour == PAPER, "pale": colour == UNSURE, "blue": blue > red, "orange": red > blue}[sure]
    assert {each["surely"] for each in answer.facts["settings"]} >= {-1, 0}


def test_a_map_that_would_be_a_tower_lies_down():
    tower = {(y, x): Cell(["1"], PAPER) for y in range(HIGHEST + 4) for x in range(3)}
    lying, standing = Lattice(["a", "b"], tower), Lattice(["a", "b"], {(y, x): tower[y, x] for y, x in tower if y < 5})
    assert (lying.parameters, len(lying.across), len(lying.upright)) == (["b", "a"], HIGHEST + 4, 3)
    assert (standing.parameters, len(standing.across), len(standing.upright)) == (["a", "b"], 3, 5)


def test_intervals_are_said_to_stand_each_for_itself():
    for vary in (["spend_at=2"], ["spend_at=2", "figures_at=2"], ["spend_at=2", "figures_at=2", "plenty=2"]):
        note = " ".join(words(drawn(sweep("keep_trump", vary=vary, against="lowest", deals=200))))
        assert "95% intervals, each for itself" in note and "(Holm)" in note

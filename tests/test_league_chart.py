"""Is a league drawn whole, legible and honest, whatever its size, and the same bytes at every call?"""

import re
import warnings
from functools import partial
from itertools import combinations

import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.patches import Rectangle

from analyzer.answer import Drawing
from analyzer.charts import FIRST, PAPER, QUIET, SECOND, png, style, svg
from analyzer.league_chart import BLACK, DEEPEST, PALEST, UNSURE, blend, figures_for, ink_on, league_chart
from analyzer.ratings_chart import ratings_chart

NAMES = [
    "maestro",
    "count_cards",
    "spend_trump:spend_at=12",
    "/home/a/long/path/of/mine.py:greed=0.25",
    "$x$ <b>",
    "日本",
]


def league(size, scale=40.0, level=50.0, names=None):
    """Arguments of a chart in which each beats those below it, neighbours aside."""
    values = [[None if i == j else level + scale * (j - i) / size for j in range(size)] for i in range(size)]
    sure = [[0 if abs(i - j) <= 1 else 1 if j > i else -1 for j in range(size)] for i in range(size)]
    return {
        "title": "maestro is ahead of all others",
        "subtitle": "briscola, 2 players, 100,000 deals, seed 1",
        "names": names or [f"strategy_{k}" for k in range(size)],
        "values": values,
        "sure": sure,
        "level": level,
        "what": "what the row scores against the column, per cent",
    }


CASES = {
    "two": league(2),
    "three": league(3),
    "eight": league(8),
    "nineteen": league(19, 48),
    "thirty-two": league(32, 48),
    "points": league(13, 900.0, 0.0),
    "small": league(5, 0.4, 0.0),
    "matches": league(8, 3000.0, 0.0),
    "names": league(6, names=NAMES),
    "level": league(3, 0.0),
}


def drawn(**how):
    return Drawing("league", partial(league_chart, **how)).figure()


def cells(figure):
    """(column, row) -> colour of its square."""
    squares = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
    return {(int(each.get_x()), int(each.get_y())): to_hex(each.get_facecolor()) for each in squares}


def inside(figure, texts):
    """Every text lies on the paper, and no two lie over each other."""
    with style(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in texts if text.get_text()]
    for box in boxes:
        assert box.x0 >= -1
        assert box.x1 <= figure.bbox.x1 + 1
        assert box.y0 >= -1
        assert box.y1 <= figure.bbox.y1 + 1
    for one, two in combinations(boxes, 2):
        over = min(one.x1 - two.x0, two.x1 - one.x0), min(one.y1 - two.y0, two.y1 - one.y0)
        assert min(over) < 3, (one, two)


@pytest.mark.parametrize("what", CASES)
def test_it_is_whole_and_legible(what):
    figure = drawn(**CASES[what])
    texts = [*figure.texts, *figure.axes[0].texts]
    inside(figure, texts)
    assert all(text.get_size() >= 6 for text in texts)


@pytest.mark.parametrize("what", CASES)
def test_colours_say_what_is_sure_and_depth_how_much(what):
    how = CASES[what]
    size = len(how["names"])
    found = cells(drawn(**how))
    assert len(found) == size * (size - 1)
    for (x, y), color in found.items():
        if not how["sure"][y][x]:
            assert color == UNSURE
        else:
            red, blue = int(color[1:3], 16), int(color[5:], 16)
            assert (blue > red) == (how["sure"][y][x] > 0)
    if size > 4:
        assert found[size - 1, 0] == FIRST
        assert found[0, size - 1] == SECOND
        assert int(found[2, 0][1:3], 16) > int(found[size - 1, 0][1:3], 16)  # paler


def test_figures_are_those_of_the_cells_as_long_as_there_is_room():
    figure = drawn(**CASES["eight"])
    said = {text.get_text() for text in figure.axes[0].texts}
    assert {"55.0", "45.0", "85.0", "15.0"} <= said
    assert len(figure.axes[0].texts) == 56
    assert {text.get_text() for text in drawn(**CASES["nineteen"]).axes[0].texts} >= {"53", "95"}
    assert "−831" in {text.get_text() for text in drawn(**CASES["points"]).axes[0].texts}
    assert "0.08" in {text.get_text()[:4] for text in drawn(**CASES["small"]).axes[0].texts}
    assert not drawn(**league(32, 30_000.0, 0.0)).axes[0].texts
    assert figures_for([0.2391, -0.06], 60)[0] == 3
    assert figures_for([0.0, 0.0], 60)[0] > 0
    assert figures_for([], 60)[1] > 0


def contrast(one, other):
    """Of two colours, by the Web Content Accessibility Guidelines 2.1."""
    lights = []
    for parts in map(to_rgb, (one, other)):
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(lights) / min(lights)


def test_figures_can_be_read_on_their_ground():
    colors = {to_hex(text.get_color()) for text in drawn(**CASES["eight"]).axes[0].texts}
    assert colors == {BLACK, PAPER, QUIET}
    assert contrast(PAPER, BLACK) == pytest.approx(21)
    grounds = [blend(color, PALEST + (DEEPEST - PALEST) * k / 100) for color in (FIRST, SECOND) for k in range(101)]
    assert min(contrast(ground, ink_on(ground)) for ground in grounds) >= 4.5
    assert contrast(UNSURE, QUIET) >= 4.5
    assert ink_on(PAPER) == BLACK
    assert ink_on(BLACK) == PAPER
    assert blend("#0072b2", 1) == "#0072b2"
    assert blend("#0072b2", 0) == "#ffffff"


ROWS = [
    ("1", "maestro", 20.9, 20.7, 21.1),
    ("2-3", "count_cards", 0.1, -0.2, 0.4),
    ("2-3", "spend_trump:spend_at=12,and=a_long_tail", -1.0, -3.0, 1.0),
    ("4", "lowest", -20.0, -20.1, -19.9),
]


def rated(rows, **more):
    how = {"title": "maestro leads", "subtitle": "briscola", "rows": rows, "unit": "rating, points a hand"}
    return Drawing("ratings", partial(ratings_chart, **how | more)).figure()


@pytest.mark.parametrize(
    "rows",
    [
        ROWS,
        ROWS[:1],
        ROWS * 8,
        [(str(k), f"strategy_{k}", 100.0 - 50 * k, 60.0 - 50 * k, 140.0 - 50 * k) for k in range(19)],
        [("1-2", "a", 0.0, 0.0, 0.0), ("1-2", "b", 0.0, 0.0, 0.0)],
        [("1-2", "a", 5.0, None, None), ("1-2", "b", -5.0, None, None), ("3", "c", None, None, None)],
        [],
    ],
)
def test_ratings_are_whole_and_legible(rows):
    figure = rated(rows)
    (axes,) = figure.axes
    inside(figure, [*figure.texts, *axes.texts, *axes.get_xticklabels(), axes.xaxis.label])
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert len(dots) == sum(mean is not None for _, _, mean, _, _ in rows)
    for line, (_, _, mean, low, high) in zip(dots, [row for row in rows if row[2] is not None], strict=True):
        assert line.get_xdata()[0] == mean
        sure = low is not None and not low <= 0 <= high
        assert line.get_color() == (PAPER if not sure else FIRST if mean > 0 else SECOND)


def test_ratings_are_written_beside_their_dots():
    said = re.findall(r">([^<>]*)</text>", svg(rated(ROWS)))
    assert {"+20.90 ± 0.20", "+0.10 ± 0.30", "−1.0 ± 2.0", "2-3", "bars: 95% intervals"} <= set(said)


def test_equal_data_give_equal_bytes():
    assert svg(drawn(**CASES["eight"])) == svg(drawn(**CASES["eight"]))
    assert png(drawn(**CASES["three"])) == png(drawn(**CASES["three"]))
    assert svg(rated(ROWS)) == svg(rated(ROWS))

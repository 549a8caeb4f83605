"""Do charts on a page take its colours, and can those be told apart by day and by night?"""

import re
from functools import partial

from test_league_chart import league
from test_plots import ABOUT, CELLS, EFFECTS
from test_render import TYPICAL

from analyzer.answer import Answer, Drawing
from analyzer.charts import compare_chart
from analyzer.heat_chart import DEEPEST, PALEST
from analyzer.league_chart import league_chart
from analyzer.page import NAMES, _text, as_html, chart
from analyzer.plots import forest, heat

STYLE = _text("style.css")
LIGHT, DARK = (
    dict(re.findall(r"--chart-(\w+): (#[0-9a-f]{6});", part)) for part in STYLE.split("prefers-color-scheme: dark", 1)
)


def luminance(color):
    """Of Web Content Accessibility Guidelines 2.1, from 0 to 1; `color` is three parts from 0 to 255."""
    parts = [x / 255 for x in color]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def parts(color):
    return [int(color[k : k + 2], 16) for k in (1, 3, 5)]


def on(paper, color, share):
    return [share * x + (1 - share) * y for x, y in zip(parts(color), parts(paper), strict=True)]


def test_contrast_is_that_of_the_guidelines():
    assert round(contrast((0, 0, 0), (255, 255, 255)), 1) == 21.0
    assert round(contrast(parts("#777777"), (255, 255, 255)), 2) == 4.48


def test_the_page_names_every_colour_of_our_charts_by_day_and_by_night():
    assert LIGHT == {name: color for color, name in NAMES.items()}
    assert DARK.keys() == LIGHT.keys()
    assert DARK["paper"] != LIGHT["paper"]


def test_words_and_marks_of_charts_stand_out_from_their_ground():
    for colors in (LIGHT, DARK):
        paper = parts(colors["paper"])
        for name in ("ink", "quiet", "level"):
            assert contrast(parts(colors[name]), paper) >= 4.5, name
        for name in ("first", "second"):
            for share in (PALEST, DEEPEST):
                assert contrast(parts(colors["ink"]), on(colors["paper"], colors[name], share)) >= 4.5, (name, share)
            assert contrast(on(colors["paper"], colors[name], PALEST), paper) > 1.05, "the palest cell is seen"
        assert contrast(parts(colors["first"]), parts(colors["second"])) > 1.3, "told apart in grey too"


def test_a_chart_of_our_colours_has_those_of_the_page_and_another_keeps_its_own():
    words = {"down": "d", "across": "a", "unit": "u"}
    for draw in (
        partial(compare_chart, **TYPICAL),
        forest(EFFECTS, **ABOUT, unit="points"),
        heat(["a", "b"], ["c", "d", "e"], CELLS, **ABOUT, **words),
    ):
        text = str(chart(Drawing("gains", draw, "What it <gains>"), "x"))
        assert set(re.findall(r"(?:fill|stroke): ([^;\"]*)", text)) <= {
            "none",
            *(f"var(--chart-{name}, {color})" for color, name in NAMES.items()),
        }
        assert 'class="white"' not in text
        assert 'role="img" aria-label="What it &lt;gains&gt;"' in text
    text = str(chart(Drawing("some_league", partial(league_chart, **league(8))), "x"))
    assert 'class="white"' in text
    assert "var(--chart" not in text
    assert 'aria-label="some league"' in text


def test_blank_lines_of_a_block_stay():
    assert "one\n\n\ntwo" in as_html(Answer("Who?", [], ["one", "", "", "two"]))


def test_a_command_can_be_copied_and_is_not_broken_inside_an_option():
    text = as_html(Answer("Who?", [], [], command="mazziere ask 'a  b' --seed 1 <"))
    (line,) = re.findall(r'<pre class="command">(.*)</pre>', text)
    assert re.sub("<[^>]*>", "", line) == "mazziere ask &#39;a  b&#39; --seed 1 &lt;"
    assert "<span>--seed</span>" in line

"""Does a sweep say what is true, no more, and all of it where it stands?"""

import json

import pytest

from analyzer import sweep
from analyzer.gains import Result, plus_minus, short_p
from analyzer.ground import ground
from analyzer.settings import grid
from analyzer.standings import Contrast
from analyzer.stats import Interval
from analyzer.swept import Swept

BURRACO = {"vary": "enough=1,3", "game": "burraco", "deals": 40}
TABLES = {
    "2": ("spend_trump", {"vary": "spend_at=0:12:4", "against": "lowest,spend_trump"}),
    "2, three parameters": ("keep_trump", {"vary": ["spend_at=2:11:9", "figures_at=2", "dearest"]}),
    "3": ("spend_trump", {"vary": "spend_at=0:12:4", "players": 3}),
    "5": ("random_bidder", {"vary": "daring=0.1,0.6", "game": "chiamata"}),
    "burraco": ("meld_all", BURRACO),
}

DICER = '''"""Plays any card, by the dice."""


def choose(view, salt=0):
    """The index in view.moves to play."""
    return (((view.dice >> salt) & 0xFFFFF) * view.n_moves) >> 20
'''


def swept_by_hand(gains, deals=100, against="lowest"):
    """A sweep of spend_at=10 (the default), 11, 12 ..., with means and gains as (mean, half width, p)."""
    named, here = ground("spend_trump", against)
    tried = grid(named, f"spend_at=10:{9 + len(gains)}")
    found = []
    for gain in gains:
        if gain is None:
            mean = Interval(0.5, 0.49, 0.51, 0.95) if deals else Interval(None, None, None, 0.95)
            found.append(Result(mean, [mean.mean], None))
        else:
            more, half, p = gain
            mean = Interval(0.5 + more, 0.49 + more, 0.51 + more, 0.95)
            found.append(Result(mean, [mean.mean], Contrast(more, more - half, more + half, 0.95, p)))
    return Swept(tried, here, found, deals)


def test_what_is_surely_better_is_told_though_something_else_came_first():
    swept = swept_by_hand([None, (0.03, 0.04, 0.2), (0.02, 0.01, 0.001), (-0.1, 0.01, 1e-13)])
    verdict, others = swept.sentences()
    assert verdict == (
        "spend_at=12 surely beats the default spend_at=10: it scores 52.0 % (51.0 to 53.0) against lowest, "
        "+2.0 percentage points (+1.0 to +3.0) more; spend_at=11, the best of 4 settings on these deals, makes "
        "+3.0 percentage points (-1.0 to +7.0) more, which is not sure (p 0.200)."
    )
    assert others == "Of the 3 others, 1 is surely better and 1 is surely worse than the default."
    (drawing,) = swept.drawings()
    assert drawing.draw.keywords["title"].startswith("spend_at=12 beats the default spend_at=10 by 2.0 ")


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ([None, (-0.1, 0.01, 1e-9)], "it is the best of 2 settings, and the other one is surely worse."),
        ([None, (-0.1, 0.2, 0.3)], "it is the best of 2 settings, and the other one is not surely worse."),
        ([None, (-0.1, 0.2, 0.3), (-0.1, 0.01, 1e-9)], "and 1 of the 2 others is surely worse."),
        ([None, (-0.1, 0.2, 0.3), (-0.1, 0.2, 0.3)], "and none of the 2 others are surely worse."),
        ([None, (-0.1, 0.01, 1e-9), (-0.1, 0.01, 1e-9)], "and all of the 2 others are surely worse."),
        ([None, (0.01, 0.02, 0.3)], "(p 0.300)."),
    ],
)
def test_the_verdict_counts_what_is_sure(gains, said):
    assert swept_by_hand(gains).sentences()[0].endswith(said)


def test_what_meets_itself_is_told_by_symmetry():
    answer = sweep("spend_trump", vary="spend_at=4,9,10", deals=400)
    best, same, default = answer.facts["settings"]
    assert (default["mean"], default["low"], default["high"], default["by_symmetry"]) == (0.5, 0.5, 0.5, True)
    # 1 - 0.05^(1/400) of deals, and no more, may part the two
    assert (same["mean"], same["by_symmetry"]) == (0.5, False)
    assert (same["low"], same["high"]) == (pytest.approx(0.49253864), pytest.approx(0.50746136))
    assert (same["gain"]["low"], same["gain"]["high"]) == pytest.approx((-0.00746136, 0.00746136), rel=1e-5)
    assert best["low"] < best["mean"] < best["high"] and not best["by_symmetry"]
    rows = [" ".join(line.split()) for line in answer.block if line.startswith("  ")]
    assert rows[2:] == ["9 50.00 ± 0.75 % same ± 0.75 1.000", "10 50 % by symmetry default"]
    (drawing,) = answer.drawings
    assert len(drawing.figure().axes) == 1, "its means are its gains"
    assert "which scores 50 % by symmetry against spend_trump" in drawing.caption


def test_a_setting_that_is_the_opponent_is_told_by_symmetry_too():
    facts = sweep("spend_trump", vary="spend_at=4", against="spend_trump:spend_at=4", deals=400).facts
    default, other = facts["settings"]
    assert not default["by_symmetry"] and default["low"] < default["high"]
    assert other["by_symmetry"] and other["low"] == other["high"] == 0.5


def test_beside_other_opponents_and_where_games_are_void_nothing_is_exact():
    pool = sweep("spend_trump", vary="spend_at=4", against="spend_trump,lowest", deals=400).facts["settings"][0]
    assert pool["against"][0] == 0.5 and not pool["by_symmetry"] and pool["low"] < pool["high"]
    three = {"vary": "spend_at=4", "players": 3, "deals": 400}
    shared, void = (sweep("spend_trump", **three, rules=rules).facts["settings"][0] for rules in ([], ["tie3=void"]))
    assert shared["by_symmetry"] and shared["mean"] == shared["low"] == pytest.approx(1 / 3)
    assert not void["by_symmetry"] and void["low"] < void["high"]


@pytest.mark.parametrize(("name", "how"), [("timid", {"vary": "least=10", "game": "chiamata"}), ("meld_all", BURRACO)])
def test_payoffs_among_equals_are_0(name, how):
    answer = sweep(name, **{"deals": 60} | how)
    default = answer.facts["settings"][0]
    assert (default["mean"], default["low"], default["high"], default["by_symmetry"]) == (0, 0, 0, True)
    assert any(" ".join(line.split()).endswith("0 by symmetry default") for line in answer.block)


def test_who_plays_by_dice_is_even_with_itself_too(tmp_path):
    path = tmp_path / "dicer.py"
    path.write_text(DICER)
    default = sweep(str(path), vary="salt=1", deals=200).facts["settings"][0]
    assert (default["mean"], default["by_symmetry"]) == (0.5, True)


@pytest.mark.parametrize("what", TABLES)
def test_the_table_fits_into_80_columns(what):
    name, how = TABLES[what]
    block = sweep(name, **{"deals": 200} | how).block
    assert all(len(line) <= 80 for line in block if line.startswith(("  ", "gain", "p ")))
    (head,) = [line for line in block if line.startswith("gain in")]
    assert head.endswith("± 95 %, each for itself; p (Holm) for all together:")


def test_small_p_values_are_short_in_the_table():
    block = sweep("spend_trump", vary="spend_at=0,20", against="lowest,spend_trump", deals=3000).block
    assert any("<1e-12  worse" in line for line in block)
    assert "less than" not in "".join(line for line in block if line.startswith("  "))


def test_no_p_value_is_0():
    """Forty standard errors are less likely than the smallest number a computer knows, and not impossible."""
    answer = sweep("spend_trump", vary="spend_at=20", against="count_cards", deals=20_000)
    gain = answer.facts["settings"][1]["gain"]
    assert 0 < gain["p_value"] < 1e-300 and answer.tables[0].texts()[1][-2] == "<0.0001"
    assert -gain["mean"] > 40 * (gain["high"] - gain["mean"]) / 1.96


@pytest.mark.parametrize(
    ("name", "vary", "flattered"),
    [
        ("keep_trump:spend_at=20", ["spend_at=2"], True),
        ("keep_trump:spend_at=20", ["spend_at=2", "figures_at=2"], True),
        ("keep_trump:spend_at=20", ["spend_at=2", "figures_at=2", "plenty=2"], True),
        ("keep_trump", ["spend_at=20"], False),
        ("keep_trump", ["spend_at=20", "figures_at=11"], False),
        ("keep_trump", ["spend_at=20", "figures_at=11", "plenty=2"], False),
    ],
)
def test_that_the_best_is_flattered_is_said_in_text_chart_and_page(name, vary, flattered):
    """Where the default comes first nothing was chosen."""
    answer = sweep(name, vary=vary, against="spend_trump", deals=1500)
    assert (answer.facts["best"] != answer.facts["default"]) is flattered
    (drawing,) = answer.drawings
    words = " ".join(text.get_text() for text in drawing.figure().texts)
    for place in (words, drawing.caption, str(answer)):
        assert ("flattered by having been chosen" in place) is flattered


def test_settings_are_counted_with_the_default_everywhere():
    answer = sweep("spend_trump", vary="spend_at=0:2", against="lowest", deals=200)
    assert answer.block[0].startswith("spend_trump, spend_at=0:2: 4 settings (the default added) against lowest; ")
    assert len(answer.facts["settings"]) == 4 and "of 4 settings" in answer.facts["verdict"]
    assert " of the 3 others " in str(answer)


def test_nothing_finished_says_so():
    swept = swept_by_hand([None, None], 0)
    assert swept.sentences() == ["No deal was finished, so there is nothing to say."]
    assert swept.lines() == swept.drawings() == []
    assert json.dumps(swept.facts(), allow_nan=False)


@pytest.mark.parametrize(
    ("seen", "sign", "words"),
    [
        ((0.5, 0.45, 0.55), False, "50.0 ± 5.0"),
        ((0.5, 0.45, 0.55), True, "+50.0 ± 5.0"),
        ((-0.0001, -0.03, 0.0298), False, "0.0 ± 3.0"),
        ((0.995, 0.985, 0.998), False, "99.50 -1.00 +0.30"),
        ((0.25, None, None), False, "25.0"),
        ((None, None, None), False, "unknown"),
    ],
)
def test_an_interval_is_short_where_it_reaches_as_far_either_way(seen, sign, words):
    assert plus_minus(Interval(*seen, 0.95), 100, sign) == words


def test_p_values_are_short():
    assert [short_p(p) for p in (1e-13, 3.3e-11, 0.04, 1.0)] == ["<1e-12", "3.3e-11", "0.040", "1.000"]

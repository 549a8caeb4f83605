"""Does what is typed after --vary, --over and --against mean what it says, and is the rest refused in one sentence?"""

import pytest

from analyzer import roster
from analyzer.ground import ground, pool
from analyzer.match import party
from analyzer.settings import Vary, grid, vary

SPENDER, COUNTER, KEEPER = (roster.find(name) for name in ("spend_trump", "count_cards", "keep_trump"))


@pytest.mark.parametrize(
    ("strategy", "text", "values"),
    [
        (SPENDER, "spend_at=0:22:2", tuple(range(0, 23, 2))),
        (SPENDER, "spend_at=0:5", (0, 1, 2, 3, 4, 5)),
        (SPENDER, "spend_at=0:5:2", (0, 2, 4)),
        (SPENDER, "spend_at=-2:0", (-2, -1, 0)),
        (SPENDER, "spend_at=7", (7,)),
        (SPENDER, "spend_at=3:3", (3,)),
        (SPENDER, " spend_at = 9, 1 ,4:5 ", (1, 4, 5, 9)),
        (SPENDER, "spend_at=1e1,1e1", (10,)),
        (COUNTER, "burden=0:0.3:0.1", (0.0, 0.1, 0.2, 0.3)),
        (COUNTER, "burden=0:1", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)),
        (COUNTER, "burden=2,1", (1.0, 2.0)),
        (COUNTER, "score", (False, True)),
        (COUNTER, "score=true,False", (False, True)),
        (COUNTER, "score=1", (True,)),
    ],
)
def test_values_are_those_that_were_typed_and_of_the_kind_of_the_default(strategy, text, values):
    found = vary(strategy, text)
    assert found.values == values
    assert {type(value) for value in found.values} == {type(strategy.defaults[found.name])}
    assert vary(strategy, found.word).values == values, "the word that asks for it again"


@pytest.mark.parametrize(
    ("strategy", "text", "said"),
    [
        (SPENDER, "spendat=1", "spend_trump has no parameter 'spendat'; it has spend_at; did you mean spend_at"),
        (COUNTER, "fea=1", "did you mean fear"),
        (roster.find("lowest"), "x=1", "lowest has no parameters"),
        (SPENDER, "spend_at", "--vary spend_at needs values, such as spend_at=0:20:2 or 0,5,10"),
        (COUNTER, "burden=", "--vary burden needs values, such as burden=0:1:0.1"),
        (SPENDER, "spend_at=a", "spend_trump: spend_at takes whole numbers, not 'a'"),
        (SPENDER, "spend_at=1,", "takes whole numbers, not ''"),
        (SPENDER, "spend_at=1.5", "takes whole numbers, not '1.5'"),
        (COUNTER, "burden=nan", "takes numbers, not 'nan'"),
        (COUNTER, "burden=1e300", "of ordinary size"),
        (SPENDER, "spend_at=9:1", "a range goes up, and 9 is above 1"),
        (SPENDER, "spend_at=1:9:0", "the step of a range is above 0, not 0"),
        (SPENDER, "spend_at=1:9:2:1", "FROM:TO or FROM:TO:STEP"),
        (SPENDER, "spend_at=0:1000000", "1,000,001 values, and 10,000 are the most"),
        (COUNTER, "score=maybe", "score is True or False, not 'maybe'; --vary score tries both"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(strategy, text, said):
    with pytest.raises(ValueError) as refused:
        vary(strategy, text)
    assert said in str(refused.value)


def test_a_grid_holds_every_combination_and_the_default_setting_once():
    here = grid(party("keep_trump", "briscola"), ["spend_at=2:4", "dearest"])
    assert here.choices == [(s, d) for s in (2, 3, 4) for d in (False, True)]
    assert here.choices[here.default] == here.usual == (3, False)
    without = grid(party("keep_trump:spend_at=9", "briscola"), "spend_at=2:4")
    assert without.choices == [(9,), (2,), (3,), (4,)] and without.default == 0
    assert without.player((2,)).word == "keep_trump:spend_at=2"
    assert (here.count, here.counted) == (6, "6 settings")
    assert (without.count, without.counted) == (4, "4 settings (the default added)")
    assert grid(party("keep_trump:release=9", "briscola"), "spend_at=2:4").player((2,)).values["release"] == 9


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        ("spend_trump+lowest", ["spend_at=1"], "settings are of one strategy"),
        ("spend_trump", [], "say what to vary with --vary: spend_trump has spend_at=10"),
        ("lowest", [], "lowest has no parameters"),
        ("spend_trump", ["spend_at=1", "spend_at=2"], "spend_at is varied twice"),
        ("spend_trump", ["spend_at=10"], "the default setting of spend_trump and no other"),
    ],
)
def test_grids_without_sense_are_refused(name, texts, said):
    with pytest.raises(ValueError, match=said):
        grid(party(name, "briscola"), texts)


def test_a_pool_is_parted_by_commas_that_are_not_those_of_parameters():
    words = [each.word for each in pool("spend_trump,count_cards:memory=1,fear=2,lowest", "briscola")]
    assert words == ["spend_trump", "count_cards:memory=1,fear=2.0", "lowest"]
    assert [each.word for each in pool(["lowest", "spend_trump:spend_at=4"], "briscola")][1] == "spend_trump:spend_at=4"
    for text, said in (("", "needs the names"), ("lowest,lowest", "lowest is among the opponents twice")):
        with pytest.raises(ValueError, match=said):
            pool(text, "briscola")
    with pytest.raises(ValueError, match="did you mean lowest"):
        pool("lowes", "briscola")


def test_opponents_count_alike_though_blocks_differ():
    _, here = ground("spend_trump", "lowest,spend_trump+count_cards", players=4)
    assert here.places == [2, 4]  # partners of two kinds are turned through every seat
    assert here.weights.tolist() == [2, 1]
    assert here.unit == 8


def test_a_word_for_a_range_is_short():
    assert Vary("a", (1, 2, 3)).word == "a=1:3"
    assert Vary("a", (1, 3, 5)).word == "a=1:5:2"
    assert Vary("a", (1, 3, 4)).word == "a=1,3,4"
    assert vary(COUNTER, "burden=0:3:0.25").word == "burden=0.0:3.0:0.25"
    assert vary(COUNTER, "burden=0:1").word == "burden=0.0:1.0"
    assert vary(COUNTER, "burden=0.1,0.25,0.5").word == "burden=0.1,0.25,0.5"
    assert vary(SPENDER, "spend_at=0:1000:100").word == "spend_at=0:1000:100"

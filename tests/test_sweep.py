"""Does a sweep play what `compare` plays, tell what is sure, and say the same however it was run?"""

import json

import pytest
from command_line import fails, run
from stopped import stopped

from analyzer import compare, merge, sweep

HERE = {"vary": "spend_at=0:12:4", "against": "lowest,spend_trump", "deals": 600}

TABLES = {
    "2": ("spend_trump", {"vary": "spend_at=0:12:4", "against": "lowest,spend_trump"}),
    "3": ("spend_trump", {"vary": "spend_at=0:12:4", "players": 3}),
    "4, a+b": ("spend_trump", {"vary": "spend_at=2,10", "against": "lowest,spend_trump+lowest", "players": 4}),
    "match": ("spend_trump", {"vary": "spend_at=2,10", "match": "best_of=3"}),
    "5": ("random_bidder", {"vary": "daring=0.1,0.6", "game": "chiamata"}),
    "burraco": ("meld_all", {"vary": "enough=1,3", "game": "burraco", "deals": 40}),
}


def bare(answer):
    facts = json.loads(answer.json())
    facts.pop("run")
    return facts


@pytest.mark.parametrize("what", TABLES)
def test_the_json_is_the_same_whatever_the_threads(what):
    name, how = TABLES[what]
    how = {"deals": 200} | how
    once = bare(sweep(name, **how, jobs=1))
    assert once == bare(sweep(name, **how, jobs=2)) == bare(sweep(name, **how, jobs=2, chunk=3))
    assert once["settings"][once["default"]]["gain"] is None
    assert once["deals"] == how["deals"]


def test_a_setting_makes_what_compare_says_of_it():
    facts = sweep("spend_trump", **HERE).facts
    for each in facts["settings"]:
        word = f"spend_trump:spend_at={each['parameters']['spend_at']}"
        scores = [compare(word, other, deals=600).facts["score"]["mean"] for other in ("lowest", "spend_trump")]
        assert each["against"] == pytest.approx(scores)
        assert each["mean"] == pytest.approx(sum(scores) / 2)


def test_against_the_default_alone_the_gain_is_that_of_compare():
    facts = sweep("spend_trump", vary="spend_at=4", deals=3000).facts
    default, other = facts["settings"]
    told = compare("spend_trump:spend_at=4", "spend_trump", deals=3000).facts["score"]
    assert default["mean"] == 0.5
    assert other["mean"] == told["mean"]
    assert other["gain"]["mean"] == pytest.approx(told["mean"] - 0.5)
    assert other["gain"]["low"] == pytest.approx(told["low"] - 0.5)


def test_alone_among_others_a_setting_is_paid_what_compare_says():
    facts = sweep("timid", vary="least=10", against="suit_counter", game="chiamata", deals=500).facts
    assert facts["decided_by"] == "payoff"
    first, _ = compare("timid:least=10", "suit_counter", game="chiamata", deals=500).facts["standings"]
    assert facts["settings"][1]["mean"] == pytest.approx(first["payoff"]["mean"])
    assert facts["settings"][1]["low"] == pytest.approx(first["payoff"]["low"])


def test_it_finds_the_setting_that_is_known_to_be_best():
    answer = sweep("spend_trump", vary="spend_at=0:22:2", against="spend_trump,count_cards", deals=20_000)
    facts = answer.facts
    best = facts["settings"][facts["best"]]
    assert best["parameters"] == {"spend_at": 4} and best["surely"] == 1
    assert 0.005 < best["gain"]["low"] and best["gain"]["high"] < 0.02
    assert facts["verdict"].startswith("spend_at=4 is the best of 12 settings and surely beats the default spend_at=10")
    same = [each for each in facts["settings"] if each["parameters"]["spend_at"] in (6, 8)]
    assert [(each["gain"]["mean"], each["gain"]["p_value"], each["surely"]) for each in same] == [(0, 1, 0)] * 2
    assert facts["settings"][facts["worst"]]["surely"] == -1


def test_nothing_is_claimed_where_nothing_differs():
    facts = sweep("spend_trump", vary="spend_at=6:9", deals=300).facts
    assert facts["verdict"] == (
        "spend_trump made the same of all 300 deals with every setting: it scores 50 % by symmetry against spend_trump."
    )
    assert (
        sweep("spend_trump", vary="spend_at=9,11", deals=3000).facts["verdict"].startswith("No setting did better than")
    )


def test_the_order_of_values_and_of_opponents_does_not_matter():
    one, two = (
        sweep("spend_trump", vary=vary, against=against, deals=300).facts
        for vary, against in (("spend_at=0,4", "lowest,spend_trump"), ("spend_at=4,0", "spend_trump,lowest"))
    )
    for a, b in zip(one["settings"], two["settings"], strict=True):
        assert (a["parameters"], a["mean"], a["gain"]) == (b["parameters"], b["mean"], b["gain"])


@pytest.mark.parametrize("what", TABLES)
def test_it_can_be_stopped_and_goes_on(what, tmp_path):
    name, how = TABLES[what]
    how = {"deals": 200} | how | {"chunk": 7}
    whole = sweep(name, **how)
    state = tmp_path / "a.state"
    for after in (1, 3, 9):
        part, notes = stopped(lambda: sweep(name, **how, state=str(state), jobs=2), after)
        if part.interrupted:
            assert part.facts["deals"] < how["deals"]
            assert f"--state {state}" in notes[-1] and notes[-1].startswith("to go on: mazziere sweep ")
            assert any(line.startswith("INTERRUPTED after ") for line in part.block)
            assert not any("--state" in line for line in part.block)
    last = sweep(name, **how, state=str(state))
    assert bare(last) == bare(whole)
    assert [line for line in last.block if "games/s" not in line] == [
        line for line in whole.block if "games/s" not in line
    ]


def test_other_settings_opponents_or_defaults_are_another_run(tmp_path):
    state = str(tmp_path / "a.state")
    sweep("spend_trump", **HERE, state=state)
    for other in ({"vary": "spend_at=0:12:3"}, {"against": "lowest"}, {"seed": 2}):
        with pytest.raises(ValueError, match="is of another run: "):
            sweep("spend_trump", **HERE | other, state=state)


def test_parts_of_the_deals_can_be_merged(tmp_path):
    a, b = (str(tmp_path / name) for name in ("a.state", "b.state"))
    sweep("spend_trump", **HERE | {"deals": 250}, state=a)
    sweep("spend_trump", **HERE | {"deals": 350}, first_deal=250, state=b)
    assert bare(merge(b, a)) == bare(sweep("spend_trump", **HERE))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, "say what to vary with --vary"),
        ({"vary": "spend_at=0:600"}, "601 settings against 1 opponent are too many to tell all apart, at most 512"),
        ({"vary": "spend_at=0:200", "against": "lowest,maestro,spend_trump"}, "against 3 opponents .* at most 170"),
        ({"vary": "spend_at=0:9", "against": "lowest+maestro", "players": 3}, "no fixed partners"),
        ({"vary": "spend_at=0:9", "against": "timid"}, "timid"),
        ({"vary": "spend_at=0:9", "players": 7}, "not by 7"),
        ({"vary": "spend_at=0:9", "deals": 0}, "1 to"),
        ({"vary": "spend_at=0:9", "first_deal": 2**53}, "there is no deal"),
    ],
)
def test_what_cannot_be_played_is_refused(how, said):
    with pytest.raises(ValueError, match=said):
        sweep("spend_trump", **how)


def test_many_settings_are_told_in_short():
    answer = sweep("spend_trump", vary="spend_at=0:60", deals=50)
    assert len(answer.block) < 30
    assert "the best, the default and the worst of 61 settings" in str(answer)
    assert len(answer.tables[0].rows) == 61


@pytest.mark.parametrize(
    ("name", "vary"),
    [
        ("spend_trump", ["spend_at=0:22"]),
        ("count_cards", ["score"]),
        ("count_cards", ["burden=0:2:0.25"]),
        ("keep_trump", ["spend_at=0:12:2", "figures_at=2,3"]),
        ("keep_trump", ["spend_at=0:40", "dearest"]),
        ("keep_trump", ["spend_at=0:4", "figures_at=2,3", "dearest"]),
    ],
)
def test_one_parameter_is_a_curve_two_a_map_more_a_list(name, vary):
    answer = sweep(name, vary=vary, deals=60)
    (drawing,) = answer.drawings
    assert drawing.draw.func.__name__ == {1: "curve_chart", 2: "map_chart"}.get(len(vary), "list_chart")
    figure = drawing.figure()
    words = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert any("default" in word for word in words) or len(vary) == 2
    frame = answer.tables_as_frames()["settings"]
    assert frame["gain"].isna().sum() == 1


def test_the_command_line_prints_it_and_draws_it(tmp_path):
    chart, page = tmp_path / "s.png", tmp_path / "s.html"
    words = ["sweep", "spend_trump", "--vary", "spend_at=0:4:2", "--against", "lowest", "--deals", "200"]
    done = run(*words, "--chart", chart, "--html", page)
    assert done.returncode == 0 and done.stderr.count("\n") <= 1, done
    assert done.stdout.splitlines()[-1] == (
        "again: mazziere sweep spend_trump --vary spend_at=0:4:2 --against lowest --deals 200 --seed 1"
    )
    assert chart.stat().st_size > 10_000 and "<svg" in page.read_text()
    csv = run(*words, "--format", "csv").stdout.splitlines()
    assert csv[0] == "spend_at,mean,low,high,gain,gain_low,gain_high,p_value,surely" and len(csv) == 5
    assert json.loads(run(*words, "--json").stdout)["against"] == [{"name": "lowest", "parameters": {}}]
    fails(*words[:2], "--vary", "spendat=1", said="did you mean spend_at")


def test_a_sweep_compiles_nothing_for_its_settings(monkeypatch):
    sweep("spend_trump", vary="spend_at=0:1", deals=10)
    from analyzer import compiled

    monkeypatch.setattr(compiled, "_compile", lambda *_: pytest.fail("compiled something"))
    assert len(sweep("spend_trump", vary="spend_at=0:22:2", deals=50).facts["settings"]) == 12

"""Do leagues, sweeps and races trace how all stood at each look, the same however they were stopped?"""

import csv
import io
import json
from itertools import groupby

import pytest
from stopped import stopped

from analyzer import compare, league, match, running, stopping, sweep, tracing, tune
from analyzer.intervals import student_half
from analyzer.league_trace import Pairings

POOL = "spend_trump,count_cards"
WAYS = {
    "league": (league, ["spend_trump", "lowest", "random_card"], {"deals": 700}),
    "league, a+b": (league, ["spend_trump+lowest", "lowest", "random_card"], {"deals": 700, "players": 4}),
    "league, one strategy": (league, ["lowest", "lowest"], {"deals": 700}),
    "pool": (league, ["spend_trump", "lowest", "random_card"], {"deals": 700, "players": 3}),
    "pool of five": (
        league,
        ["random_bidder", "timid", "random_bidder:daring=0.6"],
        {"deals": 700, "game": "chiamata", "alpha_rank": True},
    ),
    "sweep": (sweep, ["spend_trump"], {"vary": "spend_at=0:12:4", "against": POOL, "deals": 700}),
    "sweep of itself": (sweep, ["spend_trump"], {"vary": "spend_at=4,10", "deals": 700}),
    "sweep of five": (sweep, ["timid"], {"vary": "cards=3:5", "game": "chiamata", "deals": 700}),
    "race": (tune, ["spend_trump"], {"over": "spend_at=0:12:4", "against": POOL, "deals": 20_000, "check": 50}),
    "race of five": (tune, ["timid"], {"over": "cards=3:5", "game": "chiamata", "deals": 6000, "check": 50}),
}


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def by_look(path):
    """The lines of every look: {deals: lines}."""
    return {deals: list(group) for deals, group in groupby(lines(path), key=lambda line: line["deals"])}


@pytest.mark.parametrize("what", WAYS)
def test_a_trace_does_not_depend_on_threads_or_on_stops(what, tmp_path):
    ask, names, how = WAYS[what]
    whole, parts, state = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl", str(tmp_path / "run.state")
    ask(*names, **how, trace=str(whole), jobs=1)
    assert len(by_look(whole)) >= 4
    stops = 0
    for after in (2, 5, 9):
        part, notes = stopped(lambda: ask(*names, **how, state=state, trace=str(parts), jobs=2, chunk=23), after)
        stops += part.interrupted
        assert whole.read_text().startswith(parts.read_text())
        if part.interrupted:
            assert f"--state {state} --trace {parts} --jobs 2" in notes[-1]
    assert stops >= 2
    ask(*names, **how, state=state, trace=str(parts), jobs=2, chunk=23)
    assert parts.read_bytes() == whole.read_bytes()
    # All there is, once more, from the state alone.
    ask(*names, **how, state=state, trace=str(tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("what", ["league", "pool", "sweep", "race"])
def test_whether_a_run_is_traced_may_be_told_later(what, tmp_path):
    ask, names, how = WAYS[what]
    whole, later, state = tmp_path / "whole.csv", tmp_path / "later.csv", str(tmp_path / "run.state")
    traced = ask(*names, **how, trace=str(whole))
    part, _ = stopped(lambda: ask(*names, **how, state=state, chunk=23), 6)
    assert part.interrupted
    resumed = ask(*names, **how, state=state, trace=str(later))
    assert later.read_bytes() == whole.read_bytes()
    assert {**resumed.facts} == {**traced.facts} == {**ask(*names, **how).facts}


@pytest.mark.parametrize("what", ["league", "pool", "sweep"])
def test_a_longer_run_has_the_lines_of_a_shorter_one(what, tmp_path):
    ask, names, how = WAYS[what]
    for deals in (255, 400, 700):
        ask(*names, **how | {"deals": deals}, trace=str(tmp_path / f"{deals}.jsonl"))
    assert (tmp_path / "255.jsonl").read_text() == ""
    assert list(by_look(tmp_path / "400.jsonl")) == [256, 320, 400]
    assert list(by_look(tmp_path / "700.jsonl")) == [256, 320, 400, 500, 625]
    assert (tmp_path / "700.jsonl").read_text().startswith((tmp_path / "400.jsonl").read_text())


@pytest.mark.parametrize("what", ["league", "pool", "sweep", "race"])
def test_csv_says_the_same(what, tmp_path):
    ask, names, how = WAYS[what]
    for name in ("run.jsonl", "run.csv"):
        ask(*names, **how, trace=str(tmp_path / name))
    rows = list(csv.DictReader(io.StringIO((tmp_path / "run.csv").read_text())))
    told = [
        {key: "" if value is None else str(value) for key, value in each.items()}
        for each in lines(tmp_path / "run.jsonl")
    ]
    assert rows == told != []


@pytest.mark.parametrize("what", ["league", "league, a+b"])
def test_a_line_of_a_league_is_what_the_league_says_after_so_many_deals(what, tmp_path):
    _, names, how = WAYS[what]
    path = tmp_path / "run.jsonl"
    league(*names, **how, trace=str(path))
    for deals, found in by_look(path).items():
        pairings = league(*names, **how | {"deals": deals}).facts["pairings"]
        assert [(each["first"], each["second"]) for each in found] == [
            (each["first"], each["second"]) for each in pairings
        ]
        for each, told in zip(found, pairings, strict=True):
            assert each["score"] == pytest.approx(told["score"]["mean"], abs=1e-12)
            assert each["margin"] == pytest.approx(told["points"]["mean"], abs=1e-12)
            # What holds at all looks at once is wider than what holds at one.
            assert each["score_low"] < told["score"]["low"] <= told["score"]["high"] < each["score_high"]
            assert each["margin_low"] < told["points"]["low"] < told["points"]["high"] < each["margin_high"]


def test_the_intervals_of_a_pairing_are_those_of_a_comparison_that_looks_as_often(tmp_path):
    class Seldom(stopping.Never):
        next_look = staticmethod(tracing.seldom)

    names, here = ["spend_trump+lowest", "random_card"], {"players": 4}
    contest = match.contest(*names, **here)
    with running.Run(running.identity("compare", contest)) as run:
        run.play(contest, 3000, rule=Seldom(), trace=str(tmp_path / "duel.jsonl"))
    league(*names, deals=3000, **here, trace=str(tmp_path / "league.jsonl"))
    keys = [key for key in Pairings.head if key not in ("first", "second")]
    duel, pairing = (
        [[each[key] for key in keys] for each in lines(tmp_path / f"{of}.jsonl")] for of in ("duel", "league")
    )
    assert len(duel) == 12
    assert pairing == duel


def test_a_strategy_that_meets_itself_is_level_at_once(tmp_path):
    path = tmp_path / "run.jsonl"
    league("lowest", "lowest", deals=300, trace=str(path))
    (line,) = lines(path)
    assert list(line.values()) == [256, "lowest #1", "lowest #2", 0.5, 0.5, 0.5, 0, 0, 0]


@pytest.mark.parametrize("what", ["pool", "pool of five"])
def test_a_line_of_a_pool_is_what_the_league_says_after_so_many_deals(what, tmp_path):
    _, names, how = WAYS[what]
    path = tmp_path / "run.jsonl"
    league(*names, **how, trace=str(path))
    for deals, found in by_look(path).items():
        ratings = {each["strategy"]: each for each in league(*names, **how | {"deals": deals}).facts["ratings"]}
        assert [each["strategy"] for each in found] == names
        for each in found:
            told = ratings[each["strategy"]]["rating"]
            assert each["rating"] == pytest.approx(told["mean"], abs=1e-9)
            assert each["error"] == pytest.approx(told["error"])


@pytest.mark.parametrize("what", ["sweep", "sweep of itself", "sweep of five", "race", "race of five"])
def test_a_line_of_a_setting_is_what_a_sweep_says_after_so_many_deals(what, tmp_path):
    ask, names, how = WAYS[what]
    path = tmp_path / "run.jsonl"
    answer = ask(*names, **how, trace=str(path))
    asked = {"vary": how.get("vary") or how["over"]} | {key: how[key] for key in ("against", "game") if key in how}
    for deals, found in by_look(path).items():
        facts = sweep(*names, **asked, deals=deals).facts
        told = {"=".join(map(str, *each["parameters"].items())): each for each in facts["settings"]}
        for each in found:
            there, gain = told[each["setting"]], told[each["setting"]]["gain"]
            assert each["mean"] == pytest.approx(there["mean"], abs=1e-12)
            half = (there["high"] - there["low"]) / 2
            assert student_half(each["error"], deals, 0.95) == pytest.approx(half, abs=1e-12)
            if each["gain"] is not None:
                assert each["gain"] == pytest.approx(gain["mean"], abs=1e-12)
                half = (gain["high"] - gain["low"]) / 2
                # An error of 0: all deals so far came out the same, and a share of those to come may not (see `gains`).
                wanted = student_half(each["gain_error"], deals, 0.95) or 1 - 0.05 ** (1 / deals)
                assert wanted == pytest.approx(half, abs=1e-12)
        if ask is sweep:
            assert [each["setting"] for each in found] == list(told)
            assert [each["gain"] for each in found].count(None) == 1
        else:
            dropped = {
                "=".join(map(str, *each["parameters"].items())): each["dropped_after"]
                for each in answer.facts["settings"]
            }
            assert [each["setting"] for each in found] == [
                setting for setting in told if dropped[setting] is None or dropped[setting] > deals
            ]


def test_gains_of_a_race_end_where_the_default_drops_out(tmp_path):
    path = tmp_path / "run.jsonl"
    tune("spend_trump:spend_at=20", over="spend_at=2:10:4", against=POOL, deals=20_000, check=50, trace=str(path))
    looks = by_look(path)
    within = [any(each["setting"] == "spend_at=20" for each in found) for found in looks.values()]
    assert True in within and False in within and within == sorted(within, reverse=True)
    for found, default in zip(looks.values(), within, strict=True):
        told = [each["setting"] for each in found if each["gain"] is not None]
        assert told == ([each["setting"] for each in found if each["setting"] != "spend_at=20"] if default else [])


@pytest.mark.parametrize(
    ("ask", "names", "how", "said"),
    [
        (league, "spend_trump lowest", {"trace": "x.txt"}, "--trace writes .jsonl or .csv files, not x.txt"),
        (league, "spend_trump lowest", {"trace": "no/x.csv"}, "there is no folder no"),
        (league, "spend_trump lowest", {"trace": "x.csv", "state": "./x.csv"}, "--state and --trace cannot both write"),
        (sweep, "spend_trump", {"vary": "spend_at=3", "trace": "x.csv", "state": "x.csv"}, "cannot both write x.csv"),
        (tune, "spend_trump", {"over": "spend_at=3:9", "trace": "x.md"}, ".jsonl or .csv"),
        (tune, "spend_trump", {"over": "spend_at=3:9", "trace": "x.csv", "method": "spsa"}, "the method here is spsa"),
        (tune, "spend_trump", {"over": "spend_at=0:60", "trace": "x.csv"}, "the method here is halve"),
    ],
)
def test_what_cannot_be_traced_is_refused_in_one_sentence(ask, names, how, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="^[^\n]*$") as told:
        ask(*names.split(), **how)
    assert said in str(told.value)
    assert not list(tmp_path.iterdir())


def test_looks_come_a_quarter_later_each():
    assert [tracing.seldom(n) for n in (0, 255, 256, 319, 320, 400, 500)] == [256, 256, 320, 320, 400, 500, 625]
    looks, n = 0, 0
    while n < 10**6:
        n, looks = tracing.seldom(n), looks + 1
    assert looks == 39


def test_compare_still_looks_as_often_as_it_did(tmp_path):
    path = tmp_path / "run.jsonl"
    compare("spend_trump", "lowest", deals=300, trace=str(path))
    assert [each["deals"] for each in lines(path)] == [256, 268, 281, 295]

"""Does a trace tell how a run stood at each look, the same however it was stopped?"""

import csv
import io
import json
import signal

import pytest
from every_match import asked

from analyzer import compare, running, stopping, tracing
from analyzer.sprt import Sprt

RULES = [stopping.NEVER, stopping.ByTest(Sprt("score", 0.82, 0.84)), stopping.ByWidth("margin", 1.0)]


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def traced(contest, path, rule, deals=2000, state=None, most=None, **more):
    def tell(done, *_):
        if most and done >= most:
            signal.raise_signal(signal.SIGINT)

    with running.Run(running.identity("compare", contest, rule), state, **more) as run:
        return run.play(contest, deals, rule=rule, tell=tell, trace=str(path))


def test_a_line_for_every_look_and_the_last_is_what_is_told(tmp_path):
    path = tmp_path / "run.jsonl"
    answer = compare("spend_trump", "lowest", until="ci=1%", trace=str(path))
    found = lines(path)
    assert [each["deals"] for each in found[:4]] == [256, 268, 281, 295]
    assert [each["verdict"] for each in found] == [None] * (len(found) - 1) + ["reached"]
    last, facts = found[-1], answer.facts
    assert last["deals"] == facts["deals"]
    assert len(found) == facts["stop"]["looks"]
    assert [last[key] for key in ("score", "score_low", "score_high")] == [
        facts["score"][key] for key in ("mean", "low", "high")
    ]
    assert [last[key] for key in ("margin", "margin_low", "margin_high")] == [
        facts["margin"][key] for key in ("mean", "low", "high")
    ]
    assert tuple(last) == tracing.HEAD


def test_a_test_traces_its_ratio(tmp_path):
    path = tmp_path / "run.jsonl"
    answer = compare("spend_trump", "lowest", sprt="0.82,0.84", trace=str(path))
    found, stop = lines(path), answer.facts["stop"]
    assert found[0]["deals"] == 64
    assert found[-1]["llr"] == stop["llr"]
    assert all(stop["lower"] < each["llr"] < stop["upper"] for each in found[:-1])
    assert found[-1]["verdict"] == stop["verdict"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("what", ["2", "3", "4, a+b"])
def test_a_trace_does_not_depend_on_threads_or_on_stops(what, rule, tmp_path):
    if what == "3" and rule.told and rule.told["of"] == "score":
        rule = stopping.ByTest(Sprt("margin", 5, 6))
    contest = asked(what)
    whole, parts, state = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl", str(tmp_path / "run.state")
    once = traced(contest, whole, rule, jobs=1)
    for most in (300, 700, 1500, None):
        outcome = traced(contest, parts, rule, state=state, most=most, jobs=2, chunk=23)
    assert outcome.deals == once.deals
    assert parts.read_text() == whole.read_text() != ""
    # All there is, once more, from the state alone.
    traced(contest, parts, rule, state=state)
    assert parts.read_text() == whole.read_text()


def test_a_longer_run_has_the_lines_of_a_shorter_one(tmp_path):
    contest = asked("2")
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    traced(contest, short, stopping.NEVER, 1000)
    traced(contest, long, stopping.NEVER, 2000)
    assert long.read_text().startswith(short.read_text())


def test_csv_says_the_same(tmp_path):
    contest = asked("2")
    for name in ("run.jsonl", "run.csv"):
        traced(contest, tmp_path / name, stopping.NEVER)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "run.csv").read_text())))
    found = lines(tmp_path / "run.jsonl")
    assert len(rows) == len(found)
    for row, each in zip(rows, found, strict=True):
        assert {key: float(value) if value else None for key, value in row.items()} == each


def test_a_run_too_short_for_a_look_has_a_head_and_no_lines(tmp_path):
    compare("spend_trump", "lowest", deals=100, trace=str(tmp_path / "run.csv"))
    compare("spend_trump", "lowest", deals=100, trace=str(tmp_path / "run.jsonl"))
    assert len((tmp_path / "run.csv").read_text().splitlines()) == 1
    assert (tmp_path / "run.jsonl").read_text() == ""

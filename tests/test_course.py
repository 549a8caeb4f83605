"""How hands went: is it told of the right strategy, in every design, and does it agree with the rest of the answer?"""

import json
import re

import numpy as np
import pytest

from analyzer import burraco, compare, counting, duel, match, page, render, round_table
from analyzer.burraco import CLEAN, CLOSES, DEALT, DIRTY, STALEMATES, STOCK_ENDS
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, ROLE

TOLD = (
    ("won", HANDS, "won", "share"),
    ("closed", CLOSES, "closed", "share"),
    ("clean", CLEAN, "clean burrachi", "count"),
    ("dirty", DIRTY, "dirty burrachi", "count"),
    ("score", POINTS, "score", "amount"),
    ("stock_ends", STOCK_ENDS, "ran out of stock", "shared"),
    ("stalemates", STALEMATES, "stalemate", "shared"),
)
TWO, MIXED = ("meld_all", "random_move"), ("meld_all+random_move", "random_move")


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """What Burraco tells of its hands, whatever it tells otherwise."""
    monkeypatch.setattr(burraco, "DESCRIBED", TOLD)


def invented(made, deals, seed=1):
    """The rows of deals that nobody played, in which the first strategy closes three hands of four."""
    luck = np.random.default_rng(seed)
    first = made.plan.owners[0] == 0
    rows = np.zeros((deals, made.plan.games, *burraco.ROW), np.int64)
    closes = luck.random((deals, made.plan.games)) < 0.75
    rows[:, :, DEALT] = 1
    rows[:, :, CLOSES] = np.where(first, closes[..., None], ~closes[..., None])
    rows[:, :, HANDS] = rows[:, :, CLOSES]
    rows[:, :, RESULT] = 60 * rows[:, :, HANDS]
    rows[:, :, DIRTY] = 1 + first
    rows[:, :, POINTS] = 100 * rows[:, :, CLOSES] + 5 * luck.integers(-40, 40, (deals, made.plan.games, 2))
    rows[:, :, PAYOFF] = rows[:, :, POINTS] - rows[:, :, POINTS, ::-1]
    rows[:, :, ROLE] = -1
    rows[: deals // 50, 0, STOCK_ENDS] = 1
    return rows


def found(names, deals, **options):
    made = match.contest(*names, game="burraco", **options)
    counter = counting.counter(made)
    counts = counter.blank()
    if deals:
        counter.add(counts, invented(made, deals), 0, deals)
    findings = round_table.findings if "+" in names[0] else duel.findings
    return findings(made, match.Outcome(counts, deals, 1.0, 1))


@pytest.mark.parametrize("names", [TWO, MIXED], ids=["two sides", "a+b"])
def test_whatever_a_strategy_does_is_told_of_it_from_either_side(names):
    findings = found(names, 600)
    per_hand = findings.facts["described"]["per_hand"]
    games = 2 if names == TWO else 4
    assert findings.facts["described"]["hands"] == 600 * games
    assert list(per_hand) == [key for key, *_ in TOLD]
    one, two = per_hand["closed"]["strategies"]
    assert one["low"] < 0.75 < one["high"] and two["low"] < 0.25 < two["high"]
    assert one["mean"] + two["mean"] == pytest.approx(1)
    assert [each["mean"] for each in per_hand["dirty"]["strategies"]] == [2, 1]
    assert per_hand["dirty"]["difference"] == {"mean": 1, "low": 1, "high": 1}
    assert per_hand["clean"]["strategies"] == [{"mean": 0, "low": None, "high": None}] * 2
    assert per_hand["stock_ends"]["difference"] is None
    assert per_hand["stock_ends"]["strategies"][0]["mean"] == pytest.approx(12 / 600 / games)


def test_the_difference_in_score_is_the_margin():
    facts = found(TWO, 600).facts
    score, margin = facts["described"]["per_hand"]["score"]["difference"], facts["margin"]
    assert [score[key] for key in ("mean", "low", "high")] == pytest.approx(
        [margin[key] for key in ("mean", "low", "high")]
    )


SAID = [
    r"how the hands went, 1,200 of them \(means per hand; this describes, no more\):",
    r" +meld_all +random_move +difference",
    r"  won +7N % +2N % +\+N \(\+N to \+N\)",
    r"  closed +7N % +2N % +\+N \(\+N to \+N\)",
    r"  dirty burrachi  2  +1  +\+1",
    r"  score +N  +N  +\+N \(\+N to \+N\)",
    r"  of all hands: ran out of stock 1\.00 % \(N to N\)",
]


def test_the_block_has_a_line_for_all_that_ever_happened():
    lines = found(TWO, 600).lines
    assert lines[-len(SAID) - 1].startswith("lead ")
    for line, said in zip(lines[-len(SAID) :], SAID, strict=True):
        assert re.fullmatch(said.replace("N", r"\d*\.?\d+"), line), line
    heads = [lines[-6].index(name) for name in (*TWO, "difference")]
    for line in lines[-5:-1]:
        assert all(line[at - 2 : at] == "  " and line[at] != " " for at in heads), line


def test_the_table_has_the_same_unrounded():
    findings = found(TWO, 600)
    per_hand = findings.facts["described"]["per_hand"]
    rows = {measure: numbers for measure, *numbers in findings.tables[0].rows}
    for key, _, words, kind in TOLD:
        told = dict(zip(("meld_all", "random_move"), per_hand[key]["strategies"], strict=True))
        told["difference"] = per_hand[key]["difference"]
        told = {"of all": per_hand[key]["strategies"][0]} if kind == "shared" else told
        for name, seen in told.items():
            assert rows[f"{words}, {name}"] == [seen["mean"], seen["low"], seen["high"]]
    mixed = found(MIXED, 600)
    table = {table.name: table for table in mixed.tables}["hands"]
    assert [row[:2] for row in table.rows[:3]] == [("won", MIXED[0]), ("won", MIXED[1]), ("won", "difference")]
    assert table.caption == "how the hands went, per hand"


def test_of_no_deals_nothing_is_told():
    for names in (TWO, MIXED):
        findings = found(names, 0)
        assert findings.lines == findings.drawings == []
        assert "described" not in findings.facts


def test_one_deal_is_told_without_false_precision():
    text = "\n".join(found(TWO, 1).lines)
    assert "nan" not in text and "None" not in text
    assert re.search(r"dirty burrachi  2 +1 +\+1$", text, re.MULTILINE)


def test_the_drawing_is_beside_the_first_and_has_what_is_small_enough():
    for names in (TWO, MIXED):
        first, hands = found(names, 600).drawings
        assert (first.name, hands.name) == ("compare", "hands")
        words = [text.get_text() for text in hands.figure().texts]
        assert {"closed", "ran out of stock", "dirty burrachi"} <= set(words)
        assert not {"score", "clean burrachi", "stalemate"} & set(words)


def test_games_that_tell_nothing_of_their_hands_count_nothing():
    answer = compare("spend_trump", "lowest", deals=300)
    assert not {"described", "decided_by", "lead_margin"} & set(answer.facts)
    assert "how the hands went" not in str(answer)
    assert [drawing.name for drawing in answer.drawings] == ["compare"]
    made = match.contest("spend_trump", "lowest")
    assert counting.counter(made).blank().course is None


# Real hands


def test_at_burraco_every_hand_ends_in_one_way_and_the_sides_score_the_margin():
    facts = compare(*TWO, game="burraco", deals=400).facts
    told = facts["described"]["per_hand"]
    ends = [each["mean"] for each in told["closed"]["strategies"]]
    ends += [told[key]["strategies"][0]["mean"] for key in ("stock_ends", "stalemates")]
    assert sum(ends) == pytest.approx(1)
    score = told["score"]["difference"]
    assert [score[key] for key in ("mean", "low", "high")] == pytest.approx(
        [facts["margin"][key] for key in ("mean", "low", "high")]
    )
    won = [each["mean"] for each in told["won"]["strategies"]]
    assert won == pytest.approx([facts["wins"] / 800, facts["losses"] / 800])


@pytest.mark.parametrize("how", [{}, {"match": "full"}, {"names": MIXED}], ids=["hands", "matches", "a+b"])
def test_threads_and_chunks_change_nothing(how):
    def bare(**more):
        how_asked = {key: value for key, value in how.items() if key != "names"}
        facts = json.loads(compare(*how.get("names", TWO), game="burraco", deals=60, **how_asked, **more).json())
        facts.pop("run")
        return json.dumps(facts)

    assert bare(jobs=1) == bare(jobs=2) == bare(jobs=2, chunk=7)


def test_the_answer_can_be_shown_in_every_format():
    answer = compare(*TWO, game="burraco", deals=200)
    assert "\nclosed, difference," not in render.as_json(answer)
    assert '"closed, difference",' in render.as_csv(answer)
    for text in (render.as_markdown(answer), page.as_html(answer)):
        assert "how the hands went" in text and "closed, difference" in text

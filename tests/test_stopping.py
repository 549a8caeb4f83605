"""Does a run stop when its rule says so, at the same deal whatever the threads do, and does it say what may be said?"""

import json
import re
from math import log

import pytest
from every_match import MATCHES, asked

from analyzer import always_valid, compare, likelihood, match, options, running, standings, stats, stopping, terminal
from analyzer.ledger import Stretch
from analyzer.sprt import Sprt

ALIKE = ("throw_away", "spend_trump")  # of other words, and the same card every time
TEST = stopping.ByTest(Sprt("score", 0.55, 0.57))
RULES = {
    "score": stopping.ByTest(Sprt("score", 0.80, 0.82)),
    "margin": stopping.ByTest(Sprt("margin", 20, 21)),
    "ci": stopping.ByWidth("score", 0.02),
    "points": stopping.ByWidth("margin", 1.0),
}


def run(contest, rule, deals=10**6, first=0, **more):
    with running.Run(running.identity("compare", contest, rule), **more) as going:
        return going.play(contest, deals, first, rule=rule)


def bare(answer):
    """The JSON without what may differ."""
    found = json.loads(answer.json())
    del found["run"]
    return found


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("what", ["2", "4, a+b"])
def test_where_a_run_stops_depends_on_neither_threads_nor_chunks(what, name):
    contest, rule = asked(what), RULES[name]
    found = [run(contest, rule, jobs=jobs, chunk=chunk) for jobs, chunk in ((1, None), (2, 7), (3, 100), (2, None))]
    assert len({each.deals for each in found}) == 1
    assert found[0].deals < 10**6
    first = found[0].ledger
    for each in found[1:]:
        assert each.ledger.decision == first.decision
        assert each.ledger.walk.stretches == first.walk.stretches
    assert first.decision.blocks == found[0].deals == first.walk.blocks


def test_it_stops_at_the_first_look_that_decides():
    contest, rule = asked("2"), RULES["score"]
    outcome = run(contest, rule)
    looks, at = [], 0
    while at < outcome.deals:
        at = rule.next_look(at)
        looks.append(at)
    assert looks[-1] == outcome.deals
    assert looks[:3] == [64, 72, 80]
    # What the test would have said of the same deals, played again for each look.
    said = []
    for n in looks[-3:]:
        cells = stats.pair_counts(match.play(contest, n).counts.result[0])
        said.append(rule.test.verdict(rule.test.llr(cells)))
    assert said == [None, None, outcome.ending.verdict]
    assert outcome.ending.looks == len(looks)


def test_looks_of_a_test_come_ever_more_rarely():
    looks = [64]
    while looks[-1] < 10**6:
        looks.append(TEST.next_look(looks[-1]))
    gaps = [b - a for a, b in zip(looks, looks[1:], strict=False)]
    assert gaps == sorted(gaps)
    assert gaps[0] == 8
    assert len(looks) < 450
    assert gaps[-1] == looks[-2] // 50


def test_the_ratio_is_exact_on_pairs():
    contest = asked("2")
    outcome = run(contest, TEST, deals=64)
    cells = stats.pair_counts(outcome.counts.result[0])
    assert outcome.ending.llr == pytest.approx(likelihood.exact_llr(cells, 0.55, 0.57), abs=1e-12)


@pytest.mark.parametrize(("what", "places"), [("4, a+b", 4), ("3", 3)])
def test_moments_are_those_of_the_blocks(what, places):
    contest = asked(what)
    outcome = run(contest, stopping.ByTest(Sprt("margin", -500, -499)), deals=700)
    counts = outcome.counts.result
    payoff = standings.payoff(counts, 0, places)
    walk = outcome.ending.walk
    assert walk.blocks == outcome.deals
    n, mean, variance = walk.margin_moments()
    assert mean == pytest.approx(payoff.mean, abs=1e-12)
    assert variance * n / (n - 1) == pytest.approx(payoff.sd**2, rel=1e-12)
    assert walk.score_moments().mean == pytest.approx(standings.score(counts, 0, places).mean, abs=1e-12)
    assert walk.score().mean == pytest.approx(standings.score(counts, 0, places).mean, abs=1e-9)


def test_moments_of_pairs_are_those_of_the_tally():
    outcome = run(asked("2"), RULES["points"])
    tally = outcome.counts.result[0]
    margin, walk = stats.margin(tally), outcome.ending.walk
    assert walk.margin_moments().mean == pytest.approx(margin.mean, abs=1e-12)
    n, _, variance = walk.margin_moments()
    assert variance * n / (n - 1) == pytest.approx(margin.sd**2, rel=1e-12)
    assert walk.cells() == stats.pair_counts(tally)
    assert walk._others("payoff") == always_valid.others(tally)


def test_the_interval_told_is_as_narrow_as_asked_for_and_holds_at_any_look():
    answer = compare("spend_trump", "lowest", until="ci=1%", seed=5)
    score = answer.facts["score"]
    assert max(score["high"] - score["mean"], score["mean"] - score["low"]) <= 0.01
    fixed = compare("spend_trump", "lowest", deals=answer.facts["deals"], seed=5)
    assert fixed.facts["pairs"] == answer.facts["pairs"]
    usual = fixed.facts["score"]
    assert usual["mean"] == pytest.approx(score["mean"], abs=1e-12)
    assert score["low"] < usual["low"] < usual["high"] < score["high"]
    assert (score["high"] - score["low"]) > 1.4 * (usual["high"] - usual["low"])
    assert fixed.facts["margin"]["low"] > answer.facts["margin"]["low"]
    assert "hold at all looks together" in str(answer)
    assert "sign-flip" not in str(answer)
    assert "stop" not in fixed.facts


def test_a_margin_is_told_as_narrow_as_asked_for():
    for more in ({}, {"players": 3}, {"players": 4}):
        facts = compare("spend_trump", "lowest", until="margin=1.5", seed=5, **more).facts
        margin = facts["standings"][0]["payoff"] if "standings" in facts else facts["margin"]
        assert max(margin["high"] - margin["mean"], margin["mean"] - margin["low"]) <= 1.5
        assert facts["stop"]["verdict"] == "reached"


def test_a_test_tells_all_there_is_to_it():
    answer = compare("spend_trump", "lowest", sprt=(0.5, 0.51), alpha=0.01, beta=0.1, exit_status=True)
    stop = answer.facts["stop"]
    assert {key: stop[key] for key in ("rule", "of", "lo", "hi", "alpha", "beta", "verdict")} == {
        "rule": "test",
        "of": "score",
        "lo": 0.5,
        "hi": 0.51,
        "alpha": 0.01,
        "beta": 0.1,
        "verdict": "H1",
    }
    assert stop["lower"] == pytest.approx(log(0.1 / 0.99))
    assert stop["upper"] == pytest.approx(log(0.9 / 0.01))
    assert stop["llr"] >= stop["upper"]
    assert stop["at_deal"] == answer.facts["deals"]
    assert answer.sentences[0].startswith("H1 accepted: spend_trump scores 51 % or more, not 50 % or less (after")
    assert answer.status == 0
    assert "--sprt 0.5,0.51 --alpha 0.01 --beta 0.1" in answer.command
    assert "--deals" not in answer.command
    assert bare(compare("spend_trump", "lowest", sprt="0.50,51%", alpha=0.01, beta="10%")) == bare(answer)


def test_a_run_that_ends_before_is_inconclusive_and_never_h0():
    answer = compare(*ALIKE, sprt="0.50,0.51", deals=100, exit_status=True)
    stop = answer.facts["stop"]
    assert stop["verdict"] == "inconclusive"
    assert stop["at_deal"] is None
    assert stop["llr"] < 0
    assert answer.facts["deals"] == 100
    assert answer.status == 11
    assert answer.sentences[0].startswith("inconclusive: neither that throw_away scores 50 % nor that it scores 51 %")
    assert "% of the way to H0" in answer.sentences[0]
    assert "--deals 100 --sprt" in answer.command
    assert compare("spend_trump", "lowest", sprt="0.50,0.51", deals=10, exit_status=True).status == 11
    assert compare("spend_trump", "lowest", until="ci=0.1%", deals=1000).facts["stop"]["verdict"] == "inconclusive"


def test_no_status_where_nobody_asks_for_one():
    assert compare("spend_trump", "spend_trump", sprt="0.50,0.51").status == 0


# Two that are alike on every deal


ENDS = [
    ({"sprt": "0.50,0.51"}, "H0 accepted: throw_away scores 50 % or less, not 51 % or more", 10, 152),
    ({"sprt": "0.49,0.50"}, "H1 accepted: throw_away scores 50 % or more, not 49 % or less", 0, 152),
    ({"sprt": "0.49,0.51"}, "inconclusive: throw_away scores neither 49 % or less nor 51 % or more", 11, 400),
    ({"sprt_margin": "0,1"}, "H0 accepted: throw_away makes 0 points a game or less, not +1 points", 10, 750),
    ({"sprt_margin": "-2,0"}, "H1 accepted: throw_away makes 0 points a game or more, not -2 points", 0, 512),
    ({"sprt_margin": "-1,1"}, "inconclusive: throw_away makes neither -1 points a game or less nor +1", 11, 750),
    ({"until": "margin=2"}, "reached: the margin of throw_away is known to within 2 after", 0, 1600),
    ({"until": "ci=2%"}, "reached: the score of throw_away is known to within 2 % after", 0, 1000),
]


@pytest.mark.parametrize(("rule", "said", "status", "most"), ENDS)
def test_two_that_are_alike_end_every_run_with_a_true_sentence(rule, said, status, most):
    answer = compare(*ALIKE, exit_status=True, **rule)
    assert answer.sentences[0].startswith(said)
    assert answer.sentences[1].endswith("deals came out even.")
    assert answer.status == status
    assert answer.facts["deals"] == answer.facts["stop"]["at_deal"] <= most
    assert answer.facts["stop"]["verdict"] == said.partition(" ")[0].rstrip(":")
    margin = answer.facts["margin"]
    assert margin["low"] is None if answer.facts["deals"] < 256 else margin["low"] < 0 < margin["high"]


def test_two_that_are_alike_among_others_end_too():
    answer = compare("block_leader:front_at=10,third_at=10", "spend_trump", players=3, sprt_margin="0,0.5")
    assert answer.facts["stop"]["verdict"] == "H0"
    assert answer.facts["deals"] < 1600
    assert " are level: every deal paid them alike." in answer.sentences[1]


KNOWN = [
    ({"sprt": "0.50,0.51"}, "H0 accepted: ", 10),
    ({"sprt": "0.49,0.50"}, "H1 accepted: ", 0),
    ({"sprt": "0.495,0.505"}, "inconclusive: spend_trump scores neither 49.5 % or less nor 50.5 % or more", 11),
    ({"sprt_margin": "0,0.001"}, "H0 accepted: ", 10),
    ({"sprt_margin": "-0.001,0"}, "H1 accepted: ", 0),
    ({"sprt_margin": "-0.001,0.001"}, "inconclusive: spend_trump makes neither -0.001 points", 11),
    ({"until": "ci=0.001%"}, "reached: the score of spend_trump is known to within 0.001 %", 0),
    ({"until": "margin=0.001"}, "reached: the margin of spend_trump is known to within 0.001", 0),
]


@pytest.mark.parametrize(("rule", "said", "status"), KNOWN)
@pytest.mark.parametrize("other", ["spend_trump", "spend_trump:spend_at=10"])
def test_a_strategy_against_itself_is_known_at_the_first_look(rule, said, status, other):
    answer = compare("spend_trump", other, exit_status=True, **rule)
    of = "makes 0 points a game" if "margin" in str(rule) else "scores 50 %"
    assert answer.sentences[0].startswith(said)
    assert answer.sentences[0].endswith(f"(by symmetry: against itself it {of}).")
    assert answer.sentences[1].startswith("spend_trump against itself is level by symmetry")
    assert (answer.facts["stop"]["looks"], answer.status) == (1, status)
    assert [answer.facts["score"][key] for key in ("mean", "low", "high")] == [0.5] * 3
    assert [answer.facts["margin"][key] for key in ("mean", "low", "high")] == [0] * 3
    assert answer.facts["p_value"] == 1


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("random_card", {"players": 3, "sprt_margin": "0,0.01"}),
        ("random_bidder", {"game": "chiamata", "sprt_margin": "0,0.01"}),
        ("spend_trump+random_card", {"players": 4, "sprt": "0.5,0.501"}),
    ],
)
def test_a_strategy_against_itself_is_known_at_every_table(name, more):
    answer = compare(name, name, exit_status=True, **more)
    assert answer.sentences[0].startswith("H0 accepted: ")
    assert (answer.facts["stop"]["looks"], answer.status) == (1, 10)


def walked(stretches, what="3"):
    """A walk at a table of three through (blocks, sum, sum of squares) of payoffs."""
    walk = stopping.Walk(match.contest(*MATCHES[what][0].split(), **MATCHES[what][1]))
    for k, (n, total, square) in enumerate(stretches):
        walk.add(Stretch(0, k, n, [], [0] * 4, [total, square, -total, square], -1))
    return walk


def test_where_nobody_counts_which_blocks_differ_many_in_a_row_that_are_alike_say_that_few_do():
    some = walked([(512, 90, 4000), (20, 0, 0)])
    assert some._others("payoff") == 53 and some.varied("payoff")
    few = walked([(512, 0, 0)] + [(100, 30, 900)] * 40)
    assert few._others("payoff") == 40 and not few.varied("payoff")
    # Both have seen about as much; what few blocks say is bounded by the pack alone.
    assert few.margin().high - few.margin().low > 3 * (some.margin().high - some.margin().low)
    at_2 = walked([(512, 1024, 2048)] * 2)
    assert at_2._others("payoff") == 0


def test_few_that_differ_decide_no_test_by_their_own_variance():
    rule = stopping.ByTest(Sprt("margin", 0, 1))
    alike = walked([(512, 0, 0), (10, -3, 9)])  # one deal at which three places lost a point together
    assert rule.decide(alike) is None
    assert -2.944 < rule.llr(alike) < 0
    assert rule.planned(alike) == pytest.approx(2 * 121 * log(19), rel=0.01)


def test_payoffs_are_tested_of_the_first_among_the_others():
    answer = compare("spend_trump", "lowest", players=3, sprt_margin="0,2")
    assert answer.sentences[0].startswith("H1 accepted: spend_trump among lowest makes +2 points a game or more, not 0")
    turned = compare("lowest", "spend_trump", players=3, sprt_margin="0,2")
    assert turned.sentences[0].startswith("H0 accepted: lowest among spend_trump makes 0 points a game or less, not +2")
    units = compare("random_bidder", "random_bidder:daring=0.6", game="chiamata", sprt_margin="0,0.5")
    assert "units a game" in units.sentences[0]


def test_few_deals_leave_margins_unknown():
    answer = compare("spend_trump", "lowest", sprt="0.5,0.51")
    assert answer.facts["deals"] < 256
    assert answer.facts["margin"]["low"] is None
    assert "too close to call" not in str(answer)
    hand = compare("meld_all", "random_move", game="burraco", sprt="0.5,0.55")
    assert hand.facts["margin"]["low"] is None
    assert hand.sentences[1].endswith("too few to say how sure that is.")
    early = compare("spend_trump", "lowest", sprt_margin="0,1", deals=100)
    assert early.facts["p_value"] is None
    assert "p       unknown: too few deals" in str(early)
    said = "inconclusive: such a test looks for the first time after 512 deals, and 100 were played."
    assert early.sentences[0] == said


def test_the_p_value_is_of_what_decides():
    by_score = compare("spend_trump", "lowest", sprt="0.5,0.51")
    outcome = run(asked("2", seed=1), stopping.ByTest(Sprt("score", 0.5, 0.51)))
    batches = [each.cells for each in outcome.ledger.walk.stretches]
    assert by_score.facts["p_value"] == always_valid.score(batches).p < 0.01
    assert by_score.facts["p_value_of"] == "score"
    assert re.search(r"^p  .* would bring such a score at any look$", str(by_score), re.M)
    by_points = compare("spend_trump", "lowest", until="margin=2")
    assert by_points.facts["p_value_of"] == "margin"
    assert re.search(r"^p  .* would bring such a margin at any look$", str(by_points), re.M)
    fixed = compare("spend_trump", "lowest", deals=500)
    assert fixed.facts["p_value_of"] == "margin"
    assert re.search(r"^p  .* would bring such a margin \(sign-flip test\)$", str(fixed), re.M)


def test_partners_of_different_kinds_are_told_the_p_value_of_what_decides():
    mixed = {"players": 4, "deals": 2000}
    by_score = compare("spend_trump+lowest", "random_card", sprt="0.5,0.501", **mixed)
    by_points = compare("spend_trump+lowest", "random_card", until="margin=0.1", **mixed)
    assert re.search(r"; p [^;]* \(score\);", str(by_score))
    assert [each["p_value_of"] for each in by_score.facts["standings"]] == ["score"] * 2
    assert [each["p_value_of"] for each in by_points.facts["standings"]] == ["payoff"] * 2
    assert "(score)" not in str(by_points)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sprt": "0.52,0.51"}, "the lower one first, such as 0.50,0.51"),
        ({"sprt": "0.5,0.5"}, "the lower one first"),
        ({"sprt": "50,51"}, "between 0 and 1"),
        ({"sprt": "0.5"}, "two numbers LO,HI"),
        ({"sprt": "0.5,nan"}, "two numbers LO,HI"),
        ({"sprt_margin": "2,1"}, "the lower one first, such as 0,1"),
        ({"sprt_margin": "1%,2%"}, "in points"),
        ({"sprt": "0.5,0.51", "sprt_margin": "0,1"}, "--sprt and --sprt-margin are two ways to stop"),
        ({"sprt": "0.5,0.51", "until": "ci=1%"}, "--sprt and --until are two ways to stop"),
        ({"sprt": "0.5,0.51", "alpha": 0.4, "beta": 0.6}, "beta is how often the test may be wrong, less than 0.5"),
        ({"sprt": "0.5,0.51", "alpha": 0}, "alpha lies between 0 and 1"),
        ({"sprt": "0.5,0.51", "beta": "x"}, "beta lies between 0 and 1"),
        ({"alpha": 0.1}, "say which, with --sprt LO,HI"),
        ({"until": "ci"}, "--until is written ci=0.2%"),
        ({"until": "wins=3"}, "--until is written ci=0.2%"),
        ({"until": "ci=0"}, "a share such as 0.2%"),
        ({"until": "ci=60%"}, "a share such as 0.2%"),
        ({"until": "margin=1%"}, "a number of points such as 0.5"),
        ({"exit_status": True}, "say which, with --sprt"),
        ({"players": 3, "sprt": "0.5,0.51"}, "judge payoffs instead: --sprt-margin"),
        ({"players": 3, "until": "ci=1%"}, "judge payoffs instead: --until margin"),
        ({"players": 3, "pool": True, "until": "margin=1"}, "name two, without --pool"),
        ({"players": 3, "pool": True, "trace": "x.csv"}, "--trace tells of one strategy against another"),
        ({"trace": "x.txt"}, ".jsonl or .csv"),
        ({"trace": "no such folder/x.csv"}, "no folder"),
        ({"state": "x.csv", "save": "x.csv"}, "cannot both write x.csv"),
        ({"state": "x.state", "save": "x.csv"}, "cannot go with --state"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(given, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="^[^\n]*$") as told:
        compare("spend_trump", "lowest", **given)
    assert said in str(told.value)
    assert not list(tmp_path.iterdir())


def test_three_in_all_orders_have_no_rule():
    with pytest.raises(ValueError, match="here 3 are mixed"):
        compare("spend_trump", "lowest", "random_card", players=3, sprt_margin="0,1")


@pytest.mark.parametrize("rule", [*RULES.values(), stopping.NEVER, TEST])
def test_a_rule_is_the_same_after_json(rule):
    assert stopping.rule(json.loads(json.dumps(rule.told))) == rule


@pytest.mark.parametrize("text", ["ci=0.2%", "ci=0.5%", "ci=0.07%", "margin=0.5", "margin=2"])
def test_what_is_typed_comes_back_in_the_command(text):
    rule = stopping.ByWidth(*options.precision(text))
    assert options.precision(rule.words()[0].removeprefix("--until ")) == (rule.of, rule.half)
    assert rule.words() == [f"--until {text}"]


def test_a_run_says_how_it_stands():
    heard = []
    contest, rule = asked("2"), stopping.ByTest(Sprt("score", 0.835, 0.837))
    with running.Run(running.identity("compare", contest, rule)) as going:
        running.BLINK, before = 0, running.BLINK
        try:
            going.play(contest, 3000, rule=rule, tell=lambda *words: heard.append(words))
        finally:
            running.BLINK = before
    done, line, planned = next(words for words in reversed(heard) if len(words) == 3)
    assert done <= planned <= 3000
    assert "LLR " in line
    assert "% to H" in line
    assert line.endswith(" deals")
    assert any(len(words) == 1 for words in heard)


def test_where_nobody_looks_a_plain_line_is_said_now_and_then(capsys, monkeypatch):
    with terminal.Terminal().bar("playing", 100) as tell:
        tell(10)
        tell(20, "LLR +1.00", 50)
        monkeypatch.setattr(terminal, "SELDOM", 0)
        tell(30)
        tell(40, "LLR +2.00", 60)
    assert capsys.readouterr().err == "mazziere: 40 deals: LLR +2.00\n"


@pytest.mark.parametrize(
    ("number", "said"), [(7, "7"), (123, "120"), (64_321, "64k"), (1_249_000, "1.2M"), (10**9, "1000M")]
)
def test_planned_deals_are_told_in_two_figures(number, said):
    assert running._roughly(number) == said

"""The questions about leads, luck, trumps, memory, the end and opening hands, each asked from end to end."""

import json
import re
from itertools import pairwise

import pytest
from command_line import fails, run
from drawn import check
from stopped import stopped
from test_answers import unfounded

import analyzer
from analyzer import compare, questions, stats, sweep, thresholds
from analyzer.lab import Lab

FEW = {
    "first_lead": 300,
    "luck": 300,
    "trump_threshold": 60,
    "memory": 150,
    "endgame": 200,
    "opening_hand": 600,
    "what_to_lead": 200,
}


@pytest.fixture(scope="module")
def answers():
    return {name: questions.function(name)(deals=deals, seed=4) for name, deals in FEW.items()}


@pytest.fixture(params=FEW)
def name(request):
    return request.param


def bare(answer):
    facts = json.loads(answer.json())
    facts.pop("run")
    return facts


def rows(answer, table):
    (found,) = (each for each in answer.tables if each.name == table)
    keys = [column.key for column in found.columns]
    return [dict(zip(keys, row, strict=True)) for row in found.rows]


def cell(answer, table, **wanted):
    """The one row in which these columns have these values."""
    (found,) = (row for row in rows(answer, table) if all(row[key] == value for key, value in wanted.items()))
    return found


# All of them


def test_it_answers_in_sentences_whose_numbers_stand_in_its_tables(answers, name):
    answer = answers[name]
    assert len(answer.sentences) >= 2 and answer.tables and answer.drawings
    assert unfounded(answer) == []
    assert not re.search(r"\b(nan|inf|None)\b", "\n".join([*answer.sentences, *answer.block]))
    assert list(answer.block[1 : 1 + len(answer.sentences)]) == list(answer.sentences)
    assert answer.facts["verdict"] == answer.sentences[0]
    assert answer.facts["games"] >= FEW[name] and answer.run["seconds"] > 0
    command = name.replace("_", "-")
    assert (
        answer.command
        == answer.block[-1].removeprefix("again: ")
        == (f"mazziere {command} --deals {FEW[name]} --seed 4")
    )


def test_equal_seeds_give_equal_bytes_on_any_number_of_threads(answers, name):
    again = questions.function(name)(deals=FEW[name], seed=4, jobs=1)
    assert bare(again) == bare(answers[name])
    assert list(again.sentences) == list(answers[name].sentences)
    assert [table.rows for table in again.tables] == [table.rows for table in answers[name].tables]


def test_its_charts_are_whole(answers, name):
    for drawing in answers[name].drawings:
        check(drawing.draw)


def test_the_fewest_deals_are_told_as_what_they_are(name):
    answer = questions.function(name)(deals=50)
    assert answer.sentences and unfounded(answer) == []
    assert not re.search(r"\b(nan|inf|None)\b", "\n".join(answer.block))
    for drawing in answer.drawings:
        assert drawing.figure()


def test_it_is_in_the_book(name):
    module = questions.load(name).__globals__
    assert questions.chapter(name) in questions.CHAPTERS
    assert module["LEAST_DEALS"] < module["USUAL_DEALS"]
    assert module["EXAMPLE"].startswith(f"mazziere {name.replace('_', '-')} ")
    assert getattr(analyzer, name).__doc__.startswith(questions.summary(name))


@pytest.mark.parametrize("after", [1, 6])
def test_ctrl_c_keeps_what_is_finished(name, after):
    answer, _ = stopped(lambda: questions.function(name)(deals=300_000, jobs=1), after)
    assert answer.interrupted and re.search("INTERRUPTED|Interrupted before enough", str(answer))
    assert answer.sentences and unfounded(answer) == []
    assert not re.search(r"\b(nan|inf|None)\b", "\n".join(answer.block))


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in FEW for players in (3, 4, 6) if name != "endgame" and (name, players) != ("luck", 3)],
)
def test_other_tables_are_asked_too(name, players):
    answer = questions.function(name)(players=players, deals=50)
    assert answer.facts["players"] == players and answer.command.endswith(f"--players {players}")
    assert unfounded(answer) == []


# Each by itself


def test_first_lead_is_the_lead_of_compare(answers):
    facts = compare("maestro", "maestro", deals=300, seed=4).facts
    strength = compare("maestro", "spend_trump", deals=75, seed=4).facts["score"]["mean"]
    row = cell(answers["first_lead"], "leading", player="maestro")
    assert row["lead"] / 100 == pytest.approx(facts["lead"]["score"])
    result = Lab(300, seed=4).duel("maestro", "maestro").outcome.counts.result[0]
    assert row["points"] == pytest.approx(stats.lead_margin(result).mean)
    assert row["strength"] / 100 == pytest.approx(strength)
    strengths = [row["strength"] for row in rows(answers["first_lead"], "leading")]
    assert strengths == sorted(strengths)


def test_first_lead_falls_by_the_difference_of_the_two_ends():
    answer = analyzer.first_lead(players_are="random_card,maestro", deals=20_000)
    weak, strong = rows(answer, "leading")
    assert weak["player"] == "random_card" and weak["leading"] == "a gain" and strong["leading"] == "a burden"
    assert answer.sentences[0].startswith(
        "For maestro, the strongest of 2 players, leading the first trick is a burden"
    )
    fall = next(row for row in rows(answer, "in_all") if row["measure"].startswith("score of the lead"))
    assert fall["value"] == pytest.approx(weak["lead"] - strong["lead"]) and fall["value_low"] > 0


def test_first_lead_tells_every_place_of_three():
    answer = analyzer.first_lead(players_are="lowest,spend_trump", players=3, deals=200)
    for player in ("lowest", "spend_trump"):
        places = [row for row in rows(answer, "places") if row["player"] == player]
        assert sum(row["score"] for row in places) == pytest.approx(100)
        assert sum(row["points"] for row in places) == pytest.approx(0, abs=1e-9)


def test_luck_is_split_in_three_and_the_pairs_are_those_of_compare(answers):
    answer = answers["luck"]
    facts = compare("maestro", "spend_trump", deals=300, seed=4).facts
    met = {"players": "maestro and spend_trump"}
    for of in ("points", "who wins"):
        assert sum(
            row["share"] for row in rows(answer, "parts") if (row["players"], row["of"]) == (*met.values(), of)
        ) == (pytest.approx(100))
    assert cell(answer, "evenings", what="a deal, draws being halves", **met)["wins"] / 100 == (
        pytest.approx(facts["score"]["mean"])
    )
    twice = {row["winner"]: 3 * row["share"] for row in rows(answer, "twice") if row["players"] == met["players"]}
    assert sum(twice.values()) == pytest.approx(300)
    assert round(twice["the better one"]) == facts["pairs"][4] and round(twice["the other one"]) == facts["pairs"][0]
    won = facts["wins"] / (facts["wins"] + facts["losses"])
    assert cell(answer, "evenings", what="a deal that is not drawn", **met)["wins"] == pytest.approx(100 * won)
    best = 100 * (won**3 * (1 + 3 * (1 - won) + 6 * (1 - won) ** 2))
    assert cell(answer, "evenings", what="best of 5", **met)["wins"] == pytest.approx(best)


def test_luck_is_told_from_the_better_player_whoever_is_named_first():
    one = analyzer.luck(players_are="lowest,maestro", deals=200)
    two = analyzer.luck(players_are="maestro,lowest", deals=200)
    assert one.sentences == two.sentences
    assert rows(one, "evenings") == rows(two, "evenings")
    assert "maestro, the better one, loses" in one.sentences[0]


def test_luck_between_equals_calls_nobody_better():
    answer = analyzer.luck(players_are="spend_trump:spend_at=4,spend_trump:spend_at=3", deals=100)
    assert "who are too close to call" in answer.sentences[0]
    assert all(row["needed"] is None for row in rows(answer, "needed"))


def test_memory_adds_up_and_is_what_sweep_says(answers):
    answer = answers["memory"]
    steps = [row for row in rows(answer, "steps") if (row["player"], row["against"]) == ("count_cards", "maestro")]
    *single, whole = steps
    assert [row["over"] for row in single] == ["nothing", "trumps", "aces and threes too"]
    assert whole["over"] == "nothing" and whole["setting"] == "every card"
    assert sum(row["gain"] for row in single) == pytest.approx(whole["gain"])
    facts = sweep("count_cards:memory=0", vary="memory=3", against="maestro", deals=150, seed=4).facts
    gain = next(each["gain"] for each in facts["settings"] if each["gain"])
    assert whole["gain"] / 100 == pytest.approx(gain["mean"])


def test_endgame_gains_by_the_games_it_turns(answers):
    answer = answers["endgame"]
    for opponent in ("spend_trump", "count_cards"):
        which = {"player": "endgame", "setting": "the last three", "against": opponent}
        turned = cell(answer, "turned", **which)
        assert turned["another_result"] == pytest.approx(turned["a_better_one"] + turned["a_worse_one"])
        gain = cell(answer, "steps", over="habit", **which)["gain"]
        # A turned game gains a half or a whole.
        assert 0.5 * turned["a_better_one"] - turned["a_worse_one"] <= gain + 1e-9
        assert gain <= turned["a_better_one"] - 0.5 * turned["a_worse_one"] + 1e-9
    perfect = cell(answer, "turned", player="endgame", setting="the last three", against="maestro")
    assert perfect["a_worse_one"] == 0, "against perfect play of the end, perfect play never costs"


def test_opening_hands_of_both_sides_score_one_half(answers):
    hands = rows(answers["opening_hand"], "hands")
    for axis in ("trumps", "points", "highest trump", "place"):
        of = [row for row in hands if row["axis"] == axis and row["share"]]
        assert sum(row["share"] for row in of) == pytest.approx(100)
        assert sum(row["share"] * row["score"] for row in of) / 100 == pytest.approx(50)
        assert sum(row["share"] * row["margin"] for row in of) == pytest.approx(0, abs=1e-9)


def test_the_ace_and_three_of_trumps_make_an_opening_hand():
    answer = analyzer.opening_hand(players_are="spend_trump", deals=10_000)
    assert answer.sentences[0].startswith("What makes an opening hand is the three or the ace of trumps")
    high = cell(answer, "hands", axis="highest trump", **{"class": "the three or the ace"})
    assert high["sure"] == "more" and high["score_low"] > 55
    assert analyzer.opening_hand(players_are="spend_trump,lowest", deals=200).facts["who"] == ["spend_trump", "lowest"]


def test_swapping_both_halves_is_swapping_the_player(answers):
    answer = answers["what_to_lead"]
    facts = compare("maestro", "spend_trump", deals=200, seed=4).facts
    both = cell(answer, "halves", taken="both", against="spend_trump")
    assert both["gain"] / 100 == pytest.approx(facts["score"]["mean"] - 0.5)
    assert both["points"] == pytest.approx(facts["margin"]["mean"])
    leads, answers_ = (
        cell(answer, "halves", taken=f"its {what} alone", against="both") for what in ("leads", "answers")
    )
    more, times = rows(answer, "leads_or_answers")
    assert more["value"] == pytest.approx(leads["gain"] - answers_["gain"])
    assert times["value"] == pytest.approx(leads["gain"] / answers_["gain"])
    assert times["value_low"] < times["value"] < times["value_high"]


def test_a_player_who_differs_in_leads_alone_gains_by_leads_alone():
    answer = analyzer.what_to_lead(players_are="lead_style:style=0,lead_style:style=2", deals=300)
    leads, answers_ = (
        cell(answer, "halves", taken=f"its {what} alone", against="both") for what in ("leads", "answers")
    )
    assert leads["sure"] == "more" and answers_["gain"] == 0 and answers_["gain_low"] == -answers_["gain_high"]
    assert answer.sentences[0].startswith("Leads are worth more than answers:")
    assert answer.facts["times"] is None


def test_thresholds_are_those_of_sweep_and_of_compare(answers):
    answer = answers["trump_threshold"]
    facts = sweep("spend_trump", vary="spend_at=3", against="maestro", deals=60, seed=4).facts
    gain = next(each["gain"] for each in facts["settings"] if each["gain"])
    row = cell(answer, "thresholds", stage="throughout", threshold=3, against="maestro")
    assert row["gain"] / 100 == pytest.approx(gain["mean"])
    fresh = cell(answer, "fresh", what="one threshold, over ten", against="spend_trump")
    single = answer.facts["throughout"]
    played = compare(single, "spend_trump", deals=60, seed=4, first_deal=10**12).facts["score"]["mean"]
    assert fresh["gain"] / 100 == pytest.approx(played - 0.5)
    assert answer.facts["fresh"]["first"] == 10**12
    assert "deals 1000000000000 to 1000000000059; fresh deals" in answer.block[-2]


def test_the_best_threshold_is_that_of_the_largest_gain(answers):
    answer = answers["trump_threshold"]
    for stage, best in answer.facts["best"].items():
        gains = {
            row["threshold"]: row["gain"]
            for row in rows(answer, "thresholds")
            if row["stage"] == stage and row["against"] == "all"
        }
        assert gains[best] == max(gains.values())
        assert gains[10] == 0
    told = ",".join(f"{stage}={answer.facts['best'][stage]}" for stage in ("early", "middle", "late", "gone"))
    assert answer.facts["by_stock"] == f"ration_trump:{told}"


@pytest.mark.parametrize(
    ("best", "rule"),
    [
        ((3, 3, 3, 3), "a trick worth 3 or more throughout"),
        ((0, 0, 0, 0), "any trick throughout"),
        ((2, 2, 10, 3), "a trick worth 2 or more until one third of the stock is left, one worth 10 or more until the "
         "stock is gone and one worth 3 or more after that"),
        ((0, 4, 4, 12), "any trick until two thirds of the stock are left, a trick worth 4 or more until the stock is "
         "gone and no trick after that"),
        ((2, 10, 2, 2), "a trick worth 2 or more until two thirds of the stock are left, one worth 10 or more until "
         "one third of the stock is left and one worth 2 or more after that"),
    ],
)  # fmt: skip
def test_the_rule_in_words(best, rule):
    tried = thresholds.Tried(analyzer.tables.table(), [], None)
    tried.__dict__["best"] = dict(zip(thresholds.STAGES, best, strict=True))
    assert tried.rule() == rule


def test_a_good_rule_is_told_as_one_and_is_flattered_where_it_was_chosen():
    answer = analyzer.trump_threshold(against="maestro,count_cards", deals=2500)
    assert re.match(r"Trump a trick worth \d or more until .*: on fresh deals that gains ", answer.sentences[0])
    assert cell(answer, "fresh", what="by stock, over ten", against="all")["sure"] == "more"
    best = answer.facts["best"]
    assert best["early"] < min(best["late"], 10)


def test_wider_intervals_never_claim_more():
    few, many = (analyzer.memory(against="maestro", deals=deals) for deals in (50, 3000))
    assert "is not surely worth anything" in few.sentences[0]
    assert re.match(r"Remembering every card is worth \d", many.sentences[0])
    for answer in (few, many):
        for row in rows(answer, "steps"):
            assert row["sure"] != "more" or (row["gain_low"] > 0 and row["p"] < 0.05)


def test_mistakes_are_one_sentence():
    fails("luck", "--players", "3", said="luck is asked of tables of 2, 4 or 6, not of 3")
    fails("luck", "--players-are", "maestro", said="--players-are takes 2 to 6 strategies parted by commas, not 1")
    fails("luck", "--players-are", "lowest,lowest", said="--players-are names lowest twice")
    fails("memory", "--against", ",", said="--against takes 1 to 5 strategies parted by commas, and none is named")
    fails("first-lead", "--players-are", "maestr", said="did you mean maestro?")
    fails(
        "what-to-lead", "--players", "4", "--players-are", "lowest+maestro,lowest", said="between players of one kind"
    )
    fails("endgame", "--deals", "0", said="there must be 1 to ")


def test_they_are_commands_with_charts_and_pages(tmp_path):
    words = ("--players-are", "spend_trump,lowest:", "--deals", "60", "--chart", "c.svg", "--html", "p.html")
    done = run("luck", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "again: mazziere luck --players-are spend_trump,lowest: --deals 60 --seed 1"
    assert (tmp_path / "c.svg").exists() and (tmp_path / "c-evenings.svg").exists()
    assert "loses" in (tmp_path / "p.html").read_text()
    told = json.loads(run(*done.stdout.splitlines()[-1].removeprefix("again: mazziere ").split(), "--json").stdout)
    assert told["verdict"] == done.stdout.splitlines()[1]


def test_settings_with_commas_are_one_player():
    answer = analyzer.first_lead(players_are="endgame:solve=0,memory=1,lowest", deals=60)
    assert [row["player"] for row in rows(answer, "leading")] == ["lowest", "endgame:solve=0,memory=1"]


def test_a_lab_counts_branched_games_too():
    from analyzer import match, openings
    from analyzer.fork import Fork

    lab, contest = Lab(50), match.contest("lowest", "lowest")
    fork = Fork(openings.opening, openings.nothing_else, "no other card", openings.BUCKETS)
    seen = []
    lab.rehearse(lambda lab: seen.append(lab.fork(fork, contest)))
    assert seen[0].deals == 0 and lab.account().facts["games"] == 0
    with lab:
        forked = lab.fork(fork, contest, 20)
    assert (forked.deals, sum(forked.decisions)) == (20, 40)
    assert lab.account().facts == {"deals": 20, "games": 20, "seed": 1, "first": 0}
    fresh = Lab(50, domain="fresh").fork(fork, contest)
    assert fresh.first == 10**12 and fresh.decisions != forked.decisions


def test_more_evenings_bring_out_the_better(answers):
    for pair in {row["players"] for row in rows(answers["luck"], "evenings")}:
        by_length = [row["wins"] for row in rows(answers["luck"], "evenings") if row["players"] == pair][1:-1]
        assert all(longer >= shorter for shorter, longer in pairwise(by_length)) or by_length[0] < 50

"""Does `mazziere plan` tell how many deals it takes?  By Wald's formulas, by pilots, and by playing it out."""

import csv
import io
import json
import math
import re
from itertools import combinations

import numpy as np
import pytest
from command_line import BIDDERS, fails, run
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from analyzer import compare, lengths, plan
from analyzer.lengths import Spread, ladder, told_time
from analyzer.likelihood import gaussian_llr, moments
from analyzer.sprt import Sprt
from analyzer.wanted import differences

LAW = np.array([0.05, 0.15, 0.6, 0.15, 0.05])  # of the variance 0.04375
VALUES = np.linspace(0, 1, 5)
RUNS, WALKS, STEPS = 3000, 1500, 5000


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def tilted(mean):
    """The same law with another mean: shares moved from losses to wins."""
    law = LAW * (1 + (mean - 0.5) / 0.04375 * (VALUES - 0.5))
    assert law @ VALUES == pytest.approx(mean)
    return law / law.sum()


# Formulas


def test_walds_numbers():
    facts = plan(variance="0.04375", sprt="0.50,0.51").facts["score"]["test"]
    assert [each["truth"] for each in facts["forecast"]] == pytest.approx([0.5, 0.505, 0.51])
    assert [each["deals"] for each in facts["forecast"]] == [
        digits(2318.745696, 6),
        digits(3793.002895, 6),
        digits(2318.745696, 6),
    ]
    assert [each["h1"] for each in facts["forecast"]] == pytest.approx([0.05, 0.5, 0.95])
    assert facts["fixed"] == digits(4734.701045, 6)


@given(st.floats(1e-4, 0.2), st.floats(0.01, 0.5), st.floats(0.5, 0.99))
def test_a_match_of_fixed_length(difference, sd, power):
    found = lengths.length(Spread("score", sd * sd), difference, power)
    wanted = ((norm.ppf(0.975) + norm.ppf(power)) * sd / difference) ** 2
    assert found.deals == max(2, math.ceil(wanted)) or abs(found.deals - wanted) < 1 + 1e-9 * wanted
    test = Sprt("score", 0.5, 0.5 + difference).forecast(sd * sd)
    # `compare` looks at a test of scores after 64 deals for the first time.
    assert found.test == pytest.approx(max(64, test.lo.blocks))
    assert found.between == pytest.approx(max(64, test.middle.blocks))


def test_a_small_gap_in_winning_takes_some_58_thousand_pairs():
    answer = plan(see="0.2%", variance=0.04375)
    row = next(row for row in answer.facts["score"]["lengths"] if row["difference"] == 0.002)
    assert row["test"] == pytest.approx(57_969, abs=1)
    assert answer.sentences[0] == (
        "to see a win score 0.2 % off the 50 % of equals takes 85,848 deals: so many show it with a probability of "
        "80 %."
    )


# More than can be played


def test_what_takes_too_many_deals_says_what_can_be_seen():
    answer = plan(sd="40%", see="0.00001%")
    facts = answer.facts["score"]
    assert facts["most"] == 10**12
    assert facts["asked"] == [{"difference": 1e-7, "deals": None}]
    least = (norm.ppf(0.975) + norm.ppf(0.8)) * 0.4 / 1e6  # what 10^12 deals show
    assert 0.00011 < 100 * least < 0.00012
    assert answer.sentences[0] == (
        "to see a win score 0.00001 % off the 50 % of equals takes more than the 1,000,000,000,000 deals that can be "
        "played here; so many show one 0.00012 % off the 50 % of equals with a probability of 80 %."
    )
    assert "> 10^12" in str(answer)
    assert not any(re.search(r"\d(,\d{3}){5}", line) for line in answer.block)
    assert answer.drawings == []
    assert [row["difference"] for row in facts["lengths"]] == [5e-7, 2e-7, 1e-7, 5e-8, 2e-8]
    test = plan(sd="20%", sprt="0.5,0.5000001")
    assert "takes more than the 1,000,000,000,000 deals" in test.sentences[0]
    assert [row["difference"] for row in test.facts["score"]["lengths"]] == [5e-7, 2e-7, 1e-7, 5e-8, 2e-8]
    assert "1e" not in str(plan(sd="1e11", see_margin="1e-9")).replace("--sd 1e11", "")


def test_half_of_the_ladder_can_be_played_and_drawn():
    answer = plan(sd="21.7%", see="0.0001%")
    deals = [row["deals"] for row in answer.facts["score"]["lengths"]]
    assert None in deals and any(deals)
    assert len(answer.figures()) == 1


def test_a_test_never_ends_before_its_first_look():
    for given_, first in (({"sd": 0.2, "sprt": "0.5,0.9"}, 64), ({"sd": 11.1, "sprt_margin": "0,20"}, 512)):
        (facts,) = (told for key, told in plan(**given_).facts.items() if key in ("score", "margin"))
        assert [each["deals"] for each in facts["test"]["forecast"]] == [first] * 3
    match = compare("maestro", "lowest", sprt="0.5,0.9", deals=1000)
    assert match.facts["stop"]["at_deal"] == 64


def test_an_sd_that_could_be_of_a_score_is_said_to_be_of_points():
    said = plan(sd=0.4, see_margin=0.5).sentences
    assert said[-1] == "an sd of 0.4 was read as points a game; if it is that of the score, ask with --see 1%."
    assert not any("was read as" in each for each in plan(sd=11.1, see_margin=0.5).sentences)


# Played out


def test_so_many_deals_show_the_difference_as_often_as_said():
    rng = np.random.default_rng(4)
    for power in (0.8, 0.9):
        facts = plan(see="2%", sd=math.sqrt(0.04375), power=power).facts["score"]
        n = facts["asked"][0]["deals"]
        counts = rng.multinomial(n, tilted(0.52), RUNS)
        mean = counts @ VALUES / n
        error = np.sqrt((counts @ VALUES**2 / n - mean**2) / n)
        seen = ((mean - 1.96 * error) > 0.5).mean()
        assert abs(seen - power) < 4 * math.sqrt(power * (1 - power) / RUNS) + 0.005


def test_a_test_takes_as_long_as_said():
    rng = np.random.default_rng(5)
    facts = plan(sd="0.2091650066", sprt="0.50,0.53").facts["score"]["test"]
    for told in facts["forecast"]:
        drawn = rng.choice(VALUES, (WALKS, STEPS), p=tilted(told["truth"]))
        n = np.arange(1, STEPS + 1)
        llr = gaussian_llr(n, drawn.cumsum(axis=1) / n, 0.04375, 0.5, 0.53)
        outside = np.abs(llr) >= math.log(19)
        assert outside.any(axis=1).all()
        ends = outside.argmax(axis=1)
        upper = (llr[np.arange(WALKS), ends] > 0).mean()
        assert 0.97 < (ends.mean() + 1) / told["deals"] < 1.11  # a walk goes a little beyond its bounds
        assert upper == pytest.approx(told["h1"], abs=0.04)


# Pilots


def test_a_pilot_varies_as_the_match_of_the_same_deals():
    answer = plan("spend_trump", "lowest", see="0.5%", see_margin="1", deals=2000, jobs=1)
    match = compare("spend_trump", "lowest", deals=2000).facts
    seen = moments(match["pairs"])
    score, margin = answer.facts["score"], answer.facts["margin"]
    assert score["variance"] == pytest.approx(seen.variance * 2000 / 1999)
    assert margin["sd"] == pytest.approx(match["margin"]["sd"])
    for kind in ("score", "margin"):
        assert answer.facts["pilot"][kind] == {key: match[kind][key] for key in ("mean", "low", "high")}
    assert 0.01 < score["unsure"] < 0.2
    speed = answer.run["deals_per_second"]
    frames = answer.tables_as_frames()
    assert list(frames) == ["scores", "margins"]
    assert frames["scores"]["seconds"].tolist() == pytest.approx((frames["scores"]["deals"] / speed).tolist(), rel=0.01)
    assert answer.command == "mazziere plan spend_trump lowest --see 0.5% --see-margin 1 --deals 2000 --seed 1"
    # Numbers of deals are told to the figures that are known.
    n, unsure = score["asked"][0]["deals"], score["unsure"]
    told = int(re.search(r"takes about ([\d,]+) deals", answer.sentences[0])[1].replace(",", ""))
    assert abs(told - n) < 0.1 * unsure * n
    again = plan("spend_trump", "lowest", see="0.5%", see_margin="1", deals=2000)
    assert again.facts == answer.facts


def test_the_variance_is_known_as_closely_as_said():
    """Of many pilots of 400 deals nineteen in twenty lie within the share that each of them tells, about."""
    rng, hits = np.random.default_rng(6), 0
    for counts in rng.multinomial(400, LAW, 500):
        seen = moments(counts)
        peak = float(counts @ (VALUES - seen.mean) ** 4 / seen.n / seen.variance**2)
        spread = Spread("score", seen.variance, blocks=400, peak=peak)
        hits += abs(seen.variance / 0.04375 - 1) <= spread.unsure
    assert 0.92 <= hits / 500 <= 0.98


def test_where_everybody_is_for_himself_payoffs_are_planned():
    answer = plan("spend_trump", "lowest", players=3, deals=500, sprt_margin="0,1")
    match = compare("spend_trump", "lowest", players=3, deals=500).facts["standings"][0]
    assert answer.facts["margin"]["sd"] == pytest.approx(match["payoff"]["sd"])
    assert answer.facts["pilot"]["margin"]["mean"] == pytest.approx(match["payoff"]["mean"])
    assert "spend_trump among lowest made" in str(answer)
    with pytest.raises(ValueError, match="plan payoffs instead: --see-margin"):
        plan("spend_trump", "lowest", players=3, see="1%")


def test_what_decides_at_a_table_is_planned_unless_something_else_is_asked_for():
    assert "score" in plan("spend_trump", "lowest", deals=300).facts
    assert "margin" in plan("spend_trump", "lowest", deals=300, see_margin=2).facts
    assert "margin" in plan(*BIDDERS, game="chiamata", deals=50).facts


# Words


def test_the_ladder_has_what_was_asked_for_and_round_steps_around_it():
    spread = Spread("score", 0.04)
    assert ladder(spread, [0.002]) == [0.01, 0.005, 0.002, 0.001, 0.0005]
    assert ladder(spread, [0.003]) == [0.01, 0.005, 0.003, 0.002, 0.001]
    assert ladder(spread, []) == [0.05, 0.02, 0.01, 0.005, 0.002]
    assert max(ladder(spread, [0.4])) == 0.4
    assert ladder(Spread("margin", 121.0), [0.5]) == [2.0, 1.0, 0.5, 0.2, 0.1]


def test_times_in_words():
    told = {0.01: "< 0.1 s", 0.42: "0.4 s", 1.52: "1.5 s", 59.6: "60 s", 119: "120 s", 121: "2 min", 5400: "90 min"}
    told |= {10_000: "2.8 h", 86_400: "24 h", 4 * 86_400: "4 days", 400 * 86_400: "400 days", 1e9: "32 years"}
    assert {seconds: told_time(seconds) for seconds in told} == told


def test_differences_as_people_write_them():
    assert differences("0.2%", "--see", "score") == [0.002]
    assert differences("1%, 0.002,1%", "--see", "score") == [0.01, 0.002]
    assert differences(0.002, "--see", "score") == differences((0.002,), "--see", "score") == [0.002]
    assert differences("0.5,2", "--see-margin", "margin") == [2.0, 0.5]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name two for the pilot, or say how much deals vary"),
        (["lowest"], "not of 1: name two"),
        (["lowest", "spend_trump", "maestro", "--players", 3], "not of 3: name two"),
        (["lowest", "spend_trump", "--sd", "0.2"], "leave out one"),
        (["--sd", "0.2", "--variance", "0.04"], "say the same"),
        (["--sd", "11.1", "--see", "1%"], "write --sd 11.1% for per cent, or plan points with --see-margin"),
        (["--variance", "0.3", "--see", "1%"], "at most 0.25"),
        (["--sd", "-1"], "a number above 0"),
        (["--sd", "0.2", "--see", "1%", "--see-margin", "1"], "one at a time"),
        (["--sd", "0.2", "--see", "2"], "did you mean 2%?"),
        (["--sd", "0.2", "--see", "0"], "more than nothing"),
        (["--sd", "0.2", "--see", "much"], "such as 0.2% or 0.002, not 'much'"),
        (["--sd", "11", "--see-margin", "1%"], "differences in points"),
        (["--sd", "0.2", "--power", "2"], "power lies between 0 and 1"),
        (["--sd", "0.2", "--power", "0.1"], "such as 0.8 or 0.9"),
        (["--sd", "0.2", "--sprt", "0.5"], "two numbers LO,HI"),
        (["lowest", "lowest"], "lowest against itself comes out even on every deal"),
        (["lowest", "lowest:a=1"], "it has none"),
        (["spend_trump", "spend_trump:spend_at=10", "--players", 3], "spend_trump against itself comes out even"),
        (["lowest", "maestro", "--deals", 1], "1 deal does not show how much deals vary: play 50 or more"),
        (["lowest", "maestro", "--deals", 49], "49 deals do not show how much deals vary: play 50 or more"),
        (["lowest", "maestro", "--first-deal", 2**53, "--deals", 2], "deals are numbered from 0"),
        (["spend_trump", "spend_trump:spend_at=6", "--deals", 60], "so there is nothing to go by yet: play more with"),
        (["--sd", "0.2", "--deals", 500], "no pilot is played, so --deals would go unheard: leave it out"),
        (["--sd", "11", "--game", "chiamata", "--seed", 2], "so --seed and --game would go unheard: leave them out"),
        (["--variance", "0.04", "--first-deal", 5], "so --first would go unheard"),
        (["--sd", "21.7%", "--see-margin", "0.5"], "--sd 21.7% is of the score: plan that with --see 1%"),
        (["--variance", "4%"], "a number above 0"),
        (["--sd", "nan"], "a number above 0"),
        (["--sd", "0.2", "--see", "0.000001%"], "more than nothing (from 0.00001 % on)"),
        (["lowest", "spend_trump", "--players", 3, "--sprt", "0.5,0.51"], "plan payoffs instead"),
    ],
)
def test_mistakes_get_one_sentence(words, said):
    first = next((k for k, word in enumerate(words) if word.startswith("--")), len(words))
    named = {
        option[2:].replace("-", "_"): value
        for option, value in zip(words[first::2], words[first + 1 :: 2], strict=True)
    }
    with pytest.raises(ValueError) as caught:
        plan(*words[:first], **named)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_mistakes_on_the_command_line():
    fails("plan", "--sd", "0.2", "--see", "2", said="did you mean 2%?")
    fails("plan", said="name two for the pilot")


# On the command line


def test_every_format_and_the_chart(tmp_path):
    words = ["plan", "--sd", "21.7%", "--see", "0.2%,1%", "--power", "0.9", "--sprt", "0.50,0.51"]
    done = run(*words, "--chart", tmp_path / "a.svg")
    assert done.returncode == 0, done.stderr
    facts = json.loads(run(*words, "--json").stdout)
    for each in facts["score"]["asked"]:
        assert f"{each['deals']:,} deals" in done.stdout
        assert f"{each['deals']:,}" in (tmp_path / "a.svg").read_text()
    assert done.stdout.splitlines()[-1] == "again: mazziere plan --sd 21.7% --see 1%,0.2% --power 0.9 --sprt 0.5,0.51"
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout)))
    assert [(float(row["difference"]), int(row["deals"])) for row in rows] == [
        (row["difference"], row["deals"]) for row in facts["score"]["lengths"]
    ]
    assert "| difference | deals |" in run(*words, "--format", "md").stdout


@pytest.mark.parametrize(
    "given_",
    [
        {"sd": 0.2},
        {"sd": 11.1},
        {"sd": 0.2, "see": "40%"},
        {"sd": 0.2, "see": "0.00001"},
        {"variance": 123, "sprt_margin": "-3,-1"},
        {"sd": 0.2, "see": "5%,2%,0.5%,0.1%", "sprt": "0.5,0.51"},
        {"sd": "21.7%", "see": "0.0001%"},
        {"sd": 11.1, "see_margin": 0.5, "sprt_margin": "0,1"},
    ],
)
def test_everything_can_be_drawn(given_):
    answer = plan(**given_)
    (figure,) = answer.figures().values()
    assert "nan" not in answer.json()
    # Nothing is written over anything else, or beyond the edge.
    renderer = figure.canvas.get_renderer()
    words = [text.get_window_extent(renderer) for axes in figure.axes for text in axes.texts]
    assert len(words) >= 2
    for one, other in combinations(words, 2):
        assert not one.overlaps(other)
    for box in words:
        assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1

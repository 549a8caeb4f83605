"""Does `mazziere stats` tell of counts what the match they are from told, and what was published of them?

"fastchess" is its app/tests/elo_test.cpp and sprt_test.cpp, "fishtest" the raw statistics page of one test
(stats/69d3c8dc7c5b3724e29d2712); digits beyond the published ones from running that code.  The others were computed
with scipy and mpmath.
"""

import csv
import io
import itertools
import json
import math

import pytest
from command_line import fails, run
from hypothesis import given, settings
from hypothesis import strategies as st

import analyzer
from analyzer import always_valid, compare, evenings, pasted, planning, stats, stats_, told_counts
from analyzer.sprt import Sprt

OWN = "120,310,1420,390,160"
FISHTEST = "[13, 37, 50, 25, 3]"
LOOKS = ["50,150,600,150,50", "40,160,570,180,50", "45,150,600,145,60", "35,150,590,165,60"]


def digits(number, shown):
    """`number`, right to within half a unit of the last of the digits `shown` after the point, and a hair."""
    return pytest.approx(number, rel=0, abs=0.51 * 10.0**-shown)


def ends(told):
    return told["low"], told["high"]


# Names


def test_the_command_is_stats_and_python_says_stats_with_an_underscore():
    assert stats.__name__ == "analyzer.stats"
    assert analyzer.stats_.__name__ == "stats"
    assert "stats_" in dir(analyzer)
    assert analyzer.compare.__name__ == "compare"
    for name in ("compare_", "stats__", "nothing"):
        with pytest.raises(AttributeError):
            getattr(analyzer, name)
    assert run("stats", OWN).returncode == 0


# Published numbers


def test_own_pairs():
    answer = stats_(OWN, sprt="0.50,0.51", elo=True)
    facts = answer.facts
    assert facts["pairs"] == [120, 310, 1420, 390, 160]
    score = facts["score"]
    assert score["mean"] == pytest.approx(31 / 60)
    assert score["sd"] ** 2 == digits(0.0471376963, 10)
    assert (score["error"], score["t"]) == (digits(0.0044317837, 10), digits(3.760713020, 9))
    assert score["effect"] == digits(0.0767812308, 10)
    assert ends(score) == (digits(0.5079761456, 10), digits(0.5253571877, 10))
    assert facts["test"]["llr"] == digits(5.91473507472, 11)
    assert facts["test"]["llr_from_moments"] == {"log": digits(5.922282224, 9), "gaussian": digits(5.942520265, 9)}
    assert (facts["test"]["lower"], facts["test"]["upper"]) == (digits(-2.944438979, 9), digits(2.944438979, 9))
    assert facts["test"]["verdict"] == "H1"
    assert facts["elo"]["mean"] == digits(11.58547837, 8)
    # Published with the variance of a sample; chess testers divide by n, and so is it told here.
    assert ends(facts["elo"]) == (pytest.approx(5.54591137, abs=2e-3), pytest.approx(17.63205337, abs=2e-3))
    assert "LLR 5.9147, bounds -2.9444 and +2.9444" in str(answer)
    assert stats_(OWN, sprt="0.50,0.505").facts["test"]["llr"] == digits(3.58567326209, 11)


def test_own_margins_and_scores():
    facts = stats_("mean=3.375,sd=3.1594529358,n=8").facts
    margin = facts["margin"]
    assert (margin["error"], margin["t"]) == (digits(1.117035298, 8), digits(3.021390645, 8))
    assert ends(margin) == (digits(0.733631244, 8), digits(6.016368756, 8))
    assert facts["p_value"] == digits(0.0193482847, 9)
    score = stats_("0,0,7,1,0").facts["score"]
    assert (score["mean"], *ends(score)) == (0.53125, digits(0.457355492, 9), digits(0.605144508, 9))


def test_a_shut_out_has_an_interval_and_no_number_that_does_not_exist():
    answer = stats_("0,0,0,0,100", elo=True)
    assert ends(answer.facts["score"]) == (digits(0.9637833074, 10), 1.0)
    assert answer.facts["elo"]["mean"] is None
    assert "Elo above +570, nElo unknown, LOS unknown, as nothing varied" in str(answer)
    assert "nan" not in answer.json()


def test_fastchess_and_fishtest():
    facts = stats_("34,54,63,64,75", elo=True).facts
    assert facts["score"]["mean"] == digits(0.5793103448, 10)
    for key, mean, half in (("elo", 55.57978042, 27.65342951), ("nelo", 57.93559994, 28.27537624)):
        low, high = ends(facts[key])
        assert (facts[key]["mean"], (high - low) / 2) == (digits(mean, 8), digits(half, 8))
    assert facts["los"] == digits(0.9999703930, 10)
    found = stats_(FISHTEST, sprt_nelo="0,4").facts
    assert found["test"]["llr"] == digits(-0.5491245874, 10)
    assert found["nelo"]["mean"] == digits(-63.96807628, 8)
    for counts, option, bounds, llr in (
        ("[365,16618,36229,16974,390]", "sprt_nelo", "0,2", 2.250367704),
        ("[127,4883,10712,5150,104]", "sprt_nelo", "-1.75,0.25", 3.010154197),
        ("[871,26175,55983,26678,821]", "sprt_elo", "0,2", -4.978672863),
        ("[0,0,0,0,5550]", "sprt_nelo", "0,5", 111.797555),
    ):
        assert stats_(counts, **{option: bounds}).facts["test"]["llr"] == digits(llr, 6), counts


def test_the_interval_that_holds_at_every_look():
    answer = stats_(*LOOKS, always_valid=True)
    told = answer.facts["always_valid"]
    assert ends(told) == (digits(0.495195926578, 12), digits(0.521585283751, 12))
    assert told["p"] == digits(2 * math.exp(-2.12776722704), 10)
    assert answer.sentences[0] == "too close to call: the first scores 50.8 % (49.5 to 52.2)."
    whole = stats_(*LOOKS)  # without, they are but added up
    assert whole.facts["pairs"] == answer.facts["pairs"] == [170, 610, 2360, 640, 220]
    assert whole.sentences[0].startswith("the first beats the second")


# There and back


def test_the_pairs_of_a_match_say_what_the_match_said():
    told = compare("spend_trump", "lowest", deals=2000).facts
    found = stats_(told["pairs"]).facts["score"]
    assert (found["mean"], *ends(found)) == (told["score"]["mean"], *ends(told["score"]))
    margin = told["margin"]
    found = stats_(f"mean={margin['mean']!r},sd={margin['sd']!r},n=2000").facts["margin"]
    assert (found["mean"], *ends(found)) == pytest.approx((margin["mean"], *ends(margin)))


def test_a_test_that_has_decided_has_the_same_ratio_here():
    match = compare("spend_trump", "count_cards", sprt="0.45,0.55", deals=20_000)
    stop = match.facts["stop"]
    assert stop["at_deal"] == match.facts["deals"]
    found = stats_(match.facts["pairs"], sprt="0.45,0.55").facts["test"]
    assert (found["llr"], found["verdict"]) == (stop["llr"], stop["verdict"])
    match = compare("spend_trump", "count_cards", sprt_margin="-1,1", deals=20_000)
    margin, n = match.facts["margin"], match.facts["deals"]
    found = stats_([margin["mean"], margin["sd"], n], sprt_margin="-1,1").facts["test"]
    assert (found["llr"], found["verdict"]) == (
        pytest.approx(match.facts["stop"]["llr"]),
        match.facts["stop"]["verdict"],
    )


@pytest.mark.parametrize(
    "given",
    [OWN, f"[{OWN}]", f" ( {OWN.replace(',', ' , ')} ) ", OWN.replace(",", " "), "60,155,710,195,80;60,155,710,195,80"],
)
def test_counts_are_read_as_they_are_pasted(given):
    assert stats_(given).facts["pairs"] == [120, 310, 1420, 390, 160]


def test_counts_may_be_words_numbers_or_several():
    for counts in (
        ["[120,", "310,", "1420,", "390,", "160]"],
        [120, 310, 1420, 390, 160],
        [[120, 310, 1420, 390, 160]],
    ):
        assert stats_(*counts).facts["pairs"] == [120, 310, 1420, 390, 160]
    assert stats_("1k,2k,3M,2k,1k").facts["n"] == 3_006_000
    told = [
        stats_(*given).facts
        for given in (["700,20,280"], ["losses=280,wins=700,draws=20"], ["350,20,140", "350,0,140"])
    ]
    assert told[0] == told[1] == told[2]
    assert stats_("wins=3,losses=1").facts["draws"] == 0
    assert stats_("+3,11,5000").facts["kind"] == stats_("−3,11,5000").facts["kind"] == "margins"
    assert stats_("-0.8,11.1,5000").facts["margin"] == stats_("n=5000,mean=-0.8,sd=11.1").facts["margin"]
    assert stats_("3,11,5000", sprt_margin="0,1").facts["kind"] == "margins"
    assert stats_("3,11,5000").facts["kind"] == "games"


# Laws

cells = st.lists(st.integers(0, 5), min_size=5, max_size=5).filter(any)
counts_of_pairs = st.lists(st.integers(0, 10**6), min_size=5, max_size=5).filter(any)


@given(cells.filter(lambda counts: sum(counts) - counts[2] <= 10))
@settings(max_examples=40, deadline=None)
def test_p_counts_the_signs(counts):
    sizes = [abs(k - 2) for k, count in enumerate(counts) for _ in range(count)]
    total = abs(sum((k - 2) * count for k, count in enumerate(counts)))
    sizes = [size for size in sizes if size]
    flips = list(itertools.product((-1, 1), repeat=len(sizes)))
    hits = sum(abs(sum(s * x for s, x in zip(flip, sizes, strict=True))) >= total for flip in flips)
    assert stats_(counts).facts["p_value"] == pytest.approx(hits / len(flips))


@given(counts_of_pairs)
@settings(max_examples=60, deadline=None)
def test_seen_from_the_other_side(counts):
    one, other = (stats_(each, sprt="0.49,0.51", elo=True) for each in (counts, counts[::-1]))
    assert one.facts["score"]["low"] == pytest.approx(1 - other.facts["score"]["high"], abs=1e-12)
    assert one.facts["test"]["llr"] == pytest.approx(-other.facts["test"]["llr"], abs=1e-4)
    assert one.facts["p_value"] == other.facts["p_value"]
    for answer in (one, other):
        assert "nan" not in answer.json() and "inf" not in answer.json().replace("in_words", "")


@given(st.integers(0, 10**5), st.integers(0, 10**5))
@settings(deadline=None)
def test_games_without_draws_are_bernoulli(wins, losses):
    if not wins + losses:
        return
    # An empty cell counts as a thousandth of a game, so that no law is impossible.
    llr = (wins or 1e-3) * math.log(0.55 / 0.5) + (losses or 1e-3) * math.log(0.45 / 0.5)
    answer = stats_(f"{wins},0,{losses}", sprt="0.5,0.55")
    assert answer.facts["test"]["llr"] == pytest.approx(llr, abs=0.02, rel=1e-3)
    assert "counts of pairs are better" in str(answer)


def test_what_is_still_to_come_is_told_from_where_the_test_stands():
    found = stats_(OWN, sprt="0.5,0.53").facts["test"]
    assert found["verdict"] == "undecided"
    test, variance = Sprt("score", 0.5, 0.53), pasted.read([OWN]).seen.variance
    told = {each["if"]: each for each in found["to_come"]}
    for name, truth in (("H0", 0.5), ("half-way", 0.515), ("H1", 0.53), ("as seen", 31 / 60)):
        plan = test.plan(truth, variance, found["llr"])
        assert (told[name]["h1"], told[name]["deals"]) == (pytest.approx(plan.upper), pytest.approx(plan.blocks))
    assert stats_(OWN, sprt="0.5,0.51").facts["test"]["to_come"] == []


def test_too_close_says_how_many_deals_would_do():
    answer = stats_("mean=-0.8,sd=11.1,n=500")
    needed = planning.blocks_to_see(0.8, 11.1**2)
    assert f"{needed:,} deals in all" in str(answer)
    assert "more " not in str(stats_("mean=-8,sd=11.1,n=500"))


def test_few_deals_prove_nothing():
    for given_ in ("mean=3,sd=0,n=2", "mean=3,n=1", "0,0,1,0,0", "1,0,0", "0,0,0,2,3"):
        said = stats_(given_).sentences[0]
        assert said.startswith(("too close to call: ", "too few deals to call: ")), given_
    assert stats_("0,0,0,2,3").facts["p_value"] == 2 / 2**5  # although Student's interval has no 50 % in it


# Where nothing varied


@pytest.mark.parametrize("n", [2, 5, 6, 40, 3000])
@pytest.mark.parametrize("mean", [3.25, -0.5])
def test_equal_margins_have_no_interval_and_a_verdict_that_agrees_with_p(mean, n):
    answer = stats_(f"mean={mean},sd=0,n={n}")
    margin, p = answer.facts["margin"], answer.facts["p_value"]
    assert (margin["low"], margin["high"], margin["t"], margin["interval"]) == (None,) * 4
    assert p == pytest.approx(2 / 2**n)  # all signs alike, either way
    who = ("first beats the second" if mean > 0 else "second beats the first") + f" by {abs(mean):g} points a game"
    each = f"in every one of {n:,} deals."
    wanted = (
        f"the {who} {each}" if p < 0.05 else f"too few deals to call: the first makes {mean:+g} points a game {each}"
    )
    assert answer.sentences[0] == wanted
    assert "so there is no interval" in answer.sentences[1]
    assert f"margin  {mean:+g} points a game\n" in str(answer)
    assert "(sign-flip test)" in str(answer)


def test_deals_that_all_came_out_even_are_level():
    answer = stats_("mean=0,sd=0,n=40")
    assert answer.sentences[0] == "the two are level: in every one of 40 deals they came out even."
    assert answer.facts["p_value"] == 1


def test_equal_scores_are_ahead_as_soon_as_p_says_so():
    """Chernoff's interval is wider than a test needs where all deals are alike, and does not know how much."""
    said = [stats_(f"0,0,0,{n},0").sentences[0] for n in (5, 6, 20, 40)]
    assert said[0].startswith("too close to call: the first scores 75 %")
    for n, each in ((6, said[1]), (20, said[2])):
        assert each.startswith(f"the first is ahead in every one of {n} deals, by how much is not known: ")
    assert said[3].startswith("the first beats the second, scoring 75 % (")
    assert "the interval is a cautious one" in str(stats_("0,0,0,20,0"))


def test_a_single_deal_has_no_sd():
    answer = stats_("mean=3,n=1")
    assert answer.command == "mazziere stats mean=3,n=1"
    assert answer.facts == stats_("mean=3,sd=0,n=1").facts
    assert answer.facts["margin"]["sd"] is None
    assert answer.sentences[0] == "too few deals to call: the first makes +3 points a game in a single deal."


def test_a_test_says_why_it_says_nothing():
    said = [
        stats_(given_, sprt_margin="0,1").facts["test"]["in_words"]
        for given_ in ("mean=3,sd=0,n=40", "mean=3,sd=4,n=20")
    ]
    assert said[0].startswith("the test says nothing yet: all deals were alike")
    assert said[1] == "the test says nothing yet: these are 20 deals, and it begins with 32"


# Single games


def test_wins_out_of_games_are_a_rate():
    """statsmodels, proportion_confint: wilson, and beta where one cell is empty."""
    answer = stats_("wins=700", "games=1000")
    score = answer.facts["score"]
    assert (score["mean"], score["interval"]) == (0.7, "wilson")
    assert ends(score) == (digits(0.6708761391, 10), digits(0.7275931575, 10))
    assert answer.command == "mazziere stats 700,0,300"
    assert "counts of pairs are better" in str(answer)
    assert "Wilson's interval" in str(answer)
    for given_, wanted in (
        ("wins=50,games=50", (digits(0.9288782635, 10), 1.0)),
        ("losses=50,games=50", (0.0, digits(1 - 0.9288782635, 10))),
    ):
        answer = stats_(given_, elo=True)
        assert (answer.facts["score"]["interval"], ends(answer.facts["score"])) == ("clopper_pearson", wanted)
    assert stats_("14,0,6").facts["score"]["interval"] == "clopper_pearson"
    assert stats_("14,0,7").facts["score"]["interval"] == "wilson"
    assert stats_("700,20,280").facts["score"]["interval"] == "student"
    assert stats_("0,0,0,0,9").facts["score"]["interval"] == "chernoff"
    for given_ in ("wins=700,draws=20,games=1000", "losses=280,draws=20,games=1k", "wins=700,losses=280,draws=20"):
        assert stats_(given_).facts == stats_("700,20,280").facts


@given(st.integers(0, 400), st.integers(0, 400))
@settings(deadline=None)
def test_of_games_without_draws_interval_p_and_verdict_agree(wins, losses):
    if not wins + losses:
        return
    answer = stats_(f"{wins},0,{losses}")
    low, high = ends(answer.facts["score"])
    apart = not low <= 0.5 <= high
    assert apart == (answer.facts["p_value"] < 0.05)
    assert answer.sentences[0].startswith("too close") == (not apart)


# At every look


def test_the_chart_of_every_look_shows_one_kind_of_interval():
    rows = told_counts.ToldCounts(pasted.read(LOOKS), always_valid=True).drawings()[0].draw.keywords["rows"]
    record = [[int(x) for x in look.split(",")] for look in LOOKS]
    assert [row[0] for row in rows] == [
        "after 1,000 deals",
        "after 2,000 deals",
        "after 3,000 deals",
        "after 4,000 deals",
    ]
    for k, row in enumerate(rows, 1):
        seen = always_valid.score(record[:k])
        assert row[1:] == pytest.approx((100 * seen.mean, 100 * seen.low, 100 * seen.high))
    many = told_counts.ToldCounts(pasted.read(["1,2,3,2,1", *["0,0,0,0,0"], *["1,2,3,2,1"] * 29]), always_valid=True)
    shown = [row[0] for row in many.drawings()[0].draw.keywords["rows"]]
    assert len(shown) == told_counts.MANY
    assert shown[-1] == "after 270 deals"
    rows = told_counts.ToldCounts(pasted.read(LOOKS)).drawings()[0].draw.keywords["rows"]
    assert [row[0] for row in rows] == ["all", "part 1", "part 2", "part 3", "part 4"]
    seen = stats.score_from_counts(record[0])
    assert rows[1][1:] == (100 * seen.mean, 100 * seen.low, 100 * seen.high)


# Mistakes

MISTAKES = {
    "1,2": "if they are wins and losses, give 1,0,2; if wins and games, wins=1,games=2",
    "wins=7,games=5": "5 games cannot hold 7 wins",
    "losses=3,draws=3,games=5": "5 games cannot hold 3 losses and 3 draws",
    "wins=2,losses=2,games=5": "2 wins, 0 draws and 2 losses are not 5 games",
    "wins=2": "losses must be given as well, or the number of games",
    "games=2": "wins and losses must be given as well",
    "wins=2,wins=3": "wins is given twice",
    "wins=2,n=3": "did you mean games=3?",
    "mean=3,sd=1,n=1": "a single deal has no sd",
    "3,1e9999999999999999999,5": "'1e9999999999999999999' is no number",
    "1,2,3,4": "an empty one is 0",
    "1,2,3,4,5,6": "6 numbers; give counts of pairs",
    "a,b,c": "'a' is no number: give counts",
    "1,2,3,4,5.5": "'5.5' is none",
    "1,-2,3,4,5": "'-2' is none",
    "wins=4,losses=3,man=3": "did you mean mean?",
    "mean=3,sd=3": "n must be given as well, as in mean=0.8,sd=11.1,n=5000",
    "mean=3,sd=3,n=2.5": "the number of deals is whole",
    "mean=3,sd=-3,n=5": "an sd is a number from 0 up",
    "mean=3,wins=3": "mixes games with margins",
    "mean=3,4,5": "either all numbers have names or none",
    "0,0,0,0,0": "nothing was played",
    "1,2,3 4,5,6,7,8": "the same number of counts",
    "0.8,11,500 0.7,11,500": "cannot be put together",
    "": "nothing to weigh",
}


@pytest.mark.parametrize("given", MISTAKES)
def test_bad_counts_get_one_sentence(given):
    with pytest.raises(ValueError) as caught:
        stats_(given)
    assert MISTAKES[given] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([OWN, "--sprt", "0.51,0.5"], "the lower one first"),
        ([OWN, "--sprt", "0.5,0.51", "--sprt-elo", "0,5"], "are two tests"),
        ([OWN, "--sprt-margin", "0,1"], "know no points: test them with --sprt 0.50,0.51"),
        (["mean=1,sd=9,n=99", "--sprt", "0.5,0.51"], "test these with --sprt-margin 0,1"),
        (["mean=1,sd=9,n=99", "--elo"], "give counts of pairs or of games"),
        ([OWN, "--sprt-nelo", "5,1"], "the lower first, such as 0,5"),
        ([OWN, "--alpha", "0.1"], "say which, with --sprt"),
        (
            [OWN, "--sprt", "0.5,0.51", "--alpha", "0.6", "--beta", "0.3"],
            "alpha is how often the test may be wrong, less",
        ),
        ([OWN, "--best-of", "3"], "pairs do not tell a win and a loss from two draws"),
        (["mean=1,sd=9,n=99", "--best-of", "3"], "margins tell no wins"),
        (["50,20,30", "--best-of", "4"], "an odd number of games, such as 5, not of 4"),
        (["0,20,0", "--best-of", "5"], "every game was drawn"),
        ([OWN, "--always-valid"], "cannot be had from totals: give the counts from look to look"),
        (["mean=1,sd=9,n=99", "--always-valid"], "--until margin=0.5 makes one"),
        ([], "nothing to weigh"),
    ],
)
def test_bad_options_get_one_sentence(words, said):
    given = [word for word in words[:1] if not word.startswith("--")]
    options = words[len(given) :]
    named = {}
    for word, following in zip(options, [*options[1:], "--"], strict=False):
        if word.startswith("--"):
            named[word[2:].replace("-", "_")] = True if following.startswith("--") else following
    with pytest.raises(ValueError) as caught:
        stats_(*given, **named)
    assert said in str(caught.value)


def test_mistakes_on_the_command_line():
    fails("stats", said="nothing to weigh")
    fails("stats", "1,2", said="give 1,0,2")
    fails("stats", OWN, "--sprt", "0.51,0.5", said="the lower one first")
    fails("stats", OWN, "--sprt", "-0.1,0.5", said="such as 0.50,0.51, not -0.1,0.5")


@pytest.mark.parametrize(
    "given",
    [["-3.2,11,500"], ["-3.2,", "11,", "500"], ["mean=-3.2,sd=11,n=500"], ["-3.2 11 500"], ["--", "-3.2,11,500"]],
)
def test_a_mean_below_0_is_no_option(given):
    done = run("stats", "--sprt-margin", "-1,1", "--json", *given)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["margin"]["mean"] == -3.2
    assert (facts["test"]["lo"], facts["test"]["verdict"]) == (-1, "H0")


def test_who_wins_the_best_of_five():
    answer = stats_("500,100,400", best_of=9)
    told = answer.facts["best_of"]
    # p = 5/9; Wilson's interval of 500 of 900 by hand
    assert (told["games"], told["mean"]) == (9, digits(0.6344930947, 10))
    assert ends(told) == tuple(digits(evenings.best_of(9, p), 5) for p in (0.5229238, 0.5877150))
    assert "the first wins the best of 9 games in 63.4 % (55.6 to 70.7)" in str(answer)
    again = answer.command.removeprefix("mazziere stats ").split()
    assert again == ["500,100,400", "--best-of", "9"]


# On the command line


def test_every_format_and_the_chart(tmp_path):
    words = ["stats", "[120,", "310,", "1420,", "390,", "160]", "--sprt", "0.50,0.51"]
    done = run(*words, "--chart", tmp_path / "a.svg")
    assert "LLR 5.9147" in done.stdout
    assert done.stdout.splitlines()[-1] == f"again: mazziere stats {OWN} --sprt 0.5,0.51"
    assert "the first beats the second" in (tmp_path / "a.svg").read_text()
    facts = json.loads(run(*words, "--json").stdout)
    assert facts["test"]["llr"] == digits(5.91473507472, 11)
    rows = {row["measure"]: row for row in csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout))}
    assert float(rows["win score"]["low"]) == facts["score"]["low"]
    assert float(rows["LLR"]["value"]) == facts["test"]["llr"]
    assert "| WL+DD |" in run(*words, "--format", "md").stdout
    assert run(*words, "--html", tmp_path / "a.html").returncode == 0


@pytest.mark.parametrize(
    "given", [[OWN], LOOKS, ["700,20,280"], ["mean=3,sd=0,n=9"], ["mean=3,n=1"], ["0,0,0,0,9"], ["wins=7,games=9"]]
)
def test_everything_can_be_drawn_and_asked_again(given):
    answer = stats_(*given)
    assert len(answer.figures()) == (answer.facts["margin"]["low"] is not None if "margin" in answer.facts else 1)
    again = answer.command.removeprefix("mazziere stats ").split()
    assert stats_(*again).json() == answer.json()

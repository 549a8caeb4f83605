"""Is old advice judged by what was played, in words that say what the tables say?"""

import json
import re

import pytest
from command_line import fails, run
from scipy.stats import norm

from analyzer import claims, match, old_advice, verdicts, wisdom
from analyzer.lab import Lab
from analyzer.standings import holm
from analyzer.stats import Interval
from analyzer.tables import GAMES
from analyzer.wording import interval, p_value

EVERY = [(game, claim) for game in GAMES for claim in claims.claims(game)]
FEW = 200
MINE = '''"""Lead your dearest card.

One leads his dearest card, the other his cheapest.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "my grandfather"
EXPERIMENT = Experiment(
    [Case("lead_style:style=2,by_loads=0", "lead_style:style=0,by_loads=0", "leading high", "leading low")],
    pools=["count_cards"],
    curve=Curve("lead_style:style=2,by_loads=0", "until", (0, 20), "so long"),
)
'''


@pytest.fixture(scope="module")
def all_of_them():
    return wisdom(deals=FEW)


@pytest.fixture(scope="module")
def one():
    return wisdom(claim="E7", deals=FEW)


def bare(answer):
    facts = json.loads(answer.json())
    facts.pop("run")
    return facts


@pytest.mark.parametrize(
    ("game", "claim"),
    [pytest.param(*each, marks=[pytest.mark.slow] if each[0] == "burraco" else []) for each in EVERY],
    ids=[f"{game}-{claim.id}" for game, claim in EVERY],
)
def test_every_claim_says_what_players_say_and_can_be_tested(game, claim):
    assert re.fullmatch(r"E\d+", claim.id) and claim.path.stem.startswith(f"{claim.id}_")
    assert claim.text and not claim.text.endswith(".") and claim.method.endswith(".")
    assert claim.source and "/" not in claim.source
    assert claim.players in GAMES[game].PLAYERS
    lab = Lab(50 if game == "burraco" else FEW)
    tested = claims.test(lab, claim)
    assert tested.verdict in verdicts.VERDICTS
    known = [effect for effect in tested.effects if effect.mean is not None and effect.low is not None]
    assert len(known) >= 2, "against itself without the advice, and against somebody else"
    assert all(effect.low <= effect.mean <= effect.high for effect in known)
    assert len(tested.sentences) >= len(tested.found.weighed) > 0
    for effect in tested.effects:
        assert effect.command.startswith("mazziere ") and f"--deals {lab.deals}" in effect.command
    experiment = getattr(claims.load(claim), "EXPERIMENT", None)
    if experiment is None:
        return
    assert len(known) == len(tested.effects), "what is rare is for test(lab)"
    for case, weighed in zip(experiment.cases, tested.found.weighed, strict=True):
        assert weighed.effects[0].opponent == "", "the same player without the advice comes first"
        assert case.advice != case.without


def test_ids_are_told_once():
    names = [claim.id for _, claim in EVERY]
    assert len(names) == len(set(names))


def test_the_list_has_a_row_for_every_claim(all_of_them):
    table, effects, *_ = all_of_them.tables
    known = [claim.id for claim in claims.claims("briscola")]
    assert [row[0] for row in table.rows] == known
    assert known == sorted(known, key=lambda id: int(id[1:]))
    assert {row[0] for row in effects.rows} == set(known)
    counts = {verdict: [row[6] for row in table.rows].count(verdict) for verdict in verdicts.VERDICTS}
    numbers = [int(word) for word in re.findall(r"\d+", all_of_them.sentences[0])]
    assert numbers == [len(known), *(number for number in counts.values() if number)]
    for row, fact in zip(table.rows, all_of_them.facts["claims"], strict=True):
        assert (fact["id"], fact["claim"], fact["verdict"]) == (row[0], row[1], row[6])


def test_the_chart_of_all_claims_shows_why_each_is_called_so(monkeypatch):
    drawn = []
    monkeypatch.setattr(old_advice.plots, "forest", lambda rows, **words: drawn.extend(rows))
    lab = Lab(FEW)
    tested = [claims.test(lab, claims.find(id, "briscola")) for id in ("E1", "E7", "E16", "E21", "E54")]
    old_advice.overview(tested, "briscola", "")
    for each in tested:
        shown = [row for row in drawn if row.label.startswith(f"{each.claim.id} ")]
        wanted = {"true": [1], "false": [-1], "too close to call": [0], "it depends": [1, -1]}[each.verdict]
        assert sorted(row.sure for row in shown) == sorted(wanted)
        assert all(row.label.endswith(each.verdict) for row in shown)


def numbers_in(text):
    """Numbers with a point, as printed, without their sign; neither settings (`risk=0.1`) nor p-values."""
    return re.findall(r"(?<![=\d.])\d+\.\d+", re.sub(r", p .*", "", text))


def cells_of(answer):
    return [cell for table in answer.tables for row in table.rows for cell in row if isinstance(cell, float | int)]


def found(number, cells):
    """Is the number one of the cells, rounded as it is printed?"""
    digits = len(number.partition(".")[2])
    return any(f"{abs(cell):.{digits}f}" == number for cell in cells)


def test_every_number_in_a_sentence_is_in_a_table(all_of_them, one):
    checked = 0
    deep = [wisdom(claim=claim, deals=FEW) for claim in ("E2", "E6", "E9", "E11", "E15", "E21", "E25", "E53", "E54")]
    deep += [wisdom(claim=claim, game="chiamata", deals=FEW) for claim in ("E28", "E29", "E31")]
    for answer in (all_of_them, one, *deep):
        cells = cells_of(answer)
        told = [*answer.sentences, *(line for line in answer.block if line.startswith("  "))]
        told += [row[7] for row in answer.tables[0].rows] if answer is all_of_them else []
        for sentence in told:
            for number in numbers_in(sentence):
                assert found(number, cells), (number, sentence)
                checked += 1
    assert checked > 200


@pytest.mark.parametrize(("id", "game"), [("E15", "briscola"), ("E29", "chiamata"), ("E31", "chiamata")])
def test_a_claim_that_is_interrupted_before_a_deal_has_nothing_to_say(id, game):
    """In rehearsal nothing is played, as after Ctrl-C: every number is missing, and nothing breaks."""
    seen = []
    Lab(FEW).rehearse(lambda lab: seen.append(claims.test(lab, claims.find(id, game))))
    assert seen[0].verdict == verdicts.UNTESTED
    assert "None" not in " ".join(seen[0].sentences) and "nan" not in " ".join(seen[0].sentences)


def test_a_claim_names_the_command_that_tells_its_numbers():
    lab = Lab(60, seed=4)
    assert claims.told_by(lab, "E53") == "mazziere wisdom --claim E53 --deals 60 --seed 4"
    answer = wisdom(claim="E28", game="chiamata", deals=60, seed=4)
    told = claims.told_by(lab, "E28", "chiamata")
    assert answer.command == told == "mazziere wisdom --claim E28 --game chiamata --deals 60 --seed 4"
    assert {effect["command"] for case in answer.facts["claim"]["cases"] for effect in case["effects"]} == {told}


def test_what_a_factor_is_worth_is_the_mean_over_the_others():
    """E53 from the eight players one by one, at the same deals."""
    found = claims.test(Lab(300), claims.find("E53", "briscola")).found
    lab = Lab(300)
    words = [f"memory={m},trump_price={t},solve={s}" for m in (3, 0) for t in (5.0, 0.0) for s in (3, 0)]
    several = lab.among([f"endgame:{each}" for each in words], [f"endgame:{words[-1]}", "maestro"])
    score = {each: several.mean(f"endgame:{each}", against="maestro").mean for each in words}
    for weighed, on in zip(found.weighed[1:], ("memory=3", "trump_price=5.0", "solve=3"), strict=True):
        halves = [sum(score[each] for each in words if (on in each) == has) / 4 for has in (True, False)]
        assert weighed.effects[1].mean == pytest.approx(100 * (halves[0] - halves[1]))
    (table,) = found.tables
    (row,) = (row for row in table.rows if row[:2] == ["memory and the end", "maestro"])
    both = [
        sum(score[each] * (1 if "memory=3" in each else -1) for each in words if ("solve=3" in each) == has) / 2
        for has in (True, False)
    ]
    assert row[2] == pytest.approx(100 * (both[0] - both[1]))


def test_bids_pay_by_the_points_they_make():
    """E29: a strong suit wins 62, a weak one loses 100, and with the same suit the higher bid wins less often."""
    (wins,) = claims.test(Lab(2000), claims.find("E29", "chiamata")).found.tables
    share = {(row[1], row[2]): row[3] for row in wins.rows if row[0] == "suit_counter"}
    assert share[62, "25-26"] > 80 and share[100, "9-10"] < 5
    for suit in ("13-14", "17-18", "23-24"):
        falling = [share[bid, suit] for bid in (62, 71, 80, 90, 100)]
        assert falling == sorted(falling, reverse=True)


def test_a_row_of_the_list_is_the_claim_in_depth(all_of_them, one):
    (row,) = (fact for fact in all_of_them.facts["claims"] if fact["id"] == "E7")
    assert one.facts["claim"] == row
    assert one.sentences[0].lower().startswith(f"{row['verdict']}: ")
    assert one.tables[1].name == "curve"


def test_numbers_are_those_of_the_commands_named(one):
    first = one.facts["claim"]["cases"][0]["effects"]
    assert first[0]["command"].startswith("mazziere compare hoard_aces:until=1 hoard_aces:until=21 ")
    told = json.loads(run(*first[0]["command"].split()[1:], "--json").stdout)
    assert first[0]["mean"] == pytest.approx(100 * (told["score"]["mean"] - 0.5))
    assert first[0]["low"] == pytest.approx(100 * (told["score"]["low"] - 0.5))
    assert first[1]["against"] == "maestro" and first[1]["command"].startswith("mazziere sweep ")
    told = json.loads(run(*first[1]["command"].split()[1:], "--json").stdout)
    gain = next(each["gain"] for each in told["settings"] if each["gain"])
    assert [first[1][key] for key in ("mean", "low", "high")] == pytest.approx(
        [100 * gain[key] for key in ("mean", "low", "high")]
    )


def test_equal_seeds_give_equal_bytes_on_any_number_of_threads(one):
    again = wisdom(claim="E7", deals=FEW, jobs=1)
    assert bare(again) == bare(one)
    assert list(again.sentences) == list(one.sentences) and again.command == one.command
    assert bare(wisdom(claim="E7", deals=FEW, seed=2)) != bare(one)
    from analyzer.charts import svg

    for name, figure in one.figures().items():
        assert svg(figure) == svg(again.figures()[name])


def test_few_deals_call_nothing_no_difference(all_of_them):
    """200 deals that show nothing may hide 1.5 percentage points: far more than makes no difference."""
    speaks = [
        each["speaks"] for fact in all_of_them.facts["claims"] for case in fact["cases"] for each in case["effects"]
    ]
    assert "unsure" in speaks and "no difference" not in speaks
    (last,) = (fact for fact in all_of_them.facts["claims"] if fact["id"] == "E15")
    assert last["verdict"] == "too close to call"
    assert wisdom(claim="E15", deals=50).facts["claim"]["verdict"] == "too close to call"


def test_every_p_that_is_shown_is_holms(one):
    effects = [each for case in one.facts["claim"]["cases"] for each in case["effects"]]
    fair = [each["p_value"] for each in effects]
    assert fair == holm([each["p_value_alone"] for each in effects])
    assert fair != [each["p_value_alone"] for each in effects]
    table = one.tables[0]
    at = [column.key for column in table.columns].index("p_value")
    assert [row[at] for row in table.rows] == fair
    told = [line.rpartition(", p ")[2] for line in one.block if line.startswith("  ") and ", p " in line]
    assert told == [p_value(p) for p in fair]


def test_bids_that_win_are_told_by_holms_procedure():
    """Of 55 suits two are sure at 0.05 / 55, a third at 0.05 / 53 only, and a fourth at 0.05 alone."""
    module = claims.load(claims.find("E29", "chiamata"))
    suits = list(module.SUITS.values())
    p = {("62", suits[3]): 1e-6, ("62", suits[5]): 8e-4, ("71", suits[6]): 9.3e-4, ("80", suits[7]): 0.02}

    class Seen:
        def value(self, target, worths, of, level):
            error = 0.3 / norm.isf(p.get((target, worths), 0.9) / 2)
            half = error * norm.isf((1 - level) / 2)
            return Interval(0.8, 0.8 - half, 0.8 + half, level)

    surely = module.winners(Seen())
    names = list(module.SUITS)
    assert {key for key, side in surely.items() if side} == {(62, names[3]), (62, names[5]), (71, names[6])}
    assert module.from_where([surely[62, suit] for suit in names]) == f"from {suits[3][0]} on"
    assert module.from_where([surely[80, suit] for suit in names]) == "on none"


def test_claims_are_tried_as_they_are_said():
    """Worthless tricks alone part the two of E10; a plain player, not his opposite, is what E19 is held against."""
    low_trump = claims.load(claims.find("E10", "briscola")).EXPERIMENT.cases[1]
    assert all("spend_at=2," in word for word in (low_trump.advice, low_trump.without))
    under_ace = claims.load(claims.find("E19", "briscola")).EXPERIMENT.cases[0]
    assert match.party(under_ace.without, "briscola") == match.party("throw_away", "briscola")
    assert all("four" in case.doing for case in claims.load(claims.find("E52", "burraco")).EXPERIMENT.cases)
    bids_little = claims.load(claims.find("E26", "chiamata")).EXPERIMENT
    assert bids_little.opponents(bids_little.cases[1]) == [bids_little.cases[1].without]


def test_the_curve_passes_through_the_case(one):
    curve = one.tables[1]
    (free,) = (row for row in curve.rows if row[0] == 1 and row[1] == "maestro")
    effect = one.facts["claim"]["cases"][0]["effects"][1]
    assert free[2:5] == (effect["mean"], effect["low"], effect["high"])
    assert all(row[2] == 0 for row in curve.rows if row[0] == 21)


def test_a_claim_of_ones_own_is_a_file(tmp_path):
    path = tmp_path / "G1_dearest.py"
    path.write_text(MINE)
    answer = wisdom(claim=str(path), deals=2000)
    assert answer.facts["claim"]["verdict"] == "false"
    assert answer.sentences[0].startswith("False: leading high costs ")
    assert f"--claim {path}" in answer.command
    assert "my grandfather" in str(answer)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = ", "line 1: this is no claim: invalid syntax"),
        ("x = 1\n", "has no docstring"),
        ('"""Lead high."""\n', "has no SOURCE"),
        ('"""Lead high."""\nSOURCE = "me"\n', "has neither an EXPERIMENT nor a function test"),
        ('"""Lead high."""\nSOURCE = "me"\nEXPERIMENT = Experimnt()\n', "NameError: name 'Experimnt' is not defined"),
    ],
)
def test_a_file_that_is_no_claim_is_refused(tmp_path, text, said):
    path = tmp_path / "G2_bad.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(said)):
        wisdom(claim=str(path), deals=60)


def test_mistakes_are_one_sentence():
    fails("wisdom", "--claim", "E77", said="there is no claim 'E77' about briscola; did you mean E7?")
    fails("wisdom", "--claim", "no.py", said="there is no file no.py")
    fails("wisdom", "--players", "5", said="5 play chiamata: --game chiamata")
    fails("wisdom", "--game", "brisola", said="did you mean briscola?")
    fails("wisdom", "--claim", "E7", "--players", "4", said="claim E7 is tested at a table of 2, not of 4")


def test_it_is_a_command_with_a_chart_and_a_page(tmp_path):
    done = run("wisdom", "--claim", "e10", "--deals", "300", "--chart", "c.svg", "--html", "p.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("E10: Do not treat all tricks alike")
    assert "numbers mazziere compare " in done.stdout and "\nagain: mazziere wisdom --claim E10" in done.stdout
    assert (tmp_path / "c.svg").exists() and "E10" in (tmp_path / "p.html").read_text()


def test_an_effect_is_told_as_the_interval_allows(all_of_them):
    for fact in all_of_them.facts["claims"]:
        for case in fact["cases"]:
            for effect in case["effects"]:
                seen = verdicts.Effect(effect["mean"], effect["low"], effect["high"], effect["p_value"])
                if effect["speaks"] == "for it":
                    assert effect["low"] > 0
                if effect["speaks"] == "against it":
                    assert effect["high"] < 0
                assert seen.bare in (interval(seen, sign=True), "the same")

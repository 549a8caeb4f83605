"""Does a table where a strategy meets several others say what was found, and no more than the intervals allow?"""

import csv
import json
import re
from itertools import combinations, pairwise, takewhile

import numpy as np
import pytest

from analyzer import chiamata, compare, counting, page, render, round_table
from analyzer.match import Outcome, contest
from analyzer.scores import PAYOFF, RESULT, ROLE, WHOLE
from analyzer.standings import Interval
from analyzer.wording import interval, p_value

BIDDERS = ("random_bidder", "random_bidder:daring=0.6")
THREE = ("spend_trump", "lowest", "random_card")
CHIAMATA = {"game": "chiamata"}


def invented(made, deals, worth, noise=9, seed=1):
    """The rows of deals that nobody played: a column is paid `worth(owners, column)` more or less, with some luck.

    `owners` are the parties that have the columns of a game.  The results follow from the payoffs.
    """
    void = ("tie3", "void") in made.table.rules
    luck = np.random.default_rng(seed)
    plan, columns = made.plan, len(set(made.table.columns))
    rows = np.zeros((deals, plan.games, *made.table.module.ROW), np.int64)
    for deal in range(deals):
        for game, owners in enumerate(plan.owners[plan.kind(made.seed, deal)].tolist()):
            paid = luck.integers(-noise, noise + 1, columns)
            paid += [worth(owners, column) for column in range(columns)]
            paid = columns * paid - paid.sum()
            firsts = paid == paid.max()
            rows[deal, game, PAYOFF, :columns] = paid
            rows[deal, game, RESULT, :columns] = firsts * (0 if void and firsts.sum() > 1 else WHOLE // firsts.sum())
            rows[deal, game, ROLE, :columns] = range(columns)
            if made.table.game == "chiamata":
                rows[deal, game, ROLE] = [1, 2, 0, 0, 0]
    return rows


def findings_of(made, rows):
    """What is found if these are the rows of the match."""
    counter = counting.counter(made)
    counts = counter.blank()
    if len(rows):
        counter.add(counts, rows, 0, len(rows))
    return round_table.findings(made, Outcome(counts, len(rows), 1.0, 1))


def found(names, options, deals, worth, **luck):
    """The findings on invented deals."""
    made = contest(*names, **options)
    return findings_of(made, invented(made, deals, worth, **luck))


def even(owners, column):
    return 0


def better(best, by=3):
    """One party is better than all the others."""
    return lambda owners, column: by * (owners[column] == best)


def odd_one(gains):
    """Whoever sits alone gains so much, by party."""
    return lambda owners, column: gains[owners[column]] * (owners.count(owners[column]) == 1)


SHARE = r"\d+(?:\.\d+)? % \(\d+(?:\.\d+)? to \d+(?:\.\d+)?\)"
UNITS = r"\d+(?:\.\d+)? {} \(-?\d+(?:\.\d+)? to -?\d+(?:\.\d+)?\)"
PAID, MORE = (UNITS.format(unit) for unit in ("units a game", "points"))
# The same with a sign: the middle one's is told, or asked for.
SIGNED = r"{}\d+(?:\.\d+)? {} \([+-]?\d+(?:\.\d+)? to [+-]?\d+(?:\.\d+)?\)"
EITHER = SIGNED.format("[+-]", "units a game")
AHEAD, AHEAD_5 = (SIGNED.format(r"\+", unit) for unit in ("points a game", "units a game"))
TWO, MIXED = THREE[:2], ("spend_trump+lowest", "random_card")
P3, P4, POOL3 = {"players": 3}, {"players": 4}, {"players": 3, "pool": True}
MATCH5 = CHIAMATA | {"match": "first_to=5"}
OTHER = re.escape(BIDDERS[1])
PAR3 = r"; par is 33\.3 %"
AT_PAR3 = r" where par is 33\.3 %"

# What is played, by whom, on how many deals, what everybody is worth: and the sentence that must come of it.
VERDICTS = {
    "among, clear both ways": (
        TWO,
        P3,
        400,
        better(0),
        f"spend_trump beats lowest: alone among lowest it scores {SHARE}, and lowest alone among spend_trump "
        f"scores {SHARE}{PAR3}.",
    ),
    "among, clear the other way": (
        TWO,
        P3,
        400,
        better(1),
        f"lowest beats spend_trump: alone among spend_trump it scores {SHARE}, and spend_trump alone among "
        f"lowest scores {SHARE}{PAR3}.",
    ),
    "among, too close": (
        TWO,
        P3,
        400,
        even,
        f"spend_trump and lowest are too close to call: spend_trump among lowest scores {SHARE}, lowest among "
        f"spend_trump scores {SHARE}{PAR3}.",
    ),
    "among, both gain by being alone": (
        TWO,
        P3,
        400,
        odd_one((3, 3)),
        f"either is better off alone among the other: spend_trump among lowest scores {SHARE}, lowest among "
        f"spend_trump scores {SHARE}{PAR3}.",
    ),
    "among, both lose by being alone": (
        TWO,
        P3,
        400,
        odd_one((-3, -3)),
        f"either is worse off alone among the other: spend_trump among lowest scores {SHARE}, lowest among "
        f"spend_trump scores {SHARE}{PAR3}.",
    ),
    "among, only the first is clear": (
        TWO,
        P3,
        400,
        odd_one((3, 0)),
        f"spend_trump among lowest scores {SHARE}; the other way round it is too close to call: lowest among "
        f"spend_trump scores {SHARE}{PAR3}.",
    ),
    "among, only the second is clear": (
        TWO,
        P3,
        400,
        odd_one((0, -3)),
        f"lowest among spend_trump scores {SHARE}; the other way round it is too close to call: spend_trump "
        f"among lowest scores {SHARE}{PAR3}.",
    ),
    "among, paid": (
        BIDDERS,
        CHIAMATA,
        300,
        better(0),
        f"random_bidder beats {OTHER}: alone among {OTHER} it gains {PAID}, and {OTHER} alone among random_bidder "
        f"loses {PAID}.",
    ),
    "among, paid, too close": (
        BIDDERS,
        CHIAMATA,
        300,
        even,
        f"random_bidder and {OTHER} are too close to call: random_bidder among {OTHER} gets {EITHER}, "
        f"{OTHER} among random_bidder gets {EITHER}.",
    ),
    "among, a match": (
        BIDDERS,
        MATCH5,
        300,
        better(0),
        f"random_bidder beats {OTHER}: alone among {OTHER} it scores {SHARE}, and {OTHER} alone "
        rf"among random_bidder scores {SHARE}; par is 20\.0 %.",
    ),
    "sides": (
        MIXED,
        P4,
        400,
        better(1),
        rf"random_card beats spend_trump\+lowest, scoring {SHARE} and {MORE} more a game.",
    ),
    "sides, too close": (
        MIXED,
        P4,
        400,
        even,
        r"spend_trump\+lowest and random_card are too close to call: "
        rf"spend_trump\+lowest scores {SHARE} over 400 deals.",
    ),
    "orders, ahead of both": (
        THREE,
        P3,
        400,
        better(0),
        f"spend_trump is ahead of (lowest and random_card|random_card and lowest): it scores {SHARE}{AT_PAR3}.",
    ),
    "orders, two ahead of one": (
        THREE,
        P3,
        200,
        better(2, -3),
        f"(spend_trump|lowest) is ahead of random_card: it scores {SHARE}{AT_PAR3}, but not surely ahead of "
        "(lowest|spend_trump).",
    ),
    "orders, too close": (
        THREE,
        P3,
        200,
        even,
        rf"too close to call: \w+ is first and scores {SHARE}{AT_PAR3}, but not surely ahead of \w+ and \w+.",
    ),
    "pool, ahead of all": (
        [*THREE, "throw_away"],
        P3,
        400,
        better(3),
        rf"throw_away is ahead of \w+, \w+ and \w+: it is rated {AHEAD}.",
    ),
    "pool, tied at the top": (
        [*THREE, "throw_away"],
        P3,
        400,
        lambda owners, column: (6, 0, 6, 0)[owners[column]],
        rf"(spend_trump|random_card) is ahead of (lowest and throw_away|throw_away and lowest): it is rated "
        rf"{AHEAD}, but not surely ahead of (random_card|spend_trump).",
    ),
    "pool, too close": (
        TWO,
        POOL3,
        200,
        even,
        rf"too close to call: \w+ is first and is rated {AHEAD}, but not surely ahead of \w+.",
    ),
    "pool, two of them": (TWO, POOL3, 200, better(0), f"spend_trump is ahead of lowest: it is rated {AHEAD}."),
    "pool of a match": (
        BIDDERS,
        MATCH5 | {"pool": True},
        300,
        better(0),
        f"random_bidder is ahead of {OTHER}: it is rated {AHEAD_5}.",
    ),
}


@pytest.mark.parametrize("what", VERDICTS)
def test_the_verdict_is_the_sentence_that_fits(what):
    names, options, deals, worth, said = VERDICTS[what]
    findings = found(names, options, deals, worth)
    assert re.fullmatch(said, findings.verdict), findings.verdict
    assert findings.facts["decided_by"] == ("score" if re.search("scor(es|ing)", said) else "payoff")


@pytest.mark.parametrize("what", [what for what in VERDICTS if "among" in what])
def test_a_clear_verdict_has_par_outside_the_interval_and_an_open_one_has_it_inside(what):
    names, options, deals, worth, said = VERDICTS[what]
    facts = found(names, options, deals, worth).facts
    by = [each[facts["decided_by"]] for each in facts["standings"]]
    sides = [(each["low"] > facts["par"]) - (each["high"] < facts["par"]) for each in by]
    wanted = {
        "clear both ways": [1, -1],
        "clear the other way": [-1, 1],
        "too close": [0, 0],
        "both gain by being alone": [1, 1],
        "both lose by being alone": [-1, -1],
        "only the first is clear": [1, 0],
        "only the second is clear": [0, -1],
        "paid": [1, -1],
        "paid, too close": [0, 0],
        "a match": [1, -1],
    }
    assert sides == wanted[what.partition(", ")[2]]


def test_numbers_in_a_verdict_are_those_of_the_facts():
    findings = found(TWO, P3, 400, better(0))
    told = [float(number) for number in re.findall(r"\d+\.\d+", findings.verdict)]
    one, two = (each["score"] for each in findings.facts["standings"])
    par = findings.facts["par"]
    facts = [one["mean"], one["low"], one["high"], two["mean"], two["low"], two["high"], par]
    assert told == pytest.approx([100 * fact for fact in facts], abs=0.051)
    findings = found(BIDDERS, CHIAMATA, 300, better(1))
    told = [float(number) for number in re.findall(r"(?<=[ (])\d+\.\d+", findings.verdict)]
    one, two = (each["payoff"] for each in findings.facts["standings"])
    gained = [two["mean"], two["low"], two["high"], -one["mean"], -one["high"], -one["low"]]
    assert told == pytest.approx(gained, abs=0.051)


TIES = {
    "among": (TWO, P3, "spend_trump and lowest are level: every deal paid them alike."),
    "chiamata": (BIDDERS, CHIAMATA, f"random_bidder and {BIDDERS[1]} are level: every deal paid them alike."),
    "sides": (MIXED, P4, "spend_trump+lowest and random_card are level: every one of 50 deals came out even."),
    "orders": (THREE, P3, "spend_trump, lowest and random_card are level: every deal paid them alike."),
    "pool": (TWO, POOL3, "spend_trump and lowest are level: every deal paid them alike."),
}


@pytest.mark.parametrize("what", TIES)
def test_only_what_came_out_even_in_every_deal_is_level(what):
    names, options, said = TIES[what]
    assert found(names, options, 50, even, noise=0).verdict == said
    assert found(names, options, 1, even, noise=0).verdict == said.replace("every one of 50 deals", "1 deal")
    assert "level" not in found(names, options, 50, even, noise=1).verdict
    none = found(names, options, 0, even)
    assert none.verdict == f"{' v '.join(names)}: no deal was finished, so there is nothing to say."
    assert none.lines == none.drawings == []
    assert all(each["payoff"]["mean"] is None for each in none.facts["standings"])


def test_one_deal_proves_nothing():
    for names, options in ((TWO, P3), (BIDDERS, CHIAMATA), (MIXED, P4), (THREE, P3), (TWO, POOL3)):
        findings = found(names, options, 1, better(0, 100))
        unsure = "too few deals to say how sure that is" if options == CHIAMATA else "too close to call"
        assert unsure in findings.verdict, findings.verdict
        assert "nan" not in "\n".join([findings.verdict, *findings.lines])


def test_a_block_that_pays_nothing_by_chance_is_not_called_level():
    for names, options in ((TWO, P3), (MIXED, P4), (THREE, P3)):
        made = contest(*names, **options)
        rows = invented(made, 3, even, noise=0)
        wins = made.plan.owners == 0
        rows[:, :, RESULT, : wins.shape[2]] = WHOLE * wins // wins.sum(axis=2)[..., None]
        verdict = findings_of(made, rows).verdict
        assert "level" not in verdict
        assert verdict.startswith(("spend_trump", "too close to call: spend_trump"))


def test_gains_and_losses_that_add_up_to_nothing_are_not_called_level():
    made = contest(*BIDDERS, **CHIAMATA)
    rows = invented(made, 6, even)
    rows[3:] = rows[:3]
    rows[3:, :, PAYOFF] *= -1
    rows[:, :, RESULT] = WHOLE // 5
    findings = findings_of(made, rows)
    assert [each["payoff"]["mean"] for each in findings.facts["standings"]] == [0, 0]
    assert "too close to call" in findings.verdict


def test_where_some_hands_are_void_equals_are_not_called_worse_than_par():
    invention = found(TWO, P3 | {"rules": "tie3=void"}, 2000, even, noise=2)
    assert 0.2 < invention.facts["par"] < 0.3
    assert "too close to call" in invention.verdict
    par = f"; par is {100 * invention.facts['par']:.1f} %."
    assert re.search(rf"scores {SHARE}, lowest among spend_trump scores {SHARE}{re.escape(par)}$", invention.verdict)
    facts = compare("lowest", "lowest", players=3, rules="tie3=void", deals=3000).facts
    assert 0.3 < facts["par"] < 0.3333
    assert [each["score"]["mean"] for each in facts["standings"]] == [facts["par"]] * 2
    assert facts["verdict"].startswith("lowest against itself is level by symmetry")


def test_strategies_that_have_not_all_met_are_not_rated():
    many = [*THREE, "throw_away", "always_win", "keep_trump"]
    answer = compare(*many, players=3, deals=2)
    said = "spend_trump, lowest, random_card, throw_away, always_win and keep_trump have not all met"
    assert answer.facts["verdict"] == f"{said}: more deals are needed to say anything."
    assert (answer.facts["standings"], answer.facts["contrasts"]) == ([], [])
    assert list(answer.figures()) == ["compare"]
    for text in (render.as_csv(answer), render.as_markdown(answer), page.as_html(answer), str(answer)):
        assert not re.search(r"\b(nan|None)\b", text)
    met = compare(*many, players=3, deals=200).facts
    assert len(met["standings"]) == 6
    assert len(met["contrasts"]) == 15


def test_ratings_of_a_pool_add_up_to_nothing_and_its_differences_are_between_them():
    facts = compare(*THREE, "throw_away", players=3, deals=500).facts
    worth = {each["strategy"]: each["rating"]["mean"] for each in facts["standings"]}
    assert sum(worth.values()) == pytest.approx(0, abs=1e-9)
    for each in facts["contrasts"]:
        assert each["mean"] == pytest.approx(worth[each["first"]] - worth[each["second"]])
        assert each["low"] < each["mean"] < each["high"]
        assert 0 <= each["p_value"] <= 1


# Shape of the answer

PROMISED = "game players rules strategies deals games seed first verdict run".split()
PROMISED += "design decided_by par unit standings contrasts roles".split()
ANSWERS = {
    "one among others": (TWO, P3, "one among others", "score", 2, 0, 6),
    "orders": (THREE, P3, "all orders", "score", 3, 3, 9),
    "pool": ([*THREE, "throw_away"], P3, "pool", "payoff", 4, 6, 12),
    "turns": (MIXED, P4, "turns", "score", 2, 0, 4),
    "chiamata": (BIDDERS, CHIAMATA, "one among others", "payoff", 2, 0, 8),
    "chiamata pool": (BIDDERS, CHIAMATA | {"pool": True}, "pool", "payoff", 2, 1, 8),
    "chiamata match": (BIDDERS, MATCH5, "one among others", "score", 2, 0, 8),
}


@pytest.fixture(params=ANSWERS)
def answered(request):
    names, options, *wanted = ANSWERS[request.param]
    return compare(*names, deals=150, **options), wanted


def test_the_json_has_the_promised_shape(answered):
    answer, (design, by, standings, contrasts, roles) = answered
    facts = json.loads(answer.json())
    assert set(facts) == set(PROMISED)
    assert (facts["design"], facts["decided_by"]) == (design, by)
    assert (len(facts["standings"]), len(facts["contrasts"]), len(facts["roles"])) == (standings, contrasts, roles)
    assert facts["games"] % facts["deals"] == 0
    assert facts["par"] == (1 / columns(facts) if by == "score" else 0)
    for each in facts["standings"]:
        told = {"strategy", "among", "score", "payoff", "rating", "p_value", "p_value_of", "variance_reduction"}
        assert set(each) == told
        assert (each["payoff"] is None) == (each["score"] is None) == (design == "pool")
        assert (each["rating"] is None) == (design != "pool")
        assert (each["p_value"] is None) == (design in ("pool", "all orders"))
        if each["rating"]:
            assert set(each["rating"]) == {"mean", "low", "high", "level"}
            assert each["rating"]["low"] < each["rating"]["mean"] < each["rating"]["high"]
        else:
            assert set(each["payoff"]) == {"mean", "low", "high", "level", "sd"}
        assert each["p_value"] is None or 0 <= each["p_value"] <= 1
        assert each["p_value_of"] == (None if each["p_value"] is None else "payoff")
        assert set(each["variance_reduction"]) == {"factor", "low", "high"}
        assert (each["among"] is not None) == (design == "one among others")
        if each["score"]:
            assert set(each["score"]) == {"mean", "low", "high", "level"}
            assert 0 <= each["score"]["low"] <= each["score"]["mean"] <= each["score"]["high"] <= 1
    for each in facts["contrasts"]:
        assert set(each) == {"first", "second", "mean", "low", "high", "level", "p_value"}
    for each in facts["roles"]:
        assert set(each) == {"strategy", "role", "games", "share", "score", "payoff", "sd"}
    assert facts["unit"] == ("units" if facts["game"] == "chiamata" else "points")
    assert facts["verdict"] == answer.block[1] == answer.sentences[0]


def columns(facts):
    """How many sides there are."""
    return {3: 3, 4: 2, 5: 5}[facts["players"]]


def test_the_roles_of_a_strategy_are_all_its_games(answered):
    facts = answered[0].facts
    by_strategy = {}
    for each in facts["roles"]:
        by_strategy.setdefault(each["strategy"], []).append(each)
    in_all = 0
    for rows in by_strategy.values():
        games = sum(row["games"] for row in rows)
        in_all += games
        if games:
            assert sum(row["share"] for row in rows) == pytest.approx(1)
    # In a match of several hands at chiamata nobody keeps a role.
    nobody = facts["game"] == "chiamata" and facts["rules"]["match"] != "single"
    assert in_all == (0 if nobody else columns(facts) * facts["games"])
    paid = sum(row["games"] * row["payoff"] for row in facts["roles"] if row["games"])
    assert paid == pytest.approx(0, abs=1e-6)


def test_the_block_the_tables_and_the_chart_say_the_same(answered):
    answer, _ = answered
    facts, frames = answer.facts, answer.tables_as_frames()
    deciding = [each["rating"] or each["payoff"] for each in facts["standings"]]
    assert frames["standings"]["payoff"].tolist() == [each["mean"] for each in deciding]
    if facts["contrasts"]:
        assert frames["contrasts"]["difference"].tolist() == [each["mean"] for each in facts["contrasts"]]
    assert len(frames["roles"]) == sum(each["games"] > 0 for each in facts["roles"])
    assert list(answer.figures()) == ["compare"]
    text = str(answer)
    for each, decides in zip(facts["standings"], deciding, strict=True):
        name = f"{each['strategy']} among {each['among']}" if each["among"] else each["strategy"]
        line = next(line for line in answer.block[2:] if line.startswith(f"{name} "))
        assert f" {decides['mean']:+.1f}"[:-1] in line
        assert f" {facts['unit']} a game (" in line
        told_p = re.search(r"; p ([^;]+)", line)
        assert (told_p is None) == (each["p_value"] is None)
        assert told_p is None or told_p[1] == p_value(each["p_value"])
        assert ("; luck x" in line) == (each["variance_reduction"]["low"] is not None)
        assert ("sd " in line) == line.count(" a deal") == (each["rating"] is None)
    assert text.count(" over ") == len(facts["contrasts"])
    assert answer.block[-1] == f"again: {answer.command}"
    assert "nan" not in text


def listed(answer, heading):
    """The lines under a heading of the block, to the next line that is not set in."""
    lines = iter(answer.block)
    assert next((line for line in lines if line.startswith(heading)), None), f"there is no heading {heading}"
    return list(takewhile(lambda line: line.startswith("  "), lines))


MANY = [*THREE, "throw_away", "always_win", "keep_trump"]


def test_differences_stand_in_order_of_rank_and_of_many_only_those_between_neighbours():
    for names in (THREE[::-1], [*THREE, "throw_away"][::-1], MANY):
        answer = compare(*names, players=3, deals=500)
        facts = answer.facts
        rated = {each["strategy"]: (each["rating"] or each["score"])["mean"] for each in facts["standings"]}
        order = sorted(rated, key=rated.get, reverse=True)
        assert order != list(rated)
        many = len(names) > 4
        pairs = list(pairwise(order) if many else combinations(order, 2))
        lines = listed(
            answer, "differences between neighbours (the tables hold all pairs);" if many else "differences;"
        )
        assert [tuple(re.match(r"  (\w+) over (\w+) ", line).groups()) for line in lines] == pairs
        gaps = {(each["first"], each["second"]): each for each in facts["contrasts"]}
        assert len(gaps) == len(names) * (len(names) - 1) / 2
        for line, (one, two) in zip(lines, pairs, strict=True):
            turned = (one, two) not in gaps
            gap = gaps[(two, one) if turned else (one, two)]
            mean, low, high = (gap[key] for key in ("mean", "low", "high"))
            told = Interval(-mean, -high, -low, 0.95) if turned else Interval(mean, low, high, 0.95)
            scale, unit = (1, " points a game") if facts["design"] == "pool" else (100, " percentage points")
            assert line.endswith(f"  {interval(told, scale, unit, sign=True)}; p {p_value(gap['p_value'])}")
            assert told.mean >= 0
        standing = [line.split()[0] for line in answer.block[2:] if re.match(r"\w+ +(score \d|[+-]\d)", line)]
        assert standing == order


def test_only_ratings_are_headed_as_such():
    assert "ratings, in points paid above the mean of the pool:" in compare(*TWO, deals=100, **POOL3).block
    five = compare(*BIDDERS, deals=100, pool=True, **CHIAMATA)
    assert "ratings, in units paid above the mean of the pool:" in five.block
    assert not any("ratings" in line for line in compare(*TWO, deals=100, **P3).block)


def test_the_share_of_a_role_is_told_only_where_shares_differ():
    dealt = listed(compare(*THREE, players=3, deals=100), "by place at the table:")
    assert len(dealt) == 9
    assert not any("% of games" in line for line in dealt)
    called = listed(compare(*BIDDERS, deals=100, **CHIAMATA), chiamata.ROLES_ARE)
    shares = [float(re.search(r"(\d+\.\d) % of games", line)[1]) for line in called]
    assert len(shares) == 8
    assert sum(shares) == pytest.approx(200, abs=0.4)


def test_luck_is_left_out_where_it_has_no_interval():
    short = compare(*TWO, deals=1, **P3)
    assert all(each["variance_reduction"]["low"] is None for each in short.facts["standings"])
    assert "luck" not in str(short)
    assert str(compare(*TWO, deals=300, **P3)).count("; luck x") == 2


def test_two_that_are_alike_among_others_are_numbered():
    answer = compare("lowest", "spend_trump", "lowest", players=3, deals=400)
    assert [each["strategy"] for each in answer.facts["standings"]] == ["lowest #1", "spend_trump", "lowest #2"]
    assert answer.block[0].startswith("lowest #1 v spend_trump v lowest #2: ")
    ahead = re.match(r"spend_trump is ahead of (.*): it scores", answer.facts["verdict"])
    assert sorted(ahead[1].split(" and ")) == ["lowest #1", "lowest #2"]
    assert "lowest spend_trump lowest " in answer.command


def test_the_command_asks_for_the_same_again():
    answer = compare(*BIDDERS, deals=100, first_deal=7, pool=True, rules="tie60=draw", seed=11, **CHIAMATA)
    options = "--deals 100 --first 7 --seed 11 --pool --game chiamata --rules tie60=draw"
    assert answer.command == f"mazziere compare {' '.join(BIDDERS)} {options}"


def test_roles_at_chiamata_are_those_of_the_saved_rows(tmp_path):
    path = tmp_path / "games.csv"
    facts = compare(*BIDDERS, deals=100, save=str(path), **CHIAMATA).facts
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for each in facts["roles"]:
        paid = [
            int(row[f"payoff_{seat}"])
            for row in rows
            for seat in range(5)
            if row[f"seat_{seat}"] == each["strategy"] and row[f"role_{seat}"] == each["role"]
        ]
        assert each["games"] == len(paid)
        assert each["payoff"] == pytest.approx(np.mean(paid))
        assert each["sd"] == pytest.approx(np.std(paid, ddof=1))
        in_all = sum(other["games"] for other in facts["roles"] if other["strategy"] == each["strategy"])
        assert each["share"] == pytest.approx(len(paid) / in_all)


def test_two_deals_that_paid_the_same_prove_nothing():
    """Their interval has no width, but random signs would do the same every second time."""
    for seed in range(40):
        facts = compare("timid", "random_bidder", game="chiamata", deals=2, seed=seed).facts
        sure = [each for each in facts["standings"] if each["p_value"] < 0.05]
        assert sure or "too close to call" in facts["verdict"] or "are level" in facts["verdict"]

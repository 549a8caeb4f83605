"""Does a league say of every pairing what a comparison of the two says, and rate them all by it?"""

import json
import re
from dataclasses import replace
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from analyzer import compare, league, match, roster, tables
from analyzer.evolution import alpha_rank
from analyzer.intervals import z_quantile
from analyzer.match import Match
from analyzer.scores import PAYOFF

WHERE = {
    "2": ("spend_trump lowest random_card count_cards", {}),
    "2, match": ("spend_trump lowest random_card", {"match": "best_of=3"}),
    "4": ("spend_trump lowest load_partner", {"players": 4, "rules": "signals=on"}),
    "4, a+b": ("spend_trump+lowest lowest random_card", {"players": 4}),
    "burraco": ("meld_all random_move stock_only", {"game": "burraco"}),
    "burraco, match": ("meld_all pile_taker stock_only", {"game": "burraco", "match": "full"}),
}
ALL = len(roster.names("briscola"))
POOLS = {
    "3": ("spend_trump lowest random_card count_cards", {"players": 3}),
    "5": ("random_bidder timid random_bidder:daring=0.6", {"game": "chiamata"}),
}
DEALS = 400


def bare(answer):
    """The JSON without what may differ."""
    found = json.loads(answer.json())
    del found["run"]
    return found


def deals_of(what):
    return 120 if what.startswith("burraco") else DEALS


@pytest.mark.parametrize("what", WHERE)
def test_a_pairing_is_what_a_comparison_of_the_two_says(what):
    names, options = WHERE[what]
    facts = league(*names.split(), deals=deals_of(what), seed=9, **options).facts
    assert facts["decided_by"] == ("points" if what == "burraco" else "score")
    assert len(facts["pairings"]) == len(list(combinations(names.split(), 2)))
    for each in facts["pairings"]:
        two = compare(each["first"], each["second"], deals=deals_of(what), seed=9, **options).facts
        if "standings" in two:  # partners of two kinds
            score, points = (two["standings"][0][key] for key in ("score", "payoff"))
        else:
            score, points = two["score"], two["margin"]
        for mine, other in ((each["score"], score), (each["points"], points)):
            assert mine["mean"] == pytest.approx(other["mean"], abs=1e-12)
            if 0.02 < score["mean"] < 0.98:
                assert mine["low"] == pytest.approx(other["low"], abs=0.05 * (other["high"] - other["low"]))
                assert mine["high"] == pytest.approx(other["high"], abs=0.05 * (other["high"] - other["low"]))


def blocks(names, deals, seed):
    """What the first of every pair scores on every deal, played in a match of the two: [deal, pair]."""
    columns = []
    for one, two in combinations(names, 2):
        contest = match.contest(one, two, seed=seed)
        match.prepare(contest)
        kept = []
        match.play(contest, deals, jobs=1, save=lambda number, rows: kept.append(rows.copy()))  # noqa: B023
        rows = np.concatenate(kept)
        columns.append((rows[:, 0, 0, 0] + rows[:, 1, 0, 1]) / 120)
    return np.stack(columns, axis=1)


def test_ratings_and_their_errors_are_those_of_the_deals_one_by_one():
    names = WHERE["2"][0].split()
    facts = league(*names, deals=2000, seed=3).facts
    values = blocks(names, 2000, 3) - 0.5
    pairs = list(combinations(range(4), 2))
    z = z_quantile(0.975)
    for each in facts["ratings"]:
        k = names.index(each["strategy"])
        sign = np.array([(k == i) - (k == j) for i, j in pairs])
        rating = values @ sign / 4  # of every deal
        error = rating.std(ddof=1) / sqrt(2000)
        assert each["rating"]["mean"] == pytest.approx(rating.mean(), abs=1e-12)
        assert each["rating"]["error"] == pytest.approx(error, rel=1e-9)
        assert each["rating"]["high"] - each["rating"]["mean"] == pytest.approx(z * error, rel=1e-9)
        assert each["score"]["mean"] == pytest.approx(0.5 + (values @ sign).mean() / 3, abs=1e-12)
    for gap in facts["differences"]:
        one, two = (names.index(gap[key]) for key in ("first", "second"))
        sign = np.array([(one == i) - (one == j) - (two == i) + (two == j) for i, j in pairs])
        by_deal = values @ sign / 4
        assert gap["mean"] == pytest.approx(by_deal.mean(), abs=1e-12)
        half = z * by_deal.std(ddof=1) / sqrt(2000)
        assert gap["high"] - gap["mean"] == pytest.approx(half, rel=1e-9)


def test_the_order_the_ranks_and_the_verdict_follow_from_the_ratings():
    facts = league(*WHERE["2"][0].split(), deals=1000).facts
    ratings = facts["ratings"]
    means = [each["rating"]["mean"] for each in ratings]
    assert means == sorted(means, reverse=True)
    assert sum(means) == pytest.approx(0, abs=1e-12)
    assert [each["rank"] for each in ratings] == [1, 2, 3, 4]
    place = {each["strategy"]: each["ranks"] for each in ratings}
    for each in facts["differences"]:
        one, two = place[each["first"]], place[each["second"]]
        if each["p_value"] <= 0.05:
            better, worse = (one, two) if each["mean"] > 0 else (two, one)
            assert better[0] < worse[0]
            assert better[1] < worse[1]
    assert ratings[0]["strategy"] == "count_cards"
    assert ratings[0]["ranks"] == [1, 1]
    assert facts["verdict"].startswith("count_cards is ahead of all 3 others: it scores ")
    assert ratings[0]["nash"]["share"] == 1
    assert ratings[0]["nash"]["support"] == 1
    assert all(each["nash"]["skill"] < 0 for each in ratings[1:])


@pytest.mark.parametrize("what", POOLS)
def test_where_everybody_is_for_himself_it_is_the_pool(what):
    names, options = POOLS[what]
    facts = league(*names.split(), deals=DEALS, seed=4, **options).facts
    pool = compare(*names.split(), deals=DEALS, seed=4, pool=True, **options).facts
    assert facts["design"] == pool["design"] == "pool"
    assert facts["pairings"] == []
    assert facts["cycles"] is None
    assert facts["unit"] == ("points a game" if what == "3" else "units a game")
    mine = {each["strategy"]: each for each in facts["ratings"]}
    for each in pool["standings"]:
        found = mine[each["strategy"]]["rating"]
        assert {key: found[key] for key in ("mean", "low", "high", "level")} == each["rating"]
        assert found["mean"] - 2 * found["error"] == pytest.approx(found["low"], rel=0.02, abs=0.01)
        assert mine[each["strategy"]]["nash"] is None
    assert facts["differences"] == pool["contrasts"]
    shares = [each["score"]["mean"] for each in facts["ratings"]]
    assert all(0 < share < 1 for share in shares)


def shares_of_time(names, deals, seed, **options):
    """How long imitators play each, from the games one by one."""
    whole = match.contest(*names, seed=seed, pool=True, **options)
    contest = replace(whole, pairs=tuple(combinations(range(len(names)), 2)))
    match.prepare(contest)
    kept, players, size = [], contest.table.players, len(names)
    match.play(contest, deals, jobs=1, save=lambda number, rows: kept.append(rows.copy()))
    found = {}  # of a mixture in one arrangement: what each who plays `mine` is paid, game by game
    for deal, games in enumerate(np.concatenate(kept)):
        line_up = [contest.plan.seating(seed, deal, game) for game in range(players)]
        arrangement = min(map(tuple, line_up))
        for game, row in zip(line_up, games, strict=True):
            for seat, mine in enumerate(game):
                found.setdefault((arrangement, mine), []).append(row[PAYOFF, seat])
    paid = np.zeros((players, size, size))
    for mine in range(size):
        for other in set(range(size)) - {mine}:
            for many in range(1, players):
                means = [
                    np.mean(each)
                    for (line_up, who), each in found.items()
                    if who == mine and line_up.count(mine) == many and line_up.count(other) == players - many
                ]
                assert len(means) == (1 if players == 3 or many in (1, 4) else 2)
                paid[many - 1, mine, other] = np.mean(means)
    return alpha_rank(paid)


@pytest.mark.parametrize("what", POOLS)
def test_how_long_imitators_play_each_follows_from_the_tables_of_two(what):
    names, options = POOLS[what]
    answer = league(*names.split(), deals=DEALS, seed=4, alpha_rank=True, **options)
    facts = answer.facts
    assert facts["imitators"] == {"people": 50, "alpha": 1}
    times = {each["strategy"]: each["time"] for each in facts["ratings"]}
    expected = shares_of_time(names.split(), DEALS, 4, **options)
    assert [times[name]["mean"] for name in names.split()] == pytest.approx(expected, abs=1e-9)
    assert sum(expected) == pytest.approx(1)
    assert all(0 <= each["low"] <= each["mean"] <= each["high"] <= 1 for each in times.values())
    assert any(each["low"] < each["high"] for each in times.values())
    (line,) = [line for line in answer.block if line.startswith("time    that 50 imitators play each (alpha-Rank, ")]
    assert max(times, key=lambda name: times[name]["mean"]) == line.split(": ")[1].split()[0]
    assert "--alpha-rank" in answer.command
    assert "mixed by twos in every way" in answer.block[0]
    plainly = league(*names.split(), deals=DEALS, seed=4, **options).facts
    assert "time" not in plainly["ratings"][0]
    assert "imitators" not in plainly


def test_with_many_deals_the_one_that_is_paid_most_is_imitated():
    facts = league("lowest", "spend_trump", "random_card", players=3, deals=3000, alpha_rank=True).facts
    best = facts["ratings"][0]
    assert best["strategy"] == "spend_trump"
    assert best["time"]["low"] > 0.999


def test_too_few_deals_tell_nothing_of_imitators():
    answer = league("lowest", "spend_trump", "random_card", players=3, deals=8, alpha_rank=True)
    assert all(each["ranks"] == [1, 3] for each in answer.facts["ratings"])
    assert answer.facts["verdict"].startswith("too few deals to be sure of anything: after 8 deals ")
    assert "time    too few deals to tell how long imitators play each (alpha-Rank)" in answer.block
    assert not any("%)" in line for line in answer.block)


@pytest.mark.parametrize("what", ["2", "4, a+b", "burraco", "3", "5"])
def test_threads_and_chunks_change_nothing(what):
    names, options = (WHERE | POOLS)[what]
    made = [league(*names.split(), deals=150, **options, **how) for how in ({"jobs": 1}, {"jobs": 2, "chunk": 11}, {})]
    assert len({json.dumps(bare(each)) for each in made}) == 1
    assert len({each.command for each in made}) == 1


@pytest.mark.parametrize("what", ["2", "burraco", "5"])
def test_the_command_plays_it_again(what):
    names, options = (WHERE | POOLS)[what]
    answer = league(*names.split(), deals=130, first_deal=17, seed=8, **options)
    words = answer.command.split()
    assert words[:2] == ["mazziere", "league"]
    assert "--pool" not in words
    told = dict(zip(words[2 + len(names.split()) :: 2], words[3 + len(names.split()) :: 2], strict=True))
    again = league(
        *words[2 : 2 + len(names.split())],
        deals=told["--deals"],
        first_deal=told["--first"],
        seed=told["--seed"],
        game=told.get("--game", "briscola"),
    )
    assert bare(again) == bare(answer)


def test_elo_is_that_of_bradley_and_terry_and_weights_make_a_little_difference():
    names = WHERE["2"][0].split()
    plainly, more = league(*names, deals=1000), league(*names, deals=1000, elo=True, weights="variance")
    assert "elo" not in plainly.facts["ratings"][0]
    assert more.command.endswith("--deals 1000 --elo --weights variance --seed 1")
    strength = {each["strategy"]: each["elo"]["mean"] for each in more.facts["ratings"]}
    assert sum(strength.values()) == pytest.approx(0, abs=1e-9)
    for name in names:  # every total score is what the model expects of it
        met = [each for each in more.facts["pairings"] if name in (each["first"], each["second"])]
        got = sum(m["score"]["mean"] if m["first"] == name else 1 - m["score"]["mean"] for m in met)
        model = sum(1 / (1 + 10 ** ((strength[other] - strength[name]) / 400)) for other in names if other != name)
        assert got == pytest.approx(model, abs=1e-9)
    ratings = [
        {each["strategy"]: each["rating"]["mean"] for each in answer.facts["ratings"]} for answer in (plainly, more)
    ]
    assert ratings[0] != ratings[1]
    assert ratings[0] == pytest.approx(ratings[1], abs=0.02)
    assert more.facts["weights"] == "variance"


def test_all_are_the_strategies_of_the_game_beside_those_named():
    facts = league("random_bidder:daring=0.6", "timid", every=True, game="chiamata", deals=50).facts
    names = [each["strategy"] for each in facts["strategies"]]
    assert names[:2] == ["random_bidder:daring=0.6", "timid"]
    assert names[2:] == [name for name in roster.names("chiamata") if name != "timid"]


def test_one_name_twice_is_numbered_and_found_to_be_alike():
    facts = league("spend_trump", "lowest", "spend_trump", deals=200).facts
    assert [each["strategy"] for each in facts["strategies"]] == ["spend_trump #1", "lowest", "spend_trump #2"]
    assert facts["alike"] == [["spend_trump #1", "spend_trump #2"]]
    first, second, _ = facts["ratings"]
    assert first | {"strategy": ""} == second | {"strategy": ""}
    assert (first["rank"], first["ranks"], first["nash"]["share"]) == (1, [1, 2], 0.5)
    two = league("random_card", "random_card", deals=200)
    assert [each["strategy"] for each in two.facts["ratings"]] == ["random_card #1", "random_card #2"]
    assert two.facts["verdict"] == "random_card #1 and random_card #2 are level: every deal came out even."
    assert two.facts["pairings"][0]["p_value"] == 1


@pytest.mark.parametrize("weights", ["equal", "variance"])
def test_strategies_that_play_alike_are_told_as_equals_and_change_nothing_for_the_others(weights):
    """Between two nobody has a partner, and whoever differs from spend_trump by partners alone plays like it."""
    alike, others = ["spend_trump", "load_partner", "sit_behind"], ["random_card", "lowest"]
    answer = league("random_card", *alike, "lowest", deals=350, elo=True, weights=weights)
    facts = answer.facts
    assert facts["alike"] == [alike]
    assert len({json.dumps(each | {"strategy": ""}) for each in facts["ratings"][:3]}) == 1
    assert [each["rank"] for each in facts["ratings"]] == [1, 1, 1, 4, 5]
    assert facts["verdict"].startswith(
        "spend_trump, load_partner and sit_behind are level and ahead of both others: they"
    )
    assert re.search("; the nearest, (lowest|random_card), is rated ", facts["verdict"])
    texts = [line.split()[3:] for line in answer.block if line.split()[0] == "1" and "±" in line]
    assert len(texts) == 3
    assert texts[0] == texts[1] == texts[2]
    alone = league(*others, "spend_trump", deals=350).facts
    for key in ("q", "degrees_of_freedom", "p_value"):
        assert facts["cycles"][key] == pytest.approx(alone["cycles"][key], rel=1e-6)
    nash = {each["strategy"]: each["nash"] for each in alone["ratings"]}
    for each in facts["ratings"]:
        as_one = nash["spend_trump" if each["strategy"] in alike else each["strategy"]]
        assert each["nash"]["share"] == pytest.approx(as_one["share"] / (3 if each["strategy"] in alike else 1))
        assert each["nash"]["support"] == as_one["support"]


def test_from_one_stock_it_is_another_game():
    names = WHERE["2"][0].split()
    streams, stock = (league(*names, deals=100, shared_stock=shared) for shared in (False, True))
    assert stock.facts["rules"] == streams.facts["rules"] | {"shared_stock": "on"}
    assert bare(stock) == bare(league(*names, deals=100, rules="shared_stock=on"))
    assert "shared_stock=on" in stock.command
    assert stock.facts["ratings"] != streams.facts["ratings"]


def test_parameters_and_files_have_names_of_their_own(tmp_path):
    source = roster.find("spend_trump").source
    for folder in ("mine", "yours"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "trumper.py").write_text(source, encoding="utf-8")
    paths = [str(tmp_path / folder / "trumper.py") for folder in ("mine", "yours")]
    answer = league(*paths, f"{paths[0]}:spend_at=2", "spend_trump:spend_at=4", deals=120)
    names = [each["strategy"] for each in answer.facts["strategies"]]
    assert names == [*paths, "trumper:spend_at=2", "spend_trump:spend_at=4"]
    assert answer.facts["strategies"][2]["members"] == [{"name": "trumper", "parameters": {"spend_at": 2}}]
    assert answer.command.startswith(
        f"mazziere league {paths[0]} {paths[1]} {paths[0]}:spend_at=2 spend_trump:spend_at=4 "
    )
    assert answer.facts["alike"][0] == paths


def test_resumed_it_ends_as_if_it_had_never_stopped(tmp_path):
    names = WHERE["2"][0].split()
    path = str(tmp_path / "league.state")
    league(*names, deals=150, state=path, chunk=20)
    league(*names, deals=170, state=path, jobs=2)
    again = league(*names, deals=400, state=path)
    once = league(*names, deals=400)
    assert bare(again) == bare(once)
    assert again.block[:-2] == once.block[:-2]
    assert again.command == once.command
    with pytest.raises(ValueError, match="strategy 1 is spend_trump there and lowest here"):
        league(*names[1:], deals=400, state=path)
    with pytest.raises(ValueError, match="seed"):
        league(*names, deals=400, state=path, seed=2)


@pytest.mark.parametrize("what", ["2", "4, a+b", "3", "3, alpha-Rank"])
def test_leagues_of_other_deals_are_merged(what, tmp_path):
    from analyzer import merge

    names, options = (WHERE | POOLS)[what.partition(", alpha")[0]]
    options = options | ({"alpha_rank": True} if "alpha" in what else {})
    paths = [str(tmp_path / f"{k}.state") for k in range(2)]
    league(*names.split(), deals=120, first_deal=30, state=paths[0], **options)
    league(*names.split(), deals=80, first_deal=150, state=paths[1], **options)
    once = league(*names.split(), deals=200, first_deal=30, **options)
    assert bare(merge(*reversed(paths))) == bare(once)


def test_a_contest_says_what_it_is_even_where_nothing_can_be_said():
    one = league("spend_trump", "lowest", deals=1)
    assert one.facts["ratings"] == []
    assert one.drawings == []
    assert "1 deal cannot rate spend_trump and lowest" in one.facts["verdict"]
    few = league("spend_trump", "lowest", "random_card", deals=99)
    assert few.facts["verdict"].startswith("too few deals to be sure of anything: after 99 deals spend_trump is first")
    assert all(each["ranks"] == [1, 3] for each in few.facts["ratings"])
    assert all(each["rating"]["low"] is None for each in few.facts["ratings"])
    assert all((each["p_value"], each["beats"]) == (1, 0) for each in few.facts["pairings"])
    assert few.drawings[0].figure() is not None


@pytest.mark.parametrize(
    ("names", "how", "said"),
    [
        ("spend_trump", {}, "two strategies or more: name them, or all there are with --all"),
        ("", {}, "two strategies or more"),
        ("spend_trum lowest", {}, "did you mean spend_trump"),
        ("lowest random_card", {"weights": "eqal"}, "did you mean equal"),
        ("lowest random_card", {"players": 3, "elo": True}, "--elo is for pairings"),
        ("lowest random_card", {"players": 3, "weights": "variance"}, "--weights is for pairings"),
        (
            "",
            {"every": True, "players": 3},
            f"a league is of 8 strategies at most, not {len(roster.names('briscola'))}",
        ),
        (" ".join(f"spend_trump:spend_at={k}" for k in range(33)), {}, "^a league is of 32 strategies at most, not 33"),
        ("lowest+random_card lowest", {}, "a side here has 1"),
        ("lowest+random_card lowest", {"players": 3}, "has no fixed partners"),
        ("lowest random_card", {"alpha_rank": True}, "--alpha-rank is for tables where everybody may be for himself"),
        ("meld_all stock_only", {"alpha_rank": True, "game": "burraco"}, "--alpha-rank is for tables where everybody"),
        ("lowest random_card", {"deals": 0}, "1 to"),
        ("lowest random_card", {"first_deal": 2**53}, "no deal"),
        ("lowest random_card", {"players": 5}, "5 play chiamata"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(names, how, said):
    with pytest.raises(ValueError, match=said):
        league(*names.split(), **{"deals": 10} | how)


def test_the_largest_league_is_seated():
    names = [f"spend_trump:spend_at={k}" for k in range(32)]
    parties = tuple(match.party(name, "briscola") for name in names)
    contest = Match(tables.table(), parties, 1, pairs=tuple(combinations(range(32), 2)))
    assert contest.plan.games == 2 * 496

"""Does `compare` answer alike however it is asked, say what it refuses, and find equals to be equal?"""

import json

import numpy as np
import pytest
from every_match import MATCHES

from analyzer import compare, roster
from analyzer.roster import StrategyError

DEALS = 3000


def test_swapping_the_names_turns_the_result_round():
    ahead = compare("spend_trump", "lowest", deals=DEALS).facts
    behind = compare("lowest", "spend_trump", deals=DEALS).facts
    assert ahead["pairs"] == behind["pairs"][::-1]
    assert ahead["score"]["mean"] == pytest.approx(1 - behind["score"]["mean"], abs=1e-15)
    assert ahead["margin"]["mean"] == -behind["margin"]["mean"]
    assert (ahead["wins"], ahead["draws"], ahead["losses"]) == (behind["losses"], behind["draws"], behind["wins"])


@pytest.mark.parametrize("what", ["3", "3, orders", "4, a+b", "6, a+b+c", "5", "5, match"])
def test_the_order_of_the_names_changes_nothing_where_more_than_two_meet(what):
    names, options = MATCHES[what]
    one = compare(*names.split(), deals=300, **options).facts
    two = compare(*names.split()[::-1], deals=300, **options).facts
    for key in ("score", "payoff", "p_value", "variance_reduction"):
        assert [each[key] for each in one["standings"]] == [each[key] for each in two["standings"][::-1]], key
    assert one["par"] == two["par"]
    gaps = {(each["first"], each["second"]): (each["mean"], each["low"], each["high"]) for each in one["contrasts"]}
    for each in two["contrasts"]:
        turned = (-each["mean"], -each["high"], -each["low"])
        assert gaps.pop((each["second"], each["first"])) == pytest.approx(turned, abs=1e-12)
    assert not gaps


SAME = {
    "2": ("random_card", 2, {}),
    "4": ("random_card", 2, {"players": 4}),
    "6": ("spend_trump", 2, {"players": 6}),
    "3": ("random_card", 2, {"players": 3}),
    "3, orders": ("random_card", 3, {"players": 3, "rules": "tie3=void"}),
    "3, pool": ("spend_trump", 2, {"players": 3, "pool": True}),
    "4, a+b": ("spend_trump+random_card", 2, {"players": 4}),
    "6, a+b+c": ("spend_trump+random_card+lowest", 2, {"players": 6}),
    "5": ("random_bidder", 2, {"game": "chiamata"}),
    "5, pool": ("random_bidder", 3, {"game": "chiamata"}),
    "5, match": ("random_bidder", 2, {"game": "chiamata", "match": "first_to=5"}),
}


@pytest.mark.parametrize("what", SAME)
def test_a_table_of_equals_comes_out_even_in_every_block(what):
    name, k, options = SAME[what]
    answer = compare(*[name] * k, deals=300, **options)
    assert answer.facts["verdict"] == (
        f"{name} against itself is level by symmetry: every deal comes out even, however many are played."
    )
    if "pairs" in answer.facts:
        assert answer.facts["pairs"] == [0, 0, 300, 0, 0]
        assert answer.facts["margin"]["sd"] == 0
        assert [answer.facts["score"][key] for key in ("mean", "low", "high")] == [0.5] * 3
        return
    names = [f"{name} #{which + 1}" for which in range(k)] if k > 2 else [name] * k
    assert [each["strategy"] for each in answer.facts["standings"]] == names
    known = {"4, a+b": 1 / 2, "6, a+b+c": 1 / 2, "3": 1 / 3, "5, match": 1 / 5}.get(what)
    for each in answer.facts["standings"]:
        if known:
            assert [each["score"][key] for key in ("mean", "low", "high")] == [known] * 3
        elif each["score"]:
            assert each["score"]["low"] < each["score"]["high"]
        decides = each["rating" if answer.facts["design"] == "pool" else "payoff"]
        assert (decides["mean"], decides["low"], decides["high"]) == (0, 0, 0)
        assert each["p_value"] == (1 if k == 2 and answer.facts["design"] != "pool" else None)
    assert all((each["mean"], each["p_value"]) == (0, 1) for each in answer.facts["contrasts"])


def test_itself_is_the_same_text_with_the_same_values_whatever_it_is_called(tmp_path):
    path = tmp_path / "other.py"
    path.write_text(roster.find("spend_trump").path.read_text())
    level = "are one strategy, level by symmetry"
    assert f"other and spend_trump {level}" in compare(str(path), "spend_trump", deals=50).facts["verdict"]
    assert f"other and spend_trump {level}" in compare(f"{path}:spend_at=10", "spend_trump", deals=50).facts["verdict"]
    assert "against itself" in compare("spend_trump+spend_trump", "spend_trump", players=4, deals=50).facts["verdict"]
    for one, two in (("spend_trump:spend_at=11", "spend_trump"), ("throw_away", "spend_trump")):
        assert "symmetry" not in compare(one, two, deals=50).facts["verdict"]
    path.write_text(path.read_text() + "\n# of my own\n")
    assert "are level: every one of 50 deals" in compare(str(path), "spend_trump", deals=50).facts["verdict"]


def test_deals_that_came_out_alike_say_nothing_of_those_to_come():
    answer = compare("spend_trump:spend_at=6", "spend_trump", deals=50)  # no card is worth 5 to 9 points
    assert answer.facts["margin"] == {"mean": 0.0, "low": None, "high": None, "sd": 0.0}
    assert answer.facts["score"]["low"] < 0.45 and answer.facts["score"]["high"] > 0.55
    known = compare("spend_trump", "spend_trump", deals=50).facts["margin"]
    assert (known["low"], known["high"]) == (0.0, 0.0)


@pytest.mark.parametrize("name", ["spend_trump", "random_card"])
def test_a_strategy_against_itself_is_level_on_every_deal(name):
    facts = compare(name, name, deals=DEALS).facts
    assert facts["pairs"] == [0, 0, DEALS, 0, 0]
    assert facts["mirrored"] == 1.0
    assert facts["p_value"] == 1.0


def test_parameters_are_told_to_the_machine_code():
    low = compare("spend_trump:spend_at=0", "spend_trump", deals=DEALS).facts
    assert low["strategies"][0] == {"name": "spend_trump", "parameters": {"spend_at": 0}}
    assert low["pairs"] != compare("spend_trump:spend_at=11", "spend_trump", deals=DEALS).facts["pairs"]


@pytest.mark.parametrize("what", MATCHES)
def test_the_json_is_the_same_bytes_whatever_the_threads(what):
    names, options = MATCHES[what]

    def bare(**how):
        facts = json.loads(compare(*names.split(), deals=500, **options, **how).json())
        facts.pop("run")
        return json.dumps(facts)

    assert bare(jobs=1) == bare(jobs=2) == bare(jobs=2, chunk=3)


def test_the_json_has_the_promised_keys():
    facts = json.loads(compare("spend_trump", "lowest", deals=100).json())
    promised = (
        "game players rules strategies deals games seed score wins draws losses margin pairs p_value "
        "variance_reduction mirrored lead verdict run"
    )
    assert set(promised.split()) <= set(facts)
    assert set(facts["score"]) == {"mean", "low", "high", "level"}
    assert set(facts["margin"]) == {"mean", "low", "high", "sd"}
    assert set(facts["variance_reduction"]) == {"factor", "low", "high"}
    assert set(facts["run"]) == {"seconds", "deals_per_second", "jobs", "version", "engine"}


def test_unknown_things_are_named_with_the_nearest_that_exists():
    for wrong, told in (
        ({"game": "briskola"}, "did you mean briscola"),
        ({"players": 5}, "by 2, 3, 4 or 6 players, not by 5; 5 play chiamata: --game chiamata"),
        ({"players": 7}, "by 2, 3, 4 or 6 players, not by 7$"),
        ({"game": "chiamata", "players": 4}, "chiamata is played by 5 players, not by 4; 4 play briscola"),
        ({"rules": ["tie=replai"]}, "did you mean replay"),
        ({"rules": ["tye=draw"]}, "did you mean tie"),
        ({"match": "best_of=4"}, "best_of=3"),
        ({"rules": "removed_two=C"}, "rule removed_two is for 3 players, not for 2"),
        ({"rules": "tie3=void", "players": 4}, "rule tie3 is for 3 players, not for 4"),
        ({"rules": "signals=on", "players": 3}, "rule signals is for 4 or 6 players, not for 3"),
        ({"rules": "partner_peek=last3"}, "rule partner_peek is for 4 or 6 players, not for 2"),
        ({"rules": "partner_peek=first", "players": 6}, "rule partner_peek=first is for 4 players, not for 6"),
        ({"rules": "trump_swap=two", "players": 6}, "rule trump_swap=two is for 2, 3 or 4 players, not for 6"),
        ({"rules": "hand_size=6", "players": 6}, "hand_size=6 leaves no stock for 6 players; at most 5 does"),
        ({"rules": "hand_size=10"}, "rule hand_size cannot be '10'"),
        ({"rules": "tie60=draw"}, "briscola has no rule 'tie60'"),
        ({"rules": "signals", "players": 4}, r"rule signals needs a value: signals=off\|on"),
        (
            {"rules": "tie=draw", "game": "chiamata"},
            "chiamata has no rule 'tie'; that is for briscola",
        ),
        ({"match": "best_of=3", "game": "chiamata"}, "chiamata has no match format 'best_of=3'; it has single or"),
        ({"match": "first_to=0"}, "N from 1 to 99"),
        ({"match": "first_to=100"}, "N from 1 to 99"),
        ({"pool": True}, "has two sides, so there are no mixtures"),
        ({"save": "x.xlsx"}, ".csv or .parquet"),
    ):
        with pytest.raises(ValueError, match=told):
            compare("spend_trump", "lowest", deals=10, **wrong)
    with pytest.raises(StrategyError, match="did you mean spend_trump"):
        compare("spend_trum", "lowest", deals=10)


STRENGTHS = [
    ("maestro", "spend_trump", 2, 0.74),
    ("maestro", "random_card", 2, 0.93),
    ("maestro", "spend_trump", 4, 0.68),
    ("maestro", "spend_trump", 6, 0.68),
    ("maestro", "load_partner", 4, 0.62),
    ("load_partner", "spend_trump", 4, 0.54),
    ("load_partner", "spend_trump", 6, 0.55),
]


@pytest.mark.parametrize(("better", "worse", "players", "floor"), STRENGTHS)
def test_who_is_said_to_be_stronger_is_so_between_two_sides(better, worse, players, floor):
    assert compare(better, worse, players=players, deals=20_000).facts["score"]["low"] > floor


def test_maestro_is_stronger_than_a_table_of_three_that_spends_trumps():
    one, two = compare("maestro", "spend_trump", players=3, deals=20_000).facts["standings"]
    assert one["score"]["low"] > 0.41
    assert two["score"]["high"] < 0.27


@pytest.mark.parametrize(
    ("better", "worse", "floor"),
    [("maestro", "suit_counter", 0.11), ("suit_counter", "timid", 1.2), ("timid", "random_bidder", 0.4)],
)
def test_who_is_said_to_be_stronger_at_chiamata_gains_among_the_others(better, worse, floor):
    facts = compare(better, worse, game="chiamata", deals=20_000).facts
    one, two = facts["standings"]
    assert one["payoff"]["low"] > floor
    assert two["payoff"]["high"] < 0
    assert facts["verdict"].startswith(f"{better} beats {worse}: ")


def test_figures_and_frames_come_with_the_answer():
    answer = compare("spend_trump", "lowest", deals=500)
    frames = answer.tables_as_frames()
    assert frames["pairs"]["deals"].sum() == 500
    assert np.isclose(frames["summary"].set_index("measure").loc["win score", "value"], answer.facts["score"]["mean"])
    assert set(answer.figures()) == {"compare"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deals": 0}, "1 to"),
        ({"deals": -5}, "1 to"),
        ({"deals": True}, "no whole number"),
        ({"deals": 2.5}, "no whole number"),
        ({"first_deal": -5}, "no deal -5"),
        ({"first_deal": 2**53}, "no deal"),
        ({"seed": -5}, "a seed is"),
        ({"seed": None}, "no whole number"),
        ({"jobs": 0}, "^threads: a number from 1 to a million, not 0$"),
        ({"chunk": -2}, "^deals at a time: a number from 1 to a million, not -2$"),
        ({"deals": "9007199254740993"}, "9007199254740993 is too large; whole numbers go up to 9007199254740992 here"),
        ({"first_deal": "1e400"}, "1e400 is too large"),
        ({"deal_timeout": float("nan")}, "no time in seconds"),
        ({"save": ""}, ".csv or .parquet"),
    ],
)
def test_python_is_told_the_same_sentences_as_the_command_line(given, said):
    with pytest.raises(ValueError, match=said):
        compare("spend_trump", "lowest", **({"deals": 10} | given))


def test_python_may_say_things_its_own_way():
    told = compare("spend_trump", "lowest", deals="2k", rules="tie=replay").facts
    meant = compare("spend_trump", roster.find("lowest").path, deals=2000.0, rules={"tie": "replay"}).facts
    assert told["pairs"] == meant["pairs"]
    assert compare.__name__ == "compare"
    assert compare.__doc__.startswith("Which strategy plays better, by how much, and how sure is that?\n")


def test_two_files_of_one_name_are_told_apart(tmp_path):
    path = tmp_path / "lowest.py"
    path.write_text('"""Plays its first card."""\n\n\ndef choose(view):\n    return 0\n')
    verdict = compare(str(path), "lowest", deals=500).facts["verdict"]
    assert str(path) in verdict


@pytest.mark.parametrize(
    "off",
    [
        "keep_trump:spend_at=10,figures_at=0,loads_at=0",
        "throw_away",
        "hoard_aces:until=1",
        "cash_aces:risk=-1.0,deadline=21",
        "lead_style:style=0,by_loads=0",
        "last_draw:low=0,figure=0,load=0",
        "score_minded:reach=False,block=False",
        "read_trumps:risk=-1.0",
    ],
)
def test_a_single_idea_turned_off_leaves_spend_trump(off):
    assert compare(off, "spend_trump", deals=2000).facts["mirrored"] == 1.0


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize(
    "off",
    [
        "load_partner:risk=-1.0,spare=False",
        "sit_behind:early_at=10,load=False",
        "lead_partner:figure=0,gone=0,known=0",
    ],
)
def test_an_idea_of_partners_turned_off_leaves_spend_trump(off, players):
    facts = compare(off, "spend_trump", players=players, deals=2000).facts
    assert facts["mirrored"] == 1.0
    assert (facts["margin"]["mean"], facts["margin"]["sd"]) == (0, 0)
    on = compare(off.partition(":")[0], "spend_trump", players=players, deals=2000).facts
    assert on["mirrored"] < 1.0


def test_an_idea_of_three_turned_off_leaves_spend_trump():
    facts = compare("block_leader:front_at=10,third_at=10", "spend_trump", players=3, deals=2000).facts
    for each in facts["standings"]:
        assert (each["payoff"]["mean"], each["payoff"]["low"], each["payoff"]["high"]) == (0, 0, 0)
        assert each["payoff"]["sd"] == 0
    on = compare("block_leader", "spend_trump", players=3, deals=2000).facts
    assert all(each["payoff"]["sd"] > 0 for each in on["standings"])


def test_always_win_is_spend_trump_for_nothing_and_endgame_is_count_cards_without_its_end():
    assert compare("always_win", "spend_trump:spend_at=0", deals=2000).facts["mirrored"] == 1.0
    assert compare("endgame:solve=0", "count_cards", deals=2000).facts["mirrored"] == 1.0

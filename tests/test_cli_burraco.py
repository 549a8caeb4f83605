"""Burraco on the command line, as a person meets it."""

import csv
import io
import json
import re

import pytest
from command_line import COMPARE, FIVE, fails, run

from analyzer import cli, replay
from analyzer.burraco_rules import PRESETS, PRESETS_ARE, RULES
from analyzer.tables import GAMES

BURRACO = ["--game", "burraco"]
TWO = ["meld_all", "random_move", *BURRACO]


def test_a_hand_is_told_and_its_json_agrees():
    done = run("replay", *TWO, "--deal", "7")
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert max(map(len, lines[:-2])) <= 80
    facts = json.loads(run("replay", *TWO, "--deal", "7", "--json").stdout)
    assert first.endswith(facts["verdict"])
    assert lines[-2] == facts["verdict"]
    assert lines[-1] == "again: mazziere replay meld_all random_move --deal 7 --seed 1 --game burraco"
    assert len(facts["score_sheet"]) == 1
    assert len(facts["table"]) == sum(facts["turns"])
    assert {"hand", "turn", "seat", "move", "cards", "meld", "burraco", "pozzetto"} <= set(facts["moves"][0])
    rows = list(csv.DictReader(io.StringIO(run("replay", *TWO, "--deal", "7", "--format", "csv").stdout)))
    assert [row["cards"].split() for row in rows] == [move["cards"] for move in facts["moves"]]


def test_the_whole_table_hands_and_a_match_can_be_told():
    rules = ["--rules", "fibur_it", "--rules", "target=505"]
    words = ["replay", *TWO, "--deal", "3", "--open", "--table", "--match", *rules]
    done = run(*words, "--seating", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("random_move (1) and random_move (3) against meld_all (2) and meld_all (4); ")
    for part in ("Hand 1: ", "pozzetto taken: ", "; stock 3", "match so far", "  [", " after ", "--open --table"):
        assert part in done.stdout
    page = run(*words, "--format", "md").stdout
    assert "## score sheet" in page


def test_match_alone_means_whole_matches():
    words = ["compare", *TWO, "--deals", "5", "--json"]
    one, other = run(*words, "--match"), run(*words, "--match", "full")
    assert one.returncode == 0, one.stderr
    one, other = json.loads(one.stdout), json.loads(other.stdout)
    assert one.pop("run")
    assert other.pop("run")
    assert one == other
    assert one["rules"]["match"] == "full"
    for words, sentence in (
        (
            [*COMPARE, "--match"],
            "briscola has no match format 'full'; it has single, best_of=3, ",
        ),
        (
            ["compare", "timid", "timid", *FIVE, "--match"],
            "chiamata has no match format 'full'; it has single or ",
        ),
    ):
        fails(*words, said=sentence)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("compare a b --match", "compare a b --match full"),
        ("compare --match --game burraco a b", "compare --match full --game burraco a b"),
        ("compare a b --match best_of=3", "compare a b --match best_of=3"),
        ("compare a b --match -h", "compare a b --match full -h"),
        ("compare --match=full a b", "compare --match=full a b"),
        ("compare a -- --match", "compare a -- --match"),
    ],
)
def test_what_match_alone_stands_for(typed, meant):
    assert cli._spelt_out(typed.split()) == meant.split()


def test_the_presets_and_all_the_rules_are_listed_with_their_sources():
    text = run("games", "burraco").stdout
    for name, sets in PRESETS.items():
        told = " ".join(f"{rule}={value}" for rule, value in sets.items()) or "nothing: every rule is as by default"
        assert f"\n  --rules {name}\n    {PRESETS_ARE[name]}\n    sets {told}\n" in text
    for rule in RULES:
        assert f"\n  --rules {rule.name}={rule.values[0]}|" in text
        assert f"\n    {rule.meaning}\n" in text
        assert f"source: {rule.source}\n" in text
    assert "--rules stalemate_turns=8|4..40\n" in text
    assert "\n  --match single | full\n" in text
    assert max(map(len, text.splitlines())) < 250
    assert "  in force" not in text
    assert text in run("games").stdout


def test_what_is_in_force_under_a_preset():
    for words in (["burraco", "--rules", "fitab"], ["--rules", "fitab"]):
        text = run("games", *words).stdout
        chosen = "all_wild_sets=false semi_clean=end big_burrachi=on target=2005"
        assert f"\n  in force: {chosen}, the other rules as by default\n" in text
    facts = json.loads(run("games", *words, "--json").stdout)["games"]
    assert [game["game"] for game in facts] == ["burraco"]
    force = {rule["name"]: rule["in_force"] for rule in facts[0]["rules"]}
    assert {name: force[name] for name in PRESETS["fitab"]} == PRESETS["fitab"]
    assert [preset["name"] for preset in facts[0]["presets"]] == list(PRESETS)
    assert all(preset["sets"] == PRESETS[preset["name"]] for preset in facts[0]["presets"])


def test_the_game_is_found_by_what_is_asked_of_it():
    for words, game in (
        (["--players", "4"], "briscola"),
        (["--players", "5"], "chiamata"),
        (["--match"], "burraco"),
        (["--rules", "leader=caller"], "chiamata"),
        (["--rules", "shared_stock=on"], "briscola"),
        (["--match", "first_to=7"], "briscola"),
    ):
        assert run("games", *words).stdout.startswith(f"{game}: --game {game}\n")
    fails("games", "--rules", "nonsense=1", said="briscola has no rule 'nonsense'")


def test_every_game_says_where_its_match_formats_come_from():
    facts = json.loads(run("games", "--json").stdout)["games"]
    assert [game["game"] for game in facts] == list(GAMES)
    rows = list(csv.DictReader(io.StringIO(run("games", "--format", "csv").stdout)))
    assert [row["players"] for row in rows if row["game"] == "burraco"] == ["4"]


def test_the_start_for_burraco_is_short_fit_and_holds_its_own(tmp_path):
    done = run("new", "mine.py", *BURRACO, cwd=tmp_path)
    assert done.stdout.splitlines()[1:] == [
        "    mazziere check mine.py --game burraco",
        "    mazziere compare mine.py meld_all --game burraco",
    ]
    assert len((tmp_path / "mine.py").read_text().splitlines()) < 75
    done = run("check", "mine.py", *BURRACO, "--deals", "5", cwd=tmp_path)
    assert re.match(r"mine is fit to play: 10 games in plain Python and compiled, [\d,]+ decisions, ", done.stdout)
    facts = json.loads(run("compare", "mine.py", *TWO[1:], "--deals", "500", "--json", cwd=tmp_path).stdout)
    assert facts["score"]["low"] > 0.9
    facts = json.loads(run("compare", "mine.py", "meld_all", *BURRACO, "--deals", "500", "--json", cwd=tmp_path).stdout)
    assert facts["margin"]["high"] > -20


def test_a_strategy_that_plays_otherwise_compiled_is_found_out(tmp_path):
    text = '"""Divides."""\n\n\ndef choose(view):\n    return (view.dice * 3 // 7 % 1000003) % view.n_moves\n'
    (tmp_path / "mine.py").write_text(text)
    fails(
        "check", "mine.py", *BURRACO, "--deals", "2", said="plays otherwise compiled than in plain Python", cwd=tmp_path
    )


def test_strategies_lists_the_players_of_burraco():
    listed = run("strategies", *BURRACO).stdout
    assert "meld_all" in listed
    assert "spend_trump" not in listed
    markdown = run("strategies", *BURRACO, "--format", "md").stdout.replace("\\", "")
    set_like = re.search(r"parameters are set like (\w+):(\w+)=", markdown)
    assert f"| {set_like[1]} |" in markdown


@pytest.mark.parametrize("match", ["single", "full"])
def test_saved_rows_are_the_games_that_were_played(tmp_path, match):
    words = ["compare", *TWO, *"--deals 6 --first 40 --save a.csv --rules target=500 --match".split(), match]
    done = run(*words, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    with (tmp_path / "a.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [(int(row["deal"]), int(row["game"])) for row in rows] == [(40 + k, g) for k in range(6) for g in (1, 2)]
    mine = [float(row["result_0" if row["seat_0"] == "meld_all" else "result_1"]) for row in rows]
    assert sum(mine) / len(mine) == pytest.approx(facts["score"]["mean"])
    for row in rows:
        ended = [int(row[key]) for key in ("closed_0", "closed_1", "stock_ends", "stalemates")]
        assert sum(ended) == int(row["dealt"])
        assert int(row["payoff_0"]) == -int(row["payoff_1"]) == int(row["points_0"]) - int(row["points_1"])
    told = replay("meld_all", "random_move", game="burraco", deal=42, seating=2, match=match, rules="target=500").facts
    row = rows[5]
    for key in ("points", "hands", "closed", "pozzetti", "first_pozzetto", "direct", "clean", "semi_clean", "dirty"):
        assert [int(row[f"{key}_{side}"]) for side in range(2)] == told[key], key
    assert int(row["dealt"]) == len(told["score_sheet"])


def test_partners_of_two_kinds_are_turned_round_the_table():
    done = run("compare", "meld_all+random_move", "random_move", *BURRACO, "--deals", "50")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        "meld_all+random_move v random_move: burraco, 4 players, 50 deals, every side from every seat\n"
        "meld_all+random_move beats random_move by "
    )


MISTAKES = {
    "a misspelt preset": (["compare", *TWO, "--rules", "fibur_i"], "did you mean fibur_it?"),
    "a misspelt rule": (["compare", *TWO, "--rules", "semiclean=end"], "did you mean semi_clean?"),
    "a wrong value": (["compare", *TWO, "--rules", "semi_clean=ende"], "it takes off, end or seven; did you mean end?"),
    "half a rule": (["compare", *TWO, "--rules", "target"], "rule target needs a value: target=2000|500|"),
    "a rule of briscola": (["compare", *TWO, "--rules", "tie=draw"], "burraco has no rule 'tie'; "),
    "two players": (["compare", *TWO, "--players", "2"], "burraco is played by 4 players, not by 2"),
    "a format of briscola": (
        ["compare", *TWO, "--match", "best_of=3"],
        "burraco has no match format 'best_of=3'; it has single or full",
    ),
    "three partners": (
        ["compare", "meld_all+meld_all+random_move", "meld_all", *BURRACO],
        "meld_all+meld_all+random_move names 3 partners, but a side here has 2",
    ),
    "three sides": (["compare", "meld_all", *TWO], "two strategies are compared there, not 3"),
    "one alone": (["compare", "meld_all", *BURRACO], "two strategies are compared there, not 1"),
    "a pool": (["compare", *TWO, "--pool"], "there are no mixtures to seat"),
    "a player of briscola": (
        ["compare", "lowest", *TWO[1:]],
        "burraco has no strategy 'lowest'; it plays briscola: --game briscola",
    ),
    "a game forgotten": (["check", "meld_all"], "it plays burraco: --game burraco"),
    "a misspelt strategy": (["replay", "meld_al", *BURRACO], "did you mean meld_all?"),
    "no table to show": (
        ["replay", "lowest", "--table"],
        "--table shows the melds and the pile of burraco; briscola has none",
    ),
    "a seating too many": (["replay", *TWO, "--seating", "3"], "a deal is played 2 times here"),
    "partners to check": (["check", "meld_all+random_move", *BURRACO], "check looks at one strategy at a time"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_ends_in_one_sentence(what):
    words, said = MISTAKES[what]
    fails(*words, said=said)


def test_the_cards_are_french_already():
    words = ["replay", *TWO, "--deal", "2"]
    plain, french = (run(*words, *more).stdout.splitlines() for more in ([], ["--french"]))
    assert plain[:-1] == french[:-1]

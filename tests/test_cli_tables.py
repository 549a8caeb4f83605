"""The commands at every table, as a person meets them."""

import csv
import io
import json
import re

import pytest
from command_line import BIDDERS, FIVE, run

# A table with a block of its own: the words of the command, the first line, the beginning of the verdict, more lines.
BLOCKS = {
    "three": (
        ["spend_trump", "lowest", "--players", "3", "--deals", "500"],
        "spend_trump v lowest: briscola, 3 players, 500 deals, each alone among the other, in every seat",
        "spend_trump beats lowest: alone among lowest it scores ",
        [r"spend_trump among lowest +score ", r"lowest among spend_trump +score "],
    ),
    "three of a kind each": (
        ["spend_trump", "lowest", "random_card", "--players", "3", "--deals", "500"],
        "spend_trump v lowest v random_card: briscola, 3 players, 500 deals, all six orders at the table",
        "spend_trump is ahead of lowest and random_card: it scores ",
        [
            r"differences; each interval for itself, p \(Holm\) for all together:$",
            r"  spend_trump over lowest +\+\d",
            r"  random_card +second +score +\d",
        ],
    ),
    "four": (
        ["spend_trump", "lowest", "--players", "4", "--deals", "500", "--rules", "signals=on"],
        "spend_trump v lowest: briscola, 4 players, signals=on, 500 deals from both sides",
        "spend_trump beats lowest, scoring ",
        [r"pairs   \[\d+, \d+, \d+, \d+, \d+\]", r"luck    duplicate deals x"],
    ),
    "four, partners of two kinds": (
        ["spend_trump+lowest", "random_card", "--players", "4", "--deals", "500"],
        "spend_trump+lowest v random_card: briscola, 4 players, 500 deals, every side from every seat",
        "spend_trump+lowest beats random_card, scoring ",
        [r"spend_trump\+lowest  score ", r"random_card +score "],
    ),
    "six": (
        ["spend_trump", "random_card", "--players", "6", "--deals", "500"],
        "spend_trump v random_card: briscola, 6 players, 500 deals from both sides",
        "spend_trump beats random_card, scoring ",
        [r"lead    whoever leads scores "],
    ),
    "five": (
        [*BIDDERS, *FIVE, "--deals", "500"],
        "random_bidder v random_bidder:daring=0.6: chiamata, 5 players, 500 deals, each alone among the other, in "
        "every seat",
        "random_bidder",
        [r"random_bidder among random_bidder:daring=0\.6 ", r"  random_bidder +caller +\d"],
    ),
    "five, mixed": (
        ["timid", *BIDDERS, *FIVE, "--deals", "500"],
        "timid v random_bidder v random_bidder:daring=0.6: chiamata, 5 players, 500 deals, mixed in every way, each "
        "mixture in every seat",
        "timid is ahead of random_bidder and random_bidder:daring=0.6: it is rated +",
        [r"ratings, in units paid above the mean of the pool:$", r"  timid over random_bidder +\+\d"],
    ),
}


@pytest.mark.parametrize("what", BLOCKS)
def test_every_table_has_its_block_and_the_command_that_asks_again(what):
    words, title, verdict, lines = BLOCKS[what]
    done = run("compare", *words)
    assert done.returncode == 0, done.stderr
    block = done.stdout.splitlines()
    assert block[0] == title
    assert block[1].startswith(verdict)
    for line in lines:
        assert re.search(f"^{line}", done.stdout, re.M), line
    assert "nan" not in done.stdout
    again = block[-1].removeprefix("again: mazziere ")
    assert sorted(again.split()) == sorted(["compare", *words, "--seed", "1"])
    repeated = run(*again.split()).stdout.splitlines()
    assert [line for line in repeated if "games/s" not in line] == [line for line in block if "games/s" not in line]


@pytest.mark.parametrize("what", ["three of a kind each", "four", "five, mixed"])
def test_standings_can_be_had_in_every_format_with_a_chart_and_a_page(what, tmp_path):
    words = ["compare", *BLOCKS[what][0]]
    done = run(*words, "--json", "--chart", tmp_path / "a.svg", "--html", tmp_path / "a.html")
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert "<svg" in (tmp_path / "a.svg").read_text()
    assert "<svg" in (tmp_path / "a.html").read_text()
    rows = list(csv.DictReader(io.StringIO(run(*words, "--format", "csv").stdout)))
    if "standings" in facts:
        paid = [(each["rating"] or each["payoff"])["mean"] for each in facts["standings"]]
        assert [float(row["payoff"]) for row in rows] == paid
    else:
        assert float(rows[0]["value"]) == facts["score"]["mean"]
    markdown = run(*words, "--format", "md").stdout.replace("\\", "")
    assert facts["verdict"] in markdown


def test_replay_at_other_tables_tells_who_sits_where_and_what_is_hidden_only_if_asked():
    done = run("replay", "spend_trump", "lowest", "--players", "6", "--deal", "3", "--seating", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("plays") == 36
    assert done.stdout.startswith("lowest (1), lowest (3) and lowest (5) against spend_trump (2),")
    assert done.stdout.rstrip().endswith("--deal 3 --seating 2 --seed 1 --players 6")
    words = ["replay", *BIDDERS, *FIVE, "--deal", "4"]
    closed, opened = run(*words).stdout, run(*words, "--open", "--french").stdout
    assert "[" not in closed
    assert "defender" not in closed
    assert len(re.findall(r"\[(?:\S[♥♦♠♣] ?){8}\]", opened)) > 5
    assert opened.count("defender  [") == 8 * 3 or opened.count("alone     [") == 8
    assert closed.count("plays") == opened.count("plays") == 40
    for line in closed.splitlines()[-2:-1]:
        assert re.search(r" who bid \S+ and called \S+, (wins|loses) (alone|with) .*; units: caller [+-]\d", line)


def test_checking_at_other_tables():
    for words in (["lowest", "--players", "3"], ["lowest", "--players", "6"], ["timid", *FIVE]):
        done = run("check", *words, "--deals", "3")
        assert done.returncode == 0, done.stderr
        assert re.match(rf"{words[0]} is fit to play: \d+ games in plain Python and compiled, ", done.stdout)


@pytest.mark.parametrize("more", [[], FIVE])
def test_a_start_for_every_game_can_be_followed_step_by_step(tmp_path, more):
    done = run("new", "mine.py", *more, cwd=tmp_path)
    steps = [line.split() for line in done.stdout.splitlines() if line.startswith("    mazziere ")]
    assert [step[1] for step in steps] == ["check", "compare"]
    for step in steps:
        done = run(*step[1:], "--deals", "10", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("mine ")

"""Does every mistake on the command line end in one sentence that helps?"""

import pytest
from command_line import BIDDERS, COMPARE, FIVE, fails, run

MISTAKES = {
    "a misspelt command": (["compair", "a", "b"], "did you mean compare?"),
    "a misspelt strategy": (["compare", "spend_trum", "lowest"], "did you mean spend_trump?"),
    "a missing file": (["compare", "mine.py", "lowest"], "there is no file mine.py"),
    "a wrong parameter": (["compare", "spend_trump:spend=3", "lowest"], "it has spend_at; did you mean spend_at?"),
    "a table for another game": (
        ["compare", "maestro", "lowest", "--players", "5"],
        "briscola is played by 2, 3, 4 or 6 players, not by 5; 5 play chiamata: --game chiamata",
    ),
    "too few at chiamata": (
        ["compare", *BIDDERS, *FIVE, "--players", "4"],
        "chiamata is played by 5 players, not by 4",
    ),
    "nobody's table": (["replay", "lowest", "--players", "7"], "by 2, 3, 4 or 6 players, not by 7"),
    "no number of players": (["compare", "lowest", "lowest", "--players", "three"], "'three' is no whole number"),
    "one alone": (["compare", "lowest"], "two sides, so two strategies are compared there, not 1"),
    "three at two sides": (["compare", "lowest", "lowest", "lowest"], "two strategies are compared there, not 3"),
    "partners without sides": (
        ["compare", "lowest+lowest", "lowest", "--players", "3"],
        "3 players has no fixed partners",
    ),
    "partners at a table of two": (
        ["compare", "lowest+spend_trump", "lowest"],
        "names 2 partners, but a side here has 1",
    ),
    "a pool of two sides": ([*COMPARE, "--pool"], "there are no mixtures to seat"),
    "a rule for another table": (
        [*COMPARE, "--rules", "removed_two=C"],
        "rule removed_two is for 3 players, not for 2",
    ),
    "a rule of another game": (["games", "chiamata", "--rules", "tie3=void"], "chiamata has no rule 'tie3'"),
    "a strategy of another game": (
        ["check", "random_bidder"],
        "briscola has no strategy 'random_bidder'; it plays chiamata: --game chiamata",
    ),
    "a strategy of the first game": (
        ["compare", "lowest", "maestro", *FIVE],
        "chiamata has no strategy 'lowest'; it plays briscola: --game briscola",
    ),
    "nobody's strategy": (["compare", "zzz", "maestro", *FIVE], "`mazziere strategies --game chiamata` lists them ("),
    "two seatings at once": (
        ["replay", "lowest", "spend_trump", "--swapped", "--seating", "3"],
        "--swapped is --seating 2, which cannot go with --seating 3",
    ),
    "no seating": (["replay", "lowest", "--seating", "0"], "seating: a number from 1 to a million, not 0"),
    "a seating too many": (["replay", "lowest", "spend_trump", "--seating", "3"], "there is no seating 3"),
    "partners to check": (["check", "lowest+spend_trump", "--players", "4"], "check looks at one strategy at a time"),
    "a start for no game": (["new", "mine.py", "--game", "scopa"], "there is briscola, chiamata or burraco"),
    "a wrong rule": ([*COMPARE, "--rules", "tie=reply"], "did you mean replay?"),
    "half a deal": (["compare", "maestro", "lowest", "--deals", "1.5"], "'1.5' is no whole number"),
    "no deal": (["compare", "maestro", "lowest", "--deals", "0"], "there must be 1 to"),
    "words for a number": (["compare", "maestro", "lowest", "--deals", "many"], "'many' is no whole number"),
    "a wrong seed": ([*COMPARE, "--seed", "-4"], "a seed is a whole number from 0"),
    "a wrong format": ([*COMPARE, "--format", "jsn"], "did you mean json?"),
    "a chart of no known kind": ([*COMPARE, "--chart", "a.gif"], ".png or .svg"),
    "a chart to nowhere": ([*COMPARE, "--chart", "nowhere/a.png"], "there is no folder"),
    "a table to nowhere": ([*COMPARE, "--save", "nowhere/a.csv"], "there is no folder nowhere"),
    "a table of no known kind": ([*COMPARE, "--save", "a.txt"], ".csv or .parquet"),
    "no chart": ([*COMPARE, "--chart", ""], "--chart needs the name of a file"),
    "a page that is a folder": ([*COMPARE, "--html", "."], "--html needs the name of a file"),
    "one file for two things": ([*COMPARE, "--html", "a.svg", "--chart", "a.svg"], "cannot both write a.svg"),
    "no threads": ([*COMPARE, "--jobs", "0"], "threads: a number from 1 to a million, not 0"),
    "no deals at a time": ([*COMPARE, "--chunk", "0"], "deals at a time: a number from 1 to a million, not 0"),
    "no players": ([*COMPARE, "--players", "0"], "players: a number from 1 to a million, not 0"),
    "a hair too much": (
        ["compare", "maestro", "lowest", "--deals", "9007199254740993"],
        "9007199254740993 is too large; whole numbers go up to 9007199254740992 here",
    ),
    "too much": (["compare", "maestro", "lowest", "--deals", "99999999999999999999"], "is too large"),
    "half a parameter": (["compare", "spend_trump:spend_at", "lowest"], "spend_at takes a whole number, not ''"),
    "a wrong match": ([*COMPARE, "--match", "best_of=2"], "briscola has no match format 'best_of=2'"),
    "another game's match": (
        ["compare", *BIDDERS, *FIVE, "--match", "best_of=3"],
        "chiamata has no match format 'best_of=3'",
    ),
    "a wrong game": (["strategies", "--game", "briscole"], "did you mean briscola?"),
    "nothing to draw": (["strategies", "--chart", "a.png"], "nothing to draw"),
}


@pytest.mark.parametrize("what", [key for key in MISTAKES if key != "nothing to draw"])
def test_a_mistake_ends_in_one_sentence_and_exit_code_2(what, tmp_path):
    words, said = MISTAKES[what]
    fails(*words, said=said, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_draw_is_said(tmp_path):
    words, said = MISTAKES["nothing to draw"]
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr

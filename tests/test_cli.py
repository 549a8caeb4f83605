"""The command line as a person meets it: in a process of its own, its text, its exit code."""

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from command_line import COMPARE, ENV, FIVE, fails, run

from analyzer import cli, questions


def test_the_result_is_one_block_that_says_who_is_ahead_and_how_it_was_found():
    done = run(*COMPARE)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    block = done.stdout.splitlines()
    assert block[0] == "spend_trump v lowest: briscola, 2 players, 2,000 deals from both sides"
    assert re.fullmatch(
        r"spend_trump beats lowest, scoring 8\d\.\d % \(8\d\.\d to 8\d\.\d\) and \d+\.\d+ points .*", block[1]
    )
    assert re.search(r"^pairs   \[\d+, \d+, \d+, \d+, \d+\]", done.stdout, re.M)
    assert re.search(r"^seed 1, deals 0 to 1999; mazziere \d+\.\d+\.\d+, engine [0-9a-f]{12}; ", done.stdout, re.M)
    assert block[-1] == "again: mazziere compare spend_trump lowest --deals 2000 --seed 1"
    assert "nan" not in done.stdout


def test_json_csv_and_markdown():
    facts = json.loads(run(*COMPARE, "--format", "json").stdout)
    assert facts["deals"] == 2000
    assert json.loads(run(*COMPARE, "--json").stdout)["pairs"] == facts["pairs"]
    rows = list(csv.DictReader(io.StringIO(run(*COMPARE, "--format", "csv").stdout)))
    assert float(rows[0]["value"]) == facts["score"]["mean"]
    markdown = run(*COMPARE, "--format", "md").stdout
    assert facts["verdict"].replace("_", r"\_") in markdown or facts["verdict"] in markdown
    assert "| WL+DD |" in markdown


def test_what_an_answer_is_to_be_can_be_asked_for_again():
    asked = {"format": "table", "json": False, "chart": None, "html": None}
    for more, words in (
        ({}, ""),
        ({"json": True, "html": "my page.html"}, "--json --html 'my page.html'"),
        ({"format": "md", "chart": "c.png"}, "--format md --chart c.png"),
        ({"format": "md", "json": True}, "--json"),
    ):
        assert " ".join(cli._output_words(**asked | more)) == words


def test_chart_and_page_are_written(tmp_path):
    done = run(*COMPARE, "--chart", tmp_path / "a.png", "--html", tmp_path / "a.html")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "a.html").read_text()
    assert "spend_trump beats lowest" in page
    assert "<svg" in page
    assert run(*COMPARE, "--chart", tmp_path / "a.svg").returncode == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("name", questions.names())
def test_every_command_has_help_with_its_question_and_an_example(name):
    done = run(name, "--help")
    assert done.returncode == 0
    assert questions.summary(name) in " ".join(done.stdout.split())
    assert f"Example: mazziere {questions.command(name)}" in done.stdout
    assert questions.summary(name) in " ".join(run("--help").stdout.split())


def test_version():
    assert re.fullmatch(r"mazziere \d+\.\d+\.\d+\n", run("--version").stdout)


def test_new_check_compare(tmp_path):
    assert run("new", "mine.py", cwd=tmp_path).returncode == 0
    done = run("check", "mine.py", "--deals", "10", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "mine is fit to play" in done.stdout
    done = run("compare", "mine.py:enough=10", "spend_trump", "--deals", "1000", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("mine:enough=10 v spend_trump")
    fails("new", "mine.py", said="mine.py is there already", cwd=tmp_path)
    fails("new", "my-own.py", said="is named like mine.py", cwd=tmp_path)


@pytest.mark.parametrize("when", ["view.tricks == 3", "view.dice % 4001 == 3"])
def test_an_endless_loop_ends_by_the_watchdog(tmp_path, when):
    text = f'"""Loops."""\n\n\ndef choose(view):\n    while {when}:\n        pass\n    return view.n_moves - 1\n'
    (tmp_path / "loops.py").write_text(text)
    start = time.monotonic()
    words = ["compare", "loops.py", "lowest", "--deals", "3000", "--deal-timeout", "1"]
    sentence = fails(*words, said="strategy loops has not answered for", cwd=tmp_path)
    assert "an endless loop?" in sentence
    assert re.search(r"mazziere replay loops\.py lowest --deal \d+ (--seating 2 )?--seed 1$", sentence)
    assert time.monotonic() - start < 60


def test_replay_tells_the_deal_and_its_json_agrees():
    done = run("replay", "spend_trump", "lowest", "--deal", "4711", "--french")
    assert done.returncode == 0
    assert done.stdout.count("plays") == 40
    assert re.search(r"\[.[♥♦♠♣] .[♥♦♠♣] .[♥♦♠♣]\]", done.stdout)
    facts = json.loads(run("replay", "spend_trump", "lowest", "--deal", "4711", "--json").stdout)
    assert facts["verdict"] in done.stdout
    assert sum(facts["points"]) == 120
    assert len(facts["moves"]) == 40
    assert len({move["move"] for move in facts["moves"]}) == 40


def test_games_and_strategies_list_what_there_is():
    games = run("games", "--rules", "tie=replay").stdout
    for word in ("briscola", "tie=draw|replay|last_trick", "trump_swap", "best_of=3"):
        assert word in games
    everything = run("games").stdout
    for word in ("--players 6 ", "--players 5 ", "rank_points|rank_only", "removed_two", "first_to=N", "timendum"):
        assert word in everything
    listed = run("strategies").stdout
    assert "spend_at=10" in listed
    assert "maestro" in listed
    bidding = run("strategies", *FIVE).stdout
    assert "daring=0.25" in bidding
    assert "suit_counter" in bidding
    assert "spend_trump" not in bidding


def test_random_seeds_are_drawn_and_printed():
    one, two = (json.loads(run(*COMPARE, "--seed", "random", "--json").stdout) for _ in range(2))
    assert one["seed"] != two["seed"]
    assert json.loads(run(*COMPARE, "--seed", one["seed"], "--json").stdout)["pairs"] == one["pairs"]


def test_ctrl_c_prints_what_was_finished_and_exits_with_130():
    words = ["compare", "spend_trump", "lowest", "--deals", "1B", "--json"]
    command = [sys.executable, "-m", "analyzer", *words]
    run(*COMPARE)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    facts = json.loads(out)
    assert facts["run"]["interrupted"] is True
    assert 0 < facts["deals"] < 10**9
    assert sum(facts["pairs"]) == facts["deals"]
    again = json.loads(run("compare", "spend_trump", "lowest", "--deals", min(facts["deals"], 10**7), "--json").stdout)
    if again["deals"] == facts["deals"]:
        assert again["pairs"] == facts["pairs"]


def test_a_terminal_sees_a_progress_bar_and_a_pipe_does_not():
    words = ["compare", "spend_trump", "lowest", "--deals", "4M", "--json"]
    assert run(*words).stderr == ""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", *words],
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env=ENV | {"TERM": "xterm"},
    )
    os.close(slave)
    seen = b""
    try:
        while chunk := os.read(master, 4096):
            seen += chunk
    except OSError:
        pass
    os.close(master)
    assert process.wait(timeout=60) == 0
    assert b"playing 4,000,000 deals" in seen


def test_a_closed_pipe_is_no_error():
    for words in ("replay spend_trump lowest", "compare spend_trump lowest --deals 10"):
        command = f"set -o pipefail; {sys.executable} -m analyzer {words} | head -n 1"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=ENV, check=False)
        assert done.stderr == ""
        assert done.returncode == 0
        assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("held", [None, b"", b"something"])
def test_ctrl_c_before_a_run_goes_on_says_what_is_kept(held, tmp_path, capsys):
    path = tmp_path / "a.state"
    if held is not None:
        path.write_bytes(held)
    with pytest.raises(typer.Exit) as left, cli._mistakes_in_one_sentence("league", str(path)):
        raise KeyboardInterrupt
    assert left.value.exit_code == 130
    more = f"anything more was finished; what was is kept in {path}" if held else "anything was finished"
    assert capsys.readouterr().err == f"mazziere: interrupted before {more}\n"


@pytest.mark.parametrize("seconds", [0.8, 1.5])
def test_ctrl_c_while_compiling_ends_in_one_sentence(tmp_path, seconds):
    command = [sys.executable, "-m", "analyzer", "compare", "maestro", "lowest", "--deals", "1B"]
    env = ENV | {"MAZZIERE_CACHE": str(tmp_path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert err.strip().splitlines()[-1] == "mazziere: interrupted before anything was finished"
    assert out == ""


INTERRUPTED = {
    "two": (["spend_trump", "lowest"], 2),
    "a pool of three": (["spend_trump", "lowest", "random_card", "throw_away", "--players", "3"], 3),
}


@pytest.mark.parametrize("what", INTERRUPTED)
def test_the_saved_rows_of_an_interrupted_run_are_those_of_its_result(tmp_path, what):
    names, games = INTERRUPTED[what]
    run("compare", *names, "--deals", "10")
    words = ["compare", *names, "--deals", "1B", "--save", "a.csv", "--json"]
    command = [sys.executable, "-m", "analyzer", *words]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV, cwd=tmp_path
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    facts = json.loads(out)
    assert 0 < facts["deals"] < 10**9
    assert facts["games"] == games * facts["deals"]
    assert sum(facts.get("pairs", [facts["deals"]])) == facts["deals"]
    with open(tmp_path / "a.csv", encoding="utf-8") as file:
        assert sum(1 for _ in file) == games * facts["deals"] + 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_ctrl_c_before_anything_is_begun_ends_in_one_sentence():
    """While commands are still read and what they need is imported."""
    code = (
        "import signal, sys, analyzer.__main__ as begin\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "begin.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "mazziere: interrupted before anything was begun\n"


@pytest.mark.parametrize("words", [["--help"], ["compare", "--help"], ["luck", "--help"], ["wisdom", "--help"]])
def test_help_loads_nothing_heavy(words):
    code = (
        "import sys, analyzer.cli as cli\n"
        f"try:\n    cli._application({words})({words}, prog_name='mazziere')\nexcept SystemExit:\n    pass\n"
        "sys.exit(' '.join(m for m in ('numba', 'numpy', 'pandas', 'matplotlib', 'scipy') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "\n" or done.stderr == "", done.stderr


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("mazziere when-to", ["when-to-close", "when-to-spend-trump"]),
        ("mazziere luck --de", ["--deals"]),
        ("mazziere ask lu", ["luck"]),
    ],
)
def test_a_shell_completes_commands_and_their_options(typed, completed):
    env = {**ENV, "_MAZZIERE_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    command = [sys.executable, "-c", "from analyzer.cli import main; main()"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.split() == completed, done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("README.md").exists(), reason="an installed package has no README beside it")
def test_the_commands_of_the_readme_run_and_say_what_it_says(tmp_path):
    text = Path("README.md").read_text()
    shown = re.findall(r"^```console\n(.*?)^```", text, re.M | re.S)
    for name, code in re.findall(r"[Pp]ut this into `(\w+\.py)`:\n\n```python\n(.*?)^```", text, re.M | re.S):
        (tmp_path / name).write_text(code)
    commands = 0
    for block in shown:
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *output = part.splitlines()
            if not command.startswith("mazziere "):
                continue
            commands += 1
            words = command.split("#")[0].split()[1:]
            done = run(*words, cwd=tmp_path, timeout=600)
            assert done.returncode == 0, (command, done.stderr)
            told = [line for line in output if line and line != "..." and not re.search(r"engine|games/s", line)]
            for line in told:
                assert line in done.stdout.splitlines(), f"$ {command}\nno longer prints\n{line}\nbut\n{done.stdout}"
    assert commands >= 6

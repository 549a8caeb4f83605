"""Killed at any moment, does a run go on to the same end?"""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import ENV

KILLS = 5
WAYS = {
    "a number of deals": "compare maestro spend_trump --deals 30k --first 100",
    "a rule, and a trace": "compare maestro spend_trump --until margin=0.5 --seed 11 --trace t.jsonl",
    "five players": "compare random_bidder random_bidder:daring=0.6 --game chiamata --deals 10k",
    "league": "league spend_trump lowest count_cards cash_aces random_card --deals 12k --trace t.jsonl",
    "sweep": "sweep spend_trump --vary spend_at=0:22:2 --against spend_trump,count_cards --deals 8k --trace t.jsonl",
    "race": "tune spend_trump --over spend_at=0:12 --method race --deals 100k --check 10k --trace t.jsonl",
    "halving": "tune spend_trump --over spend_at=0:22 --method halve --deals 40k --check 10k",
    "walk": "tune spend_trump --over spend_at=0:30 --method spsa --deals 10k --check 10k",
}


def facts(folder):
    """The answer but for what may differ."""
    found = json.loads((folder / "answer.json").read_text())
    del found["run"]
    return found


@pytest.mark.parametrize("what", WAYS)
def test_killed_again_and_again_it_ends_the_same(what, tmp_path):
    script = Path(__file__).with_name("killing.py")
    seed = sorted(WAYS).index(what)
    words = [sys.executable, script, tmp_path, str(seed), str(KILLS), *WAYS[what].split()]
    environment = ENV | {"PYTHONPATH": str(script.parents[1])}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    *kills, end = map(int, done.stdout.split())
    assert 9 in kills and set(kills) <= {0, 9} and end == 0
    peace, killed = tmp_path / "peace", tmp_path / "killed"
    assert facts(killed) == facts(peace)
    names = sorted(path.name for path in peace.iterdir())
    assert names == sorted(path.name for path in killed.iterdir())
    for name in {"s.state", "t.jsonl"} & {*names}:
        assert (killed / name).read_bytes() == (peace / name).read_bytes(), name
    assert "damaged" not in (killed / "notes.txt").read_text()


COMMAND = "compare maestro spend_trump --until margin=0.4 --seed 11 --json".split()


def command(folder):
    return [sys.executable, "-m", "analyzer", *COMMAND, "--state", folder / "s.state"]


def finished(folder):
    """The facts and the state file of a run that may end."""
    done = subprocess.run(command(folder), capture_output=True, text=True, env=ENV, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (folder / "answer.json").write_text(done.stdout)
    return facts(folder), (folder / "s.state").read_bytes()


def test_a_process_of_its_own_ends_the_same_too(tmp_path):
    dice = random.Random(20)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    finished(whole)  # which compiles, if that is still to be done
    (whole / "s.state").unlink()
    began = time.monotonic()
    once = finished(whole)
    took = time.monotonic() - began
    for _ in range(3):
        going = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENV)
        time.sleep(dice.uniform(0.3, 0.9) * took)
        going.kill()
        going.wait()
    assert finished(killed) == once
    assert sorted(path.name for path in killed.iterdir()) == ["answer.json", "s.state"]

"""Killed at any moment, does a run go on to the same end?"""

import json
import random
import subprocess
import sys
import time

from command_line import ENV

WORDS = "compare maestro spend_trump --until margin=0.4 --seed 11 --json".split()
KILLS, RUNS = 20, 4


def command(folder):
    return [sys.executable, "-m", "analyzer.cli", *WORDS, "--state", folder / "s.state", "--trace", folder / "t.jsonl"]


def finished(folder):
    """The facts, the trace and the state file of a run that may end."""
    done = subprocess.run(command(folder), capture_output=True, text=True, env=ENV, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    del facts["run"]
    return facts, (folder / "t.jsonl").read_bytes(), (folder / "s.state").read_bytes()


def test_killed_at_twenty_moments_it_ends_the_same(tmp_path):
    dice = random.Random(20)
    (tmp_path / "whole").mkdir()
    finished(tmp_path / "whole")  # which compiles, if that is still to be done
    for path in (tmp_path / "whole").iterdir():
        path.unlink()
    began = time.monotonic()
    whole = finished(tmp_path / "whole")
    took = time.monotonic() - began
    for run in range(RUNS):
        folder = tmp_path / str(run)
        folder.mkdir()
        held = []
        for _ in range(KILLS // RUNS):
            going = subprocess.Popen(command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENV)
            time.sleep(dice.uniform(0.3, 0.9) * took)
            going.kill()
            going.wait()
            state = folder / "s.state"
            held.append(state.stat().st_size if state.exists() else 0)
        assert finished(folder) == whole, held
        assert sorted(path.name for path in folder.iterdir()) == ["s.state", "t.jsonl"]

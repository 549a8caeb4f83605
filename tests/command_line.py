"""The command line in a process of its own, for the tests that use it as a person does."""

import os
import subprocess
import sys

COMPARE = ["compare", "spend_trump", "lowest", "--deals", "2k"]
BIDDERS = ["random_bidder", "random_bidder:daring=0.6"]
FIVE = ["--game", "chiamata"]
ENV = os.environ | {"COLUMNS": "100", "MAZZIERE_CACHE": os.environ["MAZZIERE_CACHE"]}


def run(*words, cwd=None, timeout=120):
    command = [sys.executable, "-W", "error", "-m", "analyzer", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=ENV, timeout=timeout, check=False)


def fails(*words, said, cwd=None):
    done = run(*words, cwd=cwd)
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    *notes, sentence = done.stderr.strip().splitlines()
    assert sentence.startswith("mazziere: "), done.stderr
    assert all("compiling" in note for note in notes), done.stderr
    assert said in sentence
    return sentence

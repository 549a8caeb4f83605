"""Plays a command in peace, and again killed at random moments, in children of a process that has compiled it.

    python killing.py FOLDER SEED KILLS WORD ...

plays `mazziere WORD ... --state s.state --json` in FOLDER/peace and in FOLDER/killed, and prints what happened to the
children of the second kind.  What each folder holds in the end is to be compared.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from analyzer import cli, ledger

ledger.PATIENCE, ledger.WRITING = 0.01, 1e9  # more to interrupt


def play(words, folder):
    """Play a command in a folder; it ends the process."""
    os.chdir(folder)
    sys.argv = ["mazziere", *words, "--state", "s.state", "--json"]
    sys.stdout, sys.stderr = open("answer.json", "w"), open("notes.txt", "w")
    cli.main()


def compile_all(words, folder):
    """Play a command once in this process, so that its children need not compile nor load anything."""
    leave, os._exit = os._exit, sys.exit
    try:
        play(words, folder)
    except SystemExit as leaving:
        assert leaving.code == 0
    finally:
        os._exit = leave
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__


def begun(words, folder):
    """A child that plays a command in a folder."""
    child = os.fork()
    if not child:
        try:
            play(words, folder)
        finally:
            os._exit(99)
    return child


def main(folder, seed, kills, *words):
    """Play it all."""
    dice = random.Random(int(seed))
    for name in ("compiled", "peace", "killed"):
        (Path(folder) / name).mkdir()
    compile_all(words, Path(folder) / "compiled")
    began = time.monotonic()
    assert os.waitpid(begun(words, Path(folder) / "peace"), 0)[1] == 0
    took = time.monotonic() - began
    ends = []
    for _ in range(int(kills)):
        child = begun(words, Path(folder) / "killed")
        time.sleep(dice.uniform(0, 0.4) * took)
        os.kill(child, signal.SIGKILL)
        ends.append(os.waitpid(child, 0)[1])
    ends.append(os.waitpid(begun(words, Path(folder) / "killed"), 0)[1])
    print(*ends)


if __name__ == "__main__":
    main(*sys.argv[1:])

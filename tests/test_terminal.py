"""Is Ctrl-C heard at once while machine code is made, and does it then end only what has nothing to lose?"""

import signal
import subprocess
import sys
import threading
import time

import pytest
from command_line import ENV

from analyzer import progress, terminal
from analyzer.crew import CtrlC


@pytest.fixture
def nothing_finished(monkeypatch):
    monkeypatch.setattr(progress, "anything_finished", False)


def pressed(listener, compiles=True, times=1):
    """Was Ctrl-C remembered where it is pressed while something is compiled, or not?"""
    with CtrlC() as ctrl_c, listener.hearing():
        if compiles:
            with progress.compiling():
                for _ in range(times):
                    signal.raise_signal(signal.SIGINT)
                time.sleep(0.2)
        else:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.2)
    return ctrl_c.pressed


def test_what_has_nothing_to_lose_is_left_at_once(nothing_finished, capsys):
    left = []
    assert pressed(terminal.Terminal(leave=lambda: left.append(threading.current_thread())), times=2)
    assert len(left) == 1 and left[0] is not threading.main_thread()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("why", ["a state file", "finished before"])
def test_what_has_something_to_lose_says_what_it_waits_for(why, nothing_finished, capsys):
    if why == "finished before":
        progress.finished()
    left = []
    leave = None if why == "a state file" else lambda: left.append(1)
    assert pressed(terminal.Terminal(leave=leave), times=2)
    assert not left
    assert capsys.readouterr().err == "mazziere: stopping when what is being compiled is done\n"


def test_at_any_other_time_ctrl_c_is_heard_as_ever(nothing_finished, capsys):
    left = []
    assert pressed(terminal.Terminal(leave=lambda: left.append(1)), compiles=False)
    assert not left and capsys.readouterr().err == "" and not progress.compiles
    assert signal.set_wakeup_fd(-1) == -1


def test_ctrl_c_while_a_large_game_is_compiled_ends_at_once(tmp_path):
    command = [sys.executable, "-m", "analyzer", "compare", "meld_all", "random_move", "--game", "burraco"]
    env = ENV | {"MAZZIERE_CACHE": str(tmp_path)}
    process = subprocess.Popen(
        [*command, "--deals", "1B"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert "compiling" in process.stderr.readline()
    time.sleep(5)  # the players' adapters are quick, the rules take half a minute
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 4
    assert (process.returncode, out, err) == (130, "", "mazziere: interrupted before anything was finished\n")

"""Does a run that was stopped go on, and end as if it had never been?"""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from command_line import ENV, fails
from command_line import run as in_a_process
from every_match import MATCHES, asked

from analyzer import compare, journal, ledger, match, packed, progress, running, stopping
from analyzer.sprt import Sprt
from analyzer.state_file import read

FEW = stopping.ByTest(Sprt("margin", 14, 15))


class Listener(progress.Silence):
    """Keeps what is noted."""

    def __init__(self):
        self.notes = []

    def note(self, text):
        self.notes.append(text)


@pytest.fixture
def notes():
    listener = Listener()
    with progress.listening(listener):
        yield listener.notes


def bare(answer):
    """The JSON without what may differ."""
    found = json.loads(answer.json())
    del found["run"]
    return found


def finished(path):
    """How many deals of a run are finished."""
    return sum(n for _, n in read(path).ranges("deals"))


def stopped_at(contest, path, most, deals, rule=stopping.NEVER, first=0, **more):
    """Play until so many deals are finished, then press Ctrl-C."""
    identity = running.identity("compare", contest, rule)
    with running.Run(identity, str(path), resume="mazziere ...", **more) as run:
        begun = None

        def tell(done, *_):
            nonlocal begun
            begun = done if begun is None else begun
            if done - begun >= most:
                signal.raise_signal(signal.SIGINT)

        return run.play(contest, deals, first, rule=rule, tell=tell)


@pytest.mark.parametrize("what", MATCHES)
def test_at_every_table_a_run_goes_on(what, tmp_path, notes):
    contest = asked(what)
    whole, parts = tmp_path / "whole.state", tmp_path / "parts.state"
    with running.Run(running.identity("compare", contest), str(whole)) as run:
        once = run.play(contest, 700, 33)
    times = 0
    for _ in range(20):
        outcome = stopped_at(contest, parts, 90, 700, first=33, jobs=2, chunk=40)
        times += 1
        if not outcome.interrupted:
            break
    assert times > 3
    assert notes.count("to go on: mazziere ...") == times - 1
    assert outcome.deals == 700
    assert outcome.played < 700
    assert packed.pack(outcome.counts) == packed.pack(once.counts)
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("rule", [FEW, stopping.ByWidth("margin", 0.7)])
@pytest.mark.parametrize("what", ["2", "3"])
def test_a_rule_stops_where_it_would_have(what, rule, tmp_path, notes):
    contest = asked(what)
    whole, parts = tmp_path / "whole.state", tmp_path / "parts.state"
    with running.Run(running.identity("compare", contest, rule), str(whole)) as run:
        once = run.play(contest, 10**6, rule=rule)
    assert once.deals < 10**6
    for _ in range(40):
        outcome = stopped_at(contest, parts, once.deals // 5, 10**6, rule, jobs=2)
        if not outcome.interrupted:
            break
    assert outcome.ledger.decision == once.ledger.decision
    assert outcome.deals == once.deals
    assert parts.read_bytes() == whole.read_bytes()
    # It has decided: there is nothing more to play.
    with running.Run(running.identity("compare", contest, rule), str(whole)) as run:
        again = run.play(contest, 10**6, rule=rule)
    assert again.played == 0
    assert again.ledger.decision == once.ledger.decision
    assert whole.read_bytes() == parts.read_bytes()


def test_the_answer_of_a_resumed_run_is_the_same(tmp_path):
    path = str(tmp_path / "run.state")
    once = compare("spend_trump", "lowest", deals=3000)
    assert bare(compare("spend_trump", "lowest", deals=3000, state=path)) == bare(once)
    again = compare("spend_trump", "lowest", deals=3000, state=path)
    assert bare(again) == bare(once)
    assert "3,000 of the deals were finished before" in str(again)
    assert again.run["deals_per_second"] == 0
    assert again.command == once.command


def test_more_deals_go_on_from_fewer(tmp_path):
    path = str(tmp_path / "run.state")
    compare("spend_trump", "lowest", deals=1000, first_deal=500, state=path)
    more = compare("spend_trump", "lowest", deals=2500, first_deal=500, state=path)
    assert bare(more) == bare(compare("spend_trump", "lowest", deals=2500, first_deal=500))
    earlier = compare("spend_trump", "lowest", deals=3000, state=path)
    assert bare(earlier) == bare(compare("spend_trump", "lowest", deals=3000))
    for fewer in ({"deals": 2999}, {"deals": 5000, "first_deal": 1}):
        with pytest.raises(ValueError, match="holds deals 0 to 2,999, which cannot be parted"):
            compare("spend_trump", "lowest", state=path, **fewer)


def test_a_longer_run_with_a_rule_goes_on_from_its_cap(tmp_path):
    path = str(tmp_path / "run.state")
    rule = {"sprt_margin": "35.5,36.2"}
    short = compare("spend_trump", "lowest", deals=100, state=path, **rule)
    assert short.facts["stop"]["verdict"] == "inconclusive"
    long = compare("spend_trump", "lowest", state=path, **rule)
    assert bare(long) == bare(compare("spend_trump", "lowest", **rule))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"rules": "tie=replay"}, "rules tie is draw there and replay here"),
        ({"match": "best_of=3"}, "rules match is single there and best_of=3 here"),
        ({"players": 4}, "players is 2 there and 4 here"),
        ({"sprt": "0.5,0.51"}, "stopping"),
        ({"until": "ci=1%"}, "stopping"),
    ],
)
def test_a_state_of_another_run_is_refused_with_the_difference(other, said, tmp_path):
    path = tmp_path / "run.state"
    compare("spend_trump", "lowest", deals=100, state=str(path))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="is of another run: ") as told:
        compare("spend_trump", "lowest", deals=100, state=str(path), **other)
    assert said in str(told.value)
    assert path.read_bytes() == before


def test_another_strategy_is_another_run(tmp_path):
    path = str(tmp_path / "run.state")
    compare("spend_trump", "lowest", deals=100, state=path)
    with pytest.raises(ValueError, match="strategy 2 is lowest there and random_card here"):
        compare("spend_trump", "random_card", deals=100, state=path)
    with pytest.raises(ValueError, match="strategy 1 is spend_trump there and spend_trump:spend_at=4 here"):
        compare("spend_trump:spend_at=4", "lowest", deals=100, state=path)


def test_a_strategy_whose_text_has_changed_is_another_one(tmp_path):
    mine = tmp_path / "mine.py"
    text = '"""Plays the first card."""\n\n\ndef choose(view):\n    return 0\n'
    mine.write_text(text)
    path = str(tmp_path / "run.state")
    compare(mine, "lowest", deals=100, state=path)
    mine.write_text(text.replace("return 0", "return view.n_moves - 1"))
    with pytest.raises(ValueError, match="code of .*mine.py is .* there and .* here"):
        compare(mine, "lowest", deals=100, state=path)


def test_another_version_of_the_engine_is_another_run(tmp_path, monkeypatch):
    path = str(tmp_path / "run.state")
    compare("spend_trump", "lowest", deals=100, state=path)
    monkeypatch.setattr(running.compiled, "engine", lambda: "0123456789ab")
    with pytest.raises(ValueError, match="engine is .* there and 0123456789ab here"):
        running.Run(running.identity("compare", asked("2", seed=1)), path)


def test_a_damaged_line_is_told_and_its_deals_are_played_again(tmp_path, notes):
    path = tmp_path / "run.state"
    once = compare("spend_trump", "lowest", deals=3000, state=str(path), chunk=100)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    where = [k for k, line in enumerate(lines) if b'"play"' in line]
    assert len(where) == 12  # parts of 256 deals
    for k in where[::3]:
        spoilt = [*lines]
        spoilt[k] = spoilt[k].replace(b'"counts"', b'"count"', 1)
        path.write_bytes(b"".join(spoilt))
        notes.clear()
        again = compare("spend_trump", "lowest", deals=3000, state=str(path), chunk=77)
        (note,) = (each for each in notes if "is damaged" in each)
        first, n = 256 * (k - 1), min(256, 3000 - 256 * (k - 1))
        assert f"line {k + 1} cannot be read (deals {first:,} to {first + n - 1:,}, it seems)" in note
        assert bare(again) == bare(once)
        assert f"{3000 - n:,} of the deals were finished before" in str(again)
        assert path.read_bytes() == whole


def test_a_full_disk_is_told_once_and_the_run_goes_on(tmp_path, notes, monkeypatch):
    monkeypatch.setattr(ledger, "PATIENCE", 0)
    monkeypatch.setattr(ledger, "WRITING", 1e9)
    path, whole = tmp_path / "run.state", tmp_path / "whole.state"
    once = compare("spend_trump", "lowest", deals=3000, state=str(whole), chunk=100)
    times = 0

    def full(file):
        nonlocal times
        times += 1
        if times % 7:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal.os, "fsync", lambda file: None)
    journal.Journal(path, running.identity("compare", match.contest("spend_trump", "lowest")), packed.merge).close()
    monkeypatch.setattr(journal.os, "fsync", full)
    answer = compare("spend_trump", "lowest", deals=3000, state=str(path), chunk=100)
    assert bare(answer) == bare(once)
    assert sum("No space left on device; it holds what it held before; playing on" in note for note in notes) == 1
    monkeypatch.undo()
    assert bare(compare("spend_trump", "lowest", deals=3000, state=str(path))) == bare(once)
    assert path.read_bytes() == whole.read_bytes()


def test_two_plays_of_a_run_are_kept_apart(tmp_path):
    contest, other = asked("2"), asked("4")
    path = str(tmp_path / "run.state")
    identity = running.identity("compare", contest, rounds=2)
    for _ in range(2):
        with running.Run(identity, path) as run:
            one = run.play(contest, 300, name="round 1")
            two = run.play(other, 400, 100, name="round 2")
            value = run.recall("race")
            run.keep("race", {"alive": [0, 2]})
    assert (one.played, two.played) == (0, 0)
    assert (one.deals, two.deals) == (300, 400)
    assert value == {"alive": [0, 2]}
    with running.Run(identity) as run:
        assert run.recall("race") is None
        run.keep("race", 3)
        assert run.recall("race") == 3


LONG = ["compare", "maestro", "spend_trump", "--seed", "7"]


def test_ctrl_c_prints_the_command_that_goes_on(tmp_path):
    path = tmp_path / "my run.state"
    words = [*LONG, "--deals", "300k", "--state", str(path), "--chunk", "200", "--jobs", "2", "--rules", "tie=replay"]
    words += ["--format", "md", "--html", str(tmp_path / "my page.html"), "--chart", str(tmp_path / "chart.svg")]
    command = [sys.executable, "-m", "analyzer", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV) as going:
        while not path.exists() or not path.stat().st_size or finished(path) < 2000:
            assert going.poll() is None
            time.sleep(0.02)
        going.send_signal(signal.SIGINT)
        out, err = going.communicate(timeout=60)
    assert going.returncode == 130
    assert "INTERRUPTED after" in out
    (line,) = [line for line in err.splitlines() if "to go on: " in line]
    told = line.partition("to go on: ")[2]
    expected = (
        f"mazziere compare maestro spend_trump --deals 300000 --state '{path}' --jobs 2 --chunk 200 --seed 7 "
        f"--rules tie=replay --format md --chart {tmp_path / 'chart.svg'} --html '{tmp_path / 'my page.html'}'"
    )
    assert told == expected
    held = finished(path)
    short = told.replace("--deals 300000", f"--deals {held}").replace("mazziere", f"{sys.executable} -m analyzer", 1)
    done = subprocess.run(short, shell=True, capture_output=True, text=True, env=ENV, timeout=60, check=False)
    assert done.returncode == 0
    assert f"{held:,} of the deals were finished before" in done.stdout


def test_told_to_end_it_keeps_what_is_finished(tmp_path):
    path = tmp_path / "run.state"
    words = [sys.executable, "-m", "analyzer", *LONG, "--deals", "300k", "--state", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV) as going:
        while not path.exists() or not path.stat().st_size or not finished(path):
            assert going.poll() is None
            time.sleep(0.02)
        going.terminate()
        out, err = going.communicate(timeout=60)
    assert going.returncode == 128 + signal.SIGTERM
    assert out == ""
    assert "to go on: mazziere compare maestro spend_trump --deals 300000 --state" in err
    assert not read(path).damage


def test_the_exit_status_tells_how_a_test_went(tmp_path):
    words = ["compare", "throw_away", "spend_trump", "--sprt", "0.5,0.51", "--exit-status"]  # alike on every deal
    assert in_a_process(*words).returncode == 10
    assert in_a_process("compare", "spend_trump", "lowest", *words[3:]).returncode == 0
    assert in_a_process(*words, "--deals", 80).returncode == 11
    assert in_a_process(*words[:-1]).returncode == 0
    assert in_a_process("compare", "spend_trump", "lowest", "--until", "ci=3%", "--exit-status").returncode == 0


def test_what_cannot_be_a_state_is_said_before_anything_is_played(tmp_path):
    words = ["compare", "spend_trump", "lowest", "--state"]
    fails(*words, tmp_path, said="a state is kept in a file")
    fails(*words, tmp_path / "no" / "run.state", said="there is no folder")
    text = tmp_path / "notes.txt"
    text.write_text("my notes\n")
    fails(*words, text, said="is no state file of mazziere")
    assert text.read_text() == "my notes\n"


def test_a_run_at_work_keeps_its_file_to_itself(tmp_path):
    path = tmp_path / "run.state"
    contest = asked("2", seed=1)
    with (
        running.Run(running.identity("compare", contest), str(path)),
        pytest.raises(ValueError, match="another run is at work"),
    ):
        compare("spend_trump", "lowest", state=str(path))
    assert os.path.exists(path)

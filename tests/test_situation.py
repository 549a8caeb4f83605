"""What is wrong with a question about a decision is said in one sentence, before it does harm."""

import os
import shutil
import subprocess
import sys
import textwrap

import faulty_questions as faulty
import pytest

from analyzer import compiled, match
from analyzer import fork as fork_module
from analyzer.fork import Fork, ForkCrew
from analyzer.forked import Forked
from analyzer.roster import StrategyError
from analyzer.situation import questions


def fork(situation=faulty.fine, option=faulty.first, parameters=None, options=("a", "b"), buckets=3):
    return Fork(situation, option, options, buckets, parameters)


def contest(*names, seed=2, **options):
    return match.contest(*(names or ("lowest", "lowest")), seed=seed, **options)


def sentence(error):
    """What it says, in one line without a trace of numba."""
    told = str(error.value)
    assert "\n" not in told and "numba" not in told.lower() and "Record(" not in told
    return told


# Refused before anything is played.
REFUSED = {
    "a lambda": (dict(situation=lambda view: 0), "not a lambda"),
    "no function": (dict(situation=3), "must be a function written at the top of a file, situation(view, parameter="),
    "an inner function": (dict(situation=faulty.inner()), "not one written within another"),
    "a builtin": (dict(option=len), "option(view, k, parameter=default, ...), not <built-in function len>"),
    "no view": (dict(situation=faulty.no_view), "no_view of faulty_questions.py must be written situation(view"),
    "no k": (dict(option=faulty.fine), "fine of faulty_questions.py must be written option(view, k, parameter=default"),
    "no default": (dict(option=faulty.no_default), "the default of deep must be a plain number, True or False"),
    "a word": (dict(situation=faulty.word_default), "the default of deep must be a plain number, True or False"),
    "no such parameter": (
        dict(situation=faulty.with_parameters, parameters={"lest": 3}),
        "with_parameters and first have no parameter 'lest'; they have least, dear and factor; did you mean least?",
    ),
    "no parameters": (dict(parameters={"least": 3}), "fine and first have no parameter 'least'; they have none"),
    "half a card": (
        dict(situation=faulty.with_parameters, parameters={"least": 3.5}),
        "least takes a whole number, not '3.5'",
    ),
    "a written view": (dict(situation=faulty.writes), "a question about a decision may not write to the view"),
    "dice": (dict(situation=faulty.at_random), "chance must come from view.dice"),
    "dice of a friend": (dict(situation=faulty.at_random_too), "a question about a decision only answers")
    and (
        dict(situation=faulty.says),
        "a question about a decision only answers; it may not use print",
    ),
    "no bucket": (dict(buckets=0), "with 2 options there may be 1 to 528 buckets, not 0"),
    "too many buckets": (dict(buckets=529), "with 2 options there may be 1 to 528 buckets, not 529"),
    "half a bucket": (dict(buckets=2.5), "not 2.5"),
    "no option": (dict(options=()), "options are one name or several, no two alike"),
    "an option twice": (dict(options=("a", "a")), "options are one name or several, no two alike, not ('a', 'a')"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_asked_is_refused(what):
    given, said = REFUSED[what]
    with pytest.raises(ValueError) as error:
        fork(**given)
    assert said in sentence(error)


# Named once it is tried in plain Python.
FAULTS = {
    "a bucket too many": (
        dict(situation=faulty.last_bucket),
        "last_bucket of faulty_questions.py returned 3; buckets are 0 to 2, or -1 for none (seed 2, deal 0); "
        "see it with: mazziere replay lowest lowest --deal 0 --seed 2",
    ),
    "a bucket too low": (dict(situation=faulty.bucket_below), "returned -2; buckets are 0 to 2, or -1 for none"),
    "a move too many": (dict(option=faulty.index_beyond), "returned 3 for 'b'; there are 3 moves, so 0 to 2 are legal"),
    "a move too low": (dict(option=faulty.index_below), "returned -2 for 'b'; there are 3 moves"),
    "a fraction": (dict(situation=faulty.fraction), "returned 0.0, a float; it must return a whole number"),
    "a truth": (dict(option=faulty.truth), "returned True, a bool for 'a'; it must return a whole number"),
    "a division": (dict(situation=faulty.divides), "raised ZeroDivisionError"),
    "a misspelling": (
        dict(situation=faulty.misspelt),
        "asks for view.table_pionts in line 60 of faulty_questions.py; there is no such thing; did you mean table_p",
    ),
    "another game": (dict(option=faulty.other_game), "of faulty_questions.py; that is for chiamata: --game chiamata"),
    "a written list": (
        dict(situation=faulty.writes_aside),
        "tried to write to the view in line 81 of faulty_questions.py; it may only be read",
    ),
    "no machine code": (dict(situation=faulty.texts), "faulty_questions_texts cannot be compiled"),
    "a fraction at times": (
        dict(situation=faulty.float_bucket),
        "float_bucket returns a float64; it must return a whole number, a bucket, or -1 for none",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_goes_wrong_is_named_with_its_deal(what):
    given, said = FAULTS[what]
    with pytest.raises(StrategyError) as error:
        fork(**given).play(contest(), 10)
    assert said in sentence(error)
    if "deal" in sentence(error):
        assert "(seed 2, deal 0)" in sentence(error)


RARE = {
    "bucket": (dict(situation=faulty.rare_bucket), "rare_bucket of faulty_questions.py returned 3; buckets are 0 to 2"),
    "move": (dict(option=faulty.rare_move), "rare_move of faulty_questions.py returned 17 for 'b'; there are "),
    "division": (dict(option=faulty.rare_division), "rare_division of faulty_questions.py raised ZeroDivisionError"),
}


@pytest.mark.parametrize("what", RARE)
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_later_is_found_in_its_deal(what, jobs):
    given, said = RARE[what]
    with pytest.raises(StrategyError) as error:
        fork(**given).play(contest("spend_trump", "lowest"), 2000, jobs=jobs)
    assert said in sentence(error)
    # The first deal that goes wrong is the one that is named, by any number of threads.
    number = int(sentence(error).partition(" deal ")[2].partition(")")[0])
    assert number > 3
    fork(**given).play(contest("spend_trump", "lowest"), number)
    with pytest.raises(StrategyError):
        fork(**given).play(contest("spend_trump", "lowest"), 1, first=number)


STUMBLES = """
\"\"\"Plays its lowest card, and is lost where it finds that it did not.\"\"\"

from analyzer.briscola import trick_card, trick_leader


def choose(view, how=0):
    if view.tricks == 1 and trick_leader(view, 0) == view.seat and trick_card(view, 0, 0) > view.moves[1]:
        while how == 2:
            how = 2 + view.tricks // 2
        return 3 // how if how < 1 else 99
    return 0
"""


@pytest.mark.parametrize(("how", "said"), [(0, "raised ZeroDivisionError"), (1, "returned 99; it has 3 moves")])
def test_a_strategy_that_fails_in_a_branch_is_named_with_the_branch(tmp_path, how, said):
    path = tmp_path / "stumbles.py"
    path.write_text(STUMBLES.lstrip())
    asked = fork(faulty.opening, faulty.lowest_or_highest, options=("lowest", "highest"))
    asked.play(contest(), 100)
    with pytest.raises(StrategyError) as error:
        asked.play(contest(f"{path}:how={how}", "lowest"), 100)
    assert said in sentence(error) and sentence(error).startswith("strategy stumbles")
    assert "(seed 2, deal 0, in the branch of option 'highest' at decision 1 of the game)" in sentence(error)


def script(tmp_path, text, name="mine.py"):
    """A file that asks, to be run by itself."""
    path = tmp_path / name
    path.write_text(textwrap.dedent(text).lstrip())
    return path


def run(path, *before, cache=None, fails=False):
    """What a fresh Python prints when it runs the file."""
    env = os.environ | ({"MAZZIERE_CACHE": str(cache)} if cache else {})
    code = "\n".join([*before, f"import runpy\nrunpy.run_path({str(path)!r}, run_name='__main__')"])
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert bool(done.returncode) == fails, done.stderr
    return done.stderr if fails else done.stdout


MINE = """
    from analyzer import match
    from analyzer.briscola import points
    from analyzer.fork import Fork

    DEAR = 10


    def dear(card):
        return points(card) >= DEAR


    def on_the_table(view, more=0):
        return -1 if view.led < 0 else 1 if dear(view.led) else min(more, 0)


    def high_or_low(view, k):
        return k * (view.n_moves - 1)


    if __name__ == "__main__":
        fork = Fork(on_the_table, high_or_low, ("low", "high"), 2)
        forked = fork.play(match.contest("spend_trump", "lowest", seed=4), 200, jobs=1)
        print(forked.decisions, forked.gain("low", "high"))
"""


def test_a_file_of_ones_own_is_compiled_once_and_anew_when_it_is_changed(tmp_path):
    cache = tmp_path / "cache"
    # The loops need not be made another time.
    fork().play(contest("spend_trump", "lowest"), 1)
    for made in (("briscola",), ("pairs",), (compiled.FORK, "briscola")):
        folder = compiled.cache_folder(*made)
        shutil.copytree(folder, cache / folder.name)
    path = script(tmp_path, MINE)
    first = run(path, cache=cache)
    assert first.startswith("[") and "Gain(mean=" in first
    no_compiler = (
        "from numba.core.dispatcher import _FunctionCompiler",
        "def refuse(*_): raise SystemExit('it compiles')",
        "_FunctionCompiler._compile_core = refuse",
    )
    assert run(path, *no_compiler, cache=cache) == first
    assert "it compiles" in run(
        script(tmp_path, MINE.replace("DEAR = 10", "DEAR = 11")), *no_compiler, cache=cache, fails=True
    )
    changed = run(path, cache=cache)
    assert changed != first and changed.startswith("[")


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc", "*_adapter.py"])
def test_damaged_machine_code_of_a_question_is_made_again(tmp_path, monkeypatch, kind):
    asked, whole = fork(option=faulty.lowest_or_highest), contest("spend_trump", "lowest")
    sound = asked.play(whole, 30).gain("a", "b")
    monkeypatch.setenv("MAZZIERE_CACHE", str(tmp_path))
    made = []
    for spoilt in (False, True, False):
        if spoilt:
            paths = list(tmp_path.rglob(kind))
            assert paths
            for path in paths:
                path.write_bytes(b"garbage\n")
        monkeypatch.setattr(compiled, "_addresses", {})
        made = [compiled.question_address(each, "briscola") for each in asked.asked]
        for player in whole.players:
            compiled.address(player, "briscola")
        crew = ForkCrew(asked, whole, None, 30, 0, 1, None)
        forked = Forked(whole, asked.options, 3, crew.desk(crew.states[0])(0, 30).counts, 0, 1)
        assert forked.gain("a", "b") == sound
    assert len(set(made)) == 2
    assert all(path.read_bytes() != b"garbage\n" for path in tmp_path.rglob("*.*"))


def test_the_example_of_the_module_is_what_it_says(tmp_path):
    text = fork_module.__doc__
    start = text.index('    """Is it worth a trump?"""')
    told = run(script(tmp_path, text[start : text.index("Every number is a mean")])).splitlines()
    assert len(told) == 4 and all(line.startswith("Gain(mean=") for line in told)
    means = [float(line.removeprefix("Gain(mean=").partition(",")[0]) for line in told[:3]]
    assert means[0] < 1 < means[1] < 10 < means[2]


def test_parameters_reach_the_functions_that_have_them():
    made = questions(faulty.with_parameters, faulty.also_with_parameters, {"least": 2, "dear": True})
    assert [each.parameters for each in made] == [
        {"least": 2, "dear": True, "factor": 0.5},
        {"least": 2, "most": 11},
    ]
    whole = contest("spend_trump", "lowest")
    found = {}
    for least, dear in [(0, False), (4, False), (4, True), (99, False)]:
        given = {"least": least, "dear": dear}
        asked = Fork(faulty.with_parameters, faulty.also_with_parameters, ("a", "b"), 3, given)
        found[least, dear] = asked.play(whole, 50)
    assert found[4, True].decisions[0] == 0 < found[4, False].decisions[0]
    assert found[0, False].decisions[0] == 0 and found[99, False].decisions[1] == 0
    assert found[99, False].value("a").mean is None and found[0, False].value("a").mean is not None


@pytest.mark.parametrize(("k", "said"), [("c", "there is no option 'c'; there is a or b"), (2, "no option 2")])
def test_what_was_not_forked_cannot_be_told(k, said):
    forked = fork(options=("a", "b")).play(contest(), 3)
    with pytest.raises(ValueError, match=said):
        forked.gain(k)
    for ask, words in [
        (lambda: forked.gain("a", "a"), "option 'a' gains nothing over itself"),
        (lambda: forked.gain("a", "b", 3), "there is no bucket 3; buckets are 0 to 2"),
        (lambda: forked.gain("a", "b", [0, -1]), "there is no bucket -1"),
        (lambda: forked.gain("a", "b", of="points"), "a gain is of 'margin' or of 'score', not of 'points'"),
        (lambda: forked.chosen(None), "ask for one of the options"),
        (lambda: fork().play(contest(), 3, whose=2), "Parties count from 0 to 1, None is everybody; not 2"),
    ]:
        with pytest.raises(ValueError, match=words):
            ask()


# Found in plain Python at once, and later, by the watchdog.
@pytest.mark.parametrize("name", ["hangs", pytest.param("rare_loop", marks=pytest.mark.slow)])
def test_whoever_never_answers_is_named(tmp_path, name):
    # In a Python of its own, for the thread that hangs cannot be ended.
    path = script(
        tmp_path,
        f"""
        import os
        import sys

        sys.path.insert(0, {os.path.dirname(faulty.__file__)!r})
        import faulty_questions as faulty

        from analyzer import match
        from analyzer.fork import Fork

        contest = match.contest("lowest", "lowest", seed=2)
        try:
            Fork(faulty.{name}, faulty.first, "a", 7).play(contest, 1000, timeout=2.0)
        except ValueError as error:
            print(error, flush=True)
        os._exit(0)
        """,
    )
    told = run(path)
    assert told.startswith(
        f"{name} of faulty_questions.py has not answered for 2 seconds: an endless loop? (seed 2, deal "
    )
    assert ("deal 0)" in told) == (name == "hangs")

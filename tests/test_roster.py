"""Strategies are found by path, told their parameters, and every fault of theirs ends in one clear sentence."""

import textwrap

import pytest

from analyzer import check, compare, replay, roster, tables
from analyzer.roster import StrategyError

FINE = '"""Plays its first card."""\n\n\ndef choose(view):\n    return 0\n'


def write(tmp_path, text, name="mine"):
    path = tmp_path / f"{name}.py"
    path.write_text(textwrap.dedent(text))
    return str(path)


def body(lines, head="view"):
    return f'"""A faulty one."""\n\n\ndef choose({head}):\n' + textwrap.indent(textwrap.dedent(lines), "    ")


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in tables.GAMES for name in roster.names(game)])
def test_every_strategy_of_the_roster_says_in_a_line_what_it_does_and_is_fit_to_play(game, name):
    player = roster.find(name, game)
    assert player.summary.endswith(".")
    assert len(player.summary) <= 120
    if game == "briscola":
        assert check(name, deals=6, against="random_card").facts["fit"]
        assert check(name, deals=3, against="spend_trump", rules=["trump_swap=seven", "shared_stock=on"]).facts["fit"]
        for players, rules in ((3, "removed_two=trump"), (4, "signals=on"), (6, "partner_peek=last3")):
            assert check(name, deals=1, players=players, rules=rules).facts["fit"]
    elif game == "chiamata":
        assert check(name, deals=2, game=game).facts["fit"]
        assert check(name, deals=1, game=game, rules="bid_form=points_only").facts["fit"]
    else:  # the laws of Burraco have them play by every code
        assert check(name, deals=1, game=game, rules="fibur_int").facts["fit"]


def test_a_strategy_is_told_its_parameters_by_kind(tmp_path):
    path = write(tmp_path, FINE.replace("view", "view, a=1, b=0.5, c=True"))
    player = roster.find(f"{path}:a=-3,b=2,c=false")
    assert player.values == {"a": -3, "b": 2.0, "c": False}
    assert [type(value) for value in player.values.values()] == [int, float, bool]
    assert player.label == "mine:a=-3,b=2.0,c=False"
    assert roster.find(f"{path}:a=1").label == "mine"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("spend_ta=3", "no parameter 'spend_ta'; it has spend_at; did you mean spend_at"),
        ("spend_at=x", "spend_at takes a whole number, not 'x'"),
        ("spend_at=1.5", "spend_at takes a whole number"),
        ("spend_at=1e400", "whole number"),
        ("spend_at=99999999999999999999", "ordinary size"),
        ("=3", "no parameter ''"),
        ("spend_at", "spend_at"),
    ],
)
def test_a_wrong_parameter_is_named_with_the_right_ones(told, said):
    with pytest.raises(StrategyError, match=said):
        roster.read(roster.folder("strategies") / "briscola" / "spend_trump.py", told)


STATIC = {
    "no docstring": ("def choose(view):\n    return 0\n", "has no docstring"),
    "no choose": ('"""Nothing."""\n', "no function choose"),
    "syntax": ('"""Wrong."""\ndef choose(view)\n    return 0\n', "not Python: .* in line 2"),
    "np.random": (body("return np.random.randint(view.n_moves)"), "chance must come from view.dice"),
    "import random": ('"""R."""\nimport random\n\n\ndef choose(view):\n    return 0\n', "not random"),
    "import time": ('"""R."""\nfrom time import time\n\n\ndef choose(view):\n    return 0\n', "not time"),
    "writing": (body("view.hand = 0\nreturn 0"), "line 5: a strategy may not write"),
    "writing an item": (body("view.moves[0] = 0\nreturn 0"), "may not write"),
    "counting up": (body("view.tricks += 1\nreturn 0"), "may not write"),
    "leaving": (body("exit(0)"), "may not use exit"),
    "printing": (body("print(view)\nreturn 0"), "may not use print"),
    "importing slyly": (body('__import__("os").abort()'), "may not use __import__"),
    "an infinite default": (FINE.replace("view", "view, a=1e999"), "must be a plain number"),
    "global": (body("global seen\nseen = 1\nreturn 0"), "no memory of its own"),
    "a list to remember in": ('"""M."""\nseen = []\n\n\ndef choose(view):\n    return 0\n', "no memory of its own"),
    "another first name": (FINE.replace("view", "table"), r"choose\(view, parameter=default"),
    "no default": (FINE.replace("view", "view, much"), "needs a default"),
    "a default of words": (FINE.replace("view", 'view, how="well"'), "must be a plain number"),
    "too many": (FINE.replace("view", "view, " + ", ".join(f"p{k}=0" for k in range(33))), "32 is the most"),
}


@pytest.mark.parametrize("what", STATIC)
def test_what_can_be_seen_in_the_text_is_refused_before_it_runs(tmp_path, what):
    text, said = STATIC[what]
    with pytest.raises(StrategyError, match=said):
        compare(write(tmp_path, text), "lowest", deals=10)


RUNNING = {
    "a float": (body("return view.n_moves * 0.5"), r"returned 1\.5, a float; it must return a whole number"),
    "nothing": (body("if view.tricks > 2:\n    return 0"), "returned None"),
    "a bool": (body("return view.tricks > 2"), "returned False, a bool"),
    "too high": (body("return 3 if view.tricks == 5 else 0"), r"returned 3; it has 3 moves, so 0 to 2 are legal"),
    "negative": (body("return -1"), "returned -1"),
    "an exception": (body("return 1 // (view.tricks - view.tricks)"), "ZeroDivisionError: .* in line 5 of mine.py"),
    "a wrong name": (body("return view.n_mvoes"), "asks for view.n_mvoes in line 5 .* did you mean n_moves"),
    "a place counted from the end": (body("return view.moves[-1] * 0"), "there is no place -1 .* in line 5 of mine.py"),
    "sly writing": (body("cards = view.moves\ncards[0] = 1\nreturn 0"), "tried to write to the view in line 6"),
}


@pytest.mark.parametrize("what", RUNNING)
def test_a_fault_while_playing_names_strategy_seed_deal_and_replay(tmp_path, what):
    text, said = RUNNING[what]
    path = write(tmp_path, text)
    with pytest.raises(StrategyError, match=said) as caught:
        compare(path, "lowest", deals=10, seed=3)
    sentence = str(caught.value)
    assert sentence.startswith("strategy mine ")
    assert f"(seed 3, deal 0); see it with: mazziere replay {path} lowest --deal 0 --seed 3" in sentence


LATE = {
    "an exception": ("1 // (view.tricks - view.tricks)", "ZeroDivisionError"),
    "an index": ("7", "returned 7"),
}


@pytest.mark.parametrize("what", LATE)
def test_a_fault_that_shows_late_is_found_compiled_and_told_with_its_deal(tmp_path, what):
    fault, said = LATE[what]
    path = write(tmp_path, body(f"if view.dice % 9973 == 5:\n    return {fault}\nreturn 0"))
    sentences = set()
    for jobs in (1, 2):
        with pytest.raises(StrategyError, match=said) as caught:
            compare(path, "lowest", deals=5000, jobs=jobs, chunk=100)
        sentences.add(str(caught.value))
    assert len(sentences) == 1
    assert replayed(sentences.pop()) > 4


def replayed(sentence, **options):
    """Does the command in the sentence show the very fault?  Returns the number of the deal."""
    words = sentence.partition("see it with: mazziere replay ")[2].split()
    names = [word for word in words[: words.index("--deal")] if not word.startswith("--")]
    told = {key: int(words[words.index(f"--{key}") + 1]) for key in ("deal", "seed", "seating") if f"--{key}" in words}
    with pytest.raises(StrategyError) as caught:
        replay(*names, **told, **options)
    assert str(caught.value).splitlines()[-1] == sentence
    return told["deal"]


@pytest.mark.parametrize(
    ("names", "options"),
    [
        ("lowest MINE", {}),
        ("lowest MINE", {"players": 3}),
        ("lowest random_card MINE", {"players": 3}),
        ("lowest random_card MINE spend_trump", {"players": 3}),
        ("lowest random_card+MINE", {"players": 4}),
        ("random_bidder MINE", {"game": "chiamata"}),
        ("random_bidder MINE", {"game": "chiamata", "match": "first_to=5"}),
    ],
)
def test_a_fault_in_whatever_game_of_the_block_is_told_with_the_command_that_shows_it(tmp_path, names, options):
    path = write(tmp_path, body("return 99 if view.seat == 1 and view.tricks == 2 else 0"))
    with pytest.raises(StrategyError, match="returned 99") as caught:
        compare(*names.replace("MINE", path).split(), deals=10, seed=4, **options)
    assert replayed(str(caught.value), **options) < 10


def test_a_fault_of_the_second_seating_is_shown_by_that_seating(tmp_path):
    path = write(tmp_path, body("return 99 if view.seat == 1 else 0"))
    with pytest.raises(StrategyError) as caught:
        compare(path, "lowest", deals=10)
    assert str(caught.value).endswith(f"mazziere replay {path} lowest --deal 0 --seating 2 --seed 1")


def test_what_numba_stumbles_over_is_a_sentence_too(tmp_path):
    with pytest.raises(StrategyError, match="mine cannot be compiled"):
        compare(write(tmp_path, body("return hash(view.hand > 3) % 1 + len(str(hash(view))) * 0")), "lowest", deals=10)


def test_what_numba_cannot_compile_is_said_in_one_line(tmp_path):
    path = write(tmp_path, body('d = {}\nd[0] = "a" if view.tricks else 1\nreturn 0'))
    with pytest.raises(StrategyError, match=r"mine cannot be compiled: .* \(line 6\)") as caught:
        compare(path, "lowest", deals=10)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 4}, {"players": 6}, {"game": "chiamata"}])
def test_check_plays_from_every_seat_at_every_table(tmp_path, options):
    path = write(tmp_path, body("return view.dice % 7 % view.n_moves"))
    facts = check(path, deals=3, **options).facts
    assert facts["fit"]
    assert facts["players"] == options.get("players", 5 if options else 2)
    assert facts["against"] == ("random_bidder" if "game" in options else "random_card")
    games = {2: 2, 3: 6, 4: 2, 5: 10, 6: 2}[facts["players"]]
    assert f"mine is fit to play: {3 * games} games in plain Python and compiled" in facts["verdict"]
    last = facts["players"] - 1
    seated_late = write(tmp_path, body(f"return 99 if view.seat == {last} else 0"), "seated_late")
    with pytest.raises(StrategyError, match=r"seated_late returned 99; .* --seating \d+ --seed 1"):
        check(seated_late, deals=1, **options)


def test_check_says_its_own_command_and_looks_at_one_strategy_at_a_time():
    answer = check("spend_trump", deals=2, against="lowest", players=4, rules="signals=on")
    wanted = "mazziere check spend_trump --deals 2 --seed 1 --against lowest --players 4 --rules signals=on"
    assert answer.command == wanted
    with pytest.raises(ValueError, match=r"one strategy at a time, not at the partners spend_trump\+lowest"):
        check("spend_trump+lowest", players=4)


def test_playing_otherwise_compiled_is_caught_by_check(tmp_path):
    path = write(tmp_path, body("big = view.unplayed * view.unplayed * view.unplayed\nreturn 0 if big > 0 else 1"))
    with pytest.raises(StrategyError, match="otherwise compiled than in plain Python"):
        check(path, deals=20)


def test_a_changed_file_is_compiled_anew(tmp_path):
    one = compare(write(tmp_path, FINE), "lowest", deals=200).facts["pairs"]
    two = compare(write(tmp_path, FINE.replace("return 0", "return view.n_moves - 1")), "lowest", deals=200).facts[
        "pairs"
    ]
    assert one != two
    assert compare(write(tmp_path, FINE), "lowest", deals=200).facts["pairs"] == one


def test_names_and_files_that_are_not_there(tmp_path, monkeypatch):
    with pytest.raises(StrategyError, match="briscola has no strategy 'random_bidder'"):
        compare("random_bidder", "lowest", deals=1)
    with pytest.raises(StrategyError, match="chiamata has no strategy 'lowest'"):
        compare("random_bidder", "lowest", deals=1, game="chiamata")
    with pytest.raises(StrategyError, match="no strategy 'lowst'; did you mean lowest"):
        compare("spend_trump+lowst", "lowest", deals=1, players=4)
    with pytest.raises(StrategyError, match="no strategy 'maestr'; did you mean maestro"):
        roster.find("maestr")
    with pytest.raises(StrategyError, match="there is no file nowhere/mine.py"):
        roster.find("nowhere/mine.py")
    monkeypatch.chdir(tmp_path)
    write(tmp_path, FINE, "wonder")
    with pytest.raises(StrategyError, match=r"is named with its ending: wonder\.py"):
        roster.find("wonder")


@pytest.mark.parametrize(
    ("game", "asks", "said"),
    [
        ("briscola", "view.role", r"asks for view.role in line 5 of lost.py; that is for chiamata: --game chiamata"),
        ("briscola", "view.phase", r"that is for chiamata or burraco: --game chiamata or --game burraco"),
        ("chiamata", "view.n_pile", r"that is for burraco: --game burraco"),
        ("burraco", "view.moves[0].kidn", r"asks a record of view.moves for kidn in line 5 .* did you mean kind"),
    ],
)
def test_a_file_that_asks_for_what_its_game_has_not_is_told_which_has(tmp_path, game, asks, said):
    path = tmp_path / "lost.py"
    path.write_text(f'"""Lost."""\n\n\ndef choose(view):\n    return {asks} * 0\n')
    with pytest.raises(StrategyError, match=said):
        check(str(path), deals=1, game=game)

"""Does a strategy play the same inside another's file?"""

import textwrap

import pytest

from analyzer import compiled, match, roster
from analyzer.roster import StrategyError
from analyzer.wrapped import lines, wrapped


def strategy(tmp_path, text, told="", name="mine"):
    path = tmp_path / f"{name}.py"
    path.write_text(textwrap.dedent(text))
    return roster.read(path, told)


def whole(inside):
    """A file that plays what is inside, and nothing else."""
    head = ['"""Plays what is inside."""', *inside.imports, "", "", "def choose(view):", f"    return {inside.call}"]
    return "\n".join([*head, "", "", inside.text])


@pytest.mark.parametrize(
    "word", ["maestro:burden=4.0", "spend_trump:spend_at=3", "endgame", "random_card", "lead_style"]
)
def test_it_plays_as_it_did(tmp_path, word):
    base = roster.find(word)
    path = tmp_path / "outside.py"
    path.write_text(whole(wrapped(base, {"choose"}, {})))
    contest = match.contest(word, str(path), seed=3)
    assert match.check(contest, 20) > 0
    judge = match.referee.Referee(contest)
    for number in range(20):
        games = []
        for game in range(2):
            state = judge.play(number, game)
            games.append(match.one_row(contest, state)[1].tolist()[:2])
        assert games[0] == games[1], "it matters who of the two sits where"


ALIKE = '''
    """Has names of its own that the file around it has too."""

    import math
    from analyzer.bits import count as stage
    from analyzer.briscola import points

    SPEND = 3  # choose nothing else
    keep: int = 2


    def helper(view, spend):
        """Uses view.stage-like names: choose, SPEND."""
        return spend + points(view.moves[0]) + math.floor(0.5)


    def choose(view, greed=2):
        """The first."""
        cards = stage(view.hand) + SPEND + keep
        return (helper(view, spend=cards) * greed) % view.n_moves
'''


def test_its_names_give_way(tmp_path):
    base = strategy(tmp_path, ALIKE, "greed=5")
    inside = wrapped(
        base, {"choose", "SPEND", "helper", "keep"}, {"analyzer.trumping": {"stage"}, "analyzer.briscola": {"suit"}}
    )
    assert inside.call == "mine(view, greed=5)"
    assert inside.imports == [
        "import math",
        "from analyzer.bits import count as stage_2",
        "from analyzer.briscola import points, suit",
        "from analyzer.trumping import stage",
    ]
    assert "SPEND_2 = 3  # choose nothing else" in inside.text
    assert "keep_2: int = 2" in inside.text
    assert "def helper_2(view, spend):" in inside.text
    assert "cards = stage_2(view.hand) + SPEND_2 + keep_2" in inside.text
    assert inside.text.startswith("# Has names of its own")
    assert "def choose" not in inside.text and "def mine(view, greed=2):" in inside.text


def test_a_name_that_is_imported_from_the_same_place_is_shared(tmp_path):
    base = strategy(
        tmp_path,
        '"""One."""\nfrom analyzer.bits import count\n\n\ndef choose(view):\n    return count(view.hand) - 1\n',
    )
    inside = wrapped(base, {"choose"}, {"analyzer.bits": {"count"}})
    assert inside.imports == ["from analyzer.bits import count"]
    assert "return count(view.hand) - 1" in inside.text


def test_a_strategy_called_like_one_of_its_functions_gets_another_name(tmp_path):
    text = '"""One."""\n\n\ndef answer(view):\n    return 0\n\n\ndef choose(view):\n    return answer(view)\n'
    inside = wrapped(strategy(tmp_path, text, name="answer"), {"choose"}, {})
    assert inside.call == "answer_2(view)"
    assert "def answer(view):" in inside.text and "def answer_2(view):" in inside.text


def test_wrapped_twice_it_still_plays_the_same(tmp_path):
    once = tmp_path / "once.py"
    once.write_text(whole(wrapped(roster.find("spend_trump"), {"choose"}, {})))
    twice = tmp_path / "twice.py"
    twice.write_text(whole(wrapped(roster.read(once), {"choose"}, {})))
    contest = match.contest("spend_trump", str(twice))
    judge = match.referee.Referee(contest)
    for number in range(10):
        scores = [match.one_row(contest, judge.play(number, game))[1].tolist()[:2] for game in range(2)]
        assert scores[0] == scores[1]


def test_a_change_of_the_inner_strategy_is_a_change_of_the_file(tmp_path):
    """Machine code is kept by the text of the file, and that holds everything."""
    base = strategy(tmp_path, '"""One."""\n\n\ndef choose(view):\n    return 0\n')
    other = strategy(tmp_path, '"""One."""\n\n\ndef choose(view):\n    return view.n_moves - 1\n')
    texts = [whole(wrapped(each, {"choose"}, {})) for each in (base, other)]
    assert texts[0] != texts[1]
    assert compiled.cache_folder(texts[0]) != compiled.cache_folder(texts[1])


def test_long_imports_are_laid_out():
    names = {f"a_rather_long_name_{k}" for k in range(9)}
    assert lines({"analyzer.b": names}) == [
        "from analyzer.b import (",
        *(f"    {name}," for name in sorted(names)),
        ")",
    ]


def test_what_is_forbidden_stays_forbidden(tmp_path):
    base = strategy(tmp_path, '"""One."""\n\n\ndef choose(view):\n    return 0\n')
    path = tmp_path / "outside.py"
    path.write_text(whole(wrapped(base, {"choose"}, {"os": {"getcwd"}})))
    with pytest.raises(StrategyError, match="imports analyzer's helpers, numpy and math, not os"):
        roster.read(path)

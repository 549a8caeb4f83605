"""Are a few games still told word for word as they were when somebody last read them?"""

import difflib

import golden
import pytest


@pytest.mark.parametrize("game", golden.GAMES)
def test_the_transcripts_are_the_golden_ones(game):
    path = golden.FOLDER / f"{game}.txt"
    kept, told = path.read_text(encoding="utf-8"), golden.told(game)
    changes = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), "golden", "now", lineterm="", n=3))
    assert told == kept, f"{changes}\nif this is as it should be, python tests/golden.py writes the files anew"


def test_there_is_a_file_for_every_game_and_none_besides():
    assert {path.name for path in golden.FOLDER.iterdir()} == {f"{game}.txt" for game in golden.GAMES}

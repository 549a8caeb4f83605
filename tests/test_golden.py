"""Are a few games still told word for word as they were when somebody last read them?"""

import difflib

import golden


def test_the_transcripts_are_the_golden_ones():
    kept, told = golden.FILE.read_text(encoding="utf-8"), golden.told()
    changes = "\n".join(difflib.unified_diff(kept.splitlines(), told.splitlines(), "golden", "now", lineterm="", n=3))
    assert told == kept, f"{changes}\nif this is as it should be, python tests/golden.py writes the file anew"

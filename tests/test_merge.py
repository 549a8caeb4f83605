"""Do runs that were played apart say together what one run says?"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import ENV, fails

from analyzer import compare, merge
from analyzer.journal import Journal
from analyzer.sprt import Sprt
from analyzer.state_file import read

WHERE = {
    "2": (("spend_trump", "lowest"), {}),
    "4, a+b": (("spend_trump+lowest", "random_card"), {"players": 4, "rules": "signals=on"}),
    "3": (("spend_trump", "lowest"), {"players": 3}),
    "3, orders": (("spend_trump", "lowest", "random_card"), {"players": 3}),
    "3, pool": (("spend_trump", "lowest"), {"players": 3, "pool": True}),
    "burraco": (("random_move", "meld_all"), {"game": "burraco", "rules": "fitab"}),
    "5": (("random_bidder", "random_bidder:daring=0.6"), {"game": "chiamata", "match": "first_to=5"}),
}


def bare(answer):
    """The JSON without what may differ."""
    found = json.loads(answer.json())
    del found["run"]
    return found


def parts(tmp_path, who, how, ranges):
    """State files of several ranges of deals."""
    paths = []
    for k, (first, n) in enumerate(ranges):
        paths.append(str(tmp_path / f"{k}.state"))
        compare(*who, deals=n, first_deal=first, state=paths[-1], **how)
    return paths


@pytest.mark.parametrize("what", WHERE)
def test_together_they_say_what_one_run_says(what, tmp_path):
    who, how = WHERE[what]
    paths = parts(tmp_path, who, how, [(600, 400), (100, 300), (400, 200)])
    before = [Path(path).read_bytes() for path in paths]
    once = compare(*who, deals=900, first_deal=100, **how)
    whole = str(tmp_path / "whole.state")
    answer = merge(*paths, state=whole)
    assert bare(answer) == bare(once)
    assert answer.command == once.command
    assert bare(merge(*reversed(paths))) == bare(once)
    assert [Path(path).read_bytes() for path in paths] == before
    # What was written is a state like any other.
    assert bare(merge(whole)) == bare(once)
    assert bare(compare(*who, deals=1000, state=whole, **how)) == bare(compare(*who, deals=1000, **how))


def test_merged_deals_need_not_lie_side_by_side(tmp_path):
    who, how = WHERE["2"]
    paths = parts(tmp_path, who, how, [(0, 300), (1000, 200)])
    answer = merge(*paths)
    assert answer.facts["deals"] == 500
    assert answer.facts["ranges"] == [{"first": 0, "deals": 300}, {"first": 1000, "deals": 200}]
    assert "deals 0 to 299 and 1000 to 1199" in str(answer)
    assert answer.command.startswith("mazziere merge ") and answer.block[-1] == f"again: {answer.command}"
    alone = [compare(*who, deals=n, first_deal=first) for first, n in ((0, 300), (1000, 200))]
    assert answer.facts["wins"] == sum(each.facts["wins"] for each in alone)


def test_deals_after_a_decision_are_told_beside_it(tmp_path):
    rule = {"sprt": "0.575,0.583"}  # about what it scores, so that chance decides
    paths = [str(tmp_path / f"{k}.state") for k in range(2)]
    runs = [
        compare("maestro", "endgame", deals=200_000, first_deal=first, state=path, **rule)
        for first, path in zip((4_000_000, 5_000_000), paths, strict=True)
    ]
    assert [each.facts["stop"]["verdict"] for each in runs] == ["H1", "H0"]
    answer = merge(*paths)
    at, n = runs[0].facts["deals"], sum(each.facts["deals"] for each in runs)
    pairs = answer.facts["pairs"]
    ratio = Sprt("score", 0.575, 0.583).llr(pairs)
    assert f"(after {at:,} deals); by all {n:,} deals the ratio is {ratio:+.3f}." in answer.sentences[0]
    assert "by all" not in runs[0].sentences[0]


def test_only_merging_tells_of_deals_that_came_after_a_decision(tmp_path):
    rule = {"sprt": "0.5,0.51"}
    paths = [str(tmp_path / f"{k}.state") for k in range(2)]
    first = compare("maestro", "spend_trump", state=paths[0], **rule).facts["deals"]
    compare("maestro", "spend_trump", first_deal=first, state=paths[1], **rule)
    assert merge(paths[0]).command.endswith("--sprt 0.5,0.51 --seed 1")
    answer = merge(*paths)
    assert answer.facts["deals"] > first and answer.command == f"mazziere merge {' '.join(paths)}"


def test_a_test_is_weighed_on_all_deals_together(tmp_path):
    rule = {"sprt_margin": "35.5,36.2"}
    paths = parts(tmp_path, ("spend_trump", "lowest"), rule, [(0, 700), (700, 700)])
    answer = merge(*paths)
    assert answer.facts["stop"]["verdict"] == "inconclusive"
    assert answer.facts["stop"]["looks"] > compare("spend_trump", "lowest", deals=700, **rule).facts["stop"]["looks"]
    ratio = compare("spend_trump", "lowest", deals=1400, **rule).facts["stop"]["llr"]
    assert answer.facts["stop"]["llr"] == pytest.approx(ratio, abs=0.5)
    assert answer.facts["deals"] == sum(n for path in paths for _, n in read(path).ranges("deals"))
    assert "hold at all looks together" in str(answer)


def test_a_strategy_of_ones_own_is_found_where_it_was(tmp_path):
    folder = tmp_path / "my players"
    folder.mkdir()
    mine = folder / "mine.py"
    mine.write_text('"""Plays a card."""\n\n\ndef choose(view, which=0):\n    return min(which, view.n_moves - 1)\n')
    who = (f"{mine}:which=1", "lowest")
    paths = parts(tmp_path, who, {}, [(0, 100), (100, 200)])
    assert bare(merge(*paths)) == bare(compare(*who, deals=300))
    mine.write_text(mine.read_text().replace("a card", "some card"))
    with pytest.raises(ValueError, match="its code of .*mine.py was"):
        merge(*paths)
    mine.unlink()
    with pytest.raises(ValueError, match="there is no file"):
        merge(*paths)


def test_the_same_deals_twice_are_refused(tmp_path):
    paths = parts(tmp_path, *WHERE["2"], [(0, 300), (200, 300)])
    with pytest.raises(ValueError, match=r"0.state and .*1.state both hold deals 200 to 299"):
        merge(*paths)
    with pytest.raises(ValueError, match=r"0.state is named twice"):
        merge(paths[0], paths[0])


@pytest.mark.parametrize("other", [{"seed": 2}, {"rules": "tie=replay"}, {"until": "ci=2%"}])
def test_different_runs_are_refused(other, tmp_path):
    paths = [str(tmp_path / "one.state"), str(tmp_path / "two.state")]
    compare("spend_trump", "lowest", deals=300, state=paths[0])
    compare("spend_trump", "lowest", deals=300, first_deal=300, state=paths[1], **other)
    with pytest.raises(ValueError, match="are of different runs: "):
        merge(*paths)


def test_damage_is_told_and_the_rest_is_merged(tmp_path):
    paths = parts(tmp_path, *WHERE["2"], [(0, 300), (300, 300)])
    data = Path(paths[1]).read_bytes()
    Path(paths[1]).write_bytes(data[: data.rindex(b'{"end"')])
    words = [sys.executable, "-m", "analyzer", "merge", *paths]
    done = subprocess.run(words, capture_output=True, text=True, env=ENV, timeout=60, check=False)
    assert done.returncode == 0
    assert "it breaks off after line 7; it still holds deals 300 to 599" in done.stderr
    assert "600 deals" in done.stdout


def test_what_cannot_be_merged_is_said_in_one_sentence(tmp_path):
    (path,) = parts(tmp_path, *WHERE["2"], [(0, 300)])
    fails("merge", tmp_path / "none.state", said="there is no file")
    fails("merge", path, "--state", path, said="exists already")
    with Journal(tmp_path / "empty.state", read(path).identity, lambda a, b: a):
        pass
    fails("merge", tmp_path / "empty.state", said="holds no finished deals")
    identity = read(path).identity | {"engine": "0123456789ab"}
    with Journal(tmp_path / "old.state", identity, lambda a, b: a) as old:
        old.add("deals", read(path).segments("deals"))
    fails("merge", tmp_path / "old.state", said="its engine was 0123456789ab and is")
    for question in ("check", "bake"):
        with Journal(tmp_path / f"{question}.state", {"command": question}, lambda a, b: a):
            pass
        fails("merge", tmp_path / f"{question}.state", said=f"runs of {question} cannot be merged")

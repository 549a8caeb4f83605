"""Questions that try both ways at a decision: each from end to end on a few deals, equal bytes, no number made up."""

import json
import re
import shlex

import pytest
from command_line import fails, run
from drawn import check, said

import analyzer
from analyzer import questions

FEW = {
    "take_the_pile": 50,
    "feed_the_partner": 200,
    "how_high_to_bid": 60,
    "which_card_to_call": 80,
    "when_to_close": 60,
    "clean_or_dirty": 60,
    "race_to_the_pozzetto": 60,
}
DOING = {
    "take_the_pile": "taking the pile",
    "feed_the_partner": "giving an ace or three",
    "how_high_to_bid": "bidding",
    "which_card_to_call": "calling in the best suit",
    "when_to_close": "closing",
    "clean_or_dirty": "laying a wild",
    "race_to_the_pozzetto": "laying the last card",
}
ANSWERS = {}


def answer(name, **how):
    """The answer on few deals; the plain one is kept."""
    ask = getattr(analyzer, name)
    if how:
        return ask(deals=FEW[name], **how)
    if name not in ANSWERS:
        ANSWERS[name] = ask(deals=FEW[name], jobs=1)
    return ANSWERS[name]


def stable(found):
    facts = json.loads(found.json())
    facts.pop("run")
    return facts, found.sentences, [table.rows for table in found.tables]


def numbers(text):
    """Numbers with a point or a thousand, as printed, without a sign; not settings such as `risk=0.5`."""
    return re.findall(
        r"(?<![=\d.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\d)", re.sub(r"[\w:=.-]+=-?[\d.]+", "", text)
    )


def is_in(number, cells):
    digits = len(number.partition(".")[2])
    return any(f"{abs(cell):,.{digits}f}" == number for cell in cells)


@pytest.mark.parametrize("name", FEW)
def test_the_verdict_comes_first_and_everything_is_there(name):
    found = answer(name)
    assert DOING[name] in found.sentences[0].lower()
    assert found.question == questions.summary(name) and found.question.endswith("?")
    assert found.facts["verdict"] == found.sentences[0]
    assert found.block[1] == found.sentences[0]
    assert len(found.tables) >= 4 and len(found.drawings) >= 2
    assert "Benjamini" in str(found) and "Holm" in str(found)
    for line in found.block:
        assert "nan" not in line and "None" not in line
    for table in found.tables:
        assert table.rows, table.name
    assert len({table.name for table in found.tables}) == len(found.tables)
    assert len({drawing.name for drawing in found.drawings}) == len(found.drawings)


@pytest.mark.parametrize("name", FEW)
def test_every_number_in_a_sentence_is_in_a_table(name):
    found = answer(name)
    cells = [cell for table in found.tables for row in table.rows for cell in row if isinstance(cell, float | int)]
    steps = " ".join(str(cell) for table in found.tables for row in table.rows for cell in row if isinstance(cell, str))
    for sentence in found.sentences:
        for number in numbers(sentence):
            assert is_in(number, cells) or re.search(rf"(?<!\d){number}(?!\d)", steps), (number, sentence)


@pytest.mark.parametrize("name", FEW)
def test_the_same_deals_give_the_same_answer_however_many_threads_play(name):
    assert stable(answer(name)) == stable(answer(name, jobs=2))


@pytest.mark.parametrize("name", FEW)
def test_the_command_under_the_answer_is_one(name):
    words = shlex.split(answer(name).command)
    assert words[:2] == ["mazziere", questions.command(name)]
    assert not {word for word in words if word.startswith("--")} - {"--deals", "--seed"}
    again = getattr(analyzer, name)(
        **{word[2:]: int(value) for word, value in zip(words[2::2], words[3::2], strict=True)}
    )
    assert stable(again) == stable(answer(name))


@pytest.mark.parametrize("name", FEW)
def test_charts_have_room_for_their_words(name):
    for drawing in answer(name).drawings:
        drawn = check(drawing.draw)
        assert any("seed 1" in text or "maestro" in text for text in said(drawn))


def test_a_person_is_answered_at_the_command_line():
    done = run("when-to-close", "--deals", 60, "--format", "json")
    assert done.returncode == 0, done
    facts = json.loads(done.stdout)
    facts.pop("run")
    assert facts == stable(answer("when_to_close"))[0]
    fails("when-to-close", "--players-are", "nobody", said="nobody")


def test_who_decides_may_be_chosen_and_the_command_says_so():
    found = answer("when_to_close", players_are="meld_all,maestro")
    assert found.facts["players"] == ["meld_all", "maestro"]
    assert "--players-are meld_all,maestro" in found.command
    assert found.facts["choices"] != answer("when_to_close").facts["choices"]


def test_six_may_feed_their_partners_too():
    found = answer("feed_the_partner", players=6)
    assert "--players 6" in found.command
    steps = {row[1] for row in found.tables[0].rows}
    assert "two opponents, partner" in steps


def test_only_partners_can_be_fed():
    with pytest.raises(ValueError, match="tables of 4 or 6, not of 3"):
        analyzer.feed_the_partner(players=3, deals=10)
    with pytest.raises(ValueError, match="1 to 2 strategies"):
        analyzer.feed_the_partner(players_are="maestro,lowest,load_partner", deals=10)


def test_gains_known_beforehand_are_found():
    # At a table of four the last to play takes nothing from his partner: to give a load there is worth its points, and
    # hardly anything else is at stake.
    found = analyzer.feed_the_partner(deals=1000)
    by = found.facts["choices"]["load"]["by"]["lost to an opponent"]
    safe, lost = by[0], by[-1]
    assert safe["case"] == ["never"] and safe["makes"] == "more" and safe["gain"]["low"] > 5
    assert lost["case"] == ["over 75 %"] and lost["makes"] == "less" and lost["gain"]["high"] < 0
    assert "where the trick cannot be lost" in found.sentences[0].partition(" less ")[0]

"""Is the rule that comes of cells the right one, and do its words say what it says?"""

import pytest

from analyzer.clusters import Gain
from analyzer.trump_cells import AXES, FEWEST, Cell, Place, sure, turned
from analyzer.trump_outcome import Outcome, good_for, kept_headline, told_first
from analyzer.trump_rule import FEW, KEEP, OPEN, SPEND, Rule, rule
from analyzer.trump_words import clause, headline, on_trumps_about, others_headline, sentences
from analyzer.trumping import IN_SUIT, LOW, ONLY_LOADS

TWO, FOUR = AXES[2], AXES[4]
NOBODY = Gain(None, None, None, 0.95, None, 0, 0, None)


def gain(mean, half=1.0, n=1000, fair=None):
    """A gain that is sure if its interval does not hold 0."""
    if fair is None:
        fair = 0.001 if abs(mean) > half else 0.5
    return Gain(mean, mean - half, mean + half, 0.95, fair, n, n, half / 2, fair)


def cells(axes, gains):
    """Made-up cells: `gains(at)` is the Gain of each."""
    return [Cell(at, gains(at), NOBODY, NOBODY, 0.5) for at in axes.cells]


def test_the_rule_says_of_every_cell_what_is_sure_there_and_of_no_other():
    found = cells(TWO, lambda at: gain((-5.0, -0.5, 0.5, 5.0, 5.0, 5.0)[at.worth], n=29 if at.worth == 5 else 30))
    told = rule(TWO, found)
    assert {told.lines[0, 0, column] for column in range(4)} == {(KEEP, OPEN, OPEN, SPEND, SPEND, FEW)}
    assert told.points((0, 0, LOW), SPEND) == ["4", "10"] and told.points((0, 0, LOW), KEEP) == ["0"]
    for cell in found:
        if TWO.possible(cell.at):
            assert told.says(cell.at) == {1: SPEND, -1: KEEP, 0: FEW if cell.at.worth == 5 else OPEN}[cell.sure]


def test_neighbours_do_not_speak_for_a_cell():
    """One unsure step between sure ones, one above them, and one that speaks against the rest."""
    means = (5.0, -5.0, -5.0, 0.1, 5.0, 0.1)
    told = rule(TWO, cells(TWO, lambda at: gain(means[at.worth])))
    assert told.lines[0, 2, LOW] == (SPEND, KEEP, KEEP, OPEN, SPEND, OPEN)


def test_points_that_can_never_lie_there_go_with_fewer():
    told = rule(TWO, cells(TWO, lambda at: gain(-5.0) if TWO.possible(at) else NOBODY))
    assert set(told.lines.values()) == {(KEEP,) * 6}
    told = rule(FOUR, cells(FOUR, lambda at: gain(5.0) if at.worth == 3 else gain(-5.0, n=10)))
    assert told.lines[0, 0, LOW] == (FEW, FEW, FEW, SPEND, SPEND), "second to play, there is one card: never 14"
    assert told.lines[1, 0, LOW] == (FEW, FEW, FEW, SPEND, FEW)
    assert [TWO.possible(Place(0, 0, IN_SUIT, worth)) for worth in range(6)] == [True] * 5 + [False]


def test_a_cell_is_sure_after_benjamini_and_hochberg_and_with_enough_decisions():
    assert sure(gain(5.0)) == 1 and sure(gain(-5.0)) == -1
    assert sure(gain(5.0, fair=0.051)) == 0
    assert sure(gain(5.0, n=FEWEST - 1)) == 0
    assert sure(NOBODY) == 0


def test_trumps_out_turn_an_answer_round_if_it_is_sure_both_ways():
    one, two, three = TWO.cells[:3]
    seen = [(one, 0, gain(5.0)), (one, 1, gain(-5.0)), (two, 0, gain(5.0)), (two, 1, gain(-0.5)), (three, 0, NOBODY)]
    assert turned(seen) == [one]
    assert on_trumps_about([one], 3) == (
        "How many trumps are still out surely turns the answer round in 1 of 3 cells, which the rule overlooks."
    )
    assert "in none of 3 cells." in on_trumps_about([], 3)


def test_cells_are_numbered_as_the_engine_does():
    for axes in (TWO, FOUR):
        numbers = [axes.bucket(at, about) for at in axes.cells for about in range(len(axes.about))]
        assert sorted(numbers) == list(range(axes.buckets))
        assert [number for at in axes.cells for number in axes.merged(at)] == numbers


# In words


SAID = {"+": SPEND, "-": KEEP, "?": OPEN, ".": FEW}
KEPT = [Outcome("spend_trump", 2.44, 1), Outcome("maestro", -1.55, -1)]


def line(signs):
    """`--?+++`: a sign for every step."""
    return tuple(SAID[sign] for sign in signs)


def made(axes, told, default="-"):
    """A rule with these lines, `told[at]` in signs."""
    return Rule(axes, {at: line(told.get(at, default * len(axes.worths))) for at in axes.lines})


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        # 0 2 3 4 10 11
        ("++++++", "trump everything"),
        ("------", "do not trump"),
        ("??????", "it makes no difference that can be told"),
        ("......", "there are too few decisions to say"),
        ("????..", "it makes no difference that can be told (from 10 on too few decisions)"),
        ("---+++", "trump anything worth 4 or more"),
        ("--?+++", "trump anything worth 4 or more (at 3 no clear difference)"),
        ("-???++", "trump anything worth 10 or more (from 2 to 4 no clear difference)"),
        ("????++", "trump anything worth 10 or more (from 0 to 4 no clear difference)"),
        ("-?..+?", "trump anything worth 10 (at 2 and at 11 no clear difference; from 3 to 4 too few decisions)"),
        ("--+++.", "trump anything worth 3 to 10 (at 11 too few decisions)"),
        ("--+-++", "trump anything worth 3 or more (not at 4)"),
        ("--+?++", "trump anything worth 3 or more (at 4 no clear difference)"),
        ("-?????", "do not trump a worthless trick (from 2 on no clear difference)"),
        ("-.....", "do not trump a worthless trick (from 2 on too few decisions)"),
        ("----??", "do not trump anything worth 4 or less (from 10 on no clear difference)"),
        ("--?-..", "do not trump anything worth 4 or less (at 3 no clear difference; from 10 on too few decisions)"),
        ("--?---", "do not trump (at 3 no clear difference)"),
        ("??--??", "do not trump anything worth 3 to 4 (from 0 to 2 and from 10 on no clear difference)"),
        ("+.....", "trump a worthless trick (from 2 on too few decisions)"),
        ("+++++.", "trump anything worth 10 or less (at 11 too few decisions)"),
    ],
)
def test_a_line_in_words(signs, words):
    assert clause(line(signs), TWO) == words


def test_at_a_table_of_four_points_come_in_steps():
    assert clause(line("--?++"), FOUR) == "trump anything worth 10 or more (from 5 to 9 no clear difference)"
    assert clause(line("-++.."), FOUR) == "trump anything worth 2 to 9 (from 10 on too few decisions)"
    assert clause(line("??--."), FOUR) == (
        "do not trump anything worth 5 to 13 (from 0 to 4 no clear difference; from 14 on too few decisions)"
    )
    assert [FOUR.points(worth) for worth in range(5)] == ["0", "2-4", "5-9", "10-13", "14+"]


def test_the_rule_of_two_in_sentences():
    early, later, last, gone = range(4)
    found = made(
        TWO,
        {
            **{(0, early, column): "--++++" for column in (0, 1)},
            (0, early, 2): "--?+++",
            **{(0, stage, column): "----++" for stage in (later, last) for column in range(3)},
            **{(0, gone, column): "++++++" for column in (1, 2)},
            (0, gone, LOW): "??????",
            **{(0, stage, ONLY_LOADS): "++++++" for stage in (early, later, gone)},
            (0, last, ONLY_LOADS): "----++",
        },
    )
    assert sentences(found, KEPT) == [
        "By this rule spend_trump gains 2.4 points a game, but maestro loses 1.6 and is better off without it: before "
        "the stock is half gone (18 or more cards to draw), trump anything worth 3 or more with a trump below the "
        "three, 4 or more (at 3 no clear difference) with the three or the ace.",
        "After that, with 4 to 16 cards to draw and in the trick before the last draw, trump anything worth 10 or "
        "more, whatever trump it takes.",
        "Once the stock is gone, trump everything with the jack or a higher trump; with a trump below the jack it "
        "makes no difference that can be told.",
        "Where there is only an ace or a three to give away, trump everything; in the trick before the last draw trump "
        "anything worth 10 or more.",
        "Where a card in suit takes the trick too, do not trump.",
    ]
    assert headline(found) == (
        "A low trump pays from 3 points on early, from 10 points on later and before the last draw, never for sure "
        "once the stock is gone"
    )
    assert others_headline(found) == (
        "Only an ace or three to give away: mostly trump everything; a card in suit takes it too: do not trump"
    )


def test_with_few_cells_a_sentence_says_no_more_than_they_do():
    found = made(TWO, {(0, 0, 0): "-??+..", (0, 0, 1): "????..", (0, 0, 2): "-?????"}, ".")
    assert sentences(found, [])[0] == (
        "By a rule that was not tried on fresh deals: before the stock is half gone (18 or more cards to draw), trump "
        "anything worth 4 (from 2 to 3 no clear difference; from 10 on too few decisions) with a trump below the jack; "
        "do not trump a worthless trick (from 2 on no clear difference) with the three or the ace; with the jack, "
        "queen or king it makes no difference that can be told (from 10 on too few decisions)."
    )
    assert headline(found) == (
        "A low trump pays at 4 points early; too few decisions later, before the last draw and once the stock is gone"
    )
    assert headline(made(TWO, {(0, 0, 1): "-....."}, ".")) == "A low trump: too few decisions to say"
    assert headline(made(TWO, {(0, 0, 0): "-+-+++"})).startswith(
        "A low trump pays mostly from 2 points on early, never"
    )


def test_the_rule_of_four_goes_by_place():
    last, with_partner = 3, 4
    found = made(
        FOUR,
        {
            **{(last, 0, column): "--+++" for column in range(3)},
            **{(last, stage, column): "---?+" for stage in (1, 2) for column in range(3)},
        },
    )
    told = sentences(found, KEPT)
    assert len(told) == len(FOUR.places) == 5
    assert told[0].startswith("By this rule spend_trump gains 2.4 points a game, but maestro loses 1.6")
    assert told[0].endswith(": second to play: at any time do not trump.")
    assert told[last] == (
        "Last, an opponent winning: while 8 or more cards are left to draw trump anything worth 5 or more, whatever "
        "trump it takes; in the trick before the last draw and once the stock is gone trump anything worth 14 or more "
        "(from 10 to 13 no clear difference), whatever trump it takes."
    )
    assert told[with_partner] == "Last, the partner winning: at any time do not trump."


def test_where_nothing_is_sure_it_makes_no_difference():
    for axes in (TWO, FOUR):
        found = rule(axes, cells(axes, lambda at: gain(0.1 * at.worth - 0.2)))
        assert found.silent
        (sentence,) = sentences(found, [])
        assert "it makes no difference" in sentence
        assert headline(found) == "Trump or not: no cell shows a difference"
        assert found.buckets(SPEND) == found.buckets(KEEP) == []


def test_where_nothing_was_seen_no_difference_is_denied():
    for axes in (TWO, FOUR):
        found = made(axes, {}, ".")
        assert found.silent and found.blank
        assert sentences(found, []) == ["There are too few decisions to say when to spend a trump."]
        assert headline(found) == "Trump or not: too few decisions to say"
    assert on_trumps_about([], 0) == (
        "There are too few decisions to say whether it matters how many trumps are still out."
    )


def test_one_line_is_enough_to_break_the_silence():
    found = rule(TWO, cells(TWO, lambda at: gain(8.0 if at == Place(0, 2, 1, 5) else 0.0)))
    assert not found.silent
    assert found.lines[0, 2, 1] == (OPEN,) * 5 + (SPEND,)
    assert found.buckets(SPEND) == TWO.merged(Place(0, 2, 1, 5))


def test_it_is_said_who_gains_and_who_loses():
    kept = [Outcome("maestro", -1.53, -1), Outcome("spend_trump", 2.5, 1), Outcome("lowest", 0.2, 0)]
    assert kept_headline(kept) == (
        "With the rule maestro loses 1.5 points a game, spend_trump gains 2.5 points a game, for lowest no difference "
        "can be told"
    )
    assert good_for(kept) == "good for spend_trump, bad for maestro, no clear gain for lowest" and good_for([]) == ""


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ([("a", 1.26, 1)], "By this rule a gains 1.3 points a game"),
        ([("a", 1.26, 1), ("b", 2.0, 1)], "By this rule a gains 1.3 points a game and b gains 2.0"),
        ([("a", -1.26, -1)], "By this rule a loses 1.3 points a game and is better off without it"),
        (
            [("a", -1.26, -1), ("b", -1.0, -1)],
            "By this rule a loses 1.3 points a game and b loses 1.0, and are better off without it",
        ),
        ([("a", 0.1, 0), ("b", -0.1, 0)], "By this rule no difference can be told for a and b"),
        (
            [("a", 0.1, 0), ("b", 1.0, 1)],
            "By this rule b gains 1.0 points a game, and no difference can be told for a",
        ),
        ([], "By a rule that was not tried on fresh deals"),
    ],
)
def test_the_outcome_comes_first(kept, told):
    assert told_first([Outcome(*each) for each in kept]) == told

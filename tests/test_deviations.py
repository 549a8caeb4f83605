"""What a choice brings, in words: where deals vary, where all are alike, where no such decision came up."""

import re

import pytest
from matplotlib.text import Text
from test_clusters import counted

import analyzer
from analyzer import shown
from analyzer.callers import CHOSEN, Callers
from analyzer.deviations import ALONE, BARE, MANY, Axis, Choice, legend
from analyzer.forked import Forked
from analyzer.wording import ranges

STEPS = Axis("place", ("early", "late"), ("early", "late in the deal"))
EMPTY = r"nan|None|± 0\.0+\b|±0\.0+\b|(\d\.\d+) to \1\b|[+-]0\.00 \("


def choice(differences):
    """Of deals, each a list of (bucket, what one makes more than other); the player does the other."""
    deals = [[(b, [0, 1, 1], [(60, d), (0, 0), (0, 0)]) for b, d in deal] for deal in differences]
    forked = Forked(None, ("one", "other"), 2, counted(deals, 2, 2), 0, 1, deals=len(deals))
    return Choice(forked, "one", "other", "bidding", "passing", "turn", (ALONE, ALONE, STEPS), "units a game")


def test_deals_that_are_all_alike_say_who_is_ahead_but_not_by_how_much_others_are():
    # By random signs two deals alike have a p of 1/2, and six of 1/32.
    few, many = choice([[(0, -6)]] * 2), choice([[(0, -6)]] * 6)
    assert (few.whole.side, few.whole.gain.p) == (0, 1 / 2) and (many.whole.side, many.whole.gain.p) == (-1, 1 / 32)
    for each in (few, many):
        assert (each.whole.gain.mean, each.whole.gain.low, each.whole.bare) == (-6, None, True)
        assert not re.search(EMPTY, "\n".join([each.by(2), each.all_in_all("maestro"), *each.lines()]))
        assert f"without ±: {BARE}" in legend([each])
    assert few.by(2) == "Whether bidding or passing is better cannot be told early."
    assert few.all_in_all("maestro").startswith(
        f"Of 2 turns together, bidding makes no difference that can be told, -6.0 units a game ({BARE}), beside passing"
    )
    assert many.by(2) == f"Bidding makes 6.0 units a game ({BARE}) less than passing early."
    assert many.all_in_all("maestro").startswith(
        f"Of 6 turns together, bidding makes 6.0 units a game ({BARE}) less than passing;"
    )
    assert many.lines()[-1].split() == ["all", "6", "-6.0", "0.0", "%", "less"]


def test_deals_that_vary_have_an_interval_and_no_remark():
    each = choice([[(0, -6)], [(0, -5)], [(0, -6), (0, -7)]])
    assert not each.whole.bare and BARE not in each.all_in_all("maestro") and len(legend([each])) == 1
    assert BARE in legend([each, choice([[(0, 1)]])])[1]


def test_that_no_such_decision_came_up_is_not_that_no_deal_was_finished():
    assert choice([[]]).by(2) == "No such decision came up in 1 deal."
    assert choice([[], []]).by(2) == "No such decision came up in 2 deals."
    assert choice([]).by(2) == shown.NOTHING


COUNTS = Axis("counts", ("up to 2", "3-5", "6+"), ("up to 2", "3 to 5", "6 or more"), "with {} cards of the suit")
MORE, LESS = [1, 2, 1, 2, 1, 2], [-1, -2, -1, -2, -1, -2]


def along(*steps):
    """What one makes more than other in deals of each step of COUNTS."""
    deals = [[(b, [0, 1, 1], [(60, d), (0, 0), (0, 0)])] for b, step in enumerate(steps) for d in step]
    forked = Forked(None, ("one", "other"), 3, counted(deals, 3, 2), 0, 1, deals=len(deals))
    return Choice(forked, "one", "other", "bidding", "passing", "turn", (ALONE, COUNTS, ALONE), "units a game")


def test_a_sentence_says_what_a_step_counts_and_joins_those_that_follow_each_other():
    unsure = [1, -1, 2, -2]
    assert (
        along([], unsure, []).by(1)
        == "Whether bidding or passing is better cannot be told with 3 to 5 cards of the suit."
    )
    assert along([], unsure, unsure).by(1).endswith("cannot be told with 3 or more cards of the suit.")
    told = along(MORE, MORE, unsure).by(1)
    assert told.startswith("Bidding makes 1.50 units a game (")
    assert re.search(r"\) more than passing with up to 2 cards of the suit and 1.50 \([^()]*\) with 3 to 5; ", told)
    assert told.endswith("; with 6 or more cards of the suit it may be either.")
    told = along(unsure, MORE, LESS).by(1)
    assert "more than passing with 3 to 5 cards of the suit, and 1.50" in told
    assert "less with 6 or more cards of the suit; with up to 2 cards of the suit it may be either." in told
    assert along(unsure, MORE, MORE).title(1) == "Bidding pays with 3 or more cards of the suit"
    assert along(MORE, unsure, MORE).title(1) == "Bidding pays with up to 2 and 6 or more cards of the suit"


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ([0], ["under 10"]),
        ([0, 1], ["up to 13"]),
        ([1, 2], ["10 to 17"]),
        ([2, 3], ["14 or more"]),
        ([0, 2, 3], ["under 10", "14 or more"]),
        ([0, 1, 3], ["up to 13", "18 or more"]),
        ([], []),
    ],
)
def test_steps_that_follow_each_other_are_one_range(places, told):
    assert ranges(("under 10", "10 to 13", "14 to 17", "18 or more"), places) == told
    assert ranges(("1 or 2", "3", "4"), [0, 1]) == ["1 to 3"]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            (MORE, LESS, [1, -1]),
            "Of the 3 rows below on bidding rather than passing, 1 says more, 1 says less and 1 says unsure.",
        ),
        (
            (MORE, MORE, []),
            "Of the 2 rows below on bidding rather than passing, 2 say more, 0 say less and 0 say unsure.",
        ),
        (([], [], []), ""),
    ],
)
def test_what_the_rows_say_is_counted_as_they_say_it(steps, told):
    each = along(*steps)
    assert each.how_many() == told
    says = [line.split()[-1] for line in each.lines() if line.startswith("  counts: ")]
    assert [says.count(word) for word in ("more", "less", "unsure")] == [
        int(n) for n in re.findall(r"(\d+) says?\b", told)
    ] or not told


def callers(outcomes):
    """Callers of a suit and a bid each, one a deal, by what they made."""
    deals = [[(0, [-1, 0], [(0, 0), (60 * (made > 0), made)])] for made in outcomes]
    forked = Forked(None, ("none",), 1, counted(deals, 1, 1), 0, 1, deals=len(deals))
    return Callers(forked, ["10-13"], ["two"])


def test_callers_have_chosen_to_bid_and_that_is_said_wherever_they_are_told():
    each = callers([2, -4, 2])
    (sentence,) = each.sentences()
    assert sentence.startswith("Of 3 callers 67 % (") and sentence.endswith(f"; {CHOSEN}.")
    assert each.tables()[0].title.endswith(CHOSEN) and callers([]).sentences() == []
    alike = callers([-2, -2]).sentences()[0]
    assert f"made -2.0 units a game ({BARE}); {CHOSEN}." in alike and not re.search(EMPTY, alike)


@pytest.mark.parametrize(
    "name",
    ["which_card_to_call", "how_high_to_bid", "feed_the_partner", "clean_or_dirty", "when_to_close", "opening_hand"],
)
def test_cases_of_a_few_deals_are_told_as_what_they_are(name):
    found = getattr(analyzer, name)(deals=50)
    tried, _, _ = "\n".join(found.block).partition(MANY)  # below it stand whole games
    assert not re.search(EMPTY, tried) and shown.NOTHING not in found.sentences
    for drawing in found.drawings:
        words = " ".join(text.get_text() for text in drawing.figure().findobj(Text))
        assert "50 deals, seed 1" in " ".join(words.split()), drawing.name

"""Thresholds, memory and the end: is nothing told as known that is not, and a reason given where that may surprise?"""

from types import SimpleNamespace

import pytest

import analyzer
from analyzer import shown, steps, threshold_findings, thresholds
from analyzer.charts import svg
from analyzer.standings import Contrast
from analyzer.thresholds import BY_STOCK, MORE, SINGLE, STAGES, USUAL, WHOLE, Tried


def gain(mean, half=0.01, p=None):
    """In shares of a win; sure if its interval does not hold 0."""
    return Contrast(mean, mean - half, mean + half, 0.95, p if p is not None else 1e-9 if abs(mean) > half else 0.5)


def tried(means, as_good=()):
    """All thresholds, each stage with the same means by value; `as_good` are the stages where others may be as good."""
    found = Tried(analyzer.tables.table(), ["maestro"], None)
    gains = {
        (stage, value): gain(means.get(stage, {}).get(value, 0.0 if value == USUAL else -0.05))
        for stage in (WHOLE, *STAGES)
        for value in found.values
    }
    found.__dict__["gains"] = gains
    found.__dict__["as_good"] = {stage: [2] if stage in as_good else [] for stage in (WHOLE, *STAGES)}
    return found


@pytest.mark.parametrize(
    ("means", "as_good", "title"),
    [
        (
            {"early": {2: 0.005}, "middle": {3: 0.004}, "late": {4: 0.003}, "gone": {4: 0.002}},
            (),
            "From how many points on is too close to call, whatever is left of the stock",
        ),
        (
            {"early": {2: 0.03, 3: 0.02}, "middle": {4: 0.02}, "late": {4: 0.005}},
            ("gone",),
            "Better than waiting for ten: 2 points early, 4 points in the middle; too close to call late and once the "
            "stock is gone",
        ),
        (
            {"early": {0: 0.03}, "gone": {12: 0.03}},
            ("late",),
            "Better than waiting for ten: any trick early, no trick once the stock is gone; ten is best in the middle; "
            "too close to call late",
        ),
        ({}, (), "Ten is best early, in the middle, late and once the stock is gone"),
    ],
)
def test_the_title_names_only_what_is_sure(means, as_good, title):
    assert threshold_findings.stages_headline(tried(means, as_good)) == title


def test_where_the_best_is_not_sure_the_best_of_those_that_are_is_named():
    found = tried({"early": {2: 0.009, 3: 0.008}})
    found.gains["early", 3] = gain(0.008, 0.002)
    assert found.best["early"] == 2 and found.known["early"] == 3


def test_a_title_over_few_deals_names_no_cell_that_is_too_close_to_call():
    answer = analyzer.trump_threshold(deals=100)
    (table,) = (table for table in answer.tables if table.name == "thresholds")
    sure = [row for row in table.rows if row[0] != WHOLE and row[-1] == "more"]
    assert not sure
    text = svg(answer.figures()["by_stock"])
    assert "too close to call" in text and "Better than" not in text and "Worth a trump" not in text


# Why something is not sure although its interval is


def test_an_interval_that_excludes_nought_is_explained_by_holm():
    assert shown.although(gain(0.02, 0.01), 0.084) == " (p 0.084 after Holm for all comparisons together)"
    assert shown.although(gain(-0.02, 0.01), 0.084) == " (p 0.084 after Holm for all comparisons together)"
    assert shown.although(gain(0.02, 0.03), 0.3) == ""
    assert shown.although(Contrast(0.02, None, None, 0.95, 0.5), 0.3) == ""


def test_thresholds_give_the_reason():
    found = tried({WHOLE: {4: 0.03}})
    keys = [(what, "") for what in (BY_STOCK, SINGLE, MORE)]
    gains = dict(zip(keys, (gain(0.03), gain(0.016, 0.012), gain(0.005)), strict=True))
    told = threshold_findings.sentences(
        found,
        thresholds.Tested(
            gains, dict(zip(keys, (1, 0, 0), strict=True)), dict(zip(keys, (0.001, 0.073, 0.9), strict=True))
        ),
    )
    assert told[1] == (
        "Of one threshold throughout, 4 did best: on fresh deals that is too close to call, +1.6 percentage points "
        "(+0.4 to +2.8) over ten (p 0.073 after Holm for all comparisons together)."
    )
    assert told[2] == (
        "Minding the stock: on fresh deals that is too close to call, +0.5 percentage points (-0.5 to +1.5) over that "
        "one threshold."
    )


SCALE = steps.Scale("endgame", "memory", {0: "nothing", 1: "trumps", 2: "every card"})


def turned(first, second, whole):
    """Steps with these gains against all, and p-values of Holm 0.2 for all of them where they are unsure."""
    found = steps.Steps(None, [SCALE], ["maestro"], SimpleNamespace())
    keys = [("endgame", *pair, steps.ALL) for pair in SCALE.pairs]
    found.__dict__["gains"] = dict(zip(keys, (first, second, whole), strict=True))
    found.__dict__["fair"] = dict(zip(keys, (0.2, 0.2, 0.001), strict=True))
    return found


def test_what_a_step_is_worth_in_words():
    found = turned(gain(0.022, 0.019), gain(0.02, 0.03), gain(0.042, 0.02))
    assert found.worth(SCALE) == "is worth 4.2 percentage points (2.2 to 6.2)"
    assert found.worth(SCALE, 1) == (
        "is not surely worth anything (+2.2 percentage points, +0.3 to +4.1; p 0.200 after Holm for all comparisons "
        "together)"
    )
    assert found.worth(SCALE, 2, " more") == "is not surely worth anything more (+2.0 percentage points, -1.0 to +5.0)"
    assert found.told_steps(SCALE) == (
        "trumps +2.2 (+0.3 to +4.1), too close to call (p 0.200 after Holm for all comparisons together); every card "
        "+2.0 (-1.0 to +5.0), too close to call"
    )


@pytest.mark.parametrize("ask", [analyzer.memory, analyzer.endgame])
@pytest.mark.parametrize("deals", [50, 60, 400])
def test_sentences_are_well_formed_however_few_deals_there_are(ask, deals):
    for sentence in ask(deals=deals).sentences:
        assert sentence.endswith(".") and ",." not in sentence and ",," not in sentence and ", more" not in sentence
        assert sentence.count("(") == sentence.count(")") and ") (" not in sentence

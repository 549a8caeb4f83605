"""Is the verdict between two sides the sentence that fits, where wins decide and where points do?"""

import re

import numpy as np
import pytest

from analyzer import burraco, counting, duel
from analyzer.findings import Sides, plural
from analyzer.intervals import Interval
from analyzer.match import Outcome, contest
from analyzer.scores import PAYOFF, RESULT, ROLE
from analyzer.stats import Margin

HAND = {"game": "burraco"}
MATCH = {"game": "burraco", "match": "full"}
TWO = ("meld_all", "random_move")


def sides(score, margin, decide=True, even=False, by_score=False, bout="hand", score_differs=True):
    """Two sides, `score` and `margin` being (low, high)."""
    seen = (Interval(sum(score) / 2, *score, 0.95), Margin(sum(margin) / 2, *margin, 0.95, 1.0))
    return Sides("ann", "bob", *seen, decide, even, by_score, bout, score_differs)


SENTENCES = {
    "points and wins": (
        sides((0.52, 0.54), (31, 37)),
        "ann beats bob by 34.0 points a hand (31.0 to 37.0), scoring 53.0 % of hands (52.0 to 54.0).",
    ),
    "the other way": (
        sides((0.46, 0.48), (-37, -31)),
        "bob beats ann by 34.0 points a hand (31.0 to 37.0), scoring 53.0 % of hands (52.0 to 54.0).",
    ),
    "points alone": (
        sides((0.49, 0.52), (31, 37)),
        "ann beats bob by 34.0 points a hand (31.0 to 37.0); who wins more hands is too close to call.",
    ),
    "points against wins": (
        sides((0.46, 0.48), (31, 37)),
        "ann beats bob by 34.0 points a hand (31.0 to 37.0), though bob scores 53.0 % of hands (52.0 to 54.0).",
    ),
    "wins alone": (
        sides((0.52, 0.54), (-3, 9), decide=False),
        "ann and bob are too close to call: ann makes +3.0 points a hand (-3.0 to +9.0) over 500 deals; ann wins more "
        "hands.",
    ),
    "neither": (
        sides((0.49, 0.52), (-3, 9), decide=False),
        "ann and bob are too close to call: ann makes +3.0 points a hand (-3.0 to +9.0) over 500 deals.",
    ),
    "even": (
        sides((0.48, 0.52), (0, 0), decide=False, even=True),
        "ann and bob are level: every one of 500 deals came out even.",
    ),
    "matches": (
        sides((0.52, 0.54), (31, 37), by_score=True, bout="match"),
        "ann beats bob, scoring 53.0 % (52.0 to 54.0) and 34.0 points (31.0 to 37.0) more a match.",
    ),
    "matches, points against wins": (
        sides((0.46, 0.48), (31, 37), by_score=True, bout="match"),
        "bob beats ann, scoring 53.0 % (52.0 to 54.0), though ann takes 34.0 points (31.0 to 37.0) more a match.",
    ),
    "matches, points alone": (
        sides((0.49, 0.52), (31, 37), by_score=True, bout="match"),
        "ann and bob are too close to call: ann scores 50.5 % (49.0 to 52.0) over 500 deals; in points ann is ahead.",
    ),
    "few matches": (
        sides((0.52, 0.98), (3, 37), decide=False, by_score=True, bout="match", score_differs=False),
        "ann and bob played too few deals to call: ann scores 75 % (52 to 98) over 500 deals.",
    ),
    "few hands": (
        sides((0.52, 0.98), (3, 37), decide=False, score_differs=False),
        "ann and bob played too few deals to call: ann makes +20 points a hand (+3 to +37) over 500 deals.",
    ),
}


@pytest.mark.parametrize("what", SENTENCES)
def test_a_verdict_claims_no_more_than_the_intervals_do(what):
    told, said = SENTENCES[what]
    assert told.verdict(500) == said
    assert said.startswith(told.headline()) or re.search(r"too (close|few deals) to call", told.headline())


def test_a_headline_is_what_decides():
    assert sides((0.46, 0.48), (31, 37)).headline() == "ann beats bob by 34.0 points a hand (31.0 to 37.0)"
    assert sides((0.52, 0.54), (-3, 9), decide=False).headline() == "ann and bob: too close to call"
    assert sides((0.52, 0.54), (-3, 9), by_score=True).headline() == "ann beats bob, scoring 53.0 % (52.0 to 54.0)"
    assert [plural(bout) for bout in ("game", "hand", "match")] == ["games", "hands", "matches"]


# Whole findings


def findings(deals, gain, seed=1, draws=False, turned=False, **options):
    """What is found if margins are `gain` more or less, a deal's luck turning round with the sides.

    If `turned`, the second is named first: of the same games the second is played first.
    """
    made, luck = contest(*(TWO[::-1] if turned else TWO), **options), np.random.default_rng(seed)
    first = made.plan.owners[0, :, 0] == 0
    cards, play = luck.normal(0, 200, (deals, 1)), luck.normal(0, 250, (deals, made.plan.games))
    margin = 5 * np.rint((cards + np.where(first, gain, -gain) + play) / 5).astype(np.int64)
    margin *= not draws
    rows = np.zeros((deals, made.plan.games, *burraco.ROW), np.int64)
    rows[:, :, burraco.DEALT] = 1
    rows[:, :, PAYOFF] = np.stack([margin, -margin], axis=2)
    rows[:, :, RESULT] = 30 + 30 * np.sign(rows[:, :, PAYOFF])
    rows[:, :, ROLE] = -1
    counter = counting.counter(made)
    counts = counter.blank()
    counter.add(counts, rows[:, ::-1] if turned else rows, 0, deals)
    return duel.findings(made, Outcome(counts, deals, 1.0, 1))


NUMBER = r"[+-]?\d+(?:\.\d+)?"
SPREAD = rf"\({NUMBER} to {NUMBER}\)"


def test_a_hand_of_burraco_is_judged_by_its_points():
    found = findings(3000, 20, **HAND)
    assert re.fullmatch(
        rf"meld_all beats random_move by {NUMBER} points a hand {SPREAD}, scoring {NUMBER} % of hands {SPREAD}\.",
        found.verdict,
    )
    heads = [line.split()[0] for line in found.lines[:7]]
    assert heads == ["margin", "score", "hands", "pairs", "p", "luck", "lead"]
    assert re.fullmatch(rf"margin  \+{NUMBER} points {SPREAD} a hand, sd {NUMBER} a deal", found.lines[0])
    assert found.lines[2].startswith("hands   6,000: ")
    assert re.search(r"with \d+ % of the hands", found.lines[5])
    assert found.lines[6].startswith(f"lead    whoever {burraco.BEGINS} makes ")
    assert [row[0] for row in found.tables[0].rows[:3]] == [
        "margin, points a hand",
        "win score",
        f"margin of whoever {burraco.BEGINS}",
    ]
    assert found.facts["lead_margin"]["low"] < 0 < found.facts["lead_margin"]["high"]


def test_a_match_of_burraco_is_judged_by_who_wins_it():
    found = findings(3000, 20, **MATCH)
    assert re.fullmatch(
        rf"meld_all beats random_move, scoring {NUMBER} % {SPREAD} and {NUMBER} points {SPREAD} more a match\.",
        found.verdict,
    )
    assert found.lines[0].startswith("score   ")
    assert re.match(rf"margin  \+{NUMBER} points {SPREAD} a match", found.lines[1])
    assert found.lines[2].startswith("matches 6,000: ")
    assert re.search(r"with \d+ % of the matches", found.lines[5])
    assert "lead_margin" not in found.facts


def test_the_names_turned_round_turn_the_verdict_round():
    ahead, behind = findings(2000, 20, **HAND), findings(2000, 20, turned=True, **HAND)
    one, two = ahead.facts["margin"], behind.facts["margin"]
    assert (one["mean"], one["low"], one["high"]) == pytest.approx((-two["mean"], -two["high"], -two["low"]))
    assert ahead.verdict == behind.verdict


def test_hands_that_are_all_drawn_are_level_and_count_half():
    found = findings(200, 0, draws=True, **HAND)
    assert found.verdict == "meld_all and random_move are level: every one of 200 deals came out even."
    assert (found.facts["wins"], found.facts["draws"], found.facts["losses"]) == (0, 400, 0)
    assert found.facts["score"]["mean"] == 0.5


@pytest.mark.parametrize("deals", [1, 2, 3])
def test_a_few_deals_prove_nothing(deals):
    found = findings(deals, 3000, **HAND)
    unsure = "too few to say how sure that is" if deals == 1 else "played too few deals to call"
    assert unsure in found.verdict and "meld_all makes +" in found.verdict
    assert "nan" not in "\n".join(found.lines)


def test_margins_of_hands_lie_in_the_histogram_and_are_drawn():
    for options, decides in ((HAND, "Mean margin"), (MATCH, "Win score")):
        drawing = findings(500, 20, **options).drawings[0]
        assert drawing.draw.keywords["margins"] is not None
        words = {text.get_text() for text in drawing.figure().texts}
        assert decides in words
    assert findings(50, 20_000, **HAND).drawings[0].draw.keywords["margins"] is None

"""Skill, cards and play: do the three parts add up, and are they what they are called?"""

from math import sqrt

import numpy as np
import pytest
from drawn import check, said

import analyzer
from analyzer import luck_findings
from analyzer.lab import Lab
from analyzer.luck_split import split
from analyzer.scores import PAYOFF


def means(found):
    return [part.mean for part in found]


def simulated(chance, n, skill=5, cards=20, play=8):
    """n deals of which the parts are known: skill^2, cards^2, play^2."""
    seat, suits = chance.normal(0, cards, n), chance.normal(skill, play, n)
    return np.rint(suits + seat).astype(np.int64), np.rint(suits - seat).astype(np.int64)


def test_by_hand():
    # d = 6, -2 and e = 2, 6: the mean of d is 2, its variance 32, and 4 - 32 / 2 leaves no skill; d^2 + e^2 = 40 twice.
    assert means(split(np.array([8, 4]), np.array([4, -8]))) == pytest.approx([0, 0.5, 0.5])
    # d = 5 always, e = 5, -5, 5: half skill, half cards.
    assert means(split(np.array([10, 0, 10]), np.array([0, 10, 0]))) == pytest.approx([0.5, 0.5, 0])


def test_the_parts_add_up_and_do_not_mind_whose_side_they_are_told_from():
    one, two = simulated(np.random.default_rng(1), 400)
    found = split(one, two)
    assert sum(means(found)) == pytest.approx(1)
    assert all(0 <= part.low <= part.mean <= part.high <= 1 for part in found)
    for other in (split(-one, -two), split(two, one), split(7 * one, 7 * two)):
        assert means(other) == pytest.approx(means(found))
        assert [part.low for part in other] == pytest.approx([part.low for part in found])


def test_intervals_cover_the_truth():
    chance, truth = np.random.default_rng(2), np.array([25, 400, 64]) / 489
    covered = np.zeros(3)
    for _ in range(400):
        found = split(*simulated(chance, 300))
        covered += [part.low <= share <= part.high for part, share in zip(found, truth, strict=True)]
    assert (covered / 400 > 0.92).all() and (covered / 400 < 0.98).all()


@pytest.mark.parametrize("errors", [0, 1, 2, 3])
def test_the_interval_of_skill_covers_the_truth_of_players_who_are_nearly_equal(errors):
    # Equals make a mean of d that is 0 but for its error; the others lie so many standard errors apart.
    chance, n, play, cards = np.random.default_rng(11), 100, 8, 20
    skill = errors * play / sqrt(n)
    truth = skill**2 / (skill**2 + cards**2 + play**2 + 1 / 12)  # what is rounded varies by 1 / 12 more
    found = [split(*simulated(chance, n, skill, cards, play)).skill for _ in range(2000)]
    assert sum(each.low <= truth <= each.high for each in found) >= 0.93 * 2000
    assert all(each.low <= each.mean <= each.high for each in found)
    told_from_0 = sum(each.low > 0 for each in found) / 2000
    # Student's test of 5 % on both sides finds 5, 17, 51 and 85 of a hundred.
    assert told_from_0 == pytest.approx((0.05, 0.17, 0.51, 0.85)[errors], abs=0.04)


def test_the_interval_of_skill_reckons_with_the_rest_too():
    # Here the cards are known worse than who is better: 45^2 of 45^2 + 87^2 + 22^2 is skill.
    chance, truth = np.random.default_rng(12), 45**2 / (45**2 + 87**2 + 22**2)
    found = [split(*simulated(chance, 200, 45, 87, 22)).skill for _ in range(1000)]
    assert 930 <= sum(each.low <= truth <= each.high for each in found) <= 970


def test_skill_by_hand():
    # d = 3, 1, 3, 1 and e = 2, -2, -2, 2: a mean of 2, r = 1 + 4 in every deal, s = 2 / sqrt(5).  Of s only d moves
    # anything: its error is sqrt(4 / 3) / 2 / sqrt(5), t with 3 degrees of freedom 3.18244631.
    d, e = np.array([3, 1, 3, 1]), np.array([2, -2, -2, 2])
    found = split(d + e, d - e).skill
    s, half = 2 / sqrt(5), 3.18244631 * sqrt(4 / 3) / 2 / sqrt(5)
    assert (found.low, found.high) == pytest.approx(
        (((s - half) ** 2 / (1 + (s - half) ** 2)), (s + half) ** 2 / (1 + (s + half) ** 2))
    )
    assert found.mean == pytest.approx((4 - 1 / 3) / 9)


def test_what_no_deal_moves_has_no_interval():
    # Half skill, half cards in each of three deals: nothing says how far others may be off.
    found = split(np.array([10, 0, 10]), np.array([0, 10, 0]))
    assert [(part.low, part.high) for part in found] == [(None, None)] * 3


BACKWARDS = '''"""Any card, as likely as another, by the other half of the dice."""


def choose(view):
    return ((view.dice >> 32 & 0xFFFFFFFF) * view.n_moves) >> 32
'''


def test_who_throws_dice_is_seen_in_his_text():
    for word, does in {"random_card": True, "lead_style": True, "maestro": False, "maestro+random_card": True}.items():
        assert luck_findings.throws(word) == does
    assert not luck_findings.throws("spend_trump:spend_at=4")


def test_the_dice_of_players_are_not_told_as_how_cards_suit_their_play(tmp_path):
    path = tmp_path / "backwards.py"
    path.write_text(BACKWARDS)
    found = analyzer.luck(players_are=f"random_card,{path}", deals=2000)
    # Both play any card, so nothing suits them better or worse, and yet a good part is neither skill nor the seat.
    pair = found.facts["pairs"][0]
    assert set(pair["dice"]) == {"random_card", str(path)} and 0.2 < pair["points"]["play"]["mean"] < 0.35
    (sentence,) = (each for each in found.sentences if "luck of the cards" in each)
    assert (
        "luck of the cards, and of any dice of " in sentence
        and " the rest: how the cards suit the play, and" in sentence
    )
    whence = {row[2].partition(":")[0]: row[2] for table in found.tables if table.name == "parts" for row in table.rows}
    assert "dice" not in whence["skill"] and "any dice of" in whence["cards"] and "and any dice of" in whence["play"]
    assert any(line.startswith("dice    cards and play also hold any dice of") for line in found.block)
    drawing = found.drawings[0]
    assert "also hold any dice of" in drawing.caption and any(
        "Luck of cards and dice" in text for text in said(check(drawing.draw))
    )


def test_of_players_without_dice_none_are_told():
    found = analyzer.luck(players_are="maestro,lowest", deals=50)
    assert found.facts["pairs"][0]["dice"] == [] and "dice" not in "\n".join(found.block)
    assert "comes of how the same cards suit the one's play or the other's" in found.sentences[1]


def test_a_player_against_himself_is_all_cards_and_nobody_who_makes_a_point_is_nothing():
    rows = []
    Lab(200).duel("spend_trump", "spend_trump", each=lambda number, seen: rows.append(seen.copy()))
    seen = np.concatenate(rows)
    assert means(split(seen[:, 0, PAYOFF, 0], seen[:, 1, PAYOFF, 1])) == pytest.approx([0, 1, 0])
    assert means(split(np.zeros(9, int), np.zeros(9, int))) == [None, None, None]
    assert means(split(np.array([3]), np.array([4]))) == [None, None, None]

"""Does no game ever pay more than the rules allow, at any table, by any rules?"""

import pytest
from scipy.stats import beta

from analyzer import match, tables
from analyzer.burraco_score import CLOSING, FINE
from analyzer.double_pack import PACK, points
from analyzer.extremes import HAND_OF_BURRACO, largest, unseen
from analyzer.scores import PAYOFF

BLIND = {"briscola": "random_card", "chiamata": "random_bidder", "burraco": "random_move"}


@pytest.mark.parametrize(
    ("given", "most"),
    [
        ({}, 120),
        ({"players": 3, "rules": "tie=replay"}, 120),
        ({"players": 6, "match": "best_of=5"}, 600),
        ({"match": "first_to=7"}, 840),
        ({"players": 3, "match": "best_of=3"}, 120_000),
        ({"game": "chiamata"}, 4 * 2),  # alone, and all the points
        ({"game": "chiamata", "rules": "cappotto=off"}, 4),
        ({"game": "chiamata", "rules": "bid_mult=brisk all_pass=redeal_double"}, 4 * 2 * 6 * 64),
        ({"game": "chiamata", "rules": "tie60=draw_double cappotto=off", "match": "first_to=5"}, 4 * 64 * 1000),
        ({"game": "burraco"}, 4655),
        ({"game": "burraco", "match": "full", "rules": "max_hands=4"}, 4 * 4655),
    ],
)
def test_what_the_rules_allow(given, most):
    assert largest(tables.table(**given)) == most


def test_a_hand_of_burraco_is_worth_the_pack_the_bonuses_the_end_and_the_pozzetto():
    # Bonuses a card: 200 of seven, 250 of eight or 300 of thirteen; 31.25 is the most.
    per_card = max(200 / 7, 250 / 8, 300 / 13)
    assert sum(map(points, PACK)) + len(PACK) * per_card + CLOSING + FINE == HAND_OF_BURRACO


def test_what_deals_without_a_difference_may_hide():
    assert unseen(tables.table(), 20, True) == pytest.approx(0.1391, abs=5e-5)  # 1 - exp(ln 0.05 / 20)
    for deals in (1, 50, 40_000):
        share = beta.ppf(0.95, 1, deals)  # Clopper and Pearson, no success
        assert unseen(tables.table(), deals, True) == pytest.approx(share)
        assert unseen(tables.table(), deals, False) == pytest.approx(2 * 120 * share)
        assert unseen(tables.table("burraco"), deals, False) == pytest.approx(2 * 4655 * share)
    assert unseen(tables.table(), 0, True) == 0


TABLES = [
    {"players": 2},
    {"players": 3, "rules": "tie3=void"},
    {"players": 3, "match": "best_of=3"},
    {"players": 4, "match": "first_to=2", "rules": "cappotto_wins_match=on"},
    {"game": "chiamata", "rules": "cappotto=off"},
    {"game": "chiamata", "rules": "bid_mult=brisk all_pass=redeal_double"},
    {"game": "chiamata", "match": "first_to=3", "rules": "tie60=draw_double"},
    {"game": "burraco", "rules": "fitab"},
    {"game": "burraco", "match": "full", "rules": "target=500"},
]


@pytest.mark.parametrize("given", TABLES, ids=str)
def test_nobody_is_ever_paid_more(given):
    name = BLIND[given.get("game", "briscola")]
    contest = match.contest(name, name, seed=3, **given)
    match.prepare(contest)
    seen = []
    match.play(contest, 300, save=lambda first, rows: seen.append(abs(rows[:, :, PAYOFF]).max()))
    assert 0 < max(seen) <= largest(contest.table)

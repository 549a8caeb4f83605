"""What a hand of Briscola Chiamata is worth, by examples: who wins or loses how many units, and who the match."""

import pytest
from five_by_hand import finish, lay_out, play, score, sit_down

from analyzer import chiamata
from analyzer.chiamata import ALONE, CALLER, DEFENDER, HANDS, PARTNER, PAYOFF, POINTS, RESULT, ROLE, TRICKS, UNKNOWN
from analyzer.tables import wins_needed

# Seat 0 calls an ace or a two: of coppe, which makes seat 1 its partner, or of denari, which it holds itself.
HANDS_OF_FIVE = ["AD 2D 3C KC", "AC 2C 3D KD"]
TOGETHER, ALONE_CALLED = "AC", "AD"


def ended(side, bid="A", card=TOGETHER, tricks=None, **rules):
    """The score of a hand in which the caller's side has taken so many points."""
    state = sit_down(HANDS_OF_FIVE, **rules)
    call(state, bid, card)
    finish(state, taken_by(side, card), tricks)
    assert chiamata.over(state)
    return score(state)


def call(state, bid="A", card=TOGETHER):
    """Seat 0 bids and calls, wherever the bidding begins; the rest pass."""
    before = (5 - int(state.opener)) % 5
    after = 0 if bid == "2@120" else 4 - before
    play(state, " ".join(["pass"] * before + [bid] + ["pass"] * after + [card]))


def taken_by(side, card=TOGETHER):
    """Points of the five seats that give the caller's side so many."""
    if card in ("AD", "2D"):
        return [side, 0, 120 - side, 0, 0]
    return [side // 2, side - side // 2, 0, 120 - side, 0]


WON, LOST = [2, 1, -1, -1, -1], [-2, -1, 1, 1, 1]
WON_ALONE, LOST_ALONE = [4, -1, -1, -1, -1], [-4, 1, 1, 1, 1]


def times(n, units):
    return [n * unit for unit in units]


# A hand


@pytest.mark.parametrize(
    ("side", "card", "units"),
    [
        (61, TOGETHER, WON),
        (60, TOGETHER, LOST),  # sixty are lost
        (59, TOGETHER, LOST),
        (119, TOGETHER, WON),
        (1, TOGETHER, LOST),
        (120, TOGETHER, times(2, WON)),
        (0, TOGETHER, times(2, LOST)),
        (61, ALONE_CALLED, WON_ALONE),
        (60, ALONE_CALLED, LOST_ALONE),
        (120, ALONE_CALLED, times(2, WON_ALONE)),
        (0, ALONE_CALLED, times(2, LOST_ALONE)),
    ],
)
def test_the_caller_wins_or_loses_two_units_his_partner_one_and_alone_he_plays_for_four(side, card, units):
    row = ended(side, card=card)
    assert row[PAYOFF].tolist() == units and sum(units) == 0
    assert row[RESULT].tolist() == [60 if unit > 0 else 0 for unit in units]
    assert row[HANDS].tolist() == [int(unit > 0) for unit in units]
    assert row[POINTS].tolist() == taken_by(side, card)


def test_the_score_tells_roles_tricks_the_bid_and_the_card():
    row = ended(70, bid="A", tricks=[1, 2, 0, 3, 1])
    assert row[ROLE].tolist() == [CALLER, PARTNER, DEFENDER, DEFENDER, DEFENDER]
    assert row[TRICKS].tolist() == [2, 2, 0, 3, 1], "and the last one"
    assert row[chiamata.WINNING_BID].tolist() == [1] * 5 and row[chiamata.CALLED].tolist() == [9] * 5
    row = ended(70, bid="A", card=ALONE_CALLED)
    assert row[ROLE].tolist() == [ALONE, DEFENDER, DEFENDER, DEFENDER, DEFENDER]
    assert row[chiamata.CALLED].tolist() == [25] * 5


@pytest.mark.parametrize(
    ("bid", "side", "won"),
    [("2", 61, True), ("2@62", 61, False), ("2@62", 62, True), ("2@90", 89, False), ("2@90", 90, True)]
    + [("2@120", 119, False), ("2@120", 120, True)],
)
def test_who_bids_points_needs_as_many(bid, side, won):
    assert ended(side, bid, "2C", cappotto="off")[PAYOFF].tolist() == (WON if won else LOST)
    assert ended(side, bid, "2D", cappotto="off")[PAYOFF].tolist() == (WON_ALONE if won else LOST_ALONE)


# Sixty points


@pytest.mark.parametrize("rule", ["draw", "draw_double"])
def test_sixty_points_of_a_caller_who_needs_61_may_be_a_draw(rule):
    row = ended(60, tie60=rule)
    assert row[PAYOFF].tolist() == [0] * 5 and row[RESULT].tolist() == [30] * 5 and row[HANDS].tolist() == [0] * 5
    assert ended(60, tie60=rule, card=ALONE_CALLED)[PAYOFF].tolist() == [0] * 5
    assert ended(59, tie60=rule)[PAYOFF].tolist() == LOST and ended(61, tie60=rule)[PAYOFF].tolist() == WON
    assert ended(60, "2", "2C", tie60=rule)[PAYOFF].tolist() == [0] * 5
    assert ended(60, "2@62", "2C", tie60=rule)[PAYOFF].tolist() == LOST, "who needs more has not drawn with sixty"


def test_after_a_draw_the_next_hand_may_count_double():
    state = sit_down(HANDS_OF_FIVE, match="first_to=99", tie60="draw_double")
    worth = []
    for side in (60, 61, 61, 60, 60, 0, 61):
        before = state.units[:5].tolist()
        lay_out(state, HANDS_OF_FIVE)
        call(state)
        finish(state, taken_by(side))
        worth.append((state.units[:5] - before).tolist())
    assert worth == [[0] * 5, times(2, WON), WON, [0] * 5, [0] * 5, times(8, LOST), WON]


def test_a_hand_that_all_passed_stays_doubled_and_doubles_once_more_by_the_rule():
    for rule, factor in (("redeal", 2), ("redeal_double", 4)):
        state = sit_down(HANDS_OF_FIVE, match="first_to=99", tie60="draw_double", all_pass=rule)
        call(state)
        finish(state, taken_by(60))
        play(state, "pass pass pass pass pass")
        lay_out(state, HANDS_OF_FIVE)
        call(state)
        finish(state, taken_by(61))
        assert state.units[:5].tolist() == times(factor, WON)


def test_after_all_passed_a_single_game_counts_double_too():
    state = sit_down(all_pass="redeal_double")
    play(state, "pass pass pass pass pass")
    lay_out(state, HANDS_OF_FIVE)
    call(state)
    finish(state, taken_by(0))
    assert chiamata.over(state) and score(state)[PAYOFF].tolist() == times(4, LOST), "twice two"


# What counts double


@pytest.mark.parametrize(
    ("rule", "won_all_points", "lost_all_points", "won_all_tricks", "lost_all_tricks"),
    [("points_both", 2, 2, 1, 1), ("points_caller", 2, 1, 1, 1), ("tricks", 1, 1, 2, 2), ("off", 1, 1, 1, 1)],
)
def test_a_cappotto_counts_double(rule, won_all_points, lost_all_points, won_all_tricks, lost_all_tricks):
    mixed = [2, 1, 2, 1, 1]
    assert ended(120, cappotto=rule, tricks=mixed)[PAYOFF].tolist() == times(won_all_points, WON)
    assert ended(0, cappotto=rule, tricks=mixed)[PAYOFF].tolist() == times(lost_all_points, LOST)
    # The last trick is the caller's who leads it; of the defenders' tricks it would be the one to spoil all.
    assert ended(119, cappotto=rule, tricks=[4, 3, 0, 0, 0])[PAYOFF].tolist() == times(won_all_tricks, WON)
    state = sit_down(HANDS_OF_FIVE, cappotto=rule)
    call(state)
    state.turn = state.leader = state.winner = 2
    finish(state, taken_by(1), [0, 0, 3, 4, 0])
    assert score(state)[PAYOFF].tolist() == times(lost_all_tricks, LOST)
    alone = ended(120, cappotto=rule, card=ALONE_CALLED)[PAYOFF].tolist()
    assert alone == times(won_all_points, WON_ALONE)


@pytest.mark.parametrize(
    ("points", "factor"),
    [(62, 1), (70, 1), (71, 2), (80, 2), (81, 3), (90, 3), (91, 4), (100, 4), (101, 5), (110, 5), (111, 6), (119, 6)],
)
def test_high_bids_may_count_more_often(points, factor):
    for rule, n in (("brisk", factor), ("1", 1)):
        for side, units in ((119, WON), (points - 1, LOST)):
            assert ended(side, f"2@{points}", "2C", bid_mult=rule)[PAYOFF].tolist() == times(n, units)


def test_the_highest_bid_and_a_cappotto_multiply():
    assert ended(120, "2@120", "2D", bid_mult="brisk")[PAYOFF].tolist() == times(12, WON_ALONE)
    assert ended(0, "2@120", "2C", bid_mult="brisk")[PAYOFF].tolist() == times(12, LOST)
    assert ended(61, "A", bid_mult="brisk")[PAYOFF].tolist() == WON


# Matches


def play_hands(state, *sides):
    """Play hands that seat 0 calls, with so many points for its side."""
    for side in sides:
        assert not chiamata.over(state)
        lay_out(state, HANDS_OF_FIVE)
        call(state)
        finish(state, taken_by(side))


def test_a_match_ends_when_somebody_has_so_many_units():
    state = sit_down(match="first_to=5")
    openers = []
    for side in (61, 61, 59, 61):
        openers.append(int(state.opener))
        play_hands(state, side)
    assert openers == [0, 1, 2, 3], "the deal moves on"
    assert not chiamata.over(state) and state.units[:5].tolist() == [4, 2, -2, -2, -2]
    play_hands(state, 70)
    assert chiamata.over(state)
    row = score(state)
    assert row[PAYOFF].tolist() == [6, 3, -3, -3, -3] and row[RESULT].tolist() == [60, 0, 0, 0, 0]
    assert row[HANDS].tolist() == [4, 4, 1, 1, 1] and row[POINTS].sum() == 5 * 120 and row[TRICKS].sum() == 5 * 8
    assert row[ROLE].tolist() == [UNKNOWN] * 5, "roles change from hand to hand"


@pytest.mark.parametrize(("n", "hands"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_so_many_units_are_enough(n, hands):
    state = sit_down(match=f"first_to={n}")
    play_hands(state, *[61] * hands)
    assert chiamata.over(state) and state.units[0] == 2 * hands


def test_those_with_most_units_share_the_match():
    state = sit_down(match="first_to=1")
    play_hands(state, 50)
    row = score(state)
    assert row[PAYOFF].tolist() == LOST and row[RESULT].tolist() == [0, 0, 20, 20, 20]
    state = sit_down(match="first_to=5", all_pass="end")
    for _ in range(3):
        play(state, "pass pass pass pass pass")
    assert not chiamata.over(state) and state.hands_dealt == 4 and state.opener == 3
    state.hands_dealt = chiamata.MOST_HANDS
    play(state, "pass pass pass pass pass")
    assert chiamata.over(state) and score(state)[RESULT].tolist() == [12] * 5


@pytest.mark.parametrize("text", ["best_of=3", "first_to=0", "first_to=100", "double", ""])
def test_other_match_formats_are_refused(text):
    with pytest.raises(ValueError, match="chiamata has no match format"):
        wins_needed(text, "chiamata")
    assert [wins_needed(each, "chiamata") for each in ("single", "first_to=1", "first_to=99")] == [0, 1, 99]


@pytest.mark.parametrize("rule", chiamata.RULES, ids=lambda rule: rule.name)
def test_every_value_of_a_rule_is_a_number_of_its_own(rule):
    assert [rule.code(value) for value in rule.values] == list(range(len(rule.values)))
    with pytest.raises(ValueError, match=f"rule {rule.name} cannot be 'perhaps'"):
        rule.code("perhaps")

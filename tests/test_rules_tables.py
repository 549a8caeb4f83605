"""The rule book by examples at the tables of three, four and six: sides, partners, who draws, who sits behind whom."""

import pytest
from by_hand import LENGTH, end_with, lead_from, look, mask, moves, play, play_on, score, sit_down

from analyzer import briscola
from analyzer.briscola import HANDS, PAYOFF, POINTS, RESULT, ROLE, TRICKS, from_me, is_friend
from analyzer.cards import parse, parse_cards

# A trick


@pytest.mark.parametrize(
    ("players", "leader", "upcard", "cards", "winner", "worth"),
    [
        (3, 1, "7C", "7D AD 4C", 0, 11),  # seats 1, 2, 0: the trump of seat 0
        (4, 2, "7C", "3S KS 4D AS", 1, 25),
        (4, 0, "7B", "JD QD KD 3D", 3, 19),
        (4, 3, "7B", "JD AS 3C 2D", 3, 23),  # nobody follows, so the lead stands
        (6, 4, "7C", "KD 4C 3D 5C AD 6S", 1, 25),  # the second trump is the higher one
        (6, 5, "7C", "4B 5B AD JB 3S QB", 4, 26),
    ],
)
def test_a_trick_of_more_than_two(players, leader, upcard, cards, winner, worth):
    order = [(leader + k) % players for k in range(players)]
    hands = [cards.split()[order.index(seat)] for seat in range(players)]
    state = sit_down(players, hands, upcard)
    lead_from(state, leader)
    play(state, cards)
    side = winner if players == 3 else winner % 2
    assert state.turn == state.leader == winner
    assert state.points[side] == worth == sum(state.points)
    assert state.tricks_won[side] == 1 == sum(state.tricks_won)


def test_with_three_players_a_two_of_trumps_takes_an_ace():
    state = sit_down(3, ["2C", "7D", "AD"], "7C", removed_two="B")
    lead_from(state, 1)
    play(state, "7D AD 2C")
    assert state.turn == 0 and list(state.points[:3]) == [11, 0, 0]


def test_of_four_the_last_round_of_draws_goes_round_from_the_winner():
    state = sit_down(4, ["4D", "5D", "AD", "6D"], "7C")
    state.stock = 4
    drawn = [1 << int(card) for card in state.deck[36:40]]
    held = state.hands.copy()
    play(state, "4D 5D AD 6D")
    gained = [int(state.hands[seat] & ~held[seat]) for seat in range(4)]
    assert gained == [drawn[2], drawn[3], drawn[0], drawn[1]], "seats 2, 3, 0 from the stock, and seat 1 the upcard"
    assert state.turn == 2 and state.upcard_holder == 1 and drawn[3] == mask("7C")


@pytest.mark.parametrize(
    ("players", "behind", "friends"),
    [(2, [1, 0], [0, 0]), (3, [2, 1, 0], [0, 0, 0]), (4, [3, 2, 1, 0], [1, 1, 0, 0])]
    + [(6, [5, 4, 3, 2, 1, 0], [2, 2, 1, 1, 0, 0])],
)
@pytest.mark.parametrize("leader", [0, 1])
def test_a_seat_knows_how_many_play_after_it_and_how_many_of_them_are_friends(players, behind, friends, leader):
    state = sit_down(players)
    lead_from(state, leader)
    seen = []
    for _ in range(players):
        view = look(state)
        seen.append((int(view.to_follow), int(view.friends_to_follow)))
        briscola.play(state, 0)
    assert seen == list(zip(behind, friends, strict=True))


@pytest.mark.parametrize(
    ("players", "cards", "mine"),
    [
        (2, "KS AS", [0, 0]),
        (3, "KS AS 4S", [0, 0, 0]),  # everybody for himself
        (4, "KS 3S AS 4S", [0, 0, 0, 0]),
        (4, "AS 3S KS 4S", [0, 0, 1, 0]),
        (4, "3S AS KS 4S", [0, 0, 0, 1]),
        (6, "AS KS 3S QS JS 7S", [0, 0, 1, 0, 1, 0]),
        (6, "KS AS 3S QS 4C 7S", [0, 0, 0, 1, 0, 0]),
    ],
)
def test_a_seat_knows_whether_its_side_is_winning(players, cards, mine):
    state = sit_down(players, cards.split())
    seen = []
    for card in cards.split():
        seen.append(int(look(state).winning_mine))
        play(state, card)
    assert seen == mine


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_seats_count_from_oneself_and_partners_are_friends(players):
    state = sit_down(players)
    for me in range(players):
        lead_from(state, me)
        view = look(state)
        assert [from_me(view, (me + k) % players) for k in range(players)] == list(range(players))
        friends = [is_friend(view, seat) for seat in range(players)]
        assert friends == [seat == me if players == 3 else seat % 2 == me % 2 for seat in range(players)]


# The end of a hand


@pytest.mark.parametrize("players", [4, 6])
def test_partners_count_together(players):
    cards = "3S AS 4S 5S" if players == 4 else "3S AS 4S 5S 6S 7S"
    state = sit_down(players)
    end_with(state, (60, 39), cards)
    row = score(state)
    assert row[POINTS].tolist() == [60, 60, 0] and row[RESULT].tolist() == [30, 30, 0]
    state = sit_down(players)
    end_with(state, (60, 39), cards, seat=1)  # seat 2 holds the ace
    assert score(state)[POINTS].tolist() == [81, 39, 0] and score(state)[RESULT].tolist() == [60, 0, 0]


@pytest.mark.parametrize(
    ("standing", "results"),
    [
        ((50, 40, 30), (60, 0, 0)),  # most points win, below 61 too
        ((30, 41, 49), (0, 0, 60)),
        ((50, 20, 50), (30, 0, 30)),  # two share the first place
        ((40, 40, 40), (20, 20, 20)),
        ((60, 60, 0), (30, 30, 0)),
    ],
)
@pytest.mark.parametrize("tie", ["draw", "last_trick"])
def test_of_three_the_highest_wins_and_equals_share(standing, results, tie):
    state = sit_down(3, tie=tie)
    end_with(state, standing, "4S 5S 6S")
    assert tuple(score(state)[RESULT]) == results and tuple(score(state)[POINTS]) == standing
    assert sum(score(state)[HANDS]) == (1 if 60 in results else 0)


def test_three_are_paid_their_points_less_a_third_of_all_and_two_sides_the_difference():
    state = sit_down(3)
    state.tricks_won[:3] = 5, 4, 3
    end_with(state, (48, 40, 32), "4S 5S 6S")
    row = score(state)
    assert row.tolist() == [[60, 0, 0], [48, 40, 32], [5, 4, 4], [1, 0, 0], [8, 0, -8], [0, 1, 2]]
    state = sit_down(6)
    end_with(state, (36, 57), "3D AD KD JD 4D 5D")
    row = score(state)
    assert row[POINTS].tolist() == [36, 84, 0] and row[PAYOFF].tolist() == [-48, 48, 0]
    assert row[RESULT].tolist() == [0, 60, 0]
    assert row[TRICKS].tolist() == [0, 1, 0] and row[ROLE].tolist() == [0, 1, 2]


def test_three_sharing_the_first_place_play_again_too():
    state = sit_down(3, tie="replay")
    end_with(state, (50, 50, 20), "4S 5S 6S")
    assert not briscola.over(state) and state.hands_dealt == 2
    end_with(state, (50, 20, 50), "4S 5S 6S")
    assert state.hands_dealt == 3
    end_with(state, (20, 70, 30), "4S 5S 6S")
    assert score(state)[RESULT].tolist() == [0, 60, 0]


# Matches


def three_hands(state, *standings):
    for standing in standings:
        assert not briscola.over(state)
        end_with(state, standing, "4S 5S 6S")


def test_three_play_to_the_second_won_hand_and_a_shared_one_counts_for_nobody():
    state = sit_down(3, match="best_of=3")
    three_hands(state, (50, 40, 30), (30, 50, 40), (45, 45, 30), (30, 40, 50), (20, 60, 40))
    assert briscola.over(state)
    assert score(state)[[RESULT, POINTS, HANDS]].tolist() == [[0, 60, 0], [175, 235, 190], [1, 2, 1]]
    assert score(state)[PAYOFF].tolist() == [-25, 35, -10] and LENGTH[3] == 13


def test_a_match_of_three_cut_short_is_shared_by_those_with_most_hands():
    state = sit_down(3, match="first_to=5")
    three_hands(state, (50, 40, 30), (30, 40, 50))
    state.hands_dealt = briscola.MOST_HANDS
    three_hands(state, (40, 40, 40))
    assert briscola.over(state) and score(state)[RESULT].tolist() == [30, 0, 30]


# The trump swap


@pytest.mark.parametrize("seat", range(4))
def test_whoever_of_four_holds_the_two_may_swap_it(seat):
    state = sit_down(4, ["" if each != seat else "2C" for each in range(4)], "4C", trump_swap="two")
    for each in range(4):
        assert ("SWAP" in moves(state)) is (each == seat)
        briscola.play(state, briscola.choices(state) - 1 - (each == seat))


@pytest.mark.parametrize("players", [3, 4, 6])
def test_at_larger_tables_the_winner_with_the_seven_may_swap_it(players):
    state = sit_down(players, ["7C AD 3D", "JD QD KD"], "KC", trump_swap="seven")
    play(state, "AD")
    for _ in range(players - 1):
        assert "SWAP" not in moves(state)
        briscola.play(state, 0)
    assert state.turn == 0 and moves(state)[-1] == "SWAP"
    play(state, "SWAP")
    assert state.swapper == 0 and state.upcard == parse("7C")


# What a seat sees


def test_a_view_tells_the_table_as_the_seat_sees_it():
    state = sit_down(4, ["3S 2D 4D", "KS 5D 6D", "4C 7D 2B", "AS 4B 5B"], "QC")
    view = look(state)
    assert (view.seat, view.led, view.on_table, view.to_follow, view.winning, view.winning_mine) == (0, -1, 0, 3, -1, 0)
    play(state, "3S KS")
    view = look(state)
    assert (view.seat, view.hand, view.n_moves) == (2, mask("4C 7D 2B"), 3)
    assert (view.led, view.winning, view.winner) == (parse("3S"), parse("3S"), 0)
    assert view.winning_mine == 1, "my partner's three is winning"
    assert (view.on_table, view.to_follow, view.table_points) == (2, 1, 14)
    assert [briscola.table_card(view, k) for k in range(2)] == parse_cards("3S KS")
    assert view.trump == 0 and view.upcard == parse("QC") and view.upcard_holder == -1 and view.stock == 28
    assert view.unseen == int(state.pack) & ~mask("3S KS QC 4C 7D 2B") and view.shown == 0
    assert view.unplayed == int(state.pack) & ~mask("3S KS")
    play(state, "7D")
    assert look(state).winning_mine == 0
    play(state, "AS")
    assert state.turn == 3
    view = look(state)
    assert view.points[:2].tolist() == [25, 0], "my side's first"
    play_on(state, lambda state: state.on_table == 1)
    view = look(state)
    assert view.points[:2].tolist() == [0, 25]
    assert view.tricks == 1 and briscola.trick_leader(view, 0) == 0
    assert [briscola.trick_card(view, 0, k) for k in range(4)] == parse_cards("3S KS 7D AS")


def test_of_three_players_each_sees_his_own_points_first_then_in_playing_order():
    state = sit_down(3)
    state.points[:3] = 10, 20, 30
    seen = []
    for seat in range(3):
        lead_from(state, seat)
        seen.append(look(state).points.tolist())
    assert seen == [[10, 20, 30], [20, 30, 10], [30, 10, 20]]


@pytest.mark.parametrize("players", [4, 6])
def test_partners_see_the_points_of_their_side_first(players):
    state = sit_down(players)
    state.points[:2] = 70, 20
    for seat in range(players):
        lead_from(state, seat)
        assert look(state).points.tolist() == ([70, 20, 0] if seat % 2 == 0 else [20, 70, 0])


@pytest.mark.parametrize("players", [3, 4, 6])
def test_everybody_but_its_holder_is_shown_the_upcard_that_was_drawn(players):
    state = sit_down(players)
    play_on(state, lambda state: state.stock == 0)
    upcard, holder = 1 << int(state.upcard), int(state.upcard_holder)
    assert state.hands[holder] & upcard
    for seat in range(players):
        lead_from(state, seat)
        view = look(state)
        assert view.upcard_holder == holder and view.shown == (0 if seat == holder else upcard)
        assert not view.unseen & upcard

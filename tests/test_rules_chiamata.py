"""The rule book of Briscola Chiamata by examples: the auction, the call, who knows whom, and eight tricks."""

import pytest
from five_by_hand import BIDS, lay_out, look, mask, moves, play, score, sit_down

from analyzer import chiamata
from analyzer.cards import CARDS, names, parse_cards, points
from analyzer.chiamata import (
    ALONE,
    BID,
    CALL,
    CALLER,
    DEFENDER,
    PARTNER,
    PAYOFF,
    PLAY,
    POINTS,
    RESULT,
    ROLE,
    TRICKS,
    UNKNOWN,
    from_me,
)
from analyzer.tables import table as find_table

TRUMPS = ["AC 4D 5D", "KC 6D 7D", "3C JD QD", "2C AS 3S", "JC AB 3B"]


def to_play(hands=TRUMPS, bids="A pass pass pass pass", card="AC", **rules):
    """A table that has bid and called."""
    state = sit_down(hands, **rules)
    play(state, f"{bids} {card}")
    assert state.phase == PLAY
    return state


def pass_all(state, n=5):
    play(state, " ".join(["pass"] * n))


# The deal


def test_five_get_eight_cards_each_and_seat_0_bids_first():
    state = chiamata.new(5, {})[0]
    for number in range(20):
        chiamata.deal(state, 5, number)
        deck = state.deck[:40].tolist()
        assert sorted(deck) == list(CARDS) and sum(map(points, deck)) == 120
        dealt = [sum(1 << card for card in deck[8 * seat : 8 * seat + 8]) for seat in range(5)]
        assert state.hands[:5].tolist() == dealt and state.unplayed == sum(dealt)
        assert state.turn == state.opener == 0 and state.phase == BID


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_only_five_play_it(players):
    with pytest.raises(ValueError, match=f"chiamata is played by 5 players, not by {players}"):
        find_table("chiamata", players)
    assert find_table("chiamata").players == 5


# The auction


def test_bids_go_down_the_ranks_and_then_up_in_points():
    state = sit_down()
    assert moves(state) == list(range(70)), "a pass, ten ranks, 2@62 to 2@120"
    assert [chiamata.say(state, k) for k in range(70)] == ["passes", *(f"bids {bid}" for bid in BIDS[1:])]
    assert [chiamata.bid_rank(bid) for bid in range(1, 13)] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    assert [chiamata.bid_target(bid) for bid in (1, 9, 10, 11, 12, 69)] == [61, 61, 61, 62, 63, 120]


@pytest.mark.parametrize(("bid", "legal"), [("Q", False), ("J", False), ("7", True), ("5", True), ("2@80", True)])
def test_over_a_jack_only_a_lower_rank_may_be_bid_and_any_of_them(bid, legal):
    state = sit_down()
    play(state, "J")
    assert (BIDS.index(bid) in moves(state)) is legal
    assert moves(state) == [0, *range(6, 70)] and chiamata.choices(state) == 65
    if legal:
        play(state, bid)
        assert state.bid == BIDS.index(bid) and state.bidder == 1


def test_an_auction_goes_round_without_those_who_passed():
    state = sit_down()
    asked = []
    for word in "A K pass 7 pass pass 2 2@65 pass".split():
        asked.append(int(state.turn))
        assert state.phase == BID
        play(state, word)
    assert asked == [0, 1, 2, 3, 4, 0, 1, 3, 1]
    assert state.phase == CALL and state.caller == state.turn == 3
    assert state.target == 65 and state.rank == 0, "a two for 65 points"
    assert moves(state) == parse_cards("2C 2D 2S 2B")


def test_everybody_sees_the_bids_and_who_has_passed():
    state = sit_down()
    play(state, "3 pass Q J pass 6")
    view = look(state)
    assert view.seat == 2 and view.phase == BID and view.opener == 0
    assert view.bids.tolist() == [7, 0, 4, 5, 0, 0, 0, 0] and view.bid == 7 and view.bidder == 0
    assert view.passed == 0b10010
    assert (view.target, view.rank, view.trump, view.called, view.caller, view.partner) == (0, -1, -1, -1, -1, -1)
    assert view.role == UNKNOWN and view.friend[:5].tolist() == [0, 0, 1, 0, 0]
    assert view.unseen == view.unplayed & ~view.hand and view.hand == state.hands[2]


@pytest.mark.parametrize(
    ("bids", "caller", "target", "rank"),
    [
        ("pass pass pass pass 4", 4, 61, 1),  # the last one left has bid
        ("pass pass K pass pass", 2, 61, 7),
        ("A 3 pass pass pass pass", 1, 61, 8),
        ("A pass pass pass 2 2@62 pass", 0, 62, 0),
        ("2@120", 0, 120, 0),  # there is nothing above it
        ("A 3 2@119 2@120", 3, 120, 0),
        ("2 2@62 2@63 2@64 2@70 pass pass pass pass", 4, 70, 0),
    ],
)
def test_the_auction_ends_when_nobody_is_left_to_bid_higher(bids, caller, target, rank):
    state = sit_down()
    *before, last = bids.split()
    play(state, " ".join(before))
    assert state.phase == BID and state.target == 0
    play(state, last)
    assert state.phase == CALL and state.turn == state.caller == caller
    assert state.target == target and state.rank == rank


def test_where_only_ranks_are_bid_the_two_ends_the_auction():
    state = sit_down(bid_form="rank_only")
    assert moves(state) == list(range(11))
    play(state, "A K 4")
    assert moves(state) == [0, 10]
    play(state, "2")
    assert state.phase == CALL and state.caller == 3 and state.target == 61 and state.rank == 0


def test_where_only_points_are_bid_the_card_is_free():
    state = sit_down(TRUMPS, bid_form="points_only")
    assert moves(state) == [0, *range(10, 70)] and chiamata.say(state, 1) == "bids 61"
    play(state, "61 pass 65")
    assert moves(state)[:2] == [0, 15] and chiamata.say(state, 1) == "bids 66"
    play(state, "pass pass pass")
    assert state.phase == CALL and state.caller == 2 and state.target == 65 and state.rank == -1
    assert moves(state) == list(CARDS) and chiamata.say(state, 9) == "calls AC"
    play(state, "KC")
    assert state.called == parse_cards("KC")[0] and state.rank == 7 and state.trump == 0
    assert state.role[:5].tolist() == [DEFENDER, PARTNER, CALLER, DEFENDER, DEFENDER]
    state = sit_down(bid_form="points_only")
    play(state, "61 120")
    assert state.phase == CALL and state.caller == 1 and state.target == 120


# Nobody wants to call


def test_when_all_pass_the_next_dealer_deals():
    state = sit_down()
    first_deck = state.deck[:40].tolist()
    pass_all(state)
    assert not chiamata.over(state) and state.hands_dealt == 2 and state.deck[:40].tolist() != first_deck
    assert state.opener == state.turn == 1 and state.phase == BID and state.passed == 0 and state.times == 1
    pass_all(state, 2)
    play(state, "A pass pass")
    assert state.caller == 3
    chiamata.play(state, 0)
    assert state.turn == state.leader == 1, "who bid first leads"


def test_when_all_pass_the_next_hand_may_count_double_and_double_again():
    state = sit_down(all_pass="redeal_double")
    for times in (2, 4, 8, 16, 32, 64, 64):
        pass_all(state)
        assert state.times == times
    assert state.units[:5].tolist() == [0] * 5 and state.hands_dealt == 8


def test_when_all_pass_the_deal_may_end_with_nothing_for_anybody():
    state = sit_down(all_pass="end")
    pass_all(state)
    assert chiamata.over(state)
    row = score(state)
    assert row[RESULT].tolist() == [30] * 5 and not row[[POINTS, TRICKS, PAYOFF]].any()
    assert row[ROLE].tolist() == [UNKNOWN] * 5
    assert row[chiamata.WINNING_BID].tolist() == [0] * 5 and row[chiamata.CALLED].tolist() == [-1] * 5


@pytest.mark.parametrize("all_pass", ["redeal", "redeal_double"])
def test_a_game_of_nothing_but_passes_ends_at_last(all_pass):
    state = sit_down(all_pass=all_pass)
    state.hands_dealt = chiamata.MOST_HANDS
    pass_all(state)
    assert chiamata.over(state) and not score(state)[PAYOFF].any()


# The call and the lead


def test_the_caller_names_a_card_of_the_rank_he_bid():
    state = sit_down(TRUMPS)
    play(state, "pass K pass pass pass")
    assert moves(state) == parse_cards("KC KD KS KB") and chiamata.choices(state) == 4
    assert [chiamata.say(state, k) for k in range(4)] == ["calls KC", "calls KD", "calls KS", "calls KB"]
    assert look(state).phase == CALL and look(state).caller == 1 and look(state).role == UNKNOWN
    play(state, "KS")
    view = look(state)
    assert view.phase == PLAY and view.trump == 2 and names(1 << int(view.called)) == "KS"
    assert (view.target, view.rank, view.caller, view.partner) == (61, 7, 1, -1)


@pytest.mark.parametrize(("rule", "leader"), [("dealer_right", 0), ("caller", 2)])
def test_who_bid_first_leads_or_where_it_is_the_custom_the_caller(rule, leader):
    state = to_play(bids="pass pass A pass pass", leader=rule)
    assert state.turn == state.leader == state.winner == leader
    assert look(state).led == -1 and look(state).to_follow == 4


# Who knows whom


def known(state):
    """Of every seat: its role as it knows it, and its friend[] of all five."""
    turn = int(state.turn)
    seen = []
    for seat in range(5):
        state.turn = seat
        view = look(state)
        seen.append((int(view.role), view.friend[:5].tolist()))
    state.turn = turn
    return seen


def test_the_partner_knows_all_a_defender_only_his_enemy_and_the_caller_nobody():
    state = to_play(bids="pass pass A pass pass", card="AC")  # seat 2 calls the ace of seat 0
    hidden = [
        (PARTNER, [1, -1, 1, -1, -1]),
        (DEFENDER, [0, 1, -1, 0, 0]),
        (CALLER, [0, 0, 1, 0, 0]),
        (DEFENDER, [0, 0, -1, 1, 0]),
        (DEFENDER, [0, 0, -1, 0, 1]),
    ]
    assert known(state) == hidden
    play(state, "4D 6D JD AS AB")
    assert known(state) == hidden, "as long as the called card is not played"
    assert state.turn == 2
    play(state, "3C 2C JC")
    assert known(state) == hidden
    play(state, "AC")
    assert state.partner == 0 and look(state).partner == 0
    callers, others = [1, -1, 1, -1, -1], [-1, 1, -1, 1, 1]
    out = [(role, callers if seat in (0, 2) else others) for seat, (role, _) in enumerate(hidden)]
    assert known(state) == out
    play(state, "KC")
    assert known(state) == out


def test_who_calls_a_card_of_his_own_knows_it_and_the_others_do_not():
    state = to_play(bids="A pass pass pass pass", card="AC")
    hidden = [(ALONE, [1, -1, -1, -1, -1])]
    hidden += [(DEFENDER, [-1, *(int(seat == me) for seat in range(1, 5))]) for me in range(1, 5)]
    assert known(state) == hidden and state.partner == -1
    play(state, "AC")
    assert state.partner == state.caller == 0
    assert known(state) == hidden[:1] + [(DEFENDER, [-1, 1, 1, 1, 1])] * 4


def test_a_seat_knows_whether_its_side_is_winning_as_far_as_it_knows_the_sides():
    state = to_play(bids="pass pass A pass pass", card="AC")
    seen = []
    for card in "4D 6D JD AS AB".split():
        seen.append(int(look(state).winning_mine))
        play(state, card)
    # Seat 1 has nobody to be sure of, nor has the caller; seat 3 sees its enemy winning, and so does seat 4.
    assert seen == [0, 0, 0, -1, -1]
    play(state, "3C 2C JC")
    assert look(state).seat == 0 and look(state).winning_mine == 1, "the partner sees the caller winning"
    play(state, "AC")
    assert look(state).seat == 1 and look(state).winning_mine == -1, "and now everybody knows"


# Tricks


@pytest.mark.parametrize("leader", range(5))
def test_a_trick_of_five_goes_to_the_highest_trump(leader):
    cards = "4S 5D AB 3C AS".split()
    state = to_play([cards[(seat - leader) % 5] for seat in range(5)], card="AC")
    state.turn = state.leader = state.winner = leader
    for k, card in enumerate(cards):
        view = look(state)
        assert (view.on_table, view.to_follow) == (k, 4 - k)
        assert [from_me(view, (view.seat + places) % 5) for places in range(5)] == list(range(5))
        play(state, card)
    winner = (leader + 3) % 5
    assert state.turn == state.leader == winner and state.tricks == 1
    assert state.points[:5].tolist() == [32 if seat == winner else 0 for seat in range(5)]
    assert state.tricks_won[winner] == 1 == sum(state.tricks_won)


def test_a_view_tells_the_tricks_and_who_took_what():
    state = to_play(bids="pass pass A pass pass", card="AC")
    play(state, "4D 6D JD AS AB 3C 2C")
    view = look(state)
    assert (view.seat, view.tricks, view.leader, view.on_table, view.table_points) == (4, 1, 2, 2, 10)
    assert view.points[:5].tolist() == [0, 0, 24, 0, 0]
    assert [view.led, view.winning, view.winner] == [*parse_cards("3C 3C"), 2]
    assert [chiamata.table_card(view, k) for k in range(2)] == parse_cards("3C 2C")
    assert chiamata.trick_leader(view, 0) == 0
    assert [chiamata.trick_card(view, 0, k) for k in range(5)] == parse_cards("4D 6D JD AS AB")
    assert view.unplayed == sum(1 << card for card in CARDS) & ~mask("4D 6D JD AS AB 3C 2C")
    assert view.unseen == view.unplayed & ~view.hand


@pytest.mark.parametrize("follow", ["off", "on"])
def test_suits_need_not_be_followed_unless_the_table_says_so(follow):
    state = to_play(card="AB", must_follow=follow)
    while not chiamata.over(state):
        hand = parse_cards(names(int(state.hands[state.turn])))
        suited = [card for card in hand if state.on_table and card >> 4 == state.led >> 4]
        expected = suited if follow == "on" and suited else hand
        assert moves(state) == expected and chiamata.choices(state) == len(expected)
        assert [chiamata.say(state, k) for k in range(len(expected))] == [f"plays {names(1 << c)}" for c in expected]
        chiamata.play(state, chiamata.choices(state) - 1)
    assert state.tricks == 8 and sum(state.points) == 120 and sum(state.tricks_won) == 8


def test_the_next_hand_of_a_match_is_dealt_by_the_next_dealer_and_starts_afresh():
    state = to_play(match="first_to=99")
    while state.hands_dealt == 1:
        chiamata.play(state, 0)
    assert state.turn == state.opener == 1 and state.phase == BID and state.tricks == 0
    assert not state.points.any() and not state.bids.any() and not state.tricks_won.any()
    assert (state.bid, state.bidder, state.caller, state.called, state.trump, state.target) == (0, -1, -1, -1, -1, 0)
    assert state.role[:5].tolist() == [UNKNOWN] * 5 and state.partner == -1
    assert state.game_points.sum() == 120 and state.game_tricks.sum() == 8
    lay_out(state, TRUMPS)
    play(state, "pass pass pass pass A AC")
    assert state.caller == 0 and state.role[0] == ALONE and state.leader == 1

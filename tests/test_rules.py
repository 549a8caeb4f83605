"""The rule book by examples: each test sets up a table by hand and reads the outcome off it.

Here is what holds for two players and at every table; test_rules_tables has what only three, four or six have.
"""

import pytest
from by_hand import (
    LENGTH,
    end_with,
    lead_from,
    look,
    mask,
    moves,
    play,
    play_on,
    score,
    sit_down,
)

from analyzer import briscola
from analyzer.briscola import HANDS, POINTS, RESULT, SWAP
from analyzer.cards import CARDS, NO_CARD, names, parse, points
from analyzer.tables import table as find_table
from analyzer.tables import wins_needed

SEATS = (2, 3, 4, 6)


# A trick


@pytest.mark.parametrize(
    ("cards", "place", "worth"),
    [
        ("KS JC", 1, 6),  # the jack of trumps takes the king
        ("5S 7S", 1, 0),
        ("2S AD", 0, 11),  # another suit, however high, loses
        ("KS 3S", 1, 14),  # the three stands above the king
        ("2C AS", 0, 11),  # trump led
        ("AS 2C", 1, 11),
        ("3C AC", 1, 21),
        ("AC 3C", 0, 21),
        ("JD QS", 0, 5),
    ],
)
def test_a_trick_of_two(cards, place, worth):
    first, second = cards.split()
    for opener in range(2):
        hands = [first, second] if opener == 0 else [second, first]
        state = sit_down(2, hands, upcard="7C")
        lead_from(state, opener)
        play(state, cards)
        winner = (opener + place) % 2
        assert state.turn == state.leader == winner
        assert [state.points[winner], state.points[1 - winner]] == [worth, 0]
        assert [state.tricks_won[winner], state.tricks_won[1 - winner]] == [1, 0]


@pytest.mark.parametrize("players", SEATS)
def test_any_card_may_be_played_at_any_time(players):
    state = sit_down(players)
    while not briscola.over(state):
        assert moves(state) == names(int(state.hands[state.turn])).split(), "the whole hand, in its order"
        assert briscola.choices(state) == len(moves(state))
        briscola.play(state, briscola.choices(state) - 1)


# The deal


@pytest.mark.parametrize(
    ("players", "pack", "stock", "missing"), [(2, 40, 34, ""), (3, 39, 30, "2C"), (4, 40, 28, ""), (6, 36, 18, None)]
)
def test_the_pack_goes_round_evenly(players, pack, stock, missing):
    missing = "2C 2D 2S 2B" if missing is None else missing
    state = briscola.new(players, {})[0]
    for number in range(20):
        briscola.deal(state, 5, number)
        deck = state.deck[:pack].tolist()
        assert sorted(deck) == [card for card in CARDS if not mask(missing) >> card & 1]
        assert sum(map(points, deck)) == 120
        assert state.stock == stock and state.upcard == deck[-1] and state.trump == deck[-1] >> 4
        dealt = [sum(1 << card for card in deck[3 * seat : 3 * seat + 3]) for seat in range(players)]
        assert state.hands[:players].tolist() == dealt
        assert state.upcard_holder == state.swapper == -1
        play_on(state)
        assert state.tricks == LENGTH[players] and LENGTH[players] * players == pack
        assert sum(state.points) == 120 and sum(state.tricks_won) == LENGTH[players]


@pytest.mark.parametrize("players", SEATS)
def test_the_last_seat_deals_so_seat_0_leads(players):
    state = sit_down(players)
    assert state.turn == state.leader == state.opener == 0


def test_other_tables_than_these_are_refused():
    with pytest.raises(KeyError):
        briscola.new(5, {})
    with pytest.raises(ValueError, match="played by 2, 3, 4 or 6 players, not by 5; 5 play chiamata"):
        find_table(players=5)


# Drawing


@pytest.mark.parametrize("shared", ["off", "on"])
@pytest.mark.parametrize("players", SEATS)
def test_in_the_last_round_the_winner_draws_first_and_the_upcard_goes_to_the_player_before_him(players, shared):
    winners = set()
    for number in range(60):
        state = briscola.new(players, {"shared_stock": shared})[0]
        briscola.deal(state, 3, number)
        stock = state.deck[: state.pack_size].tolist()[-players:]
        play_on(state, lambda state: state.stock == state.players and state.on_table == state.players - 1)
        held = state.hands.copy()
        held[state.turn] ^= held[state.turn] & -held[state.turn]
        briscola.play(state, 0)
        winner = int(state.leader)
        drawn = {seat: int(state.hands[seat] ^ held[seat]) for seat in range(players)}
        assert drawn == {(winner + k) % players: 1 << stock[k] for k in range(players)}
        assert state.upcard_holder == (winner - 1) % players and state.stock == 0
        winners.add(winner)
    assert winners == set(range(players))


@pytest.mark.parametrize("players", SEATS)
def test_before_that_every_seat_draws_its_own_stream_or_all_from_one_stock(players):
    winners = set()
    for shared in ("off", "on"):
        for number in range(60):
            state = briscola.new(players, {"shared_stock": shared})[0]
            briscola.deal(state, 4, number)
            stock = state.deck[: state.pack_size].tolist()[3 * players :]
            dealt = state.hands.copy()
            played = 0
            for _ in range(players):
                played |= int(state.hands[state.turn] & -state.hands[state.turn])
                briscola.play(state, 0)
            winner = int(state.leader)
            first = winner if shared == "on" else 0
            for k in range(players):
                seat = (first + k) % players
                assert state.hands[seat] == dealt[seat] & ~played | 1 << stock[k]
            assert state.stock == len(stock) - players
            winners.add(winner)
    assert winners == set(range(players))


# The end of a hand


@pytest.mark.parametrize(
    ("standing", "last_trick", "results", "taken"),
    [
        ((60, 60), "2S 4S", (30, 30), (60, 60)),
        ((59, 59), "2S JS", (0, 60), (59, 61)),
        ((61, 59), "2S 4S", (60, 0), (61, 59)),
        ((59, 61), "2S 4S", (0, 60), (59, 61)),
        ((99, 0), "AS 3S", (60, 0), (120, 0)),
        ((0, 99), "3S AS", (0, 60), (0, 120)),
        ((49, 50), "AS 3S", (60, 0), (70, 50)),
        ((60, 49), "2S AS", (30, 30), (60, 60)),
    ],
)
def test_more_points_win_and_sixty_each_is_a_draw(standing, last_trick, results, taken):
    state = sit_down(2)
    end_with(state, standing, last_trick)
    assert briscola.over(state)
    row = score(state)
    assert tuple(row[RESULT, :2]) == results and tuple(row[POINTS, :2]) == taken


def test_the_score_tells_result_points_tricks_and_hands():
    state = sit_down(2)
    state.tricks_won[:2] = 7, 12
    end_with(state, (55, 55), "3S 4D")
    assert score(state)[:, :2].tolist() == [[60, 0], [65, 55], [8, 12], [1, 0], [10, -10], [0, 1]]


# 60-60


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_last_trick_breaks_a_tie_if_the_rules_say_so(players, winner):
    cards = ("6S 4S 5S 4D 5D 6D", "4S 6S 5S 4D 5D 6D")[winner]
    state = sit_down(players, tie="last_trick")
    end_with(state, (60, 60), " ".join(cards.split()[:players]))
    row = score(state)
    assert row[RESULT].tolist() == ([60, 0, 0] if winner == 0 else [0, 60, 0])
    assert row[POINTS].tolist() == [60, 60, 0] and row[HANDS, winner] == 1


def test_the_last_trick_matters_only_in_a_tie():
    state = sit_down(2, tie="last_trick")
    end_with(state, (61, 59), "2S 4S")
    assert score(state)[RESULT].tolist() == [60, 0, 0]


def test_a_tied_hand_is_played_again_with_the_same_opener_and_leaves_no_trace():
    state = sit_down(2, tie="replay")
    first_deck = state.deck[:40].tolist()
    end_with(state, (60, 60), "2S 4S")
    assert not briscola.over(state) and state.hands_dealt == 2
    assert state.turn == state.opener == 0 and state.tricks == 0 and sum(state.points) == 0
    assert state.deck[:40].tolist() != first_deck, "new cards"
    assert state.unplayed == state.pack and state.stock == 34 and state.upcard_holder == -1
    end_with(state, (50, 70), "2S 4S")
    assert briscola.over(state)
    assert score(state)[:, :2].tolist() == [[0, 60], [50, 70], [0, 1], [0, 1], [-20, 20], [0, 1]]


def test_a_game_of_nothing_but_ties_ends_at_last():
    state = sit_down(2, tie="replay")
    state.hands_dealt = briscola.MOST_HANDS
    end_with(state, (60, 60), "2S 4S")
    assert briscola.over(state) and score(state)[RESULT].tolist() == [30, 30, 0]


# Matches of several hands


def hands(state, *standings):
    """Play hands to their end, each with these points for the two sides; returns who opened each."""
    openers = []
    for one, two in standings:
        assert not briscola.over(state)
        openers.append(int(state.opener))
        assert state.turn == state.opener and state.tricks == 0, "a fresh hand"
        end_with(state, (one, two), "2S 4S")
    return openers


WON, LOST, DRAWN = (70, 50), (45, 75), (60, 60)


def test_the_best_of_three_is_two_won_hands_and_a_draw_counts_for_nobody():
    state = sit_down(2, match="best_of=3")
    assert hands(state, WON, DRAWN, WON) == [0, 1, 0], "the lead moves on after every hand"
    assert briscola.over(state)
    assert score(state)[:, :2].tolist() == [[60, 0], [200, 160], [0, 3], [2, 0], [40, -40], [0, 1]]


def test_the_best_of_three_may_take_the_third_hand():
    state = sit_down(2, match="best_of=3")
    hands(state, WON, LOST, LOST)
    assert briscola.over(state)
    assert score(state)[RESULT, :2].tolist() == [0, 60] and score(state)[HANDS, :2].tolist() == [1, 2]
    assert score(state)[POINTS, :2].tolist() == [160, 200], "points of all hands, though they decide nothing"


def test_more_points_in_all_do_not_win_a_match():
    state = sit_down(2, match="best_of=3")
    hands(state, (119, 1), (59, 61), (59, 61))
    assert score(state)[RESULT, :2].tolist() == [0, 60]


def test_the_best_of_five_is_three_won_hands():
    state = sit_down(2, match="best_of=5")
    assert hands(state, WON, LOST, WON, LOST, DRAWN, WON) == [0, 1, 0, 1, 0, 1]
    assert briscola.over(state) and score(state)[HANDS, :2].tolist() == [3, 2]


@pytest.mark.parametrize("n", [1, 2, 4])
def test_first_to_n_ends_with_the_nth_won_hand(n):
    state = sit_down(2, match=f"first_to={n}")
    hands(state, *[DRAWN] * 2, *[LOST] * (n - 1))
    assert not briscola.over(state)
    hands(state, *[WON] * (n - 1), LOST)
    assert briscola.over(state)
    assert score(state)[HANDS, :2].tolist() == [n - 1, n] and score(state)[RESULT, :2].tolist() == [0, 60]


def test_first_to_one_plays_on_after_a_draw_and_a_single_hand_does_not():
    state = sit_down(2, match="first_to=1")
    hands(state, DRAWN)
    assert not briscola.over(state) and state.opener == 1
    state = sit_down(2, match="single")
    hands(state, DRAWN)
    assert briscola.over(state)


def test_a_replayed_hand_keeps_its_opener_and_gives_no_points():
    state = sit_down(2, match="best_of=3", tie="replay")
    assert hands(state, WON, DRAWN, DRAWN, LOST, DRAWN, WON) == [0, 1, 1, 1, 0, 0]
    assert briscola.over(state)
    assert score(state)[:, :2].tolist() == [[60, 0], [185, 175], [0, 3], [2, 1], [10, -10], [0, 1]]


def test_in_a_match_the_last_trick_decides_a_tied_hand_if_the_rules_say_so():
    state = sit_down(2, match="best_of=3", tie="last_trick")
    hands(state, DRAWN)  # the opener leads the two, the other side takes the last trick
    assert state.hands_won[:2].tolist() == [0, 1]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_lead_goes_round_the_table_hand_by_hand(players):
    state = sit_down(players, match="first_to=99")
    openers = []
    for _ in range(2 * players):
        openers.append(int(state.opener))
        play_on(state)
    assert openers == [seat % players for seat in range(2 * players)]


def test_a_match_of_ties_ends_at_last_with_most_hands():
    state = sit_down(2, match="first_to=5")
    hands(state, WON)
    state.hands_dealt = briscola.MOST_HANDS
    hands(state, DRAWN)
    assert briscola.over(state) and score(state)[RESULT, :2].tolist() == [60, 0]


@pytest.mark.parametrize("text", ["best_of=4", "best_of=7", "first_to=0", "first_to=100", "first_to=x", "double", ""])
def test_other_match_formats_are_refused(text):
    with pytest.raises(ValueError, match="briscola has no match format"):
        wins_needed(text)


# The trump swap


def test_by_default_nobody_may_swap():
    state = sit_down(2, ["7C 2C", ""], "KC")
    while not briscola.over(state):
        assert "SWAP" not in moves(state)
        briscola.play(state, 0)


def test_the_two_may_be_swapped_in_the_first_trick_and_the_same_seat_then_plays():
    state = sit_down(2, ["2C 5D 6D", "4S 5S 6S"], "KC", trump_swap="two")
    assert moves(state) == ["2C", "5D", "6D", "SWAP"] and briscola.choices(state) == 4
    assert briscola.say(state, 3) == "takes the upcard KC for 2C"
    briscola.play(state, 3)
    assert state.turn == 0 and moves(state) == ["KC", "5D", "6D"]
    assert state.upcard == parse("2C") and state.swapper == 0 and state.trump == 0 and state.stock == 34
    assert state.unplayed == state.pack
    mine = look(state)
    assert mine.shown == 0 and mine.upcard == parse("2C")
    play(state, "5D")
    his = look(state)
    assert his.shown == mask("KC"), "everybody saw the king go into the hand"
    assert not his.unseen & mask("KC 2C")
    assert his.swapper == 0
    assert moves(state) == ["4S", "5S", "6S"]


def test_the_one_who_follows_may_swap_the_two_as_well():
    state = sit_down(2, ["5D 6D 4D", "2C 5S 6S"], "AC", trump_swap="two")
    assert moves(state) == ["4D", "5D", "6D"]
    play(state, "4D")
    assert moves(state) == ["2C", "5S", "6S", "SWAP"]
    play(state, "SWAP AC")
    assert state.points[1] == 11 and state.swapper == 1


def test_a_two_drawn_later_or_kept_may_not_be_swapped():
    state = sit_down(2, ["2C AC 6D", "5S 6S 4S"], "KC", trump_swap="two")
    assert "SWAP" in moves(state)
    play(state, "AC 4S")
    while not briscola.over(state):
        assert "SWAP" not in moves(state)
        briscola.play(state, briscola.choices(state) - 1)
    state = sit_down(2, ["7S AD 6D", "5S 6S 4S"], "KC", stock="2C 4B", trump_swap="two")
    play(state, "AD 4S")
    assert moves(state) == ["2C", "6D", "7S"]


@pytest.mark.parametrize(("upcard", "offered"), [("4C", True), ("7C", True), ("AC", True), ("4D", False)])
def test_the_two_is_swapped_for_any_other_trump(upcard, offered):
    state = sit_down(2, ["2C 5D 6D"], upcard, trump_swap="two")
    assert ("SWAP" in moves(state)) is offered


def test_after_a_swap_the_last_card_drawn_is_the_low_trump():
    holders = set()
    for first in range(3):
        state = sit_down(2, ["2C 5D 6D"], "AC", trump_swap="two")
        play(state, "SWAP")
        briscola.play(state, first)
        play_on(state, lambda state: state.stock == 0)
        holder = int(state.upcard_holder)
        assert state.upcard == parse("2C") and state.hands[holder] >> parse("2C") & 1
        assert holder == 1 - state.leader
        if state.turn != holder:
            assert look(state).shown & mask("2C"), "everybody saw where the two went"
        else:
            assert not look(state).shown & mask("2C")
        holders.add(holder)
        play_on(state)
        assert sum(state.points) == 120


def test_the_seven_may_be_swapped_only_by_a_leader_who_has_won_a_trick():
    state = sit_down(2, ["7C AD 6D", "4S 5S 6S"], "KC", trump_swap="seven")
    assert "SWAP" not in moves(state), "not in the first trick"
    play(state, "AD 4S")
    assert state.turn == 0 and moves(state)[-1] == "SWAP"
    assert briscola.say(state, 3) == "takes the upcard KC for 7C"
    play(state, "SWAP")
    assert state.turn == 0 and state.upcard == parse("7C") and state.hands[0] & mask("KC")
    assert "SWAP" not in moves(state) and briscola.choices(state) == 3


def test_the_seven_is_not_swapped_by_one_who_follows_or_for_a_lower_card():
    state = sit_down(2, ["AD 5D 6D", "7C 5S 6S"], "KC", trump_swap="seven")
    play(state, "AD 5S")
    assert "SWAP" not in moves(state), "seat 0 leads and has no seven"
    play(state, "5D")
    assert state.turn == 1 and "SWAP" not in moves(state), "seat 1 has it, but follows"
    play(state, "7C")
    for upcard in ("2C", "4C", "5C", "6C"):
        state = sit_down(2, ["7C AD 6D", "4S 5S 7S"], upcard, trump_swap="seven")
        play(state, "AD 4S")
        assert "SWAP" not in moves(state)


def test_the_seven_may_be_swapped_as_long_as_there_is_a_stock():
    state = sit_down(2, ["7C AD 3D", "2D 4D 5D"], "KC", trump_swap="seven")
    offered = []
    while state.stock:
        if state.on_table == 0:
            lead_from(state, 0)
            offered.append("SWAP" in moves(state))
        legal = moves(state)
        play(state, [card for card in legal if card not in ("7C", "SWAP")][-1])
    assert offered == [False] + [True] * 16, "before every trick but the first, until the last round is drawn"
    lead_from(state, 0)
    assert "7C" in moves(state) and "SWAP" not in moves(state), "no stock, no upcard"


# What a seat sees


def test_everybody_knows_who_drew_the_upcard():
    state = sit_down(2)
    play_on(state, lambda state: state.stock == 0)
    for _ in range(2):
        view = look(state)
        holder = int(state.upcard_holder)
        assert view.upcard_holder == holder
        still_held = int(state.hands[holder]) >> int(state.upcard) & 1
        if view.seat == holder:
            assert view.shown == 0
        elif still_held:
            assert view.shown == 1 << int(state.upcard)
        assert view.unseen | view.shown == state.hands[1 - view.seat], "with the stock gone two players know all"
        lead_from(state, 1 - int(state.turn))


def test_moves_are_said_in_words():
    state = sit_down(2, ["AC 3D KS"], "7C")
    assert [briscola.say(state, k) for k in range(3)] == ["plays AC", "plays 3D", "plays KS"]


def test_no_card_is_no_card():
    assert NO_CARD not in CARDS and SWAP not in CARDS and points(SWAP) == 0 and SWAP >> 4 not in range(4)

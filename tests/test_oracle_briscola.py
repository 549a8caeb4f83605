"""The rule book's own examples, put to the oracle: only an oracle that gets these right may judge the analyzer."""

import itertools
import random

import oracle_briscola as oracle
import pytest
from oracle_briscola import SWAP, Hand, full_pack, perft, play_hand, play_match


def lowest(position):
    """A player who always throws the card that is listed first."""
    return position.legal[0]


def at_random(rng):
    """A player who throws anything."""
    return lambda position: rng.choice(position.legal)


def shuffled(players, seed, removed_two="C"):
    """A shuffled pack."""
    pack = full_pack(players, removed_two)
    random.Random(seed).shuffle(pack)
    return pack


def deck_with(players, hands, upcard, stock_top=()):
    """A deck that gives the seats these hands (filled up from the pack), with this upcard and stock top."""
    pack = full_pack(players)
    named = [card for hand in hands for card in hand] + list(stock_top) + [upcard]
    spare = [card for card in pack if card not in named]
    deck = []
    for seat in range(players):
        hand = list(hands[seat]) if seat < len(hands) else []
        deck += hand + [spare.pop() for _ in range(3 - len(hand))]
    deck += list(stock_top) + spare + [upcard]
    assert sorted(deck) == sorted(pack)
    return deck


def deck_where(players, wanted, first=0, start=0, choose=lowest):
    """A deck on which such players (by default they throw their first card) end the hand as wanted."""
    for seed in range(start, start + 4000):
        deck = shuffled(players, seed)
        if wanted(play_hand(deck, players, choose, first=first)):
            return deck
    raise AssertionError("no such deck found")


# D01-D13: who takes the trick, and what is it worth -----------------------------------------------------------------

TRICKS = [
    # example, players, trump, cards in order of play, winning place, points
    ("D01", "C", "KS JC", 1, 6),
    ("D02", "C", "5S 7S", 1, 0),
    ("D03", "C", "2S AD", 0, 11),
    ("D04", "C", "KS 3S", 1, 14),
    ("D06", "C", "2C AS", 0, 11),
    ("D07", "C", "7D AD 2C", 2, 11),
    ("D08", "C", "3S KS 4D AS", 3, 25),
    ("D11", "B", "JD QD KD 3D", 3, 19),
    ("D13", "C", "4S 5D AB 3C AS", 3, 32),
]


@pytest.mark.parametrize("example, trump, cards, place, points", TRICKS, ids=[row[0] for row in TRICKS])
def test_trick_examples(example, trump, cards, place, points):
    cards = cards.split()
    assert oracle.trick_winner(cards, trump) == place
    assert sum(oracle.card_points(card) for card in cards) == points


def test_d07_three_players_seat_1_leads_and_seat_0_trumps():
    # Cups are trump; the pack keeps its 2 of cups only if another 2 goes.
    pack = full_pack(3, removed_two="B")
    named = ["2C", "7D", "AD", "AC"]
    spare = [card for card in pack if card not in named]
    deck = ["2C"] + spare[:2] + ["7D"] + spare[2:4] + ["AD"] + spare[4:6] + spare[6:] + ["AC"]
    hand = Hand(deck, 3, first=1, removed_two="B")
    for card in ["7D", "AD", "2C"]:
        hand.make(card)
    assert hand.tricks == [(1, ["7D", "AD", "2C"], 0, 11)]
    assert hand.seat == hand.leader == 0
    assert hand.position().points == [11, 0, 0]


def test_d08_four_players_seat_2_leads_and_the_odd_seats_score():
    hand = Hand(deck_with(4, [["4D"], ["AS"], ["3S"], ["KS"]], "7C"), 4, first=2)
    for card in ["3S", "KS", "4D", "AS"]:
        hand.make(card)
    assert hand.tricks == [(2, ["3S", "KS", "4D", "AS"], 1, 25)]
    assert hand.position().points == [0, 25]


def test_d11_four_players_the_three_beats_the_court():
    hand = Hand(deck_with(4, [["JD"], ["QD"], ["KD"], ["3D"]], "4B"), 4)
    for card in ["JD", "QD", "KD", "3D"]:
        hand.make(card)
    assert hand.tricks == [(0, ["JD", "QD", "KD", "3D"], 3, 19)]


def test_every_card_beats_exactly_the_cards_it_should():
    order = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
    for led in full_pack(2):
        for answer in full_pack(2):
            if led == answer:
                continue
            if led[1] == answer[1]:
                takes = order.index(answer[0]) < order.index(led[0])
            else:
                takes = answer[1] == "S"
            assert oracle.trick_winner([led, answer], "S") == (1 if takes else 0)


# D14, D15: the draw -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [False, True])
def test_d14_last_draw_of_two(shared):
    assert oracle.draw_round(["4S", "AC"], 2, 1, shared) == [(1, "4S"), (0, "AC")]


@pytest.mark.parametrize("shared", [False, True])
def test_d15_last_draw_of_four(shared):
    drawn = oracle.draw_round(["4S", "5S", "6S", "AC"], 4, 2, shared)
    assert drawn == [(2, "4S"), (3, "5S"), (0, "6S"), (1, "AC")]


def test_earlier_draws_from_a_shared_stock_and_from_seat_streams():
    stock = ["4S", "5S", "6S", "7S", "JS", "AC"]
    assert oracle.draw_round(stock, 3, 1, shared_stock=True) == [(1, "4S"), (2, "5S"), (0, "6S")]
    assert oracle.draw_round(stock, 3, 1, shared_stock=False) == [(1, "5S"), (2, "6S"), (0, "4S")]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("shared", ["off", "on"])
def test_every_card_is_played_by_the_seat_that_drew_it(players, shared):
    for seed in range(30):
        deck = shuffled(players, seed)
        first = seed % players
        result = play_hand(deck, players, at_random(random.Random(seed)), shared_stock=shared, first=first)
        played_by = {}
        for trick in result.tricks:
            for place, card in enumerate(trick.cards):
                played_by[card] = (trick.leader + place) % players
        expected = {card: place // 3 for place, card in enumerate(deck[: 3 * players])}
        stock = deck[3 * players :]
        rounds = len(stock) // players
        for k in range(rounds):
            winner = result.tricks[k].winner
            for place in range(players):
                seat = (winner + place) % players if shared == "on" or k == rounds - 1 else place
                expected[stock[players * k + place]] = seat
        assert played_by == expected
        assert result.upcard == result.first_upcard == deck[-1] and result.trump == deck[-1][1]
        assert result.upcard_drawer == played_by[deck[-1]] == (result.tricks[rounds - 1].winner - 1) % players
        if players == 2:
            assert result.upcard_drawer == 1 - result.tricks[16].winner
        assert result.tricks[0].leader == first


# D17, D18: packs and counts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players, pack, stock, tricks", [(2, 40, 34, 20), (3, 39, 30, 13), (4, 40, 28, 10), (6, 36, 18, 6)]
)
def test_d17_d18_packs_and_counts(players, pack, stock, tricks):
    assert len(set(full_pack(players))) == len(full_pack(players)) == pack
    assert sum(oracle.card_points(card) for card in full_pack(players)) == 120
    hand = Hand(full_pack(players), players)
    assert [len(cards) for cards in hand.hands] == [3] * players
    assert len(hand.stock) == stock
    result = play_hand(full_pack(players), players, lowest)
    assert len(result.tricks) == sum(result.seat_tricks) == sum(result.side_tricks) == tricks
    assert sum(result.seat_points) == sum(result.side_points) == 120


def test_d17_six_play_without_twos():
    assert not any(card[0] == "2" for card in full_pack(6))
    assert len(Hand(full_pack(6), 6).stock) == 17 + 1


def test_d18_three_play_without_the_two_of_cups_or_another():
    assert set(full_pack(2)) - set(full_pack(3)) == {"2C"}
    for suit in "CDSB":
        assert set(full_pack(2)) - set(full_pack(3, suit)) == {"2" + suit}


def test_sides():
    assert [oracle.side_of(seat, 2) for seat in range(2)] == [0, 1]
    assert [oracle.side_of(seat, 3) for seat in range(3)] == [0, 1, 2]
    assert [oracle.side_of(seat, 4) for seat in range(4)] == [0, 1, 0, 1]
    assert [oracle.side_of(seat, 6) for seat in range(6)] == [0, 1, 0, 1, 0, 1]


# D19: the verdict ---------------------------------------------------------------------------------------------------


def test_d19_verdicts():
    assert oracle.winning_side([60, 60]) is None
    assert oracle.winning_side([61, 59]) == 0
    assert oracle.winning_side([120, 0]) == 0
    assert oracle.winning_side([59, 61]) == 1


def test_three_players_the_highest_total_wins_even_below_61():
    assert oracle.winning_side([35, 45, 40]) == 1
    assert oracle.winning_side([50, 20, 50]) is None
    assert oracle.winning_side([50, 20, 50], 2, tie="last_trick") is None


@pytest.mark.parametrize("players", [2, 4])
def test_d19_sixty_all_is_a_draw_unless_the_last_trick_breaks_it(players):
    deck = deck_where(players, lambda result: result.side_points == [60, 60])
    drawn = play_hand(deck, players, lowest)
    assert drawn.draw and drawn.winner is None
    assert play_hand(deck, players, lowest, tie="replay").draw
    broken = play_hand(deck, players, lowest, tie="last_trick")
    assert not broken.draw and broken.winner == broken.tricks[-1].winner % 2


# D21, D22: matches and the first lead -------------------------------------------------------------------------------


def test_d21_best_of_three_win_draw_win():
    decks = [
        deck_where(2, lambda result: result.winner == 0, first=0),
        deck_where(2, lambda result: result.draw, first=1),
        deck_where(2, lambda result: result.winner == 0, first=0, start=4000),
        shuffled(2, 1),
    ]
    left = iter(decks)
    match = play_match(left, 2, lowest, "best_of=3")
    assert match.hands_won == [2, 0] and match.winner == 0
    assert len(match.results) == 3 and match.hands_drawn == 1 and match.void_hands == 0
    assert match.first_leads == [0, 1, 0]
    assert sum(match.points) == 360 and sum(match.tricks) == 60
    assert list(left) == [decks[3]]


def test_a_replayed_hand_keeps_the_lead_and_leaves_no_trace():
    drawn = deck_where(2, lambda result: result.draw, first=1)
    decks = [
        deck_where(2, lambda result: result.winner == 0, first=0),
        drawn,
        deck_where(2, lambda result: result.winner == 1, first=1),
        deck_where(2, lambda result: result.winner == 1, first=0),
    ]
    match = play_match(decks, 2, lowest, "best_of=3", tie="replay")
    assert match.hands_won == [1, 2] and match.winner == 1
    assert match.first_leads == [0, 1, 0] and match.void_hands == 1 and match.hands_drawn == 0
    hands = [
        play_hand(decks[0], 2, lowest, first=0),
        play_hand(decks[2], 2, lowest, first=1),
        play_hand(decks[3], 2, lowest, first=0),
    ]
    assert match.results == hands
    assert match.points == [sum(hand.side_points[side] for hand in hands) for side in range(2)]
    assert sum(match.points) == 360


def test_single_hands_and_longer_matches():
    drawn = deck_where(2, lambda result: result.draw)
    single = play_match([drawn], 2, lowest, "single")
    assert single.winner is None and single.hands_won == [0, 0] and single.points == [60, 60]
    replayed = play_match([drawn, drawn, full_pack(2)], 2, lowest, "single", tie="replay")
    assert replayed.void_hands == 2 and replayed.results == [play_hand(full_pack(2), 2, lowest)]
    assert [oracle.hands_needed(kind) for kind in ("single", "best_of=3", "best_of=5", "first_to=7")] == [1, 2, 3, 7]
    for players in (2, 3, 4, 6):
        match = play_match((shuffled(players, seed) for seed in range(99)), players, lowest, "first_to=4", first=1)
        assert max(match.hands_won) == 4 == match.hands_won[match.winner]
        assert match.results[-1].winner == match.winner
        assert sum(match.hands_won) + match.hands_drawn == len(match.results)
        assert match.first_leads == [(1 + k) % players for k in range(len(match.results))]


def test_d22_the_player_at_the_dealers_right_leads():
    assert oracle.first_leader(3, 4) == 0
    assert play_hand(full_pack(4), 4, lowest, first=oracle.first_leader(3, 4)).tricks[0].leader == 0


# D23 and the swaps --------------------------------------------------------------------------------------------------


def test_d23_no_swap_by_default():
    asked = []

    def watch(position):
        asked.append(SWAP in position.legal)
        return position.legal[-1]

    for seed in range(20):
        result = play_hand(shuffled(2, seed), 2, watch)
        assert result.swap is None
    assert asked and not any(asked)


def test_swap_of_the_two_before_the_first_card():
    hand = Hand(deck_with(2, [["KD", "5S", "6B"], ["2C", "7D", "AB"]], "AC"), 2, trump_swap="two")
    assert hand.legal_moves() == ["KD", "5S", "6B"]
    hand.make("KD")
    assert hand.legal_moves() == ["2C", "7D", "AB", SWAP]
    hand.make(SWAP)
    assert hand.seat == 1 and hand.legal_moves() == ["AC", "7D", "AB"]
    assert hand.upcard == "2C" and hand.stock[-1] == "2C" and len(hand.stock) == 34 and hand.trump == "C"
    assert hand.position().swap == (1, "AC", "2C")
    hand.make("AC")
    assert hand.tricks == [(0, ["KD", "AC"], 1, 15)]
    while not hand.over:
        assert SWAP not in hand.legal_moves()
        hand.make(hand.legal_moves()[0])
    result = hand.result()
    assert result.first_upcard == "AC" and result.upcard == "2C"
    assert result.history[:3] == [(0, "KD"), (1, SWAP), (1, "AC")]


def test_swap_of_the_two_only_in_the_first_trick_and_never_when_it_is_the_upcard():
    hand = Hand(deck_with(2, [["2C", "5S", "6B"], ["4D", "7D", "AB"]], "4C"), 2, trump_swap="two")
    assert hand.legal_moves() == ["2C", "5S", "6B", SWAP]
    hand.make("5S")
    hand.make("4D")
    assert "2C" in hand.hands[0] and SWAP not in hand.legal_moves()
    hand = Hand(deck_with(2, [], "2C"), 2, trump_swap="two")
    while not hand.over:
        assert SWAP not in hand.legal_moves()
        hand.make(hand.legal_moves()[0])


def test_swap_of_the_seven_after_a_won_trick():
    hand = Hand(deck_with(2, [["7C", "AS", "6B"], ["4D", "7D", "2B"]], "JC"), 2, trump_swap="seven")
    assert hand.legal_moves() == ["7C", "AS", "6B"]  # nobody has won a trick yet
    hand.make("AS")
    hand.make("4D")
    assert hand.legal_moves()[-1] == SWAP
    hand.make(SWAP)
    assert hand.seat == 0 and "7C" not in hand.hands[0] and "JC" in hand.hands[0] and hand.stock[-1] == "7C"
    assert SWAP not in hand.legal_moves()


def test_swap_of_the_seven_not_for_the_follower_nor_for_a_lower_upcard():
    hand = Hand(deck_with(2, [["AS", "6B", "5B"], ["7C", "4D", "7D"]], "JC"), 2, trump_swap="seven")
    hand.make("AS")
    hand.make("4D")
    assert SWAP not in hand.legal_moves()
    hand.make("6B")
    assert "7C" in hand.legal_moves() and SWAP not in hand.legal_moves()
    hand = Hand(deck_with(2, [["7C", "AS", "6B"], ["4D", "7D", "2B"]], "6C"), 2, trump_swap="seven")
    hand.make("AS")
    hand.make("4D")
    assert "7C" in hand.legal_moves() and SWAP not in hand.legal_moves()


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_swap_of_the_seven_ends_with_the_stock(players):
    offered_with_stock = set()

    def watch(position):
        if SWAP in position.legal:
            assert position.legal[-1] == SWAP and not position.table
            assert position.tricks[-1][2] == position.seat and "7" + position.trump in position.hand
            assert position.upcard_drawer is None and position.upcard[0] in "A3KQJ"
            offered_with_stock.add(position.stock)
        return position.legal[0]

    for seed in range(300):
        play_hand(shuffled(players, seed), players, watch, trump_swap="seven")
    assert min(offered_with_stock) == players  # the last chance is just before the trick that empties the stock
    assert all(stock % players == 0 for stock in offered_with_stock)


# The other options --------------------------------------------------------------------------------------------------


def test_removed_two():
    deck = full_pack(3, "D")
    random.Random(3).shuffle(deck)
    deck.append(deck.pop(deck.index("KD")))
    for removed_two in ("D", "random", "trump"):
        assert len(play_hand(deck, 3, lowest, removed_two=removed_two).tricks) == 13
    for removed_two in "CSB":
        with pytest.raises(AssertionError, match="2D"):
            Hand(deck, 3, removed_two=removed_two)
    deck.append(deck.pop(deck.index("KS")))
    Hand(deck, 3, removed_two="random")
    with pytest.raises(AssertionError, match="2D"):
        Hand(deck, 3, removed_two="trump")
    with pytest.raises(AssertionError, match="only a 2"):
        Hand([card for card in full_pack(2) if card != "4C"], 3, removed_two="random")
    with pytest.raises(AssertionError, match="not a pack"):
        Hand(full_pack(2)[1:], 4)


def test_results_in_sixtieths_and_payoffs():
    assert oracle.side_results([61, 59], 0) == [60, 0]
    assert oracle.side_results([60, 60], None) == [30, 30]
    assert oracle.side_results([60, 60], None, tie3="void") == [30, 30], "tie3 is a rule for three players"
    assert oracle.side_results([35, 45, 40], 1) == [0, 60, 0]
    assert oracle.side_results([50, 20, 50], None) == [30, 0, 30]
    assert oracle.side_results([40, 40, 40], None) == [20, 20, 20]
    assert oracle.side_results([50, 20, 50], None, tie3="void") == [0, 0, 0]
    assert oracle.side_results([40, 40, 40], None, tie3="void") == [0, 0, 0]
    assert oracle.side_results([50, 51, 19], 1, tie3="void") == [0, 60, 0]
    assert oracle.side_payoffs([61, 59]) == [2, -2]
    assert oracle.side_payoffs([0, 120]) == [-120, 120]
    assert oracle.side_payoffs([35, 45, 40]) == [-5, 5, 0]


def test_three_level_at_the_top():
    deck = deck_where(3, lambda result: result.draw)
    shared, void = (play_hand(deck, 3, lowest, tie3=tie3) for tie3 in ("share", "void"))
    assert sum(shared.results) == 60 and max(shared.results) == 30 and void.results == [0, 0, 0]
    assert shared.side_points == void.side_points and shared.draw and void.draw
    for tie3, hand in (("share", shared), ("void", void)):
        match = play_match([deck], 3, lowest, "single", tie3=tie3)
        assert match.final_results == hand.results and match.winner is None and match.hands_won == [0, 0, 0]
    won = next(deck for deck in (shuffled(3, seed) for seed in range(99)) if not play_hand(deck, 3, lowest).draw)
    match = play_match([deck, won], 3, lowest, "first_to=1", tie3="void")
    assert match.hands_drawn == 1 and sorted(match.final_results) == [0, 0, 60]
    assert match.payoffs == [points - 80 for points in match.points] and sum(match.payoffs) == 0


def test_must_follow():
    assert oracle.playable({"2C", "AD", "3D"}, [], "on") == ["2C", "3D", "AD"]
    assert oracle.playable({"2C", "AD", "3D"}, ["4D", "KC"], "on") == ["3D", "AD"]
    assert oracle.playable({"2C", "AD", "3D"}, ["4S", "KC"], "on") == ["2C", "3D", "AD"]
    assert oracle.playable({"2C", "AD", "3D"}, ["4D"], "off") == ["2C", "3D", "AD"]
    hand = Hand(deck_with(2, [["KD", "5S", "6B"], ["2C", "7D", "AB"]], "AC"), 2, must_follow="on", trump_swap="two")
    assert hand.legal_moves() == ["KD", "5S", "6B"]
    hand.make("KD")
    assert hand.legal_moves() == ["7D", SWAP] and hand.position().hand == ["2C", "7D", "AB"]
    hand.make(SWAP)
    assert hand.legal_moves() == ["7D"]


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_must_follow_binds_those_who_can(players):
    bound = 0
    for seed in range(30):
        rng = random.Random(seed)
        hand = Hand(shuffled(players, seed), players, must_follow="on")
        while not hand.over:
            held = hand.position().hand
            move = rng.choice(hand.legal_moves())
            if hand.table and any(card[1] == hand.table[0][1][1] for card in held):
                assert move[1] == hand.table[0][1][1]
                bound += hand.legal_moves() != held
            else:
                assert hand.legal_moves() == held
            hand.make(move)
    assert bound > 100


@pytest.mark.parametrize("players, largest", [(2, 9), (3, 9), (4, 9), (6, 5)])
def test_hand_size(players, largest):
    for size in range(1, largest + 1):
        deck = shuffled(players, size)
        hand = Hand(deck, players, hand_size=size)
        assert [len(cards) for cards in hand.hands] == [size] * players
        assert hand.hands[1] == set(deck[size : 2 * size]) and hand.stock == deck[size * players :]
        result = play_hand(deck, players, at_random(random.Random(size)), hand_size=size)
        assert len(result.tricks) == len(deck) // players
        late = [card for trick in result.tricks[-size:] for card in trick.cards]
        assert deck[-1] in late, "the upcard is drawn when only one hand each is left to play"
    with pytest.raises(AssertionError):
        Hand(shuffled(players, 0), players, hand_size=largest + 1)
    with pytest.raises(AssertionError):
        Hand(shuffled(players, 0), players, hand_size=0)


def give_seat_0_all(position):
    """A table where seat 0 throws his best card and the others, if they can, only cards that do not win."""
    if position.seat == 0:
        return max(position.legal, key=lambda card: (card[1] == position.trump, oracle.strength(card)))
    table = [card for _, card in position.table]
    losing = [card for card in position.legal if oracle.trick_winner([*table, card], position.trump) < len(table)]
    return max(losing or position.legal, key=oracle.strength)


@pytest.mark.parametrize("players", [2, 3])
def test_cappotto_wins_the_match(players):
    deck = deck_where(players, lambda result: result.side_points[0] == 120, choose=give_seat_0_all)
    less = deck_where(players, lambda result: 60 < result.side_points[0] < 120, choose=give_seat_0_all)
    losers = [0] * (players - 1)
    for format in ("best_of=3", "first_to=7"):
        match = play_match([deck], players, give_seat_0_all, format, cappotto_wins_match="on")
        assert match.winner == 0 and match.final_results == [60, *losers] and match.hands_won == [1, *losers]
        assert match.points == [120, *losers] and match.payoffs[0] == {2: 120, 3: 80}[players]
    for first_deck, cappotto_wins_match in ((deck, "off"), (less, "on")):
        with pytest.raises(StopIteration):
            play_match([first_deck], players, give_seat_0_all, "best_of=3", cappotto_wins_match=cappotto_wins_match)


# What partners may know ---------------------------------------------------------------------------------------------


def test_partners_in_playing_order():
    assert [oracle.partners_of(seat, 4) for seat in range(4)] == [[2], [3], [0], [1]]
    assert [oracle.partners_of(seat, 6) for seat in range(6)] == [[2, 4], [3, 5], [4, 0], [5, 1], [0, 2], [1, 3]]
    assert [oracle.partners_of(seat, 3) for seat in range(3)] == [[], [], []]
    assert oracle.partners_of(1, 2) == []


NOTHING = ([set(), set()], [-1, -1])


def told(hand, seat):
    return hand.partner_cards(seat), hand.partner_loads(seat)


FOUR_HANDS = [["4D", "5D", "6D"], ["AS", "4S", "5S"], ["KC", "AB", "2B"], ["7C", "3C", "6S"]]


def test_nothing_is_known_of_partners_by_default():
    for players in (2, 3, 4, 6):
        hand = Hand(shuffled(players, 4), players)
        while not hand.over:
            assert all(told(hand, seat) == NOTHING for seat in range(players))
            hand.make(hand.legal_moves()[0])


def test_peek_at_the_first_hand():
    hand = Hand(deck_with(4, FOUR_HANDS, "JC", ["QC", "2D", "7B", "2S"]), 4, partner_peek="first", shared_stock="on")
    assert [hand.partner_cards(seat)[0] for seat in range(4)] == [set(FOUR_HANDS[k]) for k in (2, 3, 0, 1)]
    assert hand.partner_loads(0) == [-1, -1]
    assert not hand.unseen(0) & {"4D", "KC", "AB", "2B", "JC"} and {"AS", "4S", "5S", "QC"} <= hand.unseen(0)
    for card in ("4D", "AS", "AB", "7C"):
        hand.make(card)
    assert hand.tricks[0].winner == 3 and "QC" in hand.hands[3]
    assert hand.partner_cards(0) == [{"KC", "2B"}, set()] and hand.partner_cards(1) == [{"3C", "6S"}, set()]
    assert "QC" in hand.unseen(1), "what the partner drew is not known"


def test_peek_at_the_last_three():
    for players in (4, 6):
        hand = Hand(shuffled(players, 9), players, partner_peek="last3")
        while hand.stock:
            assert all(told(hand, seat) == NOTHING for seat in range(players))
            hand.make(hand.legal_moves()[-1])
        assert len(hand.tricks) == {4: 7, 6: 3}[players]
        while not hand.over:
            for seat in range(players):
                partners = [hand.hands[(seat + k) % players] for k in (2, 4)[: players // 2 - 1]]
                assert hand.partner_cards(seat)[: len(partners)] == partners
                others = {(seat + k) % players for k in range(1, players, 2)}
                concealed = set().union(*(hand.hands[other] for other in others)) - {hand.upcard}
                assert hand.unseen(seat) == concealed
            hand.make(hand.legal_moves()[0])


def test_signals():
    hand = Hand(deck_with(4, FOUR_HANDS, "JC", ["QC", "2D", "7B", "2S"]), 4, signals="on", shared_stock="on")
    for card in ("4D", "AS", "2B", "7C"):
        assert all(told(hand, seat) == NOTHING for seat in range(4)), "the first trick is silent"
        hand.make(card)
    # Seat 3 won and drew QC, seat 0 drew 2D, seat 1 drew 7B, seat 2 drew 2S.
    assert told(hand, 0) == ([{"KC"}, set()], [1, -1])
    assert told(hand, 1) == ([{"3C", "QC"}, set()], [0, -1]), "a trump three is no load"
    assert told(hand, 2) == ([set(), set()], [0, -1])
    assert told(hand, 3) == ([set(), set()], [0, -1])
    assert "KC" not in hand.unseen(0) and {"AB", "2S"} <= hand.unseen(0) and "KC" in hand.unseen(1)


def test_signals_and_peeking_together():
    deck = deck_with(4, FOUR_HANDS, "JC", ["QC", "2D", "7B", "2S"])
    hand = Hand(deck, 4, signals="on", partner_peek="first", shared_stock="on")
    for card in ("4D", "AS", "2B", "7C"):
        hand.make(card)
    assert told(hand, 0) == ([{"KC", "AB"}, set()], [1, -1])
    assert told(hand, 1) == ([{"3C", "6S", "QC"}, set()], [0, -1])


def test_signals_of_six_come_from_both_partners():
    hands = [["4D", "5D", "6D"], ["4S", "5S", "6S"], ["KC", "AB", "4B"], ["5B", "6B", "7B"], ["AC", "3C", "7D"]]
    hand = Hand(deck_with(6, hands, "JC"), 6, signals="on")
    for card in ("4D", "4S", "4B", "5B", "7D"):
        hand.make(card)
    hand.make(hand.legal_moves()[0])
    nearest, other = hand.partner_cards(0)
    assert "KC" in nearest and {"AC", "3C"} <= other
    assert hand.partner_cards(2)[0] == other and hand.partner_cards(4)[1] == nearest
    assert hand.partner_loads(0)[0] == 1 == hand.partner_loads(4)[1]


def test_only_partners_peek_and_signal():
    for players, wrong in ((2, "last3"), (3, "last3"), (6, "first"), (2, "first")):
        with pytest.raises(AssertionError):
            Hand(shuffled(players, 0), players, partner_peek=wrong)
    for players in (2, 3):
        with pytest.raises(AssertionError):
            Hand(shuffled(players, 0), players, signals="on")


# What the chooser sees, and counting lines of play ------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("trump_swap", ["off", "two", "seven"])
def test_positions_are_lawful_and_forced_moves_are_not_asked(players, trump_swap):
    suits, ranks = "CDSB", "24567JQK3A"
    seen = []

    def watch(position):
        assert len(position.legal) > 1
        assert position.hand == sorted(position.hand, key=lambda card: suits.index(card[1]) * 10 + ranks.index(card[0]))
        assert [move for move in position.legal if move != SWAP] == position.hand
        assert position.seat == (position.leader + len(position.table)) % players
        assert [seat for seat, _ in position.table] == [
            (position.leader + k) % players for k in range(len(position.table))
        ]
        assert len(position.hand) == 3 if position.stock else len(position.hand) in (2, 3)
        assert (position.upcard_drawer is None) == (position.stock > 0)
        seen.append(position)
        return rng.choice(position.legal)

    for seed in range(40):
        rng = random.Random(seed)
        seen.clear()
        result = play_hand(shuffled(players, seed), players, watch, trump_swap=trump_swap)
        forced = [seat for seat, _ in result.history[-players:]]
        assert len(result.history) == len(seen) + players  # only the last card of each is forced
        assert sorted(forced) == list(range(players))
        taken = [0] * oracle.side_count(players)
        for trick in result.tricks[:-2]:
            taken[oracle.side_of(trick.winner, players)] += trick.points
        assert seen[-1].points == taken


class FollowScript:
    """A player (for all seats) who makes his first choices by number from a script, then always the first move."""

    def __init__(self, script):
        self.script, self.widths = script, []

    def __call__(self, position):
        turn = len(self.widths)
        self.widths.append(len(position.legal))
        return position.legal[self.script[turn] if turn < len(self.script) else 0]


def count_by_playing(deck, players, depth, **rules):
    """Sequences counted another way: collect the openings of whole hands played by every script of choices."""
    openings, scripts = set(), [()]
    while scripts:
        script = scripts.pop()
        follow = FollowScript(script)
        openings.add(tuple(play_hand(deck, players, follow, **rules).history[:depth]))
        for turn in range(len(script), min(depth, len(follow.widths))):
            taken = script + (0,) * (turn - len(script))
            scripts += [(*taken, choice) for choice in range(1, follow.widths[turn])]
    return len(openings)


def test_perft():
    deck = shuffled(2, 5)
    assert [perft(deck, 2, depth) for depth in range(7)] == [1, 3, 9, 27, 81, 243, 729]
    swap_deck = deck_with(2, [["KD", "5S", "6B"], ["2C", "7D", "AB"]], "AC")
    # Two moves: 3 leads, each answered by 3 cards or the swap.  Three: 9 + 3 for each lead; four: 27 + 9.
    assert [perft(swap_deck, 2, depth, trump_swap="two") for depth in range(5)] == [1, 3, 12, 36, 108]


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("trump_swap", ["off", "two", "seven"])
def test_perft_agrees_with_a_count_by_playing(players, trump_swap):
    for seed in range(3):
        deck = shuffled(players, seed)
        for first in (0, 1):
            assert perft(deck, players, 5, trump_swap=trump_swap, first=first) == count_by_playing(
                deck, players, 5, trump_swap=trump_swap, first=first
            )


@pytest.mark.parametrize("players, tricks", [(4, 10), (6, 6)])
def test_perft_counts_forced_moves_and_ends_with_the_hand(players, tricks):
    hand_size = {4: 9, 6: 5}[players]  # one round of draws only
    deck = shuffled(players, 1)
    hand = Hand(deck, players, hand_size=hand_size)
    while len(hand.tricks) < tricks - 1:
        hand.make(hand.legal_moves()[0])
    assert [oracle._sequences(hand, depth) for depth in (1, players, players + 1)] == [1, 1, 0]


def test_first_trick_of_two_random_players_exactly():
    """Every upcard with every lead and answer: the leader keeps 0.702429 of the tricks and 4.214575 points."""
    cases = won = points = 0
    for upcard in full_pack(2):
        rest = [card for card in full_pack(2) if card != upcard]
        for cards in itertools.permutations(rest, 2):
            cases += 1
            if oracle.trick_winner(list(cards), upcard[1]) == 0:
                won += 1
                points += oracle.card_points(cards[0]) + oracle.card_points(cards[1])
    assert won / cases == pytest.approx(0.702429, abs=5e-7)
    assert points / cases == pytest.approx(4.214575, abs=5e-7)

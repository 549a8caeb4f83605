"""The rule book by examples, option by option: whatever may be played otherwise at a table of Briscola."""

from collections import Counter

import pytest
from by_hand import end_with, lead_from, look, mask, moves, play, play_on, score, sit_down

from analyzer import briscola, briscola_rules
from analyzer.bits import count
from analyzer.briscola import HANDS, POINTS, RESULT
from analyzer.cards import CARDS, names, parse, parse_cards, points
from analyzer.tables import table as find_table

# The 2 that three players leave out


@pytest.mark.parametrize("suit", "CDSB")
def test_of_three_any_two_may_be_left_out(suit):
    state = briscola.new(3, {"removed_two": suit})[0]
    for number in range(5):
        briscola.deal(state, 2, number)
        assert sorted(state.deck[:39].tolist()) == [card for card in CARDS if card != parse(f"2{suit}")]
        assert int(state.pack) == sum(1 << card for card in CARDS) & ~mask(f"2{suit}")
        play_on(state)
        assert sum(state.points) == 120 and state.tricks == 13


def short_packs(choice, deals):
    """The 2s left out, and the cards turned up, in many deals."""
    state = briscola.new(3, {"removed_two": choice})[0]
    left_out, turned = Counter(), Counter()
    for number in range(deals):
        briscola.deal(state, 3, number)
        deck = state.deck[:39].tolist()
        assert sorted(deck) == [card for card in CARDS if int(state.pack) >> card & 1]
        (missing,) = set(CARDS) - set(deck)
        assert points(missing) == missing & 15 == 0, "a 2 is missing"
        assert state.upcard == deck[38] and state.trump == deck[38] >> 4
        assert state.hands[:3].tolist() == [sum(1 << card for card in deck[3 * k : 3 * k + 3]) for k in range(3)]
        left_out[missing] += 1
        turned[int(state.upcard)] += 1
        if choice == "trump":
            assert missing >> 4 == state.trump, "trumps are the suit of nine cards"
    return left_out, turned


@pytest.mark.parametrize("choice", ["random", "trump"])
def test_the_two_left_out_may_be_drawn_for_each_hand(choice):
    left_out, turned = short_packs(choice, 1000)
    assert set(left_out) == set(parse_cards("2C 2D 2S 2B"))
    for two in left_out:
        assert abs(left_out[two] - 250) < 5 * (1000 * 3 / 16) ** 0.5
    assert set(turned) == set(CARDS) - (set(left_out) if choice == "trump" else set())


def test_the_pack_is_as_short_in_every_hand_of_a_match():
    state = briscola.new(3, {"removed_two": "trump", "tie": "replay"}, 99)[0]
    briscola.deal(state, 4, 0)
    missing = set()
    for _ in range(12):
        assert int(state.pack) >> (int(state.trump) << 4) & 1 == 0 and count(state.pack) == 39
        assert state.unplayed == state.pack
        missing.add(int(state.trump))
        play_on(state)
    assert len(missing) > 1


# Three level


@pytest.mark.parametrize(("choice", "two", "three"), [("share", 30, 20), ("void", 0, 0)])
def test_three_with_the_most_points_share_or_the_hand_is_void(choice, two, three):
    for standing, results in (
        ((50, 20, 50), [two, 0, two]),
        ((40, 40, 40), [three, three, three]),
        ((50, 40, 30), [60, 0, 0]),
    ):
        state = sit_down(3, tie3=choice)
        end_with(state, standing, "4S 5S 6S")
        assert score(state)[RESULT].tolist() == results
        assert score(state)[POINTS].tolist() == list(standing)


def test_a_void_hand_is_played_again_where_ties_are():
    state = sit_down(3, tie3="void", tie="replay")
    end_with(state, (50, 20, 50), "4S 5S 6S")
    assert not briscola.over(state) and state.hands_dealt == 2
    end_with(state, (20, 30, 70), "4S 5S 6S")
    assert score(state)[RESULT].tolist() == [0, 0, 60] and score(state)[POINTS].tolist() == [20, 30, 70]


# What partners tell each other


def partners(state):
    """What the seat to act knows its partners hold, in words, the next one first."""
    return [names(int(cards)) for cards in look(state).partner_cards]


def at_every_seat(state, see):
    """`see(state)` for every seat in turn."""
    seen = []
    for seat in range(int(state.players)):
        lead_from(state, seat)
        seen.append(see(state))
    return seen


def loads(state):
    """What the partners of the seat to act say of their loads."""
    return look(state).partner_loads.tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_by_default_partners_tell_nothing(players):
    state = sit_down(players)
    while not briscola.over(state):
        assert partners(state) == ["", ""] and loads(state) == [-1, -1]
        briscola.play(state, 0)


HANDS_OF_SIX = ["4D 5D 6D", "4S 5S 6S", "4B 5B 6B", "JD QD KD", "JS QS KS", "JB QB KB"]


@pytest.mark.parametrize("players", [4, 6])
def test_partners_may_see_each_others_hands_once_the_stock_is_gone(players):
    state = sit_down(players, HANDS_OF_SIX[:players], partner_peek="last3")
    while state.stock:
        assert partners(state) == ["", ""]
        briscola.play(state, 0)
    while not briscola.over(state):
        held = [names(int(hand)) for hand in state.hands[:players]]
        expected = [held[(state.turn + 2 * k) % players] for k in range(1, players // 2)]
        assert partners(state) == (expected + [""])[:2]
        view = look(state)
        assert view.unseen & (view.partner_cards[0] | view.partner_cards[1]) == 0
        assert loads(state) == [-1, -1]
        briscola.play(state, 0)


def test_partners_may_see_each_others_first_hands_and_remember_them():
    hands = ["4D 5D 6D", "4S 5S 6S", "4B 5B 6B", "JD QD KD"]
    state = sit_down(4, hands, "7C", stock="AD AS AB 3D", partner_peek="first")
    assert at_every_seat(state, partners) == [[hands[2], ""], [hands[3], ""], [hands[0], ""], [hands[1], ""]]
    lead_from(state, 0)
    play(state, "4D 4S 6B JD")
    assert state.turn == 3, "the jack of the suit led"
    seen = at_every_seat(state, lambda state: (partners(state)[0], int(look(state).unseen)))
    assert [known for known, _ in seen] == ["4B 5B", "QD KD", "5D 6D", "5S 6S"], "what is left, and no card drawn since"
    assert not seen[0][1] & mask("4B 5B") and seen[0][1] & mask("AB"), "the card drawn since is unseen"
    lead_from(state, 3)
    play_on(state, lambda state: state.stock == 0)
    known = {seat: partners(state)[0] for seat in range(4) if not lead_from(state, seat)}
    first = [mask(hand) for hand in hands]
    assert known == {seat: names(int(state.hands[seat ^ 2]) & first[seat ^ 2]) for seat in range(4)}


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_first_hands_of_other_sizes_are_seen_as_well(size):
    state = sit_down(4, hand_size=size, partner_peek="first")
    hands = [names(int(hand)) for hand in state.hands[:4]]
    assert at_every_seat(state, partners) == [[hands[seat ^ 2], ""] for seat in range(4)]


def test_a_trump_swapped_away_is_known_no_more():
    state = sit_down(4, ["2C 5D 6D"], "KC", partner_peek="first", trump_swap="two")
    play(state, "SWAP 5D")
    lead_from(state, 2)
    assert partners(state)[0] == "6D" and look(state).shown == mask("KC")


def test_partners_may_tell_their_high_trumps_and_loads_from_the_second_trick_on():
    hands = ["2D AC 3C", "4S 7C KC", "4B 5B QC", "6S 3D JC"]
    state = sit_down(4, hands, "6C", stock="5S 5D 6B 7S", signals="on")
    assert at_every_seat(state, partners) == [["", ""]] * 4, "in the first trick nobody may speak"
    assert at_every_seat(state, loads) == [[-1, -1]] * 4
    lead_from(state, 0)
    play(state, "2D 4S 4B 6S")
    assert at_every_seat(state, partners) == [["QC", ""], ["JC", ""], ["3C AC", ""], ["KC", ""]]
    assert at_every_seat(state, loads) == [[0, -1], [1, -1], [0, -1], [0, -1]], "seat 3 holds a side three"
    lead_from(state, 0)
    view = look(state)
    assert not view.unseen & mask("QC") and view.unseen & mask("KC JC 7C") == mask("KC JC 7C")


def test_six_partners_tell_each_other_each_his_own():
    hands = ["AC 4D 5D", "4S 5S 6S", "KC 4B AB", "JD QD KD", "3C JC 6D", "JS QS KS"]
    state = sit_down(6, hands, "7C", stock="7D 7S 7B 5B 6B QB", signals="on")
    play(state, "4D 4S 4B JD 6D JS")
    assert at_every_seat(state, partners)[::2] == [["KC", "JC 3C"], ["JC 3C", "AC"], ["AC", "KC"]]
    assert at_every_seat(state, loads)[::2] == [[1, 0], [0, 0], [0, 1]]
    assert at_every_seat(state, loads)[1::2] == [[0, 0]] * 3


def test_only_partners_tell_each_other_anything():
    for rule in ("partner_peek", "signals"):
        for players in (2, 3):
            with pytest.raises(ValueError, match=f"rule {rule} is for 4 or 6 players, not for {players}"):
                find_table(players=players, rules=[f"{rule}={'on' if rule == 'signals' else 'last3'}"])
    with pytest.raises(ValueError, match="partner_peek=first is for 4 players, not for 6"):
        find_table(players=6, rules=["partner_peek=first"])


# Following suit


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_who_must_follow_may_play_only_the_suit_led_if_he_has_it(players):
    state = sit_down(players, ["4D AS 7C", "5D KC AD"], "6C", must_follow="on")
    assert moves(state) == ["7C", "4D", "AS"], "whoever leads may lead anything"
    play(state, "4D")
    view = look(state)
    assert moves(state) == ["5D", "AD"] and view.n_moves == briscola.choices(state) == 2
    assert view.hand == mask("KC 5D AD"), "a hand is still all its cards"
    assert briscola.say(state, 1) == "plays AD"
    play(state, "AD")
    assert not state.hands[1] & mask("AD")


def test_who_has_none_of_the_suit_led_may_play_anything_a_trump_or_not():
    state = sit_down(2, ["4D 5D 6D", "KC 2C AS"], "7C", must_follow="on")
    play(state, "4D")
    assert moves(state) == ["2C", "KC", "AS"]
    play(state, "AS")
    assert state.turn == 0


def test_a_single_card_of_the_suit_led_is_forced():
    state = sit_down(2, ["4D 5D 6D", "AD 2C AS"], "7C", must_follow="on")
    play(state, "4D")
    assert moves(state) == ["AD"]
    briscola.play(state, 0)
    assert state.points[1] == 11


def test_who_must_follow_may_still_swap_first():
    state = sit_down(2, ["4D 5D 6D", "2C 7D AS"], "KC", must_follow="on", trump_swap="two")
    play(state, "4D")
    assert moves(state) == ["7D", "SWAP"] and briscola.say(state, 1) == "takes the upcard KC for 2C"
    play(state, "SWAP")
    assert moves(state) == ["7D"] and state.hands[1] == mask("KC 7D AS")
    state = sit_down(2, ["AC 5D 6D", "2C 7D AS"], "KC", must_follow="on", trump_swap="two")
    play(state, "AC")
    assert moves(state) == ["2C", "SWAP"]
    play(state, "SWAP")
    assert moves(state) == ["KC"], "the card taken is of the suit led"


# The size of a hand


@pytest.mark.parametrize("size", range(1, 10))
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_hands_of_one_to_nine_cards_as_long_as_there_is_a_stock(players, size):
    pack = {2: 40, 3: 39, 4: 40, 6: 36}[players]
    rules = [f"hand_size={size}"]
    if size * players >= pack:
        most = (pack - 1) // players
        message = f"hand_size={size} leaves no stock for {players} players; at most {most} does"
        with pytest.raises(ValueError, match=message):
            find_table(players=players, rules=rules)
        return
    state = find_table(players=players, rules=rules).state()[0]
    briscola.deal(state, 6, size)
    deck = state.deck[:pack].tolist()
    dealt = [sum(1 << card for card in deck[size * k : size * (k + 1)]) for k in range(players)]
    assert state.hands[:players].tolist() == dealt and state.stock == pack - size * players
    while not briscola.over(state):
        tricks_left = pack // players - state.tricks
        assert briscola.choices(state) == count(state.hands[state.turn]) == min(size, tricks_left)
        assert moves(state) == names(int(state.hands[state.turn])).split()
        briscola.play(state, briscola.choices(state) - 1)
    assert state.tricks == pack // players and sum(state.points) == 120


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nine_cards_and_a_swap_are_ten_moves(players):
    hand = "2C 4D 5D 6D 7D JD QD KD 3D"
    state = sit_down(players, [hand], "KC", hand_size=9, trump_swap="two", removed_two="B")
    assert moves(state) == [*hand.split(), "SWAP"] and look(state).n_moves == 10
    play(state, "SWAP")
    assert moves(state) == ["KC", *hand.split()[1:]]
    briscola.play(state, 8)
    assert state.led == parse("3D")


@pytest.mark.parametrize("size", ["0", "10", "-1", "x", "3.0"])
def test_no_other_size_is_known(size):
    with pytest.raises(ValueError, match="rule hand_size cannot be"):
        find_table(rules=[f"hand_size={size}"])


# Swaps and larger tables


def test_three_may_swap_a_two_that_is_in_the_pack():
    state = sit_down(3, ["", "2D", ""], "KD", trump_swap="two")
    briscola.play(state, 0)
    assert moves(state)[-1] == "SWAP"
    play(state, "SWAP")
    assert state.upcard == parse("2D") and look(state).shown == 0
    briscola.play(state, 2)
    assert look(state).shown == mask("KD") and look(state).swapper == 1
    with pytest.raises(ValueError, match="trump_swap=two needs the trump 2, which removed_two=trump leaves out"):
        find_table(players=3, rules=["trump_swap=two", "removed_two=trump"])


def test_three_have_no_last_trick_to_break_ties():
    with pytest.raises(ValueError, match="rule tie=last_trick is for 2, 4 or 6 players, not for 3"):
        find_table(players=3, rules=["tie=last_trick"])


def test_six_have_no_twos_to_swap():
    with pytest.raises(ValueError, match="rule trump_swap=two is for 2, 3 or 4 players, not for 6"):
        find_table(players=6, rules=["trump_swap=two"])
    assert find_table(players=6, rules=["trump_swap=seven"]).state()[0].trump_swap == briscola_rules.SEVEN_SWAPS


# Cappotto


@pytest.mark.parametrize(("players", "cards"), [(2, "2S 4S"), (3, "4S 5S 6S"), (4, "4S 5S 6S 7S"), (6, "")])
def test_all_points_of_a_hand_may_win_the_match(players, cards):
    cards = cards or "4S 5S 6S 7S 4D 5D"
    for rule, over in (("on", True), ("off", False)):
        state = sit_down(players, match="first_to=5", cappotto_wins_match=rule)
        end_with(state, (0, 120), cards)
        assert bool(briscola.over(state)) is over and state.hands_won[1] == 1
        if over:
            assert score(state)[RESULT, 1] == 60 and score(state)[HANDS, :2].tolist() == [0, 1]


def test_a_cappotto_wins_a_match_that_was_as_good_as_lost_but_not_one_point_less():
    for standing, over in (((120, 0), True), ((118, 2), False)):
        state = sit_down(2, match="first_to=3", cappotto_wins_match="on")
        end_with(state, (50, 70), "2S 4S")
        end_with(state, (50, 70), "2S 4S")
        end_with(state, standing, "2S 4S")
        assert bool(briscola.over(state)) is over
        assert state.hands_won[:2].tolist() == [1, 2]
        if over:
            assert score(state)[RESULT].tolist() == [60, 0, 0], "fewer hands, but the match"


def test_in_a_single_hand_a_cappotto_is_a_won_hand():
    state = sit_down(2, cappotto_wins_match="on")
    end_with(state, (120, 0), "2S 4S")
    assert score(state)[RESULT].tolist() == [60, 0, 0] and score(state)[HANDS].tolist() == [1, 0, 0]


# Which table has which rule


@pytest.mark.parametrize(
    ("players", "rule", "tables"),
    [
        (2, "tie3=void", "3"),
        (4, "tie3=void", "3"),
        (2, "removed_two=D", "3"),
        (6, "removed_two=trump", "3"),
        (3, "signals=on", "4 or 6"),
    ],
)
def test_a_rule_that_a_table_has_no_use_for_is_refused_there(players, rule, tables):
    name = rule.partition("=")[0]
    with pytest.raises(ValueError, match=f"rule {name} is for {tables} players, not for {players}"):
        find_table(players=players, rules=[rule])


@pytest.mark.parametrize("rule", briscola.RULES, ids=lambda rule: rule.name)
def test_every_value_of_a_rule_is_a_number_of_its_own(rule):
    codes = [rule.code(value) for value in rule.values]
    assert len(set(codes)) == len(codes) and codes[0] == (3 if rule.name == "hand_size" else 0)
    with pytest.raises(ValueError, match=f"rule {rule.name} cannot be 'perhaps'"):
        rule.code("perhaps")

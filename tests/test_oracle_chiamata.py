"""The rule book's own examples of Briscola Chiamata, put to the oracle, and a small case for every option."""

import random

import oracle_chiamata as oracle
import pytest
from oracle_briscola import all_cards
from oracle_chiamata import ALONE, BID, CALL, CALLER, DEFENDER, LADDERS, OVER, PARTNER, PASS, PLAY, Deal, Game, hands_of


def hands_with(*begun):
    """Five hands that begin like this, filled up from what is left of the pack."""
    named = [hand.split() for hand in begun] + [[] for _ in range(5 - len(begun))]
    spare = [card for card in all_cards() if not any(card in hand for hand in named)]
    return [hand + [spare.pop() for _ in range(8 - len(hand))] for hand in named]


# With cups as trump and the others throwing trumps last, seat 0 takes every trick of either.
KING_AT_SEAT_1 = hands_with(
    "AC 3C QC JC AD AS AB 3B", "KC 7C 4D 5D 6D 4S 5S 6S", "6C 7D 4B 5B 6B 7S JD JS", "5C 3D KD 2D KS 2S KB 2B"
)
NEARLY_ALL_CUPS = hands_with("AC 3C KC QC JC 7C 6C 5C", "2C", "4C")


def dealt(seed):
    """Five hands from a shuffled pack."""
    cards = all_cards()
    random.Random(seed).shuffle(cards)
    return hands_of(cards)


def auction(moves, opener=0, hands=None, **rules):
    """A deal after these moves, given in a string or as a list."""
    deal = Deal(hands or dealt(0), opener, **rules)
    for move in moves.split() if isinstance(moves, str) else moves:
        deal.make(move)
    return deal


def play_out(deal, choose=None):
    """Play a deal to its end, by default with the first legal card every time."""
    while deal.phase == PLAY:
        legal = deal.legal_moves()
        deal.make(choose(deal) if choose else legal[0])
    return deal.result()


def strongest(deal):
    """Throw the strongest trump there is, else the strongest card."""
    return max(deal.legal_moves(), key=lambda card: (card[1] == deal.trump, "24567JQK3A".index(card[0])))


def weakest(deal):
    """Throw the weakest card there is, trumps last."""
    return min(deal.legal_moves(), key=lambda card: (card[1] == deal.trump, "24567JQK3A".index(card[0])))


def seat_0_strong(deal):
    """Seat 0 throws his best, the others their worst."""
    return strongest(deal) if deal.seat == 0 else weakest(deal)


def at_random(rng, eager=0.4):
    """A chooser for whole games: bids only now and then, and not far, and plays anything."""

    def choose(deal):
        legal = deal.legal_moves()
        if deal.phase == BID:
            return rng.choice(legal[1:6]) if rng.random() < eager else PASS
        return rng.choice(legal)

    return choose


# D24, D25: the auction ----------------------------------------------------------------------------------------------


def test_d24_the_whole_auction():
    deal = auction("A K pass 7 pass pass 2 2@65 pass")
    assert (deal.phase, deal.seat, deal.bid) == (CALL, 3, "2@65")
    assert oracle.rank_of(deal.bid) == "2" and oracle.target_of(deal.bid) == 65
    assert deal.bids == ["A", "2", None, "2@65", None] and deal.passed == {0, 1, 2, 4}
    assert deal.legal_moves() == ["2C", "2D", "2S", "2B"]


def test_d25_only_weaker_ranks_may_follow():
    deal = auction("J")
    assert "Q" not in deal.legal_moves() and "J" not in deal.legal_moves()
    assert deal.legal_moves()[:8] == [PASS, "7", "6", "5", "4", "2", "2@62", "2@63"]
    with pytest.raises(AssertionError):
        deal.make("Q")
    deal.make("7")
    assert deal.bid == "7" and deal.bidder == 1


def test_ladders():
    assert LADDERS["rank_only"] == ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
    assert LADDERS["rank_points"][:11] == [*LADDERS["rank_only"], "2@62"] and LADDERS["rank_points"][-1] == "2@120"
    assert len(LADDERS["rank_points"]) == 69
    assert (
        LADDERS["points_only"][0] == "61" and LADDERS["points_only"][-1] == "120" and len(LADDERS["points_only"]) == 60
    )
    assert [oracle.target_of(bid) for bid in ("A", "7", "2", "2@62", "2@120", "61", "75")] == [
        61,
        61,
        61,
        62,
        120,
        61,
        75,
    ]
    assert [oracle.rank_of(bid) for bid in ("A", "7", "2", "2@62", "61", "75")] == ["A", "7", "2", "2", None, None]


def test_who_passed_is_out_and_the_turn_skips_him():
    deal = auction("pass A pass K pass", opener=2)  # 2 passes, 3 A, 4 passes, 0 K, 1 passes
    assert deal.seat == 3 and deal.passed == {2, 4, 1}
    deal.make("2")
    assert deal.seat == 0 and deal.legal_moves()[:2] == [PASS, "2@62"]
    deal.make("pass")
    assert (deal.phase, deal.seat, deal.bid) == (CALL, 3, "2")


def test_the_last_of_five_may_have_it_for_an_ace_or_pass_too():
    deal = auction("pass pass pass pass", opener=3)
    assert deal.seat == 2 and deal.legal_moves() == [PASS, *LADDERS["rank_points"]]
    deal.make("A")
    assert (deal.phase, deal.seat) == (CALL, 2) and deal.legal_moves() == ["AC", "AD", "AS", "AB"]
    deal = auction("pass pass pass pass pass", opener=3)
    assert deal.phase == OVER and deal.legal_moves() == []
    assert deal.result().payoffs == [0] * 5 and deal.result().outcome == "passed" and deal.role(0) is None


@pytest.mark.parametrize("bid_form, highest", [("rank_points", "2@120"), ("rank_only", "2"), ("points_only", "120")])
def test_the_highest_bid_of_all_ends_the_auction(bid_form, highest):
    deal = auction([PASS, highest], bid_form=bid_form)
    assert (deal.phase, deal.seat, deal.bid) == (CALL, 1, highest)
    below = LADDERS[bid_form][-2]
    assert auction([PASS, below], bid_form=bid_form).legal_moves() == [PASS, highest]


def test_points_only_names_the_card_afterwards():
    deal = auction("61 75 pass pass pass 80 pass", bid_form="points_only")
    assert (deal.phase, deal.seat) == (CALL, 0) and deal.legal_moves() == all_cards()
    deal.make("KS")
    assert (deal.called, deal.trump, deal.phase) == ("KS", "S", PLAY)
    assert play_out(deal).target == 80


def test_ranks_only_promise_61():
    deal = auction("K 2", bid_form="rank_only")
    assert deal.phase == CALL and oracle.target_of(deal.bid) == 61


# B3, B4, B5: the call, the lead, the play ---------------------------------------------------------------------------


def test_d27_the_dealers_right_leads_whoever_called():
    opener = 0  # the dealer is seat 4
    deal = auction("pass pass K pass pass KS", opener)
    assert deal.caller == 2 and deal.seat == deal.leader == 0
    deal = auction("pass pass K pass pass KS", opener, leader="caller")
    assert deal.caller == 2 and deal.seat == deal.leader == 2
    deal = auction("pass pass K pass pass KS", opener=3)
    assert deal.caller == 0 and deal.seat == deal.leader == 3


def test_d13_five_cards_in_a_trick():
    hands = [["4S"], ["5D"], ["AB"], ["3C"], ["AS"]]
    spare = [card for card in all_cards() if [card] not in hands]
    hands = [[*hand, *(spare.pop() for _ in range(7))] for hand in hands]
    deal = auction("A pass pass pass pass AC 4S 5D AB 3C AS", hands=hands)
    assert deal.tricks == [(0, ["4S", "5D", "AB", "3C", "AS"], 3)]
    assert deal.points() == [0, 0, 0, 32, 0] and deal.tricks_taken() == [0, 0, 0, 1, 0]
    assert deal.seat == deal.leader == 3 and deal.winner() is None


def test_must_follow():
    deal = auction("K pass pass pass pass KC AD", hands=KING_AT_SEAT_1, must_follow="on")
    assert deal.seat == 1 and deal.legal_moves() == ["4D", "5D", "6D"]
    deal.make("4D")
    assert deal.legal_moves() == ["7D", "JD"]
    deal = auction("K pass pass pass pass KC 3B", hands=KING_AT_SEAT_1, must_follow="on")
    assert deal.legal_moves() == ["7C", "KC", "4D", "5D", "6D", "4S", "5S", "6S"]
    deal = auction("K pass pass pass pass KC AD", hands=KING_AT_SEAT_1)
    assert len(deal.legal_moves()) == 8


# B6, B7: result and pay ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points, units", [(61, [2, 1, -1, -1, -1]), (60, [-2, -1, 1, 1, 1]), (59, [-2, -1, 1, 1, 1])])
def test_d28_with_a_partner(points, units):
    assert oracle.pay(0, 1, oracle.verdict(points, 61)) == units


def test_d29_sixty_may_be_a_draw():
    for tie60 in ("draw", "draw_double"):
        assert oracle.pay(0, 1, oracle.verdict(60, 61, tie60)) == [0, 0, 0, 0, 0]
        assert oracle.verdict(61, 61, tie60) == "won" and oracle.verdict(59, 61, tie60) == "lost"
        assert oracle.verdict(60, 62, tie60) == "lost", "above 61 there is no tie"


@pytest.mark.parametrize(
    "points, units", [(61, [4, -1, -1, -1, -1]), (60, [-4, 1, 1, 1, 1]), (120, [8, -2, -2, -2, -2])]
)
def test_d31_alone(points, units):
    factor = 2 if oracle.is_cappotto(points, 8 if points == 120 else 4) else 1
    assert oracle.pay(0, 0, oracle.verdict(points, 61), factor) == units


def test_a_promise_must_be_kept():
    assert [oracle.verdict(points, 65) for points in (61, 64, 65, 120)] == ["lost", "lost", "won", "won"]
    assert [oracle.verdict(points, 120) for points in (119, 120)] == ["lost", "won"]


def test_cappotto():
    cases = [(120, 8), (120, 7), (119, 7), (0, 0), (0, 1), (1, 1)]
    wanted = {
        "points_both": [True, True, False, True, True, False],
        "points_caller": [True, True, False, False, False, False],
        "tricks": [True, False, False, True, False, False],
        "off": [False] * 6,
    }
    for cappotto, answers in wanted.items():
        assert [oracle.is_cappotto(points, tricks, cappotto) for points, tricks in cases] == answers


def test_bid_factor():
    targets = [61, 70, 71, 80, 81, 90, 91, 100, 101, 110, 111, 120]
    assert [oracle.bid_factor(target, "brisk") for target in targets] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [oracle.bid_factor(target) for target in targets] == [1] * 12


def test_a_cappotto_with_a_partner_and_one_alone():
    deal = auction("4 pass pass pass pass 4C", hands=NEARLY_ALL_CUPS)
    result = play_out(deal, seat_0_strong)
    assert (result.outcome, result.side_points, result.side_tricks) == ("won", 120, 8)
    assert result.partner == 2 and result.cappotto and result.payoffs == [4, -2, 2, -2, -2]
    deal = auction("A pass pass pass pass AC", hands=NEARLY_ALL_CUPS)
    result = play_out(deal, seat_0_strong)
    assert result.points[0] == 120 and result.partner == 0 and result.payoffs == [8, -2, -2, -2, -2]
    deal = auction("A pass pass pass pass AC", hands=NEARLY_ALL_CUPS, cappotto="off")
    assert play_out(deal, seat_0_strong).payoffs == [4, -1, -1, -1, -1]
    deal = auction("2@111 pass pass pass pass 2C", hands=NEARLY_ALL_CUPS, bid_mult="brisk", leader="caller")
    result = play_out(deal, seat_0_strong)
    assert result.partner == 1 and result.target == 111 and result.payoffs == [24, 12, -12, -12, -12]


@pytest.mark.parametrize("cappotto, factor", [("points_both", 2), ("tricks", 2), ("points_caller", 1), ("off", 1)])
def test_the_defenders_cappotto(cappotto, factor):
    deal = auction("pass 4 pass pass pass 4C", hands=NEARLY_ALL_CUPS, cappotto=cappotto)
    assert deal.caller == 1 and deal.holder == 2
    result = play_out(deal, seat_0_strong)
    assert (result.side_points, result.outcome) == (0, "lost")
    assert result.payoffs == [factor, -2 * factor, -factor, factor, factor]


def test_what_was_worth_double_before():
    deal = Deal(NEARLY_ALL_CUPS, worth=4, bid_mult="brisk")
    for move in "2@75 pass pass pass pass 2C".split():
        deal.make(move)
    # Twice 4 from before, times 2 for a promise of 75, times 2 for the cappotto.
    assert play_out(deal, seat_0_strong).payoffs == [32, 16, -16, -16, -16]


# What each seat knows -----------------------------------------------------------------------------------------------


def test_before_the_call_nobody_knows_a_friend():
    deal = auction("K pass")
    assert [deal.role(seat) for seat in range(5)] == [None] * 5
    assert deal.friends(3) == [0, 0, 0, 1, 0] and deal.partner_shown() is None and deal.winning_mine(3) == 0


def test_the_hidden_partner_shows_himself_by_playing_the_called_card():
    deal = auction("K pass pass pass pass KC", hands=KING_AT_SEAT_1)
    assert [deal.role(seat) for seat in range(5)] == [CALLER, PARTNER, DEFENDER, DEFENDER, DEFENDER]
    assert deal.friends(0) == [1, 0, 0, 0, 0]
    assert deal.friends(1) == [1, 1, -1, -1, -1]
    assert deal.friends(2) == [-1, 0, 1, 0, 0]
    assert deal.friends(4) == [-1, 0, 0, 0, 1]
    deal.make("JC")
    assert [deal.winning_mine(seat) for seat in range(5)] == [1, 1, -1, -1, -1]
    assert deal.partner_shown() is None
    deal.make("KC")
    assert deal.partner_shown() == 1 and deal.winner() == 1
    assert [deal.winning_mine(seat) for seat in range(5)] == [1, 1, -1, -1, -1]
    assert deal.friends(0) == deal.friends(1) == [1, 1, -1, -1, -1]
    assert deal.friends(2) == deal.friends(3) == deal.friends(4) == [-1, -1, 1, 1, 1]
    assert [deal.role(seat) for seat in range(5)] == [CALLER, PARTNER, DEFENDER, DEFENDER, DEFENDER]


def test_who_wins_may_be_unknown():
    deal = auction("K pass pass pass pass KC 3B 7C", hands=KING_AT_SEAT_1)
    assert deal.winner() == 1
    assert [deal.winning_mine(seat) for seat in range(5)] == [0, 1, 0, 0, 0]


def test_the_caller_alone_knows_and_the_others_do_not():
    deal = auction("A pass pass pass pass AC", hands=KING_AT_SEAT_1)
    assert [deal.role(seat) for seat in range(5)] == [ALONE, DEFENDER, DEFENDER, DEFENDER, DEFENDER]
    assert deal.friends(0) == [1, -1, -1, -1, -1] and deal.friends(2) == [-1, 0, 1, 0, 0]
    deal.make("AC")
    assert deal.partner_shown() == 0 and deal.friends(2) == [-1, 1, 1, 1, 1]


def test_unseen():
    deal = auction("K pass pass pass pass KC", hands=KING_AT_SEAT_1)
    assert deal.unseen(0) == set(all_cards()) - set(KING_AT_SEAT_1[0])
    deal.make("JC")
    deal.make("4D")
    assert deal.unseen(0) == set(all_cards()) - set(KING_AT_SEAT_1[0]) - {"4D"}
    assert deal.unseen(2) == set(all_cards()) - set(KING_AT_SEAT_1[2]) - {"JC", "4D"}


# Whole games --------------------------------------------------------------------------------------------------------


def feed(game, moves, choose=seat_0_strong):
    """Make these moves, then have the hand played out, if there is one to play."""
    deal = game.deal
    for move in moves.split():
        game.make(move)
    while game.deal is deal and deal.phase == PLAY:
        game.make(choose(deal))


@pytest.mark.parametrize("all_pass, factor", [("redeal", 1), ("redeal_double", 4)])
def test_a_redeal_moves_the_opener_on_and_may_double(all_pass, factor):
    game = Game([NEARLY_ALL_CUPS] * 3, all_pass=all_pass)
    feed(game, "pass pass pass pass pass")
    assert game.deal.opener == game.deal.seat == 1 and not game.over and game.deal.phase == BID
    feed(game, "pass pass pass pass pass")
    assert game.deal.opener == 2 and game.passed_out == 2
    feed(game, "pass pass pass 4 pass 4C")
    assert game.over and len(game.results) == 1
    assert game.units == [4 * factor, -2 * factor, 2 * factor, -2 * factor, -2 * factor]


def test_all_pass_may_end_the_game():
    game = Game([NEARLY_ALL_CUPS], all_pass="end")
    feed(game, "pass pass pass pass pass")
    assert game.over and game.units == [0] * 5 and game.passed_out == 0
    game = Game([NEARLY_ALL_CUPS] * 3, "first_to=4", all_pass="end")
    feed(game, "pass pass pass pass pass")
    assert not game.over and game.deal.opener == 1 and [result.outcome for result in game.results] == ["passed"]
    feed(game, "pass pass pass pass 4 4C")
    assert game.over and game.units == [4, -2, 2, -2, -2]


class Sixty:
    """A hand in which seat 0 calls the king of cups, and a play of it in which his side takes 60."""

    def __init__(self):
        self.hands, self.moves = dealt(0), []
        seed = 0
        while not self.moves:
            seed += 1
            self.hands, rng, moves = dealt(seed), random.Random(seed), "K pass pass pass pass KC".split()
            deal = auction(moves, hands=self.hands, tie60="draw")
            while deal.phase == PLAY:
                moves.append(rng.choice(deal.legal_moves()))
                deal.make(moves[-1])
            self.moves = moves if deal.result().outcome == "drawn" else []

    def turned(self, opener):
        """The same hands one or more seats on, so that the moves can be made once more when another seat opens."""
        return [self.hands[(seat - opener) % 5] for seat in range(5)]


@pytest.mark.parametrize("tie60, factor", [("draw", 1), ("draw_double", 4)])
def test_a_drawn_hand_may_double_what_follows(tie60, factor):
    sixty = Sixty()
    game = Game([sixty.turned(0), sixty.turned(1), *[NEARLY_ALL_CUPS] * 4], "first_to=99", tie60=tie60)
    for _ in range(2):
        for move in sixty.moves:
            game.make(move)
    assert [result.outcome for result in game.results] == ["drawn", "drawn"] and game.units == [0] * 5
    feed(game, "pass pass pass pass pass")  # nobody bids: the doubling waits for a hand that is played
    assert game.deal.opener == 3 and game.passed_out == 1
    feed(game, "pass pass 4 pass pass 4C")
    won = [4 * factor, -2 * factor, 2 * factor, -2 * factor, -2 * factor]
    assert game.results[-1].payoffs == game.units == won
    feed(game, "pass 4 pass pass pass 4C")
    assert game.results[-1].payoffs == [4, -2, 2, -2, -2], "one decided hand, and what follows is worth one again"


@pytest.mark.parametrize("tie60, factor", [("draw", 1), ("draw_double", 4)])
def test_a_hand_that_counted_double_and_was_drawn(tie60, factor):
    sixty = Sixty()
    deals = [NEARLY_ALL_CUPS, sixty.turned(1), NEARLY_ALL_CUPS]
    game = Game(deals, "first_to=4", tie60=tie60, all_pass="redeal_double")
    feed(game, "pass pass pass pass pass")
    assert game.worth == 2
    for move in sixty.moves:
        game.make(move)
    assert [result.outcome for result in game.results] == ["drawn"] and game.worth == factor
    feed(game, "pass pass pass 4 pass 4C")
    assert game.units == [4 * factor, -2 * factor, 2 * factor, -2 * factor, -2 * factor]


def test_a_drawn_hand_alone_pays_nobody():
    sixty = Sixty()
    for tie60, units in (("draw_double", [0] * 5), ("caller_loses", None)):
        game = Game([sixty.hands], tie60=tie60)
        for move in sixty.moves:
            game.make(move)
        assert game.over and game.results[0].side_points == 60
        assert game.units == units or (units is None and game.units[0] in (-2, -4))


@pytest.mark.parametrize(
    "moves, results",
    [
        ("4 pass pass pass pass 4C", [60, 0, 60, 0, 0]),
        ("A pass pass pass pass AC", [60, 0, 0, 0, 0]),
        ("pass 4 pass pass pass 4C", [60, 0, 0, 60, 60]),
        ("pass 2 pass pass pass 2C", [60, 0, 60, 60, 60]),
        ("pass pass pass pass pass", [30, 30, 30, 30, 30]),
    ],
)
def test_who_gains_by_a_single_hand_has_won_it(moves, results):
    game = Game([NEARLY_ALL_CUPS], all_pass="end")
    feed(game, moves)
    assert game.results_by_seat() == results


def test_the_most_units_win_a_longer_game():
    game = Game([NEARLY_ALL_CUPS] * 2, "first_to=4")
    feed(game, "pass 4 pass pass pass 4C")
    assert game.units == [2, -4, -2, 2, 2] and not game.over
    feed(game, "pass pass pass pass 4 4C")
    assert game.units == [6, -6, 0, 0, 0] and game.results_by_seat() == [60, 0, 0, 0, 0]
    game = Game([NEARLY_ALL_CUPS], "first_to=2")
    feed(game, "pass 4 pass pass pass 4C")
    assert game.results_by_seat() == [20, 0, 0, 20, 20]


def test_first_to():
    rng = random.Random(5)
    for goal in (1, 5, 11):
        game = oracle.play_game((dealt(seed) for seed in range(999)), at_random(rng), f"first_to={goal}", tie60="draw")
        assert max(game.units) >= goal and sum(game.units) == 0
        before = [sum(result.payoffs[seat] for result in game.results[:-1]) for seat in range(5)]
        assert max(before) < goal, "the game went on too long"
        assert game.deal.opener == (len(game.results) + game.passed_out - 1) % 5


@pytest.mark.parametrize("bid_form", oracle.CHOICES["bid_form"])
@pytest.mark.parametrize("must_follow", ["off", "on"])
def test_random_games_are_lawful(bid_form, must_follow):
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        deals = (dealt(1000 * seed + k) for k in range(99))
        game = oracle.play_game(deals, at_random(rng), bid_form=bid_form, must_follow=must_follow)
        (result,) = game.results
        seen.add((result.outcome, result.partner == result.caller))
        assert sum(result.payoffs) == 0 and sum(result.points) == 120 and sum(result.tricks) == 8
        assert (result.payoffs[result.caller] > 0) is (result.side_points >= result.target)
        assert {abs(units) for units in result.payoffs} <= {1, 2, 4, 8}
    assert ("lost", False) in seen and ("lost", True) in seen and ("won", False) in seen


def test_rules_are_checked():
    with pytest.raises(AssertionError, match="no such rule"):
        Deal(dealt(0), luck="good")
    with pytest.raises(AssertionError, match="no such choice"):
        Deal(dealt(0), tie60="yes")
    with pytest.raises(AssertionError):
        Deal([*dealt(0)[:4], dealt(0)[0]])

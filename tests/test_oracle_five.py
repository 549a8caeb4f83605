"""Does the engine play Briscola Chiamata as an independent model of it does, move for move, on thousands of games?

As in test_oracle, with oracle_chiamata: the same hands, the same bids, calls and cards, picked blindly from those the
engine says are legal.  Before every move all that is public must be the same, all hands, and all that the seat to act
may know; and in the end the score.
"""

import random
from collections import Counter

import numpy as np
import oracle_chiamata as oracle
import pytest
from numba.extending import register_jitable
from oracle_briscola import SUITS, WEAK_TO_STRONG
from oracle_record import NUMBER, Recorder, in_a_row, lopsided, mask

from analyzer import chiamata
from analyzer.bits import die
from analyzer.cards import name
from analyzer.chiamata import (
    BID,
    CALLED,
    HANDS,
    PARTNER,
    PAYOFF,
    PLAY,
    POINTS,
    RESULT,
    ROLE,
    TRICKS,
    WINNING_BID,
    choices,
)
from analyzer.shuffle import word
from analyzer.tricks import trick_card, trick_leader

MATCHES = ("single", "single", "single", "first_to=1", "first_to=4", "first_to=7")
PHASES = {oracle.BID: 0, oracle.CALL: 1, oracle.PLAY: 2}
ROLES = {None: -1, oracle.DEFENDER: 0, oracle.CALLER: 1, oracle.PARTNER: 2, oracle.ALONE: 3}
SEATS = range(5)

# The numbers that stand for bids: ranks are 1 and up, points from 61 on are 10 and up.
BIDS = {
    form: {bid: (10 if form == "points_only" else 1) + place for place, bid in enumerate(ladder)}
    for form, ladder in oracle.LADDERS.items()
}
MOVES = {form: NUMBER | bids | {oracle.PASS: 0} for form, bids in BIDS.items()}


@register_jitable
def pick(state, view, luck, n):
    """Any move, but bids so that auctions go on for a while; in some games what helps one side to take everything."""
    many = choices(state)
    throw = word(luck, n)
    if view.phase == BID:
        temper = die(throw, 32)
        if temper < 20:
            return 0
        return die(word(throw, 1), many if temper == 31 else min(many, 5))
    if view.phase == PLAY and luck & 3 == 0:
        callers_side = view.seat == state.caller or state.role[view.seat] == PARTNER
        return lopsided(view, callers_side == (luck & 4 == 0))
    return die(throw, many)


recorder = Recorder(chiamata, pick)


def or_none(seat):
    """A seat, -1 for none."""
    return -1 if seat is None else seat


def agree(at, deal):
    """Check one position, the engine's `at` against the oracle's `deal`, and return the move that is made."""
    seat, form = deal.seat, deal.rules["bid_form"]
    assert at["turn"] == at["seat"] == seat and at["phase"] == PHASES[deal.phase]
    legal = deal.legal_moves()
    assert at["moves"][: at["n_moves"]] == [MOVES[form][move] for move in legal]
    assert at["hands"] == [mask(cards) for cards in deal.hands]
    agree_on_the_auction(at, deal)
    agree_on_the_tricks(at, deal)
    assert (at["hand"], at["unseen"]) == (mask(deal.hands[seat]), mask(deal.unseen(seat)))
    assert at["role"] == ROLES[deal.role(seat)]
    assert at["friend"][:5] == deal.friends(seat)
    assert at["winning_mine"] == deal.winning_mine(seat)
    return legal[at["index"]]


def agree_on_the_auction(at, deal):
    """Check who bid what, and what came of it."""
    form = deal.rules["bid_form"]
    bids = [0 if bid is None else BIDS[form][bid] for bid in deal.bids]
    assert (at["opener"], at["bid"], at["bidder"]) == (deal.opener, max(bids), or_none(deal.bidder))
    assert at["bids"][:5] == bids and at["passed"] == sum(1 << seat for seat in deal.passed)
    assert (at["caller"], at["partner"]) == (or_none(deal.caller), or_none(deal.partner_shown()))
    assert at["target"] == (0 if deal.caller is None else oracle.target_of(deal.bid))
    if deal.called is None:
        assert (at["called"], at["trump"]) == (-1, -1)
        rank = oracle.rank_of(deal.bid) if deal.caller is not None else None
        assert at["rank"] == (-1 if rank is None else WEAK_TO_STRONG.index(rank))
    else:
        assert (at["called"], at["trump"]) == (NUMBER[deal.called], SUITS.index(deal.trump))
        assert at["rank"] == WEAK_TO_STRONG.index(deal.called[0])


def agree_on_the_tricks(at, deal):
    """Check the trick in progress and what has been taken."""
    cards = [card for _, card in deal.table]
    assert (at["players"], at["tricks"], at["on_table"]) == (5, len(deal.tricks), len(cards))
    assert at["table"] == in_a_row(cards)
    assert at["table_points"] == sum(oracle.card_points(card) for card in cards)
    assert at["unplayed"] == mask(set(oracle.all_cards()) - deal.played())
    assert at["points"][:5] == deal.points()
    if cards:
        assert (at["led"], at["winner"]) == (NUMBER[cards[0]], deal.winner())
        assert at["winning"] == next(NUMBER[card] for seat, card in deal.table if seat == deal.winner())
    else:
        assert (at["led"], at["winning"]) == (-1, -1)
    if deal.phase == oracle.PLAY:
        assert (at["leader"], at["to_follow"]) == (deal.leader, 4 - len(cards))


def agree_on_the_tricks_told(at, deal):
    """Check that a view tells the finished tricks as they were."""
    view = np.rec.array([(5, at["log"])], dtype=[("players", "i8"), ("log", "i8", len(at["log"]))])[0]
    for k, (leader, cards, _) in enumerate(deal.tricks):
        assert trick_leader(view, k) == leader
        assert [name(trick_card(view, k, place)) for place in SEATS] == cards


def agree_on_the_score(row, game):
    """Check the score of a finished game."""
    counted = game.results
    played = [result for result in counted if result.outcome != "passed"]
    assert row[PAYOFF] == game.units and row[RESULT] == game.results_by_seat()
    assert row[POINTS] == [sum(result.points[seat] for result in played) for seat in SEATS]
    assert row[TRICKS] == [sum(result.tricks[seat] for result in played) for seat in SEATS]
    assert row[HANDS] == [sum(result.payoffs[seat] > 0 for result in counted) for seat in SEATS]
    roles = [ROLES[game.deal.role(seat)] for seat in SEATS] if game.goal is None and played else [-1] * 5
    assert row[ROLE] == roles
    last = game.deal
    bid = 0 if last.bid is None else BIDS[last.rules["bid_form"]][last.bid]
    assert row[WINNING_BID] == [bid] * 5
    assert row[CALLED] == [-1 if last.called is None else NUMBER[last.called]] * 5


def retell(steps, rules, match, row):
    """Make the engine's moves with the oracle; every position and the score must agree."""
    begins = [at for before, at in zip([{"deal": -1}, *steps], steps, strict=False) if at["deal"] != before["deal"]]
    hands = [[[card for card in NUMBER if held >> NUMBER[card] & 1] for held in at["hands"]] for at in begins]
    deals = iter(hands)
    game = oracle.Game(deals, match, **rules)
    for at in steps:
        assert not game.over, "the engine went on too long"
        move = agree(at, game.deal)
        if len(game.deal.tricks) == 7 and not game.deal.table:
            agree_on_the_tricks_told(at, game.deal)
        game.make(move)
    assert game.over and next(deals, None) is None, "the engine stopped too soon"
    agree_on_the_score(row, game)
    return game


def retell_all(rules, match, numbers):
    """Retell these games, and count what happened in them, so that a test can see that it tested something."""
    seen = Counter()
    games = recorder.record(5, rules, 0 if match == "single" else int(match.split("=")[1]), numbers)
    for number, (steps, _, row) in zip(numbers, games, strict=True):
        try:
            game = retell(steps, rules, match, row)
        except AssertionError as error:
            what = f"deal {number} of seed 7, {rules}, {match}"
            raise AssertionError(f"engine and oracle part in {what}: {error}") from error
        seen["games"] += 1
        seen["dealt again"] += game.passed_out
        for result in game.results:
            seen[result.outcome] += 1
            seen["alone"] += result.outcome in ("won", "lost") and result.partner == result.caller
            seen["cappotti"] += result.cappotto
            seen["all points taken"] += result.side_points == 120
            seen["no points taken"] += result.side_points == 0
            seen[f"target {result.target}"] += 1
            seen[f"{result.outcome} for {result.factor}"] += 1
    return seen


def mixed(rule, choice, n):
    """n mixtures of rules with this one choice settled: the others are at their default every other time."""
    rng = random.Random(f"{rule} {choice}")
    for _ in range(n):
        rules = {}
        for other, others in oracle.CHOICES.items():
            rules[other] = rng.choice(others) if rng.random() < 0.5 else others[0]
        yield rules | {rule: choice}, rng.choice(MATCHES), rng.randrange(10**6)


@pytest.mark.parametrize(
    "rule, choice", [(rule, choice) for rule, choices_of_it in oracle.CHOICES.items() for choice in choices_of_it]
)
def test_every_choice_of_every_rule(rule, choice):
    seen = Counter()
    for rules, match, number in mixed(rule, choice, 20):
        seen += retell_all(rules, match, range(number, number + 4))
    assert seen["games"] == 80 and seen["won"] > 0 and seen["lost"] > 0


def test_the_plain_game():
    seen = retell_all({}, "single", range(400))
    assert seen["games"] == 400 == seen["won"] + seen["lost"]
    for event in ("dealt again", "alone", "cappotti", "target 61", "target 62", "target 120"):
        assert seen[event] > 0, f"{event}: never in all these games"


@pytest.mark.parametrize(
    "bid_form, bid_mult", [("rank_points", "brisk"), ("points_only", "brisk"), ("points_only", "1")]
)
def test_high_bids(bid_form, bid_mult):
    seen = retell_all({"bid_form": bid_form, "bid_mult": bid_mult}, "single", range(250))
    factors = {factor for factor in range(1, 7) if seen[f"lost for {factor}"] > 0}
    assert factors >= ({1, 2, 3, 4, 5, 6} if bid_mult == "brisk" else {1, 2})


@pytest.mark.parametrize("cappotto", oracle.CHOICES["cappotto"])
def test_cappotto(cappotto):
    numbers = [number for number in range(900) if word(5, number) & 3 == 0]
    seen = retell_all({"cappotto": cappotto}, "single", numbers[:150])
    assert seen["all points taken"] > 0 and seen["no points taken"] > 0
    assert (seen["won for 2"] > 0) is (cappotto != "off")
    assert (seen["lost for 2"] > 0) is (cappotto in ("points_both", "tricks"))


@pytest.mark.parametrize("tie60", oracle.CHOICES["tie60"])
@pytest.mark.parametrize("numbers", [range(15, 19), range(39, 42)])
def test_a_drawn_hand_in_a_game_of_many(tie60, numbers):
    seen = retell_all({"tie60": tie60, "cappotto": "off"}, "first_to=7", numbers)
    assert (seen["drawn"] > 0) is (tie60 != "caller_loses")
    assert (seen["won for 2"] + seen["lost for 2"] > 0) is (tie60 == "draw_double")


@pytest.mark.parametrize("tie60, factor", [("draw", 1), ("draw_double", 4)])
def test_a_hand_that_counts_double_and_is_drawn(tie60, factor):
    rules = {"tie60": tie60, "all_pass": "redeal_double", "cappotto": "off"}
    for number in (176, 407):
        seen = retell_all(rules, "first_to=7", [number])
        assert seen["drawn for 2"] == 1
        assert (seen["won for 4"] + seen["lost for 4"] > 0) is (factor == 4)


def test_the_doubling_of_a_drawn_hand_outlasts_a_deal_that_all_pass():
    rules = {"tie60": "draw_double", "cappotto": "off"}
    seen = retell_all(rules | {"all_pass": "end"}, "first_to=7", [41])
    assert seen["drawn"] == 1 and seen["passed"] == 2 and seen["won for 2"] == 1
    seen = retell_all(rules | {"all_pass": "redeal_double"}, "first_to=7", [41])
    assert seen["drawn"] == 1 and seen["dealt again"] > 0 and seen["won for 4"] == 1


def test_a_deal_that_all_pass():
    for all_pass, match in (
        ("redeal", "single"),
        ("redeal_double", "single"),
        ("end", "single"),
        ("end", "first_to=4"),
    ):
        seen = retell_all({"all_pass": all_pass, "cappotto": "off"}, match, range(60))
        assert (seen["passed"] > 0) is (all_pass == "end") and (seen["dealt again"] > 0) is (all_pass != "end")
        assert (seen["won for 2"] + seen["lost for 2"] > 0) is (all_pass == "redeal_double")


def test_plain_python_and_machine_code_tell_the_same_story():
    for rule in ("bid_form", "tie60", "must_follow"):
        for rules, match, number in mixed(rule, oracle.CHOICES[rule][-1], 8):
            wins = 0 if match == "single" else int(match.split("=")[1])
            numbers = range(number, number + 2)
            plain, fast = (list(recorder.record(5, rules, wins, numbers, how)) for how in (True, False))
            assert plain == fast

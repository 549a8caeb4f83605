"""Does the engine play Briscola as an independent model of the game does, move for move, on thousands of games?

The model (oracle_briscola.py) was written from the rule book alone, on strings and sets.  Both get the same decks and
make the same moves, picked blindly from those the engine says are legal; before every move all that lies on the table,
all hands, and all that the seat to act may know must be the same, and in the end the score.
"""

import random
from collections import Counter

import numpy as np
import oracle_briscola as oracle
import pytest
from numba.extending import register_jitable
from oracle_record import NUMBER, Recorder, in_a_row, lopsided, mask

from analyzer import briscola
from analyzer.bits import die
from analyzer.briscola import HANDS, PAYOFF, POINTS, RESULT, SWAP, TRICKS, choices, trick_card, trick_leader
from analyzer.cards import CARDS, name, parse
from analyzer.shuffle import word
from analyzer.tables import wins_needed

MOVES = NUMBER | {"SWAP": SWAP}
MATCHES = ("single", "single", "single", "best_of=3", "best_of=5", "first_to=2")


def rules_for(players):
    """The rules that there are at a table, with all their choices, the default first."""
    sizes = range(1, 6 if players == 6 else 10)
    rules = {
        "tie": ["draw", "replay"] if players == 3 else ["draw", "replay", "last_trick"],
        "trump_swap": ["off", "seven"] if players == 6 else ["off", "two", "seven"],
        "shared_stock": ["off", "on"],
        "must_follow": ["off", "on"],
        "hand_size": ["3", *(str(size) for size in sizes if size != 3)],
        "cappotto_wins_match": ["off", "on"],
    }
    if players == 3:
        rules |= {"tie3": ["share", "void"], "removed_two": ["C", "D", "S", "B", "random", "trump"]}
    if players in (4, 6):
        rules |= {"partner_peek": ["off", "last3", "first"][: 3 if players == 4 else 2], "signals": ["off", "on"]}
    return rules


@register_jitable
def pick(state, view, luck, n):
    """Any move, swaps more often than others; in one game of eight what helps the first side to take everything."""
    if luck & 7 == 0:
        return lopsided(view, state.side[view.seat] == 0)
    last = view.n_moves - 1
    if view.moves[last] == SWAP and word(luck, n) & 1:
        return last
    return die(word(luck, n), choices(state))


recorder = Recorder(briscola, pick)


def agree(at, hand):
    """Check one position, the engine's `at` against the oracle's `hand`, and return the move that is made."""
    players, seat = hand.players, hand.seat
    assert at["turn"] == at["seat"] == seat
    legal = hand.legal_moves()
    assert at["moves"][: at["n_moves"]] == [MOVES[move] for move in legal]
    assert at["hands"] == [mask(cards) for cards in hand.hands]
    assert at["hand"] == mask(hand.hands[seat])
    agree_on_the_table(at, hand)
    agree_on_the_trick(at, hand)
    assert at["unseen"] == mask(hand.unseen(seat))
    ours = oracle.side_of(seat, players)
    sides = oracle.side_count(players)
    taken = hand.by_side(hand.points_by_seat())
    assert at["points"][:sides] == [taken[(ours + k) % sides] for k in range(sides)]
    assert at["partner_cards"] == [mask(cards) for cards in hand.partner_cards(seat)]
    assert at["partner_loads"] == hand.partner_loads(seat)
    return legal[at["index"]]


def agree_on_the_table(at, hand):
    """Check what everybody sees apart from the trick in progress."""
    assert (at["players"], at["sides"]) == (hand.players, oracle.side_count(hand.players))
    assert at["pack"] == mask(hand.deck)
    assert (at["stock"], at["tricks"], at["leader"]) == (len(hand.stock), len(hand.tricks), hand.leader)
    assert at["upcard"] == NUMBER[hand.upcard] and at["trump"] == oracle.SUITS.index(hand.trump)
    assert at["upcard_holder"] == (-1 if hand.upcard_drawer is None else hand.upcard_drawer)
    assert at["swapper"] == (-1 if hand.swap is None else hand.swap[0])
    played = {card for trick in hand.tricks for card in trick.cards} | {card for _, card in hand.table}
    assert at["unplayed"] == mask(set(hand.deck) - played)
    assert at["faced"] == mask({hand.first_upcard, hand.upcard})
    shown = {card for card in (hand.first_upcard, hand.upcard) if any(card in cards for cards in hand.hands)}
    assert at["shown"] == mask(shown - hand.hands[hand.seat])


def agree_on_the_trick(at, hand):
    """Check the trick in progress, and who is still to play to it."""
    cards = [card for _, card in hand.table]
    assert at["on_table"] == len(cards) and at["table"] == in_a_row(cards)
    assert at["table_points"] == sum(oracle.card_points(card) for card in cards)
    friends = oracle.partners_of(hand.seat, hand.players)
    if cards:
        winner, card = hand.table[oracle.trick_winner(cards, hand.trump)]
        assert (at["led"], at["winning"], at["winner"]) == (NUMBER[cards[0]], NUMBER[card], winner)
        assert at["winning_mine"] == (winner in friends)
    else:
        assert (at["led"], at["winning"], at["winning_mine"]) == (-1, -1, 0)
    still_to_play = oracle.playing_order(hand.seat, hand.players)[1 : hand.players - len(cards)]
    assert at["to_follow"] == len(still_to_play)
    assert at["friends_to_follow"] == sum(seat in friends for seat in still_to_play)


def agree_on_the_tricks_told(at, hand):
    """Check that a view tells the finished tricks as they were."""
    view = np.rec.array([(at["players"], at["log"])], dtype=[("players", "i8"), ("log", "i8", len(at["log"]))])[0]
    for k, trick in enumerate(hand.tricks):
        assert trick_leader(view, k) == trick.leader
        assert [name(trick_card(view, k, place)) for place in range(hand.players)] == trick.cards


def retell(steps, decks, players, rules, match, row):
    """Make the engine's moves with the oracle; every position, every hand and the whole match must agree."""
    decks = iter([[name(card) for card in deck[: oracle.PACK_SIZE[players]]] for deck in decks])
    rules = rules | {"hand_size": int(rules.get("hand_size", 3))}
    told = oracle.Match(decks, players, match, **rules)
    for at in steps:
        assert not told.over, "the engine went on too long"
        move = agree(at, told.hand)
        if sum(map(len, told.hand.hands)) == 1:
            agree_on_the_tricks_told(at, told.hand)
        told.make(move)
    assert told.over and next(decks, None) is None, "the engine stopped too soon"
    whole = told.result()
    sides = oracle.side_count(players)
    score = [row[line][:sides] for line in (HANDS, POINTS, TRICKS, PAYOFF, RESULT)]
    assert score == [list(whole.hands_won), whole.points, whole.tricks, whole.payoffs, whole.final_results]
    return whole


def retell_all(players, rules, match, numbers):
    """Retell these games, and count what happened in them, so that a test can see that it tested something."""
    seen = Counter()
    games = recorder.record(players, rules, wins_needed(match), numbers)
    for number, (steps, decks, row) in zip(numbers, games, strict=True):
        try:
            whole = retell(steps, decks, players, rules, match, row)
        except AssertionError as error:
            what = f"deal {number} of seed 7, {players} players, {rules}, {match}"
            raise AssertionError(f"engine and oracle part in {what}: {error}") from error
        seen["games"] += 1
        seen["drawn"] += whole.hands_drawn
        seen["void"] += whole.void_hands
        seen["swaps"] += sum(result.swap is not None for result in whole.results)
        seen["cappotti"] += sum(120 in result.side_points for result in whole.results)
        seen["cut short"] += match != "single" and max(whole.hands_won) < oracle.hands_needed(match)
    return seen


def mixed(players, rule, choice, n):
    """n mixtures of rules with this one choice settled: the others are at their default every other time."""
    rng = random.Random(f"{players} {rule} {choice}")
    for _ in range(n):
        rules = {}
        for other, others in rules_for(players).items():
            rules[other] = rng.choice(others) if rng.random() < 0.5 else others[0]
        rules[rule] = choice
        if rules.get("removed_two") == "trump" and rules["trump_swap"] == "two":  # refused: that two is not there
            rules |= {"trump_swap": "off"} if rule == "removed_two" else {"removed_two": "random"}
        yield rules, rng.choice(MATCHES), rng.randrange(10**6)


EVERY_CHOICE = [
    (players, rule, choice)
    for players in (2, 3, 4, 6)
    for rule, choices_of_it in rules_for(players).items()
    for choice in choices_of_it
]


@pytest.mark.parametrize("players, rule, choice", EVERY_CHOICE)
def test_every_choice_of_every_rule_at_every_table(players, rule, choice):
    seen = Counter()
    for rules, match, number in mixed(players, rule, choice, 12):
        seen += retell_all(players, rules, match, range(number, number + 3))
    assert seen["games"] == 36
    if (rule, choice) == ("trump_swap", "off"):
        assert seen["swaps"] == 0
    if rule == "tie" and choice != "replay":
        assert seen["void"] == 0


@pytest.mark.parametrize("players, games", [(2, 200), (3, 150), (4, 150), (6, 150)])
def test_the_plain_game(players, games):
    seen = retell_all(players, {}, "single", range(games))
    assert seen["games"] == games and seen["swaps"] == seen["void"] == 0


@pytest.mark.parametrize(
    "players, trump_swap", [(2, "two"), (3, "two"), (4, "two"), (2, "seven"), (3, "seven"), (4, "seven"), (6, "seven")]
)
def test_swaps(players, trump_swap):
    seen = retell_all(players, {"trump_swap": trump_swap, "hand_size": "4"}, "best_of=3", range(20))
    assert seen["swaps"] > 0


@pytest.mark.parametrize("tie", ["draw", "replay", "last_trick"])
@pytest.mark.parametrize("players, games", [(2, 12), (3, 12), (4, 24), (6, 40)])
def test_long_matches_have_ties(players, games, tie):
    seen = retell_all(players, {"tie": tie}, "first_to=7", range(games))
    broken = tie == "last_trick" and players != 3
    drawn, again = not broken and tie != "replay", tie == "replay"
    assert (seen["drawn"] > 0, seen["void"] > 0) == (drawn, again), "no tie in all these hands: nothing was tested"


@pytest.mark.parametrize("tie3", ["share", "void"])
def test_three_level_in_a_single_hand(tie3):
    assert retell_all(3, {"tie3": tie3}, "single", range(200))["drawn"] > 0


@pytest.mark.parametrize("cappotto_wins_match", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_all_points_of_a_hand(players, cappotto_wins_match):
    lopsided_games = [number for number in range(800) if word(players, number) & 7 == 0]
    rules = {"cappotto_wins_match": cappotto_wins_match, "hand_size": "5"}
    seen = retell_all(players, rules, "first_to=3", lopsided_games[:40])
    assert seen["cappotti"] > 0 and (seen["cut short"] > 0) is (cappotto_wins_match == "on")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_plain_python_and_machine_code_tell_the_same_story(players):
    for rules, match, number in mixed(players, "signals", "on", 12):
        if players in (2, 3):
            del rules["signals"]
        numbers = range(number, number + 2)
        plain, fast = (list(recorder.record(players, rules, wins_needed(match), numbers, how)) for how in (True, False))
        assert plain == fast


def test_cards_are_named_alike_by_both():
    assert [parse(card) for card in oracle.full_pack(2)] == list(CARDS)

"""Forks where the right answer is known from elsewhere: ends counted out with the oracle's rules, and expectations."""

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import oracle_briscola as oracle
from oracle_record import NUMBER

from analyzer import clusters, match
from analyzer.briscola import points, suit
from analyzer.cards import name
from analyzer.clusters import MARGIN, SCORE
from analyzer.fork import Fork
from analyzer.referee import Referee
from analyzer.tricks import trick_card, trick_leader

OWN = 3  # the column of what the player does himself, after three options


def leads_the_last_three(view):
    """0 for whoever leads when three tricks are left."""
    return 0 if view.tricks == 17 and view.led < 0 else -1


def follows_in_the_last_three(view):
    """0 for the same trick, 1 for the one after, of whoever follows."""
    return view.tricks - 17 if 17 <= view.tricks <= 18 and view.led >= 0 else -1


def each_card(view, k):
    """The k-th card."""
    return k if k < view.n_moves else -1


def play_out(hands, leader, table, trump):
    """The points each of two players takes with the cards in hand; the card on the table leads.

    Both play the card that costs least, three times its points and its strength, and 15 for a trump.
    """

    def cheapest(hand):
        worth = [3 * oracle.card_points(c) + oracle.strength(c) + 15 * (c[1] == trump) for c in hand]
        return min(zip(worth, map(oracle.PLACE_IN_ORDER.get, hand), hand, strict=True))[2]

    hands, taken, table = [list(hand) for hand in hands], [0, 0], list(table)
    while table or hands[0]:
        seat = (leader + len(table)) % 2
        if len(table) < 2:
            card = cheapest(hands[seat])
            hands[seat].remove(card)
            table.append(card)
            continue
        leader = (leader + oracle.trick_winner(table, trump)) % 2
        taken[leader] += sum(map(oracle.card_points, table))
        table = []
    return taken


def ends(contest, deals):
    """Of every deal: the trump, and of each trick its leader and its cards, by name."""
    judge = Referee(contest)
    for number in range(deals):
        state = judge.play(number)
        tricks = [
            (int(trick_leader(state, t)), [name(int(trick_card(state, t, k))) for k in range(2)]) for t in range(20)
        ]
        yield oracle.all_cards()[10 * int(state.trump)][1], tricks


def outcome(before, rest, seat):
    """Score in sixtieths and margin of a seat."""
    mine, theirs = (before[s] + rest[s] for s in (seat, 1 - seat))
    assert mine + theirs == 120
    return 60 if mine > theirs else 30 if mine == theirs else 0, mine - theirs


def taken_before(tricks, trump, n):
    """The points each seat has taken in the first n tricks."""
    taken = [0, 0]
    for leader, cards in tricks[:n]:
        taken[(leader + oracle.trick_winner(cards, trump)) % 2] += sum(map(oracle.card_points, cards))
    return taken


def held(tricks, n):
    """The cards each seat holds before trick n, in order."""
    hands = [[], []]
    for leader, cards in tricks[n:]:
        for k, card in enumerate(cards):
            hands[(leader + k) % 2].append(card)
    return [sorted(hand, key=oracle.PLACE_IN_ORDER.get) for hand in hands]


def without(hands, seat, card):
    return [[c for c in hand if (s, c) != (seat, card)] for s, hand in enumerate(hands)]


def test_leads_in_the_last_three_tricks_come_to_what_counting_out_says():
    contest = match.contest("lowest", "lowest", seed=5)
    deals = 400
    forked = Fork(leads_the_last_three, each_card, ("first", "second", "third"), 1).play(contest, deals)
    expected, led = [], []
    for trump, tricks in ends(contest, deals):
        before, hands, leader = taken_before(tricks, trump, 17), held(tricks, 17), tricks[17][0]
        outcomes = [
            outcome(before, play_out(without(hands, leader, card), leader, [card], trump), leader)
            for card in hands[leader]
        ]
        led.append(hands[leader].index(tricks[17][1][0]))
        expected.append([*outcomes, outcomes[led[-1]]])
    values = np.array(expected)
    assert forked.decisions == [deals]
    for measure, of, unit in ((SCORE, "score", 60), (MARGIN, "margin", 1)):
        assert forked.sums.totals[measure, 0, : OWN + 1].tolist() == values[:, :, measure].sum(axis=0).tolist()
        for one, two in combinations(range(OWN + 1), 2):
            d = (values[:, one, measure] - values[:, two, measure]) / unit
            gain = forked.gain(one, None if two == OWN else two, of=of)
            assert abs(gain.mean - d.mean()) < 1e-12
            assert abs(gain.error - d.std(ddof=1) / sqrt(deals)) < 1e-12
    assert [forked.chosen(k) for k in range(3)] == [led.count(k) / deals for k in range(3)]


def test_answers_in_the_last_tricks_come_to_what_counting_out_says():
    contest = match.contest("lowest", "lowest", seed=6)
    deals = 300
    forked = Fork(follows_in_the_last_three, each_card, ("first", "second", "third"), 2).play(contest, deals)
    sums = np.zeros((2, 2, OWN + 1), int)
    own = np.zeros((2, 3), int)
    for trump, tricks in ends(contest, deals):
        for bucket, n in enumerate((17, 18)):
            before, hands, (leader, cards) = taken_before(tricks, trump, n), held(tricks, n), tricks[n]
            seat, led = 1 - leader, cards[0]
            options = hands[seat]
            after = [
                outcome(
                    before,
                    play_out(without(without(hands, leader, led), seat, card), leader, [led, card], trump),
                    seat,
                )
                for card in options
            ]
            chosen = options.index(cards[1])
            own[bucket, chosen] += 1
            for column, each in enumerate([*after, *[(0, 0)] * (3 - len(after)), after[chosen]]):
                sums[:, bucket, column] += each
    assert forked.decisions == [deals, deals]
    assert forked.sums.totals[:, :, : OWN + 1].tolist() == sums.tolist()
    assert forked.sums.taken.tolist() == own.tolist()
    assert forked.value("third", 1).mean is None and forked.gain("third", 0, 1).decisions == 0


# At random the cards that are left are any cards.  If the upcard has been played before the last trick but one, the two
# cards of either player are two of the other 39, every two as likely, for nobody chose by what they were.


def trump_and_load(view):
    """0 for leading the last trick but one with a trump and an ace or three of a side suit, the upcard being gone."""
    if view.tricks != 18 or view.led >= 0 or (view.hand | view.shown) >> view.upcard & 1:
        return -1
    trumps = 0
    loads = 0
    for k in range(2):
        if suit(view.moves[k]) == view.trump:
            trumps += 1
        elif points(view.moves[k]) >= 10:
            loads += 1
    return 0 if trumps == 1 and loads == 1 else -1


def trump_or_load(view, k):
    """Leads the trump (k = 0) or the load (1)."""
    for m in range(2):
        if (suit(view.moves[m]) == view.trump) == (k == 0):
            return m
    return -1


@cache
def expected_gain():
    """The mean difference in points between leading the trump and leading the load, over all such cards."""
    pack = oracle.all_cards()
    trumps = [card for card in pack if card[1] == "B"]
    # By symmetry one side suit stands for all three.
    total = ways = 0
    for trump in trumps:
        for load in ("AC", "3C"):
            for two in combinations([card for card in pack if card not in (trump, load)], 2):
                # Any other trump that is in nobody's hand may be the upcard.
                upcards = len(trumps) - 1 - sum(card in trumps for card in two)
                for answer, last in (two, two[::-1]):
                    first = taken_by_leader(trump, answer, load, last) - taken_by_leader(load, answer, trump, last)
                    total += upcards * 2 * first  # what one gains the other loses
                ways += 2 * upcards
    return total / ways


@cache
def taken_by_leader(card, answer, mine, theirs):
    """The points that the leader takes in the last two tricks, batons being trump."""
    wins = oracle.trick_winner([card, answer], "B") == 0
    last = oracle.trick_winner([mine, theirs] if wins else [theirs, mine], "B") == (0 if wins else 1)
    return wins * (oracle.card_points(card) + oracle.card_points(answer)) + last * (
        oracle.card_points(mine) + oracle.card_points(theirs)
    )


def test_an_estimate_covers_the_expectation_it_estimates():
    contest = match.contest("random_card", "random_card", seed=9)
    fork = Fork(trump_and_load, trump_or_load, ("trump", "load"), 1)
    whole = fork.play(contest, 150_000).gain("trump", "load")
    assert whole.decisions > 2500 and abs(whole.mean - expected_gain()) < 4 * whole.error
    assert whole.error < abs(expected_gain()) / 4, "an estimate of 0 would not do"
    hits, runs = 0, 50
    for run in range(runs):
        gain = fork.play(contest, 3000, first=3000 * run, jobs=1).gain("trump", "load")
        hits += gain.low <= expected_gain() <= gain.high
    assert 41 <= hits  # 47.5 expected; fewer than 41 once in 4,000


def first_suit_or_other(view, k):
    """Leads the ace of the lower suit (k = 0) or of the higher one (1), where there are two of side suits."""
    seen = 0
    for m in range(view.n_moves):
        if points(view.moves[m]) == 11 and suit(view.moves[m]) != view.trump:
            if seen == k:
                return m
            seen += 1
    return -1


def two_aces(view):
    """0 for leading at the start of a game with two aces of side suits."""
    return 0 if view.tricks == 0 and view.led < 0 and first_suit_or_other(view, 1) >= 0 else -1


def test_suits_are_all_alike():
    contest = match.contest("random_card", "random_card", seed=10)
    gain = Fork(two_aces, first_suit_or_other, ("lower", "higher"), 1).play(contest, 200_000).gain("lower", "higher")
    assert gain.decisions > 1500 and abs(gain.mean) < 4 * gain.error < 10


def test_cards_have_the_names_of_the_oracle():
    assert all(points(number) == oracle.card_points(card) for card, number in NUMBER.items())
    assert clusters.column(3, OWN) == OWN

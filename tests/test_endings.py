"""Do the players of the last tricks agree with a search that knows no shortcut?"""

import random

import pytest
from numba import njit

from analyzer.cards import beats, points
from analyzer.endings import WIN, best_ending, best_last_draw

PACK = [suit << 4 | strength for suit in range(4) for strength in range(10)]
COMPILED = njit(best_ending)
COMPILED_LAST_DRAW = njit(best_last_draw)


def mask(cards):
    return sum(1 << card for card in cards)


def outcome(hands, table, turn, trump, score):
    """(win, draw or loss; margin) for side 0 if both want first to win, then points: every way to play is tried."""
    if not hands[0] and not hands[1] and not table:
        margin = score[0] - score[1]
        return (margin > 0) - (margin < 0), margin
    pick = max if turn == 0 else min
    return pick(outcome(*played(hands, table, turn, trump, score, card)) for card in hands[turn])


def played(hands, table, turn, trump, score, card):
    """The position after `card`, in the same five parts."""
    hands = [hand - {card} for hand in hands]
    if not table:
        return hands, (card,), 1 - turn, trump, score
    winner = turn if beats(card, table[0], trump) else 1 - turn
    taken = points(card) + points(table[0])
    score = [score[side] + taken * (side == winner) for side in range(2)]
    return hands, (), winner, trump, score


def position(chance):
    """A random ending: one to three cards a side, led or not, the other points split at random or nearly evenly."""
    tricks = chance.choice((1, 2, 3, 3))
    cards = chance.sample(PACK, 2 * tricks)
    led = chance.choice((None, cards[-1]))
    hands = [set(cards[:tricks]), set(cards[tricks:]) - {led}]
    gone = 120 - sum(map(points, cards))
    mine = chance.choice((chance.randint(0, gone), gone // 2))
    return hands, () if led is None else (led,), 0, chance.randrange(4), [mine, gone - mine]


def arguments(hands, table, turn, trump, score):
    return mask(hands[0]), mask(hands[1]), table[0] if table else -1, trump


@pytest.mark.parametrize("play", [best_ending, COMPILED], ids=["python", "compiled"])
def test_no_card_does_better(play):
    chance = random.Random(61)
    for _ in range(600):
        place = position(chance)
        hands = place[0]
        card = play(*arguments(*place))
        assert card in hands[0], place
        assert outcome(*played(*place, card)) == outcome(*place), place


def test_both_ways_of_running_give_the_same_card():
    chance = random.Random(120)
    for _ in range(600):
        place = position(chance)
        assert best_ending(*arguments(*place)) == COMPILED(*arguments(*place)), place


def test_the_lowest_of_equal_cards():
    coppe_two, coppe_four, denari_two, denari_four, bastoni = 0x00, 0x01, 0x10, 0x11, 3
    assert best_ending(mask([coppe_two, coppe_four]), mask([denari_two, denari_four]), -1, bastoni) == coppe_two


def test_give_the_three_to_catch_the_ace():
    """A two is led by the holder of coppe's ace: trumping it would leave my three of coppe to be led into that ace."""
    coppe_three, coppe_ace, denari_two, bastoni_four, bastoni = 0x08, 0x09, 0x10, 0x31, 3
    assert best_ending(mask([coppe_three, bastoni_four]), mask([coppe_ace]), denari_two, bastoni) == coppe_three


def worth(hands, table, turn, trump, score, drawn):
    """What a deal is worth to side 0 with the last two cards, `drawn`, still to be taken by winner and loser."""
    if hands[0] and not table and len(hands[0]) == len(hands[1]) == 2:
        hands = [hands[side] | {drawn[side != turn]} for side in range(2)]
        win, margin = outcome(hands, (), turn, trump, score)
        return win * WIN + margin
    pick = max if turn == 0 else min
    return pick(worth(*played(hands, table, turn, trump, score, card), drawn) for card in hands[turn])


def last_draw(chance):
    """A random position before the last draw: my hand, the cards not seen, and a card known to be the opponent's."""
    cards = chance.sample(PACK, 8)
    trump = cards[7] >> 4
    mine, unseen, led = set(cards[:3]), set(cards[3:7]), None
    if chance.random() < 0.5:
        led = chance.choice(cards[3:7])
        unseen.remove(led)
    shown = {min(unseen)} if chance.random() < 0.2 else set()
    gone = 120 - sum(map(points, cards))
    taken = chance.choice((chance.randint(0, gone), gone // 2))
    return mine, unseen - shown, shown, led, trump, cards[7], [taken, gone - taken]


def counted_out(place, card):
    """What `card` is worth over all the cards that may lie face down."""
    mine, unseen, shown, led, trump, upcard, score = place
    table = () if led is None else (led,)
    total = 0
    for hidden in unseen:
        now = [mine, unseen - {hidden} | shown], table, 0, trump, score
        total += worth(*played(*now, card), (hidden, upcard))
    return total


@pytest.mark.parametrize("play", [best_last_draw, COMPILED_LAST_DRAW], ids=["python", "compiled"])
def test_before_the_last_draw(play):
    chance = random.Random(17)
    for _ in range(60):
        mine, unseen, shown, led, trump, upcard, score = place = last_draw(chance)
        best = max(sorted(mine), key=lambda card: counted_out(place, card))
        led = -1 if led is None else led
        assert play(mask(mine), mask(unseen), mask(shown), led, trump, upcard, score[0] - score[1]) == best, place

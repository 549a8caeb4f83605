"""Kinds of cards led, stages of the stock, opening hands: are decisions told apart as a person would at the table?"""

from types import SimpleNamespace

import pytest

from analyzer import match, openings, tables
from analyzer.briscola import points, strength, suit
from analyzer.fork import Fork
from analyzer.lab import Lab
from analyzer.leads import (
    FIGURE,
    KINDS,
    LOAD,
    LOW,
    LOW_TRUMP,
    SAFE,
    STAGES,
    TRUMP_FIGURE,
    TRUMP_LOAD,
    lead_of_kind,
    lead_stage,
)
from analyzer.openings import AXES, BUCKETS, SIZES, opening

PACK = 0x03FF_03FF_03FF_03FF
TWO, FOUR, SIX, JACK, KING, THREE, ACE = 0, 1, 3, 5, 7, 8, 9
COPPE, DENARI, SPADE, BASTONI = range(4)


def card(suit, rank):
    return suit << 4 | rank


def view(*hand, trump=COPPE, stock=20, led=-1, gone=(), upcard=None, **more):
    """What a player at a table of two may know of a hand, as far as leads go."""
    upcard = card(trump, SIX) if upcard is None else upcard
    mask = sum(1 << each for each in hand)
    seen = sum(1 << each for each in gone)
    return SimpleNamespace(
        moves=tuple(sorted(hand)),
        n_moves=len(hand),
        hand=mask,
        trump=trump,
        stock=stock,
        led=led,
        pack=PACK,
        unplayed=PACK & ~seen,
        on_table=0,
        partner_cards=(0, 0),
        upcard=upcard,
        players=2,
        tricks=0,
        swapper=-1,
        seat=0,
        **more,
    )


@pytest.mark.parametrize(
    ("hand", "kind", "chosen"),
    [
        ((card(DENARI, FOUR), card(SPADE, TWO), card(SPADE, KING)), LOW, card(SPADE, TWO)),
        ((card(DENARI, KING), card(SPADE, JACK), card(SPADE, ACE)), FIGURE, card(SPADE, JACK)),
        ((card(DENARI, ACE), card(SPADE, THREE), card(SPADE, TWO)), LOAD, card(SPADE, THREE)),
        ((card(COPPE, TWO), card(COPPE, FOUR), card(SPADE, TWO)), LOW_TRUMP, card(COPPE, TWO)),
        ((card(COPPE, KING), card(COPPE, ACE), card(SPADE, TWO)), TRUMP_FIGURE, card(COPPE, KING)),
        ((card(COPPE, KING), card(COPPE, ACE), card(COPPE, THREE)), TRUMP_LOAD, card(COPPE, THREE)),
    ],
)
def test_the_cheapest_card_of_a_kind_is_led(hand, kind, chosen):
    seen = view(*hand)
    assert seen.moves[lead_of_kind(seen, kind)] == chosen
    assert lead_of_kind(seen, SAFE) == -1, "ace and three of every suit may still be about"
    held = {k for k in range(len(KINDS)) if lead_of_kind(seen, k) >= 0}
    assert kind in held and len(held) <= 3


def test_a_low_card_is_safe_once_both_loads_of_its_suit_are_gone_or_mine():
    hand = (card(SPADE, TWO), card(SPADE, ACE), card(DENARI, FOUR))
    assert lead_of_kind(view(*hand), SAFE) == -1
    seen = view(*hand, gone=[card(SPADE, THREE)])
    assert seen.moves[lead_of_kind(seen, SAFE)] == card(SPADE, TWO)
    assert seen.moves[lead_of_kind(seen, LOW)] == card(DENARI, FOUR)


def test_stages_are_thirds_of_the_stock_at_every_table():
    hand = (card(SPADE, TWO), card(SPADE, ACE), card(DENARI, FOUR))
    stages = {stock: lead_stage(view(*hand, stock=stock)) for stock in range(34, -1, -2)}
    assert [stock for stock, stage in stages.items() if stage == 0] == [34, 32, 30, 28, 26, 24]
    assert [stock for stock, stage in stages.items() if stage == 1] == [22, 20, 18, 16, 14, 12]
    assert [stock for stock, stage in stages.items() if stage == 3] == [0]
    assert lead_stage(view(*hand, led=card(SPADE, KING))) == -1
    assert len(STAGES) == 4
    forked = Lab(50).fork(Fork(lead_stage, lead_of_kind, KINDS, 4), match.contest("lowest", "lowest", players=4))
    assert all(count > 0 for count in forked.decisions[:3])


def test_every_lead_with_a_choice_is_branched():
    forked = Lab(50).fork(Fork(lead_stage, lead_of_kind, KINDS, 4), match.contest("lowest", "lowest"))
    assert forked.decisions == [50 * 6, 50 * 6, 50 * 5, 50 * 2]  # the last card is no choice
    assert sum(forked.decisions) == 50 * 19


def by_hand(cards, trump, leads):
    """The class of a hand on each axis, written once more."""
    trumps = [each for each in cards if suit(each) == trump]
    worth = sum(points(each) for each in cards)
    rich = sum(worth > most for most in (1, 4, 9, 13, 19))
    best = max((strength(each) for each in trumps), default=-1)
    highest = 0 if best < 0 else 1 if best < JACK else 2 if best < THREE else 3
    return len(trumps), rich, highest, 0 if leads else 1


def number(classes):
    """The number of a bucket."""
    found = 0
    for size, place in zip(SIZES, classes, strict=True):
        found = found * size + place
    return found


def test_an_opening_hand_has_the_bucket_of_its_classes():
    hand = (card(COPPE, KING), card(DENARI, ACE), card(COPPE, TWO))
    assert opening(view(*hand)) == number(by_hand(hand, COPPE, True)) == number((2, 4, 2, 0))
    assert opening(view(*hand, led=card(SPADE, TWO))) == number((2, 4, 2, 1))
    later = view(*hand)
    later.tricks = 1
    assert opening(later) == -1
    swapped = view(*hand)
    swapped.swapper = 0
    assert opening(swapped) == -1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_and_what_came_of_them_are_those_of_the_deals(players):
    # Once more in plain Python: the hands from the deck, what came of them from the games themselves.
    deals, rows = 120, []
    table = tables.table(players=players)
    hands = openings.deal(Lab(deals, seed=9), ["spend_trump"], players)
    Lab(deals, seed=9).duel("spend_trump", "spend_trump", players=players, each=lambda n, seen: rows.append(seen[:, 0]))
    dealt, won, state, at = [0] * BUCKETS, [0] * BUCKETS, table.state()[0], 0
    for chunk in rows:
        for row in chunk:
            table.module.deal(state, 9, at)
            for seat in range(players):
                held = [each for each in range(64) if int(state.hands[seat]) >> each & 1]
                bucket = number(by_hand(held, int(state.trump), seat == 0))
                dealt[bucket] += 1
                won[bucket] += int(row[table.module.RESULT, table.columns[seat]])
            at += 1
    assert hands.forked.decisions == dealt
    own = len(hands.forked.options)  # the column of what they play themselves
    assert hands.forked.sums.totals[0, :, own].tolist() == won
    whole = hands.score(range(BUCKETS))
    assert whole.mean == pytest.approx(hands.par)


def test_classes_part_the_hands():
    hands = openings.deal(Lab(60), ["lowest"], 2)
    for axis, classes in AXES.items():
        parts = [hands.by_class[axis, words] for words in classes]
        assert sorted(bucket for part in parts for bucket in part) == list(range(BUCKETS))
        assert sum(hands.share(part) for part in parts) == pytest.approx(1)
    no_trump = hands.share(hands.by_class["trumps", "no trump"])
    assert abs(no_trump - 4060 / 9139) < 0.2, "C(30, 3) of C(39, 3), the upcard being a trump"

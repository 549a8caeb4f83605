"""Does the maestro of Burraco do what its prices say, count right what a card could become, and win by it?"""

import random

import pytest
from burraco_by_hand import BURRACO, play, sit_down, steps, text

from analyzer import burraco, compare, match, roster
from analyzer.burraco import ACE, KING, TAKEN, TWO, UNTAKEN, is_wild
from analyzer.compiled import load
from analyzer.double_pack import KINDS, parse_cards, put
from analyzer.referee import Referee

MATCH = match.contest("meld_all", "random_move", game="burraco")
MAESTRO = load(roster.find("maestro", "burraco"))


def seen(state):
    """What the seat to act sees."""
    referee = Referee(MATCH)
    burraco.look(state, referee.view)
    return referee.sealed_view()


def answer(state, **values):
    """What the maestro does, in words."""
    return steps(state)[MAESTRO.choose(seen(state), **values)]


def turn(state):
    """What the maestro does until the turn or the hand is over, in words."""
    seat = int(state.turn)
    said = []
    while state.turn == seat and not burraco.over(state):
        said.append(answer(state))
        play(state, said[-1])
    return said


def drawing(hand, pile="Kc", mine="", theirs="", **table):
    """Seat 0 is to draw."""
    return sit_down([hand, *table.pop("others", ())], (mine, theirs), pile, **table)


def melding(hand, mine="", drawn="4c", **table):
    """Seat 0 has drawn a card."""
    state = drawing(hand, mine=mine, stock=drawn, **table)
    play(state, "stock")
    return state


def discarding(hand, drawn, mine="", **table):
    """Seat 0 has drawn a card, melds nothing and is to discard."""
    state = melding(hand, mine, drawn, **table)
    play(state, "stop")
    return state


# What it does


def test_it_takes_a_pile_that_holds_a_wild_or_many_cards_that_fit():
    assert answer(drawing("3h 6d 8c Ts Kd 5s 9h", "4s Qh JK")) == "pile"
    assert answer(drawing("3h 6d 8c Ts Kd 5s 9h", "4s Qh Jc")) == "stock"
    assert answer(drawing("3h 6d 8c Ts Kd 5s 9h", "9c 6h 7h 8h", mine="3h 4h 5h")) == "pile"


def test_it_leaves_a_pile_when_it_can_run_out_without():
    table = {"mine": "5h 6h 7h / 9c Tc Jc"}
    assert answer(drawing("8h 9h", "Kd 4s Qh", **table)) == "stock"


def test_it_is_told_to_like_the_pile_more_or_less():
    state = drawing("3h 6d 8c Ts Kd 5s 9h", "4s Qh Jc")
    assert answer(state, pile=1000.0) == "pile"
    state = drawing("3h 6d 8c Ts Kd 5s 9h", "4s Qh JK")
    assert answer(state, pile=-1000.0) == "stock"


def test_it_goes_directly_for_the_pozzetto_when_all_its_cards_can_be_laid():
    state = melding("8h Jh JK", "5h 6h 7h", "9h", pozzetti=("3s 4d 6c 8d Ts Qc Kd 9s 5c 7d Jd", UNTAKEN))
    while state.pozzetto[0] == UNTAKEN:
        said = answer(state)
        assert said != "stop"
        play(state, said)
    assert state.hands[0].n == 11
    assert state.turn == 0


def test_it_runs_out_by_the_discard_when_one_card_is_left_over():
    state = melding("8h 9h", "5h 6h 7h", "Kd")
    assert turn(state)[-1] == "discard Kd"
    assert state.pozzetto[0] == TAKEN


def test_it_closes_when_it_can():
    state = melding("Th Jh", BURRACO, "Kd", pozzetti=(TAKEN, UNTAKEN), others=("", "3d 4s", ""))
    assert turn(state)[-1].startswith("discard")
    assert burraco.over(state)
    assert state.closer == 0


def test_it_completes_a_burraco():
    state = melding("9h Kd 3s 5c", "3h 4h 5h 6h 7h 8h", "Jc")
    assert answer(state) == "add 9h to 0"


def test_it_lays_a_natural_before_a_wild():
    state = melding("9h JK Kd 3s 5c 6d", "5h 6h 7h 8h", "Jc")
    assert answer(state) == "add 9h to 0"


def test_it_does_not_dirty_a_clean_six():
    state = melding("JK Kd 3s 5c 6d Qs", "3h 4h 5h 6h 7h 8h", "Jc")
    assert answer(state) == "stop"


def test_it_may_be_told_that_wilds_are_cheap():
    state = melding("JK Kd 3s 5c 6d Qs", "3h 4h 5h 6h 7h 8h", "Jc")
    assert answer(state, wild=-500.0) != "stop"


def test_it_does_not_throw_the_seventh_card_of_a_burraco():
    table = {"theirs": "3h 4h 5h 6h 7h 8h"}
    state = discarding("9h Kd", "Qs", **table)
    assert answer(state) != "discard 9h"
    assert answer(discarding("9h Kd Ks", "Kc", **table)) != "discard 9h"
    assert answer(discarding("9h Kd Ks", "Qs", **table), fear=-1.0) == "discard 9h"


def test_it_keeps_wilds_and_pairs():
    assert answer(discarding("JK 9d 9s 5d 6d", "Qc")) == "discard Qc"
    assert answer(discarding("2d 9d 9s 5d 6d", "Qc")) == "discard Qc"


def test_it_does_not_throw_what_goes_with_cards_the_next_player_took():
    state = discarding("Kd 7s 3c Jh", "Qs", others=("3h 3d Td", "", ""))
    assert answer(state) == "discard 3c"
    for card in parse_cards("3h 3d"):
        put(state.known[1], card)
    assert answer(state) != "discard 3c"


# What a card could become: counted once more, card by card


def copies(cards, card):
    """How many copies of a card are among those of a record."""
    return (cards.has >> card & 1) + (cards.twice >> card & 1)


def in_sequence(*cards):
    """Could three cards of a suit lie in sequence?"""
    return any(
        sorted(at) == list(range(min(at), min(at) + 3))
        for at in ([a, b, c] for a in high(cards[0]) for b in high(cards[1]) for c in high(cards[2]))
    )


def high(card):
    """The places of a card."""
    return (card & 15, KING + 1) if card & 15 == ACE else (card & 15,)


def naturals(cards):
    """The cards of a record that are not wild, one copy each."""
    return [card for card in KINDS if card and card & 15 != TWO and cards.has >> card & 1]


def views(deals):
    """What players see who are to discard."""
    referee = Referee(MATCH)
    found = []

    def note(state, index, forced):
        if not forced and state.phase == burraco.DISCARDING:
            burraco.look(state, referee.view)
            found.append(referee.sealed_view())

    for number in range(deals):
        referee.play(number, number % 2, note)
    return random.Random(1).sample(found, min(len(found), 60))


def test_the_cards_that_would_make_a_run_or_a_set_are_counted():
    counted = 0
    for view in views(6):
        for card in naturals(view.hand):
            others = [other for other in naturals(view.hand) if other >> 4 == card >> 4 and other != card]
            runs = sum(
                copies(view.unseen, new)
                for new in KINDS
                if new and new >> 4 == card >> 4 and new != card and new not in others
                if any(in_sequence(card, other, new) for other in others)
            )
            if card & 15 != ACE:  # which is taken to lie above the king
                assert MAESTRO.run_outs(view, card) == runs, text(card)
            alike = sum(copies(view.hand, suit << 4 | card & 15) for suit in range(4))
            sets = sum(copies(view.unseen, suit << 4 | card & 15) for suit in range(4))
            able = alike > 1 and not view.set_ranks[0] >> (card & 15) & 1
            assert MAESTRO.set_outs(view, card) == (sets if able else 0), text(card)
            counted += runs + sets
    assert counted > 500


def test_a_plan_lays_whole_melds_and_leaves_the_rest():
    view = seen(melding("9h Jh Qh Kh 4d 4s 4c 7s 7d 2c JK", "5h 6h 7h 8h", "9s"))
    worth, has, twice, room = MAESTRO.plan(view, view.hand.has, view.hand.twice, 0, 0.0)
    assert [text(card) for card in KINDS if card and has >> card & 1] == ["7d", "7s", "9s"]
    assert (twice, room) == (0, 3)
    assert worth > 0
    assert not any(is_wild(card) for card in KINDS if card and has >> card & 1)


# What it wins


@pytest.mark.parametrize(
    ("rules", "floor"), [("seed", 160), ("fibur_it", 130), ("fitab", 130), ("fibur_int", 40), ("shared_stock=on", 160)]
)
def test_it_beats_the_plain_player_by_every_code(rules, floor):
    facts = compare("maestro", "meld_all", game="burraco", deals=2000, rules=rules).facts
    assert facts["margin"]["low"] > floor


@pytest.mark.parametrize("name", sorted(set(roster.names("burraco")) - {"maestro"}))
def test_nobody_beats_it(name):
    facts = compare("maestro", name, game="burraco", deals=1000).facts
    assert facts["margin"]["low"] > 0


def test_it_wins_matches():
    assert compare("maestro", "meld_all", game="burraco", deals=200, match="full").facts["score"]["low"] > 0.6

"""Does the engine see the decision about a trump as a person would who reads the cards by name?"""

import pytest

from analyzer import match, trumping
from analyzer.cards import name
from analyzer.match import referee
from analyzer.trump_cells import AXES

ORDER = "24567JQK3A"
WORTH = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def cards(mask):
    return [name(card) for card in range(64) if mask >> card & 1 and card & 15 < 10]


def worth(card):
    return WORTH.get(card[0], 0)


def price(card, trump):
    return 3 * worth(card) + ORDER.index(card[0]) + 15 * (card[1] == trump)


def by_name(view):
    """The decision as a person sees it: (place, stage, column, worth, trumps out), or None."""
    hand = [name(card) for card in view.moves]
    trump = "CDSB"[view.trump]
    if view.led < 0 or name(view.led)[1] == trump:
        return None
    best = name(view.winning)

    def takes(card):
        if card[1] == best[1]:
            return ORDER.index(card[0]) > ORDER.index(best[0])
        return card[1] == trump

    trumps = sorted((card for card in hand if card[1] == trump and takes(card)), key=lambda card: ORDER.index(card[0]))
    suited = [card for card in hand if card[1] != trump and takes(card)]
    losers = sorted((card for card in hand if not takes(card)), key=lambda card: price(card, trump))
    if not trumps or not (suited or losers):
        return None
    two = view.players == 2
    if two:
        stage = 0 if view.stock > 17 else 1 if view.stock > 2 else 2 if view.stock else 3
    else:
        stage = 0 if view.stock > 4 else 1 if view.stock else 2
    kinds = {**dict.fromkeys("24567", 0), **dict.fromkeys("JQK", 1), "3": 2, "A": 2}
    column = 4 if suited else 3 if worth(losers[0]) >= 10 else kinds[trumps[0][0]]
    known = cards(view.unplayed & ~view.hand)  # neither gone nor mine
    out = sum(card[1] == trump for card in known) - (view.stock > 0)
    steps = AXES[view.players].worths
    points = max(k for k, least in enumerate(steps) if view.table_points >= least)
    friend = (view.winner - view.seat) % 2 == 0
    place = 0 if two or view.on_table == 1 else (1 if view.on_table == 2 else 3) + friend
    return place, stage, column, points, (0 if out < 3 else 1 if out < 5 else 2) if two else 0


@pytest.mark.parametrize("players", [2, 4])
def test_cells_are_those_of_a_person_who_reads_cards(players):
    contest = match.contest("random_card", "spend_trump", players=players, seed=5)
    judge, axes, seen = referee.Referee(contest), AXES[players], set()

    def watch(state, index, forced):
        if forced:
            return
        view = judge.sealed_view()
        told = by_name(view)
        cell = trumping.trump_cell(view)
        assert (cell >= 0) == (told is not None) == bool(trumping.may_trump(view))
        if told:
            *at, about = told
            assert cell == axes.bucket(type(axes.cells[0])(*at), about), told
            seen.add(cell)
            plain = name(view.moves[trumping.plainest(view)])
            assert plain[1] != "CDSB"[view.trump] or view.winning >> 4 == view.trump
            for own in range(view.n_moves):
                spent, kept = trumping.with_trump(view, own), trumping.without_trump(view, own)
                assert trumping.takes_with_trump(view, spent) and not trumping.takes_with_trump(view, kept)
                assert own in (spent, kept), "one of the two is what he does himself"

    for number in range(150):
        judge.play(number, number % 2, watch)
    assert len(seen) > 100


def test_whoever_may_swap_does_that_first():
    rules = ["trump_swap=two"]
    contest = match.contest("spend_trump", "spend_trump", rules=rules, seed=5)
    judge, swaps = referee.Referee(contest), 0

    def watch(state, index, forced):
        nonlocal swaps
        view = judge.sealed_view() if not forced else None
        if view and view.moves[view.n_moves - 1] == 64:
            swaps += 1
            assert not trumping.may_trump(view)

    for number in range(100):
        judge.play(number, 0, watch)
    assert swaps


def test_every_cell_has_a_number_of_its_own():
    for players, numbers in ((2, 4 * 5 * 3 * 6), (4, 5 * 3 * 5 * 5)):
        assert AXES[players].buckets == numbers
    assert trumping.COLUMNS == len(AXES[2].columns)
    assert AXES[2].worths[1:] == trumping.WORTH_OF_TWO and AXES[4].worths[1:] == trumping.WORTH_OF_FOUR

"""Laws of the view at a table of Burraco: it tells a seat nothing it may not know, and nothing left from before."""

import random
from collections import Counter

import numpy as np
import pytest
from burraco_by_hand import look, play, sit_down, text
from burraco_record import cards, record, whole
from every_table import judge
from test_laws_burraco import RULES, stock_of

from analyzer import burraco
from analyzer.burraco import RESERVED, TAKEN, VIEW
from analyzer.double_pack import PACK, clear, put
from analyzer.records import blank

EVERY_HOW_MANIETH = 5


def positions(rules, games, form="single", seed=81):
    """Some of the states, as whole records, and the views there, of random games."""
    for number in range(games):
        for k, (state, view, _) in enumerate(record(number, RULES[rules], form, seed)):
            if view is not None and k % EVERY_HOW_MANIETH == number % EVERY_HOW_MANIETH:
                yield whole(state), view


def redraw(states, chance):
    """A copy in which the cards that the seat to act cannot know are dealt anew: to hands, pozzetti and stock."""
    other = states.copy().view(np.recarray)
    state, me = other[0], int(states[0].turn)
    known = [cards(state.known[seat]) for seat in range(4)]
    hidden = Counter(PACK) - Counter(cards(state.open_cards[0])) - Counter(cards(state.hands[me]))
    for seat in range(4):
        if seat != me:
            hidden -= Counter(known[seat])
    spare = list(hidden.elements())
    chance.shuffle(spare)
    for seat in range(4):
        if seat != me:
            unknown = int(state.hands[seat].n) - len(known[seat])
            clear(state.hands[seat])
            for card in [*known[seat], *(spare.pop() for _ in range(unknown))]:
                put(state.hands[seat], card)
    for place in hidden_places(state):
        state.deck[place] = spare.pop()
    assert not spare, "and no other card is hidden"
    return other


def hidden_places(state):
    """Where in the deck the pozzetti lie that nobody has taken, and the stock."""
    boxes = [44 + 11 * side + k for side in range(2) if state.pozzetto[side] != TAKEN for k in range(11)]
    if state.shared_stock:
        return [*boxes, *range(int(state.next_card), 108)]
    first = 66 + int(state.initial_upcard)
    lanes = [list(range(first + seat, 108, 4)) for seat in range(4)]
    gone = zip(lanes, state.drawn.tolist(), state.lent.tolist(), strict=True)
    return boxes + [place for lane, drawn, lent in gone for place in lane[drawn : len(lane) - lent]]


@pytest.mark.parametrize("rules", RULES)
def test_cards_a_seat_cannot_see_leave_no_trace_in_its_view(rules):
    chance = random.Random(81)
    tried = changed = 0
    for states, _ in positions(rules, 4):
        other = redraw(states, chance)
        assert len(stock_of(other[0])) == states[0].stock
        tried += 1
        changed += other.tobytes() != states.tobytes()
        assert look(other[0]).tobytes() == look(states[0]).tobytes()
        burraco.find_steps(other[0])
        assert other[0].moves[: other[0].n_moves].tolist() == states[0].moves[: states[0].n_moves].tolist()
    assert changed > tried * 0.9 > 50


@pytest.mark.parametrize("rules", RULES)
def test_all_cards_are_accounted_for_in_a_view(rules):
    for states, seen in positions(rules, 4):
        state, me = states[0], int(states[0].turn)
        for view in (seen, look(state)):
            assert view.seat == me and cards(view.hand) == cards(state.hands[me])
            assert view.cards[: view.hand.n].tolist() == cards(view.hand)
            melds = [*view.mine[: view.n_mine], *view.theirs[: view.n_theirs]]
            on_table = view.pile[: view.n_pile].tolist() + [card for laid in melds for card in cards(laid)]
            assert sorted([*cards(view.unseen), *on_table, *cards(view.hand)]) == sorted(PACK)
            assert view.unseen.n == len(cards(view.unseen)) and view.n_moves == state.n_moves
            assert view.hands.sum() + view.stock + 11 * sum(view.pozzetto != TAKEN) + len(on_table) == 108
            for k in range(4):
                other = state.hands[(me + k) % 4]
                assert view.hands[k] == other.n
                assert not Counter(cards(view.known[k])) - Counter(cards(other))


@pytest.mark.parametrize("rules", RULES)
def test_what_is_known_is_what_all_saw_taken_and_not_shown_since(rules):
    for number in range(4):
        known, hand, before = [Counter() for _ in range(4)], 0, None
        for state, view, index in record(number, RULES[rules] | {"max_hands": "2"}, "full", 83):
            if state.hands_dealt != hand:
                known, hand = [Counter() for _ in range(4)], int(state.hands_dealt)
            if view is None:
                break
            assert [sorted(each.elements()) for each in known] == [cards(each) for each in state.known]
            seat, step = int(state.turn), state["moves"][index].tolist()
            if step[0] == burraco.TAKE_PILE:
                known[seat].update(state.pile[: state.n_pile].tolist())
            known[seat] -= Counter(card for card in step[2:5] if card >= 0)
            before = step
        assert before is not None


@pytest.mark.parametrize("rules", RULES)
def test_a_look_changes_nothing_and_leaves_nothing_of_an_earlier_one(rules):
    """The seats share one view: whatever stayed in it would be what somebody else had."""
    used = blank(VIEW)[0]
    for states, seen in positions(rules, 3, "single", 84):
        before = states.tobytes()
        burraco.look(states[0], used)
        fresh = look(states[0])
        assert states.tobytes() == before
        for field in seen.dtype.names:
            one, other, third = (np.atleast_1d(view[field]).tolist() for view in (fresh, used, seen))
            assert one == other, field
            assert one[: len(third)] == third, field


def test_what_is_public_is_the_same_in_every_view():
    for states, seen in positions("seed", 2, "single", 85):
        assert look(states[0])["public"].tobytes() == states["public"].tobytes()
        for field in VIEW["public"].names:
            assert np.array_equal(seen[field], states[0][field])


def test_a_strategy_in_plain_python_cannot_change_anything():
    referee = judge(("random_move", "random_move"), game="burraco")

    def only_plain(thing):
        if isinstance(thing, tuple):
            return all(map(only_plain, thing))
        return type(thing) is int

    def watch(state, index, forced):
        if not forced:
            sealed = referee.sealed_view()
            assert only_plain(sealed)
            assert len(sealed.moves) == state.n_moves and len(sealed.mine) == state.n_melds[state.turn & 1]
            assert len(sealed.pile) == state.n_pile

    referee.play(2, 0, watch)


def test_a_view_shares_no_memory_with_the_state():
    state = sit_down(["3h 4h 5h Kd"], melds=("7c 8c 9c", "Qd Qh Qs"), stock="4s")
    play(state, "stock")
    view = blank(VIEW)
    burraco.look(state, view[0])
    before = state.tobytes()
    view.view(np.ndarray).view(np.uint8)[:] = 0x5A
    assert state.tobytes() == before


def test_a_reserved_pozzetto_is_seen_as_that():
    state = sit_down(["3h 4h 5h", "", "8c 9d"], stock="2s Ks 6h", pozzetto_indirect="next_turn")
    play(state, "stock", "open 3h 4h 5h", "stop", "discard 2s")
    view = look(state)
    assert view.pozzetto.tolist()[1] == RESERVED and view.hands.tolist() == [11, 2, 11, 0]
    assert text(int(view.last_discard[3])) == "2s"

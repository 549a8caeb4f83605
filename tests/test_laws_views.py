"""Laws of the view: it tells a seat nothing that it may not know, all that it may, and nothing left from before.

The views of Burraco are looked at in test_laws_views_burraco.
"""

import random

import numpy as np
import pytest
from every_table import OPTIONS, cards_in, game_at, held, look, positions

from analyzer import briscola, chiamata
from analyzer.bits import count
from analyzer.tables import GAMES

TALK = [
    (4, {"rules": ["partner_peek=first"]}),
    (4, {"rules": ["partner_peek=last3", "signals=on"]}),
    (4, {"rules": ["partner_peek=first", "signals=on", "trump_swap=two"]}),
    (6, {"rules": ["signals=on", "hand_size=5"]}),
]
SWAPS = [
    (players, {"rules": [f"trump_swap={swap}"]})
    for players, swap in [(2, "two"), (2, "seven"), (3, "two"), (3, "seven"), (4, "two"), (4, "seven"), (6, "seven")]
]
EVERYWHERE = [(players, options) for players in OPTIONS for options in OPTIONS[players]] + TALK + SWAPS
FIGURES = 0b11_1110_0000  # J Q K 3 A of a suit
LOADS = 0x0300_0300_0300_0300


def told(state, seat):
    """What a partner with these cards tells the others about them: his high trumps, and has he an ace or a three?"""
    hand, trumps = int(state.hands[seat]), 0x3FF << 16 * int(state.trump)
    return hand & FIGURES << 16 * int(state.trump), hand & LOADS & ~trumps != 0


def redraw(states, players, chance):
    """A copy in which the cards that the seat to act cannot know are dealt anew, to the other hands and the stock.

    The seats that whisper keep what they have told.  In Chiamata the hidden partner is whoever now holds the card.
    """
    me = int(states[0].turn)
    hidden = int(look(players, states[0])[0].unseen)
    friends = []
    if players in (4, 6) and states[0].signals and states[0].tricks:
        friends = [seat for seat in range(players) if seat % 2 == me % 2 and seat != me]
    while True:
        other = states.copy()
        deal_anew(other[0], states[0], me, hidden, chance)
        if all(told(other[0], seat) == told(states[0], seat) for seat in friends):
            return other


def deal_anew(state, before, me, hidden, chance):
    """Deal the hidden cards to the others, as many to each as before, and the rest to the stock."""
    cards = cards_in(hidden)
    chance.shuffle(cards)
    for seat in range(int(state.players)):
        if seat != me:
            hand = int(state.hands[seat])
            lost = count(hand & hidden)
            state.hands[seat] = hand & ~hidden | sum(1 << cards.pop() for _ in range(lost))
    if state.players == 5:
        if state.called >= 0 and hidden >> int(state.called) & 1:
            for seat in range(5):
                holds = int(state.hands[seat]) >> int(state.called) & 1
                calls = seat == state.caller
                with_it, without = (chiamata.ALONE, chiamata.CALLER) if calls else (chiamata.PARTNER, chiamata.DEFENDER)
                state.role[seat] = with_it if holds else without
    else:
        # Undealt cards lie in the deck where they were; what lies there and is not hidden (a swapped upcard) stays.
        undealt = int(before.unplayed) & ~sum(held(before))
        for place in range(int(state.pack_size)):
            if undealt & hidden & 1 << int(state.deck[place]):
                state.deck[place] = cards.pop()
    assert not cards


@pytest.mark.parametrize(("players", "options"), EVERYWHERE, ids=str)
def test_cards_a_seat_cannot_see_leave_no_trace_in_its_view(players, options):
    chance = random.Random(81)
    games = 2 if "match" in options else 4
    tried = changed = 0
    for states in positions(players, options, games, 81):
        view = look(players, states[0])
        for _ in range(2):
            other = redraw(states, players, chance)
            tried += 1
            changed += other.tobytes() != states.tobytes()
            assert look(players, other[0]).tobytes() == view.tobytes()
    assert changed > tried // 2 > 0


def test_the_hidden_partner_leaves_no_trace_either():
    chance = random.Random(82)
    moved = 0
    for states in positions(5, {}, 12, 82):
        state = states[0]
        if state.phase == chiamata.PLAY and state.role[state.turn] != chiamata.PARTNER and state.partner < 0:
            other = redraw(states, 5, chance)
            moved += other[0].role.tolist() != state.role.tolist()
            assert look(5, other[0]).tobytes() == look(5, state).tobytes()
    assert moved > 50, "the called card hardly ever changed hands"


@pytest.mark.parametrize(("players", "options"), EVERYWHERE, ids=str)
def test_all_cards_are_accounted_for_in_a_view(players, options):
    for states in positions(players, options, 3, 83):
        state, view = states[0], look(players, states[0])[0]
        others = sum(hand for seat, hand in enumerate(held(state)) if seat != state.turn)
        assert view.hand == state.hands[state.turn]
        if players == 5:
            assert view.unseen == others and view.unseen | view.hand == view.unplayed
            continue
        assert not view.unseen & view.shown and not (view.unseen | view.shown) & view.hand
        under = 1 << int(state.upcard) if state.stock else 0
        known = int(view.partner_cards[0] | view.partner_cards[1])
        assert view.unseen | view.shown | view.hand | under | known == state.unplayed
        assert not view.unseen & known and view.shown & ~others == 0
        for k, cards in enumerate(view.partner_cards.tolist()):
            assert cards & ~int(state.hands[(state.turn + 2 * k + 2) % players]) == 0


@pytest.mark.parametrize(("players", "options"), EVERYWHERE, ids=str)
def test_a_look_changes_nothing_and_leaves_nothing_of_an_earlier_one(players, options):
    module = game_at(players)
    most = 0
    for states in positions(players, options, 2, 84):
        before = states.tobytes()
        fresh, stained = look(players, states[0])[0], look(players, states[0], stained=0x5A)[0]
        assert states.tobytes() == before
        n_moves = int(fresh.n_moves)
        assert n_moves == module.choices(states[0])
        first = players == 5 and not fresh.bid and not fresh.passed
        most = n_moves if first else max(most, n_moves)
        # Nothing of an earlier look may stay: the seats share one view, and it would be what somebody else had.
        for field in module.VIEW.names:
            used = moves_written(fresh, players, states[0]) if field == "moves" else None
            used = 5 if field == "friend" else used
            one, two = (each[field][:used] if used else each[field] for each in (fresh, stained))
            assert np.array_equal(one, two), field
        if players == 5:
            assert n_moves <= most, "the first look at a hand writes all the moves that are ever written"
        moves = fresh.moves[:n_moves].tolist()
        assert moves == sorted(set(moves))
        if players != 5 or fresh.phase == chiamata.PLAY:
            cards = [move for move in moves if move != briscola.SWAP]
            mine = cards_in(fresh.hand)
            assert cards == mine or (states[0].must_follow and set(cards) < set(mine))


def moves_written(view, players, state):
    """How many places of view.moves a look fills, whatever the hand: past these there is never anything of a hand."""
    if players == 5:
        return max(int(view.n_moves), 8 if view.phase == chiamata.PLAY else 0)
    return briscola.MOST_MOVES if state.unusual else 3


# Records


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("record", ["STATE", "VIEW"])
def test_every_field_is_a_plain_int64_whose_name_means_nothing_else(game, record):
    def fields(form):
        for field in form.names:
            part = form[field].base
            yield from fields(part) if part.names else [(field, part)]

    form = getattr(GAMES[game], record)
    found = list(fields(form))
    for field, kind in found:
        assert kind == np.int64, field
    for field in form.names:
        assert not hasattr(np.record, field), f"in plain Python {field} would be something of numpy's"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("record", ["STATE", "VIEW"])
def test_public_is_the_first_fields_in_one_piece(game, record):
    form = getattr(GAMES[game], record)
    part, offset = form.fields["public"][:2]
    assert offset == 0
    for field in part.names:
        assert form.fields[field][:2] == part.fields[field][:2]
    own = [form.fields[field][1] for field in form.names if field != "public" and field not in part.names]
    assert min(own) == part.itemsize and form.itemsize == max(own) + form[form.names[-1]].itemsize


@pytest.mark.parametrize("players", [4, 5])
def test_what_is_public_is_the_same_in_every_view(players):
    for states in positions(players, {}, 1, 85):
        assert look(players, states[0])["public"].tobytes() == states["public"].tobytes()

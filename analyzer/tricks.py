"""Tricks: cards laid on the table one after the other, and who takes them; the same in all games of the family.

A trick is won by its highest trump, else by its highest card of the suit led; whoever wins it leads the next.  Seats
are numbered in playing order (counter-clockwise at the table).
"""

from numba.extending import register_jitable

from analyzer.cards import NO_CARD, beats, points, suit, suit_mask

# For what happens at every card: as a call of its own it would cost about as much again as it does.
inlined = register_jitable(forceinline=True)

# Arrays by seat have 8 places, so that `seat & 7` spares the compiled code a check for a negative index.
BY_SEAT = 8

MOST_HANDS = 1000  # a game that is still open then ends as it stands


def fields(most_tricks):
    """The fields of a record that tell of the tricks; there are `most_tricks` of them at most in a hand."""
    return [
        ("players", "i8"),
        ("trump", "i8"),  # suit
        ("unplayed", "i8"),  # mask of all cards not yet played
        ("tricks", "i8"),  # tricks finished
        ("leader", "i8"),  # seat that led this trick, or is to lead it
        ("on_table", "i8"),  # cards played to this trick
        ("table_points", "i8"),
        ("led", "i8"),  # card led to this trick, or -1
        ("winning", "i8"),  # card that wins the trick so far, or -1
        ("winner", "i8"),  # seat that played it
        ("table", "i8"),  # the cards played to this trick, 8 bits each in order of play: see `table_card`
        ("log", "i8", most_tricks),  # the finished tricks: see `trick_card` and `trick_leader`
    ]


def game_fields():
    """The fields of a state that tell where in a game it is, and by which chance."""
    return [
        ("turn", "i8"),  # seat to act
        ("finished", "i8"),  # 1 when the game is over
        ("wins_needed", "i8"),  # what wins the game, hands or units; 0: one hand is the game
        ("seed", "i8"),
        ("number", "i8"),  # of the deal
        ("hands_dealt", "i8"),  # in this game, those dealt again included
        ("dice_key", "i8"),  # the stream of this hand's dice
        ("deck_key", "i8"),  # the stream `deck` was shuffled by
        ("cards", "i8", 40),  # the pack in order
        ("deck", "i8", 64),  # hands by seat, then what is left to draw
    ]


@inlined
def over(state):
    """Is the game over?"""
    return state.finished != 0


@inlined
def after(state, seat):
    """The seat that plays after `seat`."""
    return 0 if seat + 1 == state.players else seat + 1


@inlined
def clear_table(state):
    """No card on the table."""
    state.on_table = 0
    state.table = 0
    state.table_points = 0
    state.led = NO_CARD
    state.winning = NO_CARD


@register_jitable
def first_trick(state, leader):
    """Nothing played yet; `leader` is to lead."""
    for trick in range(len(state.log)):
        state.log[trick] = 0
    state.tricks = 0
    state.leader = leader
    state.turn = leader
    state.winner = leader
    clear_table(state)


@inlined
def playable(state, hand):
    """The cards of `hand` that may be played: all of them, or where suits must be followed, those of the suit led."""
    if state.must_follow and state.on_table > 0:
        suited = hand & suit_mask(suit(state.led))
        if suited:
            return suited
    return hand


@inlined
def lay(state, seat, card, bit):
    """`seat` lays `card`, whose bit has left its hand, on the table.  Its turn is not yet over."""
    state.unplayed ^= bit
    state.table |= card << 8 * state.on_table
    state.table_points += points(card)
    if state.on_table == 0:
        state.led = card
        state.winning = card
        state.winner = seat
    elif beats(card, state.winning, state.trump):
        state.winning = card
        state.winner = seat
    state.on_table += 1


@inlined
def gather(state, winner):
    """The trick is complete: it is written down, and `winner`, who took it, is to lead."""
    state.log[state.tricks] = state.table | state.leader << 48
    state.tricks += 1
    state.leader = winner
    state.turn = winner
    clear_table(state)


@register_jitable
def table_card(view, k):
    """The k-th card (0 <= k < on_table) played to this trick.  Works on a view and on a state."""
    return view.table >> 8 * k & 63


@register_jitable
def trick_card(view, trick, k):
    """The k-th card played to a finished trick (0 <= trick < tricks)."""
    return view.log[trick] >> 8 * k & 63


@register_jitable
def trick_leader(view, trick):
    """The seat that led a finished trick; the others followed in playing order, the last seat before seat 0."""
    return view.log[trick] >> 48


@register_jitable
def from_me(view, seat):
    """How many places after me a seat plays: 0 is me, 1 plays after me, players - 1 before me."""
    places = seat - view.seat
    return places if places >= 0 else places + view.players

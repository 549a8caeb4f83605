"""Briscola: the rules, as plain functions over one record for the state of a table and one for what a seat may know.

Forty cards; a trick is won by its highest trump, else by its highest card of the suit led; any card may be played at
any time.  Three cards each; the next card is turned up, makes its suit trump and lies under the stock as the last card
to be drawn.  The winner of a trick draws first, then the others in playing order, and leads the next.  The points of
the cards taken decide; all 120 are always shared out.  (Rules after Wikipedia and the Italian rule books; where
they differ, see RULES.)

Seats are numbered in playing order (counter-clockwise) from the one that leads the first trick, so the last seat deals.
At a table of two or three everybody is a side; at four and six every second seat is.  Three players leave one 2 out,
six leave out all four, so that the cards go round.  The rules here hold for all of these tables; PLAYERS says which
of them strategies and statistics are ready for.

With *seat streams* the cards of a round of draws are laid out by seat and not by who won the trick: the two games of
a deal played twice then stay alike for longer.  Nobody can tell (the stock is unknown either way), so games have the
same distribution.  The last round, with the upcard in it, always follows the table.
"""

from numba.extending import register_jitable

from analyzer.bits import count, lowest
from analyzer.cards import (
    ACE,
    CARDS,
    NO_CARD,
    SEVEN,
    THREE,
    TWO,
    beats,
    name,
    points,
    strength,
    suit,
    suit_mask,
)
from analyzer.records import Rule, blank, record
from analyzer.shuffle import shuffle, stream, word

__all__ = [
    "ACE",
    "SWAP",
    "THREE",
    "beats",
    "points",
    "strength",
    "suit",
    "suit_mask",
    "table_card",
    "trick_card",
    "trick_leader",
]

# For what happens at every card: as a call of its own it would cost about as much again as it does.
inlined = register_jitable(forceinline=True)

NAME = "briscola"
PLAYERS = (2,)
MOST_MOVES = 4  # three cards and a swap
MOST_HANDS = 1000  # a game that is still open then ends as it stands

# A move that is no card: take the upcard and leave the low trump in its place.  As a card it would be of no suit and
# worth nothing, so whoever throws away the cheapest swaps first.
SWAP = 64

RULES = (
    Rule(
        "tie",
        ("draw", "replay", "last_trick"),
        "60-60 is drawn, is dealt again by the same dealer, or goes to whoever took the last trick",
        "draw is usual; replay: libero.it, older Wikipedia; last_trick: paginainizio.com",
    ),
    Rule(
        "trump_swap",
        ("off", "two", "seven"),
        "two: in the first trick the holder of the trump 2 may take the upcard for it; seven: so may the holder of the "
        "trump 7 when he leads after winning a trick, while the stock lasts; offered only for a higher upcard",
        "Wikipedia, where it asks for a citation",
    ),
    Rule(
        "shared_stock",
        ("off", "on"),
        "on: every draw takes the next card of one stock, not of seat streams",
        "mazziere",
    ),
)
DRAW, REPLAY, LAST_TRICK = range(3)
OFF, TWO_SWAPS, SEVEN_SWAPS = range(3)

# Rows of a game's score; columns are sides.  RESULT is 2 for a win, 1 for a shared first place, 0 for a loss.
RESULT, POINTS, TRICKS, HANDS = range(4)
ROW = (4, 3)

# Loops over sides always run to three: the third side of two never has a point.
MOST_SIDES = 3

# Arrays by seat have 8 places, so that `seat & 7` spares the compiled code a check for a negative index.
BY_SEAT = 8

PUBLIC = [
    ("players", "i8"),
    ("trump", "i8"),  # suit
    ("upcard", "i8"),  # the card turned up; still named after it was drawn
    ("upcard_holder", "i8"),  # seat that drew the upcard, -1 while it lies under the stock
    ("swapper", "i8"),  # seat that took the first upcard for a low trump, -1 if nobody did
    ("stock", "i8"),  # cards left to draw, the upcard among them
    ("tricks", "i8"),  # tricks finished
    ("leader", "i8"),  # seat that led this trick, or is to lead it
    ("on_table", "i8"),  # cards played to this trick
    ("table_points", "i8"),
    ("led", "i8"),  # card led to this trick, or -1
    ("winning", "i8"),  # card that wins the trick so far, or -1
    ("winner", "i8"),  # seat that played it
    ("unplayed", "i8"),  # mask of all cards not yet played: hands, stock and upcard
    ("faced", "i8"),  # mask of the cards that have lain face up as upcard
    ("table", "i8"),  # the cards played to this trick, 8 bits each in order of play: see `table_card`
    ("log", "i8", 20),  # the finished tricks: see `trick_card` and `trick_leader`
]
STATE = record(
    PUBLIC,
    [
        ("turn", "i8"),  # seat to act
        ("taken", "i8"),  # mask of the upcards that were drawn or swapped into a hand
        ("hands", "i8", BY_SEAT),  # masks
        ("points", "i8", 4),  # by side, this hand
        ("tricks_won", "i8", 4),  # by side, this hand
        ("finished", "i8"),  # 1 when the game is over
        ("sides", "i8"),
        ("side", "i8", BY_SEAT),  # of each seat
        ("hand_size", "i8"),
        ("tie", "i8"),
        ("trump_swap", "i8"),
        ("shared_stock", "i8"),
        ("wins_needed", "i8"),  # hands to win for the game; 0: one hand decides, drawn or not
        ("seed", "i8"),
        ("number", "i8"),  # of the deal
        ("hands_dealt", "i8"),  # in this game, replayed ones included
        ("opener", "i8"),  # seat that leads the first trick of this hand
        ("hands_won", "i8", 3),
        ("game_points", "i8", 3),  # by side, over all hands that count
        ("game_tricks", "i8", 3),
        ("dice_key", "i8"),
        ("deck_key", "i8"),  # the stream `deck` was shuffled by
        ("pack_size", "i8"),
        ("whole", "i8"),  # the pack as a mask
        ("pack", "i8", 40),
        ("deck", "i8", 64),  # hands by seat, then the stock; the upcard is the last card
    ],
)
VIEW = record(
    PUBLIC,
    [
        ("seat", "i8"),  # mine; seat 0 led the first trick of the game
        ("hand", "i8"),  # my cards as a mask
        ("moves", "i8", MOST_MOVES),  # my cards, ascending, then SWAP where it is allowed
        ("n_moves", "i8"),
        ("to_follow", "i8"),  # players still to play to this trick after me
        ("winning_mine", "i8"),  # 1 if the winning card is my side's
        ("unseen", "i8"),  # mask of cards that were never face up and are not mine
        ("shown", "i8"),  # mask of cards that everybody knows to be in another player's hand
        ("points", "i8", 3),  # taken by each side this hand, mine first, then in playing order
        ("dice", "i8"),  # 64 fresh random bits, so below 0 half the time; see `bits.die`
    ],
)


def new(players, rules, wins_needed=0):
    """An empty table, as an array of one STATE record.

    `rules` maps option names to values (see RULES; missing ones take their default).  `wins_needed` is how many hands
    win the game: 2 for the best of three, 0 for a single hand.
    """
    states = blank(STATE)
    state = states[0]
    state.players = players
    state.sides = 3 if players == 3 else 2
    state.side[:] = [seat % state.sides for seat in range(BY_SEAT)]
    state.hand_size = 3
    state.wins_needed = wins_needed
    for rule in RULES:
        state[rule.name] = rule.code(rules.get(rule.name, rule.values[0]))
    out = {2: (), 3: (TWO,), 4: (), 6: (TWO, 1 << 4 | TWO, 2 << 4 | TWO, 3 << 4 | TWO)}[players]
    pack = [card for card in CARDS if card not in out]
    state.pack_size = len(pack)
    state.pack[: len(pack)] = pack
    state.whole = sum(1 << card for card in pack)
    # So that `deck_key` tells the truth from the start.
    shuffle(state.pack, state.deck, state.pack_size, state.deck_key)
    return states


@inlined
def after(state, seat):
    """The seat that plays after `seat`."""
    return 0 if seat + 1 == state.players else seat + 1


@register_jitable
def deal(state, seed, number):
    """Start game `number` of `seed`: its first hand, and all that may follow, are settled by these two numbers."""
    state.seed = seed
    state.number = number
    state.opener = 0
    state.hands_dealt = 0
    state.finished = 0
    for side in range(MOST_SIDES):
        state.hands_won[side] = 0
        state.game_points[side] = 0
        state.game_tricks[side] = 0
    deal_hand(state)


@register_jitable
def deal_hand(state):
    """Shuffle, unless the deck still lies in this very order, and give everybody a hand."""
    key = stream(state.seed, state.number, 2 * state.hands_dealt)
    if state.deck_key != key:
        shuffle(state.pack, state.deck, state.pack_size, key)
        state.deck_key = key
    state.dice_key = stream(state.seed, state.number, 2 * state.hands_dealt + 1)
    state.hands_dealt += 1
    place = 0
    for seat in range(state.players):
        hand = 0
        for _ in range(state.hand_size):
            hand |= 1 << state.deck[place]
            place += 1
        state.hands[seat & 7] = hand
    state.stock = state.pack_size - place
    state.upcard = state.deck[state.pack_size - 1]
    state.upcard_holder = -1
    state.swapper = -1
    state.trump = suit(state.upcard)
    state.faced = 1 << state.upcard
    state.taken = 0
    state.unplayed = state.whole
    for side in range(4):
        state.points[side] = 0
        state.tricks_won[side] = 0
    for trick in range(20):
        state.log[trick] = 0
    state.tricks = 0
    state.leader = state.opener
    state.turn = state.opener
    state.winner = state.opener
    clear_table(state)


@inlined
def clear_table(state):
    """No card on the table."""
    state.on_table = 0
    state.table = 0
    state.table_points = 0
    state.led = NO_CARD
    state.winning = NO_CARD


@inlined
def over(state):
    """Is the game over?"""
    return state.finished != 0


@inlined
def may_swap(state):
    """May the seat to act take the upcard for its low trump?  (Rule trump_swap.)"""
    if state.trump_swap == OFF or state.stock == 0 or state.swapper >= 0:
        return False
    if state.trump_swap == TWO_SWAPS:
        low = state.trump << 4 | TWO
        now = state.tricks == 0
    else:
        low = state.trump << 4 | SEVEN
        now = state.tricks > 0 and state.on_table == 0
    return now and low < state.upcard and state.hands[state.turn & 7] >> low & 1 == 1


@inlined
def choices(state):
    """How many legal moves the seat to act has.  Move k is its k-th lowest card; a swap comes last."""
    return count(state.hands[state.turn & 7]) + may_swap(state)


@inlined
def look(state, view):
    """Fill `view` with all that the seat to act may know, its legal moves among it.  Changes nothing in the state."""
    # This comes first: LLVM copies it byte by byte when something of it has been read before.
    view.public = state.public
    seat = state.turn
    hand = state.hands[seat & 7]
    view.n_moves = choices(state)
    view.seat = seat
    view.hand = hand
    left = hand
    # Past the last card there is no lowest one, which `lowest` calls 64, and so do we: SWAP.
    for k in range(MOST_MOVES):
        view.moves[k] = lowest(left)
        left &= left - 1
    view.to_follow = state.players - 1 - state.on_table
    theirs = state.unplayed & ~hand
    view.unseen = theirs & ~state.faced
    view.shown = theirs & state.taken
    side = state.side[seat & 7]
    view.winning_mine = (state.on_table > 0) & (state.side[state.winner & 7] == side)
    if state.sides == 2:
        view.points[0] = state.points[side & 1]
        view.points[1] = state.points[side & 1 ^ 1]
        view.points[2] = 0
    else:
        for k in range(MOST_SIDES):
            view.points[k] = state.points[(side + k) % 3]
    # A seat has decided once in every trick before this one, and once more if it swapped.
    view.dice = word(state.dice_key, BY_SEAT * (state.tricks + (state.swapper == seat)) + seat)


@inlined
def play(state, index):
    """The seat to act makes its legal move `index`; the last card of a trick settles it, draws, and may end the hand.

    Not checked: 0 <= index < choices(state).
    """
    seat = state.turn
    left = state.hands[seat & 7]
    if state.trump_swap != OFF and index == count(left):
        swap(state)
        return
    # The lowest card goes 0, 1 or 2 times.  A branch on the index would be guessed wrong half the time.
    left &= left - (index > 0)
    left &= left - (index > 1)
    card = lowest(left)
    bit = left & -left
    state.hands[seat & 7] ^= bit
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
    if state.on_table < state.players:
        state.turn = after(state, seat)
    else:
        settle(state)


@register_jitable
def swap(state):
    """The seat to act takes the upcard and leaves its low trump in its place; it still has to play."""
    low = state.trump << 4 | (TWO if state.trump_swap == TWO_SWAPS else SEVEN)
    state.hands[state.turn & 7] ^= 1 << low | 1 << state.upcard
    state.taken |= 1 << state.upcard
    state.faced |= 1 << low
    state.upcard = low
    state.swapper = state.turn


@inlined
def settle(state):
    """The trick is complete: its winner takes the cards, everybody draws, the winner leads."""
    winner = state.winner
    side = state.side[winner & 7] & 3
    state.points[side] += state.table_points
    state.tricks_won[side] += 1
    state.log[state.tricks] = state.table | state.leader << 48
    state.tricks += 1
    state.leader = winner
    state.turn = winner
    clear_table(state)
    if state.stock > state.players:
        draw(state)
    elif state.stock > 0:
        draw_last(state)
    elif state.hands[winner & 7] == 0:
        end_hand(state)


@inlined
def draw(state):
    """A round of draws with more to come: by seat from the seat streams, or in order of drawing from one stock."""
    if state.shared_stock:
        hand_out(state, state.leader, state.players)
    else:
        place = state.pack_size - state.stock & 63
        # The two that are always there by themselves: a loop of known length is no loop.
        for seat in range(2):
            state.hands[seat] |= 1 << state.deck[place + seat]
        for seat in range(2, state.players):
            state.hands[seat & 7] |= 1 << state.deck[place + seat]
    state.stock -= state.players


@register_jitable
def draw_last(state):
    """The last round of draws, winner first: the upcard goes to the player just before the winner."""
    seat = hand_out(state, state.leader, state.players - 1)
    state.hands[seat & 7] |= 1 << state.upcard
    state.taken |= 1 << state.upcard
    state.upcard_holder = seat
    state.stock = 0


@register_jitable
def hand_out(state, seat, n):
    """The next `n` cards of the deck go to `seat` and those after it, one each.  Returns the seat that comes then."""
    place = state.pack_size - state.stock
    for k in range(n):
        state.hands[seat & 7] |= 1 << state.deck[place + k & 63]
        seat = after(state, seat)
    return seat


@register_jitable
def end_hand(state):
    """All cards are played: who has won the hand, and with it perhaps the game?  Deals the next hand if not."""
    best = max(state.points[0], state.points[1], state.points[2])
    won = -1
    firsts = 0
    for side in range(MOST_SIDES):
        if state.points[side] == best:
            won = side
            firsts += 1
    if firsts > 1:
        won = state.side[state.leader & 7] if state.tie == LAST_TRICK and state.sides == 2 else -1
    last = state.hands_dealt >= MOST_HANDS
    if won < 0 and state.tie == REPLAY and not last:
        deal_hand(state)
        return
    for side in range(MOST_SIDES):
        state.game_points[side] += state.points[side]
        state.game_tricks[side] += state.tricks_won[side]
    if won >= 0:
        state.hands_won[won] += 1
    if last or state.wins_needed == 0 or (won >= 0 and state.hands_won[won] == state.wins_needed):
        state.finished = 1
    else:
        state.opener = after(state, state.opener)
        deal_hand(state)


@inlined
def score(state, row):
    """Write the score of a finished game: `row[RESULT | POINTS | TRICKS | HANDS, side]`, int64 of shape ROW.

    Most hands win; in a single drawn hand, most points do, so that three players can share second place.
    """
    best_hands = max(state.hands_won[0], state.hands_won[1], state.hands_won[2])
    best_points = max(state.game_points[0], state.game_points[1], state.game_points[2])
    firsts = 0
    for side in range(MOST_SIDES):
        if best_hands == 0:
            first = state.game_points[side] == best_points
        else:
            first = state.hands_won[side] == best_hands
        row[RESULT, side] = first
        row[POINTS, side] = state.game_points[side]
        row[TRICKS, side] = state.game_tricks[side]
        row[HANDS, side] = state.hands_won[side]
        firsts += first
    if firsts == 1:
        for side in range(MOST_SIDES):
            row[RESULT, side] *= 2


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


def say(state, index):
    """The move in words, before it is made: `plays AC`."""
    hand = int(state.hands[state.turn])
    if index == count(hand):
        low = TWO if state.trump_swap == TWO_SWAPS else SEVEN
        return f"takes the upcard {name(state.upcard)} for {name(state.trump << 4 | low)}"
    for _ in range(index):
        hand &= hand - 1
    return f"plays {name(lowest(hand))}"

"""Briscola: the rules, as plain functions over one record for the state of a table and one for what a seat may know.

Forty cards; a trick is won by its highest trump, else by its highest card of the suit led; any card may be played at
any time.  Three cards each; the next card is turned up, makes its suit trump and lies under the stock as the last card
to be drawn.  The winner of a trick draws first, then the others in playing order, and leads the next.  The points of
the cards taken decide; all 120 are always shared out.  (Rules after Wikipedia and the Italian rule books; where
they differ, see briscola_rules.)

Seats are numbered in playing order (counter-clockwise) from the one that leads the first trick, so the last seat deals.
At a table of two or three everybody is a side; at four and six every second seat is.  Three players leave one 2 out,
six leave out all four, so that the cards go round.

With *seat streams* the cards of a round of draws are laid out by seat and not by who won the trick: the games of a deal
played from other seats then stay alike for longer.  Nobody can tell (the stock is unknown either way), so games have
the same distribution.  The last round, with the upcard in it, always follows the table.
"""

from numba.extending import register_jitable

from analyzer.bits import count, die, lowest, nth, rest
from analyzer.briscola_rules import (
    FIRST_HANDS,
    LAST_THREE,
    LAST_TRICK,
    OFF,
    RANDOM_TWO,
    REPLAY,
    RULES,
    TRUMP_TWO,
    TWO_SWAPS,
    VOID,
)
from analyzer.cards import ACE, CARDS, LOADS, SEVEN, THREE, TWO, beats, name, points, strength, suit, suit_mask
from analyzer.records import blank, record
from analyzer.scores import HANDS, PAYOFF, POINTS, RESULT, ROLE, TRICKS, WHOLE
from analyzer.shuffle import shuffle, stream, word
from analyzer.tricks import (
    BY_SEAT,
    MOST_HANDS,
    after,
    fields,
    first_trick,
    from_me,
    game_fields,
    gather,
    inlined,
    lay,
    over,
    playable,
    table_card,
    trick_card,
    trick_leader,
)

__all__ = [
    "ACE",
    "HANDS",
    "PAYOFF",
    "POINTS",
    "RESULT",
    "ROLE",
    "RULES",
    "SWAP",
    "THREE",
    "TRICKS",
    "WHOLE",
    "beats",
    "from_me",
    "is_friend",
    "over",
    "points",
    "strength",
    "suit",
    "suit_mask",
    "table_card",
    "trick_card",
    "trick_leader",
]

NAME = "briscola"
PLAYERS = (2, 3, 4, 6)
ABOUT = {
    2: "40 cards, 3 in hand, 34 to draw, 20 tricks; one against one",
    3: "39 cards (a 2 is left out), 3 in hand, 30 to draw, 13 tricks; everybody for himself",
    4: "40 cards, 3 in hand, 28 to draw, 10 tricks; two against two, partners opposite",
    6: "36 cards (the twos are left out), 3 in hand, 18 to draw, 6 tricks; three against three, in alternate seats",
}
MATCHES = ("single", "best_of=3", "best_of=5", "first_to=N")
PRESETS: dict = {}
FILLED = {"moves": "n_moves"}
UNIT = "points"
BOUTS = ("game", "game")  # what is won or lost: singly, in a match
BEGINS = "leads"  # what the first seat does
BY_SCORE = True  # a strategy is judged by how often it wins
ROLES_ARE = "by place at the table:"
AT_RANDOM = "random_card"  # the strategy that knows nothing
MOST_MOVES = 10  # nine cards and a swap

# A move that is no card: take the upcard and leave the low trump in its place.  As a card it would be of no suit and
# worth nothing, so whoever throws away the cheapest swaps first.
SWAP = 64

# The score of a game has the rows of `scores` and a column for each side, three at most.
ROW = (ROLE + 1, 3)
SAVED = (("points", POINTS, None), ("tricks", TRICKS, None), ("hands", HANDS, None))
SAVED_ONCE = ()
DESCRIBED = ()

# Loops over sides always run to three: the third side of two never has a point.
MOST_SIDES = 3

FIGURES_UP = 0x3E0  # J Q K 3 A of a suit

# Where the dice of a hand lie that choose the 2 to leave out: far behind those of its decisions.
PACK_DICE = 1 << 20

PUBLIC = [
    *fields(20),
    ("sides", "i8"),
    ("pack", "i8"),  # mask of all cards in play
    ("upcard", "i8"),  # the card turned up; still named after it was drawn
    ("upcard_holder", "i8"),  # seat that drew the upcard, -1 while it lies under the stock
    ("swapper", "i8"),  # seat that took the first upcard for a low trump, -1 if nobody did
    ("stock", "i8"),  # cards left to draw, the upcard among them
    ("faced", "i8"),  # mask of the cards that have lain face up as upcard
]
STATE = record(
    PUBLIC,
    [
        *game_fields(),  # the upcard is the last card of the deck
        ("taken", "i8"),  # mask of the upcards that were drawn or swapped into a hand
        ("hands", "i8", BY_SEAT),  # masks
        ("points", "i8", 4),  # by side, this hand
        ("tricks_won", "i8", 4),  # by side, this hand
        ("side", "i8", BY_SEAT),  # of each seat
        *((rule.name, "i8") for rule in RULES),
        ("unusual", "i8"),  # 1 if by the rules moves or views are not what they are at most tables: see `look_closer`
        ("opener", "i8"),  # seat that leads the first trick of this hand
        ("hands_won", "i8", 3),
        ("swept", "i8"),  # side that won the game by taking all points of a hand (cappotto_wins_match), or -1
        ("game_points", "i8", 3),  # by side, over all hands that count
        ("game_tricks", "i8", 3),
        ("pack_size", "i8"),
    ],
)
VIEW = record(
    PUBLIC,
    [
        ("seat", "i8"),  # mine; seat 0 led the first trick of the game
        ("hand", "i8"),  # my cards as a mask
        ("moves", "i8", 16),  # the cards I may play, ascending, then SWAP where it is allowed
        ("n_moves", "i8"),
        ("to_follow", "i8"),  # players still to play to this trick after me
        ("friends_to_follow", "i8"),  # partners of mine among them
        ("winning_mine", "i8"),  # 1 if the winning card is my side's
        ("unseen", "i8"),  # mask of cards that were never face up, are not mine, and not known to be a partner's
        ("shown", "i8"),  # mask of cards that everybody knows to be in another player's hand
        ("partner_cards", "i8", 2),  # masks of what I know my partners hold (partner_peek, signals), the next one first
        ("partner_loads", "i8", 2),  # 1: he tells me of an ace or three of a side suit; 0: of none; -1: he does not say
        ("points", "i8", 3),  # taken by each side this hand, mine first, then in playing order
        ("dice", "i8"),  # 64 fresh random bits, so below 0 half the time; see `bits.die`
    ],
)


def roles(players):
    """What the columns of a score are to each other, for tables of results: here the order of play."""
    return ("leads", "second", "deals") if players == 3 else ("leads", "follows")


def columns(players):
    """`columns[seat]`: the column of the score that a seat's points go to, its side."""
    return tuple(seat % (3 if players == 3 else 2) for seat in range(players))


def new(players, rules, wins_needed=0):
    """An empty table, as an array of one STATE record.

    `rules` maps option names to values (missing ones take their default).  `wins_needed` is how many hands
    win the game: 2 for the best of three, 0 for a single hand.  ValueError for rules that cannot be played at this
    table.
    """
    states = blank(STATE)
    state = states[0]
    state.players = players
    state.sides = 3 if players == 3 else 2
    state.side[:] = [seat % state.sides for seat in range(BY_SEAT)]
    state.wins_needed = wins_needed
    for rule in RULES:
        state[rule.name] = rule.code(rules.get(rule.name, rule.values[0]))
    if state.trump_swap == TWO_SWAPS and state.removed_two == TRUMP_TWO:
        raise ValueError("trump_swap=two needs the trump 2, which removed_two=trump leaves out")
    talking = players > 3 and (state.partner_peek != OFF or state.signals != OFF)
    state.unusual = talking or state.must_follow != OFF or state.trump_swap != OFF or state.hand_size > 3
    # Where the 2 to leave out changes from hand to hand, `shuffle_short` sees to it; any will do until then.
    twos = {2: (), 3: (state.removed_two % RANDOM_TWO,), 4: (), 6: range(4)}[players]
    take_pack(state, sum(1 << (suit << 4 | TWO) for suit in twos))
    if state.hand_size * players >= state.pack_size:
        most = (state.pack_size - 1) // players
        raise ValueError(f"hand_size={state.hand_size} leaves no stock for {players} players; at most {most} does")
    # So that `deck_key` tells the truth from the start.
    shuffle(state.cards, state.deck, state.pack_size, state.deck_key)
    return states


@register_jitable
def take_pack(state, out):
    """Play with all forty cards but those of the mask `out`."""
    state.pack = 0
    state.pack_size = 0
    for card in CARDS:
        if out >> card & 1 == 0:
            state.cards[state.pack_size] = card
            state.pack |= 1 << card
            state.pack_size += 1


@register_jitable
def deal(state, seed, number):
    """Start game `number` of `seed`: its first hand, and all that may follow, are settled by these two numbers."""
    state.seed = seed
    state.number = number
    state.opener = 0
    state.hands_dealt = 0
    state.finished = 0
    state.swept = -1
    for side in range(MOST_SIDES):
        state.hands_won[side] = 0
        state.game_points[side] = 0
        state.game_tricks[side] = 0
    deal_hand(state)


@register_jitable
def deal_hand(state):
    """Shuffle, unless the deck still lies in this very order, and give everybody a hand."""
    key = stream(state.seed, state.number, 2 * state.hands_dealt)
    state.dice_key = stream(state.seed, state.number, 2 * state.hands_dealt + 1)
    if state.deck_key != key:
        if state.removed_two >= RANDOM_TWO:
            shuffle_short(state, key)
        else:
            shuffle(state.cards, state.deck, state.pack_size, key)
        state.deck_key = key
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
    state.unplayed = state.pack
    for side in range(4):
        state.points[side] = 0
        state.tricks_won[side] = 0
    first_trick(state, state.opener)


@register_jitable
def shuffle_short(state, key):
    """Leave out the 2 of a suit drawn at random and shuffle; for removed_two=trump, turn up a card of that suit."""
    luck = word(state.dice_key, PACK_DICE)
    short = die(luck, 4)
    take_pack(state, 1 << (short << 4 | TWO))
    shuffle(state.cards, state.deck, state.pack_size, key)
    if state.removed_two == TRUMP_TWO:
        # Any of the nine, each as likely; all the other cards stay in uniform order.
        turned = short << 4 | 1 + die(rest(luck, 4), 9)
        last = state.pack_size - 1
        for place in range(last):
            if state.deck[place] == turned:
                state.deck[place] = state.deck[last]
                state.deck[last] = turned


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
def legal(state):
    """The cards the seat to act may play, as a mask."""
    return playable(state, state.hands[state.turn & 7])


@inlined
def choices(state):
    """How many legal moves the seat to act has.  Move k is the k-th lowest card it may play; a swap comes last."""
    return count(legal(state)) + may_swap(state)


@inlined
def look(state, view):
    """Fill `view` with all that the seat to act may know, its legal moves among it.  Changes nothing in the state."""
    # This comes first: LLVM copies it byte by byte when something of it has been read before.
    view.public = state.public
    seat = state.turn
    hand = state.hands[seat & 7]
    view.seat = seat
    view.hand = hand
    view.n_moves = count(hand)
    left = hand
    for k in range(3):
        view.moves[k] = lowest(left)
        left &= left - 1
    to_follow = state.players - 1 - state.on_table
    view.to_follow = to_follow
    view.friends_to_follow = to_follow >> state.sides - 1  # a half, where there are partners
    view.partner_cards[0] = 0
    view.partner_cards[1] = 0
    view.partner_loads[0] = -1
    view.partner_loads[1] = -1
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
    if state.unusual:
        look_closer(state, view)


@register_jitable
def look_closer(state, view):
    """What is not seen at most tables: larger hands, suits to be followed, a swap, partners who tell each other."""
    view.n_moves = choices(state)
    left = legal(state)
    # Past the last card there is no lowest one, which `lowest` calls 64, and so do we: SWAP.
    for k in range(MOST_MOVES):
        view.moves[k] = lowest(left)
        left &= left - 1
    if state.players > 3:
        listen(state, view)


@register_jitable
def listen(state, view):
    """What the rules partner_peek and signals let the seat to act know of its partners' hands."""
    for k in range(state.players // 2 - 1):
        partner = (state.turn + 2 * k + 2) % state.players
        hand = state.hands[partner & 7]
        known = 0
        if state.partner_peek == LAST_THREE and state.stock == 0:
            known = hand
        elif state.partner_peek == FIRST_HANDS:
            for place in range(partner * state.hand_size, (partner + 1) * state.hand_size):
                known |= hand & 1 << state.deck[place]
        if state.signals and state.tricks > 0:
            known |= hand & FIGURES_UP << 16 * state.trump
            view.partner_loads[k] = hand & LOADS & ~suit_mask(state.trump) != 0
        view.partner_cards[k] = known
        view.unseen &= ~known


@inlined
def play(state, index):
    """The seat to act makes its legal move `index`; the last card of a trick settles it, draws, and may end the hand.

    Not checked: 0 <= index < choices(state).
    """
    seat = state.turn
    left = state.hands[seat & 7]
    if state.unusual:
        left = legal(state)
        if index == count(left):
            swap(state)
            return
        left = 1 << nth(left, index)
    else:
        # The lowest card goes 0, 1 or 2 times.  A branch on the index would be guessed wrong half the time.
        left &= left - (index > 0)
        left &= left - (index > 1)
    card = lowest(left)
    bit = left & -left
    state.hands[seat & 7] ^= bit
    lay(state, seat, card, bit)
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
    gather(state, winner)
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
        if state.cappotto_wins_match and best == 120:
            state.swept = won
    decided = won >= 0 and (state.hands_won[won] == state.wins_needed or state.swept == won)
    if last or state.wins_needed == 0 or decided:
        state.finished = 1
    else:
        state.opener = after(state, state.opener)
        deal_hand(state)


@inlined
def score(state, row):
    """Write the score of a finished game, `row[RESULT | POINTS | ... | ROLE, side]`, int64 of shape ROW.

    Most hands win; in a single drawn hand, most points do, so that three players can share second place.  The payoff is
    the margin in points: over the other side, or of three players over a third of all points.
    """
    best_hands = max(state.hands_won[0], state.hands_won[1], state.hands_won[2])
    best_points = max(state.game_points[0], state.game_points[1], state.game_points[2])
    total = state.game_points[0] + state.game_points[1] + state.game_points[2]
    firsts = 0
    for side in range(MOST_SIDES):
        if state.swept >= 0:
            first = side == state.swept
        elif best_hands == 0:
            first = state.game_points[side] == best_points
        else:
            first = state.hands_won[side] == best_hands
        row[RESULT, side] = first
        row[POINTS, side] = state.game_points[side]
        row[TRICKS, side] = state.game_tricks[side]
        row[HANDS, side] = state.hands_won[side]
        row[ROLE, side] = side
        if state.sides == 3:
            row[PAYOFF, side] = state.game_points[side] - total // 3
        else:
            row[PAYOFF, side] = 2 * state.game_points[side] - total
        firsts += first
    if state.sides == 2:
        row[PAYOFF, 2] = 0
    share = WHOLE // firsts
    if firsts > 1 and state.sides == 3 and state.tie3 == VOID:
        share = 0
    for side in range(MOST_SIDES):
        row[RESULT, side] *= share


@register_jitable
def is_friend(view, seat):
    """Is that seat on my side?  I am."""
    return (seat - view.seat) % view.sides == 0


def say(state, index):
    """The move in words, before it is made: `plays AC`."""
    left = int(legal(state))
    if index == count(left):
        low = TWO if state.trump_swap == TWO_SWAPS else SEVEN
        return f"takes the upcard {name(state.upcard)} for {name(state.trump << 4 | low)}"
    return f"plays {name(nth(left, index))}"

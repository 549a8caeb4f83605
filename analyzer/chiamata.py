"""Briscola Chiamata: five players, eight cards each, an auction, and a partner whom nobody knows but himself.

The players bid downwards: who would win with a weaker called card?  A bid is a rank, A 3 K Q J 7 6 5 4 2 from low to
high; above the plain 2 the bids are points, 2@62 to 2@120.  Whoever bids highest names a suit: it is trump, and the
holder of the card of that rank and suit is the caller's partner, silent until he plays it.  A caller who holds the card
himself is alone against four.  Tricks go as in Briscola.  The caller's side wins with 61 points, or as many as were
bid.  (Rules after timendum's Italian rule book, the-card-club and the long-running online table Brisk, which agree on
auction, leader and payoffs; where they differ, see chiamata_rules.)

Seats are numbered in playing order (counter-clockwise) from the one at the dealer's right, who bids first and leads.
"""

from numba.extending import register_jitable

from analyzer.bits import count, lowest, nth
from analyzer.cards import ACE, CARDS, NO_CARD, RANKS, THREE, TWO, beats, name, points, strength, suit, suit_mask
from analyzer.chiamata_rules import (
    ALL_TRICKS,
    CALLER_LOSES,
    DEAL_ENDS,
    NO_CAPPOTTO,
    POINTS_BOTH,
    POINTS_ONLY,
    RANK_ONLY,
    REDEAL_DOUBLE,
    RULES,
    TIE_DOUBLES,
)
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
    "ALONE",
    "BID",
    "CALL",
    "CALLER",
    "DEFENDER",
    "HANDS",
    "PARTNER",
    "PASS",
    "PAYOFF",
    "PLAIN_TWO",
    "PLAY",
    "POINTS",
    "POINTS_ONLY",
    "RESULT",
    "ROLE",
    "RULES",
    "THREE",
    "TRICKS",
    "WHOLE",
    "beats",
    "bid_rank",
    "bid_target",
    "from_me",
    "over",
    "points",
    "strength",
    "suit",
    "suit_mask",
    "table_card",
    "trick_card",
    "trick_leader",
]

NAME = "chiamata"
PLAYERS = (5,)
ABOUT = {5: "40 cards, 8 in hand, none to draw, 8 tricks; the caller and a hidden partner against three, or alone"}
MATCHES = ("single", "first_to=N")
PRESETS: dict = {}
FILLED = {"moves": "n_moves"}
UNIT = "units"
BOUTS = ("game", "game")  # what is won or lost: singly, in a match
BEGINS = "leads"  # what the first seat does
BY_SCORE = False  # a strategy is judged by what it is paid
ROLES_ARE = (
    "by role; roles come out of the auction, so this describes and proves nothing (who plays better is told above):"
)
AT_RANDOM = "random_bidder"  # the strategy that knows nothing
HAND = 8
MOST_DOUBLED = 64  # no hand counts more than this many times, however often it was doubled

BID, CALL, PLAY = range(3)  # phases
DEFENDER, CALLER, PARTNER, ALONE = range(4)  # roles
UNKNOWN = -1

# Bids: 1 is an ace, 10 a two, which is as much as the two with 61 points; from there on a bid is a point more.
PASS, PLAIN_TWO, HIGHEST_BID = 0, 10, 69

# The score of a game has a column for each seat, and two rows more: the highest bid and the card called.
WINNING_BID, CALLED = ROLE + 1, ROLE + 2
ROW = (ROLE + 3, 5)

PUBLIC = [
    *fields(8),
    ("phase", "i8"),  # BID, CALL or PLAY
    ("bid_form", "i8"),  # RANK_POINTS, RANK_ONLY or POINTS_ONLY
    ("opener", "i8"),  # seat at the dealer's right: it bids first, and by default leads
    ("bid", "i8"),  # the highest so far, 0 if there is none
    ("bidder", "i8"),  # seat that made it, or -1
    ("bids", "i8", BY_SEAT),  # each seat's highest bid, 0 if it made none
    ("passed", "i8"),  # mask of the seats that are out of the auction
    ("target", "i8"),  # points the caller's side needs, 0 before there is a caller
    ("rank", "i8"),  # strength of the called card, -1 before it is known
    ("called", "i8"),  # the called card, -1 before the call
    ("caller", "i8"),  # seat, -1 before there is one
    ("partner", "i8"),  # seat that has played the called card, -1 until then; the caller's own if he is alone
    ("points", "i8", BY_SEAT),  # card points taken by each seat
]
STATE = record(
    PUBLIC,
    [
        *game_fields(),
        ("hands", "i8", BY_SEAT),  # masks
        ("role", "i8", BY_SEAT),  # the true one of each seat
        ("tricks_won", "i8", BY_SEAT),
        ("decided", "i8", BY_SEAT),  # moves made this hand
        *((rule.name, "i8") for rule in RULES if rule.name not in ("bid_form", "leader")),
        ("caller_leads", "i8"),  # the rule `leader`
        ("times", "i8"),  # how many times this hand counts
        ("units", "i8", BY_SEAT),  # won or lost by each seat in this game
        ("hands_won", "i8", BY_SEAT),
        ("game_points", "i8", BY_SEAT),
        ("game_tricks", "i8", BY_SEAT),
    ],
)
VIEW = record(
    PUBLIC,
    [
        ("seat", "i8"),  # mine
        ("hand", "i8"),  # my cards as a mask
        ("moves", "i8", 72),  # ascending: bids (PASS first), cards that may be called, or cards I may play
        ("n_moves", "i8"),
        ("role", "i8"),  # mine, as far as I know it: UNKNOWN before the call, then DEFENDER, CALLER, PARTNER or ALONE
        ("friend", "i8", BY_SEAT),  # of each seat: 1 surely on my side (as I am), -1 surely not, 0 I cannot know
        ("winning_mine", "i8"),  # the same of whoever is winning the trick; 0 on an empty table
        ("to_follow", "i8"),  # players still to play to this trick after me
        ("unseen", "i8"),  # mask of the others' cards
        ("dice", "i8"),  # 64 fresh random bits, so below 0 half the time; see `bits.die`
    ],
)


def roles(players):
    """What the columns of a score may be to each other, for tables of results."""
    return ("defender", "caller", "partner", "alone")


def columns(players):
    """`columns[seat]`: the column of the score that a seat's points go to, its own."""
    return tuple(range(players))


def new(players, rules, wins_needed=0):
    """An empty table for five, as an array of one STATE record; `wins_needed` units win the game, 0: one hand does.

    `rules` maps option names to values (missing ones take their default).
    """
    states = blank(STATE)
    state = states[0]
    state.players = players
    state.wins_needed = wins_needed
    for rule in RULES:
        field = "caller_leads" if rule.name == "leader" else rule.name
        state[field] = rule.code(rules.get(rule.name, rule.values[0]))
    state.cards[:] = CARDS
    # So that `deck_key` tells the truth from the start.
    shuffle(state.cards, state.deck, len(CARDS), state.deck_key)
    return states


@register_jitable
def deal(state, seed, number):
    """Start game `number` of `seed`: its first hand, and all that may follow, are settled by these two numbers."""
    state.seed = seed
    state.number = number
    state.opener = 0
    state.hands_dealt = 0
    state.finished = 0
    state.times = 1
    for seat in range(5):
        state.units[seat] = 0
        state.hands_won[seat] = 0
        state.game_points[seat] = 0
        state.game_tricks[seat] = 0
    deal_hand(state)


@register_jitable
def deal_hand(state):
    """Shuffle, unless the deck still lies in this very order, give everybody a hand and open the auction."""
    key = stream(state.seed, state.number, 2 * state.hands_dealt)
    if state.deck_key != key:
        shuffle(state.cards, state.deck, 40, key)
        state.deck_key = key
    state.dice_key = stream(state.seed, state.number, 2 * state.hands_dealt + 1)
    state.hands_dealt += 1
    state.unplayed = 0
    for seat in range(5):
        hand = 0
        for k in range(HAND):
            hand |= 1 << state.deck[HAND * seat + k]
        state.hands[seat] = hand
        state.unplayed |= hand
        state.role[seat] = UNKNOWN
        state.points[seat] = 0
        state.tricks_won[seat] = 0
        state.decided[seat] = 0
        state.bids[seat] = 0
    state.phase = BID
    state.bid = PASS
    state.bidder = -1
    state.passed = 0
    state.target = 0
    state.rank = -1
    state.trump = -1
    state.called = NO_CARD
    state.caller = -1
    state.partner = -1
    first_trick(state, state.opener)


@register_jitable
def bid_rank(bid):
    """The strength of the rank that is bid, the two's for bids of points."""
    return max(PLAIN_TWO - bid, TWO)


@register_jitable
def bid_target(bid):
    """The points that the caller's side must take for a bid."""
    return 61 + max(0, bid - PLAIN_TWO)


@inlined
def top_bid(state):
    """The bid above which there is none."""
    return PLAIN_TWO if state.bid_form == RANK_ONLY else HIGHEST_BID


@inlined
def below_next_bid(state):
    """The bid that the next one must be above."""
    return max(state.bid, PLAIN_TWO - 1) if state.bid_form == POINTS_ONLY else state.bid


@inlined
def choices(state):
    """How many legal moves the seat to act has: to pass and the higher bids, cards to call, or cards to play."""
    if state.phase == PLAY:
        return count(playable(state, state.hands[state.turn & 7]))
    if state.phase == BID:
        return 1 + top_bid(state) - below_next_bid(state)
    return 40 if state.bid_form == POINTS_ONLY else 4


@inlined
def callable_card(state, index):
    """The card that move `index` of the call names."""
    if state.bid_form == POINTS_ONLY:
        return index // 10 << 4 | index % 10
    return index << 4 | state.rank


@inlined
def look(state, view):
    """Fill `view` with all that the seat to act may know, its legal moves among it.  Changes nothing in the state."""
    # This comes first: LLVM copies it byte by byte when something of it has been read before.
    view.public = state.public
    seat = state.turn
    hand = state.hands[seat & 7]
    n_moves = choices(state)
    view.seat = seat
    view.hand = hand
    view.n_moves = n_moves
    view.unseen = state.unplayed & ~hand
    view.to_follow = state.players - 1 - state.on_table
    view.role = state.role[seat & 7]
    if state.phase == PLAY:
        left = playable(state, hand)
        for k in range(HAND):
            view.moves[k] = lowest(left)
            left &= left - 1
    else:
        look_at_offers(state, view)
    look_at_friends(state, view)
    view.winning_mine = view.friend[state.winner & 7] if state.on_table > 0 else 0
    view.dice = word(state.dice_key, BY_SEAT * state.decided[seat & 7] + seat)


@register_jitable
def look_at_offers(state, view):
    """The legal bids, or the cards that may be called."""
    if state.phase == CALL:
        for k in range(view.n_moves):
            view.moves[k] = callable_card(state, k)
    else:
        view.moves[0] = PASS
        least = below_next_bid(state)
        for k in range(1, view.n_moves):
            view.moves[k] = least + k


@inlined
def look_at_friends(state, view):
    """What the seat to act can be sure of.

    Everybody's side is known once the called card has been played, and to its holder from the start.  Before, a
    defender knows that the caller is against him, and the caller with a partner knows of nobody.
    """
    mine = state.role[state.turn & 7]
    sure = state.partner >= 0 or mine == PARTNER or mine == ALONE
    for seat in range(5):
        alike = (state.role[seat] == DEFENDER) == (mine == DEFENDER)
        known = state.phase == PLAY and (sure or (mine == DEFENDER and seat == state.caller))
        view.friend[seat] = (1 if alike else -1) if known else 0
    view.friend[state.turn & 7] = 1


@inlined
def play(state, index):
    """The seat to act makes its legal move `index`; the last card of a trick settles it, and may end the hand.

    Not checked: 0 <= index < choices(state).
    """
    seat = state.turn
    state.decided[seat & 7] += 1
    if state.phase == PLAY:
        card = nth(playable(state, state.hands[seat & 7]), index)
        state.hands[seat & 7] ^= 1 << card
        lay(state, seat, card, 1 << card)
        if card == state.called:
            state.partner = seat
        if state.on_table < state.players:
            state.turn = after(state, seat)
        else:
            settle(state)
    elif state.phase == BID:
        make_bid(state, index)
    else:
        call(state, callable_card(state, index))


@register_jitable
def make_bid(state, index):
    """The seat to act passes (index 0) or bids; the auction ends when nobody is left to bid higher."""
    seat = state.turn
    if index == 0:
        state.passed |= 1 << seat
    else:
        state.bid = below_next_bid(state) + index
        state.bidder = seat
        state.bids[seat & 7] = state.bid
    out = count(state.passed)
    if out == state.players:
        all_passed(state)
    elif state.bid == top_bid(state) or (out == state.players - 1 and state.bidder >= 0):
        state.phase = CALL
        state.caller = state.bidder
        state.turn = state.bidder
        state.target = bid_target(state.bid)
        if state.bid_form != POINTS_ONLY:
            state.rank = bid_rank(state.bid)
    else:
        seat = after(state, seat)
        while state.passed >> seat & 1:
            seat = after(state, seat)
        state.turn = seat


@register_jitable
def call(state, card):
    """The caller names the card that makes trump and partner, and play begins."""
    state.called = card
    state.rank = strength(card)
    state.trump = suit(card)
    for seat in range(5):
        holds = state.hands[seat] >> card & 1 == 1
        if seat == state.caller:
            state.role[seat] = ALONE if holds else CALLER
        else:
            state.role[seat] = PARTNER if holds else DEFENDER
    state.phase = PLAY
    first_trick(state, state.caller if state.caller_leads else state.opener)


@register_jitable
def all_passed(state):
    """Nobody wants to call: as the rule all_pass says."""
    if state.all_pass == DEAL_ENDS:
        end_hand(state, 0)
        return
    if state.all_pass == REDEAL_DOUBLE:
        state.times = min(2 * state.times, MOST_DOUBLED)
    if state.hands_dealt >= MOST_HANDS:
        state.finished = 1
    else:
        state.opener = after(state, state.opener)
        deal_hand(state)


@inlined
def settle(state):
    """The trick is complete: its winner takes the cards and leads."""
    winner = state.winner & 7
    state.points[winner] += state.table_points
    state.tricks_won[winner] += 1
    gather(state, winner)
    if state.tricks == HAND:
        finish_hand(state)


@register_jitable
def finish_hand(state):
    """All cards are played: how much has the caller's side won or lost?"""
    taken = 0
    tricks = 0
    for seat in range(5):
        if state.role[seat] != DEFENDER:
            taken += state.points[seat]
            tricks += state.tricks_won[seat]
    worth = payoff(state, taken, tricks)
    drawn = worth == 0
    end_hand(state, worth * state.times)
    if drawn and state.tie60 == TIE_DOUBLES:
        state.times = min(2 * state.times, MOST_DOUBLED)
    else:
        state.times = 1


@register_jitable
def payoff(state, taken, tricks):
    """What each defender loses, in units (less than 0: wins), when the caller's side has taken so much."""
    if taken == 60 and state.target == 61 and state.tie60 != CALLER_LOSES:
        return 0
    worth = 1 if taken >= state.target else -1
    if state.bid_mult:
        worth *= 1 + (state.target - 61) // 10
    if state.cappotto == ALL_TRICKS:
        swept = tricks == 0 or tricks == HAND
    else:
        swept = taken == 120 or (taken == 0 and state.cappotto == POINTS_BOTH)
    return 2 * worth if swept and state.cappotto != NO_CAPPOTTO else worth


@register_jitable
def end_hand(state, worth):
    """Share out what the hand was worth, each defender paying `worth`.  Deals the next hand unless the game is over."""
    most = 0
    for seat in range(5):
        role = state.role[seat]
        share = 0
        if role == DEFENDER:
            share = -worth
        elif role == CALLER:
            share = 2 * worth
        elif role == PARTNER:
            share = worth
        elif role == ALONE:
            share = 4 * worth
        state.units[seat] += share
        most = max(most, state.units[seat])
        state.hands_won[seat] += share > 0
        state.game_points[seat] += state.points[seat]
        state.game_tricks[seat] += state.tricks_won[seat]
    if state.wins_needed == 0 or most >= state.wins_needed or state.hands_dealt >= MOST_HANDS:
        state.finished = 1
    else:
        state.opener = after(state, state.opener)
        deal_hand(state)


@inlined
def score(state, row):
    """Write the score of a finished game, `row[RESULT | ... | CALLED, seat]`, int64 of shape ROW.

    A single hand is won by whoever gains by it; in a match the most units win.  The payoff is in units and sums to 0.
    The role is -1 in a match, where it changes from hand to hand, and where nobody called.
    """
    most = state.units[0]
    for seat in range(1, 5):
        most = max(most, state.units[seat])
    firsts = 0
    for seat in range(5):
        firsts += state.units[seat] == most
    for seat in range(5):
        units = state.units[seat]
        if state.wins_needed == 0:
            row[RESULT, seat] = WHOLE if units > 0 else WHOLE // 2 if units == 0 else 0
        else:
            row[RESULT, seat] = WHOLE // firsts if units == most else 0
        row[POINTS, seat] = state.game_points[seat]
        row[TRICKS, seat] = state.game_tricks[seat]
        row[HANDS, seat] = state.hands_won[seat]
        row[PAYOFF, seat] = units
        row[ROLE, seat] = state.role[seat] if state.wins_needed == 0 else UNKNOWN
        row[WINNING_BID, seat] = state.bid
        row[CALLED, seat] = state.called


def bid_name(bid):
    """`K`, `2`, `2@65`."""
    return RANKS[bid_rank(bid)] if bid <= PLAIN_TWO else f"2@{bid_target(bid)}"


def role_saved(role, rules):
    """`caller`; nothing where there are no roles."""
    return "" if role < 0 else roles(5)[role]


def bid_saved(bid, rules):
    """`K` or `2@62`, or `62` where points alone are bid; nothing if all passed."""
    if not bid:
        return ""
    return str(bid_target(bid)) if rules["bid_form"] == "points_only" else bid_name(bid)


def called_saved(card, rules):
    """`KC`; nothing if all passed."""
    return "" if card < 0 else name(card)


# What is saved of a score, by seat and once a game, and how it is put in words under the rules in force.
SAVED = (("points", POINTS, None), ("tricks", TRICKS, None), ("hands", HANDS, None), ("role", ROLE, role_saved))
SAVED_ONCE = (("bid", WINNING_BID, bid_saved), ("called", CALLED, called_saved))
DESCRIBED = ()


def say(state, index):
    """The move in words, before it is made: `passes`, `bids 2@65`, `calls KC`, `plays AC`."""
    if state.phase == BID:
        bid = int(below_next_bid(state)) + index
        if index == 0:
            return "passes"
        return f"bids {bid_target(bid) if state.bid_form == POINTS_ONLY else bid_name(bid)}"
    if state.phase == CALL:
        return f"calls {name(int(callable_card(state, index)))}"
    return f"plays {name(nth(int(playable(state, state.hands[state.turn])), index))}"

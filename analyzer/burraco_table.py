"""The Burraco table: the words of the game, and the records that hold a game and what a seat may know of it."""

from numba.extending import register_jitable

from analyzer.burraco_rules import RULES, WILDS_ARE_CLEAN
from analyzer.double_pack import CARDS
from analyzer.meld_steps import MOST_STEPS, STEP
from analyzer.melds import MELD, MOST_MELDS, WILDS
from analyzer.records import record
from analyzer.scores import ROLE

SIDES, SEATS, HAND = 2, 4, 11
AFTER_POZZETTI = 6 * HAND  # place in the deck of the upcard, or of the first card of the stock

DRAW, MELDING, DISCARDING = range(3)  # phases
UNTAKEN, TAKEN, RESERVED = range(3)  # what may be said of a pozzetto
CLOSED, STOCK_END, STALEMATE = range(3)  # how a hand ends

# The score of a game, summed over its hands; after the rows of every game, each by side:
(
    DEALT,  # hands dealt, the same for both sides
    CLOSES,  # hands the side closed
    STOCK_ENDS,  # hands that ended with the stock, the same for both
    STALEMATES,  # hands that ended in a stalemate, the same for both
    POZZETTI,  # pozzetti taken
    FIRST_POZZETTI,  # pozzetti taken before the other side's
    DIRECT,  # pozzetti taken by melding the last card
    CLEAN,  # burrachi of each class: these three also name the classes
    SEMI,
    DIRTY,
    MELDED,  # value of the cards melded
    LEFT,  # value of the cards left in both hands
    TURNS,  # turns taken
    PILES,  # times the pile was taken
) = range(ROLE + 1, ROLE + 15)
ROW = (ROLE + 15, SIDES)

PUBLIC = [
    ("phase", "i8"),  # DRAW, MELDING or DISCARDING
    ("turns", "i8"),  # turns finished in this hand
    ("n_pile", "i8"),
    ("pile", "i8", 108),  # the discards, oldest first
    ("stock", "i8"),  # cards left in it; the last two are never drawn
    ("swaps", "i8"),  # turns in a row in which a pile of one card was taken and nothing melded
    ("barred", "i8"),  # the card that may not be discarded in this turn, or -1
    ("took_pile", "i8"),  # cards the player took with the pile in this turn, 0 if he drew
    ("melded_now", "i8"),  # cards melded in this turn
    ("hands_dealt", "i8"),  # in this game
    ("target", "i8"),  # points that win the match, 0 if one hand is all
    ("run_max", "i8"),  # cards in the longest run
    ("settable", "i8"),  # mask of the ranks of which there may be sets, bit 0: of wilds
    ("semi_clean", "i8"),  # and the rules that a player may have to think of, as numbers:
    ("close_requires", "i8"),  # 0 any burraco, 1 a clean one
    ("all_wild_class", "i8"),  # 0 dirty, 1 clean
    ("stalemate_turns", "i8"),
    ("big_burrachi", "i8"),  # 1 if they count more
    ("one_set_per_rank", "i8"),
]
KEPT = [name for name, *_ in PUBLIC]
STATE = record(
    PUBLIC,
    [
        ("turn", "i8"),  # seat to act
        ("n_moves", "i8"),
        ("finished", "i8"),  # 1 when the game is over
        ("full", "i8"),  # is a whole match played?
        ("seed", "i8"),
        ("number", "i8"),  # of the deal
        ("opener", "i8"),  # seat that acts first
        ("ended", "i8"),  # how the last hand ended: CLOSED, STOCK_END or STALEMATE
        ("closer", "i8"),  # side that closed it, or -1
        ("log", "i8"),  # a number that depends on every step of the game
        ("dice_key", "i8"),  # the stream of this hand's dice
        ("deck_key", "i8"),  # the stream `deck` was shuffled by
        ("decided", "i8", SEATS),  # steps made this hand
        ("owes_meld", "i8"),  # 1 if the player must meld before he may stop
        ("open_cards", CARDS, 1),  # all cards that lie open, in melds and in the pile
        ("hands", CARDS, SEATS),
        ("known", CARDS, SEATS),  # of each hand, what everybody saw him take with the pile and not show since
        ("last_discard", "i8", SEATS),  # or -1
        ("drawn", "i8", SEATS),  # how many cards each seat has drawn from the front of its stock, and
        ("lent", "i8", SEATS),  # how many were drawn from its end by others
        ("next_card", "i8"),  # place in the deck of the next card of a shared stock
        ("n_melds", "i8", SIDES),
        ("melds", MELD, (SIDES, MOST_MELDS)),
        ("trial", MELD, 1),  # room to try out what a step makes
        ("laid", "i8", SIDES),  # value of the cards melded
        ("runs_take", "i8", (SIDES, SEATS)),  # by suit, the `takes` of all runs of the side together
        ("sets_take", "i8", SIDES),  # the ranks its sets would take
        ("wilds_take", "i8", SIDES),  # 1 if a meld would take a wild
        ("set_ranks", "i8", SIDES),  # mask of the ranks of its sets, bit 0: of wilds
        ("burrachi", "i8", SIDES),
        ("cleans", "i8", SIDES),  # of these the clean ones
        ("pozzetto", "i8", SIDES),  # UNTAKEN, TAKEN or RESERVED
        ("reserved_by", "i8", SIDES),  # seat that takes it when its turn begins, or -1
        ("totals", "i8", SIDES),  # of the match, finished hands only
        ("hands_won", "i8", SIDES),
        ("hand_score", "i8", SIDES),  # of the last finished hand
        ("rows", "i8", ROW),  # the score in the making
        *((rule.name, "i8") for rule in RULES if rule.name not in KEPT),
        ("cards", "i8", 108),  # the pack in order
        ("deck", "i8", 108),  # hands by seat, pozzetti by side, the upcard, the stock
        ("moves", STEP, MOST_STEPS),
    ],
)
# Lists by seat begin with me, then clockwise: who acts next, my partner, who acted before me.
VIEW = record(
    PUBLIC,
    [
        ("seat", "i8"),  # mine
        ("hand", CARDS),  # my cards: see `held`
        ("cards", "i8", 108),  # the same one by one, in ascending order, jokers first
        ("n_cards", "i8"),  # how many they are
        ("moves", STEP, MOST_STEPS),  # what I may do now
        ("n_moves", "i8"),
        ("hands", "i8", SEATS),  # how many cards each seat holds
        ("known", CARDS, SEATS),  # of them, those that all saw him take with the pile and not show since
        ("unseen", CARDS),  # cards neither in my hand nor open on the table: in hands, pozzetti and stock
        ("last_discard", "i8", SEATS),  # or -1
        ("n_mine", "i8"),
        ("mine", MELD, MOST_MELDS),  # my side's melds, in the order they were opened
        ("n_theirs", "i8"),
        ("theirs", MELD, MOST_MELDS),
        # The rest is by side, mine first.
        ("runs_take", "i8", (SIDES, SEATS)),  # by suit: mask of the ranks that a run of it would take; see `takes`
        ("sets_take", "i8", SIDES),  # mask of the ranks that a set would take
        ("wilds_take", "i8", SIDES),  # 1 if a meld would take a wild
        ("set_ranks", "i8", SIDES),  # mask of the ranks of sets that are open
        ("laid", "i8", SIDES),  # value of the cards melded
        ("burrachi", "i8", SIDES),
        ("cleans", "i8", SIDES),  # of these the clean ones
        ("pozzetto", "i8", SIDES),  # UNTAKEN, TAKEN, or RESERVED for a player who has run out
        ("totals", "i8", SIDES),  # score of the match before this hand
        ("dice", "i8"),  # 64 fresh random bits, so below 0 half the time; see `bits.die`
    ],
)
# Lists of the view and the field that says how far each is filled.
FILLED = {"cards": "n_cards", "moves": "n_moves", "mine": "n_mine", "theirs": "n_theirs", "pile": "n_pile"}


@register_jitable
def side_of(seat):
    """The side a seat belongs to."""
    return seat & 1


@register_jitable
def is_clean(state, kind, wilds):
    """Is a burraco of this kind and so many wilds a clean one?"""
    return wilds == 0 or (kind == WILDS and state.all_wild_class == WILDS_ARE_CLEAN)

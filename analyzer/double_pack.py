"""The double pack of Burraco: two French packs and four jokers, 108 cards worth 1080 points.

A card is `suit << 4 | rank` with ranks 1 (ace) to 13 (king), or JOKER, which is 0; there are two copies of each card
and four jokers.  Suits: 0 ♥  1 ♦  2 ♣  3 ♠.  Jokers and twos are wild.

Some of the cards, a hand, a meld, or all that lies open, are a record with the fields of CARDS: two masks (bit number =
card), how many jokers, and how many cards in all.
"""

import numpy as np
from numba.extending import register_jitable

from analyzer.bits import count, lowest

SUITS = "♥♦♣♠"
LETTERS = "HDCS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER, ACE, TWO, KING = 0, 1, 2, 13
NO_CARD = -1
KINDS = (JOKER, *(suit << 4 | rank for suit in range(4) for rank in range(1, 14)))
PACK = tuple(card for card in KINDS for _ in range(2 if card else 4))

ALL = 0x3FFE_3FFE_3FFE_3FFE  # one of each card that is no joker, as a mask
ACES = 0x0002_0002_0002_0002
TWOS = 0x0004_0004_0004_0004
THREE_TO_SEVEN = 0x00F8_00F8_00F8_00F8
JOKERS = 4

# By rank, four bits each, in fives: joker 30, ace 15, two 20, three to seven 5, eight to king 10.
FIVES = 0x22222211111436

CARDS = np.dtype(
    [
        ("has", "i8"),  # mask of the cards of which it holds one copy or both
        ("twice", "i8"),  # mask of those of which it holds both
        ("jokers", "i8"),
        ("n", "i8"),  # how many cards in all
    ]
)


@register_jitable
def suit(card):
    """0..3: ♥ ♦ ♣ ♠; means nothing for a joker."""
    return card >> 4


@register_jitable
def rank(card):
    """1 (ace) to 13 (king), 0 for a joker."""
    return card & 15


@register_jitable
def points(card):
    """What the card is worth: joker 30, two 20, ace 15, eight to king 10, three to seven 5."""
    return 5 * (FIVES >> 4 * (card & 15) & 15)


@register_jitable
def is_wild(card):
    """Is it a joker or a two?"""
    return card & 15 == TWO or card == JOKER


@register_jitable
def held(cards, card):
    """How many copies of `card` are among `cards`."""
    if card == JOKER:
        return cards.jokers
    return (cards.has >> card & 1) + (cards.twice >> card & 1)


@register_jitable
def put(cards, card):
    """Add a card to `cards`."""
    if card == JOKER:
        cards.jokers += 1
    else:
        bit = 1 << card
        cards.twice |= cards.has & bit
        cards.has |= bit
    cards.n += 1


@register_jitable
def drop(cards, card):
    """Take away a card that is among `cards`."""
    if card == JOKER:
        cards.jokers -= 1
    else:
        bit = 1 << card
        if cards.twice & bit:
            cards.twice ^= bit
        else:
            cards.has ^= bit
    cards.n -= 1


@register_jitable
def clear(cards):
    """No cards."""
    cards.has = 0
    cards.twice = 0
    cards.jokers = 0
    cards.n = 0


@register_jitable
def value(cards):
    """The points of all `cards`."""
    total = 30 * cards.jokers
    for mask in (cards.has, cards.twice):
        # Ten a card; ten more for a two and five for an ace, five less for three to seven.
        total += 10 * count(mask & ALL) + 10 * count(mask & TWOS) + 5 * count(mask & ACES)
        total -= 5 * count(mask & THREE_TO_SEVEN)
    return total


@register_jitable
def wilds(cards):
    """How many of `cards` are wild."""
    return cards.jokers + count(cards.has & TWOS) + count(cards.twice & TWOS)


@register_jitable
def lowest_card(cards):
    """The lowest number among `cards`, a joker's if there is one; there must be a card."""
    return JOKER if cards.jokers > 0 else lowest(cards.has)


@register_jitable
def suited(mask, suit):
    """The cards of a suit in a mask, bit number = rank."""
    return mask >> 16 * suit & 0x3FFE


def name(card):
    """`7♥`, `10♠`, `JK` for a joker."""
    return "JK" if card == JOKER else RANKS[(card & 15) - 1] + SUITS[card >> 4]


def names(cards):
    """All `cards` in words, jokers first, then suit by suit from the ace up, both copies of what is held twice."""
    return " ".join(name(card) for card in KINDS for _ in range(int(held(cards, card))))


def parse(text):
    """The card that `text` names: a rank A 2 ... 10 (or T) J Q K and a suit, H D C S or ♥ ♦ ♣ ♠; or JK.

    Small letters will do.  Raises ValueError with one sentence for anything else.
    """
    word = text.strip().upper().replace("\N{VARIATION SELECTOR-16}", "")
    if word == "JK":
        return JOKER
    rank, suit = word[:-1].replace("T", "10"), word[-1:]
    suits = LETTERS if suit in LETTERS else SUITS
    if not suit or suit not in suits:
        raise ValueError(f"{text!r} is no card: the last sign must be a suit, H D C S or ♥ ♦ ♣ ♠ (as in 7H or 7♥)")
    if rank not in RANKS:
        raise ValueError(f"{text!r} is no card: it must start with a rank, A 2 3 ... 10 J Q K (as in 7H), or be JK")
    return suits.index(suit) << 4 | RANKS.index(rank) + 1


def parse_cards(text):
    """The cards named in `text`, in order, separated by spaces or commas."""
    return [parse(word) for word in text.replace(",", " ").split()]

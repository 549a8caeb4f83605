"""The forty cards: a number each, and their names in an Italian and in a French pack.

A card is `suit << 4 | strength`, so two cards are of one suit when `a ^ b < 16`, and of one suit the larger number is
the stronger card.  One mapping of suits holds everywhere:

    0 C coppe  ♥      1 D denari ♦      2 S spade  ♠      3 B bastoni ♣

Strengths 0..9 are 2 4 5 6 7 J Q K 3 A: fante, cavallo and re are J, Q and K.
"""

from numba.extending import register_jitable

SUITS = "CDSB"
SUIT_NAMES = ("coppe", "denari", "spade", "bastoni")
FRENCH_SUITS = "♥♦♠♣"
RANKS = "24567JQK3A"
CARDS = tuple(suit << 4 | strength for suit in range(4) for strength in range(10))

TWO, SEVEN, JACK, THREE, ACE = 0, 4, 5, 8, 9
LOADS = 0x0300_0300_0300_0300  # the aces and the threes, as a mask
NO_CARD = -1

# Four bits a strength, from the two up: 0 0 0 0 0 2 3 4 10 11.
WORTH = 0xBA43200000


@register_jitable
def suit(card):
    """0..3: coppe, denari, spade, bastoni."""
    return card >> 4


@register_jitable
def strength(card):
    """0..9 within the suit: 2 4 5 6 7 J Q K 3 A."""
    return card & 15


@register_jitable
def points(card):
    """What the card is worth to whoever takes it: ace 11, three 10, king 4, queen 3, jack 2, else 0."""
    return WORTH >> 4 * (card & 15) & 15


@register_jitable
def suit_mask(suit):
    """The ten cards of a suit as a mask (bit number = card)."""
    return 0x3FF << 16 * suit


@register_jitable
def beats(card, other, trump):
    """Does `card`, played after `other` which was winning the trick, win it instead?"""
    if card ^ other < 16:
        return card > other
    return card >> 4 == trump


def name(card, french=False):
    """`AC`, or `A♥` in a French pack."""
    return RANKS[card & 15] + (FRENCH_SUITS if french else SUITS)[card >> 4]


def names(mask, french=False):
    """The cards of a mask in words, suit by suit, weakest first: `7C AC 2B`."""
    return " ".join(name(card, french) for card in CARDS if int(mask) >> card & 1)


def parse(text):
    """The card that `text` names: a rank of A 3 K Q J 7 6 5 4 2, then a suit letter C D S B or a French suit ♥ ♦ ♠ ♣.

    Small letters will do.  Raises ValueError with one sentence for anything else.
    """
    word = text.strip().upper().replace("\N{VARIATION SELECTOR-16}", "")
    rank, suit = word[:-1], word[-1:]
    suits = SUITS if suit in SUITS else FRENCH_SUITS
    if suit not in suits or not suit:
        raise ValueError(f"{text!r} is no card: the last sign must be a suit, C D S B or ♥ ♦ ♠ ♣ (as in AC or A♥)")
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"{text!r} is no card: it must start with a rank, one of A 3 K Q J 7 6 5 4 2 (as in AC or A♥)")
    return suits.index(suit) << 4 | RANKS.index(rank)


def parse_cards(text):
    """The cards named in `text`, in order, separated by spaces or commas."""
    return [parse(word) for word in text.replace(",", " ").split()]

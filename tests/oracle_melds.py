"""A slow and plain model of the cards and melds of Burraco, to test the analyzer against.

It was written from the rule book alone, with no look at the analyzer.  A card is a string, rank then suit: '7h' is the
seven of hearts, '10s' the ten of spades, 'JK' a joker.  Cards of a meld, a hand or a move are always listed in hand
order: hearts, diamonds, clubs, spades, in a suit A 2 ... K, and the jokers last.

A run is read off a list of all arrangements there are: every stretch of the places 1 to 14 in every suit, with a wild
card on one of its places or on none.  Some cards are a run if one of the arrangements uses exactly these cards.
"""

from collections import Counter, namedtuple
from functools import cache
from itertools import combinations

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = "hdcs"
KINDS = [rank + suit for suit in SUITS for rank in RANKS] + ["JK"]  # the 53 different cards
PACK = sorted(2 * KINDS + 2 * ["JK"], key=KINDS.index)  # two of each and four jokers
WILDS = ["2h", "2d", "2c", "2s", "JK"]

DEFAULTS = {
    "all_wild_sets": True,
    "all_wild_class": "dirty",
    "initial_upcard": True,
    "pozzetto_indirect": "immediate",
    "stock_end": "finish_turn",
    "stalemate_turns": 8,
    "semi_clean": "off",
    "big_burrachi": "off",
    "one_set_per_rank": True,
    "run_max": 14,
    "redicard_single": "forbidden",
    "pile_needs_meld": False,
    "sets": "any",
    "close_requires": "any",
    "match_tie": "replay",
    "pozzetto_penalty_on_stock_end": True,
    "target": 2000,
    "max_hands": 100,
    "shared_stock": "off",
}
OTHER_WORDS = {  # what else may be said than the default, where words are to be said
    "all_wild_class": ["clean"],
    "pozzetto_indirect": ["next_turn"],
    "stock_end": ["immediate"],
    "semi_clean": ["end", "seven"],
    "big_burrachi": ["on"],
    "redicard_single": ["allowed"],
    "sets": ["A3"],
    "close_requires": ["clean"],
    "match_tie": ["draw"],
    "shared_stock": ["on"],
}
FIBUR_IT = {"all_wild_sets": False, "semi_clean": "end", "target": 2005}
PRESETS = {
    "seed": {},
    "fibur_it": FIBUR_IT,
    "fitab": FIBUR_IT | {"big_burrachi": "on"},
    "fibur_int": {"all_wild_sets": False, "close_requires": "clean", "sets": "A3", "pile_needs_meld": True},
}


def rules_of(preset="seed", **changes):
    """A whole set of rules: those of the preset with these changes; numbers and truth may also be told as texts."""
    rules = DEFAULTS | PRESETS[preset]
    for option, value in changes.items():
        usual = DEFAULTS[option]
        if isinstance(usual, bool):
            value = {"true": True, "false": False}.get(value, value)
            assert isinstance(value, bool), f"{option} is true or false"
        elif isinstance(usual, int):
            value = int(value)
        else:
            assert value in [usual, *OTHER_WORDS[option]], f"{option} cannot be {value}"
        rules[option] = value
    assert 4 <= rules["stalemate_turns"] <= 40 and rules["run_max"] in (13, 14)
    assert rules["target"] >= 1 and rules["max_hands"] >= 1
    return rules


# Cards --------------------------------------------------------------------------------------------------------------


def card(text):
    """One card from its text; 'Th' is the ten of hearts too."""
    text = "10" + text[1] if text[0] == "T" else text
    assert text in KINDS, f"{text} is no card"
    return text


PLACE_IN_ORDER = {kind: place for place, kind in enumerate(KINDS)}


def in_order(cards):
    """A tuple of the cards in hand order."""
    return tuple(sorted(cards, key=PLACE_IN_ORDER.__getitem__))


def cards_of(text):
    """The cards of a text like '7h 8h JK', in hand order; a list of cards is as good."""
    return in_order(card(word) for word in (text.split() if isinstance(text, str) else text))


def rank_of(kind):
    """The rank; a joker has none."""
    return None if kind == "JK" else kind[:-1]


def is_wild(kind):
    """Jokers and all twos."""
    return kind == "JK" or rank_of(kind) == "2"


def card_points(kind):
    """Joker 30, two 20, ace 15, king down to eight 10, seven down to three 5."""
    if kind == "JK":
        return 30
    return {"2": 20, "A": 15, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}.get(rank_of(kind), 10)


def value(cards):
    """What the cards count together."""
    return sum(map(card_points, cards))


# Every arrangement of a run -----------------------------------------------------------------------------------------

Arrangement = namedtuple("Arrangement", "suit first last wild_place")
Arrangement.__doc__ = "A run as it lies: its first and last place, and the place (or None) on which a wild card lies."


def natural_card(suit, place):
    """The card that belongs on this place of a run: the ace on 1 and on 14, the two on 2, ..., the king on 13."""
    return RANKS[(place - 1) % 13] + suit


def natural_places(arrangement):
    """The places on which no wild card lies."""
    return [place for place in range(arrangement.first, arrangement.last + 1) if place != arrangement.wild_place]


def all_arrangements():
    """Every arrangement with the cards it uses: three places or more, one wild at most, the ace not at both ends."""
    for suit in SUITS:
        for first in range(1, 15):
            for last in range(first + 2, 15):
                for wild_place in [None, *range(first, last + 1)]:
                    arrangement = Arrangement(suit, first, last, wild_place)
                    places = natural_places(arrangement)
                    if 1 in places and 14 in places:
                        continue
                    naturals = [natural_card(suit, place) for place in places]
                    for wild in [] if wild_place is None else WILDS:
                        if wild != natural_card(suit, wild_place):  # the two on its own place is natural, not wild
                            yield in_order([*naturals, wild]), arrangement
                    if wild_place is None:
                        yield in_order(naturals), arrangement


def by_cards(pairs):
    """Which arrangements are there of the same cards?"""
    found = {}
    for cards, arrangement in pairs:
        found.setdefault(cards, []).append(arrangement)
    return found


ARRANGEMENTS = by_cards(all_arrangements())

# Reading a meld -----------------------------------------------------------------------------------------------------

Meld = namedtuple("Meld", "kind suit rank length wilds naturals low high wild_place free")
Meld.__doc__ = """What some cards are: a 'run' of a suit, a 'set' of a rank, or 'wilds', the all-wild set (rank '2').

`wilds` are the cards that stand for another (in an all-wild set: all), `naturals` the rest.  In a run `low` and `high`
are the places of the lowest and the highest natural; `free` tells that the naturals have no gap and the wild may lie
at either end; otherwise `wild_place` is the place between them that the wild has filled.
"""


def is_free(arrangement):
    """Does the wild card lie at an end?  Then the naturals touch each other."""
    return arrangement.wild_place in (arrangement.first, arrangement.last)


def preference(arrangement):
    """Fewest wilds first; then those whose wild is free; then those with the ace on place 1 (it is lower than 14)."""
    wilds = 0 if arrangement.wild_place is None else 1
    return wilds, not is_free(arrangement), 14 in natural_places(arrangement)


@cache
def read_run(cards):
    """These cards (in hand order) as a run, or None."""
    if cards not in ARRANGEMENTS:
        return None
    best = min(ARRANGEMENTS[cards], key=preference)
    places = natural_places(best)
    free = is_free(best)
    return Meld(
        kind="run",
        suit=best.suit,
        rank=None,
        length=len(cards),
        wilds=0 if best.wild_place is None else 1,
        naturals=len(places),
        low=places[0],
        high=places[-1],
        wild_place=None if free else best.wild_place,
        free=free,
    )


@cache
def read_set(cards):
    """These cards as a set or an all-wild set, or None.  Nobody can have more than nine cards in it."""
    if not 3 <= len(cards) <= 9:
        return None
    naturals = [kind for kind in cards if not is_wild(kind)]
    wilds = len(cards) - len(naturals)
    ranks = {rank_of(kind) for kind in naturals}
    if len(ranks) > 1 or (naturals and wilds > 1):
        return None
    return Meld(
        kind="set" if naturals else "wilds",
        suit=None,
        rank=ranks.pop() if naturals else "2",
        length=len(cards),
        wilds=wilds,
        naturals=len(naturals),
        low=None,
        high=None,
        wild_place=None,
        free=False,
    )


def read(cards, rules=DEFAULTS):
    """What meld these cards are under the rules, or None if they are none."""
    cards = in_order(cards)
    assert all(count <= PACK.count(kind) for kind, count in Counter(cards).items()), "more cards than the pack has"
    return read_in_order(cards, rules["run_max"], rules["all_wild_sets"], rules["sets"])


@cache
def read_in_order(cards, run_max, all_wild_sets, sets):
    """The same with the only three rules that matter."""
    meld = read_run(cards) or read_set(cards)
    if meld is None:
        return None
    if meld.kind == "run":
        allowed = meld.length <= run_max
    elif meld.kind == "wilds":
        allowed = all_wild_sets
    else:
        allowed = sets == "any" or meld.rank in ("A", "3")
    return meld if allowed else None


# What a player may lay ----------------------------------------------------------------------------------------------


def openings(hand, rules=DEFAULTS):
    """All melds of exactly three cards that these cards hold, each in hand order, whatever lies on the table."""
    threes = sorted(set(combinations(in_order(hand), 3)), key=lambda three: [PLACE_IN_ORDER[kind] for kind in three])
    run_max, all_wild_sets, sets = rules["run_max"], rules["all_wild_sets"], rules["sets"]
    return [three for three in threes if read_in_order(three, run_max, all_wild_sets, sets)]


@cache
def takes_in_order(cards, run_max, all_wild_sets, sets):
    """All cards of which one more may be added to the meld."""
    spare = Counter(PACK) - Counter(cards)
    return [
        kind for kind in KINDS if spare[kind] and read_in_order(in_order([*cards, kind]), run_max, all_wild_sets, sets)
    ]


def takes(cards, rules=DEFAULTS):
    """The different cards, in hand order, that the meld of these cards would take."""
    return takes_in_order(in_order(cards), rules["run_max"], rules["all_wild_sets"], rules["sets"])


def extensions(cards, hand, rules=DEFAULTS):
    """The different cards of the hand, in hand order, that the meld of these cards would take."""
    return [kind for kind in takes(cards, rules) if kind in hand]


# Burrachi -----------------------------------------------------------------------------------------------------------


def burraco_class(cards, rules=DEFAULTS):
    """'clean', 'semi' or 'dirty' for a meld of seven cards or more, None for a smaller one."""
    meld = read(cards, rules)
    if meld.length < 7:
        return None
    if meld.kind == "wilds":
        return rules["all_wild_class"]
    if meld.wilds == 0:
        return "clean"
    return "semi" if is_semi_clean(meld, rules["semi_clean"]) else "dirty"


def is_semi_clean(meld, semi_clean):
    """Has this burraco with one wild seven naturals in a row?  With 'end' the wild must lie beside them all."""
    if semi_clean == "off":
        return False
    if meld.kind == "set":
        return meld.length >= 8
    if meld.free:
        return meld.naturals >= 7
    in_a_row = max(meld.wild_place - meld.low, meld.high - meld.wild_place)
    return semi_clean == "seven" and in_a_row >= 7


def bonus(cards, rules=DEFAULTS):
    """What the meld earns beyond its cards."""
    ordinary = {"clean": 200, "semi": 150, "dirty": 100, None: 0}[burraco_class(cards, rules)]
    return max(ordinary, big_bonus(read(cards, rules)) if rules["big_burrachi"] == "on" else 0)


def big_bonus(meld):
    """A whole suit (13 or 14 cards) earns 300, with a wild 250; a whole rank (8 or 9 cards) 250, with a wild 200."""
    if meld.kind == "run" and meld.length >= 13:
        return 250 if meld.wilds else 300
    if meld.kind == "set" and meld.length >= 8:
        return 200 if meld.wilds else 250
    return 0

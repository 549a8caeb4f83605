"""The rule book's own melds, put to the oracle: only an oracle that gets these right may judge the analyzer."""

import itertools
import random
from collections import Counter
from functools import cache

import pytest
from oracle_melds import (
    ARRANGEMENTS,
    DEFAULTS,
    KINDS,
    PACK,
    PRESETS,
    WILDS,
    bonus,
    burraco_class,
    card_points,
    cards_of,
    extensions,
    in_order,
    is_wild,
    natural_places,
    openings,
    preference,
    rank_of,
    read,
    read_run,
    read_set,
    rules_of,
    takes,
    value,
)

NO_ALL_WILD = rules_of(all_wild_sets=False)


def whole_suit(without=(), suit="h"):
    """The thirteen cards of a suit, but for some ranks."""
    return " ".join(kind for kind in KINDS if kind[-1] == suit and rank_of(kind) not in without)


# M01-M24 ------------------------------------------------------------------------------------------------------------

MELDS = [
    # example, cards, kind (None: no meld), wilds, value, class, bonus
    ("M01", "7h 8h 9h", "run", 0, 25, None, 0),
    ("M01", "7h 8h 9d", None, 0, 0, None, 0),
    ("M02", "7h JK 9h", "run", 1, 45, None, 0),
    ("M02", "7h JK 2s Th", None, 0, 0, None, 0),
    ("M03", "Ah 2h 3h", "run", 0, 40, None, 0),
    ("M03", "Ah 2s 3h", "run", 1, 40, None, 0),
    ("M04", "2h 3h 4h JK", "run", 1, 60, None, 0),
    ("M04", "2h 2s 3h", "run", 1, 45, None, 0),
    ("M04", "2h 2h 3h", "run", 1, 45, None, 0),
    ("M06", "Kh Kd Ks", "set", 0, 30, None, 0),
    ("M06", "Kh Kh Kd", "set", 0, 30, None, 0),
    ("M06", "Kh Kd JK", "set", 1, 50, None, 0),
    ("M06", "Kh JK 2d", None, 0, 0, None, 0),
    ("M07", "JK JK 2d", "wilds", 3, 80, None, 0),
    ("M07", "2h 2d 2s", "wilds", 3, 60, None, 0),
    ("M07", "2h JK 2d", "wilds", 3, 70, None, 0),
    ("M08", "Kh Kh Kd Kd Kc Kc Ks Ks", "set", 0, 80, "clean", 200),
    ("M08", "Kh Kh Kd Kd Kc Kc Ks Ks JK", "set", 1, 110, "dirty", 100),
    ("M08", "Kh Kh Kd Kd Kc Kc Ks Ks JK 2h", None, 0, 0, None, 0),
    ("M09", whole_suit(), "run", 0, 120, "clean", 200),
    ("M11", "3h 4h", None, 0, 0, None, 0),
    ("M11", "5h 5h 6h", None, 0, 0, None, 0),
    ("M11", "Ah 4h JK", None, 0, 0, None, 0),
    ("M12", "3h 4h 5h 6h 7h 8h 9h", "run", 0, 45, "clean", 200),
    ("M12", "2h 3h 4h 5h 6h 7h 8h", "run", 0, 55, "clean", 200),
    ("M14", "3h 4h 5h 6h 7h 8h 9h JK", "run", 1, 75, "dirty", 100),
    ("M16", "Kh Kh Kd Kd Ks Ks Kc JK", "set", 1, 100, "dirty", 100),
    ("M17", "2h 2d 2s 2c JK JK JK", "wilds", 7, 170, "dirty", 100),
    ("M18", "5h JK 7h 6h", "run", 1, 45, None, 0),
    ("M20", "JK 5h 6h 8h", "run", 1, 50, None, 0),
    ("M21", "5h 2h 7h", "run", 1, 30, None, 0),
    ("M21", "5h 2h 7h 6h", "run", 1, 35, None, 0),
    ("M21", "5h 2h 7h 6h 3h 4h", "run", 0, 45, None, 0),
    ("M21", "5h 2h 7h 6h 3h 4h JK", "run", 1, 75, "dirty", 100),
]


@pytest.mark.parametrize("example, text, kind, wilds, worth, burraco, extra", MELDS)
def test_meld(example, text, kind, wilds, worth, burraco, extra):
    cards = cards_of(text)
    meld = read(cards)
    if kind is None:
        assert meld is None
    else:
        assert (meld.kind, meld.wilds, meld.length) == (kind, wilds, len(cards))
        assert (value(cards), burraco_class(cards), bonus(cards)) == (worth, burraco, extra)


def test_m07_all_wild_sets_can_be_forbidden():
    for text in ("JK JK 2d", "2h 2d 2s", "2h JK 2d"):
        assert read(cards_of(text), NO_ALL_WILD) is None
    assert read(cards_of("2h 2s 3h"), NO_ALL_WILD).kind == "run"


def test_m18_to_m21_where_the_wild_lies():
    def wild(text):
        meld = read(cards_of(text))
        return meld.low, meld.high, meld.wild_place, meld.free

    assert wild("5h JK 7h") == (5, 7, 6, False)
    assert wild("5h JK 7h 6h") == (5, 7, None, True)
    assert wild("JK 5h 6h") == (5, 6, None, True)
    assert wild("JK 5h 6h 8h") == (5, 8, 7, False)
    assert wild("5h 2h 7h") == (5, 7, 6, False)
    assert wild("5h 2h 7h 6h 3h 4h") == (2, 7, None, False)
    assert wild("5h 2h 7h 6h 3h 4h JK") == (2, 7, None, True)
    assert wild("Qh Kh Ah") == (12, 14, None, False)
    assert wild("Ah 3h JK") == (1, 3, 2, False)


def test_m18_to_m21_what_the_melds_take():
    assert takes(cards_of("5h JK 7h")) == ["4h", "6h", "8h"]
    assert takes(cards_of("5h 6h 7h JK")) == ["3h", "4h", "8h", "9h"]
    assert takes(cards_of("5h 6h JK")) == ["3h", "4h", "7h", "8h"]
    assert takes(cards_of("5h 6h 7h")) == ["2h", "4h", "8h", "2d", "2c", "2s", "JK"]
    assert takes(cards_of("5h 2h 7h 6h")) == ["3h", "4h", "8h", "9h"], (
        "a wild 2 beside three naturals serves two places either way"
    )
    assert extensions(cards_of("5h JK 7h"), cards_of("6h 6h 8d 8h JK")) == ["6h", "8h"]


def test_a_two_comes_home_when_three_and_its_place_are_reached():
    """4h 5h 2h: the 2 serves as 3 or 6; with a 3, or a wild for it, it is natural on its own place."""
    assert takes(cards_of("4h 5h 2h")) == ["2h", "3h", "6h", "7h", "2d", "2c", "2s", "JK"]
    assert read(cards_of("2h 3h 4h 5h")).wilds == 0
    assert takes(cards_of("2h 3h 4h 5h")) == ["Ah", "2h", "6h", "7h", "2d", "2c", "2s", "JK"]
    assert read(cards_of("2h 3h 4h 5h 7h"))[4:] == (1, 4, 3, 7, 6, False), "and may leave it again, for the 6"
    assert read(cards_of("2h 2h 3h 4h 5h")).wilds == 1
    assert takes(cards_of("2h 2h 3h 4h 5h")) == ["Ah", "6h", "7h"]
    assert read(cards_of("2h 4h 5h")).wilds == 1
    assert read(cards_of("2h 4h 5h JK")).wilds == 1, "2 _ 4 5 with the joker as 3"


def test_the_ace_is_low_or_high_and_no_corner_is_turned():
    assert read(cards_of("Qh Kh Ah")).wilds == 0
    assert read(cards_of("Kh Ah 2h")).wilds == 1, "the 2 is wild: Q K A"
    assert read(cards_of("Kh Ah 3h")) is None
    assert read(cards_of("Kh Ah 2h 3h")) is None
    assert read(cards_of("Ah Ah 2h")).kind == "set"
    assert read(cards_of(whole_suit() + " Ah")) is None
    assert read(cards_of("Ah 3h 4h JK")).low == 1
    with_free_wild = cards_of(whole_suit(without=["2"]) + " JK")
    assert (read(with_free_wild).low, read(with_free_wild).free) == (3, True), "a free wild before a low ace"


def test_thirteen_naturals_take_a_wild_as_the_fourteenth_card():
    suit = cards_of(whole_suit())
    assert takes(suit) == ["2h", "2d", "2c", "2s", "JK"]
    fourteen = in_order([*suit, "JK"])
    assert (read(fourteen).length, read(fourteen).wilds, read(fourteen).free) == (14, 1, True)
    assert takes(fourteen) == []
    assert takes(suit, rules_of(run_max=13)) == []
    assert read(fourteen, rules_of(run_max=13)) is None
    assert read(suit, rules_of(run_max=13)).length == 13


def test_sets_of_aces_and_threes_only():
    rules = rules_of(sets="A3")
    assert read(cards_of("Ah Ad JK"), rules) and read(cards_of("3h 3d 3d"), rules)
    assert read(cards_of("Kh Kd Ks"), rules) is None
    assert read(cards_of("2h 2d 2s"), rules).kind == "wilds", "the all-wild set has an option of its own"
    assert read(cards_of("2h 2d 2s"), rules_of("fibur_int")) is None


# Classes and bonuses ------------------------------------------------------------------------------------------------

BONUSES = [
    # cards, bonus: seed, semi_clean=end, semi_clean=seven, fitab (end and big burrachi)
    ("3h 4h 5h 6h 7h 8h 9h", 200, 200, 200, 200),
    ("3h 4h 5h 6h 7h 8h JK", 100, 100, 100, 100),
    ("3h 4h 5h 6h 7h 8h 9h JK", 100, 150, 150, 150),
    ("2h 3h 4h 5h 6h 7h 8h JK", 100, 150, 150, 150),
    ("3h 4h 5h 6h 7h 8h 9h JK Jh", 100, 100, 150, 100),
    ("3h JK 5h 6h 7h 8h 9h Th Jh", 100, 100, 150, 100),
    ("3h JK 5h 6h 7h 8h 9h Th", 100, 100, 100, 100),
    ("Kh Kh Kd Kd Ks Ks JK", 100, 100, 100, 100),
    ("Kh Kh Kd Kd Ks Ks Kc", 200, 200, 200, 200),
    ("Kh Kh Kd Kd Ks Ks Kc JK", 100, 150, 150, 200),
    ("Kh Kh Kd Kd Ks Ks Kc Kc", 200, 200, 200, 250),
    ("Kh Kh Kd Kd Ks Ks Kc Kc JK", 100, 150, 150, 200),
    (whole_suit(), 200, 200, 200, 300),
    (whole_suit() + " JK", 100, 150, 150, 250),
    (whole_suit(without=["A"]) + " JK", 100, 150, 150, 250),
    (whole_suit(without=["A"]), 200, 200, 200, 200),
    (whole_suit(without=["2"]) + " JK", 100, 150, 150, 250),
    (whole_suit(without=["8"]) + " JK", 100, 100, 150, 250),
    (whole_suit(without=["7"]) + " JK", 100, 100, 100, 250),
    ("3h 4h 5h 6h 7h 8h", 0, 0, 0, 0),
]


@pytest.mark.parametrize("text, seed, end, seven, fitab", BONUSES)
def test_bonus(text, seed, end, seven, fitab):
    cards = cards_of(text)
    assert bonus(cards) == seed
    assert bonus(cards, rules_of(semi_clean="end")) == end
    assert bonus(cards, rules_of(semi_clean="seven")) == seven
    assert bonus(cards, rules_of("fitab")) == fitab


def test_big_burrachi_against_ordinary_dirty_ones():
    rules = rules_of(big_burrachi="on")
    assert bonus(cards_of("Kh Kh Kd Kd Ks Ks Kc JK"), rules) == 200
    assert bonus(cards_of(whole_suit(without=["7"]) + " JK"), rules) == 250


def test_m17_all_wild_burrachi():
    cards = cards_of("2h 2d 2s 2c JK JK JK")
    more = cards_of("2h 2h 2d 2d 2s 2c JK JK JK")
    for rules in (rules_of(semi_clean="end"), rules_of(semi_clean="seven"), rules_of(big_burrachi="on")):
        assert bonus(cards, rules) == bonus(more, rules) == 100
    assert burraco_class(cards, rules_of(all_wild_class="clean")) == "clean"
    assert bonus(cards, rules_of(all_wild_class="clean")) == 200
    assert takes(more) == [], "nine cards are a full set, wild or not"


# The options --------------------------------------------------------------------------------------------------------


def test_presets():
    def changes(preset):
        return {option: kind for option, kind in rules_of(preset).items() if kind != DEFAULTS[option]}

    italian = {"all_wild_sets": False, "semi_clean": "end", "target": 2005}
    assert changes("seed") == {}
    assert changes("fibur_it") == italian
    assert changes("fitab") == italian | {"big_burrachi": "on"}
    international = {"all_wild_sets": False, "close_requires": "clean", "sets": "A3", "pile_needs_meld": True}
    assert changes("fibur_int") == international
    assert set(PRESETS) == {"seed", "fibur_it", "fitab", "fibur_int"}


def test_options_may_be_told_as_texts_but_only_as_what_they_are():
    assert rules_of(target="2005", all_wild_sets="false")["target"] == 2005
    assert rules_of(all_wild_sets="false") == rules_of(all_wild_sets=False)
    for wrong in ({"semi_clean": "on"}, {"all_wild_sets": "off"}, {"stalemate_turns": 3}, {"run_max": 12}):
        with pytest.raises(AssertionError):
            rules_of(**wrong)
    with pytest.raises(KeyError):
        rules_of(jokers=3)


# Counts -------------------------------------------------------------------------------------------------------------


def test_pack():
    assert len(PACK) == 108 and len(KINDS) == 53 and value(PACK) == 1080
    assert sum(map(is_wild, PACK)) == 12
    variance = sum((card_points(kind) - 10) ** 2 for kind in PACK) / 108
    assert variance == pytest.approx(100 / 3)


def test_911_runs_of_a_suit():
    runs = set()
    for cards in ARRANGEMENTS:
        meld = read(cards)
        if meld.suit == "h":
            naturals = tuple(kind for kind in cards if not is_wild(kind))
            twos = cards.count("2h")
            runs.add((naturals, twos, len(cards) - len(naturals) - twos, meld.wilds, len(cards)))
    assert len(runs) == 911
    assert sum(wilds == 0 for *_, wilds, _ in runs) == 76
    assert sum(length == 3 for *_, length in runs) == 60


def test_1363_openings_of_the_whole_pack():
    assert len(openings(PACK)) == len(set(openings(PACK))) == 1363


def test_openings_of_a_hand():
    assert openings(cards_of("7h 8h 9h 9h 9s JK")) == [
        ("7h", "8h", "9h"),
        ("7h", "8h", "JK"),
        ("7h", "9h", "JK"),
        ("8h", "9h", "JK"),
        ("9h", "9h", "9s"),
        ("9h", "9h", "JK"),
        ("9h", "9s", "JK"),
    ]


def test_how_often_eleven_and_twelve_cards_hold_a_meld():
    """Exact or from 60,000 hands elsewhere: no natural meld, no meld at all."""
    rng = random.Random(5)
    hands = 4000
    for size, no_natural, none in ((11, 0.479517, 0.0947), (12, 0.379470, 0.0592)):
        found = [openings(rng.sample(PACK, size)) for _ in range(hands)]
        share = sum(not any(read(three).wilds == 0 for three in threes) for threes in found) / hands
        assert share == pytest.approx(no_natural, abs=0.03)
        assert sum(not threes for threes in found) / hands == pytest.approx(none, abs=0.018)


# The list of arrangements against cards laid on places one by one ---------------------------------------------------


@cache
def fewest_wilds(cards):
    """The fewest wilds with which these cards can be laid as a run, place after place, or None."""
    best = None
    suits = sorted({kind[-1] for kind in cards if kind != "JK"})
    for suit, first in itertools.product(suits, range(1, 15)):
        last = first + len(cards) - 1
        if len(cards) < 3 or last > 14:
            continue
        for wilds in ways_to_lay(Counter(cards), suit, first, last, 0, False):
            best = wilds if best is None else min(best, wilds)
    return best


def ways_to_lay(cards, suit, place, last, wilds, low_ace):
    """The wilds of each way to fill the places from here to the last one."""
    if place > last:
        yield wilds
        return
    rank = "A" if place in (1, 14) else {11: "J", 12: "Q", 13: "K"}.get(place, str(place))
    for kind in [kind for kind, count in cards.items() if count]:
        rest = cards - Counter([kind])
        if kind == rank + suit and not (place == 14 and low_ace):
            yield from ways_to_lay(rest, suit, place + 1, last, wilds, low_ace or place == 1)
        if is_wild(kind) and wilds == 0:
            yield from ways_to_lay(rest, suit, place + 1, last, 1, low_ace)


def agree(cards):
    """Do both ways of looking at these cards see the same run, or none?  A 2 may be laid as a wild on place 2 too."""
    meld = read_run(cards)
    return (None if meld is None else meld.wilds) == fewest_wilds(cards)


def possible(cards):
    """Are there so many of each card in the pack?"""
    return all(count <= (4 if kind == "JK" else 2) for kind, count in Counter(cards).items())


def test_all_three_cards_one_by_one():
    threes = [cards for cards in itertools.combinations_with_replacement(KINDS, 3) if possible(cards)]
    assert len(threes) == 53 * 54 * 55 // 6 - 52
    assert all(agree(cards) for cards in threes if len({kind[-1] for kind in cards if not is_wild(kind)}) <= 1)
    assert sum(read(cards) is not None for cards in threes) == 1363


def test_longer_cards_one_by_one():
    """Nearly runs: a stretch of a suit, with cards left out, doubled, and wilds put in."""
    rng = random.Random(11)
    seen = set()
    for _ in range(6000):
        suit, first = rng.choice("hdcs"), rng.randint(1, 12)
        last = rng.randint(first + 2, 14)
        cards = [kind for kind in KINDS if kind[-1] == suit and kind != "JK"]
        cards = [(cards + cards[:1])[place - 1] for place in range(first, last + 1)]
        for _ in range(rng.randint(0, 2)):
            cards.pop(rng.randrange(len(cards)))
        cards += rng.choices([*WILDS, "A" + suit, "2" + suit, "3" + suit], k=rng.choice((0, 0, 1, 1, 2)))
        if possible(cards):
            seen.add(in_order(cards))
    assert len(seen) > 2000 and sum(read_run(cards) is not None for cards in seen) > 700
    assert all(map(agree, seen))


def test_every_arrangement_one_by_one():
    assert all(agree(cards) for cards in ARRANGEMENTS if ARRANGEMENTS[cards][0].suit == "d")


# What single steps rest upon ----------------------------------------------------------------------------------------


def test_no_cards_are_two_kinds_of_meld():
    for cards, arrangements in ARRANGEMENTS.items():
        assert read_set(cards) is None
        best = min(map(preference, arrangements))
        readings = {(a.suit, *natural_places(a)) for a in arrangements if preference(a) == best}
        assert len(readings) == 1, "the preferred arrangement leaves nothing open"


def test_a_meld_stays_what_it_is_when_it_grows():
    """And every run can be laid as three cards and then one card after the other."""
    for cards in ARRANGEMENTS:
        meld = read(cards)
        grown = [read([*cards, kind]) for kind in takes(cards)]
        assert all((more.kind, more.suit) == ("run", meld.suit) for more in grown)
        if len(cards) > 3:
            assert any(read(cards[:place] + cards[place + 1 :]) for place in range(len(cards)))
    for three in openings(PACK):
        meld = read(three)
        if meld.kind != "run":
            assert all(
                (read([*three, kind]).kind, read([*three, kind]).rank) == (meld.kind, meld.rank)
                for kind in takes(three)
            )

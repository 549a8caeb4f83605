"""Melds: which cards are one, how they lie, what they take, what a burraco counts, and all that a hand can open."""

import itertools
import random
from collections import Counter

import oracle_melds as oracle
import pytest
from burraco_by_hand import kind_of, listed, meld, pick_up, sit_down, text, told
from hypothesis import given
from hypothesis import strategies as st

from analyzer import meld_steps, melds
from analyzer.burraco_score import bonus, meld_class
from analyzer.burraco_table import CLEAN, DIRTY, SEMI
from analyzer.double_pack import KINDS, PACK, TWO, is_wild, parse, parse_cards
from analyzer.meld_steps import EXTEND, MOST_STEPS, OPEN_RUN, OPEN_SET, STEP
from analyzer.melds import MELD, RUN, SET, SETTABLE, WILDS
from analyzer.records import blank

HEARTS = "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
KINGS = "Kh Kh Kd Kd Kc Kc Ks Ks"
KIND = {RUN: "run", SET: "set", WILDS: "wilds"}
OTHER_WILDS = ("JK", "2d", "2c", "2s")


def openings(words, settable=SETTABLE):
    """Every three-card opening of a hand: the steps."""
    steps = blank(STEP, MOST_STEPS)
    return steps[: meld_steps.openings(pick_up(words), settable, steps, 0)]


def cards_of(step):
    """The cards of an opening in words, the way the oracle tells them."""
    return oracle.cards_of([text(int(card)) for card in (step.card, step.second, step.third)])


def extended_by(laid, words):
    """The steps by which cards of a hand go on a meld, which is the side's meld 3."""
    steps = blank(STEP, MOST_STEPS)
    return steps[: meld_steps.extensions(laid, 3, pick_up(words), steps, 0)]


def is_meld(words):
    """Can these cards be laid, three to open and the others one by one, in some order?"""
    cards = oracle.cards_of(words)
    begun = [cards_of(step) for step in openings(words)]
    reached = {tuple(sorted(three)) for three in begun}
    for _ in range(len(cards) - 3):
        further = set()
        for some in reached:
            rest = Counter(cards) - Counter(some)
            for step in extended_by(meld(" ".join(some)), " ".join(rest.elements())) if rest else ():
                further.add(tuple(sorted([*some, text(int(step.card))])))
        reached = further
    return tuple(sorted(cards)) in reached


# The rule book's own examples

EXAMPLES = [
    # which, cards, kind, wilds, value
    ("M01", "7h 8h 9h", RUN, 0, 25),
    ("M02", "7h JK 9h", RUN, 1, 45),
    ("M03", "Ah 2h 3h", RUN, 0, 40),
    ("M03", "Ah 2s 3h", RUN, 1, 40),
    ("M04", "2h 3h 4h JK", RUN, 1, 60),
    ("M04", "2h 2s 3h", RUN, 1, 45),
    ("M04", "2h 2h 3h", RUN, 1, 45),
    ("M06", "Kh Kd Ks", SET, 0, 30),
    ("M06", "Kh Kh Kd", SET, 0, 30),
    ("M06", "Kh Kd JK", SET, 1, 50),
    ("M07", "JK JK 2d", WILDS, 3, 80),
    ("M07", "2h 2d 2s", WILDS, 3, 60),
    ("M07", "2h JK 2d", WILDS, 3, 70),
    ("M08", KINGS, SET, 0, 80),
    ("M08", f"{KINGS} JK", SET, 1, 110),
    ("M09", HEARTS, RUN, 0, 120),
    ("M12", "3h 4h 5h 6h 7h 8h 9h", RUN, 0, 45),
    ("M12", "2h 3h 4h 5h 6h 7h 8h", RUN, 0, 55),
    ("M14", "3h 4h 5h 6h 7h 8h 9h JK", RUN, 1, 75),
    ("M16", "Kh Kh Kd Kd Ks Ks Kc JK", SET, 1, 100),
    ("M17", "2h 2d 2s 2c JK JK JK", WILDS, 7, 170),
    ("M18", "5h JK 7h 6h", RUN, 1, 45),
    ("M20", "JK 5h 6h 8h", RUN, 1, 50),
    ("M21", "5h 2h 7h 6h 3h 4h", RUN, 0, 45),
    ("M21", "5h 2h 7h 6h 3h 4h JK", RUN, 1, 75),
]


@pytest.mark.parametrize(("which", "words", "kind", "wilds", "value"), EXAMPLES)
def test_examples_that_are_melds(which, words, kind, wilds, value):
    laid = meld(words)
    assert (laid.kind, laid.wilds, laid.points, laid.n) == (kind, wilds, value, len(words.split()))
    assert is_meld(words)


@pytest.mark.parametrize(
    "words",
    [
        *("7h 8h 9d", "7h JK 2s 10h", "Kh JK 2d", f"{KINGS} JK 2h", "3h 4h", "5h 5h 6h", "Ah 4h JK"),
        *("Qh Kh Ah 2d 3h", "Kh Ah 2h 3h", "Kh JK JK", "Ah 2h JK JK", "JK 2d", "3h 5h 7h JK", "7h 9h Jh", "4h 7h JK"),
        *("2h 2h 4h 5h JK", "Kh Kd 2s 2h", "Ah Kh Qh Ah", "3h 4d JK"),
    ],
)
def test_examples_that_are_none(words):
    assert not is_meld(words) and oracle.read(oracle.cards_of(words)) is None


def test_one_seven_card_run_after_another_m21():
    laid = meld("5h 2h 7h")
    assert (laid.wilds, laid.low, laid.high, laid.free) == (1, 5, 7, 0), "the two stands for the six"
    laid = meld("5h 2h 7h 6h")
    assert (laid.wilds, laid.low, laid.high, laid.free) == (1, 5, 7, 1), "and is free once that is laid"
    laid = meld("5h 2h 7h 6h 3h")
    assert (laid.wilds, laid.low, laid.high, laid.free) == (1, 3, 7, 0), "the two stands for the four"
    laid = meld("5h 2h 7h 6h 3h 4h")
    assert (laid.wilds, laid.low, laid.high, laid.free) == (0, 2, 7, 0), "and lies at its own place"
    assert laid.takes & 1, "so that another wild finds room"
    laid = meld("5h 2h 7h 6h 3h 4h JK")
    assert (laid.n, laid.wilds, laid.free) == (7, 1, 1) and not laid.takes & 1


def test_a_wild_that_filled_a_gap_is_free_when_the_gap_is_filled_m18_and_m20():
    laid = meld("5h JK 7h")
    assert not laid.free and laid.takes == sum(1 << rank for rank in (4, 6, 8)), "it stands for the six"
    laid = meld("5h JK 7h 6h")
    assert laid.free and laid.takes == sum(1 << rank for rank in (3, 4, 8, 9)), "next to it, or with the joker between"
    laid = meld("JK 5h 6h")
    assert laid.free and laid.takes >> 8 & 1, "the joker moves up and is the seven"


# Classes and bonuses

CLASSES = [
    # cards, rules, class (None: no burraco), bonus
    ("3h 4h 5h 6h 7h 8h", {}, None, 0),
    ("3h 4h 5h 6h 7h 8h 9h", {}, CLEAN, 200),
    ("2h 3h 4h 5h 6h 7h 8h", {}, CLEAN, 200),
    (HEARTS, {}, CLEAN, 200),
    (KINGS, {}, CLEAN, 200),
    (f"{KINGS} JK", {}, DIRTY, 100),
    ("3h 4h 5h 6h 7h 8h JK", {}, DIRTY, 100),
    ("3h 4h 5h 6h 7h 8h 9h JK", {}, DIRTY, 100),
    ("2h 2d 2s 2c JK JK JK", {}, DIRTY, 100),
    ("2h 2d 2s 2c JK JK JK", {"all_wild_class": "clean"}, CLEAN, 200),
    ("2h 2d 2s 2c JK JK", {"all_wild_class": "clean"}, None, 0),
    ("2h 2d 2s 2c JK JK JK 2h", {"semi_clean": "end"}, DIRTY, 100),
    ("2h 2d 2s 2c JK JK JK 2h", {"semi_clean": "seven"}, DIRTY, 100),
    # a wild beside seven in sequence, six, and between
    ("3h 4h 5h 6h 7h 8h 9h JK", {"semi_clean": "end"}, SEMI, 150),
    ("3h 4h 5h 6h 7h 8h 9h JK", {"semi_clean": "seven"}, SEMI, 150),
    ("3h 4h 5h 6h 7h 8h 9h 2h", {"semi_clean": "end"}, CLEAN, 200),
    ("2h 3h 4h 5h 6h 7h 8h 2h", {"semi_clean": "end"}, SEMI, 150),
    ("3h 4h 5h 6h 7h 8h JK", {"semi_clean": "end"}, DIRTY, 100),
    ("3h 4h 5h 6h 7h 8h JK", {"semi_clean": "seven"}, DIRTY, 100),
    ("3h 4h 5h 6h 7h 8h 9h JK Jh", {"semi_clean": "end"}, DIRTY, 100),
    ("3h 4h 5h 6h 7h 8h 9h JK Jh", {"semi_clean": "seven"}, SEMI, 150),
    ("3h 4h 5h 6h 7h 8h JK 10h Jh", {"semi_clean": "seven"}, DIRTY, 100),
    ("Ah JK 3h 4h 5h 6h 7h 8h 9h", {"semi_clean": "seven"}, SEMI, 150),
    ("Ah JK 3h 4h 5h 6h 7h 8h 9h", {"semi_clean": "end"}, DIRTY, 100),
    ("5h JK 7h 8h 9h 10h Jh Qh Kh Ah", {"semi_clean": "seven"}, SEMI, 150),
    ("6h JK 8h 9h 10h Jh Qh Kh Ah", {"semi_clean": "seven"}, SEMI, 150),
    ("7h JK 9h 10h Jh Qh Kh Ah", {"semi_clean": "seven"}, DIRTY, 100),
    (f"{HEARTS} JK", {"semi_clean": "end"}, SEMI, 150),
    # sets of eight with one wild
    ("Kh Kh Kd Kd Ks Ks Kc JK", {"semi_clean": "end"}, SEMI, 150),
    ("Kh Kh Kd Kd Ks Ks Kc 2h", {"semi_clean": "seven"}, SEMI, 150),
    ("Kh Kh Kd Kd Ks Ks JK", {"semi_clean": "end"}, DIRTY, 100),
    ("Kh Kh Kd Kd Ks Ks JK", {"semi_clean": "seven"}, DIRTY, 100),
    # whole suits and ranks
    (HEARTS, {"big_burrachi": "on"}, CLEAN, 300),
    (f"{HEARTS} JK", {"big_burrachi": "on"}, DIRTY, 250),
    (HEARTS.replace("6h", "JK"), {"big_burrachi": "on"}, DIRTY, 250),
    (HEARTS.removesuffix(" Kh"), {"big_burrachi": "on"}, CLEAN, 200),
    (KINGS, {"big_burrachi": "on"}, CLEAN, 250),
    (f"{KINGS} JK", {"big_burrachi": "on"}, DIRTY, 200),
    ("Kh Kh Kd Kd Ks Ks Kc JK", {"big_burrachi": "on", "semi_clean": "end"}, SEMI, 200),
    (KINGS.removesuffix(" Ks"), {"big_burrachi": "on"}, CLEAN, 200),
    ("2h 2d 2s 2c JK JK JK 2h 2d", {"big_burrachi": "on"}, DIRTY, 100),
    ("2h 2d 2s 2c JK JK JK 2h 2d", {"big_burrachi": "on", "all_wild_class": "clean"}, CLEAN, 200),
]


@pytest.mark.parametrize(("words", "rules", "kind", "worth"), CLASSES, ids=str)
def test_what_a_burraco_counts(words, rules, kind, worth):
    state, laid = sit_down(**rules), meld(words)
    assert meld_class(state, laid) == (-1 if kind is None else kind)
    assert bonus(state, laid) == worth == oracle.bonus(oracle.cards_of(words), oracle.rules_of(**rules))


# How runs lie


def forms():
    """Every heap of hearts and other wilds, at most one card of each rank but the two: (ranks, twos, others)."""
    for ranks in range(0, 1 << 14, 2):
        if not ranks & 1 << TWO:
            yield from ((ranks, twos, others) for twos in range(3) for others in range(2))


def heap(ranks, twos, others):
    """Such a heap in words."""
    return [text(rank) for rank in range(1, 14) if ranks >> rank & 1] + ["2h"] * twos + ["JK"] * others


LEGAL = {form: lies for form in forms() if len(heap(*form)) >= 3 and (lies := melds.arrange(*form)) >= 0}


def test_there_are_911_runs_in_a_suit_of_which_76_are_clean_and_60_have_three_cards():
    assert len(LEGAL) == 911
    assert sum(lies & 1 == 0 for lies in LEGAL.values()) == 76
    assert Counter(len(heap(*form)) for form in LEGAL)[3] == 60
    assert max(len(heap(*form)) for form in LEGAL) == 14
    clean = [len(heap(*form)) for form, lies in LEGAL.items() if lies & 1 == 0]
    # So many windows of the fourteen places, and all thirteen cards whether the ace is low or high.
    assert Counter(clean) == {length: 15 - length for length in range(3, 13)} | {13: 1}


def test_the_oracle_lays_them_in_the_same_way():
    seen = 0
    for form in forms():
        cards = oracle.in_order(heap(*form))
        read = oracle.read_run(cards)
        assert (read is not None) == (form in LEGAL), cards
        if read:
            lies, seen = LEGAL[form], seen + 1
            assert (lies & 1, lies >> 1 & 1, lies >> 4 & 15, lies >> 8) == (read.wilds, read.free, read.low, read.high)
    assert seen == 911


@pytest.mark.parametrize(("longest", "shortest"), [(14, 3), (13, 11)])
def test_every_run_takes_what_the_oracle_says(longest, shortest):
    for words in (heap(*form) for form in LEGAL):
        if not shortest <= len(words) <= longest:
            continue
        laid = meld(" ".join(words), longest)
        takes_as_the_oracle_says(laid, words, oracle.rules_of(run_max=longest))


def takes_as_the_oracle_says(laid, words, rules):
    """Check every card there is against a meld."""
    expected = oracle.takes(words, rules)
    spare = Counter(oracle.PACK) - Counter(words)
    found = [word for word in spare if melds.fits(laid, parse(word))]
    assert set(found) == set(expected), words
    wilds = {}
    for word in found:
        read = oracle.read([*words, word], rules)
        wilds[word] = read.length if read.kind == "wilds" else read.wilds
    if len(words) % 3:
        return  # which is enough of what takes long
    steps = extended_by(laid, " ".join(spare.elements()))
    assert sorted(text(int(step.card)) for step in steps) == sorted(found)
    for step in steps:
        assert (step.kind, step.meld, step.n, step.second, step.third) == (EXTEND, 3, laid.n + 1, -1, -1)
        assert step.wilds == wilds[text(int(step.card))], (words, int(step.card))


def test_every_set_takes_what_the_oracle_says():
    chance = random.Random(1)
    for rank in "AK37":
        for n in range(3, 10):
            for wild in ("", *oracle.WILDS):
                same = chance.sample([f"{rank}{suit}" for suit in "hdcs"] * 2, n - bool(wild)) if n < 9 or wild else []
                if len(same) >= 2:
                    words = [*same, *([wild] if wild else [])]
                    takes_as_the_oracle_says(meld(" ".join(words)), words, oracle.DEFAULTS)
    wilds = [word for word in oracle.PACK if word in oracle.WILDS]
    for n in range(3, 10):
        words = chance.sample(wilds, n)
        takes_as_the_oracle_says(meld(" ".join(words)), words, oracle.DEFAULTS)


def test_steps_of_one_card_reach_every_run():
    """Three cards, and then one after the other: so no run is out of reach of a hand that holds it."""
    three = {form for form in LEGAL if len(heap(*form)) == 3}
    opened = {
        form_of(cards_of(step)) for step in openings(" ".join([*heap(0x3FFA, 2, 0), "JK"])) if step.kind != OPEN_SET
    }
    assert opened == three
    reached, edge = set(three), set(three)
    while edge:
        further = set()
        for form in edge:
            words = heap(*form)
            for step in extended_by(meld(" ".join(words)), " ".join([*oracle.KINDS, "2h"])):
                if text(int(step.card)) not in ("2d", "2c", "2s"):
                    further.add(form_of([*words, text(int(step.card))]))
        edge = further - reached
        reached |= further
    assert reached == set(LEGAL)


def form_of(words):
    """The form of a heap of hearts and jokers."""
    ranks = sum({1 << parse(word) for word in words if word not in ("2h", "JK")})
    return ranks, list(words).count("2h"), list(words).count("JK")


@given(st.lists(st.sampled_from(KINDS), min_size=3, max_size=14), st.sampled_from("hdcs"))
def test_in_any_suit_they_lie_alike(cards, suit):
    words = [text(card)[:-1] + suit if card else "JK" for card in cards]
    counted = Counter(words)
    if any(n > (4 if word == "JK" else 2) for word, n in counted.items()):
        return
    others = sum(n for word, n in counted.items() if word == "JK")
    ranks = [parse(word) & 15 for word in words if word not in ("JK", f"2{suit}")]
    run = oracle.read_run(oracle.in_order(words))
    legal = len(set(ranks)) == len(ranks)
    legal = legal and melds.arrange(sum(1 << rank for rank in ranks), counted[f"2{suit}"], others) >= 0
    assert legal == (run is not None)


@pytest.mark.parametrize(
    ("words", "lies"),
    [
        ("7h 8h 9h", "7♥ 8♥ 9♥"),
        ("7h JK 9h", "7♥ (JK) 9♥"),
        ("JK 5h 6h", "5♥ 6♥ (JK)"),
        ("Qh Kh 2d", "Q♥ K♥ (2♦)"),
        ("Kh Ah JK", "(JK) K♥ A♥"),
        ("Kh Qh Ah JK", "(JK) Q♥ K♥ A♥"),
        ("Ah 2h JK", "A♥ 2♥ (JK)"),
        ("Ah 2h 2h 4h", "A♥ 2♥ (2♥) 4♥"),
        ("2h 2h 3h", "2♥ 3♥ (2♥)"),
        ("2h 3h 4h JK", "2♥ 3♥ 4♥ (JK)"),
        ("4h 6h 2h", "4♥ (2♥) 6♥"),
        (HEARTS, "A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥"),
        ("Kd JK Kc", "K♦ K♣ (JK)"),
        ("2h JK 2d", "(2♥) (2♦) (JK)"),
    ],
)
def test_in_words_a_meld_is_told_as_it_lies(words, lies):
    assert melds.meld_name(meld(words)) == lies


def test_every_run_is_told_as_it_lies():
    for form in LEGAL:
        laid = meld(" ".join(heap(*form)))
        told_as = melds.in_order(laid)
        assert sorted(card for card, _ in told_as) == listed(laid)
        assert sum(wild for _, wild in told_as) == laid.wilds
        places = [k for k, (_, wild) in enumerate(told_as) if not wild]
        for start in range(1, 15):
            if all(told_as[k][0] == melds.card_at(0, start + k) for k in places):
                break
        else:
            raise AssertionError(melds.meld_name(laid))


# What a hand can open


def test_the_whole_pack_has_1363_openings_and_they_are_the_oracles():
    steps = openings(" ".join(map(text, PACK)))
    assert len(steps) == 1363
    found = [cards_of(step) for step in steps]
    assert len(set(found)) == 1363
    # Naturals: 12 runs a suit, 16 sets a rank; 123 runs a suit and 50 sets a rank with a wild; 31 sets of wilds.
    counted = Counter((int(step.kind), int(step.wilds)) for step in steps)
    assert counted == {(OPEN_RUN, 0): 48, (OPEN_SET, 0): 192, (OPEN_RUN, 1): 492, (OPEN_SET, 1): 600, (OPEN_SET, 3): 31}
    threes = {oracle.in_order(three) for three in itertools.combinations(oracle.KINDS, 3)}
    threes |= {oracle.in_order((a, a, b)) for a in oracle.KINDS for b in oracle.KINDS if a != b} | {("JK",) * 3}
    assert set(found) == {three for three in threes if oracle.read(three)}


HANDS = st.lists(st.integers(0, 107), unique=True, min_size=3, max_size=20).map(
    lambda places: " ".join(text(PACK[place]) for place in places)
)
FEW_KINDS = [card for card in PACK if card < 15 or card & 15 in (2, 7)]  # hearts, twos, sevens and jokers
RICH = st.lists(st.integers(0, len(FEW_KINDS) - 1), unique=True, min_size=3, max_size=20).map(
    lambda places: " ".join(text(FEW_KINDS[place]) for place in places)
)


@given(st.one_of(HANDS, RICH))
def test_openings_are_those_of_three_cards_out_of_the_hand(words):
    steps = openings(words)
    found = [cards_of(step) for step in steps]
    assert len(set(found)) == len(found)
    assert set(found) == set(oracle.openings(oracle.cards_of(words)))
    for step, three in zip(steps, found, strict=True):
        read = oracle.read(three)
        assert step.kind == (OPEN_RUN if read.kind == "run" else OPEN_SET)
        assert (step.meld, step.n, step.wilds) == (-1, 3, read.wilds)
        kind, suit, rank = kind_of(parse_cards(" ".join(three)))
        assert KIND[kind] == read.kind
        wild = [card for card in (step.card, step.second, step.third) if is_wild(card)]
        if step.wilds == 1:
            assert step.third in wild, "its wild card comes last"


@given(st.one_of(HANDS, RICH), st.integers(0, SETTABLE))
def test_sets_of_some_ranks_only(words, allowed):
    allowed &= SETTABLE
    every, some = openings(words), openings(words, allowed)

    def rank(step):
        return 0 if step.wilds == 3 else step.card & 15

    expected = [cards_of(step) for step in every if step.kind == OPEN_RUN or allowed >> int(rank(step)) & 1]
    assert [cards_of(step) for step in some] == expected


@given(st.one_of(HANDS, RICH), st.randoms(use_true_random=False))
def test_any_meld_grown_card_by_card_is_what_its_cards_are(words, chance):
    steps = openings(words)
    if not len(steps):
        return
    laid, cards = blank(MELD)[0], list(cards_of(chance.choice(steps)))
    left = list((Counter(oracle.cards_of(words)) - Counter(cards)).elements())
    kind, suit, rank = kind_of(parse_cards(" ".join(cards)))
    melds.new_meld(laid, kind, suit, rank)
    for word in cards:
        melds.lay_on(laid, parse(word))
    melds.settle_meld(laid, 14)
    while left and len(steps := extended_by(laid, " ".join(left))):
        assert sorted(text(int(step.card)) for step in steps) == sorted(oracle.extensions(cards, left))
        word = text(int(chance.choice(steps).card))
        melds.lay_on(laid, parse(word))
        melds.settle_meld(laid, 14)
        cards.append(word)
        left.remove(word)
        read = oracle.read(cards)
        assert (KIND[int(laid.kind)], laid.n) == (read.kind, len(cards))
        assert laid.wilds == (len(cards) if read.kind == "wilds" else read.wilds)
        assert laid.points == oracle.value(cards) and laid == meld(" ".join(cards))
        if read.kind == "run":
            assert (laid.low, laid.high, laid.free) == (read.low, read.high, read.free)
            assert melds.clean_streak(laid) == (longest_streak(read) >= 7)


def longest_streak(read):
    """How many cards of a run lie in sequence without a wild."""
    if read.wild_place is None:
        return read.naturals
    return max(read.wild_place - read.low, read.high - read.wild_place)


def test_steps_are_told_in_the_order_that_is_documented():
    steps = openings("JK 7h 8h 9h 7d 7s 2c 2c 2d 8s JK JK")
    said = [told((step.card, step.second, step.third)) for step in steps]
    assert said == [
        "7h 8h 9h",
        *("7h 8h JK", "7h 8h 2d", "7h 8h 2c", "8h 9h JK", "8h 9h 2d", "8h 9h 2c"),
        *("7h 9h JK", "7h 9h 2d", "7h 9h 2c"),
        *("7s 8s JK", "7s 8s 2d", "7s 8s 2c"),
        "7h 7d 7s",
        *(f"{pair} {wild}" for pair in ("7h 7d", "7h 7s", "7d 7s") for wild in ("JK", "2d", "2c")),
        *("8h 8s JK", "8h 8s 2d", "8h 8s 2c"),
        *("JK JK JK", "JK JK 2d", "JK JK 2c", "JK 2d 2c", "JK 2c 2c", "2d 2c 2c"),
    ]
    steps = extended_by(meld("7h JK 9h 8h"), "JK 6h 5h 10h Jh 2d 2h Kh")
    assert [text(int(step.card)) for step in steps] == ["5h", "6h", "10h", "Jh"]
    steps = extended_by(meld("Kh Kd Kd"), "2s 2s 2h JK Ks Kh Kd Kc Kc")
    assert [text(int(step.card)) for step in steps] == ["Kh", "Kd", "Kc", "Ks", "JK", "2h", "2s"]
    steps = extended_by(meld("3h 4h 5h"), "2s 2h JK Ah 6h 7h")
    assert [text(int(step.card)) for step in steps] == ["2h", "6h", "JK", "2s"]

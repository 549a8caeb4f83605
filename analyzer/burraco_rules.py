"""The rule options of Burraco, presets for the codes of federations, and the numbers that stand for values.

Articles of the Italian federation FIBUR are cited after eburraco.com, the code of FITAB after the engine garak/buraco,
which plays it.
"""

from analyzer.rules import Rule

BOTH = ("true", "false")
RULES = (
    Rule(
        "all_wild_sets",
        BOTH,
        "three to nine jokers and twos may be a set of their own; it holds no other cards",
        "true: gamerules.com; false: FIBUR art. 10, FITAB",
    ),
    Rule("all_wild_class", ("dirty", "clean"), "what a burraco of wild cards alone counts as", "mazziere"),
    Rule(
        "initial_upcard",
        BOTH,
        "true: a card is turned up to begin the pile; false: the first player must draw",
        "true: FIBUR art. 4 and 6, FITAB",
    ),
    Rule(
        "pozzetto_indirect",
        ("immediate", "next_turn"),
        "who runs out by a discard owns the eleven cards at once, or when his next turn begins; until then nobody of "
        "his side can run out again or close",
        "immediate: table practice after eburraco.com",
    ),
    Rule(
        "stock_end",
        ("finish_turn", "immediate"),
        "when two cards are left of the stock, the player who drew finishes his turn, or the hand ends at once",
        "finish_turn: FIBUR art. 16",
    ),
    Rule(
        "stalemate_turns",
        ("8", *(str(turns) for turns in range(4, 41) if turns != 8)),
        "the hand ends after so many turns in a row in which a pile of one card was taken and nothing melded",
        "after FIBUR art. 15 bis, which leaves the number to the referee",
        literal=True,
    ),
    Rule(
        "semi_clean",
        ("off", "end", "seven"),
        "what counts 150 though it has a wild: end: a run whose wild lies free beside seven cards or more; seven: a "
        "run with any seven cards in sequence without it; with both also a set of eight or more",
        "end: FIBUR art. 13, FITAB",
    ),
    Rule(
        "big_burrachi",
        ("off", "on"),
        "on: royal, a run of 13 or 14, counts 300 clean and 250 with a wild; super, a set of 8 or 9 of a rank, 250 and "
        "200; results still count them by class, clean, semi-clean or dirty",
        "FITAB",
    ),
    Rule(
        "one_set_per_rank",
        BOTH,
        "true: a side has at most one set of each rank (and one of wilds)",
        "true: FIBUR art. 29 and 30, FITAB",
    ),
    Rule("run_max", ("14", "13"), "the longest run; the 14th card is a wild", "14: FIBUR art. 11, FITAB", literal=True),
    Rule(
        "redicard_single",
        ("forbidden", "allowed"),
        "whoever takes a pile of one card may not discard it in the same turn, unless he held its twin or has melded "
        "it since",
        "forbidden: eburraco.com",
    ),
    Rule(
        "pile_needs_meld",
        ("false", "true"),
        "true: the pile may be taken only by who can then meld something, and must",
        "true: FIBUR's international code, art. 8",
    ),
    Rule(
        "sets",
        ("any", "A3"),
        "A3: of the ranks only aces and threes may be sets; all_wild_sets decides about wilds",
        "A3: FIBUR's international code, after eburraco.com",
    ),
    Rule(
        "close_requires",
        ("any", "clean"),
        "the burraco a side needs to close: any, or a clean one",
        "clean: FIBUR's international code",
    ),
    Rule(
        "pozzetto_penalty_on_stock_end",
        BOTH,
        "true: a side without its pozzetto loses 100 points also when the stock has run out",
        "true: FITAB",
    ),
    Rule(
        "target",
        ("2000", "500", "505", "1000", "1005", "1500", "1505", "2005", "2500", "2505", "3000", "3005"),
        "--match full: the points that win the match; the higher total if both sides have them",
        "2000: gamerules.com; 2005: FIBUR and many tables",
        literal=True,
    ),
    Rule(
        "match_tie",
        ("replay", "draw"),
        "--match full: with equal totals at the target another hand is dealt, or the match is drawn",
        "mazziere",
    ),
    Rule(
        "max_hands",
        ("100", *(str(hands) for hands in range(1, 100))),
        "--match full: after so many hands the higher total wins, whatever the target",
        "mazziere; tournaments play a fixed number of hands",
        literal=True,
    ),
    Rule(
        "shared_stock",
        ("off", "on"),
        "on: every draw takes the next card of one stock, not of seat streams",
        "mazziere",
    ),
)
FIBUR_IT = {"all_wild_sets": "false", "semi_clean": "end", "target": "2005"}
PRESETS = {
    "seed": {},
    "fibur_it": FIBUR_IT,
    "fitab": FIBUR_IT | {"big_burrachi": "on"},
    "fibur_int": {"all_wild_sets": "false", "close_requires": "clean", "sets": "A3", "pile_needs_meld": "true"},
}
PRESETS_ARE = {
    "seed": "the usual rules, every option at its default",
    "fibur_it": "the Italian code of the federation FIBUR",
    "fitab": "the code of the federation FITAB",
    "fibur_int": "FIBUR's international code",
}


def code(name, value):
    """The number that stands in the state for a value of an option."""
    return next(rule for rule in RULES if rule.name == name).code(value)


WILDS_ARE_CLEAN = code("all_wild_class", "clean")
NEXT_TURN = code("pozzetto_indirect", "next_turn")
AT_ONCE = code("stock_end", "immediate")
NO_SEMI, ANY_SEVEN = code("semi_clean", "off"), code("semi_clean", "seven")
FORBIDDEN = code("redicard_single", "forbidden")
ANY_SETS = code("sets", "any")
ANY_CLOSES = code("close_requires", "any")
DRAWN = code("match_tie", "draw")

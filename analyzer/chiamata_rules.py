"""The rule options of Briscola Chiamata, and the numbers that stand for them in a state."""

from analyzer.rules import Rule

RULES = (
    Rule(
        "bid_form",
        ("rank_points", "rank_only", "points_only"),
        "what is bid: a rank, and points beyond the two; a rank alone; or points alone from 61 on, rank and suit being "
        "named by who wins",
        "rank_points: timendum, the-card-club, Brisk; points_only: timendum's `a punti`, older Wikipedia",
    ),
    Rule(
        "tie60",
        ("caller_loses", "draw", "draw_double"),
        "60 points of a caller who needs 61 are lost, or drawn, or drawn and the next hand counts double",
        "caller_loses: timendum, Brisk without draws; draw_double: Brisk's old rules",
    ),
    Rule(
        "bid_mult",
        ("1", "brisk"),
        "brisk: the hand counts double from a bid of 71 points, three times from 81 and so on to six times from 111",
        "Brisk",
    ),
    Rule(
        "leader",
        ("dealer_right", "caller"),
        "who leads the first trick",
        "dealer_right: timendum, the-card-club, Brisk",
    ),
    Rule(
        "all_pass",
        ("redeal", "redeal_double", "end"),
        "when all five pass, the next dealer deals; or does so and that hand counts double (64 times at most); or the "
        "deal ends with nothing for anybody (as it does after 1,000 deals in a row that all passed)",
        "redeal_double: Brisk; end: mazziere",
    ),
    Rule(
        "cappotto",
        ("points_both", "points_caller", "tricks", "off"),
        "what counts double: all 120 points of either side, of the caller's side only, all eight tricks of either "
        "side, or nothing",
        "points_both: timendum; points_caller: Brisk",
    ),
    Rule("must_follow", ("off", "on"), "on: who has a card of the suit led must play one", "timendum's rule book"),
)
RANK_POINTS, RANK_ONLY, POINTS_ONLY = range(3)
CALLER_LOSES, TIE_DRAWS, TIE_DOUBLES = range(3)
REDEAL, REDEAL_DOUBLE, DEAL_ENDS = range(3)
POINTS_BOTH, POINTS_CALLER, ALL_TRICKS, NO_CAPPOTTO = range(4)

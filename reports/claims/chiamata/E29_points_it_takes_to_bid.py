"""To bid 62, 71, 80, 90 or 100 points takes a suit of 13, 19, 23, 25 or 28.

A suit counts its points, and one for each low card; the caller lacks its two and calls it.  Whoever is asked first bids
so much or passes, nobody else bids, and the hand is played out: what does the bid bring more than passing, with as many
points as are said to be needed, or one more, and what does passing bring more, with one point or two fewer?  All five
play as suit_counter, or as maestro.
"""

from analyzer import match, plots
from analyzer.answer import Column, Drawing, Table
from analyzer.bidding import best_suit, worth
from analyzer.cards import TWO
from analyzer.chiamata import BID, PLAIN_TWO
from analyzer.claims import Found, Weighed, counted, told_by, unit_of
from analyzer.fork import Fork
from analyzer.verdicts import ALPHA
from analyzer.wording import all_of

SOURCE = "the rules of a long-running online table"
RULES = ["all_pass=end"]
NEEDED = {62: 13, 71: 19, 80: 23, 90: 25, 100: 28}
WHO = {"suit_counter": "suit_counter:opening=99.0,per_card=0.0", "maestro": "maestro:margin=9.0"}  # none of them bids
TARGETS = tuple(NEEDED)
MOST = 50  # more than a suit is worth
SUITS = {f"{least}-{least + 1}": range(least, least + 2) for least in range(9, 29, 2)} | {"29+": range(29, MOST)}


def situation(view):
    """Everybody's first bid: what his suit is worth, if he lacks its two."""
    colour = best_suit(view, 0.0)
    return worth(view, colour) if view.phase == BID and view.hand >> (colour << 4 | TWO) & 1 == 0 else -1


def option(view, k):
    """To bid so much; nobody has bid before."""
    return TARGETS[k] - 61 + PLAIN_TWO


def test(lab):
    """What bidding brings with the points said to be needed, in units a game; and how often it wins with others."""
    bid, passed, rows, sentences = {}, {}, [], []
    for name, word in WHO.items():
        contest = match.contest(word, word, seed=lab.seed, game="chiamata", rules=RULES)
        deals = lab.deals if name == "suit_counter" else max(1, lab.deals // 5)
        forked = lab.fork(Fork(situation, option, tuple(map(str, TARGETS)), MOST), contest, deals)
        command, unit, surely = told_by(lab, "E29", "chiamata"), unit_of(contest.table), winners(forked)
        for target, least in NEEDED.items():
            brought = forked.value(str(target), (least, least + 1))
            spared = forked.value(str(target), (least - 2, least - 1)).turned()  # whoever passes gets nothing
            bid.setdefault(target, []).append(counted(brought, unit, name, command))
            passed.setdefault(target, []).append(counted(spared, unit, name, command))
            won = [forked.value(str(target), worths, of="score") for worths in SUITS.values()]
            rows += [(name, target, suit, *numbers(each)) for suit, each in zip(SUITS, won, strict=True)]
        pays = [f"{target} {from_where([surely[target, suit] for suit in SUITS])}" for target in TARGETS]
        sentences.append(f"As {name} plays, a bid is known to win more often than not: {all_of(pays)}.")
    weighed = []
    for target, least in NEEDED.items():
        weighed.append(Weighed(f"bidding {target} on a suit of {least} or {least + 1}", "passing", bid[target]))
        fewer = f"passing rather than bidding {target} on a suit of {least - 2} or {least - 1}"
        weighed.append(Weighed(fewer, "bidding", passed[target]))
    columns = [Column("players", "players"), Column("bid", "bid", "right"), Column("suit", "suit")]
    columns += [Column(key, f"{key} %", "right", 1) for key in ("wins", "low", "high")]
    title = "how often a bid wins, by what the suit is worth"
    return Found(weighed, sentences, [Table("wins", columns, rows, title)], [chart(rows, lab)])


def winners(forked):
    """By (target, suit): 1 if the bid surely wins more often than not, -1 if less often, 0 if that cannot be said.

    Holm's procedure (1979) for all of them together: of m that are open, those are sure whose intervals of level
    1 - ALPHA / m do not hold one half; then the same of the others, until none is.
    """
    surely = {(target, suit): 0 for target in TARGETS for suit in SUITS}
    while True:
        left = [key for key, side in surely.items() if not side]
        found = {}
        for target, suit in left:
            seen = forked.value(str(target), SUITS[suit], of="score", level=1 - ALPHA / len(left))
            if seen.low is not None and not seen.low <= 0.5 <= seen.high:
                found[target, suit] = 1 if seen.low > 0.5 else -1
        if not found:
            return surely
        surely |= found


def from_where(sides):
    """`from 15 on`: the first of SUITS that surely wins more often than not, no later one surely winning less often."""
    first = None
    for suit, side in zip(SUITS.values(), sides, strict=True):
        if side > 0 and first is None:
            first = suit[0]
        if side < 0:
            first = None
    return "on none" if first is None else f"from {first} on"


def numbers(seen):
    """Mean, low and high in per cent."""
    return [None if x is None else 100 * x for x in (seen.mean, seen.low, seen.high)]


def chart(rows, lab):
    """The Drawing of how often bids win among the plain players."""
    least = {suit: worths[0] for suit, worths in SUITS.items()}
    plain = [row for row in rows if row[0] == "suit_counter"]
    draw = plots.curve(
        [
            plots.Series(str(target), [(least[row[2]], *row[3:]) for row in plain if row[1] == target])
            for target in TARGETS
        ],
        title="What a bid takes: how often it wins, by what the suit is worth",
        subtitle=f"{lab.deals:,} deals, all five play as suit_counter, seed {lab.seed}",
        across="what the suit is worth: this or one more, 29 or more",
        unit="wins, %",
        line=50.0,
        line_word="even",
    )
    return Drawing("E29_wins", draw, "How often a bid wins, with 95 % intervals.")

"""The lower the called card, the stronger the caller's hand.

Where ranks alone are bid, so that 61 points always win: what his suit is worth (its points, and one for each low card)
and how often his side wins, if he calls a number card (7 6 5 4 2) and if he calls a figure or better (A 3 K Q J).  All
five bid by one rule: as suit_counter does who wants a point and a half more for each rank, or as a careful maestro.
"""

from analyzer import clusters, match
from analyzer.answer import Column, Table
from analyzer.bidding import best_suit, worth
from analyzer.cards import RANKS
from analyzer.chiamata import CALL
from analyzer.claims import Found, Weighed, counted, told_by
from analyzer.fork import Fork
from analyzer.trials import apart
from analyzer.verdicts import POINTS_OF_SCORE, Unit

SOURCE = "a player's guide"
RULES = ["bid_form=rank_only"]
PLAYERS_ASKED = ("suit_counter:step=1.5", "maestro:margin=0.5")
MOST = 50  # more than a suit is worth
LOW, HIGH = range(5), range(5, 10)


def situation(view):
    """The call, by its rank and by what the caller's best suit is worth."""
    return MOST * view.rank + worth(view, best_suit(view, 0.0)) if view.phase == CALL else -1


def option(view, k):
    """Nothing is tried, calls are only counted."""
    return -1


def test(lab):
    """Low calls less high ones: what the suit is worth, and how often they win."""
    stronger, luckier, rows = [], [], []
    command = told_by(lab, "E28", "chiamata")
    for name in PLAYERS_ASKED:
        contest = match.contest(name, name, seed=lab.seed, game="chiamata", rules=RULES)
        forked = lab.fork(Fork(situation, option, ("nothing",), MOST * len(RANKS)), contest)
        worths, wins = [strength(forked, ranks) for ranks in (LOW, HIGH)], [won(forked, ranks) for ranks in (LOW, HIGH)]
        stronger.append(counted(apart(*worths), Unit("points of trumps", 0.1), name, command))
        luckier.append(counted(apart(*wins, scale=100), POINTS_OF_SCORE, name, command))
        for rank in range(len(RANKS)):
            suit, win = strength(forked, [rank]), won(forked, [rank])
            told = [None if x is None else 100 * x for x in (win.mean, win.low, win.high)]
            rows.append((name, RANKS[rank], win.decisions, suit.mean, suit.low, suit.high, *told))
    numbers = [Column(key, head, "right", 1) for key, head in (("worth", "suit"), ("from", "low"), ("to", "high"))]
    numbers += [Column(key, head, "right", 1) for key, head in (("wins", "wins %"), ("low", "low"), ("high", "high"))]
    columns = [Column("player", "players"), Column("called", "called"), Column("calls", "calls", "right"), *numbers]
    who = "who calls a number card", "who calls a figure or better"
    return Found(
        [Weighed(*who, stronger), Weighed(*who, luckier)],
        tables=[Table("calls", columns, rows, "the caller's suit and how often his side wins, by the card called")],
    )


def buckets(ranks):
    """The calls of these ranks."""
    return [MOST * rank + worth for rank in ranks for worth in range(MOST)]


def won(forked, ranks):
    """How often the caller's side wins."""
    return forked.value(None, buckets(ranks), of="score")


def strength(forked, ranks):
    """What the caller's suit is worth; each deal has one call."""
    seen = [(each % MOST, forked.decisions[each]) for each in buckets(ranks)]
    n, total = sum(n for _, n in seen), sum(worth * n for worth, n in seen)
    return clusters.gain(clusters.Seen(n, total, sum(worth * worth * n for worth, n in seen), total, n, n, True))

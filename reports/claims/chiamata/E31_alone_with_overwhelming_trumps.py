"""Calling a card of one's own, to play alone, pays only with overwhelming trumps.

The caller has bid 61 points, where any card may be called: he calls the weakest of his trumps and plays alone for four
units, or the strongest he lacks and plays with a partner for two.  With six trumps or more, ace and three among them,
and with fewer or weaker ones; all five play as suit_counter, or the others as maestro.  And in whole auctions: one
player is alone when the trumps rate 36 (ace, three, king, queen and two low ones), the others from 30 on, or never.
"""

from analyzer import match
from analyzer.answer import Column, Table
from analyzer.bidding import best_suit, length, own_call, strongest_call
from analyzer.cards import ACE, THREE
from analyzer.chiamata import CALL
from analyzer.claims import Case, Experiment, Found, Weighed, counted, told_by, unit_of, weigh
from analyzer.fork import Fork
from analyzer.tables import table

SOURCE = "players' guides"
RULES = ["bid_form=points_only", "all_pass=end"]
CALLER = "suit_counter:opening=24.0,step=99.0"  # bids 61 on a rating of 24, and never more
OTHERS = {"suit_counter": CALLER, "maestro": "maestro:margin=9.0"}  # a maestro who never bids
MOST = 9  # more trumps than anybody holds
OVERWHELMING = [3 * trumps + 2 for trumps in range(6, MOST)]
OTHERWISE = [bucket for bucket in range(3 * MOST) if bucket not in OVERWHELMING]
HOLDING = "six trumps or more, ace and three among them,"
HIGH = ("neither", "one", "both")
ALONE = "loner:overwhelming={}.0"


def situation(view):
    """The call: three times the number of trumps, and one each for the ace and the three of them."""
    if view.phase != CALL:
        return -1
    colour = best_suit(view, 1.0)
    return 3 * length(view, colour) + (view.hand >> (colour << 4 | ACE) & 1) + (view.hand >> (colour << 4 | THREE) & 1)


def option(view, k):
    """To call the weakest card of one's own (0), or the strongest one lacks (1)."""
    colour = best_suit(view, 1.0)
    return own_call(view, colour) if k == 0 else strongest_call(view, colour)


def test(lab):
    """What playing alone brings, with overwhelming trumps and with others."""
    strong, weak, rows = [], [], []
    at, command = table("chiamata", rules=RULES), told_by(lab, "E31", "chiamata")
    for name, word in OTHERS.items():
        parties = tuple(match.party(each, "chiamata") for each in (CALLER, word))
        contest = match.Match(at, parties, lab.seed, pairs=((0, 1),))
        fork = Fork(situation, option, ("alone", "with a partner"), 3 * MOST)
        forked = lab.fork(fork, contest, max(1, lab.deals // 5) if name == "maestro" else lab.deals, whose=0)
        strong.append(counted(forked.gain("alone", "with a partner", OVERWHELMING), unit_of(at), name, command))
        weak.append(counted(forked.gain("with a partner", "alone", OTHERWISE), unit_of(at), name, command))
        for bucket, calls in enumerate(forked.decisions):
            if calls:
                gain = forked.gain("alone", "with a partner", bucket)
                rows.append((name, bucket // 3, HIGH[bucket % 3], calls, gain.mean, gain.low, gain.high))
    weighed = [
        Weighed(f"playing alone with {HOLDING}", "calling a partner", strong),
        Weighed("calling a partner with fewer or weaker trumps", "playing alone", weak),
    ]
    doing = "playing alone from a rating of 36 on"
    cases = [
        Case(ALONE.format(36), ALONE.format(other), doing, instead)
        for other, instead in ((30, "doing so from 30 on"), (999, "never doing so"))
    ]
    weighed += weigh(lab, table("chiamata"), Experiment(cases))
    columns = [Column("others", "others"), Column("trumps", "trumps", "right"), Column("high", "ace, three")]
    columns += [Column("calls", "calls", "right"), *(Column(key, key, "right", 2) for key in ("alone", "low", "high"))]
    return Found(weighed, tables=[Table("alone", columns, rows, "what playing alone brings more, units a game")])

"""Bids what its hand should bring, suspects who the partner is from what each has given to whom, and plays by prices.

It bids as long as it expects to win more often than not with the card it would have to call: BASE to SEAT tell how many
points the hand brings the caller's side, give or take SPREAD.

In play every card has a worth in card points: what the trick is worth, won or lost for my side with some chance, and
what it is worth to be rid of the card.  The chance comes from the cards that are out and from who still plays: a friend
leaves a friend's trick alone, a foe takes it when he can, the sooner the more lies there.  Caller and defenders do not
know the hidden partner; `likelihood` weighs who fed the caller's tricks, who took them and who fed others.

What the worths say.  Be rid of worthless cards and figures early, and keep loads and high trumps; low trumps are there
to be spent, but the caller keeps his last one.  Defender and caller lead low trumps; nobody leads a high one.  The
hidden partner shows the called card late, and leads the caller a load unless he plays last.

A *load* is an ace or a three of a side suit.  The numbers come from a million decisions in which every card was tried
and the deal played on, against earlier versions of this rule, suit_counter, random_bidder and timid.
"""

from math import erfc, exp, sqrt

from analyzer.bidding import length
from analyzer.bits import count
from analyzer.cards import JACK
from analyzer.chiamata import (
    ACE,
    ALONE,
    BID,
    CALL,
    CALLER,
    DEFENDER,
    PARTNER,
    PASS,
    PLAIN_TWO,
    POINTS_ONLY,
    THREE,
    beats,
    bid_rank,
    bid_target,
    points,
    strength,
    suit,
    suit_mask,
    table_card,
    trick_card,
    trick_leader,
)

# What the caller's side takes on the average: BASE, and for each trump held, by strength; for how many; for the called
# card, by strength; for each ace of another suit; for the place in which the caller plays to the first trick.
BASE, SPREAD = 42.0, 18.8
HELD = (0.8, 1.2, 1.7, 2.4, 3.1, 5.0, 6.8, 8.0, 15.3, 21.1)
COUNT = (-8.0, -6.1, -4.5, -3.0, -1.0, 1.8, 5.4, 7.5, 9.0)
CALLED = (-5.3, -5.0, -4.2, -3.6, -2.6, -0.9, 1.0, 2.3, 8.2, 10.1)
SIDE_ACE = 0.9
SEAT = (-1.4, -1.5, -0.5, 0.2, 3.2)

# In the tables the roles come in the order defender, caller, partner.  The kinds of cards are low card; J, Q, K; load;
# low trump; J, Q, K of trumps; three or ace of trumps; called card.  The groups are the first three, and all trumps.

# What it is worth to be rid of a card by following with it, by kind: in the first four tricks, the next two, the next.
FOLLOW = (
    (
        (2.9, 1.0, -2.1),
        (2.4, 1.3, -0.8),
        (0.1, 2.0, 2.8),
        (5.6, 5.3, 2.7),
        (2.2, 3.1, 3.6),
        (-13.2, -12.7, -6.2),
        (0.0, 0.0, 0.0),
    ),
    (
        (3.5, 1.2, -1.4),
        (4.0, 1.6, -1.6),
        (2.4, 2.2, -3.8),
        (4.2, 4.9, 6.6),
        (-1.1, -0.3, 4.5),
        (-10.0, -9.4, -7.8),
        (-3.0, -0.1, 3.5),
    ),
    (
        (3.8, 0.8, -1.1),
        (4.3, 0.2, -2.0),
        (1.8, -1.0, -2.8),
        (3.9, 4.5, 3.6),
        (-0.8, 0.7, 2.1),
        (-10.4, -6.9, -3.0),
        (-2.6, 1.6, 3.1),
    ),
)

# What comes on top, by group, when 0, 1, 2, 3 players are still to follow.
PLACE = (
    ((1.6, 0.7, 0.1, -0.6), (1.5, 0.9, 0.6, -0.1), (1.4, 1.4, 1.1, 0.9), (-4.5, -3.0, -1.9, -0.2)),
    ((2.4, 1.2, 0.3, -0.7), (1.6, 1.5, 1.0, -0.2), (0.8, 0.6, -0.1, -0.6), (-4.8, -3.3, -1.3, 1.5)),
    ((3.2, 1.4, -0.1, -0.8), (1.5, 1.1, 0.5, -0.6), (0.5, 0.0, -0.4, -2.1), (-5.2, -2.6, 0.0, 3.5)),
)

# What comes on top, by group, when a foe, who knows who, a friend is winning the trick: two columns each, while the
# caller has still to play to it, and after.
NEVER = ((0.0, 0.0, 0.0, 0.0, 0.0, 0.0),) * 4
WINNER = (
    (
        (1.2, 1.1, 1.0, -0.6, 0.7, -1.6),
        (1.2, 0.9, 1.1, 0.3, 0.5, -1.0),
        (-0.7, -1.0, -0.2, 2.6, -0.3, 4.5),
        (-1.7, -1.0, -1.9, -2.3, -0.9, -1.8),
    ),
    NEVER,
    (
        (2.7, 0.5, 0.0, 0.0, 0.0, 0.4),
        (1.5, 1.2, 0.0, 0.0, 0.0, -0.1),
        (2.9, -3.8, 0.0, 0.0, 0.0, -1.0),
        (-7.1, 2.1, 0.0, 0.0, 0.0, 0.7),
    ),
)

# What it is worth to be rid of a card by leading it, by kind; and what comes on top, by group, when the caller plays
# second, third, fourth, last.
LEAD = (
    (1.3, 1.8, -0.8, 6.9, 3.7, -13.0, 0.0),
    (-3.3, -1.0, -1.8, 5.6, 2.2, -4.3, 2.6),
    (0.8, 1.7, 1.5, 3.3, -0.1, -7.1, -0.2),
)
BEFORE = (
    ((-0.3, 0.3, 0.7, 0.5), (-0.9, 0.8, 1.5, 0.4), (0.8, 0.0, -1.6, 0.0), (0.3, -1.1, -0.5, -0.9)),
    ((0.0, 0.0, 0.0, 0.0),) * 4,
    ((0.9, -1.0, -0.7, 1.6), (0.4, -0.4, 0.2, 1.5), (-0.4, 3.0, 2.4, -3.5), (-0.9, -1.5, -2.0, 0.4)),
)

# What comes on top for a trump of the caller's, following and leading, when he holds 0, 1, 2, 3, 4 or more of them.
TRUMPS = ((0.0, -6.9, -1.8, 0.1, 0.6), (0.0, -2.5, 1.0, 3.0, 4.5))

# What a trick is worth besides its points: if I take it myself, following and leading; for each player still to follow;
# if it settles the hand; for each point of a load or high trump I put on it.
TAKE = (0.4, -1.4, -1.2)
TAKE_LEADING = (-9.2, -15.8, -5.7)
FOLLOWER = (-0.7, -0.7, 0.6)
SETTLED = (7.2, 8.7, 9.1)
LOADED = (-0.3, -0.6, -0.4)

# How surely a foe takes a trick with less than 3, 8, 13 points, with more: a side card's, if he holds a higher one; if
# he holds a trump; a trump's, if he holds a higher one.  A friend does it OVER_FRIEND times as often.
IN_SUIT = (0.35, 0.45, 0.2, 0.2)
BY_TRUMP = (0.4, 0.4, 0.85, 0.95)
OVER_TRUMP = (0.15, 0.35, 0.85, 0.9)
OVER_FRIEND = 0.35
MOST_SURE = 0.97

# What speaks for a player's being the hidden partner, as a logarithm of likelihood.  In a trick the caller was winning:
# each point he gave to it, giving it none, taking it.  In another's: each point he gave to it, before the caller had
# played and after, taking it.
FED, STARVED, ROBBED = 0.2, 0.45, -0.7
FED_BEFORE, FED_AFTER, TOOK = 0.1, -0.5, 0.1

STEP = 0.006  # of cards of one kind the cheaper goes first


def choose(view, margin=0.0, suspicion=1.0, secrecy=0.0):
    """The index in view.moves to play.

    margin      how much it must expect to win by the auction to bid, in units; the caller's stake is 2
    suspicion   how much it lets the others' play tell of who the partner is; 0.0 nothing
    secrecy     what it is worth to the hidden partner to stay hidden, in points, besides what the worths say
    """
    if view.phase == BID:
        return lowest_good_bid(view, margin)
    if view.phase == CALL:
        return best_call(view)
    total = 0.0
    for seat in range(5):
        total += likelihood(view, seat, suspicion) if view.friend[seat] == 0 else 0.0
    sides = (
        with_caller(view, 0, suspicion, total),
        with_caller(view, 1, suspicion, total),
        with_caller(view, 2, suspicion, total),
        with_caller(view, 3, suspicion, total),
        with_caller(view, 4, suspicion, total),
    )
    choice = 0
    most = -1000.0
    for k in range(view.n_moves):
        card = view.moves[k]
        worth = worth_of_trick(view, card, sides) + worth_of_riddance(view, card)
        if card == view.called and view.role == PARTNER:
            worth -= secrecy
        worth -= STEP * (3 * points(card) + strength(card))
        if worth > most:
            most = worth
            choice = k
    return choice


def lowest_good_bid(view, margin):
    """The position of the lowest bid that should win more than `margin` units; PASS if there is none."""
    free = view.bid_form == POINTS_ONLY
    for k in range(1, view.n_moves):
        bid = view.moves[k]
        brings = -1000.0
        for colour in range(4):
            for rank in range(ACE + 1):
                if (free or rank == bid_rank(bid)) and not view.hand >> (colour << 4 | rank) & 1:
                    brings = max(brings, estimate(view, colour, rank))
        wins = 0.5 * erfc((bid_target(bid) - 0.5 - brings) / (SPREAD * sqrt(2.0)))
        if 2.0 * (2.0 * wins - 1.0) > margin:
            return k
        # From the two on, the called card stays the same and only more points are needed.
        if bid >= PLAIN_TWO:
            return PASS
    return PASS


def best_call(view):
    """The position of the card to call: the one I do not hold that brings most."""
    choice = 0
    most = -1000.0
    for k in range(view.n_moves):
        card = view.moves[k]
        if not view.hand >> card & 1:
            brings = estimate(view, suit(card), strength(card))
            if brings > most:
                most = brings
                choice = k
    return choice


def estimate(view, colour, rank):
    """The points my side should take if I call the card of that suit and strength, which I do not hold."""
    total = BASE + COUNT[length(view, colour)] + CALLED[rank] + SEAT[(view.seat - view.opener) % 5]
    for other in range(10):
        if view.hand >> (colour << 4 | other) & 1:
            total += HELD[other]
    for other in range(4):
        if other != colour and view.hand >> (other << 4 | ACE) & 1:
            total += SIDE_ACE
    return total


def with_caller(view, seat, suspicion, total):
    """The chance that a player is on the caller's side; `total` is the sum of all likelihoods."""
    if view.friend[seat] == 0:
        return likelihood(view, seat, suspicion) / total
    return 1.0 if (view.friend[seat] > 0) == (view.role != DEFENDER) else 0.0


def likelihood(view, seat, suspicion):
    """How much a player's cards so far speak for his being the hidden partner; 1.0 says nothing."""
    told = 0.0
    for trick in range(view.tricks + 1):
        past = trick < view.tricks
        leader = trick_leader(view, trick) if past else view.leader
        winner = leader
        winning = -1
        for k in range(5 if past else view.on_table):
            who = (leader + k) % 5
            card = trick_card(view, trick, k) if past else table_card(view, k)
            took = k == 0 or beats(card, winning, view.trump)
            if who == seat and k > 0:
                told += hint(view, card, took, winner, (view.caller - leader) % 5 < k)
            if took:
                winner = who
                winning = card
    return exp(suspicion * told)


def hint(view, card, took, winner, after):
    """What a card tells of its player, who took a trick of `winner` with it or not, `after` the caller or before."""
    if took:
        return ROBBED if winner == view.caller else TOOK
    if winner != view.caller:
        return (FED_AFTER if after else FED_BEFORE) * points(card)
    return FED * points(card) if points(card) > 0 else STARVED


def worth_of_trick(view, card, sides):
    """What the trick is worth if I play `card`: its points and more, won or lost for my side with some chance."""
    me = row(view)
    calling = view.role != DEFENDER
    takes = view.led < 0 or beats(card, view.winning, view.trump)
    stake = view.table_points + points(card)
    beaten = chance_of_beating(view, card if takes else view.winning, stake)
    callers = sides[view.seat if takes else view.winner]
    mine = 1.0 if takes else 0.0
    for k in range(1, view.to_follow + 1):
        side = sides[(view.seat + k) % 5]
        friend = side if calling else 1.0 - side
        mine *= 1.0 - beaten * (1.0 - friend) - OVER_FRIEND * beaten * friend
        callers = callers * (1.0 - (1.0 - side) * beaten) + (1.0 - callers) * side * beaten
    ours = callers if calling else 1.0 - callers
    swing = stake + FOLLOWER[me] * view.to_follow + (LOADED[me] * points(card) if strength(card) >= THREE else 0.0)
    worth = (2.0 * ours - 1.0) * swing
    worth += mine * (TAKE_LEADING[me] if view.led < 0 else TAKE[me])
    if settles(view, sides, stake, calling):
        worth += SETTLED[me] * ours
    if settles(view, sides, stake, not calling):
        worth -= SETTLED[me] * (1.0 - ours)
    return worth


def settles(view, sides, stake, callers):
    """Would so many points bring a side, the callers' or the defenders', what it needs and has not yet?"""
    needed = view.target if callers else 121 - view.target
    taken = 0.0
    for seat in range(5):
        taken += (sides[seat] if callers else 1.0 - sides[seat]) * view.points[seat]
    return taken < needed <= taken + stake


def chance_of_beating(view, winning, stake):
    """The chance that a foe who follows beats the winning card, and wants to."""
    column = 0 if stake < 3 else 1 if stake < 8 else 2 if stake < 13 else 3
    higher = chance(view, suit_mask(suit(winning)) & -(2 << winning))
    if suit(winning) == view.trump:
        return min(MOST_SURE, OVER_TRUMP[column] * higher)
    trumped = chance(view, suit_mask(view.trump))
    return min(MOST_SURE, IN_SUIT[column] * higher + BY_TRUMP[column] * trumped)


def chance(view, wanted):
    """The chance that another player's hand, as large as mine, holds one or more of the `wanted` cards."""
    unseen = count(view.unseen)
    good = count(view.unseen & wanted)
    none = 1.0
    for k in range(8 - view.tricks):
        none *= max(0, unseen - good - k) / max(1, unseen - k)
    return 1.0 - none


def worth_of_riddance(view, card):
    """What it is worth to be rid of the card, wherever the trick goes."""
    me = row(view)
    kind = kind_of(view, card)
    trump = suit(card) == view.trump
    group = 3 if trump else kind
    leading = view.led < 0
    if leading:
        worth = LEAD[me][kind]
        if view.seat != view.caller:
            worth += BEFORE[me][group][(view.caller - view.seat - 1) % 5]
    else:
        stage = 0 if view.tricks < 4 else 1 if view.tricks < 6 else 2
        after = 1 if (view.caller - view.leader) % 5 < view.on_table else 0
        worth = FOLLOW[me][kind][stage] + PLACE[me][group][view.to_follow]
        worth += WINNER[me][group][2 * (view.winning_mine + 1) + after]
    if trump and me == CALLER:
        worth += TRUMPS[1 if leading else 0][min(4, length(view, view.trump))]
    return worth


def row(view):
    """Where my role stands in the tables by role; a lone caller is a caller."""
    return CALLER if view.role == ALONE else view.role


def kind_of(view, card):
    """The kind of a card in FOLLOW and LEAD."""
    if card == view.called:
        return 6
    rank = strength(card)
    return (3 if suit(card) == view.trump else 0) + (0 if rank < JACK else 1 if rank < THREE else 2)

"""Lays, keeps, takes and throws away by prices: what each change of melds and hand is worth, in points of the hand."""

from analyzer.bits import count, lowest
from analyzer.burraco import DRAW, TAKEN
from analyzer.double_pack import ACE, JOKER, KING, TWO, TWOS, is_wild, points, suited
from analyzer.melds import (
    DISCARD,
    EXTEND,
    OPEN_RUN,
    RUN,
    SET,
    STOP,
    WILDS,
    fits,
    run_takes,
)

# prices
SIZE = (
    (16.0, 26.7, 46.6, 105.9, 209.3, 219.5),  # clean run
    (25.0, 27.3, 41.3, 69.6, 123.3, 123.4),  # run with a wild
    (14.2, 14.6, 28.2, 72.3, 196.6, 215.7),  # clean set
    (11.9, 9.8, 15.6, 40.8, 119.0, 111.2),  # set with a wild
    (-7.6, 3.4, 13.9, 41.0, 100.0, 100.0),  # wilds
)
MORE = (2.4, 0.8, 0.5, -1.7, 0.5)
LAY = (-0.3, -3.9, 0.9)
LAY_THREAT = 0.8
JOKERS_KEPT = (24.4, 8.8, 20.4)
TWOS_KEPT = (23.2, 10.2, 24.0)
WILD_THREAT = 0.3
LEFT = (
    (125.5, 70.2, 22.5, 13.6, 16.5, 8.7, 3.4, 4.8, 1.9, 0.0),
    (0.0, 36.7, 5.3, 4.1, 7.0, 1.8, 0.7, 2.6, -1.1, 1.8),
    (0.0, 79.3, 32.6, 18.5, 15.6, 13.2, 7.6, 3.1, 0.6, 1.4),
)
GO_DIRECT = 15.3
GO_VIA = 8.4
GO_CLOSE = 14.7
CLOSE_PARTNER = -7.8
CLOSE_FOES = 3.4
SECOND_RUN = -21.7
OWN_TWO = 2.6
BREAK_SET = -0.3
BREAK_RUN = 2.3
# Discards
DUMP = (-3.7, -1.7, -2.5)
DUMP_THREAT = 0.8
JOKER_THROWN = (-75.1, -45.4, -39.4)
TWO_THROWN = (-60.9, -29.9, -34.9)
FITS_MINE = (-14.1, -15.0, -11.3)
KEEP_TWIN = -1.7
KEEP_SET = -3.2
KEEP_THREE = 3.7
KEEP_RUN = -3.7
KEEP_NEAR = -1.9
MIDDLE = -0.8
FEED = (-8.8, -14.1, -26.9, -65.0, -0.7)
FEED_PILE = 4.5
UNSEEN_RANK = -1.0
UNSEEN_NEAR = -0.2
KNOWN_RANK = -7.9
KNOWN_NEAR = -3.1
SAME_AS_NEXT = 4.1
SAME_AS_PARTNER = -1.0
SAME_AS_LAST = 1.1
SAME_IN_PILE = -6.4
# Pile
TAKE = (-20.5, 4.0, -24.4)
TAKE_ONE = -16.4
TAKE_CARD = (-5.2, -0.8, -11.7)
TAKE_LEFT_THREAT = -1.7
TAKE_LAID = (5.0, 3.8, -0.9)
TAKE_LINK = 15.8
TAKE_JOKER = (49.9, 22.0, 11.4)
TAKE_TWO = (49.8, 19.3, 18.3)
DENY = 22.3
DENY_SEVENTH = 30.5
TAKE_STRANDED = (1.4, -5.0, 2.1)
TAKE_GO_DIRECT = 56.2
TAKE_GO_CLOSE = 41.4
# end of prices


def choose(view):
    """The index in view.moves to play."""
    if view.phase == DRAW:
        return 1 if worth_of_pile(view) > 0.0 else 0
    stage = stage_of(view)
    threat = threat_of(view)
    goal = goal_of(view, stage)
    choice = 0
    most = -1e9
    for k in range(view.n_moves):
        worth = worth_of_step(view, view.moves[k], stage, threat, goal)
        if worth > most:
            most = worth
            choice = k
    return choice


def stage_of(view):
    """0 before my side's pozzetto, 1 after it without the burraco to close, 2 with it."""
    if view.pozzetto[0] != TAKEN:
        return 0
    good = view.cleans[0] if view.close_requires else view.burrachi[0]
    return 2 if good > 0 else 1


def threat_of(view):
    """0 to 8: how near the end is."""
    least = min(view.hands[1], view.hands[3])
    threat = 0.0
    if view.pozzetto[1] == TAKEN:
        good = view.cleans[1] if view.close_requires else view.burrachi[1]
        threat = max(0.0, 9.0 - least) * (1.0 if good > 0 else 0.4)
    return max(threat, 10.0 - view.stock)


def goal_of(view, stage):
    """How many cards of the hand could not be laid in this turn."""
    left = stranded(view, view.hand.has, view.hand.twice, view.hand.jokers, stage)
    if stage == 0:
        return 1 if left == 0 else 2 if left == 1 else 0
    return 3 if stage == 2 and left <= 1 else 0


def worth_of_step(view, step, stage, threat, goal):
    if step.kind == STOP:
        return 0.0
    if step.kind == DISCARD:
        return worth_of_discard(view, step.card, stage, threat)
    return worth_of_meld(view, step, stage, threat, goal)


def size_price(kind, n, wilds):
    row = 4 if kind == WILDS else (2 if kind == SET else 0) + (1 if wilds > 0 else 0)
    return SIZE[row][min(n, 8) - 3] + MORE[row] * max(0, n - 8)


def wild_price(card, stage):
    return JOKERS_KEPT[stage] if card == JOKER else TWOS_KEPT[stage]


def worth_of_meld(view, step, stage, threat, goal):
    laid = points(step.card)
    if step.kind == EXTEND:
        meld = view.mine[step.meld]
        kind = meld.kind
        worth = size_price(kind, step.n, step.wilds) - size_price(kind, meld.n, meld.wilds)
        last = step.card
        if kind == RUN and last >> 4 == meld.suit and last & 15 == TWO:
            worth += OWN_TWO
    else:
        laid += points(step.second) + points(step.third)
        kind = RUN if step.kind == OPEN_RUN else WILDS if step.wilds == 3 else SET
        worth = size_price(kind, 3, step.wilds)
        last = step.third
        if kind == RUN:
            for k in range(view.n_mine):
                if view.mine[k].kind == RUN and view.mine[k].suit == step.card >> 4:
                    worth += SECOND_RUN
                    break
    worth += (LAY[stage] + LAY_THREAT * threat) * (0.1 * laid)
    if is_wild(last):
        worth -= wild_price(last, stage) + WILD_THREAT * threat
        if kind == WILDS and step.kind != EXTEND:
            worth -= wild_price(step.card, stage) + wild_price(step.second, stage) + 2.0 * WILD_THREAT * threat
    else:
        ranks = 0.0
        runs = 0.0
        if step.kind == EXTEND:
            ranks = set_outs(view, step.card)
            runs = run_outs(view, step.card)
        worth += BREAK_SET * ranks + BREAK_RUN * runs
    before = view.hand.n
    left = before - (1 if step.kind == EXTEND else 3)
    worth += LEFT[stage][min(left, 9)] - LEFT[stage][min(before, 9)]
    if goal == 1:
        worth += GO_DIRECT
    elif goal == 2:
        worth += GO_VIA
    elif goal == 3:
        worth += GO_CLOSE + CLOSE_PARTNER * view.hands[2] + CLOSE_FOES * (view.hands[1] + view.hands[3])
    return worth


def copies(cards, card):
    return (cards.has >> card & 1) + (cards.twice >> card & 1)


def of_rank(has, twice, rank):
    """How many cards of a rank are among those of two masks."""
    column = 0x0001_0001_0001_0001 << rank
    return count(has & column) + count(twice & column)


def set_outs(view, card):
    """Unseen cards that would make a set of a pair with this card in it; 0 if it has no twin in rank in the hand."""
    rank = card & 15
    if of_rank(view.hand.has, view.hand.twice, rank) < 2 or view.set_ranks[0] >> rank & 1:
        return 0.0
    return 1.0 * of_rank(view.unseen.has, view.unseen.twice, rank)


def run_outs(view, card):
    """Unseen cards that would make a run with this card and another of the hand."""
    suit = card >> 4
    mine = suited(view.hand.has, suit) & ~(1 << TWO)
    mine |= (mine & 1 << ACE) << KING
    one = suited(view.unseen.has, suit)
    one |= (one & 1 << ACE) << KING
    two = suited(view.unseen.twice, suit)
    two |= (two & 1 << ACE) << KING
    place = card & 15
    if place == ACE:
        place = 14
    # Bits of the places from two below (bit 0) to two above (bit 4).
    near = mine << 2 >> place
    wanted = 0
    if near & 1:
        wanted |= 2
    if near & 2:
        wanted |= 1 | 8
    if near & 8:
        wanted |= 2 | 16
    if near & 16:
        wanted |= 8
    wanted &= ~near
    return 1.0 * (count(one << 2 >> place & wanted) + count(two << 2 >> place & wanted))


def worth_of_discard(view, card, stage, threat):
    if card == JOKER:
        return JOKER_THROWN[stage] + feed(view, card) + DUMP_THREAT * 3.0 * threat
    worth = 0.1 * points(card) * (DUMP[stage] + DUMP_THREAT * threat)
    if card & 15 == TWO:
        return TWO_THROWN[stage] + worth + feed(view, card)
    rank = card & 15
    suit = card >> 4
    fitting = view.runs_take[0][suit] >> rank & 1 | view.sets_take[0] >> rank & 1
    if fitting:
        worth += FITS_MINE[stage]
    worth += KEEP_SET * set_outs(view, card) + KEEP_RUN * run_outs(view, card)
    if view.hand.twice >> card & 1:
        worth += KEEP_TWIN
    if of_rank(view.hand.has, view.hand.twice, rank) >= 3:
        worth += KEEP_THREE
    worth += KEEP_NEAR * near_outs(view, card)
    high = 14 if rank == ACE else rank
    worth += MIDDLE * min(high - 2, 14 - high)
    worth += feed(view, card)
    worth += UNSEEN_RANK * of_rank(view.unseen.has, view.unseen.twice, rank)
    worth += KNOWN_RANK * of_rank(view.known[1].has, view.known[1].twice, rank)
    near = neighbours(card)
    worth += UNSEEN_NEAR * (count(view.unseen.has & near) + count(view.unseen.twice & near))
    worth += KNOWN_NEAR * count(view.known[1].has & near)
    if view.last_discard[1] > 0 and view.last_discard[1] & 15 == rank:
        worth += SAME_AS_NEXT
    if view.last_discard[2] > 0 and view.last_discard[2] & 15 == rank:
        worth += SAME_AS_PARTNER
    if view.last_discard[3] > 0 and view.last_discard[3] & 15 == rank:
        worth += SAME_AS_LAST
    for k in range(view.n_pile):
        if view.pile[k] > 0 and view.pile[k] & 15 == rank:
            worth += SAME_IN_PILE
    return worth


def neighbours(card):
    """The cards up to two places from a card in its suit, as a mask."""
    suit = card >> 4
    rank = card & 15
    if rank == ACE:
        return (1 << KING | 1 << KING - 1) << 16 * suit
    near = (0b11011 << rank >> 2) & 0x7FFA
    near |= near >> 13 & 2
    return (near & 0x3FFA) << 16 * suit


def near_outs(view, card):
    """Unseen cards that join this card to a run of my side's."""
    suit = card >> 4
    rank = card & 15
    takes = view.runs_take[0][suit]
    if takes & ~1 == 0:
        return 0.0
    near = 0
    if rank == ACE:
        near = 1 << KING
    else:
        near = 1 << rank - 1
        near |= 1 << rank + 1 if rank < KING else 2
    wanted = (near & takes & 0x3FFA) << 16 * suit
    return 1.0 * (count(view.unseen.has & wanted) + count(view.unseen.twice & wanted))


def feed(view, card):
    """What it costs that the opponents' melds take the card."""
    n = 0
    for k in range(view.n_theirs):
        meld = view.theirs[k]
        if meld.takes and fits(meld, card):
            now = min(meld.n + 1, 8)
            if n == 0 or n == 8 or (now > n and now < 8):
                n = now
    if n == 0:
        return 0.0
    return FEED[n - 4] + FEED_PILE * view.n_pile


def plan(view, has, twice, stage, threat):
    """Lay naturals on the melds of my side, then open what they open.

    Returns what it is worth, what is left (twos left out), and how many melds would then take a wild.
    """
    worth = 0.0
    slots = 0
    laid = 0
    has &= ~TWOS
    twice &= ~TWOS
    for k in range(view.n_mine):
        meld = view.mine[k]
        takes = meld.takes
        n = meld.n
        if meld.kind == RUN:
            ranks = meld.ranks
            fitting = suited(has, meld.suit) & takes
            while fitting:
                rank = lowest(fitting)
                ranks |= 1 << rank
                n += 1
                bit = 1 << (meld.suit << 4 | rank)
                laid += points(rank)
                if twice & bit:
                    twice ^= bit
                else:
                    has ^= bit
                takes = run_takes(ranks, meld.twos, meld.others) & 0xFFFF if n < view.run_max else 0
                fitting = suited(has, meld.suit) & takes
        elif meld.kind == SET and takes & ~1:
            column = 0x0001_0001_0001_0001 << meld.rank
            more = min(count(has & column) + count(twice & column), 8 - (n - meld.others))
            has &= ~column
            twice &= ~column
            n += more
            laid += more * points(meld.rank)
        if n > meld.n:
            worth += size_price(meld.kind, n, meld.wilds) - size_price(meld.kind, meld.n, meld.wilds)
        slots += takes & 1
    for suit in range(4):
        for _ in range(2):
            mine = suited(has, suit)
            mine |= (mine & 1 << ACE) << KING
            three = mine & mine >> 1 & mine >> 2
            if three:
                low = lowest(three)
                n = 0
                while mine >> low + n & 1:
                    place = low + n
                    rank = place if place <= KING else ACE
                    bit = 1 << (suit << 4 | rank)
                    laid += points(rank)
                    if twice & bit:
                        twice ^= bit
                    else:
                        has ^= bit
                    n += 1
                worth += size_price(RUN, n, 0)
                slots += 1
    ranks = at_least(has, twice, 3) & ~view.set_ranks[0]
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        column = 0x0001_0001_0001_0001 << rank
        n = count(has & column) + count(twice & column)
        has &= ~column
        twice &= ~column
        laid += n * points(rank)
        worth += size_price(SET, n, 0)
        slots += 1
    worth += (LAY[stage] + LAY_THREAT * threat) * (0.1 * laid)
    return worth, has, twice, slots


def at_least(has, twice, n):
    """The ranks of which there are n (2 or 3) cards or more in two masks, as a mask."""
    one, two, three = 0, 0, 0
    for suit in range(4):
        more = suited(has, suit)
        three |= two & more
        two |= one & more
        one |= more
        more = suited(twice, suit)
        three |= two & more
        two |= one & more
        one |= more
    return three if n == 3 else two


def stranded(view, has, twice, jokers, stage):
    """How many of these cards could not be laid in this turn, about."""
    wilds = jokers + count(has & TWOS) + count(twice & TWOS)
    _, left, more, slots = plan(view, has, twice, stage, 0.0)
    for k in range(view.n_mine):
        meld = view.mine[k]
        if wilds > 0 and meld.kind == RUN and meld.takes & 1:
            beyond = 0
            if meld.low > 2:
                beyond |= 1 << meld.low - 2
            if meld.high < KING:
                place = meld.high + 2
                beyond |= 1 << (place if place <= KING else ACE)
            over = suited(left, meld.suit) & beyond
            if over:
                bit = 1 << (meld.suit << 4 | lowest(over))
                if more & bit:
                    more ^= bit
                else:
                    left ^= bit
                wilds -= 1
                slots -= 1
    for suit in range(4):
        mine = suited(left, suit)
        mine |= (mine & 1 << ACE) << KING
        pairs = mine & (mine >> 1 | mine >> 2)
        if wilds > 0 and pairs:
            low = lowest(pairs)
            high = low + 1 if mine >> low + 1 & 1 else low + 2
            if high > KING:
                high = ACE
            left &= ~((1 << low | 1 << high) << 16 * suit)
            wilds -= 1
    ranks = at_least(left, more, 2) & ~view.set_ranks[0]
    while wilds > 0 and ranks:
        column = 0x0001_0001_0001_0001 << lowest(ranks)
        ranks &= ranks - 1
        left &= ~column
        more &= ~column
        wilds -= 1
    over = max(0, wilds - max(0, slots))
    return count(left) + count(more) + (over if over < 3 else 0)


def worth_of_pile(view):
    """What it is worth to take the pile rather than draw."""
    stage = stage_of(view)
    threat = threat_of(view)
    hand = view.hand
    has, twice, jokers, twos = hand.has, hand.twice, hand.jokers, 0
    worth = TAKE[stage] + (TAKE_ONE if view.n_pile == 1 else 0.0)
    before, left, more, _ = plan(view, has, twice, stage, threat)
    n_before = count(left) + count(more)
    n_hand = count(has & ~TWOS) + count(twice & ~TWOS)
    linked = 0
    denied = 0
    seventh = 0
    for k in range(view.n_pile):
        card = view.pile[k]
        if card == JOKER:
            jokers += 1
            continue
        bit = 1 << card
        twice |= has & bit
        has |= bit
        if card & 15 == TWO:
            twos += 1
            continue
        if (view.runs_take[1][card >> 4] >> (card & 15) | view.sets_take[1] >> (card & 15)) & 1:
            denied += 1
    after, left_now, more_now, _ = plan(view, has, twice, stage, threat)
    n_after = count(left_now) + count(more_now)
    worth += (
        after - before + TAKE_LAID[stage] * (count(has & ~TWOS) + count(twice & ~TWOS) - n_hand - n_after + n_before)
    )
    wilds = jokers - hand.jokers
    worth += TAKE_JOKER[stage] * wilds + TAKE_TWO[stage] * twos
    worth += TAKE_CARD[stage] * (n_after - n_before) + TAKE_LEFT_THREAT * threat * (n_after - n_before)
    fresh = left_now & ~left
    while fresh:
        card = lowest(fresh)
        fresh &= fresh - 1
        if count(left & neighbours(card)) or of_rank(left, more, card & 15):
            linked += 1
    worth += TAKE_LINK * linked
    worth += DENY * denied
    for k in range(view.n_theirs):
        if view.theirs[k].n == 6:
            for j in range(view.n_pile):
                if fits(view.theirs[k], view.pile[j]):
                    seventh = 1
    worth += DENY_SEVENTH * seventh
    now = stranded(view, has, twice, jokers, stage)
    if now <= 1:
        worth += TAKE_GO_DIRECT if stage == 0 else TAKE_GO_CLOSE if stage == 2 else 0.0
    worth += TAKE_STRANDED[stage] * min(now, 9)
    return worth

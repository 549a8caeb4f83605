"""Weighs every step in points of the hand: what melds, cards in hand, the pile and the race for the end are worth.

A step of melding is worth what the meld gains in SIZE, the outlook of a run (unseen cards it takes), and what it is to
hold fewer cards (LEFT); less the wild spent.  It makes the best step of those worth more than nothing; of these, one
that spoils another meld of naturals comes later.  If all cards can be laid, or all but one, it goes for the pozzetto or
for the end.  A discard costs what the card could become in its own hand and what it is to the opponents.  The pile is
worth what could be laid with it, its wilds, and what is denied to the next player.

What the prices say.  It is a race.  A short run with a wild is worth as much as one without, though a clean burraco is
worth 90 more than one with a wild; before the pozzetto a wild is worth 30 in the hand, and costs 75 or 95 to throw.  A
run rather than a set, but not two runs of a suit.  Dear cards are no burden: before the pozzetto cheap ones are thrown
first.  Fear most to give the seventh card of a burraco, then the sixth of a clean meld.  Take the pile early, and for a
wild at any time; leave it when the hand can run out without.  Close at once, unless the partner holds many cards.

The prices come from millions of decisions in which two answers were tried and the hand played on, and from a search
price by price, against earlier versions of this rule and meld_all.
"""

from analyzer.bits import count, lowest
from analyzer.burraco import (
    ACE,
    BURRACO,
    DISCARD,
    DRAW,
    EXTEND,
    JOKER,
    KING,
    OPEN_RUN,
    RUN,
    SET,
    STOP,
    TWO,
    TWOS,
    WILDS,
    fits,
    is_wild,
    points,
    suited,
)
from analyzer.melds import run_takes
from analyzer.rummy import (
    EACH_SUIT,
    MINE,
    NATURALS,
    THEIRS,
    has_pozzetto,
    how_many,
    in_threes,
    laid_points,
    left_of,
    may_close,
    near,
    taken_by,
)

# Where there are three prices, they are for three stages: before my side's pozzetto; after it, but without the burraco
# to close; with it.  `threat` is how near the end is, 0 to 9.

# A meld of 3, 4, 5, 6, 7, 8 or more cards.
SIZE = (
    (17.9, 27.0, 46.6, 99.0, 210.1, 216.3),  # clean run
    (25.2, 29.9, 41.2, 62.9, 118.7, 113.4),  # run with a wild
    (13.0, 15.1, 24.7, 71.9, 196.6, 215.1),  # clean set
    (18.6, 14.2, 22.6, 34.5, 122.3, 110.5),  # set with a wild
    (6.1, 3.5, 13.8, 41.0, 100.0, 100.0),  # wilds
)
FIRST = (-28.2, 13.6)  # the first burraco, in the first two stages, on top
SECOND_RUN = -20.9  # opening another run of a suit
OWN_TWO = 6.2  # laying a two on a run of its suit
DIRTY_GROWS = (1.8, 4.2, 2.1)  # a natural on a meld with a wild
OUTS_RUN = 2.0  # an unseen card that a run takes
PARTNER_OUTS = 8.2  # a card a meld takes that my partner is known to hold
BREAK_RUN = 1.5  # laying a card on a meld that would be of use in my hand, for each unseen card that would make a run

# Holding 0, 1, 2 ... 9 or more cards after a step.
LEFT = (
    (126.7, 72.5, 16.4, 10.0, 10.3, 7.4, 4.8, 2.2, 4.6, 4.9),
    (0.0, 36.7, -7.9, 0.2, -0.9, 1.3, 0.8, 2.4, 2.4, 2.3),
    (0.0, 68.2, 37.1, 18.6, 18.7, 17.1, 7.4, 3.7, 3.9, -0.6),
)
LAY = (-2.3, -3.7, -0.5)  # 10 points laid,
LAY_THREAT = 1.2  # and for each point of threat
LAID_PARTNER = (0.5, -0.5, 1.5)  # a card laid, for each card that my partner holds less than seven
ALL_LAID = (25.8, -4.3, 0.0)  # a step when all naturals could be laid
JOKERS_KEPT = (32.1, 16.1, 24.0)  # a joker not spent
TWOS_KEPT = (27.7, 22.3, 24.7)  # a two not spent
WILD_THREAT = 0.0  # either, for each point of threat
WILD_HASTE = 0.4  # spending one, for each card the opponent with fewer holds less than eleven

# Every step when all can be laid, all but one, and when all but one can and I may close.
GO_DIRECT = 38.1
GO_VIA = 43.0
GO_CLOSE = 37.7
GO_WAIT = (-28.4, -23.0, -21.9)  # the same for a wild on a meld while naturals are to be laid
CLOSE_PARTNER = -13.6  # on the way to closing, for each card my partner holds,
CLOSE_FOES = 7.4  # and each card the opponents hold
SPOILT = 0.5  # of what a step spoils

# Throwing a card away.
DUMP = (-9.4, -4.6, -4.1)  # 10 points,
DUMP_THREAT = 0.7  # and for each point of threat
JOKER_THROWN = (-93.6, -47.3, -38.7)
TWO_THROWN = (-75.8, -36.1, -35.1)
FITS_MINE = (-15.1, -12.1, -15.3)  # our melds take it
KEEP_TWIN = -2.2  # I hold both
KEEP_SET = (-4.1, -1.6, -3.1)  # each unseen card that makes a set with a pair
KEEP_RUN = (-4.2, -1.6, -2.3)  # each that makes a run of two
KEEP_NEAR = (-3.6, -1.5, -2.1)  # each that joins it to a run of ours
# The opponents' meld takes it and has then 4, 5, 6, 7, 8 or more cards: a clean one, one with a wild.
FEED = (
    (-7.2, -18.4, -36.7, -77.4, -1.7),
    (-6.0, -11.7, -22.9, -63.1, -0.8),
)
FEED_PILE = 0.8  # for each card in the pile
FEED_STAGE = (-5.1, -7.5, -0.1)
FEED_SET = 7.4  # if it is a set
UNSEEN_RANK = -1.0  # each unseen card of its rank,
UNSEEN_NEAR = -0.7  # and near it in its suit
KNOWN_RANK = -8.8  # each the next player is known to hold
KNOWN_NEAR = -0.9
SAME_AS_NEXT = 4.3  # the last discard of the next player had its rank,
SAME_AS_PARTNER = -2.5  # my partner's,
SAME_AS_LAST = 3.7  # the other opponent's
SAME_IN_PILE = -9.7  # each card of its rank in the pile

# Taking the pile rather than a card from the stock, besides what can be laid more with it.
TAKE = (-50.0, -39.2, -22.2)
TAKE_ONE = -17.0  # of one card,
TAKE_PAIR = -6.7  # of two
TAKE_EARLY = 9.3  # for every ten cards in the stock above twenty
TAKE_FOE = 3.5  # for each card the next player holds
TAKE_LAID = (13.0, 7.6, 2.5)  # each natural that can be laid more
TAKE_LEFT = (2.7, 7.5, -4.5)  # each that cannot,
TAKE_SMALL = -1.9  # and for each card that I hold less than six
TAKE_LINK = 10.6  # each that goes with one of mine
TAKE_JOKER = (103.4, 28.4, 22.3)
TAKE_TWO = (96.0, 60.3, 44.9)
DENY = 8.8  # each that the opponents' melds take
DENY_SEVENTH = 47.8  # a seventh card for them
TAKE_READY = (-82.2, 6.7, -96.9)  # all my cards can be laid without it,
TAKE_NEARLY = (-26.9, 4.1, -42.6)  # all but one,
TAKE_DONE = (8.8, 27.7, 15.6)  # all naturals
TAKE_GO_DIRECT = 79.3  # with it all but one can be laid, before the pozzetto,
TAKE_GO_CLOSE = 85.6  # or when I may close
TAKE_STRANDED = (-1.3, -3.4, -2.8)  # each card that could not be laid then

NOTHING, DIRECT, VIA, CLOSE = range(4)  # what to go for in this turn


def choose(view, pile=0.0, wild=0.0, hurry=1.0, fear=1.0):
    """The index in view.moves to play.

    pile     what taking the pile is worth besides what the prices say, in points
    wild     what a wild not spent is worth besides
    hurry    how much of what it is worth to go for the pozzetto or the end when that can be done in this turn; 0.0 none
    fear     how much of what it costs to throw a card that the opponents' melds take; 0.0 nothing
    """
    stage = 0 if not has_pozzetto(view, MINE) else 2 if may_close(view) else 1
    threat = how_near(view)
    if view.phase == DRAW:
        return 1 if worth_of_pile(view, stage, threat) + pile > 0.0 else 0
    if view.moves[0].kind == DISCARD:
        return best_discard(view, stage, threat, fear)
    goal = best_goal(view, stage)
    planned, has, twice, _room = plan(view, view.hand.has, view.hand.twice, stage, threat)
    stuck = count(has) + count(twice)
    choice = 0
    most = -1000.0
    for k in range(view.n_moves):
        step = view.moves[k]
        worth = 0.0
        if step.kind != STOP:
            worth = worth_of_meld(view, step, stage, threat, stuck) + hurry * worth_of_goal(view, step, goal)
            worth -= wild * wilds_spent(step)
            if worth > 0.0:
                worth += 1000.0 - SPOILT * (planned - plan_without(view, step, stage, threat))
        if worth > most:
            most = worth
            choice = k
    return choice


def best_discard(view, stage, threat, fear):
    """The position of the card to throw away."""
    choice = 0
    most = -1000.0
    for k in range(view.n_moves):
        worth = worth_of_discard(view, view.moves[k].card, stage, threat, fear)
        if worth > most:
            most = worth
            choice = k
    return choice


def how_near(view):
    """How near the end of the hand is, 0 to 9: by what the opponents need to close, or by the stock."""
    threat = 0.0
    if has_pozzetto(view, THEIRS):
        able = (view.cleans[THEIRS] if view.close_requires else view.burrachi[THEIRS]) > 0
        threat = max(0.0, 9.0 - min(view.hands[1], view.hands[3])) * (1.0 if able else 0.4)
    return max(threat, 10.0 - view.stock)


def best_goal(view, stage):
    """What to go for in this turn: the pozzetto, directly or by the discard, or the end."""
    left = stranded(view, view.hand.has, view.hand.twice, view.hand.jokers)
    if stage == 0:
        return DIRECT if left == 0 else VIA if left == 1 else NOTHING
    return CLOSE if stage == 2 and left <= 1 else NOTHING


# Melding


def size_price(kind, n, wilds):
    """What a meld of so many cards is worth."""
    row = 4 if kind == WILDS else (2 if kind == SET else 0) + (1 if wilds > 0 else 0)
    return SIZE[row][min(n, 8) - 3]


def wild_price(card, stage, threat):
    """What a wild is worth that is not spent."""
    return (JOKERS_KEPT[stage] if card == JOKER else TWOS_KEPT[stage]) + WILD_THREAT * threat


def worth_of_meld(view, step, stage, threat, stuck):
    """What a step of melding is worth; `stuck`: how many naturals could not be laid without a wild."""
    extends = step.kind == EXTEND
    worth = worth_of_extension(view, step, stage) if extends else worth_of_opening(view, step, stage, threat)
    worth += 0.1 * laid_points(step) * (LAY[stage] + LAY_THREAT * threat)
    last = step.card if extends else step.third
    n = 1 if extends else 3
    hand = view.hand
    worth += LEFT[stage][min(hand.n - n, 9)] - LEFT[stage][min(hand.n, 9)]
    worth += LAID_PARTNER[stage] * n * max(0, 7 - view.hands[2])
    if stuck == 0:
        worth += ALL_LAID[stage]
    if is_wild(last):
        worth += WILD_HASTE * max(0, 11 - min(view.hands[1], view.hands[3])) - wild_price(last, stage, threat)
    return worth


def wilds_spent(step):
    """How many wild cards the step takes from the hand."""
    if step.kind == EXTEND:
        return 1 if is_wild(step.card) else 0
    return step.wilds


def worth_of_goal(view, step, goal):
    """What the step is worth on the way out; a wild on a meld may have to wait for the naturals."""
    if goal == NOTHING:
        return 0.0
    worth = 0.0
    naturals = how_many(view.hand.has, view.hand.twice, NATURALS)
    if step.kind == EXTEND and is_wild(step.card) and naturals > (0 if goal == DIRECT else 1):
        worth = GO_WAIT[goal - 1]
    if goal == DIRECT:
        return worth + GO_DIRECT
    if goal == VIA:
        return worth + GO_VIA
    return worth + GO_CLOSE + CLOSE_PARTNER * view.hands[2] + CLOSE_FOES * (view.hands[1] + view.hands[3])


def worth_of_extension(view, step, stage):
    """What an extension does to the meld, and takes from the hand."""
    meld = view.mine[step.meld]
    card = step.card
    worth = size_price(meld.kind, step.n, step.wilds) - size_price(meld.kind, meld.n, meld.wilds)
    wild = is_wild(card)
    if not wild:
        worth += BREAK_RUN * run_outs(view, card) + (DIRTY_GROWS[stage] if step.wilds > 0 else 0.0)
    if step.n == BURRACO and stage < 2 and view.burrachi[MINE] == 0 and (step.wilds == 0 or view.close_requires == 0):
        worth += FIRST[stage]
    if meld.kind == RUN:
        own = card != JOKER and card >> 4 == meld.suit
        if own and wild:
            worth += OWN_TWO
        if step.n < BURRACO:
            ranks = meld.ranks | (0 if wild else 1 << (card & 15))
            twos = meld.twos + (1 if own and wild else 0)
            others = meld.others + (1 if wild and not own else 0)
            takes, _clean = run_takes(ranks, twos, others)
            worth += outlook(view, meld.suit, takes) - outlook(view, meld.suit, meld.takes)
    return worth


def worth_of_opening(view, step, stage, threat):
    """What a new meld is worth."""
    if step.kind == OPEN_RUN:
        suit = step.card >> 4
        worth = size_price(RUN, 3, step.wilds)
        ranks, twos, others = 0, 0, 0
        for card in (step.card, step.second, step.third):
            if card == JOKER or card >> 4 != suit:
                others += 1
            elif card & 15 == TWO:
                twos += 1
            else:
                ranks |= 1 << (card & 15)
        takes, _clean = run_takes(ranks, twos, others)
        worth += outlook(view, suit, takes)
        for k in range(view.n_mine):
            if view.mine[k].kind == RUN and view.mine[k].suit == suit:
                return worth + SECOND_RUN
        return worth
    if is_wild(step.card):
        return size_price(WILDS, 3, 3) - wild_price(step.card, stage, threat) - wild_price(step.second, stage, threat)
    known = view.known[2]
    return size_price(SET, 3, step.wilds) + PARTNER_OUTS * how_many(
        known.has, known.twice, EACH_SUIT << (step.card & 15)
    )


def outlook(view, suit, takes):
    """What the cards are worth that a run would take, unseen or known to be my partner's."""
    wanted = (takes & 0x3FFA) << 16 * suit
    unseen, known = view.unseen, view.known[2]
    return OUTS_RUN * how_many(unseen.has, unseen.twice, wanted) + PARTNER_OUTS * how_many(
        known.has, known.twice, wanted
    )


# Discarding


def worth_of_discard(view, card, stage, threat, fear):
    """What throwing a card away is worth, below 0 as a rule."""
    worth = fear * feed(view, card, stage) + 0.1 * points(card) * DUMP_THREAT * threat
    if is_wild(card):
        return worth + (JOKER_THROWN[stage] if card == JOKER else TWO_THROWN[stage])
    worth += 0.1 * points(card) * DUMP[stage]
    if taken_by(view, MINE, card):
        worth += FITS_MINE[stage]
    if view.hand.twice >> card & 1:
        worth += KEEP_TWIN
    worth += KEEP_SET[stage] * set_outs(view, card)
    worth += KEEP_RUN[stage] * run_outs(view, card)
    worth += KEEP_NEAR[stage] * near_outs(view, card)
    unseen, known = view.unseen, view.known[1]
    alike = EACH_SUIT << (card & 15)
    beside = near(1 << card) & NATURALS
    worth += UNSEEN_RANK * how_many(unseen.has, unseen.twice, alike)
    worth += UNSEEN_NEAR * how_many(unseen.has, unseen.twice, beside)
    worth += KNOWN_RANK * how_many(known.has, known.twice, alike) + KNOWN_NEAR * count(known.has & beside)
    worth += SAME_AS_NEXT if same_rank(view.last_discard[1], card) else 0.0
    worth += SAME_AS_PARTNER if same_rank(view.last_discard[2], card) else 0.0
    worth += SAME_AS_LAST if same_rank(view.last_discard[3], card) else 0.0
    for k in range(view.n_pile):
        worth += SAME_IN_PILE if same_rank(view.pile[k], card) else 0.0
    return worth


def same_rank(other, card):
    """Has another card, which may be none or a joker, the rank of this one?"""
    return other > 0 and other & 15 == card & 15


def feed(view, card, stage):
    """What it costs that an opponents' meld takes the card, the most dangerous of them."""
    n, dirty, alike = 0, 0, 0
    for k in range(view.n_theirs):
        meld = view.theirs[k]
        if meld.takes and fits(meld, card):
            now = min(meld.n + 1, 8)
            if n == 0 or n == 8 or n < now < 8:
                n = now
                dirty = 1 if meld.wilds > 0 else 0
                alike = 1 if meld.kind == SET else 0
    if n == 0:
        return 0.0
    return FEED[dirty][n - 4] + FEED_PILE * view.n_pile + FEED_STAGE[stage] + FEED_SET * alike


def set_outs(view, card):
    """How many unseen cards would make a set with this card and another of its rank in the hand."""
    alike = EACH_SUIT << (card & 15)
    if view.set_ranks[MINE] >> (card & 15) & 1 or how_many(view.hand.has, view.hand.twice, alike) < 2:
        return 0
    return how_many(view.unseen.has, view.unseen.twice, alike)


def run_outs(view, card):
    """How many unseen cards would make a run with this card and another of the hand."""
    suit = card >> 4
    place = card & 15 if card & 15 != ACE else KING + 1
    # What lies two places below (bit 0) to two above (bit 4).
    held = line(view.hand.has & NATURALS, suit) << 2 >> place & 31
    wanted = (2 if held & 9 else 0) | (8 if held & 18 else 0) | (1 if held & 2 else 0) | (16 if held & 8 else 0)
    wanted &= ~held
    one = line(view.unseen.has, suit) << 2 >> place
    two = line(view.unseen.twice, suit) << 2 >> place
    return count(one & wanted) + count(two & wanted)


def line(mask, suit):
    """The places of the cards of a suit, the ace at 1 and at 14."""
    mine = suited(mask, suit)
    return mine | (mine & 1 << ACE) << KING


def near_outs(view, card):
    """How many unseen cards would join this card to a run of ours."""
    suit = card >> 4
    rank = card & 15
    beside = 1 << KING if rank == ACE else 1 << rank - 1 | (1 << rank + 1 if rank < KING else 1 << ACE)
    wanted = (beside & view.runs_take[MINE][suit] & 0x3FFA) << 16 * suit
    return how_many(view.unseen.has, view.unseen.twice, wanted)


# Planning: what could be laid in this turn, about


def plan(view, has, twice, stage, threat):
    """Lay these cards without a wild: what melds take, then new runs, then new sets.

    Returns what that is worth, the naturals left, as masks, and how many melds would then take a wild.
    """
    worth = 0.0
    room = 0
    laid = 0
    has &= NATURALS
    twice &= NATURALS
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
                laid += points(rank)
                has, twice = without(has, twice, meld.suit << 4 | rank)
                takes, _clean = run_takes(ranks, meld.twos, meld.others)
                takes = takes if n < view.run_max else 0
                fitting = suited(has, meld.suit) & takes
        elif meld.kind == SET and takes & ~1:
            alike = EACH_SUIT << meld.rank
            more = how_many(has, twice, alike)
            has &= ~alike
            twice &= ~alike
            n += more
            laid += more * points(meld.rank)
        if n > meld.n:
            worth += size_price(meld.kind, n, meld.wilds) - size_price(meld.kind, meld.n, meld.wilds)
        room += takes & 1
    for suit in range(4):
        for _ in range(2):
            mine = line(has, suit)
            three = mine & mine >> 1 & mine >> 2
            if three:
                place = lowest(three)
                n = 0
                while mine >> place & 1:
                    rank = place if place <= KING else ACE
                    laid += points(rank)
                    has, twice = without(has, twice, suit << 4 | rank)
                    n += 1
                    place += 1
                worth += size_price(RUN, n, 0)
                room += 1
    ranks = in_threes(has, twice) & view.settable & ~view.set_ranks[MINE]
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        alike = EACH_SUIT << rank
        n = how_many(has, twice, alike)
        has &= ~alike
        twice &= ~alike
        laid += n * points(rank)
        worth += size_price(SET, n, 0)
        room += 1
    return worth + (LAY[stage] + LAY_THREAT * threat) * 0.1 * laid, has, twice, room


def without(has, twice, card):
    """Two masks of cards with one copy of a card less, or as they were for a joker."""
    bit = 0 if card == JOKER else 1 << card
    return has & ~(bit & ~twice), twice & ~bit


def plan_without(view, step, stage, threat):
    """What the plan would be worth without the cards that a step lays."""
    has, twice = without(view.hand.has, view.hand.twice, step.card)
    if step.kind != EXTEND:
        has, twice = without(has, twice, step.second)
        has, twice = without(has, twice, step.third)
    worth, has, twice, _room = plan(view, has, twice, stage, threat)
    return worth


def stranded(view, has, twice, jokers):
    """How many of these cards could not be laid in this turn, wilds and all."""
    return left_of(view, has, twice, jokers + how_many(has, twice, TWOS))


# Drawing


def worth_of_pile(view, stage, threat):
    """What it is worth to take the pile rather than to draw."""
    hand = view.hand
    has, twice, jokers, twos, denied, seventh = hand.has, hand.twice, hand.jokers, 0, 0, 0
    for k in range(view.n_pile):
        card = view.pile[k]
        if card == JOKER:
            jokers += 1
        else:
            twice |= has & 1 << card
            has |= 1 << card
            twos += 1 if card & 15 == TWO else 0
            denied += 1 if not is_wild(card) and taken_by(view, THEIRS, card) else 0
        for j in range(view.n_theirs):
            if view.theirs[j].n == BURRACO - 1 and fits(view.theirs[j], card):
                seventh = 1
    worth = TAKE[stage] + TAKE_EARLY * 0.1 * (view.stock - 20) + TAKE_FOE * min(view.hands[1], 11)
    worth += TAKE_ONE if view.n_pile == 1 else TAKE_PAIR if view.n_pile == 2 else 0.0
    worth += TAKE_JOKER[stage] * (jokers - hand.jokers) + TAKE_TWO[stage] * twos
    worth += DENY * denied + DENY_SEVENTH * seventh
    before, had, had_twice, _room = plan(view, hand.has, hand.twice, stage, threat)
    after, left, left_twice, _room = plan(view, has, twice, stage, threat)
    held = count(had) + count(had_twice)
    more = count(left) + count(left_twice) - held
    new = how_many(has, twice, NATURALS) - how_many(hand.has, hand.twice, NATURALS)
    worth += after - before + TAKE_LAID[stage] * (new - more)
    worth += more * (TAKE_LEFT[stage] + TAKE_SMALL * max(0, 6 - held))
    fresh = left & ~had
    while fresh:
        card = lowest(fresh)
        fresh &= fresh - 1
        if had & (near(1 << card) | EACH_SUIT << (card & 15)):
            worth += TAKE_LINK
    alone = stranded(view, hand.has, hand.twice, hand.jokers)
    worth += TAKE_READY[stage] if alone == 0 else TAKE_NEARLY[stage] if alone == 1 else 0.0
    worth += TAKE_DONE[stage] if held == 0 else 0.0
    over = stranded(view, has, twice, jokers)
    if over <= 1:
        worth += TAKE_GO_DIRECT if stage == 0 else TAKE_GO_CLOSE if stage == 2 else 0.0
    return worth + TAKE_STRANDED[stage] * min(over, 9)

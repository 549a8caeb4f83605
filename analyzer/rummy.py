"""The habits most Burraco players share, for strategies to build on: what fits, what the pile brings, what to keep.

`pile_brings`, `best_meld` and `best_discard` together are the plain player `meld_all`.  A strategy that tries out one
piece of advice changes one decision of his and takes the others from here, so that what the advice is worth can be read
off a single parameter.

Cards are masks as in `double_pack` (bit number = card); `who` is 0 for my side, 1 for theirs.  Positions are indices
into `view.moves`.
"""

from numba.extending import register_jitable

from analyzer.bits import count
from analyzer.burraco import (
    ACE,
    BURRACO,
    DRAW,
    EXTEND,
    JOKER,
    KING,
    MELDING,
    OPEN_RUN,
    OPEN_SET,
    RUN,
    STOP,
    TAKEN,
    TWO,
    TWOS,
    is_wild,
    points,
)
from analyzer.double_pack import ALL, wilds

EACH_SUIT = 0x0001_0001_0001_0001
ACES = EACH_SUIT << ACE
NATURALS = ALL & ~TWOS
RANKS = 0x3FFE & ~(1 << TWO)  # all but the two, bit number = rank
MINE, THEIRS = range(2)


# Masks of cards


@register_jitable
def in_all_suits(ranks):
    """The cards of these ranks (bit number = rank) in every suit."""
    return ranks * EACH_SUIT


@register_jitable
def places(mask):
    """The places of the cards in runs: the cards, and each ace also above its king, at bit 14 of its suit."""
    return mask | (mask & ACES) << KING


@register_jitable
def cards_at(places):
    """The cards that lie at these places."""
    return (places | (places >> KING & ACES)) & ALL


@register_jitable
def in_runs(mask):
    """Of these cards, those that stand in a sequence of three or more of a suit."""
    line = places(mask)
    first = line & line >> 1 & line >> 2
    return cards_at(first | first << 1 | first << 2)


@register_jitable
def near(mask):
    """The cards next to one of these in its suit, or next but one."""
    line = places(mask)
    return cards_at(line << 1 | line << 2 | line >> 1 | line >> 2)


@register_jitable
def paired(has, twice):
    """The ranks of which these cards hold two or more, twos left out; bit number = rank."""
    either, both = has | has >> 32, has & has >> 32
    same = twice | twice >> 32
    return (both | both >> 16 | either & either >> 16 | same | same >> 16) & RANKS


@register_jitable
def in_threes(has, twice):
    """The ranks of which these cards hold three or more, twos left out; bit number = rank."""
    one, two, three = 0, 0, 0
    for suit in range(4):
        for mask in (has, twice):
            more = mask >> 16 * suit
            three |= two & more
            two |= one & more
            one |= more
    return three & RANKS


@register_jitable
def how_many(has, twice, mask):
    """How many of the cards are in `mask`, both copies of a card counted."""
    return count(has & mask) + count(twice & mask)


# My cards and the table


@register_jitable
def welcome(view, who):
    """The cards that melds of a side would take, jokers and twos left out."""
    runs = view.runs_take[who]
    taken = in_all_suits(view.sets_take[who] & RANKS)
    for suit in range(4):
        taken |= (runs[suit] & RANKS) << 16 * suit
    return taken


@register_jitable
def taken_by(view, who, card):
    """Would a meld of the side take the card?"""
    if is_wild(card) and view.wilds_take[who]:
        return True
    if card == JOKER:
        return False
    rank = card & 15
    return (view.runs_take[who][card >> 4] >> rank | view.sets_take[who] >> rank) & 1 == 1


@register_jitable
def links(hand, card):
    """What ties a natural card to the others of a hand: 2 for each of its rank and each neighbour, 1 next but one."""
    line = places(hand.has)
    own = places(1 << card)
    mates = count(hand.has & EACH_SUIT << (card & 15)) - 1 + (hand.twice >> card & 1)
    return 2 * mates + 2 * count(line & (own << 1 | own >> 1)) + count(line & (own << 2 | own >> 2))


@register_jitable
def pile_masks(view):
    """The pile as two masks, one copy or more, and both; and how many wilds there are."""
    has, twice, wild = 0, 0, 0
    for k in range(view.n_pile):
        card = view.pile[k]
        if card != JOKER:
            twice |= has & 1 << card
            has |= 1 << card
        if is_wild(card):
            wild += 1
    return has, twice, wild


@register_jitable
def pile_brings(view):
    """How many cards of the pile I could use: wilds, what fits our melds, what opens one with cards in my hand.

    It may open a set or a run of three naturals; cards that open one only with a wild are not counted, nor is the twin
    of one that is wanted for a run.
    """
    has, twice, wild = pile_masks(view)
    hand = view.hand
    all_has, all_twice = hand.has | has, hand.twice | twice | hand.has & has
    alike = in_all_suits(in_threes(all_has, all_twice) | view.sets_take[MINE] & RANKS)
    good = alike | welcome(view, MINE) | in_runs(all_has) & NATURALS
    return wild + count(has & good) + count(twice & alike)


# What a step does


@register_jitable
def dirties(view, step):
    """Does the step put a wild to a meld of ours that has none?"""
    return step.kind == EXTEND and step.wilds > 0 and view.mine[step.meld].wilds == 0


@register_jitable
def lays(step):
    """How many cards the step lays on the table."""
    return 1 if step.kind == EXTEND else 3 if step.kind == OPEN_RUN or step.kind == OPEN_SET else 0


@register_jitable
def laid_points(step):
    """The value of the cards that the step lays."""
    total = points(step.card)
    if step.kind != EXTEND:
        total += points(step.second) + points(step.third)
    return total


@register_jitable
def has_pozzetto(view, who):
    """Has the side taken its pozzetto?"""
    return view.pozzetto[who] == TAKEN


@register_jitable
def may_close(view):
    """Does my side have all it needs to close but for the last card: its pozzetto, and a burraco that counts?"""
    enough = view.cleans[MINE] if view.close_requires else view.burrachi[MINE]
    return view.pozzetto[MINE] == TAKEN and enough > 0


# How near I am to running out of cards


@register_jitable
def along(meld, line):
    """Of the places of a suit in `line`, those a run of ours could take one after the other."""
    taken = 0
    spare = meld.free
    if meld.wilds and not spare:
        inside = line & meld.takes & -(1 << meld.low) & (2 << meld.high) - 1
        taken |= inside
        spare = 1 if inside else 0
    high = meld.high
    while high <= KING:
        if line >> high + 1 & 1:
            high += 1
        elif spare and high < KING and line >> high + 2 & 1:
            spare = 0
            high += 2
        else:
            break
        taken |= 1 << high
    low = meld.low
    while low > ACE:
        if line >> low - 1 & 1 and not (low - 1 == ACE and high > KING):
            low -= 1
        elif spare and low > TWO and line >> low - 2 & 1 and not (low - 2 == ACE and high > KING):
            spare = 0
            low -= 2
        else:
            break
        taken |= 1 << low
    return taken


@register_jitable
def laid_off(view, has, twice):
    """What stays of these cards, wilds aside, when all that can are laid without one: has, twice, room for wilds.

    Cards go on our melds first; of the others threes are opened, runs before sets.
    """
    line = places(has)
    has, twice = has & NATURALS, twice & NATURALS
    room = 0
    for k in range(view.n_mine):
        meld = view.mine[k]
        room += meld.takes & 1
        if meld.kind == RUN:
            shift = 16 * meld.suit
            taken = has & cards_at(along(meld, line >> shift & 0x7FFE) << shift)
            has, twice = has & ~taken | taken & twice, twice & ~taken
        else:
            taken = in_all_suits(1 << meld.rank & meld.takes & RANKS)
            has, twice = has & ~taken, twice & ~taken
    runs = in_runs(has)
    has, twice = has & ~runs | twice, twice & ~runs
    threes = in_threes(has, twice) & view.settable
    sets = in_all_suits(threes)
    return has & ~sets, twice & ~sets, room + count(threes) + (1 if runs else 0)


@register_jitable
def left_of(view, has, twice, wild):
    """How many of these cards and so many wilds would be left if all that can were laid: see `left_over`."""
    has, twice, room = laid_off(view, has, twice)
    pairs = paired(has, twice) & view.settable
    lone = has & ~in_all_suits(pairs)
    opened = min(wild, count(pairs) + (count(lone & near(lone)) + 1) // 2)
    left = count(has) + count(twice)
    return max(0, left - 2 * opened) + max(0, wild - opened - room)


@register_jitable
def left_over(view):
    """How many of my cards I should be left with if I laid all I can, wilds and all: with 1 or 0 I run out, or close.

    A guess, right nine times in ten and hardly ever too low: it does not see that a card is better kept for another
    meld.  Pairs are opened with a wild each, and the other wilds go on melds that have none.
    """
    return left_of(view, view.hand.has, view.hand.twice, wilds(view.hand))


@register_jitable
def left_with_pile(view):
    """The same if I took the pile first."""
    has, twice, wild = pile_masks(view)
    hand = view.hand
    return left_of(view, hand.has | has, hand.twice | twice | hand.has & has, wilds(hand) + wild)


@register_jitable
def fewest(view):
    """How many cards the opponent with fewer of them holds."""
    return min(view.hands[1], view.hands[3])


# The plain player


# What the steps of melding are worth to him: those he makes before others, and before stopping, which is worth 0.
NATURAL, WITH_WILD, WILD_ON, NEVER = 2000, 1500, 1000, -1


@register_jitable
def worth_of_meld(view, step):
    """What the plain player thinks of a step of melding: naturals first, then wilds that open, then wilds laid on.

    A two is a wild to him even where it would lie at its place, unless it leaves the meld clean.  A wild is laid on six
    cards or more, or when it is one of the last two cards of the hand.  STOP is 0.
    """
    if step.kind == STOP:
        return 0
    if step.kind != EXTEND:
        return (WITH_WILD if step.wilds > 0 else NATURAL) - 50
    if step.wilds == 0 or not is_wild(step.card):
        return NATURAL + step.n
    return WILD_ON + step.n if step.n >= BURRACO or view.hand.n <= 2 else NEVER


@register_jitable
def best_meld(view):
    """The position of the step of melding the plain player makes."""
    choice = 0
    most = NEVER
    for k in range(view.n_moves):
        worth = worth_of_meld(view, view.moves[k])
        if worth > most:
            most = worth
            choice = k
    return choice


@register_jitable
def best_meld_with(view, least, kept):
    """The same if he laid wilds on melds of `least` cards too, instead of six, and kept so many cards in his hand."""
    choice = 0
    most = NEVER
    for k in range(view.n_moves):
        step = view.moves[k]
        worth = worth_of_meld(view, step)
        if worth == NEVER and step.n > least:
            worth = WILD_ON
        if lays(step) > 0 and view.hand.n - lays(step) < kept:
            worth = NEVER
        if worth > most:
            most = worth
            choice = k
    return choice


@register_jitable
def worth_of_discard(view, card):
    """What the plain player thinks of a discard: the least linked first, the dearest of equals, wilds last."""
    if is_wild(card):
        return -1000 - points(card)
    return points(card) - 20 * links(view.hand, card)


@register_jitable
def best_discard(view):
    """The position of the discard the plain player makes."""
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        worth = worth_of_discard(view, view.moves[k].card)
        if worth > most:
            most = worth
            choice = k
    return choice


@register_jitable
def plain(view, enough):
    """The step of the plain player, who takes the pile for `enough` cards that he can use."""
    if view.phase == DRAW:
        return 1 if pile_brings(view) >= enough else 0
    return best_meld(view) if view.phase == MELDING else best_discard(view)

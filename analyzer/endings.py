"""The last tricks of two-player Briscola: three played exactly, and the one before the last draw nearly so.

When the stock is gone, what a player has not seen is what the opponent holds, so nothing is left to guess and every way
the cards may fall can be counted.  A *gain* is the points one side still takes minus those the other still takes, when
both play their best.  To play for points is here also to play to win: with all 120 points shared out, the best
final margin wins the hand whenever it can be won, so the score so far need not be known.

One trick earlier two cards lie in the stock, and only the face-down one is in doubt.  There the score matters: a line
that wins for three of the four cards it may be is better than one that wins for two of them by more.

Hands are masks of one to three cards (bit number = card).  There is one function for each number of tricks left,
because numba does not follow recursion.
"""

from numba.extending import register_jitable

from analyzer.bits import count, lowest
from analyzer.cards import beats, points

BEYOND = 1000
WIN = 1000


@register_jitable
def best_ending(mine, theirs, led, trump):
    """The card of `mine` to play now, the lowest of equals; -1 if I hold none.

    `mine` and `theirs` are the two hands.  `led` is -1 if I lead; else it is the card the opponent has led, which is no
    longer in `theirs`.  `trump` is a suit, 0..3.  Not checked: that the hands are of one size and at most three cards.
    """
    best = -1
    most = -BEYOND
    cards = mine
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        gain = lead(mine, theirs, card, trump) if led < 0 else -answer(theirs | 1 << led, mine, led, card, trump)
        if gain > most:
            most = gain
            best = card
    return best


@register_jitable
def lead(leader, other, led, trump):
    """The leader's gain if he leads `led` with one, two or three tricks to go."""
    tricks = count(leader)
    if tricks == 3:
        return lead_three(leader, other, led, trump)
    if tricks == 2:
        return lead_two(leader, other, led, trump)
    return trick(led, lowest(other), trump)


@register_jitable
def answer(leader, other, led, card, trump):
    """The leader's gain if his `led`, still counted in his hand, is answered with `card`."""
    tricks = count(other)
    if tricks == 3:
        return answer_three(leader, other, led, card, trump)
    if tricks == 2:
        return answer_two(leader, other, led, card, trump)
    return trick(led, card, trump)


@register_jitable
def lead_three(leader, other, led, trump):
    """As `lead`, three tricks to go."""
    least = BEYOND
    cards = other
    while cards:
        least = min(least, answer_three(leader, other, led, lowest(cards), trump))
        cards &= cards - 1
    return least


@register_jitable
def answer_three(leader, other, led, card, trump):
    """As `answer`, three tricks to go."""
    leader ^= 1 << led
    other ^= 1 << card
    stake = trick(led, card, trump)
    if beats(card, led, trump):
        return stake - two_left(other, leader, trump)
    return stake + two_left(leader, other, trump)


@register_jitable
def two_left(leader, other, trump):
    """The leader's gain in the last two tricks, before he has led."""
    most = -BEYOND
    cards = leader
    while cards:
        most = max(most, lead_two(leader, other, lowest(cards), trump))
        cards &= cards - 1
    return most


@register_jitable
def lead_two(leader, other, led, trump):
    """As `lead`, two tricks to go."""
    least = BEYOND
    cards = other
    while cards:
        least = min(least, answer_two(leader, other, led, lowest(cards), trump))
        cards &= cards - 1
    return least


@register_jitable
def answer_two(leader, other, led, card, trump):
    """As `answer`, two tricks to go."""
    last = lowest(leader ^ 1 << led)
    other_last = lowest(other ^ 1 << card)
    stake = trick(led, card, trump)
    if beats(card, led, trump):
        return stake - trick(other_last, last, trump)
    return stake + trick(last, other_last, trump)


@register_jitable
def trick(led, card, trump):
    """The leader's gain in one trick: what lies in it, less than nothing if `card` beats `led`."""
    stake = points(led) + points(card)
    return -stake if beats(card, led, trump) else stake


@register_jitable
def best_last_draw(mine, unseen, shown, led, trump, upcard, ahead):
    """The card of `mine` to play while two cards are left to draw, the lowest of equals; -1 if I hold none.

    `unseen` are the cards of which one lies face down on the upcard and the others are the opponent's, `shown` those
    sure to be his, `led` the card he has led or -1, `ahead` my points minus his so far.  Each face-down card is taken
    to be as likely as any other, and the opponent to know which it is.  Most hands won comes first, then most points.
    """
    best = -1
    most = -BEYOND * BEYOND
    cards = mine
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total = 0
        doubtful = unseen
        while doubtful:
            hidden = lowest(doubtful)
            doubtful &= doubtful - 1
            theirs = (unseen | shown) ^ 1 << hidden
            if led < 0:
                total += lead_before_draw(mine, theirs, card, trump, hidden, upcard, ahead)
            else:
                total -= answer_before_draw(theirs | 1 << led, mine, led, card, trump, hidden, upcard, -ahead)
        if total > most:
            most = total
            best = card
    return best


@register_jitable
def lead_before_draw(leader, other, led, trump, hidden, upcard, ahead):
    """What leading `led` is worth to the leader if `hidden` is the face-down card."""
    least = BEYOND * BEYOND
    cards = other
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        least = min(least, answer_before_draw(leader, other, led, card, trump, hidden, upcard, ahead))
    return least


@register_jitable
def answer_before_draw(leader, other, led, card, trump, hidden, upcard, ahead):
    """What the hand is worth to the leader after `led` and `card`: the winner draws `hidden`, the loser `upcard`."""
    leader ^= 1 << led
    other ^= 1 << card
    ahead += trick(led, card, trump)
    if beats(card, led, trump):
        ahead -= three_left(other | 1 << hidden, leader | 1 << upcard, trump)
    else:
        ahead += three_left(leader | 1 << hidden, other | 1 << upcard, trump)
    if ahead > 0:
        return ahead + WIN
    if ahead < 0:
        return ahead - WIN
    return 0


@register_jitable
def three_left(leader, other, trump):
    """The leader's gain in the last three tricks, before he has led."""
    most = -BEYOND
    cards = leader
    while cards:
        most = max(most, lead_three(leader, other, lowest(cards), trump))
        cards &= cards - 1
    return most

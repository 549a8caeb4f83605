"""The maestro of the larger tables: three players each for himself, four and six with partners.

It sets a price on every card, as at the table of two, and adds what the trick will bring.  If its side holds the trick
after its card, the points lie there for it to win, less the chance that an opponent still to play takes them; if an
opponent holds it, they are lost, less the chance that a partner still to play saves them.  It counts the cards gone,
and knows of its partners' hands what the rules of the table tell it.

The unit is a card point; winning the hand counts as 40 more (60 at the table of three).  A row of prices has five
columns for each table, three players first, then four, then six: with four or more rounds of cards left to draw, with
three or two, with one, with none, and in the last trick but one.  A *load* is an ace or a three; *out* is what the
others may hold.

The prices come from millions of decisions in which every card was tried and the deal played on, against spend_trump,
load_partner, random_card and earlier versions of this rule.
"""

import numpy as np
from numba.extending import register_jitable

from analyzer.bits import count, highest
from analyzer.briscola import ACE, THREE, beats, from_me, points, strength, suit
from analyzer.cards import JACK, LOADS
from analyzer.habits import (
    above,
    cards_of_foes,
    chance,
    foes_to_follow,
    is_load,
    loads_of,
    others,
    side_of,
    trumps,
)

COLUMNS = 5


def prices(text):
    """The prices told in `text`: on every line five columns for each of the three tables, then what they are for."""
    return np.array([[float(word) for word in line.split()[: 3 * COLUMNS]] for line in text.strip().splitlines()])


# What parting with a card costs, by kind; what leading it costs.  The low card of a dangerous suit is their zero.
SPEND = prices("""
      8.1   7.1   6.2  13.4  13.0     4.6   2.0   2.7   5.6   2.3     1.4   1.4   0.8   1.7   1.4  low, no load out
      3.3   1.9   2.1   3.3  -2.7     2.3   0.2   1.1   1.5  -0.1     0.2   0.2   0.2   0.1   0.5  low, one out
      0.0   0.0   0.0   0.0   0.0     0.0   0.0   0.0   0.0   0.0     0.0   0.0   0.0   0.0   0.0  low, both out
      4.8   6.3   6.5  12.1  14.0     1.3   0.0   1.7   4.4   2.9    -0.7  -0.7  -1.3   0.7   2.4  J Q K, no load out
     -0.7   1.2   2.9  -2.2  -4.3    -0.5  -2.7   0.5   1.4   0.7    -2.4  -2.4  -1.6  -0.8   1.4  J Q K, one out
     -3.7  -3.7  -0.7  -5.4  -2.1    -2.8  -4.1  -0.9  -0.8  -0.6    -3.0  -3.0  -1.6  -2.3   0.4  J Q K, both out
     -4.7   2.9  -2.7   6.7  14.2    -4.0  -4.2  -1.7   0.1   2.9    -4.3  -4.3  -6.8  -3.4  -0.6  load, the other gone
    -10.0  -2.6  -5.9  -0.1   1.9    -7.1  -7.0  -2.8  -0.9   1.7    -6.6  -6.6  -6.0  -5.7  -0.6  load, the other out
     12.3  13.2  13.5  19.8   1.6     9.0   6.6  11.1  12.9   4.9     3.3   3.3   8.0   8.5   5.3  low trump
     16.9  15.9  16.6  21.7   2.8    14.8  10.6  15.4  13.6   4.2     9.8   9.8  11.3  11.3   6.0  J Q K of trumps
     26.9  27.1  23.1  28.1  12.3    23.8  18.9  17.7  14.9   9.0    24.2  24.2  20.0  11.7  10.0  ace, three of trumps
""")
LEAD = prices("""
    -11.8 -15.7 -17.2  -8.1  -1.8    -7.7 -12.4  -6.1 -13.6  -6.6    -3.2  -3.2  -4.6  -8.6  -1.6  low, no load out
     -7.6  -5.7  -3.1  -1.3   0.4    -6.3  -6.3  -2.5  -1.3   2.5    -3.5  -3.5  -2.5  -3.1   1.7  low, one out
      0.0   0.0   0.0   0.0   0.0     0.0   0.0   0.0   0.0   0.0     0.0   0.0   0.0   0.0   0.0  low, both out
     -9.8 -20.8 -15.3 -14.0 -11.5   -10.3 -19.4  -6.6 -16.8  -8.1    -8.8  -8.8  -6.6  -7.2  -3.5  J Q K, no load out
     -5.2  -7.8  -2.0  -6.8  -4.1    -9.7 -11.2   0.4  -2.9  -3.6    -9.8  -9.8  -1.7  -2.9  -1.1  J Q K, one out
     -0.2  -1.0   2.1  -2.2  -2.5    -1.8  -5.4   1.3  -2.7  -2.3    -4.8  -4.8   0.9  -2.2  -1.5  J Q K, both out
      1.0  -8.7 -20.0 -11.0  -9.7     1.6  -9.4 -13.4  -6.3 -12.6    -6.2  -6.2 -10.7  -0.9  -6.6  load, the other gone
      3.9  -7.7 -16.1  -7.9   0.2     1.2  -9.9 -12.7  -8.5  -5.5    -2.8  -2.8 -11.9  -7.0  -4.4  load, the other out
     -0.3  -9.2 -13.0  -2.6  -3.1    -1.3 -11.7 -10.6  -5.9 -10.7    -9.8  -9.8 -14.7  -6.5  -3.4  low trump
      6.9  -4.3  -5.1  -2.1 -12.9     4.3  -5.8  -4.1  -0.5 -18.2    -1.7  -1.7  -4.0  -5.3 -13.9  J Q K of trumps
     13.5   3.5  -2.4  -4.6   3.8     9.4  -0.1   1.0   4.0  -5.3     7.1   7.1   7.3   9.5   1.8  ace, three of trumps
""")
# What an ace costs more than a three.
ACE_MORE = prices("""
      3.3   3.6   0.2   0.8   1.5     1.3  -0.1   0.8  -1.3  -1.3     1.0   1.0   0.2  -0.7  -0.8  spent: side
      4.9   6.7   7.4   3.8  11.1    12.1   9.9   5.0   6.8  17.7    17.1  17.1   0.5   6.0  14.8  trump
      5.4   1.7   0.0  -0.8   1.9     4.4   0.4   0.0   1.4  -2.2    -0.2  -0.2  -2.1  -0.8  -2.6  led: side
      8.2   7.8   8.2  -1.0   2.5     9.4  10.1   6.3   4.7   3.3    15.8  15.8   6.1   6.8   3.9  trump
""")
# What a load costs less when the other one of its suit stays in the hand.
MATE = prices("""
      6.5   7.5   2.1   4.7   0.0     7.7   5.9   2.7   4.5   0.0     9.6   9.6   3.6   5.3   0.0  spent
     15.9   7.5   4.9   5.2   0.0     7.9   4.3   5.0   4.2   0.0     5.1   5.1   0.1   0.3   0.0  led
""")
# What a trump costs more when no higher one is out; what keeping such a trump is worth.
TOP = prices("""
      2.0   1.3   2.1  10.2  14.0     3.5   3.2   6.4  10.7  14.9     5.7   5.7   6.1  10.1  18.9  spent
      1.2  -2.5  -5.3 -10.1   8.5     2.0  -4.1   8.3  -4.0   5.7    -2.6  -2.6  14.7  -7.3   7.7  led
""")
KEPT_TOP = prices("""
      2.6   4.7   9.3   9.7  14.0     3.3   6.5  10.3   8.9  14.9    10.0  10.0   9.3  11.3  18.9  answering
      7.5  11.8  16.0  24.0   8.5     3.8   8.2   9.5  10.9   5.7     2.9   2.9  11.3  18.3   7.7  leading
""")
# What a side card costs for every trump that is out.
TRUMPS_OUT = prices("""
     -0.1   0.3   2.0   0.7  -1.7    -0.4  -0.3   1.8   0.4  -0.2    -0.6  -0.6   1.1   0.6   0.3  spent: low
      0.0  -0.1   0.7  -1.0  -3.2    -0.6  -0.5   1.5   0.0  -0.4    -0.9  -0.9   1.1   0.1  -0.2  J Q K
     -0.6  -1.1  -0.2  -2.0  -5.8    -0.6  -1.1   0.5  -1.3  -1.9    -0.7  -0.7   1.2  -0.3  -0.4  load
     -0.3   0.5   1.4   1.3   0.9    -0.7  -0.2   0.7   0.6   0.2    -0.6  -0.6   0.0   0.8  -0.8  led: low
     -0.7   0.3   0.5   0.6  -0.3    -1.0  -0.5   0.7   0.3   0.4    -1.0  -1.0   0.3   0.5  -0.4  J Q K
      0.5   1.1   3.7  -0.2  -0.4    -0.1   0.3   2.9   0.4  -1.1    -0.2  -0.2   1.2   0.7  -0.6  load
""")
# What a lead costs for ten points of its own that are beaten.
RISK = prices("""
      1.2  16.0  16.0  28.5 -28.9     1.7   8.0  14.3   7.6  17.3    -2.3  -2.3  13.0  19.4   4.3  in suit
     -2.7  -0.8  -9.3   8.5 -12.4    -1.5   4.3  -3.8  -3.5 -27.5     1.8   1.8  -2.5   1.8 -28.1  by a trump
""")
# What a trick is worth that my side holds once my card is played, and one that an opponent holds: the first four rows
# and the last of THEIRS for ten points in it, the others for the trick itself.
OURS = prices("""
      7.9  11.8  10.8  15.9  18.8     5.5   5.8   3.4   6.8  20.7     6.3   6.3   0.6   4.3  18.8  ten points
     51.8  15.2  21.5  44.1 -31.3   -36.6 -30.1 -20.4  -6.7 -78.4   -16.6 -16.6  -3.3  -2.2 -39.2  if beaten in suit
      0.4 -17.3  -5.5 -28.6  16.6   -32.7 -31.6   7.6 -36.8 -38.0   -25.7 -25.7   5.2 -29.8 -46.8  if beaten by a trump
      0.0   0.0   0.0   0.0   0.0     6.7   4.9   2.4   8.6   6.8     1.0   1.0   0.7   5.1   7.7  a partner to come
      3.4   1.3  13.4  -1.0  -8.5     3.4  -0.4  -1.1  -4.2 -15.0   -10.3 -10.3  -4.6  -2.7 -12.3  beaten in suit
      7.7   9.2  12.2   7.8   3.1    12.7  11.4   9.2  19.1  -1.1     9.0   9.0  11.8  21.9  -1.1  beaten by a trump
""")
THEIRS = prices("""
    -32.0 -20.5 -21.1 -18.4  -0.7   -36.5 -32.8 -20.7 -22.7 -18.1   -32.3 -32.3 -18.8 -18.5 -17.3  ten points
      0.0   0.0   0.0   0.0   0.0    23.0  21.4   7.2  19.8  23.0    22.3  22.3   1.8  33.7   7.8  if saved in suit
      0.0   0.0   0.0   0.0   0.0    40.9  37.1  24.0  49.7  44.2    25.7  25.7   8.9  57.8  40.5  if saved by a trump
      3.7   4.9  13.3  10.8  -9.9    -5.2  -3.2  -4.6  -7.2  -0.3    -1.6  -1.6  -0.7  -7.4   0.1  a foe to come
      0.0   0.0   0.0   0.0   0.0     4.6   8.3   4.2   2.7   2.5     7.6   7.6   5.2   6.9   1.4  saved in suit
      0.0   0.0   0.0   0.0   0.0    -2.8  -4.9  -5.0  -3.4  -1.5    -8.5  -8.5  -4.4  -4.4  -7.3  saved by a trump
      3.2   0.2   0.2   1.6  -7.9     0.0   0.0   0.0   0.0   0.0     0.0   0.0   0.0   0.0   0.0  of the one in front
""")
# What it is worth to hold the trick for now, its points aside: less than nothing where the next lead is a burden.
HOLD = prices("""
     -6.1  -7.4  -3.3  -6.2   5.5    -9.1 -10.2 -13.4  -5.9   0.0   -14.5 -14.5 -15.7  -5.8  -2.3  me, no foe to come
     -1.1  -0.7  -2.4   3.2   7.3     1.1   2.3  -9.1   4.2  13.4     5.0   5.0  -9.4   6.9  16.1  me, foes to come
      0.0   0.0   0.0   0.0   0.0   -10.2  -9.0 -11.3  -7.5  -2.1   -11.6 -11.6 -15.7  -5.9  -6.3  partner, none
      0.0   0.0   0.0   0.0   0.0    -0.6  -0.2  -6.1  -0.7  13.0     2.9   2.9  -6.3   3.6  15.6  partner, foes
""")
# What it is worth if the points in the trick make 61 for the side that holds it.
SETTLE = prices("""
      1.4   5.7  11.4   2.5   5.9     0.2  -0.4   7.7   4.8   8.1     0.4   0.4   8.1   1.6   4.0  mine
     -1.5  -4.0  -5.7  -6.5  -4.8     0.5  -2.4  -7.9  -8.7 -13.2    -4.0  -4.0  -9.0  -8.4  -4.7  theirs
""")
# Before the last draw: what holding the trick is worth, as an opponent will draw the upcard; by the upcard, low, J Q K
# or load, a row for each table.  Of three players the one before the winner draws it: I do if the next one wins.
UPCARD = np.array(
    (
        (-1.8, -4.6, -2.6),
        (0.6, -8.8, -39.4),
        (3.2, -9.5, -43.0),
    )
)
UPCARD_MINE = np.array((12.0, 16.6, 41.3))
# Leading: what the cards kept are worth together, with no, one, two trumps and in each case no, one, two loads.
KEPT = np.array(
    (
        (-7.8, -5.1, -9.4, 6.2, 2.7, 0.0, 7.1, 0.0, 0.0),  # 3 players
        (-1.4, 1.3, -9.1, 4.3, 3.4, 0.0, -1.0, 0.0, 0.0),  # 4 players
        (2.5, 3.7, -10.3, 3.9, 0.2, 0.0, -6.5, 0.0, 0.0),  # 6 players
    )
)


@register_jitable
def best_in_company(view, memory, heard):
    """The position of the card worth most at a table of three, four or six; `memory` as for `habits.others`.

    With `heard` 0 it takes the cards it knows its partners to hold for any that may lie anywhere.
    """
    friends = view.partner_cards[0] | view.partner_cards[1]
    out = others(view, memory) | (0 if heard else friends)
    at = COLUMNS * table(view) + stage(view)
    choice = 0
    most = -1e6
    for k in range(view.n_moves):
        card = view.moves[k]
        worth = worth_of_lead(view, card, out, at) if view.led < 0 else worth_of_answer(view, card, out, at, heard)
        if worth > most:
            most = worth
            choice = k
    return choice


@register_jitable
def table(view):
    """0, 1, 2 for three, four, six players."""
    return 0 if view.players == 3 else 1 if view.players == 4 else 2


@register_jitable
def stage(view):
    """How far the hand has come: 0 to 2 while cards are drawn, 3 in the last tricks, 4 in the last but one."""
    rounds = view.stock // view.players
    if rounds == 0:
        return 4 if count(view.hand) == 2 else 3
    return 2 if rounds == 1 else 1 if rounds <= 3 else 0


@register_jitable
def level(card):
    """0 for a low card, 1 for a jack, queen or king, 2 for a load."""
    return 0 if strength(card) < JACK else 1 if strength(card) < THREE else 2


@register_jitable
def kind(view, card, out):
    """The row of the card in SPEND and LEAD."""
    if suit(card) == view.trump:
        return 8 + level(card)
    loads = count(out & loads_of(card))
    return 6 + min(loads, 1) if is_load(card) else loads + 3 * level(card)


@register_jitable
def worth_of_parting(view, card, out, at, leading):
    """What the card itself costs, taken from zero; `leading` is 1 for a lead, 0 for an answer.

    Here what a partner is known to hold is out too: a trump below his is no master, though no opponent beats it.
    """
    out |= view.partner_cards[0] | view.partner_cards[1]
    trump = suit(card) == view.trump
    kept = view.hand & ~(1 << card)
    row = kind(view, card, out)
    worth = -(LEAD[row, at] if leading else SPEND[row, at])
    if strength(card) == ACE:
        worth -= ACE_MORE[2 * leading + trump, at]
    if trump:
        if above(card) & out == 0:
            worth -= TOP[leading, at]
    else:
        worth -= TRUMPS_OUT[3 * leading + level(card), at] * count(trumps(view) & out)
        if is_load(card) and kept & loads_of(card):
            worth += MATE[leading, at]
    if kept & trumps(view) and above(highest(kept & trumps(view))) & out == 0:
        worth += KEPT_TOP[leading, at]
    return worth


@register_jitable
def worth_of_lead(view, card, out, at):
    """What it is worth to lead `card`; `out` are the cards an opponent may hold, `at` the column of prices."""
    worth = worth_of_parting(view, card, out, at, 1)
    cards = cards_of_foes(view)
    worth -= 0.1 * points(card) * RISK[0, at] * chance(in_suit(view, card, out), out, cards)
    worth -= 0.1 * points(card) * RISK[1, at] * chance(by_trump(view, card, out), out, cards)
    kept = view.hand & ~(1 << card)
    loads = count(kept & LOADS & ~trumps(view))
    worth += KEPT[table(view), 3 * min(count(kept & trumps(view)), 2) + min(loads, 2)]
    if stage(view) == 2 and suit(card) == view.trump:
        worth += UPCARD[table(view), level(view.upcard)]
    return worth


@register_jitable
def in_suit(view, card, out):
    """The cards of `out` that beat a side card in its suit."""
    return above(card) & out if suit(card) != view.trump else 0


@register_jitable
def by_trump(view, card, out):
    """The trumps of `out` that beat the card."""
    return (above(card) if suit(card) == view.trump else trumps(view)) & out


@register_jitable
def worth_of_answer(view, card, out, at, heard):
    """What it is worth to answer with `card`: what it costs, and what then becomes of the trick."""
    worth = worth_of_parting(view, card, out, at, 0)
    stake = 0.1 * (view.table_points + points(card))
    takes = beats(card, view.winning, view.trump)
    winning = card if takes else view.winning
    last = foes_to_follow(view) == 0
    if takes or view.winning_mine:
        cards = cards_of_foes(view)
        suited = chance(in_suit(view, winning, out), out, cards)
        trumped = chance(by_trump(view, winning, out), out, cards)
        worth += stake * (OURS[0, at] + OURS[1, at] * suited + OURS[2, at] * trumped)
        worth += OURS[4, at] * suited + OURS[5, at] * trumped
        worth += HOLD[(0 if takes else 2) + (0 if last else 1), at]
        if view.friends_to_follow:
            worth += stake * OURS[3, at]
    else:
        suited = saved(view, in_suit(view, winning, view.unplayed), out, heard)
        trumped = saved(view, by_trump(view, winning, view.unplayed), out, heard)
        worth += stake * (THEIRS[0, at] + THEIRS[1, at] * suited + THEIRS[2, at] * trumped)
        worth += THEIRS[4, at] * suited + THEIRS[5, at] * trumped
        if not last:
            worth += stake * THEIRS[3, at]
    return worth + worth_of_score(view, card, takes, stake, at) + worth_of_upcard(view, takes)


@register_jitable
def saved(view, better, out, heard):
    """The chance that a partner still to play holds one of the cards `better`: known to, or drawn from `out`."""
    known = 0
    if heard and view.friends_to_follow > 0:
        known |= view.partner_cards[0]
    if heard and view.friends_to_follow > 1:
        known |= view.partner_cards[1]
    if known & better:
        return 1.0
    return chance(better, out, view.friends_to_follow * count(view.hand) - count(known))


@register_jitable
def worth_of_score(view, card, takes, stake, at):
    """What it is worth that the trick may settle the hand, or feeds the one of two opponents who is in front."""
    given = view.table_points + points(card)
    if takes or view.winning_mine:
        return SETTLE[0, at] if view.points[0] + given > 60 else 0.0
    holder = side_of(view, view.winner)
    worth = SETTLE[1, at] if view.points[holder] + given > 60 else 0.0
    if view.sides == 3 and view.points[holder] > view.points[3 - holder]:
        worth += stake * THEIRS[6, at]
    return worth


@register_jitable
def worth_of_upcard(view, takes):
    """What holding the trick is worth because of who will draw the upcard: something only before the last draw."""
    if stage(view) != 2:
        return 0.0
    if takes or view.winning_mine:
        return UPCARD[table(view), level(view.upcard)]
    if view.players == 3 and from_me(view, view.winner) == 1:
        return UPCARD_MINE[level(view.upcard)]
    return 0.0

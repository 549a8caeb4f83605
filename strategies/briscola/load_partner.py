"""Gives aces, threes and figures to a trick the partner is winning, once it is safe, and never trumps him.

"Load your partner's trick": when his card is winning and hardly anything that an opponent still to play may hold beats
it, the points belong there rather than in the hand.  A trump on his trick is a trump wasted.  Where partners tell each
other what they hold it can do the same for a trick that he is sure to take.  The rest is spend_trump, to whom
`risk=-1.0, spare=False` lead back, as do tables without partners.
"""

from analyzer.bits import highest
from analyzer.briscola import points, suit
from analyzer.habits import (
    ALL,
    above,
    answer,
    cards_of_foes,
    chance,
    cheapest,
    danger,
    foes_to_follow,
    others,
    richest_gift,
    trumps,
    winner_in_suit,
)

ANYWHERE, LAST, NOT_LAST = range(3)


def choose(view, risk=0.5, spare=True, place=0, known=-1.0, spend_at=10):
    """The index in view.moves to play.

    risk       loads the partner's trick if the chance of losing it is no more than this; -1.0 never, 1.0 always
    spare      never takes the partner's trick with a trump
    place      where it loads: 0 anywhere, 1 only as the last to play, 2 only with an opponent still to come
    known      cannot take the trick in suit, but knows that a partner still to play can take it, and will: loads it if
               the chance that an opponent beats that card is no more than this; -1.0 never
    spend_at   the least points on the table for which it trumps
    """
    if view.led < 0:
        return cheapest(view)
    if not view.winning_mine:
        return count_on_partner(view, known, spend_at) if known >= 0.0 else answer(view, spend_at)
    here = place == ANYWHERE or (place == LAST) == (foes_to_follow(view) == 0)
    if here and danger(view, ALL) <= risk:
        return richest_gift(view)
    if not spare:
        return answer(view, spend_at)
    taker = winner_in_suit(view)
    return taker if taker >= 0 else cheapest(view)


def count_on_partner(view, known, spend_at):
    """The position of the dearest side card if a partner's known card will take the trick; else that of an answer.

    He trumps only for `spend_at` points, that card among them.
    """
    best = known_taker(view)
    if best < 0 or winner_in_suit(view) >= 0:
        return answer(view, spend_at)
    gift = richest_gift(view)
    trump = suit(best) == view.trump
    if trump and view.table_points + points(view.moves[gift]) < spend_at:
        return answer(view, spend_at)
    better = above(best) if trump else above(best) | trumps(view)
    risky = chance(better, others(view, ALL), cards_of_foes(view)) > known
    return answer(view, spend_at) if risky else gift


def known_taker(view):
    """The best card with which a partner still to play is known to be able to take the trick, -1 if there is none."""
    if view.friends_to_follow == 0:
        return -1
    friends = view.partner_cards[0] | (view.partner_cards[1] if view.friends_to_follow > 1 else 0)
    takers = friends & trumps(view)
    if takers == 0:
        takers = friends & above(view.winning)
    elif suit(view.winning) == view.trump:
        takers &= above(view.winning)
    return highest(takers) if takers else -1

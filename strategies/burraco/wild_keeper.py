"""Is careful with its wilds: takes the two of the suit for a run, and spends none on a small meld early.

"Do not spend a wild early on a run of five, and leave it free at the end"; "take the two of the suit, which may come to
lie at its place"; "and late, better discard a wild than be caught with it".  With `own=0`, `free=0`, `opens_at=0`,
`least=6` and `late=0` it is meld_all.
"""

from analyzer.burraco import DISCARDING, DRAW, EXTEND, JOKER, OPEN_RUN, is_wild, points, suit
from analyzer.rummy import (
    NEVER,
    THEIRS,
    WILD_ON,
    WITH_WILD,
    fewest,
    has_pozzetto,
    plain,
    worth_of_discard,
    worth_of_meld,
)

NEXT = (1, 12)  # how far apart neighbours are, ace and king among them


def choose(view, own=20, free=0, opens_at=0, least=6, late=0, enough=1):
    """The index in view.moves to play.

    own        how much it prefers the two of a run's own suit, to open the run with it
    free       how much it prefers a run of neighbours, beside which the wild is free
    opens_at   opens nothing with a wild before this turn of all four together, but to run out
    least      a wild is laid on a meld of so many cards
    late       discards wilds first when an opponent with his pozzetto holds no more cards than this
    enough     takes the pile for so many cards that it can use
    """
    if view.phase == DRAW or (view.phase == DISCARDING and not (has_pozzetto(view, THEIRS) and fewest(view) <= late)):
        return plain(view, enough)
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        step = view.moves[k]
        if view.phase == DISCARDING:
            worth = points(step.card) if is_wild(step.card) else worth_of_discard(view, step.card) - 500
        else:
            worth = worth_of_meld(view, step) + worth_of_wild(view, step, own, free, opens_at, least)
        if worth > most:
            most = worth
            choice = k
    return choice


def worth_of_wild(view, step, own, free, opens_at, least):
    """What is to be added to the plain player's worth of a step that lays a wild, unless the hand is nearly empty."""
    if step.wilds == 0 or view.hand.n <= 3:
        return 0
    if step.kind == EXTEND:
        if not is_wild(step.card):
            return 0
        return (WILD_ON + step.n if step.n > least else NEVER) - worth_of_meld(view, step)
    if view.turns < opens_at:
        return NEVER - WITH_WILD
    if step.kind != OPEN_RUN:
        return 0
    owns = step.third != JOKER and suit(step.third) == suit(step.card)
    return (own if owns else 0) + (free if abs(step.second - step.card) in NEXT else 0)

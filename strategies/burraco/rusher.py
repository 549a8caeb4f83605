"""Hurries to the pozzetto: lays all it can to run out in this turn, and with few cards left leaves the pile.

"Take the pozzetto first, above all"; "and better directly than by a discard": with `hold` it keeps back a card that
fits, when another would be left over, so as to go out by melding next time.  It waits for one turn and no longer: since
nothing at the table tells whether it waited the turn before, it does so in every second turn of its own.  "If the
opponents are about to close, the fine of 100 may cost less than eleven cards": with `dodge` it does not run out by a
discard then.  With `plan=False`, `thin=0` and the rest as it is, it is meld_all.
"""

from analyzer.burraco import DRAW, MELDING, SEATS, UNTAKEN
from analyzer.rummy import (
    MINE,
    THEIRS,
    best_meld_with,
    fewest,
    has_pozzetto,
    left_over,
    pile_brings,
    plain,
    taken_by,
    worth_of_discard,
)


def choose(view, plan=True, thin=4, least=6, hold=0, dodge=0, enough=1):
    """The index in view.moves to play.  All this only until its side has the pozzetto.

    plan     lays every card if that makes it run out
    thin     with no more cards than this it takes the pile only if it can use all of it
    least    a wild is laid on a meld of so many cards
    hold     with a card over, waits one turn to go out directly if both opponents hold so many cards; 0 never waits
    dodge    does not run out by a discard when an opponent with his pozzetto holds no more cards than this
    enough   takes the pile for so many cards that it can use
    """
    if view.pozzetto[MINE] != UNTAKEN:
        return plain(view, enough)
    if view.phase == DRAW:
        return 1 if pile_brings(view) >= (max(enough, view.n_pile) if view.hand.n <= thin else enough) else 0
    shy = has_pozzetto(view, THEIRS) and fewest(view) <= dodge
    if view.phase == MELDING:
        over = left_over(view)
        if over == 1 and (shy or may_wait(view, hold)):
            return best_meld_with(view, least, 2)
        return best_meld_with(view, 3 if plan and over <= 1 else least, 0)
    return keep_what_fits(view) if shy or (may_wait(view, hold) and left_over(view) == 1) else plain(view, enough)


def may_wait(view, hold):
    """Is this a turn to wait in: one of every two of mine, and do both opponents hold enough cards?"""
    return hold > 0 and fewest(view) >= hold and view.turns // SEATS % 2 == 0


def keep_what_fits(view):
    """The plain player's discard, but what our melds would take goes last."""
    choice = 0
    most = -10000
    for k in range(view.n_moves):
        card = view.moves[k].card
        worth = worth_of_discard(view, card) - (500 if taken_by(view, MINE, card) else 0)
        if worth > most:
            most = worth
            choice = k
    return choice

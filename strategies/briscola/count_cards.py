"""Remembers what has been played, weighs every card by what it wins and what it costs, and plays the best bargain.

"Remember the aces, the threes and the trumps that have gone."  It leads a load only when hardly anything left can beat
it, likes to lead where the ace and the three are gone and keeps small cards of such suits for that, spares its trumps,
gets rid of figures early, loses the trick before the last draw if it is cheap, and plays to the score.  All prices are
in card points; a *load* is an ace or a three.  For two players.
"""

from analyzer.briscola import SWAP
from analyzer.habits import best_bargain


def choose(view, memory=3, trump_price=5.0, burden=3.5, safe=2.0, fear=11.0, upcard=1.0, score=True):
    """The index in view.moves to play.

    memory        what it remembers of the cards played: 0 nothing, 1 trumps, 2 trumps and loads, 3 all
    trump_price   what a small trump is worth in the hand; a table of half of this and the burden is just worth it
    burden        what winning a trick costs, because the winner has to lead
    safe          what a small side card is worth for each load of its suit that is gone
    fear          what a lead costs if the opponent surely holds the card to take it with
    upcard        how far it minds that the loser of the trick before the last draw gets the upcard; 0.0 not at all
    score         takes the trick that brings it to 61, and bars the one that brings the opponent there
    """
    last = view.n_moves - 1
    if view.moves[last] == SWAP:
        return last
    return best_bargain(view, memory, trump_price, burden, safe, fear, upcard, score)

"""Plays like count_cards until the stock is gone, then works out the last three tricks to the end.

"Watch the end: once the stock is out, the last tricks decide."  From then on, what it has not seen is what the opponent
holds, and nothing is left to guess.  With `solve=0` it is count_cards, whose parameters it shares.  For two players.
"""

from analyzer.bits import count
from analyzer.briscola import SWAP
from analyzer.endings import best_ending, best_last_draw
from analyzer.habits import best_bargain, place


def choose(view, solve=3, memory=3, trump_price=5.0, burden=3.5, safe=2.0, fear=11.0, upcard=1.0, score=True):
    """The index in view.moves to play.

    solve         3 works out the last three tricks, 4 the one before the last draw too, 0 none
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
    free = view.players == 2 and view.n_moves == count(view.hand)
    if free and view.stock == 0 and view.n_moves <= 3 and solve >= 3:
        return place(view, best_ending(view.hand, view.unseen | view.shown, view.led, view.trump))
    if free and view.stock == 2 and view.n_moves == 3 and solve >= 4:
        ahead = view.points[0] - view.points[1]
        return place(view, best_last_draw(view.hand, view.unseen, view.shown, view.led, view.trump, view.upcard, ahead))
    return best_bargain(view, memory, trump_price, burden, safe, fear, upcard, score)

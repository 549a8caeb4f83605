"""Three players: trumps the tricks of whoever leads in points sooner, and lets the third have his.

"With three at the table, play against the one in front."  An opponent is in front if he has taken `gap` points more
than the other opponent and than the player himself.  The rest is spend_trump, to whom `front_at=10, third_at=10` lead
back, as do all tables but that of three.
"""

from analyzer.habits import cheapest, side_of, weakest_trump, winner_in_suit


def choose(view, front_at=4, third_at=11, gap=20, spend_at=10):
    """The index in view.moves to play.

    front_at   the least points on the table for which it trumps a trick that the player in front is winning
    third_at   the same for a trick that the other opponent is winning
    gap        by how many points a player is in front
    spend_at   the least points on the table for which it trumps when nobody is in front
    """
    if view.led < 0:
        return cheapest(view)
    taker = winner_in_suit(view)
    enough = spend_at
    if view.sides == 3:
        front = 1 if view.points[1] >= view.points[2] else 2
        ahead = view.points[front] - max(view.points[0], view.points[3 - front])
        if ahead >= gap:
            enough = front_at if side_of(view, view.winner) == front else third_at
    if taker < 0 and view.table_points >= enough:
        taker = weakest_trump(view)
    return taker if taker >= 0 else cheapest(view)

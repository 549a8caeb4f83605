"""Play to the score: with 58 points against you, any three points must be taken.

One player takes what brings him to 61 and does not let through what brings the opponent there, the other overlooks the
score; a third only bars the opponent.  The same of a stronger player, who minds the score or not.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "a player's guide, and builders of playing programs"
BLIND = "score_minded:reach=False,block=False"

EXPERIMENT = Experiment(
    [
        Case("score_minded", BLIND, "playing to the score", "overlooking it"),
        Case("score_minded:reach=False", BLIND, "barring the opponent's 61 alone", "overlooking the score"),
        Case("count_cards", "count_cards:score=False", "playing to the score as count_cards does", "overlooking it"),
    ],
    curve=Curve("score_minded", "target", (41, 51, 56, 61, 66, 71), "plays for so many points, and bars as many"),
)

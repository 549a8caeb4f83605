"""The partner should hide.

As the hidden partner one player plays like a defender, until the called card is out or for the first four tricks; the
other helps the caller at once.  Against players who only believe the called card, and against maestro, who suspects
whoever feeds the caller; and a maestro to whom staying hidden is worth five points, or nothing.
"""

from analyzer.claims import Case, Curve, Experiment

SOURCE = "players' guides, and rule books"
HELPS = "helping the caller at once"

EXPERIMENT = Experiment(
    [
        Case("suit_counter:shows_at=99", "suit_counter", "hiding until the called card is out", HELPS),
        Case("suit_counter:hides_for=4", "suit_counter", "hiding for four tricks", HELPS),
        Case("maestro:secrecy=5.0", "maestro", "a maestro's hiding for five points", "not minding", ["suit_counter"]),
    ],
    curve=Curve("suit_counter", "hides_for", (0, 1, 2, 3, 4, 6, 8), "plays like a defender for so many tricks"),
)

"""Four players: to see the partner's last hand, or to have his signals, helps.

Three tables: where partners see each other's last three cards, where they saw each other's first hands, and where they
signal.  All may know; one side makes use of it, the other does not.  load_partner loads a trick that he knows his
partner can take; maestro reckons with all he knows.
"""

from analyzer.claims import Case, Experiment, Found, weigh
from analyzer.tables import table

SOURCE = "table lore, and the rule books that allow it"
PLAYERS = 4
TABLES = {
    "partner_peek=last3": "the partner's last three cards",
    "partner_peek=first": "his first hand",
    "signals=on": "his signals",
}
PLAYERS_ASKED = (("load_partner:known=0.6", "load_partner", ["maestro"]), ("maestro", "maestro:heard=0", []))


def test(lab):
    """The gain of who listens, by what there is to be heard."""
    weighed = []
    for rule, words in TABLES.items():
        cases = [
            Case(advice, without, f"making use of {words} as {advice.partition(':')[0]} does", "overlooking it", pools)
            for advice, without, pools in PLAYERS_ASKED
        ]
        weighed += weigh(lab, table(players=PLAYERS, rules=[rule]), Experiment(cases))
    return Found(weighed)

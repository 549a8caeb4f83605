"""A deal told card by card, and the same as facts: who tells which game."""

from analyzer.told_melds import MeldTeller
from analyzer.told_tricks import AuctionTeller, TrickTeller

TELLERS = {"briscola": TrickTeller, "chiamata": AuctionTeller, "burraco": MeldTeller}


def teller(match, french=False, bare=False, spread=False):
    """The teller for a match's game; see `telling.Teller` for what may be asked."""
    return TELLERS[match.table.game](match, french, bare, spread)

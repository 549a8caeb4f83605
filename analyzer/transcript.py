"""A deal of a trick-taking game told card by card, and the same as facts."""

import re

from analyzer.cards import SUIT_NAMES, beats, name, names, parse, points
from analyzer.referee import Referee

CARD = re.compile(r"\b[24567JQKA3][CDSB]\b")


class Teller:
    """Lets a referee play one game of a deal, and writes down what happens, in `lines` and in `moves`."""

    def __init__(self, match, french=False):
        self.match = match
        self.rules = match.table.module
        self.french = french
        self.lines = []
        self.moves = []
        self.hand = 0

    def dress(self, text):
        """The text with its cards in the suits asked for."""
        return CARD.sub(lambda found: name(parse(found[0]), french=True), text) if self.french else text

    def play(self, number, game=0):
        """Play one game of a deal and tell it; returns the finished state."""
        players = self.match.players
        labels = [self.match.labels()[k] for k in self.match.lineup[game]]
        twins = len(set(labels)) < len(labels)
        self.seats = [f"{label} ({seat + 1})" if twins else label for seat, label in enumerate(labels)]
        self.width = max(map(len, self.seats))
        self.referee = Referee(self.match.table, players, self.match.lineup)
        state = self.referee.play(self.match.seed, number, game, self.watch)
        if self.match.table.match != "single":
            self.lines.append(f"hands won: {versus(state.hands_won[:2])}")
        return state

    def watch(self, state, index, forced):
        """Write down a move that is about to be made."""
        if state.hands_dealt != self.hand:
            self.new_hand(state)
        seat = int(state.turn)
        says = self.rules.say(state, index)
        trick = f"{int(state.tricks) + 1:>2}" if state.on_table == 0 else "  "
        held = f"[{names(state.hands[seat])}]"
        only = " (its last card)" if forced else ""
        self.lines.append(self.dress(f"{trick}  {self.seats[seat]:<{self.width}}  {held:<10}  {says}{only}"))
        self.moves.append(
            {
                "hand": self.hand,
                "trick": int(state.tricks) + 1,
                "seat": seat,
                "strategy": self.seats[seat],
                "holds": names(state.hands[seat]).split(),
                "move": says,
                "forced": forced,
            }
        )
        if says.startswith("plays") and state.on_table == state.players - 1:
            self.trick_ends(state, parse(says.split()[1]))

    def new_hand(self, state):
        """Head a hand with what everybody sees."""
        if self.hand:
            self.lines.append(f"    hands won so far: {versus(state.hands_won[: state.sides])}")
        self.hand = int(state.hands_dealt)
        head = f"Hand {self.hand}: " if self.match.table.match != "single" or self.hand > 1 else ""
        trump, leader = SUIT_NAMES[int(state.trump)], self.seats[int(state.opener)]
        upcard = name(int(state.upcard))
        self.lines.append(self.dress(f"{head}trump is {trump}, {upcard} lies under the stock, {leader} leads"))

    def trick_ends(self, state, card):
        """Say who takes the trick that `card` completes, and how the points then stand."""
        takes = beats(card, int(state.winning), int(state.trump))
        winner = int(state.turn if takes else state.winner)
        worth = int(state.table_points) + points(card)
        stand = [int(each) for each in state.points[: state.sides]]
        stand[int(state.side[winner])] += worth
        line = f"    {self.seats[winner]} takes {worth}, now {versus(stand)}"
        if state.stock == state.players:
            holder = self.seats[(winner - 1) % int(state.players)]
            line += f"; the stock is gone, {holder} draws the upcard {name(int(state.upcard))}"
        self.lines.append(self.dress(line))


def versus(numbers):
    """`61-59`."""
    return "-".join(str(int(number)) for number in numbers)

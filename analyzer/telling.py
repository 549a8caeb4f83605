"""How a game is told while a referee plays it: the frame that the tellers of all games share."""

import re

from analyzer.cards import name, parse
from analyzer.match import one_row
from analyzer.records import blank
from analyzer.referee import Fault, Referee
from analyzer.wording import all_of

CARD = re.compile(r"\b[24567JQKA3][CDSB]\b")


class Teller:
    """Lets a referee play one game of a deal, and writes down what happens, in `lines` and in `moves`.

    A teller of a game has `watch`, `opening` and `ending`; the rest of what it may say is nothing here.  `bare` also
    tells what is hidden at the table, `spread` shows the table after every turn.
    """

    ends_first = True  # may the end be told before the beginning?
    columns: tuple[str, ...] = ()  # what is noted of a move

    def __init__(self, match, french=False, bare=False, spread=False):
        self.match = match
        self.rules = match.table.module
        self.french = french
        self.bare = bare
        self.spread = spread
        self.lines = []
        self.moves = []
        self.hand = 0
        self.view = blank(self.rules.VIEW)[0]

    def dress(self, text):
        """The text with its cards in the suits asked for."""
        return CARD.sub(lambda found: name(parse(found[0]), french=True), text) if self.french else text

    def play(self, number, game=0):
        """Play one game of a deal and tell it; returns the finished state."""
        self.labels = self.match.seated(number, game)
        twins = len(set(self.labels)) < len(self.labels)
        self.seats = [f"{label} ({seat + 1})" if twins else label for seat, label in enumerate(self.labels)]
        self.width = max(map(len, self.seats))
        self.referee = Referee(self.match)
        try:
            state = self.referee.play(number, game, self.watch)
        except Fault:
            if not self.lines:
                self.new_hand(self.referee.state)
            self.break_off()
            raise
        self.row = one_row(self.match, state)
        self.lines += self.after_all(state)
        return state

    def new_hand(self, state):
        """Head a hand with what everybody sees."""
        if self.hand:
            self.lines += self.between(state)
        self.hand = int(state.hands_dealt)
        head = f"Hand {self.hand}: " if self.match.table.match != "single" or self.hand > 1 else ""
        self.lines.append(self.dress(head + self.opening(state)))

    def company(self):
        """Who sits at the table, in one sentence."""
        if len(self.seats) == 2:
            return f"{self.seats[0]} leads against {self.seats[1]}"
        if len(self.seats) == 3:
            return f"{self.seats[0]} leads, {self.seats[1]} sits behind, {self.seats[2]} deals"
        sides = [all_of(self.seats[side::2]) for side in range(2)]
        return f"{sides[0]} against {sides[1]}; {self.seats[0]} {self.rules.BEGINS}, {self.seats[-1]} deals"

    def side_name(self, side):
        """What a side is called: its player, or its partners."""
        sides = len(set(self.match.table.columns))
        return all_of(list(dict.fromkeys(self.seats[side::sides])))

    def break_off(self):
        """A strategy has failed: write down what is not written yet."""

    def between(self, state):
        """Lines before another hand."""
        return []

    def after_all(self, state):
        """Lines after the last hand."""
        return []

    def facts(self, state):
        """What the game adds to the facts of a replay."""
        return {}

    def tables(self):
        """Tables besides that of the moves."""
        return []


def versus(numbers):
    """`61-59`, or `-165 to 315` where a number is below zero."""
    return ("-" if min(numbers) >= 0 else " to ").join(str(int(number)) for number in numbers)


def signed(numbers):
    """`+2 +1 -1 -1 -1`."""
    return " ".join(f"{int(number):+d}" if number else "0" for number in numbers)

"""Burraco told turn by turn, each hand with its score sheet."""

import textwrap

from analyzer.answer import Column, Table
from analyzer.burraco_table import DISCARDING, RESERVED, TAKEN, UNTAKEN, side_of
from analyzer.double_pack import KINDS, held, is_wild, name
from analyzer.meld_steps import DISCARD, EXTEND, STOP, TAKE_PILE, TAKE_STOCK
from analyzer.melds import in_order, meld_name
from analyzer.score_sheet import CELLS, ending_of, kind_of, lines_of, listed, melds_of, sheet
from analyzer.telling import Teller, versus

WIDTH = 80
WIDEST_NAME = 24  # a longer one does not indent what follows
WIDEST_HEADING = 26  # over a column of the score sheet
INDENT = 5 * " "


class MeldTeller(Teller):
    """Tells Burraco: a paragraph for every turn, and how the hand was counted.

    Every move is first played on a copy of the table, to see what comes of it.
    """

    columns = ("hand", "turn", "seat", "strategy", "holds", "move", "cards", "meld", "burraco", "pozzetto", "forced")

    def __init__(self, *options, **more):
        super().__init__(*options, **more)
        self.said = []  # in this turn
        self.growing = None  # the meld that the last steps went to
        self.waiting = set()  # the seats for which a pozzetto is reserved
        self.sheets = []
        self.spreads = []

    def opening(self, state):
        """What everybody sees of a hand before the first turn."""
        first = self.seats[int(state.opener)]
        if state.n_pile:
            return f"{first} acts first, {name(int(state.pile[0]))} is turned up"
        return f"{first} acts first, no card is turned up"

    def between(self, state):
        """A line to breathe."""
        return [""]

    def watch(self, state, index, forced):
        """Write down a step that is about to be made."""
        if state.hands_dealt != self.hand:
            self.new_hand(state)
        if not self.said and self.growing is None:
            self.begin_turn(state)
        after = self.outcome(state, index)
        step = state.moves[index]
        if step.kind == TAKE_STOCK:
            self.said.append(f"draws {drawn(state, after)}")
        elif step.kind == TAKE_PILE:
            cards = [name(int(card)) for card in state.pile[: state.n_pile]]
            size = f" of {len(cards)}" if len(cards) > 1 else ""
            self.said.append(f"takes the pile{size}, {' '.join(cards)}")
        elif step.kind not in (STOP, DISCARD):
            self.meld(state, after, step)
        self.note(state, after, index, forced)
        if step.kind == DISCARD:
            self.discard(state, after, step)
        if step.kind == DISCARD or after.finished:
            self.end_turn(state, after)

    def outcome(self, state, index):
        """The table after a step; the hand still lies there if it has ended."""
        aside = self.referee.states.copy()
        aside[0].full = 0
        self.rules.play(aside[0], index)
        return aside[0]

    # A turn

    def begin_turn(self, state):
        """What was there before the first step."""
        self.held = listed(state.hands[state.turn])
        if int(state.turn) in self.waiting:
            self.said.append("takes the pozzetto")
            self.waiting.remove(int(state.turn))

    def meld(self, state, after, step):
        """Cards are melded: steps on one meld are told as one."""
        side = int(side_of(state.turn))
        index = int(step.meld) if step.kind == EXTEND else int(state.n_melds[side])
        meld = after.melds[side, index]
        if self.growing is None or self.growing["meld"] != index:
            self.grown()
            before = state.melds[side, index]
            opens = step.kind != EXTEND
            self.growing = {"meld": index, "added": [], "before": "" if opens else meld_name(before)}
            self.growing["kind"] = "" if opens else kind_of(state, before)
        self.growing["added"].append(added(step, meld))
        self.growing["now"] = meld_name(meld)
        self.growing["kind now"] = kind_of(after, meld)
        if after.pozzetto[side] != state.pozzetto[side]:
            self.grown()
            fresh = f", {' '.join(listed(after.hands[state.turn]))}" if self.bare else ""
            self.said.append(f"takes the pozzetto directly{fresh}")

    def grown(self):
        """Say what has become of the meld that the last steps went to."""
        if self.growing is None:
            return
        grew = self.growing
        what = f"adds {' '.join(grew['added'])} to {grew['before']}" if grew["before"] else f"melds {grew['now']}"
        if grew["kind now"] != grew["kind"]:
            what += f", {'now' if grew['kind'] else 'a'} {grew['kind now']}{'' if grew['kind'] else ' burraco'}"
        self.said.append(what)
        self.growing = None

    def discard(self, state, after, step):
        """The last step of a turn."""
        self.grown()
        side, seat = int(side_of(state.turn)), int(state.turn)
        what = f"discards {name(int(step.card))}"
        if state.hands[seat].n > 1:
            what += f"; {int(after.hands[seat].n)} left"
        elif state.pozzetto[side] == TAKEN:
            what += " and closes"
        elif after.pozzetto[side] == RESERVED:
            self.waiting.add(seat)
            what += "; the pozzetto is his when his next turn begins"
        else:
            what += f" and takes the pozzetto; {int(after.hands[seat].n)} left"
        self.said.append(what)

    def end_turn(self, state, after):
        """Write the turn down, and what the hand was worth if it has ended."""
        self.write_turn(state)
        self.spreads.append(self.table(after))
        if self.spread:
            self.lines += self.table_lines(after, self.spreads[-1])
        if after.finished:
            self.waiting.clear()
            self.end_hand({"hand": self.hand} | sheet(after))

    def end_hand(self, sheet):
        """How the hand ended, and its score sheet."""
        self.sheets.append(sheet)
        headings = [self.heading(side) for side in range(2)]
        lines = [ending_of(sheet, self.seats), *lines_of(sheet, headings, self.match.table.match != "single")]
        self.lines += [INDENT + line for line in lines]

    def write_turn(self, state):
        """One paragraph: number, player, what he did."""
        self.grown()
        head = f"{int(state.turns) + 1:>3}  {self.seats[int(state.turn)]:<{self.width}}  "
        hang = len(head) if self.width <= WIDEST_NAME else 7
        if self.bare:
            self.lines += wrapped(f"[{' '.join(self.held)}]", head, hang)
            head = hang * " "
        self.lines += wrapped("; ".join(map(bound, self.said)), head, hang)
        self.said = []

    def break_off(self):
        """A strategy has failed: write down the turn so far."""
        if self.said or self.growing:
            self.write_turn(self.referee.state)

    # The same as facts

    def note(self, state, after, index, forced):
        """A step as a fact."""
        seat = int(state.turn)
        side, step = int(side_of(seat)), state.moves[index]
        melds = step.kind not in (TAKE_STOCK, TAKE_PILE, STOP, DISCARD)
        at = (int(step.meld) if step.kind == EXTEND else int(state.n_melds[side])) if melds else None
        if step.kind == TAKE_STOCK:
            cards = [drawn(state, after)]
        elif step.kind == TAKE_PILE:
            cards = [name(int(card)) for card in state.pile[: state.n_pile]]
        else:
            cards = [name(int(card)) for card in (step.card, step.second, step.third) if card >= 0]
        self.moves.append(
            {
                "hand": self.hand,
                "turn": int(state.turns) + 1,
                "seat": seat,
                "strategy": self.seats[seat],
                "holds": listed(state.hands[seat]) if self.bare else None,
                "move": self.rules.say(state, index),
                "cards": cards,
                "meld": at,
                "burraco": (kind_of(after, after.melds[side, at]) or None) if melds else None,
                "pozzetto": taken(state, after, side),
                "forced": forced,
            }
        )

    def table(self, state):
        """What lies open after a turn, as a fact."""
        return {
            "hand": self.hand,
            "turn": int(state.turns),
            "melds": [[meld_name(meld) for meld in melds_of(state, side)] for side in range(2)],
            "pozzetto": [bool(state.pozzetto[side] == TAKEN) for side in range(2)],
            "pile": [name(int(card)) for card in state.pile[: state.n_pile]],
            "in_hand": [int(state.hands[seat].n) for seat in range(4)],
            "stock": int(state.stock),
        }

    def table_lines(self, state, table):
        """The same to be read."""
        lines = []
        for side in range(2):
            melds = [bound(f"{kind_of(state, meld)} {meld_name(meld)}".strip(), 60) for meld in melds_of(state, side)]
            own = ", pozzetto taken" if table["pozzetto"][side] else ""
            lines += wrapped(f"{self.heading(side)}{own}: {' | '.join(melds) or 'no melds'}", INDENT, 7)
        pile = " ".join(table["pile"]) or "empty"
        hands = " ".join(map(str, table["in_hand"]))
        rest = bound(f"in hand {hands}; stock {table['stock']}", 40)
        return lines + wrapped(f"pile {pile}; {rest}", INDENT, 7)

    def facts(self, state):
        """The table after every turn, and the score sheet of every hand."""
        return {"table": self.spreads, "score_sheet": self.sheets}

    def tables(self):
        """The score sheets, a row for each side."""
        columns = [Column(key, key) for key in ("hand", "side", "ended")]
        columns += [Column(key, key, "right") for key in (*CELLS, "match")]
        rows = [
            (each["hand"], self.heading(number), each["ended"], *(side[key] for key in (*CELLS, "match")))
            for each in self.sheets
            for number, side in enumerate(each["sides"])
        ]
        return [Table("score_sheet", columns, rows)]

    # In words

    def heading(self, side):
        """A side in a few words: `lowest (1, 3)`, `lowest (1) + maestro (3)`, or `seats 1 and 3`."""
        one, other = self.labels[side], self.labels[side + 2]
        seats = f"({side + 1}, {side + 3})"
        words = f"{one} {seats}" if one == other else f"{self.seats[side]} + {self.seats[side + 2]}"
        return words if len(words) <= WIDEST_HEADING else f"seats {side + 1} and {side + 3}"

    def ending(self, state):
        """The end of the game in a few words."""
        points = [int(each) for each in state.totals]
        if points[0] == points[1]:
            outcome = f"drawn, {versus(points)}"
        else:
            winner = 0 if points[0] > points[1] else 1
            outcome = f"{self.side_name(winner)} win {versus(sorted(points, reverse=True))}"
        if self.match.table.match != "single":
            hands = len(self.sheets)
            return f"{outcome} after {hands} hand{'s' * (hands != 1)}"
        return f"{outcome}; {ending_of(self.sheets[-1], self.seats)}"


def drawn(state, after):
    """The card that the player drew from the stock."""
    seat = int(state.turn)
    return next(name(card) for card in KINDS if held(after.hands[seat], card) > held(state.hands[seat], card))


def taken(state, after, side):
    """How the side came by its pozzetto in this step: `direct`, `by discard` or `reserved`; None if it did not."""
    if state.pozzetto[side] != UNTAKEN or after.pozzetto[side] == UNTAKEN:
        return None
    if after.pozzetto[side] == RESERVED:
        return "reserved"
    return "by discard" if state.phase == DISCARDING else "direct"


def bound(phrase, most=24):
    """The phrase, never to be broken at the end of a line unless it is longer than `most`."""
    return phrase.replace(" ", "\N{NO-BREAK SPACE}") if len(phrase) <= most else phrase


def wrapped(text, head, hang):
    """The text in lines of 80 columns, the first behind `head`, the others `hang` columns in."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=hang * " ", break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def added(step, meld):
    """The card that a step lays, in brackets if it lies as a wild; `meld` as it is then."""
    card = name(int(step.card))
    lies_wild = is_wild(step.card) and (card, True) in [(name(each), wild) for each, wild in in_order(meld)]
    return f"({card})" if lies_wild else card

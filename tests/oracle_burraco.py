"""A slow and plain model of Burraco for four players, to test the analyzer against; its cards are in oracle_melds.

It was written from the rule book alone, with no look at the analyzer.  Seats are numbered 0 to 3 clockwise, seats 0 and
2 are side 0, seats 1 and 3 side 1.  A turn goes in steps, and a move is a tuple: ('stock',) or ('pile',) to draw, then
('extend', meld, '7h') with the meld's number on the own side, ('open', ('7h', '8h', 'JK')) and at last ('stop',) to
meld, then ('discard', '7h').

Nothing is shuffled here.  The caller brings a function that gives the deck of hand 0, 1, ... and picks the moves.
"""

import copy
import random
from collections import Counter
from dataclasses import dataclass

from oracle_melds import (
    PACK,
    bonus,
    burraco_class,
    cards_of,
    extensions,
    in_order,
    is_wild,
    openings,
    read,
    rules_of,
    value,
)

DRAW, MELD, DISCARD = "draw", "meld", "discard"
CLOSE, STOCK_END, STALEMATE = "close", "stock end", "stalemate"
WAITING, RESERVED, TAKEN = "waiting", "reserved", "taken"  # what has become of a side's pozzetto
LAST_STOCK = 2  # these two cards are never drawn
ROWS = (
    "RESULT POINTS TRICKS HANDS PAYOFF ROLE DEALT CLOSED STOCK_ENDS STALEMATES POZZETTI FIRST_POZZETTO DIRECT "
    "CLEAN SEMI DIRTY MELDED LEFT TURNS PILES"
).split()
COUNTED = ROWS[6:]  # added up from hand to hand


def side_of(seat):
    """Even seats against odd seats."""
    return seat % 2


@dataclass
class HandEnd:
    """How one hand ended, everything told per side."""

    ending: str  # CLOSE, STOCK_END or STALEMATE
    closed_by: int | None  # the seat
    melds: list  # the cards of every meld
    left: list  # the cards left in the hands of both players
    pozzetti: list  # WAITING, RESERVED or TAKEN
    scores: list


class OracleBurraco:
    """A game in progress: ask for the legal moves, play one, until it is finished."""

    def __init__(self, decks, rules=None, full=False):
        """`decks(n)` is the deck of hand n; a full match goes on to the target, otherwise one hand is played.

        `rules` are changes to the defaults, and may name a 'preset'.
        """
        self.decks, self.rules, self.full = decks, rules_of(**(rules or {})), full
        self.totals = [0, 0]
        self.counts = {row: [0, 0] for row in COUNTED}
        self.hands_won = [0, 0]
        self.ends = []  # a HandEnd for every hand that is over
        self.finished = False
        self.deal(decks(0))

    # The deal -------------------------------------------------------------------------------------------------------

    def deal(self, deck):
        """Begin the next hand: eleven cards to each seat, the pozzetti of side 0 and 1, the upcard, the stock."""
        deck = list(deck)
        assert in_order(deck) == tuple(PACK), "not a pack"
        stock_from = 67 if self.rules["initial_upcard"] else 66
        self._set_table(
            hands=[deck[11 * seat : 11 * (seat + 1)] for seat in range(4)],
            pozzetti=[deck[44:55], deck[55:66]],
            pile=deck[66:stock_from],
            stock=deck[stock_from:],
        )
        self._count("DEALT", 0)
        self._count("DEALT", 1)
        self._start_turn(len(self.ends) % 4)

    def _set_table(self, hands, pozzetti, pile, stock):
        self.hands = [Counter(cards) for cards in hands]
        self.pozzetti = [list(cards) for cards in pozzetti]  # emptied when taken
        self.pozzetto_status = [WAITING, WAITING]
        self.reserved_for = [None, None]  # the seat that is to take it
        self.pile = list(pile)  # oldest first
        self.melds = [[], []]  # per side, in order of opening, the cards of each in hand order
        if self.rules["shared_stock"] == "on":
            self.streams = [list(stock)]
        else:
            self.streams = [list(stock[seat::4]) for seat in range(4)]
        self.aside = []  # in no player's reach: only in positions made by hand
        self.swaps = 0  # turns in a row in which a one-card pile was taken and nothing melded
        self.known_in_hand = [Counter() for seat in range(4)]
        self.history = []  # (seat, move)
        self.ending = None

    # Small questions ------------------------------------------------------------------------------------------------

    @property
    def stock_left(self):
        """Cards in the stock, the two that are never drawn included."""
        return sum(map(len, self.streams))

    @property
    def side(self):
        """The side to move."""
        return side_of(self.turn)

    @property
    def hand(self):
        """The hand of the seat to move."""
        return self.hands[self.turn]

    def known(self, seat):
        """Cards everybody knows to be in this hand: taken with the pile and not shown since."""
        return Counter(self.known_in_hand[seat])

    def unseen(self, seat):
        """Cards this seat cannot see: not in its hand, not in melds, not in the pile; the known ones of others too."""
        in_melds = [kind for melds in self.melds for cards in melds for kind in cards]
        return Counter(PACK) - self.hands[seat] - Counter(in_melds) - Counter(self.pile)

    def classes(self, side):
        """The classes of all burrachi of a side: 'clean', 'semi' or 'dirty'."""
        classes = [burraco_class(cards, self.rules) for cards in self.melds[side]]
        return [kind for kind in classes if kind is not None]

    # What may be done -----------------------------------------------------------------------------------------------

    def legal(self):
        """All legal moves: stock, pile; stop, extensions meld by meld, openings; discards; cards in hand order."""
        if self.finished:
            return []
        if self.phase == DRAW:
            return [("stock",)] + ([("pile",)] if self._may_take_pile() else [])
        if self.phase == MELD:
            return ([("stop",)] if self._may_stop() else []) + self._meld_steps(self.hand, self.barred)
        return [("discard", kind) for kind in self._discards(self.hand)]

    def _may_take_pile(self):
        if not self.pile:
            return False
        if not self.rules["pile_needs_meld"]:
            return True
        return bool(self._meld_steps(self.hand + Counter(self.pile), self._would_be_barred()))

    def _would_be_barred(self):
        """The card that may not be discarded if the pile is taken now: its only card, unless he holds the twin."""
        alone = len(self.pile) == 1 and self.pile[0] not in self.hand
        return self.pile[0] if alone and self.rules["redicard_single"] == "forbidden" else None

    def _may_stop(self):
        """Only if a discard is then possible; and who had to meld to take the pile must have melded."""
        owes_a_meld = self.rules["pile_needs_meld"] and self.pile_taken and not self.melded
        return bool(self._discards(self.hand)) and not owes_a_meld

    def _discards(self, hand):
        return [
            kind for kind in in_order(hand.keys()) if self._may_discard(kind, hand, self.barred, self.melds[self.side])
        ]

    def _may_discard(self, kind, hand, barred, melds):
        """The barred single never; the last card only if a pozzetto follows or it closes the hand."""
        if kind == barred:
            return False
        if hand.total() > 1:
            return True
        return {
            WAITING: True,
            RESERVED: False,
            TAKEN: not is_wild(kind) and self._has_needed_burraco(melds),
        }[self.pozzetto_status[self.side]]

    def _has_needed_burraco(self, melds):
        classes = [burraco_class(cards, self.rules) for cards in melds]
        if self.rules["close_requires"] == "clean":
            return "clean" in classes
        return any(kind is not None for kind in classes)

    def _meld_steps(self, hand, barred):
        """The extensions and openings that do not leave the player stuck."""
        steps = []
        for number, cards in enumerate(self.melds[self.side]):
            steps += [("extend", number, kind) for kind in extensions(cards, hand, self.rules)]
        steps += [("open", three) for three in openings(hand.elements(), self.rules) if self._may_open(three)]
        return [step for step in steps if not self._is_stuck_after(step, hand, barred)]

    def _may_open(self, three):
        """One set of a rank is enough for a side."""
        new = read(three, self.rules)
        if new.kind == "run" or not self.rules["one_set_per_rank"]:
            return True
        ranks = [read(cards, self.rules).rank for cards in self.melds[self.side]]  # that of a run is None
        return new.rank not in ranks

    def _is_stuck_after(self, step, hand, barred):
        """Would the player be left with nothing to discard that he may discard?"""
        rest = hand - Counter(cards_laid(step))
        melds = melds_after(step, self.melds[self.side])
        if rest.total() > 1:
            return False
        if rest.total() == 0:
            return self.pozzetto_status[self.side] != WAITING
        (last,) = rest
        if self._may_discard(last, rest, barred, melds):
            return False
        may_be_laid_too = any(extensions(cards, rest, self.rules) for cards in melds)
        return not (self.pozzetto_status[self.side] == WAITING and may_be_laid_too)

    # What happens ---------------------------------------------------------------------------------------------------

    def play(self, move):
        """Make a legal move.  When a hand is over it is scored, and in a match that goes on the next one is dealt."""
        assert move in self.legal(), f"{move} is not among {self.legal()}"
        self.history.append((self.turn, move))
        kind = move[0]
        if kind == "stock":
            self._count("TURNS", self.side)
            self.hand[self._draw()] += 1
            self.phase = MELD
            if self.stock_left == LAST_STOCK and self.rules["stock_end"] == "immediate":
                self._end_hand(STOCK_END)
        elif kind == "pile":
            self._count("TURNS", self.side)
            self._count("PILES", self.side)
            self.barred = self._would_be_barred()
            self.pile_taken = len(self.pile)
            self.hand.update(self.pile)
            self.known_in_hand[self.turn].update(self.pile)
            self.pile = []
            self.phase = MELD
        elif kind == "stop":
            self.phase = DISCARD
        elif kind == "discard":
            self._discard(move[1])
        else:
            self._lay(move)

    def _draw(self):
        """The top card of the shared stock; or the next of the seat's own stream, or the last of a later seat's."""
        if len(self.streams) == 1:
            return self.streams[0].pop(0)
        if self.streams[self.turn]:
            return self.streams[self.turn].pop(0)
        later = [(self.turn + step) % 4 for step in (1, 2, 3)]
        lender = next(seat for seat in later if self.streams[seat])
        return self.streams[lender].pop()

    def _lay(self, step):
        """Cards go from the hand to the melds; if they were the last, the pozzetto is picked up in the same turn."""
        for kind in cards_laid(step):
            self._leave_hand(kind)
            if kind == self.barred:
                self.barred = None
        self.melds[self.side] = melds_after(step, self.melds[self.side])
        self.melded = True
        if not self.hand:
            self._take_pozzetto(self.turn)
            self._count("DIRECT", self.side)
            assert self.barred is None, "it has been laid too"

    def _leave_hand(self, kind):
        """The card is shown; of cards known to be in the hand one less is."""
        assert self.hand[kind] > 0
        self.hand[kind] -= 1
        if self.hand[kind] == 0:
            del self.hand[kind]
        if self.known_in_hand[self.turn][kind] > 0:
            self.known_in_hand[self.turn] -= Counter([kind])

    def _take_pozzetto(self, seat):
        side = side_of(seat)
        assert self.pozzetto_status[side] != TAKEN and not self.hands[seat]
        if TAKEN not in self.pozzetto_status:
            self._count("FIRST_POZZETTO", side)
        self._count("POZZETTI", side)
        self.hands[seat] = Counter(self.pozzetti[side])
        self.pozzetti[side] = []
        self.pozzetto_status[side] = TAKEN
        self.reserved_for[side] = None

    def _discard(self, kind):
        """The card goes on the pile and the turn is over; perhaps the hand is too."""
        self._leave_hand(kind)
        self.pile.append(kind)
        if not self.hand:
            if self.pozzetto_status[self.side] == TAKEN:
                self._end_hand(CLOSE, self.turn)
                return
            if self.rules["pozzetto_indirect"] == "immediate":
                self._take_pozzetto(self.turn)
            else:
                self.pozzetto_status[self.side] = RESERVED
                self.reserved_for[self.side] = self.turn
        only_swapped = self.pile_taken == 1 and not self.melded
        self.swaps = self.swaps + 1 if only_swapped else 0
        if self.stock_left == LAST_STOCK:
            self._end_hand(STOCK_END)
        elif self.swaps >= self.rules["stalemate_turns"]:
            self._end_hand(STALEMATE)
        else:
            self._start_turn((self.turn + 1) % 4)

    def _start_turn(self, seat):
        self.turn, self.phase = seat, DRAW
        self.barred = None  # the single card taken that may not be discarded
        self.pile_taken = 0  # so many cards were taken with the pile this turn
        self.melded = False  # this turn
        if self.reserved_for[self.side] == seat:
            self._take_pozzetto(seat)
        assert self.hand and self.stock_left > LAST_STOCK

    def steps(self, *texts):
        """Make moves told as texts, like 'stock', 'open 7h 8h JK', 'extend 0 9h', 'discard Kc'; check after each."""
        for text in texts:
            self.play(move_of(text))
            self.check()
        return self

    def may(self, text):
        """Is the move told as a text legal now?"""
        return move_of(text) in self.legal()

    # The end --------------------------------------------------------------------------------------------------------

    def _count(self, row, side, amount=1):
        self.counts[row][side] += amount

    def _end_hand(self, ending, closed_by=None):
        self.ending = ending
        end = HandEnd(
            ending=ending,
            closed_by=closed_by,
            melds=[list(melds) for melds in self.melds],
            left=[in_order((self.hands[side] + self.hands[side + 2]).elements()) for side in (0, 1)],
            pozzetti=list(self.pozzetto_status),
            scores=[],
        )
        end.scores = [self._hand_score(side, end) for side in (0, 1)]
        self.ends.append(end)
        for side in (0, 1):
            self.totals[side] += end.scores[side]
            self.hands_won[side] += end.scores[side] > end.scores[1 - side]
            self._count("MELDED", side, sum(value(cards) for cards in end.melds[side]))
            self._count("LEFT", side, value(end.left[side]))
            self._count("CLOSED", side, closed_by is not None and side_of(closed_by) == side)
            self._count("STOCK_ENDS", side, ending == STOCK_END)
            self._count("STALEMATES", side, ending == STALEMATE)
            for row in ("CLEAN", "SEMI", "DIRTY"):
                self._count(row, side, self.classes(side).count(row.lower()))
        self.phase = None
        self.finished = self._is_over()
        if not self.finished:
            self.deal(self.decks(len(self.ends)))

    def _hand_score(self, side, end):
        """Cards melded and bonuses, 100 for closing, less the cards left in hand, less 100 for an untaken pozzetto."""
        score = sum(value(cards) + bonus(cards, self.rules) for cards in end.melds[side])
        if end.closed_by is not None and side_of(end.closed_by) == side:
            score += 100
        score -= value(end.left[side])
        forgiven = end.ending == STOCK_END and not self.rules["pozzetto_penalty_on_stock_end"]
        if end.pozzetti[side] != TAKEN and not forgiven:
            score -= 100
        return score

    def _is_over(self):
        """A single hand, a target reached by one side more than by the other, or as many hands as may be played."""
        if not self.full or len(self.ends) >= self.rules["max_hands"]:
            return True
        if max(self.totals) < self.rules["target"]:
            return False
        return self.totals[0] != self.totals[1] or self.rules["match_tie"] == "draw"

    def score(self):
        """The finished game as rows, each a list of what is true of side 0 and of side 1."""
        assert self.finished
        ours, theirs = self.totals
        rows = {
            "RESULT": [result(ours, theirs), result(theirs, ours)],
            "POINTS": [ours, theirs],
            "TRICKS": [0, 0],
            "HANDS": list(self.hands_won),
            "PAYOFF": [ours - theirs, theirs - ours],
            "ROLE": [-1, -1],
        }
        rows |= {row: list(self.counts[row]) for row in COUNTED}
        assert list(rows) == ROWS
        return rows

    # Checks, copies, positions made by hand -------------------------------------------------------------------------

    def check(self):
        """What must be true at any time: no card is lost, every meld is one, what is known to be held is held."""
        zones = [*self.pozzetti, self.pile, *self.streams, self.aside, *(hand.elements() for hand in self.hands)]
        zones += [cards for melds in self.melds for cards in melds]
        cards = [kind for zone in zones for kind in zone]
        assert in_order(cards) == tuple(PACK) and value(cards) == 1080
        for side in (0, 1):
            readings = [read(cards, self.rules) for cards in self.melds[side]]
            assert None not in readings
            assert all(meld.wilds <= 1 or meld.kind == "wilds" for meld in readings)
            ranks = [meld.rank for meld in readings if meld.kind != "run"]
            assert len(set(ranks)) == len(ranks) or not self.rules["one_set_per_rank"]
            assert (self.pozzetto_status[side] == TAKEN) == (not self.pozzetti[side])
        assert all(known <= hand for known, hand in zip(self.known_in_hand, self.hands, strict=True))
        assert self.stock_left >= LAST_STOCK
        assert self.finished or self.legal(), "the player is stuck"
        for end in self.ends:
            assert all(score % 5 == 0 for score in end.scores)
            if end.ending == CLOSE:
                side = side_of(end.closed_by)
                assert end.pozzetti[side] == TAKEN and any(len(cards) >= 7 for cards in end.melds[side])

    def copy(self):
        """The same game at the same moment, to be played on separately."""
        return copy.deepcopy(self)

    @classmethod
    def position(
        cls,
        *,
        rules=None,
        full=False,
        decks=None,
        hands=(),
        pile="",
        melds=((), ()),
        stock=12,
        pozzetti=(WAITING, WAITING),
        reserved_for=(None, None),
        turn=0,
        phase=DRAW,
        pile_taken=0,
        melded=False,
        barred=None,
        swaps=0,
        totals=(0, 0),
        known=(),
    ):
        """A table made by hand; cards are told as texts like '7h 8h JK'.

        `hands` and `known` go seat by seat or are dictionaries; a seat without a hand, and a pozzetto that is not
        taken, gets eleven spare cards.  A pozzetto is told by its state or by its cards.  The stock is a number of
        spare cards or the cards in order.  What is left of the pack lies aside.
        """
        game = cls(decks or (lambda number: PACK), rules, full)
        hands = {seat: cards_of(text) for seat, text in by_number(hands).items() if text is not None}
        states = (WAITING, RESERVED, TAKEN)
        named_pozzetti = {side: cards_of(text) for side, text in enumerate(pozzetti) if text not in states}
        status = [WAITING if side in named_pozzetti else pozzetti[side] for side in (0, 1)]
        in_pile = one_by_one(pile)
        in_stock = [] if isinstance(stock, int) else one_by_one(stock)
        laid = [[cards_of(text) for text in side_melds] for side_melds in melds]
        named = [*hands.values(), *named_pozzetti.values(), in_pile, in_stock, *laid[0], *laid[1]]
        spare = list(PACK)
        for kind in [kind for zone in named for kind in zone]:
            spare.remove(kind)
        random.Random(0).shuffle(spare)

        def take(number):
            assert len(spare) >= number, "the pack has not so many cards"
            return [spare.pop() for _ in range(number)]

        every_hand = [hands[seat] if seat in hands else take(11) for seat in range(4)]
        game._set_table(
            hands=every_hand,
            pozzetti=[[] if status[side] == TAKEN else named_pozzetti.get(side) or take(11) for side in (0, 1)],
            pile=in_pile,
            stock=take(stock) if isinstance(stock, int) else in_stock,
        )
        game.aside = spare
        game.melds, game.pozzetto_status, game.reserved_for = laid, status, list(reserved_for)
        game.turn, game.phase, game.pile_taken, game.melded = turn, phase, pile_taken, melded
        game.barred, game.swaps, game.totals = barred, swaps, list(totals)
        for seat, text in by_number(known).items():
            game.known_in_hand[seat] = Counter(cards_of(text))
        game.counts = {row: [0, 0] for row in COUNTED}
        game.counts["DEALT"] = [1, 1]
        game.check()
        return game


def move_of(text):
    """A move from a text: 'stock', 'pile', 'stop', 'extend 0 7h', 'open 7h 8h 9h', 'discard 7h'."""
    kind, *rest = text.split()
    if kind == "extend":
        return kind, int(rest[0]), *cards_of(rest[1:])
    if kind == "open":
        return kind, cards_of(rest)
    return (kind, *cards_of(rest))


def by_number(things):
    """A sequence as a dictionary from 0 on; a dictionary stays."""
    return things if isinstance(things, dict) else dict(enumerate(things))


def one_by_one(text):
    """The cards of a text in the order in which they are told."""
    words = text.split() if isinstance(text, str) else text
    return [kind for word in words for kind in cards_of([word])]


def cards_laid(step):
    """The cards that an extension or an opening puts on the table."""
    return step[1] if step[0] == "open" else (step[2],)


def melds_after(step, melds):
    """The melds of the side after this step."""
    if step[0] == "open":
        return [*melds, step[1]]
    _, number, kind = step
    return [in_order([*cards, kind]) if place == number else cards for place, cards in enumerate(melds)]


def result(ours, theirs):
    """1 for a win, half for a draw, 0 for a defeat."""
    return 0.5 if ours == theirs else float(ours > theirs)


def play_game(decks, choose, rules=None, full=False):
    """Play a game to its end and return it; `choose(game, legal)` is asked only where there is a choice."""
    game = OracleBurraco(decks, rules, full)
    while not game.finished:
        legal = game.legal()
        game.play(legal[0] if len(legal) == 1 else choose(game, legal))
    return game

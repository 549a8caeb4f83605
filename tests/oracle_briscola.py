"""A slow and plain model of Briscola for 2, 3, 4 and 6 players, to test the analyzer against.

It was written from the rule book alone, with no look at the analyzer, and trades all speed for being easy to check by
eye.  A card is a string, rank then suit: 'AC' is the ace of cups, '3D' the three of coins, 'KS' the king of swords,
'7B' the seven of batons.  Seats are numbered 0, 1, 2, ... in the order in which the table plays, that is counter-
clockwise: the player at your right has the next number.

Nothing is shuffled here.  The caller brings the deck already in order and a function that picks the moves.
"""

from collections import namedtuple
from dataclasses import dataclass
from itertools import pairwise

SUITS = "CDSB"
WEAK_TO_STRONG = "24567JQK3A"
POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2, "7": 0, "6": 0, "5": 0, "4": 0, "2": 0}
PACK_SIZE = {2: 40, 3: 39, 4: 40, 6: 36}
SWAP = "SWAP"

Trick = namedtuple("Trick", "leader cards winner points")
Trick.__doc__ = "A finished trick: who led, the cards in the order they fell, the seat that took it, its card points."


# The pack, one trick, one round of draws, the verdict: each as a small rule on its own ------------------------------


def full_pack(players, removed_two="2C"):
    """The pack in order: all forty cards, without one 2 if three play, without the four 2s if six play."""
    pack = [rank + suit for suit in SUITS for rank in WEAK_TO_STRONG]
    if players == 3:
        assert removed_two in [f"2{suit}" for suit in SUITS], f"{removed_two} is not a 2"
        pack.remove(removed_two)
    if players == 6:
        pack = [card for card in pack if card[0] != "2"]
    assert len(pack) == PACK_SIZE[players]
    return pack


def card_points(card):
    """What the card is worth to the side that takes it."""
    return POINTS[card[0]]


def strength(card):
    """How high the card stands in its own suit, from 0 (the 2) to 9 (the ace)."""
    return WEAK_TO_STRONG.index(card[0])


def in_hand_order(cards):
    """The cards the way a hand is always listed here: cups, coins, swords, batons; in a suit the weakest first."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), strength(card)))


def trick_winner(cards, trump):
    """Place, in the order of play, of the card that takes the trick.

    If a trump fell, the highest trump takes it; if none fell, the highest card of the suit that was led.
    """
    trumps = [card for card in cards if card[1] == trump]
    of_the_suit_led = [card for card in cards if card[1] == cards[0][1]]
    best = max(trumps or of_the_suit_led, key=strength)
    return cards.index(best)


def playing_order(start, players):
    """All seats once around the table, the start seat first."""
    return [(start + step) % players for step in range(players)]


def first_leader(dealer, players):
    """The seat that leads the first trick: the one at the dealer's right."""
    return (dealer + 1) % players


def draw_round(stock, players, winner, shared_stock=False):
    """Who draws what after a trick: (seat, card) in the order the cards are taken.

    `stock` is what is left of the stock, top card first and upcard last.  The winner draws first and the others follow
    in playing order.  From a shared stock each takes the card that is then on top.  With seat streams the top cards of
    the stock, one for each player, belong to the seats by number whoever won; except that the last round of all is
    always drawn from the top, so the upcard falls to the player just before the winner.
    """
    assert len(stock) >= players
    order = playing_order(winner, players)
    last_round = len(stock) == players
    if shared_stock or last_round:
        return [(seat, stock[place]) for place, seat in enumerate(order)]
    return [(seat, stock[seat]) for seat in order]


def side_count(players):
    """Three players play each for himself; otherwise there are two sides."""
    return 3 if players == 3 else 2


def side_of(seat, players):
    """The side of a seat: his own number with 2 or 3 players; even seats against odd seats with 4 or 6."""
    return seat % 2 if players in (4, 6) else seat


def winning_side(side_points, last_trick_side=None, tie="draw"):
    """The side with most points, or None if the best two are level.

    With tie='last_trick' a 60-60 goes to the side that took the last trick.  (Three players level at the top stay
    level: the last trick speaks only where two sides share the 120 points evenly.)
    """
    best = max(side_points)
    leaders = [side for side, points in enumerate(side_points) if points == best]
    if len(leaders) == 1:
        return leaders[0]
    if tie == "last_trick" and list(side_points) == [60, 60]:
        return last_trick_side
    return None


# One hand -----------------------------------------------------------------------------------------------------------


@dataclass
class Position:
    """What the seat to act knows, and what it may do.  All lists are copies: scribbling on them changes nothing."""

    seat: int  # who is to act
    players: int
    hand: list  # his own cards, in hand order
    table: list  # the trick in progress: (seat, card) in the order played
    leader: int  # who led (or now leads) this trick
    trump: str  # the trump suit
    upcard: str  # the card face up under the stock (or, once drawn, the card that lay there last)
    upcard_drawer: int | None  # who drew it, None while it still lies there
    swap: tuple | None  # (seat, card taken, card left in its place) if somebody swapped
    tricks: list  # earlier tricks: (leader, cards in order, winner)
    stock: int  # cards left to draw, the upcard counted
    points: list  # taken so far, per side
    legal: list  # the moves to choose from: cards in hand order, then 'SWAP' where allowed


@dataclass
class HandResult:
    """How a hand ended."""

    players: int
    trump: str
    tricks: list  # of Trick(leader, cards, winner, points)
    seat_points: list
    side_points: list
    seat_tricks: list
    side_tricks: list
    winner: int | None  # the side that won, None for a draw
    draw: bool
    first_upcard: str  # turned up at the deal
    upcard: str  # the card that was drawn last of all (another one only after a swap)
    upcard_drawer: int  # who drew it
    swap: tuple | None  # (seat, card taken, card left)
    history: list  # every move in order: (seat, card) or (seat, 'SWAP'), forced ones too


class Hand:
    """A hand of Briscola in progress: deal it, ask for the legal moves, make moves until it is over."""

    def __init__(self, deck, players, *, shared_stock=False, tie="draw", trump_swap="off", first=0, hand_size=3):
        """Deal: the first cards of the deck to seat 0, the next to seat 1 and so on; the rest is the stock.

        The last card of the deck is the upcard: it names the trump suit, lies under the stock and is drawn last.
        """
        assert tie in ("draw", "last_trick", "replay")
        assert trump_swap in ("off", "two", "seven")
        assert 0 <= first < players
        deck = list(deck)
        assert len(deck) == PACK_SIZE[players] and len(set(deck)) == len(deck), "not a pack"
        assert all(len(card) == 2 and card[0] in POINTS and card[1] in SUITS for card in deck), "not cards"
        assert sum(card_points(card) for card in deck) == 120, "the points of the pack are not 120"
        self.deck, self.players, self.hand_size = deck, players, hand_size
        self.shared_stock, self.tie, self.trump_swap = shared_stock, tie, trump_swap
        self.hands = [set(deck[hand_size * seat : hand_size * (seat + 1)]) for seat in range(players)]
        self.stock = deck[hand_size * players :]
        assert len(self.stock) >= players and len(self.stock) % players == 0, "the stock does not go round evenly"
        self.first_upcard = self.upcard = deck[-1]
        self.trump = self.upcard[1]
        self.upcard_drawer = None
        self.swap = None
        self.leader = self.seat = first
        self.table = []
        self.tricks = []
        self.history = []

    def copy(self):
        """The same hand at the same moment, to be played on separately."""
        twin = object.__new__(Hand)
        twin.__dict__.update(self.__dict__)
        twin.hands = [set(cards) for cards in self.hands]
        twin.stock, twin.table = list(self.stock), list(self.table)
        twin.tricks, twin.history = list(self.tricks), list(self.history)
        return twin

    @property
    def over(self):
        """True when all cards have been played."""
        return not self.table and not any(self.hands)

    def may_swap(self):
        """May the seat to act exchange a low trump for the upcard now?"""
        if self.trump_swap == "two":
            low_trump = "2" + self.trump
            right_moment = not self.tricks
        elif self.trump_swap == "seven":
            low_trump = "7" + self.trump
            about_to_lead = not self.table
            has_just_won = bool(self.tricks) and self.tricks[-1].winner == self.seat
            right_moment = about_to_lead and has_just_won
        else:
            return False
        upcard_still_there = self.upcard_drawer is None
        return (
            right_moment
            and upcard_still_there
            and low_trump in self.hands[self.seat]
            and strength(self.upcard) > strength(low_trump)
        )

    def legal_moves(self):
        """Any card of the hand may be played at any time; the swap, where it is allowed, is listed last."""
        if self.over:
            return []
        return in_hand_order(self.hands[self.seat]) + ([SWAP] if self.may_swap() else [])

    def make(self, move):
        """Play a card, or swap.  When all have played, the winner takes the trick, everybody draws, and he leads."""
        assert move in self.legal_moves(), f"{move} is not among {self.legal_moves()}"
        self.history.append((self.seat, move))
        if move == SWAP:
            self._swap()
            return
        self.hands[self.seat].remove(move)
        self.table.append((self.seat, move))
        if len(self.table) < self.players:
            self.seat = (self.seat + 1) % self.players
        else:
            self._finish_trick()

    def _swap(self):
        """The low trump goes under the stock, the upcard into the hand; the same seat is still to play a card."""
        left = ("2" if self.trump_swap == "two" else "7") + self.trump
        taken = self.upcard
        self.hands[self.seat].remove(left)
        self.hands[self.seat].add(taken)
        assert self.stock[-1] == taken
        self.stock[-1] = self.upcard = left
        assert self.swap is None, "nobody can swap twice: the low trump now lies under the stock"
        self.swap = (self.seat, taken, left)

    def _finish_trick(self):
        """Give the trick to its winner, let everybody draw while the stock lasts, and hand him the lead."""
        cards = [card for _, card in self.table]
        winner = self.table[trick_winner(cards, self.trump)][0]
        assert [seat for seat, _ in self.table] == playing_order(self.leader, self.players)
        self.tricks.append(Trick(self.leader, cards, winner, sum(card_points(card) for card in cards)))
        self.table = []
        if self.stock:
            for seat, card in draw_round(self.stock, self.players, winner, self.shared_stock):
                self.hands[seat].add(card)
                if card == self.upcard:
                    self.upcard_drawer = seat
            self.stock = self.stock[self.players :]
            assert (self.upcard_drawer is None) == bool(self.stock)
            assert all(len(cards) == self.hand_size for cards in self.hands)
        self.leader = self.seat = winner

    def points_by_seat(self):
        """Card points each seat has taken so far."""
        return [sum(trick.points for trick in self.tricks if trick.winner == seat) for seat in range(self.players)]

    def tricks_by_seat(self):
        """Tricks each seat has taken so far."""
        return [sum(1 for trick in self.tricks if trick.winner == seat) for seat in range(self.players)]

    def by_side(self, by_seat):
        """Add up the figures of the partners."""
        totals = [0] * side_count(self.players)
        for seat, figure in enumerate(by_seat):
            totals[side_of(seat, self.players)] += figure
        return totals

    def position(self):
        """The table as the seat to act sees it."""
        return Position(
            seat=self.seat,
            players=self.players,
            hand=in_hand_order(self.hands[self.seat]),
            table=list(self.table),
            leader=self.leader,
            trump=self.trump,
            upcard=self.upcard,
            upcard_drawer=self.upcard_drawer,
            swap=self.swap,
            tricks=[(trick.leader, list(trick.cards), trick.winner) for trick in self.tricks],
            stock=len(self.stock),
            points=self.by_side(self.points_by_seat()),
            legal=self.legal_moves(),
        )

    def result(self):
        """Count the points once all cards are played, after checking that the hand was a proper one."""
        assert self.over
        self._check()
        side_points = self.by_side(self.points_by_seat())
        last_trick_side = side_of(self.tricks[-1].winner, self.players)
        winner = winning_side(side_points, last_trick_side, self.tie)
        return HandResult(
            players=self.players,
            trump=self.trump,
            tricks=list(self.tricks),
            seat_points=self.points_by_seat(),
            side_points=side_points,
            seat_tricks=self.tricks_by_seat(),
            side_tricks=self.by_side(self.tricks_by_seat()),
            winner=winner,
            draw=winner is None,
            first_upcard=self.first_upcard,
            upcard=self.upcard,
            upcard_drawer=self.upcard_drawer,
            swap=self.swap,
            history=list(self.history),
        )

    def _check(self):
        """What must be true of every finished hand."""
        played = [card for trick in self.tricks for card in trick.cards]
        assert sorted(played) == sorted(self.deck), "not every card was played exactly once"
        assert len(self.tricks) * self.players == len(self.deck)
        assert sum(self.points_by_seat()) == 120
        assert sum(self.tricks_by_seat()) == len(self.tricks)
        for earlier, later in pairwise(self.tricks):
            assert later.leader == earlier.winner, "the winner of a trick leads the next"
        assert not self.stock
        final_tricks = self.tricks[-self.hand_size :]
        assert any(self.upcard in trick.cards for trick in final_tricks), "the card drawn last was played too early"
        last_draw = self.tricks[-self.hand_size - 1]
        assert self.upcard_drawer == (last_draw.winner - 1) % self.players, "the wrong player drew the upcard"
        assert [card for _, card in self.history if card != SWAP] == played
        swaps = [seat for seat, card in self.history if card == SWAP]
        assert swaps == ([] if self.swap is None else [self.swap[0]])


def play_hand(deck, players, choose, *, shared_stock=False, tie="draw", trump_swap="off", first=0, hand_size=3):
    """Play one hand to its end and return its HandResult.

    `choose(position)` gets a Position and returns one of `position.legal`.  It is asked only when there is a choice:
    the only possible move is simply made.
    """
    hand = Hand(
        deck, players, shared_stock=shared_stock, tie=tie, trump_swap=trump_swap, first=first, hand_size=hand_size
    )
    while not hand.over:
        legal = hand.legal_moves()
        hand.make(legal[0] if len(legal) == 1 else choose(hand.position()))
    return hand.result()


# Several hands ------------------------------------------------------------------------------------------------------


@dataclass
class MatchResult:
    """How a match ended.  Void hands (drawn and played again) count in nothing but `void_hands`."""

    hands_won: list  # per side
    points: list  # per side, over all hands that count
    tricks: list  # per side, over all hands that count
    winner: int | None  # None only when a single hand was drawn
    hands_drawn: int
    void_hands: int
    results: list  # the HandResult of every hand that counts, in order
    first_leads: list  # who led the first trick of each of them


def hands_needed(format):
    """How many hands a side must win: 'single' 1, 'best_of=3' 2, 'best_of=5' 3, 'first_to=N' N."""
    if format == "single":
        return 1
    kind, number = format.split("=")
    number = int(number)
    assert kind in ("best_of", "first_to") and number >= 1
    if kind == "best_of":
        assert number % 2 == 1
        return number // 2 + 1
    return number


def play_match(
    decks, players, choose, format="single", *, shared_stock=False, tie="draw", trump_swap="off", first=0, hand_size=3
):
    """Play hands, one deck each, until a side has won as many as the format asks; 'single' is just one hand.

    A drawn hand is won by nobody, but its points and tricks count.  With tie='replay' a drawn hand is void: the next
    deck is played with the same seat leading, and the drawn one leaves no trace.  From each hand that counts to the
    next the first lead moves one seat on.
    """
    decks = iter(decks)
    sides = range(side_count(players))
    needed = hands_needed(format)
    won = [0 for _ in sides]
    results, leads, void = [], [], 0
    while max(won) < needed and not (format == "single" and results):
        lead = (first + len(results)) % players
        result = play_hand(
            next(decks),
            players,
            choose,
            shared_stock=shared_stock,
            tie=tie,
            trump_swap=trump_swap,
            first=lead,
            hand_size=hand_size,
        )
        if result.draw and tie == "replay":
            void += 1
            continue
        results.append(result)
        leads.append(lead)
        if not result.draw:
            won[result.winner] += 1
    return MatchResult(
        hands_won=won,
        points=[sum(result.side_points[side] for result in results) for side in sides],
        tricks=[sum(result.side_tricks[side] for result in results) for side in sides],
        winner=won.index(needed) if needed in won else None,
        hands_drawn=sum(1 for result in results if result.draw),
        void_hands=void,
        results=results,
        first_leads=leads,
    )


# Counting lines of play ---------------------------------------------------------------------------------------------


def perft(deck, players, depth, *, shared_stock=False, trump_swap="off", first=0, hand_size=3):
    """How many different sequences of exactly `depth` moves begin this hand.

    Every card played is a move, forced or not, and so is a swap.  A hand that is over has no moves left to count.
    """
    return _sequences(
        Hand(deck, players, shared_stock=shared_stock, trump_swap=trump_swap, first=first, hand_size=hand_size), depth
    )


def _sequences(hand, depth):
    """Sequences of `depth` further moves from here."""
    if depth == 0:
        return 1
    count = 0
    for move in hand.legal_moves():
        after = hand.copy()
        after.make(move)
        count += _sequences(after, depth - 1)
    return count

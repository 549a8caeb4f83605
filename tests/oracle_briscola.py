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
ALL_POINTS = 120
WHOLE_WIN = 60  # results are told in sixtieths, so that up to five can share a first place evenly

Trick = namedtuple("Trick", "leader cards winner points")
Trick.__doc__ = "A finished trick: who led, the cards in the order they fell, the seat that took it, its card points."


# The pack, one trick, one round of draws, the verdict: each as a small rule on its own ------------------------------


def all_cards():
    """The forty cards in order: cups, coins, swords, batons; in a suit the weakest first."""
    return [rank + suit for suit in SUITS for rank in WEAK_TO_STRONG]


PLACE_IN_ORDER = {card: place for place, card in enumerate(all_cards())}


def full_pack(players, removed_two="C"):
    """The pack in order: all forty cards, without the 2 of this suit if three play, without the four 2s if six play."""
    pack = all_cards()
    if players == 3:
        pack.remove("2" + removed_two)
    if players == 6:
        pack = [card for card in pack if card[0] != "2"]
    assert len(pack) == PACK_SIZE[players]
    return pack


def check_pack(deck, players, removed_two="C"):
    """Complain unless this deck is a pack for so many players; with three, unless the right 2 stayed in the box.

    `removed_two` is the suit whose 2 is left out, or 'random' for any, or 'trump' for the one of the upcard's suit.
    """
    missing = sorted(set(all_cards()) - set(deck))
    assert len(deck) == PACK_SIZE[players] and len(deck) + len(missing) == 40, "not a pack"
    assert {card[0] for card in missing} <= {"2"}, "only a 2 may be left out"
    if players == 3 and removed_two != "random":
        suit = deck[-1][1] if removed_two == "trump" else removed_two
        assert missing == ["2" + suit], f"{missing} left out, not the 2 of {suit}"


def card_points(card):
    """What the card is worth to the side that takes it."""
    return POINTS[card[0]]


def strength(card):
    """How high the card stands in its own suit, from 0 (the 2) to 9 (the ace)."""
    return WEAK_TO_STRONG.index(card[0])


def in_hand_order(cards):
    """The cards the way a hand is always listed here: cups, coins, swords, batons; in a suit the weakest first."""
    return sorted(cards, key=PLACE_IN_ORDER.__getitem__)


def trick_winner(cards, trump):
    """Place, in the order of play, of the card that takes the trick.

    If a trump fell, the highest trump takes it; if none fell, the highest card of the suit that was led.
    """
    trumps = [card for card in cards if card[1] == trump]
    of_the_suit_led = [card for card in cards if card[1] == cards[0][1]]
    best = max(trumps or of_the_suit_led, key=strength)
    return cards.index(best)


def playable(hand, table, must_follow):
    """The cards of the hand that may be played to the cards on the table: any, or the suit led by those who have it."""
    of_the_suit_led = [card for card in hand if table and card[1] == table[0][1]]
    return in_hand_order(of_the_suit_led if must_follow == "on" and of_the_suit_led else hand)


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


def partners_of(seat, players):
    """The partners of a seat, the one who plays first after him first."""
    others = playing_order(seat, players)[1:]
    return [other for other in others if side_of(other, players) == side_of(seat, players)]


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


def side_results(side_points, winner, tie3="share"):
    """The result of a hand for every side in sixtieths: a win is 60, a defeat 0.

    Where nobody won, those level at the top share the 60; among three players with tie3='void' nobody gets anything.
    """
    if winner is not None:
        return [WHOLE_WIN if side == winner else 0 for side in range(len(side_points))]
    if len(side_points) == 3 and tie3 == "void":
        return [0, 0, 0]
    best = max(side_points)
    return [WHOLE_WIN // side_points.count(best) if points == best else 0 for points in side_points]


def side_payoffs(side_points):
    """What a hand pays a side: its points less the other's, or, where three play, less a third of all points."""
    if len(side_points) == 2:
        ours, theirs = side_points
        return [ours - theirs, theirs - ours]
    return [points - ALL_POINTS // 3 for points in side_points]


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
    results: list  # per side, in sixtieths
    payoffs: list  # per side
    first_upcard: str  # turned up at the deal
    upcard: str  # the card that was drawn last of all (another one only after a swap)
    upcard_drawer: int  # who drew it
    swap: tuple | None  # (seat, card taken, card left)
    history: list  # every move in order: (seat, card) or (seat, 'SWAP'), forced ones too


class Hand:
    """A hand of Briscola in progress: deal it, ask for the legal moves, make moves until it is over."""

    def __init__(
        self,
        deck,
        players,
        *,
        first=0,
        shared_stock="off",
        tie="draw",
        tie3="share",
        trump_swap="off",
        must_follow="off",
        hand_size=3,
        removed_two="C",
        partner_peek="off",
        signals="off",
    ):
        """Deal: the first cards of the deck to seat 0, the next to seat 1 and so on; the rest is the stock.

        The last card of the deck is the upcard: it names the trump suit, lies under the stock and is drawn last.
        """
        assert tie in ("draw", "last_trick", "replay") and tie3 in ("share", "void")
        assert trump_swap in ("off", "two", "seven")
        assert partner_peek in {4: ("off", "last3", "first"), 6: ("off", "last3")}.get(players, ("off",))
        assert {shared_stock, must_follow, signals} <= {"off", "on"}
        assert signals == "off" or players in (4, 6), "nobody to signal to"
        assert 1 <= hand_size <= 9
        assert 0 <= first < players
        deck = list(deck)
        check_pack(deck, players, removed_two)
        assert sum(card_points(card) for card in deck) == ALL_POINTS, "the points of the pack are not 120"
        self.deck, self.players, self.hand_size = deck, players, hand_size
        self.shared_stock, self.tie, self.tie3 = shared_stock, tie, tie3
        self.trump_swap, self.must_follow = trump_swap, must_follow
        self.partner_peek, self.signals = partner_peek, signals
        self.hands = [set(deck[hand_size * seat : hand_size * (seat + 1)]) for seat in range(players)]
        self.first_hands = [frozenset(cards) for cards in self.hands]
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
        """The cards that may be played, in hand order; the swap, where it is allowed, is listed last."""
        if self.over:
            return []
        cards = playable(self.hands[self.seat], [card for _, card in self.table], self.must_follow)
        return cards + ([SWAP] if self.may_swap() else [])

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
            for seat, card in draw_round(self.stock, self.players, winner, self.shared_stock == "on"):
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

    def known_of_partner(self, seat, partner):
        """The cards that `seat` knows his partner to hold, because the rules let him look or be told."""
        held, first_hand = self.hands[partner], self.first_hands[partner]
        known = set()
        if self.partner_peek == "last3" and not self.stock:
            known |= held
        if self.partner_peek == "first":
            known |= held & first_hand
        if self.signals == "on" and self.tricks:
            known |= {card for card in held if card[1] == self.trump and card[0] in "A3KQJ"}
        assert partner in partners_of(seat, self.players)
        return known

    def partner_cards(self, seat):
        """Two sets: what the seat knows of the partner next after him, and of the one after that where there is one."""
        known = [self.known_of_partner(seat, partner) for partner in partners_of(seat, self.players)]
        return (known + [set(), set()])[:2]

    def partner_loads(self, seat):
        """For the same two partners: 1 told that he holds an ace or three of a side suit, 0 told not, -1 not told."""
        if self.signals == "off" or not self.tricks:
            return [-1, -1]
        told = []
        for partner in partners_of(seat, self.players):
            told.append(int(any(card[1] != self.trump and card[0] in "A3" for card in self.hands[partner])))
        return (told + [-1, -1])[:2]

    def face_up(self):
        """All cards that everybody has seen: those played, those on the table, the upcard, a card left for it."""
        seen = {self.first_upcard, self.upcard}
        return seen.union(*(trick.cards for trick in self.tricks), (card for _, card in self.table))

    def unseen(self, seat):
        """The cards of which this seat knows only that they are in the stock or in some hand it knows nothing of."""
        return set(self.deck) - self.face_up() - self.hands[seat] - set().union(*self.partner_cards(seat))

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
            results=side_results(side_points, winner, self.tie3),
            payoffs=side_payoffs(side_points),
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
        assert sum(self.points_by_seat()) == ALL_POINTS
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


def play_hand(deck, players, choose, **rules):
    """Play one hand to its end and return its HandResult; `rules` are those of Hand.

    `choose(position)` gets a Position and returns one of `position.legal`.  It is asked only when there is a choice:
    the only possible move is simply made.
    """
    hand = Hand(deck, players, **rules)
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
    final_results: list  # per side, in sixtieths
    payoffs: list  # per side, over all hands that count
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


class Match:
    """A match in progress: make moves until it is over, one hand after the other, each from a deck of its own.

    It goes on until a side has won as many hands as the format asks; 'single' is just one hand.  A drawn hand is won by
    nobody, but its points and tricks count.  With tie='replay' a drawn hand is void: the next deck is played with the
    same seat leading, and the drawn one leaves no trace.  From each hand that counts to the next the first lead moves
    one seat on.  With cappotto_wins_match='on' all 120 points of a hand win the whole match.
    """

    def __init__(self, decks, players, format="single", *, first=0, cappotto_wins_match="off", **rules):
        """`first` leads the first hand; `rules` are those of Hand."""
        self.decks, self.players, self.format, self.rules = iter(decks), players, format, rules
        self.cappotto_wins_match = cappotto_wins_match
        self.won = [0] * side_count(players)
        self.winner = None
        self.first = first
        self.results, self.leads, self.void = [], [], 0
        self._deal()

    def _deal(self):
        """The next hand begins."""
        self.lead = (self.first + len(self.results)) % self.players
        self.hand = Hand(next(self.decks), self.players, first=self.lead, **self.rules)

    @property
    def over(self):
        """True when somebody has won, or when the single hand has been drawn."""
        return self.winner is not None or (self.format == "single" and bool(self.results))

    def make(self, move):
        """Make a move; if it ends the hand, count it, and deal the next unless the match is over."""
        self.hand.make(move)
        if self.hand.over:
            self._count(self.hand.result())
            if not self.over:
                self._deal()

    def _count(self, result):
        """Who has won the hand, and with it perhaps the match?"""
        if result.draw and self.hand.tie == "replay":
            self.void += 1
            return
        self.results.append(result)
        self.leads.append(self.lead)
        if result.draw:
            return
        self.won[result.winner] += 1
        cappotto = result.side_points[result.winner] == ALL_POINTS
        enough = self.won[result.winner] == hands_needed(self.format)
        if enough or (cappotto and self.cappotto_wins_match == "on"):
            self.winner = result.winner

    def result(self):
        """The MatchResult of a match that is over."""
        assert self.over
        sides = range(len(self.won))
        only_winner = [WHOLE_WIN * (side == self.winner) for side in sides]
        return MatchResult(
            hands_won=list(self.won),
            points=[sum(result.side_points[side] for result in self.results) for side in sides],
            tricks=[sum(result.side_tricks[side] for result in self.results) for side in sides],
            winner=self.winner,
            final_results=self.results[-1].results if self.winner is None else only_winner,
            payoffs=[sum(result.payoffs[side] for result in self.results) for side in sides],
            hands_drawn=sum(1 for result in self.results if result.draw),
            void_hands=self.void,
            results=self.results,
            first_leads=self.leads,
        )


def play_match(decks, players, choose, format="single", **rules):
    """Play a whole match and return its MatchResult; `choose` as in play_hand, `rules` those of Match and Hand."""
    match = Match(decks, players, format, **rules)
    while not match.over:
        legal = match.hand.legal_moves()
        match.make(legal[0] if len(legal) == 1 else choose(match.hand.position()))
    return match.result()


# Counting lines of play ---------------------------------------------------------------------------------------------


def perft(deck, players, depth, **rules):
    """How many different sequences of exactly `depth` moves begin this hand.

    Every card played is a move, forced or not, and so is a swap.  A hand that is over has no moves left to count.
    """
    return _sequences(Hand(deck, players, **rules), depth)


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

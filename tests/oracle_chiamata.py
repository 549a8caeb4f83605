"""A slow and plain model of Briscola Chiamata for five, to test the analyzer against.

It was written from the rule book alone, like oracle_briscola, on which it leans for the pack and for who takes a trick.
Cards, bids and moves are strings: 'KS' is the king of swords; a bid is a rank, 'A' '3' 'K' 'Q' 'J' '7' '6' '5' '4' '2',
or a rank with points, '2@62' to '2@120', or bare points, '61' to '120'; 'pass' is a pass.  Seats are numbered in
playing order, counter-clockwise.

Nothing is shuffled here: the caller brings five hands of eight cards for every deal, and makes the moves one by one.
"""

from dataclasses import dataclass

from oracle_briscola import (
    ALL_POINTS,
    WHOLE_WIN,
    all_cards,
    card_points,
    in_hand_order,
    playable,
    playing_order,
    trick_winner,
)

SEATS = 5
CARDS_EACH = 8
PASS = "pass"
BID, CALL, PLAY, OVER = "bid", "call", "play", "over"
DEFENDER, CALLER, PARTNER, ALONE = "defender", "caller", "partner", "alone"
RANKS = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
LADDERS = {  # all bids, each higher than the one before
    "rank_points": RANKS + [f"2@{points}" for points in range(62, 121)],
    "rank_only": RANKS,
    "points_only": [str(points) for points in range(61, 121)],
}

DEFAULTS = {
    "tie60": "caller_loses",
    "bid_form": "rank_points",
    "bid_mult": "1",
    "leader": "dealer_right",
    "all_pass": "redeal",
    "cappotto": "points_both",
    "must_follow": "off",
}
CHOICES = {
    "tie60": ("caller_loses", "draw", "draw_double"),
    "bid_form": ("rank_points", "rank_only", "points_only"),
    "bid_mult": ("1", "brisk"),
    "leader": ("dealer_right", "caller"),
    "all_pass": ("redeal", "redeal_double", "end"),
    "cappotto": ("points_both", "points_caller", "tricks", "off"),
    "must_follow": ("off", "on"),
}


# The auction, the verdict and the pay: each as a small rule on its own ------------------------------------------------


def complete(rules):
    """All the rules, those not named at their default."""
    rules = DEFAULTS | rules
    assert set(rules) == set(CHOICES), f"no such rule: {set(rules) - set(CHOICES)}"
    assert all(rules[rule] in CHOICES[rule] for rule in rules), f"no such choice: {rules}"
    return rules


def target_of(bid):
    """The points the caller's side has promised; a bare rank promises 61."""
    if bid in RANKS:
        return 61
    return int(bid.removeprefix("2@"))


def rank_of(bid):
    """The rank of the card that will be called; None if the bid was of points only."""
    return bid[0] if bid in RANKS or "@" in bid else None


def bids_above(bid, bid_form):
    """The bids that may follow `bid` (None: nobody has bid yet)."""
    steps = LADDERS[bid_form]
    return list(steps) if bid is None else steps[steps.index(bid) + 1 :]


def verdict(side_points, target, tie60="caller_loses"):
    """'won' or 'lost' as the caller's side sees it, or 'drawn', which takes 60 of a promised 61 and a rule for it."""
    if side_points >= target:
        return "won"
    if side_points == 60 and target == 61 and tie60 != "caller_loses":
        return "drawn"
    return "lost"


def is_cappotto(side_points, side_tricks, cappotto="points_both"):
    """Did one side, told by the points and tricks of the caller's, take everything in the way that counts double?"""
    if cappotto == "points_both":
        return side_points in (0, ALL_POINTS)
    if cappotto == "points_caller":
        return side_points == ALL_POINTS
    if cappotto == "tricks":
        return side_tricks in (0, CARDS_EACH)
    return False


def bid_factor(target, bid_mult="1"):
    """By what the promised points multiply the pay: 61 to 70 by 1, 71 to 80 by 2 ... 111 to 120 by 6, if at all."""
    if bid_mult == "1":
        return 1
    return [high for high in range(1, 7) if target <= 60 + 10 * high][0]


def pay(caller, partner, outcome, factor=1):
    """The units each seat wins or loses; `partner` is the caller himself if he called his own card."""
    if outcome == "drawn":
        return [0] * SEATS
    sign = {"won": factor, "lost": -factor}[outcome]
    units = [-sign] * SEATS
    units[partner] = sign
    units[caller] = 4 * sign if partner == caller else 2 * sign
    assert sum(units) == 0
    return units


# One deal -----------------------------------------------------------------------------------------------------------


@dataclass
class DealResult:
    """How a deal ended."""

    payoffs: list  # units, by seat
    outcome: str  # 'won', 'lost', 'drawn', or 'passed' if nobody bid
    bid: str | None = None
    target: int | None = None
    caller: int | None = None
    partner: int | None = None  # the caller himself if he called his own card
    called: str | None = None
    side_points: int | None = None  # of the caller's side
    side_tricks: int | None = None
    cappotto: bool = False
    factor: int = 1  # by what the plain pay was multiplied
    points: tuple = ()  # by seat
    tricks: tuple = ()  # by seat


class Deal:
    """One deal in progress: auction, call and eight tricks.

    Ask `legal_moves`, `make` one of them for the seat whose turn it is (`seat`), until `phase` is 'over'.
    """

    def __init__(self, hands, opener=0, worth=1, **rules):
        """Five hands of eight; the opener bids first and leads first; `worth` is a doubling brought from before."""
        self.rules = complete(rules)
        self.hands = [set(hand) for hand in hands]
        assert [len(hand) for hand in self.hands] == [CARDS_EACH] * SEATS
        assert sorted(card for hand in self.hands for card in hand) == sorted(all_cards()), "not a pack"
        self.first_hands = [frozenset(hand) for hand in self.hands]
        self.opener = self.seat = opener
        self.worth = worth
        self.phase = BID
        self.bid = self.bidder = None
        self.bids = [None] * SEATS  # each seat's highest
        self.passed = set()
        self.caller = self.called = self.trump = self.holder = None
        self.leader = None
        self.table = []  # (seat, card)
        self.tricks = []  # (leader, cards in order of play, winner)

    # The moves

    def legal_moves(self):
        """What the seat to act may do.

        In the auction: pass, then the higher bids ascending.  For the call: cards in the order of the pack.  In play:
        the cards that may be played, in hand order.
        """
        if self.phase == BID:
            return [PASS, *bids_above(self.bid, self.rules["bid_form"])]
        if self.phase == CALL:
            rank = rank_of(self.bid)
            return [card for card in all_cards() if rank is None or card[0] == rank]
        if self.phase == PLAY:
            return playable(self.hands[self.seat], [card for _, card in self.table], self.rules["must_follow"])
        return []

    def make(self, move):
        """Bid or pass, call, or play a card."""
        assert move in self.legal_moves(), f"{move} is not among {self.legal_moves()}"
        {BID: self._bid, CALL: self._call, PLAY: self._play}[self.phase](move)

    def _bid(self, move):
        """Take a bid or a pass; the auction ends with one bidder left, with the highest bid of all, or with none."""
        if move == PASS:
            self.passed.add(self.seat)
        else:
            self.bid = self.bids[self.seat] = move
            self.bidder = self.seat
        still_in = [seat for seat in playing_order(self.seat + 1, SEATS) if seat not in self.passed]
        if not still_in:
            self.phase = OVER
        elif self.bid is not None and (still_in == [self.bidder] or not bids_above(self.bid, self.rules["bid_form"])):
            self.phase, self.caller, self.seat = CALL, self.bidder, self.bidder
        else:
            self.seat = still_in[0]

    def _call(self, card):
        """The caller names the card whose suit is trump and whose holder is his partner."""
        self.called, self.trump = card, card[1]
        self.holder = next(seat for seat in range(SEATS) if card in self.hands[seat])
        self.phase = PLAY
        self.seat = self.leader = self.caller if self.rules["leader"] == "caller" else self.opener

    def _play(self, card):
        """Play a card; the fifth ends the trick, and who takes it leads the next."""
        self.hands[self.seat].remove(card)
        self.table.append((self.seat, card))
        if len(self.table) < SEATS:
            self.seat = (self.seat + 1) % SEATS
            return
        winner = self.winner()
        self.tricks.append((self.leader, [card for _, card in self.table], winner))
        self.table = []
        self.seat = self.leader = winner
        if len(self.tricks) == CARDS_EACH:
            self.phase = OVER

    # What everybody can see

    def winner(self):
        """The seat that is winning the trick on the table, None before it begins."""
        if not self.table:
            return None
        return self.table[trick_winner([card for _, card in self.table], self.trump)][0]

    def played(self):
        """All cards played so far."""
        return {card for _, cards, _ in self.tricks for card in cards} | {card for _, card in self.table}

    def points(self):
        """Card points taken so far, by seat."""
        taken = [0] * SEATS
        for _, cards, winner in self.tricks:
            taken[winner] += sum(card_points(card) for card in cards)
        return taken

    def tricks_taken(self):
        """Tricks taken so far, by seat."""
        return [sum(1 for _, _, winner in self.tricks if winner == seat) for seat in range(SEATS)]

    def partner_shown(self):
        """The seat that has played the called card, None while it is hidden (or there is none)."""
        return self.holder if self.called in self.played() else None

    # What one seat knows

    def role(self, seat):
        """What the seat knows itself to be: None before the call."""
        if self.called is None:
            return None
        if seat == self.caller:
            return ALONE if seat == self.holder else CALLER
        return PARTNER if seat == self.holder else DEFENDER

    def friends(self, seat):
        """By seat: 1 surely on his side, -1 surely against him, 0 not known.

        Sure is what follows from the call, from holding the called card and from seeing it played.  (What could be
        worked out from counting cards does not count as known.)
        """
        role = self.role(seat)
        if role is None:
            return [int(other == seat) for other in range(SEATS)]
        callers_side = {self.caller, self.holder}
        in_the_open = self.partner_shown() is not None
        knows_all = in_the_open or role in (PARTNER, ALONE)
        known = []
        for other in range(SEATS):
            same_side = (other in callers_side) == (seat in callers_side)
            known_of_him = knows_all or other in (seat, self.caller)
            known.append((1 if same_side else -1) if known_of_him else 0)
        return known

    def winning_mine(self, seat):
        """Is the card that is winning the trick on his side?  1 yes, -1 no, 0 not known or no card."""
        winner = self.winner()
        return 0 if winner is None else self.friends(seat)[winner]

    def unseen(self, seat):
        """The cards that are neither played nor his own."""
        return set(all_cards()) - self.played() - self.hands[seat]

    # The end

    def result(self):
        """Count once all cards are played, after checking that the deal was a proper one; or tell that all passed."""
        assert self.phase == OVER
        if self.bid is None:
            assert self.passed == set(range(SEATS)) and not self.tricks
            return DealResult(payoffs=[0] * SEATS, outcome="passed")
        self._check()
        side = {self.caller, self.holder}
        side_points = sum(self.points()[seat] for seat in side)
        side_tricks = sum(self.tricks_taken()[seat] for seat in side)
        target = target_of(self.bid)
        outcome = verdict(side_points, target, self.rules["tie60"])
        cappotto = is_cappotto(side_points, side_tricks, self.rules["cappotto"])
        factor = self.worth * bid_factor(target, self.rules["bid_mult"]) * (2 if cappotto else 1)
        return DealResult(
            payoffs=pay(self.caller, self.holder, outcome, factor),
            outcome=outcome,
            bid=self.bid,
            target=target,
            caller=self.caller,
            partner=self.holder,
            called=self.called,
            side_points=side_points,
            side_tricks=side_tricks,
            cappotto=cappotto,
            factor=factor,
            points=tuple(self.points()),
            tricks=tuple(self.tricks_taken()),
        )

    def _check(self):
        """What must be true of every deal that was played."""
        cards_of_all = sorted(card for _, cards, _ in self.tricks for card in cards)
        assert cards_of_all == sorted(all_cards()), "not every card was played exactly once"
        assert sum(self.points()) == ALL_POINTS and sum(self.tricks_taken()) == CARDS_EACH
        leader = self.caller if self.rules["leader"] == "caller" else self.opener
        for led_by, cards, winner in self.tricks:
            assert led_by == leader, "who takes a trick leads the next"
            for seat, card in zip(playing_order(led_by, SEATS), cards, strict=True):
                assert card in self.first_hands[seat], "somebody played a card he was not dealt"
            leader = winner
        assert rank_of(self.bid) in (None, self.called[0])
        assert self.called in self.first_hands[self.holder] and self.called[1] == self.trump


# Several deals ------------------------------------------------------------------------------------------------------


class Game:
    """Deals until the game is over: 'single' is one hand, 'first_to=N' goes on until a seat has won N units or more.

    From each deal to the next the opener moves one seat on.  A deal that all pass pays nobody and is dealt again; with
    all_pass='redeal_double' the next hand counts double.  With all_pass='end' a deal that all pass is over as it is,
    and with it a game of one hand.  With tie60='draw_double' a drawn hand makes the next count double.  Doublings
    multiply; they are for the next hand that is played, which a deal that all pass is not.
    """

    def __init__(self, deals, match="single", opener=0, **rules):
        """`deals` gives five hands at a time; the first deal is begun at once."""
        self.rules = complete(rules)
        self.goal = None if match == "single" else int(match.removeprefix("first_to="))
        self.deals = iter(deals)
        self.units = [0] * SEATS
        self.worth = 1
        self.results = []  # of every deal that counts
        self.passed_out = 0  # deals that all passed and that were dealt again
        self.over = False
        self.deal = Deal(next(self.deals), opener, self.worth, **rules)

    def make(self, move):
        """Make a move in the deal in progress; if it ends that deal, count it, and begin the next if there is one."""
        self.deal.make(move)
        if self.deal.phase == OVER:
            self._count(self.deal.result())
            if not self.over:
                self.deal = Deal(next(self.deals), (self.deal.opener + 1) % SEATS, self.worth, **self.rules)

    def results_by_seat(self):
        """The result of a game that is over, in sixtieths.

        Of a single hand: 60 for everybody it pays, 30 for all if it pays nobody.  Of a longer game: 60 for the most
        units, shared by all who have as many.
        """
        assert self.over
        if self.goal is None:
            return [WHOLE_WIN // 2 * ((units > 0) - (units < 0) + 1) for units in self.units]
        best = max(self.units)
        return [WHOLE_WIN // self.units.count(best) if units == best else 0 for units in self.units]

    def _count(self, result):
        if result.outcome == "passed" and self.rules["all_pass"] != "end":
            self.passed_out += 1
            if self.rules["all_pass"] == "redeal_double":
                self.worth *= 2
            return
        self.results.append(result)
        self.units = [units + more for units, more in zip(self.units, result.payoffs, strict=True)]
        if result.outcome == "drawn" and self.rules["tie60"] == "draw_double":
            self.worth *= 2
        elif result.outcome != "passed":
            self.worth = 1
        self.over = self.goal is None or max(self.units) >= self.goal


def play_game(deals, choose, match="single", opener=0, **rules):
    """Play a whole game; `choose(deal)` picks one of `deal.legal_moves()` for `deal.seat`.  Returns the finished Game.

    It is asked only when there is a choice: the only possible move is simply made.
    """
    game = Game(deals, match, opener, **rules)
    while not game.over:
        legal = game.deal.legal_moves()
        game.make(legal[0] if len(legal) == 1 else choose(game.deal))
    return game


def hands_of(cards):
    """Five hands of eight out of forty cards in order."""
    return [in_hand_order(cards[CARDS_EACH * seat : CARDS_EACH * (seat + 1)]) for seat in range(SEATS)]

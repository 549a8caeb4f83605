"""Games of tricks told card by card: Briscola, and Briscola Chiamata with its auction."""

from analyzer.bits import count
from analyzer.cards import SUIT_NAMES, beats, name, names, parse, points
from analyzer.chiamata import CALL, DEFENDER, HAND, PARTNER, PLAY, POINTS_ONLY, bid_name, bid_target
from analyzer.telling import Teller, signed, versus
from analyzer.wording import all_of


class TrickTeller(Teller):
    """Tells Briscola: every card with the hand it was played from, and every trick."""

    columns = ("hand", "trick", "seat", "strategy", "holds", "move", "forced")
    hides = False  # is it left out who holds what?

    def standing(self, state, so_far=""):
        """How a match of several hands stands, side by side."""
        return f"hands won{so_far}: {versus(state.hands_won[: state.sides])}"

    def watch(self, state, index, forced):
        """Write down a move that is about to be made."""
        if state.hands_dealt != self.hand:
            self.new_hand(state)
        says = self.rules.say(state, index)
        trick = f"{int(state.tricks) + 1:>2}" if state.on_table == 0 else "  "
        self.tell(state, trick, says, " (its last card)" if forced and count(state.hands[state.turn]) == 1 else "")
        self.note(state, says, forced)
        if says.startswith("plays") and state.on_table == state.players - 1:
            self.trick_ends(state, parse(says.split()[1]))

    def tell(self, state, head, says, more=""):
        """A line for a move: who makes it, from which hand."""
        seat = int(state.turn)
        held = f"[{names(state.hands[seat])}]"
        width = 3 * int(state.hand_size) + 1
        more += self.told_by_partners(state)
        self.lines.append(self.dress(f"{head}  {self.seats[seat]:<{self.width}}  {held:<{width}}  {says}{more}"))

    def told_by_partners(self, state):
        """What the player to act knows of his partners' hands, where the rules let him; else nothing."""
        if state.players < 4 or not (state.signals or state.partner_peek):
            return ""
        self.rules.look(state, self.view)
        parts = []
        for k in range(int(state.players) // 2 - 1):
            partner = self.seats[(int(state.turn) + 2 * k + 2) % int(state.players)]
            known = [names(self.view.partner_cards[k])] if self.view.partner_cards[k] else []
            known += {1: ["a load"], 0: ["no load"], -1: []}[int(self.view.partner_loads[k])]
            if known:
                parts.append(f"{partner} holds {' and '.join(known)}")
        return f"  (told: {'; '.join(parts)})" if parts else ""

    def note(self, state, says, forced):
        """The same as a fact."""
        seat = int(state.turn)
        self.moves.append(
            {
                "hand": self.hand,
                "trick": int(state.tricks) + 1,
                "seat": seat,
                "strategy": self.seats[seat],
                "holds": None if self.hides else names(state.hands[seat]).split(),
                "move": says,
                "forced": forced,
            }
        )

    def between(self, state):
        """Why there is another hand."""
        return [f"    {self.so_far(state)}"]

    def after_all(self, state):
        """How a match of several hands ended."""
        return [self.standing(state)] if self.match.table.match != "single" else []

    def so_far(self, state):
        """Why there is another hand: the match goes on, or a hand that ended level is dealt again."""
        if self.match.table.match == "single":
            return "level, so the hand is dealt again"
        return self.standing(state, " so far")

    def opening(self, state):
        """What everybody sees of a hand before the first card."""
        trump, leader = SUIT_NAMES[int(state.trump)], self.seats[int(state.opener)]
        return f"trump is {trump}, {name(int(state.upcard))} lies under the stock, {leader} leads"

    def trick_ends(self, state, card):
        """Say who takes the trick that `card` completes, and how the points then stand."""
        takes = beats(card, int(state.winning), int(state.trump))
        winner = int(state.turn if takes else state.winner)
        worth = int(state.table_points) + points(card)
        self.lines.append(self.dress(f"    {self.seats[winner]} takes {worth}{self.after_trick(state, winner, worth)}"))

    def after_trick(self, state, winner, worth):
        """How the points stand after a trick, and who draws the upcard."""
        stand = [int(each) for each in state.points[: state.sides]]
        stand[int(state.side[winner])] += worth
        drawn = ""
        if state.stock == state.players:
            holder = self.seats[(winner - 1) % int(state.players)]
            drawn = f"; the stock is gone, {holder} draws the upcard {name(int(state.upcard))}"
        return f", now {versus(stand)}{drawn}"

    def ending(self, state):
        """The end of the game in a few words."""
        row, sides = self.row, int(state.sides)
        results = row[self.rules.RESULT, :sides].tolist()
        order = sorted(range(sides), key=lambda side: (-results[side], -int(row[self.rules.POINTS, side]), side))
        taken, hands = (versus(row[what, order]) for what in (self.rules.POINTS, self.rules.HANDS))
        if max(results) == 0:
            return f"void, {taken}"
        firsts = [side for side in order if results[side] == max(results)]
        if len(firsts) == 1:
            winner = self.side_name(firsts[0])
            verb = "win" if len(self.seats) > 3 else "wins"
            if sides == 3:
                rest = ", ".join(f"{self.side_name(side)} {row[self.rules.POINTS, side]}" for side in order[1:])
                how = f" by a cappotto, hands {hands}," if state.swept >= 0 else f" by {hands} hands"
                how = "" if self.match.table.match == "single" else how
                return f"{winner} wins{how} with {row[self.rules.POINTS, order[0]]} points, {rest}"
            if self.match.table.match == "single":
                return f"{winner} {verb} {taken}"
            if state.swept >= 0:
                return f"{winner} {verb} by a cappotto; hands {hands}, {taken} in points"
            return f"{winner} {verb} by {hands} hands, {taken} in points"
        if sides == 2 or len(firsts) == 3:
            return f"drawn, {versus(row[self.rules.POINTS, :sides])}"
        return f"{all_of([self.side_name(side) for side in firsts])} share the win, {taken}"


class AuctionTeller(TrickTeller):
    """The same for Briscola Chiamata: first the auction and the call, at the end who was whose partner.

    Hands, and who plays on which side, are told on the way only if `bare`.
    """

    ends_first = False

    def __init__(self, *options, **more):
        super().__init__(*options, **more)
        self.hides = not self.bare
        self.auction = []

    def standing(self, state, so_far=""):
        """Units, seat by seat."""
        return f"units{so_far}, seat by seat: {signed(state.units[:5])}"

    def so_far(self, state):
        """Why there is another hand: all passed, or the match goes on."""
        if all(made["move"] == "passes" for made in self.auction[-1]):
            return "all pass, so the next dealer deals"
        return super().so_far(state)

    def company(self):
        """Who sits at the table, in one sentence."""
        return f"in playing order {', '.join(self.seats)}; {self.seats[-1]} deals"

    def opening(self, state):
        """What everybody sees of a hand before the first bid."""
        self.auction.append([])
        times = f"; this hand counts {int(state.times)} times" if state.times > 1 else ""
        return f"{self.seats[int(state.opener)]} opens the auction{times}"

    def tell(self, state, head, says, more=""):
        """A line for a move; open, with the hand and, once there are sides, the role."""
        seat = int(state.turn)
        if state.phase != PLAY:
            head = "  "
            self.auction[-1].append({"seat": seat, "move": says})
        parts = [f"{head}  {self.seats[seat]:<{self.width}}"]
        if self.bare:
            role = self.rules.roles(5)[int(state.role[seat])] if state.phase == PLAY else ""
            parts += [f"{role:<8}", f"{'[' + names(state.hands[seat]) + ']':<25}"]
        called = ", the called card" if says == f"plays {name(int(state.called)) if state.called >= 0 else ''}" else ""
        self.lines.append(self.dress(f"{'  '.join(parts)}  {says}{called}{more}"))
        if state.phase == CALL:
            card = parse(says.split()[1])
            needs = f"{self.seats[seat]} and whoever holds {name(card)} need {int(state.target)}"
            self.lines.append(self.dress(f"    {SUIT_NAMES[card >> 4]} is trump; {needs}"))

    def after_trick(self, state, winner, worth):
        """What the winner has taken so far; after the last trick of a hand of several, what the caller's side has."""
        told = f", {int(state.points[winner]) + worth} so far"
        if state.tricks < HAND - 1 or self.match.table.match == "single":
            return told
        mine = self.taken(state) + worth * (state.role[winner] != DEFENDER)
        caller = self.seats[int(state.caller)]
        return f"{told}; {caller}, {self.friend(state)}, has {mine} of the {int(state.target)} needed"

    def taken(self, state):
        """The points that the caller's side has taken."""
        return sum(int(state.points[seat]) for seat in range(5) if state.role[seat] != DEFENDER)

    def friend(self, state):
        """Whom the caller played with."""
        partners = [self.seats[seat] for seat in range(5) if state.role[seat] == PARTNER]
        return f"with {partners[0]}" if partners else "alone"

    def ending(self, state):
        """Who was with whom, and what it paid."""
        paid = self.row[self.rules.PAYOFF].tolist()
        if self.match.table.match != "single":
            best = [self.seats[seat] for seat in range(5) if paid[seat] == max(paid)]
            return f"{all_of(best)} {'win' if len(best) > 1 else 'wins'}; {self.standing(state)}"
        if state.caller < 0:
            return "all passed, nothing is paid"
        roles = state.role[:5].tolist()
        caller = int(state.caller)
        mine = self.taken(state)
        against = all_of([self.seats[seat] for seat in range(5) if roles[seat] == DEFENDER])
        won = "wins" if paid[caller] > 0 else "draws" if paid[caller] == 0 else "loses"
        partner = f"partner {paid[roles.index(PARTNER)]:+d}, " if PARTNER in roles else ""
        pays = f"units: caller {paid[caller]:+d}, {partner}the others {paid[roles.index(DEFENDER)]:+d} each"
        called = name(int(state.called))
        return self.dress(
            f"{self.seats[caller]}, who bid {self.bid(state)} and called {called}, {won} {self.friend(state)} "
            f"{mine}-{120 - mine} (needed {int(state.target)}) against {against}; "
            f"{pays if paid[caller] else 'nothing is paid'}"
        )

    def bid(self, state):
        """The highest bid."""
        points_alone = state.bid_form == POINTS_ONLY
        return str(bid_target(int(state.bid))) if points_alone else bid_name(int(state.bid))

    def facts(self, state):
        """The auction and the sides of the last hand."""
        if state.caller < 0:
            return {"auction": self.auction, "bid": None, "called": None, "target": None, "roles": None}
        return {
            "auction": self.auction,
            "bid": self.bid(state),
            "called": name(int(state.called)),
            "target": int(state.target),
            "roles": [self.rules.roles(5)[int(role)] for role in state.role[:5]],
        }

"""A fork in plain Python: both questions are tried under the referee's eye, and faults of the compiled loop explained.

The questions see the same sealed view as strategies do.
"""

import numpy as np

from analyzer import branching
from analyzer.referee import Fault, Referee, audition_deals, stuck, within
from analyzer.situation import OPTION, Question

ROUND_IT = "a whole number"


class Witness(Referee):
    """Plays games of a match and asks both questions at every decision of the seats that are branched.

    `asked` are the two questions, `options` their names, `buckets` how many there are, and
    `branched[kind, game, seat]` says whose decisions count.
    """

    def __init__(self, match, asked, options, buckets, branched):
        super().__init__(match)
        self.situation, self.option = asked
        self.options = options
        self.buckets = buckets
        self.branched = branched
        self.aside = Aside(match)

    def named(self, player):
        """Whom a Fault names."""
        return player.label if isinstance(player, Question) else super().named(player)

    def audition(self, first=0, deals=None, timeout=60.0):
        """Ask at every decision of a few deals, and check the answers."""

        def games():
            for number in range(first, first + (deals or audition_deals(self.match))):
                kind = self.match.plan.kind(self.match.seed, number)
                for game in range(self.match.plan.games):
                    if self.branched[kind, game].any():
                        self.state.number = number
                        self.play(number, game, self.look_on)

        self.within(timeout, games)

    def explain(self, number, at, timeout=10.0):
        """Why the loop stopped `at` a place of a deal (see `branching`): the Fault seen there, or None."""
        place = [int(each) for each in at]

        def look_on(state, index, forced):
            self.look_on(state, index, forced)
            if place[branching.ASKED] == branching.BRANCH and self.decision == place[branching.DECISION]:
                action = place[branching.ACTION]
                answer = index if action == len(self.options) else self.ask_option(action, self.view_now)
                told = f"option {self.options[action]!r}" if action < len(self.options) else "what he played"
                self.aside.play_on(self, answer, f"in the branch of {told} at decision {self.decision + 1} of the game")

        def game():
            self.state.number = number
            self.play(number, place[branching.GAME], look_on)

        try:
            self.within(timeout, game)
        except Fault as fault:
            return fault
        return None

    def within(self, timeout, job):
        """Do the job, or raise the Fault of whoever has not answered for so many seconds."""
        try:
            within(timeout, job)
        except TimeoutError:
            raise stuck(self.aside if self.aside.playing else self, timeout) from None

    def play(self, number, game=0, watch=None):
        """As any referee, the decisions counted."""
        self.decision = -1
        return super().play(number, game, watch)

    def look_on(self, state, index, forced):
        """Ask the questions about the move that is about to be made."""
        if forced:
            return
        self.decision += 1
        number = int(state.number)
        kind = self.match.plan.kind(self.match.seed, number)
        if not self.branched[kind, self.game, int(state.turn)]:
            return
        self.view_now = self.sealed_view()
        if self.ask_situation(self.view_now) >= 0:
            for k in range(len(self.options)):
                self.ask_option(k, self.view_now)

    def ask_situation(self, view):
        """The bucket of this decision, checked."""
        legal = f"buckets are 0 to {self.buckets - 1}, or -1 for none"
        return self.answer(self.situation, (view,), self.buckets, legal)

    def ask_option(self, k, view):
        """The place of the move that option `k` makes, checked."""
        legal = f"there are {view.n_moves} moves, so 0 to {view.n_moves - 1} are legal, or -1 for none"
        return self.answer(self.option, (view, k), view.n_moves, legal)

    def answer(self, question, given, most, legal):
        """What a question answers."""
        self.asked = question
        number = int(self.state.number)
        to = f" for {self.options[given[1]]!r}" if question.kind == OPTION else ""
        try:
            found = question.call(*given, **question.parameters)
        except (Exception, SystemExit) as error:
            raise self.fault(question, number, self.what_happened(error, question)) from error
        if isinstance(found, bool | np.bool_) or not isinstance(found, int | np.integer):
            reason = f"returned {found!r}, a {type(found).__name__}{to}; it must return {ROUND_IT}"
            raise self.fault(question, number, reason)
        if not -1 <= found < most:
            raise self.fault(question, number, f"returned {found}{to}; {legal}")
        return int(found)


class Aside(Referee):
    """Plays a branch of somebody else's game to its end."""

    playing = False

    def play_on(self, other, index, where):
        """Play on from where the other referee stands, beginning with the move `index`."""
        self.where = where
        self.playing = True
        np.asarray(self.states).view(np.uint8)[:] = np.asarray(other.states).view(np.uint8)
        self.game = other.game
        self.table.module.play(self.state, index)
        self.finish()
        self.playing = False

    def fault(self, player, number, reason):
        """A Fault in a branch, which no replay shows."""
        return Fault(f"{self.named(player)} {reason} (seed {self.match.seed}, deal {number}, {self.where})")

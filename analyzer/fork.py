'''What if he had played something else?  Decisions of real games, each option played on to the end of the deal.

Games between given players are stopped at every decision of a *situation*; every *option* is branched from the true
state of the table, hidden hands and all, and finished by the same players on the same deal.  They know what they know
at the table and no more, so the answer is what a move is worth against these players, not against perfect ones.

    """Is it worth a trump?"""

    from analyzer import match
    from analyzer.briscola import beats, points, suit
    from analyzer.fork import Fork


    def situation(view, dearest=11):
        """The bucket: 0, 1 or 2 for a led card worth nothing, something, or ten and more; -1 for anything else."""
        if view.led < 0 or suit(view.led) == view.trump or points(view.led) > dearest:
            return -1
        worth = points(view.led)
        return 0 if worth == 0 else 1 if worth < 10 else 2


    def option(view, k):
        """The move: the weakest trump (k = 0), or the cheapest card that does not take the trick (k = 1)."""
        best = -1
        for m in range(view.n_moves):
            card = view.moves[m]
            trump = suit(card) == view.trump
            if k == 0 and trump and best < 0:
                best = m
            if k == 1 and not beats(card, view.winning, view.trump):
                if best < 0 or points(card) < points(view.moves[best]):
                    best = m
        return best


    fork = Fork(situation, option, options=("trump", "give away"), buckets=3, parameters={"dearest": 10})
    forked = fork.play(match.contest("spend_trump", "spend_trump", seed=1), 20_000)
    for worth in range(3):
        print(forked.gain("trump", "give away", worth))
    print(forked.gain("trump", "give away", (1, 2), of="score"), forked.chosen("trump"))

Every number is a mean over decisions from the side of whoever decides: `score` is 1 for a win and 1/2 for a draw,
`margin` what the game pays, in its points or units.  Both are of the whole game, or match, that follows the decision.
Intervals are for deals, not for decisions (see `clusters`).  A gain is one step's: an advice to deviate every time is
to be tested by a match, on fresh deals.
'''

import time
from dataclasses import dataclass

import numpy as np

from analyzer import branching, clusters, compiled, match, progress
from analyzer.crew import Chunk, Crew, CtrlC, view_of
from analyzer.fork_referee import Witness
from analyzer.forked import Forked
from analyzer.records import blank
from analyzer.roster import StrategyError
from analyzer.situation import questions
from analyzer.wording import count_of


class Fork:
    """Which decisions are branched, and what is tried there.

    `situation(view, **parameters)` answers a bucket 0 ... buckets - 1, or -1; `option(view, k, **parameters)` the place
    in view.moves of the move that option k makes, or -1 (see `situation`).  `options` are the names of the options.
    StrategyError or ValueError with one sentence for what cannot be asked.
    """

    def __init__(self, situation, option, options, buckets, parameters=None):
        self.asked = questions(situation, option, parameters)
        self.options = (options,) if isinstance(options, str) else tuple(options)
        if not self.options or len(set(self.options)) < len(self.options):
            raise ValueError(f"options are one name or several, no two alike, not {options!r}")
        most = clusters.most_buckets(len(self.options))
        if not isinstance(buckets, int) or not 1 <= buckets <= most:
            raise ValueError(
                f"with {count_of(len(self.options), 'option')} there may be 1 to {most} buckets, not {buckets!r}"
            )
        self.buckets = buckets

    def prepare(self, contest, whose=None, timeout=60.0):
        """Compile what is not compiled yet; new functions must first answer in plain Python on a few deals."""
        match.prepare(contest, timeout)
        if not compiled.is_fork_warm(contest.table.game, self.asked):
            progress.note("compiling the question, once: the next run starts at once")
            self._witness(contest, branched(contest, whose)).audition(timeout=timeout)
        with progress.compiling(), CtrlC() as ctrl_c:
            compiled.mended(contest.table.game, lambda: ForkCrew(self, contest, whose, 0, 0, 1, 1).play_nothing())
        if ctrl_c.pressed:
            raise KeyboardInterrupt

    def play(self, contest, deals, first=0, whose=None, jobs=None, chunk=None, tell=None, timeout=60.0):
        """Branch the decisions of deals first..first+deals-1 and return what was Forked.

        `whose` is the index of the party of the contest whose decisions are meant, None: everybody's.  The other
        parameters are those of `match.play`.  Games of a deal that would be the same, since the same strategies sit in
        the same seats, are played once.  Ctrl-C ends it early and keeps what is finished.
        """
        self.prepare(contest, whose, timeout)
        jobs = min(jobs or match.cores(), max(1, deals))
        began = time.perf_counter()
        sums = clusters.new_sums(self.buckets, len(self.options))
        forked = Forked(contest, self.options, self.buckets, sums, first, jobs)
        with CtrlC() as ctrl_c:
            crew = ForkCrew(self, contest, whose, deals, first, jobs, chunk)
            crew.start()
            try:
                for played in crew.chunks(timeout, ctrl_c):
                    clusters.merge(forked.sums, played.counts)
                    forked.deals += played.n
                    if tell:
                        tell(forked.deals)
            except OverflowError as error:
                raise ValueError(str(error)) from None
            finally:
                crew.stop()
        forked.interrupted = ctrl_c.pressed and forked.deals < deals
        if forked.interrupted:
            progress.interrupted()
        forked.seconds = time.perf_counter() - began
        return forked

    def _witness(self, contest, seats):
        return Witness(contest, self.asked, self.options, self.buckets, seats)


def branched(contest, whose=None):
    """Whose decisions are branched, int64 [kind, game, seat]; nobody's in a game that another of the block repeats."""
    parties = len(contest.parties)
    if whose is not None and (not isinstance(whose, int) or not 0 <= whose < parties):
        raise ValueError(f"whose decisions? Parties count from 0 to {parties - 1}, None is everybody; not {whose!r}")
    plan, columns = contest.plan, contest.table.columns
    alike = [contest.players.index(player) for player in contest.players]
    marked = np.zeros(plan.seats.shape, np.int64)
    for kind, games in enumerate(plan.seats.tolist()):
        before = set()
        for game, seats in enumerate(games):
            owners = plan.owners[kind, game]
            wanted = tuple(whose is None or owners[columns[seat]] == whose for seat in range(len(seats)))
            seated = (tuple(alike[player] for player in seats), wanted)
            if any(wanted) and seated not in before:
                before.add(seated)
                marked[kind, game] = wanted
    return marked


@dataclass
class ForkChunk(Chunk):
    """Consecutive deals a thread has branched."""

    at: np.ndarray | None = None  # where the loop was when it stopped


class ForkCrew(Crew):
    """The threads of a fork."""

    def __init__(self, fork, contest, whose, deals, first, jobs, chunk):
        super().__init__(contest, deals, first, jobs, chunk and min(chunk, clusters.MOST_DEALS), False)
        self.largest = min(self.largest, clusters.MOST_DEALS)
        self.fork = fork
        self.branched = branched(contest, whose)
        game = contest.table.game
        self.kernel = compiled.fork(game)
        self.asked = np.array([compiled.question_address(each, game) for each in fork.asked], np.int64)
        self.columns = np.array(contest.table.columns, np.int64)
        self.states = [_two(states, contest.table.module) for states in self.states]
        self.places = [clusters.apart((5,)) for _ in self.states]  # where each thread is: see `branching`

    def play_nothing(self):
        """Call the compiled functions for no deals at all, so that they are compiled or read from the cache."""
        self.desk(self.states[0])(0, 0)

    def desk(self, states):
        """What a thread plays with, as a function that plays `n` deals from `start` on and makes their Chunk."""
        game, fork, seed = self.match.table.module, self.fork, self.match.seed
        views, shape = view_of(game), (fork.buckets, len(fork.options))
        room = clusters.new_room(*shape, game.ROW)
        words = np.zeros(2, compiled.PARAMETERS)
        words["values"] = [compiled.vector(each) for each in fork.asked]
        at = next(place for mine, place in zip(self.states, self.places, strict=True) if mine is states)
        seats = (self.addresses, self.params, self.plan.seats, self.branched, self.columns)

        def play(start, n):
            chunk = ForkChunk(start, n, clusters.new_sums(*shape), at=at)
            try:
                played = self.kernel(*seats, states, views, seed, start, n, self.asked, words, chunk.counts, room, at)
                if played < n:
                    chunk.fault_at = start + played
            except Exception as error:
                if n == 0:
                    raise
                chunk.fault_at, chunk.error = int(states["number"][0]), error
            return chunk

        return play

    def fault(self, chunk):
        """The fault that stopped a chunk, as plain Python shows it on the same deal."""
        number, at = chunk.fault_at, [int(each) for each in chunk.at]
        if at[branching.ASKED] == branching.SUMS:
            return StrategyError(
                f"too many decisions of one deal are in one bucket (seed {self.match.seed}, deal {number}): their "
                "outcomes cannot be squared in 64 bits; let the situation be rarer"
            )
        told = self.fork._witness(self.match, self.branched).explain(number, at)
        if told:
            return told
        who = {branching.SITUATION: self.fork.asked[0].label, branching.OPTION: self.fork.asked[1].label}
        name = who.get(at[branching.ASKED], f"strategy {self.match.anyone()}")
        what = f"raised {type(chunk.error).__name__}: {chunk.error}" if chunk.error else "gave no legal answer"
        where = f"(seed {self.match.seed}, deal {number})"
        return StrategyError(f"{name} {what}, compiled but not in plain Python {where}")

    def stuck(self, timeout):
        """The fault of whoever has not answered for so long, as plain Python shows it on a deal now being played."""
        playing = [(int(s["number"][0]), at.tolist()) for s, at in zip(self.states, self.places, strict=True)]
        for number, at in playing:
            told = self.fork._witness(self.match, self.branched).explain(number, at, min(timeout, 5.0))
            if told:
                return told
        return super().stuck(timeout)


def _two(states, game):
    """Two states like this one, as an array: of a game, and of a branch of it."""
    both = np.asarray(blank(game.STATE, 2))
    both.view(np.uint8).reshape(2, -1)[:] = np.asarray(states).view(np.uint8)
    return both.view(game.STATE)

"""Experiments: the matches a question needs, each played once and all on the same deals, and the answer put together.

    with Lab(deals=100_000, seed=1) as lab:
        duel = lab.duel("always_win", "spend_trump")
        several = lab.among(["spend_trump:spend_at=4", "spend_trump"], ["spend_trump", "maestro"])
        gain = several.gain("spend_trump:spend_at=4", over="spend_trump", against="maestro")

A *duel* is a match of `compare`.  *Among* opponents, settings play the same deals as in a `sweep`: what one makes more
than another is a paired difference, from which luck in the cards has gone.  Every estimate has mean, low, high and
level; scores lie between 0 and 1, margins are in points (or units) a game.

Ctrl-C ends the match that is being played and keeps what is finished of it, if that is enough to show anything; the
matches after it have no deals, and their estimates no mean.
"""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from analyzer import __version__, compiled, counting, options, progress, running, tables
from analyzer import match as matches
from analyzer.account import Account, which_deals
from analyzer.answer import Answer
from analyzer.clusters import new_sums
from analyzer.crew import CtrlC
from analyzer.forked import Forked
from analyzer.match import Match, Outcome
from analyzer.trials import Duel, Several
from analyzer.wording import count_of, exact

LEAST = 50  # deals: fewer show nothing to be sure of, and what they seem to show is often wrong
FIRST = {"": 0, "fresh": 10**12}  # the first deal of each domain, no two of which have deals in common


class Lab:
    """Plays and remembers.  As a context manager it shows one bar over all its matches."""

    def __init__(
        self, deals: Any, seed: Any = 1, jobs: Any = None, domain: str = "", timeout: Any = options.DEAL_TIMEOUT
    ) -> None:
        if domain not in FIRST:
            raise ValueError(f"there is no domain of deals {domain!r}; there are {', '.join(map(repr, FIRST))}")
        self.deals, self.seed = options.count(deals), options.seed_number(seed)
        if self.deals < LEAST:
            shows = "deal shows" if self.deals == 1 else "deals show"
            raise ValueError(f"{self.deals} {shows} nothing to be sure of; play {LEAST} or more, such as --deals 1000")
        self.jobs, _, self.timeout = options.pace(jobs, None, timeout)
        self.first = FIRST[domain]
        self.interrupted = False
        self._outcomes: dict[str, tuple[Match, Outcome]] = {}
        self._rehearsed: list[tuple[Match, int]] | None = None
        self._ready: set[Any] = set()
        self._planned = self._done = 0
        self._tell: Any = None
        self._ctrl_c: Any = None
        self._open = ExitStack()

    def __enter__(self) -> "Lab":
        self._ctrl_c = self._open.enter_context(CtrlC())
        self._tell = self._open.enter_context(progress.bar("playing", self._planned, "games"))
        return self

    def __exit__(self, *error):
        self._tell = self._ctrl_c = None
        self._open.close()

    # What is played

    def duel(self, one, two, game="briscola", players=None, rules=None, match="single", deals=None, each=None):
        """The Duel of two parties, told from the side of the first.

        `each(number, rows)` gets the rows of all games, chunk by chunk in the order of deals: int64 of shape (deals,
        games of a deal, *ROW), the first row being that of deal `number`.  ValueError if they cannot sit down there.
        """
        table = tables.table(game, players, rules, match)
        contest = Match(table, (matches.party(one, game), matches.party(two, game)), self.seed)
        return Duel(contest, self.play(contest, deals, each))

    def among(
        self, settings, against, game="briscola", players=None, rules=None, match="single", deals=None, each=None
    ):
        """The Several of settings (parties as typed), each against every one of `against`, all on the same deals.

        Where everybody is for himself a setting sits alone among players of one opponent, in every seat.  `each` as in
        `duel`; the games of a deal are those of the first pair, of the second ... as in `Several.pairs`.
        """
        table = tables.table(game, players, rules, match)
        settings, against = _list(settings), _list(against)
        names = list(dict.fromkeys([*settings, *against]))
        parties = tuple(matches.party(name, game) for name in names)
        two_sides = len(set(table.columns)) == 2
        pairs = tuple(
            (names.index(one), names.index(two))
            for one in dict.fromkeys(settings)
            for two in dict.fromkeys(against)
            if not (two_sides and parties[names.index(one)] == parties[names.index(two)])
        )
        # A party against itself scores one half of every deal, whatever the cards: nothing has to be played for that.
        if not pairs:
            raise ValueError("a party that meets nobody but itself can show no difference")
        contest = Match(table, parties, self.seed, pairs=pairs)
        return Several(contest, self.play(contest, deals, each), names, list(dict.fromkeys(against)))

    def play(self, contest, deals=None, each=None):
        """The Outcome of a match, from memory if it was played before; `each` as in `duel`."""
        deals = self.deals if deals is None else options.count(deals)
        _ = contest.plan  # which says what cannot be seated
        if self._rehearsed is not None:
            self._rehearsed.append((contest, deals))
            return _blank(contest)
        key = json.dumps([running.identity("lab", contest), deals])
        if key in self._outcomes and each is None:
            return self._outcomes[key][1]
        if self._stopped():
            return _blank(contest)
        self._prepare(contest)
        games, held = contest.plan.games, each and _Held(each)
        outcome = matches.play(
            contest, deals, self.first, self.jobs, None, lambda done: self._say(games * done), held, self.timeout
        )
        self._done += games * outcome.deals
        self.interrupted = outcome.interrupted
        if self.interrupted and outcome.deals < LEAST:
            return _blank(contest)
        if held:
            held.pass_on()
        self._outcomes[key] = (contest, outcome)
        return outcome

    def fork(self, fork, contest, deals=None, whose=None):
        """What was Forked of a match's decisions (see `analyzer.fork`); like a match it is compiled in rehearsal."""
        deals = self.deals if deals is None else options.count(deals)
        _ = contest.plan
        blank = Forked(contest, fork.options, fork.buckets, new_sums(fork.buckets, len(fork.options)), self.first, 0)
        if self._rehearsed is not None:
            self._rehearsed.append((contest, deals))
            fork.prepare(contest, whose, self.timeout)
            return blank
        if self._stopped():
            return blank
        games = contest.plan.games
        forked = fork.play(
            contest, deals, self.first, whose, self.jobs, None, lambda done: self._say(games * done), self.timeout
        )
        self._done += games * forked.deals
        self.interrupted = forked.interrupted
        if self.interrupted and forked.deals < LEAST:
            return blank
        self._outcomes[f"fork {len(self._outcomes)}"] = (contest, forked)
        return forked

    def _stopped(self):
        """Was Ctrl-C pressed, perhaps between two matches?"""
        if self._ctrl_c and self._ctrl_c.pressed and not self.interrupted:
            self.interrupted = True
            progress.interrupted()
        return self.interrupted

    def rehearse(self, work):
        """Learn from `work(lab)`, in which no deal is played, which matches are to come: compile them, plan the bar."""
        self._rehearsed = []
        try:
            work(self)
            planned = self._rehearsed
        finally:
            self._rehearsed = None
        seen = {json.dumps([running.identity("lab", contest), deals]): (contest, deals) for contest, deals in planned}
        self._planned += sum(contest.plan.games * deals for contest, deals in seen.values())
        for contest, _ in seen.values():
            self._prepare(contest)

    def _prepare(self, contest):
        """Compile who is not compiled yet, saying so once."""
        new = {(contest.table, player) for player in contest.players} - self._ready
        if not new:
            return
        with progress.listening(_Once(progress.listener, self._ready)):
            matches.prepare(contest, self.timeout)
        self._ready |= new

    def _say(self, games):
        """Tell the bar."""
        if not self._tell:
            return
        done = self._done + games
        if done > self._planned:  # a match nobody had planned
            self._tell(done, "playing", done)
        else:
            self._tell(done)

    # What is said of it

    def account(self, more=""):
        """The Account of all that was played: the line of provenance, its facts, and what may differ between runs."""
        played = [(contest, outcome) for contest, outcome in self._outcomes.values() if outcome.deals]
        deals = max((outcome.deals for _, outcome in played), default=0)
        games = sum(
            outcome.games if isinstance(outcome, Forked) else contest.plan.games * outcome.deals
            for contest, outcome in played
        )
        seconds = sum(outcome.seconds for _, outcome in played)
        jobs = max((outcome.jobs for _, outcome in played), default=0)
        rate = round(games / seconds) if seconds else 0
        made = f"mazziere {__version__}, engine {compiled.engine()}"
        how = f"{seconds:.1f} s, {exact(rate)} games/s, {count_of(jobs, 'thread')}"
        line = f"seed {self.seed}, {which_deals([(self.first, deals)])}; {more}{made}; {how}"
        facts = {"deals": deals, "games": games, "seed": self.seed, "first": self.first}
        run = {"seconds": round(seconds, 3), "games_per_second": rate, "jobs": jobs}
        run |= {"version": __version__, "engine": compiled.engine()}
        return Account([(self.first, deals)], line, facts, run)

    def answer(
        self,
        question: str,
        title: str,
        sentences: Sequence[str],
        lines: Sequence[str] = (),
        tables: Sequence[Any] = (),
        drawings: Sequence[Any] = (),
        facts: Any = None,
        command: str = "",
        more: str = "",
    ) -> Answer:
        """The Answer: the block (title, sentences, lines, provenance, the command), and everything else with it.

        Without `facts` the tables are what programs are told: `"tables": {name: [{column: value}, ...]}`.
        """
        account = self.account(more)
        block = [title]
        if self.interrupted and not account.facts["deals"]:
            sentences, lines, tables, drawings = ["Interrupted before enough was finished to say anything."], (), (), ()
        elif self.interrupted:
            block.append(f"INTERRUPTED; what follows is the result of {count_of(account.facts['games'], 'game')}")
        block += [*sentences, *lines, account.line]
        if command:
            block.append(f"again: {command}")
        facts = dict(facts) if facts else {"tables": {table.name: table.records() for table in tables}}
        return Answer(
            question=question,
            sentences=list(sentences),
            block=block,
            tables=list(tables),
            drawings=list(drawings),
            facts=account.facts | facts | {"verdict": sentences[0]},
            run=account.run,
            command=command,
            interrupted=self.interrupted,
        )

    def words(self):
        """The options of a command line that plays the same deals."""
        first = [f"--first {self.first}"] if self.first else []
        return [f"--deals {self.deals}", *first]


def _list(words):
    return [words] if isinstance(words, str) else list(words)


def _blank(contest):
    """The Outcome of no deals."""
    return Outcome(counting.counter(contest).blank(), 0, 0.0, 0)


class _Held:
    """Keeps the rows of the first deals back until they are enough to be told."""

    def __init__(self, each):
        self.each, self.rows, self.deals = each, [], 0

    def __call__(self, number, rows):
        self.rows.append((number, rows.copy()))
        self.deals += len(rows)
        if self.deals >= LEAST:
            self.pass_on()

    def pass_on(self):
        """What was kept."""
        for number, rows in self.rows:
            self.each(number, rows)
        self.rows = []


class _Once:
    """Passes on to a listener what is said, but no note twice."""

    def __init__(self, to, said):
        self.to, self.said = to, said

    def note(self, text):
        """One line."""
        if text not in self.said:
            self.said.add(text)
            self.to.note(text)

    def interrupted(self):
        """Ctrl-C."""
        self.to.interrupted()

    def bar(self, what, total, unit="deals"):
        """A bar."""
        return self.to.bar(what, total, unit)

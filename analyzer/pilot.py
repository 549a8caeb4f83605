"""A pilot: some deals, played to see how much deals vary and how long they take.  It does not ask who plays better."""

from functools import cached_property

import numpy as np

from analyzer import match as matches
from analyzer import progress, running, seating, standings, stats
from analyzer.findings import played, same
from analyzer.lengths import Spread
from analyzer.planning import blocks_to_see
from analyzer.sprt import EVEN
from analyzer.wording import all_of, count_of, exact, interval

USUAL = 10_000  # deals
BRIEF = 0.2  # seconds: a run shorter than this is spent on starting, and says nothing about speed
LEAST = 50  # deals: fewer do not even show how far off their variance may be


class Pilot:
    """So many deals of a match, from the deal `first` on."""

    def __init__(self, contest, deals, first):
        self.contest, self.deals, self.first = contest, deals, first
        self.table = contest.table
        self.alone = contest.plan.design == seating.AMONG
        self.outcome = self.walk = None
        self.timed = None  # the run that tells the speed

    def kinds(self, asked):
        """What is planned: what was asked for, or else what decides at this table; ValueError for what cannot be."""
        if same(self.contest):
            name = self.contest.parties[0].label
            raise ValueError(
                f"{name} against itself comes out even on every deal, so there is no difference to see: name another, "
                "or say how much deals vary, as in --sd 21.7%"
            )
        if self.alone and "score" in asked:
            raise ValueError(
                "at a table where everybody is for himself no score is that of equals; plan payoffs instead: "
                "--see-margin 0.5 or --sprt-margin 0,1"
            )
        return asked or ["score" if self.table.counts_score and not self.alone else "margin"]

    def play(self, jobs, chunk, timeout):
        """Play it."""
        with running.Run(running.identity("plan", self.contest), None, jobs, chunk, timeout) as run:
            matches.prepare(self.contest, timeout)
            with progress.bar(f"playing a pilot of {count_of(self.deals)}", self.deals) as tell:
                self.outcome = run.play(self.contest, self.deals, self.first, tell=tell)
            if not self.outcome.deals:
                raise KeyboardInterrupt
            self.timed = self.outcome
            while not self.timed.interrupted and 0 < self.timed.seconds < BRIEF:
                more = int(self.timed.deals * 1.5 * BRIEF / self.timed.seconds) + 1
                self.timed = run.play(self.contest, more)
        ledger = self.outcome.ledger
        self.walk = ledger.walk.with_rest(ledger.rest())

    # What it shows

    def spread(self, kind):
        """How much its deals vary: ValueError if they do not."""
        seen = self._moments(kind)
        n = seen.n
        if n < LEAST:
            does = "deal does" if n == 1 else "deals do"
            raise ValueError(
                f"{n} {does} not show how much deals vary: play {LEAST} or more with --deals, such as 1000"
            )
        if not seen.variance > 0:
            raise ValueError(self._nothing(kind, seen))
        unit = f"{self.table.module.UNIT} a {self.table.bout}"
        return Spread(kind, seen.variance * n / (n - 1), unit, n, self._peak(kind, seen), self.speed)

    def _moments(self, kind):
        return self.walk.score_moments() if kind == "score" else self.walk.margin_moments()

    def _nothing(self, kind, seen):
        """What to say where every deal came out the same."""
        one, two = self.contest.labels()
        so_far = f"in every one of {count_of(seen.n)} of the pilot"
        if seen.mean == EVEN[kind]:
            level = (
                f"{one} and {two} came out even" if kind == "margin" else f"{one} and {two} won as much as each other"
            )
            return f"{so_far} {level}, so there is nothing to go by yet: play more with --deals, or plan with --sd"
        got = f"{100 * seen.mean:g} %" if kind == "score" else f"{seen.mean:+g} points a {self.table.bout}"
        return f"{so_far} {one} made {got}: a difference that large shows at once; for a smaller one plan with --sd"

    def _peak(self, kind, seen):
        """The kurtosis of a block; 3 where blocks are not kept apart."""
        if not self.walk.pairs:
            return 3.0
        if kind == "score":
            counts, values = np.array(self.walk.cells()), np.linspace(0, 1, 5)
        else:
            counts = self.outcome.counts.result[0]["histogram"]
            values = (np.arange(len(counts)) - stats.SPAN) / 2
        return float(counts @ (values - seen.mean) ** 4 / seen.n / seen.variance**2)

    @property
    def speed(self):
        """Deals a second; None if it cannot be told."""
        return self.timed.played / self.timed.seconds if self.timed.seconds else None

    def seen(self, kind):
        """What it said of the first strategy, with an interval."""
        counts = self.outcome.counts.result
        if self.walk.pairs:
            return stats.score(counts[0]) if kind == "score" else stats.margin(counts[0])
        return (standings.score if kind == "score" else standings.payoff)(counts, 0, self.walk.places[0])

    # In words

    @cached_property
    def title(self):
        """Who played, and what."""
        seats = "both sides" if self.walk.pairs else "every seat"
        n = count_of(self.outcome.deals)
        return f"{all_of(self.contest.labels())}: {played(self.table)}, a pilot of {n} from {seats}"

    def sentence(self, plan):
        """What it said itself, and how many deals show as much as that."""
        kind, spread, seen = plan.spread.kind, plan.spread, self.seen(plan.spread.kind)
        name = self.contest.labels()[0] + (f" among {self.contest.labels()[1]}" if self.alone else "")
        got = (
            f"scored {interval(seen, 100, ' %')}"
            if kind == "score"
            else f"made {interval(seen, 1, f' {spread.unit}', sign=True)}"
        )
        if seen.low is None or seen.low <= EVEN[kind] <= seen.high:
            return f"in the pilot {name} {got}, which is too close to call."
        enough = blocks_to_see(seen.mean - EVEN[kind], spread.variance, plan.power)
        return f"in the pilot {name} {got}; as much as that shows after {plan.deals(enough)}."

    def cut_short(self):
        """That Ctrl-C ended it, in a line; none if it did not."""
        if not self.outcome.interrupted:
            return []
        return [f"INTERRUPTED after {exact(self.outcome.deals)} of {count_of(self.deals)}; what follows is from those"]

    def account(self):
        """How it was played, in a line."""
        run, n = self.run(), self.outcome.deals
        return (
            f"seed {self.contest.seed}, deals {self.first} to {self.first + n - 1}; mazziere {run['version']}, engine "
            f"{run['engine']}; {self.outcome.seconds:.1f} s, {exact(round(self.speed or 0))} deals/s, "
            f"{count_of(self.outcome.jobs, 'thread')}"
        )

    def run(self):
        """What may differ when it is played again."""
        return self.contest.provenance(
            seconds=round(self.outcome.seconds, 3),
            deals_per_second=None if self.speed is None else round(self.speed, 1),
            jobs=self.outcome.jobs,
        )

    def facts(self, kinds):
        """The part of the JSON."""
        pilot = {"deals": self.outcome.deals, "first": self.first, "seed": self.contest.seed}
        for kind in kinds:
            seen = self.seen(kind)
            pilot[kind] = {"mean": seen.mean, "low": seen.low, "high": seen.high}
        return {
            "game": self.table.game,
            "players": self.table.players,
            "rules": self.table.in_force(),
            "strategies": [
                {"name": member.name, "parameters": member.values}
                for party in self.contest.parties
                for member in party.shown
            ],
            "pilot": pilot,
        }

    def command(self, words):
        """The command line that plays it again, and plans what `words` ask for."""
        n = self.outcome.deals
        more = [f"--deals {n}"] if n != USUAL else []
        return self.contest.command("plan", *words, *more, *([f"--first {self.first}"] if self.first else []))

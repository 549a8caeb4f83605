"""The deals that tuning may play: a budget of them, kept count of, and kept in the state file of the run.

The *budget* is counted in deals of one setting: a deal that ten settings play takes ten of it.  All settings play the
same deals, numbered from 0.  Other deals, numbered from `CHECK` on, tell what was found is worth; `PILOT` more behind
these say in which unit payoffs go.
"""

import time
from typing import Any

import numpy as np

from analyzer import counting, match
from analyzer.reading import MOST_DEALS

CHECK = MOST_DEALS  # the number of the first check deal: no tuning deal can have it
PILOT, PILOT_FIRST = 200, 2 * MOST_DEALS  # how many deals, and the number of the first: no check deal can have it
FAR = 10  # times as much as a payoff is from 0 on average (root mean square): what is beyond counts as so much
PATIENCE = 0.2  # seconds: records wait so long for the next before they are written


class Stopped(Exception):
    """Ctrl-C, in the middle of a batch."""


class TuningDeals:
    """Plays settings of a grid on a ground, as deals of a run, within a budget; `ctrl_c` knows whether to stop.

    `trace` is given the lines of a race (`settings_trace`).
    """

    def __init__(self, ground, grid, run, budget, tell, ctrl_c, trace=lambda lines: None):
        self.ground, self.grid, self.run, self.budget = ground, grid, run, budget
        self.tell, self.ctrl_c, self.trace = tell, ctrl_c, trace
        self.spent = 0  # of the budget, with what was played before the run was stopped
        self.played = 0  # of the budget, now
        self.written = time.monotonic()
        self.waiting: Any = None

    def batch(self, choices, first, n):
        """Play deals with these settings: their values, int64 [deals, settings]."""
        kept = []
        counter = counting.counter(self._contest(choices))
        self._play(choices, first, n, lambda number, rows: kept.append(self.ground.values(counter.values(rows))))
        return np.concatenate(kept)

    def sums(self, choices, first, n):
        """The same, summed: a number for each setting."""
        return self.ground.totals(self._play(choices, first, n))

    def _play(self, choices, first, n, save=None):
        """The counts of these deals."""
        if self.ctrl_c.pressed:
            raise Stopped
        run, at = self.run, self.spent
        outcome = match.play(
            self._contest(choices),
            n,
            first,
            run.jobs,
            run.chunk,
            lambda done: self.say(at + done * len(choices)),
            save,
            run.timeout,
        )
        if outcome.deals < n:
            raise Stopped
        self.spent += n * len(choices)
        self.played += n * len(choices)
        return outcome.counts

    def kept_sum(self, name, choice, first, n):
        """The sum of one setting's values; a state file keeps it, half finished too, under this name."""
        if self.ctrl_c.pressed:
            raise Stopped
        at = self.spent
        outcome = self.run.play(self._contest([choice]), n, first, name=name, tell=lambda done: self.say(at + done))
        self.played += outcome.played
        if outcome.deals < n:
            raise Stopped
        self.spent += n
        (total,) = self.ground.totals(outcome.counts)
        return total

    def _contest(self, choices):
        return self.ground.contest([self.grid.player(choice) for choice in choices])

    def say(self, done, line=""):
        """Tell how much of the budget is spent."""
        self.tell(min(done, self.budget), line)

    def keep(self, name, record):
        """Keep a record of how things stand, written soon."""
        self.waiting = (name, record)
        if time.monotonic() - self.written >= PATIENCE:
            self.flush()

    def flush(self):
        """Write the record that waits."""
        if self.waiting:
            self.run.keep(*self.waiting)
            self.waiting, self.written = None, time.monotonic()

    # In which unit values go

    @property
    def whole(self):
        """A value is divided by this to be a mean as it is told: a score from 0 to 1, or a payoff."""
        return self.ground.whole

    @property
    def span(self):
        """The most two values may differ by: all there is to win, or where payoffs count `FAR` times the usual one."""
        return self.whole if self.ground.by_score else 2 * FAR * self._usual_payoff * self.whole

    @property
    def game(self):
        """What a game won is in values, more than a draw: half of all there is, or a usual payoff."""
        return self.whole / 2 if self.ground.by_score else self._usual_payoff * self.whole

    @property
    def _usual_payoff(self):
        """How far payoffs of single games are from 0 (root mean square), from some deals that nothing else plays."""
        seen = self.run.recall("pilot")
        if seen is None:
            contest = self._contest([self.grid.usual])
            row, columns = contest.table.module.PAYOFF, contest.plan.entries.shape[2]
            kept: list[Any] = []

            def save(number, rows):
                kept.append(rows[:, :, row, :columns].ravel())

            run = self.run
            outcome = match.play(contest, PILOT, PILOT_FIRST, run.jobs, run.chunk, None, save, run.timeout)
            if outcome.deals < PILOT:
                raise Stopped
            seen = max(1, round(float(np.sqrt((np.concatenate(kept).astype(float) ** 2).mean()))))
            run.keep("pilot", seen)
        return seen

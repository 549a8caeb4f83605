"""Looking for the best setting of a strategy with a budget of deals: a race, halving and then a race, or a walk.

The *budget* is counted in deals of one setting: a deal that ten settings play takes ten of it.  All settings play the
same deals, numbered from 0; what is found says how much better than the default setting it seemed, which flatters.
What it is worth is told by other deals, numbered from `CHECK` on, a number that no tuning deal can have.

- race (`racing`): all settings play on, and whoever is surely beaten drops out; for up to some dozens of settings.
- halve: sequential halving down to `FINAL` settings, and these race on new deals.
- walk (`tuning`): SPSA, for so many settings that there is no trying all of them.

With a state file a race and a walk keep a record after every batch, halving the counts of every setting and round; so
each goes on from there and ends as if it had never stopped.
"""

import time
from dataclasses import asdict, dataclass, field
from math import isqrt
from typing import Any

import numpy as np

from analyzer import counting, match, progress, racing, tuning
from analyzer.crew import CtrlC
from analyzer.options import MOST_DEALS
from analyzer.scores import WHOLE
from analyzer.settings import settings, totals, values
from analyzer.wording import exact

CHECK = MOST_DEALS  # the number of the first check deal
RACED, HALVED = 40, 2000  # settings: up to so many race, up to so many are halved
FINAL = 8  # settings that race after halving
BATCHES = 60  # of a race: each takes one part of so many of the budget, but
LEAST, LARGEST = 100, 4000  # no fewer and no more deals than these
STEPS, SHORT = 400, 25  # of a walk: how many at most, and how many deals one takes at least where there are enough
PILOT = 200  # deals: where payoffs decide, how much they vary is seen first
FAR = 10  # times as much as a payoff is from 0 on average (root mean square): what is beyond counts as so much
PATIENCE = 0.2  # seconds: records wait so long for the next before they are written
REACH, STRIDE = 8, 1.0  # of a walk: parts of a range that plus and minus go from the middle; how bold a step is

METHODS = ("auto", "race", "halve", "spsa")
MOST_RACING = 100  # settings: every two of them bet against each other


@dataclass
class Found:
    """What tuning came to: the setting it chose, and how it came to that."""

    method: str
    choice: tuple[Any, ...] | None  # the values chosen; None while nothing was played
    tried: int  # settings that have played
    spent: int  # of the budget
    deals: int  # the numbers of tuning deals go up to this
    promised: float | None  # how much better than the default it was on the deals both played; None if unknown
    interrupted: bool = False
    rows: list[Any] = field(default_factory=list)  # of every setting tried: (choice, deals, mean, out at)
    left: list[Any] = field(default_factory=list)  # settings that were still in when the budget was spent
    played: int = 0  # of the budget, now
    seconds: float = 0.0
    jobs: int = 1


class Stopped(Exception):
    """Ctrl-C, in the middle of a batch."""


def method_for(grid, budget):
    """The way that suits so many settings."""
    if grid.size <= RACED and not (len(grid.varied) > 3 and any(each.fine for each in grid.varied)):
        return "race"
    if grid.size <= HALVED and grid.size * 50 <= budget:
        return "halve"
    return "spsa"


def check(grid, method, budget):
    """ValueError where a budget is too small for so many settings, or a method for them."""
    most = {"race": MOST_RACING, "halve": HALVED}.get(method, grid.size)
    if grid.size > most:
        other = "halve" if grid.size <= HALVED else "spsa"
        raise ValueError(f"at most {settings(most)} can {method}, not {exact(grid.size)}: --method {other} can")
    rounds = (grid.size - 1).bit_length() if method == "halve" else 1
    least = 2 if method == "spsa" else 2 * (grid.size + 1) * max(1, rounds)
    if budget < least:
        raise ValueError(
            f"{settings(grid.size)} need a budget of {exact(least)} deals or more, every deal counted once for each "
            f"setting that plays it, not {exact(budget)}"
        )


class Search:
    """Plays settings on tuning deals."""

    def __init__(self, ground, grid, run, budget, tell):
        self.ground, self.grid, self.run, self.budget = ground, grid, run, budget
        self.tell = tell
        self.spent = self.played = 0
        self.written = time.monotonic()
        self.ctrl_c: Any = None
        self.waiting: Any = None

    def seek(self, method):
        """Look for the best setting; the Found."""
        began = time.perf_counter()
        with CtrlC() as self.ctrl_c:
            try:
                found = {"race": self.race_all, "halve": self.halve, "spsa": self.walk}[method]()
            except Stopped:
                found = Found(method, None, 0, self.spent, 0, None, True)
            finally:
                self.flush()
        if found.interrupted:
            self.run.interrupted = True
            progress.interrupted()
        found.played, found.seconds = self.played, time.perf_counter() - began
        found.jobs = self.run.jobs or match.cores()
        return found

    # Batches of deals

    def batch(self, choices, first, n, want_values):
        """Play deals with these settings: their values by deal, or the sums of them."""
        if self.ctrl_c.pressed:
            raise Stopped
        contest = self.ground.contest([self.grid.player(choice) for choice in choices])
        counter, kept = counting.counter(contest), []

        def save(number, rows):
            kept.append(values(self.ground, counter.values(rows)))

        run, at = self.run, self.spent
        outcome = match.play(
            contest,
            n,
            first,
            run.jobs,
            run.chunk,
            lambda done: self.say(at + done * len(choices)),
            save if want_values else None,
            run.timeout,
        )
        if outcome.interrupted or outcome.deals < n:
            raise Stopped
        self.spent += n * len(choices)
        self.played += n * len(choices)
        return np.concatenate(kept) if want_values else totals(self.ground, outcome.counts)

    def say(self, done, line=""):
        """Tell how much of the budget is spent."""
        self.tell(min(done, self.budget), line)

    def keep(self, name, record, now=False):
        """Keep a record, written soon."""
        self.waiting = (name, record)
        if now or time.monotonic() - self.written >= PATIENCE:
            self.flush()

    def flush(self):
        """Write the record that waits."""
        if self.waiting:
            self.run.keep(*self.waiting)
            self.waiting, self.written = None, time.monotonic()

    def unit(self):
        """(what a value is divided by to be a mean, the most two values may differ by, what a walk counts as a game).

        Of scores that is known; of payoffs it is taken from how much those of single games vary in the first deals.
        """
        if self.ground.by_score:
            whole = self.ground.unit * WHOLE
            return whole, whole, whole / 2
        seen = self.run.recall("pilot")
        if seen is None:
            contest = self.ground.contest([self.grid.player(self.grid.usual)])
            row = contest.table.module.PAYOFF
            columns = contest.plan.entries.shape[2]
            kept = []
            outcome = match.play(
                contest,
                PILOT,
                0,
                self.run.jobs,
                self.run.chunk,
                None,
                lambda number, rows: kept.append(rows[:, :, row, :columns].ravel()),
                self.run.timeout,
            )
            if outcome.interrupted:
                raise Stopped
            payoffs = np.concatenate(kept).astype(float)
            seen = max(1, round(float(np.sqrt((payoffs**2).mean()))))
            self.run.keep("pilot", seen)
        return self.ground.unit, 2 * FAR * seen * self.ground.unit, seen * self.ground.unit

    # A race

    def race_all(self):
        """Let all settings race."""
        return self.race(self.grid.choices, 0, "race", {})

    def race(self, choices, first, method, before):
        """Race on deals from `first` on, until one is left or the budget is spent.

        `before` is what was found by halving: rows, and the sums of it.
        """
        whole, span, _ = self.unit()
        budget = self.budget - self.spent
        arms = len(choices)
        default = choices.index(self.grid.usual) if self.grid.usual in choices else None
        record = self.run.recall("race")
        if record is None:
            race, spent, gaps = racing.new_race(arms, span), 0, [[0, 0] for _ in choices]
        else:
            race, spent, gaps = racing.Race(**record["race"]), record["spent"], record["gaps"]
            self.spent += spent
        interrupted = False
        while len(race.alive) > 1:
            n = min(max(LEAST, min(LARGEST, budget // BATCHES // len(race.alive))), (budget - spent) // len(race.alive))
            if n < 1:
                break
            alive = list(race.alive)
            try:
                seen = self.batch([choices[arm] for arm in alive], first + race.deals, n, True)
            except Stopped:
                interrupted = True
                break
            if not self.ground.by_score:
                seen = np.clip(seen, -(span // 2), span // 2)
            spent += n * len(alive)
            if default in alive:
                for k, arm in enumerate(alive):
                    gaps[arm][0] += n
                    gaps[arm][1] += int((seen[:, k] - seen[:, alive.index(default)]).sum())
            racing.advance(race, {arm: seen[:, k] for k, arm in enumerate(alive)})
            self.keep("race", {"race": race.record(), "spent": spent, "gaps": gaps})
            leader = self.grid.named(choices[race.leader()])
            self.say(self.spent, f"racing: {len(race.alive)} of {exact(arms)} settings left, {leader} leads")
        out = {each["arm"]: each["deals"] for each in race.dropped}
        rows = dict(before.get("rows", {}))
        for arm, choice in enumerate(choices):
            mean = race.totals[arm] / race.played[arm] / whole if race.played[arm] else None
            if mean is not None or choice not in rows:
                rows[choice] = (choice, race.played[arm], mean, first + out[arm] if arm in out else None)
        best = max(race.alive, key=lambda arm: (race.totals[arm], arm == default, -arm))
        n, gap = gaps[best]
        promised = gap / n / whole if n else before.get("promised", {}).get(choices[best])
        known = race.deals > 0 or before
        return Found(
            method,
            choices[best] if known else None,
            before.get("tried", arms) if known else 0,
            self.spent,
            first + race.deals,
            promised,
            interrupted,
            list(rows.values()),
            [choices[arm] for arm in race.alive] if known else [],
        )

    # Halving

    def halve(self):
        """Halve the settings down to `FINAL`, then race these."""
        grid, whole = self.grid, self.unit()[0]
        choices = grid.choices
        if len(choices) <= FINAL:
            return self.race(choices, 0, "halve", {})
        plan = racing.rounds(len(choices), self.budget)
        plan = [(left, new) for left, new in plan if left > FINAL]
        sums: dict[int, list[int]] = {arm: [] for arm in range(len(choices))}
        alive, out, first, stopped = list(sums), {}, 0, False
        for number, (left, new) in enumerate(plan):
            try:
                for arm in alive:
                    sums[arm].append(self.round(number, arm, first, new))
            except Stopped:
                stopped = True
            first += new
            if stopped:
                break
            order = sorted(alive, key=lambda arm: (-sum(sums[arm]), arm))
            out |= dict.fromkeys(order[(left + 1) // 2 :], first)
            alive = sorted(order[: (left + 1) // 2])
            self.say(self.spent, f"halving: {exact(len(alive))} of {exact(len(choices))} settings left")
        deals = np.cumsum([new for _, new in plan]).tolist()
        rows, promised, usual = {}, {}, sums[grid.default]
        for arm, seen in sums.items():
            if not seen:
                continue
            played = deals[len(seen) - 1]
            rows[choices[arm]] = (choices[arm], played, sum(seen) / played / whole, out.get(arm))
            both = min(len(seen), len(usual))
            if both:
                gap = sum(seen[:both]) - sum(usual[:both])
                promised[choices[arm]] = gap / deals[both - 1] / whole
        before = {"rows": rows, "promised": promised, "tried": len(rows)}
        if stopped:
            finished = [arm for arm in alive if sums[arm]]
            mean = {arm: sum(sums[arm]) / deals[len(sums[arm]) - 1] for arm in finished}
            best = max(finished, key=lambda arm: (mean[arm], arm == grid.default, -arm), default=None)
            choice = None if best is None else choices[best]
            return Found(
                "halve",
                choice,
                len(rows),
                self.spent,
                first,
                promised.get(choice),
                True,
                list(rows.values()),
                [choices[arm] for arm in finished],
            )
        return self.race([choices[arm] for arm in alive], first, "halve", before)

    def round(self, number, arm, first, n):
        """The sum of a setting's values in a round of halving."""
        if self.ctrl_c.pressed:
            raise Stopped
        choice, at = self.grid.choices[arm], self.spent
        contest = self.ground.contest([self.grid.player(choice)])
        name = f"round {number + 1} of {self.grid.named(choice)}"
        outcome = self.run.play(contest, n, first, name=name, tell=lambda done: self.say(at + done))
        self.played += outcome.played
        if outcome.deals < n:
            raise Stopped
        self.spent += n
        (total,) = totals(self.ground, outcome.counts)
        return total

    # A walk

    def walk(self):
        """Walk uphill by SPSA, two settings a step against the whole pool."""
        _, _, game = self.unit()
        knobs = [knob(each, value) for each, value in zip(self.grid.varied, self.grid.usual, strict=True)]
        blocks = self.budget // 2
        if blocks < 1:
            raise ValueError("a walk wants a budget of 2 deals or more")
        step = max(1, blocks // STEPS, min(SHORT, blocks // 20))
        knobs = [tuning.Knob(**asdict(each) | {"rate": STRIDE / max(1, isqrt(blocks))}) for each in knobs]
        record = self.run.recall("walk")
        state = record or {"walk": None, "tried": []}
        tried = {tuple(each) for each in state["tried"]}
        self.spent += 2 * state["walk"]["done"] if state["walk"] else 0
        last = [tuning.Walk(**state["walk"]) if state["walk"] else None]

        def play(plus, minus, first, n):
            pair = [self.choice(side) for side in (plus, minus)]
            ahead, behind = self.batch(pair, first, n, False)
            tried.update(pair)
            return max(-2 * n, min(2 * n, round((ahead - behind) / game)))

        def hook(run):
            last[0] = run
            told = self.choice(tuning.result(knobs, run))
            self.keep("walk", {"walk": run.record(), "tried": sorted(map(list, tried))})
            self.say(self.spent, f"walking: at {self.grid.named(told)}")

        stopped = False
        try:
            run = tuning.spsa(play, knobs, blocks, step, self.ground.seed, state["walk"], hook)
        except Stopped:
            stopped, run = True, last[0]
        choice = self.choice(tuning.result(knobs, run)) if run else None
        done = run.done if run else 0
        return Found("spsa", choice, len(tried), self.spent, done, None, stopped)

    def choice(self, numbers):
        """A setting of the kinds its parameters have."""
        kinds = [type(value) for value in self.grid.usual]
        digits = [rounding(each) for each in self.grid.varied]
        return tuple(
            kind(round(value, places)) if kind is float else kind(value)
            for kind, value, places in zip(kinds, numbers, digits, strict=True)
        )


def knob(varied, value):
    """How a parameter is moved: between the ends of its range, from the default value or the end next to it."""
    low, high = float(varied.values[0]), float(varied.values[-1])
    if low == high:
        raise ValueError(f"a walk needs a range, and {varied.name} has one value only")
    whole = not isinstance(value, float)
    nudge = (high - low) / REACH
    return tuning.Knob(min(max(float(value), low), high), low, high, max(nudge, 0.75) if whole else nudge, whole=whole)


def rounding(varied):
    """To how many places a fraction is told: some thousandths of its range."""
    low, high = float(varied.values[0]), float(varied.values[-1])
    return max(0, 3 - int(np.floor(np.log10(high - low)))) if high > low else 6

"""Looking for the best setting of a strategy with a budget of deals: a race, halving and then a race, or a walk.

- race (`racing`): all settings play on, and whoever is surely beaten drops out; for up to some dozens of settings.
- halve (`racing`): the worse half is dropped after each round, down to `FINAL` settings, and these race on new deals.
- walk (`uphill`): by SPSA, for so many settings that there is no trying all of them.

What is `Found` says how much better than the default setting it seemed, which flatters: what it is worth is told by
other deals.  With a state file a race and a walk keep a record after every batch, halving the sum of every setting and
round; so each goes on from there and ends as if it had never stopped.
"""

import time
from typing import Any

from analyzer import match, progress, racing, settings_trace, tracing
from analyzer.crew import CtrlC
from analyzer.found import Found, Tried
from analyzer.settings import settings
from analyzer.tuning_deals import Stopped, TuningDeals
from analyzer.uphill import walk
from analyzer.wording import exact, nearest, one_of

METHODS = ("auto", "race", "halve", "spsa")
RACED, HALVED = 40, 2000  # settings: up to so many race, up to so many are halved
MOST_RACING = 100  # settings, if one asks for it: every two of them bet against each other
FINAL = 8  # settings that race after halving
EACH = 50  # deals a setting must have on average to be tried at all, not walked past
MANY = 3  # parameters: of more, fractions are not tried by tenths
BATCHES = 60  # of a race: each takes one part of so many of the budget, but
LEAST, LARGEST = 100, 4000  # no fewer and no more deals than these


def method(word, grid, budget):
    """The way of looking that a word asks for; ValueError where it does not suit so many settings or such a budget."""
    if word not in METHODS:
        raise ValueError(f"there is no method {word!r}; there is {one_of(METHODS)}{nearest(word, METHODS)}")
    chosen = _suiting(grid, budget) if word == "auto" else word
    count = grid.count
    most = {"race": MOST_RACING, "halve": HALVED}.get(chosen, count)
    if count > most:
        other = "halve" if count <= HALVED else "spsa"
        raise ValueError(f"at most {settings(most)} can {chosen}, not {exact(count)}: --method {other} can")
    rounds = (count - 1).bit_length() if chosen == "halve" else 1
    least = 2 if chosen == "spsa" else 2 * count * rounds
    if budget < least:
        raise ValueError(
            f"{grid.counted} need a budget of {exact(least)} deals or more, every deal counted once for each "
            f"setting that plays it, not {exact(budget)}"
        )
    return chosen


def _suiting(grid, budget):
    """The way that suits so many settings."""
    tenths = len(grid.varied) > MANY and any(each.fine for each in grid.varied)
    if grid.count <= RACED and not tenths:
        return "race"
    if grid.count <= HALVED and grid.count * EACH <= budget:
        return "halve"
    return "spsa"


def seek(how, ground, grid, run, budget, tell, trace=None):
    """Look for the best setting of a grid by a method; the Found.  A race is told in lines to the file `trace`."""
    began = time.perf_counter()
    with CtrlC() as ctrl_c, tracing.opened(trace, settings_trace.HEAD, iter) as write:
        deals = TuningDeals(ground, grid, run, budget, tell, ctrl_c, write)
        try:
            found = {"race": race_all, "halve": halve, "spsa": walk}[how](deals)
        except Stopped:  # before anything was found
            found = Found(how, interrupted=True)
        finally:
            deals.flush()
    if found.interrupted:
        run.interrupted = True
        progress.interrupted()
    found.spent, found.played = deals.spent, deals.played
    found.seconds, found.jobs = time.perf_counter() - began, run.jobs or match.cores()
    return found


def race_all(deals):
    """Let all settings race."""
    return race(deals, deals.grid.choices, 0, "race")


def race(deals, choices, first, how, rows=None, promised=None):
    """Race on deals from `first` on, until one is left or the budget is spent.

    `rows` are those Tried before, by setting, and `promised` is what each had seemed better than the default by.
    """
    grid, span, whole = deals.grid, deals.span, deals.whole
    usual = choices.index(grid.usual) if grid.usual in choices else None
    record = deals.run.recall("race")
    if record is None:
        race, met, looked = racing.new_race(len(choices), span), None, None
    else:
        race, met, looked = racing.Race(**record["race"]), record["met"], record["looked"]
    looks = settings_trace.Racing([grid.named(choice) for choice in choices], usual, whole, looked)
    deals.trace(looks.lines)
    latest: dict[int, Any] = {}
    before = sum(race.played)
    budget = deals.budget - deals.spent
    deals.spent += before

    def batch(race):
        size = max(LEAST, min(LARGEST, budget // BATCHES // len(race.alive)))
        return min(size, (budget - sum(race.played)) // len(race.alive))

    def play(arms, start, n):
        nonlocal latest
        seen = deals.batch([choices[arm] for arm in arms], first + start, n).clip(-half, half)
        latest = dict(zip(arms, seen.T, strict=True))
        return latest

    def hook(race):
        nonlocal met
        if usual is not None and race.played[usual] == race.deals:
            met = [race.deals, list(race.totals)]
        deals.trace(looks.take(latest, race))
        deals.keep("race", {"race": race.record(), "met": met, "looked": looks.record()})
        leader = grid.named(choices[race.leader(usual)])
        deals.say(deals.spent, f"racing: {len(race.alive)} of {exact(len(choices))} settings left, {leader} leads")

    half = span if deals.ground.by_score else span // 2
    try:
        racing.race(play, race, batch, hook)
    except Stopped:
        interrupted = True
    else:
        interrupted = False
    if not race.deals and not rows:
        return Found(how, interrupted=interrupted)
    out = {each["arm"]: first + each["deals"] for each in race.dropped}
    rows = dict(rows or {})
    for arm, choice in enumerate(choices):
        mean = race.mean(arm)
        if mean is not None:
            rows[choice] = Tried(choice, race.played[arm], mean / whole, out.get(arm))
    best = race.leader(usual)
    gap = (promised or {}).get(choices[best])
    if met:
        n, totals = met
        gap = (totals[best] - totals[usual]) / n / whole
    left = [choices[arm] for arm in race.alive]
    return Found(how, choices[best], len(rows), first + race.deals, gap, interrupted, list(rows.values()), left)


def halve(deals):
    """Halve the settings down to `FINAL`, then race these."""
    grid, choices, usual = deals.grid, deals.grid.choices, deals.grid.default
    if len(choices) <= FINAL:
        return race(deals, choices, 0, "halve")
    plan = [(left, new) for left, new in racing.rounds(len(choices), deals.budget) if left > FINAL]
    run = racing.new_halving(len(choices), plan)

    def play(number, arm, first, n):
        choice = choices[arm]
        return deals.kept_sum(f"round {number + 1} of {grid.named(choice)}", choice, first, n)

    def hook(run):
        deals.say(deals.spent, f"halving: {exact(len(run.alive))} of {exact(len(choices))} settings left")

    try:
        racing.halve(play, run, usual, hook)
    except Stopped:
        interrupted = True
    else:
        interrupted = False
    rows, promised = {}, {}
    for arm, choice in enumerate(choices):
        rounds = len(run.sums[arm])
        both = min(rounds, len(run.sums[usual]))
        if rounds:
            n = run.played(rounds)
            rows[choice] = Tried(choice, n, run.total(arm) / n / deals.whole, run.out.get(arm))
        if both:
            promised[choice] = (run.total(arm, both) - run.total(usual, both)) / run.played(both) / deals.whole
    if not interrupted:
        return race(deals, [choices[arm] for arm in run.alive], run.deals, "halve", rows, promised)
    seen = [arm for arm in run.alive if run.sums[arm]]
    if not seen:
        return Found("halve", interrupted=True)
    best = min(seen, key=lambda arm: (-rows[choices[arm]].mean, arm != usual, arm))
    left = [choices[arm] for arm in seen]
    choice = choices[best]
    return Found("halve", choice, len(rows), run.deals, promised.get(choice), True, list(rows.values()), left)

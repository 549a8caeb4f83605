"""What an answer says of the run it rests on: which deals, how fast, and what of that may differ between equal runs."""

from typing import NamedTuple

from analyzer.wording import count_of, exact


class Account(NamedTuple):
    """What every answer says of the deals it rests on."""

    ranges: list[tuple[int, int]]  # (first, how many) each
    line: str  # the one of the block
    facts: dict  # the part of the JSON
    run: dict  # and the part that may differ between two equal runs


def account_of(contest, outcome, games, more=""):
    """The Account of a run of which each deal took so many games; `more` goes into the line."""
    n = outcome.deals
    rate = outcome.played / outcome.seconds if outcome.seconds else 0.0
    run = contest.provenance(seconds=round(outcome.seconds, 3), deals_per_second=round(rate, 1), jobs=outcome.jobs)
    ranges = outcome.ledger.ranges if outcome.ledger and n else [(outcome.first, n)]
    before = f"; {exact(n - outcome.played)} of the deals were finished before" if n > outcome.played else ""
    speed = f"{outcome.seconds:.1f} s, {exact(round(games * run['deals_per_second']))} games/s"
    how = f"{speed}, {count_of(outcome.jobs, 'thread')}{before}" if outcome.jobs else "played before"
    made = f"mazziere {run['version']}, engine {run['engine']}"
    line = f"seed {contest.seed}, {which_deals(ranges)}; {more}{made}; {how}"
    facts = {"deals": n, "games": games * n, "seed": contest.seed, "first": ranges[0][0]}
    if len(ranges) > 1:
        facts["ranges"] = [{"first": start, "deals": k} for start, k in ranges]
    return Account(ranges, line, facts, run)


def which_deals(ranges):
    """`deals 0 to 99`, `deal 0`."""
    (start, n), *others = ranges
    if n > 1 or others:
        return f"deals {told_deals(ranges)}"
    return f"deal {start}" if n else "no deals"


def told_deals(ranges):
    """`0 to 99`, or of which parts they are."""
    return " and ".join(f"{start} to {start + n - 1}" if n > 1 else str(start) for start, n in ranges)

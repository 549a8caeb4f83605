"""How fast is the kernel on this machine, and how fast does the command start?

Deals a second depend on the machine and on what else it does, so every figure is also given as a ratio to a fixed loop
of integer arithmetic that was timed around it in the same run.  Ratios can be compared between runs; seconds cannot.
A game is one deal played once; `compare` plays every deal from every seat.  A fork is timed at the decisions with three
cards in hand, each of which is played on to the end of the game.
"""

import statistics
import subprocess
import sys
import time
from functools import partial

import numba
import numpy as np

from analyzer import match
from analyzer.fork import Fork

ROUNDS = 5
# What is played: by whom, among its like, at which table, and on how many deals.
TABLES = [
    ("random_card", {}, 200_000),
    ("spend_trump", {}, 200_000),
    ("maestro", {}, 20_000),
    ("random_card", {"players": 3}, 60_000),
    ("spend_trump", {"players": 3}, 60_000),
    ("random_card", {"players": 4}, 150_000),
    ("spend_trump", {"players": 4}, 150_000),
    ("random_card", {"players": 6}, 150_000),
    ("spend_trump", {"players": 6}, 150_000),
    ("random_bidder", {"game": "chiamata"}, 30_000),
    ("timid", {"game": "chiamata"}, 30_000),
    ("random_move", {"game": "burraco"}, 2_000),
    ("meld_all", {"game": "burraco"}, 3_000),
    ("maestro", {"game": "burraco"}, 500),
]
# The same for forks.
FORKS = [("spend_trump", {}, 20_000), ("maestro", {}, 2_000)]
STARTS = {"--help": ["--help"], "1,000 deals": ["compare", "spend_trump", "lowest", "--deals", "1000"]}


@numba.njit(nogil=True)
def yardstick(n):
    """A chain of n SplitMix64 steps, each waiting for the one before."""
    z = np.uint64(1)
    for _ in range(n):
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z


def steps_per_second(n=20_000_000):
    """Steps of the yardstick a second."""
    start = time.perf_counter()
    yardstick(n)
    return n / (time.perf_counter() - start)


def games_per_second(contest, deals, jobs):
    """Games a second of one match."""
    outcome = match.play(contest, deals, jobs=jobs)
    return contest.plan.games * outcome.deals / outcome.seconds


def three_cards(view):
    """0 for a decision between three cards."""
    return 0 if view.n_moves == 3 else -1


def each_card(view, k):
    """The k-th card."""
    return k


def in_rounds(measure):
    """The median rate of several rounds, and the median ratio to the yardstick, a thousand steps of it."""
    rates, ratios = [], []
    for _ in range(ROUNDS):
        before = steps_per_second()
        rates.append(measure())
        ratios.append(1000 * rates[-1] / ((before + steps_per_second()) / 2))
    return statistics.median(rates), statistics.median(ratios)


def main():
    """Print the table."""
    yardstick(1)
    print(f"{'':13} {'players':>7} {'threads':>7} {'games/s':>12} {'per 1,000 yardstick steps':>26}")
    for name, options, deals in TABLES:
        contest = match.contest(name, name, **options)
        match.prepare(contest)
        for jobs in (1, 2):
            rate, ratio = in_rounds(partial(games_per_second, contest, deals, jobs))
            print(f"{name:13} {contest.table.players:>7} {jobs:>7} {rate:>12,.0f} {ratio:>26.3f}", flush=True)
    print()
    print(f"{'fork':13} {'options':>7} {'threads':>7} {'decisions/s':>12} {'per 1,000 yardstick steps':>26}")
    fork = Fork(three_cards, each_card, ("first", "second", "third"), 1)
    for name, options, deals in FORKS:
        contest = match.contest(name, name, **options)
        fork.prepare(contest)
        for jobs in (1, 2):
            rate, ratio = in_rounds(lambda c=contest, n=deals, j=jobs: fork.play(c, n, jobs=j).branched_per_second)
            print(f"{name:13} {3:>7} {jobs:>7} {rate:>12,.0f} {ratio:>26.3f}", flush=True)
    print()
    for name, arguments in STARTS.items():
        seconds = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "analyzer.cli", *arguments], check=True, stdout=subprocess.DEVNULL)
            seconds.append(time.perf_counter() - start)
        seconds = statistics.median(seconds)
        print(
            f"start-up, {name:12} {seconds:6.3f} s, {seconds * steps_per_second() / 1e6:8.1f} million yardstick steps"
        )


if __name__ == "__main__":
    main()

"""How fast is the kernel on this machine, and how fast does the command start?

Deals a second depend on the machine and on what else it does, so every figure is also given as a ratio to a fixed loop
of integer arithmetic that was timed around it in the same run.  Ratios can be compared between runs; seconds cannot.
A game is one deal played once; `compare` plays every deal from every seat.
"""

import statistics
import subprocess
import sys
import time

import numba
import numpy as np

from analyzer import match

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


def main():
    """Print the table."""
    yardstick(1)
    print(f"{'':13} {'players':>7} {'threads':>7} {'games/s':>12} {'per 1,000 yardstick steps':>26}")
    for name, options, deals in TABLES:
        contest = match.contest(name, name, **options)
        match.prepare(contest)
        for jobs in (1, 2):
            rates, ratios = [], []
            for _ in range(ROUNDS):
                before = steps_per_second()
                rate = games_per_second(contest, deals, jobs)
                steps = (before + steps_per_second()) / 2
                rates.append(rate)
                ratios.append(1000 * rate / steps)
            rate, ratio = statistics.median(rates), statistics.median(ratios)
            print(f"{name:13} {contest.table.players:>7} {jobs:>7} {rate:>12,.0f} {ratio:>26.3f}", flush=True)
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

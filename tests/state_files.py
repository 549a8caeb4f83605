"""State files for tests: counts that tell which deals they are of, and a file with all that a file may hold."""

from functools import reduce

from analyzer.journal import Journal

IDENTITY = {
    "command": "compare",
    "strategy": ["maestro:lead=2", "lowest"],
    "rules": {"tie": "draw", "last_trick": True},
    "seed": 1,
    "match": None,
    "code of": {"maestro": "3f2a", "lowest": "9b1c"},
    "engine": "0.1.0",
}


def plus(a, b):
    """Counts of two ranges: sums of what was packed, and the ranges one after the other."""
    assert a["deals"][1] == b["deals"][0], "only neighbours are merged, the first deals first"
    return {"sums": [x + y for x, y in zip(a["sums"], b["sums"], strict=True)], "deals": [a["deals"][0], b["deals"][1]]}


def counts(first, n):
    """Counts that can be told from those of all other ranges."""
    numbers = range(first, first + n)
    return {"sums": [n, sum(numbers), sum(k * k for k in numbers)], "deals": [first, first + n]}


def add(state, first, n, play="deals"):
    """Add counts of some deals."""
    state.add(play, [(first, n, counts(first, n))])


def total(state, play="deals"):
    """The counts of all finished deals of a play, which must be neighbours."""
    return reduce(plus, [found for _, _, found in state.segments(play)])


def opened(path, **other):
    """The state file of a run, which may be `other` than usual."""
    return Journal(path, {**IDENTITY, **other}, plus)


def a_file(path):
    """Write a state file with several segments of two plays and two records; what is in it."""
    with opened(path) as state:
        for first, n in ((0, 64), (64, 64), (128, 30), (200, 24)):
            add(state, first, n)
        add(state, 3, 4, play="warm up")
        state.keep("race", {"alive": [0, 2]})
        state.keep("walk", [0.25, -1])
    return path.read_bytes()


def lines(data):
    """The lines of a file."""
    return data.splitlines(keepends=True)

"""Looking for the best setting by a walk (`spsa`): where there are too many settings to try them all.

At every step the whole pool is met by two settings, a little apart on either side of where the walk stands, and the
better one draws it to its side.
"""

from math import floor, isqrt, log10

from analyzer import spsa
from analyzer.found import Found
from analyzer.tuning_deals import Stopped

STEPS, SHORT = 400, 25  # how many at most, and how many deals one takes at least where there are enough
REACH, STRIDE = 8, 1.0  # parts of a range that the two go from the middle; how bold a step is
WHOLE_REACH = 0.75  # of whole numbers: at least so far, or both would be the same too often


def walk(deals):
    """Walk as far as the budget goes; the Found."""
    grid, game, blocks = deals.grid, deals.game, deals.budget // 2
    step = max(1, blocks // STEPS, min(SHORT, blocks // 20))
    rate = STRIDE / max(1, isqrt(blocks))
    knobs = [_knob(each, value, rate) for each, value in zip(grid.varied, grid.usual, strict=True)]
    record = deals.run.recall("walk") or {"walk": None, "tried": []}
    tried = {tuple(each) for each in record["tried"]}
    stands = spsa.Walk(**record["walk"]) if record["walk"] else None
    deals.spent += 2 * stands.done if stands else 0

    def play(plus, minus, first, n):
        pair = [_setting(grid, side) for side in (plus, minus)]
        ahead, behind = deals.sums(pair, first, n)
        tried.update(pair)
        return max(-2 * n, min(2 * n, round((ahead - behind) / game)))

    def hook(run):
        nonlocal stands
        stands = run
        deals.keep("walk", {"walk": run.record(), "tried": sorted(map(list, tried))})
        deals.say(deals.spent, f"walking: at {grid.named(_setting(grid, spsa.result(knobs, run)))}")

    try:
        spsa.walk(play, knobs, blocks, step, deals.ground.seed, record["walk"], hook)
    except Stopped:
        interrupted = True
    else:
        interrupted = False
    choice = _setting(grid, spsa.result(knobs, stands)) if stands else None
    return Found("spsa", choice, len(tried), stands.done if stands else 0, None, interrupted)


def _knob(varied, value, rate):
    """How a parameter is moved: between the ends of its range, from the default value or the end next to it."""
    low, high = float(varied.values[0]), float(varied.values[-1])
    if low == high:
        raise ValueError(f"a walk needs a range, and {varied.name} has one value only")
    whole, nudge = not isinstance(value, float), (high - low) / REACH
    start = min(max(float(value), low), high)
    return spsa.Knob(start, low, high, max(nudge, WHOLE_REACH) if whole else nudge, rate, whole)


def _setting(grid, numbers):
    """The setting for a place of the walk: values of the kinds its parameters have."""
    return tuple(
        _rounded(each, usual, number) for each, usual, number in zip(grid.varied, grid.usual, numbers, strict=True)
    )


def _rounded(varied, usual, number):
    """A fraction to some thousandths of its range, the default value where it is that; whole numbers as they are."""
    if not isinstance(usual, float):
        return type(usual)(number)
    places = max(0, 3 - floor(log10(varied.values[-1] - varied.values[0])))
    return usual if round(number, places) == round(usual, places) else float(round(number, places))

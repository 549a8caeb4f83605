"""Which numbers make a strategy strongest?  SPSA: walk uphill by games between two neighbours.

Spall's simultaneous perturbation (1992) as chess testers do it (fishtest, `spsa_workflow.py`): at every step all
parameters move a little at once, each up or down by the flip of a coin; the strategy so changed plays the one changed
the other way, and every parameter goes some way to the side that won.  Two strategies play at a step, however many
parameters there are.

`play(plus, minus, first, n)` plays the one list of values against the other over blocks first, first + 1 ... (n of
them) and tells games won less games lost by the first: pair scores in quarters less 2, summed.

All chance comes from a seed and the number of the block at which a step begins.  A walk can be stopped after any step
and goes on from its `record`, which JSON holds.  Where it ends is a guess; only fresh deals tell what it is worth.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import floor
from typing import Any

from analyzer.shuffle import stream, word

ALPHA, GAMMA = 0.602, 0.101  # how fast steps and perturbations shrink (Spall 1998)
STABILITY = 0.1  # share of all blocks in which steps shrink slowly
APART = -3  # the stream of a deal's coins: of its cards they know nothing

Number = int | float
Play = Callable[[list[Number], list[Number], int, int], int]


@dataclass(frozen=True, slots=True)
class Knob:
    """A parameter: where it starts, its range, and how boldly it is moved at the end of the walk."""

    start: float
    low: float
    high: float
    nudge: float  # c_end: how far plus and minus are from the middle
    rate: float = 0.002  # r_end: a game won moves it by rate * nudge
    whole: bool = False  # only whole numbers can be played

    def __post_init__(self) -> None:
        if not (self.low <= self.start <= self.high and self.nudge > 0 and self.rate > 0):
            raise ValueError(f"a knob wants low <= start <= high, nudge > 0 and rate > 0: {self}")
        if self.whole and not (float(self.low).is_integer() and float(self.high).is_integer()):
            raise ValueError(f"a whole knob wants a range of whole numbers: {self}")

    def within(self, value: float) -> float:
        """The nearest value of its range."""
        return min(max(value, self.low), self.high)

    def played(self, value: float, chance: float = 0.5) -> Number:
        """A value as it can be played: one that must be whole is rounded up with the probability of its fraction.

        `chance`, from 0 to below 1, decides; by 0.5 it goes to the nearest.
        """
        return floor(value + chance) if self.whole else value


@dataclass(slots=True)
class Walk:
    """How a walk stands: plain numbers and lists, so `asdict` gives its record."""

    blocks: int  # of the whole walk
    seed: int
    done: int  # blocks
    theta: list[float]

    def record(self) -> dict[str, Any]:
        """All there is to go on from."""
        return asdict(self)


def setup(knob: Knob, blocks: int) -> tuple[float, float]:
    """c = c_end N^gamma, a = r_end c_end^2 (A + N)^alpha, A = N / 10: nudge and rate are reached at the last block."""
    return knob.nudge * blocks**GAMMA, knob.rate * knob.nudge**2 * (STABILITY * blocks + blocks) ** ALPHA


def gains(c: float, a: float, stability: float, k: int) -> tuple[float, float]:
    """Perturbation and rate at block k = 1, 2 ...: c_k = c / k^gamma, R_k = a / (A + k)^alpha / c_k^2."""
    c_k = c / k**GAMMA
    return c_k, a / (stability + k) ** ALPHA / c_k**2


def moved(knob: Knob, theta: float, rate: float, nudge: float, flip: int, won: int) -> float:
    """theta + R_k c_k flip (W - L), kept in the knob's range."""
    return knob.within(theta + rate * nudge * flip * won)


def chances(seed: int, number: int, knob: int) -> tuple[int, float]:
    """A coin, 1 or -1, and a number from 0 to below 1, for a knob in the step that begins at a block."""
    key = stream(seed, number, APART)
    return 1 - 2 * (word(key, 2 * knob) & 1), (word(key, 2 * knob + 1) >> 11 & (1 << 53) - 1) * 2.0**-53


def walk(
    play: Play,
    knobs: Sequence[Knob],
    blocks: int,
    batch: int = 1,
    seed: int = 0,
    record: dict[str, Any] | None = None,
    hook: Callable[[Walk], None] | None = None,
) -> Walk:
    """Walk for `blocks` blocks, `batch` of them a step; `hook` is told after every step how it stands.

    Plus and minus are kept in range, then those of a whole knob are rounded by the same number, so that their distance
    is right on average and no noisier than it must be.  Steps follow the clock of blocks, so a large batch takes fewer
    and longer steps.
    """
    if blocks < 1 or batch < 1 or not knobs:
        raise ValueError("a walk wants knobs, blocks and a batch of one block or more")
    run = Walk(**deepcopy(record)) if record else Walk(blocks, seed, 0, [float(knob.start) for knob in knobs])
    if (len(run.theta), run.blocks, run.seed) != (len(knobs), blocks, seed):
        raise ValueError("the record is of another walk")
    starts = [setup(knob, blocks) for knob in knobs]
    while run.done < blocks:
        n = min(batch, blocks - run.done)
        coins = [chances(seed, run.done, which) for which in range(len(knobs))]
        scale = [gains(c, a, STABILITY * blocks, run.done + 1) for c, a in starts]
        plus, minus = (
            [
                knob.played(knob.within(theta + side * flip * nudge), luck)
                for knob, theta, (nudge, _), (flip, luck) in zip(knobs, run.theta, scale, coins, strict=True)
            ]
            for side in (1, -1)
        )
        won = int(play(plus, minus, run.done, n))
        if abs(won) > 2 * n:
            raise ValueError(f"{won} more games won than lost in {n} blocks of two games?")
        run.theta = [
            moved(knob, theta, rate, nudge, flip, won)
            for knob, theta, (nudge, rate), (flip, _) in zip(knobs, run.theta, scale, coins, strict=True)
        ]
        run.done += n
        if hook:
            hook(run)
    return run


def result(knobs: Sequence[Knob], run: Walk) -> list[Number]:
    """Where the walk stands, as it can be played."""
    return [knob.played(theta) for knob, theta in zip(knobs, run.theta, strict=True)]

"""What a person may type, and what it means in Python; ValueError with one sentence for what means nothing.

Words in, values out; `wording` goes the other way.
"""

import re
import secrets
from decimal import Decimal
from typing import Any

MOST_DEALS = 10**12
SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}


def whole(text: Any) -> int:
    """A whole number as people write it: `1000`, `250k`, `1M`, `1e6`, `1_000_000`.  ValueError for anything else."""
    if isinstance(text, bool):
        raise ValueError(f"{text} is no whole number; write it like 1000, 250k, 1M or 1e6")
    if isinstance(text, int):
        return text
    match = re.fullmatch(r"(-?[\d_,]*\.?\d+(?:e\+?\d+)?)([kmb]?)", str(text).strip().lower())
    try:
        value = Decimal(match[1].replace(",", "").replace("_", "")) * SUFFIXES[match[2]] if match else None
    except ArithmeticError:  # an exponent beyond all numbers
        value = None
    if value is not None and abs(value) > 2**53:
        raise ValueError(f"{text} is too large; whole numbers go up to {2**53} here")
    if value is None or value != int(value):
        raise ValueError(f"{text!r} is no whole number; write it like 1000, 250k, 1M or 1e6")
    return int(value)


def count(text: Any) -> int:
    """How many deals: a whole number from 1 to a million million."""
    number = whole(text)
    if not 1 <= number <= MOST_DEALS:
        raise ValueError(f"there must be 1 to {MOST_DEALS:,} deals, not {number:,}")
    return number


def small_count(text: Any, what: str) -> int:
    """How many threads, deals at a time or players, or which seating: a whole number from 1 to a million."""
    number = whole(text)
    if not 1 <= number <= 1_000_000:
        raise ValueError(f"{what}: a number from 1 to a million, not {number:,}")
    return number


def duration(text: Any) -> float:
    """A time in seconds, from a tenth of a second to a year."""
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = 0.0
    if not 0.1 <= number <= 31_557_600:
        raise ValueError(f"{text!r} is no time in seconds from 0.1 up")
    return number


def seed_number(text: Any) -> int:
    """A seed: a whole number from 0 to 2**53, or `random` to draw one."""
    if isinstance(text, str) and text == "random":
        return secrets.randbits(32)
    number = whole(text)
    if not 0 <= number <= 2**53:
        raise ValueError(f"a seed is a whole number from 0 to {2**53}, or random, not {number}")
    return number


def deal_number(text: Any) -> int:
    """The number of a deal: a whole number from 0 to 2**53."""
    number = whole(text)
    if not 0 <= number <= 2**53:
        raise ValueError(f"deals are numbered from 0 to {2**53}, there is no deal {number}")
    return number


def probability(text: Any, what: str) -> float:
    """A probability strictly between 0 and 1: `0.05`, `5%`."""
    number = fraction(text)
    if number is None or not 0 < number < 1:
        raise ValueError(f"{what} lies between 0 and 1, such as 0.05, not {text!r}")
    return number


def two_scores(text: Any) -> tuple[float, float]:
    """Two win scores, LO,HI, the lower first: `0.50,0.51` or `50%,51%`."""
    lo, hi = _two(text, "--sprt", "0.50,0.51")
    if not 0 < lo < hi < 1:
        raise ValueError(
            f"--sprt weighs two win scores between 0 and 1, the lower one first, such as 0.50,0.51, not {text}"
        )
    return lo, hi


def two_margins(text: Any) -> tuple[float, float]:
    """Two margins in points, LO,HI, the lower first: `0,1.5`."""
    lo, hi = _two(text, "--sprt-margin", "0,1")
    if "%" in str(text) or not lo < hi:
        raise ValueError(f"--sprt-margin weighs two margins in points, the lower one first, such as 0,1, not {text}")
    return lo, hi


def two_elos(text: Any, option: str) -> tuple[float, float]:
    """Two numbers of Elo or nElo, LO,HI, the lower first, and no further apart than Elo goes: `0,5`."""
    lo, hi = _two(text, option, "0,5")
    if "%" in str(text) or not -200 <= lo < hi <= 200:
        raise ValueError(f"{option} needs two numbers from -200 to 200, the lower first, such as 0,5, not {text}")
    return lo, hi


def errors(alpha: Any, beta: Any) -> tuple[float, float]:
    """The errors of a test: two probabilities, each less than that of a coin, 1/2."""
    alpha, beta = probability(alpha, "alpha"), probability(beta, "beta")
    for name, error in (("alpha", alpha), ("beta", beta)):
        if error >= 0.5:
            raise ValueError(f"{name} is how often the test may be wrong, less than 0.5, such as 0.05, not {error:g}")
    return alpha, beta


def precision(text: Any) -> tuple[str, float]:
    """How close an interval must come: `ci=0.2%` for the score, `margin=0.5` for points: (score or margin, half)."""
    name, equals, wanted = str(text).partition("=")
    half = fraction(wanted)
    if name not in ("ci", "margin") or not equals:
        raise ValueError(f"--until is written ci=0.2% (of the score) or margin=0.5 (in points), not {text}")
    most = 0.5 if name == "ci" else 1e6
    if half is None or not 0 < half < most or (name == "margin" and "%" in wanted):
        example = "a share such as 0.2% or 0.002" if name == "ci" else "a number of points such as 0.5"
        raise ValueError(f"--until {name}= needs {example}, not {wanted!r}")
    return ("score" if name == "ci" else "margin"), half


def _two(text: Any, option: str, example: str) -> tuple[float, float]:
    """Two numbers, parted by a comma."""
    parts = text if isinstance(text, (tuple, list)) else str(text).split(",")
    numbers = [fraction(part) for part in parts]
    if len(numbers) != 2 or None in numbers:
        raise ValueError(f"{option} needs two numbers LO,HI, such as {example}, not {text}")
    return numbers[0], numbers[1]  # type: ignore[return-value]


def fraction(text: Any) -> float | None:
    """A finite number, `0.2%` being 0.002; None for anything else."""
    word = str(text).strip()
    match = re.fullmatch(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?) *(%?)", word, re.IGNORECASE)
    try:
        number = float(Decimal(match[1]) / (100 if match[2] else 1)) if match else None
    except ArithmeticError:  # an exponent beyond all numbers
        number = None
    return number if number is not None and abs(number) < 1e300 else None

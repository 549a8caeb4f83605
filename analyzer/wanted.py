"""What a plan is for, as people ask for it: differences to be seen, sequential tests, and how much deals vary."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from analyzer import reading
from analyzer.lengths import LARGEST, Kind, Spread
from analyzer.wording import plain

LEAST_SCORE, LEAST_MARGIN, MOST_MARGIN = 1e-7, 1e-9, 1e9


class Wanted(NamedTuple):
    """Differences to be seen and the two means of a test, by what they are of; and how sure one wants to be."""

    differences: dict[Kind, list[float]]
    tests: dict[Kind, tuple[float, float] | None]
    power: float
    alpha: float
    beta: float

    @property
    def kinds(self) -> list[Kind]:
        """What is asked about: scores, margins, or both."""
        return [kind for kind in self.differences if self.differences[kind] or self.tests[kind]]

    def words(self) -> list[str]:
        """The options that ask for it."""
        scores, margins = self.differences["score"], self.differences["margin"]
        words = [f"--see {','.join(f'{plain(100 * x)}%' for x in scores)}"] if scores else []
        words += [f"--see-margin {','.join(map(plain, margins))}"] if margins else []
        words += [f"--power {self.power:g}"] if self.power != 0.8 else []
        for option, test in (("--sprt", self.tests["score"]), ("--sprt-margin", self.tests["margin"])):
            words += [f"{option} {','.join(map(plain, test))}"] if test else []
        words += [f"--alpha {self.alpha:g}"] if self.alpha != 0.05 else []
        return words + ([f"--beta {self.beta:g}"] if self.beta != 0.05 else [])


def wanted(see: Any, see_margin: Any, sprt: Any, sprt_margin: Any, power: Any, alpha: Any, beta: Any) -> Wanted:
    """What the options of that name ask for; ValueError with one sentence for what makes no sense."""
    power = reading.probability(power, "power")
    if not 0.5 <= power <= 0.9999:
        raise ValueError(f"power says how often a difference is to be seen, such as 0.8 or 0.9, not {power:g}")
    return Wanted(
        {
            "score": [] if see is None else differences(see, "--see", "score"),
            "margin": [] if see_margin is None else differences(see_margin, "--see-margin", "margin"),
        },
        {
            "score": None if sprt is None else reading.two_scores(sprt),
            "margin": None if sprt_margin is None else reading.two_margins(sprt_margin),
        },
        power,
        *reading.errors(alpha, beta),
    )


def differences(given: Any, option: str, kind: Kind) -> list[float]:
    """Differences as people write them, the largest first: `0.2%`, `0.2%,1%`, `0.5`."""
    example = "0.2% or 0.002" if kind == "score" else "0.5"
    several = isinstance(given, Iterable) and not isinstance(given, str)
    parts = [str(part).strip() for part in (given if several else str(given).split(","))]
    found = []
    for part in parts:
        size = reading.fraction(part)
        if size is None or (part.endswith("%") and kind == "margin"):
            of = "shares of the score" if kind == "score" else "points"
            raise ValueError(f"{option} needs differences in {of}, such as {example}, not {part!r}")
        if kind == "score" and not LEAST_SCORE <= size < LARGEST:
            hint = f"; did you mean {part}%?" if 0 < size / 100 < LARGEST <= size and not part.endswith("%") else ""
            least = f"more than nothing (from {plain(100 * LEAST_SCORE)} % on)"
            raise ValueError(f"a score is less than 50 % off that of equals, and {least}, not {part}{hint}")
        if not LEAST_MARGIN <= size <= MOST_MARGIN:
            raise ValueError(f"{option} needs a difference in points above 0, such as {example}, not {part}")
        found.append(size)
    return sorted(set(found), reverse=True)


def spread(sd: Any, variance: Any, kinds: list[Kind]) -> Spread:
    """How much deals vary, as --sd or --variance says; it is of scores or of margins, whichever is asked about.

    Where nothing is asked about, it is of scores if it can be.
    """
    if sd is not None and variance is not None:
        raise ValueError("--sd and --variance say the same: give one of them")
    if len(kinds) > 1:
        raise ValueError("an sd is of scores or of points: plan --see and --see-margin one at a time, or with a pilot")
    option, text, power = ("--sd", sd, 1) if variance is None else ("--variance", variance, 2)
    word = str(text).strip()
    number = reading.fraction(word)
    if number is None or not 0 < number < 1e12 or (word.endswith("%") and option == "--variance"):
        example = "0.047 of the score, or 123 of points" if power == 2 else "21.7% of the score, or 11.1 points"
        raise ValueError(f"{option} is a number above 0, such as {example}, not {word!r}")
    square, fits = number ** (2 / power), number <= LARGEST**power
    kind = kinds[0] if kinds else "score" if fits or word.endswith("%") else "margin"
    if kind == "margin" and word.endswith("%"):
        raise ValueError(
            f"{option} {word} is of the score: plan that with --see 1%, or give an sd in points, such as 11.1"
        )
    if kind == "score" and not fits:
        percent = f"write {option} {plain(number)}% for per cent, or " if option == "--sd" and number <= 50 else ""
        most = f"{option[2:]} is at most {plain(LARGEST**power)}, and {option} is {word}"
        raise ValueError(f"scores lie between 0 and 1, so their {most}: {percent}plan points with --see-margin")
    return Spread(kind, square)

"""How would chess testers put it?  Scores as Elo, as normalized Elo, and as likelihood of superiority.

Elo is the score alone; nElo is the score in standard deviations, hence closer to how many games it takes to see it.
Both are 0 between equals, and are told of single games although they are estimated from blocks.  A number that does
not exist, such as the Elo of one who always wins, is `None`.
"""

from math import log, log10, sqrt

from scipy.special import expit, ndtr  # type: ignore[import-untyped]

from analyzer.intervals import Interval

NELO = 800 / log(10)  # of one standard deviation of a game; for one of 1/2, as without draws, Elo and nElo begin alike


def elo(score: float | None) -> float | None:
    """-400 log10(1 / score - 1); `None` for a score of 0 or 1, or of nobody."""
    return -400 * log10(1 / score - 1) if score is not None and 0 < score < 1 else None


def score(elo: float) -> float:
    """The score 1 / (1 + 10^(-elo / 400))."""
    return float(expit(elo * log(10) / 400))


def elo_interval(seen: Interval) -> Interval:
    """Elo with its interval, from a score with its interval: monotone, so the level stays; not symmetric."""
    return Interval(elo(seen.mean), elo(seen.low), elo(seen.high), seen.level)


def nelo(score: float | None, variance: float, games: int = 2) -> float | None:
    """(score - 1/2) / sqrt(games * variance) * 800 / ln 10, the variance being that of the mean score of a block.

    Van den Bergh, normalized_elo; fastchess, elo_pentanomial.cpp.  `None` if nothing varies.
    """
    return (score - 0.5) / sqrt(games * variance) * NELO if score is not None and variance > 0 else None


def nelo_interval(seen: Interval, variance: float, games: int = 2) -> Interval:
    """nElo with its interval, the variance taken as known."""
    mean, low, high = (nelo(end, variance, games) for end in (seen.mean, seen.low, seen.high))
    return Interval(mean, low, high, seen.level)


def effect(nelo: float, games: int = 2) -> float:
    """The effect, in standard deviations of a block of so many games, that an nElo is: for a normalized `Sprt`."""
    return nelo * sqrt(games) / NELO


def los(mean: float | None, error: float, equal: float = 0.5) -> float | None:
    """Likelihood of superiority, Phi((mean - equal) / error): one-sided, as of a single look; no p-value.

    `error` is the standard error, sqrt(variance / blocks); `None` if it is 0.
    """
    return float(ndtr((mean - equal) / error)) if mean is not None and error > 0 else None

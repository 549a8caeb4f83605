"""What came of a fork: how much an option is worth, and how much more than another, by bucket or over several.

All means are over decisions, from the side of whoever decides; intervals and p-values are for deals (see `clusters`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from analyzer import clusters
from analyzer.clusters import Gain
from analyzer.standings import benjamini_hochberg
from analyzer.wording import nearest, one_of

Measure = Literal["margin", "score"]
MEASURES = {"score": clusters.SCORE, "margin": clusters.MARGIN}


@dataclass
class Forked:
    """What came of it: sums over deals, and how the run went; it has what an Outcome has, for `account.account_of`."""

    contest: Any  # the Match
    options: tuple[str, ...]
    buckets: int
    sums: clusters.Sums
    first: int
    jobs: int
    deals: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    ledger = None

    @property
    def played(self) -> int:
        """The deals again, all of which were played now."""
        return self.deals

    @property
    def games(self) -> int:
        """Games played, branches not counted."""
        return int(self.sums.played[0])

    @property
    def branches(self) -> int:
        """Branches played to their end; options that come to the same move share one."""
        return int(self.sums.played[1])

    @property
    def decisions(self) -> list[int]:
        """Decisions branched, by bucket."""
        return self.sums.decisions[:, len(self.options)].tolist()

    @property
    def branched_per_second(self) -> float | None:
        """Decisions a second, each with all its options finished."""
        return sum(self.decisions) / self.seconds if self.seconds else None

    def gain(
        self,
        k: int | str,
        over: int | str | None = None,
        buckets: int | Iterable[int] | None = None,
        of: Measure = "margin",
        level: float = 0.95,
    ) -> Gain:
        """What option `k` brings over option `over`, or over what the player himself does, where both exist.

        Options by number or name; `buckets` one, several together, or None for all.
        """
        one, two = self._action(k), self._action(over)
        if one == two:
            raise ValueError(f"option {k!r} gains nothing over itself; name another, or None for what the player does")
        c = clusters.column(len(self.options), min(one, two), max(one, two))
        found = clusters.gain(self._seen(buckets, c, of), clusters.UNITS[MEASURES[of]], level)
        return found if one < two else found.turned()

    def gains(
        self,
        k: int | str,
        over: int | str | None = None,
        groups: Iterable[int | Sequence[int]] | None = None,
        of: Measure = "margin",
        level: float = 0.95,
    ) -> list[Gain]:
        """The gain in every bucket, or in each of these groups of buckets, with `fair` after Benjamini and Hochberg.

        Those with `fair` up to 0.05 may be picked out as real: one in 20 of them is not, on average.
        """
        asked = range(self.buckets) if groups is None else groups
        found = [self.gain(k, over, group, of, level) for group in asked]
        known = [n for n, each in enumerate(found) if each.p is not None]
        fair = dict(zip(known, benjamini_hochberg([found[n].p or 0.0 for n in known]), strict=True))
        return [
            Gain(each.mean, each.low, each.high, level, each.p, each.decisions, each.deals, each.error, fair.get(n))
            for n, each in enumerate(found)
        ]

    def value(
        self,
        k: int | str | None,
        buckets: int | Iterable[int] | None = None,
        of: Measure = "margin",
        level: float = 0.95,
    ) -> Gain:
        """What comes of option `k` where it exists, on average, or (None) of what the player himself does."""
        found = self._seen(buckets, self._action(k), of)
        return clusters.value(found, clusters.UNITS[MEASURES[of]], level, of == "score")

    def chosen(self, k: int | str, buckets: int | Iterable[int] | None = None) -> float | None:
        """How often the player himself makes the move of option `k`, of all decisions where it exists; 0 to 1."""
        action = self._action(k)
        if k is None:
            raise ValueError("the player always chooses what he chooses: ask for one of the options")
        rows = self._buckets(buckets)
        n = int(self.sums.decisions[rows, action].sum())
        return int(self.sums.taken[rows, action].sum()) / n if n else None

    def often(self, buckets: int | Iterable[int] | None = None, level: float = 0.95) -> Gain:
        """How many decisions of these buckets there are in a deal."""
        found = self._seen(buckets, len(self.options), "score")
        n, deals = found.decisions, self.deals
        return clusters.gain(clusters.Seen(deals, n, found.sizes, n, deals, deals, True), 1, level)

    def _action(self, k):
        """The number of an action: of an option, or after all of them of the player's own choice."""
        options = self.options
        if k is None:
            return len(options)
        if k in options:
            return options.index(k)
        if isinstance(k, int | np.integer) and not isinstance(k, bool) and 0 <= k < len(options):
            return int(k)
        hint = nearest(k, options) if isinstance(k, str) else ""
        raise ValueError(f"there is no option {k!r}; there is {one_of(options)}{hint}")

    def _buckets(self, buckets):
        """Their numbers, ascending, each once."""
        most = self.buckets
        if buckets is None:
            return list(range(most))
        numbers = [buckets] if isinstance(buckets, int | np.integer) else list(buckets)
        for number in numbers:
            if not isinstance(number, int | np.integer) or not 0 <= number < most:
                raise ValueError(f"there is no bucket {number!r}; buckets are 0 to {most - 1}")
        return sorted({int(number) for number in numbers})

    def _seen(self, buckets, column, of):
        if of not in MEASURES:
            raise ValueError(f"a gain is of 'margin' or of 'score', not of {of!r}")
        return clusters.seen(self.sums, self._buckets(buckets), column, MEASURES[of])

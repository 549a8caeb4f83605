"""The cells in which it is asked whether to spend a trump, in words, and what was found in them.

The cells are those of `trumping`.  Two options stand against each other: a *trump*, the cheapest that takes the trick
or whichever the player spends itself; and *no trump*, what the player does anyway or, where it spends a trump, the
dearest card in suit that takes the trick, else the cheapest that gives it away.  That last is also tried by itself,
whatever the player would do: it is the *plain* card.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from analyzer import trumping
from analyzer.clusters import Gain
from analyzer.forked import Forked

OPTIONS = TRUMP, NO_TRUMP, PLAIN = ("trump", "no trump", "plain")
FALSE_ONES = 0.05  # the share of false findings among those called sure
FEWEST = 30  # decisions: cells with fewer are sure of nothing and not drawn


class Place(NamedTuple):
    """Where a cell lies, each counted from 0 as in `trumping`."""

    place: int
    stage: int
    column: int
    worth: int


class Axes(NamedTuple):
    """What the steps of a table of two or four are called: in labels, and in sentences where they differ."""

    players: int
    places: tuple[str, ...]
    stages: tuple[str, ...]  # by the cards to draw
    worths: tuple[int, ...]  # the least points of each
    about: tuple[str, ...]
    when: tuple[str, ...]  # the stages in sentences
    shortly: tuple[str, ...]  # and in headlines
    columns: tuple[str, ...] = (
        "low trump",
        "J Q K of trumps",
        "ace or three of trumps",
        "only an ace or three to give away",
        "a card in suit takes it too",
    )

    @property
    def lines(self) -> list[tuple[int, int, int]]:
        """All (place, stage, column)."""
        return list(product(range(len(self.places)), range(len(self.stages)), range(len(self.columns))))

    @property
    def buckets(self) -> int:
        """How many cells `trumping` tells apart."""
        return len(self.lines) * len(self.about) * len(self.worths)

    def bucket(self, at: Place, about: int) -> int:
        """The number `trumping.trump_cell` has for a cell and so many trumps about."""
        row = (at.place * len(self.stages) + at.stage) * len(self.columns) + at.column
        return (row * len(self.about) + about) * len(self.worths) + at.worth

    def merged(self, at: Place) -> list[int]:
        """The numbers of a cell, however many trumps are about."""
        return [self.bucket(at, about) for about in range(len(self.about))]

    @property
    def cells(self) -> list[Place]:
        """All of them, in order."""
        return [Place(*line, worth) for line in self.lines for worth in range(len(self.worths))]

    def possible(self, at: Place) -> bool:
        """Can so many points lie there?  An ace is not taken in suit, and a single card is worth 0, 2, 3, 4, 10, 11."""
        if self.players == 2:
            return at.column != trumping.IN_SUIT or self.worths[at.worth] < 11
        return at.place > 0 or self.points(at.worth) in ("0", "2-4", "10-13")

    def most(self, worth: int) -> int:
        """The most points of a step, but for the last, which has no end."""
        return 0 if worth == 0 else self.worths[worth] if self.players == 2 else self.worths[worth + 1] - 1

    def points(self, worth: int) -> str:
        """The points of a step, as a label: `4`, `5-9`, `14+`."""
        least = self.worths[worth]
        if self.players == 2 or worth == 0:
            return str(least)
        return f"{least}+" if worth == len(self.worths) - 1 else f"{least}-{self.most(worth)}"


TWO = Axes(
    2,
    ("",),
    ("18+", "4-16", "2", "none"),
    (0, *trumping.WORTH_OF_TWO),
    ("0 to 2 out", "3 or 4 out", "5 or more out"),
    (
        "Before the stock is half gone (18 or more cards to draw)",
        "After that, with 4 to 16 cards to draw",
        "In the trick before the last draw",
        "Once the stock is gone",
    ),
    ("early", "later", "before the last draw", "once the stock is gone"),
)
FOUR = Axes(
    4,
    (
        "second to play",
        "third, an opponent winning",
        "third, the partner winning",
        "last, an opponent winning",
        "last, the partner winning",
    ),
    ("8+", "4", "none"),
    (0, *trumping.WORTH_OF_FOUR),
    ("",),
    (
        "While 8 or more cards are left to draw",
        "In the trick before the last draw",
        "Once the stock is gone",
    ),
    ("early", "before the last draw", "once the stock is gone"),
)
AXES = {2: TWO, 4: FOUR}


class Cell(NamedTuple):
    """What was found in a cell."""

    at: Place
    gain: Gain  # of the trump over no trump, in points
    score: Gain  # the same in win score
    over_plain: Gain  # of the trump over the plain card, in points
    chosen: float | None  # how often the players spent the trump themselves

    @property
    def sure(self) -> int:
        """1 if the trump surely gains, -1 if it surely costs, 0 if that cannot be said."""
        return sure(self.gain)

    @property
    def few(self) -> bool:
        """Were there too few decisions to say?"""
        return self.gain.decisions < FEWEST


def sure(gain: Gain) -> int:
    """1, -1 or 0: above 0, below 0 or neither, after Benjamini and Hochberg; of very few decisions always neither."""
    if gain.mean is None or gain.fair is None or gain.fair > FALSE_ONES or gain.decisions < FEWEST:
        return 0
    return 1 if gain.mean > 0 else -1


def cells(axes: Axes, forked: Forked) -> list[Cell]:
    """All cells in order, whatever the trumps about."""
    places = axes.cells
    groups = [axes.merged(at) for at in places]
    found = [
        forked.gains(TRUMP, over, groups, of)  # type: ignore[arg-type]
        for over, of in ((NO_TRUMP, "margin"), (NO_TRUMP, "score"), (PLAIN, "margin"))
    ]
    chosen = [forked.chosen(TRUMP, group) for group in groups]
    return [Cell(*each) for each in zip(places, *found, chosen, strict=True)]


def by_trumps_about(axes: Axes, forked: Forked) -> list[tuple[Place, int, Gain]]:
    """(cell, trumps about, gain over no trump), for tables where that is told apart."""
    if len(axes.about) < 2:
        return []
    which = [(at, about) for at in axes.cells for about in range(len(axes.about))]
    gains = forked.gains(TRUMP, NO_TRUMP, [axes.bucket(at, about) for at, about in which])
    return [(at, about, gain) for (at, about), gain in zip(which, gains, strict=True)]


def turned(seen: Sequence[tuple[Place, int, Gain]]) -> list[Place]:
    """The cells in which the trump surely gains with some number of trumps about and surely costs with another."""
    sides: dict[Place, set[int]] = {}
    for at, _, gain in seen:
        sides.setdefault(at, set()).add(sure(gain))
    return [at for at, found in sides.items() if {1, -1} <= found]

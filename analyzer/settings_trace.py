"""How settings stood at every look, as lines of a trace (`tracing`), one for each setting that plays:

    deals               that it has played at that look
    setting             its values, `spend_at=4`
    mean, error         what it makes, as a sweep tells it: a score from 0 to 1, or a payoff; and its standard error
    gain, gain_error    how much more that is than the default setting made of the same deals, and its standard error;
                        null for the default setting itself, and where that has dropped out

Errors are those of that look alone: they do not make an interval that holds at all looks at once.  A race counts
payoffs that are far out as less (`tuning_deals`), and so does its trace.
"""

from math import sqrt

import numpy as np

from analyzer import tracing

HEAD = ("deals", "setting", "mean", "error", "gain", "gain_error")


class Settings:
    """Looks at every setting of a sweep."""

    head = HEAD
    next_look = staticmethod(tracing.seldom)

    def __init__(self, grid, ground):
        self.grid, self.ground = grid, ground
        self.pairs = np.arange(grid.count * len(ground.opponents)).reshape(grid.count, -1)  # [setting, opponent]

    def sums(self, counts):
        """Of what each setting made: a sum, a sum of squares, and one of products with what the default made."""
        score = self.ground.by_score
        mine, usual = self.pairs[:, :, None], self.pairs[self.grid.default]
        both = np.multiply.outer(self.ground.weights, self.ground.weights)
        square, product = (
            (counts.product(mine, other)[0 if score else 1] * both).sum(axis=(1, 2)).tolist()
            for other in (self.pairs[:, None, :], usual)
        )
        seen = [x for each in zip(self.ground.totals(counts), square, product, strict=True) for x in each]
        return (seen, []) if score else ([], seen)

    def rows(self, ledger):
        """A line for each setting."""
        walk, choices = ledger.walk, self.grid.choices
        seen = np.sum([each.score or each.payoff for each in walk.stretches], axis=0).reshape(-1, 3).tolist()
        usual = seen[self.grid.default]
        for choice, mine in zip(choices, seen, strict=True):
            compared = None if choice == self.grid.usual else usual
            yield walk.blocks, self.grid.named(choice), *told(walk.blocks, self.ground.whole, mine, compared)


class Racing:
    """Looks at every setting still in a race (`racing`), at the ends of batches, a quarter of all deals apart or more.

    `usual` is the arm of the default setting, or None; `lines` are those of all looks so far.
    """

    def __init__(self, names, usual, whole, record=None):
        self.names, self.usual, self.whole = names, usual, whole
        self.due, self.lines = 0, []
        self.sums = [[0, 0, 0] for _ in names]  # as in `Settings.sums`
        if record:
            self.due, self.lines, self.sums = record["due"], record["lines"], record["sums"]

    def record(self):
        """All there is to go on from, as JSON holds it."""
        return {"due": self.due, "lines": list(self.lines), "sums": list(self.sums)}

    def take(self, values, race):
        """The lines of a look, if there is one: `values[arm]` of the batch, and how the race stands after it."""
        usual = values.get(self.usual)
        for arm, seen in values.items():
            more = seen.sum(), seen @ seen, 0 if usual is None else seen @ usual
            self.sums[arm] = [x + int(y) for x, y in zip(self.sums[arm], more, strict=True)]
        if race.deals < self.due:
            return []
        lines = []
        for arm in race.alive:
            compared = self.sums[self.usual] if self.usual in race.alive and arm != self.usual else None
            lines.append([race.deals, self.names[arm], *told(race.deals, self.whole, self.sums[arm], compared)])
        self.due = race.deals + race.deals // tracing.GROWTH
        self.lines += lines
        return lines


def told(deals, whole, mine, usual=None):
    """(mean, error, gain, gain_error) from the sums of a setting, as `Settings.sums` has them, and of the default."""
    total, square, product = mine
    found = _mean(deals, whole, total, square)
    return *found, *(_mean(deals, whole, total - usual[0], square - 2 * product + usual[1]) if usual else (None, None))


def _mean(deals, whole, total, square):
    """A mean and its standard error."""
    spread = deals * square - total * total
    return total / deals / whole, sqrt(spread / (deals - 1)) / deals / whole if deals > 1 else None

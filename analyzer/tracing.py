"""Lines about every look of a run, to be plotted: FILE.jsonl or FILE.csv.

Looks are at fixed numbers of deals, and the lines are made from what lies between them: however often a run was
interrupted, the file is the same.  What does not exist is null, or an empty cell.  Of a comparison there is one line:

    deals                               finished at that look, from the first of the run
    score, score_low, score_high        of the first strategy, 0 to 1, with the interval that holds at all looks at once
    margin, margin_low, margin_high     the same in points a game
    llr, lower, upper                   of a test: the log-likelihood ratio, and the bounds at which it decides
    verdict                             at the last look of a run that has decided

Other questions bring a `Watch`.
"""

import csv
import json
import os
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

ENDINGS = (".jsonl", ".csv")
HEAD = tuple("deals score score_low score_high margin margin_low margin_high llr lower upper verdict".split())
FIRST, GROWTH = 256, 4  # blocks: the first look of a watch; each next comes after one in so many more


def duel(ledger):
    """The line of a comparison."""
    found = dict.fromkeys(HEAD)
    walk, rule = ledger.walk, ledger.rule
    found["deals"] = walk.blocks
    if walk.measured:
        score, margin = walk.score(), walk.margin()
        found |= {"score": score.mean, "score_low": score.low, "score_high": score.high}
        found |= {"margin": margin.mean, "margin_low": margin.low, "margin_high": margin.high}
    if rule.told and rule.told["rule"] == "test":
        found["llr"] = rule.llr(walk)
        found["lower"], found["upper"] = rule.test.bounds()
    found["verdict"] = ledger.decision.verdict if ledger.decision else None
    return [tuple(found.values())]


@contextmanager
def opened(path, head=HEAD, rows=duel):
    """Yield what is to be called at every look with what `rows` makes lines of; nothing happens without a path."""
    if path is None:
        yield lambda seen: None
        return
    check(path)
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n") if Path(path).suffix.lower() == ".csv" else None
        if table:
            table.writerow(head)

        def write(seen):
            for row in rows(seen):
                if table:
                    table.writerow(row)
                else:
                    file.write(json.dumps(dict(zip(head, row, strict=True)), allow_nan=False) + "\n")
            file.flush()

        yield write


def check(path):
    """ValueError if no trace can be written there."""
    path = Path(path)
    if path.suffix.lower() not in ENDINGS or path.is_dir():
        raise ValueError(f"--trace writes {' or '.join(ENDINGS)} files, not {path.name}")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"there is no folder {path.parent} to write {path.name} to")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise ValueError(f"nothing can be written to {path}")


class Watch(Protocol):
    """How a run is looked at that nothing seen will stop."""

    head: Sequence[str]  # what the values of a line are called

    def next_look(self, blocks: int) -> int:
        """The number of blocks at the first look after so many."""

    def sums(self, counts: Any) -> tuple[list[int], list[int]]:
        """What is to be kept of the blocks between two looks: `score` and `payoff` of a `packed.Stretch`."""

    def rows(self, ledger: Any) -> Iterable[Sequence[Any]]:
        """The lines of a look."""


def seldom(blocks):
    """The number of blocks at the first look of a watch after so many: 256, 320, 400, ..., each a quarter more."""
    look = FIRST
    while look <= blocks:
        look += look // GROWTH
    return look

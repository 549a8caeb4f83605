"""A line for every look of a run, to be plotted: FILE.jsonl or FILE.csv.

    deals                               finished at that look, from the first of the run
    score, score_low, score_high        of the first strategy, 0 to 1, with the interval that holds at all looks at once
    margin, margin_low, margin_high     the same in points a game
    llr, lower, upper                   of a test: the log-likelihood ratio, and the bounds at which it decides
    verdict                             at the last look of a run that has decided

Looks are at fixed numbers of deals, and the lines are made from what lies between them: however often a run was
interrupted, the file is the same.  What does not exist is null, or an empty cell.
"""

import csv
import json
import os
from contextlib import contextmanager
from pathlib import Path

ENDINGS = (".jsonl", ".csv")


@contextmanager
def opened(path):
    """Yield what is to be called with the ledger at every look; nothing happens without a path."""
    if path is None:
        yield lambda ledger: None
        return
    check(path)
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n") if Path(path).suffix.lower() == ".csv" else None
        if table:
            table.writerow(row(None))

        def write(ledger):
            found = row(ledger)
            if table:
                table.writerow(found.values())
            else:
                file.write(json.dumps(found, allow_nan=False) + "\n")
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


def row(ledger):
    """What is told of a look: a dictionary."""
    found = dict.fromkeys(
        "deals score score_low score_high margin margin_low margin_high llr lower upper verdict".split()
    )
    if ledger is None:
        return found
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
    return found

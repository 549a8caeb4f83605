"""How questions show what they found: estimates in cells, in lines, in sentences, and who was asked about.

An estimate has mean, low and high (see `stats.Interval`), a mean of None where nothing was played.
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from analyzer import match as matches
from analyzer.answer import Answer, Column, Table
from analyzer.findings import played
from analyzer.seating import Party
from analyzer.standings import Contrast, holm
from analyzer.stats import Interval
from analyzer.wording import count_of, decimals, interval, one_of, p_value

ALPHA = 0.05
WIDE = 80  # columns of a terminal
NOTHING = "No deal was finished, so there is nothing to say."


# Who is asked about


def parties(text: str, game: str, least: int, most: int, option: str = "--players-are") -> list[Party]:
    """Those named in `a:x=1,y=2,b`; ValueError unless there are `least` to `most`, no two alike."""
    words: list[str] = []
    for word in text.split(","):
        if words and "=" in word and ":" not in word:  # one more parameter of the strategy before
            words[-1] += f",{word.strip()}"
        elif word.strip():
            words.append(word.strip())
    found = [matches.party(word, game) for word in words]
    if not least <= len(found) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        given = f"not {len(found)}" if found else "and none is named"
        raise ValueError(f"{option} takes {wanted} strategies parted by commas, {given}")
    twice = next((each.word for k, each in enumerate(found) if each in found[:k]), None)
    if twice:
        raise ValueError(f"{option} names {twice} twice")
    return found


def seats(players: int | None, choice: Sequence[int], question: str) -> int:
    """How many sit down; ValueError for a table the question is not asked at."""
    if players is None:
        return choice[0]
    if players not in choice:
        raise ValueError(f"{question} is asked of tables of {one_of([str(n) for n in choice])}, not of {players}")
    return players


def where(table: Any, lab: Any) -> str:
    """`briscola, 2 players, 20,000 deals, seed 1`."""
    return f"{played(table)}, {count_of(lab.deals)}, seed {lab.seed}"


# Estimates


def known(mean: float) -> Interval:
    """What is so by definition: a mean without an interval."""
    return Interval(mean, None, None, 0.95)


def turned(score: Any) -> Interval:
    """A score as the other side sees it."""
    mean, low, high = (None if x is None else 1 - x for x in (score.mean, score.high, score.low))
    return Interval(mean, low, high, score.level)


def less(estimate: Any, par: float) -> Contrast:
    """How much more than par, with the p-value of that."""
    mean, low, high = (None if x is None else x - par for x in (estimate.mean, estimate.low, estimate.high))
    return Contrast(mean, low, high, estimate.level, estimate.p)


def cells(estimate: Any, scale: float = 1.0) -> tuple[float | None, float | None, float | None]:
    """Mean, low and high, times `scale`, as `wording.interval` tells them."""
    return tuple(None if x is None else scale * x for x in (estimate.mean, estimate.low, estimate.high))  # type: ignore


def three(heading: str, key: str = "", *, rows: Iterable[Sequence[Any]], at: int) -> list[Column]:
    """Columns for the three cells that begin at place `at` of the rows, to the digits most of their intervals allow."""
    halves = [(row[at + 2] - row[at + 1]) / 2 for row in rows if row[at + 1] is not None]
    digits = min(4, decimals(median([half for half in halves if half > 0] or [0.05])))
    key = key or heading.lower().replace(" ", "_")
    return [
        Column(key, heading, "right", digits),
        Column(f"{key}_low", "low", "right", digits),
        Column(f"{key}_high", "high", "right", digits),
    ]


def fact(estimate: Any) -> dict[str, float | None]:
    """Mean, low and high for programs, unscaled."""
    return dict(zip(("mean", "low", "high"), cells(estimate), strict=True))


def measures(name: str, title: str, rows: Sequence[tuple[str, Any, float]]) -> Table:
    """A row each for things that have nothing else in common: what it is, the estimate, its scale."""
    told = [(words, *cells(estimate, scale)) for words, estimate, scale in rows]
    return Table(name, [Column("measure", "Measure"), *three("Value", "value", rows=told, at=1)], told, title)


def fair(estimates: Sequence[Any]) -> list[float]:
    """Holm's p-values of all of them together; 1 where there is nothing to tell."""
    return holm([1.0 if each.mean is None or each.p is None else each.p for each in estimates])


def sure(estimates: Sequence[Any], adjusted: Sequence[float] | None = None) -> list[int]:
    """1 for what is surely above 0, -1 below, 0 neither: by interval, and by Holm's p-values, or others `adjusted`."""
    return [_side(each, p) for each, p in zip(estimates, adjusted or fair(estimates), strict=True)]


def _side(estimate: Any, p: float) -> int:
    if estimate.low is None or p >= ALPHA or estimate.low <= 0 <= estimate.high:
        return 0
    return 1 if estimate.mean > 0 else -1


def although(estimate: Any, p: float) -> str:
    """` (p 0.12 after Holm for all comparisons together)`: why what lies on one side of 0 is not sure; else nothing."""
    if estimate.low is None or estimate.low <= 0 <= estimate.high:
        return ""
    return f" (p {p_value(p)} after Holm for all comparisons together)"


def told(estimate: Any, scale: float = 1.0, unit: str = "", sign: bool = False) -> str:
    """`+1.20 (+1.05 to +1.35)`; a dash where there is nothing, `the same` where nothing ever differed."""
    if estimate.mean is None:
        return "-"
    if sign and estimate.low == estimate.high == 0:
        return "the same"
    return interval(estimate, scale, unit, sign)


def brief(estimate: Any, scale: float = 1.0, sign: bool = False) -> str:
    """`+1.20 ± 0.15`; from where to where if it is lopsided, `0 to 0.18` for none at all, a dash for nothing."""
    mean, low, high = cells(estimate, scale)
    if mean is None or low is None or high is None:
        return told(estimate, scale, "", sign)
    half = (high - low) / 2
    if low == mean == 0 < half:
        return f"0 to {high:.{decimals(half)}f}"
    places, plus = decimals(half), "+" if sign else ""
    if abs(mean - low - half) > 0.51 * 10**-places:
        return interval(estimate, scale, "", sign)
    return f"{mean:{plus}z.{places}f} ± {half:.{places}f}"


def lines(head: Sequence[str], rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Cells under their headings, columns two spaces apart; without blanks in `1.2 ± 0.3 ?` if that is too wide."""
    whole = [list(head), *map(list, rows)]
    told = _aligned(whole, indent)
    if max(map(len, told)) > WIDE:
        told = _aligned([[cell.replace(" ± ", "±").replace(" ?", "?") for cell in row] for row in whole], indent)
    return told


def _aligned(rows: Sequence[Sequence[str]], indent: str) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


# Commands


def again(question: str, lab: Any, table: Any, option: str = "", value: str | None = None) -> str:
    """The command line that asks the same once more, with the option that names strategies if it was given."""
    words = [f"{option} {shlex.quote(value)}"] if value else []
    return " ".join(["mazziere", question, *words, f"--deals {lab.deals}", f"--seed {lab.seed}", *table.options()])


def with_fresh(fresh: Any, answer: Answer) -> Answer:
    """The answer with the account of what another lab has played as a test on fresh deals."""
    account = fresh.account("fresh deals; ")
    *block, last = answer.block
    return replace(
        answer,
        block=[*block, account.line, last],
        facts={**answer.facts, "fresh": account.facts},
        run={**answer.run, "fresh_seconds": account.run["seconds"]},
        interrupted=answer.interrupted or fresh.interrupted,
    )


Work = Callable[[Any], Any]


def worked(lab: Any, work: Work, after: Any = None) -> Any:
    """What `work(lab)` finds: rehearsed, so that all is compiled and the bar knows its length, then played.

    Nothing is played any more if Ctrl-C has ended the work of the lab `after` which this one comes.
    """
    lab.interrupted = after is not None and after.interrupted
    if not lab.interrupted:
        lab.rehearse(work)
    with lab:
        return work(lab)

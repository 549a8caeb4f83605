"""A rule for trumps in plain sentences; all their numbers are points on the table, which its own table tells too.

They say no more than the cells do: what is told of a trick worth so many points is sure of just these, and cells that
are open, or of which too few decisions were seen, are named as what they are.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

from analyzer.trump_cells import Axes, Place
from analyzer.trump_outcome import Outcome, told_first
from analyzer.trump_rule import FEW, KEEP, OPEN, SPEND, Line, Rule
from analyzer.trumping import FIGURE, IN_SUIT, LOAD, LOW, ONLY_LOADS
from analyzer.wording import all_of, count_of

NO_DIFFERENCE = "it makes no difference that can be told"
TOO_FEW = "there are too few decisions to say"
NOTED = {KEEP: "not", OPEN: "no clear difference", FEW: "too few decisions"}  # of some points in brackets
PRICED = (LOW, FIGURE, LOAD)  # the columns in which it is the trump that matters
# Which trumps, by the columns that are alike.
WITH = {
    (LOW,): "with a trump below the jack",
    (FIGURE,): "with the jack, queen or king",
    (LOAD,): "with the three or the ace",
    (LOW, FIGURE): "with a trump below the three",
    (LOW, LOAD): "with a trump below the jack, the three or the ace",
    (FIGURE, LOAD): "with the jack or a higher trump",
}
WHERE = {
    ONLY_LOADS: "Where there is only an ace or a three to give away",
    IN_SUIT: "Where a card in suit takes the trick too",
}
T = TypeVar("T")


def sentences(rule: Rule, kept: Sequence[Outcome]) -> list[str]:
    """The rule, and first of all who gains by it; of a table of four what depends on the trump, place by place."""
    axes = rule.axes
    if rule.blank:
        return ["There are too few decisions to say when to spend a trump."]
    if rule.silent:
        return [f"Whether a trump is spent or kept, {NO_DIFFERENCE}{_noted_anywhere(rule)}."]
    if len(axes.places) == 1:
        found = [f"{_when(axes, stages)}, {told}." for stages, told in _by_stage(rule, 0)]
        found += [column_told(rule, column) for column in WHERE]
    else:
        found = []
        for place, name in enumerate(axes.places):
            parts = [f"{_lower(_when(axes, stages))} {told}" for stages, told in _by_stage(rule, place)]
            found.append(f"{name[0].upper()}{name[1:]}: {'; '.join(parts)}.")
    return [f"{told_first(kept)}: {_lower(found[0])}", *found[1:]]


def _noted_anywhere(rule: Rule) -> str:
    few = any(said == FEW for line in rule.lines.values() for said in line)
    return "; of some cells there are too few decisions to say" if few else ", whatever lies on the table"


# One line


def clause(line: Line, axes: Axes) -> str:
    """What to do, and of what points that is not known: `trump anything worth 4 or more (at 3 no clear difference)`."""
    if SPEND in line:
        return f"trump {spent(line, axes)}"
    if KEEP in line:
        return f"do not trump{kept(line, axes)}"
    if OPEN in line:
        return f"{NO_DIFFERENCE}{_noted(line, axes, (FEW,))}"
    return TOO_FEW


def spent(line: Line, axes: Axes, anything: str = "anything worth ") -> str:
    """`anything worth 4 or more (at 3 no clear difference)`: what a trump is surely well spent on."""
    first, last = _ends(line, SPEND)
    if last - first + 1 == len(line):
        told = "everything"
    elif last == len(line) - 1:
        told = f"{anything}{axes.worths[first]} or more"
    else:
        told = _worth(first, last, axes, anything)
    inside = [said if said != KEEP or first <= worth <= last else SPEND for worth, said in enumerate(line)]
    return f"{told}{_noted(inside, axes, (KEEP, OPEN, FEW))}"


def kept(line: Line, axes: Axes) -> str:
    """` a worthless trick (from 2 on no clear difference)`: on what a trump would surely be wasted."""
    first, last = _ends(line, KEEP)
    if last - first + 1 == len(line):
        told = ""
    elif first > 0 and last == len(line) - 1:
        told = f" anything worth {axes.worths[first]} or more"
    else:
        told = f" {_worth(first, last, axes, 'anything worth ')}"
    return f"{told}{_noted(line, axes, (OPEN, FEW))}"


def _ends(line: Line, what: str) -> tuple[int, int]:
    steps = [worth for worth, said in enumerate(line) if said == what]
    return steps[0], steps[-1]


def _worth(first: int, last: int, axes: Axes, anything: str) -> str:
    """`a worthless trick`, `anything worth 4 or less`, `anything worth 3 to 10`; `last` is not the last step of all."""
    most = axes.most(last)
    if most == 0:
        return "a worthless trick"
    least = axes.worths[first]
    return f"{anything}{most} or less" if first == 0 else f"{anything}{_range(least, most)}"


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _noted(line: Sequence[str], axes: Axes, what: Sequence[str]) -> str:
    """` (at 2 and from 4 to 10 no clear difference; at 11 too few decisions)`."""
    parts = []
    for each in what:
        runs = [run for run, said in _runs(range(len(line)), lambda worth: line[worth]) if said == each]
        if runs:
            where = all_of([_points(run[0], run[-1], axes) for run in runs])
            parts.append(f"{NOTED[each]} {where}" if each == KEEP else f"{where} {NOTED[each]}")
    return f" ({'; '.join(parts)})" if parts else ""


def _points(first: int, last: int, axes: Axes) -> str:
    """`at 3`, `from 2 to 4`, `from 10 on`."""
    least = axes.worths[first]
    if last == len(axes.worths) - 1:
        return f"at {least}" if axes.players == 2 and first == last else f"from {least} on"
    most = axes.most(last)
    return f"at {least}" if least == most else f"from {least} to {most}"


# Headlines


def headline(rule: Rule, place: int = 0) -> str:
    """What a low trump is worth spending on, in a line for a chart; at a table of four in one place."""
    axes = rule.axes
    if rule.blank:
        return "Trump or not: too few decisions to say"
    if rule.silent:
        return "Trump or not: no cell shows a difference"
    name = axes.places[place]
    where = f"{name[0].upper()}{name[1:]}: a" if name else "A"
    runs = _runs(range(len(axes.stages)), lambda stage: _from(rule.lines[place, stage, LOW], axes))
    told = [f"{words} {_shortly(axes, stages)}" for stages, words in runs if words]
    few = [stage for stages, words in runs if not words for stage in stages]
    if not told:
        return f"{where} low trump: too few decisions to say"
    more = f"; too few decisions {_shortly(axes, few)}" if few else ""
    return f"{where} low trump pays {', '.join(told)}{more}"


def _from(line: Line, axes: Axes) -> str:
    """`from 4 points on`; nothing where there are too few decisions."""
    if SPEND not in line:
        return "never" if set(line) == {KEEP} else "" if set(line) == {FEW} else "never for sure"
    first, last = _ends(line, SPEND)
    mostly = "" if set(line[first : last + 1]) == {SPEND} else "mostly "
    if last < len(line) - 1:
        return f"{mostly}at {_range(axes.worths[first], axes.most(last))} points"
    return f"{mostly}from {axes.worths[first]} points on" if first else mostly.strip() or "always"


def _shortly(axes: Axes, stages: Sequence[int]) -> str:
    return all_of([axes.shortly[stage] for stage in stages])


def others_headline(rule: Rule) -> str:
    """The same of the columns that are no price of a trump."""
    told = []
    for column, where in ((ONLY_LOADS, "Only an ace or three to give away"), (IN_SUIT, "a card in suit takes it too")):
        (line, _), *others = _most_alike(rule, column)
        told.append(f"{where}: {'mostly ' * bool(others)}{clause(line, rule.axes)}")
    return "; ".join(told)


def on_trumps_about(turned: Sequence[Place], asked: int) -> str:
    """Whether it matters how many trumps are still out; `asked` is in how many cells that could be told."""
    if not asked:
        return "There are too few decisions to say whether it matters how many trumps are still out."
    many = f"{len(turned)} of" if turned else "none of"
    more = ", which the rule overlooks" if turned else ""
    return f"How many trumps are still out surely turns the answer round in {many} {count_of(asked, 'cell')}{more}."


# Many lines


def column_told(rule: Rule, column: int) -> str:
    """A column that is no price of a trump, over all stages: what holds in most of them first."""
    axes = rule.axes
    (most, _), *others = _most_alike(rule, column)
    told = f"{WHERE[column]}, {clause(most, axes)}"
    return "; ".join([told, *(f"{_lower(_when(axes, stages))} {clause(line, axes)}" for line, stages in others)]) + "."


def _most_alike(rule: Rule, column: int) -> list[tuple[Line, list[int]]]:
    """(line, stages it holds in), the one of most stages first."""
    alike: dict[Line, list[int]] = {}
    for stage in range(len(rule.axes.stages)):
        alike.setdefault(rule.lines[0, stage, column], []).append(stage)
    return sorted(alike.items(), key=lambda each: -len(each[1]))


def _by_stage(rule: Rule, place: int) -> list[tuple[list[int], str]]:
    """(stages that are alike, what to do then with which trump), in order."""

    def lines(stage: int) -> tuple[Line, ...]:
        return tuple(rule.lines[place, stage, column] for column in PRICED)

    runs = _runs(range(len(rule.axes.stages)), lines)
    return [(stages, _by_column(rule.axes, dict(zip(PRICED, found, strict=True)))) for stages, found in runs]


def _by_column(axes: Axes, lines: dict[int, Line]) -> str:
    """What to do with every trump, those alike together."""
    alike: dict[Line, list[int]] = {}
    for column, line in lines.items():
        alike.setdefault(line, []).append(column)
    if len(alike) == 1:
        (line,) = alike
        return clause(line, axes) + ("" if set(line) == {KEEP} else ", whatever trump it takes")
    to_spend = [(line, WITH[tuple(columns)]) for line, columns in alike.items() if SPEND in line]
    amounts = [
        f"{spent(line, axes, '' if k else 'anything worth ')} {which}" for k, (line, which) in enumerate(to_spend)
    ]
    parts = [f"trump {', '.join(amounts)}"] if amounts else []
    others = [(line, WITH[tuple(columns)]) for line, columns in alike.items() if SPEND not in line]
    parts += [f"{clause(line, axes)} {which}" for line, which in others if KEEP in line]
    parts += [f"{which} {clause(line, axes)}" for line, which in others if KEEP not in line]
    return "; ".join(parts)


def _runs(items: Sequence[int], key: Callable[[int], T]) -> list[tuple[list[int], T]]:
    """Neighbours that are alike, together."""
    return [(list(run), found) for found, run in groupby(items, key)]


def _when(axes: Axes, stages: Sequence[int]) -> str:
    """Some stages in words."""
    if len(stages) == len(axes.stages):
        return "At any time"
    first, *others = [axes.when[stage] for stage in stages]
    return all_of([first, *map(_lower, others)])


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"

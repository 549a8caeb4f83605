"""A league in a sentence: who leads, by how much and how sure, and no more than the ranks claim."""

from analyzer.findings import nothing_finished
from analyzer.league_table import FEW
from analyzer.wording import all_of, count_of, interval

NAMED = 4  # strategies: of more than this only the first are named in a sentence


def verdict(league):
    """Who leads, by how much and how sure."""
    return ": ".join(filter(None, _said(league)))


def headline(league):
    """The verdict short enough to stand over a chart."""
    return _said(league)[0]


def some(names):
    """All of the names, or the first few of many."""
    if len(names) <= NAMED:
        return all_of(names) if names else ""
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"


def _said(league):
    """What is found, and what it rests on."""
    n, everybody = league.outcome.deals, some(league.labels)
    if not n:
        return nothing_finished([everybody]), ""
    if not league.standings:
        return f"{count_of(n)} cannot rate {everybody}", "more are needed to say anything."
    if league.even:
        return f"{everybody} are level", "every deal came out even."
    if league.few:
        first = [k for k in league.order if league.rank(k) == 1]
        said = f"after {count_of(n)} {_named(league, first)} {_is(first)} first and {_gets(league, first)}"
        return "too few deals to be sure of anything", f"{said}; {FEW} are the least."
    leaders = league.leaders
    behind = [k for k in league.order if k not in leaders]
    if leaders == league.copies(leaders[0]):
        return _clear(league, leaders, behind)
    return _close(league, leaders, behind)


def _clear(league, leaders, behind):
    """One is best, or several that played alike."""
    level = "are level and" if len(leaders) > 1 else "is"
    it, (scale, unit) = "they" if len(leaders) > 1 else "it", league.units
    found = f"{it} {_gets(league, leaders)}"
    if len(league.labels) > 2:
        nearest = [k for k in behind if league.rank(k) == league.rank(behind[0])]
        gap = interval(league.difference(leaders[0], behind[0]), scale, f" {unit}")
        found += f"; the nearest, {_named(league, nearest)}, {_is(nearest)} rated {gap} lower"
    return f"{_named(league, leaders)} {level} ahead of {_others(league, behind)}", f"{found}."


def _close(league, leaders, behind):
    """Who is best cannot be said.

    It is one of the leaders, and better than all behind: whoever is no leader has somebody who is surely better.
    """
    names = [league.labels[k] for k in leaders]
    if len(leaders) == 2:
        one, two = (_value(league, k) for k in leaders)
        found = f"they {'are rated' if league.pooled else _verb(league, leaders)} {one} and {two}{_on_average(league)}"
    else:
        found = f"{names[0]}, first in the table, {_gets(league, leaders[:1])}"
    if behind:
        found += f"; whoever of them is best is ahead of {_others(league, behind)}"
    return f"too close to call between {some(names)}", f"{found}."


def _named(league, whom):
    return some([league.labels[k] for k in whom])


def _is(whom):
    return "are" if len(whom) > 1 else "is"


def _others(league, behind):
    """Those who are behind, by name if it is one."""
    if len(behind) == 1:
        return league.labels[behind[0]]
    return "both others" if len(behind) == 2 else f"all {len(behind)} others"


def _gets(league, whom):
    """`scores 63.2 % (63.1 to 63.3) on average`, of one or of several that get the same."""
    return f"{_verb(league, whom)} {_value(league, whom[0])}{_on_average(league)}"


def _verb(league, whom):
    if league.pooled:
        return f"{_is(whom)} rated"
    return ("score" if league.by_score else "make") + "s" * (len(whom) == 1)


def _value(league, k):
    scale, unit = league.units
    found = league.standings[k]
    if league.pooled:
        return interval(found.rating, scale, f" {unit}", sign=True)
    if league.by_score:
        return interval(found.score, scale, " %")
    return interval(found.points, scale, f" {unit}", sign=True)


def _on_average(league):
    return "" if league.pooled else " on average"

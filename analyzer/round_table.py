"""A table where a strategy meets several others at once: who gains by sitting there, by how much, how sure is that?

The findings of a match whose blocks are counted as standings: everybody for himself (3 players), changing partners
(chiamata), and two sides whose partners are of different kinds.
"""

from functools import partial
from itertools import combinations, pairwise

from analyzer import seating, stats
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import Findings, Sides, level_by_symmetry, nothing_finished, played, same
from analyzer.placings import weigh
from analyzer.standings_chart import standings_chart
from analyzer.wording import all_of, count_of, decimals, interval, one_of, p_value, rounded

MANY = 4  # strategies: of more than this only neighbours are held against each other in the text


def findings(contest, outcome):
    """What a finished match says."""
    weighed = weigh(contest, outcome)
    n = outcome.deals
    names = contest.labels()
    how = {
        seating.TURNS: "every side from every seat",
        seating.AMONG: "each alone among the other, in every seat",
        seating.ORDERS: "all six orders at the table",
        seating.POOL: "mixed in every way, each mixture in every seat",
    }[contest.plan.design]
    verdict = _verdict(weighed) if n else nothing_finished(names)
    return Findings(
        question=f"Which plays better, {one_of(names)}?",
        title=f"{' v '.join(names)}: {played(contest.table)}, {count_of(n)}, {how}",
        verdict=verdict,
        lines=_lines(weighed) if n else [],
        tables=_tables(weighed),
        drawings=_drawings(weighed, verdict) if n else [],
        facts=_facts(weighed),
    )


# In words


def _verdict(weighed):
    """Who is ahead, by how much and how sure: a sentence that claims no more than the intervals do."""
    design = weighed.contest.plan.design
    if not weighed.standings:
        return f"{all_of(weighed.contest.labels())} have not all met: more deals are needed to say anything."
    if weighed.level and same(weighed.contest):
        return level_by_symmetry(weighed.contest)
    if design == seating.AMONG:
        return _verdict_among(weighed)
    if design == seating.TURNS:
        return _verdict_of_sides(weighed)
    return _verdict_of_many(weighed)


def _verdict_among(weighed):
    """The odd one out, both ways round."""
    one, two = weighed.standings
    if weighed.level:
        return f"{one.label} and {two.label} are level: every deal paid them alike."
    ahead_1, ahead_2 = (weighed.ahead(each) for each in (one, two))
    got_1, got_2 = (_got(weighed, each) for each in (one, two))
    par = f"; par is {100 * weighed.par:.1f} %" if weighed.decided_by_score else ""
    if ahead_1 * ahead_2 < 0:
        (winner, got), (loser, lost) = ((one, got_1), (two, got_2))[::ahead_1]
        return (
            f"{winner.label} beats {loser.label}: alone among {loser.label} it {got}, and {loser.label} alone among "
            f"{winner.label} {lost}{par}."
        )
    if not weighed.decided_by_score and one.payoff.low is None:
        return f"{one.name} {got_1}, {two.name} {got_2}: too few deals to say how sure that is."
    if ahead_1 == ahead_2 == 0:
        return f"{one.label} and {two.label} are too close to call: {one.name} {got_1}, {two.name} {got_2}{par}."
    if ahead_1 and ahead_2:
        which = "better" if ahead_1 > 0 else "worse"
        return f"either is {which} off alone among the other: {one.name} {got_1}, {two.name} {got_2}{par}."
    sure, unsure = (one, two) if ahead_1 else (two, one)
    other = f"the other way round it is too close to call: {unsure.name} {_got(weighed, unsure)}"
    return f"{sure.name} {_got(weighed, sure)}; {other}{par}."


def _got(weighed, standing):
    """`scores 41.2 % (41.0 to 41.4)`, `gains 0.31 units a game (0.30 to 0.32)`, or `is rated +0.31 ...`."""
    if weighed.decided_by_score:
        return f"scores {interval(standing.score, 100, ' %')}"
    if weighed.rated:
        return f"is rated {interval(standing.payoff, 1, weighed.unit, sign=True)}"
    if not weighed.ahead(standing):
        return f"gets {interval(standing.payoff, 1, weighed.unit, sign=True)}"
    what = "gains" if standing.payoff.mean > 0 else "loses"
    return f"{what} {interval(standing.payoff, 1, weighed.unit, size=True)}"


def _verdict_of_sides(weighed):
    """Two sides, their partners turned round."""
    one, two = weighed.standings
    low, high = one.payoff.low, one.payoff.high
    points_decide = low is not None and not low <= 0 <= high and one.differs
    by_score, bout, deals = weighed.decided_by_score, weighed.contest.table.bout, weighed.outcome.deals
    few = deals <= stats.FLIPS and not one.differs
    sides = Sides(one.label, two.label, one.score, one.payoff, points_decide, weighed.level, by_score, bout, not few)
    return sides.verdict(deals)


def _verdict_of_many(weighed):
    """Three or more who all meet: the first, and whom it is surely ahead of."""
    if weighed.level:
        return f"{all_of([each.label for each in weighed.standings])} are level: every deal paid them alike."
    first, *others = _by_rank(weighed)
    best, beaten, close = weighed.standings[first], [], []
    for e in others:
        gap, p = weighed.contrasts[min(first, e), max(first, e)]
        (beaten if p <= 0.05 and gap.low is not None else close).append(weighed.standings[e].label)
    got = _got(weighed, best) + (f" where par is {100 * weighed.par:.1f} %" if weighed.decided_by_score else "")
    if not beaten:
        return f"too close to call: {best.label} is first and {got}, but not surely ahead of {all_of(close)}."
    tail = f", but not surely ahead of {all_of(close)}" if close else ""
    return f"{best.label} is ahead of {all_of(beaten)}: it {got}{tail}."


def _by_rank(weighed):
    """The results by number, the best first."""
    return sorted(range(len(weighed.standings)), key=lambda e: -weighed.main(weighed.standings[e]).mean)


def _in_order(weighed):
    """The results, the best first; where each of two sits among the other, as they were named."""
    if weighed.contest.plan.design == seating.AMONG:
        return weighed.standings
    return [weighed.standings[e] for e in _by_rank(weighed)]


def _lines(weighed):
    """The numbers of the block: a line for each result, each difference, and each strategy's roles."""
    width = max((len(each.name) for each in weighed.standings), default=0)
    lines = ["ratings, in points paid above the mean of the pool:"] if weighed.rated and weighed.standings else []
    lines = [line.replace("points", weighed.contest.table.module.UNIT) for line in lines]
    for each in _in_order(weighed):
        parts = []
        if each.score.mean is not None:
            parts.append(f"score {interval(each.score, 100, ' %')}")
        parts.append(interval(each.payoff, 1, weighed.unit, sign=True))
        if each.p is not None:
            parts.append(f"p {p_value(each.p)}{' (score)' * (each.p_of == 'score')}")
        if getattr(each.payoff, "sd", None):
            parts.append(f"sd {rounded(each.payoff.sd, each.payoff.sd / 20)} a deal")
        if each.luck.low is not None:
            spread = f"({rounded(each.luck.low, 0.1)} to {rounded(each.luck.high, 0.1)})"
            parts.append(f"luck x{rounded(each.luck.factor, 0.1)} {spread}")
        lines.append(f"{each.name:<{width}}  {'; '.join(parts)}")
    told = weighed.course.lines() if weighed.course else []
    return lines + _difference_lines(weighed) + _role_lines(weighed) + told


def _difference_lines(weighed):
    """What lies between two strategies, for all pairs or, of many strategies, for neighbours."""
    if not weighed.contrasts:
        return []
    order = _by_rank(weighed)
    few = len(order) <= MANY
    pairs = combinations(order, 2) if few else pairwise(order)
    which = "differences" if few else "differences between neighbours (the tables hold all pairs)"
    lines = [f"{which}; each interval for itself, p (Holm) for all together:"]
    names = [each.label for each in weighed.standings]
    width = max(len(f"{names[e]} over {names[f]}") for e, f in combinations(order, 2))
    scale, unit = (100, " percentage points") if weighed.decided_by_score else (1, weighed.unit)
    for e, f in pairs:
        gap, p = weighed.contrasts[min(e, f), max(e, f)]
        told = interval(gap if e < f else gap.turned(), scale, unit, sign=True)
        lines.append(f"  {f'{names[e]} over {names[f]}':<{width}}  {told}; p {p_value(p)}")
    return lines


def _role_lines(weighed):
    """What each strategy did in each role, or in each seat; only a description."""
    table = weighed.contest.table
    names, labels = table.module.roles(table.players), weighed.contest.labels()
    seen = [each for each in weighed.roles if each.games]
    if not seen:
        return []
    lines = [table.module.ROLES_ARE]
    width = max(len(labels[each.strategy]) for each in seen)
    role_width = max(len(name) for name in names)
    uneven = len({round(each.share, 9) for each in seen}) > 1
    for each in seen:
        half = 2 * each.sd / each.games**0.5 if each.sd else 5
        share = f"  {100 * each.share:5.1f} % of games" if uneven else ""
        lines.append(
            f"  {labels[each.strategy]:<{width}}  {names[each.role]:<{role_width}}{share}"
            f"  score {100 * each.wins:5.1f} %  {each.payoff:+z.{min(decimals(half), 3)}f} {table.module.UNIT}"
        )
    return lines


# As tables, facts and a drawing


def _tables(weighed):
    """The same numbers as tables, unrounded."""
    table = weighed.contest.table
    names, labels = table.module.roles(table.players), weighed.contest.labels()
    figures = ("score", "score_low", "score_high", "payoff", "payoff_low", "payoff_high", "luck")
    rows = [
        (
            x.label,
            x.among,
            x.score.mean,
            x.score.low,
            x.score.high,
            x.payoff.mean,
            x.payoff.low,
            x.payoff.high,
            x.luck.factor,
        )
        for x in weighed.standings
    ]
    heads = [Column("strategy", "strategy"), Column("among", "among")]
    heads += [Column(key, key.replace("_", " "), "right", 4) for key in figures]
    made = [Table("standings", heads, rows)]
    if weighed.contrasts:
        gaps = [
            (weighed.standings[e].label, weighed.standings[f].label, gap.mean, gap.low, gap.high, p)
            for (e, f), (gap, p) in weighed.contrasts.items()
        ]
        columns = [Column("first", "first"), Column("second", "second")]
        columns += [Column(key, key, "right", 4) for key in ("difference", "low", "high", "p")]
        made.append(Table("contrasts", columns, gaps))
    roles = [
        (labels[x.strategy], names[x.role], x.games, x.share, x.wins, x.payoff, x.sd) for x in weighed.roles if x.games
    ]
    columns = [Column("strategy", "strategy"), Column("role", "role"), Column("games", "games", "right", 0)]
    columns += [Column(key, key, "right", 4) for key in ("share", "score", "payoff", "sd")]
    told = [weighed.course.table()] if weighed.course else []
    return [*made, Table("roles", columns, roles), *told]


def _facts(weighed):
    """The stable part of the JSON that is about the result."""
    table = weighed.contest.table
    names, labels = table.module.roles(table.players), weighed.contest.labels()
    return {
        "design": weighed.contest.plan.design,
        "decided_by": "score" if weighed.decided_by_score else "payoff",
        "par": weighed.par,
        "unit": table.module.UNIT,
        "standings": [
            {
                "strategy": each.label,
                "among": each.among or None,
                "score": None if weighed.rated else _interval(each.score),
                "payoff": None if weighed.rated else _interval(each.payoff) | {"sd": each.payoff.sd},
                "rating": _interval(each.payoff) if weighed.rated else None,
                "p_value": each.p,
                "p_value_of": None if each.p is None else each.p_of,
                "variance_reduction": {"factor": each.luck.factor, "low": each.luck.low, "high": each.luck.high},
            }
            for each in weighed.standings
        ],
        "contrasts": [
            {"first": weighed.standings[e].label, "second": weighed.standings[f].label}
            | _interval(gap)
            | {"p_value": p}
            for (e, f), (gap, p) in weighed.contrasts.items()
        ],
        "roles": [
            {
                "strategy": labels[each.strategy],
                "role": names[each.role],
                "games": each.games,
                "share": each.share,
                "score": each.wins,
                "payoff": each.payoff,
                "sd": each.sd,
            }
            for each in weighed.roles
        ],
    } | ({"described": weighed.course.facts()} if weighed.course else {})


def _interval(estimate):
    """An interval as facts."""
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high, "level": estimate.level}


def _headline(verdict):
    """The verdict up to its first figures, short enough to stand over a chart."""
    head = verdict.partition(": ")[0]
    return verdict if head == "too close to call" else head.removesuffix(".")


def _drawings(weighed, verdict):
    """Every result with its interval, beside par; and how the hands went."""
    contest = weighed.contest
    scale = 100 if weighed.decided_by_score else 1
    rows = [
        (each.name, *(None if x is None else scale * x for x in (main.mean, main.low, main.high)))
        for each in _in_order(weighed)
        for main in [weighed.main(each)]
    ]
    subtitle = f"{played(contest.table)}, {count_of(weighed.outcome.deals)}, seed {contest.seed}"
    draw = partial(
        standings_chart,
        title=_headline(verdict),
        subtitle=subtitle,
        rows=rows,
        unit="win share, per cent"
        if scale == 100
        else f"rating, {weighed.unit.strip()}"
        if weighed.rated
        else weighed.unit.strip(),
        par=scale * weighed.par,
    )
    caption = "Every result with its 95 % interval; the line is what a player among equals gets."
    told = weighed.course.drawings(subtitle) if weighed.course else []
    return [Drawing("compare", draw, caption), *told]

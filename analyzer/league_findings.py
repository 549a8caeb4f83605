"""What a league says, put together: words, tables, facts and drawings."""

from functools import partial
from itertools import combinations, pairwise

from analyzer import evolution, league_duels, league_pool
from analyzer.answer import Column, Drawing, Table
from analyzer.findings import Findings, played
from analyzer.league_block import digits_of, lines, range_of, sure_circles
from analyzer.league_chart import league_chart
from analyzer.league_table import LEVEL
from analyzer.league_words import NAMED, headline, verdict
from analyzer.ratings_chart import ratings_chart
from analyzer.seating import POOL
from analyzer.wording import count_of, one_of


def findings(contest, outcome, weights="equal", elo=False):
    """What a finished league says."""
    if contest.plan.design == POOL:
        league = league_pool.weigh(contest, outcome)
    else:
        league = league_duels.weigh(contest, outcome, weights, elo)
    n, k = outcome.deals, len(league.labels)
    pairings = count_of(k * (k - 1) // 2, "pairing")
    how = f"{pairings} on each of them, from both sides"
    if league.pooled:
        how = "mixed by twos in every way" if contest.pairs else "mixed in every way"
    who = one_of(league.labels) if k <= NAMED else f"{k} strategies"
    rated = bool(league.standings)
    return Findings(
        question=f"Which plays best, {who}?" if k <= NAMED else f"Which of {who} plays best?",
        title=f"league of {k}: {played(contest.table)}, {count_of(n)}, {how}",
        verdict=verdict(league),
        lines=lines(league) if rated else [],
        tables=_tables(league),
        drawings=_drawings(league) if rated else [],
        facts=_facts(league),
    )


# Tables: the numbers unrounded


def _tables(league):
    """The ratings, and what there is of each against each."""
    made = [_ratings_table(league)]
    if league.meetings:
        made += [_matrix_table(league), _pairings_table(league)]
    if league.differences:
        made.append(_differences_table(league))
    if league.circles:
        made.append(_cycles_table(league))
    return made


def _ratings_table(league):
    """Who stands where."""
    heads = [Column("rank", "rank", "right", 0), Column("best", "best rank", "right", 0)]
    heads += [Column("worst", "worst rank", "right", 0), Column("strategy", "strategy")]
    keys = "rating low high error score score_low score_high points points_low points_high nash support skill".split()
    elo = any(each.elo for each in league.standings)
    keys += ["elo", "elo_low", "elo_high", "elo_error"] * elo + ["time", "time_low", "time_high"] * _imitated(league)
    rows = []
    for k in league.order:
        each = league.standings[k]
        row = [league.rank(k), *each.ranks, each.label, *_three(each.rating), each.error, *_three(each.score)]
        row += [*_three(each.points), each.nash, each.support, each.skill]
        row += [*_three(each.elo), each.elo_error] if elo else []
        rows.append((*row, *(_three(each.time) if _imitated(league) else [])))
    return Table("ratings", heads + _figures(keys), rows)


def _matrix_table(league):
    """Each against each."""
    labels, order = league.labels, league.order
    heads = [Column("strategy", "strategy"), *(Column(labels[j], labels[j], "right", 4) for j in order)]
    rows = [(labels[i], *(None if i == j else league.mean(i, j) for j in order)) for i in order]
    return Table("matrix", heads, rows, f"what the row makes of the column, {_what(league)}")


def _pairings_table(league):
    """Every pairing with its intervals."""
    keys = "score score_low score_high points points_low points_high p".split()
    rows = [
        (league.labels[i], league.labels[j], *_three(each.score), *_three(each.points), each.p)
        for i, j in combinations(league.order, 2)
        for each in [league.meeting(i, j)]
    ]
    title = f"pairings, p (Holm) of {_what(league)} for all together"
    return Table("pairings", [*_names("first", "second"), *_figures(keys)], rows, title)


def _differences_table(league):
    """Every difference of two ratings."""
    rows = [
        (league.labels[i], league.labels[j], gap.mean, gap.low, gap.high, gap.p)
        for i, j in combinations(league.order, 2)
        for gap in [league.difference(i, j)]
    ]
    heads = [*_names("first", "second"), *_figures(["difference", "low", "high", "p"])]
    return Table("differences", heads, rows, "differences of ratings, p (Holm) for all together")


def _cycles_table(league):
    """The sure circles."""
    rows = [
        (*(league.labels[k] for k in cycle), *(league.mean(i, j) for i, j in pairwise([*cycle, cycle[0]])))
        for cycle in sure_circles(league)
    ]
    heads = [*_names("first", "second", "third"), *_figures(["over_second", "over_third", "over_first"])]
    return Table("cycles", heads, rows, "each beats the next, and the third the first")


def _names(*keys):
    return [Column(key, key) for key in keys]


def _figures(keys):
    return [Column(key, key.replace("_", " "), "right", 4) for key in keys]


def _what(league):
    """What decides, as tables count it."""
    return "win score" if league.by_score else league.units[1]


def _three(found):
    """Mean and interval."""
    return (None, None, None) if found is None else (found.mean, found.low, found.high)


def _imitated(league):
    """Is it known how long imitators play each?"""
    return any(each.time for each in league.standings)


# Facts: the part of the JSON that is about the result


def _facts(league):
    """All of it; strategies go by what they are called in `ratings`."""
    labels = league.labels
    facts = {
        "design": league.contest.plan.design,
        "decided_by": "payoff" if league.pooled else "score" if league.by_score else "points",
        "unit": "win score, 0 to 1" if league.by_score else league.units[1],
        "weights": league.weights,
        "ratings": [_rating_facts(league.rank(k), league.standings[k]) for k in league.order],
        "pairings": [
            {"first": labels[i], "second": labels[j], "score": _interval(each.score), "points": _interval(each.points)}
            | {"p_value": each.p, "beats": league.beats(i, j)}
            for (i, j), each in league.meetings.items()
        ],
        "differences": [
            {"first": labels[i], "second": labels[j]} | _interval(gap) | {"p_value": gap.p}
            for (i, j), gap in league.differences.items()
        ],
        "alike": [[labels[k] for k in group] for group in league.alike],
        "cycles": None,
    }
    if league.circles:
        found = league.circles
        facts["cycles"] = {
            "q": found.q,
            "degrees_of_freedom": found.df,
            "p_value": found.p,
            "share": found.share,
            "share_corrected": found.corrected,
            "sure": [[labels[k] for k in cycle] for cycle in sure_circles(league)],
        }
    if league.mended:
        facts["elo_with_draws_added"] = True
    if _imitated(league):
        facts["imitators"] = {"people": evolution.PEOPLE, "alpha": evolution.ALPHA}
    return facts


def _rating_facts(rank, each):
    """One strategy."""
    facts = {
        "rank": rank,
        "ranks": list(each.ranks),
        "strategy": each.label,
        "rating": _interval(each.rating) | {"error": each.error},
        "score": _interval(each.score),
        "points": _interval(each.points),
        "nash": None if each.nash is None else {"share": each.nash, "support": each.support, "skill": each.skill},
    }
    facts |= {"elo": _interval(each.elo) | {"error": each.elo_error}} if each.elo else {}
    return facts | ({"time": _interval(each.time)} if each.time else {})


def _interval(found):
    """An interval."""
    if found is None:
        return None
    return {"mean": found.mean, "low": found.low, "high": found.high, "level": found.level}


# Drawings


def _drawings(league):
    """Each against each, and the ratings with their intervals."""
    contest, order, labels = league.contest, league.order, league.labels
    scale, unit = league.units
    subtitle = f"{played(contest.table)}, {count_of(league.outcome.deals)}, seed {contest.seed}"
    title = headline(league)
    sure = league.surely if league.pooled else league.beats
    what = f"what the row makes of the column, {unit}"
    if league.by_score:
        what = "what the row scores against the column, per cent"
    elif league.pooled:
        what = f"by how much the row is rated above the column, {unit}"
    matrix = partial(
        league_chart,
        title=title,
        subtitle=subtitle,
        names=[labels[i] for i in order],
        values=[[None if i == j else scale * league.mean(i, j) for j in order] for i in order],
        sure=[[0 if i == j else sure(i, j) for j in order] for i in order],
        level=50 if league.by_score else 0,
        most=digits_of(league),
        what=what,
    )
    rows = [
        (range_of(each.ranks), each.label, *(None if x is None else scale * x for x in _three(each.rating)))
        for each in (league.standings[i] for i in order)
    ]
    ratings = partial(
        ratings_chart,
        title=title,
        subtitle=f"{subtitle}; before each name the ranks not ruled out",
        rows=rows,
        unit=f"rating, {unit}{' of score' if league.by_score else ''}",
        level=LEVEL,
    )
    return [
        Drawing("league", matrix, f"Each against each: {what}; pale is too close to call."),
        Drawing("ratings", ratings, f"Every rating with its {100 * LEVEL:.0f} % interval."),
    ]

"""What a league says: who leads, by how much and how sure, in words, tables, facts and drawings."""

from functools import partial
from itertools import combinations, pairwise

from analyzer.answer import Column, Drawing, Table
from analyzer.findings import Findings, nothing_finished, played
from analyzer.league_chart import league_chart, rating_chart
from analyzer.league_table import ALPHA, FEW, LEVEL, weigh
from analyzer.wording import all_of, count_of, decimals, interval, one_of, p_value, share

NAMED = 4  # strategies: of more than this only the first are named in a sentence
ROOM = 80  # columns of a terminal: a matrix that is wider is left to the tables and the chart
CIRCLES = 5  # told in the block
IN_IT = 0.0005  # share of the Nash average below which nobody is said to be in it


def findings(contest, outcome, weights="equal", elo=False):
    """What a finished league says."""
    weighed = weigh(contest, outcome, weights, elo)
    n, k = outcome.deals, len(weighed.labels)
    pairings = count_of(k * (k - 1) // 2, "pairing")
    how = "mixed in every way" if weighed.pooled else f"{pairings} on each of them, from both sides"
    who = one_of(weighed.labels) if k <= NAMED else f"{k} strategies"
    rated = bool(weighed.standings)
    return Findings(
        question=f"Which plays best, {who}?" if k <= NAMED else f"Which of {who} plays best?",
        title=f"league of {k}: {played(contest.table)}, {count_of(n)}, {how}",
        verdict=_verdict(weighed),
        lines=_lines(weighed) if rated else [],
        tables=_tables(weighed),
        drawings=_drawings(weighed) if rated else [],
        facts=_facts(weighed),
    )


# In words


def _units(weighed):
    """What ratings are counted in: how many of them a unit of the estimates is, and their name."""
    table = weighed.contest.table
    return (100, "percentage points") if weighed.by_score else (1, f"{table.module.UNIT} a {table.bout}")


def _some(names):
    """All of the names, or the first few of many."""
    if len(names) <= NAMED:
        return all_of(names) if names else ""
    return f"{', '.join(names[: NAMED - 1])} and {len(names) - NAMED + 1} more"


def _got(weighed, k):
    """`scores 63.2 % (63.1 to 63.3) on average`."""
    scale, unit = _units(weighed)
    found = weighed.standings[k]
    if weighed.pooled:
        return f"is rated {interval(found.rating, 1, f' {unit}', sign=True)}"
    if weighed.by_score:
        return f"scores {interval(found.score, scale, ' %')} on average"
    return f"makes {interval(found.points, scale, f' {unit}', sign=True)} on average"


def _verdict(weighed):
    """Who leads, by how much and how sure: a sentence that claims no more than the ranks do."""
    labels, n = weighed.labels, weighed.outcome.deals
    if not n:
        return nothing_finished([_some(labels)])
    if not weighed.standings:
        return f"{count_of(n)} cannot rate {_some(labels)}: more are needed to say anything."
    if weighed.even:
        return f"{_some(labels)} are level: every deal came out even."
    first, *others = weighed.order
    if weighed.few:
        return (
            f"too few deals to be sure of anything: after {count_of(n)} {labels[first]} is first and "
            f"{_got(weighed, first)}; {FEW} are the least."
        )
    behind = [k for k in others if weighed.surely(first, k)]
    close = [k for k in others if not weighed.surely(first, k)]
    got, unsure = _got(weighed, first), _some([labels[k] for k in close])
    if not behind:
        return f"too close to call: {labels[first]} is first and {got}, but not surely ahead of {unsure}."
    if close:
        ahead = _some([labels[k] for k in behind]) if len(others) <= NAMED else f"{len(behind)} of {len(others)} others"
        return f"{labels[first]} leads, but not surely ahead of {unsure}: it {got}, and is ahead of {ahead}."
    scale, unit = _units(weighed)
    if len(others) == 1:
        return f"{labels[first]} is ahead of {labels[others[0]]}: it {got}."
    whom = "both others" if len(others) == 2 else f"all {len(others)} others"
    gap = interval(weighed.difference(first, others[0]), scale, f" {unit}")
    return f"{labels[first]} is ahead of {whom}: it {got}; {labels[others[0]]}, who is next, is rated {gap} lower."


def _headline(weighed):
    """The verdict short enough to stand over a chart."""
    verdict = _verdict(weighed)
    head, _, tail = verdict.partition(": ")
    if head == "too close to call":
        return f"{head}: {tail.partition(' and ')[0]} of {len(weighed.labels)}"
    return head


def _lines(weighed):
    """The numbers of the block: a line for each strategy, each against each, and what ratings do not tell."""
    lines = _standing_lines(weighed)
    if not weighed.pooled:
        lines += _matrix_lines(weighed) + _nash_lines(weighed) + _circle_lines(weighed)
        if weighed.mended:
            lines.append(
                "Elo     some won all there was to win from others, so every pairing was given one drawn deal more"
            )
        for group in weighed.alike:
            lines.append(f"alike   {all_of([weighed.labels[k] for k in group])}: every deal between them came out even")
    return lines


def _standing_lines(weighed):
    """The table of ratings, with a line before it that says what it holds."""
    scale, unit = _units(weighed)
    of = " of score" if weighed.by_score else ""
    lines = [f"ratings: {unit}{of} above the mean ± {100 * LEVEL:.0f} %; range: ranks not ruled out, all at once:"]
    heads, rows = _standing_cells(weighed, scale)
    widths = [max(len(row[c]) for row in [heads, *rows]) for c in range(len(heads))]
    for row in [heads, *rows]:
        cells = [
            f"{text:<{w}}" if head == "strategy" else f"{text:>{w}}"
            for head, text, w in zip(heads, row, widths, strict=True)
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines


def _standing_cells(weighed, scale):
    """The headings of that table, and its rows of texts."""
    ranked = [weighed.standings[k] for k in weighed.order]
    mains = [each.score if weighed.by_score or weighed.pooled else each.points for each in ranked]
    elo = any(each.elo for each in ranked)
    heads = ["rank", "range", "strategy", "rating"]
    heads.append("wins" if weighed.pooled else "score" if weighed.by_score else "makes")
    heads += [] if weighed.pooled else ["Nash"]
    heads += ["Elo"] * elo
    places = _places([each.rating for each in ranked], scale)
    elo_places = _places([each.elo for each in ranked], 1) if elo else 0
    rows = []
    for rank, (each, main) in enumerate(zip(ranked, mains, strict=True), 1):
        row = [str(rank), _range(each.ranks), each.label, _with_half(each.rating, scale, places)]
        if weighed.pooled:
            row.append(share(main.mean))
        elif weighed.by_score:
            row.append(f"{100 * main.mean:.{places}f} %")
        else:
            row.append(f"{main.mean:+z.{places}f}")
        row += [] if weighed.pooled else ["-" if each.nash < IN_IT else share(each.nash)]
        row += [_with_half(each.elo, 1, elo_places)] if elo else []
        rows.append(row)
    return heads, rows


def _range(ranks):
    """`3`, or `2-4`."""
    return str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}-{ranks[1]}"


def _places(estimates, scale):
    """Digits after the point for a column of estimates."""
    halves = [scale * (each.high - each.low) / 2 for each in estimates if each.low is not None]
    return decimals(max(halves, default=0), 4) if max(halves, default=0) else 1


def _with_half(found, scale, places):
    """`+2.31 ± 0.12`."""
    half = "" if found.low is None else f" ± {scale * (found.high - found.low) / 2:.{places}f}"
    return f"{scale * found.mean:+z.{places}f}{half}"


def _matrix_lines(weighed):
    """Each against each in as few columns as a terminal has, or nothing."""
    order, labels = weighed.order, weighed.labels
    if len(order) < 3:
        return []
    name = max(map(len, labels))
    scale = 100 if weighed.by_score else 1
    what = "scores against the column, per cent" if weighed.by_score else f"makes of the column, {_units(weighed)[1]}"
    for digits, mark in ((1, "?"), (0, "?"), (0, "")):
        texts = [[_cell(weighed, i, j, scale, digits, mark) for j in order] for i in order]
        wide = max(len(text) for row in texts for text in row) + 1
        wide = max(wide, len(str(len(order))) + 1 + len(mark))
        if 2 + len(str(len(order))) + 1 + name + wide * len(order) <= ROOM:
            break
    else:
        return ["what each makes of each is in the tables (--format md, --html) and on the chart"]
    unsure = "?" if mark else "="
    lines = [f"what the row {what}; {unsure} is too close to call, all at once at {100 * LEVEL:.0f} %:"]
    deep = len(str(len(order)))
    heads = [f"{number}{' ' * len(mark)}" for number in range(1, len(order) + 1)]
    lines.append((" " * (3 + deep + name) + "".join(f"{head:>{wide}}" for head in heads)).rstrip())
    for number, (i, row) in enumerate(zip(order, texts, strict=True), 1):
        cells = "".join(f"{text:>{wide}}" for text in row)
        lines.append(f"  {number:>{deep}} {labels[i]:<{name}}{cells}".rstrip())
    return lines


def _cell(weighed, i, j, scale, digits, mark):
    """A number of the matrix, marked if it is not sure; without a mark to put, `=` for one that is not."""
    if i == j:
        return f".{' ' * len(mark)}"
    sure = weighed.beats(i, j)
    if not sure and not mark:
        return "="
    plus = "" if weighed.by_score else "+"
    return f"{scale * weighed.mean(i, j):{plus}z.{digits}f}{mark if not sure else ' ' * len(mark)}"


def _nash_lines(weighed):
    """Who is in the Nash average."""
    inside = sorted(
        (each for each in weighed.standings if each.nash >= IN_IT or each.support >= 0.05), key=lambda each: -each.nash
    )
    told = [f"{each.label} {share(each.nash)} (in {100 * each.support:.0f} % of resamples)" for each in inside]
    return [f"Nash    {', '.join(told[:CIRCLES])}{f' and {len(told) - CIRCLES} more' if len(told) > CIRCLES else ''}"]


def _circle_lines(weighed):
    """What runs in circles, and the surest circles."""
    found = weighed.circles
    if not found.df or weighed.even:
        return []
    if found.q is None:
        return ["cycles  too few deals to tell whether something runs in circles"]
    part = found.share if found.corrected is None else found.corrected
    if part is None:
        return []
    told = f"{share(part)} of the differences run in circles" if part >= 0.0005 else "next to nothing runs in circles"
    certain = f"Q {found.q:,.1f} for {count_of(found.df, 'circle')}, p {p_value(found.p)}"
    fit = "ratings do not tell all" if found.p <= ALPHA else "ratings may tell all"
    lines = [f"cycles  {told}; {fit} ({certain})"]
    cycles = circles_in_words(weighed)
    lines += [f"        {sentence}" for sentence in cycles[:CIRCLES]]
    if len(cycles) > CIRCLES:
        lines.append(f"        and {len(cycles) - CIRCLES} more such circles (the tables hold all)")
    if not cycles and len(weighed.labels) > 2:
        lines.append("        no three surely beat each other in a circle")
    return lines


def _circles(weighed):
    """The sure circles of three, those whose weakest link is strongest first: (i, j, k), i beats j beats k beats i."""
    level = 0.5 if weighed.by_score else 0.0

    def weakest(cycle):
        return min(abs(weighed.mean(i, j) - level) for i, j in pairwise([*cycle, cycle[0]]))

    return sorted(weighed.circles.cycles, key=weakest, reverse=True) if weighed.circles else []


def circles_in_words(weighed):
    """`A beats B, B beats C and C beats A (scoring 50.9, 51.3 and 50.4 %)`."""
    said = []
    for cycle in _circles(weighed):
        edges = list(pairwise([*cycle, cycle[0]]))
        beats = all_of([f"{weighed.labels[i]} beats {weighed.labels[j]}" for i, j in edges])
        if weighed.by_score:
            by = f"scoring {all_of([f'{100 * weighed.mean(i, j):.1f}' for i, j in edges])} %"
        else:
            by = f"by {all_of([f'{weighed.mean(i, j):.1f}' for i, j in edges])} {_units(weighed)[1]}"
        said.append(f"{beats} ({by})")
    return said


# As tables, facts and drawings


def _tables(weighed):
    """The same numbers as tables, unrounded."""
    labels, order = weighed.labels, weighed.order
    made = [_ratings_table(weighed)]
    if weighed.meetings:
        heads = [Column("strategy", "strategy"), *(Column(labels[j], labels[j], "right", 4) for j in order)]
        rows = [(labels[i], *(None if i == j else weighed.mean(i, j) for j in order)) for i in order]
        what = "win score" if weighed.by_score else _units(weighed)[1]
        made.append(Table("matrix", heads, rows, f"what the row makes of the column, {what}"))
        heads = [Column("first", "first"), Column("second", "second")]
        figures = "score score_low score_high points points_low points_high p"
        heads += [Column(key, key.replace("_", " "), "right", 4) for key in figures.split()]
        rows = [
            (labels[i], labels[j], *_three(each.score), *_three(each.points), each.p)
            for i, j in combinations(order, 2)
            for each in [weighed.meeting(i, j)]
        ]
        made.append(Table("pairings", heads, rows, f"pairings, p (Holm) of {what} for all together"))
    if weighed.differences:
        heads = [Column("first", "first"), Column("second", "second")]
        heads += [Column(key, key, "right", 4) for key in ("difference", "low", "high", "p")]
        rows = [
            (labels[i], labels[j], gap.mean, gap.low, gap.high, gap.p)
            for i, j in combinations(order, 2)
            for gap in [weighed.difference(i, j)]
        ]
        made.append(Table("differences", heads, rows, "differences of ratings, p (Holm) for all together"))
    if weighed.circles:
        heads = [Column(key, key) for key in ("first", "second", "third")]
        heads += [Column(key, key.replace("_", " "), "right", 4) for key in ("over_second", "over_third", "over_first")]
        rows = [
            (*(labels[k] for k in cycle), *(weighed.mean(i, j) for i, j in pairwise([*cycle, cycle[0]])))
            for cycle in _circles(weighed)
        ]
        made.append(Table("cycles", heads, rows, "each beats the next, and the third the first"))
    return made


def _ratings_table(weighed):
    """Who stands where."""
    heads = [Column("rank", "rank", "right", 0), Column("best", "best rank", "right", 0)]
    heads += [Column("worst", "worst rank", "right", 0), Column("strategy", "strategy")]
    figures = "rating low high error score score_low score_high points points_low points_high nash support skill"
    elo = any(each.elo for each in weighed.standings)
    keys = figures.split() + (["elo", "elo_low", "elo_high", "elo_error"] if elo else [])
    heads += [Column(key, key.replace("_", " "), "right", 4) for key in keys]
    rows = []
    for rank, k in enumerate(weighed.order, 1):
        each = weighed.standings[k]
        row = [rank, *each.ranks, each.label, *_three(each.rating), each.error, *_three(each.score)]
        row += [*_three(each.points), each.nash, each.support, each.skill]
        rows.append((*row, *([*_three(each.elo), each.elo_error] if elo else [])))
    return Table("ratings", heads, rows)


def _three(found):
    """Mean and interval."""
    return (None, None, None) if found is None else (found.mean, found.low, found.high)


def _facts(weighed):
    """The stable part of the JSON that is about the result; strategies go by what they are called in `ratings`."""
    labels, order = weighed.labels, weighed.order
    scale_free = "score" if weighed.by_score else "points"
    facts = {
        "design": weighed.contest.plan.design,
        "decided_by": "payoff" if weighed.pooled else scale_free,
        "unit": "win score, 0 to 1" if weighed.by_score else _units(weighed)[1],
        "weights": weighed.weights,
        "ratings": [_rating_facts(rank, weighed.standings[k]) for rank, k in enumerate(order, 1)],
        "pairings": [
            {"first": labels[i], "second": labels[j], "score": _interval(each.score), "points": _interval(each.points)}
            | {"p_value": each.p, "beats": weighed.beats(i, j)}
            for (i, j), each in weighed.meetings.items()
        ],
        "differences": [
            {"first": labels[i], "second": labels[j]} | _interval(gap) | {"p_value": gap.p}
            for (i, j), gap in weighed.differences.items()
        ],
        "alike": [[labels[k] for k in group] for group in weighed.alike],
        "cycles": None,
    }
    if weighed.circles:
        found = weighed.circles
        facts["cycles"] = {
            "q": found.q,
            "degrees_of_freedom": found.df,
            "p_value": found.p,
            "share": found.share,
            "share_corrected": found.corrected,
            "sure": [[labels[k] for k in cycle] for cycle in _circles(weighed)],
        }
    if weighed.mended:
        facts["elo_with_draws_added"] = True
    return facts


def _rating_facts(rank, each):
    """One strategy in the JSON."""
    return {
        "rank": rank,
        "ranks": list(each.ranks),
        "strategy": each.label,
        "rating": _interval(each.rating) | {"error": each.error},
        "score": _interval(each.score),
        "points": _interval(each.points),
        "nash": None if each.nash is None else {"share": each.nash, "support": each.support, "skill": each.skill},
    } | ({} if each.elo is None else {"elo": _interval(each.elo) | {"error": each.elo_error}})


def _interval(found):
    """An interval as facts."""
    if found is None:
        return None
    return {"mean": found.mean, "low": found.low, "high": found.high, "level": found.level}


def _drawings(weighed):
    """Each against each, and the ratings with their intervals."""
    contest, order, labels = weighed.contest, weighed.order, weighed.labels
    scale, unit = _units(weighed)
    subtitle = f"{played(contest.table)}, {count_of(weighed.outcome.deals)}, seed {contest.seed}"
    title = _headline(weighed)
    sure = weighed.surely if weighed.pooled else weighed.beats
    level = 50 if weighed.by_score else 0
    what = (
        "what the row scores against the column, per cent"
        if weighed.by_score
        else f"by how much the row is rated above the column, {unit}"
        if weighed.pooled
        else f"what the row makes of the column, {unit}"
    )
    matrix = partial(
        league_chart,
        title=title,
        subtitle=subtitle,
        names=[labels[i] for i in order],
        values=[[None if i == j else scale * weighed.mean(i, j) for j in order] for i in order],
        sure=[[0 if i == j else sure(i, j) for j in order] for i in order],
        level=level,
        what=what,
    )
    rows = [
        (_range(each.ranks), each.label, *(None if x is None else scale * x for x in _three(each.rating)))
        for each in (weighed.standings[i] for i in order)
    ]
    of = " of score" if weighed.by_score else ""
    ratings = partial(
        rating_chart,
        title=title,
        subtitle=f"{subtitle}; before each name the ranks not ruled out",
        rows=rows,
        unit=f"rating, {unit}{of}",
        level=LEVEL,
    )
    return [
        Drawing("league", matrix, f"Each against each: {what}; pale is too close to call."),
        Drawing("ratings", ratings, f"Every rating with its {100 * LEVEL:.0f} % interval."),
    ]

"""Two sides that change over: who wins more, by how much, how sure is that, and what were duplicate deals worth?

The findings of a match whose blocks are pairs (`stats`), told from the side of the first strategy.  Where wins decide
the score comes first, where points do (a single hand of some games) the margin.
"""

from functools import partial
from typing import Any, NamedTuple

from analyzer import course, stats
from analyzer.answer import Column, Drawing, Table
from analyzer.charts import compare_chart
from analyzer.counted import of_counts
from analyzer.findings import (
    Findings,
    Sides,
    level_by_symmetry,
    nothing_finished,
    played,
    plural,
    same,
    score_of_itself,
)
from analyzer.intervals import Interval
from analyzer.wording import count_of, exact, interval, p_value, rounded, share


def findings(contest, outcome):
    """What a finished match says."""
    weighed = _weigh(contest, outcome)
    n = outcome.deals
    return Findings(
        question=f"Which plays better, {weighed.one} or {weighed.two}?",
        title=f"{weighed.one} v {weighed.two}: {played(contest.table)}, {count_of(n)} from both sides",
        verdict=_verdict(weighed) if n else nothing_finished(contest.labels()),
        lines=_lines(weighed) if n else [],
        tables=_tables(weighed),
        drawings=_drawings(weighed) if n else [],
        facts=_facts(weighed),
    )


class Weighed(NamedTuple):
    """A finished match and all the estimates it gives, from the first strategy's side."""

    contest: Any
    outcome: Any
    one: str
    two: str
    score: Any
    margin: Any
    games: Any
    pairs: list[int]
    p_value: float | None
    p_of: str  # margin or score: what the p-value weighs
    margin_differs: bool  # is the margin surely not 0?
    score_differs: bool  # does the same test of the scores say that they are not even?
    luck: Any
    luck_of_score: Any
    mirrored: float | None
    lead: Any
    lead_margin: Any
    course: Any  # how the hands went, None where the game does not tell

    @property
    def by_score(self):
        """Do wins decide, rather than points?"""
        return self.contest.table.counts_score

    @property
    def bout(self):
        """What is won or lost: a game, a hand, a match."""
        return self.contest.table.bout

    @property
    def even(self):
        """Did every deal come out even, to the point?"""
        return self.score.mean == 0.5 and self.margin.mean == 0 and not self.margin.sd

    @property
    def by_symmetry(self):
        """Has a strategy met itself?"""
        return self.even and same(self.contest)

    @property
    def sides(self):
        """The two sides and what decides between them."""
        return Sides(
            self.one,
            self.two,
            self.score,
            self.margin,
            self.margin_differs,
            self.even,
            self.by_score,
            self.bout,
            self.score_differs,
        )


def _weigh(contest, outcome):
    """Every estimate a match gives."""
    tally = outcome.counts.result[0]
    score, margin, pairs = stats.score(tally), stats.margin(tally), stats.pair_counts(tally)
    p, p_of = stats.sign_flip(tally), "margin"
    # With few deals the intervals are too hopeful; the sign-flip test is exact there.
    differs = _is_not_0(margin) and p < 0.05
    score_differs = outcome.deals > 0 and of_counts("pairs", [pairs]).p_value() < 0.05
    ending = outcome.ending
    if ending:  # the results decided when to stop
        (score, found), p, p_of = ending.estimates(), ending.p_value(), ending.rule.of
        margin = stats.Margin(found.mean, found.low, found.high, found.level, margin.sd)
        differs, score_differs = _is_not_0(margin), True
    elif same(contest) and margin.mean == 0 and not margin.sd:
        known = score_of_itself(contest)
        score = Interval(known, known, known, score.level)
    elif margin.sd == 0:  # so far all deals came out alike, which says nothing of those to come
        margin = stats.Margin(margin.mean, None, None, margin.level, 0.0)
    return Weighed(
        contest,
        outcome,
        *contest.labels(),
        score,
        margin,
        stats.games(tally),
        pairs,
        p,
        p_of,
        differs,
        score_differs,
        stats.variance_reduction(tally, "margin"),
        stats.variance_reduction(tally, "score"),
        stats.mirrored(tally),
        stats.lead_score(tally),
        stats.lead_margin(tally),
        course.course(contest, outcome),
    )


def _is_not_0(margin):
    """Does the interval leave 0 outside?"""
    return margin.low is not None and not margin.low <= 0 <= margin.high


def _verdict(weighed):
    """Who is ahead, by how much and how sure."""
    if weighed.by_symmetry:
        return level_by_symmetry(weighed.contest)
    return weighed.sides.verdict(weighed.outcome.deals)


def _facts(weighed):
    """The stable part of the JSON that is about the result."""
    score, margin, luck = weighed.score, weighed.margin, weighed.luck
    facts = {
        "score": {"mean": score.mean, "low": score.low, "high": score.high, "level": score.level},
        "wins": weighed.games.wins,
        "draws": weighed.games.draws,
        "losses": weighed.games.losses,
        "margin": {"mean": margin.mean, "low": margin.low, "high": margin.high, "sd": margin.sd},
        "pairs": weighed.pairs,
        "p_value": weighed.p_value,
        "p_value_of": weighed.p_of,
        "variance_reduction": {"factor": luck.factor, "low": luck.low, "high": luck.high},
        "mirrored": weighed.mirrored,
        "lead": {"score": weighed.lead.mean, "low": weighed.lead.low, "high": weighed.lead.high},
    }
    if not weighed.by_score:
        lead = weighed.lead_margin
        facts["lead_margin"] = {"mean": lead.mean, "low": lead.low, "high": lead.high}
    if weighed.course:
        facts["decided_by"] = "score" if weighed.by_score else "margin"
        facts["described"] = weighed.course.facts()
    return facts


def _lines(weighed):
    """The numbers of the block, a line each; what decides comes first."""
    margin, games, bout = weighed.margin, weighed.games, weighed.bout
    begins = weighed.contest.table.module.BEGINS
    spread = f", sd {rounded(margin.sd, margin.sd / 20)} a deal" if margin.sd else ""
    lines = [
        f"score   {interval(weighed.score, 100, ' %')}   ({weighed.one}; win 1, draw 1/2)",
        f"margin  {interval(margin, 1, ' points', sign=True)} a {bout}{spread}",
    ]
    lead = f"scores {interval(weighed.lead, 100, ' %')}"
    if not weighed.by_score:
        lines.reverse()
        lead = f"makes {interval(weighed.lead_margin, 1, f' points a {bout}', sign=True)} and {lead}"
    counts = f"{exact(games.wins)} won, {exact(games.draws)} drawn, {exact(games.losses)} lost"
    lines += [
        f"{plural(bout):<7} {exact(sum(games))}: {counts}",
        f"pairs   [{', '.join(map(str, weighed.pairs))}]   (LL, LD, WL+DD, WD, WW)",
        f"p       {_p(weighed)}",
        f"luck    {_luck(weighed)}; {share(weighed.mirrored)} of deals mirrored",
        f"lead    whoever {begins} {lead}",
    ]
    return lines + (weighed.course.lines() if weighed.course else [])


def _tables(weighed):
    """The same numbers as tables, unrounded."""
    n = weighed.outcome.deals
    summary = {"win score": weighed.score, f"margin, points a {weighed.bout}": weighed.margin}
    if not weighed.by_score:
        summary = dict(reversed(summary.items()))
        summary[f"margin of whoever {weighed.contest.table.module.BEGINS}"] = weighed.lead_margin
    summary |= {
        f"score of whoever {weighed.contest.table.module.BEGINS}": weighed.lead,
        "variance reduction, points": weighed.luck,
        "variance reduction, score": weighed.luck_of_score,
    }
    rows = [(name, x.factor if "reduction" in name else x.mean, x.low, x.high) for name, x in summary.items()]
    rows.append(("share of deals mirrored", weighed.mirrored, None, None))
    rows += weighed.course.rows() if weighed.course else []
    counts = zip(("LL", "LD", "WL+DD", "WD", "WW"), weighed.pairs, strict=True)
    return [
        Table(
            "summary",
            [Column("measure", "measure"), *(Column(key, key, "right", 4) for key in ("value", "low", "high"))],
            rows,
        ),
        Table(
            "pairs",
            [Column("pair", "pair"), Column("deals", "deals", "right", 0), Column("share", "share", "right", 4)],
            [(name, count, count / n if n else None) for name, count in counts],
        ),
    ]


def _drawings(weighed):
    """What decides beside the margins of the deals, and how the hands went."""
    histogram = weighed.outcome.counts.result[0]["histogram"]
    margins = [((int(k) - stats.SPAN) / 2, int(histogram[k])) for k in histogram.nonzero()[0]]
    if histogram[0] or histogram[-1]:
        margins = None  # in long matches they lie beyond the bins
    where, dealt = played(weighed.contest.table), count_of(weighed.outcome.deals)
    subtitle = f"{where}, {dealt} from both sides, seed {weighed.contest.seed}"
    draw = partial(
        compare_chart,
        title=_verdict(weighed).partition(":")[0] if weighed.by_symmetry else weighed.sides.headline(),
        subtitle=subtitle,
        first=weighed.one,
        second=weighed.two,
        score=weighed.score.mean,
        low=weighed.score.low,
        high=weighed.score.high,
        margins=margins,
        margin_mean=weighed.margin.mean,
        margin_low=weighed.margin.low,
        margin_high=weighed.margin.high,
        by_score=weighed.by_score,
        bout=weighed.bout,
    )
    decides = "win score" if weighed.by_score else "mean margin"
    drawings = [Drawing("compare", draw, f"The {decides} with its interval, and how the margin of a deal is spread.")]
    return drawings + (weighed.course.drawings(subtitle) if weighed.course else [])


def _p(weighed):
    """The p-value in words."""
    if weighed.p_value is None:
        return "unknown: too few deals for what holds at all looks together"
    how = "at any look" if weighed.outcome.ending else "(sign-flip test)"
    return f"{p_value(weighed.p_value)}: how often chance alone would bring such a {weighed.p_of} {how}"


def _luck(weighed):
    """What playing every deal twice was worth, in words."""
    points, score = weighed.luck, weighed.luck_of_score
    if weighed.mirrored == 1:
        return "the two games of every deal cancelled exactly"
    if points.factor is None or points.low is None:
        return "too few deals to say what playing them twice was worth"
    of_score = f", x{rounded(score.factor, 0.1)} on the score" if score.factor is not None else ""
    spread = f"({rounded(points.low, 0.1)} to {rounded(points.high, 0.1)})"
    worth = (
        f": the same precision with {100 / points.factor:.0f} % of the {plural(weighed.bout)}" if points.low > 1 else ""
    )
    return f"duplicate deals x{rounded(points.factor, 0.1)} {spread} on points{of_score}{worth}"

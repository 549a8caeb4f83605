"""The numbers of a league as lines to paste: the ratings, each against each, and what ratings do not tell."""

from itertools import pairwise

from analyzer import evolution
from analyzer.answer import half_even
from analyzer.league_table import ALPHA, LEVEL
from analyzer.wording import all_of, count_of, decimals, p_value, share

ROOM = 80  # columns of a terminal: a matrix that is wider is left to the tables and the chart
TOLD = 5  # circles, and strategies of a mixture: more are counted only
IN_IT = 0.0005  # share of a mixture below which nobody is said to be in it
PLAYED = 0.005  # share of the time that must be possible for somebody to be told of


def lines(league):
    """All lines about the numbers."""
    made = _standing_lines(league)
    if league.pooled:
        return made + _time_lines(league)
    made += _matrix_lines(league) + _nash_lines(league) + _circle_lines(league)
    if league.mended:
        made.append("Elo     some won all there was to win from others, so every pairing was given one drawn deal more")
    for group in league.alike:
        made.append(f"alike   {all_of([league.labels[k] for k in group])} made the same of every deal")
    return made


# The ratings


def _standing_lines(league):
    """The table of ratings, with a line before it that says what it holds."""
    scale, unit = league.units
    of = " of score" if league.by_score else ""
    made = [f"ratings: {unit}{of} above the mean ± {100 * LEVEL:.0f} %; range: ranks not ruled out, all at once:"]
    heads, rows = _standing_cells(league, scale)
    widths = [max(len(row[c]) for row in [heads, *rows]) for c in range(len(heads))]
    for row in [heads, *rows]:
        cells = [
            f"{text:<{w}}" if head == "strategy" else f"{text:>{w}}"
            for head, text, w in zip(heads, row, widths, strict=True)
        ]
        made.append("  " + "  ".join(cells).rstrip())
    return made


def _standing_cells(league, scale):
    """The headings of that table, and its rows of texts."""
    ranked = [league.standings[k] for k in league.order]
    elo = any(each.elo for each in ranked)
    heads = ["rank", "range", "strategy", "rating"]
    heads.append("wins" if league.pooled else "score" if league.by_score else "makes")
    heads += ["Elo"] * elo
    places = _places([each.rating for each in ranked], scale)
    elo_places = _places([each.elo for each in ranked], 1) if elo else 0
    rows = []
    for k, each in zip(league.order, ranked, strict=True):
        row = [str(league.rank(k)), range_of(each.ranks), each.label, _with_half(each.rating, scale, places)]
        if league.pooled:
            row.append(share(each.score.mean))
        elif league.by_score:
            row.append(f"{half_even(100 * each.score.mean, places):.{places}f} %")
        else:
            row.append(f"{half_even(each.points.mean, places):+z.{places}f}")
        row += [_with_half(each.elo, 1, elo_places)] if elo else []
        rows.append(row)
    return heads, rows


def range_of(ranks):
    """`3`, or `2-4`."""
    return str(ranks[0]) if ranks[0] == ranks[1] else f"{ranks[0]}-{ranks[1]}"


def _places(estimates, scale):
    """Digits after the point for a column of estimates."""
    halves = [scale * (each.high - each.low) / 2 for each in estimates if each.low is not None]
    return decimals(max(halves, default=0), 4) if max(halves, default=0) else 1


def _with_half(found, scale, places):
    """`+2.31 ± 0.12`."""
    half = "" if found.low is None else f" ± {scale * (found.high - found.low) / 2:.{places}f}"
    return f"{half_even(scale * found.mean, places):+z.{places}f}{half}"


# Each against each


def _matrix_lines(league):
    """Each against each in as few columns as a terminal has, or nothing."""
    order, labels = league.order, league.labels
    if len(order) < 3:
        return []
    name, deep = max(map(len, labels)), len(str(len(order)))
    what = "scores against the column, per cent" if league.by_score else f"makes of the column, {league.units[1]}"
    for digits, mark in ((min(1, digits_of(league)), "?"), (0, "?"), *([] if league.few else [(0, "")])):
        texts = [[_cell(league, i, j, digits, mark) for j in order] for i in order]
        wide = 1 + max(deep + len(mark), *(len(text) for row in texts for text in row))
        if 2 + deep + 1 + name + wide * len(order) <= ROOM:
            break
    else:
        return ["what each makes of each is in the tables (--format md, --html) and on the chart"]
    unsure = "?" if mark else "="
    made = [f"what the row {what}; {unsure} is too close to call, all at once at {100 * LEVEL:.0f} %:"]
    heads = [f"{number}{' ' * len(mark)}" for number in range(1, len(order) + 1)]
    made.append((" " * (3 + deep + name) + "".join(f"{head:>{wide}}" for head in heads)).rstrip())
    for number, (i, row) in enumerate(zip(order, texts, strict=True), 1):
        cells = "".join(f"{text:>{wide}}" for text in row)
        made.append(f"  {number:>{deep}} {labels[i]:<{name}}{cells}".rstrip())
    return made


def digits_of(league):
    """How many digits after the point the intervals of each against each allow."""
    scale = league.units[0]
    if league.pooled:
        return _places(league.differences.values(), scale)
    return _places([each.score if league.by_score else each.points for each in league.meetings.values()], scale)


def _cell(league, i, j, digits, mark):
    """A number of the matrix, marked if it is not sure; without a mark to put, `=` for one that is not."""
    if i == j:
        return f".{' ' * len(mark)}"
    sure = league.beats(i, j)
    if not sure and not mark:
        return "="
    plus = "" if league.by_score else "+"
    number = half_even(league.units[0] * league.mean(i, j), digits)
    return f"{number:{plus}z.{digits}f}{mark if not sure else ' ' * len(mark)}"


# Mixtures and circles


def _nash_lines(league):
    """The mixture that nobody beats."""
    inside = [each for each in league.standings if each.nash >= IN_IT or each.support >= 0.05]
    inside = sorted(inside, key=lambda each: -each.nash)
    told = [f"{each.label} {share(each.nash)} (in {100 * each.support:.0f} % of resamples)" for each in inside]
    return [f"Nash    the mixture that nobody beats: {_first_of(told)}"]


def _time_lines(league):
    """How long imitators play each."""
    if not league.contest.pairs:
        return []
    if league.few or league.standings[0].time is None:
        return ["time    too few deals to tell how long imitators play each (alpha-Rank)"]
    told = [
        f"{each.label} {_time(each.time)}"
        for each in sorted(league.standings, key=lambda each: -each.time.mean)
        if each.time.high >= PLAYED
    ]
    how = f"alpha-Rank, alpha {evolution.ALPHA:g}"
    return [f"time    that {evolution.PEOPLE} imitators play each ({how}): {_first_of(told)}"]


def _time(found):
    """`63.1 % (52.0 to 70.2)`."""
    places = min(1, decimals(50 * (found.high - found.low)))
    mean, low, high = (f"{half_even(100 * x, places):.{places}f}" for x in (found.mean, found.low, found.high))
    return f"{mean} % ({low} to {high})"


def _first_of(told):
    """The first of some texts, and how many more there are."""
    return f"{', '.join(told[:TOLD])}{f' and {len(told) - TOLD} more' if len(told) > TOLD else ''}"


def _circle_lines(league):
    """What runs in circles, and the surest circles."""
    found = league.circles
    if not found.df:
        return []
    if found.q is None:
        return ["cycles  too few deals to tell whether something runs in circles"]
    part = found.share if found.corrected is None else found.corrected
    if part is None:
        return []
    told = f"{share(part)} of the differences run in circles" if part >= IN_IT else "next to nothing runs in circles"
    certain = f"Q {found.q:,.1f} for {count_of(found.df, 'circle')}, p {p_value(found.p)}"
    fit = "ratings do not tell all" if found.p <= ALPHA else "ratings may tell all"
    made = [f"cycles  {told}; {fit} ({certain})"]
    cycles = circles_in_words(league)
    made += [f"        {sentence}" for sentence in cycles[:TOLD]]
    if len(cycles) > TOLD:
        made.append(f"        and {len(cycles) - TOLD} more such circles (the tables hold all)")
    if not cycles:
        made.append("        no three surely beat each other in a circle")
    return made


def sure_circles(league):
    """Those of three, whose weakest link is strongest first: (i, j, k), i beats j, j beats k and k beats i."""
    level = 0.5 if league.by_score else 0.0

    def weakest(cycle):
        return min(abs(league.mean(i, j) - level) for i, j in pairwise([*cycle, cycle[0]]))

    return sorted(league.circles.cycles, key=weakest, reverse=True) if league.circles else []


def circles_in_words(league):
    """`A beats B, B beats C and C beats A (scoring 50.9, 51.3 and 50.4 %)`."""
    said = []
    for cycle in sure_circles(league):
        edges = list(pairwise([*cycle, cycle[0]]))
        beats = all_of([f"{league.labels[i]} beats {league.labels[j]}" for i, j in edges])
        scale, unit = league.units
        numbers = all_of([f"{half_even(scale * league.mean(i, j), 1):.1f}" for i, j in edges])
        said.append(f"{beats} ({f'scoring {numbers} %' if league.by_score else f'by {numbers} {unit}'})")
    return said

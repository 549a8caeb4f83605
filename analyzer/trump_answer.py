"""The answer to when to spend a trump, put together: sentences, the lines to paste, and what it says of its deals."""

from collections.abc import Sequence
from typing import Any

from analyzer import (
    __version__,
    compiled,
    shown,
    trump_charts,
    trump_file,
    trump_tables,
    trump_trial,
    trump_words,
)
from analyzer.account import told_deals
from analyzer.answer import Answer, write
from analyzer.clusters import Gain
from analyzer.deviations import BARE
from analyzer.findings import played
from analyzer.lab import Lab
from analyzer.match import quoted
from analyzer.tables import Table
from analyzer.trump_cells import FEWEST, Place, sure
from analyzer.trump_rule import FEW, KEEP, OPEN, SPEND, Line
from analyzer.trump_tables import Found
from analyzer.trump_trial import Kept, Side
from analyzer.wording import count_of, exact, interval

SHORT = ("low", "J Q K", "A 3", "only loads", "in suit")  # the columns of a rule
SIGNS = {SPEND: "+", KEEP: "-", OPEN: "?", FEW: "."}
LABEL, CELL = 14, 11  # characters in the maps of the block


def answer(
    found: Found, lab: Lab, table: Table, deals: int, command: str, question: str, more: Sequence[str] = ()
) -> Answer:
    """All that is known; `more` are lines about a file that was written."""
    interrupted = found.forked.interrupted or lab.interrupted
    where, some = f"{played(table)}, {among(found.sides)}", bool(found.forked.deals)
    sentences = [*_rule(found), *_about(found), *_retest(found)] if some else [shown.NOTHING]
    block = [f"When to spend a trump: {where}, {count_of(deals)}"]
    if interrupted:
        block.append(f"INTERRUPTED; what follows is the result of {count_of(found.forked.deals)}")
    line, facts, run = _account(found, lab)
    block += [*sentences, *(_lines(found) if some else []), line, *more, f"again: {command}"]
    told = {"verdict": sentences[0], "in_words": sentences}
    return Answer(
        question=question,
        sentences=sentences,
        block=block,
        tables=trump_tables.tables(found) if some else [],
        drawings=trump_charts.drawings(found, f"{where}, {count_of(deals)}, seed {lab.seed}") if some else [],
        facts=facts | trump_tables.facts(found) | told,
        run=run,
        command=command,
        interrupted=interrupted,
    )


def among(sides: Sequence[Side]) -> str:
    """`maestro against itself`, `spend_trump and endgame against each other`."""
    first = sides[0]
    if first.player == first.opponent:
        return f"{first.player.label} against itself"
    return f"{first.player.label} and {first.opponent.label} against each other"


def write_rule(path: str, found: Found, command: str, force: bool) -> list[str]:
    """Write the first player's strategy with the rule to a file; the lines that say so, or why it was not written."""
    if found.rule.silent or not found.kept or found.forked.interrupted:
        reason = "the run was interrupted" if found.forked.interrupted else "there is no rule to write"
        return [f"{path} was not written: {reason}"]
    base = found.sides[0].player
    docstring = trump_file.docstring(base, _rule(found), _origin(found, command))
    trump_file.check(path, force)
    write(path, trump_file.text_of(base, found.rule, docstring))
    table = found.forked.contest.table
    steps = (f"check {quoted(path)}", f"compare {quoted(path)} {trump_trial.PLAIN}")
    told = [" ".join([f"mazziere {step}", *table.options()]) for step in steps]
    return [f"wrote {path}: {base.label} with the rule; then:", *(f"    {step}" for step in told)]


def _origin(found: Found, command: str) -> list[str]:
    """Where a written rule comes from: for its docstring."""
    return [
        f"The rule comes from {count_of(sum(found.forked.decisions), 'decision')} of {among(found.sides)}, each played "
        "on with a trump and without; it says something only where that surely made a difference (Benjamini and "
        f"Hochberg). It is what `{command}` found with mazziere {__version__}.",
        *_retest(found),
    ]


def _rule(found: Found) -> list[str]:
    return trump_words.sentences(found.rule, found.outcomes)


def _about(found: Found) -> list[str]:
    return [trump_words.on_trumps_about(found.turned, found.asked_about)] if found.about else []


def _retest(found: Found) -> list[str]:
    """What the rule promised and what it kept, a sentence for each player."""
    if not found.kept:
        return []
    sides = shown.sure([each.margin for each in found.kept])
    return [_kept(each, side) for each, side in zip(found.kept, sides, strict=True)]


def _kept(each: Kept, side: int) -> str:
    against = "itself without it" if each.opponent == each.player else each.opponent
    told = f"{each.player} with the rule, against {against},"
    head = "On fresh deals "
    if each.promise:
        changes, margin = each.promise.changes or 0.0, each.promise.margin
        many = "hardly any" if changes < 0.005 else f"{changes:.2f}"
        head = (
            f"The rule changes {many} decisions a game of {each.player}'s, which promise it "
            f"{interval(margin, sign=True)} points a game; on fresh deals "
        )
    if each.margin.mean is None:
        return f"{head}nothing was finished."
    if side == 0:
        return (
            f"{head}no difference can be told: {told} makes {interval(each.margin, sign=True)} points a game more than "
            f"without, and {interval(each.score, 100, sign=True)} percentage points of wins."
        )
    verb = "gains" if side > 0 else "loses"
    low, high = each.score.low, each.score.high
    alike = low is not None and high is not None and min(side * low, side * high) > 0
    score = f"{interval(each.score, 100, size=alike, sign=not alike)} percentage points of wins"
    more = f"and {score}" if alike else f"but no clear share of wins: {score}"
    better = ": it is better off without" if side < 0 else ""
    return f"{head}{told} {verb} {interval(each.margin, size=True)} points a game {more}{better}."


def _lines(found: Found) -> list[str]:
    """The maps as text, or at a table of four the rule; then what was promised when."""
    made = _rule_lines(found) if len(found.axes.places) > 1 else _map_lines(found)
    if found.kept:
        rows = [
            (player, stage, f"{told.changes or 0:.2f}", shown.brief(told.margin, sign=True))
            for player, stage, told in trump_tables.promises(found)
        ]
        made += ["promised by the stock that is left:"]
        made += shown.lines(("player", "to draw", "changes a game", "promise, points a game"), rows)
    return made


def _map_lines(found: Found) -> list[str]:
    """Every cell of a table of two."""
    axes = found.axes
    cells = {cell.at: cell.gain for cell in found.cells}
    head = "".join(f"{axes.points(worth):>{CELL}}" for worth in range(len(axes.worths)))
    made = [
        f"points a trump brings; ( ) not surely other than 0; . under {FEWEST} decisions:",
        *([f"without ±: {BARE}"] if any(map(_bare, cells.values())) else []),
        f"{'on the table':<{LABEL}}{head}",
    ]
    for column, name in enumerate(axes.columns):
        made.append(name)
        for stage, label in enumerate(axes.stages):
            row = [_map_cell(cells[Place(0, stage, column, worth)]) for worth in range(len(axes.worths))]
            made.append(f"  {f'{label} to draw':<{LABEL - 2}}{''.join(f'{cell:>{CELL}}' for cell in row)}".rstrip())
    return made


def _bare(gain: Gain) -> bool:
    return gain.decisions >= FEWEST and gain.low is None


def _map_cell(gain: Gain) -> str:
    if gain.decisions < FEWEST or gain.mean is None:
        return "."
    told = f"{gain.mean:+z.1f}"
    if gain.low is not None and gain.high is not None:
        half = (gain.high - gain.low) / 2
        told = f"{told}±{half:.1f}" if half < 10 else f"{gain.mean:+z.0f}±{half:.0f}"
    return told if sure(gain) else f"({told})"


def _rule_lines(found: Found) -> list[str]:
    """The whole rule of a table of four, a sign for every step of points; nothing if it says nothing."""
    axes, rule = found.axes, found.rule
    if rule.blank:
        return []
    rows = [
        (
            f"  {when} to draw",
            *(_signs(rule.lines[place, stage, column]) for column in range(len(axes.columns))),
        )
        for place in range(len(axes.places))
        for stage, when in enumerate(axes.stages)
    ]
    head, *lines = shown.lines(("", *SHORT), rows, indent="")
    made = [
        f"by points on the table, {', '.join(axes.points(worth) for worth in range(len(axes.worths)))}:",
        f"+ spend a trump, - keep it, ? no clear difference, . or blank under {FEWEST} decisions",
        head,
    ]
    for place, name in enumerate(axes.places):
        made += [name, *lines[place * len(axes.stages) : (place + 1) * len(axes.stages)]]
    return made


def _signs(line: Line) -> str:
    return "" if set(line) == {FEW} else "".join(SIGNS[said] for said in line)


def _account(found: Found, lab: Lab) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The line of provenance, the facts and the run."""
    forked, fresh = found.forked, lab.account()
    ranges = [(0, forked.deals)]
    if fresh.facts["deals"]:
        ranges += fresh.ranges
    seconds = forked.seconds + fresh.run["seconds"]
    rate = round(sum(forked.decisions) / forked.seconds) if forked.seconds else 0
    jobs = max(forked.jobs, fresh.run["jobs"])
    made = f"mazziere {__version__}, engine {compiled.engine()}"
    how = f"{seconds:.1f} s, {exact(rate)} decisions branched/s, {count_of(jobs, 'thread')}"
    line = f"seed {lab.seed}, deals {told_deals(ranges)}; {made}; {how}"
    facts = {
        "deals": forked.deals,
        "seed": lab.seed,
        "first": 0,
        "games": forked.games,
        "fresh": {"deals": fresh.facts["deals"], "first": fresh.facts["first"], "games": fresh.facts["games"]},
    }
    run = {"seconds": round(seconds, 3), "decisions_per_second": rate, "jobs": jobs}
    return line, facts, run | {"version": __version__, "engine": compiled.engine()}

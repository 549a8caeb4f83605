"""What was found about spending trumps, as tables and as the facts of the JSON."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analyzer import shown
from analyzer.answer import Column, Table
from analyzer.clusters import Gain
from analyzer.forked import Forked
from analyzer.trump_cells import FALSE_ONES, FEWEST, NO_TRUMP, TRUMP, Axes, Cell, Place, sure, turned
from analyzer.trump_outcome import Outcome
from analyzer.trump_rule import KEEP, SPEND, Rule
from analyzer.trump_trial import Kept, Promise, Side, promise
from analyzer.trump_words import PRICED, clause

TINY = 1e-300
VERDICTS = {1: "trump", -1: "no trump", 0: "no clear difference"}
TOO_FEW = "too few decisions"


class Found(NamedTuple):
    """All that is known when everything is played."""

    axes: Axes
    sides: Sequence[Side]
    forked: Forked  # of all sides together
    cells: list[Cell]
    about: list[tuple[Place, int, Gain]]  # by trumps about, too
    rule: Rule
    kept: list[Kept]

    @property
    def turned(self) -> list[Place]:
        """Where the number of trumps out turns the answer round."""
        return turned(self.about)

    @property
    def asked_about(self) -> int:
        """In how many cells that could be told: with more than one number of trumps out there were enough decisions."""
        seen: dict[Place, int] = {}
        for at, _, gain in self.about:
            seen[at] = seen.get(at, 0) + (gain.decisions >= FEWEST)
        return sum(number > 1 for number in seen.values())

    @property
    def outcomes(self) -> list[Outcome]:
        """Who gains and who loses by the rule on fresh deals; nobody where it was not tried."""
        sides = shown.sure([each.margin for each in self.kept])
        tried = zip(self.kept, sides, strict=True)
        return [Outcome(each.player, each.margin.mean, side) for each, side in tried if each.margin.mean is not None]


def tables(found: Found) -> list[Table]:
    """The rule, every cell, trumps out, what the rule promises and what it keeps."""
    made = [rule_table(found.rule), cells_table(found)]
    if found.about:
        made.append(about_table(found))
    if found.kept:
        made += [promise_table(found), kept_table(found.kept)]
    return made


def _where(axes: Axes, at: Sequence[int]) -> tuple[str, ...]:
    """Place (where there are several), stage, column."""
    place = (axes.places[at[0]],) if len(axes.places) > 1 else ()
    return (*place, axes.stages[at[1]], axes.columns[at[2]])


def _p(gain: Gain) -> float | None:
    """After Benjamini and Hochberg; what is too small for a float is not 0."""
    return None if gain.fair is None else max(gain.fair, TINY)


def _heads(axes: Axes) -> list[Column]:
    place = [Column("place", "place")] if len(axes.places) > 1 else []
    return [*place, Column("to_draw", "to draw"), Column("trump", "trump")]


def verdict(gain: Gain) -> str:
    """Which is better, if that is sure."""
    return TOO_FEW if gain.decisions < FEWEST else VERDICTS[sure(gain)]


def rule_table(rule: Rule) -> Table:
    """The points at which a trump is spent and at which it is kept on every line, and both in words."""
    axes = rule.axes
    rows = [
        (
            *_where(axes, at),
            *(", ".join(rule.points(at, what)) or None for what in (SPEND, KEEP)),
            clause(rule.lines[at], axes),
        )
        for at in axes.lines
    ]
    columns = [Column("spend_at", "spend at"), Column("keep_at", "keep at"), Column("words", "in words")]
    title = "the rule: at how many points on the table a trump is spent, and at how many it is kept"
    return Table("rule", [*_heads(axes), *columns], rows, title)


def cells_table(found: Found) -> Table:
    """A row for every cell that was seen."""
    axes = found.axes
    k = len(_heads(axes))
    rows = [
        (
            *_where(axes, cell.at),
            axes.points(cell.at.worth),
            cell.gain.decisions,
            *shown.cells(cell.gain),
            _p(cell.gain),
            verdict(cell.gain),
            found.rule.says(cell.at),
            *shown.cells(cell.score, 100),
            *shown.cells(cell.over_plain),
            None if cell.chosen is None else 100 * cell.chosen,
        )
        for cell in found.cells
        if cell.gain.decisions
    ]
    columns = [
        *_heads(axes),
        Column("points", "points", "right"),
        Column("decisions", "decisions", "right", 0),
        *shown.three("gain", rows=rows, at=k + 2),
        Column("p_value", "p (BH)", "right", 4),
        Column("sure", "better"),
        Column("rule", "the rule says"),
        *shown.three("gain, % of wins", "score_gain", rows=rows, at=k + 8),
        *shown.three("over the plain card", "over_plain", rows=rows, at=k + 11),
        Column("chosen", "they trump, %", "right", 0),
    ]
    title = "what a trump brings more than no trump, points a decision, by cards to draw and points on the table"
    return Table("cells", columns, rows, title)


def by_about(found: Found) -> list[tuple[int, int, int, Gain]]:
    """(stage, trumps out, worth, gain), whatever trump it is: of the cells in which its price matters."""
    axes = found.axes
    which = [
        (stage, about, worth)
        for stage in range(len(axes.stages))
        for about in range(len(axes.about))
        for worth in range(len(axes.worths))
    ]
    groups = [
        [axes.bucket(Place(0, stage, column, worth), about) for column in PRICED] for stage, about, worth in which
    ]
    gains = found.forked.gains(TRUMP, NO_TRUMP, groups)
    return [(*each, gain) for each, gain in zip(which, gains, strict=True)]


def about_table(found: Found) -> Table:
    """The gain by trumps out."""
    axes = found.axes
    rows = [
        (
            axes.stages[stage],
            axes.about[about],
            axes.points(worth),
            gain.decisions,
            *shown.cells(gain),
            _p(gain),
            verdict(gain),
        )
        for stage, about, worth, gain in by_about(found)
        if gain.decisions
    ]
    columns = [
        Column("to_draw", "to draw"),
        Column("trumps_out", "trumps out"),
        Column("points", "points", "right"),
        Column("decisions", "decisions", "right", 0),
        *shown.three("gain", rows=rows, at=4),
        Column("p_value", "p (BH)", "right", 4),
        Column("sure", "better"),
    ]
    title = "by trumps still out, with a card of little worth to give away: what a trump brings, points a decision"
    return Table("trumps_out", columns, rows, title)


def promises(found: Found) -> list[tuple[str, str, Promise]]:
    """(player, stage, what the rule promises him there)."""
    axes = found.axes
    return [
        (
            side.player.label,
            stage,
            promise(found.rule, side.forked, [b for at in axes.cells if at.stage == k for b in axes.merged(at)]),
        )
        for side in found.sides
        for k, stage in enumerate(axes.stages)
    ]


def promise_table(found: Found) -> Table:
    """What the rule promises, by stage."""
    rows = [
        (player, stage, told.changes, *shown.cells(told.margin), *shown.cells(told.score, 100))
        for player, stage, told in promises(found)
    ]
    columns = [
        Column("player", "player"),
        Column("to_draw", "to draw"),
        Column("changes", "changes a game", "right", 2),
        *shown.three("promise", rows=rows, at=3),
        *shown.three("promise, % of wins", "score_promise", rows=rows, at=6),
    ]
    return Table("promise", columns, rows, "what the rule promises, points a game")


def kept_table(kept: Sequence[Kept]) -> Table:
    """What the rule keeps, beside what it promised."""
    empty = (None, None, None)
    rows = []
    for each in kept:
        told = each.promise
        promised = (told.changes, *shown.cells(told.margin)) if told else (None, *empty)
        gains = (*shown.cells(each.margin), *shown.cells(each.score, 100), each.margin.p)
        rows.append((each.player, each.opponent, *promised, *gains))
    columns = [
        Column("player", "player"),
        Column("against", "against"),
        Column("changes", "changes a game", "right", 2),
        *shown.three("promise", rows=rows, at=3),
        *shown.three("kept", "margin_gain", rows=rows, at=6),
        *shown.three("kept, % of wins", "score_gain", rows=rows, at=9),
        Column("p_value", "p", "right", 4),
    ]
    return Table("retest", columns, rows, "with the rule and without on the same fresh deals, points a game")


def facts(found: Found) -> dict[str, Any]:
    """The rule, the cells, the retest: the stable part of the JSON about the result."""
    axes = found.axes
    heads = ("place", "to_draw", "trump")[len(axes.places) < 2 :]
    return {
        "game": "briscola",
        "players": axes.players,
        "who": [{"player": side.player.label, "opponent": side.opponent.label} for side in found.sides],
        "decisions": sum(found.forked.decisions),
        "rule": [
            dict(zip(heads, _where(axes, at), strict=True))
            | {f"{what}_at": found.rule.points(at, what) for what in (SPEND, KEEP)}
            for at in axes.lines
        ],
        "cells": [
            dict(zip(heads, _where(axes, cell.at), strict=True))
            | {
                "points": axes.points(cell.at.worth),
                "decisions": cell.gain.decisions,
                "gain": shown.fact(cell.gain),
                "score_gain": shown.fact(cell.score),
                "over_plain": shown.fact(cell.over_plain),
                "p_value": _p(cell.gain),
                "sure": cell.sure,
                "rule": found.rule.says(cell.at),
                "chosen": cell.chosen,
            }
            for cell in found.cells
            if cell.gain.decisions
        ],
        "false_findings": FALSE_ONES,
        "turned_by_trumps_out": {"cells": len(found.turned), "of": found.asked_about} if found.about else None,
        "retest": [
            {
                "player": each.player,
                "opponent": each.opponent,
                "changes": each.promise.changes if each.promise else None,
                "promise": shown.fact(each.promise.margin) if each.promise else None,
                "score_promise": shown.fact(each.promise.score) if each.promise else None,
                "margin_gain": shown.fact(each.margin),
                "score_gain": shown.fact(each.score),
                "p_value": None if each.margin.mean is None else each.margin.p,
            }
            for each in found.kept
        ],
    }

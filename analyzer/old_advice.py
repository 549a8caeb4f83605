"""What is left of old advice once it has been played: the list of all claims about a game, and one claim in depth.

Every number in a sentence is in a table beside it, to the digits its interval allows.
"""

from collections import Counter
from textwrap import wrap
from typing import Any

from analyzer import plots
from analyzer.answer import Column, Drawing, Table
from analyzer.claims import Curved, Tested
from analyzer.findings import played
from analyzer.verdicts import AGAINST, DEPENDS, FALSE, FOR, NOTHING, OPEN, TRUE, UNSURE, UNTESTED
from analyzer.wording import all_of, count_of, one_of, p_value

SPEAKS = {FOR: "for it", AGAINST: "against it", NOTHING: "no difference", UNSURE: "unsure"}
SAME = "the same player without it"
SURE = {FOR: 1, AGAINST: -1, NOTHING: 0, UNSURE: 0}
# What an effect must speak for to show the verdict; of those that depend one of each kind.
SHOWS: dict[str, tuple[tuple[str, ...], ...]] = {
    TRUE: ((FOR,),),
    FALSE: ((AGAINST, NOTHING),),
    OPEN: ((UNSURE,),),
    DEPENDS: ((FOR,), (AGAINST,)),
}
WIDE = 80  # columns
NUMBERS = [Column(key, key, "right", 3) for key in ("effect", "low", "high")]


# All claims


def summary(tested: list[Tested]) -> str:
    """`Of 14 claims 9 are true, 3 false, 1 depends and 1 is too close to call.`"""
    counts = Counter(each.verdict for each in tested)
    if set(counts) <= {UNTESTED}:
        return "No claim was tested, so there is nothing to say."
    said = {
        TRUE: ("is true", "are true"),
        FALSE: ("is false", "are false"),
        DEPENDS: ("depends", "depend"),
        OPEN: ("is too close to call", "are too close to call"),
        UNTESTED: ("was not tested", "were not tested"),
    }
    parts = [f"{counts[verdict]} {said[verdict][counts[verdict] != 1]}" for verdict in said if counts[verdict]]
    return f"Of {count_of(len(tested), 'claim')} {all_of(parts)}."


def lines(tested: list[Tested]) -> list[str]:
    """Every claim with its verdict, and under it what the effects say."""
    widest = max((len(each.claim.id) for each in tested), default=0)
    verdict = max((len(each.verdict) for each in tested), default=0)
    found = []
    for each in tested:
        found += hung(f"{each.claim.id:<{widest}}  {each.verdict:<{verdict}}  ", each.claim.text)
        for sentence in each.sentences if each.verdict != UNTESTED else ():
            found += hung(" " * (widest + 2), sentence)
    return [*found, *notes(tested)]


def notes(tested: list[Tested]) -> list[str]:
    """How effects and verdicts are to be read."""
    units = list(dict.fromkeys(effect.unit for each in tested for effect in each.effects))
    least = one_of([f"{unit.smallest:g} {unit.words}" for unit in units])
    return [
        *hung("effect  ", "what following it makes more than the same player makes without it, on the same deals"),
        *hung("p       ", "Holm's within a claim: at most 5 % of claims are called true or false wrongly"),
        *hung("least   ", f"an effect within {least} either way, interval and all, makes no difference"),
    ]


def hung(head: str, text: str) -> list[str]:
    """The text beside its head, on as many lines as it takes."""
    return wrap(text, WIDE, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=False)


def claims_table(tested: list[Tested]) -> Table:
    """A row each: the first effect, the verdict, and both in words."""
    rows = []
    for each in tested:
        first = each.effects[0]
        words = " ".join(each.sentences) if each.verdict != UNTESTED else ""
        numbers = (first.mean, first.low, first.high, first.unit.words)
        rows.append((each.claim.id, each.claim.text, *numbers, each.verdict, words, each.claim.source))
    columns = [
        Column("id", "id"),
        Column("claim", "claim"),
        *NUMBERS,
        Column("unit", "in"),
        Column("verdict", "verdict"),
        Column("words", "in words"),
        Column("source", "who says so"),
    ]
    return Table("claims", columns, rows)


def effects_table(tested: list[Tested]) -> Table:
    """A row for every effect."""
    rows = []
    for each in tested:
        sides, fair = iter(each.sides), iter(each.fair)
        for weighed in each.found.weighed:
            for effect in weighed.effects:
                p = next(fair)
                rows.append(
                    (
                        each.claim.id,
                        weighed.doing,
                        weighed.instead,
                        effect.opponent or SAME,
                        *effect[:3],
                        effect.unit.words,
                        p if effect.mean is not None else None,
                        SPEAKS[next(sides)],
                        effect.command,
                    )
                )
    columns = [
        Column("id", "id"),
        Column("doing", "following it"),
        Column("instead", "without it"),
        Column("against", "against"),
        *NUMBERS,
        Column("unit", "in"),
        Column("p_value", "p (Holm)", "right", 4),
        Column("speaks", "speaks"),
        Column("command", "played by"),
    ]
    return Table("effects", columns, rows, "every effect")


def fact(tested: Tested) -> dict[str, Any]:
    """A claim as JSON: `p_value` is Holm's within the claim, `p_value_alone` that of the effect by itself."""
    claim = tested.claim
    sides, fair = iter(tested.sides), iter(tested.fair)
    return {
        "id": claim.id,
        "claim": claim.text,
        "source": claim.source,
        "players": claim.players,
        "rules": claim.table.in_force(),
        "verdict": tested.verdict,
        "words": tested.sentences if tested.verdict != UNTESTED else [],
        "cases": [
            {
                "doing": weighed.doing,
                "instead": weighed.instead,
                "effects": [
                    {
                        "against": effect.opponent or None,
                        "mean": effect.mean,
                        "low": effect.low,
                        "high": effect.high,
                        "unit": effect.unit.words,
                        "p_value": next(fair),
                        "p_value_alone": effect.p,
                        "speaks": SPEAKS[next(sides)],
                        "command": effect.command,
                    }
                    for effect in weighed.effects
                ],
            }
            for weighed in tested.found.weighed
        ],
    }


def overview(tested: list[Tested], game: str, subtitle: str) -> list[Drawing]:
    """Of every claim the first effect that shows its verdict; if it depends, the first for it and the first against."""
    unit = tested[0].effects[0].unit.words
    rows = []
    for each in tested:
        alike = [k for k, effect in enumerate(each.effects) if effect.unit.words == unit and effect.mean is not None]
        told = [next((k for k in alike if each.sides[k] in kinds), None) for kinds in SHOWS.get(each.verdict, ())]
        rows += [_row(each, k, k > 0 or len(told) > 1) for k in sorted(k for k in told if k is not None)]
    if not rows:
        return []
    said = summary(tested).rstrip(".")
    draw = plots.forest(
        rows,
        title=f"Old advice about {game}: {said[0].lower()}{said[1:]}",
        subtitle=subtitle,
        unit=f"what following it makes more, {unit}",
        worse="costs",
        better="pays",
    )
    return [Drawing("wisdom", draw, "What following each piece of advice makes more, with 95 % intervals.")]


def _row(tested, k, noted):
    """An effect for the chart of all claims, under the name of its claim; `noted`: and against whom."""
    weighed, effect = [(weighed, effect) for weighed in tested.found.weighed for effect in weighed.effects][k]
    label, note = f"{tested.claim.short}: {tested.verdict}", ""
    if noted:
        note = f"against {effect.opponent or 'the same player'}"
        if len({each.doing for each in tested.found.weighed}) > 1:
            note += f": {weighed.doing}"
        elif len(tested.found.weighed) > 1:
            note += f": not {weighed.instead}"
    return plots.Effect(label, *effect[:3], note=note, sure=SURE[tested.sides[k]])


# One claim in depth


def verdict_sentence(tested: Tested) -> str:
    """`True: taking them home at once gains ...`"""
    if tested.verdict == UNTESTED:
        return "No deal was finished, so there is nothing to say."
    first = tested.sentences[0]
    return f"{tested.verdict[:1].upper()}{tested.verdict[1:]}: {first[:1].lower()}{first[1:]}"


def _rather(weighed):
    """What is done, and instead of what."""
    link = "rather than" if weighed.instead.startswith("not ") else "not"
    return f"{weighed.doing}, {link} {weighed.instead}"


def depth_lines(tested: Tested, curved: Curved | None) -> list[str]:
    """The experiment in words, every effect, the curve, and how each number is played again."""
    claim = tested.claim
    found = [*hung("said by ", claim.source), *hung("tested  ", claim.method)]
    fair = iter(tested.fair)
    for weighed in tested.found.weighed:
        found += hung("", f"{_rather(weighed)}, {weighed.effects[0].unit.words}:")
        found += [_effect_line(effect, next(fair)) for effect in weighed.effects]
    if curved:
        found += _curve_lines(curved)
    found += notes([tested])
    commands = dict.fromkeys(effect.command for effect in tested.effects if effect.command)
    return [*found, *(f"numbers {command}" for command in commands)]


def _effect_line(effect, p):
    told = f", p {p_value(p)}" if effect.mean is not None else ""
    return f"  {effect.bare} against {effect.opponent or SAME}{told}"


def _curve_lines(curved):
    """Every setting, and what it gains against each opponent."""
    curve = curved.curve
    rows = [(curve.vary, *(f"against {name or SAME}" for name in curved.opponents))]
    for k, value in enumerate(curve.values):
        cells = [row[k] for row in curved.gains]
        rows.append((str(value), *(effect.bare for effect in cells)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    head = hung(f"{curve.vary}: ", f"{curve.across}; what that gains over {curved.instead}, {_unit(curved)}:")
    told = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    most = [
        f"{curve.values[max(range(len(row)), key=lambda k: row[k].mean)]} against {name or SAME}"
        for name, row in zip(curved.opponents, curved.gains, strict=True)
        if all(effect.mean is not None for effect in row)
    ]
    best = hung("  ", f"most on these deals: {all_of(most)}; the best of several is flattered") if most else []
    return [*head, *(f"  {line}" for line in told), *best]


def _unit(curved):
    return curved.gains[0][0].unit.words


def curve_table(curved: Curved) -> Table:
    """A row for every setting and opponent."""
    rows = [
        (value, name or SAME, *effect[:3], SPEAKS[side])
        for name, gains, sides in zip(curved.opponents, curved.gains, curved.sides, strict=True)
        for value, effect, side in zip(curved.curve.values, gains, sides, strict=True)
    ]
    columns = [Column("value", curved.curve.vary, "right"), Column("against", "against"), *NUMBERS]
    title = f"{curved.curve.vary}: {curved.curve.across}, {_unit(curved)} over {curved.instead}"
    return Table("curve", [*columns, Column("speaks", "speaks")], rows, title)


def depth_drawings(tested: Tested, curved: Curved | None, subtitle: str) -> list[Drawing]:
    """The effects, and the curve."""
    claim, title = tested.claim, f"{tested.verdict[:1].upper()}{tested.verdict[1:]}: {tested.claim.text}"
    drawings = []
    sides = iter(tested.sides)
    groups: dict[str, list[Any]] = {}
    for weighed in tested.found.weighed:
        for effect in weighed.effects:
            row = plots.Effect(
                f"against {effect.opponent or SAME}",
                *effect[:3],
                group=_rather(weighed),
                sure=SURE[next(sides)],
            )
            groups.setdefault(effect.unit.words, []).append(row)
    for number, (unit, rows) in enumerate(groups.items()):
        draw = plots.forest(rows, title=title, subtitle=subtitle, unit=f"what it makes more, {unit}")
        name = f"{claim.id}_effects" + (f"_{number + 1}" if number else "")
        drawings.append(Drawing(name, draw, "What following the advice makes more, with 95 % intervals."))
    if curved:
        series = [
            plots.Series(
                f"against {name or SAME}",
                [
                    (value, *effect[:3], SURE[side])
                    for value, effect, side in zip(curved.curve.values, gains, sides, strict=True)
                ],
            )
            for name, gains, sides in zip(curved.opponents, curved.gains, curved.sides, strict=True)
        ]
        draw = plots.curve(
            series,
            title=title,
            subtitle=f"{subtitle}; gain over {curved.instead}",
            across=f"{curved.curve.vary}: {curved.curve.across}",
            unit=f"gain in {_unit(curved)}",
            line=0.0,
            line_word="no difference",
            sign=True,
        )
        drawings.append(Drawing(f"{claim.id}_curve", draw, "What each setting gains, with 95 % intervals."))
    return drawings


def where(table, deals: int) -> str:
    """`briscola, 2 players, 40,000 deals each`."""
    return f"{played(table)}, {count_of(deals)} each"

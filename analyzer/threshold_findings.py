"""What thresholds for a trump came to: in words, tables and charts."""

from typing import Any

from analyzer import plots, shown
from analyzer.answer import Column, Drawing, Table
from analyzer.thresholds import BY_STOCK, MORE, SINGLE, STAGES, USUAL, WHOLE, Tested, Tried
from analyzer.wording import all_of, interval, one_of

# In words


def sentences(tried: Tried, tested: Tested) -> list[str]:
    """The rule and what it gains, the best threshold throughout, and what the stock adds to that."""
    if tried.gains[WHOLE, USUAL].mean is None:
        return [shown.NOTHING]
    if tested.gains[BY_STOCK, ""].mean is None:
        return [f"Trumping {tried.rule()} looked best, but no fresh deal was finished to test it."]
    return [
        _of_the_rule(tried, tested),
        _throughout(tried, tested),
        f"Minding the stock: {_on_fresh_deals(tested, MORE, 'that one threshold')}.",
        f"On the deals they were chosen by, the gains of the four stages had added up to {_points(tried.promise)}.",
    ]


def _of_the_rule(tried: Tried, tested: Tested) -> str:
    found = _on_fresh_deals(tested, BY_STOCK, "waiting for ten points throughout")
    if tested.sides[BY_STOCK, ""] > 0:
        return f"Trump {tried.rule()}: {found}."
    return f"Nothing is known to beat waiting for ten points: {tried.rule()} looked best, but {found}."


def _on_fresh_deals(tested: Tested, what: str, over: str) -> str:
    gain, side = tested.gains[what, ""], tested.sides[what, ""]
    if gain.low == gain.high == 0:
        return f"on fresh deals that is the same as {over}"
    if not side:
        reason = shown.although(gain, tested.fair[what, ""])
        return f"on fresh deals that is too close to call, {_points(gain, True)} over {over}{reason}"
    return f"on fresh deals that {'gains' if side > 0 else 'loses'} {_points(gain)} over {over}"


def _throughout(tried: Tried, tested: Tested) -> str:
    return f"Of one threshold throughout, {_best(tried)}: {_on_fresh_deals(tested, SINGLE, 'ten')}."


def _best(tried: Tried) -> str:
    """`4 did best (2 or 3 may be as good)`, of those throughout."""
    best, others = tried.best[WHOLE], tried.as_good[WHOLE]
    also = f" ({one_of([str(value) for value in others])} may be as good)" if others else ""
    return f"{best} did best{also}"


def _points(gain: Any, sign: bool = False) -> str:
    return interval(gain, 100, " percentage points", sign=sign, size=not sign)


# In rows


def lines(tried: Tried, tested: Tested) -> list[str]:
    """Every threshold throughout, by opponent; every threshold in each stage; what came of the best."""
    told = [f"one threshold throughout, gain over {USUAL}, percentage points of score:"]
    told += shown.lines(
        ("against", *tried.opponents),
        [
            (str(value), *(_cell(tried.gain(WHOLE, value, name)) for name in tried.opponents))
            for value in tried.values
            if value != USUAL
        ],
    )
    told += ["another threshold in one stage, ten in the others, gain against all of them:"]
    told += shown.lines(
        ("", *STAGES),
        [
            (str(value), *(_cell(tried.gains[stage, value]) for stage in STAGES))
            for value in tried.values
            if value != USUAL
        ],
    )
    told += [f"{stage:6}  {until}" for stage, until in STAGES.items()]
    told += ["the best of them on fresh deals, percentage points:"]
    told += shown.lines(
        ("against", "all of them", *tried.opponents),
        [
            (what, *(_cell(tested.gains[what, name]) for name in ("", *tried.opponents)))
            for what in (BY_STOCK, SINGLE, MORE)
        ],
    )
    return [*told, f"by stock: {tried.by_stock}; one threshold: {tried.single}"]


def _cell(gain: Any) -> str:
    return shown.brief(gain, 100, sign=True)


def tables(tried: Tried, tested: Tested) -> list[Table]:
    """What every threshold gains, throughout and by stage, and what came of the best."""
    several = [
        (
            stage,
            value,
            name or "all",
            *shown.cells(tried.gain(stage, value, name or None), 100),
            _sure(tried, stage, value, name),
        )
        for stage in (WHOLE, *STAGES)
        for value in tried.values
        for name in ("", *tried.opponents)
    ]
    fresh = [
        (what, name or "all", *shown.cells(gain, 100), SURE[tested.sides[what, name]])
        for (what, name), gain in tested.gains.items()
    ]
    chosen = [(stage, tried.best[stage], ", ".join(map(str, tried.as_good[stage]))) for stage in (WHOLE, *STAGES)]
    against, verdict = Column("against", "Against"), Column("sure", "Surely")
    return [
        Table(
            "fresh",
            [Column("what", "What"), against, *shown.three("Gain", "gain", rows=fresh, at=2), verdict],
            fresh,
            "The best thresholds on fresh deals, gain in percentage points of score",
        ),
        Table(
            "best",
            [Column("stage", "Stage"), Column("best", "Best", "right"), Column("as_good", "May be as good")],
            chosen,
            "The best threshold of each stage",
        ),
        Table(
            "thresholds",
            [
                Column("stage", "Stage"),
                Column("threshold", "Threshold", "right"),
                against,
                *shown.three("Gain", "gain", rows=several, at=3),
                verdict,
            ],
            several,
            f"Every threshold, gain over {USUAL} in percentage points of score",
        ),
        shown.measures(
            "promised",
            "On the deals they were chosen by",
            [("gains of the four stages, percentage points", tried.promise, 100)],
        ),
    ]


SURE = {1: "more", -1: "less", 0: "-"}


def _sure(tried: Tried, stage: str, value: int, name: str) -> str:
    """Only the gain against all was judged together with the others."""
    return "" if name else SURE[tried.sides[stage, value]]


WHEN = {"early": "early", "middle": "in the middle", "late": "late", "gone": "once the stock is gone"}


def stages_headline(tried: Tried) -> str:
    """`Better than waiting for ten: 2 points early; ten is best late; too close to call in the middle`."""
    if not tried.known:
        return "From how many points on is too close to call, whatever is left of the stock"
    words = {0: "any trick", tried.never: "no trick"}
    better = [
        f"{words.get(value, f'{value} points')} {WHEN[stage]}" for stage, value in tried.known.items() if value != USUAL
    ]
    usual = [WHEN[stage] for stage, value in tried.known.items() if value == USUAL]
    close = [when for stage, when in WHEN.items() if stage not in tried.known]
    told = [f"better than waiting for ten: {', '.join(better)}"] if better else []
    told += [f"ten is best {all_of(usual)}"] if usual else []
    told += [f"too close to call {all_of(close)}"] if close else []
    text = "; ".join(told)
    return f"{text[:1].upper()}{text[1:]}"


def drawings(tried: Tried, tested: Tested, subtitle: str) -> list[Drawing]:
    """The response to one threshold, opponent by opponent, and the map by stage."""
    series = [
        plots.Series(
            f"against {name}",
            [(str(value), *shown.cells(tried.gain(WHOLE, value, name), 100)) for value in tried.values],
        )
        for name in tried.opponents
    ]
    others = [value for value in tried.values if value != USUAL]
    cells = [
        [(*shown.cells(tried.gains[stage, value], 100), tried.sides[stage, value]) for value in others]
        for stage in STAGES
    ]
    heads = [f"{value}" if value != tried.never else "never" for value in others]
    unit = "percentage points of score"
    return [
        Drawing(
            "throughout",
            plots.curve(
                series,
                title=f"One threshold for the whole deal: {_best(tried)}",
                subtitle=f"{subtitle}; gain over waiting for {USUAL}",
                across=f"least points on the table for which a trump is spent ({tried.never}: never)",
                unit=f"gain, {unit}",
                line=0.0,
                line_word=f"as {USUAL}",
                mark=str(USUAL),
                mark_word="the usual one",
                sign=True,
            ),
            "What one threshold gains over ten against each opponent, with 95 % intervals.",
        ),
        Drawing(
            "by_stock",
            plots.heat(
                [f"{stage}: {until}" for stage, until in STAGES.items()],
                heads,
                cells,
                title=stages_headline(tried),
                subtitle=f"{subtitle}; against {all_of(list(tried.opponents))}",
                down="stage",
                across=f"least points for a trump; else {USUAL}",
                unit=unit,
            ),
            "What a threshold in one stage gains over ten, with 95 % intervals; coloured where Holm's test is sure.",
        ),
    ]


def facts(tried: Tried, tested: Tested) -> dict[str, Any]:
    """The same for programs."""
    return {
        "players": tried.table.players,
        "against": list(tried.opponents),
        "best": tried.best,
        "as_good": tried.as_good,
        "by_stock": tried.by_stock,
        "throughout": tried.single,
        "promised": shown.fact(tried.promise),
        "gains": [
            {"stage": stage, "threshold": value, **shown.fact(gain), "surely": tried.sides[stage, value]}
            for (stage, value), gain in tried.gains.items()
        ],
        "tested": [
            {"what": what, "against": name or "all", **shown.fact(gain), "surely": tested.sides[what, name]}
            for (what, name), gain in tested.gains.items()
        ],
    }

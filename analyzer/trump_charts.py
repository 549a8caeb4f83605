"""The drawings of what was found about spending trumps: maps of the gain, and what the rule promised and kept."""

from collections.abc import Sequence

from analyzer import plots
from analyzer.answer import Drawing
from analyzer.clusters import Gain
from analyzer.trump_cells import FEWEST, sure
from analyzer.trump_outcome import good_for, kept_headline
from analyzer.trump_tables import Found, by_about
from analyzer.trump_words import PRICED, WHERE, headline, on_trumps_about, others_headline

UNIT = "points a trump brings more than another card"
BETTER, WORSE = "a trump surely pays", "surely costs"


def drawings(found: Found, where: str) -> list[Drawing]:
    """All maps, then the test; `where` says what was played."""
    axes, rule = found.axes, found.rule
    outcome = good_for(found.outcomes)
    more = f"; the rule is {outcome}" if outcome else ""
    if len(axes.places) > 1:
        made = [
            _map(found, f"place_{place + 1}", place, range(len(axes.columns)), headline(rule, place) + more, where)
            for place in range(len(axes.places))
        ]
    else:
        made = [
            _map(found, "trump", 0, PRICED, headline(rule) + more, where),
            _map(found, "otherwise", 0, tuple(WHERE), others_headline(rule) + more, where),
            _by_trumps_out(found, where),
        ]
    return [*made, *([_test(found, where)] if found.kept else [])]


def _cell(gain: Gain) -> tuple | None:
    return None if gain.decisions < FEWEST else (gain.mean, gain.low, gain.high, sure(gain))


def _map(found: Found, name: str, place: int, columns: Sequence[int], title: str, where: str) -> Drawing:
    """A panel for each column: stock down, points across."""
    axes = found.axes
    cells = {cell.at: cell for cell in found.cells}
    panels = []
    for column in columns:
        rows = [
            [_cell(cells[(place, stage, column, worth)].gain) for worth in range(len(axes.worths))]  # type: ignore[index]
            for stage in range(len(axes.stages))
        ]
        if any(cell for row in rows for cell in row):
            labels = [axes.points(worth) for worth in range(len(axes.worths))]
            panels.append(plots.Panel(axes.columns[column], axes.stages, labels, rows))
    return _heats(name, panels, title, where, "cards to draw")


def _by_trumps_out(found: Found, where: str) -> Drawing:
    """A panel for each stage: trumps out down, points across."""
    axes = found.axes
    seen = {each[:3]: each[3] for each in by_about(found)}
    panels = []
    for stage, name in enumerate(axes.stages):
        about = [k for k in range(len(axes.about)) if any(seen[stage, k, w].decisions for w in range(len(axes.worths)))]
        if len(about) > 1:
            rows = [[_cell(seen[stage, k, worth]) for worth in range(len(axes.worths))] for k in about]
            labels = [axes.points(worth) for worth in range(len(axes.worths))]
            panels.append(plots.Panel(name, [axes.about[k] for k in about], labels, rows))
    title = on_trumps_about(found.turned, found.asked_about).rstrip(".")
    return _heats("trumps_out", panels, title, where, "trumps out")


def _heats(name: str, panels: Sequence[plots.Panel], title: str, where: str, down: str) -> Drawing:
    draw = plots.heats(
        panels,
        title=title,
        subtitle=where,
        down=down,
        across="points on the table",
        unit=UNIT,
        better=BETTER,
        worse=WORSE,
    )
    return Drawing(name, draw, "What a trump brings, with 95 % intervals; coloured after Benjamini and Hochberg.")


def _test(found: Found, where: str) -> Drawing:
    """What was promised and what was kept, for every player."""
    rows = []
    for each in found.kept:
        group = f"{each.player} against {each.opponent if each.opponent != each.player else 'itself'}"
        if each.promise:
            told = each.promise.margin
            rows.append(plots.Effect("promised, decision by decision", told.mean, told.low, told.high, group=group))
        gain = each.margin
        rows.append(plots.Effect("kept, on fresh deals", gain.mean, gain.low, gain.high, group=group))
    draw = plots.forest(
        rows,
        title=kept_headline(found.outcomes),
        subtitle=where,
        unit="points a game more with the rule than without",
        line_word="no difference",
        worse="costs",
        better="pays",
    )
    return Drawing("retest", draw, "What the rule promised and what it kept, points a game, with 95 % intervals.")

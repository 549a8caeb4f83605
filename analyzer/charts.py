"""How our charts look: one visual language, kept in one place.

The title is the finding, the subtitle what was played. Text is large enough for a column 80 mm wide, things are
labelled where they are instead of in a legend, an interval is always drawn, and the first strategy is always dark blue
and to the right, the second light orange and to the left: told apart by place, by colour-blind eyes and in grey. The
ground is white whatever the page around it. Equal data give equal bytes.

All lengths are points (1/72 inch). matplotlib is imported when something is drawn, pyplot never.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil, floor, gcd, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.answer import write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, QUIET, FAINT, PAPER = "#1f1f1f", "#595959", "#c9c9c9", "#ffffff"
FIRST, SECOND, LEVEL = "#0072b2", "#e69f00", "#3c3c3c"  # blue and orange: Okabe and Ito's colour-blind-safe palette
GREEN, PURPLE = "#009e73", "#cc79a7"  # of the same, where there are more than two

WIDTH = 454.0  # 160 mm: printed at half size, in a column of 80 mm, TEXT is still above 6 points
MARGIN = 14.0
TITLE, TEXT, SMALL = 15.0, 12.5, 11.5
LEADING = 1.25  # from line to line, in font sizes

HOUSE: dict[Any, Any] = {
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "figure.dpi": 100,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TEXT,
    "text.color": INK,
    "text.parse_math": False,  # a strategy may be called $x$
    "axes.facecolor": "none",
    "axes.edgecolor": QUIET,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "ytick.major.size": 0,
    "svg.fonttype": "none",  # text stays text: it can be searched, copied and read aloud
    "svg.hashsalt": "mazziere",
}

EXTENSIONS = (".png", ".svg")
PNG_DPI = 200


@contextmanager
def style() -> Iterator[None]:
    """The house style and nothing else: a user's own matplotlibrc has no say inside, and is back afterwards."""
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(HOUSE)
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


def save(figure: "Figure", path: str | Path) -> None:
    """Write the figure as its extension says, whole or not at all; ValueError for an extension we do not know."""
    extension = Path(path).suffix.lower()
    if extension not in EXTENSIONS:
        raise ValueError(f"cannot draw {Path(path).name}: a chart's file name must end in {' or '.join(EXTENSIONS)}")
    write(path, svg(figure) if extension == ".svg" else png(figure))


def png(figure: "Figure") -> bytes:
    """The figure in pixels, `PNG_DPI` to the inch."""
    with style(), BytesIO() as file:
        figure.savefig(file, format="png", dpi=PNG_DPI, metadata={"Software": None})
        return file.getvalue()


def svg(figure: "Figure") -> str:
    """The figure as an SVG document, the same characters at every call."""
    with style(), BytesIO() as file:
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": "mazziere"})
        text = file.getvalue().decode()
    # Whoever lacks the font we measured with gets Verdana, whose widths are nearly the same, before anything else.
    return text.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana")


def inline_svg(figure: "Figure", name: str) -> str:
    """The `<svg>` element alone, for a page: no prolog, no metadata, its ids made its own by `name`."""
    text = svg(figure)
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "").replace("xlink:href", "href")
    prefix = re.sub(r"[^a-zA-Z0-9]+", "-", name)
    text = re.sub(r'(<[^<>]* id=")', rf"\g<1>{prefix}-", text)
    return re.sub(r'(url\(#|\bhref="#)', rf"\g<1>{prefix}-", text).rstrip()


# Words


def printable(text: str) -> str:
    """The text on one line, without what cannot be drawn."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def number(value: float, digits: int, sign: bool = False) -> str:
    """A number to read: a real minus sign, a plus where wanted, and never minus zero."""
    text = f"{value:z.{digits}f}"
    return ("+" if sign and float(text) > 0 else "") + text.replace("-", "−")


def percent(share: float) -> str:
    """A share of the whole, 0 to 1, in whole per cent; what is not quite nothing or all does not look so."""
    if 0 < share <= 0.005:
        return "<1%"
    if 0.995 <= share < 1:
        return ">99%"
    return f"{100 * share:.0f}%"


def digits_for(low: float | None, high: float | None, otherwise: int, most: int = 6) -> int:
    """How many digits after the point an interval deserves: two figures of its half-width."""
    if low is None or high is None or high <= low:
        return otherwise
    return min(most, max(1, 1 - floor(log10((high - low) / 2))))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide the text is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width)


def wrap(text: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """The text in at most `most` lines of `width` points; what is too long for that ends in an ellipsis.

    Breaks at spaces; a word too long for a line also breaks behind : , or /, if need be behind = or _, or anywhere.
    """

    def fits(line: str) -> bool:
        return text_width(line, size, bold) <= width

    def pieces(word: str, breaks: Sequence[str]) -> Iterator[str]:
        if fits(word) or not breaks:
            yield from [word] if fits(word) else word
        else:
            for piece in re.findall(f"[^{breaks[0]}]*[{breaks[0]}]|[^{breaks[0]}]+", word):
                yield from pieces(piece, breaks[1:])

    lines = [""]
    for word in printable(text).split(" "):
        joined = f"{lines[-1]} {word}".strip()
        if fits(joined):
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for piece in pieces(word, (":,/", "=_")):
            if fits(lines[-1] + piece) or not lines[-1]:
                lines[-1] += piece
            else:
                lines.append(piece)
        if len(lines) > most:
            break
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and not fits(last + "…"):
        last = last[:-1]
    return [*lines[: most - 1], last + "…"]


# Paper


class Sheet:
    """A figure measured in points from its upper left corner; `top` is where the space below the title begins."""

    def __init__(self, figure: "Figure", title: str, subtitle: str, height: float) -> None:
        """Write title (a sentence without its full stop) and subtitle, and leave a `height` below them."""
        title_lines = wrap(title.removesuffix("."), WIDTH - 2 * MARGIN, TITLE, 5, bold=True)
        subtitle_lines = wrap(subtitle, WIDTH - 2 * MARGIN, SMALL, 4)
        subtitle_top = MARGIN + LEADING * TITLE * len(title_lines) + 2
        self.top = subtitle_top + LEADING * SMALL * len(subtitle_lines) + 14
        self.height = self.top + height
        self.figure = figure
        figure.clear()
        figure.set_size_inches(WIDTH / 72, self.height / 72)
        self.lines(MARGIN, MARGIN, title_lines, TITLE, weight="bold")
        self.lines(MARGIN, subtitle_top, subtitle_lines, SMALL, color=QUIET)

    def lines(self, x: float, y: float, lines: Iterable[str], size: float, **how: Any) -> None:
        """Lines of text under each other, the first with its upper edge at `y`."""
        for row, line in enumerate(lines):
            baseline = y + size * (0.95 + LEADING * row)
            self.figure.text(x / WIDTH, 1 - baseline / self.height, line, size=size, va="baseline", **how)

    def axes(self, x: float, y: float, width: float, height: float) -> "Axes":
        """A plot whose frame begins at `x`, `y`; its tick labels lie outside."""
        return self.figure.add_axes(
            (x / WIDTH, 1 - (y + height) / self.height, width / WIDTH, height / self.height), yticks=[]
        )


# Who is better, by how much, and how sure

GAP = 26.0
SCORE_WIDTH = 186.0
MARGIN_WIDTH = WIDTH - 2 * MARGIN - GAP - SCORE_WIDTH
PLOT = 166.0  # the height of both plots
BELOW = 46.0  # tick labels and what the axis means


def compare_chart(
    figure: "Figure",
    *,
    title: str,
    subtitle: str,
    first: str,
    second: str,
    score: float | None,
    low: float | None,
    high: float | None,
    margins: Sequence[tuple[float, int]] | None,
    margin_mean: float | None,
    margin_low: float | None,
    margin_high: float | None,
    by_score: bool = True,
    bout: str = "game",
    level: float = 0.95,
) -> None:
    """Draw the win score of `first` with its interval, beside how its margins over `second` are spread.

    `score`, `low`, `high` lie in 0..1; `level` is the coverage of both intervals. `margins` holds pairs of (margin of
    a deal pair in points a `bout`, in whole halves; how many pairs had it). Whatever is None is left out and said so.
    Unless it is judged `by_score`, the mean margin is drawn in the place of the score.
    """
    unit = f"points a {bout}"
    with style():
        left_name, right_name = (wrap(name, SCORE_WIDTH / 2 - 6, SMALL, 4) for name in (second, first))
        name_rows = max(len(left_name), len(right_name))
        above = LEADING * (TEXT + SMALL * (name_rows + 1)) + 14
        sheet = Sheet(figure, title, subtitle, above + PLOT + BELOW)
        names_top = sheet.top + LEADING * TEXT + 4
        ahead_top = names_top + LEADING * SMALL * name_rows
        shares = _shares(margins or ())
        for x, width, heading, share in (
            (MARGIN, SCORE_WIDTH, "Win score" if by_score else "Mean margin", None),
            (MARGIN + SCORE_WIDTH + GAP, MARGIN_WIDTH, "Margin per deal pair", shares),
        ):
            sheet.lines(x, sheet.top, [heading], TEXT, weight="bold")
            left_ahead, right_ahead = (f" in {percent(share[side])}" if share else "" for side in (0, 2))
            for lines, ahead, edge, ha in (
                (left_name, f"← ahead{left_ahead}", x, "left"),
                (right_name, f"ahead{right_ahead} →", x + width, "right"),
            ):
                sheet.lines(edge, ahead_top - LEADING * SMALL * len(lines), [*lines, ahead], SMALL, ha=ha)
        axes = sheet.axes(MARGIN, ahead_top + LEADING * SMALL + 10, SCORE_WIDTH, PLOT)
        if by_score:
            _draw_score(axes, score, low, high, level)
        else:
            _draw_mean_margin(axes, margin_mean, margin_low, margin_high, unit, level)
            margin_mean = margin_low = margin_high = None
        axes = sheet.axes(MARGIN + SCORE_WIDTH + GAP, ahead_top + LEADING * SMALL + 10, MARGIN_WIDTH, PLOT)
        level_share = shares[1] if shares else None
        _draw_margins(axes, margins, margin_mean, margin_low, margin_high, level_share, unit, strip=by_score)


def _shares(margins: Sequence[tuple[float, int]]) -> tuple[float, float, float] | None:
    """The shares of deal pairs with a margin below, at and above zero; None without any pair."""
    pairs = sum(count for _, count in margins)
    if not pairs:
        return None
    below = sum(count for margin, count in margins if margin < 0)
    above = sum(count for margin, count in margins if margin > 0)
    return below / pairs, (pairs - below - above) / pairs, above / pairs


def score_range(score: float, low: float | None, high: float | None) -> tuple[float, float]:
    """The part of 0..1 to show: always the level .5, the whole interval, and enough that a hair looks like one."""
    low, high = score if low is None else low, score if high is None else high
    left, right = max(0.0, 0.5 - low), max(0.0, high - 0.5)
    reach = max(left, right, 0.01)
    if reach > 0.3:
        return 0.0, 1.0
    return 0.5 - 1.35 * max(left, 0.4 * reach), 0.5 + 1.35 * max(right, 0.4 * reach)


def margin_range(mean: float, low: float | None, high: float | None) -> tuple[float, float]:
    """The part of the axis to show: always the level 0, the whole interval, and some of either side."""
    left, right = (max(0.0, end) for end in (-(mean if low is None else low), mean if high is None else high))
    reach = max(left, right, 0.1)
    return -1.35 * max(left, 0.4 * reach), 1.35 * max(right, 0.4 * reach)


def _draw_score(axes: "Axes", score: float | None, low: float | None, high: float | None, level: float) -> None:
    """A dot with its interval on the axis of win scores, and the level line."""
    axes.set_xlim(*score_range(0.5 if score is None else score, low, high))
    axes.set_xlabel("wins + half the draws", size=SMALL, color=QUIET)
    _draw_estimate(axes, score, low, high, 0.5, digits_for(low, high, 3), level)


def _draw_mean_margin(
    axes: "Axes", mean: float | None, low: float | None, high: float | None, unit: str, level: float
) -> None:
    """The same on an axis of points."""
    axes.set_xlim(*margin_range(mean or 0.0, low, high))
    axes.set_xlabel(unit, size=SMALL, color=QUIET)
    _draw_estimate(axes, mean, low, high, 0.0, digits_for(low, high, 1), level)


def _draw_estimate(
    axes: "Axes", value: float | None, low: float | None, high: float | None, even: float, digits: int, level: float
) -> None:
    """A dot with its interval, its figures in words, and the line on which nobody is ahead."""
    sign = even == 0
    axes.set_ylim(0, PLOT)
    ticks(axes, 4, SCORE_WIDTH, sign)
    sides(axes, even)
    level_line(axes, even, "level", SCORE_WIDTH, PLOT)
    middle = 80
    if value is None:
        say(axes, even, middle, "nothing played yet", TEXT, SCORE_WIDTH)
        return
    dot(axes, value, middle, low, high, even)
    say(axes, value, middle + 15, number(value, digits, sign), TITLE, SCORE_WIDTH, weight="bold")
    if low is None or high is None:
        below = ["too few deals", "for an interval"]
    else:
        below = [f"{100 * level:g}% interval", f"{number(low, digits, sign)} to {number(high, digits, sign)}"]
    for row, line in enumerate(below):
        say(axes, value, middle - 25 - LEADING * SMALL * row, line, SMALL, SCORE_WIDTH)


ROUND = 20  # points: from here on bars stand for a round number of them, and
SEEN = 10  # pairs: with fewer than this many at zero they get no bar, which would be made high by its being narrow


class Bar(NamedTuple):
    """One bar of a histogram: where (points), and its height as a share of all, had it the usual width."""

    middle: float
    width: float
    height: float


def bars(margins: Sequence[tuple[float, int]]) -> tuple[list[Bar], float]:
    """The margins as some forty bars, and how many points a game a usual bar stands for.

    Every bar holds equally many of the margins that can occur (in Briscola the whole ones, though halves are counted):
    else the bars would alternate, high and low. Zero has a narrow bar to itself, for there the pairs lie whose
    games cancelled; its height is in scale, so that it sticks out only when there are more of them than neighbours.
    """
    counts: dict[int, int] = {}
    for margin, count in margins:
        if count:
            counts[round(2 * margin)] = counts.get(round(2 * margin), 0) + count
    if not counts:
        return [], 0.5
    pairs = sum(counts.values())
    lowest, highest = min(counts), max(counts)
    span = max(highest, 0) - min(lowest, 0)  # from here on in half points
    lattice = gcd(*(half - lowest for half in counts)) or 1
    offset = lowest % lattice
    steps = _steps(span / 40, lattice)
    thickest = max(span / 24, 2.0)
    heaps: dict[tuple[float, int], int] = {}
    for half, count in counts.items():
        nearest = (offset or lattice) if half > 0 else offset - lattice  # the margin next to zero on this side
        ahead = (half - nearest) // lattice if half > 0 else (nearest - half) // lattice
        away = (ahead // steps * steps + (steps - 1) / 2) * lattice
        place = (nearest + away, steps) if half > 0 else (nearest - away, steps)
        if half == 0:
            place = (0.0, 1)
        heaps[place] = heaps.get(place, 0) + count
    drawn = [
        Bar(middle / 2, min(held * lattice, thickest) / 2, heap / pairs * steps / held)
        for (middle, held), heap in sorted(heaps.items())
    ]
    return drawn, steps * lattice / 2


def _steps(width: float, lattice: int) -> int:
    """How many margins go into a bar about so wide, in half points; wide bars stand for a round number of points."""
    steps = max(1, round(width / lattice))
    if steps * lattice < 2 * ROUND:
        return steps
    tens = 10 ** floor(log10(width))
    halves = [round(tens * by) for by in (1, 2, 4, 5, 10, 20)]
    fitting = [half // lattice for half in halves if half % lattice == 0]
    return min(fitting, key=lambda s: abs(log10(s * lattice / width)), default=steps)


def _draw_margins(
    axes: "Axes",
    margins: Sequence[tuple[float, int]] | None,
    mean: float | None,
    low: float | None,
    high: float | None,
    level_share: float | None,
    unit: str,
    strip: bool,
) -> None:
    """The histogram of margins below, their mean with its interval in a strip above it if that is wanted."""
    drawn, points = bars(margins or ())
    if points >= ROUND and sum(count for margin, count in margins or () if not margin) < SEEN:
        drawn = [bar for bar in drawn if bar.middle]
    edges = [0.0, *(bar.middle - bar.width / 2 for bar in drawn), *(bar.middle + bar.width / 2 for bar in drawn)]
    edges += [edge for edge in (mean, low, high) if edge is not None]
    room = max(0.04 * (max(edges) - min(edges)), 2.5)
    left, right = min(edges) - room, max(edges) + room
    axes.set_xlim(left, right)
    axes.set_ylim(0, PLOT)
    axes.set_xlabel(
        f"{unit}, spread too wide to draw"
        if margins is None
        else unit
        if points <= 1
        else f"{unit}, in bars of {points:g}",
        size=SMALL,
        color=QUIET,
    )
    ticks(axes, 5, MARGIN_WIDTH, sign=True)
    level_line(axes, 0, "level" if level_share is None else f"level in {percent(level_share)}", MARGIN_WIDTH, PLOT)

    highest = PLOT - (68 if strip else 22)  # the strip above is for the level, the mean and its interval
    others = max((bar.height for bar in drawn if bar.middle), default=0.0)
    tallest = max((bar.height for bar in drawn), default=1.0)
    cut = 0 < 2.5 * others < tallest  # a spike at zero would press everything else flat
    full = 1.3 * others if cut else tallest
    point = (right - left) / MARGIN_WIDTH
    for bar in drawn:
        color = FIRST if bar.middle > 0 else SECOND if bar.middle < 0 else LEVEL
        width = bar.width if bar.middle else max(bar.width, 4 * point)
        height = min(bar.height / full, 1.0) * highest
        axes.bar(bar.middle, height, width, color=color, edgecolor=PAPER, linewidth=0.3, zorder=2 if bar.middle else 3)
    if cut:
        for y in (highest - 12, highest - 8):
            axes.plot([-5 * point, 5 * point], [y - 2, y + 2], color=PAPER, linewidth=1.6, zorder=3)
    if not strip:
        return
    if mean is None:
        say(axes, 0, PLOT - 42, "nothing played yet", TEXT, MARGIN_WIDTH)
        return
    digits = digits_for(low, high, 1)
    dot(axes, mean, PLOT - 43, low, high, 0.0)
    say(axes, mean, PLOT - 31, number(mean, digits, sign=True), TITLE, MARGIN_WIDTH, weight="bold")
    if low is not None and high is not None:
        interval = f"{number(low, digits, sign=True)} to {number(high, digits, sign=True)}"
        say(axes, mean, PLOT - 63, interval, SMALL, MARGIN_WIDTH)


def ticks(axes: "Axes", most: int, width: float, sign: bool = False) -> None:
    """About `most` round numbers under an axes `width` points wide, fewer where they would run into each other.

    One that would stick out is nudged inwards.
    """
    from matplotlib.ticker import MaxNLocator
    from matplotlib.transforms import ScaledTranslation

    left, right = axes.get_xlim()
    for wanted in range(most, 0, -1):
        tried = MaxNLocator(wanted, steps=[1, 2, 5, 10]).tick_values(left, right)
        places = [float(x) for x in tried if left <= x <= right]
        step = min((b - a for a, b in pairwise(places)), default=1.0)
        texts = [number(x, max(0, ceil(-log10(step) - 1e-9)), sign) for x in places]
        centres = [(x - left) / (right - left) * width for x in places]
        rooms = [text_width(text, SMALL) / 2 for text in texts]
        # A label may reach 8 points over the end of its axis.
        nudged = [min(max(x, room - 8), width - room + 8) for x, room in zip(centres, rooms, strict=True)]
        if all(b - a >= sum(pair) + 5 for (a, b), pair in zip(pairwise(nudged), pairwise(rooms), strict=True)):
            break
    axes.set_xticks(places, texts)
    for label, centre, x in zip(axes.get_xticklabels(), centres, nudged, strict=True):
        shift = ScaledTranslation((x - centre) / 72, 0, axes.figure.dpi_scale_trans)
        label.set_transform(label.get_transform() + shift)


def sides(axes: "Axes", level: float) -> None:
    """The ground of an axes in the colours of who is ahead there."""
    left, right = axes.get_xlim()
    axes.plot([left, level], [2, 2], color=SECOND, linewidth=4, solid_capstyle="butt", clip_on=False)
    axes.plot([level, right], [2, 2], color=FIRST, linewidth=4, solid_capstyle="butt", clip_on=False)


def level_line(axes: "Axes", x: float, text: str, width: float, height: float) -> None:
    """The line on which nobody is ahead, and `text` at its upper end."""
    axes.plot([x, x], [0, height - 14], color=QUIET, linewidth=1, zorder=1)
    say(axes, x, height - 10, text, SMALL, width, color=QUIET)


def dot(axes: "Axes", x: float, y: float, low: float | None, high: float | None, level: float) -> None:
    """An estimate in the colour of who is ahead; hollow while its interval contains the level, or while it has none."""
    if low is not None and high is not None:
        axes.plot([low, high], [y, y], color=INK, linewidth=1.6, zorder=4, solid_capstyle="butt", clip_on=False)
        for end in (low, high):  # taller than the dot, so that an interval narrower than the dot is seen all the same
            axes.plot([end, end], [y - 7, y + 7], color=INK, linewidth=1.6, zorder=4, clip_on=False)
    sure = low is not None and high is not None and not low <= level <= high
    fill = PAPER if not sure else FIRST if x > level else SECOND
    axes.plot(
        [x],
        [y],
        marker="o",
        markersize=8,
        color=fill,
        markeredgecolor=INK,
        markeredgewidth=1.3,
        zorder=5,
        clip_on=False,
    )


def say(axes: "Axes", x: float, y: float, text: str, size: float, width: float, **how: Any) -> None:
    """Text centred on `x`, moved sideways as far as it takes to stay inside an axes `width` points wide."""
    left, right = axes.get_xlim()
    half = text_width(text, size, how.get("weight") == "bold") / 2 / width * (right - left)
    x = min(max(x, left + half), right - half) if 2 * half < right - left else (left + right) / 2
    ground = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
    axes.text(x, y, text, size=size, ha="center", va="baseline", zorder=6, bbox=ground, **how)

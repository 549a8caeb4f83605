"""What must hold of every chart: its words on the paper, none over another, nothing that is not a number."""

import warnings
import xml.etree.ElementTree as ElementTree
from itertools import combinations

from analyzer.answer import Drawing
from analyzer.charts import style, svg

LEAST = 9.0  # points: what is smaller cannot be read in a column of 80 mm


def figure(draw):
    return Drawing("chart", draw).figure()


def texts(drawn):
    """All that is written, ticks included."""
    found = list(drawn.texts)
    for axes in drawn.axes:
        found += [*axes.texts, axes.xaxis.label, axes.yaxis.label]
        if axes.axison:
            found += [*axes.get_xticklabels(), *axes.get_yticklabels()]
    return [text for text in found if text.get_text() and text.get_visible()]


def said(drawn):
    return {text.get_text() for text in texts(drawn)}


def check(draw, over=2.0):
    """Draw it twice: equal bytes, no warning, no nan, words inside the paper that leave each other room."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn = figure(draw)
        once, twice = svg(drawn), svg(figure(draw))
        with style():
            drawn.canvas.draw()
    assert once == twice
    assert "nan" not in once
    assert "inf" not in once.split("</style>")[-1].replace("info", "")
    ElementTree.fromstring(once)
    boxes = []
    for text in texts(drawn):
        box = text.get_window_extent()
        assert box.x0 >= -1 and box.x1 <= drawn.bbox.width + 1, text
        assert box.y0 >= -1 and box.y1 <= drawn.bbox.height + 1, text
        assert text.get_size() >= LEAST, text
        boxes.append((text.get_text(), box))
    scale = drawn.dpi / 72
    for (one, a), (two, b) in combinations(boxes, 2):
        deep = min(min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)) / scale
        assert deep < over, f"{one!r} lies over {two!r} by {deep:.1f} points"
    return drawn

"""The drawings that any question may use, each in the visual language of `charts`.

    forest(rows)                  effects with intervals, one row each, beside the line of no difference
    curve(series)                 estimates over an axis of something, up to five named series
    heat(rows, columns, cells)    a map of gains; `heats(panels)` puts several under each other, on one scale
    columns(groups)               bars on a level, group by group

    seen(interval, scale)         mean, low and high of what a lab found; `.side()` is 1, 0 or -1: above, unknown, below

An estimate is mean, low and high in the unit of the chart; None where there is none.  What is surely above is blue,
what is surely below orange, the rest hollow or pale; by its interval, or by a fourth value (1, 0, -1) where many were
compared at once.  The title is the finding, the subtitle what was played.  Each returns what `answer.Drawing` wants:

    Drawing("gains", forest([("keep the ace", 1.3, 0.9, 1.7)], title=..., subtitle=..., unit="points a game"))
"""

from analyzer.columns_chart import columns
from analyzer.curve_chart import Series, curve
from analyzer.forest_chart import Effect, forest
from analyzer.heat_chart import Panel, heat, heats
from analyzer.marks import Seen, seen

__all__ = ["Effect", "Panel", "Seen", "Series", "columns", "curve", "forest", "heat", "heats", "seen"]

"""Numbers and choices in sentences: numbers rounded to their uncertainty, never nan; choices with the nearest one."""

import difflib
import math
import re
from decimal import Decimal


def exact(number):
    """A count in full: `1,000,000`."""
    return f"{number:,}"


def up_to(number, most):
    """A count in full, or no more than that it is beyond `most`."""
    return exact(number) if number <= most else f"more than {exact(most)}"


def count_of(number, thing="deal"):
    """A count with its noun: `1 deal`, `2,000 deals`."""
    figure = f"{number:g}" if isinstance(number, float) else f"{number:,}"
    return f"{figure} {thing}{'s' * (number != 1)}"


def plain(number):
    """A number as people write it, without an exponent and without the noise of binary fractions: `0.00001`."""
    return f"{Decimal(f'{number:.12g}'):f}"


def decimals(half_width, most=6):
    """How many places after the point are worth showing when a number is known to within `half_width`."""
    if not half_width or not math.isfinite(half_width):
        return 2
    return min(most, max(0, 1 - math.floor(math.log10(abs(half_width)))))


def rounded(number, half_width):
    """The number with as many places as its uncertainty allows; a dash where there is none."""
    return "-" if number is None else f"{number:.{decimals(half_width)}f}"


def share(part):
    """A share as a percentage: `18.6 %`."""
    return "-" if part is None else f"{100 * part:.1f} %"


def interval(estimate, scale=1, unit="", sign=False, other_side=False, size=False):
    """`83.08 % (83.03 to 83.12)`: an estimate with its interval, all to the digits the interval allows.

    `other_side` turns a score round (1 - score), as the opponent sees it; `size` leaves the sign away.
    """
    low, mean, high = estimate.low, estimate.mean, estimate.high
    if mean is None:
        return "unknown"
    if other_side:
        low, mean, high = (None if x is None else 1 - x for x in (high, mean, low))
    if size and mean < 0:
        low, mean, high = (None if x is None else -x for x in (high, mean, low))
    low, mean, high = (None if x is None else scale * x for x in (low, mean, high))
    plus = "+" if sign else ""
    if low is None:
        return f"{mean:{plus}z.1f}{unit}"
    places = decimals((high - low) / 2)
    return f"{mean:{plus}z.{places}f}{unit} ({low:{plus}z.{places}f} to {high:{plus}z.{places}f})"


def one_of(words):
    """The words as a list to choose from: `draw, replay or last_trick`."""
    *some, last = words
    return f"{', '.join(some)} or {last}" if some else last


def all_of(words):
    """The words as a list of which all are meant: `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def ranges(steps, places):
    """Some of the steps of a scale in words, those that follow each other as one range.

    `3 to 5`, `6 or 7` and `8 or more` are `3 or more`; `places` are ascending.
    """
    found = []
    for place in places:
        if found and found[-1][-1] == place - 1:
            found[-1].append(place)
        else:
            found.append([place])
    return [_range([steps[k] for k in run]) for run in found]


def _range(steps):
    first, last = steps[0], steps[-1]
    if len(steps) == 1:
        return first
    no_least = first.startswith(("under ", "up to "))
    no_most = last.startswith("over ") or last.endswith(" or more")
    least, most = re.findall(r"\d+", first)[0], re.findall(r"\d+", last)[-1]
    if no_least:
        return "any number of" if no_most else f"up to {most}"
    return f"{least} or more" if no_most else f"{least} to {most}"


def nearest(word, words):
    """`; did you mean X?` where one of the words looks like the one given, else nothing."""
    close = difflib.get_close_matches(word, words, 1)
    return f"; did you mean {close[0]}?" if close else ""


def p_value(p):
    """A p-value without false precision."""
    if p < 1e-12:
        return "less than 1e-12"
    return f"{p:.2g}" if p < 0.001 else f"{p:.3f}"

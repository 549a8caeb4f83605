"""Counts, and margins, as people write them or paste them from elsewhere, read into what is `counted`."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from analyzer.counted import MOST, Counted, of_counts, of_margins
from analyzer.reading import fraction, whole
from analyzer.wording import all_of, nearest, one_of

GAMES = ("wins", "draws", "losses", "games")
MARGINS = ("mean", "sd", "n")
OF_GAMES, OF_MARGINS = "wins=700,draws=20,games=1000", "mean=0.8,sd=11.1,n=5000"
FORMS = (
    "give counts of pairs LL,LD,WL+DD,WD,WW such as 120,310,1420,390,160 (the line `pairs` of compare), or of single "
    f"games WINS,DRAWS,LOSSES such as 700,20,280 or wins=700,games=1000, or margins as {OF_MARGINS}"
)


def read(given: Iterable[Any], margins: bool = False) -> Counted:
    """What was given, in one of the `FORMS`; several groups of counts are stretches of one match.

    Three plain numbers are wins, draws and losses, unless they can only be a mean, an sd and a number of deals, or
    `margins` are wanted.  ValueError with one sentence for anything else.
    """
    groups = _groups(given)
    if not groups:
        raise ValueError(f"nothing to weigh: {FORMS}")
    if any("=" in group for group in groups):
        return _named(",".join(groups))
    rows = [group.split(",") for group in groups]
    sizes = {len(row) for row in rows}
    if len(sizes) > 1:
        raise ValueError(f"all groups need the same number of counts, not {all_of(groups)}")
    for row in rows:
        for word in row:
            if _number(word) is None:
                raise ValueError(f"{word!r} is no number: {FORMS}")
    size = sizes.pop()
    if size == 5:
        return of_counts("pairs", [[_count(word) for word in row] for row in rows])
    if size != 3:
        raise ValueError(_wrong_number(groups[0]))
    if margins or any(re.fullmatch(r"[+-].*|.*\.\d*", word) for row in rows for word in row):
        return _margins(rows)
    return of_counts("games", [[_count(word) for word in reversed(row)] for row in rows])


def _groups(given: Iterable[Any]) -> list[str]:
    """The groups of numbers: what commas hold together, or brackets."""
    words = [each if isinstance(each, str) else ",".join(map(str, _items(each))) for each in given]
    text = re.sub(r"[\[\](){};]+", " ", " ".join(words)).replace("−", "-")
    groups = re.sub(r"\s*([,=])\s*", r"\1", text).split()
    groups = [group.strip(",") for group in groups if group.strip(",")]
    loose = all(re.fullmatch(r"[^,=]+", group) for group in groups)
    return [",".join(groups)] if loose and groups else groups


def _items(each: Any) -> list[Any]:
    """The numbers of a list, a tuple or an array; one number by itself."""
    return list(each) if isinstance(each, Iterable) else [each]


def _wrong_number(group: str) -> str:
    """What to say where there are neither three numbers nor five."""
    words = group.split(",")
    if len(words) == 2:
        one, two = words
        return (
            f"two counts are too few: if they are wins and losses, give {one},0,{two}; if wins and games, "
            f"wins={one},games={two}"
        )
    if len(words) == 4:
        return f"pairs fall into five cells, LL,LD,WL+DD,WD,WW, and {group} are four; an empty one is 0"
    return f"{group}: {len(words)} number{'s' * (len(words) != 1)}; {FORMS}"


# Numbers with names


def _named(text: str) -> Counted:
    """Numbers with names, in any order."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        name = name.strip().lower()
        if not equals:
            raise ValueError(f"either all numbers have names or none, not as in {text}: {FORMS}")
        if name not in (*GAMES, *MARGINS):
            known = (*GAMES, *MARGINS)
            raise ValueError(f"there is no {name!r} here; there is {one_of(known)}{nearest(name, known)}")
        if name in found:
            raise ValueError(f"{name} is given twice in {text}; counts of several stretches go without names")
        found[name] = value
    if set(found) <= set(GAMES):
        return _games(found)
    if not set(found) <= set(MARGINS):
        hint = f"; did you mean games={found['n']}?" if "n" in found and not {"mean", "sd"} & set(found) else ""
        raise ValueError(f"{text} mixes games with margins{hint or f': {FORMS}'}")
    if "sd" not in found and "n" in found and _number(found["n"]) == 1:
        found["sd"] = "0"
    missing = [name for name in MARGINS if name not in found]
    if missing:
        raise ValueError(f"{all_of(missing)} must be given as well, as in {OF_MARGINS}")
    return _margins([[found[name] for name in MARGINS]])


def _games(found: dict[str, str]) -> Counted:
    """Wins, draws and losses; or how many games they were of, from which one of wins and losses follows."""
    counts: dict[str, int] = {"draws": 0} | {name: _count(word) for name, word in found.items()}
    if "games" in counts and len({"wins", "losses"} & set(counts)) == 1:
        one, other = ("wins", "losses") if "wins" in counts else ("losses", "wins")
        counts[other] = counts["games"] - counts[one] - counts["draws"]
        if counts[other] < 0:
            level = f" and {counts['draws']:,} draws" if counts["draws"] else ""
            raise ValueError(f"{counts['games']:,} games cannot hold {counts[one]:,} {one}{level}")
    missing = [name for name in ("wins", "losses") if name not in counts]
    if missing:
        raise ValueError(f"{all_of(missing)} must be given as well, or the number of games, as in {OF_GAMES}")
    losses, draws, wins = (counts[name] for name in ("losses", "draws", "wins"))
    if counts.get("games", losses + draws + wins) != losses + draws + wins:
        raise ValueError(f"{wins:,} wins, {draws:,} draws and {losses:,} losses are not {counts['games']:,} games")
    return of_counts("games", [[losses, draws, wins]])


def _margins(rows: Sequence[Sequence[str]]) -> Counted:
    """A mean, an sd and a number of deals."""
    if len(rows) > 1:
        raise ValueError("means of several runs cannot be put together: give one mean, one sd and one number of deals")
    mean, sd, n = (_number(word) for word in rows[0])
    if n is None or n != int(n) or not 1 <= n <= MOST:
        raise ValueError(f"the number of deals is whole and from 1 up, not {rows[0][2]!r}, as in {OF_MARGINS}")
    if mean is None:
        raise ValueError(f"a mean is a number of points, not {rows[0][0]!r}, as in {OF_MARGINS}")
    if sd is None or sd < 0:
        raise ValueError(f"an sd is a number from 0 up, not {rows[0][1]!r}, as in {OF_MARGINS}")
    if n == 1 and sd:
        raise ValueError(f"a single deal has no sd: leave {rows[0][1]} out, or say of how many deals it is")
    return of_margins(mean, None if n == 1 else sd, int(n))


# Single numbers


def _number(word: str) -> float | None:
    """A finite number, `250k` and the like included."""
    try:
        return float(whole(word))
    except ValueError:
        number = None if "%" in word else fraction(word)
        return number if number is not None and abs(number) < 1e150 else None


def _count(word: str) -> int:
    """How many."""
    number = _number(word)
    if number is None or number != int(number) or not 0 <= number <= MOST:
        raise ValueError(f"counts are whole numbers from 0 up, and {word!r} is none: {FORMS}")
    return int(number)

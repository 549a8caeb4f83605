"""Every game of a match as a row of a file, written chunk by chunk so that nothing has to be held in memory.

Columns: deal, game (1, 2 ...: the seatings of the deal), seat_0 and seat_1 ... (who sat there); then what is told once
of a game, and for each side, its number behind the name, what the game saves of it, its payoff, and its result: 1 for a
win, 0.5 for a draw or half of a first place.  Side 0 is that of seat 0, who led the first trick or acted first; where
everybody may be for himself, each seat is a side.

    briscola    points, tricks, and hands won
    chiamata    once: bid and called, the highest bid and the called card of the last hand, nothing if all passed;
                then points, tricks, hands won, and the role, nothing in a match
    burraco     once: dealt, the hands that were dealt, and how many of them ended as stock_ends or as stalemates;
                then, summed over these hands, points, hands won, closed (hands it closed), pozzetti it took, of these
                first_pozzetto (before the other side) and direct (without a discard), its burrachi that were clean,
                semi_clean or dirty, melded and left (the value of its cards on the table, and of those still in hand),
                turns, and piles (times it took the pile)
"""

import csv
import os
from pathlib import Path

from analyzer.scores import WHOLE

ENDINGS = (".csv", ".parquet")


class Saver:
    """Takes the rows of chunk after chunk; the file appears under its own name when it is closed."""

    def __init__(self, path, match):
        self.path = Path(path)
        if self.path.suffix.lower() not in ENDINGS or self.path.is_dir():
            raise ValueError(f"--save writes {' or '.join(ENDINGS)} files, not {self.path.name}")
        if not self.path.absolute().parent.is_dir():
            raise ValueError(f"there is no folder {self.path.parent} to save {self.path.name} in")
        self.match = match
        self.beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        self.columns = match.table.module.columns(match.table.players)
        if not os.access(self.path.absolute().parent, os.W_OK):
            raise ValueError(f"nothing can be written to {self.path.absolute().parent}")
        self.writer = _Csv(self.beside) if self.path.suffix.lower() == ".csv" else _Parquet(self.beside)

    def __call__(self, first, rows):
        """Write the rows of deals first, first + 1 ..."""
        import numpy as np

        game = self.match.table.module
        n, games = rows.shape[:2]
        columns = {"deal": np.repeat(np.arange(first, first + n), games), "game": np.tile(np.arange(1, games + 1), n)}
        names = np.array(self.match.names(), object)
        plan, seed = self.match.plan, self.match.seed
        kinds = [plan.kind(seed, first + d) for d in range(n)] if len(plan.seats) > 1 else [0] * n
        for seat in range(self.match.table.players):
            columns[f"seat_{seat}"] = names[plan.seats[kinds, :, seat]].ravel()
        rules = self.match.table.in_force()
        for what, row, words in game.SAVED_ONCE:
            columns[what] = in_words(rows[:, :, row, 0].ravel(), words, rules)
        for side in sorted(set(self.columns)):
            for what, row, words in (*game.SAVED, ("payoff", game.PAYOFF, None)):
                columns[f"{what}_{side}"] = in_words(rows[:, :, row, side].ravel(), words, rules)
            columns[f"result_{side}"] = rows[:, :, game.RESULT, side].ravel() / WHOLE
        self.writer.write(columns)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Finish the file and give it its name; leave nothing behind if something went wrong."""
        try:
            self.writer.close()
            if kind is None:
                os.replace(self.beside, self.path)
        except OSError as trouble:
            raise OSError(trouble.errno, trouble.strerror, str(self.path)) from trouble
        finally:
            self.beside.unlink(missing_ok=True)


def in_words(numbers, words, rules):
    """The numbers as they are, or what `words` makes of each."""
    if words is None:
        return numbers
    import numpy as np

    found, which = np.unique(numbers, return_inverse=True)
    return np.array([words(int(number), rules) for number in found], object)[which]


class _Csv:
    def __init__(self, path):
        self.file = open(path, "w", newline="", encoding="utf-8")
        self.rows = csv.writer(self.file, lineterminator="\n")
        self.empty = True

    def write(self, columns):
        if self.empty:
            self.rows.writerow(columns)
            self.empty = False
        self.rows.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))

    def close(self):
        self.file.close()


class _Parquet:
    def __init__(self, path):
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise ValueError(
                "writing parquet needs pyarrow: pip install 'mazziere[parquet]', or save as .csv"
            ) from None
        self.arrow = pyarrow
        self.path = path
        self.file = None

    def write(self, columns):
        table = self.arrow.table(columns)
        if self.file is None:
            self.file = self.arrow.parquet.ParquetWriter(self.path, table.schema)
        self.file.write_table(table)

    def close(self):
        if self.file is None:
            self.path.touch()
        else:
            self.file.close()

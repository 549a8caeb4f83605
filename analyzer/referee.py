"""A deal played in plain Python, move by move, by a referee who trusts nobody.

The same rules and strategies as in the kernel, slower and strict: a strategy sees a view it cannot write to, its answer
is checked before use, and whatever goes wrong is said with the deal that shows it.
"""

import queue
import threading
import traceback
from collections import namedtuple

import numpy as np

from analyzer.compiled import load
from analyzer.records import blank
from analyzer.roster import StrategyError
from analyzer.tables import GAMES
from analyzer.wording import count_of, nearest, one_of

AUDITION_HANDS, AUDITION_MATCHES = 4, 1


def sealed(form, name):
    """A named tuple with the fields of a record, but for `public`, which are there by themselves."""
    return namedtuple(name, [field for field in form.names if field != "public"])


def part(form, field):
    """The named tuple for the records in a field of a record, None if it holds plain numbers."""
    kind = form.fields[field][0].base
    return sealed(kind, field) if kind.names else None


class Filled(tuple):
    """The filled part of a list of the view.  Compiled, the list goes on, so no place is counted from its end."""

    def __getitem__(self, place):
        if not isinstance(place, slice) and place < 0:
            raise IndexError(f"there is no place {place} in a list of the view: places count from 0")
        return super().__getitem__(place)


def plain(value, seal, filled):
    """A number, a record, or the first `filled` of a list of either, as plain Python; `seal` makes a record's tuple."""
    told = value.tolist() if filled is None else value[:filled].tolist()
    if isinstance(told, list):
        told = tuple(frozen(each) if seal is None else seal(*each) for each in told)
        return told if filled is None else Filled(told)
    return told if seal is None else seal(*told)


def frozen(told):
    """A number, or tuples in place of lists."""
    return tuple(frozen(each) for each in told) if isinstance(told, list) else told


class Fault(StrategyError):
    """A strategy broke the rules of being one in a certain deal."""


class Referee:
    """Plays the games of a match one at a time."""

    def __init__(self, match):
        self.match = match
        self.table = table = match.table
        self.players = match.players
        self.choosers = [load(player).choose for player in self.players]
        self.states = table.state()
        self.state = self.states[0]
        self.view = blank(table.module.VIEW)[0]
        self.seal = sealed(table.module.VIEW, "view")
        self.parts = [part(table.module.VIEW, field) for field in self.seal._fields]
        self.records = tuple(part for part in self.parts if part)
        self.lists = table.module.FILLED
        self.asked = None
        self.game = 0

    def play(self, number, game=0, watch=None):
        """Play one game of a deal to its end and return the state.

        `watch(state, index, forced)` is called before every move.  Raises Fault when a strategy fails.
        """
        self.game = game
        self.table.module.deal(self.state, self.match.seed, number)
        return self.finish(watch)

    def finish(self, watch=None):
        """Play on from where the game stands; the rest as `play`."""
        rules = self.table.module
        state = self.state
        number = int(state.number)
        seats = self.match.plan.seating(self.match.seed, number, self.game)
        while not rules.over(state):
            n_moves = int(rules.choices(state))
            index = 0
            if n_moves > 1:
                rules.look(state, self.view)
                index = self.ask(seats[int(state.turn)], n_moves, number)
            if watch:
                watch(state, index, n_moves == 1)
            rules.play(state, index)
        return state

    def sealed_view(self):
        """The view as plain Python numbers and tuples, which behave as they do compiled and cannot be written to.

        Lists end where they are filled.
        """
        fields = zip(self.seal._fields, self.parts, strict=True)
        return self.seal(*(plain(self.view[field], seal, self.filled(field)) for field, seal in fields))

    def filled(self, field):
        """How far a list of the view is filled; None: to its end, or it is no list."""
        return int(self.view[self.lists[field]]) if field in self.lists else None

    def ask(self, k, n_moves, number):
        """The index strategy k chooses from the view, checked."""
        player = self.players[k]
        self.asked = player
        try:
            index = self.choosers[k](self.sealed_view(), **player.values)
        except (Exception, SystemExit) as error:
            raise self.fault(player, number, self.what_happened(error, player)) from error
        if isinstance(index, bool | np.bool_) or not isinstance(index, int | np.integer):
            kind = type(index).__name__
            raise self.fault(player, number, f"returned {index!r}, a {kind}; it must return a whole number")
        if not 0 <= index < n_moves:
            reason = f"returned {index}; it has {n_moves} moves, so 0 to {n_moves - 1} are legal"
            raise self.fault(player, number, reason)
        return int(index)

    def what_happened(self, error, player):
        """The error in words, with the line of the strategy's file it came from."""
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(player.path)]
        where = f" in line {lines[-1]} of {player.path.name}" if lines else ""
        said = str(error)
        if "can't set attribute" in said or "does not support item assignment" in said:
            return f"tried to write to the view{where}; it may only be read"
        if isinstance(error, AttributeError) and isinstance(error.obj, self.seal):
            others = [name for name, game in GAMES.items() if error.name in game.VIEW.names]
            hint = f"there is no such thing{nearest(error.name, self.seal._fields)}"
            if others:
                hint = f"that is for {one_of(others)}: {one_of([f'--game {name}' for name in others])}"
            return f"asks for view.{error.name}{where}; {hint}"
        if isinstance(error, AttributeError) and isinstance(error.obj, self.records):
            fields = type(error.obj)._fields
            hint = f"there is no such thing{nearest(error.name, fields)}; it has {', '.join(fields)}"
            return f"asks a record of view.{type(error.obj).__name__} for {error.name}{where}; {hint}"
        return f"raised {type(error).__name__}: {said}{where}"

    def fault(self, player, number, reason):
        """A Fault that names the strategy, the deal, and the command that shows it."""
        which = [f"--deal {number}", *([f"--seating {self.game + 1}"] if self.game else [])]
        return Fault(
            f"{self.named(player)} {reason} (seed {self.match.seed}, deal {number}); "
            f"see it with: {self.match.command('replay', *which)}"
        )

    def named(self, player):
        """Whom a Fault names."""
        return f"strategy {player.label}"


def within(seconds, job):
    """What `job()` returns, or raise TimeoutError after so many seconds; the thread that hangs is left behind."""
    answers: queue.Queue = queue.Queue()

    def work():
        try:
            answers.put((job(), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=work, daemon=True).start()
    try:
        answer, error = answers.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return answer


def audition_deals(match):
    """How many deals it takes to know a strategy: a few hands, or one match, which is many."""
    return AUDITION_HANDS if match.table.match == "single" else AUDITION_MATCHES


def audition(match, first=0, deals=None, timeout=60.0):
    """Let the strategies play a few deals under the referee's eye before machine code takes over."""
    referee = Referee(match)

    def games():
        for number in range(first, first + (deals or audition_deals(match))):
            for game in range(match.plan.games):
                referee.state.number = number
                referee.play(number, game)

    try:
        within(timeout, games)
    except TimeoutError:
        raise stuck(referee, timeout) from None


def stuck(referee, timeout):
    """The Fault of a strategy that does not answer."""
    player = referee.asked or referee.players[0]
    number = int(referee.state.number)
    return referee.fault(player, number, f"has not answered for {count_of(timeout, 'second')}: an endless loop?")


def explain(match, number, timeout=10.0):
    """Why the kernel stopped in a deal: the Fault that the same deal shows in plain Python, or None."""
    try:
        audition(match, number, 1, timeout)
    except Fault as fault:
        return fault
    return None

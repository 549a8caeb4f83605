"""From Python to machine code: the kernel that plays deals, and the strategies it calls.  Only this file says njit.

The kernel is compiled once for each game and never again: strategies reach it as addresses of machine code, parameters
as a vector of numbers, rule options as fields of the state.  All machine code is kept in folders named by a hash of
everything it was made from, since numba itself does not notice when an imported file has changed.
"""

import hashlib
import importlib.util
import os
import re
import sys
import types as python_types
from functools import cache
from pathlib import Path

import numba
import numpy as np
import platformdirs
from numba import njit, types
from numba.core.errors import NumbaError
from numba.extending import register_jitable

from analyzer import standings, stats
from analyzer.branching import make_fork
from analyzer.calls import call_at
from analyzer.roster import MOST_PARAMETERS, StrategyError
from analyzer.scores import PAYOFF, RESULT, ROLE, WHOLE
from analyzer.shuffle import pick
from analyzer.tables import GAMES

# Loops here run twice or thrice; as vectors they would only be slower.
numba.config.LOOP_VECTORIZE = 0  # type: ignore[attr-defined]

HALF = WHOLE // 2  # of a win
PARAMETERS = np.dtype([("values", "f8", MOST_PARAMETERS)])
OPTIONS = {"nogil": True, "cache": True}
KERNEL_OPTIONS = OPTIONS | {"error_model": "numpy"}
CHOOSE = "choose"  # the function of a strategy
FORK = "fork"  # folders of machine code that branches decisions
# What only asks, counts threads or shows; every other file of ours may change how a deal goes.
NOT_ENGINE = (
    "__init__ __main__ account always_valid answer book book_files by_deal callers charts claims cli columns_chart "
    "counted counting course course_chart crew curve_chart cycles deciding described deviations duel elo ended "
    "equilibrium evenings evolution extremes findings first_seats forest_chart fork fork_referee forked found gains "
    "ground halves heat_chart intervals journal knobs lab lead_findings lead_kinds leads league_block league_chart "
    "league_duels league_findings league_pool league_table league_trace league_words ledger lengths lengths_chart "
    "likelihood luck_findings luck_split marks match meetings method old_advice openings options packed page pasted "
    "payoffs pilot placings planned planning plots pool progress questions races racing ratings ratings_chart reading "
    "referee render resampling roster round_table running saving score_sheet search seating settings settings_chart "
    "settings_list settings_map settings_trace shown situation sprt spsa standings_chart state_file state_lines steps "
    "stopping swept telling terminal tested threshold_findings thresholds told_counts told_melds told_tricks tracing "
    "transcript trials trump_answer trump_cells trump_charts trump_file trump_outcome trump_rule "
    "trump_tables trump_trial trump_words tune_chart tuned tuning_deals turned uphill verdicts wanted wording wrapped"
).split()


@cache
def engine():
    """Twelve hex digits that change with the engine's sources, numba or Python: the version of the machine code."""
    paths = sorted(path for path in Path(__file__).parent.glob("*.py") if path.stem not in NOT_ENGINE)
    texts = [path.read_bytes() for path in paths]
    texts.append(f"{numba.__version__} {np.__version__} {sys.version} {OPTIONS} {KERNEL_OPTIONS}".encode())
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]


engine()  # now, while the files are still those that were imported


def cache_folder(*more):
    """The folder for machine code made from the engine and `more` texts; MAZZIERE_CACHE moves them all."""
    root = Path(os.environ.get("MAZZIERE_CACHE") or platformdirs.user_cache_path("mazziere"))
    made_from = "\0".join((engine(), *more))
    path = root / (engine() if not more else f"{engine()}-{hashlib.sha256(made_from.encode()).hexdigest()[:12]}")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(
            f"compiled code cannot be kept in {root}: {error.strerror}; "
            "set MAZZIERE_CACHE to the path of a folder that can be written"
        ) from None
    return path


def is_warm(game, tally, strategies):
    """Is all machine code there already?  If not, the first call will compile for some seconds."""
    folders = [cache_folder(game), *([cache_folder(tally)] if tally else [])]
    folders += [_folder_of(strategy, CHOOSE) for strategy in strategies]
    return _all_warm(folders)


def is_fork_warm(game, questions):
    """Is all machine code there that branches decisions for these two questions (see `situation`)?"""
    return _all_warm([cache_folder(FORK, game), *(_folder_of(each, each.function, game) for each in questions)])


def _all_warm(folders):
    return all(any(folder.rglob("*.nbi")) for folder in folders)


def _folder_of(strategy, function, *more):
    return cache_folder(adapter_text(strategy, function), strategy.source, *more)


def _compile(function, folder, options):
    """The function under njit, its machine code kept in `folder`."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before


def _forget(folder):
    """Delete the machine code kept in a folder."""
    for path in folder.rglob("*.nb?"):
        path.unlink(missing_ok=True)


def mended(game, work):
    """Do `work()`; if the kept machine code of the kernels turns out to be damaged, delete it and do it once more."""
    try:
        work()
    except StrategyError:
        raise
    except Exception:
        kept = ((kernel, game), (fork, FORK, game), (tally_pairs, "pairs"), (tally_standings, "standings"))
        for made, *folder in kept:
            _forget(cache_folder(*folder))
            made.cache_clear()
        work()


def _make_kernel(game):
    """The loop that plays deals of a game, as a plain function over the game's rules."""
    deal, over, choices, look, play, score = game.deal, game.over, game.choices, game.look, game.play, game.score

    def kernel(addresses, params, seats, states, views, seed, first, n, rows):
        """Play deals first..first+n-1, every game of their blocks; `rows[d, g]` becomes the score of game g.

        `addresses[k]` and `params[k]` are strategy k; `seats[kind, g, seat]` says which strategy sits where.  Returns
        n, or the number of deals finished when a strategy answered with no legal index; the state then shows where.
        """
        state = states[0]
        view = views[0]
        for d in range(n):
            kind = pick(seed, first + d, seats.shape[0])
            for g in range(seats.shape[1]):
                deal(state, seed, first + d)
                while not over(state):
                    n_moves = choices(state)
                    index = 0
                    if n_moves > 1:
                        look(state, view)
                        # Unsigned, for numba lets an index below 0 count from the end.
                        player = np.uint64(seats[kind, g, np.uint64(state.turn)])
                        index = call_at(addresses[player], view, params[player])
                        if index < 0 or index >= n_moves:
                            return d
                    play(state, index)
                score(state, rows[d, g])
        return n

    return kernel


def _make_pair_tally():
    """The loop that counts blocks of two games, the sides changed over in the second."""
    tally = stats.tally

    def tally_pairs(rows, n, records):
        record = records[0]
        for d in range(n):
            one, two = rows[d, 0], rows[d, 1]
            result_1, result_2 = one[RESULT, 0] // HALF, two[RESULT, 1] // HALF
            tally(record, result_1, one[PAYOFF, 0], result_2, two[PAYOFF, 1])

    return tally_pairs


def _make_standings_tally():
    """The loop that counts blocks of any number of games."""
    tally = standings.tally

    def tally_standings(rows, seed, first, n, owners, entries, counts):
        for d in range(n):
            kind = pick(seed, first + d, owners.shape[0])
            tally(counts, rows[d], kind, entries[kind], owners[kind], PAYOFF, RESULT, ROLE)

    return tally_standings


@cache
def kernel(name):
    """The compiled kernel of a game."""
    return _compile(_make_kernel(GAMES[name]), cache_folder(name), KERNEL_OPTIONS)


@cache
def fork(name):
    """The compiled loop that branches decisions of a game."""
    return _compile(make_fork(GAMES[name]), cache_folder(FORK, name), KERNEL_OPTIONS)


@cache
def tally_pairs():
    """The compiled tally of blocks of two games between two sides."""
    return _compile(_make_pair_tally(), cache_folder("pairs"), KERNEL_OPTIONS)


@cache
def tally_standings():
    """The compiled tally of all other blocks."""
    return _compile(_make_standings_tally(), cache_folder("standings"), KERNEL_OPTIONS)


def load(strategy):
    """The strategy's file as a module: plain Python, its functions known to numba too."""
    digest = hashlib.sha256(strategy.source.encode()).hexdigest()[:12]
    module = python_types.ModuleType(f"mazziere_strategy_{strategy.name}_{digest}")
    module.__file__ = str(strategy.path)
    sys.modules[module.__name__] = module  # numba looks a cached function's module up by name
    code = compile(strategy.source, str(strategy.path), "exec")
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise StrategyError(f"{strategy.name} cannot be loaded: {type(error).__name__}: {error}") from error
    for thing in list(vars(module).values()):
        if isinstance(thing, python_types.FunctionType) and thing.__module__ == module.__name__:
            register_jitable(forceinline=True)(thing)
    return module


def adapter_text(strategy, function=CHOOSE):
    """The source of the function the kernel calls: it hands the parameters on, each as the kind of its default."""
    kinds = {bool: "params.values[{}] != 0.0", int: "int(params.values[{}])", float: "params.values[{}]"}
    handed = [kinds[type(value)].format(k) for k, value in enumerate(strategy.defaults.values())]
    return f"def call(view, params):\n    return {function}({', '.join(['view', *handed])})\n"


_addresses: dict = {}
_known: set = set()  # functions of questions that numba knows


def address(strategy, game):
    """Where the strategy's machine code begins.  Compiled on first use, from the cache afterwards."""
    key = (game, strategy.source, str(strategy.path))
    if key not in _addresses:
        answer = "the index of a move in view.moves"
        folder = _folder_of(strategy, CHOOSE)
        _addresses[key] = _compile_adapter(strategy, load(strategy).choose, CHOOSE, answer, GAMES[game], folder)
    return _addresses[key][0]


def question_address(question, game):
    """The same of a question that is asked at every decision: see `situation`."""
    key = (game, question.source, question.call)
    if key not in _addresses:
        for each in question.functions - _known:
            register_jitable(forceinline=True)(each)
        _known.update(question.functions)
        name, folder = question.function, _folder_of(question, question.function, game)
        _addresses[key] = _compile_adapter(question, question.call, name, question.answer, GAMES[game], folder)
    return _addresses[key][0]


def _compile_adapter(strategy, function, name, answer, game, folder):
    """The machine code of a function of somebody's file, called by way of its adapter."""
    text = adapter_text(strategy, name)
    path = folder / f"{strategy.name}_adapter.py"
    if not path.is_file() or path.read_bytes() != text.encode():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(text)
        fresh.replace(path)
    spec = importlib.util.spec_from_file_location(f"{function.__module__}_{name}_adapter", path)
    adapter = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = adapter
    setattr(adapter, name, function)
    spec.loader.exec_module(adapter)
    arguments = (numba.from_dtype(game.VIEW), numba.from_dtype(PARAMETERS))
    for attempt in range(2):
        call = _compile(adapter.call, folder, OPTIONS)
        try:
            call.compile(arguments)
            break
        except NumbaError as error:
            raise StrategyError(f"{strategy.name} cannot be compiled: {_reason(error, strategy)}") from error
        except Exception as error:
            if attempt:
                what = f"{type(error).__name__}: {error}"
                if isinstance(error, KeyError):  # of a record of the view
                    what = f"it asks for {error.args[0]!r}, which {game.NAME} has not"
                raise StrategyError(f"{strategy.name} cannot be compiled: {what}") from error
            _forget(folder)
    made = call.overloads[arguments]
    returned = types.unliteral(made.signature.return_type)
    if returned != types.int64:
        raise StrategyError(f"{strategy.name}: {name} returns a {returned}; it must return a whole number, {answer}")
    return made.library.get_pointer_to_function(made.fndesc.llvm_func_name), made


def _reason(error, strategy):
    """The one line of a numba message that a strategy's author can use, and the line of the file it speaks of.

    Numba tells causes innermost last, each headed by `...Error: Failed in ...` and followed by the cause itself.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and "Record(" not in line]
    heads = [k for k, line in enumerate(lines[:-1]) if "Failed in nopython mode" in line]
    message = lines[heads[-1] + 1] if heads else lines[0]
    place = re.search(rf'File "[^"]*{re.escape(strategy.path.name)}", line (\d+)', str(error))
    return f"{message.rstrip('.')}{f' (line {place[1]})' if place else ''}"


def vector(strategy):
    """The strategy's parameter values as a PARAMETERS record's contents: float64 of MOST_PARAMETERS."""
    values = np.zeros(MOST_PARAMETERS)
    values[: len(strategy.values)] = [float(value) for value in strategy.values.values()]
    return values

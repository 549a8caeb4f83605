"""What players say, each claim a file: how it is found, how it is tested, what the test makes of it.

The path is the registry: `reports/claims/GAME/ID_slug.py` is the claim ID about GAME.  The first line of its docstring
is the claim as players say it, the rest how it is tested; SOURCE says in words where it comes from.  PLAYERS, RULES and
MATCH say at which table, where it is not the usual one.  The test is either

    EXPERIMENT    an Experiment: somebody who follows the advice and the same player who does not play the same deals,
                  against each other and against somebody stronger; and, in depth only, more settings as a curve
    test(lab)     a function that plays what it needs in an `analyzer.lab.Lab` and returns Found

and with an EXPERIMENT, `look(lab)` may return a Found without effects: what else is worth seeing in depth.
"""

import ast
import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from analyzer import tables, verdicts
from analyzer.roster import folder
from analyzer.verdicts import Effect, Unit, Weighed
from analyzer.wording import nearest, one_of

# The least effect worth naming, in percentage points, in units a game of chiamata, in points a hand of burraco: there
# what the cheapest cards are worth, of which every score is a multiple; over a match it is one more won in a hundred.
SMALLEST = {"score": 0.1, "units": 0.002, "points": 5.0}


@dataclass(frozen=True)
class Case:
    """One way to follow the advice: `advice` and `without` are strategies as typed, the same player but for it.

    `doing` and `instead` say what the two do, as in `<doing> gains two points over <instead>`.  `pools` are the
    opponents beside `without` itself; None: those of the experiment.
    """

    advice: str
    without: str
    doing: str
    instead: str
    pools: Sequence[str] | None = None


@dataclass(frozen=True)
class Curve:
    """More settings of one player: `vary` of `player` takes `values`; `across` says what that means."""

    player: str
    vary: str
    values: Sequence[Any]
    across: str

    @property
    def words(self):
        """The settings as typed."""
        return [f"{self.player}{',' if ':' in self.player else ':'}{self.vary}={value}" for value in self.values]


@dataclass(frozen=True)
class Experiment:
    """The cases of a claim, each against `without` itself and against `pools`."""

    cases: Sequence[Case]
    pools: Sequence[str] = ("maestro",)
    curve: Curve | None = None

    def opponents(self, case):
        """Against whom a case is played: itself without the advice first."""
        pools = self.pools if case.pools is None else case.pools
        return [case.without, *(pool for pool in pools if pool != case.without)]


class Found(NamedTuple):
    """What a test found: effects, oriented so that above 0 speaks for the claim, and what else there is to tell."""

    weighed: Sequence[Weighed] = ()
    sentences: Sequence[str] = ()
    tables: Sequence[Any] = ()
    drawings: Sequence[Any] = ()


@dataclass(frozen=True)
class Claim:
    """A claim as its file tells it, without running it."""

    id: str
    path: Path
    game: str
    text: str
    method: str
    source: str
    players: int
    rules: tuple[str, ...] = ()
    match: str = "single"

    @property
    def table(self):
        """Where it is tested."""
        return tables.table(self.game, self.players, self.rules, self.match)

    @property
    def short(self):
        """A few words, for a chart: `E7 late ace`."""
        return self.path.stem.replace("_", " ")

    @property
    def registered(self):
        """Does it lie in the folder of claims, so that its id is enough to find it?"""
        return folder("reports").resolve() in self.path.resolve().parents


@dataclass(frozen=True)
class Tested:
    """A claim and what its test found."""

    claim: Claim
    found: Found

    @cached_property
    def effects(self):
        """All effects, one after the other."""
        return [effect for each in self.found.weighed for effect in each.effects]

    @cached_property
    def fair(self):
        """The p-value of each, Holm's for all of the claim: what is shown, and what the verdict goes by."""
        return verdicts.fair(self.effects)

    @cached_property
    def sides(self):
        """What each of them speaks for."""
        return verdicts.sides(self.effects)

    @property
    def verdict(self):
        """True, false, it depends, too close to call; or not tested."""
        return verdicts.verdict(self.effects)

    @property
    def sentences(self):
        """What the effects say, a sentence for each way to follow the advice, and what else there is to say."""
        sides = iter(self.sides)
        told = [verdicts.told(each, [next(sides) for _ in each.effects]) for each in self.found.weighed]
        return [*told, *self.found.sentences]


# Found by their path


def claims(game, players=None):
    """All claims about a game (at tables of so many players), in the order of their numbers."""
    tables.table(game, players)  # which says what there is
    paths = (folder("reports") / "claims" / game).glob("*.py")
    found = [read(path, game) for path in paths if not path.stem.startswith("_")]
    return sorted((each for each in found if players in (None, each.players)), key=lambda each: number(each.id))


def number(id):
    """Where a claim stands in a list: E9 before E10."""
    digits = "".join(letter for letter in id if letter.isdecimal())
    return (int(digits) if digits else 0, id)


def find(word, game):
    """The claim of that id, or in that file; ValueError, with the nearest id, if there is none."""
    if str(word).endswith(".py"):
        if not Path(word).is_file():
            raise ValueError(f"there is no file {word}")
        return read(Path(word), game)
    known = {claim.id.upper(): claim for claim in claims(game)}
    if word.upper() in known:
        return known[word.upper()]
    for other in tables.GAMES:
        if other != game and word.upper() in (claim.id.upper() for claim in claims(other)):
            raise ValueError(f"claim {word} is about {other}: --game {other}")
    if not known:
        raise ValueError(f"there are no claims about {game} yet")
    close = nearest(word.upper(), known) or f"; there are {one_of([claim.id for claim in known.values()])}"
    raise ValueError(f"there is no claim {word!r} about {game}{close}")


@cache
def read(path, game):
    """The Claim in a file, read as text; ValueError, in one sentence, where something is missing."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError) as error:
        where = f", line {error.lineno}" if getattr(error, "lineno", None) else ""
        reason = getattr(error, "msg", None) or getattr(error, "strerror", None) or error
        raise ValueError(f"{path}{where}: this is no claim: {reason}") from None
    text, _, method = (ast.get_docstring(tree) or "").partition("\n")
    if not text:
        raise ValueError(f"{path} has no docstring: its first line is the claim as players say it")
    said: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id in ("SOURCE", "PLAYERS", "RULES", "MATCH"):
                said[node.targets[0].id] = ast.literal_eval(node.value)
    if not isinstance(said.get("SOURCE"), str):
        raise ValueError(f'{path} has no SOURCE = "...", which says in words where the claim comes from')
    players = said.get("PLAYERS", tables.GAMES[game].PLAYERS[0])
    id = path.stem.partition("_")[0]
    rules, how = tuple(said.get("RULES", ())), said.get("MATCH", "single")
    return Claim(
        id, path, game, text.strip().rstrip("."), " ".join(method.split()), said["SOURCE"], players, rules, how
    )


@cache
def load(claim):
    """The module of a claim; ValueError if it has no test."""
    spec = importlib.util.spec_from_file_location(f"mazziere_claim_{claim.path.stem}", claim.path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{claim.path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(getattr(module, "EXPERIMENT", None), Experiment) or callable(getattr(module, "test", None))):
        raise ValueError(f"{claim.path} has neither an EXPERIMENT nor a function test(lab)")
    return module


# Tested


def test(lab, claim):
    """Play what a claim needs: its Tested."""
    module = load(claim)
    if hasattr(module, "test"):
        return Tested(claim, module.test(lab))
    return Tested(claim, Found(weigh(lab, claim.table, module.EXPERIMENT)))


def weigh(lab, table, experiment):
    """Each case: the gain over the same player without the advice, against each opponent.

    Cases that have that player and the opponents in common are played together, so that he is played once.
    """
    together: dict[tuple[str, ...], list[str]] = {}
    for case in experiment.cases:
        together.setdefault((case.without, *experiment.opponents(case)), []).append(case.advice)
    played = {key: lab.among([*advice, key[0]], key[1:], **seats(table)) for key, advice in together.items()}
    found = []
    for case in experiment.cases:
        opponents = experiment.opponents(case)
        several = played[(case.without, *opponents)]
        effects = []
        for opponent in opponents:
            gain = several.gain(case.advice, over=case.without, against=opponent)
            command = several.command(case.advice, case.without, opponent)
            effects.append(effect(gain, table, "" if opponent == case.without else opponent, command))
        found.append(Weighed(case.doing, case.instead, effects))
    return found


def seats(table):
    """A Table as `analyzer.lab` takes it."""
    return {"game": table.game, "players": table.players, "rules": dict(table.rules), "match": table.match}


def told_by(lab, word, game="briscola"):
    """The command line that tests a claim: for numbers no other command plays."""
    game = [f"--game {game}"] if game != "briscola" else []
    return " ".join(["mazziere wisdom", f"--claim {word}", *game, *lab.words(), f"--seed {lab.seed}"])


def effect(gain, table, opponent="", command=""):
    """What was Gained (see `trials`) as an Effect, in the unit of the table."""
    scale = 100 if table.counts_score else 1
    numbers = (None if x is None else scale * x for x in (gain.mean, gain.low, gain.high))
    return Effect(*numbers, gain.p, unit_of(table), opponent, command, scale * gain.unseen)


def counted(gain, unit, opponent="", command=""):
    """What was counted (see `trials.Ratio`) as an Effect in that unit."""
    return Effect(gain.mean, gain.low, gain.high, 1.0 if gain.p is None else gain.p, unit, opponent, command)


def unit_of(table):
    """What the effects at a table are told in."""
    if table.counts_score:
        return Unit("percentage points", SMALLEST["score"])
    return Unit(f"{table.module.UNIT} a {table.bout}", SMALLEST[table.module.UNIT])


class Curved(NamedTuple):
    """A curve: by opponent, what each setting gains over the first case's player without the advice."""

    curve: Curve
    instead: str
    opponents: Sequence[str]  # "" is that player
    gains: Sequence[Sequence[Effect]]  # [opponent][setting]
    sides: Sequence[Sequence[str]]  # what each speaks for, judged together


def bend(lab, claim):
    """Play the settings of a claim's curve: its Curved, None if it has none."""
    experiment = getattr(load(claim), "EXPERIMENT", None)
    if experiment is None or experiment.curve is None:
        return None
    curve, case = experiment.curve, experiment.cases[0]
    opponents = experiment.opponents(case)
    names = ["" if opponent == case.without else opponent for opponent in opponents]
    several = lab.among([*curve.words, case.without], opponents, **seats(claim.table))
    gains = [
        [effect(several.gain(word, case.without, against=opponent), claim.table, names[k]) for word in curve.words]
        for k, opponent in enumerate(opponents)
    ]
    judged = iter(verdicts.sides([each for row in gains for each in row]))
    return Curved(curve, case.instead, names, gains, [[next(judged) for _ in row] for row in gains])

"""What a rule for trumps rests on and what it is worth: decisions branched, and matches with it on fresh deals.

What it *promises* are the gains of its cells, added up over the decisions it would change: each by itself, all else
going on as before.  What it *keeps* is told by a match on deals that had no part in its making: somebody with the rule
and the same player without it play the same deals against the same opponent.
"""

from collections.abc import Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from analyzer import clusters, progress, roster, trump_file
from analyzer.fork import Fork
from analyzer.forked import MEASURES, Forked, Measure
from analyzer.intervals import Interval, outside, t_quantile
from analyzer.lab import Lab
from analyzer.match import Match
from analyzer.roster import Strategy
from analyzer.seating import Party
from analyzer.standings import Contrast
from analyzer.tables import Table
from analyzer.trials import Several
from analyzer.trump_cells import NO_TRUMP, OPTIONS, TRUMP, Axes
from analyzer.trump_rule import KEEP, SPEND, Rule

PLAIN = "spend_trump"  # who has no better judgement than the rule
SIDES = 2  # games of a deal times sides whose decisions are branched in each, however they are seated
LEVEL = 0.95


class Side(NamedTuple):
    """A player whose decisions were branched in games against an opponent, perhaps itself."""

    player: Strategy
    opponent: Strategy
    forked: Forked


class Promise(NamedTuple):
    """What the cells promise a player with the rule: per game, in points and in win score, and what it changes."""

    changes: float | None  # decisions a game
    margin: Interval
    score: Interval


class Kept(NamedTuple):
    """What a player made more with the rule than without against an opponent, on the same fresh deals."""

    player: str
    opponent: str
    promise: Promise | None  # of those whose decisions were branched
    margin: Contrast
    score: Contrast


def branch(
    players: Sequence[Strategy], table: Table, axes: Axes, deals: int, seed: int, jobs: int | None
) -> list[Side]:
    """Branch the decisions of each player against the other, or of one against itself.

    Of two each has half of the deals, so that what is found of the two together is independent.
    """
    shares = [deals] if len(players) == 1 else [deals - deals // 2, deals // 2]
    opponents = players[::-1]
    ready = [_asked(*each, table, axes, seed) for each in zip(players, opponents, strict=True)]
    sides, first = [], 0
    with progress.bar("branching decisions", deals) as tell:
        for (fork, contest, whose), player, opponent, share in zip(ready, players, opponents, shares, strict=True):
            forked = fork.play(contest, share, first, whose, jobs, tell=partial(_tell, tell, first))
            sides.append(Side(player, opponent, forked))
            first += share
            if forked.interrupted:
                break
    return sides


def _tell(tell, before, done):
    tell(before + done)


def _asked(player, opponent, table, axes, seed):
    """A fork that is ready to be played, its match, and whose decisions are branched."""
    asked = trump_file.questions(player, axes)
    fork = Fork(asked.situation, asked.option, OPTIONS, axes.buckets)
    contest = Match(table, (Party((player,)), Party((opponent,))), seed)
    whose = None if player == opponent else 0
    fork.prepare(contest, whose)
    return fork, contest, whose


def together(sides: Sequence[Side]) -> Forked:
    """What was found of all sides, no two of which had deals in common."""
    first = sides[0].forked
    sums = clusters.new_sums(first.buckets, len(first.options))
    for side in sides:
        clusters.merge(sums, side.forked.sums)
    whole = Forked(first.contest, first.options, first.buckets, sums, first.first, first.jobs)
    whole.deals = sum(side.forked.deals for side in sides)
    whole.seconds = sum(side.forked.seconds for side in sides)
    whole.interrupted = any(side.forked.interrupted for side in sides)
    return whole


def promise(rule: Rule, forked: Forked, buckets: Sequence[int] | None = None) -> Promise:
    """What the rule promises, in all cells or in some of these."""
    wanted = set(range(forked.buckets) if buckets is None else buckets)
    parts = [
        (TRUMP, sorted(wanted.intersection(rule.buckets(SPEND)))),
        (NO_TRUMP, sorted(wanted.intersection(rule.buckets(KEEP)))),
    ]
    changed = 0
    for option, cells in parts:
        k = forked.options.index(option)
        decisions, taken = forked.sums.decisions[cells, k], forked.sums.taken[cells, k]
        changed += int(decisions.sum() - taken.sum())
    changes = changed / (SIDES * forked.deals) if forked.deals else None
    return Promise(changes, _sum(parts, forked, "margin"), _sum(parts, forked, "score"))


def _sum(parts, forked: Forked, of: Measure) -> Interval:
    """The gains of these options over the player's own choice in these cells, added up, a game.

    How two options go together in a deal is not known: their errors add up at worst (Cauchy and Schwarz), so that the
    interval is no narrower than it may be.
    """
    deals, unit = forked.deals, SIDES * clusters.UNITS[MEASURES[of]]
    if not deals:
        return Interval(None, None, None, LEVEL)
    mean = error = 0.0
    for option, cells in parts:
        k = forked.options.index(option)
        column = clusters.column(len(forked.options), k, len(forked.options))
        found = clusters.seen(forked.sums, cells, column, MEASURES[of])
        mean += found.total / (deals * unit)
        if deals > 1:
            spread = found.squares - found.total * found.total / deals
            error += sqrt(max(0.0, spread) / (deals - 1) / deals) / unit
    if deals < 2 or not error:
        return Interval(mean, None, None, LEVEL)
    half = -t_quantile(outside(LEVEL), deals - 1) * error
    return Interval(mean, mean - half, mean + half, LEVEL)


def retest(lab: Lab, rule: Rule, sides: Sequence[Side], table: Table) -> list[Kept]:
    """What the rule keeps: in the hands of those it was made from, and of somebody plain against the first of them.

    `lab` must play fresh deals.
    """
    tried = [(side.player, side.opponent) for side in sides]
    plain = roster.find(PLAIN, table.game)
    if all(plain.path != player.path for player, _ in tried):
        tried.append((plain, sides[0].player))
    several, names = _match(rule, tried, table, lab.seed)
    outcome = lab.play(several)
    seen = Several(several, outcome, names, names)
    found = []
    for k, (player, opponent) in enumerate(tried):
        ruled, alone, other = (_name(player, True), _name(player), _name(opponent))
        gains = [seen.gain(ruled, alone, of, other) for of in ("margin", "score")]
        promised = promise(rule, sides[k].forked) if k < len(sides) else None
        found.append(Kept(player.label, opponent.label, promised, *gains))
    return found


def _match(rule, tried, table, seed):
    """The match in which everybody plays with the rule and without, and what its parties are called."""
    parties: dict[str, Party] = {}
    pairs = []
    for player, opponent in tried:
        parties[_name(player)] = Party((player,))
        parties[_name(opponent)] = Party((opponent,))
        parties[_name(player, True)] = Party((trump_file.played(player, rule),))
    names = list(parties)
    for player, opponent in tried:
        other = names.index(_name(opponent))
        pairs.append((names.index(_name(player, True)), other))
        if player != opponent:
            pairs.append((names.index(_name(player)), other))
    return Match(table, tuple(parties.values()), seed, pairs=tuple(dict.fromkeys(pairs))), names


def _name(player, ruled=False):
    """What a party is called here, told apart by its word: two files may have one label."""
    return f"{player.word} with the rule" if ruled else player.word

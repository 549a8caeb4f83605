"""What do these counts say: who is ahead, by how much, and how sure is that?

Takes the counts of pairs that compare prints (LL,LD,WL+DD,WD,WW: deals by what the first strategy got from their two
games), or wins,draws,losses of single games, or mean, sd and number of deals of margins in points.  Answers with the
interval and the p-value, as Elo if that is wanted, and says where a sequential test stands, and how long it may still
take.  Several groups of counts are added up.

Pairs are better than games: the two games of a deal share their cards, luck in them cancels, and only pairs show how
much of it did.  Margins that begin with a minus take names: mean=-0.8,sd=11.1,n=5000.
"""

from functools import partial
from typing import Annotated

import typer

from analyzer import options
from analyzer.wording import count_of, exact, interval, p_value, rounded

EXAMPLE = "mazziere stats 120,310,1420,390,160 --sprt 0.50,0.51"


def ask(
    *counts: Annotated[
        list[str],
        typer.Argument(
            help="LL,LD,WL+DD,WD,WW or WINS,DRAWS,LOSSES or mean=0.8,sd=11.1,n=5000.",
            show_default=False,
            metavar="COUNTS",
            default_factory=list,
        ),
    ],
    sprt: options.sprt_scores("What a sequential test of two win scores says, such as 0.50,0.51.") = None,
    sprt_margin: options.sprt_margins(
        "The same of two margins in points; three numbers are then mean, sd and number of deals."
    ) = None,
    sprt_elo: Annotated[
        str | None, typer.Option("--sprt-elo", metavar="LO,HI", help="The same of two scores told as Elo.")
    ] = None,
    sprt_nelo: Annotated[
        str | None, typer.Option("--sprt-nelo", metavar="LO,HI", help="The same of two scores told as nElo.")
    ] = None,
    alpha: options.Alpha = 0.05,
    beta: options.Beta = 0.05,
    elo: Annotated[bool, typer.Option("--elo", help="Also as chess testers put it: Elo, nElo and LOS.")] = False,
    always_valid: Annotated[
        bool,
        typer.Option(
            "--always-valid",
            help="Also the interval that holds at every look; the groups of counts are then what came in from look to "
            "look, in order.",
        ),
    ] = False,
):
    """Weigh `counts`, strings or lists of numbers."""
    from analyzer import counted

    tests = {"--sprt": sprt, "--sprt-margin": sprt_margin, "--sprt-elo": sprt_elo, "--sprt-nelo": sprt_nelo}
    asked = [(option, value) for option, value in tests.items() if value is not None]
    if len(asked) > 1:
        raise ValueError(f"{' and '.join(option for option, _ in asked)} are two tests; ask for one at a time")
    found = counted.read(counts, margins=sprt_margin is not None)
    test = _test(found, *asked[0], alpha, beta) if asked else None
    if not asked and (alpha, beta) != (0.05, 0.05):
        raise ValueError("alpha and beta are the errors of a test: say which, with --sprt LO,HI or --sprt-margin LO,HI")
    if elo and found.kind == "margins":
        raise ValueError("Elo is told of scores, and margins do not show them: give counts of pairs or of games")
    command = ["mazziere stats", found.told(), *(test.words() if test else [])]
    command += ["--elo"] * elo + ["--always-valid"] * always_valid
    return _answer(found, test, elo, found.anytime() if always_valid else None, " ".join(command))


class _Test:
    """A sequential test as it was asked for, and where it stands."""

    def __init__(self, option, bounds, test, found, unit):
        from analyzer.likelihood import exact_effect_llr

        self.option, self.bounds, self.test = option, bounds, test
        self.unit = unit
        # Of nElo by the exact form, at any distance, so that it agrees with what fishtest and fastchess show.
        exactly = test.normalized and found.counts
        self.llr = (
            float(exact_effect_llr(found.counts, test.lo, test.hi)) if exactly else test.llr(found.counts or found.seen)
        )
        self.verdict = test.verdict(self.llr)
        self.variance = None if test.normalized else found.seen.variance
        self.size = found.effect() if test.normalized else found.seen.mean
        self.known = self.llr is not None and self.size is not None and found.seen.variance > 0

    def says(self, x):
        """What a hypothesis says of the first strategy."""
        if self.option == "--sprt":
            return f"scores {100 * x:.12g} %"
        if self.option == "--sprt-margin":
            return f"makes {x:+.12g} {self.unit}"
        name = "Elo" if self.option == "--sprt-elo" else "nElo"
        return f"is {x:+.12g} {name} stronger" if x else "is as strong"

    def words(self):
        """The options that ask for it."""
        given = [f"--{key} {getattr(self.test, key):g}" for key in ("alpha", "beta") if getattr(self.test, key) != 0.05]
        return [f"{self.option} {','.join(f'{x:.12g}' for x in self.bounds)}", *given]

    def sentence(self):
        """What the test says now."""
        lo, hi = (self.says(x) for x in self.bounds)
        share = self.test.progress(self.llr)
        if self.llr is None:
            return "the test says nothing yet: too few deals, or all of them alike"
        if self.verdict:
            accepted, other = (hi, lo) if self.verdict == "H1" else (lo, hi)
            return f"a test that looks now accepts {self.verdict}: the first {accepted} rather than {other}"
        way = f": the ratio is {abs(100 * share):.0f} % of the way to {'H1' if share > 0 else 'H0'}" if share else ""
        return f"the test is undecided between H0, the first {lo}, and H1, it {hi}{way}"

    def plans(self):
        """(what is true, its value, probability of H1, mean number of deals still to come)."""
        if not self.known or self.verdict:
            return []
        lo, hi = self.test.lo, self.test.hi
        truths = [("H0", lo), ("half-way", (lo + hi) / 2), ("H1", hi), ("as seen", self.size)]
        return [(name, truth, *self.test.plan(truth, self.variance, self.llr)) for name, truth in truths]

    def lines(self):
        """The lines of the block."""
        (lower, upper), (lo, hi) = self.test.bounds(), (self.says(x) for x in self.bounds)
        llr = "unknown" if self.llr is None else f"{self.llr:z.4f}"
        found = [
            f"test    H0 {lo}, H1 {hi}; alpha {self.test.alpha:g}, beta {self.test.beta:g}; "
            f"LLR {llr}, bounds {lower:.4f} and {upper:+.4f}"
        ]
        plans = {name: blocks for name, _, _, blocks in self.plans()}
        if plans:
            chance = next(p for name, _, p, _ in self.plans() if name == "as seen")
            told = f"{_about(plans['H0'])} if H0 is true, {_about(plans['H1'])} if H1 is"
            found.append(
                f"        to come: {told}, {_about(plans['half-way'])} half-way between; "
                f"if it goes on as so far {_about(plans['as seen'])}, and H1 with probability {chance:.2f}"
            )
        return found

    def facts(self):
        """The part of the JSON."""
        lower, upper = self.test.bounds()
        return {
            "option": self.option,
            "lo": self.bounds[0],
            "hi": self.bounds[1],
            "alpha": self.test.alpha,
            "beta": self.test.beta,
            "llr": self.llr,
            "lower": lower,
            "upper": upper,
            "progress": self.test.progress(self.llr),
            "verdict": self.verdict or "undecided",
            "to_come": [
                {"if": name, "truth": truth, "h1": chance, "deals": blocks}
                for name, truth, chance, blocks in self.plans()
            ],
        }


def _about(number):
    """A mean number of deals."""
    return f"about {exact(max(1, round(number)))}"


def _test(found, option, given, alpha, beta):
    """The test that was asked for."""
    from analyzer import elo
    from analyzer.sprt import Sprt

    alpha, beta = options.probability(alpha, "alpha"), options.probability(beta, "beta")
    if alpha + beta >= 1:
        raise ValueError(f"alpha and beta must add up to less than 1, not to {alpha + beta:g}")
    if option == "--sprt-margin":
        if found.kind != "margins":
            raise ValueError(
                f"counts of {found.kind} know no points: test them with --sprt 0.50,0.51, or give margins, "
                "mean=0.8,sd=11.1,n=5000"
            )
        lo, hi = options.two_margins(given)
        return _Test(option, (lo, hi), Sprt("margin", lo, hi, alpha, beta), found, "points a game")
    if found.kind == "margins":
        raise ValueError(f"{option} is of scores, which margins do not show; test these with --sprt-margin 0,1")
    if option == "--sprt":
        lo, hi = options.two_scores(given)
        return _Test(option, (lo, hi), Sprt("score", lo, hi, alpha, beta), found, "")
    lo, hi = _two_elos(option, given)
    if option == "--sprt-elo":
        test = Sprt("score", elo.score(lo), elo.score(hi), alpha, beta)
    else:
        test = Sprt("score", *(elo.effect(x, found.games) for x in (lo, hi)), alpha, beta, normalized=True)
    return _Test(option, (lo, hi), test, found, "")


def _two_elos(option, given):
    """Two numbers of Elo, the lower first, as far apart as Elo goes."""
    parts = given if isinstance(given, (list, tuple)) else str(given).split(",")
    try:
        lo, hi = (float(part) for part in parts)
    except ValueError:
        lo, hi = 0.0, 0.0
    if not -200 <= lo < hi <= 200:
        raise ValueError(f"{option} needs two numbers from -200 to 200, the lower first, such as 0,5, not {given}")
    return lo, hi


# The answer


def _answer(found, test, as_elo, anytime, command):
    """The Answer."""
    from analyzer import __version__
    from analyzer.answer import Answer

    estimate = anytime or found.interval()
    of = "deals" if found.kind != "games" else "games"
    headline = _headline(found, estimate)
    verdict = f"{headline}."
    sentences = [verdict, *([f"{test.sentence()}."] if test else [])]
    if found.kind == "games":
        sentences.append(
            "single games were taken as independent; if they were played on the same deals, counts of pairs are better."
        )
    title = f"{count_of(found.seen.n, of[:-1])}: {_shown(found)}"
    block = [title, *sentences, *_lines(found, estimate, as_elo, anytime), *(test.lines() if test else [])]
    if not test and estimate.low is not None and estimate.low <= found.even <= estimate.high and not anytime:
        block += _still_to_play(found)
    block.append(f"again: {command}")
    return Answer(
        question="What do these counts say?",
        sentences=sentences,
        block=block,
        tables=_tables(found, as_elo, anytime, test),
        drawings=[_drawing(found, estimate, title, headline)],
        facts=_facts(found, anytime, test) | {"verdict": verdict},
        run={"version": __version__},
        command=command,
    )


def _shown(found):
    """What was given."""
    if found.kind == "pairs":
        return f"pairs [{', '.join(map(str, found.counts))}]   (LL, LD, WL+DD, WD, WW)"
    if found.kind == "games":
        losses, draws, wins = found.counts
        return f"{exact(wins)} won, {exact(draws)} drawn, {exact(losses)} lost"
    sd = "unknown" if found.sd is None else f"{found.sd:g}"
    return f"mean margin {found.seen.mean:+g} points a game, sd {sd} a deal"


def _headline(found, estimate):
    """Who is ahead, by how much."""
    margins, mean = found.kind == "margins", found.seen.mean
    sure = estimate.low is not None and not estimate.low <= found.even <= estimate.high
    if sure and not (margins and found.sd == 0):
        winner, loser = ("the first", "the second") if mean > found.even else ("the second", "the first")
        if margins:
            return f"{winner} beats {loser} by {interval(estimate, 1, ' points a game', size=True)}"
        return f"{winner} beats {loser}, scoring {interval(estimate, 100, ' %', other_side=mean < 0.5)}"
    got = f"makes {interval(estimate, 1, ' points a game', sign=True)}" if margins else f"scores {_score(estimate)}"
    return f"too close to call: the first {got}"


def _score(estimate):
    """A score with its interval."""
    return interval(estimate, 100, " %")


def _lines(found, estimate, as_elo, anytime):
    """The numbers of the block, a line each."""
    if found.kind == "margins":
        told = f"margin  {interval(estimate, 1, ' points', sign=True)} a game"
        test = "t test"
    else:
        found_at = "; true at every look together" if anytime else ""
        spread = "" if not found.sd else f", sd {rounded(100 * found.sd, 5 * found.sd)} % a {_block(found)}"
        told = f"score   {_score(estimate)}   (win 1, draw 1/2){spread}{found_at}"
        test = "sign-flip test"
    lines = [told]
    if anytime:
        lines.append(f"        {_score(found.interval())} at one look fixed beforehand, p {p_value(found.p_value())}")
        lines.append(f"p       {p_value(anytime.p)}: how often chance alone would bring so much at any look")
    else:
        lines.append(f"p       {p_value(found.p_value())}: how often chance alone would bring so much ({test})")
    if as_elo:
        points, los = found.elo(), found.los()
        los = "unknown" if los is None else "above 99.99 %" if los > 0.9999 else f"{100 * los:.2f} %"
        lines.append(f"elo     Elo {_elo(points['elo'])}, nElo {_elo(points['nelo'])}, LOS {los}")
    return lines


def _block(found):
    """What the spread is told of."""
    return "game" if found.kind == "games" else "deal"


def _elo(points):
    """Elo with its interval; near a shut-out only one end of it exists."""
    if points.low is not None and points.high is not None and points.mean is not None:
        return interval(points, 1, "", sign=True)
    if points.low is not None:
        return f"above {points.low:+.0f}"
    return "unknown" if points.high is None else f"below {points.high:+.0f}"


def _still_to_play(found):
    """How long it takes to see as much as was seen."""
    from analyzer.planning import blocks_to_see

    off = found.seen.mean - found.even
    if not off or not found.sd:
        return []
    n = blocks_to_see(off, found.sd**2)
    if n <= found.seen.n:
        return []
    thing = "games" if found.kind == "games" else "deals"
    shown = f"{abs(off):.2g} points a game" if found.kind == "margins" else f"{100 * abs(off):.2g} % of score"
    return [f"more    if {shown} is the truth, {exact(n)} {thing} in all show it with a probability of 80 %"]


def _tables(found, as_elo, anytime, test):
    """The same numbers as tables, unrounded."""
    from analyzer.answer import Column, Table

    name = "margin, points a game" if found.kind == "margins" else "win score"
    once = found.interval()
    rows = [(name, once.mean, once.low, once.high)]
    if anytime:
        rows.append((f"{name}, at every look", anytime.mean, anytime.low, anytime.high))
    rows += [("sd", found.sd, None, None), ("p", found.p_value(), None, None)]
    if anytime:
        rows.append(("p, at every look", anytime.p, None, None))
    if as_elo:
        for key, points in found.elo().items():
            rows.append((key.replace("elo", "Elo"), points.mean, points.low, points.high))
        rows.append(("LOS", found.los(), None, None))
    if test:
        rows.append(("LLR", test.llr, *test.test.bounds()))
    figures = [Column(key, key, "right", 4) for key in ("value", "low", "high")]
    tables = [Table("estimates", [Column("measure", "measure"), *figures], rows)]
    if found.kind == "pairs":
        from analyzer.counted import CELLS

        counts = [(cell, n, n / found.seen.n) for cell, n in zip(CELLS, found.counts, strict=True)]
        columns = [Column("pair", "pair"), Column("deals", "deals", "right", 0), Column("share", "share", "right", 4)]
        tables.append(Table("pairs", columns, counts))
    if test and test.plans():
        columns = [Column("truth", "if this is true"), Column("value", "value", "right", 4)]
        columns += [Column("h1", "probability of H1", "right", 3), Column("deals", "deals still to come", "right", 0)]
        tables.append(Table("to_come", columns, test.plans(), "what the test may still take"))
    return tables


def _facts(found, anytime, test):
    """The stable part of the JSON."""
    estimate = found.interval()
    facts = {"kind": found.kind, "n": found.seen.n}
    if found.kind == "pairs":
        facts["pairs"] = list(found.counts)
    elif found.kind == "games":
        facts |= dict(zip(("losses", "draws", "wins"), found.counts, strict=True))
    facts["margin" if found.kind == "margins" else "score"] = {
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "level": estimate.level,
        "sd": found.sd,
        "error": found.error,
        "t": found.t,
        "effect": found.effect(),
    }
    facts["p_value"] = found.p_value()
    if found.kind != "margins":
        facts |= {
            key: {"mean": x.mean, "low": x.low, "high": x.high, "level": x.level} for key, x in found.elo().items()
        }
        facts["los"] = found.los()
    if anytime:
        facts["always_valid"] = {
            "mean": anytime.mean,
            "low": anytime.low,
            "high": anytime.high,
            "level": anytime.level,
            "p": anytime.p,
        }
        facts["stretches"] = [list(stretch) for stretch in found.stretches]
    if test:
        facts["test"] = test.facts() | {"in_words": test.sentence()}
    return facts


MANY = 12  # stretches: more are not drawn one by one


def _drawing(found, estimate, title, headline):
    """All of it, and if there are several stretches each of them."""
    from analyzer.answer import Drawing
    from analyzer.standings_chart import standings_chart

    scale = 1 if found.kind == "margins" else 100
    parts = [("all" if len(found.stretches) > 1 else "the first", estimate)]
    if 1 < len(found.stretches) <= MANY:
        parts += [
            (f"part {k}", found.part(stretch).interval())
            for k, stretch in enumerate(found.stretches, 1)
            if any(stretch)
        ]
    rows = [(name, *(None if x is None else scale * x for x in (x.mean, x.low, x.high))) for name, x in parts]
    draw = partial(
        standings_chart,
        title=headline.partition(": " if headline.startswith("too close") else " (")[0],
        subtitle=title,
        rows=rows,
        unit="win score, per cent" if scale == 100 else "points a game",
        par=scale * found.even,
    )
    return Drawing("stats", draw, "The mean of the first strategy with its 95 % interval, beside the line of equals.")

"""Where does a sequential test of these counts stand, and how long may it still take?  In words, lines and facts."""

from analyzer import elo, likelihood, reading
from analyzer.sprt import START, Sprt
from analyzer.wording import count_of, exact

UNIT = "points a game"


class Tested:
    """A test of what was `counted`, as `option` asks for it: --sprt, --sprt-margin, --sprt-elo or --sprt-nelo.

    ValueError with one sentence if it cannot be asked of that.
    """

    def __init__(self, found, option, given, alpha, beta):
        self.found, self.option = found, option
        self.bounds = self._read(given)
        self.test = self._test(*reading.errors(alpha, beta))
        self.llr = self.test.llr(found.counts or found.seen)
        self.verdict = self.test.verdict(self.llr)

    def _read(self, given):
        """The two hypotheses as they were given."""
        margins = self.found.kind == "margins"
        if self.option == "--sprt-margin":
            if not margins:
                raise ValueError(
                    f"counts of {self.found.kind} know no points: test them with --sprt 0.50,0.51, or give margins, "
                    "mean=0.8,sd=11.1,n=5000"
                )
            return reading.two_margins(given)
        if margins:
            raise ValueError(
                f"{self.option} is of scores, which margins do not show; test these with --sprt-margin 0,1"
            )
        return reading.two_scores(given) if self.option == "--sprt" else reading.two_elos(given, self.option)

    def _test(self, alpha, beta):
        lo, hi = self.bounds
        if self.option == "--sprt-margin":
            return Sprt("margin", lo, hi, alpha, beta)
        if self.option == "--sprt":
            return Sprt("score", lo, hi, alpha, beta)
        if self.option == "--sprt-elo":
            return Sprt("score", elo.score(lo), elo.score(hi), alpha, beta)
        lo, hi = (elo.effect(x, self.found.games) for x in (lo, hi))
        return Sprt("score", lo, hi, alpha, beta, normalized=True)

    def forms(self):
        """What the ratio would be if only the n, mean and variance of counts were known: [(name, LLR)].

        For whoever compares the exact ratio with that of a program that streams moments.
        """
        seen, lo, hi = self.found.seen, self.test.lo, self.test.hi
        if self.llr is None or not self.found.counts or not seen.variance:
            return []
        if self.test.normalized:
            return [("closed form", float(likelihood.effect_llr(seen.n, self.found.effect(), lo, hi)))]
        forms = (("log form", likelihood.log_llr), ("Gaussian form", likelihood.gaussian_llr))
        return [(name, float(form(*seen, lo, hi))) for name, form in forms]

    def sentence(self):
        """What the test says now."""
        lo, hi = (self._says(x) for x in self.bounds)
        if self.llr is None:
            n, block = self.found.seen.n, self.found.block
            why = (
                f"these are {count_of(n, block)}, and it begins with {START}"
                if n < START
                else f"all {block}s were alike, and how much they differ is what it goes by"
            )
            return f"the test says nothing yet: {why}"
        if self.verdict:
            accepted, other = (hi, lo) if self.verdict == "H1" else (lo, hi)
            return f"a test that looks now accepts {self.verdict}: the first {accepted} rather than {other}"
        share = self.test.progress(self.llr)
        way = f": the ratio is {abs(100 * share):.0f} % of the way to {'H1' if share > 0 else 'H0'}" if share else ""
        return f"the test is undecided between H0, the first {lo}, and H1, it {hi}{way}"

    def _says(self, x):
        """What a hypothesis says of the first strategy."""
        if self.option == "--sprt":
            return f"scores {100 * x:.12g} %"
        if self.option == "--sprt-margin":
            return f"makes {x:+.12g} {UNIT}"
        name = "Elo" if self.option == "--sprt-elo" else "nElo"
        return f"is {x:+.12g} {name} stronger" if x else "is as strong"

    def words(self):
        """The options that ask for it."""
        given = [f"--{key} {getattr(self.test, key):g}" for key in ("alpha", "beta") if getattr(self.test, key) != 0.05]
        return [f"{self.option} {','.join(f'{x:.12g}' for x in self.bounds)}", *given]

    def plans(self):
        """(what is true, its value, probability of H1, mean number of deals still to come)."""
        seen = self.found.seen
        size, variance = (self.found.effect(), None) if self.test.normalized else (seen.mean, seen.variance)
        if self.llr is None or self.verdict or size is None or not seen.variance:
            return []
        lo, hi = self.test.lo, self.test.hi
        truths = [("H0", lo), ("half-way", (lo + hi) / 2), ("H1", hi), ("as seen", size)]
        return [(name, truth, *self.test.plan(truth, variance, self.llr)) for name, truth in truths]

    def lines(self):
        """The lines of the block."""
        (lower, upper), (lo, hi) = self.test.bounds(), (self._says(x) for x in self.bounds)
        llr = "unknown" if self.llr is None else f"{self.llr:z.4f}"
        lines = [
            f"test    H0 {lo}, H1 {hi}; alpha {self.test.alpha:g}, beta {self.test.beta:g}; "
            f"LLR {llr}, bounds {lower:.4f} and {upper:+.4f}"
        ]
        plans = {name: (chance, blocks) for name, _, chance, blocks in self.plans()}
        if plans:
            about = {name: f"about {exact(max(1, round(blocks)))}" for name, (_, blocks) in plans.items()}
            lines.append(
                f"        to come: {about['H0']} if H0 is true, {about['H1']} if H1 is, {about['half-way']} half-way "
                f"between; if it goes on as so far {about['as seen']}, and H1 with probability "
                f"{plans['as seen'][0]:.2f}"
            )
        return lines

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
            "llr_from_moments": {name.removesuffix(" form").lower(): llr for name, llr in self.forms()},
            "lower": lower,
            "upper": upper,
            "progress": self.test.progress(self.llr),
            "verdict": self.verdict or "undecided",
            "to_come": [
                {"if": name, "truth": truth, "h1": chance, "deals": blocks}
                for name, truth, chance, blocks in self.plans()
            ],
            "in_words": self.sentence(),
        }

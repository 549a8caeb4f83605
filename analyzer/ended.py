"""How did a run end that had a rule, and what may be said then?  In words, in lines of the block, and as facts."""

from dataclasses import dataclass
from typing import Any

from analyzer.sprt import EVEN
from analyzer.stopping import NEITHER, ByTest, Decision, Walk
from analyzer.wording import count_of, exact, plain


@dataclass(frozen=True)
class Ending:
    """How a run with a rule ended, and what may be said then."""

    rule: Any
    decision: Decision | None
    walk: Walk  # with the blocks after the last look
    looks: int
    llr: float | None  # at the last look

    @property
    def _tests(self):
        """Was it a test, not a width to be reached?"""
        return isinstance(self.rule, ByTest)

    @property
    def verdict(self):
        """H1, H0, reached or inconclusive."""
        found = self.decision.verdict if self.decision else NEITHER
        return "inconclusive" if found == NEITHER else found

    @property
    def status(self):
        """The exit status that scripts ask for."""
        return {"H1": 0, "reached": 0, "H0": 10}.get(self.verdict, 11)

    def estimates(self, entry=0):
        """(score, margin), intervals that hold at every look together."""
        return self.walk.score(entry), self.walk.margin(entry)

    def p_value(self, entry=0):
        """The p-value, valid at all looks together, of "equals" in what the rule is about; None without an interval."""
        found = self.walk.score(entry) if self.rule.of == "score" else self.walk.margin(entry)
        return None if found.low is None else found.p

    def sentence(self, name, unit):
        """The verdict in words; `name` is who is told of, `unit` what margins are counted in: `points a game`."""
        if not self._tests:
            what = f"the {self.rule.of} of {name}"
            asked = self.rule.shown(self.rule.half)
            if self.decision:
                after = self._by_symmetry(unit) or f"after {count_of(self.decision.blocks)}"
                return f"reached: {what} is known to within {asked} {after}"
            return f"inconclusive: {what} is not yet known to within {asked}"
        test = self.rule.test
        does, lo, hi = self._hypotheses(unit)
        if self.verdict in ("H1", "H0"):
            what = f"{hi} or more, not {lo} or less" if self.verdict == "H1" else f"{lo} or less, not {hi} or more"
            return f"{self.verdict} accepted: {name} {does} {what} {self._after(unit)}"
        if self.decision:
            return f"inconclusive: {name} {does} neither {lo} or less nor {hi} or more {self._after(unit)}"
        if not self.looks:
            what = f"such a test looks for the first time after {count_of(self.rule.next_look(0))}"
            return f"inconclusive: {what}, and {exact(self.walk.blocks)} were played"
        share = test.progress(self.llr)
        way = f"; the ratio is {abs(100 * share):.0f} % of the way to {'H1' if share > 0 else 'H0'}" if share else ""
        return f"inconclusive: neither that {name} {does} {lo} nor that it {does} {hi} is accepted{way}"

    def _after(self, unit):
        """When a test decided, in brackets."""
        after = self._by_symmetry(unit) or f"(after {count_of(self.decision.blocks)})"
        if self.walk.blocks == self.decision.blocks:
            return after
        # In a run there are no deals after the decision, in runs put together there may be.
        return f"{after}; by all {count_of(self.walk.blocks)} the ratio is {self.rule.llr(self.walk):+.3f}"

    def _by_symmetry(self, unit):
        """What is known without playing, in brackets."""
        if not self.walk.by_symmetry:
            return ""
        does, even = self._told(unit, EVEN[self.rule.of])
        return f"(by symmetry: against itself it {does} {even})"

    def lines(self, unit):
        """The lines of the block that tell the test."""
        found = []
        if self._tests:
            test = self.rule.test
            (lower, upper), (does, lo, hi) = test.bounds(), self._hypotheses(unit)
            llr = "unknown" if self.llr is None else f"{self.llr:+.3f}"
            found.append(
                f"test    H0 {does} {lo}, H1 {does} {hi}; alpha {test.alpha:g}, beta {test.beta:g}; "
                f"LLR {llr}, bounds {lower:+.3f} and {upper:+.3f}, {count_of(self.looks, 'look')}"
            )
        else:
            found.append(
                f"until   the {self.rule.of} is known to within {self.rule.shown(self.rule.half)}; "
                f"{count_of(self.looks, 'look')}"
            )
        found.append(
            "        results decide when to stop: score, margin and p hold at all looks together, the rest here only"
        )
        return found

    def facts(self, name, unit):
        """The part of the JSON that tells the test."""
        facts = dict(self.rule.told) | {"looks": self.looks, "verdict": self.verdict, "intervals": "always-valid"}
        facts |= {"in_words": self.sentence(name, unit), "at_deal": self.decision.blocks if self.decision else None}
        if self._tests:
            lower, upper = self.rule.test.bounds()
            facts |= {"llr": self.llr, "lower": lower, "upper": upper}
        return facts

    def _hypotheses(self, unit):
        """What H0 and H1 say."""
        test = self.rule.test
        return self._told(unit, test.lo, test.hi)

    def _told(self, unit, *means):
        """`scores` and means of a score in words, or `makes` and margins."""
        if self.rule.of == "score":
            return "scores", *(f"{plain(100 * x)} %" for x in means)
        return "makes", *(f"{'+' * (x > 0)}{plain(x)} {unit}" for x in means)


def ending(ledger):
    """The Ending of a run; None if it had no rule."""
    if not ledger.rule.told:
        return None
    llr = ledger.rule.llr(ledger.walk) if isinstance(ledger.rule, ByTest) else None
    return Ending(ledger.rule, ledger.decision, ledger.walk.with_rest(ledger.rest()), ledger.walk.looks, llr)

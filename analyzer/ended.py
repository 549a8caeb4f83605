"""How did a run end that had a rule, and what may be said then?  In words, in lines of the block, and as facts."""

from dataclasses import dataclass
from typing import Any

from analyzer.stopping import ByTest, ByWidth, Decision, Walk, shortest
from analyzer.wording import count_of


@dataclass(frozen=True)
class Ending:
    """How a run with a rule ended, and what may be said then."""

    rule: Any
    decision: Decision | None
    walk: Walk  # with the blocks after the last look
    looks: int
    llr: float | None  # at the last look

    @property
    def verdict(self):
        """H1, H0, reached or inconclusive."""
        found = self.decision.verdict if self.decision else "inconclusive"
        return "inconclusive" if found == "alike" else found

    @property
    def status(self):
        """The exit status that scripts ask for."""
        return {"H1": 0, "reached": 0, "H0": 10}.get(self.verdict, 11)

    def estimates(self, entry=0):
        """(score, margin), intervals that hold at every look together."""
        return self.walk.score(entry), self.walk.margin(entry)

    def sentence(self, name, unit):
        """The verdict in words; `name` is who is told of, `unit` what margins are counted in: `points a game`."""
        if isinstance(self.rule, ByWidth):
            of, asked = self.rule.of, self.rule.shown(self.rule.half)
            if self.decision and self.decision.verdict == "alike":
                return self._alike
            if self.decision:
                return f"reached: the {of} of {name} is known to within {asked} after {count_of(self.decision.blocks)}"
            return f"inconclusive: the {of} of {name} is not yet known to within {asked}"
        test = self.rule.test
        does, lo, hi = self._hypotheses(unit)
        if self.verdict in ("H1", "H0"):
            what = f"{hi} or more, not {lo} or less" if self.verdict == "H1" else f"{lo} or less, not {hi} or more"
            after = f"(after {count_of(self.decision.blocks)}){self._since}"
            return f"{self.verdict} accepted: {name} {does} {what} {after}"
        if self.decision:
            return self._alike
        share = test.progress(self.llr)
        way = f"; the ratio is {abs(100 * share):.0f} % of the way to {'H1' if share > 0 else 'H0'}" if share else ""
        return f"inconclusive: neither that {name} {does} {lo} nor that it {does} {hi} is accepted{way}"

    @property
    def _since(self):
        """What deals say that came after the decision: in a run there are none, in runs put together there may be."""
        if self.walk.blocks == self.decision.blocks:
            return ""
        return f"; by all {count_of(self.walk.blocks)} the ratio is {self.rule.llr(self.walk):+.3f}"

    @property
    def _alike(self):
        return (
            f"inconclusive: every one of {count_of(self.decision.blocks)} came out alike, which tells margins nothing"
        )

    def lines(self, unit):
        """The lines of the block that tell the test."""
        found = []
        if isinstance(self.rule, ByTest):
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
        if isinstance(self.rule, ByTest):
            lower, upper = self.rule.test.bounds()
            facts |= {"llr": self.llr, "lower": lower, "upper": upper}
        return facts

    def _hypotheses(self, unit):
        """What H0 and H1 say."""
        test = self.rule.test
        if test.kind == "score":
            return "scores", *(f"{shortest(100 * x)} %" for x in (test.lo, test.hi))
        return "makes", *(f"{x:+.12g} {unit}" if x else f"0 {unit}" for x in (test.lo, test.hi))


def ending(ledger):
    """The Ending of a run; None if it had no rule."""
    if not ledger.rule.told:
        return None
    llr = ledger.rule.llr(ledger.walk) if isinstance(ledger.rule, ByTest) else None
    return Ending(ledger.rule, ledger.decision, ledger.walk.with_rest(ledger.rest()), ledger.walk.looks, llr)

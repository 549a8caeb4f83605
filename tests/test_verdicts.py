"""Is no more said of a claim than its intervals allow?"""

import pytest

from analyzer.standings import holm
from analyzer.verdicts import (
    AGAINST,
    DEPENDS,
    FALSE,
    FOR,
    NOTHING,
    OPEN,
    TRUE,
    UNSURE,
    UNTESTED,
    Effect,
    Unit,
    Weighed,
    sides,
    told,
    verdict,
)

GOOD, BAD = Effect(1.0, 0.6, 1.4, 1e-6), Effect(-1.0, -1.4, -0.6, 1e-6)
NIL = Effect(0.02, -0.03, 0.07, 0.4)
MAYBE = Effect(0.1, -0.4, 0.6, 0.7)  # may be good, may be bad
HARMLESS = Effect(0.2, -0.05, 0.45, 0.1)  # may be good, cannot be bad to speak of
USELESS = Effect(-0.2, -0.45, 0.05, 0.1)
SMALL = Effect(0.05, 0.02, 0.08, 1e-4)  # sure, and not worth naming
NONE = Effect(None, None, None, 1.0)

CASES = {
    "good everywhere": ([GOOD, GOOD], TRUE),
    "bad everywhere": ([BAD, BAD], FALSE),
    "good here, bad there": ([GOOD, BAD], DEPENDS),
    "bad here, good there, open elsewhere": ([BAD, GOOD, MAYBE], DEPENDS),
    "good here, no difference there": ([GOOD, NIL], TRUE),
    "good here, perhaps bad there": ([GOOD, MAYBE], OPEN),
    "good here, surely not bad there": ([GOOD, HARMLESS], TRUE),
    "bad here, perhaps good there": ([BAD, MAYBE], OPEN),
    "bad here, surely not good there": ([BAD, USELESS], FALSE),
    "no difference anywhere": ([NIL, NIL], FALSE),
    "sure, but too small to be named": ([SMALL, NIL], FALSE),
    "no difference here, open there": ([NIL, MAYBE], OPEN),
    "open": ([MAYBE], OPEN),
    "no gain is sure, nor is a loss": ([USELESS], OPEN),
    "nothing played": ([NONE, NONE], UNTESTED),
    "half of it played": ([GOOD, NONE], OPEN),
    "no effects at all": ([], UNTESTED),
}


@pytest.mark.parametrize("what", CASES)
def test_the_verdict(what):
    effects, expected = CASES[what]
    assert verdict(effects) == expected
    turned = [effect if effect.mean is None else turn(effect) for effect in effects]
    opposite = {TRUE: FALSE, FALSE: TRUE}
    if any(side in (FOR, AGAINST) for side in sides(effects)):  # no difference is false both ways round
        assert verdict(turned) == opposite.get(expected, expected)
    assert verdict(effects[::-1]) == expected


def turn(effect):
    return effect._replace(mean=-effect.mean, low=-effect.high, high=-effect.low)


def test_many_effects_are_judged_together():
    barely = Effect(0.5, 0.01, 0.99, 0.045)
    assert verdict([barely]) == TRUE
    assert holm([0.045, 0.045]) == [0.09, 0.09]
    assert sides([barely, barely]) == [UNSURE, UNSURE] and verdict([barely, barely]) == OPEN


def test_a_verdict_needs_the_interval_as_well_as_the_p_value():
    assert sides([Effect(0.5, -0.2, 1.2, 0.001)]) == [UNSURE]
    assert sides([Effect(0.5, None, None, 0.001)]) == [UNSURE]


def test_what_is_worth_naming_depends_on_the_unit():
    units = Unit("units a game", 0.01)
    assert sides([Effect(0.05, 0.02, 0.08, 1e-4, units)]) == [FOR]
    assert sides([Effect(0.002, -0.004, 0.008, 0.5, units)]) == [NOTHING]


def test_few_deals_cannot_say_that_there_is_no_difference():
    """What 20 deals show nothing of may be 13.9 percentage points; what 40,000 show nothing of, 0.0075."""
    blank = Effect(0.0, -13.9, 13.9, 1.0, unseen=13.9)
    one_deal = Effect(0.02, -0.02, 0.06, 0.32, unseen=0.3)
    barely = Effect(0.05, 0.02, 0.08, 1e-4, unseen=0.3)  # sure on a handful of deals, and not worth naming
    assert sides([blank]) == sides([one_deal]) == sides([barely]) == [UNSURE]
    assert verdict([blank]) == verdict([one_deal]) == verdict([blank, one_deal]) == OPEN
    assert verdict([GOOD, one_deal]) == verdict([BAD, one_deal]) == OPEN
    many = [each._replace(unseen=0.0075) for each in (one_deal, barely, Effect(0.0, -0.0075, 0.0075, 1.0))]
    assert sides(many) == [NOTHING] * 3 and verdict(many) == FALSE
    assert verdict([GOOD._replace(unseen=0.3)]) == TRUE


def test_in_words():
    against = [GOOD, BAD._replace(opponent="maestro")]
    sentence = told(Weighed("sparing trumps", "trumping", against), sides(against))
    assert sentence == (
        "Sparing trumps gains 1.00 percentage points (0.60 to 1.40) over trumping, but costs 1.00 (0.60 to 1.40) "
        "against maestro."
    )
    both = [GOOD, GOOD._replace(opponent="a"), NIL._replace(opponent="b")]
    assert told(Weighed("x", "y", both), sides(both)) == (
        "X gains 1.00 percentage points (0.60 to 1.40) over y and 1.00 (0.60 to 1.40) against a; makes no difference "
        "to speak of (+0.020, -0.030 to +0.070) against b."
    )
    assert told(Weighed("x", "y", [MAYBE]), [UNSURE]) == (
        "X is too close to call (+0.10, -0.40 to +0.60 percentage points) compared with y."
    )
    same = Effect(0.0, 0.0, 0.0, 1.0, opponent="maestro")
    assert told(Weighed("x", "y", [same]), sides([same])) == (
        "X makes no difference to speak of (none in any deal) against maestro."
    )
    assert told(Weighed("spend_trump here", "y", [GOOD]), [FOR]).startswith("spend_trump here gains 1.00 ")
    assert "None" not in told(Weighed("x", "y", [NONE]), sides([NONE]))

"""Is nothing called sure of which the deals played have shown nothing?"""

import pytest

from analyzer import knobs, steps, sweep
from analyzer.lab import Lab
from analyzer.trials import Ratio, apart

MINDS, PLAIN = "throw_away:under_ace=60", "throw_away:under_ace=0"  # so rarely apart that 60 deals do not show it
DEALS = 60
SHARE = 1 - 0.05 ** (1 / DEALS)


@pytest.mark.parametrize(("of", "most"), [("score", 1), ("margin", 2 * 120)])
def test_a_gain_no_deal_shows_may_be_off_by_what_deals_to_come_allow(of, most):
    several = Lab(DEALS, seed=2).among([MINDS, PLAIN], ["maestro"])
    gain = several.gain(MINDS, PLAIN, of)
    assert (gain.mean, gain.p) == (0, 1)
    assert gain.high == -gain.low == gain.unseen == pytest.approx(SHARE * most)
    if of == "score":
        facts = sweep("throw_away", vary="under_ace=60", against="maestro", deals=DEALS, seed=2).facts
        told = facts["settings"][1]["gain"]
        assert (gain.low, gain.high) == pytest.approx((told["low"], told["high"]))


def test_a_party_by_another_name_is_known_to_be_the_same():
    several = Lab(DEALS).among([MINDS, PLAIN, "throw_away"], ["maestro", "spend_trump"])
    for one, other in ((PLAIN, "throw_away"), (PLAIN, PLAIN), ([MINDS, PLAIN], ["throw_away", MINDS])):
        gain = several.gain(one, other)
        assert (gain.mean, gain.low, gain.high, gain.p, gain.unseen) == (0, 0, 0, 1, 0)
    assert several.gain([MINDS, MINDS], [MINDS, PLAIN]).unseen == pytest.approx(SHARE)


def test_a_gain_deals_show_keeps_its_interval():
    several = Lab(DEALS).among(["always_win", PLAIN], ["maestro"])
    gain = several.gain("always_win", PLAIN)
    assert gain.high - gain.low > 2 * gain.unseen == pytest.approx(2 * SHARE)


def test_settings_and_steps_that_nothing_parts_are_unsure():
    knob = knobs.turn(Lab(DEALS), "throw_away", "under_ace", (0, 60), 0, "what the three costs more", ["maestro"])
    assert "no value is surely better or worse" in knob.sentence()
    assert f"± {100 * SHARE:.1f} unsure" in knob.lines()[-1]
    scale = steps.Scale("throw_away", "under_ace", {0: "as any", 60: "never"})
    turned = steps.turn(Lab(DEALS), Lab(DEALS).among([MINDS], ["maestro"]).contest.table, [scale], ["maestro"])
    assert set(turned.sides.values()) == {0} and turned.headline("Minding", scale).startswith("Minding is not surely")
    assert all(line.endswith("?") for line in turned.lines() if "±" in line)


def test_means_that_never_vary_are_not_known_to_differ():
    one, other = Ratio(), Ratio()
    one.add([3, 3, 3], [1, 1, 1])
    other.add([2, 2], [1, 1])
    found = apart(one.seen(), other.seen())
    assert (found.low, found.high, found.p) == (None, None, None)
    assert found.mean in (1, None)

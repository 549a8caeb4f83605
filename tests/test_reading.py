"""Does a word on the command line mean what people mean by it, and what means nothing get one sentence?"""

import pytest

from analyzer import cli, reading
from analyzer.wording import plain, up_to


def test_whole_numbers():
    written = {"1000": 1000, "250k": 250_000, "1M": 10**6, "1.5m": 1_500_000, "1e6": 10**6, " 1_000,000 ": 10**6}
    assert {text: reading.whole(text) for text in written} == written
    assert reading.whole(7) == 7
    for text in ("1.5", "k", "1e-3", "", "1e9999999999999999999", "1e999999k", True, None):
        with pytest.raises(ValueError, match="is no whole number; write it like"):
            reading.whole(text)
    with pytest.raises(ValueError, match="too large"):
        reading.whole("1e20")


def test_fractions():
    written = {"0.2%": 0.002, "21.7 %": 0.217, "0.7%": 0.007, ".5": 0.5, "-3e2": -300.0, "+1.": 1.0}
    assert {text: reading.fraction(text) for text in written} == written
    for text in ("", "%", "1/2", "nan", "inf", "1e400", "1e9999999999999999999", "0x1"):
        assert reading.fraction(text) is None


def test_two_numbers():
    assert reading.two_scores("50%, 0.51") == reading.two_scores((0.5, 0.51)) == (0.5, 0.51)
    assert reading.two_margins("-1,1") == (-1, 1)
    assert reading.two_elos("-1.75,0.25", "--sprt-nelo") == (-1.75, 0.25)
    assert reading.errors("5%", 0.1) == (0.05, 0.1)
    for ask, said in (
        (lambda: reading.two_scores("0.51,0.5"), "the lower one first"),
        (lambda: reading.two_scores("0.5"), "two numbers LO,HI, such as 0.50,0.51, not 0.5"),
        (lambda: reading.two_margins("1%,2%"), "two margins in points"),
        (lambda: reading.two_elos("0,300", "--sprt-elo"), "--sprt-elo needs two numbers from -200 to 200"),
        (lambda: reading.two_elos("0,five", "--sprt-elo"), "--sprt-elo needs two numbers LO,HI"),
        (
            lambda: reading.errors(0.6, 0.3),
            "alpha is how often the test may be wrong, less than 0.5, such as 0.05, not 0.6",
        ),
        (lambda: reading.errors(0, 0.5), "alpha lies between 0 and 1"),
    ):
        with pytest.raises(ValueError) as caught:
            ask()
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["stats", "-3.2,11,500"], ["stats", " -3.2,11,500"]),
        (["stats", "-.5,", "11,", "500"], ["stats", " -.5,", "11,", "500"]),
        (["stats", "-3 11 500", "--json"], ["stats", " -3 11 500", "--json"]),
        (["stats", "3,11,500", "--sprt-margin", "-1,1"], ["stats", "3,11,500", "--sprt-margin", " -1,1"]),
        (["plan", "-h"], ["plan", "-h"]),
        (["plan", "--sd=-1"], ["plan", "--sd=-1"]),
    ],
)
def test_a_number_below_0_is_no_option(typed, meant):
    assert cli._spelt_out(typed) == meant


def test_numbers_are_written_without_exponents_and_noise():
    written = {1e-7: "0.0000001", 0.1 + 0.2: "0.3", 11.1: "11.1", 290000.0: "290000", 100 * 0.007: "0.7", 5: "5"}
    assert {number: plain(number) for number in written} == written
    assert [up_to(n, 10**12) for n in (10**12, 10**12 + 1)] == ["1,000,000,000,000", "more than 1,000,000,000,000"]

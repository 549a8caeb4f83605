"""Do the bit functions do in machine code what they do in plain Python, at the edges of 64 bits too?"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some
from numba import int64, njit

from analyzer import bits

EDGES = [0, 1, 2, 3, -1, -2, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 62, (1 << 63) - 1, -(1 << 63), 1 - (1 << 63)]
WORD = some.one_of(some.sampled_from(EDGES), some.integers(-(1 << 63), (1 << 63) - 1))
SMALL = some.one_of(some.sampled_from([1, 2, 3, 6, 24, (1 << 29) - 1, 1 << 29]), some.integers(1, 1 << 29))


@njit([int64(int64)])
def count(x):
    return bits.count(x)


@njit([int64(int64)])
def lowest(x):
    return bits.lowest(x)


@njit([int64(int64)])
def highest(x):
    return bits.highest(x)


@njit([int64(int64)])
def stir(x):
    return bits.stir(x)


@njit([int64(int64, int64)])
def advance(x, y):
    return bits.advance(x, y)


@njit([int64(int64, int64)])
def die(x, y):
    return bits.die(x, y)


@njit([int64(int64, int64)])
def rest(x, y):
    return bits.rest(x, y)


@njit([int64(int64, int64)])
def below(x, y):
    return bits.below(x, y)


def is_int64(number):
    return isinstance(number, int) and -(1 << 63) <= number < 1 << 63


@given(WORD)
def test_count_lowest_and_highest_read_the_binary_digits(mask):
    digits = f"{mask % (1 << 64):064b}"[::-1]
    assert bits.count(mask) == count(mask) == digits.count("1")
    if mask:
        assert bits.lowest(mask) == lowest(mask) == digits.index("1")
        assert bits.highest(mask) == highest(mask) == digits.rindex("1")


@given(WORD)
def test_stir_is_the_same_in_both(word):
    assert bits.stir(word) == stir(word)
    assert is_int64(bits.stir(word))


@given(WORD, WORD)
def test_advance_is_the_same_in_both(word, times):
    assert bits.advance(word, times) == advance(word, times)
    assert is_int64(bits.advance(word, times))


@given(WORD, SMALL)
def test_die_and_rest_are_the_two_halves_of_one_product(word, n):
    product = word % (1 << 64) * n
    assert bits.die(word, n) == die(word, n) == product >> 64
    assert bits.rest(word, n) == rest(word, n)
    assert bits.rest(word, n) % (1 << 64) == product % (1 << 64)
    assert 0 <= bits.die(word, n) < n and is_int64(bits.rest(word, n))


@given(WORD, some.one_of(some.sampled_from([0, 1, (1 << 63) - 1]), some.integers(0, (1 << 63) - 1)))
def test_below_compares_without_a_sign(word, limit):
    assert bits.below(word, limit) == below(word, limit) == (word % (1 << 64) < limit)


@given(WORD, WORD)
def test_stir_gives_no_word_twice(one, other):
    assume(one != other)
    assert bits.stir(one) != bits.stir(other)


@pytest.mark.parametrize("number", EDGES)
def test_signed_keeps_the_bits(number):
    assert bits.signed(number) == number == bits.signed(number % (1 << 64)) == bits.signed(number + (1 << 64))

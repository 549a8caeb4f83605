"""Sets of cards as 64-bit masks (bit number = card), and the 64-bit words chance is made of.

Everything is int64 in and int64 out.  Each function is plain Python with its machine instruction beside it, because
numba knows no population count, no bit scan and no 128-bit product, and lets int64 with uint64 become a float.
"""

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload, register_jitable

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
WIDE = ir.IntType(128)


def machine(build):
    """Give a plain function of int64s its compiled body, `build(builder, *values)`, which returns an i64 value."""

    def dress(function):
        if function.__code__.co_argcount == 1:

            @intrinsic
            def instruction(typing, x):
                return types.int64(types.int64), lambda context, builder, signature, values: build(builder, *values)

            overload(function)(lambda x: lambda x: instruction(x))
        else:

            @intrinsic
            def instruction(typing, x, y):
                signature = types.int64(types.int64, types.int64)
                return signature, lambda context, builder, signature, values: build(builder, *values)

            overload(function)(lambda x, y: lambda x, y: instruction(x, y))
        return function

    return dress


def number(value):
    """An LLVM constant i64."""
    return ir.Constant(ir.IntType(64), value)


def signed(word):
    """The int64 that has the bits of `word`, a Python int of any size."""
    word &= WORD
    return word - (1 << 64) if word >> 63 else word


@machine(lambda builder, mask: builder.ctpop(mask))
def count(mask):
    """How many bits of `mask` are set."""
    return (int(mask) & WORD).bit_count()


@machine(lambda builder, mask: builder.cttz(mask, ir.Constant(ir.IntType(1), 0)))
def lowest(mask):
    """The number of the lowest set bit of `mask`; 64 if there is none."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1 if mask else 64


@register_jitable
def nth(mask, k):
    """The number of the k-th lowest set bit of `mask` (k = 0: the lowest); there must be more than k."""
    for _ in range(k):
        mask &= mask - 1
    return lowest(mask)


@machine(lambda builder, mask: builder.sub(number(63), builder.ctlz(mask, ir.Constant(ir.IntType(1), 1))))
def highest(mask):
    """The number of the highest set bit of `mask`, which must not be 0."""
    return (int(mask) & WORD).bit_length() - 1


def _stir(builder, word):
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = builder.mul(builder.xor(word, builder.lshr(word, number(shift))), number(factor))
    return builder.xor(word, builder.lshr(word, number(31)))


@machine(_stir)
def stir(word):
    """Mix the 64 bits of `word`: the finaliser of SplitMix64 (Steele, Lea and Flood 2014), a bijection."""
    word = int(word) & WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return signed(word ^ word >> 31)


@machine(lambda builder, word, times: builder.add(word, builder.mul(times, number(GOLDEN))))
def advance(word, times):
    """`word` moved on by `times` places of SplitMix64's sequence."""
    return signed(int(word) + int(times) * GOLDEN)


@machine(
    lambda builder, word, n: builder.trunc(
        builder.lshr(builder.mul(builder.zext(word, WIDE), builder.zext(n, WIDE)), ir.Constant(WIDE, 64)),
        ir.IntType(64),
    )
)
def die(word, n):
    """A number in 0..n-1 from the high bits of the unsigned `word`: the upper half of their 128-bit product."""
    return (int(word) & WORD) * int(n) >> 64


@machine(lambda builder, word, n: builder.mul(word, n))
def rest(word, n):
    """What `die` leaves of the word, to throw the next die with: the lower half of that product."""
    return signed(int(word) * int(n))


@machine(lambda builder, word, limit: builder.zext(builder.icmp_unsigned("<", word, limit), ir.IntType(64)))
def below(word, limit):
    """1 if the unsigned `word` is smaller than `limit` (0 <= limit < 2**63), else 0."""
    return int((int(word) & WORD) < int(limit))

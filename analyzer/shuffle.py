"""Chance: everything random in a deal follows from (seed, deal number) alone, by a counter and a mixer.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) read by
position instead of in sequence: word k of a stream is `stir(key + (k + 1) * GOLDEN)`.
"""

from numba.extending import register_jitable

from analyzer.bits import advance, below, die, rest, stir

APART = -1  # the stream of a deal that has to do with none of its cards
MOST = (1 << 63) - 1
WIDTH = 1 << 29


@register_jitable
def word(key, k):
    """Word k (k >= 0) of the stream that starts at `key`: 64 fresh bits, as an int64."""
    return stir(advance(key, k + 1))


@register_jitable
def stream(seed, number, part):
    """The key of stream `part` (0, 1, 2 ...) of deal `number` of `seed`: streams of different triples are unrelated."""
    return word(word(seed, number), part)


@register_jitable
def pick(seed, number, n):
    """Which of `n` things deal `number` of `seed` picks, 0..n-1, whatever its cards."""
    return die(word(stream(seed, number, APART), 0), n) if n > 1 else 0


@register_jitable
def shuffle(pack, deck, n, key):
    """Fill `deck[:n]` with `pack[:n]` in an order drawn uniformly from all n! by the stream of `key`.

    The "inside-out" form of Fisher and Yates.  One word throws several dice, as in Brackett-Rozinsky and Lemire,
    "Batched ranged random integer generation" (2024); a word that would favour some outcome is thrown away, so every
    order is exactly as likely as the words are random.
    """
    drawn = 0
    place = 0
    while place < n:
        width = 1
        end = place
        while end < n and width * (end + 1) <= WIDTH:
            end += 1
            width *= end
        luck = word(key, drawn)
        drawn += 1
        if below(rest(luck, width), width) and below(rest(luck, width), 2 * (MOST % width + 1) % width):
            continue
        while place < end:
            other = die(luck, place + 1)
            luck = rest(luck, place + 1)
            deck[place] = deck[other]
            deck[other] = pack[place]
            place += 1

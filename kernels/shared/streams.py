"""Random streams that depend only on a seed, a luck number, a purpose and a seat.

The generator is Philox4x64-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC 2011), identical bit for bit with numpy's: `numpy.random.Philox(key=[seed, luck], counter=[0, lane, 0,
0])`. See docs/streams.md.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.bits import multiply_wide

MULTIPLIER_0 = np.uint64(0xD2E7470EE14C6C93)
MULTIPLIER_1 = np.uint64(0xCA5A826395121157)
KEY_STEP_0 = np.uint64(0x9E3779B97F4A7C15)
KEY_STEP_1 = np.uint64(0xBB67AE8584CAA73B)
ROUNDS = 10
WORDS = 4  # in a block
LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
LANES_A_SEAT = 8  # room for the six purposes

stream_dtype = np.dtype(
    [
        ("seed", np.uint64),
        ("luck", np.uint64),
        ("lane", np.uint64),
        ("drawn", np.int64),
        ("words", np.uint64, (WORDS,)),
    ],
    align=True,
)
"""One stream, to stand in the record of a position; a copy goes on as the original would have."""


@jit
def lane_of(purpose, seat):
    """Return the second word of the counter, the same for a whole stream."""
    return np.uint64(purpose + LANES_A_SEAT * seat)


@jit
def open_stream(stream, seed, luck, purpose, seat):
    """Set a stream to its beginning.

    Parameters
    ----------
    stream : record of stream_dtype
        Overwritten.
    seed : uint64
        The seed of the purpose.
    luck : int
        The luck number: the game, or the block of games that share their luck.
    purpose : int
        One of kernels/shared/purposes.py.
    seat : int
        The seat, from 0, where the purpose has a stream a seat; else 0.
    """
    stream["seed"] = np.uint64(seed)
    stream["luck"] = np.uint64(luck)
    stream["lane"] = lane_of(purpose, seat)
    stream["drawn"] = 0


@jit
def open_streams(streams, seed, luck, purpose):
    """Set the streams of all seats to their beginning."""
    for seat in range(len(streams)):
        open_stream(streams[seat], seed, luck, purpose, seat)


@jit
def draw(stream):
    """Return the next word of a stream, uniform over 0 to 2**64 - 1."""
    drawn = stream["drawn"]
    place = drawn & (WORDS - 1)
    if place == 0:
        words = block(stream["seed"], stream["luck"], np.uint64(drawn // WORDS), stream["lane"])
        for i in range(WORDS):
            stream["words"][i] = words[i]
    stream["drawn"] = drawn + 1
    return stream["words"][place]


@jit
def below(stream, bound):
    """Return a number from 0 to bound - 1 out of one draw.

    It is the high word of draw * bound: no number is likelier than another by more than 2**-64, a share of
    bound * 2**-64 of its chance (at most 2**-57 for up to 128 numbers), and nothing is drawn twice.
    """
    high, _ = multiply_wide(draw(stream), np.uint64(bound))
    return np.int64(high)


@jit
def block(seed, luck, number, lane):
    """Return the four words of block `number` (from 0) of a stream, all arguments uint64."""
    x0, x1, x2, x3 = number + np.uint64(1), lane, np.uint64(0), np.uint64(0)
    for _ in range(ROUNDS):
        high_0, low_0 = multiply_wide(MULTIPLIER_0, x0)
        high_1, low_1 = multiply_wide(MULTIPLIER_1, x2)
        x0, x1, x2, x3 = high_1 ^ x1 ^ seed, low_1, high_0 ^ x3 ^ luck, low_0
        seed += KEY_STEP_0
        luck += KEY_STEP_1
    return x0, x1, x2, x3


@jit
def fill_blocks(words, seed, lucks, numbers, lane):
    """Write one block for each luck number, many at a time.

    The same words as `block`; written in halves of words, it becomes vector instructions.

    Parameters
    ----------
    words : uint64 (4, n)
        Overwritten in its first len(lucks) columns.
    seed, lane : uint64
    lucks, numbers : uint64 (m,), m <= n
        The luck number and the block wanted of it.
    """
    for i in range(len(lucks)):
        key_0, key_1 = seed, lucks[i]
        x0, x1, x2, x3 = numbers[i] + np.uint64(1), lane, np.uint64(0), np.uint64(0)
        for _ in range(ROUNDS):
            high_0, low_0 = _multiply_halves(MULTIPLIER_0, x0)
            high_1, low_1 = _multiply_halves(MULTIPLIER_1, x2)
            x0, x1, x2, x3 = high_1 ^ x1 ^ key_0, low_1, high_0 ^ x3 ^ key_1, low_0
            key_0 += KEY_STEP_0
            key_1 += KEY_STEP_1
        words[0, i] = x0
        words[1, i] = x1
        words[2, i] = x2
        words[3, i] = x3


@jit
def _multiply_halves(left, right):
    left_low, left_high = left & LOW_HALF, left >> HALF
    right_low, right_high = right & LOW_HALF, right >> HALF
    lows = left_low * right_low
    middle = left_high * right_low + (lows >> HALF)
    carry = left_low * right_high + (middle & LOW_HALF)
    high = left_high * right_high + (middle >> HALF) + (carry >> HALF)
    return high, (carry << HALF) | (lows & LOW_HALF)

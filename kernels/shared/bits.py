"""Sets of up to 64 things as the bits of an integer, and machine instructions that Python lacks."""

import numpy as np
from llvmlite import ir
from numba import types

from conquestlab.kernels.compiling.jit import instruction, jit

ONE = np.uint64(1)
LOW_WORD = (1 << 64) - 1


def _plain_popcount(bits):
    return int(bits).bit_count()


@instruction(_plain_popcount)
def popcount(typing_context, bits):
    """Return how many bits are set, as an int64."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _plain_lowest(bits):
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


@instruction(_plain_lowest)
def lowest(typing_context, bits):
    """Return the place of the lowest bit that is set, as an int64; 64 for the empty set."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def _plain_highest(bits):
    return int(bits).bit_length() - 1


@instruction(_plain_highest)
def highest(typing_context, bits):
    """Return the place of the highest bit that is set, as an int64; -1 for the empty set."""

    def generate(context, builder, signature, arguments):
        leading = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

    return types.int64(types.uint64), generate


def _plain_multiply_wide(left, right):
    product = int(left) * int(right)
    return np.uint64(product >> 64), np.uint64(product & LOW_WORD)


@instruction(_plain_multiply_wide)
def multiply_wide(typing_context, left, right):
    """Return the high and the low word of the product of two words."""
    word = types.uint64

    def generate(context, builder, signature, arguments):
        wide = ir.IntType(128)
        left_wide, right_wide = (builder.zext(argument, wide) for argument in arguments)
        product = builder.mul(left_wide, right_wide)
        high = builder.lshr(product, ir.Constant(wide, 64))
        words = [builder.trunc(half, ir.IntType(64)) for half in (high, product)]
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(word, 2)(word, word), generate


@jit
def single(place):
    """Return the set that holds only `place`, 0 to 63."""
    return ONE << np.uint64(place)


@jit
def holds(bits, place):
    """Tell whether the set holds `place`."""
    return (bits >> np.uint64(place)) & ONE != 0


@jit
def without_lowest(bits):
    """Return the set without its lowest bit; with `lowest`, the way to go through a set."""
    return bits & (bits - ONE)


@jit
def nth(bits, number):
    """Return the place of the bit that has `number` set bits below it."""
    for _ in range(number):
        bits = without_lowest(bits)
    return lowest(bits)

"""Bit sets and wide products against Python's own integers."""

import numpy as np
import pytest

from conquestlab.kernels.shared import bits

WORDS = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**32, 2**63, 2**63 + 5, 2**64 - 1, 0xD2E7470EE14C6C93]


@pytest.fixture(scope="module")
def words():
    return [*WORDS, *np.random.Generator(np.random.PCG64(1)).integers(0, 2**64, 30, np.uint64).tolist()]


@bits.jit
def read_set(mask, places):
    count = 0
    while mask:
        places[count] = bits.lowest(mask)
        mask = bits.without_lowest(mask)
        count += 1
    return count


@bits.jit
def popcount(mask):
    return bits.popcount(mask)


@bits.jit
def lowest(mask):
    return bits.lowest(mask)


@bits.jit
def highest(mask):
    return bits.highest(mask)


@bits.jit
def multiply_wide(left, right):
    return bits.multiply_wide(left, right)


def test_a_set_is_read_place_by_place(words):
    places = np.zeros(64, np.int64)
    for word in words:
        mask = np.uint64(word)
        expected = [place for place in range(64) if word >> place & 1]
        assert popcount(mask) == len(expected)
        assert places[: read_set(mask, places)].tolist() == expected
        assert [place for place in range(64) if bits.holds(mask, place)] == expected
        assert [bits.nth(mask, number) for number in range(len(expected))] == expected


def test_the_highest_of_a_set(words):
    for word in words:
        assert highest(np.uint64(word)) == word.bit_length() - 1


def test_the_empty_set():
    assert lowest(np.uint64(0)) == 64
    assert highest(np.uint64(0)) == -1
    assert popcount(np.uint64(0)) == 0


def test_single_sets_and_what_is_left_without_the_lowest(words):
    assert [int(bits.single(place)) for place in range(64)] == [1 << place for place in range(64)]
    for word in words:
        assert int(bits.without_lowest(np.uint64(word))) == word & (word - 1) % 2**64


def test_wide_products_are_those_of_integers(words):
    for left in words:
        for right in words:
            high, low = multiply_wide(np.uint64(left), np.uint64(right))
            assert int(high) << 64 | int(low) == left * right


def test_the_plain_twins_give_the_same(words):
    for word in words:
        mask = np.uint64(word)
        assert bits._plain_popcount(mask) == popcount(mask)
        assert bits._plain_lowest(mask) == lowest(mask)
        assert bits._plain_multiply_wide(mask, mask) == multiply_wide(mask, mask)

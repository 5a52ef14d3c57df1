"""Streams against numpy's own Philox, word by word."""

import numpy as np
import pytest

from conquestlab.kernels.shared import streams
from conquestlab.kernels.shared.purposes import BOTS, CARDS, DICE, ORDER, PURPOSES

KEYS = [(0, 0), (1, 0), (7, 123456), (2**64 - 1, 2**63 - 1), (0x123456789ABCDEF0, 2**40 + 3)]

position_dtype = np.dtype([("round", np.int32), ("dice", streams.stream_dtype, (6,))], align=True)


@streams.jit
def draw_from_position(position, seat, words):
    for i in range(len(words)):
        words[i] = streams.draw(position["dice"][seat])


def numpy_words(seed, luck, lane, count):
    key = np.array([seed, luck], np.uint64)
    generator = np.random.Philox(key=key, counter=np.array([0, lane, 0, 0], np.uint64))
    return generator.random_raw(count).tolist()


def opened(seed, luck, purpose, seat):
    stream = np.zeros(1, streams.stream_dtype)[0]
    streams.open_stream(stream, np.uint64(seed), luck, purpose, seat)
    return stream


@pytest.mark.parametrize(("seed", "luck"), KEYS)
@pytest.mark.parametrize(("purpose", "seat"), [(ORDER, 0), (DICE, 0), (CARDS, 3), (BOTS, 5)])
def test_a_stream_is_numpys_philox(seed, luck, purpose, seat):
    stream = opened(seed, luck, purpose, seat)
    words = [int(streams.draw(stream)) for _ in range(23)]
    assert words == numpy_words(seed, luck, purpose + 8 * seat, 23)


def test_a_block_is_four_words_of_the_stream():
    for seed, luck in KEYS:
        expected = numpy_words(seed, luck, 11, 12)
        for number in range(3):
            words = streams.block(np.uint64(seed), np.uint64(luck), np.uint64(number), np.uint64(11))
            assert [int(word) for word in words] == expected[4 * number : 4 * number + 4]


def test_many_blocks_at_once_are_the_same_blocks():
    lucks = np.arange(2**33 - 10, 2**33 + 11, dtype=np.uint64)
    numbers = np.arange(21, dtype=np.uint64) % np.uint64(3)
    words = np.zeros((4, 30), np.uint64)
    streams.fill_blocks(words, np.uint64(2**64 - 5), lucks, numbers, np.uint64(3))
    for i, (luck, number) in enumerate(zip(lucks.tolist(), numbers.tolist(), strict=True)):
        assert words[:, i].tolist() == numpy_words(2**64 - 5, luck, 3, 12)[4 * number : 4 * number + 4]
    assert not words[:, 21:].any()


def test_streams_of_all_purposes_and_seats_differ():
    first_words = {
        int(streams.draw(opened(7, 5, purpose, seat)))
        for purpose in range(len(PURPOSES))
        for seat in range(6)
    }
    assert len(first_words) == 6 * len(PURPOSES)


def test_a_copied_position_goes_on_as_the_original():
    positions = np.zeros(2, position_dtype)
    for seat in range(6):
        streams.open_stream(positions[0]["dice"][seat], np.uint64(9), 4, DICE, seat)
    expected = numpy_words(9, 4, DICE + 8 * 2, 20)
    words = np.zeros(6, np.uint64)
    draw_from_position(positions[0], 2, words)
    assert words.tolist() == expected[:6]
    positions[1] = positions[0]
    for position in positions:
        words = np.zeros(14, np.uint64)
        draw_from_position(position, 2, words)
        assert words.tolist() == expected[6:]
    draw_from_position(positions[1], 3, words[:4])
    assert words[:4].tolist() == numpy_words(9, 4, DICE + 8 * 3, 4)


def test_below_is_the_high_word_of_the_product():
    expected = numpy_words(3, 8, CARDS, 40)
    stream = opened(3, 8, CARDS, 0)
    for word, bound in zip(expected, [1, 2, 6, 44, 7776, 6**6, 20**6, 2**62] * 5, strict=True):
        number = streams.below(stream, bound)
        assert number == word * bound >> 64
        assert 0 <= number < bound


def test_below_is_uniform():
    stream = opened(1, 0, DICE, 0)
    games = 6000
    counts = np.bincount([streams.below(stream, 6) for _ in range(games)], minlength=6)
    expected = games / 6
    # Chi-square with 5 degrees of freedom: mean 5, standard deviation sqrt(10); within 4 of them.
    assert ((counts - expected) ** 2 / expected).sum() < 5 + 4 * 10**0.5


def test_a_stream_is_one_line_of_the_processors_cache():
    assert streams.stream_dtype.itemsize == 64

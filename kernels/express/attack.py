"""Attacks on one card, played roll by roll with the best choices, each from a stream of its own."""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.express.rules import HALF_BYTES, OUTCOMES, count_faces, next_line, number_of
from conquestlab.kernels.shared.purposes import DICE
from conquestlab.kernels.shared.streams import below, open_stream, stream_dtype


@jit
def attack_many(rules, card, left, dice, seed, first, count):
    """Play attacks number `first` to `first + count - 1`; return how many conquer the card.

    Parameters
    ----------
    rules : record of rules_dtype
    card : int
    left : int
        Mask of the lines to fill.
    dice : int
        Dice to roll.
    seed : uint64
        The seed of the dice. Attack i draws from the stream of luck number i, purpose dice, seat 0.
    first, count : int
    """
    streams = np.zeros(1, stream_dtype)
    conquered = 0
    for attack in range(first, first + count):
        stream = streams[0]  # named in the loop, or Numba frees the array before it
        open_stream(stream, seed, attack, DICE, 0)
        conquered += _attack(rules, card, left, dice, stream)
    return conquered


@jit
def _attack(rules, card, left, dice, stream):
    """Play one attack; return 1 if it conquers the card, else 0."""
    while left and dice:
        number = number_of(count_faces(below(stream, OUTCOMES[dice]), dice))
        filled = rules["uses"][number, card] & HALF_BYTES[left]
        best, left_after, dice_after = -1, left, dice - 1
        if rules["voluntary_sacrifice"] or not filled:
            best = rules["chance"][card, left, dice - 1]
        while filled:
            line, used, filled = next_line(filled)
            chance = rules["chance"][card, left & ~(1 << line), dice - used]
            if chance > best:
                best, left_after, dice_after = chance, left & ~(1 << line), dice - used
        left, dice = left_after, dice_after
    return 0 if left else 1

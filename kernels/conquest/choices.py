"""Rows of choices: how a list of what is legal is written."""

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.contract import AMOUNT, MOST


@jit
def offer(choices, number, kind, first, second, third, most):
    """Write a legal choice as row `number`, if there is room for it; return the number of the next.

    Parameters
    ----------
    choices : int64 (rows, CHOICE_WIDTH)
    number, kind : int64
    first, second, third : int64
        Its parts.
    most : int64
        0, or for a range of numbers that begins with 1, the last of them.
    """
    if number < len(choices):
        row = choices[number]
        row[:] = 0
        row[0], row[1], row[2], row[3] = kind, first, second, third
        if most:
            row[AMOUNT], row[MOST] = 1, most
    return number + 1

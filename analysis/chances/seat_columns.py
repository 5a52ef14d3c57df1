"""Sums and largest numbers over the seats, the last axis: a few columns, quicker column by column."""

from __future__ import annotations

from functools import reduce

import numpy as np


def over_seats(numbers: np.ndarray) -> np.ndarray:
    """Add up over the seats."""
    if numbers.dtype == np.bool_:
        numbers = numbers.astype(np.int64)
    total: np.ndarray = reduce(np.add, (numbers[..., seat] for seat in range(numbers.shape[-1])))
    return total


def most_of_seats(numbers: np.ndarray) -> np.ndarray:
    """Return the largest number of any seat."""
    most: np.ndarray = reduce(np.maximum, (numbers[..., seat] for seat in range(numbers.shape[-1])))
    return most

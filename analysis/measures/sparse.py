"""Large arrays of whole numbers of which few are not zero: small when they are sent."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np


class Packed(NamedTuple):
    """What is not zero in an array: the steps from one to the next, and the numbers, in few bytes each."""

    shape: tuple[int, ...]
    gaps: np.ndarray
    numbers: np.ndarray


def pack(array: np.ndarray) -> Packed:
    """Return an array of whole numbers in the form in which it is sent."""
    flat = array.ravel()
    cells = np.flatnonzero(flat)
    return Packed(array.shape, _narrowed(np.diff(cells, prepend=0)), _narrowed(flat[cells]))


def unpack(packed: Packed) -> np.ndarray:
    """Return the array again, of int64."""
    flat = np.zeros(prod(packed.shape), np.int64)
    flat[np.cumsum(packed.gaps, dtype=np.int64)] = packed.numbers
    return flat.reshape(packed.shape)


def _narrowed(numbers: np.ndarray) -> np.ndarray:
    if not numbers.size:
        return numbers.astype(np.uint8)
    low, high = int(numbers.min()), int(numbers.max())
    return numbers.astype(np.min_scalar_type(high if low >= 0 else min(low, -high - 1)))

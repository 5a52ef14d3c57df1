"""Large arrays of whole numbers of which few are not zero: small while they are few, and whenever sent."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np

THIN = 32  # counts are kept cell by cell while there are so many times more cells than counts


@dataclass(frozen=True, eq=False)
class Counts:
    """How often each cell of an array was met.

    Attributes
    ----------
    shape : tuple of int
    cells : int64 array or None
        Places of the cells that were met, ascending, in the array laid flat; None for all cells.
    numbers : int64 array
        How often, by cell.
    """

    shape: tuple[int, ...]
    cells: np.ndarray | None
    numbers: np.ndarray

    @property
    def whole(self) -> np.ndarray:
        """The array itself; not to be written to."""
        if self.cells is None:
            return self.numbers.reshape(self.shape)
        flat = np.zeros(prod(self.shape), np.int64)
        flat[self.cells] = self.numbers
        return flat.reshape(self.shape)

    def __add__(self, other: Counts) -> Counts:
        """Return how often each cell was met in both."""
        if self.cells is None and other.cells is None:
            return Counts(self.shape, None, self.numbers + other.numbers)
        if other.cells is None:
            return other + self
        if self.cells is None or _are_many(self.cells.size + other.cells.size, self.shape):
            flat = np.array(self.whole.ravel())
            flat[other.cells] += other.numbers
            return Counts(self.shape, None, flat)
        cells = np.concatenate([self.cells, other.cells])
        order = np.argsort(cells, kind="stable")
        cells, numbers = cells[order], np.concatenate([self.numbers, other.numbers])[order]
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        return Counts(self.shape, cells[starts], np.add.reduceat(numbers, starts) if starts.size else numbers)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Send what is not zero alone."""
        if self.cells is None:
            return _counts_of, (pack(self.numbers), self.shape)
        return _counts_of, (_packed(self.cells, self.numbers, (prod(self.shape),)), self.shape)


def count_cells(met: np.ndarray, shape: tuple[int, ...]) -> Counts:
    """Count cells by their places in an array laid flat."""
    if _are_many(met.size, shape):
        return Counts(shape, None, np.bincount(met, minlength=prod(shape)))
    return Counts(shape, *np.unique(met, return_counts=True))


def _are_many(counts: int, shape: tuple[int, ...]) -> bool:
    return counts * THIN > prod(shape)


def _counts_of(packed: Packed, shape: tuple[int, ...]) -> Counts:
    cells, numbers = np.cumsum(packed.gaps, dtype=np.int64), packed.numbers.astype(np.int64)
    if not _are_many(cells.size, shape):
        return Counts(shape, cells, numbers)
    return Counts(shape, None, unpack(packed))


class Packed(NamedTuple):
    """What is not zero in an array: the steps from one to the next, and the numbers, in few bytes each."""

    shape: tuple[int, ...]
    gaps: np.ndarray
    numbers: np.ndarray


def pack(array: np.ndarray) -> Packed:
    """Return an array of whole numbers in the form in which it is sent."""
    flat = array.ravel()
    cells = np.flatnonzero(flat)
    return _packed(cells, flat[cells], array.shape)


def unpack(packed: Packed) -> np.ndarray:
    """Return the array again, of int64."""
    flat = np.zeros(prod(packed.shape), np.int64)
    flat[np.cumsum(packed.gaps, dtype=np.int64)] = packed.numbers
    return flat.reshape(packed.shape)


def _packed(cells: np.ndarray, numbers: np.ndarray, shape: tuple[int, ...]) -> Packed:
    return Packed(shape, _narrowed(np.diff(cells, prepend=0)), _narrowed(numbers))


def _narrowed(numbers: np.ndarray) -> np.ndarray:
    if not numbers.size:
        return numbers.astype(np.uint8)
    low, high = int(numbers.min()), int(numbers.max())
    return numbers.astype(np.min_scalar_type(high if low >= 0 else min(low, -high - 1)))

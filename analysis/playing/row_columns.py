"""Rows as named columns, `win_1` to `win_4` and so on, for files and frames; and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

SEAT_COLUMNS = ("bot", "win", "score", "out", "tenth")  # columns of every engine whose last axis is the seat


def column_places(
    dtype: np.dtype, seats: int, seat_columns: Sequence[str] = ()
) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield the name of each flat column, the field it comes from, and the index that takes it out.

    Parameters
    ----------
    dtype : dtype
        Of rows.
    seats : int
        Fields by seat are cut off after so many.
    seat_columns : sequence of str
        An engine's own fields whose last axis is the seat.
    """
    for field in dtype.names or ():
        shape = dtype[field].shape
        if shape and (field in SEAT_COLUMNS or field in seat_columns):
            shape = (*shape[:-1], seats)
        for place in product(*map(range, shape)):
            yield "_".join([field, *(str(index + 1) for index in place)]), field, (slice(None), *place)


def to_columns(rows: np.ndarray, seats: int, seat_columns: Sequence[str] = ()) -> dict[str, np.ndarray]:
    """Return the columns of rows by name, in order."""
    return {name: rows[field][index] for name, field, index in column_places(rows.dtype, seats, seat_columns)}


def from_columns(
    columns: dict[str, np.ndarray], dtype: np.dtype, seats: int, seat_columns: Sequence[str] = ()
) -> np.ndarray:
    """Return the rows that `to_columns` was given; KeyError where a column is missing."""
    import numpy as np

    rows = np.zeros(len(columns["game"]), dtype)
    for name, field, index in column_places(dtype, seats, seat_columns):
        rows[field][index] = columns[name]
    return rows

"""Rows for those who read them: names for numbers, shares from 0 to 1, and nothing where nothing is known.

Common columns mean the same in every game; a game says in its description what its own mean
(analysis/games/columns.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.games.columns import Column
from conquestlab.analysis.playing.row_columns import SEAT_COLUMNS
from conquestlab.kernels.shared.rows import FIXED_ONE, WHOLE_WIN

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from conquestlab.analysis.playing.experiment import Experiment


def _has_one_winner(rows: np.ndarray) -> np.ndarray:
    alone: np.ndarray = rows["led"] >= 0
    return alone


COMMON_COLUMNS = (
    Column("seats", "players"),
    Column("win", unit=WHOLE_WIN),
    Column("out", none=0),
    Column("led", none=-1),
    Column("drama", unit=FIXED_ONE, where=_has_one_winner),
    Column("trailed", none=-1),
    Column("settled", none=-1),
    Column("half_leader", is_place=True),
    Column("tenth", "standing", unit=FIXED_ONE),
    Column("surprise", unit=FIXED_ONE),
)


@dataclass(frozen=True)
class _Shown:
    """One column of the table: a place of a field, and how its numbers are shown.

    Attributes
    ----------
    name : str
    column : Column
    index : tuple
        What takes its numbers out of the field.
    dtype : dtype
        Of the numbers.
    names : tuple of str or None
        What they stand for, where they have names.
    bit : int or None
        The one that is shown, where they are sets.
    """

    name: str
    column: Column
    index: tuple[Any, ...]
    dtype: np.dtype
    names: tuple[str, ...] | None = None
    bit: int | None = None

    @property
    def type(self) -> Any:
        """The type of the values."""
        import pyarrow as pa

        if self.names is not None:
            return pa.dictionary(pa.int32(), pa.string())
        if self.bit is not None:
            return pa.bool_()
        return pa.from_numpy_dtype(self.dtype) if self.column.unit == 1 else pa.float64()

    @property
    def may_be_nobody(self) -> bool:
        """Whether numbers below 0 stand for nobody or nothing."""
        return self.column.is_place or self.names is not None

    @property
    def may_lack(self) -> bool:
        """Whether values may be missing."""
        return self.may_be_nobody or self.column.none is not None or self.column.where is not None

    def values(self, rows: np.ndarray) -> Any:
        """Return the values of some rows."""
        import pyarrow as pa

        numbers = rows[self.column.field][self.index]
        lacking = self._lacking(rows, numbers)
        if self.names is not None:
            texts = list(dict.fromkeys(self.names))
            places = np.array([texts.index(name) for name in self.names], np.int32)
            coded = pa.array(places[np.maximum(numbers, 0)], mask=lacking)
            return pa.DictionaryArray.from_arrays(coded, pa.array(texts, pa.string()))
        return pa.array(self._plain(numbers), self.type, mask=lacking)

    def _plain(self, numbers: np.ndarray) -> np.ndarray:
        if self.bit is not None:
            return (numbers >> self.bit & 1).astype(np.bool_)
        if self.column.unit != 1:
            return numbers / self.column.unit
        return np.ascontiguousarray(numbers + self.dtype.type(self.column.is_place))

    def _lacking(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray | None:
        if not self.may_lack:
            return None
        lacking = np.zeros(len(rows), np.bool_)
        if self.may_be_nobody:
            lacking |= numbers < 0
        if self.column.none is not None:
            lacking |= numbers == self.column.none
        if self.column.where is not None:
            lacking |= ~self.column.where(rows)
        return lacking


class ReadableRows:
    """How the rows of an experiment are shown.

    Parameters
    ----------
    experiment : Experiment
    """

    def __init__(self, experiment: Experiment):
        self.experiment = experiment

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns with their types."""
        import pyarrow as pa

        return pa.schema([pa.field(one.name, one.type, one.may_lack) for one in self._shown])

    def table(self, rows: np.ndarray) -> pa.Table:
        """Return rows as a table."""
        import pyarrow as pa

        return pa.table([one.values(rows) for one in self._shown], schema=self.schema)

    def frame(self, table: pa.Table) -> pd.DataFrame:
        """Return a table as a frame; the type of a column does not depend on whether values are missing."""
        import pyarrow as pa

        frame: pd.DataFrame = table.to_pandas()
        for field in table.schema:
            if field.nullable and pa.types.is_integer(field.type):
                frame[field.name] = frame[field.name].astype(np.float64)
        return frame

    @cached_property
    def _shown(self) -> list[_Shown]:
        experiment = self.experiment
        engine = experiment.engine
        declared = {one.field: one for one in (*COMMON_COLUMNS, *engine.columns)}
        ends = engine.ends
        declared["how"] = Column("how", of=lambda rulebook: ends)
        declared["bot"] = Column("bot", of=lambda rulebook: experiment.bots)
        dtype = engine.kernels.row_dtype
        return [
            shown
            for field in dtype.names or ()
            for shown in self._of_field(declared.get(field, Column(field)), dtype[field])
        ]

    def _of_field(self, column: Column, dtype: np.dtype) -> Iterator[_Shown]:
        """Yield the columns of a field, one for each place of its axes."""
        rulebook, engine = self.experiment.rulebook, self.experiment.engine
        axes = [[str(place + 1) for place in range(size)] for size in dtype.shape]
        if axes and (column.field in SEAT_COLUMNS or column.field in engine.seat_columns):
            axes[-1] = axes[-1][: self.experiment.seats]
        if column.by is not None:
            axes[0] = list(column.by(rulebook))[: len(axes[0])]
        names = None if column.of is None else tuple(column.of(rulebook))
        if names == ():
            return
        bits = () if column.set_of is None else tuple(column.set_of(rulebook))
        for place in product(*(enumerate(axis) for axis in axes)):
            index = (slice(None), *(number for number, _ in place))
            words = [word for _, word in place]
            if bits:
                for bit, word in enumerate(bits):
                    name = "_".join([column.shown_name, word, *words])
                    yield _Shown(name, column, index, dtype.base, bit=bit)
            else:
                yield _Shown("_".join([column.shown_name, *words]), column, index, dtype.base, names)

"""A chunk of rows as the bytes of a Parquet file, and back, with checksums and the mark of its run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.analysis.playing.row_columns import column_places, from_columns, to_columns

if TYPE_CHECKING:
    import pyarrow as pa

MARK = b"conquestlab.run"  # in the metadata of a file: the mark of the run that it belongs to


class ChunkFault(Exception):
    """The bytes are no chunk of this run; the text says why, and how to mend it."""


@dataclass(frozen=True)
class ChunkCodec:
    """How the rows of a run are written.

    It needs neither the folder of the run nor its lock, and is small, so any process can have it.

    Attributes
    ----------
    mark : str
        Stands in every file, and is the same for all runs of one experiment.
    dtype : dtype
        Of the rows.
    seats : int
    seat_columns : tuple of str
        The engine's own columns whose last axis is the seat.
    """

    mark: str
    dtype: np.dtype
    seats: int
    seat_columns: tuple[str, ...] = ()

    @property
    def schema(self) -> pa.Schema:
        """What columns a file has, and whose it is."""
        import pyarrow as pa

        places = column_places(self.dtype, self.seats, self.seat_columns)
        columns = [(name, pa.from_numpy_dtype(self.dtype[field].base)) for name, field, _ in places]
        return pa.schema(columns, {MARK: self.mark.encode()})

    def encoded(self, rows: np.ndarray) -> bytes:
        """Return the file of these rows: the same bytes for the same rows."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = to_columns(rows, self.seats, self.seat_columns)
        table = pa.table([np.ascontiguousarray(column) for column in columns.values()], self.schema)
        content = pa.BufferOutputStream()
        pq.write_table(table, content, compression="zstd", row_group_size=len(rows), write_page_checksum=True)
        return content.getvalue().to_pybytes()

    def decoded(self, content: bytes) -> np.ndarray:
        """Return the rows of a file.

        Raises
        ------
        ChunkFault
            It is damaged, or belongs to another run.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = self.schema
        try:
            table = pq.read_table(
                pa.BufferReader(content), use_threads=False, page_checksum_verification=True
            )
            is_ours = table.schema.metadata == schema.metadata
            is_whole = table.schema.equals(schema) and not any(one.null_count for one in table.columns)
            columns = {name: table[name].to_numpy() for name in schema.names} if is_whole else {}
        except Exception as error:  # whatever Arrow makes of broken bytes
            raise ChunkFault("is damaged: delete it") from error
        if not is_ours:
            raise ChunkFault("belongs to another run: move it away")
        if not is_whole or not table.num_rows:
            raise ChunkFault("is damaged: delete it")
        return from_columns(columns, self.dtype, self.seats, self.seat_columns)

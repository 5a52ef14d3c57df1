"""All rows of a run as pandas frames, or as one file that other programs read, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import takewhile
from typing import TYPE_CHECKING, Any, BinaryIO

from conquestlab.analysis.errors import Failed
from conquestlab.analysis.playing.provenance import play_command, provenance, stored
from conquestlab.analysis.playing.readable_rows import ReadableRows

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from conquestlab.analysis.playing.runs import RunFolder

FORMATS = ("parquet", "arrow", "csv")
GROUP = 100_000  # rows that are written together, about: short chunks would make a file slow to read


def games_held(run: RunFolder) -> int:
    """Return how many games are kept from the first on without a gap."""
    return sum(count for _, count in takewhile(lambda chunk: run.holds(*chunk), run.chunks()))


def known_of(run: RunFolder) -> dict[str, Any]:
    """Return where the rows of a run come from."""
    return provenance(run.experiment, games_held(run), play_command(run.experiment, run.within))


def frames(run: RunFolder) -> Iterator[pd.DataFrame]:
    """Yield a frame for each chunk, from the first on up to the first that is missing."""
    readable, known = ReadableRows(run.experiment), known_of(run)
    for rows in run.rows():
        frame = readable.frame(readable.table(rows))
        frame.attrs = dict(known)
        yield frame


def frame(run: RunFolder) -> pd.DataFrame:
    """Return all rows as one frame."""
    import pyarrow as pa

    readable = ReadableRows(run.experiment)
    tables = [readable.table(rows) for rows in run.rows()]
    whole = pa.concat_tables(tables) if tables else readable.schema.empty_table()
    found = readable.frame(whole)
    found.attrs = known_of(run)
    return found


def write_rows(run: RunFolder, file: BinaryIO, format: str) -> int:
    """Write all rows into an open file, and return how many there are.

    Parameters
    ----------
    run : RunFolder
    file : binary file
    format : str
        One of `FORMATS`. CSV has no place for where the rows come from.
    """
    readable, known = ReadableRows(run.experiment), known_of(run)
    schema = readable.schema.with_metadata(stored(known))
    written = 0
    with closing(_writer(file, schema, format)) as writer:
        for table in _grouped(readable.table(rows) for rows in run.rows()):
            shown = _as_text(table) if format == "csv" else table.replace_schema_metadata(schema.metadata)
            writer.write_table(shown)
            written += table.num_rows
    if written != known["games"]:
        raise Failed(f"{run.path} is being changed: try again when that has ended")
    return written


def _writer(file: BinaryIO, schema: pa.Schema, format: str) -> Any:
    import pyarrow as pa

    if format == "parquet":
        import pyarrow.parquet as pq

        return pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True)
    if format == "arrow":
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        return pa.ipc.new_file(file, schema, options=options)
    import pyarrow.csv

    return pyarrow.csv.CSVWriter(
        file,
        _as_text(schema.empty_table()).schema,
        write_options=pyarrow.csv.WriteOptions(quoting_style="needed"),
    )


def _grouped(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Yield the same rows in tables that are not much shorter than a group."""
    import pyarrow as pa

    gathered: list[pa.Table] = []
    for table in tables:
        gathered.append(table)
        if sum(len(one) for one in gathered) >= GROUP:
            yield pa.concat_tables(gathered).combine_chunks()
            gathered = []
    if gathered:
        yield pa.concat_tables(gathered).combine_chunks()


def _as_text(table: pa.Table) -> pa.Table:
    """Return a table whose names stand in it as text, which is all that CSV knows."""
    import pyarrow as pa

    schema = pa.schema(
        [one.with_type(pa.string() if pa.types.is_dictionary(one.type) else one.type) for one in table.schema]
    )
    return table.cast(schema)

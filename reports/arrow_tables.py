"""Answers as Parquet and Arrow files: columns with types, and what the answer is about in the metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.playing.provenance import stored

EXACT = 1 << 53  # up to here every whole number is a float too
LONGEST = 1 << 63


def arrow_bytes(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], meta: Mapping[str, Any], format: str
) -> bytes:
    """Return the file of some rows.

    Parameters
    ----------
    rows : sequence of mapping
        Plain values, as of `conquestlab.reports.digits.plain`.
    names : sequence of str
        The columns, in their order.
    meta : mapping
        What the answer is about, in values that JSON knows.
    format : str
        parquet or arrow.
    """
    import pyarrow as pa

    columns = [_column([row[name] for row in rows]) for name in names]
    table = pa.table(columns, names=[_text(name) for name in names])
    table = table.replace_schema_metadata(stored(dict(meta)))
    content = pa.BufferOutputStream()
    if format == "parquet":
        import pyarrow.parquet as pq

        pq.write_table(table, content, compression="zstd")
    else:
        with pa.ipc.new_file(content, table.schema) as writer:
            writer.write_table(table)
    file: bytes = content.getvalue().to_pybytes()
    return file


def _column(values: Sequence[Any]) -> Any:
    """Return values as a column of the one type that they all have; as text where they have none."""
    import pyarrow as pa

    given = [value for value in values if value is not None]
    kinds = {_kind(value) for value in given}
    if not kinds:
        return pa.nulls(len(values))
    if kinds == {int, float} and all(type(value) is not int or abs(value) <= EXACT for value in given):
        kinds = {float}
    if len(kinds) == 1 and (kind := kinds.pop()) is not None:
        types = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string()}
        return pa.array([None if value is None else _as(kind, value) for value in values], types[kind])
    return pa.array([None if value is None else _text(value) for value in values], pa.string())


def _kind(value: Any) -> type | None:
    if isinstance(value, int) and not isinstance(value, bool) and not -LONGEST <= value < LONGEST:
        return None
    return next((kind for kind in (bool, int, float, str) if isinstance(value, kind)), None)


def _as(kind: type, value: Any) -> Any:
    return _text(value) if kind is str else kind(value)


def _text(value: Any) -> str:
    """Return a value as text; signs that no encoding knows, as in names of files, are replaced."""
    from conquestlab.reports.tables import raw

    return raw(value).encode("utf-8", "replace").decode("utf-8")

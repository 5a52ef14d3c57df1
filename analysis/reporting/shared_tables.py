"""Exact tables that are the same for several rulebooks, made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.rules.rulebook import Rulebook

Record = dict[str, Any]


class Shared(NamedTuple):
    """Rows that are the same for several rulebooks: their labels, and the rows."""

    labels: tuple[str, ...]
    rows: list[Record]


def shared_tables(
    books: Sequence[tuple[str, Rulebook]], make: Callable[[Rulebook], list[Record]], columns: Sequence[str]
) -> list[Shared]:
    """Make rows for each rulebook, and take together those that say the same.

    Parameters
    ----------
    books : sequence of (str, Rulebook)
        As they were named, and read.
    make : callable
        (rulebook) -> rows.
    columns : sequence of str
        Those in which rows have to be the same.
    """
    found: dict[Any, Shared] = {}
    for _, book in books:
        rows = make(book)
        key = tuple(tuple(row[name] for name in columns) for row in rows)
        if rows:
            before = found.get(key, Shared((), rows))
            found[key] = Shared((*before.labels, book.label), before.rows)
    return list(found.values())

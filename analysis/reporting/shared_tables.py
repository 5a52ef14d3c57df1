"""Exact tables that are the same for several rulebooks, made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.rulebook import Rulebook


class Shared(NamedTuple):
    """Rows that are the same for several rulebooks: their labels, and the rows."""

    labels: tuple[str, ...]
    rows: list[Row]

    @property
    def name(self) -> str:
        """The rulebooks in words."""
        return " and ".join(self.labels)


def shared_tables(
    books: Sequence[tuple[str, Rulebook]], make: Callable[[Rulebook], list[Row]], columns: Sequence[str]
) -> list[Shared]:
    """Make rows for each rulebook, and take together those that say the same.

    Parameters
    ----------
    books : sequence of (str, Rulebook)
        What they are called, and as they were read.
    make : callable
        (rulebook) -> rows.
    columns : sequence of str
        Those in which rows have to be the same.
    """
    return shared_rows([{**row, "rules": name} for name, book in books for row in make(book)], columns)


def shared_rows(rows: Sequence[Row], columns: Sequence[str]) -> list[Shared]:
    """Take together the rows of rulebooks that are the same in some columns; `rules` names the rulebook."""
    by_rules: dict[str, list[Row]] = {}
    for row in rows:
        by_rules.setdefault(row["rules"], []).append(row)
    found: dict[Any, Shared] = {}
    for label, own in by_rules.items():
        key = tuple(tuple(row[name] for name in columns) for row in own)
        before = found.get(key, Shared((), own))
        found[key] = Shared((*before.labels, label), before.rows)
    return list(found.values())

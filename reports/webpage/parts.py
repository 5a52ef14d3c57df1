"""What a page is made of: sections with figures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from conquestlab.reports.webpage.words import Table

Record = Mapping[str, Any]


class Figure(NamedTuple):
    """A figure: its title, how to read it, its drawing, the series that need a legend, and its manner.

    Attributes
    ----------
    title, how : str
    drawing : str
        SVG.
    legend : sequence of (int, str)
        Colour and name of each series.
    scale : tuple of str
        Words at the ends of a scale of shades, of a kind of shades `q` or `d`; empty for none.
    is_wide : bool
        It takes the whole width.
    layers : sequence of layers
        Of a map: what the switch shows.
    """

    title: str
    how: str
    drawing: str
    legend: Sequence[tuple[int, str]] = ()
    scale: tuple[str, ...] = ()
    is_wide: bool = False
    layers: Sequence[Any] = ()

    @property
    def svg(self) -> Markup:
        """The drawing, whose text was escaped when it was made."""
        return Markup(self.drawing)


@dataclass
class Section:
    """A part of the page: its name in the address bar, its title, words, figures and tables."""

    name: str
    title: str
    words: list[Any] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.words or self.figures or self.tables)


def rows_of(rows: Iterable[Record], measure: str) -> list[Record]:
    """Return the rows of a measure that have a value."""
    return [row for row in rows if row["measure"] == measure and row["value"] is not None]


def by_seat(rows: Iterable[Record], measure: str) -> list[Record]:
    """Return the rows of a measure that are of seats."""
    return [row for row in rows_of(rows, measure) if str(row["of"]).isdigit()]


def in_panels(things: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """Cut a sequence into parts of about equal length, none longer than `most`."""
    if not things:
        return []
    parts = -(-len(things) // most)
    size = -(-len(things) // parts)
    return [things[first : first + size] for first in range(0, len(things), size)]

"""What a page is made of: sections with figures and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from conquestlab.analysis.language import numerals, say
from conquestlab.analysis.reporting.contents import BookFacts, Contents
from conquestlab.analysis.reporting.report_runs import Named as Named
from conquestlab.analysis.reporting.report_runs import ReportRun
from conquestlab.analysis.reporting.report_runs import by_seat as by_seat
from conquestlab.analysis.reporting.report_runs import rows_of as rows_of
from conquestlab.analysis.rules.rule_words import variant_names
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.reports.webpage.html import Table

Row = Mapping[str, Any]


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
    def has_numbers(self) -> bool:
        """Whether its marks carry the numbers they show; those of a map stand in a table."""
        return "data-value=" in self.drawing

    @property
    def svg(self) -> Markup:
        """The drawing, whose text was escaped when it was made."""
        return Markup(self.drawing)


@dataclass
class Section:
    """A part of the page: its name in the address bar, its title, words, figures and tables.

    `short` is what the list of sections calls it, if that is not its title.
    """

    name: str
    title: str
    words: list[Any] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    short: str = ""

    @property
    def are_few(self) -> bool:
        """Whether its figures fill no row of three."""
        return sum(not figure.is_wide for figure in self.figures) < 3

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.words or self.figures or self.tables)


def row_of(run: ReportRun, name: str, measure: str) -> Row | None:
    """Return the first row of a measure that has a value, with the name of its run; None if there is none."""
    found = rows_of(run.rows, measure)
    return {**found[0], "run": name} if found else None


def in_panels(things: Sequence[Any], most: int) -> list[Sequence[Any]]:
    """Cut a sequence into parts of about equal length, none longer than `most`."""
    if not things:
        return []
    parts = -(-len(things) // most)
    size = -(-len(things) // parts)
    return [things[first : first + size] for first in range(0, len(things), size)]


def all_runs(contents: Contents) -> list[Named]:
    """Return place, name and run of all runs."""
    return [(place, name, run) for place, (name, run) in enumerate(named_runs(contents))]


def named_runs(contents: Contents) -> list[tuple[str, ReportRun]]:
    """Return name and run of all runs."""
    return list(zip(contents.names, contents.runs, strict=True))


def runs_of(contents: Contents, game: str) -> list[Named]:
    """Return place, name and run of all runs of a game."""
    return [named for named in all_runs(contents) if named[2].experiment.rulebook.game == game]


def books_of(contents: Contents, game: str) -> list[BookFacts]:
    """Return the rulebooks of a game."""
    return [facts for facts in contents.books if facts.book.game == game]


def named_books(contents: Contents, game: str) -> list[tuple[str, Rulebook]]:
    """Return the rulebooks of a game, each with what it is called on the page."""
    books = [facts.book for facts in books_of(contents, game)]
    return list(zip(variant_names(books), books, strict=True))


def of_run(contents: Contents, title: str, name: str) -> str:
    """Return the title of what belongs to one run of several."""
    return f"{title}: {name}" if len(contents.runs) > 1 else title


def sampled(contents: Contents, name: str) -> str:
    """Say in which games lands or cards were counted."""
    games = contents.sampled[name]
    return (
        say("game 0, told event by event")
        if games == 1
        else say("the first {games} games, told event by event", games=numerals(f"{games:,}"))
    )

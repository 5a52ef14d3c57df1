"""What a command shows: rows, what they are about, and how to draw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.reports.tables import NOTHING_TO_SHOW

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.reading import Reading


class Page(NamedTuple):
    """An answer, ready to be written and drawn.

    Attributes
    ----------
    rows : list of dict
        Flat records with the same keys.
    rulebooks : tuple of Rulebook
        The rulebooks that it is about.
    lead : tuple of str
        Paragraphs that stand above the table: the answer in words.
    text : str
        What is written in place of a table, as it is: a file to be edited.
    notes : tuple of str
        Sentences to stand below the table.
    matrix : tuple of str, optional
        Three columns that a terminal shows crosswise: down, across, value.
    meta : dict
        What else is known of it: the seed, the bots.
    draw : callable, optional
        Makes the figure; called only when one is wanted.
    shown : list of dict, optional
        Rows as tables for the eye show them, where these are not the records themselves.
    split_by : str, optional
        A column of text that becomes the heading of a table for the eye of its own.
    place : str, optional
        A file that is drawn whatever else is asked for.
    reading : callable, optional
        Makes what a person reads in a terminal in place of the table: words first, then the numbers that
        matter.
    whole : list of dict, optional
        All rows as somebody who reads them in a terminal is shown them, where that is not `shown`.
    nothing : str
        What a table for the eye without rows says.
    """

    rows: list[dict[str, Any]]
    rulebooks: tuple[Rulebook, ...] = ()
    notes: tuple[str, ...] = ()
    matrix: tuple[str, str, str] | None = None
    lead: tuple[str, ...] = ()
    text: str = ""
    meta: dict[str, Any] = {}  # noqa: RUF012 - never changed
    draw: Callable[[], Any] | None = None
    shown: list[dict[str, Any]] | None = None
    split_by: str | None = None
    place: str | None = None
    reading: Callable[[], Reading] | None = None
    whole: list[dict[str, Any]] | None = None
    nothing: str = NOTHING_TO_SHOW

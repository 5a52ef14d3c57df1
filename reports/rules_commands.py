"""`conquest rules show`, `check` and `diff`: rulebooks and maps as tables, and maps as drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.page import Page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.analysis.rules.single_files import SingleFile


def show_answer(text: str, output: Output) -> Answer:
    """Answer `conquest rules show`: the values of a rulebook or what a map holds, and the map drawn."""
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_answers import show_rulebook
    from conquestlab.analysis.rules.single_files import single_file

    single = single_file(text)
    if single is not None:
        return Answer(_page_of_single(single))
    book = load(text)
    if output.plot and find_board(book.game) is None:
        raise WrongUse(f"{book.label} is not played on a map: leave --plot out")
    return Answer(Page(show_rulebook(book), (book,), draw=lambda: _drawn(book)))


def check_answer(text: str, output: Output) -> Answer:
    """Answer `conquest rules check`: all errors, or that there are none, and a map summed up."""
    from conquestlab.analysis.rules.rulebook_answers import check_rulebook, sum_up

    faults = check_rulebook(text)
    if faults:
        return Answer(Page(faults), holds=False)
    rows, notes = sum_up(text)
    fine = say("{file}: no errors", file=text)
    if rows:
        return Answer(Page(rows, notes=(fine, *notes)))
    return Answer(Page([], notes=notes, nothing=fine))  # first of all, there is nothing wrong


def diff_answer(one: str, other: str, whole: bool) -> Answer:
    """Answer `conquest rules diff`: the rules that differ, and the maps summed up."""
    from conquestlab.analysis.rules.rulebook import load
    from conquestlab.analysis.rules.rulebook_answers import diff_rulebooks

    books = load(one), load(other)
    rows = diff_rulebooks(*books, whole=True)
    short = diff_rulebooks(*books, whole=False)
    if whole or len(short) == len(rows):
        return Answer(Page(rows, books, nothing=say("the same rules")))
    note = say("{count} entries of files are summed up: --all lists them.", count=_hidden(rows, short))
    return Answer(Page(short, books, notes=(note,)))


def _hidden(rows: list[dict[str, Any]], short: list[dict[str, Any]]) -> int:
    listed = {row["key"] for row in short}
    return sum(row["key"] not in listed for row in rows)


def find_board(game: str) -> Any:
    """Return what draws the map of a game, or None."""
    from conquestlab.reports.games.pages import pages_of

    return pages_of(game).drawn_map


def _drawn(book: Rulebook) -> Figure:
    figure: Figure = find_board(book.game)(book.map, book.title, book)
    return figure


def _page_of_single(single: SingleFile) -> Page:
    """Return the page of a file that rulebooks name."""
    from conquestlab.analysis.rules.faults import Fault, faults_text

    faults: list[Fault] = []
    contents = single.read(faults)
    if contents is None:
        raise WrongUse(faults_text(faults))
    rows, notes = single.file.summary(contents)
    board = find_board(single.game)

    def draw() -> Figure:
        if board is None or single.part != "map":
            raise WrongUse(f"{single.text} is no map: leave --plot out")
        figure: Figure = board(contents, contents.title, None)
        return figure

    if rows or not notes:
        return Page(rows, notes=notes, draw=draw)
    return Page(rows, notes=notes[1:], draw=draw, nothing=notes[0])

"""From a request for a calculator to a page in a file: `conquest odds --page`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import say
from conquestlab.analysis.requests.exact import OddsRequest
from conquestlab.reports.answer import Answer, Output
from conquestlab.reports.files import check_place, write_whole
from conquestlab.reports.games.pages import every_game, pages_of

if TYPE_CHECKING:
    from conquestlab.analysis.rules.rulebook import Rulebook

USUAL_RULES = ("conquete-1957", "risk-modern")  # the two families: three dice of defence, and two
ENDS = (".html", ".htm")


def calculator_answer(request: OddsRequest, output: Output) -> Answer:
    """Answer `conquest odds --page`: make a calculator and write it."""
    place = str(request.page)
    if not place.lower().endswith(ENDS):
        raise WrongUse(f"{place} does not look like a page: end its name in .html")
    check_place(place)
    if request.of:
        raise WrongUse(f"a calculator answers for any attack: leave out {' '.join(request.of)}")
    named = any(word.startswith(("--rules", "-r")) for word in output.typed)
    books = (request if named else request.but(rules=USUAL_RULES)).books
    known = [_known_of(book) for book in books]
    _tell_apart(known, books)
    from conquestlab.reports.webpage.calculator import calculator_html

    write_whole(place, calculator_html(known, output.command).encode("utf-8"))
    output.voice.say(say("{file} needs no network: open it in a browser, or send it to a phone", file=place))
    return Answer(None)


def _known_of(book: Rulebook) -> dict[str, Any]:
    """Return what a page knows of a rulebook."""
    calculator = pages_of(book.game).calculator
    if calculator is None:
        able = " or ".join(name for name, pages in every_game().items() if pages.calculator)
        raise WrongUse(f"{book.label} has no calculator: name a rulebook of the {able} games")
    return {"label": book.label, "title": book.called, **calculator(book)}


def _tell_apart(known: Sequence[dict[str, Any]], books: Sequence[Rulebook]) -> None:
    """Name rulebooks of one title by their labels."""
    titles = [one["title"] for one in known]
    for one, book in zip(known, books, strict=True):
        if titles.count(book.title) > 1:
            one["title"] = book.label

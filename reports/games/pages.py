"""What is shown of one game alone: sections of a page, figures, words on its rules, and exact commands.

A game's facts (analysis/games/facts.py) name the module whose PAGES these are: of this folder for the games
that come with conquestlab, of any package for one from outside. Every part is optional. A game without any
has a whole page with the sections of all games and every common figure; exact commands refuse it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games import find_game, game_names
from conquestlab.reports.answer import Answer, Output

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.reporting.contents import Contents
    from conquestlab.analysis.reporting.report_runs import ReportRun
    from conquestlab.analysis.rules.rulebook import Rulebook
    from conquestlab.reports.page import Page
    from conquestlab.reports.webpage.parts import Section

# Where the sections of every game stand on a page; a game's own ones stand between.
WINS, COURSE, ELIMINATIONS, CHOICES, OWN, RESULTS, ROBUSTNESS, MEASURES, PLAYED, SOURCES, READING = range(
    0, 110, 10
)


class OwnSection(NamedTuple):
    """A section of a page that is about one game alone.

    Attributes
    ----------
    make : callable
        (contents) -> the section; an empty one is left out.
    place : int
        Where it stands: after sections of a smaller number, and after those before it of the same one.
    """

    make: Callable[[Contents], Section]
    place: int = OWN


class OwnFigure(NamedTuple):
    """A figure that `conquest play --figure` draws of one game alone.

    Attributes
    ----------
    draw : callable
        (runs) -> the figure.
    of_one : bool
        Whether it shows one rulebook and one number of players only.
    of_course : bool
        Whether it needs the course of the games to be tallied.
    """

    draw: Callable[[Sequence[ReportRun]], Figure]
    of_one: bool = False
    of_course: bool = False


class OwnOptions(NamedTuple):
    """Options of an exact command that only this game gives an effect.

    Attributes
    ----------
    names : str
        As the command calls them inside, with blanks between.
    where : str
        Follows "has no effect", for who asks of another game.
    instead : str
        Another way to mend the question than to leave them out.
    """

    names: str
    where: str
    instead: str = ""


class Board(NamedTuple):
    """A drawn board on which a game can be watched.

    Attributes
    ----------
    svg : str
        A drawing with the class `board-of-game`, of places as of reports/webpage/board.py.
    words : str
        How it was drawn, and what of it is reconstructed.
    """

    svg: str
    words: str


def no_sections() -> Sequence[OwnSection]:
    """Return the own sections of a game without any."""
    return ()


def no_figures() -> Mapping[str, OwnFigure]:
    """Return the own figures of a game without any."""
    return {}


def no_doubts(rulebook: Rulebook) -> Sequence[str]:
    """Return what is doubtful of a rulebook beside what its parts say themselves."""
    return ()


def no_caution(rulebooks: Sequence[Rulebook], rows: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """Return what has to be said below a table of measures: nothing."""
    return ()


def nothing_lacks(rulebooks: Sequence[Rulebook]) -> Sequence[str]:
    """Return what a page lacks because of the rulebooks."""
    return ()


ExactPage = Callable[[Any, Output], "Page"]


@dataclass(frozen=True)
class Pages:
    """What is shown of one game alone; what needs heavy modules imports them when it is called.

    Attributes
    ----------
    sections : callable
        () -> its own sections of a page.
    figures : callable
        () -> its own figures by name, for `conquest play --figure`; none has the name of a common one.
    figures_need : str
        Said of its figures to who asks for one of another game: why only this game has them.
    doubts : callable
        (rulebook) -> sentences on what is reconstructed or disputed, without the full stop.
    lacks : callable
        (rulebooks) -> sentences on what a page lacks because of them.
    caution : callable
        (rulebooks, rows of measures) -> sentences that have to stand below them, without the full stop.
    board : callable, optional
        (rulebook, players) -> the board for that many players, those who are no seats included.
    odds, need, cards, advise : callable, optional
        (request, output) -> the answer to the command of this name; the request is the one of that name in
        analysis/requests/exact.py, or advising.py.
    own_options : mapping
        By exact command, its options that have an effect on this game alone.
    drawn_map : callable, optional
        (map, heading, rulebook or None) -> the figure of the map, for `conquest rules show --plot`.
    calculator : callable, optional
        (rulebook) -> what a calculator knows of it (reports/styles/calculator*.js): `about`, sentences, and
        `battles`, `sets` or `columns`, as far as the game has them.
    """

    sections: Callable[[], Sequence[OwnSection]] = no_sections
    figures: Callable[[], Mapping[str, OwnFigure]] = no_figures
    figures_need: str = ""
    doubts: Callable[[Rulebook], Sequence[str]] = no_doubts
    lacks: Callable[[Sequence[Rulebook]], Sequence[str]] = nothing_lacks
    caution: Callable[[Sequence[Rulebook], Sequence[Mapping[str, Any]]], Sequence[str]] = no_caution
    board: Callable[[Rulebook, int], Board] | None = None
    odds: ExactPage | None = None
    need: ExactPage | None = None
    cards: ExactPage | None = None
    advise: ExactPage | None = None
    own_options: Mapping[str, OwnOptions] = field(default_factory=dict)
    drawn_map: Callable[[Any, str, Rulebook | None], Figure] | None = None
    calculator: Callable[[Rulebook], dict[str, Any]] | None = None


HAS_NO = {
    "odds": "exact odds",
    "need": "battles of armies",
    "cards": "cards to exchange",
    "advise": "attacks to advise on",
}
"""By exact command, what a game lacks that has no answer to it."""


def pages_of(game: str) -> Pages:
    """Return what is shown of a game alone, by its name; imported at the first use."""
    place = find_game(game).facts.pages_in
    pages: Pages = import_module(place).PAGES if place else Pages()
    return pages


def every_game() -> dict[str, Pages]:
    """Return what is shown of each game that can be played, by its name."""
    return {name: pages_of(name) for name in game_names()}


def games_of(books: Sequence[Rulebook]) -> list[tuple[Pages, list[Rulebook]]]:
    """Return what is shown of the games of some rulebooks, each once, with its rulebooks."""
    found: dict[str, list[Rulebook]] = {}
    for book in books:
        found.setdefault(book.game, []).append(book)
    return [(pages_of(game), some) for game, some in found.items()]


def what_games_lack(books: Sequence[Rulebook]) -> list[str]:
    """Say, a sentence each, what a page of some rulebooks lacks because of them."""
    return [line for pages, some in games_of(books) for line in pages.lacks(some)]


def cautions(books: Sequence[Rulebook], rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what has to be said below some rows of measures because of the games that they are of."""
    return tuple(line for pages, some in games_of(books) for line in pages.caution(some, rows))


def exact_answer(command: str, request: Any, output: Output) -> Answer:
    """Answer an exact command, one of HAS_NO, for rulebooks of a game that has an answer to it.

    Rulebooks of several games are given to the first that has an answer; it refuses those of others.
    """
    name = answering_game(command, request.books)
    if not name:
        known = " or ".join(name for name, pages in every_game().items() if getattr(pages, command))
        label = request.books[0].label
        raise WrongUse(f"{label} has no {HAS_NO[command]}: name a rulebook of the {known} games")
    return Answer(getattr(pages_of(name), command)(request, output))


def answering_game(command: str, books: Sequence[Rulebook]) -> str:
    """Return the name of the game that answers an exact command for some rulebooks; empty if none can."""
    asked = {book.game for book in books}
    able = (name for name in game_names() if name in asked and getattr(pages_of(name), command))
    return next(able, "")

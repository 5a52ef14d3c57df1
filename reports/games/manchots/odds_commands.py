"""From a request for odds of Manchots Barjots to rows, notes and a figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.manchots import answers
from conquestlab.analysis.games.manchots.facts import sentence_on_cards
from conquestlab.analysis.games.manchots.names import ZONE_NAMES
from conquestlab.analysis.games.manchots.question import read_things
from conquestlab.analysis.games.manchots.rules import manchots_rules
from conquestlab.analysis.language import marked
from conquestlab.analysis.requests.exact import OddsRequest
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.reports.answer import Output
from conquestlab.reports.page import Page
from conquestlab.reports.trial import trial_of

Rows = list[dict[str, Any]]
WAYS = marked(
    "play any: one card a round lands, whichever comes; play all: every card of the zone that is dealt "
    "lands; no special card acts"
)
HIDDEN = ("rules", "players", "bot", "win", "win_low", "win_high", "games")
ADVISED = marked(
    "This is advice on a first hand only. {games} games of {players} players were dealt in which seat 1 "
    "holds it; all other cards lie as chance has it, and {bot} plays on in every seat. score is that of "
    "seat 1, behind the distance to the best row of the table in the same games; the best of several owes a "
    "little to luck"
)


def manchots_page(request: OddsRequest, output: Output) -> Page:
    """Answer `conquest odds` for rulebooks of Manchots Barjots."""
    if request.jobs:
        raise WrongUse("--jobs has no effect on games of Manchots Barjots here: leave it out")
    if request.hand is not None:
        if request.of or len(request.books) > 1:
            raise WrongUse("--hand is a question of its own, on one rulebook: leave out cards and zones")
        return _advice(request, output, request.hand)
    read = (name for book in request.books for name in read_things(request.of, manchots_rules(book)))
    names = dict.fromkeys(read)
    zones = [name for name in names if name in ZONE_NAMES]
    cards = [name for name in names if name not in ZONE_NAMES]
    if cards and zones:
        raise WrongUse("cards and zones have tables of their own: ask for the ones or for the others")
    if cards:
        return _cards(request, output, cards)
    if zones:
        return _zones(request, output, zones)
    return _specials(request, output)


def _specials(request: OddsRequest, output: Output) -> Page:
    books = request.books
    rows, meta = _answer(lambda **how: answers.specials_dealt(books, **how), len(books), request, output)

    def draw() -> Any:
        from conquestlab.reports.games.manchots.odds_figures import specials_drawn

        return specials_drawn(rows)

    alone = len(books) == 1 and not meta
    matrix = ("number", "special", "chance") if alone else None
    return Page(rows, books, _notes(books), matrix=matrix, meta=meta, draw=draw)


def _cards(request: OddsRequest, output: Output, cards: list[str]) -> Page:
    books = request.books
    deals = sum(len(range(book.spec.players.min, book.spec.players.max + 1)) for book in books)
    rows, meta = _answer(lambda **how: answers.cards_in_play(books, cards, **how), deals, request, output)

    def draw() -> Any:
        from conquestlab.reports.games.manchots.odds_figures import cards_drawn

        return cards_drawn(rows)

    return Page(rows, books, _notes(books), meta=meta, draw=draw)


def _zones(request: OddsRequest, output: Output, zones: list[str]) -> Page:
    books = request.books
    rows, meta = _answer(lambda **how: answers.zone_sums(books, zones, **how), len(books), request, output)

    def draw() -> Any:
        from conquestlab.reports.games.manchots.odds_figures import zones_drawn

        return zones_drawn(rows)

    alone = len(books) == len(zones) == 1 and not meta
    matrix = ("sum", "play", "chance") if alone else None
    return Page(rows, books, (WAYS, *_notes(books)), matrix=matrix, meta=meta, draw=draw)


def _answer(
    ask: Callable[..., Rows], deals: int, request: OddsRequest, output: Output
) -> tuple[Rows, dict[str, Any]]:
    """Return the exact rows, with what was dealt beside them where that is asked for, and its meta."""

    def needs_compiling() -> bool:
        from conquestlab.analysis.games.manchots import simulation  # loads numpy

        return simulation.needs_compiling()

    with trial_of(request, output, deals, needs_compiling, "deals") as trial:
        rows = ask(exact=request.exact, trial=trial)
    return rows, {"seed": trial.seed, "games": trial.games} if trial else {}


def _advice(request: OddsRequest, output: Output, hand: str) -> Page:
    from conquestlab.analysis.games.manchots import advice
    from conquestlab.analysis.seeds import parse_seeds

    (book,) = request.books
    games = request.simulate or advice.GAMES
    seed = parse_seeds(request.seed).text
    _, players = advice.check(book, hand, request.players, games)
    if advice.needs_compiling():
        output.voice.compiling(60)
    with output.voice.progress(games, "games") as bar:
        rows = advice.advise(
            book, hand, players=players, games=games, seed=seed, progress=lambda _: bar.advance(1)
        )

    def draw() -> Any:
        from conquestlab.reports.games.manchots.odds_figures import advice_drawn

        return advice_drawn(rows)

    notes = (ADVISED.format(**rows[0]), *_notes((book,)))
    shown = [{key: value for key, value in row.items() if key not in HIDDEN} for row in rows]
    return Page(
        rows, (book,), notes, meta={"seed": seed, "games": games}, draw=draw, shown=shown, split_by="question"
    )


def _notes(books: tuple[Rulebook, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sentence for book in books if (sentence := sentence_on_cards(book))))

"""From a request about cards to rows, notes and a figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquestlab.analysis.games.conquest.card_sets.card_question import (
    EXACT,
    USUAL_GAMES,
    books_of,
    card_tables,
    read_policies,
)
from conquestlab.analysis.language import marked
from conquestlab.analysis.requests.exact import CardsRequest
from conquestlab.reports.answer import Output
from conquestlab.reports.digits import brief
from conquestlab.reports.page import Page
from conquestlab.reports.reading import Reading, Sheet

NO_CHOICE = marked("no hand leaves a choice often enough: sets have to be exchanged as soon as they are held")
SOLVING = marked("everybody plays the solved policy; `conquest docs cards` says what it supposes")


def cards_page(request: CardsRequest, output: Output) -> Page:
    """Answer `conquest cards`."""
    if request.hand is not None:
        return _hand_page(request, output)
    view = request.show
    notes: tuple[str, ...] = ()
    books = tuple(book for book, _ in books_of(request))
    if view in EXACT:
        from conquestlab.analysis.games.conquest.card_sets import card_answers

        if request.simulate:
            from conquestlab.analysis.games.conquest.card_sets.card_simulation import needs_compiling

            if needs_compiling(view):
                output.voice.compiling(5)
        rows = getattr(card_answers, view)(request)
        meta = _seed_meta(request, "hands", request.simulate)
    else:
        rows, notes = _played(request, output)
        played = request.simulate or (None if view == "timing" else USUAL_GAMES)
        meta = _seed_meta(request, "games", played)

    def draw() -> Any:
        from conquestlab.reports.games.conquest.card_figures import DRAWN

        return DRAWN[view](rows)

    return Page(rows, books, notes, meta=meta, draw=draw, reading=lambda: _reading(view, rows))


def _reading(view: str, rows: list[dict[str, Any]]) -> Reading:
    from conquestlab.reports.games.conquest.card_sentences import card_sentences, card_table

    return Reading(tuple(card_sentences(view, rows)), (Sheet("", card_table(view, rows)),))


def _hand_page(request: CardsRequest, output: Output) -> Page:
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import needs_compiling
    from conquestlab.analysis.games.conquest.card_sets.hand_advice import hand_advice, hand_rows
    from conquestlab.reports.games.conquest.hand_words import hand_words

    if needs_compiling(True):
        output.voice.compiling(15)
    found = list(hand_advice(request))
    rows = [row for advice in found for row in hand_rows(advice)]
    names: tuple[str, ...] = ("choice", "give", "armies", "bonus", "then", "gain", "better")
    if not any(advice.choices for advice in found):
        names = ("choice", "next_card")
    if len(found) > 1:
        names = ("rules", "players", *names)
    shown = [{name: _brief(row[name]) for name in names} for row in rows]
    words = tuple(line for advice in found for line in hand_words(advice))
    return Page(rows, tuple(request.books), shown=shown, lead=words)


def _brief(value: Any) -> Any:
    return brief(value) if isinstance(value, float) else value


def _seed_meta(request: CardsRequest, unit: str, count: int | None) -> dict[str, Any]:
    if not count:
        return {}
    from conquestlab.analysis.seeds import parse_seeds

    return {"seed": parse_seeds(request.seed).text, unit: count}


def _played(request: CardsRequest, output: Output) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    from conquestlab.analysis.games.conquest.card_sets import exchange_answers
    from conquestlab.analysis.games.conquest.card_sets.exchange_timing import needs_compiling

    view, tables = request.show, len(list(card_tables(request)))
    policies = len(read_policies(request))
    matches = {"timing": 1, "turns": policies, "policies": policies**2}
    kernels = {"policies": ("play_games",), "turns": ("keep_turns",), "timing": ()}[view]
    if view == "timing" and request.simulate:
        kernels = ("probe_games",)
    solved = view == "timing" or "solved" in request.policies
    if needs_compiling(solved, *kernels):
        output.voice.compiling(15 if solved else 5)
    total = tables * matches[view] * (request.simulate or (0 if view == "timing" else USUAL_GAMES))
    with output.voice.progress(total, "games") as bar:
        table: Callable[..., list[dict[str, Any]]] = getattr(exchange_answers, view)
        rows = table(request, bar.advance)
    if view == "timing":
        found = exchange_answers.turning_points(rows) if rows else [NO_CHOICE]
        return rows, (*found, SOLVING)
    return rows, ()

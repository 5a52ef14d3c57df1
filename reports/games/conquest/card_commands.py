"""From the words of `conquest cards` to rows, notes and a figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conquestlab.analysis.games.conquest.exchanging.card_question import (
    EXACT,
    USUAL_GAMES,
    Question,
    card_tables,
    read_policies,
    read_rules,
)
from conquestlab.reports.figures.style import check_plot_path
from conquestlab.reports.page import Page

NO_CHOICE = "no hand leaves a choice often enough: sets have to be exchanged as soon as they are held"
SOLVING = "everybody plays the solved policy; docs/commands/cards.md says what it supposes"


def cards_page(rules: tuple[str, ...], asked: dict[str, Any]) -> Page:
    """Answer `conquest cards`.

    Parameters
    ----------
    rules : tuple of str
        Rulebooks, with changes.
    asked : dict
        show (one of TABLES), players, policy (tuple of str), turns, discount, aim, conquests, simulate,
        seed, jobs, plot, voice. What is not given is None, or empty.
    """
    if asked["plot"]:
        check_plot_path(asked["plot"])
    view = asked["show"]
    rules = tuple(dict.fromkeys(rules))
    question = _question(asked)
    books = tuple(read_rules(text)[0] for text in rules)
    meta: dict[str, Any]
    notes: tuple[str, ...] = ()
    if view in EXACT:
        from conquestlab.analysis.games.conquest.exchanging import card_answers

        if question.simulate:
            from conquestlab.analysis.games.conquest.exchanging.card_simulation import needs_compiling

            _say_compiling(needs_compiling(view), 5, asked)
        rows = getattr(card_answers, view)(rules, question)
        meta = _seed_meta(question, "hands")
    else:
        rows, notes = _played(view, rules, question, asked)
        meta = {}
        if view != "timing" or question.simulate:
            meta = _seed_meta(question._replace(simulate=question.simulate or USUAL_GAMES), "games")

    def draw() -> Any:
        from conquestlab.reports.games.conquest.card_figures import DRAWN

        return DRAWN[view](rows)

    return Page(rows, books, notes, meta=meta, draw=draw)


def _question(asked: dict[str, Any]) -> Question:
    given = {
        name: asked[name] for name in ("turns", "discount", "aim", "conquests") if asked[name] is not None
    }
    if asked["policy"]:
        given["policies"] = tuple(asked["policy"])
    return Question(
        asked["players"], simulate=asked["simulate"], seed=asked["seed"], jobs=asked["jobs"], **given
    )


def _seed_meta(question: Question, unit: str) -> dict[str, Any]:
    if not question.simulate:
        return {}
    from conquestlab.analysis.seeds import parse_seeds

    return {"seed": parse_seeds(question.seed).text, unit: question.simulate}


def _say_compiling(needed: bool, seconds: int, asked: dict[str, Any]) -> None:
    if needed:
        asked["voice"].compiling(seconds)


def _played(
    view: str, rules: tuple[str, ...], question: Question, asked: dict[str, Any]
) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    from conquestlab.analysis.games.conquest.exchanging import exchange_answers
    from conquestlab.analysis.games.conquest.exchanging.exchange_timing import needs_compiling

    tables = len(list(card_tables(rules, question)))
    matches = {
        "timing": 1,
        "turns": len(read_policies(question)),
        "policies": len(read_policies(question)) ** 2,
    }
    runs = {"policies": ("play_games",), "turns": ("tell_turns",), "timing": ()}[view]
    if view == "timing" and question.simulate:
        runs = ("probe_games",)
    solved = view == "timing" or "solved" in question.policies
    _say_compiling(needs_compiling(solved, *runs), 15 if solved else 5, asked)
    total = tables * matches[view] * (question.simulate or (0 if view == "timing" else USUAL_GAMES))
    with asked["voice"].progress(total, "games") as bar:
        table: Callable[..., list[dict[str, Any]]] = getattr(exchange_answers, view)
        rows = table(rules, question._replace(progress=bar.advance))
    if view == "timing":
        found = exchange_answers.turning_points(rows) if rows else [NO_CHOICE]
        return rows, (*found, SOLVING)
    return rows, ()

"""The section on the cards of Risk Express: their chances, how they fared, what continents are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from conquestlab.analysis.games.express import card_sample
from conquestlab.analysis.games.express.answers import card_odds
from conquestlab.analysis.games.express.facts import reconstructed_names
from conquestlab.analysis.language import marked, native, say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.report_runs import ReportRun
from conquestlab.analysis.reporting.shared_tables import Shared, shared_tables
from conquestlab.analysis.rules.rule_words import variant_name
from conquestlab.reports.figures.described import Intervals
from conquestlab.reports.figures.run_figures import FROM_ZERO, by_run
from conquestlab.reports.formatted_numbers import exact_share
from conquestlab.reports.games.express.card_board import by_card, card_board
from conquestlab.reports.webpage.html import Cell, Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import (
    Figure,
    Named,
    Section,
    books_of,
    of_run,
    rows_of,
    runs_of,
    sampled,
)

EXPRESS_PLOTS = {
    "continent_share": (
        marked("Continents completed"),
        marked("Share of the finished games in which a seat completes it"),
    ),
    "continent_win": (
        marked("What a continent is worth"),
        marked("How often the seat that completes it wins"),
    ),
}
CARD_WORDS = {
    "tried": marked("attacked, a game"),
    "taken": marked("conquered, a game"),
    "success": marked("attacks that succeed"),
    "robbed": marked("conquests out of another hand"),
    "owner_wins": marked("its owner at the end wins"),
}


def cards_on_the_table(contents: Contents) -> Section:
    """Return the section on the cards of Risk Express, empty where no run plays it."""
    section = Section("table", say("The cards on the table"), short=say("The cards"))
    runs = runs_of(contents, "express")
    for measure, (title, how) in EXPRESS_PLOTS.items():
        groups = by_run(runs, partial(_rows, measure), several=len(contents.runs) > 1)
        how = say("{how}, in per cent, with 95 % intervals.", how=how)
        section.figures += painted([Intervals(title, how, groups, FROM_ZERO)])
    books = [(facts.book.label, facts.book) for facts in books_of(contents, "express")]
    tables = shared_tables(books, lambda book: card_odds((book,)), ("name", "win", "from_another"))
    boards: dict[str, Figure] = {}  # the chances are those of the rulebook, whoever plays
    for named in runs:
        if named[1] in contents.samples:
            label = named[2].experiment.rulebook.label
            boards.setdefault(label, _board(contents, named, tables))
            section.tables.append(_cards(contents, named, tables))
    section.figures[:0] = boards.values()
    if any(reconstructed_names(book) for _, book in books):
        section.notes.append(say("Names with a star are reconstructed: the printed cards were not seen."))
    return section


def _rows(measure: str, run: ReportRun) -> list[Mapping[str, Any]]:
    return rows_of(run.rows, measure)


def _board(contents: Contents, named: Named, tables: Sequence[Shared]) -> Figure:
    _, name, run = named
    book = run.experiment.rulebook
    odds = _odds(tables, book.label)
    several = len({facts.book.label for facts in contents.books}) > 1
    title = say("The cards and their chances") + (f": {variant_name(book)}" if several else "")
    where = of_run(contents, sampled(contents, name), name)
    how = say(
        "The exact chance to conquer each card with best play, the target fixed before the "
        "roll; beside a continent, what its cards are worth together once completed. Pointed "
        "at, a card tells how it fared in {where}.",
        where=where,
    )
    drawing = card_board(book.cards, odds, by_card(contents.samples[name]), CARD_WORDS, title=title)
    return Figure(title, how, drawing, is_wide=True)


def _cards(contents: Contents, named: Named, tables: Sequence[Shared]) -> Table:
    _, name, run = named
    book = run.experiment.rulebook
    odds = _odds(tables, book.label)
    continents = {one.id: one for one in book.cards.continents}
    sample = by_card(contents.samples[name])
    heads = [(say("card"), ""), (say("continent"), ""), (say("points"), ""),
             (say("chance"), say("exact, as it lies in the middle")),
             (say("from another"), say("exact, lying before another player"))]  # fmt: skip
    heads += [(CARD_WORDS[measure], card_sample.MEASURES[measure]) for measure in card_sample.MEASURES]
    cells = []
    for card in book.cards.cards:
        continent = continents[card.continent]
        cells.append(
            [
                text_cell(card.name + "*" * card.name_reconstructed, card.name_fr),
                text_cell(native(continent.name, continent.name_fr)),
                number_cell(card.points),
                *(_chance(odds[card.id][way]) for way in ("win", "from_another")),
                *(
                    span_cell({**sample[card.id, measure], "run": name}, measure in card_sample.SHARES)
                    for measure in card_sample.MEASURES
                ),
            ]
        )
    return Table(
        of_run(contents, say("The cards in {sampled}", sampled=sampled(contents, name)), name),
        heads,
        cells,
        "cards",
    )


def _odds(tables: Sequence[Shared], label: str) -> dict[str, dict[str, Any]]:
    """Return the exact chances by card under a rulebook."""
    return {row["card"]: row for shared in tables if label in shared.labels for row in shared.rows}


def _chance(value: Any) -> Cell:
    if value is None:
        return number_cell(None)
    return number_cell(float(value), exact_share(float(value)).replace(" ", "\u202f"))

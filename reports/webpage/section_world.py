"""The section on the board: continents and lands on a drawn map, or the cards of Risk Express."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquestlab.analysis.reporting import card_sample, land_sample
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.course_quantities import course_rows
from conquestlab.analysis.reporting.report_runs import ReportRun
from conquestlab.reports.webpage.card_board import by_card, card_board
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import Figure, Section, rows_of
from conquestlab.reports.webpage.words import Cell, Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.world_plot import Layer, world_plot

LAND_LAYERS = {
    "battles": ("Fought over", "attacks on the land, a game"),
    "taken": ("Changes hands", "conquests of the land, a game"),
    "kept": ("Kept", "the owner after a round still owns it after the next"),
    "half_time_wins": ("Worth", "the seat that owns it at half-time wins the game"),
}
CONTINENT_LAYERS = {
    "continent_held": ("Continent held", "rounds that begin with one owner of the whole continent"),
    "continent_kept": ("Continent kept", "who owns it after a round still owns it after the next"),
}
EXPRESS_PLOTS = {
    "continent_share": ("Continents completed", "Share of the finished games in which a seat completes it"),
    "continent_win": ("What a continent is worth", "How often the seat that completes it wins"),
}
CARD_WORDS = {
    "tried": "attacked, a game",
    "taken": "conquered, a game",
    "success": "attacks that succeed",
    "robbed": "conquests out of another hand",
    "owner_wins": "its owner at the end wins",
}

Named = tuple[int, str, ReportRun]


def world(contents: Contents) -> Section:
    """Return the section on the map, empty where no run is played on one."""
    section = Section("world", "The world")
    for named in _runs(contents, "conquest"):
        if named[1] in contents.samples:
            section.figures.append(_map(contents, named))
            section.tables.append(_lands(contents, named))
    for measure, (title, how) in CONTINENT_LAYERS.items():
        groups = []
        for place, name, run in _runs(contents, "conquest"):
            entries = _continents(run, measure, place, name)
            if entries:
                groups.append(Group(name if len(contents.runs) > 1 else "", entries))
        if groups:
            drawing = interval_plot(groups, title=title, percent=True, from_zero=True)
            section.figures.append(Figure(title, f"Share of {how}, in per cent.", drawing))
    section.figures += _income(contents)
    if section.figures:
        section.notes.append(
            "Places and shapes of the lands are drawn for this project, schematic; a line is a border that "
            "armies cross, dashed where it crosses water."
        )
    return section


def express_table(contents: Contents) -> Section:
    """Return the section on the cards of Risk Express, empty where no run plays it."""
    section = Section("table", "The cards on the table")
    for measure, (title, how) in EXPRESS_PLOTS.items():
        groups = []
        for place, name, run in _runs(contents, "express"):
            names = {one.id: one.name for one in run.experiment.rulebook.cards.continents}
            entries = [
                Entry(names[row["of"]], {**row, "run": name}, place) for row in rows_of(run.rows, measure)
            ]
            if entries:
                groups.append(Group(name if len(contents.runs) > 1 else "", entries))
        if groups:
            drawing = interval_plot(groups, title=title, percent=True, from_zero=True)
            section.figures.append(Figure(title, f"{how}, in per cent, with 95 % intervals.", drawing))
    for named in _runs(contents, "express"):
        if named[1] in contents.samples:
            section.figures.insert(0, _board(contents, named))
            section.tables.append(_cards(contents, named))
    if any(card.name_reconstructed for facts in contents.books if facts.book.game == "express"
           for card in facts.book.cards.cards):  # fmt: skip
        section.notes.append("Names with a star are reconstructed: the printed cards were not seen.")
    return section


def _runs(contents: Contents, game: str) -> list[Named]:
    return [
        (place, name, run)
        for place, (name, run) in enumerate(zip(contents.names, contents.runs, strict=True))
        if run.experiment.rulebook.game == game
    ]


def _of_run(contents: Contents, title: str, name: str) -> str:
    return f"{title}: {name}" if len(contents.runs) > 1 else title


def _sampled(contents: Contents, name: str) -> str:
    games = contents.sampled[name]
    return "game 0, told event by event" if games == 1 else f"the first {games:,} games, told event by event"


def _layers(contents: Contents, named: Named) -> list[Layer]:
    _, name, run = named
    found = []
    for measure, (label, words) in LAND_LAYERS.items():
        rows = {row["of"]: row for row in rows_of(contents.samples[name], measure)}
        if rows:
            found.append(Layer(measure, label, f"{words} – counted in {_sampled(contents, name)}", rows,
                               measure in land_sample.SHARES))  # fmt: skip
    for measure, (label, words) in CONTINENT_LAYERS.items():
        rows = {row["of"]: row for row in _measured(run, measure)}
        if rows:
            found.append(Layer(measure, label, f"{words} – all {run.games:,} games", rows, True, True))
    bonus = run.experiment.rulebook.continent_bonus
    armies = {
        continent.id: {"value": float(bonus[place]), "low": None, "high": None}
        for place, continent in enumerate(run.experiment.rulebook.map.continents)
    }
    found.append(Layer("continents", "Continents", "armies a turn for its owner", armies, False, True))
    return found


def _measured(run: ReportRun, measure: str) -> list[Mapping[str, Any]]:
    rows = course_rows(run.tally, measure) if measure == "continent_held" else rows_of(run.rows, measure)
    return [row for row in rows if row["value"] is not None]


def _map(contents: Contents, named: Named) -> Figure:
    _, name, run = named
    book = run.experiment.rulebook
    layers = _layers(contents, named)
    title = _of_run(contents, "The world as it is fought over", name)
    drawing = world_plot(book.map, book.continent_bonus, layers, title=title)
    return Figure(title, "Point at a land, or tap it, for its numbers.", drawing, is_wide=True, layers=layers)


def _lands(contents: Contents, named: Named) -> Table:
    _, name, run = named
    book = run.experiment.rulebook
    continents = {one.id: one for one in book.map.continents}
    rows = {(row["of"], row["measure"]): row for row in contents.samples[name]}
    heads = [("land", ""), ("continent", ""), ("borders", "lands next to it")]
    heads += [(label.lower(), words) for label, words in LAND_LAYERS.values()]
    cells: list[list[Cell]] = []
    for number, land in enumerate(book.map.lands):
        continent = continents[land.continent]
        cells.append(
            [
                text_cell(land.name, land.name_fr),
                text_cell(continent.name),
                number_cell(len(book.map.neighbours[number])),
                *(
                    span_cell({**rows[land.id, measure], "run": name}, measure in land_sample.SHARES)
                    for measure in LAND_LAYERS
                ),
            ]
        )
    caption = _of_run(contents, f"The lands in {_sampled(contents, name)}", name)
    return Table(caption, heads, cells, "lands")


def _continents(run: ReportRun, measure: str, colour: int, name: str) -> list[Entry]:
    book = run.experiment.rulebook
    named = {
        one.id: (one, bonus) for one, bonus in zip(book.map.continents, book.continent_bonus, strict=True)
    }
    entries = []
    for row in _measured(run, measure):
        continent, bonus = named[row["of"]]
        french = (continent.name_fr,) if continent.name_fr != continent.name else ()
        entries.append(
            Entry(
                f"{continent.name} ({bonus})",
                {**row, "run": name},
                colour,
                (*french, f"{bonus} armies a turn"),
            )
        )
    return entries


def _income(contents: Contents) -> list[Figure]:
    groups = []
    for place, name, run in _runs(contents, "conquest"):
        entries = [
            Entry(f"from {row['of']}", {**row, "run": name}, place)
            for row in rows_of(run.rows, "income_share")
        ]
        if entries:
            groups.append(Group(name if len(contents.runs) > 1 else "", entries))
    if not groups:
        return []
    title = "Where armies come from"
    drawing = interval_plot(groups, title=title, percent=True, from_zero=True)
    return [Figure(title, "Share of all armies received, in per cent, with 95 % intervals.", drawing)]


def _board(contents: Contents, named: Named) -> Figure:
    _, name, run = named
    book = run.experiment.rulebook
    odds = {
        row["card"]: row for shared in contents.express if book.label in shared.labels for row in shared.rows
    }
    title = _of_run(contents, "The cards and their chances", name)
    how = (
        "The exact chance to conquer each card with best play, the target fixed before the roll; beside a "
        "continent, what its cards are worth together once completed. "
        f"Pointed at, a card tells how it fared in {_sampled(contents, name)}."
    )
    drawing = card_board(book.cards, odds, by_card(contents.samples[name]), CARD_WORDS, title=title)
    return Figure(title, how, drawing, is_wide=True)


def _cards(contents: Contents, named: Named) -> Table:
    _, name, run = named
    book = run.experiment.rulebook
    odds = {
        row["card"]: row for shared in contents.express if book.label in shared.labels for row in shared.rows
    }
    continents = {one.id: one for one in book.cards.continents}
    sample = by_card(contents.samples[name])
    heads = [("card", ""), ("continent", ""), ("points", ""), ("chance", "exact, as it lies in the middle"),
             ("from another", "exact, lying before another player")]  # fmt: skip
    heads += [(CARD_WORDS[measure], card_sample.MEASURES[measure]) for measure in card_sample.MEASURES]
    cells = []
    for card in book.cards.cards:
        continent = continents[card.continent]
        cells.append(
            [
                text_cell(card.name + "*" * card.name_reconstructed, card.name_fr),
                text_cell(continent.name),
                number_cell(card.points),
                *(_chance(odds[card.id][way]) for way in ("win", "from_another")),
                *(
                    span_cell({**sample[card.id, measure], "run": name}, measure in card_sample.SHARES)
                    for measure in card_sample.MEASURES
                ),
            ]
        )
    return Table(_of_run(contents, f"The cards in {_sampled(contents, name)}", name), heads, cells, "cards")


def _chance(value: Any) -> Cell:
    return number_cell(
        None if value is None else float(value), None if value is None else f"{100 * value:.2f}\u202f%"
    )

"""The section on the zones of Manchots Barjots: what majorities bring, what special cards go with."""

from __future__ import annotations

from typing import Any, NamedTuple

from conquestlab.analysis.games.manchots import zone_sample
from conquestlab.analysis.games.manchots.answers import specials_dealt
from conquestlab.analysis.games.manchots.names import SPECIAL_NAMES, ZONE_NAMES
from conquestlab.analysis.games.manchots.rules import ZONES
from conquestlab.analysis.language import marked, say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.shared_tables import shared_tables
from conquestlab.reports.formatted_numbers import exact_share
from conquestlab.reports.games.manchots.zone_board import by_zone, zone_board
from conquestlab.reports.webpage.html import Cell, Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import (
    Figure,
    Named,
    Section,
    named_books,
    of_run,
    rows_of,
    runs_of,
    sampled,
)

GAME = "manchots"
LABELS = ZONE_NAMES | SPECIAL_NAMES | {
    "majority": "majorities",
    "single card": marked("single cards"),
    "alone": marked("a virtual player alone"),
    "shared": marked("a virtual and a real one"),
    "1": marked("seat 1"),
    "2": marked("seat 2"),
}  # fmt: skip


class Plot(NamedTuple):
    """A measure as it is drawn: its title, how to read it, and what its numbers are."""

    title: str
    how: str
    unit: str = ""
    reference: float | None = None


PLOTS = {
    "zone_share": Plot(
        marked("What a majority is worth"), marked("How often a seat with a majority in the zone wins")
    ),
    "points_share": Plot(marked("Where points come from"), marked("Part of all points of real players")),
    "special_lift": Plot(
        marked("What a special card goes with"),
        marked(
            "Chance to win of a seat that landed it, less that of one that did not; it need not be the cause"
        ),
        "points",
        0.0,
    ),
    "virtual_win_share": Plot(marked("Won by a virtual player"), marked("Part of the games for two")),
    "better_share": Plot(
        marked("The better of the two"), marked("How often the seat scores more than the other"), "", 0.5
    ),
}
ZONE_WORDS = {
    "highest": marked("highest sum"),
    "cards": marked("cards there"),
    "lost": marked("cards destroyed"),
    "present": marked("players there"),
    "shared": marked("majority shared"),
    "majority_points": marked("points by majority"),
    "single_points": marked("points without"),
    "wins": marked("its owner wins"),
}
LEAST_SHOWN = 0.00005  # of a chance, in the table of exact ones
SAME = marked("The five zones have the same cards, so only chance tells them apart.")


def zones_and_specials(contents: Contents) -> Section:
    """Return the section on zones and special cards, empty where no run plays the game."""
    section = Section("zones", say("The zones and the special cards"), short=say("The zones"))
    named = runs_of(contents, GAME)
    for run in named:
        if run[1] in contents.samples:
            section.figures.append(_board(contents, run))
            section.tables.append(_table(contents, run))
    if section.figures:
        section.notes.append(SAME)
    section.figures += [
        figure for measure, plot in PLOTS.items() if (figure := _figure(contents, named, measure, plot))
    ]
    books = named_books(contents, GAME)
    columns = ("special", "number", "chance")
    for shared in shared_tables(books, lambda book: specials_dealt((book,)), columns):
        about = f": {', '.join(shared.labels)}" if len(books) > 1 else ""
        section.tables.append(_dealt(shared.rows, about))
    return section


def _figure(contents: Contents, named: list[Named], measure: str, plot: Plot) -> Figure | None:
    groups = []
    for place, name, run in named:
        entries = [
            Entry(LABELS.get(row["of"], str(row["of"])), {**row, "run": name}, place)
            for row in rows_of(run.rows, measure)
        ]
        if entries:
            groups.append(Group(name if len(contents.runs) > 1 else "", entries))
    if not groups:
        return None
    drawing = interval_plot(
        groups,
        title=plot.title,
        percent=True,
        reference=plot.reference,
        from_zero=plot.reference is None,
        unit=plot.unit,
    )
    unit = say("points of a hundred") if plot.unit else say("per cent")
    return Figure(plot.title, say("{how}, in {unit}, with 95 % intervals.", how=plot.how, unit=unit), drawing)


def _board(contents: Contents, named: Named) -> Figure:
    _, name, _run = named
    title = of_run(contents, say("The zones at the end"), name)
    how = say(
        "The mean of the highest sum on the table; what a majority brings there, and what a "
        "player scores who has cards there but no majority; how often a seat with a majority "
        "there wins. Pointed at, a zone tells more of how it fared in {sampled}.",
        sampled=sampled(contents, name),
    )
    drawing = zone_board(ZONES, by_zone(contents.samples[name]), zone_sample.MEASURES, title=title)
    return Figure(title, how, drawing, is_wide=True)


def _table(contents: Contents, named: Named) -> Table:
    _, name, _run = named
    sample = by_zone(contents.samples[name])
    heads = [(marked("zone"), "")]
    heads += [(ZONE_WORDS[measure], zone_sample.MEASURES[measure]) for measure in zone_sample.MEASURES]
    cells = [
        [
            text_cell(ZONE_NAMES[zone]),
            *(
                span_cell({**sample[zone, measure], "run": name}, measure in zone_sample.SHARES)
                for measure in zone_sample.MEASURES
            ),
        ]
        for zone in ZONES
    ]
    return Table(
        of_run(contents, say("The zones in {sampled}", sampled=sampled(contents, name)), name),
        heads,
        cells,
        "zones",
    )


def _dealt(rows: list[dict[str, Any]], about: str) -> Table:
    """Return the exact chances to be dealt so many special cards, a column for each kind."""
    specials = list(dict.fromkeys(row["special"] for row in rows))
    chance = {(row["special"], row["number"]): row["chance"] for row in rows}
    heads = [(say("special cards"), say("among all cards that a player is dealt"))]
    heads += [(SPECIAL_NAMES.get(special, say("any of them")), say("chance, exact")) for special in specials]
    cells = []
    for number in sorted({row["number"] for row in rows}):
        known = [chance.get((special, number)) for special in specials]
        if any(one is not None and one >= LEAST_SHOWN for one in known):
            cells.append([number_cell(number), *map(_chance, known)])
    return Table(
        say("Special cards that a player is dealt, exact{about}", about=about), heads, cells, "dealt"
    )


def _chance(value: float | None) -> Cell:
    return number_cell(value, None if value is None else exact_share(value).replace(" ", "\u202f"))

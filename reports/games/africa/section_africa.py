"""The section on Africa: its territories on a drawn map, its nations, their alliances and wars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conquestlab.analysis.games.africa.facts import is_reconstructed
from conquestlab.analysis.games.africa.territory_sample import SHARES
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.reports.games.africa.map_layers import (
    RECONSTRUCTED,
    TERRITORY_MEASURES,
    Layer,
    territory_layers,
)
from conquestlab.reports.games.africa.map_plot import map_plot
from conquestlab.reports.webpage.html import Cell, Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.interval_plot import Entry, Group, interval_plot
from conquestlab.reports.webpage.parts import (
    Figure,
    Named,
    Section,
    of_run,
    row_of,
    rows_of,
    runs_of,
    sampled,
)

TABLE_WIDE = {
    "alliance_share": marked("pairs allied"),
    "war_share": marked("pairs at war"),
    "alone_share": marked("colonies held alone"),
    "no_winner_share": marked("games without a winner"),
}


def africa(contents: Contents) -> Section:
    """Return the section, empty where no run plays the game."""
    section = Section("africa", say("Africa"))
    runs = runs_of(contents, "africa")
    drawn = [named for named in runs if named[1] in contents.samples]
    samples = [contents.samples[name] for _, name, _ in drawn]
    maps = territory_layers(samples, [sampled(contents, name) for _, name, _ in drawn])
    for named, layers in zip(drawn, maps, strict=True):
        section.figures.append(_map(contents, named, layers))
        section.tables.append(_table(contents, named))
    section.figures += [*_nations(contents, runs), *_relations(contents, runs)]
    if not section.is_empty:
        section.notes.append(
            say(
                "{origin}The outline of the continent and the places are drawn for this project; a "
                "dashed line is a border between two territories that do not touch on the drawing.",
                origin=_origin(runs),
            )
        )
    return section


def _map(contents: Contents, named: Named, layers: Sequence[Layer]) -> Figure:
    _, name, run = named
    title = of_run(contents, f"Africa{_on([named])}", name)
    drawing = map_plot(run.experiment.rulebook.map, layers, title=title)
    how = say("Point at a territory, or tap it, for its numbers.")
    return Figure(title, how, drawing, is_wide=True, layers=layers)


def _table(contents: Contents, named: Named) -> Table:
    _, name, run = named
    rows = {(row["of"], row["measure"]): row for row in contents.samples[name]}
    heads = [
        (marked("territory"), ""),
        (marked("coast"), ""),
        (marked("squares"), ""),
        (marked("borders"), say("territories next to it")),
    ]
    heads += [(translated(said.label).lower(), said.words) for said in TERRITORY_MEASURES.values()]
    cells: list[list[Cell]] = []
    for one in run.experiment.rulebook.map.territories:
        own: list[Cell] = [
            text_cell(one.name),
            text_cell(say("coast") if one.coast else say("inland")),
            number_cell(one.squares),
            number_cell(len(one.neighbours)),
        ]
        own += [
            span_cell({**rows[one.id, measure], "run": name}, measure in SHARES)
            for measure in TERRITORY_MEASURES
        ]
        cells.append(own)
    caption = say("The territories{on} in {sampled}", on=_on([named], ","), sampled=sampled(contents, name))
    return Table(of_run(contents, caption, name), heads, cells, "lands")


def _nations(contents: Contents, runs: Sequence[Named]) -> list[Figure]:
    """Draw how often each nation wins when it plays."""
    groups, seats = [], 0
    for place, name, run in runs:
        names = {nation.id: nation.name for nation in run.experiment.rulebook.map.nations}
        entries = [
            Entry(names[row["of"]], {**row, "run": name}, place) for row in rows_of(run.rows, "nation")
        ]
        seats = run.experiment.seats
        if entries:
            groups.append(Group(_heading(contents, name), entries))
    if not groups:
        return []
    title = say("Wins by nation{on}", on=_on(runs))
    even = 1 / seats if len({run.experiment.seats for _, _, run in runs}) == 1 else None
    how = say("How often a nation wins the games it plays, in per cent, with 95 % intervals.")
    if even is not None:
        how += say(" The line is an even share.")
    drawing = interval_plot(groups, title=title, percent=True, reference=even)
    return [Figure(title, how, drawing)]


def _relations(contents: Contents, runs: Sequence[Named]) -> list[Figure]:
    """Draw alliances, wars, colonies held alone, and games without a winner."""
    groups = []
    for place, name, run in runs:
        found: list[tuple[str, Mapping[str, Any] | None]] = [
            (label, row_of(run, name, measure)) for measure, label in TABLE_WIDE.items()
        ]
        entries = [Entry(label, row, place) for label, row in found if row is not None]
        if entries:
            groups.append(Group(_heading(contents, name), entries))
    if not groups:
        return []
    title = say("Alliances and wars")
    how = say("In per cent, with 95 % intervals; pairs of nations are counted round by round.")
    return [Figure(title, how, interval_plot(groups, title=title, percent=True, from_zero=True))]


def _on(runs: Sequence[Named], end: str = "") -> str:
    """Say of a title that it is on a reconstructed map, where any is."""
    some = any(is_reconstructed(run.experiment.rulebook.map) for _, _, run in runs)
    return say(", on a reconstructed map{end}", end=end) if some else ""


def _origin(runs: Sequence[Named]) -> str:
    """Say where the map is from, and what follows for nations and territories."""
    if not _on(runs):
        return ""
    return say(
        "{reconstructed}. What is said here of single nations and territories holds for that map alone. ",
        reconstructed=RECONSTRUCTED,
    )


def _heading(contents: Contents, name: str) -> str:
    return name if len(contents.runs) > 1 else ""

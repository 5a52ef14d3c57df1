"""The section on the world: continents and lands on a drawn map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conquestlab.analysis.games.conquest.land_sample import SHARES
from conquestlab.analysis.games.conquest.world_map import Continent
from conquestlab.analysis.language import marked, native, numerals, say, translated
from conquestlab.analysis.measures.measure import POINTS
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.course_quantities import course_rows
from conquestlab.analysis.reporting.report_runs import ReportRun
from conquestlab.reports.figures.described import Axis, Group, Intervals
from conquestlab.reports.figures.run_figures import FROM_ZERO, Label, Tip, by_run, no_tip
from conquestlab.reports.games.conquest.world_layers import LAND_MEASURES, Layer, land_layer, shaded_alike
from conquestlab.reports.games.conquest.world_plot import world_plot
from conquestlab.reports.webpage.html import Cell, Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Figure, Named, Section, of_run, rows_of, runs_of, sampled

CONTINENT_LAYERS = {
    "continent_held": (
        marked("Continent held"),
        marked("rounds that begin with one owner of the whole continent"),
    ),
    "continent_kept": (marked("Continent kept"), "who owns it after a round still owns it after the next"),
}

LIFT = marked(
    "How much likelier its holder after the first rounds wins than another seat with as many lands and "
    "armies that holds the same other continents, in points of a hundred, with 95 % intervals. No cause: "
    "who holds a continent early may be ahead for other reasons."
)
INCOME = marked("Share of the armies of an average game, in per cent, with 95 % intervals.")


def world(contents: Contents) -> Section:
    """Return the section on the map, empty where no run is played on one."""
    section = Section("world", say("The world"))
    drawn = [named for named in runs_of(contents, "conquest") if named[1] in contents.samples]
    maps = shaded_alike([_layers(contents, named) for named in drawn])
    for named, layers in zip(drawn, maps, strict=True):
        section.figures.append(_map(contents, named, layers))
        section.tables.append(_lands(contents, named))
    for measure, (title, how) in CONTINENT_LAYERS.items():
        groups = _groups(contents, measure, _continent_name, _continent_tip)
        section.figures += painted(
            [Intervals(title, say("Share of {how}, in per cent.", how=how), groups, FROM_ZERO)]
        )
    lifts = _groups(contents, "continent_lift", _continent_name, _continent_tip)
    income = _groups(contents, "income_share", lambda row, run: say("from {of}", of=row["of"]))
    section.figures += painted(
        [
            Intervals(
                say("What goes with holding a continent"), LIFT, lifts, Axis("", True, unit=POINTS), 0.0
            ),
            Intervals(say("Where armies come from"), INCOME, income, FROM_ZERO),
        ]
    )
    if section.figures:
        section.notes.append(
            say(
                "Places and shapes of the lands are drawn for this project, schematic; a line is a border "
                "that armies cross, dashed where it crosses water."
            )
        )
    return section


def _layers(contents: Contents, named: Named) -> list[Layer]:
    _, name, run = named
    found = []
    for measure, said in LAND_MEASURES.items():
        words = say(
            "{words} – counted in {sampled}", words=translated(said.words), sampled=sampled(contents, name)
        )
        layer = land_layer(measure, contents.samples[name], words)
        if layer.rows:
            found.append(layer)
    for measure, (label, words) in CONTINENT_LAYERS.items():
        rows = {row["of"]: row for row in _measured(run, measure)}
        if rows:
            found.append(
                Layer(
                    measure,
                    label,
                    say("{words} – all {games} games", words=words, games=numerals(f"{run.games:,}")),
                    rows,
                    True,
                    True,
                )
            )
    bonus = run.experiment.rulebook.continent_bonus
    armies = {
        continent.id: {"value": float(bonus[place]), "low": None, "high": None}
        for place, continent in enumerate(run.experiment.rulebook.map.continents)
    }
    if armies:
        found.append(
            Layer("continents", say("Continents"), say("armies a turn for its owner"), armies, False, True)
        )
    return found


def _measured(run: ReportRun, measure: str) -> list[Mapping[str, Any]]:
    rows = course_rows(run.tally, measure) if measure == "continent_held" else rows_of(run.rows, measure)
    return [row for row in rows if row["value"] is not None]


def _map(contents: Contents, named: Named, layers: list[Layer]) -> Figure:
    _, name, run = named
    book = run.experiment.rulebook
    title = of_run(contents, say("The world as it is fought over"), name)
    drawing = world_plot(book.map, book.continent_bonus, layers, title=title)
    return Figure(
        title, say("Point at a land, or tap it, for its numbers."), drawing, is_wide=True, layers=layers
    )


def _lands(contents: Contents, named: Named) -> Table:
    _, name, run = named
    book = run.experiment.rulebook
    continents = {one.id: one for one in book.map.continents}
    rows = {(row["of"], row["measure"]): row for row in contents.samples[name]}
    heads = [(marked("land"), ""), (marked("continent"), ""), (marked("borders"), say("lands next to it"))]
    heads += [(translated(said.label).lower(), said.words) for said in LAND_MEASURES.values()]
    cells: list[list[Cell]] = []
    for number, land in enumerate(book.map.lands):
        continent = continents.get(land.continent)
        cells.append(
            [
                text_cell(land.name, land.name_fr),
                text_cell(native(continent.name, continent.name_fr) if continent else None),
                number_cell(len(book.map.neighbours[number])),
                *(
                    span_cell({**rows[land.id, measure], "run": name}, measure in SHARES)
                    for measure in LAND_MEASURES
                ),
            ]
        )
    caption = of_run(contents, say("The lands in {sampled}", sampled=sampled(contents, name)), name)
    return Table(caption, heads, cells, "lands")


def _groups(contents: Contents, measure: str, label: Label, tip: Tip = no_tip) -> list[Group]:
    several = len(contents.runs) > 1
    runs = runs_of(contents, "conquest")
    return by_run(runs, lambda run: _measured(run, measure), label, tip, several)


def _continent(row: Mapping[str, Any], run: ReportRun) -> tuple[Continent, int]:
    book = run.experiment.rulebook
    pairs = zip(book.map.continents, book.continent_bonus, strict=True)
    return next((one, bonus) for one, bonus in pairs if one.id == row["of"])


def _continent_name(row: Mapping[str, Any], run: ReportRun) -> str:
    continent, bonus = _continent(row, run)
    return f"{native(continent.name, continent.name_fr)} ({bonus})"


def _continent_tip(row: Mapping[str, Any], run: ReportRun) -> tuple[str, ...]:
    continent, bonus = _continent(row, run)
    shown = native(continent.name, continent.name_fr)
    french = (continent.name_fr,) if continent.name_fr != shown else ()
    return (*french, say("{bonus} armies a turn", bonus=bonus))

"""The section on secret objectives: how often those who hold one win."""

from __future__ import annotations

from conquestlab.analysis.games.conquest.objective_deck import Objective
from conquestlab.analysis.language import marked, native, say
from conquestlab.analysis.reporting.contents import Contents
from conquestlab.analysis.reporting.sentences import joined_words
from conquestlab.analysis.rules.rulebook import Rulebook
from conquestlab.reports.figures.described import Axis, Entry, Group, Intervals
from conquestlab.reports.webpage.html import Table, number_cell, span_cell, text_cell
from conquestlab.reports.webpage.painter import painted
from conquestlab.reports.webpage.parts import Section, in_panels, of_run, rows_of, runs_of

KINDS = {
    "lands": marked("Lands to own"),
    "continents": marked("Continents to own"),
    "destroy": marked("Colours to destroy"),
}
LINES = 8  # in one figure
HOW = marked(
    "How often the seat that holds the objective wins, in per cent, with 95 % intervals. "
    "The line is an even share."
)


def objectives(contents: Contents) -> Section:
    """Return the section, empty where no run has objectives."""
    section = Section("objectives", say("The objectives"), short=say("Objectives"))
    for place, name, run in runs_of(contents, "conquest"):
        deck = run.experiment.rulebook.objectives
        rows = {row["of"]: {**row, "run": name} for row in rows_of(run.rows, "objective_share")}
        if deck is None or not rows:
            continue
        for kind, words in KINDS.items():
            entries = [
                Entry(_short(one, run.experiment.rulebook), rows[one.id], place, _texts(one))
                for one in deck.objectives
                if one.kind == kind and one.id in rows
            ]
            entries.sort(key=lambda entry: -entry.row["value"])
            for panel in in_panels(entries, LINES):
                title = of_run(contents, words, name)
                axis, even = Axis("", True), 1 / run.experiment.seats
                section.figures += painted([Intervals(title, HOW, [Group("", panel)], axis, even)])
        cells = [
            [
                text_cell(one.text, one.text_fr),
                text_cell(one.kind),
                span_cell(rows[one.id], True),
                number_cell(rows[one.id]["games"]),
            ]
            for one in deck.objectives
            if one.id in rows
        ]
        heads = [(say("objective"), ""), (say("kind"), ""),
                 (say("its holder wins"), say("be it by that objective or not")),
                 (say("games"), say("in which it was held"))]  # fmt: skip
        section.tables.append(
            Table(of_run(contents, say("The objectives"), name), heads, cells, "objectives")
        )
    return section


def _short(objective: Objective, book: Rulebook) -> str:
    """Return what an objective asks for in a few words."""
    if objective.kind == "lands":
        armies = say(", {armies} armies on each", armies=objective.armies) if objective.armies > 1 else ""
        return say("{lands} lands{armies}", lands=objective.lands, armies=armies)
    if objective.kind == "continents":
        names = {one.id: native(one.name, one.name_fr) for one in book.map.continents}
        more = [say("{extra} more", extra=objective.extra)] if objective.extra else []
        return joined_words([*(names[one] for one in objective.continents), *more])
    assert book.objectives is not None
    return next(one.name for one in book.objectives.colours if one.id == objective.colour)


def _texts(objective: Objective) -> tuple[str, ...]:
    texts = (native(objective.text, objective.text_fr), objective.text_fr)
    return tuple(dict.fromkeys(text for text in texts if text))

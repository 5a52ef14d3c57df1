"""The figures of a comparison: the differences of each measure, and all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import POINTS, TENTH
from conquestlab.analysis.reporting.compare_signs import Compared, compared, difference_row, table_of
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.faults import nearest
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line
from conquestlab.reports.figures.run_figures import PART

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.comparing import compare_answers
    from conquestlab.analysis.comparing.variants import Comparison

MIDDLE = "5"  # where all measures are drawn, one tenth of the game has room
HOW = "The variant less {}, {}with 95 % intervals; at the line there is no difference."
IN_POINTS = "in points of a hundred, "
FILLED = "; filled: more than chance, in the family of its test"


def differences(rows: Sequence[Row], alone: bool = True) -> dict[str, Intervals | Curves]:
    """Describe, by measure, the differences of a comparison; each has a unit of its own.

    Where figures do not stand `alone`, what holds for all of them is said beside them.
    """
    groups = compared(rows)
    tables = tables_of(groups)
    found: dict[str, Intervals | Curves] = {}
    for measure in dict.fromkeys(one.measure for one in groups):
        some = [one for one in groups if one.measure == measure and one.with_numbers]
        if some:
            found[measure] = _of_measure(some, tables, alone)
    return found


def _of_measure(some: Sequence[Compared], tables: list[str], alone: bool) -> Intervals | Curves:
    first = some[0]
    measure = measure_called(first.measure)
    title, means = measure.heading, f"{capital(measure.means)}. " if measure.means else ""
    how = means + HOW.format(first.against, IN_POINTS if first.in_points else "") if alone else means.strip()
    axis = Axis("difference", first.in_points, unit=POINTS if first.in_points else "")
    if first.kind == TENTH:
        entries = _by_table(some, tables, lambda one, row: difference_row(row) | {"at": int(one.of) / 10})
        lines = [
            Line(table, [entry.row for entry in rows], tables.index(table)) for _, table, rows in entries
        ]
        return Curves(title, how, lines, PART, axis, 0.0)
    groups = _groups(_by_table(some, tables, lambda one, row: difference_row(row)), len(tables) > 1)
    if all(len(group.entries) == 1 for group in groups) and len(groups) > 1:
        groups = [Group("", [group.entries[0]._replace(label=group.heading) for group in groups])]
    return Intervals(title, how, groups, axis, 0.0)


def _by_table(
    some: Sequence[Compared],
    tables: Sequence[str],
    drawn: Callable[[Compared, Row], Row | None],
    name: str = "thing",
) -> list[tuple[str, str, list[Entry]]]:
    """Return variant, table and numbers wherever there are any; `drawn` makes the row that is shown."""
    found = []
    for variant in dict.fromkeys(one.rules for one in some):
        for place, table in enumerate(tables):
            entries = [
                Entry(getattr(one, name) or one.name, shown, place, (str(row.get("verdict") or ""),))
                for one in some
                if one.rules == variant
                for row in one.with_numbers
                if table_of(row) == table and (shown := drawn(one, row))
            ]
            if entries:
                found.append((variant, table, entries))
    return found


def _groups(found: Sequence[tuple[str, str, list[Entry]]], several_tables: bool) -> list[Group]:
    several = len({variant for variant, _, _ in found}) > 1
    return [
        Group(": ".join([*[variant] * several, *[table] * several_tables]), entries)
        for variant, table, entries in found
    ]


def tables_of(groups: Iterable[Compared]) -> list[str]:
    """Return the tables that were played at, by players and bots."""
    return list(dict.fromkeys(table_of(row) for one in groups for row in one.rows))


def check_measure(measure: str | None, comparisons: Sequence[Comparison]) -> None:
    """Refuse, before any game is played, a measure of which no difference can be drawn."""
    known = {
        name
        for one in comparisons
        for experiment in one.experiments
        for name in experiment.measures
        if experiment.known_measures[name].compared
    }
    if measure is not None and measure not in known:
        near = nearest(measure, known)
        meant = f"did you mean {near}?" if near else "name a measure of the answer"
        raise WrongUse(f"no differences of {measure}: {meant}")


def draw_differences(answer: compare_answers.CompareAnswer, measure: str | None = None) -> Figure:
    """Draw the differences of all measures, or those of one."""
    from conquestlab.reports.figures.painter import painted

    rows = [row for one in compared(answer.rows) for row in one.rows]
    labels, players, bots = (
        list(dict.fromkeys(row[key] for row in rows)) for key in ("rules", "players", "bots")
    )
    shown: list[Intervals | Curves] = list(_all_at_once(answer))
    if measure is not None:
        shown = [one for name, one in differences(answer.rows).items() if name == measure]
    heading = f"against {answer.comparisons[0].base.rulebook.label}"
    heading = f"{labels[0]} {heading}" if len(labels) == 1 else heading
    heading += "" if measure is None else f": {measure.replace('_', ' ')}"
    how = shown[0].how.removesuffix(".") if shown else ""
    how += FILLED if shown and isinstance(shown[0], Intervals) else ""
    how += f"; {players[0]} players" if len(players) == 1 else ""
    how += f"; bots: {bots[0]}" if len(bots) == 1 else ""
    return painted(shown, heading, how, beside=True)


def _all_at_once(answer: compare_answers.CompareAnswer) -> list[Intervals]:
    """Describe all differences: of shares in points, of all else in standard deviations of a game."""
    scales = {
        (
            one.variant.rulebook.label,
            one.comparison.players,
            one.variant.bots_text,
            *one.key,
        ): one.contrast.scale
        for one in answer.judged
    }

    def scaled(one: Compared, row: Row, shares: bool) -> Row | None:
        scale = scales[row["rules"], row["players"], row["bots"], one.measure, one.of]
        if (scale is None) != shares or scale == 0:
            return None
        shown = difference_row(row)
        in_unit = {key: shown[key] and shown[key] / (scale or 1.0) for key in ("value", "low", "high")}
        return shown | in_unit

    groups = [one for one in compared(answer.rows) if one.kind != TENTH or one.of == MIDDLE]
    tables = tables_of(groups)
    axes = {True: Axis("share", True, unit=POINTS), False: Axis("standard deviations of a game")}
    found = []
    for shares, axis in axes.items():
        entries = _by_table(groups, tables, partial(scaled, shares=shares), "name")
        how = "Differences with 95 % intervals"
        found.append(Intervals("All differences", how, _groups(entries, len(tables) > 1), axis, 0.0))
    return found

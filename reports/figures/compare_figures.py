"""The figures of a comparison: the differences of each measure, and all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import POINTS, TENTH
from conquestlab.analysis.reporting.compare_signs import Compared, compared, difference_row, table_of
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.result_files import is_number
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.faults import nearest
from conquestlab.analysis.rules.rule_words import variant_name
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line
from conquestlab.reports.figures.run_figures import PART

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.comparing import compare_answers
    from conquestlab.analysis.comparing.variants import Comparison

MOST_LINES = 12  # of a figure of many measures
HOW = marked("The variant less {base}, with 95 % intervals; at the line there is no difference.")
IN_POINTS = marked(
    "The variant less {base}, in points of a hundred, with 95 % intervals; at the line there is "
    "no difference."
)
FILLED = marked("; filled: more than chance, in the family of its test")


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
    title = translated(measure.heading)
    means = f"{capital(translated(measure.means))}. " if measure.means else ""
    said = translated(IN_POINTS if first.in_points else HOW).format(base=first.against)
    how = means + said if alone else means.strip()
    axis = Axis(say("difference"), first.in_points, unit=POINTS if first.in_points else "")
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
    comparison = answer.comparisons[0]
    heading = say("against {variant_name}", variant_name=variant_name(comparison.base.rulebook))
    variant = next((one.rulebook for one in comparison.experiments if one.rulebook.label == labels[0]), None)
    heading = f"{variant_name(variant)} {heading}" if variant and len(labels) == 1 else heading
    heading += "" if measure is None else f": {translated(measure_called(measure).heading)}"
    how = shown[0].how.removesuffix(".") if shown else ""
    how += say("; --figure MEASURE draws any other measure") if measure is None else ""
    how += translated(FILLED) if shown and isinstance(shown[0], Intervals) else ""
    how += say("; {players} players", players=players[0]) if len(players) == 1 else ""
    how += say("; bots: {bots}", bots=bots[0]) if len(bots) == 1 else ""
    return painted(shown, heading, how, beside=True)


def _all_at_once(answer: compare_answers.CompareAnswer) -> list[Intervals]:
    """Describe the differences that verdicts speak of, those shown first: of shares in points, of all else
    in per cent of what the base has.
    """
    groups = [
        one for one in compared(answer.rows) if one.kind != TENTH and measure_called(one.measure).headlines
    ]
    groups.sort(key=lambda one: (not one.is_finding, _rank(one)))
    tables = tables_of(groups)
    books = [one.rulebook for comparison in answer.comparisons for one in comparison.experiments]
    names = {book.label: variant_name(book) for book in books}
    axes = {True: Axis(say("share"), True, unit=POINTS), False: Axis(say("change, % of the base"), True)}
    found = []
    for shares, axis in axes.items():
        some = [one for one in groups if one.in_points == shares][:MOST_LINES]
        entries = _by_table(some, tables, _in_points if shares else _of_base, "title")
        entries = [(names.get(variant, variant), table, rows) for variant, table, rows in entries]
        how = say("Differences with 95 % intervals")
        found.append(Intervals(say("All differences"), how, _groups(entries, len(tables) > 1), axis, 0.0))
    return found


def _rank(one: Compared) -> float:
    headlines = measure_called(one.measure).headlines
    return float(headlines.rank) if headlines else 0.0


def _in_points(one: Compared, row: Row) -> Row | None:
    return difference_row(row)


def _of_base(one: Compared, row: Row) -> Row | None:
    """Return a difference as a part of what the base has, where that is well above zero."""
    base = row["value"] - row["difference"] if is_number(row.get("value")) else 0.0
    if base <= 0 or measure_called(one.measure).signed:
        return None
    shown = difference_row(row)
    return shown | {key: shown[key] and shown[key] / base for key in ("value", "low", "high")}

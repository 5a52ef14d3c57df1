"""The figures of a sweep, described from its rows: heat maps of two keys, lines or intervals along one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import POINTS, SEAT, Measure
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.reporting.sentences import capital
from conquestlab.analysis.row import Row
from conquestlab.analysis.rules.faults import nearest, toml_text
from conquestlab.reports.digits import plain
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, HeatMap, Intervals, Line
from conquestlab.reports.figures.run_figures import with_intervals

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.sweeping.cells import Plan

Described = HeatMap | Curves | Intervals

MOST_PANELS = 12
CHANCE = 0.05
PLAYERS = "players"
MARKS = marked(
    "framed: the base; bold: other than the base by more than chance, all differences taken together"
)


def check_figure(figure: str | None, plan: Plan) -> None:
    """Refuse, before any game is played, a measure that is not told."""
    name = named(figure or plan.first_measure)[0]
    if name not in plan.measures:
        near = nearest(name, plan.measures)
        meant = f"did you mean {near}?" if near else f"there are {', '.join(plan.measures)}"
        raise WrongUse(f"--figure {figure}: {meant}; --measure chooses what is told")


def named(figure: str) -> tuple[str, str]:
    """Return a measure and what its rows stand for, as in `win_share.1`; nothing for all of them."""
    name, _, of = figure.partition(".")
    return name, of


def draw_sweep(rows: Sequence[Row], plan: Plan, figure: str | None) -> Figure:
    """Draw one measure of a sweep."""
    from conquestlab.reports.figures.painter import painted

    name, of = named(figure or plan.first_measure)
    shown = described(rows, name, of)
    drawn = shown[:MOST_PANELS]
    first = plan.cells[0].experiment
    called = translated(measure_called(name).heading)
    heading = f"{plan.grid.books[plan.grid.base][1].typed}: {called[0].lower()}{called[1:]}"
    how = drawn[0].how.removesuffix(".") if drawn else ""
    if len({cell.experiment.seats for cell in plan.cells}) == 1:
        how += say("; {seats} players", seats=first.seats)
    if len({cell.experiment.bots_text for cell in plan.cells}) == 1:
        how += say("; bots: {bots_text}", bots_text=first.bots_text)
    if len(shown) > len(drawn):
        how += say(
            "; {drawn} of {shown} panels, --figure {name}.OF draws others",
            drawn=len(drawn),
            shown=len(shown),
            name=name,
        )
    return painted(drawn, heading, how)


def figure_of(rows: Sequence[Row], figure: str, heading: str = "") -> Figure:
    """Draw a measure of the rows of a sweep, for use in Python.

    Parameters
    ----------
    rows : sequence of dict
        As for `described`: `frame.to_dict("records")` of the frame that `sweep` returns.
    figure : str
        A measure, or one of its rows as in `win_share.1`.
    heading : str
        What stands above; the name of the measure if it is not given.
    """
    from conquestlab.reports.figures.painter import painted

    name, of = named(figure)
    drawn = described(rows, name, of)[:MOST_PANELS]
    return painted(drawn, heading or measure_called(name).heading, drawn[0].how if drawn else "")


def described(rows: Sequence[Row], name: str, of: str = "") -> list[Described]:
    """Describe a measure of a sweep, one figure for each panel.

    Parameters
    ----------
    rows : sequence of dict
        Of the sweep, also as they were saved, or as the records of a frame.
    name : str
        The measure.
    of : str
        What the rows that are shown stand for; all if it is empty.
    """
    some = [plain(row) for row in rows if row["measure"] == name and of in ("", row["of"])]
    if not some:
        return []
    measure, keys = measure_called(name), varied_keys(rows)
    if len(keys) >= 2:
        return list(_maps(some, keys, measure))
    key = keys[0] if keys else PLAYERS
    if all(isinstance(row[key], int) and not isinstance(row[key], bool) for row in some):
        return list(_curves(some, key, measure))
    return list(_intervals(some, key, measure))


def varied_keys(rows: Sequence[Row]) -> list[str]:
    """Return the columns of the keys that vary: they come first."""
    columns = list(rows[0]) if rows else []
    return columns[: columns.index("rules")] if "rules" in columns else []


def _axis(measure: Measure) -> Axis:
    unit = POINTS if measure.unit == POINTS else ""
    return Axis(measure.name.replace("_", " "), measure.in_hundredths, unit=unit)


def _means(measure: Measure) -> str:
    return f"{capital(translated(measure.means))}. " if measure.means else ""


def _apart(rows: Sequence[Row], names: Iterable[str]) -> list[tuple[str, list[Row]]]:
    """Part rows by columns; what all rows have in common is not named."""
    several = [name for name in names if len({_text(row[name]) for row in rows}) > 1]
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(", ".join(_said(name, row) for name in several), []).append(row)
    return list(found.items())


def _said(name: str, row: Row) -> str:
    """Say what a row has in a column."""
    value = _text(row[name])
    if name == PLAYERS:
        return say("{value} players", value=value)
    if name == "of":
        return say("seat {value}", value=value) if row["kind"] == SEAT else value
    return value if name == "bots" else f"{name} {value}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else toml_text(value)


def _numbers(row: Row, **more: Any) -> Row:
    """Return what is drawn of a row."""
    told = {name: row[name] for name in ("value", "low", "high", "measure", "of", "verdict")}
    found = row["p_holm"] is not None and row["p_holm"] <= CHANCE and row["difference"] != 0.0
    return {**told, "run": row["rules"], "finding": found, "base": row["against"] is None, **more}


def _maps(rows: Sequence[Row], keys: Sequence[str], measure: Measure) -> Iterable[HeatMap]:
    """Yield a map of the first two keys for each table, each thing and each value of the other keys."""
    first, second, *others = keys
    across, down = (
        [_text(one) for one in dict.fromkeys(row[key] for row in rows)] for key in (first, second)
    )
    known = [row["value"] for row in rows if row["value"] is not None]
    span = (min(known), max(known)) if known else (0.0, 1.0)
    how = f"{_means(measure)}{with_intervals(measure)}; {MARKS}."
    for title, some in _apart(rows, (*others, PLAYERS, "bots", "of")):
        cells = {
            (across.index(_text(row[first])), down.index(_text(row[second]))): _numbers(row) for row in some
        }
        yield HeatMap(
            title or measure.heading, how, across, down, (first, second), cells, _axis(measure), span
        )


def _curves(rows: Sequence[Row], key: str, measure: Measure) -> Iterable[Curves]:
    """Yield lines along the one key: of the things at one table, or of the tables for each thing."""
    tables = _apart(rows, (PLAYERS, "bots") if key != PLAYERS else ("bots",))
    how = f"{_means(measure)}{with_intervals(measure)}."
    parts = [("", rows)] if len(tables) == 1 else _apart(rows, ("of",))
    for title, part in parts:
        names = ("of",) if len(tables) == 1 else (PLAYERS, "bots") if key != PLAYERS else ("bots",)
        lines = [
            Line(name, sorted((_numbers(row, at=row[key]) for row in some), key=_place), place)
            for place, (name, some) in enumerate(_apart(part, names))
        ]
        up = _axis(measure)
        reference = 0.0 if measure.signed else None
        yield Curves(title or measure.heading, how, lines, Axis(key), up, reference, together=True)


def _place(row: Mapping[str, Any]) -> float:
    return float(row["at"])


def _intervals(rows: Sequence[Row], key: str, measure: Measure) -> Iterable[Intervals]:
    """Yield the values of the one key below each other, a group for each table, for each thing."""
    how = f"{_means(measure)}{with_intervals(measure)}."
    for title, part in _apart(rows, ("of",)):
        groups = [
            Group(name, [Entry(f"{key} {_text(row[key])}", _numbers(row), place) for row in some])
            for place, (name, some) in enumerate(_apart(part, (PLAYERS, "bots")))
        ]
        yield Intervals(
            title or measure.heading, how, groups, _axis(measure), 0.0 if measure.signed else None
        )

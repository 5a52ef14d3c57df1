"""Figures of tidy rows: bars by group and curves, each with the interval of its uncertainty."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from conquestlab.reports.digits import plain
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line
from conquestlab.reports.figures.painter import painted

Rows = Sequence[Mapping[str, Any]]


def bars_with_intervals(
    records: Rows,
    *,
    heading: str,
    subtitle: str = "",
    labels: tuple[str, str] = ("", ""),
    by: str = "rules",
    percent: bool = False,
    reference: float | None = None,
) -> Figure:
    """Draw a measure as bars, a line for each thing measured, a colour for each rulebook.

    Parameters
    ----------
    records
        Tidy mappings with `of`, `value`, `low`, `high` and the column named in `by`. A value of None leaves a
        gap, bounds of None leave the interval away.
    heading, subtitle
        The rulebook and the question; how to read it.
    labels
        Names of the axes: of what is measured, and of the measure.
    by
        The column that the colours tell apart.
    percent
        The values are shares; show them in percent.
    reference
        A value to draw a line at, for example the fair share; at 0 the numbers have signs and become points.
    """
    series = _by_series(records, by)
    groups = [
        Group(name if len(series) > 1 else "", [Entry(str(row["of"]), row, place) for row in rows])
        for place, (name, rows) in enumerate(series.items())
    ]
    intervals = Intervals("", "", groups, Axis(labels[1], percent), reference)
    figure = painted([intervals], heading, subtitle)
    figure.axes[0].set_ylabel(labels[0])
    return figure


def curves_with_bands(
    records: Rows,
    *,
    heading: str,
    subtitle: str = "",
    labels: tuple[str, str] = ("", ""),
    by: str = "rules",
    percent: bool = False,
    reference: float | None = None,
) -> Figure:
    """Draw a measure as curves over what it is measured at, with the interval as a band around each.

    Parameters
    ----------
    records
        Tidy mappings with `of`, a number, also as text, and all else as for bars. A value of None interrupts
        the curve.
    heading, subtitle, labels, by, percent, reference
        As for bars; `labels` are those of both axes.
    """
    series = _by_series(records, by)
    lines = [
        Line(name if len(series) > 1 else "", [{**row, "at": float(row["of"])} for row in rows], place)
        for place, (name, rows) in enumerate(series.items())
    ]
    curves = Curves("", "", lines, Axis(labels[0]), Axis(labels[1], percent), reference)
    return painted([curves], heading, subtitle)


def _by_series(records: Rows, by: str) -> dict[str, list[dict[str, Any]]]:
    series: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        span = {name: plain(record.get(name)) for name in ("value", "low", "high")}
        series.setdefault(str(record.get(by, "")), []).append({"of": record["of"], **span})
    return series

"""The figures of `conquest compare`: all differences at once, or those of one measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.measures.measure import HUNDREDTHS, TENTH
from conquestlab.analysis.reporting.known_measures import measure_called
from conquestlab.analysis.rules.faults import nearest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from conquestlab.analysis.comparing.compare_answers import CompareAnswer, Judged
    from conquestlab.analysis.comparing.variants import Comparison

Rows = list[dict[str, Any]]

MIDDLE = "5"  # where all measures are drawn, one tenth of the game has room


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


def draw_differences(compared: CompareAnswer, measure: str | None = None) -> Figure:
    """Draw the differences of all measures, or those of one."""
    judged = [one for one in compared.judged if measure is None or one.key[0] == measure]
    labels, players, bots = _kinds(judged)
    base = compared.comparisons[0].base.rulebook.label
    heading = f"{'' if len(labels) > 1 else f'{labels[0]} '}against {base}" if labels else f"against {base}"
    if measure is not None:
        heading += f": {measure.replace('_', ' ')}"
    subtitle = "Differences with 95 % intervals"
    by_tenth = measure is not None and measure_called(measure).of == TENTH
    if not by_tenth:
        subtitle += "; filled: more than chance, all tests taken together"
    subtitle += f"; {players[0]} players" if len(players) == 1 else ""
    subtitle += f"; bots: {bots[0]}" if len(bots) == 1 else ""
    if by_tenth:
        return _along(judged, heading, subtitle)
    return _forest(judged, heading, subtitle, measure)


def _kinds(judged: Sequence[Judged]) -> tuple[list[str], list[int], list[str]]:
    """Return the variants, the numbers of players and the sets of bots."""
    return (
        list(dict.fromkeys(one.variant.rulebook.label for one in judged)),
        list(dict.fromkeys(one.comparison.players for one in judged)),
        list(dict.fromkeys(one.variant.bots_text for one in judged)),
    )


def _series(one: Judged, kinds: tuple[list[str], list[int], list[str]]) -> str:
    """Name what tells a difference from those of other variants, players and bots."""
    labels, players, bots = kinds
    names = [one.variant.rulebook.label] * (len(labels) > 1)
    names += [f"{one.comparison.players} players"] * (len(players) > 1)
    names += [f"bots: {one.variant.bots_text}"] * (len(bots) > 1)
    return ", ".join(names)


def _record(one: Judged, unit: float, kinds: tuple[list[str], list[int], list[str]]) -> dict[str, Any]:
    value, low, high, *_ = one.contrast.difference
    return {
        "of": " ".join(one.key).strip(),
        "series": _series(one, kinds),
        "value": value / unit,
        "low": None if low is None else low / unit,
        "high": None if high is None else high / unit,
        "finding": one.verdict.is_finding,
    }


def _forest(judged: Sequence[Judged], heading: str, subtitle: str, measure: str | None) -> Figure:
    """Draw differences: of shares in points, of all other measures in standard deviations of a game."""
    from conquestlab.reports.figures.difference_figures import differences_with_intervals

    kinds = _kinds(judged)
    panels: dict[bool, Rows] = {True: [], False: []}
    for one in judged:
        if measure is None and one.row["kind"] == TENTH and one.key[1] != MIDDLE:
            continue
        shares = one.contrast.scale is None or (measure is not None and one.row["unit"] in HUNDREDTHS)
        unit = 0.01 if shares else one.contrast.scale if measure is None else 1.0
        if unit:
            alone = {} if measure is None else {"of": one.key[1] or measure}
            panels[shares].append(_record(one, unit, kinds) | alone)
    own = "standard deviations of a game" if measure is None else "difference"
    axes = {True: "points of a share", False: own}
    return differences_with_intervals(
        [(axes[shares], records) for shares, records in panels.items() if records],
        heading=heading,
        subtitle=subtitle,
    )


def _along(judged: Sequence[Judged], heading: str, subtitle: str) -> Figure:
    """Draw the differences of a measure by tenth of the game."""
    from conquestlab.reports.figures.interval_figures import curves_with_bands

    kinds = _kinds(judged)
    return curves_with_bands(
        [_record(one, 0.01, kinds) | {"of": 10 * int(one.key[1])} for one in judged],
        heading=heading,
        subtitle=subtitle,
        labels=("part of the game, %", "difference, points"),
        by="series",
        reference=0.0,
    )

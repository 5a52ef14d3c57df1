"""Figures of a ladder: ratings with their intervals, who beats whom, one bot against others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.language import marked, say, translated
from conquestlab.analysis.measures.measure import POINTS
from conquestlab.analysis.reporting.result_files import is_number, span_of
from conquestlab.analysis.reporting.result_verdicts import table_of
from conquestlab.reports.digits import show_percent
from conquestlab.reports.figures.described import Axis, Curves, Entry, Group, Intervals, Line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Row = Mapping[str, Any]
Rows = Sequence[Row]

HALF = 0.5
MEASURES = {
    "rating": (
        marked("Rating"),
        marked(
            "Strength in natural log-odds, with 95 % intervals that hold for all bots together; 0 is {zero}. "
            "A bot 1 higher wins 2.7 times as often."
        ),
    ),
    "elo": (
        marked("Rating in points"),
        marked(
            "With 95 % intervals that hold for all bots together; 0 is {zero}. Of the games that one of "
            "two bots wins, the one rated 100 points higher wins 64 %, 200 points 76 %, 400 points 91 %."
        ),
    ),
    "seat_rating": (
        marked("What a seat is worth"),
        marked("In the unit of the ratings, the mean of all seats being 0; with 95 % intervals."),
    ),
    "win_share": (
        marked("Share of the wins"),
        marked("Chance to win of a seat that the bot holds, in per cent, with 95 % intervals."),
    ),
    "pair_share": (
        marked("One against one"),
        marked("Share of the wins of the first against the second, in per cent, with 95 % intervals."),
    ),
    "triple": (
        marked("Circles of three"),
        marked("Of each circle the leg that is nearest to even, in per cent, with 95 % intervals."),
    ),
    "misfit": (
        marked("How far pairs are off"),
        marked(
            "Share of the wins of the first less what the ratings predict, in points, with 95 % intervals."
        ),
    ),
}
"""By name, the measures that can be drawn alone: title, and how to read it."""

SHARES = ("win_share", "pair_share", "triple")
RANKED = ("rating", "elo", "win_share")
BOUNDS = marked(" An arrow: a bound, for a bot that never won or never lost against the others.")


def of_measure(rows: Rows, measure: str) -> Intervals:
    """Describe a measure of a ladder: a line for each bot, seat, pair or circle, best first where they rank.

    Rows of `conquest ladder`; a row without a value is drawn by the bound that is known.
    """
    title, how = map(translated, MEASURES[measure])
    rows = [row for row in rows if row.get("measure") == measure and _ends(row)]
    if measure == "pair_share":
        rows = [row for row in rows if row["value"] >= HALF]  # the other half is one less it
    tables = list(dict.fromkeys((row.get("rules"), row.get("players")) for row in rows))
    groups = []
    for place, table in enumerate(tables):
        some = [row for row in rows if (row.get("rules"), row.get("players")) == table]
        if measure in RANKED:
            some.sort(key=lambda row: -_ends(row)[0])
        several = len({row.get("of") for row in some}) < len(some)
        entries = [Entry(_name(row, several), _marked(row), place) for row in some]
        groups.append(Group(_table_name(table, tables), entries))
    even = {1 / players if players else None for _, players in tables}
    reference = {
        "win_share": even.pop() if len(even) == 1 else None,
        "pair_share": HALF,
        "triple": HALF,
    }
    anchors = {row.get("against") for row in rows if measure in RANKED} - {"", None}
    how = how.format(zero=anchors.pop() if len(anchors) == 1 else say("the mean"))
    unit = POINTS if measure == "misfit" else ""
    words = translated({"elo": marked("rating, points")}.get(measure, measure.replace("_", " ")))
    axis = Axis(words, measure in (*SHARES, "misfit"), unit=unit)
    return Intervals(title, how, groups, axis, reference.get(measure, 0.0))


def rated(rows: Rows) -> str:
    """Return the measure by which bots are rated in a figure: in points, where rows have them."""
    return "elo" if any(row.get("measure") == "elo" for row in rows) else "rating"


def _ends(row: Row) -> list[float]:
    """Return the number that a bot is ranked by: its value, else a bound; nothing where there is none."""
    return [float(row[key]) for key in ("value", "high", "low") if is_number(row.get(key))]


def _table_name(table: tuple[Any, Any], tables: Sequence[tuple[Any, Any]]) -> str:
    """Name a table by what tells it from the others: the rulebook, the number of players."""
    rules, players = table
    parts = [rules] if len({rules for rules, _ in tables}) > 1 else []
    return ", ".join([*parts, say("{players} players", players=players)]) if len(tables) > 1 else ""


def _name(row: Row, several: bool) -> str:
    """Name a row: a bot, a seat, or one bot against another."""
    of, against, measure = str(row.get("of") or ""), str(row.get("against") or ""), row["measure"]
    if measure == "seat_rating":
        return say("seat {of}", of=of)
    is_pair = measure in ("pair_share", "triple", "misfit") or (measure == "win_share" and several)
    return say("{of} against {against}", of=of, against=against) if is_pair and against else of


def _marked(row: Row) -> dict[str, Any]:
    """Return a row with what marks it on a page."""
    of = " ".join(str(row.get(key)) for key in ("of", "against") if row.get(key))
    return {**span_of(dict(row)), "measure": row["measure"], "of": of, "run": table_of(dict(row))}


def one_measure(rows: Rows, measure: str) -> Figure:
    """Draw one measure of a ladder."""
    from conquestlab.reports.figures.painter import painted

    one = of_measure(rows, measure)
    return painted([one], one.title, one.how)


def one_against(rows: Rows) -> Figure:
    """Draw the share of the wins of one bot against others: by number of players, or of several at once."""
    from conquestlab.reports.figures.painter import painted

    shares = [row for row in rows if row["measure"] == "win_share"]
    players = sorted({row["players"] for row in shares})
    if len(players) == 1:
        return one_measure(rows, "win_share")
    several = len({row["rules"] for row in shares}) > 1
    by_line: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(shares, key=lambda row: row["players"]):
        name = f"{row['rules']}, {_name(row, True)}" if several else _name(row, True)
        by_line.setdefault(name, []).append({**row, "at": row["players"]})
    by_line["even share"] = [{"at": one, "value": 1.0 / one} for one in players]
    lines = [Line(name, found, place) for place, (name, found) in enumerate(by_line.items())]
    title, how = MEASURES["win_share"]
    curves = Curves(title, how, lines, Axis(say("players")), Axis(say("share of the wins"), True))
    return painted([curves], say("One bot against others"), how)


def ladder(rows: Rows) -> Figure:
    """Draw the ratings of all bots, and for tables of two the share of each pair."""
    from conquestlab.reports.figures.painter import draw_intervals, explain, interval_height
    from conquestlab.reports.figures.style import new_figure, style, title_panel

    ratings = of_measure(rows, rated(rows))
    if ratings.is_empty:
        raise WrongUse("there is nothing to draw: nobody won a game; play more games (--games)")
    bots = list(dict.fromkeys(entry.label for group in ratings.groups for entry in group.entries))
    maps = _pair_maps(rows)
    height = max(2.5, interval_height(ratings))
    with style():
        figure, panels = new_figure(
            say("Ratings of the bots"), ratings.how + translated(BOUNDS),
            height=height * (1 + len(maps)) + 0.3, panels=(1 + len(maps), 1),
        )  # fmt: skip
        draw_intervals(panels[0], ratings)
        for axes, (rules, shares) in zip(panels[1:], maps.items(), strict=True):
            _draw_pairs(axes, shares, bots)
            title_panel(
                axes, say("{rules}: share of the wins of the bot at the left, two players, %", rules=rules)
            )
        explain(figure, panels[:1])
    return figure


def _pair_maps(rows: Rows) -> dict[str, dict[tuple[str, str], float]]:
    """Return the shares of pairs by rulebook."""
    maps: dict[str, dict[tuple[str, str], float]] = {}
    for row in rows:
        if row["measure"] == "pair_share":
            maps.setdefault(row["rules"], {})[row["of"], row["against"]] = row["value"]
    return maps


def _draw_pairs(axes: Axes, shares: Mapping[tuple[str, str], float], bots: Sequence[str]) -> None:
    import numpy as np
    from matplotlib.colors import Normalize

    from conquestlab.reports.figures.cell_maps import TWO_SIDES, Cells, draw_cells

    values = np.array([[shares.get((of, against), np.nan) for against in bots] for of in bots])
    places = list(range(len(bots)))
    draw_cells(
        axes, Cells(places, places, values), TWO_SIDES, Normalize(0, 1), partial(show_percent, decimals=1)
    )
    axes.set_xticks(places, labels=list(bots))
    axes.set_yticks(places, labels=list(bots))
    axes.set_xlabel(say("against"))
    axes.set_ylabel("")

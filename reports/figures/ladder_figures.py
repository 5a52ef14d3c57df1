"""Figures of a ladder: ratings with their intervals, who beats whom, one bot against others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from conquestlab.analysis.errors import WrongUse
from conquestlab.reports.digits import show_share
from conquestlab.reports.figures.cell_maps import TWO_SIDES, Cells, draw_cells
from conquestlab.reports.figures.interval_figures import bars_with_intervals, curves_with_bands
from conquestlab.reports.figures.style import (
    COLOURS,
    FAINT,
    MARKERS,
    legend_below,
    new_figure,
    style,
    title_panel,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Rows = Sequence[Mapping[str, Any]]

_LEAST, _A_BOT, _A_SERIES, _FRAME = 1.6, 0.3, 0.1, 0.9
_ARROW = 0.06  # of the width of the panel, beyond a bound


def ladder(rows: Rows) -> Figure:
    """Draw the ratings of all bots, and for tables of two the share of each pair.

    Parameters
    ----------
    rows
        Of `conquest ladder`: those of `rating` and `pair_share` are drawn.
    """
    ratings = [row for row in rows if row["measure"] == "rating"]
    if not any(bound is not None for row in ratings for bound in (row["value"], row["low"], row["high"])):
        raise WrongUse("there is nothing to draw: nobody won a game; play more games (--games)")
    several = len({row["rules"] for row in ratings}) > 1
    series = {
        _series(row): f"{row['rules']}, {row['players']} players" if several else f"{row['players']} players"
        for row in ratings
    }
    maps = _pair_maps(rows)
    bots = _best_first(ratings)
    height = max(_LEAST, len(bots) * (_A_BOT + _A_SERIES * len(series))) + _FRAME
    with style():
        anchors = {row["against"] for row in ratings} - {""}
        zero = f"0 is {anchors.pop()}" if len(anchors) == 1 else "0 is the mean"
        figure, panels = new_figure(
            "Ratings of the bots",
            f"Natural log-odds to win a table, {zero}; 95 % intervals that hold for all bots together. "
            "An arrow: a bound, for a bot that never won or never lost against the others.",
            height=height * (1 + len(maps)) + 0.3 * (len(series) > 1),
            panels=(1 + len(maps), 1),
        )
        _draw_ratings(panels[0], ratings, series, bots)
        for axes, (rules, shares) in zip(panels[1:], maps.items(), strict=True):
            _draw_pairs(axes, shares, bots, f"{rules}: share of the wins of the bot at the left, two players")
        if len(series) > 1:
            legend_below(figure, *panels[0].get_legend_handles_labels())
    return figure


def one_against(rows: Rows) -> Figure:
    """Draw the share of the wins of one bot against others, by number of players or of several at one table.

    Parameters
    ----------
    rows
        Of `conquest ladder --one`: those of `win_share` are drawn.
    """
    shares = [row for row in rows if row["measure"] == "win_share"]
    players = sorted({row["players"] for row in shares})
    several = len({row["rules"] for row in shares}) > 1
    words: dict[str, Any] = {
        "heading": "One bot against others",
        "subtitle": "Chance to win of a seat that the bot holds, among the games that somebody won, "
        "with 95 % intervals",
        "percent": True,
    }
    if len(players) > 1:
        drawn = [dict(row) | {"of": str(row["players"]), "line": _line(row, several)} for row in shares]
        even = [
            {"of": str(one), "value": 1.0 / one, "low": None, "high": None, "line": "even share"}
            for one in players
        ]
        return curves_with_bands([*drawn, *even], labels=("players", "share of the wins"), by="line", **words)
    alone = len({(row["rules"], row["of"]) for row in shares}) == len(shares)
    drawn = [dict(row) | {"line": row["rules"] if alone else _line(row, several)} for row in shares]
    return bars_with_intervals(
        drawn,
        labels=(f"bot, {players[0]} players", "share of the wins"),
        by="line",
        reference=1.0 / players[0],
        **words,
    )


MEASURES = {
    "rating": "Ratings in natural log-odds to win a table",
    "elo": "Ratings in points of Elo",
    "seat_rating": "What a seat is worth, in natural log-odds to win a table",
    "win_share": "Shares of the wins",
    "pair_share": "Shares of the wins at tables of two",
    "triple": "Circles of three bots: the leg that is nearest to even",
    "misfit": "How far pairs are off what their ratings say",
}
"""By name, the measures that can be drawn alone, with the heading."""

_SHARES = ("win_share", "pair_share", "triple")


def one_measure(rows: Rows, measure: str) -> Figure:
    """Draw one measure of a ladder: a bar for each bot, seat, pair or circle."""
    several = len({row["rules"] for row in rows}) > 1
    records = []
    for row in rows:
        if row["measure"] == measure and row["value"] is not None:
            of = f"seat {row['of']}" if measure == "seat_rating" else row["of"]
            of = f"{of} against {row['against']}" if measure in ("pair_share", "misfit") else of
            players = f"{row['players']} players"
            series = f"{row['rules']}, {players}" if several else players
            records.append({**row, "of": of, "series": series})
    share = measure in ("pair_share", "triple")
    return bars_with_intervals(
        records,
        heading=MEASURES[measure],
        subtitle="With 95 % intervals." + (" The line is the even share." if share else ""),
        labels=("", measure.replace("_", " ")),
        by="series",
        percent=measure in _SHARES,
        reference=0.5 if share else None,
    )


def _line(row: Mapping[str, Any], several: bool) -> str:
    told = f"{row['of']} against {row['against']}"
    return f"{row['rules']}, {told}" if several else told


def _series(row: Mapping[str, Any]) -> tuple[str, int]:
    return row["rules"], row["players"]


def _best_first(ratings: Rows) -> list[str]:
    """Return the bots from the highest mean rating down; a bound stands for a rating that is none."""
    found: dict[str, list[float]] = {}
    for row in ratings:
        known = [row[key] for key in ("value", "high", "low") if row[key] is not None]
        found.setdefault(row["of"], []).extend(known[:1])
    return sorted(found, key=lambda bot: -sum(found[bot]) / len(found[bot]) if found[bot] else np.inf)


def _draw_ratings(
    axes: Axes, ratings: Rows, series: Mapping[tuple[str, int], str], bots: Sequence[str]
) -> None:
    thick = 0.7 / len(series)
    ends = [row[key] for row in ratings for key in ("value", "low", "high") if row[key] is not None]
    reach = _ARROW * max(max(ends) - min(ends), 1.0)
    for place, (one, name) in enumerate(series.items()):
        look: dict[str, Any] = {"color": COLOURS[place % len(COLOURS)]}
        mark = MARKERS[place % len(MARKERS)]
        label: str | None = name
        for row in (row for row in ratings if _series(row) == one):
            height = bots.index(row["of"]) + (place - (len(series) - 1) / 2) * thick
            value, low, high = row["value"], row["low"], row["high"]
            if value is not None:
                axes.plot([value], [height], mark, markersize=6, label=label, **look)
                label = None
                axes.hlines(height, value if low is None else low, value if high is None else high, **look)
                continue
            for bound, way in ((low, 1), (high, -1)):
                if bound is not None:
                    tip = bound + way * reach
                    axes.annotate(
                        "",
                        (tip, height),
                        (bound, height),
                        arrowprops={"arrowstyle": "->", "linewidth": 2, "shrinkA": 0, "shrinkB": 0, **look},
                    )
                    axes.plot([bound, tip], [height, height], "|", markersize=8, markevery=[0], **look)
    axes.axvline(0, color=FAINT, linewidth=0.8, zorder=0)
    axes.set_yticks(range(len(bots)), labels=list(bots))
    axes.set_ylim(len(bots) - 0.4, -0.6)
    axes.set_xlabel("rating")
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.spines[:].set_visible(False)


def _pair_maps(rows: Rows) -> dict[str, dict[tuple[str, str], float]]:
    """Return the shares of pairs by rulebook."""
    maps: dict[str, dict[tuple[str, str], float]] = {}
    for row in rows:
        if row["measure"] == "pair_share":
            maps.setdefault(row["rules"], {})[row["of"], row["against"]] = row["value"]
    return maps


def _draw_pairs(axes: Axes, shares: Mapping[tuple[str, str], float], bots: Sequence[str], title: str) -> None:
    from matplotlib.colors import Normalize

    # The best bot stands at the top, where a map has its last row.
    values = np.array([[shares.get((of, against), np.nan) for against in bots] for of in reversed(bots)])
    places = list(range(len(bots)))
    draw_cells(axes, Cells(places, places, values), TWO_SIDES, Normalize(0, 1), show_share)
    axes.set_xticks(places, labels=list(bots))
    axes.set_yticks(places, labels=list(reversed(bots)))
    axes.set_xlabel("against")
    axes.set_ylabel("")
    title_panel(axes, title)

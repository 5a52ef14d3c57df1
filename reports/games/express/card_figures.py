"""Figures of Risk Express: the chance of every card, in the middle and before another player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from conquestlab.analysis.language import say
from conquestlab.reports.figures.interval_figures import bars_with_intervals

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def card_chances(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """Draw the chance to conquer each card with best play, the target fixed before the roll.

    Parameters
    ----------
    rows
        Mappings with `rules`, `name`, `win` and `from_another`, as `conquest odds` gives them.
    """
    several = len({row["rules"] for row in rows}) > 1
    ways = ((say("as it lies"), "win"), (say("before another player"), "from_another"))
    bars = [
        {
            "of": row["name"],
            "value": None if row[column] is None else float(row[column]),
            "low": None,
            "high": None,
            "way": f"{row['rules']}, {way}" if several else way,
        }
        for way, column in ways
        for row in rows
    ]
    return bars_with_intervals(
        bars,
        heading=say("{rules}: the chance to conquer a card", rules=rows[0]["rules"]),
        subtitle=say("Best play, the target fixed before the roll. Names with a star are reconstructed."),
        labels=(say("card"), say("chance")),
        by="way",
        percent=True,
    )

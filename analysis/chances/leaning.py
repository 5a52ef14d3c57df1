"""Says why the measures of win chances have no intervals where few games were noted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from conquestlab.analysis.language import say
from conquestlab.analysis.measures.catalogue import OF_CHANCES

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import SeatedBots
    from conquestlab.analysis.row import Row


def leaning_words(table: SeatedBots, rows: Sequence[Row]) -> list[str]:
    """Say that the model of the chances was a simpler one, if all their measures lack an interval.

    Parameters
    ----------
    table : SeatedBots
    rows : sequence of dict
        Its measures.
    """
    names = {entry.name for entry in OF_CHANCES}
    told = [row for row in rows if row["measure"] in names and row["value"] is not None]
    if not told or any(row["low"] is not None for row in told):
        return []
    return [
        say(
            "{rules}, {players} players: {games} noted games are too few for the whole model of win chances; "
            "what is said of them rests on a simpler one and has no intervals (--games plays more)",
            rules=table.rulebook.label,
            players=table.seats,
            games=f"{max(row['games'] for row in told):,}",
        )
    ]

"""Notes some games of a batch, for the measures that rest on win chances; their luck numbers tell which."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.analysis.chances.noted_games import NotedGames
    from conquestlab.analysis.playing.batches import Batch, SeatedBots


def tells_chances(seated: SeatedBots) -> bool:
    """Tell whether the engine notes features of positions, and all bots play inside."""
    return bool(seated.engine.features) and not seated.has_external_bots


def noted_games_of(batch: Batch) -> NotedGames | None:
    """Play those games of a batch again that are to be noted; None where the engine notes nothing.

    Parameters
    ----------
    batch : Batch
    """
    if not tells_chances(batch):
        return None
    from conquestlab.analysis.chances.noted_games import NotedGames, part_of, spans, stretch_of

    block = batch.seats if batch.shared else 1
    first, last = batch.first // block, (batch.first + batch.games) // block - 1
    parts = []
    for span in spans(first, last, block):
        games = batch.part(span.first * block, (span.last - span.first + 1) * block)
        _, rows, notes = games.noted()
        parts.append(part_of(span.stretch, rows, notes, batch.seats))
    names = tuple(batch.engine.features)
    return NotedGames(batch.seats, block, names, batch.bots, stretch_of(last, block), tuple(parts))

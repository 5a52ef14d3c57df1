"""Plays games again in which each seat in turn is given something, to find out what that is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conquestlab.analysis.measures.given import GivenTally
    from conquestlab.analysis.playing.batches import PlayedBatch


def worth_of_given(played: PlayedBatch) -> GivenTally:
    """Play the games of a batch with the same luck, for each seat and each thing that it can be given."""
    from conquestlab.analysis.measures.given import given_tally

    batch, rows = played.batch, played.rows
    given = batch.engine.given
    assert given is not None
    games = {
        name: [replace(batch, rulebook=book).rows() for book in books]
        for name, books in given.rulebooks(batch.rulebook, batch.seats).items()
    }
    return given_tally(given.measure, rows["luck"], games, batch.seats)

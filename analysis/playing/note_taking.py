"""Takes the notes of games; how many there will be nobody knows, and external bots play outside the loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from conquestlab.kernels.shared.contract import VOID
from conquestlab.kernels.shared.notes import open_note

if TYPE_CHECKING:
    from conquestlab.analysis.playing.seated_game import SeatedGame

FIRST_ROOM = 4096  # notes, before it is known how many a game has
MOST_ROOM = 65_536
SPARE = 1.1  # times as many notes as are expected


def collect_notes(
    simulate: Callable[[int, np.ndarray], tuple[int, int]], rows: np.ndarray, note_dtype: np.dtype
) -> np.ndarray:
    """Play games until each has its row and its notes, and return the notes.

    Parameters
    ----------
    simulate : callable
        (games that are done, notes) -> games played on from there, and how many notes they have.
    rows : array of row_dtype
        Filled by `simulate`. A void game is the last.
    note_dtype : dtype
    """
    parts = [np.zeros(0, note_dtype)]
    done, noted, room = 0, 0, FIRST_ROOM
    while done < len(rows) and (done == 0 or rows["how"][done - 1] != VOID):
        notes = np.zeros(room, note_dtype)
        games, written = simulate(done, notes)
        parts.append(notes[:written])
        done, noted = done + games, noted + written
        if games == 0:
            room *= 4
        else:
            wanted = int(SPARE * noted / done * (len(rows) - done)) + FIRST_ROOM
            room = max(room, min(wanted, MOST_ROOM))
    return np.concatenate(parts)


def note_one_by_one(table: SeatedGame, seeds: np.ndarray, first: int, rows: np.ndarray) -> np.ndarray:
    """Play the games of these rows, `first` and those after it, step by step, and return their notes."""
    kernels = table.engine.kernels
    notes = [np.zeros(0, kernels.note_dtype)]

    def take(position: np.void) -> None:
        note = np.zeros(1, kernels.note_dtype)
        open_note(note[0], 0, 0, position)
        kernels.note_features(table.rules, position, note[0])
        notes.append(note)

    for i in range(len(rows)):
        before = len(notes)
        rows[i] = table.play_logged(seeds, first + i, log_lines=0, at_pause=take).row
        for note in notes[before:]:
            note["game"], note["luck"] = rows[i]["game"], rows[i]["luck"]
    return np.concatenate(notes)

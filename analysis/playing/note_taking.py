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
    notes = np.zeros(FIRST_ROOM, note_dtype)
    done, noted = 0, 0
    while done < len(rows) and (done == 0 or rows["how"][done - 1] != VOID):
        games, written = simulate(done, notes[noted:])
        done, noted = done + games, noted + written
        if done < len(rows):
            notes = _with_room(notes, noted, int(SPARE * noted / max(done, 1) * len(rows)))
    return notes[:noted]


def _with_room(notes: np.ndarray, noted: int, wanted: int) -> np.ndarray:
    """Return the same notes where there is room for as many as are wanted, and for twice as many at least."""
    more = np.zeros(max(wanted, 2 * len(notes)), notes.dtype)
    # Byte by byte, since NumPy looks at every field of records that it copies.
    more[:noted].view(np.uint8)[:] = notes[:noted].view(np.uint8)
    return more


class NoteTaker:
    """Takes a note of each position that it is shown: the `at_pause` of one game played step by step."""

    def __init__(self, table: SeatedGame):
        self._table = table
        self._notes: list[np.ndarray] = []

    def __call__(self, position: np.void) -> None:
        """Take a note."""
        kernels = self._table.engine.kernels
        note = np.zeros(1, kernels.note_dtype)
        open_note(note[0], 0, 0, position)
        kernels.note_features(self._table.rules, position, note[0])
        self._notes.append(note)

    def notes_of(self, row: np.void) -> np.ndarray:
        """Return the notes of a game that is over, by its row, and begin anew."""
        notes = np.concatenate([np.zeros(0, self._table.engine.kernels.note_dtype), *self._notes])
        notes["game"], notes["luck"] = row["game"], row["luck"]
        self._notes = []
        return notes


def note_one_by_one(table: SeatedGame, seeds: np.ndarray, first: int, rows: np.ndarray) -> np.ndarray:
    """Play the games of these rows, `first` and those after it, step by step, and return their notes."""
    taker = NoteTaker(table)
    notes = [np.zeros(0, table.engine.kernels.note_dtype)]
    for i in range(len(rows)):
        rows[i] = table.play_logged(seeds, first + i, log_lines=0, at_pause=taker).row
        notes.append(taker.notes_of(rows[i]))
    return np.concatenate(notes)

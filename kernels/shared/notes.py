"""Notes: what is kept of a position whenever it pauses, and the loop over whole games that writes them.

A position whose field `pauses` is 1 comes back from `advance` with PAUSED before its first turn, and whenever
a turn has ended (a round, in games in which all act at once), the last one of the game included. A note says
which position it was, and what the engine tells of it: how the seats stand, what the players have done so
far, and what the table sees of each seat.
"""

import numpy as np

from conquestlab.kernels.compiling.apart import NO_RESULT
from conquestlab.kernels.compiling.beside import Unit
from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.compiling.policies import call, call_for_number, kernel_address
from conquestlab.kernels.shared.contract import (
    EVENT_WIDTH,
    NOBODY,
    OVER,
    PAUSED,
    VOID,
    luck_of,
    open_row,
    seat_bots,
)
from conquestlab.kernels.shared.games import loop_addresses, type_of
from conquestlab.kernels.shared.rows import SEATS


def note_dtype(acts: tuple[str, ...], features: tuple[str, ...]) -> np.dtype:
    """Return the aligned dtype of a note.

    Parameters
    ----------
    acts : tuple of str
        What is counted of all that the players did since the game began.
    features : tuple of str
        What is told of each seat.
    """
    return np.dtype(
        [
            ("game", np.int64),
            ("luck", np.int64),
            ("round", np.int32),  # 0 before the first turn
            ("turn", np.int32),
            ("mover", np.int32),  # whose turn has ended; NOBODY before the first, and where all act at once
            ("standing", np.int32, (SEATS,)),  # at this moment, in fixed point
            ("acts", np.int32, (len(acts),)),
            ("features", np.int32, (SEATS, len(features))),
        ],
        align=True,
    )


def loop_with_notes(begin, advance, finish, note_features, position_dtype):
    """Return the `simulate_noted` of an engine: `simulate`, which writes notes besides.

    It is made like `simulate` (games.py), of the same kernels and one more, so that nothing is compiled
    until notes are wanted, and then little.
    """
    known: dict = {}  # addresses by what tells the types of the arguments

    def simulate_noted(rules, bots, seeds, plan, rows, course, notes):
        """Play whole games with inside bots, one row each, and write a note at every pause.

        Parameters
        ----------
        rules, bots, seeds, plan, rows, course
            As of `simulate`. The rows are the same.
        notes : array of note_dtype
            Overwritten from the first on.

        Returns
        -------
        games : int
            How many games were played, with all their notes: fewer than asked for if the notes of the next
            one find no room, or after a void game, which counts.
        noted : int
            How many notes these games have.
        """
        positions = np.zeros(1, position_dtype)
        arrays = (bots, seeds, rows, course)
        key = (rules.dtype, *((array.dtype, array.flags.num) for array in arrays))
        if key not in known:
            addresses = loop_addresses(begin, advance, finish, rules, *arrays, positions)
            unit = noting_unit(note_features, rules, positions, notes)
            known[key] = *addresses, kernel_address(*unit)
        return _play_noted(known[key], positions, rules, bots, seeds, plan, rows, course, notes)

    return simulate_noted


def noting_unit(note_features, rules, positions, notes):
    """Return the kernel of an engine that writes notes, to be compiled for arguments of these types."""
    return Unit(note_features, NO_RESULT, (type_of(rules), positions.dtype, notes.dtype))


@jit
def open_note(note, game, luck, position):
    """Write into a note which position of which game it is of; all that an engine tells is nothing yet."""
    note["game"] = game
    note["luck"] = luck
    note["turn"] = position["turn"]
    note["round"] = position["round"] if position["turn"] > 0 else 0
    note["mover"] = NOBODY
    for act in range(len(note["acts"])):
        note["acts"][act] = 0
    for seat in range(SEATS):
        note["standing"][seat] = 0
        for feature in range(note["features"].shape[1]):
            note["features"][seat, feature] = 0


@jit
def _play_noted(addresses, positions, rules, bots, seeds, plan, rows, course, notes):
    begin, advance, finish, note_features = addresses
    events = np.zeros((0, EVENT_WIDTH), np.int64)
    noted = 0
    for i in range(plan["count"]):
        position = positions[0]  # anew for each game: a record does not keep its array alive
        game, before = plan["first"] + i, noted
        luck = luck_of(plan, game)
        call(begin, (rules, seeds, luck, plan["seats"], position))
        seat_bots(plan, game, position)
        position["pauses"] = 1
        why = call_for_number(advance, (rules, bots, position, events, course))
        while why == PAUSED:
            if noted == len(notes):
                return i, before
            note = notes[noted]
            open_note(note, game, luck, position)
            call(note_features, (rules, position, note))
            noted += 1
            why = call_for_number(advance, (rules, bots, position, events, course))
        open_row(plan, game, rows[i])
        if why != OVER:
            rows[i]["how"] = VOID
            return i + 1, noted
        call(finish, (rules, position, course, rows[i]))
    return np.int64(plan["count"]), noted

"""What a built-in bot would do in the place of the person who is asked."""

from __future__ import annotations

import numpy as np

from conquestlab.analysis.bots.named_bots import find_bot
from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.playing.seating import seat
from conquestlab.kernels.shared.contract import AMOUNT, CALLED

PARTS = slice(1, AMOUNT)


class Adviser:
    """Asks a bot at a copy of the position.

    Parameters
    ----------
    table : SeatedGame
        At which the person plays.

    Attributes
    ----------
    name : str
        Of the bot; empty where the game has none that can be asked.
    """

    def __init__(self, table: SeatedGame):
        engine = table.engine
        self.name = engine.fast_bot  # a bot that thinks finds its plans at the beginning of a turn
        bot = find_bot(self.name, engine, table.rulebook, table.seats)
        self._record = seat([bot], engine, table.rulebook, table.rules, table.seats)[0]
        self._rules = table.rules
        number = int(self._record["policy"])
        if number == CALLED or not engine.played_by:
            self.name = ""
        else:
            self._policy = engine.played_by[number][0]

    def advise(self, position: np.void, rows: np.ndarray) -> tuple[int, int] | None:
        """Return the number of the choice that the bot would take, and the amount (0 where there is none).

        None is returned where it cannot be told.
        """
        if not self.name:
            return None
        copies = np.zeros(1, position.dtype)
        copies.view(np.uint8)[:] = np.frombuffer(position.tobytes(), np.uint8)
        copy = copies[0]
        copy["log"] = 0
        copy["bot"][int(copy["asker"])] = self._record
        self._policy(self._rules, copy)
        choice = np.asarray(copy["choice"])
        # Parts in which no two choices differ may hold anything.
        told = [part for part in range(AMOUNT) if len(np.unique(rows[:, part])) > 1]
        found = np.flatnonzero((rows[:, told] == choice[told]).all(axis=1))
        if len(found) != 1 and len(rows) > 1:
            return None
        number = int(found[0]) if len(found) else 0
        return number, int(choice[AMOUNT]) if rows[number][-1] else 0

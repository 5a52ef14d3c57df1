"""The chance to win of each seat along one game, by a model fitted to other games of the same bots and rules.

The model never saw the game: its pauses are judged by what was fitted to the half of the blocks that it is
not in.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conquestlab.analysis.chances.model import FEWEST_GAMES, fit_models, judged_by
from conquestlab.analysis.chances.noted_games import part_of

if TYPE_CHECKING:
    from conquestlab.analysis.playing.batches import Batch

MODEL_GAMES = 1500
PATIENCE = 40.0  # seconds that playing them may take
TELLING = 1.0  # seconds of play that tell how long the rest will take


class GameChances(NamedTuple):
    """The chances of one game.

    Attributes
    ----------
    chances : float array, (pauses, seats)
        Before the first turn and after each; at the end what each seat won.
    games : int
        How many games the model was fitted to, about half of those that were played for it.
    """

    chances: np.ndarray
    games: int


def game_chances(others: Batch, row: np.void, notes: np.ndarray) -> GameChances | None:
    """Return the chances along a game; None where it was not decided, or other games take too long.

    Parameters
    ----------
    others : Batch
        Other games of the same rulebook, from which the model learns: `MODEL_GAMES`, or fewer where that
        would take longer than `PATIENCE`.
    row : record
        Of the game itself, with a game and a luck number that none of the others has.
    notes : structured array, (pauses,)
        Of the game itself.
    """
    played = _noted(others)
    if played is None:
        return None
    rows = np.concatenate([row.reshape(1), *(rows for rows, _ in played)])
    told = np.concatenate([notes, *(notes for _, notes in played)])
    engine, seats = others.engine, others.seats
    part = part_of(0, rows, told, seats)
    models = fit_models(part, engine.features, others.bots)
    if models is None:
        return None
    judged = judged_by(models, part, 1)
    found = np.flatnonzero(judged.games.game == row["game"])
    if not len(found):
        return None
    place = found[0]
    path = judged.chances[0][judged.starts[place] : judged.ends[place] + 1]
    return GameChances(path, int(np.count_nonzero(judged.side != judged.side[place])))


def _noted(others: Batch) -> list[tuple[np.ndarray, np.ndarray]] | None:
    """Play games with notes, as many as there is time for; None where that would be too few."""
    block = others.seats if others.shared else 1
    others.part(others.first, block).noted()  # compiles what is not compiled yet, which is not to be timed
    start, done, wanted = monotonic(), 0, block
    played = []
    while wanted > 0:
        _, rows, notes = others.part(others.first + done, wanted).noted()
        played.append((rows, notes))
        done += wanted
        taken = monotonic() - start
        affordable = MODEL_GAMES if taken < TELLING else int(PATIENCE * done / taken)
        if affordable < 2 * FEWEST_GAMES:
            return None
        wanted = min(done, MODEL_GAMES - done, affordable - done) // block * block
    return played

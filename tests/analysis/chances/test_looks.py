"""The pauses from which a model learns: they follow on every seat's turn, in the games of both halves."""

import numpy as np
import pytest

from conquestlab.analysis.chances.model import LOOKS, SIDES, looks_of
from conquestlab.analysis.chances.noted_games import Part

GAMES = 240  # of a half, which are few


def games_of_length(turns, seats, side):
    """Games of so many turns, with even numbers or with odd ones."""
    game, pauses = np.arange(GAMES) * SIDES + side, turns + 1
    turn = np.tile(np.arange(pauses), GAMES)
    none = np.zeros((len(turn), 0), np.int32)
    by_seat = np.zeros((GAMES, seats), np.int32)
    return Part(
        0, GAMES, game, game, np.full(GAMES, turns), np.full(GAMES, pauses), by_seat, by_seat, by_seat,
        turn, np.where(turn == 0, -1, (turn - 1) % seats), none, none, none,
    )  # fmt: skip


@pytest.mark.parametrize("side", range(SIDES))
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("step", [1, 2, 3, 4, 6, 8])
def test_all_seats_have_moved_last_before_as_many_of_them(seats, step, side):
    games = games_of_length(step * LOOKS[0], seats, side)
    places, weight = looks_of(games, np.repeat(np.arange(GAMES), games.pauses))
    assert weight * len(places) == pytest.approx(GAMES)
    assert np.all(games.round[places] < games.pauses[0] - 1)
    seen = np.bincount(games.mover[places][games.mover[places] >= 0], minlength=seats)
    assert seen.min() > 0.6 * seen.mean()
    # And before turns with odd numbers as before those with even ones.
    odd = np.mean(games.round[places] % 2)
    assert 0.35 < odd < 0.65

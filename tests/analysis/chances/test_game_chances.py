"""The chances along one game: they sum to one, end with who won, and the model never saw the game."""

import numpy as np
import pytest

from conquestlab.analysis.chances import game_chances as module
from conquestlab.analysis.chances.game_chances import game_chances
from conquestlab.analysis.playing.experiment import experiment_of
from conquestlab.analysis.playing.replay_answers import replay
from conquestlab.analysis.playing.watching import watched
from conquestlab.analysis.seeds import parse_seeds


@pytest.fixture(scope="module")
def game():
    experiment = experiment_of("race", 3, ("chaser",), parse_seeds("5"), 1)
    return replay(experiment, 4, noted=True)


def others_of(game):
    return game.experiment.batch(5, 0)


def test_chances_sum_to_one_and_end_with_who_won(game):
    found = game_chances(others_of(game), game.row, game.notes)
    assert found.chances.shape == (len(game.notes), 3)
    assert np.allclose(found.chances.sum(axis=1), 1)
    assert found.chances[-1].tolist() == (game.row["win"][:3] / 60).tolist()
    assert module.MODEL_GAMES / 3 < found.games < module.MODEL_GAMES / 2 + 1


def test_the_model_never_saw_the_game(game):
    told = game_chances(others_of(game), game.row, game.notes).chances
    other = game.row.copy()
    other["win"][:3] = np.roll(game.row["win"][:3], 1)
    turned = game_chances(others_of(game), other, game.notes).chances
    assert np.array_equal(told[:-1], turned[:-1])
    assert not np.array_equal(told[-1], turned[-1])


def test_a_game_that_nobody_wins_has_standings(game):
    broken = game.row.copy()
    broken["win"] = 0
    assert game_chances(others_of(game), broken, game.notes) is None


def test_games_that_take_too_long_are_not_played(game, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "TELLING", 0.0)
    assert game_chances(others_of(game), game.row, game.notes) is None


def test_what_is_not_noted_has_the_standings_of_the_row():
    experiment = experiment_of("race", 2, ("bold", "chaser"), parse_seeds("5"), 1, rotate=False)
    found = watched(replay(experiment, 2))
    assert found.course.heading == "Standings"
    assert len(found.course.values) == 10
    assert all(sum(values) == pytest.approx(1) for values in found.course.values)

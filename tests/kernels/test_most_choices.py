"""The description of a game has room for as many choices as its kernels can offer."""

from importlib import import_module

import pytest

from conquestlab.analysis.games import find_game


@pytest.mark.parametrize("game", ["africa", "express", "manchots"])
def test_the_room_for_choices_is_that_of_the_kernels(game):
    state = import_module(f"conquestlab.kernels.{game}.state")
    assert find_game(game).engine.most_choices == state.MOST_CHOICES

"""Seats and nations of Africa 1880 differ by the order of placing alone: drawn by lot, all win alike."""

import numpy as np
import pytest
from africa_table import rulebook
from plain_python import too_many_games

from conquestlab.analysis.playing.seated_game import SeatedGame

SEEDS = np.arange(31, 37, dtype=np.uint64)
GAMES = 12_000
ERRORS = 4.5  # standard errors; some 60 shares are looked at

BOTS = ("random", "settler", "grabber", "tit_for_tat", "traitor", "balancer", "expert")


def shares(wins, chance):
    """How many standard errors each share of the wins is away from its chance."""
    total = wins.sum()
    return (wins - total * chance) / np.sqrt(total * chance * (1 - chance))


@too_many_games
@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("bot", BOTS)
def test_with_equal_bots_and_starts_by_lot_all_seats_win_alike(bot, seats):
    rows = SeatedGame(rulebook(placing="drawn"), [bot] * seats).play(SEEDS, 0, GAMES)
    wins = rows["win"][:, :seats].sum(axis=0) / 60
    assert wins.sum() > GAMES / 4
    assert (abs(shares(wins, 1 / seats)) < ERRORS).all()


@too_many_games
def test_and_so_do_all_nations():
    rows = SeatedGame(rulebook(placing="drawn"), ["tit_for_tat"] * 4).play(SEEDS, 0, GAMES)
    won = rows["nation"][:, :4][rows["win"][:, :4] > 0]
    wins = np.bincount(won, minlength=6)
    assert (abs(shares(wins, 1 / 6)) < ERRORS).all()


@too_many_games
def test_the_order_of_placing_is_worth_something():
    """Where first coasts are chosen with care, who places when shows in the wins."""
    rows = SeatedGame(rulebook(), ["expert"] * 4).play(SEEDS, 0, GAMES)
    wins = rows["win"][:, :4].sum(axis=0) / 60
    assert abs(shares(wins, 1 / 4)).max() > ERRORS

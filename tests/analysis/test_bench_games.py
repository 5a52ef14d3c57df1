"""The plain game beside which the engine is timed is about the same game."""

from inspect import getclosurevars

import pytest

from conquestlab.analysis.playing.seated_game import SeatedGame
from conquestlab.analysis.rules.rulebook import load
from conquestlab.analysis.seeds import parse_seeds
from conquestlab.benchmarks.bench_games import PLAIN_GAMES, REACH, _beside_plain, measurements
from conquestlab.benchmarks.bench_plain_game import plain_games


def test_the_figures_to_reach_stand_beside_what_is_timed():
    reached = {measured.what: measured.reach for measured in measurements() if measured.reach}
    assert reached == {
        f"risk-modern, {seats} x reckless": f">= {figure:,}" for seats, figure in REACH.items()
    } | {
        "risk-modern, 4 x greedy": ">= 15,000",
        "risk-modern, 2 x expert": ">= 10,000",
        "risk-modern, 4 x expert": ">= 4,000",
        "risk-modern, planner and 3 x expert": ">= 60",
    }


@pytest.mark.thorough
def test_the_plain_game_lasts_about_as_long_as_the_engines():
    """Mean turns of 600 games; the plain one lacks the exchange in mid-combat and lasts a little longer."""
    for seats in (2, 4):
        work, plain = _beside_plain(seats)
        assert plain() == PLAIN_GAMES
        assert work() > 0
        on = getclosurevars(plain).nonlocals
        turns = plain_games(on["neighbours"], on["continents"], on["bonus"], seats, 600) / 600
        rows = SeatedGame(load("risk-modern"), ["reckless"] * seats).play(parse_seeds(1).words, 0, 600)
        assert 0.85 < turns / rows["turns"].mean() < 1.35

"""The loops that the bench times of cards count what they do, and the plain one plays by the rules."""

import numpy as np
import pytest
from numba import config

from conquestlab.analysis.games.conquest.card_sets.exchange_model import CardTable, Policy
from conquestlab.analysis.games.conquest.card_sets.exchange_timing import TimingGames, play_match
from conquestlab.benchmarks import bench_card_loops, bench_cards
from conquestlab.kernels.compiling.jit import jit


def test_measurements_do_what_they_count(monkeypatch):
    monkeypatch.setattr(bench_cards, "GAMES", 4)
    monkeypatch.setattr(bench_cards, "PLAIN_GAMES", 2)
    for measured in bench_cards.measurements():
        work, reference = measured.prepare()
        assert work() == 4 * 4 * 20
        assert bool(reference) == bool(measured.reference)
        assert reference is None or reference() == 2 * 4 * 20


@jit
def seed_plain_loops(seed):
    np.random.seed(seed)  # noqa: NPY002


def test_both_loops_play_the_same_game():
    games = 150 if config.DISABLE_JIT else 20_000
    policy, table = Policy("at_once"), CardTable(4, 20, conquests=1.0)
    # The plain loop draws before its first turn, the table after it: one turn less is the same game.
    ours = play_match(bench_cards.RULES, table, policy, policy, TimingGames(games, np.ones(6, np.uint64)))
    seed_plain_loops(3)
    plain = bench_card_loops.plain_card_games(games, 4, 19) / games / 4
    assert ours.armies == pytest.approx(plain, rel=0.01 if games > 1000 else 0.06)

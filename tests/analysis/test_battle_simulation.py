"""Simulated battles beside the exact ones: the same law, the same numbers for any jobs, honest intervals."""

import os
import subprocess
import sys
from itertools import product
from math import inf, isclose

import numpy as np
import oracle_battle
import pytest
from numba import config

from conquestlab.analysis.errors import WrongUse
from conquestlab.analysis.games.conquest.battles import battle_simulation
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.battle_simulation import (
    Simulation,
    count_losses,
    ends_p,
    needs_compiling,
    odds_beside,
    simulate_battle,
)
from conquestlab.analysis.games.conquest.battles.dice_law import Dice, loss_counts
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
from conquestlab.analysis.games.conquest.battles.stopping import BestStopping
from conquestlab.analysis.games.conquest.battles.tree_of_lands import TreeOfLands, read_tree
from conquestlab.analysis.games.trial import share_beside

GAMES = 300 if config.DISABLE_JIT else 300_000
MODERN = Dice(3, 2)

ATTACKS = {
    "3v3": Battle(10, 10),
    "3v2": Battle(10, 10, MODERN),
    "eight sides, ties to the attacker": Battle(7, 9, Dice(3, 3, 8, "attacker")),
    "stop and hold": Battle(9, 8, MODERN, stop=3, hold=2),
    "more stop than armies": Battle(2, 3, stop=5),
    "fractions": Battle(4, 3, exact=True),
    "row": RowOfLands(15, (4, 3, 2), (1, 2), MODERN),
    "row with a stop": RowOfLands(12, (4, 3), (1,), MODERN, stop=2),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_simulation_agrees_with_the_exact_law(name):
    attack = ATTACKS[name]
    simulation = simulate_battle(attack, GAMES, seed=3)
    assert sum(simulation.ends.values()) == simulation.games == GAMES
    beside = odds_beside(attack, simulation)
    assert beside["games"] == GAMES
    assert beside["low"] <= beside["simulated"] <= beside["high"]
    assert abs(beside["z"]) < 4
    assert (
        beside["chi2_p"] is None or beside["chi2_p"] > 6e-5
    )  # beyond 4 standard errors of a normal variable
    # A battle makes at most one roll for each army, so the mean number of rolls has at most this error.
    error = (attack.attackers + attack.defenders) / 2 / GAMES**0.5
    assert abs(simulation.rolls / GAMES - attack.rounds) <= 4 * error


def test_a_wrong_law_is_found_out():
    simulation = simulate_battle(ATTACKS["3v2"], GAMES, seed=3)
    beside = odds_beside(ATTACKS["3v3"], simulation)
    assert beside["z"] > 4
    assert beside["chi2_p"] < 1e-6
    if not config.DISABLE_JIT:
        # Four dice in a hundred thousand taken from one end and given to another.
        ends = dict(ATTACKS["3v2"].ends)
        (first, most), (last, _) = sorted(ends.items(), key=lambda end: -end[1])[:2]
        ends[first], ends[last] = most * 0.9, ends[last] + most * 0.1
        assert ends_p(simulation, ends) < 1e-6


@pytest.mark.parametrize("attack", [ATTACKS["3v2"], ATTACKS["row"]], ids=["battle", "row"])
def test_jobs_and_chunks_change_nothing(attack, monkeypatch):
    games = 150 if config.DISABLE_JIT else 5000
    expected = simulate_battle(attack, games, "7,dice=9", jobs=1)
    assert expected != simulate_battle(attack, games, 7, jobs=1)
    monkeypatch.setattr(battle_simulation, "CHUNK", 1)
    for jobs, chunk in ((2, 1000), (2, 37), (1, 77), (3, 512)):
        monkeypatch.setattr(battle_simulation, "LEAST_BATTLES", chunk)
        assert simulate_battle(attack, games, "1,dice=9", jobs=jobs) == expected


SCRIPT = """
from conquestlab.analysis.games.conquest.battles.battle import Battle
from conquestlab.analysis.games.conquest.battles.battle_simulation import simulate_battle
from conquestlab.analysis.games.conquest.battles.row_of_lands import RowOfLands
print(simulate_battle(Battle(9, 7), 150, 5, jobs=2), simulate_battle(RowOfLands(12, (3, 5), (1,)), 150, 5))
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_with_and_without_the_jit_the_same(disabled):
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": disabled,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    told = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:overflow encountered in scalar", "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert told.returncode == 0, told.stderr
    here = simulate_battle(Battle(9, 7), 150, 5), simulate_battle(RowOfLands(12, (3, 5), (1,)), 150, 5)
    assert told.stdout.strip() == " ".join(map(str, here))


def test_progress_is_told_chunk_by_chunk(monkeypatch):
    monkeypatch.setattr(battle_simulation, "CHUNK", 40 * (20 + battle_simulation.OVERHEAD))
    monkeypatch.setattr(battle_simulation, "LEAST_BATTLES", 1)
    told = []
    simulate_battle(ATTACKS["3v2"], 100, progress=told.append)
    assert told == [40, 80, 100]


@pytest.mark.parametrize("ties", ["defender", "attacker"])
@pytest.mark.parametrize("sides", [2, 3, 6, 12, 20])
def test_losses_are_counted_exactly(sides, ties):
    for attack_dice, defend_dice in product((1, 2, 3), repeat=2):
        ways = count_losses(attack_dice, defend_dice, sides, ties)
        by_attacker = loss_counts(attack_dice, defend_dice, sides, ties)
        assert ways[: len(by_attacker)] == by_attacker[::-1]
        assert sum(ways) == sides ** (attack_dice + defend_dice)


def test_the_bounds_of_rolls_are_exact_and_fine_enough():
    for sides, attack_most, defend_most in product((2, 6, 12, 20), (1, 2, 3), (1, 2, 3)):
        order = battle_simulation._order(Battle(5, 5, Dice(attack_most, defend_most, sides)), 0, 0)
        outcomes = sides ** (attack_most + defend_most)
        assert order["outcomes"] == outcomes
        # The last roll of a word is off by 2**-32 at most in the chance of any result.
        assert outcomes ** (int(order["rolls_a_word"]) - 1) <= 2**32
        assert 2 <= order["rolls_a_word"] <= 3
        for attackers, defenders in product((1, 2, 3), repeat=2):
            pair = min(attackers, attack_most), min(defenders, defend_most)
            ways = loss_counts(*pair, sides)[::-1]
            expected = [sum(ways[: lost + 1]) * outcomes // sides ** sum(pair) for lost in range(3)]
            assert order["bounds"][attackers, defenders].tolist() == expected
    assert battle_simulation._order(Battle(1, 1, MODERN), 0, 0)["rolls_a_word"] == 3


def test_a_share_beside_its_chance():
    beside = share_beside(500, 1200, 0.4)
    assert beside["simulated"] == 500 / 1200
    # Wilson's interval solves |share - p| = 1.96 sqrt(p (1 - p) / n) for p.
    for p in (beside["low"], beside["high"]):
        distance = abs(beside["simulated"] - p)
        assert isclose(distance, 1.959963984540054 * (p * (1 - p) / 1200) ** 0.5)
    assert isclose(beside["z"], (500 / 1200 - 0.4) / (0.24 / 1200) ** 0.5)
    assert share_beside(5, 5, 1.0)["z"] == 0
    assert share_beside(4, 5, 1.0)["z"] == -inf


def test_what_has_been_simulated_needs_no_compiling():
    simulate_battle(ATTACKS["3v2"], 1)
    assert not needs_compiling()


def test_chi_square_pools_rare_ends():
    ends = {(3, 0): 0.5, (2, 0): 0.46, (1, 0): 0.02, (0, 1): 0.015, (0, 2): 0.005}
    # Expected 50, 46 and 4 rare ones pooled with the 46: one degree of freedom.
    counts = {(3, 0): 40, (2, 0): 55, (0, 1): 5}
    p = ends_p(Simulation(100, 0, counts), ends)
    assert isclose(p, 0.04550026, rel_tol=1e-6)  # chi-square 4
    assert ends_p(Simulation(100, 0, {(3, 0): 99, (9, 9): 1}), ends) == 0
    assert ends_p(Simulation(9, 0, {(3, 0): 9}), ends) is None
    assert ends_p(Simulation(100, 0, {(3, 0): 100}), {(3, 0): 1.0}) is None


def test_chi_square_p_is_uniform_under_the_law():
    attack = Battle(5, 4, MODERN)
    runs = 40 if config.DISABLE_JIT else 400
    ps = [ends_p(simulate_battle(attack, 60, seed), attack.ends) for seed in range(runs)]
    # Mean 1/2, variance 1/12; cells are few and small here, so six standard errors.
    assert abs(np.mean(ps) - 0.5) < 6 / (12 * runs) ** 0.5


@pytest.mark.parametrize(
    ("attack", "games", "mend"),
    [
        (Battle(3, 3), 0, "give 1 to"),
        (Battle(3, 3), 10**14, "give 1 to"),
        (Battle(3, 3, Dice(4, 2)), 10, "at most 3 dice"),
        (TreeOfLands(5, read_tree("3(2)")), 10, "trees"),
        (Battle(5, 5, law=BestStopping((5, 5), 3.0, MODERN)), 10, "--worth"),
        (Battle(100_000, 100_000, stop=99_999), 10, "lower stops"),
    ],
)
def test_what_cannot_be_simulated_is_refused(attack, games, mend):
    with pytest.raises(WrongUse, match=mend) as refusal:
        simulate_battle(attack, games)
    assert "\n" not in str(refusal.value)


def test_the_independent_plain_twin_plays_the_same_battles():
    attack = oracle_battle.Attack(12, (3, 4), (2,), defend_most=2)
    played = [oracle_battle.play(attack, 5, number) for number in range(100)]
    simulation = simulate_battle(RowOfLands(12, (3, 4), (2,), MODERN), 100, 5)
    assert simulation.rolls == sum(rolls for _, rolls in played)
    ends = [end for end, _ in played]
    assert simulation.ends == {end: ends.count(end) for end in ends}

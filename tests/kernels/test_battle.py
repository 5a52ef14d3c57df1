"""Battles roll by roll: against plain twins battle by battle, and against the exact law all together."""

from itertools import product

import numpy as np
import oracle_battle
import pytest
from numba import config
from oracle_battle import Attack

from conquestlab.kernels.conquest import battle

ATTACKS = {
    "3v2": Attack(10, (8,), defend_most=2),
    "3v3": Attack(9, (9,)),
    "one die each": Attack(4, (4,), attack_most=1, defend_most=1),
    "two dice against three": Attack(8, (5,), attack_most=2),
    "ties to the attacker": Attack(6, (9,), ties="attacker"),
    "coins": Attack(7, (5,), sides=2),
    "twenty sides": Attack(7, (6,), sides=20, defend_most=1),
    "stop": Attack(12, (9,), stop=4),
    "hold": Attack(9, (9,), hold=2),
    "stop and hold": Attack(9, (9,), stop=5, hold=5, defend_most=2),
    "over before it begins": Attack(3, (2,), stop=3),
    "longer than a block": Attack(40, (35,), defend_most=2),
    "a row": Attack(12, (3, 1, 4), (1, 1), defend_most=2),
    "guards": Attack(15, (2, 2, 2, 2), (3, 1, 2)),
    "a row with a stop": Attack(14, (3, 4), (2,), stop=3, defend_most=2),
}


def prepared(attack):
    record = np.zeros(1, battle.battle_dtype)[0]
    outcomes = attack.sides ** (attack.attack_most + attack.defend_most)
    record["attackers"], record["stop"], record["hold"] = attack.attackers, attack.stop, attack.hold
    record["most_pairs"] = min(attack.attack_most, attack.defend_most)
    record["outcomes"], record["rolls_a_word"] = outcomes, attack.rolls_a_word
    for attackers, defenders in product((1, 2, 3), repeat=2):
        ways = attack.ways(attackers, defenders)
        scale = outcomes // sum(ways.values())
        for lost in range(3):
            bound = scale * sum(count for fewer, count in ways.items() if fewer <= lost)
            record["bounds"][attackers, defenders, lost] = bound
    return record


def fought(attack, seed, first, count):
    """Return {(attackers left, defenders left): battles} and the number of rolls."""
    won_row, lost_row = attack.attackers + 1, sum(attack.garrisons) + 1
    ends = np.zeros(1 + (attack.hold + 1) * won_row + (attack.stop + 1) * lost_row, np.int64)
    garrisons, guards = np.array(attack.garrisons, np.int32), np.array(attack.guards, np.int32)
    rolls = battle.fight_battles(prepared(attack), garrisons, guards, np.uint64(seed), first, count, ends)
    won, lost = np.split(ends[1:], [(attack.hold + 1) * won_row])
    counted = {(i % won_row, i // won_row): int(won[i]) for i in np.flatnonzero(won)}
    counted |= {(i // lost_row, i % lost_row): int(lost[i]) for i in np.flatnonzero(lost)}
    return counted, rolls


@pytest.mark.parametrize("name", ATTACKS)
def test_every_battle_is_that_of_the_plain_twin(name):
    attack = ATTACKS[name]
    for number in (0, 1, 2, 3, 2**40, 2**63 - 2):
        end, rolls = oracle_battle.play(attack, 7, number)
        assert fought(attack, 7, number, 1) == ({end: 1}, rolls)


@pytest.mark.parametrize("name", ATTACKS)
def test_many_battles_are_the_same_battles(name):
    """More than a tile of them, in one piece and in several, with a seed of all bits."""
    attack, seed, count = ATTACKS[name], 2**64 - 3, battle.TILE + 60
    expected, expected_rolls = {}, 0
    for number in range(5, 5 + count):
        end, rolls = oracle_battle.play(attack, seed, number)
        expected[end] = expected.get(end, 0) + 1
        expected_rolls += rolls
    assert fought(attack, seed, 5, count) == (expected, expected_rolls)
    pieces, piece_rolls, first = {}, 0, 5
    for piece in (1, 100, count - 101):
        ends, rolls = fought(attack, seed, first, piece)
        pieces = {end: pieces.get(end, 0) + ends.get(end, 0) for end in pieces | ends}
        piece_rolls += rolls
        first += piece
    assert (pieces, piece_rolls) == (expected, expected_rolls)


@pytest.mark.skipif(config.DISABLE_JIT, reason="too many battles for plain Python")
@pytest.mark.parametrize("name", ATTACKS)
def test_ends_follow_the_exact_law(name):
    attack, count = ATTACKS[name], 200_000
    ends, _ = fought(attack, 11, 0, count)
    law = oracle_battle.ends_of(attack)
    assert sum(law.values()) == 1
    assert ends.keys() <= law.keys()
    expected = {end: float(chance * count) for end, chance in law.items()}
    cells = [end for end in law if expected[end] >= 10]
    pooled = count - sum(expected[end] for end in cells), count - sum(ends.get(end, 0) for end in cells)
    statistic = sum((ends.get(end, 0) - expected[end]) ** 2 / expected[end] for end in cells)
    freedom = len(cells) - 1
    if pooled[0] >= 10:
        statistic += (pooled[1] - pooled[0]) ** 2 / pooled[0]
        freedom += 1
    # A chi-square variable: below its mean plus 4 standard deviations.
    assert statistic <= freedom + 4 * (2 * freedom) ** 0.5

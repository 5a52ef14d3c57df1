"""Rolls: the faces are digits of the draw, the losses those of the faces, and the counts exact."""

from functools import cache

import numpy as np
import oracle_battle
import pytest
from numba import config

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest import dice
from conquestlab.kernels.shared import streams
from conquestlab.kernels.shared.purposes import DICE

TIES = {"defender": dice.TIES_TO_DEFENDER, "attacker": dice.TIES_TO_ATTACKER}
ALL_DICE = [(attack, defend) for attack in (1, 2, 3) for defend in (1, 2, 3)]
ROLLS = 300 if config.DISABLE_JIT else 30_000


@cache
def filled(sides, ties="defender", attack_most=3, defend_most=3):
    record = np.zeros(1, dice.dice_dtype)[0]
    dice.fill_dice(record, sides, TIES[ties], attack_most, defend_most)
    return record


@jit
def tally(stream, record, attack_dice, defend_dice, counts, rolls):
    for _ in range(rolls):
        index = dice.roll(stream, record, attack_dice, defend_dice)
        counts[dice.defender_losses(record, index, attack_dice, defend_dice)] += 1


def index_of(faces, sides=6):
    index = 0
    for face in faces:
        index = index * sides + face - 1
    return index


def faces_of(index, sides, count):
    """The faces of one side's throw as they fell."""
    return [index // sides**place % sides + 1 for place in reversed(range(count))]


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("sides", [2, 4, 6, 7])
def test_every_table_holds_exactly_the_counts(sides, ties):
    record = filled(sides, ties)
    tables = 0
    for attack_dice, defend_dice in ALL_DICE:
        start, outcomes = record["start"][attack_dice, defend_dice], sides ** (attack_dice + defend_dice)
        if start >= 0:
            losses = record["losses"][start : start + outcomes]
            expected = oracle_battle.roll_ways(sides, ties, attack_dice, defend_dice)
            assert tuple(np.bincount(losses, minlength=4)) == expected
            tables += 1
    assert tables == (9 if sides <= 6 else 8)


def test_tables_stand_apart_and_only_for_the_dice_of_the_rulebook():
    starts = sorted((int(filled(6)["start"][pair]), 6 ** sum(pair)) for pair in ALL_DICE)
    end = 0
    for start, outcomes in starts:
        assert start == end
        end += outcomes
    assert end == dice.TABLE_ROOM
    without = filled(6, "defender", 3, 2)
    assert [pair for pair in ALL_DICE if without["start"][pair] < 0] == [(1, 3), (2, 3), (3, 3)]
    # What has no table is compared face by face and is as right.
    for index in range(0, 6**6, 97):
        assert dice.defender_losses(without, index, 3, 3) == dice.defender_losses(filled(6), index, 3, 3)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("sides", [2, 6, 20])
def test_losses_are_those_of_the_faces_of_the_same_draw(sides, ties):
    record = filled(sides, ties, 3, 2) if sides == 6 else filled(sides, ties, 1, 1)
    stream = np.zeros(1, streams.stream_dtype)[0]
    streams.open_stream(stream, np.uint64(3), 7, DICE, 0)
    words = np.random.Philox(key=[3, 7], counter=[0, DICE, 0, 0]).random_raw(200).tolist()
    for word, (attack_dice, defend_dice) in zip(words, ALL_DICE * 30, strict=False):
        index = dice.roll(stream, record, attack_dice, defend_dice)
        assert index == word * sides ** (attack_dice + defend_dice) >> 64
        attack, defence = dice.split_roll(record, index, defend_dice)
        mine, theirs = faces_of(attack, sides, attack_dice), faces_of(defence, sides, defend_dice)
        assert index_of([*mine, *theirs], sides) == index
        assert 1 <= min(*mine, *theirs) <= max(*mine, *theirs) <= sides
        lost = dice.defender_losses(record, index, attack_dice, defend_dice)
        assert lost == oracle_battle.pairs_won(mine, theirs, ties)
        for part, faces in ((attack, mine), (defence, theirs)):
            falling = sorted(faces, reverse=True)
            assert list(dice.faces_sorted(sides, part, len(faces))) == falling + [0] * (3 - len(faces))


def test_two_throws_make_one_roll():
    record = filled(6)
    stream = np.zeros(2, streams.stream_dtype)
    for seat in range(2):
        streams.open_stream(stream[seat], np.uint64(5), 1, DICE, seat)
    attack, defence = dice.throw(stream[0], record, 3), dice.throw(stream[1], record, 2)
    index = attack * record["outcomes"][2] + defence
    assert dice.split_roll(record, index, 2) == (attack, defence)
    faces = [dice.faces_sorted(6, attack, 3), dice.faces_sorted(6, defence, 2)]
    assert dice.defender_losses(record, index, 3, 2) == sum(
        mine > theirs for mine, theirs in zip(*faces, strict=True) if theirs
    )


@pytest.mark.parametrize(
    ("attack_faces", "defend_faces", "attacker_loses", "defender_loses"),
    [
        ((5, 3, 2), (6, 2), 1, 1),
        ((6,), (6,), 1, 0),
        ((6, 2, 2), (5, 4, 2), 2, 1),
        ((6, 1, 1), (3,), 0, 1),
        ((5, 3), (5, 3), 2, 0),
        ((6,), (5, 4), 0, 1),
    ],
)
def test_3_4_and_5_0_the_rolls_of_the_rulebooks(attack_faces, defend_faces, attacker_loses, defender_loses):
    index = index_of(attack_faces + defend_faces)
    lost = dice.defender_losses(filled(6), index, len(attack_faces), len(defend_faces))
    pairs = min(len(attack_faces), len(defend_faces))
    assert (pairs - lost, lost) == (attacker_loses, defender_loses)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("sides", [2, 4, 6, 8, 12, 20])
def test_simulated_rolls_follow_the_counts(sides, ties):
    record = filled(sides, ties) if sides in (2, 4, 6) else filled(sides, ties, 2, 1)
    total, freedom = 0.0, 0
    for seat, (attack_dice, defend_dice) in enumerate(ALL_DICE):
        stream = np.zeros(1, streams.stream_dtype)[0]
        streams.open_stream(stream, np.uint64(2), sides, DICE, seat)
        counts = np.zeros(4, np.int64)
        tally(stream, record, attack_dice, defend_dice, counts, ROLLS)
        law = np.array(oracle_battle.roll_ways(sides, ties, attack_dice, defend_dice))
        expected = law[law > 0] / law.sum() * ROLLS
        assert not counts[law == 0].any()
        total += ((counts[law > 0] - expected) ** 2 / expected).sum()
        freedom += len(expected) - 1
    # The sum over all rolls is chi-square too: within 4 standard deviations of its mean.
    assert abs(total - freedom) < 4 * (2 * freedom) ** 0.5

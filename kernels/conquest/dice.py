"""Rolls of combat: one draw is one roll, its digits are the faces, and its losses follow from the faces.

A roll of a attack dice and d defence dice with s sides has s**(a + d) outcomes. Its *index* is one of them:
the upper half of the product draw * s**(a + d). The digits of the index in base s are the faces minus one,
the attacker's dice first.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.shared.streams import below

MOST_DICE = 3  # a side
TABLE_ROOM = 66_564  # all rolls of six-sided dice, 1 to 3 against 1 to 3
TIES_TO_DEFENDER, TIES_TO_ATTACKER = 0, 1

dice_dtype = np.dtype(
    [
        ("sides", np.int64),
        ("ties", np.int64),
        ("outcomes", np.int64, (2 * MOST_DICE + 1,)),
        ("start", np.int64, (MOST_DICE + 1, MOST_DICE + 1)),
        ("losses", np.uint8, (TABLE_ROOM,)),
    ],
    align=True,
)
"""The dice of a rulebook: sides**n by n, and the defender's losses by roll index, from start[a, d] on."""


@jit
def fill_dice(dice, sides, ties, attack_most, defend_most):
    """Write the record of a rulebook's dice.

    Parameters
    ----------
    dice : record of dice_dtype
        Overwritten.
    sides : int
        2 to 20.
    ties : int
        TIES_TO_DEFENDER or TIES_TO_ATTACKER.
    attack_most, defend_most : int
        The most dice a side ever rolls, 1 to 3. Rolls of more are right too, but slower.
    """
    dice["sides"] = sides
    dice["ties"] = ties
    for count in range(2 * MOST_DICE + 1):
        dice["outcomes"][count] = sides**count
    dice["start"][:] = -1
    used = 0
    # The smaller tables first, as many as there is room for.
    for count in range(2, attack_most + defend_most + 1):
        for attack_dice in range(min(attack_most, count - 1), max(0, count - defend_most - 1), -1):
            outcomes = dice["outcomes"][count]
            if used + outcomes <= TABLE_ROOM:
                for index in range(outcomes):
                    lost = _losses_from_faces(dice, index, attack_dice, count - attack_dice)
                    dice["losses"][used + index] = lost
                dice["start"][attack_dice, count - attack_dice] = used
                used += outcomes


@jit
def roll(stream, dice, attack_dice, defend_dice):
    """Throw the dice of both sides with one draw; return the index of the roll."""
    return below(stream, dice["outcomes"][attack_dice + defend_dice])


@jit
def throw(stream, dice, count):
    """Throw the dice of one side with one draw; return their index.

    Where the defender sees the attack first, the index of the roll is the attacker's index times
    outcomes[defend_dice] plus the defender's.
    """
    return below(stream, dice["outcomes"][count])


@jit
def defender_losses(dice, index, attack_dice, defend_dice):
    """Return the armies that the defender loses; the attacker loses one for each other pair."""
    start = dice["start"][attack_dice, defend_dice]
    if start >= 0:
        return np.int64(dice["losses"][start + index])
    return _losses_from_faces(dice, index, attack_dice, defend_dice)


@jit
def split_roll(dice, index, defend_dice):
    """Return the attacker's and the defender's part of the index of a roll."""
    outcomes = dice["outcomes"][defend_dice]
    return index // outcomes, index % outcomes


@jit
def faces_sorted(sides, index, count):
    """Return the faces of one side's throw of up to three dice from the highest on, 0 for dice not thrown."""
    first, second, third = 0, 0, 0
    for _ in range(count):
        face = index % sides + 1
        index //= sides
        if face > first:
            first, second, third = face, first, second
        elif face > second:
            second, third = face, second
        elif face > third:
            third = face
    return first, second, third


@jit
def pairs_won(attack_faces, defend_faces, pairs, ties):
    """Count the pairs that the attacker wins, sorted faces against sorted faces."""
    won = 0
    for pair in range(pairs):
        won += attack_faces[pair] + ties > defend_faces[pair]  # a tie won counts like one pip more
    return won


@jit
def _losses_from_faces(dice, index, attack_dice, defend_dice):
    attack, defence = split_roll(dice, index, defend_dice)
    attack_faces = faces_sorted(dice["sides"], attack, attack_dice)
    defend_faces = faces_sorted(dice["sides"], defence, defend_dice)
    return pairs_won(attack_faces, defend_faces, min(attack_dice, defend_dice), dice["ties"])

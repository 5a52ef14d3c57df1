"""Battles played roll by roll, many side by side, each from a stream of its own.

A tile of battles advances in step: every battle of it gets one block of its stream, the block is cut into
rolls, the rolls are fought, and battles that are over make room for new ones. All steps but the last are
loops without branches, which the compiler turns into vector instructions. Battles share nothing but the tile:
each ends as it would end alone.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit
from conquestlab.kernels.conquest.dice import MOST_DICE
from conquestlab.kernels.shared.purposes import DICE
from conquestlab.kernels.shared.streams import HALF, LOW_HALF, WORDS, fill_blocks, lane_of

TILE = 256
MOST_ROLLS_A_WORD = 3
UNFINISHED = 0  # the cell of `ends` for battles that go on

battle_dtype = np.dtype(
    [
        ("attackers", np.int32),
        ("stop", np.int32),
        ("hold", np.int32),
        ("most_pairs", np.int32),
        ("outcomes", np.uint64),
        ("rolls_a_word", np.int64),
        ("bounds", np.int32, (MOST_DICE + 1, MOST_DICE + 1, MOST_DICE)),
    ],
    align=True,
)
"""A battle to be fought: the armies of the column, when it is broken off, and the law of its dice.

A roll is a number below `outcomes`; with a armies against d (3 standing for more) the defender loses as many
armies as there are bounds[a, d] not above it.
"""

tile_dtype = np.dtype(
    [
        ("words", np.uint64, (WORDS, TILE)),
        ("rolls", np.int32, (WORDS * MOST_ROLLS_A_WORD, TILE)),
        ("lucks", np.uint64, (TILE,)),
        ("blocks", np.uint64, (TILE,)),
        ("attackers", np.int32, (TILE,)),
        ("defenders", np.int32, (TILE,)),
        ("behind", np.int32, (TILE,)),
        ("lands", np.int32, (TILE,)),
        ("rolled", np.int32, (TILE,)),
        ("cells", np.int32, (TILE,)),
    ],
    align=True,
)
"""The battles under way: `behind` are the armies on the lands after the one under attack."""


@jit
def fight_battles(battle, garrisons, guards, seed, first, count, ends):
    """Fight battles number `first` to `first + count - 1` to their ends, and count the ends.

    The column attacks one land after the other. On every land taken, but the last, it leaves a guard, and
    goes on from the next block of its stream. The attack is broken off with `stop` attackers or fewer,
    guards not counted, and as won with `hold` defenders or fewer.

    Parameters
    ----------
    battle : record of battle_dtype
    garrisons : int32 (lands,)
        Armies on each land, at least 1. With several lands `hold` has to be 0.
    guards : int32 (lands - 1,)
        Armies left on each land but the last.
    seed : uint64
        The seed of the dice. Battle i draws from the stream of luck number i, purpose dice, seat 0.
    first, count : int
    ends : int64 (n,)
        Added to. After the cell `UNFINISHED` come the battles won, by defenders and attackers left (hold +
        1 rows of attackers + 1), then those lost, by attackers and defenders left, the next lands' too
        (stop + 1 rows of all defenders + 1).

    Returns
    -------
    int
        The number of rolls.
    """
    tiles = np.empty(1, tile_dtype)
    all_defenders = garrisons.sum()
    lane = lane_of(DICE, 0)
    rolls = 0
    fighting = 0
    begun = 0
    while fighting > 0 or begun < count:
        tile = tiles[0]  # anew in each turn of the loop: a record does not keep its array alive
        entering = min(TILE - fighting, count - begun)
        _enter(tile, fighting, entering, first + begun, battle["attackers"], garrisons[0], all_defenders)
        begun += entering
        fighting += entering
        fill_blocks(tile["words"], seed, tile["lucks"][:fighting], tile["blocks"][:fighting], lane)
        _cut_into_rolls(tile, fighting, battle["outcomes"], battle["rolls_a_word"])
        _fight(tile, fighting, battle)
        _find_cells(tile, fighting, battle, all_defenders)
        over, fighting = _leave(tile, fighting, garrisons, guards, ends)
        rolls += over
    return rolls


@jit
def _enter(tile, place, entering, first, column, garrison, all_defenders):
    for i in range(entering):
        tile["lucks"][place + i] = np.uint64(first + i)
        tile["blocks"][place + i] = np.uint64(0)
        tile["attackers"][place + i] = column
        tile["defenders"][place + i] = garrison
        tile["behind"][place + i] = all_defenders - garrison
        tile["lands"][place + i] = 0
        tile["rolled"][place + i] = 0


@jit
def _cut_into_rolls(tile, count, outcomes, rolls_a_word):
    """Write the rolls of each word: the digits of word / 2**64 in base `outcomes`, the first ones first."""
    words, rolls = tile["words"], tile["rolls"]
    for word in range(WORDS):
        for part in range(rolls_a_word):
            row = word * rolls_a_word + part
            for i in range(count):
                low = (words[word, i] & LOW_HALF) * outcomes
                high = (words[word, i] >> HALF) * outcomes + (low >> HALF)
                rolls[row, i] = high >> HALF
                words[word, i] = (high << HALF) | (low & LOW_HALF)


@jit
def _fight(tile, count, battle):
    """Let each battle fight its rolls one after the other, as long as neither side stops."""
    bounds = battle["bounds"]
    # Each by itself, so that they stay in registers; named after the losses, the attackers and the defenders.
    one_11, one_12, one_13 = bounds[1, 1, 0], bounds[1, 2, 0], bounds[1, 3, 0]
    one_21, one_22, one_23 = bounds[2, 1, 0], bounds[2, 2, 0], bounds[2, 3, 0]
    one_31, one_32, one_33 = bounds[3, 1, 0], bounds[3, 2, 0], bounds[3, 3, 0]
    two_22, two_23, two_32, two_33 = bounds[2, 2, 1], bounds[2, 3, 1], bounds[3, 2, 1], bounds[3, 3, 1]
    three_33 = bounds[3, 3, 2]
    never = bounds[1, 1, 2]
    stop, hold = battle["stop"], battle["hold"]
    most_pairs = battle["most_pairs"]
    rolls, rolled = tile["rolls"], tile["rolled"]
    attackers, defenders = tile["attackers"], tile["defenders"]
    for row in range(WORDS * battle["rolls_a_word"]):
        for i in range(count):
            attacking, defending = attackers[i], defenders[i]
            two, three = never, never
            if attacking >= 3:
                if defending >= 3:
                    one, two, three = one_33, two_33, three_33
                elif defending == 2:
                    one, two = one_32, two_32
                else:
                    one = one_31
            elif attacking == 2:
                if defending >= 3:
                    one, two = one_23, two_23
                elif defending == 2:
                    one, two = one_22, two_22
                else:
                    one = one_21
            elif defending >= 3:
                one = one_13
            elif defending == 2:
                one = one_12
            else:
                one = one_11
            roll = rolls[row, i]
            lost = np.int32(roll >= one) + np.int32(roll >= two) + np.int32(roll >= three)
            pairs = min(min(attacking, defending), most_pairs)
            fights = np.int32((attacking > stop) & (defending > hold))
            attackers[i] = attacking - (pairs - lost) * fights
            defenders[i] = defending - lost * fights
            rolled[i] += fights


@jit
def _find_cells(tile, count, battle, all_defenders):
    """Find the cell of `ends` for each battle, `UNFINISHED` where it goes on."""
    attackers, defenders, behind, cells = tile["attackers"], tile["defenders"], tile["behind"], tile["cells"]
    stop, hold = battle["stop"], battle["hold"]
    won_row = np.int32(battle["attackers"] + 1)
    lost_row = np.int32(all_defenders + 1)
    first_lost = np.int32(1 + (hold + 1) * won_row)
    for i in range(count):
        cell = np.int32(UNFINISHED)
        if attackers[i] <= stop:
            cell = np.int32(first_lost + attackers[i] * lost_row + defenders[i] + behind[i])
        if defenders[i] <= hold:
            won = np.int32(1 + defenders[i] * won_row + attackers[i])
            cell = won if behind[i] == 0 else np.int32(UNFINISHED)
        cells[i] = cell


@jit
def _leave(tile, count, garrisons, guards, ends):
    """Count the battles that are over; bring the others to the front, on to the next land where one fell."""
    rolls = 0
    staying = 0
    for i in range(count):
        ends[tile["cells"][i]] += 1
        if tile["cells"][i] != UNFINISHED:
            rolls += tile["rolled"][i]
            continue
        attackers, defenders, behind = tile["attackers"][i], tile["defenders"][i], tile["behind"][i]
        land = tile["lands"][i]
        if defenders == 0:
            attackers = max(attackers - guards[land], 0)
            land += 1
            defenders = garrisons[land]
            behind -= defenders
        tile["attackers"][staying] = attackers
        tile["defenders"][staying] = defenders
        tile["behind"][staying] = behind
        tile["lands"][staying] = land
        tile["lucks"][staying] = tile["lucks"][i]
        tile["blocks"][staying] = tile["blocks"][i] + np.uint64(1)
        tile["rolled"][staying] = tile["rolled"][i]
        staying += 1
    return rolls, staying

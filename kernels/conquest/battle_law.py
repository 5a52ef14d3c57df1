"""The exact law of large battles: whole diagonals while both sides roll all dice, cell by cell at the rims.

While both sides roll all their dice, every roll costs the same total number of armies, `pairs`. So the
positions after k rolls lie on one diagonal and differ only in the attacker's losses, and a step is a
convolution with the loss counts of a full roll. Positions in which a side has too few armies for all its dice
form two narrow rims that a battle never leaves; there the few remaining cells are followed one by one.

The counts are integers scaled by a power of two, so that rounding errors do not accumulate from step to step.
What the scaling leaves out is one factor for every roll, which is kept in double-double precision. Masses
start at 2**1000, so that tails down to 1e-300 never become denormal.
"""

import numpy as np

from conquestlab.kernels.compiling.jit import jit

START = 2.0**1000
FORGET = 2.0**-1080  # chances below this are dropped: all of them together are far below 1e-312
RESCALE = 2.0**64
SPLIT = 134217729.0  # 2**27 + 1, Dekker's splitting constant


@jit
def _times(high, low, factor_high, factor_low):
    """Multiply two numbers of double-double precision."""
    product = high * factor_high
    t = SPLIT * high
    a_high = t - (t - high)
    a_low = high - a_high
    t = SPLIT * factor_high
    b_high = t - (t - factor_high)
    b_low = factor_high - b_high
    error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
    error += high * factor_low + low * factor_high
    result = product + error
    return result, error - (result - product)


@jit
def _convolve(old, new, first, last, counts, pairs):
    """Write the diagonal that follows old[first..last] into new[first..last + pairs].

    Position i stands at index i + pairs, so that the first has neighbours too. The loops run over views that
    begin at 0: only then does the compiler know that no index is negative, and uses vectors.
    """
    for k in range(pairs):
        old[first + k] = 0.0
        old[last + pairs + 1 + k] = 0.0
    length = last - first + 1 + pairs
    into = new[first + pairs :]
    o0 = old[first + pairs :]
    o1 = old[first + pairs - 1 :]
    if pairs == 1:
        c0, c1 = counts[0], counts[1]
        for i in range(length):
            into[i] = c0 * o0[i] + c1 * o1[i]
    elif pairs == 2:
        c0, c1, c2 = counts[0], counts[1], counts[2]
        o2 = old[first + pairs - 2 :]
        for i in range(length):
            into[i] = c0 * o0[i] + c1 * o1[i] + c2 * o2[i]
    elif pairs == 3:
        c0, c1, c2, c3 = counts[0], counts[1], counts[2], counts[3]
        o2 = old[first + pairs - 2 :]
        o3 = old[first + pairs - 3 :]
        for i in range(length):
            into[i] = (c0 * o0[i] + c1 * o1[i]) + (c2 * o2[i] + c3 * o3[i])
    else:
        into[:length] = 0.0
        for lost in range(pairs + 1):
            source = old[first + pairs - lost :]
            for i in range(length):
                into[i] += counts[lost] * source[i]


@jit
def cross_middle(size, least, counts, factor, few_attackers, few_defenders):
    """Follow a battle through the positions where both sides roll all their dice.

    Parameters
    ----------
    size : (attackers, defenders) at the start, neither below its `least`
    least : (attackers, defenders) from which on a position belongs to the middle
    counts : float64 array
        Loss counts of the full roll by the attacker's losses, scaled by a power of two to a sum in (0.5, 1].
    factor : (high, low)
        One over that sum, in double-double.
    few_attackers : float64 array (least attackers, defenders + 1), changed in place
        Chance that the battle leaves the middle into (attackers, defenders), by attackers.
    few_defenders : float64 array (least defenders, attackers + 1), changed in place
        The same by defenders; cells with few of both stand in `few_attackers`.

    Returns
    -------
    float
        Mean number of rolls made in the middle.
    """
    attackers, defenders = size
    least_attackers, least_defenders = least
    pairs = len(counts) - 1
    old = np.zeros(attackers + 4 * pairs + 2)
    new = np.zeros(attackers + 4 * pairs + 2)
    old[pairs] = START
    first, last, step = 0, 0, 0
    scale_high, scale_low = 1.0, 0.0
    rolls = 0.0
    spare = attackers - least_attackers  # the most the attacker may lose and stay in the middle
    while first <= last:
        _convolve(old, new, first, last, counts, pairs)
        step += 1
        scale_high, scale_low = _times(scale_high, scale_low, factor[0], factor[1])
        true_scale = scale_high / START
        last += pairs
        armies_lost = pairs * step
        while last > spare and last >= first:
            a, d = attackers - last, defenders - (armies_lost - last)
            mass = new[last + pairs] * true_scale
            few_attackers[a, d] += mass
            rolls += step * mass
            last -= 1
        lowest = armies_lost - (defenders - least_defenders)
        while first < lowest and first <= last:
            a, d = attackers - first, defenders - (armies_lost - first)
            mass = new[first + pairs] * true_scale
            few_defenders[d, a] += mass
            rolls += step * mass
            first += 1
        forget = FORGET / true_scale
        while first <= last and new[first + pairs] < forget:
            first += 1
        while last >= first and new[last + pairs] < forget:
            last -= 1
        if scale_high > RESCALE:
            scale_high /= RESCALE
            scale_low /= RESCALE
            for i in range(first + pairs, last + pairs + 1):
                new[i] *= RESCALE
        old, new = new, old
    return rolls


@jit
def follow_rims(stop, hold, chances, few_attackers, few_defenders):
    """Follow a battle through both rims to its end; the ends stay in the two arrays.

    Parameters
    ----------
    stop, hold : int
        The battle is over with this many attackers or defenders.
    chances : float64 array (dice of the attacker + 1, dice of the defender + 1, losses + 1)
        Chance of the attacker's losses in a roll, by dice.
    few_attackers, few_defenders : float64 arrays
        As `cross_middle` leaves them; changed in place.

    Returns
    -------
    float
        Mean number of rolls made in the rims.
    """
    most_attack, most_defend = chances.shape[0] - 1, chances.shape[1] - 1
    least_attackers, least_defenders = few_attackers.shape[0], few_defenders.shape[0]
    attackers, defenders = few_defenders.shape[1] - 1, few_attackers.shape[1] - 1
    rolls = 0.0
    for a in range(attackers, stop, -1):
        top = defenders if a < least_attackers else min(least_defenders - 1, defenders)
        for d in range(top, hold, -1):
            inside = a < least_attackers
            mass = few_attackers[a, d] if inside else few_defenders[d, a]
            if mass == 0.0:
                continue
            if inside:
                few_attackers[a, d] = 0.0
            else:
                few_defenders[d, a] = 0.0
            rolls += mass
            i, j = min(a, most_attack), min(d, most_defend)
            pairs = min(i, j)
            for lost in range(pairs + 1):
                a_left, d_left = a - lost, d - pairs + lost
                if a_left < least_attackers:
                    few_attackers[a_left, d_left] += mass * chances[i, j, lost]
                else:
                    few_defenders[d_left, a_left] += mass * chances[i, j, lost]
    return rolls


@jit
def all_ends(chances, ends):
    """Fill the distributions of the end of all battles up to the size of the array.

    One side is always gone at the end, so the difference of the armies left names the end.

    Parameters
    ----------
    chances : float64 array (dice + 1, dice + 1, losses + 1)
        Chance of the attacker's losses in a roll, by dice.
    ends : float64 array (A + 1, D + 1, A + D + 1), zeros, changed in place
        [a, d, D + attackers left - defenders left]: chance of that end of the battle a v d.
    """
    most_attack, most_defend = chances.shape[0] - 1, chances.shape[1] - 1
    most_defenders = ends.shape[1] - 1
    for a in range(ends.shape[0]):
        ends[a, 0, most_defenders + a] = 1.0
    for d in range(ends.shape[1]):
        ends[0, d, most_defenders - d] = 1.0
    for a in range(1, ends.shape[0]):
        i = min(a, most_attack)
        for d in range(1, ends.shape[1]):
            j = min(d, most_defend)
            pairs = min(i, j)
            q = chances[i, j]
            first, length = most_defenders - d, a + d + 1
            here = ends[a, d, first:]
            e0 = ends[a, d - pairs, first:]
            e1 = ends[a - 1, d - pairs + 1, first:]
            if pairs == 1:
                q0, q1 = q[0], q[1]
                for k in range(length):
                    here[k] = q0 * e0[k] + q1 * e1[k]
            elif pairs == 2:
                q0, q1, q2 = q[0], q[1], q[2]
                e2 = ends[a - 2, d, first:]
                for k in range(length):
                    here[k] = q0 * e0[k] + q1 * e1[k] + q2 * e2[k]
            elif pairs == 3:
                q0, q1, q2, q3 = q[0], q[1], q[2], q[3]
                e2 = ends[a - 2, d - 1, first:]
                e3 = ends[a - 3, d, first:]
                for k in range(length):
                    here[k] = (q0 * e0[k] + q1 * e1[k]) + (q2 * e2[k] + q3 * e3[k])
            else:
                here[:length] = 0.0
                for lost in range(pairs + 1):
                    source = ends[a - lost, d - pairs + lost, first:]
                    for k in range(length):
                        here[k] += q[lost] * source[k]


@jit
def fight_front(front, defenders, chances, grid, lost):
    """Follow one battle of a row of lands from a distribution of attackers, in place.

    Parameters
    ----------
    front : float64 array (A + 1)
        Chance by number of attackers; on return the chance to have taken the land with so many left.
    defenders : int
    chances : float64 array (dice + 1, dice + 1, losses + 1)
    grid : float64 array (at least A + 1, at least defenders + 1), zeros; zeros again on return
    lost : float64 array (at least defenders + 1), changed in place
        Chance that the attack failed with so many defenders left.

    Returns
    -------
    float
        Mean number of rolls.
    """
    most_attack, most_defend = chances.shape[0] - 1, chances.shape[1] - 1
    rolls = 0.0
    for a in range(len(front)):
        grid[a, defenders] = front[a]
    for a in range(len(front) - 1, 0, -1):
        i = min(a, most_attack)
        for d in range(defenders, 0, -1):
            mass = grid[a, d]
            grid[a, d] = 0.0
            if mass == 0.0:
                continue
            rolls += mass
            j = min(d, most_defend)
            pairs = min(i, j)
            for m in range(pairs + 1):
                grid[a - m, d - pairs + m] += mass * chances[i, j, m]
    for a in range(len(front)):
        front[a] = grid[a, 0]
        grid[a, 0] = 0.0
    for d in range(1, defenders + 1):
        lost[d] += grid[0, d]
        grid[0, d] = 0.0
    front[0] = 0.0
    return rolls


@jit
def fight_row(front, lands, guards, chances, grid, lost):
    """Follow an attack through a row of lands.

    Parameters
    ----------
    front : float64 array (A + 1)
        Chance by number of attackers; on return the chance to have taken the whole row with so many left.
    lands : int64 array
        Defenders of each land.
    guards : int64 array
        Armies left behind on each land before the next is attacked (the last is not used).
    chances, grid : as for `fight_front`, the grid wide enough for the strongest land
    lost : float64 array (lands, at least strongest land + 1), changed in place
        Chance that the attack ends before or in this land, with so many of its defenders left.

    Returns
    -------
    float
        Mean number of rolls.
    """
    rolls = 0.0
    for k in range(len(lands)):
        rolls += fight_front(front, lands[k], chances, grid, lost[k])
        if k + 1 < len(lands):
            guard = guards[k]
            halted = 0.0
            for a in range(min(guard, len(front) - 1) + 1):
                halted += front[a]
            for a in range(len(front)):
                front[a] = front[a + guard] if a + guard < len(front) else 0.0
            front[0] = 0.0
            lost[k + 1, lands[k + 1]] += halted
    return rolls
